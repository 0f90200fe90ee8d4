// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/pair_grid_model.h"

#include "common/cell_roles.h"

#include <QBrush>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kMostTint = 0.34;

QString lineMark(PairGridModel::Line line)
{
    return line == PairGridModel::Target ? QStringLiteral("T")
        : line == PairGridModel::Golden  ? QStringLiteral("G")
                                         : QStringLiteral("Δ");
}

} // namespace

PairGridModel::PairGridModel(DifferenceDocument& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_lines {new PlaneTableModel(document.target(), this, kWindow),
          new PlaneTableModel(document.golden(), this, kWindow),
          new PlaneTableModel(document.target(), this, kWindow)}
{
    m_lines[Difference]->setReader([this]() -> PlaneTableModel::CellReader {
        if (!m_document.isReady())
            return {};
        return [plane = m_document.plane()](const core::PlaneWindow& cells, const NumberFormat& format,
                   core::TaskContext& task) { return plane.loadCells(cells, format, task); };
    });
    for (const Line line : {Target, Golden}) {
        TensorDocument& side = line == Target ? document.target() : document.golden();
        m_lines[line]->setReader([this, line, &side]() -> PlaneTableModel::CellReader {
            if (m_document.isReady())
                return [plane = m_document.plane(), line](const core::PlaneWindow& cells,
                           const NumberFormat& format, core::TaskContext& task) {
                    return plane.loadSide(line == Golden, cells, format, task);
                };
            return [stream = side.stream(), plane = side.plane()](
                       const core::PlaneWindow& cells, const NumberFormat& format, core::TaskContext& task) {
                return loadCells(stream, plane, cells, format, nullptr, task.stop);
            };
        });
    }
    for (const Line line : {Target, Golden, Difference})
        wire(m_lines[line], line);
    using Document = DifferenceDocument;
    for (const auto changed : {&Document::planeChanged, &Document::kindChanged})
        connect(&document, changed, m_lines[Difference], &PlaneTableModel::refresh);
    for (const Line line : {Target, Golden})
        connect(&document, &Document::planeChanged, m_lines[line], &PlaneTableModel::refresh);
    connect(&document, &Document::rangesChanged, this, [this] {
        if (m_tint.isValid() && rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
    });
}

void PairGridModel::wire(PlaneTableModel* lines, Line line)
{
    connect(lines, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(lines, &QAbstractItemModel::modelReset, this, [this] { endResetModel(); });
    connect(lines, &QAbstractItemModel::dataChanged, this,
        [this, line](const QModelIndex& from, const QModelIndex& to) {
            // All lines of a cell are tinted by its difference.
            const QModelIndex first
                = index(from.row() * LineCount + (line == Difference ? 0 : line), from.column());
            const QModelIndex last = index(to.row() * LineCount + line, to.column());
            if (first.isValid() && last.isValid())
                emit dataChanged(first, last);
        });
    connect(lines, &QAbstractItemModel::headerDataChanged, this,
        [this](Qt::Orientation orientation, int first, int last) {
            const bool isRows = orientation == Qt::Vertical;
            if (isRows && rowCount() > 0)
                emit headerDataChanged(orientation, first * LineCount, last * LineCount + LineCount - 1);
        });
    connect(lines, &PlaneTableModel::widened, this, &PairGridModel::widened);
}

int PairGridModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_lines[Target]->rowCount() * LineCount;
}

int PairGridModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_lines[Target]->columnCount();
}

std::pair<std::uint64_t, std::uint64_t> PairGridModel::cellOf(const QModelIndex& index) const
{
    return {m_lines[Target]->firstRow() + static_cast<std::uint64_t>(index.row() / LineCount),
        m_lines[Target]->firstColumn() + static_cast<std::uint64_t>(index.column())};
}

QModelIndex PairGridModel::indexOf(std::uint64_t row, std::uint64_t column, Line line) const
{
    const QModelIndex place = m_lines[Target]->indexOf(row, column);
    return place.isValid() ? index(place.row() * LineCount + line, place.column()) : QModelIndex();
}

void PairGridModel::moveTo(std::uint64_t row, std::uint64_t column)
{
    for (PlaneTableModel* lines : m_lines)
        lines->moveTo(row, column);
}

QVariant PairGridModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line line = lineOf(index);
    const int row = index.row() / LineCount;
    const QModelIndex place = m_lines[line]->index(row, index.column());
    if (!place.isValid())
        return {};
    switch (role) {
    case Qt::BackgroundRole:
        return m_tint.isValid() ? tintAt(m_lines[Difference]->index(row, index.column())) : QVariant();
    case BoldRole:
        return line == Difference;
    case DimRole:
        // Where nothing differs the difference is quiet.
        return line == Difference && m_lines[Difference]->valueAt(place) == 0.0;
    case Qt::AccessibleTextRole: {
        const auto [planeRow, planeColumn] = cellOf(index);
        const QString names[] = {tr("target"), tr("golden"), tr("difference")};
        return tr("row %1, column %2, %3 %4")
            .arg(planeRow)
            .arg(planeColumn)
            .arg(names[line], place.data().toString());
    }
    default:
        return place.data(role);
    }
}

QVariant PairGridModel::tintAt(const QModelIndex& place) const
{
    const auto value = place.isValid() ? m_lines[Difference]->valueAt(place) : std::nullopt;
    if (!value || *value == 0)
        return {};
    const ValueScale scale = m_document.differenceScale();
    const double position = scale.position(std::fabs(*value));
    const bool isSigned = m_document.kind() == core::DifferenceKind::Signed;
    // Faint, but there: what differs at all is not as what is equal.
    const double share = std::clamp(isSigned ? 2 * position - 1 : position, 0.1, 1.0);
    QColor heat = m_tint;
    heat.setAlphaF(static_cast<float>(share * kMostTint));
    return QBrush(heat);
}

QVariant PairGridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal)
        return m_lines[Target]->headerData(section, orientation, role);
    if (role != Qt::DisplayRole || section < 0 || section >= rowCount())
        return {};
    const auto line = static_cast<Line>(section % LineCount);
    // The row is named once, beside its first line.
    const QString row = line == Target
        ? m_lines[Target]->headerData(section / LineCount, orientation, role).toString()
        : QString();
    return row.isEmpty() ? lineMark(line) : row + QStringLiteral("  ") + lineMark(line);
}

void PairGridModel::setFormat(const NumberFormat& format)
{
    for (PlaneTableModel* lines : m_lines)
        lines->setFormat(format);
}

void PairGridModel::setTint(const QColor& tint)
{
    m_tint = tint;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
}

bool PairGridModel::isSettled() const
{
    return std::ranges::all_of(m_lines, [](const PlaneTableModel* lines) { return lines->isSettled(); });
}

} // namespace dumpscope::gui
