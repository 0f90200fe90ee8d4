// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/arrival_model.h"

#include "base/text.h"
#include "capture/live_lookup.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "documents/tensor_states.h"
#include "model/own_type_text.h"
#include "models/scan_model.h"

#include <QDateTime>
#include <QFont>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

/// As many at a time as are looked at soon; more come with the next round.
constexpr std::size_t kMeasuredAtOnce = 100;

constexpr const char* kKeys[]
    = {"op_name", "op_type", "io", "step", "dtype", "shape", "min", "max", "nan_count", "pos_inf_count",
        "neg_inf_count", QT_TRANSLATE_NOOP("dumpscope::gui::ArrivalModel", "arrived")};
static_assert(std::size(kKeys) == ArrivalModel::kColumns);

bool isCount(int column)
{
    return column == ArrivalModel::NanCount || column == ArrivalModel::PosInf
        || column == ArrivalModel::NegInf;
}

std::uint64_t countOf(const core::Statistics& statistics, int column)
{
    return column == ArrivalModel::NanCount ? statistics.nanCount
        : column == ArrivalModel::PosInf    ? statistics.posInfCount
                                            : statistics.negInfCount;
}

bool isNonFinite(const std::optional<core::Statistics>& statistics)
{
    return statistics && statistics->nanCount + statistics->posInfCount + statistics->negInfCount > 0;
}

/// What a statistics file says of a tensor. `hasCounts`: of NaN and infinities, too.
std::optional<core::Statistics> recorded(const core::StatisticTable& table, std::size_t row, bool& hasCounts)
{
    using Field = core::StatisticTable::Field;
    core::Statistics statistics;
    statistics.min = table.value(Field::Min, row);
    statistics.max = table.value(Field::Max, row);
    const auto count = [&](Field field, std::uint64_t& place) {
        const auto value = table.value(field, row);
        constexpr double kMost = 0x1p63;
        place = value && *value > 0 && *value < kMost ? static_cast<std::uint64_t>(*value) : 0;
        return value.has_value();
    };
    const bool hasNan = count(Field::NanCount, statistics.nanCount);
    const bool hasPositive = count(Field::PosInfCount, statistics.posInfCount);
    const bool hasNegative = count(Field::NegInfCount, statistics.negInfCount);
    hasCounts = hasNan && hasPositive && hasNegative;
    return statistics.min || statistics.max || hasCounts ? std::optional(statistics) : std::nullopt;
}

QString portText(const core::LiveTensor& tensor)
{
    return ioText(tensor.io, tensor.slot);
}

} // namespace

ArrivalModel::ArrivalModel(const CaptureRun& run, TaskRunner& tasks, QObject* parent)
    : QAbstractTableModel(parent)
    , m_run(run)
    , m_tasks(tasks)
{
    connect(&run, &CaptureRun::started, this, [this] {
        beginResetModel();
        m_rows.clear();
        m_dropped = 0;
        m_firstPlace = -1;
        m_origins = {};
        m_isPreliminary = true;
        endResetModel();
    });
    connect(&run, &CaptureRun::arrived, this, &ArrivalModel::follow);
    connect(&run, &CaptureRun::dumpGrew, this, [this] {
        measure();
        judge();
    });
}

void ArrivalModel::follow()
{
    const auto& arrivals = m_run.arrivals().kept();
    const qint64 gone = m_run.arrivals().dropped() - m_dropped;
    if (gone > 0 && !m_rows.empty()) {
        const auto count = std::min(static_cast<std::size_t>(gone), m_rows.size());
        beginRemoveRows({}, 0, static_cast<int>(count) - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(count));
        endRemoveRows();
    }
    m_dropped = m_run.arrivals().dropped();
    // Half-written ones that are whole by now.
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].ms == arrivals[i].ms
            && m_rows[i].tensor.isHalfWritten == arrivals[i].tensor.isHalfWritten)
            continue;
        m_rows[i] = {arrivals[i].tensor, arrivals[i].ms};
        emit dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), kColumns - 1));
    }
    if (arrivals.size() <= m_rows.size())
        return;
    beginInsertRows({}, static_cast<int>(m_rows.size()), static_cast<int>(arrivals.size()) - 1);
    for (std::size_t i = m_rows.size(); i < arrivals.size(); ++i)
        m_rows.push_back({arrivals[i].tensor, arrivals[i].ms});
    endInsertRows();
}

