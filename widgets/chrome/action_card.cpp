// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/action_card.h"

#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"

#include <QEvent>
#include <QPainter>

namespace dumpscope::gui {

ActionCard::ActionCard(const char* iconName, QWidget* parent)
    : QAbstractButton(parent)
    , m_icon(iconName)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ActionCard::setTexts(const QString& title, const QString& purpose, const QString& key)
{
    setText(title);
    m_purpose = purpose;
    m_key = key;
    setAccessibleName(title);
    setAccessibleDescription(purpose);
    setToolTip(purpose);
    update();
}

QSize ActionCard::sizeHint() const
{
    return {scaled(220), scaled(58)};
}

bool ActionCard::event(QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave
        || event->type() == QEvent::EnabledChange)
        update();
    return QAbstractButton::event(event);
}

void ActionCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(this);
    const bool hover = isEnabled() && (underMouse() || isDown());
    const int ring = hasFocus() ? 2 : 1;
    painter.setBrush(theme.color(!isEnabled() ? Token::Window : hover ? Token::Hover : Token::Base));
    painter.setPen(QPen(theme.color(hasFocus() ? Token::Accent : Token::Border), ring));
    const qreal half = ring / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 4, 4);

    const int side = scaled(22);
    QRect room = rect().adjusted(scaled(kVast), scaled(kLarge), -scaled(kVast), -scaled(kLarge));
    gui::icon(m_icon, isEnabled() ? Token::Accent : Token::Dim)
        .paint(&painter, QRect(room.left(), room.center().y() - side / 2, side, side));
    room.setLeft(room.left() + side + scaled(kVast));
    QFont bold = font();
    bold.setBold(true);
    const QFont small = secondaryFont();
    const QRect upper(room.left(), room.top(), room.width(), room.height() / 2);
    const QRect lower = upper.translated(0, room.height() / 2);
    painter.setFont(small);
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(upper, Qt::AlignRight | Qt::AlignVCenter, m_key);
    painter.drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(small).elidedText(m_purpose, Qt::ElideRight, lower.width()));
    painter.setFont(bold);
    painter.setPen(theme.color(isEnabled() ? Token::Text : Token::Dim));
    painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, text());
}

} // namespace dumpscope::gui
