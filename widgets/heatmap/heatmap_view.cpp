// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_view.h"

#include "compare/plane_difference.h"
#include "heatmap/heatmap_accessible.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <bit>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kLargestStep = 160, kSmallestPicture = 48;
constexpr double kZoomFactor = 1.25;

/// Blocks no larger than a device pixel.
std::uint64_t blockFor(double step, double devicePixelRatio)
{
    const double perPixel = 1 / (step * devicePixelRatio);
    return perPixel < 2 ? 1 : std::bit_floor(static_cast<std::uint64_t>(perPixel));
}

bool contains(const core::PlaneWindow& outer, const core::PlaneWindow& inner)
{
    return inner.firstRow >= outer.firstRow && inner.firstColumn >= outer.firstColumn
        && inner.firstRow + inner.rows <= outer.firstRow + outer.rows
        && inner.firstColumn + inner.columns <= outer.firstColumn + outer.columns;
}

/// What a cell holds, in words: every kind of non-finite element, else the number.
QString cellWords(double value, std::uint8_t flags)
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
        words.append(HeatmapView::tr("padding"));
    if (std::isfinite(value))
        words.append(valueText(value));
    return words.join(u' ');
}

} // namespace

HeatmapView::HeatmapView(QWidget* parent)
    : QWidget(parent)
{
    installHeatmapAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Heatmap"));
    m_colours.table = colourMap("deep-sea", false).table(kColours);
    m_asking.setSingleShot(true);
    m_asking.setInterval(30);
    connect(&m_asking, &QTimer::timeout, this, &HeatmapView::askForMore);
}

void HeatmapView::setPlane(std::shared_ptr<const PlaneData> plane)
{
    const bool isSameSize
        = m_plane && plane && m_plane->rows == plane->rows && m_plane->columns == plane->columns;
    m_plane = std::move(plane);
    m_detail.reset();
    if (!isSameSize && m_plane) {
        m_isFitted = true;
        m_region.reset();
    }
    viewChanged();
}

void HeatmapView::setDetail(std::shared_ptr<const PlaneTile> detail)
{
    m_detail = std::move(detail);
    m_imageIsStale = true;
    update();
}

void HeatmapView::setColours(const ColourMap& map, const ValueScale& scale)
{
    m_colours = {map.table(kColours), scale};
    m_imageIsStale = true;
    update();
}

void HeatmapView::setAxisTitles(const QString& rows, const QString& columns)
{
    m_rowTitle = rows;
    m_columnTitle = columns;
    viewChanged();
}

void HeatmapView::setCellText(CellText text)
{
    m_cellText = std::move(text);
    update();
}