// Newest first: that is what is seen. Looked for and read in the background; what the dump does not know yet
// is looked for again when it has grown.
void ArrivalModel::measure()
{
    OpenedRoot* const root = m_run.dump().root();
    if (m_isMeasuring || !root || !root->store() || !root->index())
        return;
    std::vector<qint64> places;
    std::vector<core::LiveTensor> asked;
    for (std::size_t i = m_rows.size(); i-- > 0;) {
        const Row& row = m_rows[i];
        if (row.isMeasured || row.tensor.isHalfWritten)
            continue;
        places.push_back(m_dropped + static_cast<qint64>(i));
        asked.push_back(row.tensor);
    }
    if (asked.empty())
        return;
    m_isMeasuring = true;
    m_tasks.start<std::vector<Measured>>(
        Lane::Interactive, tr("Statistics of what arrived"), this,
        [store = root->store(), index = root->index(), places, asked](core::TaskContext& task,
            const TaskRunner::Post&) { return measured(*index, *store, places, asked, task); },
        [this, run = m_run.number()](const core::Result<std::vector<Measured>>& measured) {
            m_isMeasuring = false;
            if (!measured || run != m_run.number())
                return measure();
            take(*measured);
            if (!measured->empty())
                measure();
        });
}

core::Result<std::vector<ArrivalModel::Measured>> ArrivalModel::measured(const core::DumpIndex& index,
    const core::TensorStore& store, const std::vector<qint64>& places,
    const std::vector<core::LiveTensor>& asked, core::TaskContext& task)
{
    std::vector<Measured> measured;
    const std::vector<core::TensorId> found = core::findLiveTensors(index, asked);
    for (std::size_t i = 0; i < found.size() && measured.size() < kMeasuredAtOnce; ++i) {
        TRY_VOID(task.checkStop());
        if (!found[i].isValid())
            continue;
        const core::TensorRow& row = index.tensor(found[i]);
        Measured one {places[i], {}, true};
        if (row.state == core::TensorState::StatisticsOnly) {
            one.statistics
                = recorded(*index.statisticTables()[row.statisticTable], row.statisticRow, one.hasCounts);
        } else if (const auto view = store.open(found[i], task)) {
            if (auto computed = core::computeStatistics(*view, task))
                one.statistics = *computed;
        }
        measured.push_back(one);
    }
    return measured;
}

