// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/input_model.h"

#include "capture/input_fill.h"
#include "common/cell_roles.h"
#include "common/core_text.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("dumpscope::gui::InputModel", "input"), "dtype", "shape",
    QT_TRANSLATE_NOOP("dumpscope::gui::InputModel", "values")};

bool hasFree(const std::vector<std::int64_t>& dims)
{
    return std::ranges::any_of(dims, [](std::int64_t dim) { return dim < 0; });
}

std::optional<std::vector<std::int64_t>> parseDims(QString text)
{
    text.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    std::vector<std::int64_t> dims;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qlonglong dim = part.trimmed().toLongLong(&isNumber);
        if (!isNumber || dim < 0)
            return std::nullopt;
        dims.push_back(dim);
    }
    return dims;
}

} // namespace

InputModel::InputModel(CaptureSetup& setup, QObject* parent)
    : QAbstractTableModel(parent)
    , m_setup(setup)
{
    connect(&setup, &CaptureSetup::changed, this, &InputModel::follow);
    connect(&setup, &CaptureSetup::modelChanged, this, &InputModel::follow);
    follow();
}

void InputModel::follow()
{
    const auto& fills = m_setup.profile().inputs;
    const auto& inputs = m_setup.model().inputs;
    if (fills.size() == m_fills.size() && inputs == m_inputs) {
        const bool isSame = fills == m_fills;
        m_fills = fills;
        if (!isSame)
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
        return;
    }
    beginResetModel();
    m_fills = fills;
    m_inputs = inputs;
    endResetModel();
}

void InputModel::setFill(const QList<int>& rows, const QString& fill)
{
    m_setup.edit([&](core::CaptureProfile& profile) {
        for (std::size_t row = 0; row < profile.inputs.size(); ++row) {
            if (!rows.isEmpty() && !rows.contains(static_cast<int>(row)))
                continue;
            const auto dims = dimsOf(static_cast<int>(row));
            profile.inputs[row] = fill.toStdString();
            // What was chosen for free dimensions stays.
            if (row < m_inputs.size() && hasFree(m_inputs[row].dims))
                setDims(profile, row, dims);
        }
    });
}

void InputModel::setSeed(quint64 seed)
{
    m_setup.edit([&](core::CaptureProfile& profile) {
        for (std::string& input : profile.inputs) {
            auto fill = core::parseInputFill(input);
            if (!fill || fill->kind != core::InputFill::Kind::Random)
                continue;
            fill->seed = seed;
            input = core::inputFillText(*fill);
        }
    });
}

std::optional<quint64> InputModel::seed() const
{
    for (const std::string& input : m_fills) {
        const auto fill = core::parseInputFill(input);
        if (fill && fill->kind == core::InputFill::Kind::Random)
            return fill->seed;
    }
    return std::nullopt;
}

void InputModel::setBatch(std::int64_t batch)
{
    m_setup.edit([&](core::CaptureProfile& profile) {
        for (std::size_t row = 0; row < std::min(profile.inputs.size(), m_inputs.size()); ++row) {
            if (m_inputs[row].dims.empty() || m_inputs[row].dims[0] >= 0)
                continue;
            auto dims = dimsOf(static_cast<int>(row));
            dims[0] = batch;
            setDims(profile, row, dims);
        }
    });
}

std::optional<std::int64_t> InputModel::batch() const
{
    for (std::size_t row = 0; row < m_inputs.size(); ++row) {
        if (!m_inputs[row].dims.empty() && m_inputs[row].dims[0] < 0)
            return dimsOf(static_cast<int>(row))[0];
    }
    return std::nullopt;
}

// As filled, else as the model says with 1 where it leaves them free.
std::vector<std::int64_t> InputModel::dimsOf(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    std::vector<std::int64_t> wanted = at < m_inputs.size() ? m_inputs[at].dims : std::vector<std::int64_t>();
    if (at < m_fills.size()) {
        const auto fill = core::parseInputFill(m_fills[at]);
        if (fill && fill->hasDims && fill->dims.size() == wanted.size())
            return fill->dims;
    }
    std::ranges::replace_if(
        wanted, [](std::int64_t dim) { return dim < 0; }, 1);
    return wanted;
}

void InputModel::setDims(
    core::CaptureProfile& profile, std::size_t row, const std::vector<std::int64_t>& dims) const
{
    auto fill = core::parseInputFill(profile.inputs[row]);
    if (!fill)
        return; // a file has its own shape
    fill->dims = dims;
    fill->hasDims = true;
    profile.inputs[row] = core::inputFillText(*fill);
}

int InputModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_fills.size());
}

int InputModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

Qt::ItemFlags InputModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const auto row = static_cast<std::size_t>(index.row());
    const bool isFree = index.column() == Shape && row < m_inputs.size() && hasFree(m_inputs[row].dims)
        && core::parseInputFill(m_fills[row]);
    return index.column() == Fill || isFree ? flags | Qt::ItemIsEditable : flags;
}

QVariant InputModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const ModelFacts::Input* const input = row < m_inputs.size() ? &m_inputs[row] : nullptr;
    const auto fill = core::parseInputFill(m_fills[row]);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        switch (index.column()) {
        case Name:
            return input ? input->name : tr("input %1").arg(index.row());
        case Dtype:
            return input ? input->dtype : QString();
        case Shape:
            return !input ? QString() : fill ? dimsText(dimsOf(index.row())) : dimsText(input->dims);
        default:
            break;
        }
        if (role == Qt::EditRole || !fill)
            return fromCore(m_fills[row]);
        return fill->kind == core::InputFill::Kind::Random
            ? tr("random, seed %1").arg(static_cast<qulonglong>(fill->seed))
            : fill->kind == core::InputFill::Kind::Ones ? tr("ones")
                                                        : tr("zeros");
    case MonoRole:
        return index.column() == Dtype || index.column() == Shape;
    case PathRole:
        return index.column() == Fill && !fill;
    case IconNameRole:
        return index.column() == Fill ? QVariant(QByteArray(fill ? "tensor" : "file")) : QVariant();
    case Qt::ToolTipRole:
        return index.column() == Fill
            ? QVariant(tr("A .npy or raw file, or: zeros, ones, random:SEED; Return or F2 edits"))
            : QVariant();
    default:
        return {};
    }
}

bool InputModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const auto row = static_cast<std::size_t>(index.row());
    if (index.column() == Fill) {
        m_setup.edit(
            [&](core::CaptureProfile& profile) { profile.inputs[row] = value.toString().toStdString(); });
        return true;
    }
    const auto dims = parseDims(value.toString());
    if (index.column() != Shape || !dims || dims->size() != m_inputs[row].dims.size())
        return false;
    m_setup.edit([&](core::CaptureProfile& profile) { setDims(profile, row, *dims); });
    return true;
}

QVariant InputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns || role != Qt::DisplayRole)
        return {};
    return section == Name || section == Fill ? tr(kTitles[section]) : QString::fromLatin1(kTitles[section]);
}

} // namespace dumpscope::gui
