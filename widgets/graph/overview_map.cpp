// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/overview_map.h"

#include "common/spacing.h"

#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kMapWidth = 150, kMapHeight = 110, kMapMargin = 12;

} // namespace

QRectF OverviewMap::rect(const QRectF& whole, const QSize& size)
{
    const QSizeF room(scaled(kMapWidth), scaled(kMapHeight));
    if (size.width() < 5 * room.width() || size.height() < 2 * room.height())
        return {};
    const QSizeF fitting = QSizeF(std::max(1.0, whole.width()), std::max(1.0, whole.height()))
                               .scaled(room, Qt::KeepAspectRatio);
    return {size.width() - kMapMargin - fitting.width() - kSmall, kMapMargin + kSmall * 1.0, fitting.width(),
        fitting.height()};
}

void OverviewMap::paint(QPainter& painter, const QRectF& map, const QRectF& whole, const QRectF& seen,
    GraphPainter picture, const Theme& theme)
{
    const double scale = map.width() / std::max(1.0, whole.width());
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize pixels = (map.size() * ratio).toSize().expandedTo({1, 1});
    if (m_blocks.size() != pixels) {
        m_blocks = QPixmap(pixels);
        m_blocks.fill(theme.color(Token::Base));
        QPainter inner(&m_blocks);
        picture.paintBlocks(inner, scale * ratio);
    }
    painter.setPen(theme.color(Token::Border));
    painter.setBrush(theme.color(Token::Base));
    painter.drawRoundedRect(map.adjusted(-kSmall, -kSmall, kSmall, kSmall), 3, 3);
    painter.drawPixmap(map, m_blocks, QRectF(m_blocks.rect()));
    const QRectF view(seen.topLeft() * scale + map.topLeft(), seen.size() * scale);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(view.intersected(map));
}

} // namespace dumpscope::gui
