// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/column_model.h"
#include "common/core_text.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/plain_text.h"
#include "model/own_type_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kRoundedDigits = 7;

bool hasSameColumns(const core::FilterTable& a, const core::FilterTable& b)
{
    return a.columns().data() == b.columns().data()
        || std::ranges::equal(a.columns(), b.columns(),
            [](const core::FilterTable::Column& x, const core::FilterTable::Column& y) {
                return x.name == y.name && x.type == y.type;
            });
}

bool isZero(const core::Cell& cell)
{
    return core::cellNumber(cell) == 0.0;
}

} // namespace

ColumnModel::ColumnModel(TaskRunner& tasks, QObject* parent)
    : QAbstractTableModel(parent)
    , m_tasks(tasks)
{
}

void ColumnModel::setTable(std::shared_ptr<const core::FilterTable> table, std::size_t rows)
{
    take(std::move(table), rows);
    rebuild();
}

// Numbers of columns mean nothing in a table that has others.
void ColumnModel::take(std::shared_ptr<const core::FilterTable> table, std::size_t rows)
{
    if (m_nextTable && !hasSameColumns(*m_nextTable, *table)) {
        m_filter.reset();
        std::vector<core::SortKey> keys;
        for (const core::SortKey& key : std::exchange(m_keys, {})) {
            const auto& name = m_nextTable->columns()[static_cast<std::size_t>(key.column)].name;
            if (const int column = table->columnByName(name); column >= 0)
                keys.push_back({column, key.descending, key.byBadness});
        }
        m_keys = std::move(keys);
    }
    m_nextTable = std::move(table);
    m_nextTotal = rows;
}

void ColumnModel::growTable(std::shared_ptr<const core::FilterTable> table, std::size_t rows)
{
    take(std::move(table), rows);
    if (m_shown.table && !hasSameColumns(*m_shown.table, *m_nextTable))
        return rebuild();
    if (!showsAll() || m_shown.rows || !m_shown.table || isBusy()) {
        // The rows found so far are worth more than starting over with every batch.
        isBusy() ? static_cast<void>(m_again = true) : rebuild();
        return;
    }
    if (rows > m_shown.total)
        beginInsertRows({}, static_cast<int>(m_shown.total), static_cast<int>(rows) - 1);
    const bool isGrown = rows > m_shown.total;
    m_shown.table = m_nextTable;
    m_shown.total = rows;
    tableReplaced();
    if (isGrown)
        endInsertRows();
    emit rowsReplaced();
}

void ColumnModel::setFilter(const core::FilterExpression& filter)
{
    m_filter = filter;
    rebuild();
}

void ColumnModel::setSortKeys(std::vector<core::SortKey> keys)
{
    m_keys = std::move(keys);
    rebuild();
}

void ColumnModel::refresh()
{
    if (showsAll())
        return;
    isBusy() ? static_cast<void>(m_again = true) : rebuild();
}

