// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/plane_table_model.h"
#include "tensor/plane.h"

#include "common/cell_roles.h"
#include "common/glyphs.h"

#include <QBrush>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {
constexpr double kMostTint = 0.34;
}

PlaneTableModel::PlaneTableModel(TensorDocument& document, QObject* parent, std::uint64_t window)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_window(window)
{
    m_makeReader = [this]() -> CellReader {
        return [stream = m_document.stream(), plane = m_document.plane(), padding = m_document.padding()](
                   const core::PlaneWindow& cells, const NumberFormat& format, core::TaskContext& task) {
            return loadCells(stream, plane, cells, format, padding.get(), task.stop);
        };
    };
    connect(&document, &TensorDocument::stageChanged, this, &PlaneTableModel::reload);
    connect(&document, &TensorDocument::planeChanged, this, &PlaneTableModel::reload);
    connect(&document, &TensorDocument::coloursChanged, this, [this] {
        if (m_tint.isValid() && m_rows > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
    });
    reload();
}

void PlaneTableModel::reload()
{
    const std::uint64_t rows = m_document.isReady() ? m_document.rows() : 0;
    const std::uint64_t columns = m_document.isReady() ? m_document.columns() : 0;
    const QStringList names = m_document.isReady() ? m_document.axes() : QStringList();
    if (rows == m_rows && columns == m_columns && names == m_axisNames) {
        // The next slice: the same table with other numbers, so that the view stays where it is.
        forget();
        if (rows > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        if (rows > 0)
            emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
        return;
    }
    beginResetModel();
    forget();
    m_longest = 0;
    m_rows = rows;
    m_columns = columns;
    m_axisNames = names;
    m_firstRow = m_firstColumn = 0;
    endResetModel();
}

void PlaneTableModel::forget()
{
    m_blocks.clear();
    m_wanted.clear();
    m_asked.clear();
    m_failed.clear();
    m_reading.cancel();
}

void PlaneTableModel::setReader(std::function<CellReader()> makeReader)
{
    m_makeReader = std::move(makeReader);
    refresh();
}

void PlaneTableModel::refresh()
{
    forget();
    m_longest = 0;
    if (m_rows > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

std::optional<double> PlaneTableModel::valueAt(const QModelIndex& index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return std::nullopt;
    const std::uint64_t row = m_firstRow + static_cast<std::uint64_t>(index.row());
    const std::uint64_t column = m_firstColumn + static_cast<std::uint64_t>(index.column());
    const CellBlock* const block = blockOf(row, column);
    if (!block || !block->contains(row, column) || block->flags[block->at(row, column)] != 0)
        return std::nullopt;
    return block->values[block->at(row, column)];
}

int PlaneTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_window, m_rows - m_firstRow));
}

int PlaneTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_window, m_columns - m_firstColumn));
}

const CellBlock* PlaneTableModel::blockOf(std::uint64_t row, std::uint64_t column) const
{
    const Key key {row / kBlockRows, column / kBlockColumns};
    const auto found = m_blocks.constFind(key);
    if (found != m_blocks.cend())
        return found->get();
    if (!m_wanted.contains(key) && !m_asked.contains(key) && !m_failed.contains(key)) {
        if (m_wanted.isEmpty()) {
            auto* const self = const_cast<PlaneTableModel*>(this);
            QTimer::singleShot(0, self, &PlaneTableModel::ask);
        }
        // Whoever asks for everything gets what was asked for last.
        if (m_wanted.size() >= kBlocksKept)
            m_wanted.removeFirst();
        m_wanted.append(key);
    }
    return nullptr;
}

void PlaneTableModel::ask()
{
    // One request at a time; what comes into view meanwhile goes with the next.
    if (!m_asked.isEmpty() || m_wanted.isEmpty() || !m_document.isReady())
        return;
    const CellReader reader = m_makeReader();
    if (!reader) {
        m_wanted.clear();
        return;
    }
    m_asked = std::exchange(m_wanted, {});
    m_document.read<std::vector<CellBlock>>(
        m_reading, Lane::Interactive, tr("Reading values"),
        [reader, keys = m_asked, format = m_format](
            core::TaskContext& task) -> core::Result<std::vector<CellBlock>> {
            std::vector<CellBlock> blocks;
            for (const Key& key : keys) {
                const core::PlaneWindow window {
                    key.first * kBlockRows, key.second * kBlockColumns, kBlockRows, kBlockColumns};
                TRY_ASSIGN(CellBlock block, reader(window, format, task));
                blocks.push_back(std::move(block));
            }
            return blocks;
        },
        [this](std::vector<CellBlock> blocks) { accept(std::move(blocks)); }, TensorDocument::Scope::Plane,
        [this](const core::Error&) {
            // Somebody who stopped it may scroll on; what could not be read stays empty.
            for (const Key& key : std::exchange(m_asked, {}))
                m_failed.insert(key);
            ask();
        });
}

