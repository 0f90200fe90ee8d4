// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a heatmap one by one: where they are and what a screen reader says of them.
#include "compare/elements/plane_difference.h"
#include "heatmap/heatmap_view.h"
#include "tensor/element_text.h"
#include "tensor/plane.h"

#include <QAccessible>

#include <cmath>

namespace dumpscope::gui {

namespace {

/// What a cell holds, in words: every kind of non-finite element, else the number.
QString cellWords(double value, std::uint8_t flags, const QString& paddingWord)
{
    QStringList words;
    if ((flags & core::kHasNan) != 0)
        words.append(QStringLiteral("NaN"));
    if ((flags & core::kHasPosInf) != 0)
        words.append(QStringLiteral("+Inf"));
    if ((flags & core::kHasNegInf) != 0)
        words.append(QStringLiteral("-Inf"));
    if ((flags & core::kNanInTarget) != 0)
        words.append(HeatmapView::tr("NaN in the target only"));
    if ((flags & core::kNanInGolden) != 0)
        words.append(HeatmapView::tr("NaN in the golden only"));
    if ((flags & core::kOppositeInf) != 0)
        words.append(HeatmapView::tr("infinities of different sign"));
    if ((flags & core::kSameNonFinite) != 0)
        words.append(HeatmapView::tr("the same NaN or Inf on both sides"));
    if ((flags & kIsPadding) != 0)
        words.append(paddingWord.isEmpty() ? HeatmapView::tr("padding") : paddingWord);
    if (std::isfinite(value))
        words.append(valueText(value));
    return words.join(u' ');
}

} // namespace

HeatmapView::VisibleCells HeatmapView::visibleCells() const
{
    VisibleCells cells;
    const core::PlaneWindow seen = visibleWindow();
    if (seen.rows == 0 || seen.columns == 0)
        return cells;
    const PlaneTile& tile = tileFor(seen);
    cells.blockRows = tile.blockRows;
    cells.blockColumns = tile.blockColumns;
    cells.firstRow = seen.firstRow - (seen.firstRow - tile.window.firstRow) % tile.blockRows;
    cells.firstColumn = seen.firstColumn - (seen.firstColumn - tile.window.firstColumn) % tile.blockColumns;
    const auto count = [](std::uint64_t elements, std::uint64_t block) {
        return static_cast<int>((elements + block - 1) / block);
    };
    cells.rows = count(seen.firstRow + seen.rows - cells.firstRow, cells.blockRows);
    cells.columns = count(seen.firstColumn + seen.columns - cells.firstColumn, cells.blockColumns);
    return cells;
}

QString HeatmapView::spokenCell(const VisibleCells& cells, int row, int column) const
{
    const Cell first {cells.firstRow + static_cast<std::uint64_t>(row) * cells.blockRows,
        cells.firstColumn + static_cast<std::uint64_t>(column) * cells.blockColumns};
    const PlaneTile& tile = tileFor(visibleWindow());
    const std::uint64_t tileRow = (first.first - tile.window.firstRow) / tile.blockRows;
    const std::uint64_t tileColumn = (first.second - tile.window.firstColumn) / tile.blockColumns;
    if (tileRow >= tile.rows || tileColumn >= tile.columns)
        return {};
    const std::size_t at = tile.at(tileRow, tileColumn);
    QString value;
    if (tile.isExact() && m_probe == first)
        value = m_probeValue;
    else if (tile.isExact() && m_cellText)
        value = m_cellText(first.first, first.second);
    if (value.isEmpty())
        value = cellWords(tile.values[at], tile.flags[at], m_paddingWord);
    return tr("%1, %2, %3").arg(cells.rowName(row), cells.columnName(column), value);
}

QRect HeatmapView::cellPlace(const VisibleCells& cells, int row, int column) const
{
    const Layout layout = layoutFor(size());
    const std::uint64_t firstRow = cells.firstRow + static_cast<std::uint64_t>(row) * cells.blockRows;
    const std::uint64_t firstColumn
        = cells.firstColumn + static_cast<std::uint64_t>(column) * cells.blockColumns;
    const QRectF from = cellRect(layout, {firstRow, firstColumn});
    const QRectF to
        = cellRect(layout, {firstRow + cells.blockRows - 1, firstColumn + cells.blockColumns - 1});
    return ((from | to) & layout.plane).toAlignedRect();
}

QPoint HeatmapView::cellUnder(const QPoint& position) const
{
    const std::optional<Cell> element = cellAt(position);
    return element ? visibleCells().place(*element) : QPoint(-1, -1);
}

QString HeatmapView::spokenCell() const
{
    if (!m_probe)
        return {};
    return tr("row %1, column %2, %3").arg(m_probe->first).arg(m_probe->second).arg(m_probeValue);
}

/// To whoever reads the screen: what the cell holds, and that the focus is on it.
void HeatmapView::announceProbe(bool moved)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleValueChangeEvent value(this, spokenCell());
    QAccessible::updateAccessibility(&value);
    const VisibleCells cells = visibleCells();
    const QPoint place = m_probe ? cells.place(*m_probe) : QPoint(-1, -1);
    if (!moved || !hasFocus() || place.x() < 0)
        return;
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(place.y() * cells.columns + place.x());
    QAccessible::updateAccessibility(&focus);
}

} // namespace dumpscope::gui