void ColumnModel::rebuild()
{
    m_again = false;
    if (!m_nextTable)
        return;
    const auto table = m_nextTable;
    const std::size_t total = m_nextTotal;
    if (showsAll()) {
        m_request.cancel();
        show({table, total, nullptr, nullptr, 0}, 0);
        return;
    }
    struct Built {
        RowList rows, places;
        std::size_t undecided = 0;
        qint64 ms = 0;
    };
    Task* const task = m_request.start<Built>(
        m_tasks, Lane::Interactive, tr("Filter and sort"), this,
        [table, total, keys = m_keys, filter = m_filter.value_or(core::FilterExpression())](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<Built> {
            QElapsedTimer clock;
            clock.start();
            TRY_ASSIGN(auto rows, core::buildRowSet(*table, total, filter, keys, context));
            TRY_ASSIGN(const auto undecided, core::undecidedRows(*table, total, filter, context));
            auto places = std::make_shared<std::vector<std::uint32_t>>(total, kHidden);
            for (std::size_t i = 0; i < rows.size(); ++i)
                (*places)[rows[i]] = static_cast<std::uint32_t>(i);
            return Built {std::make_shared<const std::vector<std::uint32_t>>(std::move(rows)), places,
                undecided.size(), clock.elapsed()};
        },
        [this, table, total](core::Result<Built> built) {
            if (built)
                show({table, total, built->rows, built->places, built->undecided}, built->ms);
            else if (built.error().code != core::Code::Cancelled)
                emit failed(coreWords(built.error().message));
        });
    connect(task, &Task::finished, this, [this, task] {
        if (!m_request.isCurrent(task))
            return;
        if (m_again)
            rebuild();
        emit busyChanged();
    });
    emit busyChanged();
}

void ColumnModel::show(Shown shown, qint64 ms)
{
    if (m_shown.table && !hasSameColumns(*m_shown.table, *shown.table))
        emit columnsAboutToBeReplaced();
    beginResetModel();
    const bool isOther = !m_shown.table || m_shown.table->columns().data() != shown.table->columns().data();
    m_shown = std::move(shown);
    m_tookMs = ms;
    if (isOther) {
        m_tints.clear();
        m_infos.clear();
        for (const core::FilterTable::Column& column : m_shown.table->columns())
            m_infos.push_back(columnInfo(column));
        m_rounded.clear();
        for (int column = 0; column < static_cast<int>(m_infos.size()); ++column) {
            if (m_infos[static_cast<std::size_t>(column)].isRounded)
                m_rounded.insert(column);
        }
    }
    tableReplaced();
    endResetModel();
    emit rowsReplaced();
}

std::uint32_t ColumnModel::sourceRow(int row) const
{
    return m_shown.rows ? (*m_shown.rows)[static_cast<std::size_t>(row)] : static_cast<std::uint32_t>(row);
}

int ColumnModel::rowOf(std::uint32_t source) const
{
    if (source >= m_shown.total)
        return -1;
    if (!m_shown.places)
        return static_cast<int>(source);
    const std::uint32_t place = (*m_shown.places)[source];
    return place == kHidden ? -1 : static_cast<int>(place);
}

int ColumnModel::columnNumber(std::string_view key) const
{
    return m_shown.table ? m_shown.table->columnByName(key) : -1;
}

void ColumnModel::cellsChanged(const std::vector<std::uint32_t>& sources)
{
    int first = rowCount(), last = -1;
    for (const std::uint32_t source : sources) {
        if (const int row = rowOf(source); row >= 0) {
            first = std::min(first, row);
            last = std::max(last, row);
        }
    }
    if (last >= 0)
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

void ColumnModel::setRounded(int column, bool rounded)
{
    rounded ? static_cast<void>(m_rounded.insert(column)) : static_cast<void>(m_rounded.erase(column));
    emit headerDataChanged(Qt::Horizontal, column, column);
    if (rowCount() > 0)
        emit dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole});
}

void ColumnModel::setTint(int column, std::optional<std::pair<double, double>> range)
{
    if (range)
        m_tints[column] = *range;
    else
        m_tints.erase(column);
    if (rowCount() > 0)
        emit dataChanged(index(0, column), index(rowCount() - 1, column), {TintRole});
}

int ColumnModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return static_cast<int>(m_shown.rows ? m_shown.rows->size() : m_shown.total);
}

int ColumnModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_infos.size());
}

