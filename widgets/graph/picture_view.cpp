// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/picture_view.h"

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr double kLeastZoom = 0.005, kMostZoom = 6, kFirstLeastZoom = 0.65, kFirstZoom = 0.9;

} // namespace

QRectF PictureView::toScreen(const QRectF& rect) const
{
    return {(rect.topLeft() - m_origin) * m_zoom, rect.size() * m_zoom};
}

void PictureView::set(double zoom, const QPointF& origin)
{
    m_zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    m_origin = origin;
    emit changed();
}

QSizeF PictureView::room() const
{
    const int over = m_over && !m_over->isHidden() ? m_over->sizeHint().height() : 0;
    return {m_widget.width() * 1.0, std::max(1.0, m_widget.height() * 1.0 - over)};
}

void PictureView::fit()
{
    if (!m_whole)
        return;
    const QSizeF room = this->room();
    const double zoom = std::clamp(std::min(room.width() / std::max(1.0, m_whole->width()),
                                       room.height() / std::max(1.0, m_whole->height())),
        kLeastZoom, 1.0);
    set(zoom, m_whole->center() - QPointF(room.width(), room.height()) / 2 / zoom);
}

bool PictureView::beginReadable()
{
    fit();
    if (m_zoom >= kFirstLeastZoom)
        return false;
    m_zoom = kFirstZoom;
    m_origin = {m_whole->center().x() - m_widget.width() / m_zoom / 2, m_whole->top()};
    return true;
}

void PictureView::zoomBy(double factor, const QPointF& around)
{
    const double zoom = std::clamp(m_zoom * factor, kLeastZoom, kMostZoom);
    set(zoom, m_origin + around / m_zoom - around / zoom);
}

void PictureView::moveBy(const QPointF& pixels)
{
    set(m_zoom, m_origin + pixels / m_zoom);
}

void PictureView::moveMiddle(const QPointF& to)
{
    set(m_zoom, to - QPointF(m_widget.width(), m_widget.height()) / 2 / m_zoom);
}

void PictureView::ensureVisible(const QRectF& rect, bool isCovered)
{
    const QRectF room = seen();
    if ((room.contains(rect) && !isCovered) || (rect.width() > room.width() && rect.intersects(room)))
        return;
    set(m_zoom, {rect.center().x() - room.width() / 2, rect.center().y() - room.height() / 3});
}

void PictureView::keepMiddle(const QSize& before, const QSize& now)
{
    const QSizeF grown = QSizeF(now - before) / m_zoom;
    m_origin -= QPointF(grown.width(), grown.height()) / 2;
}

bool PictureView::goToNext()
{
    const std::optional<Place> next = std::exchange(m_next, std::nullopt);
    if (!next)
        return false;
    m_zoom = std::clamp(next->zoom, kLeastZoom, kMostZoom);
    moveMiddle(next->middle);
    return true;
}

} // namespace dumpscope::gui
