// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_view.h"

#include "common/widget_changes.h"
#include "heatmap/heatmap_accessible.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kLargestStep = 160, kSmallestPicture = 48;

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
    onChange(this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { viewChanged(); });
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

void HeatmapView::setBands(PlaneBands bands)
{
    if (bands == m_bands)
        return;
    m_bands = std::move(bands);
    update();
}

void HeatmapView::setCompact(bool compact)
{
    m_isCompact = compact;
    viewChanged();
}

const PlaneTile& HeatmapView::tileFor(const core::PlaneWindow& seen) const
{
    return m_detail && contains(m_detail->window, seen) ? *m_detail : m_plane->overview;
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

/// Square cells, unless they fill the area; where a side would be too thin to see, its cells are stretched.
double HeatmapView::fittingStep(const QSizeF& area, bool vertical) const
{
    const auto rows = static_cast<double>(m_plane->rows), columns = static_cast<double>(m_plane->columns);
    const double dpr = devicePixelRatioF();
    const double count = vertical ? rows : columns;
    const double room = vertical ? area.height() : area.width();
    const auto onPixels = [dpr](double step) {
        constexpr double kFine = 3; // pixels, below which a part of one shows
        return step * dpr >= kFine ? std::floor(step * dpr) / dpr : step;
    };
    if (m_isFilled)
        return onPixels(room / count);
    double square = std::min(area.width() / columns, area.height() / rows);
    square = onPixels(std::min(square, 96.0));
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
    m_isFilled = viewport.isFilled;
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
    m_isFilled = false;
    viewChanged();
    emit viewportMoved();
}

void HeatmapView::fill()
{
    m_isFitted = m_isFilled = true;
    viewChanged();
    emit viewportMoved();
}

void HeatmapView::oneToOne()
{
    m_isFilled = false;
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

} // namespace dumpscope::gui