void ArrivalModel::take(const std::vector<Measured>& measured)
{
    for (const Measured& one : measured) {
        const qint64 at = one.place - m_dropped;
        if (at < 0 || at >= static_cast<qint64>(m_rows.size()))
            continue;
        Row& row = m_rows[static_cast<std::size_t>(at)];
        row.statistics = one.statistics;
        row.hasCounts = one.hasCounts;
        row.isMeasured = true;
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

// Where they come from is decided by the order of execution, and what comes later may decide it otherwise.
// The values were counted when they arrived.
void ArrivalModel::judge()
{
    OpenedRoot* const root = m_run.dump().root();
    if (!root || !root->index() || m_run.live().nonFinite == 0)
        return;
    if (m_isJudging) {
        m_mustJudge = true;
        return;
    }
    m_isJudging = true;
    std::vector<core::LiveTensor> asked;
    for (const Row& row : m_rows)
        asked.push_back(row.tensor);
    m_tasks.start<Judged>(
        Lane::Bulk, tr("Where NaN and Inf of the capture come from"), this,
        [index = root->index(), batches = m_run.arrivals().batches(),
            isAllCounted = m_run.live().notScanned == 0, dropped = m_dropped, asked = std::move(asked)](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Judged> {
            Judged judged;
            TRY_ASSIGN(judged.origins, findRunOrigins(*index, batches, isAllCounted, task));
            const std::vector<core::TensorId> ids = core::findLiveTensors(*index, asked);
            for (std::size_t i = 0; i < ids.size(); ++i) {
                const core::NonFiniteTensor* const found
                    = ids[i].isValid() ? judged.origins.of(ids[i]) : nullptr;
                if (found == nullptr)
                    continue;
                const qint64 place = dropped + static_cast<qint64>(i);
                judged.rows.emplace_back(place, *found);
                if (judged.origins.first && judged.origins.first->id == found->id)
                    judged.first = place;
            }
            return judged;
        },
        [this, run = m_run.number(), isPreliminary = m_run.isActive()](core::Result<Judged> judged) {
            m_isJudging = false;
            if (judged && run == m_run.number()) {
                m_isPreliminary = isPreliminary;
                take(std::move(*judged));
            }
            if (std::exchange(m_mustJudge, false))
                judge();
        });
}

void ArrivalModel::take(Judged judged)
{
    m_origins = std::move(judged.origins);
    m_firstPlace = judged.first;
    for (auto& [place, found] : judged.rows) {
        const qint64 at = place - m_dropped;
        if (at >= 0 && at < static_cast<qint64>(m_rows.size()))
            m_rows[static_cast<std::size_t>(at)].nonFinite = std::move(found);
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, OpName), index(rowCount() - 1, OpName));
    emit nonFiniteFound();
}

int ArrivalModel::firstNonFiniteRow() const
{
    const qint64 row = m_firstPlace - m_dropped;
    return m_firstPlace >= 0 && row >= 0 && row < static_cast<qint64>(m_rows.size()) ? static_cast<int>(row)
                                                                                     : -1;
}

const core::LiveTensor* ArrivalModel::firstNonFinite() const
{
    return m_origins.firstAsItCame ? &*m_origins.firstAsItCame : nullptr;
}

QString ArrivalModel::firstNonFiniteWords() const
{
    if (!m_origins.first)
        return {};
    QStringList counts;
    const auto count = [&](const std::optional<std::uint64_t>& number, const char* what) {
        if (number.value_or(0) > 0)
            counts.append(QStringLiteral("%1 %2").arg(
                groupedNumber(static_cast<qint64>(*number)), QLatin1String(what)));
    };
    count(m_origins.first->nan, "NaN");
    count(m_origins.first->posInf, "+Inf");
    count(m_origins.first->negInf, "-Inf");
    const QString port = portText(*m_origins.firstAsItCame);
    QString words = counts.isEmpty() ? port : tr("%1 in %2").arg(counts.join(QStringLiteral(", ")), port);
    if (m_origins.firstAsItCame->step)
        words += QStringLiteral(" · ") + tr("step %1").arg(*m_origins.firstAsItCame->step);
    if (m_isPreliminary)
        words += QStringLiteral(" · ") + tr("so far");
    else if (const auto left = static_cast<qint64>(m_run.live().notScanned); left > 0)
        words += QStringLiteral(" · ") + tr("%1 tensors were not looked at").arg(groupedNumber(left));
    return words;
}

QString ArrivalModel::originText(const Row& row) const
{
    if (!row.nonFinite)
        return {};
    const QString origin = ScanModel::originWord(row.nonFinite->origin);
    return row.nonFinite->why.empty() ? origin
                                      : origin + QStringLiteral(": ") + coreWords(row.nonFinite->why);
}

void ArrivalModel::refreshTimes()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, Arrived), index(rowCount() - 1, Arrived), {Qt::DisplayRole});
}