void HeatmapView::setProbe(std::optional<Cell> cell, const QString& value)
{
    const bool moved = m_probe != cell;
    if (!moved && m_probeValue == value)
        return;
    m_probe = cell;
    m_probeValue = value;
    if (moved && cell)
        reveal(*cell);
    announceProbe(moved);
    update();
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

void HeatmapView::setCompact(bool compact)
{
    m_isCompact = compact;
    viewChanged();
}

QString HeatmapView::spokenCell() const
{
    if (!m_probe)
        return {};
    return tr("row %1, column %2, %3").arg(m_probe->first).arg(m_probe->second).arg(m_probeValue);
}

const PlaneTile& HeatmapView::tileFor(const core::PlaneWindow& seen) const
{
    return m_detail && contains(m_detail->window, seen) ? *m_detail : m_plane->overview;
}

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
        value = cellWords(tile.values[at], tile.flags[at]);
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

void HeatmapView::setRegion(std::optional<core::PlaneWindow> region)
{
    m_region = region;
    emit regionChanged();
    update();
}

HeatmapView::Layout HeatmapView::layoutFor(const QSize& size) const
{
    const QFontMetrics metrics(font());
    const double line = metrics.height();
    const double label = metrics.horizontalAdvance(QString::number(m_plane ? m_plane->rows : 0)) + 10;
    const double title = m_isCompact ? 0 : line + 2;
    const double barText = metrics.horizontalAdvance(QStringLiteral("-0.0000e+00"));
    Layout layout;
    layout.area = QRectF(title + label, 12, std::max(1.0, size.width() - title - label - 9 - 12 - barText),
        std::max(1.0, size.height() - 12 - line - 4 - title - 4));
    if (!m_plane || m_plane->rows == 0 || m_plane->columns == 0)
        return layout;
    const double stepX = m_isFitted ? fittingStep(layout.area.size(), false) : m_stepX;
    const double stepY = m_isFitted ? fittingStep(layout.area.size(), true) : m_stepY;
    const QSizeF whole(
        static_cast<double>(m_plane->columns) * stepX, static_cast<double>(m_plane->rows) * stepY);
    QPointF at = m_offset;
    if (m_isFitted || whole.width() <= layout.area.width())
        at.setX(std::floor((layout.area.width() - whole.width()) / 2));
    if (m_isFitted || whole.height() <= layout.area.height())
        at.setY(m_isFitted ? 0 : std::floor((layout.area.height() - whole.height()) / 2));
    layout.plane = QRectF(layout.area.topLeft() + at, whole) & layout.area;
    layout.bar
        = QRectF(layout.plane.right() + 9, layout.plane.top(), 12, std::max(layout.plane.height(), 60.0));
    return layout;
}

/// Square cells; where a side would be too thin to see, its cells are stretched.
double HeatmapView::fittingStep(const QSizeF& area, bool vertical) const
{
    const auto rows = static_cast<double>(m_plane->rows), columns = static_cast<double>(m_plane->columns);
    const double dpr = devicePixelRatioF();
    double square = std::min(area.width() / columns, area.height() / rows);
    square = std::min(square, 96.0);
    if (square * dpr >= 3)
        square = std::floor(square * dpr) / dpr;
    const double count = vertical ? rows : columns;
    const double room = vertical ? area.height() : area.width();
    const double wanted = std::min({count * 20, 160.0, room});
    if (count * square >= std::min(kSmallestPicture, wanted))
        return square;
    return wanted / count;
}

QPointF HeatmapView::origin(const Layout& layout) const
{
    QPointF at = layout.area.topLeft() + m_offset;
    const double width = static_cast<double>(m_plane->columns) * m_stepX;
    const double height = static_cast<double>(m_plane->rows) * m_stepY;
    if (m_isFitted || width <= layout.area.width())
        at.setX(layout.plane.left());
    if (m_isFitted || height <= layout.area.height())
        at.setY(layout.plane.top());
    return at;
}

void HeatmapView::clampOffset()
{
    if (!m_plane)
        return;
    const QRectF area = layoutFor(size()).area;
    const double width = static_cast<double>(m_plane->columns) * m_stepX;
    const double height = static_cast<double>(m_plane->rows) * m_stepY;
    m_offset.setX(std::clamp(m_offset.x(), std::min(0.0, area.width() - width), 0.0));
    m_offset.setY(std::clamp(m_offset.y(), std::min(0.0, area.height() - height), 0.0));
}

void HeatmapView::viewChanged()
{
    if (m_plane && m_isFitted && m_plane->rows > 0 && m_plane->columns > 0) {
        const Layout layout = layoutFor(size());
        m_stepX = fittingStep(layout.area.size(), false);
        m_stepY = fittingStep(layout.area.size(), true);
    } else {
        clampOffset();
    }
    m_imageIsStale = true;
    m_asking.start();
    update();
}

core::PlaneWindow HeatmapView::visibleWindow() const
{
    if (!m_plane || m_plane->rows == 0 || m_plane->columns == 0)
        return {};
    const Layout layout = layoutFor(size());
    const QPointF from = layout.plane.topLeft() - origin(layout);
    const QPointF to = layout.plane.bottomRight() - origin(layout);
    const auto index = [](double value, std::uint64_t count) {
        return static_cast<std::uint64_t>(std::clamp(value, 0.0, static_cast<double>(count)));
    };
    core::PlaneWindow window;
    window.firstRow = index(std::floor(from.y() / m_stepY), m_plane->rows - 1);
    window.firstColumn = index(std::floor(from.x() / m_stepX), m_plane->columns - 1);
    window.rows = index(std::ceil(to.y() / m_stepY), m_plane->rows) - window.firstRow;
    window.columns = index(std::ceil(to.x() / m_stepX), m_plane->columns) - window.firstColumn;
    return window;
}

void HeatmapView::askForMore()
{
    // While there is a preview, all of the plane is being read.
    if (!m_plane || m_plane->isPreview || !isVisible() || m_plane->rows == 0 || m_plane->columns == 0)
        return;
    const core::PlaneWindow seen = visibleWindow();
    const double dpr = devicePixelRatioF();
    const std::uint64_t blockRows = blockFor(m_stepY, dpr), blockColumns = blockFor(m_stepX, dpr);
    const bool isCoarse
        = m_plane->overview.blockRows > blockRows || m_plane->overview.blockColumns > blockColumns;
    const bool isThere = m_detail && m_detail->blockRows == blockRows
        && m_detail->blockColumns == blockColumns && contains(m_detail->window, seen);
    if (isCoarse && !isThere) {
        // A quarter more to every side, from the border of a block on.
        const auto widen
            = [](std::uint64_t& first, std::uint64_t& count, std::uint64_t block, std::uint64_t all) {
                  const std::uint64_t end = std::min(all, first + count + count / 4 + block);
                  first -= std::min(first, count / 4);
                  first -= first % block;
                  count = end - first;
              };
        core::PlaneWindow window = seen;
        widen(window.firstRow, window.rows, blockRows, m_plane->rows);
        widen(window.firstColumn, window.columns, blockColumns, m_plane->columns);
        emit detailWanted(window, blockRows, blockColumns);
    }
    if (m_stepX >= 30 && m_stepY >= QFontMetrics(font()).height())
        emit textsWanted(seen);
}

std::optional<HeatmapView::Cell> HeatmapView::cellAt(const QPointF& position) const
{
    if (!m_plane)
        return std::nullopt;
    const Layout layout = layoutFor(size());
    if (!layout.plane.contains(position))
        return std::nullopt;
    const QPointF at = position - origin(layout);
    const auto index = [](double value, std::uint64_t count) {
        return static_cast<std::uint64_t>(std::clamp(value, 0.0, static_cast<double>(count - 1)));
    };
    return Cell {index(at.y() / m_stepY, m_plane->rows), index(at.x() / m_stepX, m_plane->columns)};
}

QRectF HeatmapView::cellRect(const Layout& layout, const Cell& cell) const
{
    const QPointF from = origin(layout);
    const auto snapped
        = [dpr = devicePixelRatioF()](double value) { return std::floor(value * dpr + 0.5) / dpr; };
    const double left = snapped(from.x() + static_cast<double>(cell.second) * m_stepX);
    const double top = snapped(from.y() + static_cast<double>(cell.first) * m_stepY);
    return {QPointF(left, top),
        QPointF(snapped(from.x() + static_cast<double>(cell.second + 1) * m_stepX),
            snapped(from.y() + static_cast<double>(cell.first + 1) * m_stepY))};
}

void HeatmapView::setViewport(const Viewport& viewport)
{
    m_isFitted = viewport.isFitted;
    m_stepX = viewport.stepX;
    m_stepY = viewport.stepY;
    m_offset = viewport.offset;
    viewChanged();
}

void HeatmapView::zoomBy(double factor)
{
    const Layout layout = layoutFor(size());
    zoomBy(factor, m_probe ? cellRect(layout, *m_probe).center() : layout.plane.center());
}

void HeatmapView::zoomBy(double factor, const QPointF& around)
{
    if (!m_plane || m_plane->rows == 0 || m_plane->columns == 0)
        return;
    const Layout layout = layoutFor(size());
    const QPointF from = origin(layout);
    const QPointF element((around.x() - from.x()) / m_stepX, (around.y() - from.y()) / m_stepY);
    const double fittedX = fittingStep(layout.area.size(), false),
                 fittedY = fittingStep(layout.area.size(), true);
    const double stepX = std::clamp(m_stepX * factor, fittedX, std::max(kLargestStep, fittedX));
    const double stepY = std::clamp(m_stepY * factor, fittedY, std::max(kLargestStep, fittedY));
    m_isFitted = stepX <= fittedX && stepY <= fittedY;
    m_stepX = stepX;
    m_stepY = stepY;
    m_offset = around - layout.area.topLeft() - QPointF(element.x() * stepX, element.y() * stepY);
    viewChanged();
    emit viewportMoved();
}

void HeatmapView::fit()
{
    m_isFitted = true;
    viewChanged();
    emit viewportMoved();
}

void HeatmapView::oneToOne()
{
    if (m_plane)
        zoomBy(1 / (devicePixelRatioF() * std::min(m_stepX, m_stepY)));
}

void HeatmapView::reveal(const Cell& cell)
{
    if (!m_plane || m_isFitted)
        return;
    const Layout layout = layoutFor(size());
    const QRectF place = cellRect(layout, cell);
    QPointF by;
    if (place.left() < layout.area.left() || place.right() > layout.area.right())
        by.setX(layout.area.left() + layout.area.width() / 3 - place.left());
    if (place.top() < layout.area.top() || place.bottom() > layout.area.bottom())
        by.setY(layout.area.top() + layout.area.height() / 3 - place.top());
    if (by.isNull())
        return;
    m_offset += by;
    viewChanged();
    emit viewportMoved();
}

void HeatmapView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    viewChanged();
}

void HeatmapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        viewChanged();
    QWidget::changeEvent(event);
}

void HeatmapView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void HeatmapView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void HeatmapView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps != 0)
        zoomBy(std::pow(kZoomFactor, steps), event->position());
    event->accept();
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    m_drag = Drag::Press;
    if (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_regionFrom = cellAt(m_dragFrom);
        m_drag = m_regionFrom ? Drag::Region : Drag::None;
    } else if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
    }
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<Cell> cell = cellAt(event->position());
    if (cell)
        emit hovered(cell->first, cell->second);
    if (m_drag == Drag::Press && (event->position() - m_dragFrom).manhattanLength() > 6)
        m_drag = Drag::Pan;
    if (m_drag == Drag::Pan && !m_isFitted) {
        m_offset += event->position() - m_dragFrom;
        m_dragFrom = event->position();
        viewChanged();
        emit viewportMoved();
    } else if (m_drag == Drag::Region && cell && m_regionFrom) {
        const auto [top, bottom] = std::minmax(cell->first, m_regionFrom->first);
        const auto [left, right] = std::minmax(cell->second, m_regionFrom->second);
        setRegion(core::PlaneWindow {top, left, bottom - top + 1, right - left + 1});
    }
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    const std::optional<Cell> cell = cellAt(event->position());
    if (m_drag == Drag::Press && event->button() == Qt::LeftButton && cell) {
        if (m_region)
            setRegion(std::nullopt);
        emit probed(cell->first, cell->second);
    }
    m_drag = Drag::None;
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

