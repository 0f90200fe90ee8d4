// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/go_to_field.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace dumpscope::gui {

namespace {
constexpr int kFullWidth = 360, kNarrowWidth = 190, kHeight = 26, kIcon = 16; ///< docs/window.md 3.1, 3.5
}

GoToField::GoToField(QWidget* parent)
    : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("go-to-field"));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::NoFocus); // it has a key; the page behind it takes the focus
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void GoToField::setWords(const QString& purpose, const QString& keys)
{
    m_purpose = purpose;
    m_keys = keys;
    setAccessibleName(purpose);
    setToolTip(keys.isEmpty() ? purpose : purpose + QStringLiteral(" (%1)").arg(keys));
    update();
}

void GoToField::setRoom(Room room)
{
    m_room = room;
    updateGeometry();
}

QSize GoToField::sizeHint() const
{
    const int width = m_room == Room::Full ? kFullWidth : m_room == Room::Narrow ? kNarrowWidth : kHeight;
    return {scaled(width), scaled(kHeight)};
}

void GoToField::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    QStyleOptionFrame option;
    option.initFrom(this);
    option.lineWidth = 1;
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    const int side = scaled(kIcon);
    QRect room = rect().adjusted(scaled(kMedium), 0, -scaled(kLarge), 0);
    const QRect box(m_room == Room::Icon ? rect().center().x() - side / 2 : room.left(),
        rect().center().y() - side / 2 + 1, side, side);
    gui::icon("search").paint(&painter, box);
    if (m_room == Room::Icon)
        return;
    room.setLeft(box.right() + scaled(kMedium));
    painter.setPen(theme.color(Token::Dim));
    const int keys = fontMetrics().horizontalAdvance(m_keys);
    // The key is said by the tooltip, too; the purpose goes first where both do not fit.
    if (fontMetrics().horizontalAdvance(m_purpose) + keys + scaled(kVast) <= room.width())
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, m_keys);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(m_purpose, Qt::ElideRight, room.width()));
}

} // namespace dumpscope::gui