State ArrivalModel::stateOf(std::size_t row) const
{
    const Row& one = m_rows[row];
    if (one.tensor.isHalfWritten)
        return m_run.isActive() ? State::Running : State::Warn;
    if (one.nonFinite && m_dropped + static_cast<qint64>(row) == m_firstPlace)
        return State::BornHere;
    if (one.nonFinite)
        return gui::stateOf(one.nonFinite->origin);
    if (isNonFinite(one.statistics)) // nobody has judged it yet; inputs bear nothing
        return one.tensor.io == core::Io::Input ? State::Inherited : State::Fail;
    return one.statistics ? State::Pass : State::None;
}

QString ArrivalModel::agoText(qint64 ms) const
{
    if (!m_run.isActive())
        return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("HH:mm:ss.zzz"));
    const qint64 ago = std::max<qint64>(0, QDateTime::currentMSecsSinceEpoch() - ms);
    return tr("%1 s ago").arg(static_cast<double>(ago) / 1000.0, 0, 'f', 1);
}

QVariant ArrivalModel::text(const Row& row, int column) const
{
    const auto number = [&row](const std::optional<double>& value) -> QVariant {
        return value ? QVariant(fromCore(core::extremeText(*value, row.tensor.dtype))) : QVariant();
    };
    switch (column) {
    case OpName:
        return fromCore(row.tensor.opName);
    case OpType:
        return fromCore(row.tensor.opType);
    case Port:
        return portText(row.tensor);
    case Step:
        return row.tensor.step ? QVariant(static_cast<qlonglong>(*row.tensor.step)) : QVariant();
    case Dtype:
        return row.tensor.dtype == core::DType::Unknown ? QString()
                                                        : fromCore(core::dtypeName(row.tensor.dtype));
    case Shape:
        return fromCore(row.tensor.shape);
    case Arrived:
        return row.tensor.isHalfWritten ? tr("half written") : agoText(row.ms);
    default:
        break;
    }
    if (!row.statistics)
        return row.tensor.isHalfWritten ? QVariant() : QVariant(QStringLiteral("·"));
    if (isCount(column) && !row.hasCounts)
        return {};
    if (isCount(column))
        return QString::number(countOf(*row.statistics, column));
    return number(column == Min ? row.statistics->min : row.statistics->max);
}

QVariant ArrivalModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const bool isNumber = column == Step || (column >= Min && column <= NegInf);
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case MonoRole:
        return isNumber || column == Dtype || column == Shape;
    case StateRole:
        return column == OpName ? QVariant(static_cast<int>(stateOf(static_cast<std::size_t>(index.row()))))
                                : QVariant();
    case PathRole:
        return column == OpName;
    case SecondaryTextRole:
        return column == OpName && row.tensor.isHalfWritten && m_run.isActive()
            ? QVariant(tr("waiting for the rest of the file"))
            : QVariant();
    case Qt::FontRole:
        if (row.tensor.isHalfWritten) {
            QFont italic;
            italic.setItalic(true);
            return italic;
        }
        return {};
    case DimRole:
        return row.tensor.isHalfWritten || (isNumber && !row.statistics)
            || (isCount(column) && row.statistics && countOf(*row.statistics, column) == 0);
    case BoldRole:
    case HatchRole: {
        if (!isCount(column) || !row.statistics || countOf(*row.statistics, column) == 0)
            return {};
        if (role == BoldRole)
            return true;
        return static_cast<int>(column == NanCount ? NonFinite::Nan
                : column == PosInf                 ? NonFinite::PosInf
                                                   : NonFinite::NegInf);
    }
    case Qt::ToolTipRole:
        if (column != OpName)
            return {};
        return fromCore(row.tensor.opName + '\n' + row.tensor.file)
            + (row.nonFinite ? QLatin1Char('\n') + originText(row) : QString());
    default:
        return {};
    }
}

QVariant ArrivalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::DisplayRole)
        return section == Arrived ? tr(kKeys[section]) : QString::fromLatin1(kKeys[section]);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == Step || (section >= Min && section <= NegInf) ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    return {};
}

int ArrivalModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ArrivalModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

} // namespace dumpscope::gui
