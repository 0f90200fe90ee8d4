// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse and keys do to a heatmap.
#include "heatmap/heatmap_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kZoomFactor = 1.25; ///< of a notch of the wheel

} // namespace

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