void HeatmapView::extendRegion(std::int64_t rows, std::int64_t columns)
{
    if (!m_probe || !m_plane)
        return;
    core::PlaneWindow region = m_region.value_or(core::PlaneWindow {m_probe->first, m_probe->second, 1, 1});
    const auto extend = [](std::uint64_t first, std::uint64_t count, std::int64_t by, std::uint64_t all) {
        const auto wanted = static_cast<std::int64_t>(count) + by;
        return static_cast<std::uint64_t>(
            std::clamp<std::int64_t>(wanted, 1, static_cast<std::int64_t>(all - first)));
    };
    region.rows = extend(region.firstRow, region.rows, rows, m_plane->rows);
    region.columns = extend(region.firstColumn, region.columns, columns, m_plane->columns);
    setRegion(region);
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    std::int64_t rows = 0, columns = 0;
    const core::PlaneWindow seen = visibleWindow();
    switch (event->key()) {
    case Qt::Key_Left:
        columns = -1;
        break;
    case Qt::Key_Right:
        columns = 1;
        break;
    case Qt::Key_Up:
        rows = -1;
        break;
    case Qt::Key_Down:
        rows = 1;
        break;
    case Qt::Key_PageUp:
        rows = -static_cast<std::int64_t>(seen.rows);
        break;
    case Qt::Key_PageDown:
        rows = static_cast<std::int64_t>(seen.rows);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        extendRegion(rows, columns);
        return;
    }
    // To the border: further than any plane is long.
    const std::int64_t far = event->modifiers().testFlag(Qt::ControlModifier) && m_plane
        ? static_cast<std::int64_t>(std::max(m_plane->rows, m_plane->columns))
        : 1;
    emit moved(rows * far, columns * far);
}

} // namespace dumpscope::gui