void PlaneTableModel::accept(std::vector<CellBlock> blocks)
{
    if (m_blocks.size() > kBlocksKept)
        m_blocks.clear();
    m_asked.clear();
    const int before = m_longest;
    for (CellBlock& block : blocks) {
        const core::PlaneWindow window = block.window;
        for (const QString& text : block.texts)
            m_longest = std::max(m_longest, static_cast<int>(text.size()));
        const Key key {window.firstRow / kBlockRows, window.firstColumn / kBlockColumns};
        m_blocks.insert(key, std::make_shared<const CellBlock>(std::move(block)));
        const QModelIndex from = indexOf(window.firstRow, window.firstColumn);
        const QModelIndex to
            = indexOf(window.firstRow + window.rows - 1, window.firstColumn + window.columns - 1);
        if (from.isValid() && to.isValid())
            emit dataChanged(from, to);
        else if (rowCount() > 0) // a block at the border of the window
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    if (m_longest > before)
        emit widened(m_longest);
    if (!m_wanted.isEmpty())
        ask();
}

QVariant PlaneTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case MonoRole:
        return true;
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case CopyRole:
    case Qt::BackgroundRole:
    case HatchRole:
    case DimRole:
    case BoldRole:
        break;
    default:
        return {};
    }
    const std::uint64_t row = m_firstRow + static_cast<std::uint64_t>(index.row());
    const std::uint64_t column = m_firstColumn + static_cast<std::uint64_t>(index.column());
    const CellBlock* const block = blockOf(row, column);
    if (!block || !block->contains(row, column))
        return {};
    const std::size_t at = block->at(row, column);
    const std::uint8_t flags = block->flags[at];
    const bool isNonFinite = (flags & ~kIsPadding) != 0;
    switch (role) {
    case Qt::BackgroundRole:
        return flags == 0 && m_tint.isValid() && m_document.hasValues() ? tintOf(block->values[at])
                                                                        : QVariant();
    case HatchRole:
        if (!m_document.hasValues())
            return {};
        if (isNonFinite)
            return static_cast<int>((flags & core::kHasNan) != 0 ? NonFinite::Nan
                    : (flags & core::kHasPosInf) != 0            ? NonFinite::PosInf
                                                                 : NonFinite::NegInf);
        return (flags & kIsPadding) != 0 ? QVariant(static_cast<int>(NonFinite::Padding)) : QVariant();
    case BoldRole:
        return isNonFinite && m_document.hasValues();
    case DimRole:
        return (flags & kIsPadding) != 0;
    case Qt::AccessibleTextRole:
        return tr("row %1, column %2, %3").arg(row).arg(column).arg(block->texts[at]);
    default:
        return block->texts[at];
    }
}

QVariant PlaneTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || !m_document.isReady())
        return {};
    const bool isRow = orientation == Qt::Vertical;
    if (section < 0 || section >= (isRow ? rowCount() : columnCount()))
        return {};
    const std::uint64_t at = (isRow ? m_firstRow : m_firstColumn) + static_cast<std::uint64_t>(section);
    const core::PlaneSpec& plane = m_document.plane();
    const auto axis = static_cast<qsizetype>(isRow ? plane.rowAxis : plane.columnAxis);
    const bool isLine = isRow && plane.rowAxis == plane.columnAxis;
    const QString name = m_axisNames.value(axis);
    if (isLine || m_axisNames.isEmpty())
        return isLine ? QString() : QString::number(at);
    // A number as a name says nothing beside the index.
    return name.at(0).isDigit() ? QString::number(at) : name + u' ' + QString::number(at);
}

void PlaneTableModel::setFormat(const NumberFormat& format)
{
    if (m_format == format)
        return;
    m_format = format;
    refresh();
}

QVariant PlaneTableModel::tintOf(double value) const
{
    if (!m_document.planeData() && m_document.colours().isAutomatic)
        return {};
    const double place = std::clamp(m_document.scale().position(value), 0.0, 1.0);
    QColor heat = m_tint;
    heat.setAlphaF(static_cast<float>(place * kMostTint));
    return QBrush(heat);
}

void PlaneTableModel::setTint(const QColor& tint)
{
    m_tint = tint;
    if (m_rows > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
}

void PlaneTableModel::moveTo(std::uint64_t row, std::uint64_t column)
{
    if (indexOf(row, column).isValid() || row >= m_rows || column >= m_columns)
        return;
    const auto begin = [this](std::uint64_t at, std::uint64_t all) {
        return all <= m_window ? 0 : std::min(at - std::min(at, m_window / 2), all - m_window);
    };
    beginResetModel();
    m_firstRow = begin(row, m_rows);
    m_firstColumn = begin(column, m_columns);
    endResetModel();
}

QModelIndex PlaneTableModel::indexOf(std::uint64_t row, std::uint64_t column) const
{
    if (row < m_firstRow || column < m_firstColumn)
        return {};
    const std::uint64_t y = row - m_firstRow, x = column - m_firstColumn;
    if (y >= static_cast<std::uint64_t>(rowCount()) || x >= static_cast<std::uint64_t>(columnCount()))
        return {};
    return index(static_cast<int>(y), static_cast<int>(x));
}

} // namespace dumpscope::gui
