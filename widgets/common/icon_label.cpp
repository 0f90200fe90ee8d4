// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/icon_label.h"

#include "common/spacing.h"

#include <QPainter>

namespace dumpscope::gui {

IconLabel::IconLabel(const QIcon& icon, int side, QWidget* parent)
    : QWidget(parent)
    , m_icon(icon)
    , m_side(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize IconLabel::sizeHint() const
{
    const QMargins around = contentsMargins();
    return QSize(scaled(m_side), scaled(m_side)).grownBy(around);
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QRect place(QPoint(), QSize(scaled(m_side), scaled(m_side)));
    place.moveCenter(contentsRect().center());
    m_icon.paint(&painter, place);
}

} // namespace dumpscope::gui