QVariant ColumnModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    const ColumnInfo& about = info(column);
    // What needs no cell first: views ask for it most.
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            about.isNumber ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == MonoRole)
        return about.isMono;
    if (role == PathRole)
        return about.isName;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role < Qt::UserRole)
        return {};
    const std::uint32_t source = sourceRow(index.row());
    const core::Cell cell = m_shown.table->cell(source, column);
    if (QVariant own = special(source, column, cell, role); own.isValid())
        return own;
    switch (role) {
    case Qt::DisplayRole:
        return displayText(source, column, cell);
    case CopyRole:
        return fromCore(core::cellText(cell));
    case DimRole:
        return core::isNull(cell) || (about.counts && isZero(cell));
    case BoldRole:
        return hatch(source, column, cell).has_value();
    case HatchRole:
        if (const auto kind = hatch(source, column, cell))
            return static_cast<int>(*kind);
        return {};
    case TintRole:
        return tint(column, cell);
    case Qt::ToolTipRole:
        return about.isStatistic && !core::isNull(cell) ? sourceTip(source) : QVariant();
    default:
        return {};
    }
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const core::FilterTable::Column& column = m_shown.table->columns()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return isRounded(section) ? QString(fromCore(column.name) + QStringLiteral(" ≈"))
                                  : fromCore(column.name);
    if (role == CopyRole)
        return fromCore(column.name);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((info(section).isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

void ColumnModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        setSortKeys({});
    else
        setSortKeys({firstKey(column, order)});
}

core::SortKey ColumnModel::firstKey(int column, Qt::SortOrder order) const
{
    return {column, order == Qt::DescendingOrder};
}

Qt::SortOrder ColumnModel::orderOf(const core::SortKey& key) const
{
    return key == firstKey(key.column, Qt::DescendingOrder) || (!key.byBadness && key.descending)
        ? Qt::DescendingOrder
        : Qt::AscendingOrder;
}

QVariant ColumnModel::special(std::uint32_t, int, const core::Cell&, int) const
{
    return {};
}

QString ColumnModel::displayText(std::uint32_t source, int column, const core::Cell& cell) const
{
    if (core::isNull(cell))
        return info(column).isStatistic ? QStringLiteral("·") : QString();
    const double* const real = std::get_if<double>(&cell);
    if (real && std::isfinite(*real) && isRounded(column))
        return fromCore(core::streamText(*real, kRoundedDigits));
    const std::string_view key = m_shown.table->columns()[static_cast<std::size_t>(column)].name;
    if (key == "io") {
        const auto io = core::ioFromWord(core::cellView(cell));
        return io ? ioText(*io, -1) : fromCore(core::cellText(cell));
    }
    if (key == "source")
        return core::cellView(cell) == "file" ? tr("file") : tr("computed");
    if (key == "problem")
        return coreWords(m_shown.table->message(source, column));
    return shownName(core::textInOwnType(*m_shown.table, source, column));
}

/// Where the statistics of a row come from.
QVariant ColumnModel::sourceTip(std::uint32_t source) const
{
    const int column = m_shown.table->columnByName("source");
    const core::Cell cell = column < 0 ? core::Cell() : m_shown.table->cell(source, column);
    if (core::isNull(cell))
        return {};
    return core::cellView(cell) == "file" ? tr("Recorded in a statistics file of the dump")
                                          : tr("Computed here from the values of the tensor");
}

std::optional<NonFinite> ColumnModel::hatch(std::uint32_t, int column, const core::Cell& cell) const
{
    if (const auto counted = info(column).counts)
        return core::cellNumber(cell).value_or(0) > 0 ? counted : std::nullopt;
    const double* const real = std::get_if<double>(&cell);
    if (!real || std::isfinite(*real))
        return std::nullopt;
    if (std::isnan(*real))
        return NonFinite::Nan;
    return *real > 0 ? NonFinite::PosInf : NonFinite::NegInf;
}

QVariant ColumnModel::tint(int column, const core::Cell& cell) const
{
    const auto range = m_tints.find(column);
    const auto value = core::cellNumber(cell);
    if (range == m_tints.end() || !value || !std::isfinite(*value))
        return {};
    const auto [low, high] = range->second;
    return high > low ? std::clamp((*value - low) / (high - low), 0.0, 1.0) : 0.0;
}

} // namespace dumpscope::gui
