// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/step_header.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QPainter>

namespace dumpscope::gui {

namespace {
constexpr int kGlyph = 14, kHigh = 8000;
}

StepHeader::StepHeader(int number, QWidget* parent)
    : QWidget(parent)
    , m_number(number)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepHeader::setTexts(const QString& title, const QString& fact)
{
    m_title = title;
    m_fact = fact;
    name();
}

void StepHeader::setState(State state, const QString& why)
{
    m_state = state;
    m_why = why;
    name();
}

void StepHeader::name()
{
    setAccessibleName(tr("Step %1, %2: %3").arg(m_number).arg(m_title, m_why.isEmpty() ? tr("done") : m_why));
    setToolTip(m_why);
    update();
}

QSize StepHeader::sizeHint() const
{
    return {scaled(240), scaled(27)};
}

void StepHeader::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Title));
    const int side = scaled(kGlyph);
    paintStateGlyph(painter, m_state, QRectF(scaled(kLarge), (height() - side) / 2.0, side, side), theme);
    QRect room = rect().adjusted(scaled(kLarge) + side + scaled(kLarge), 0, -scaled(kLarge), 0);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.color(Token::Text));
    const QString title = QStringLiteral("%1  %2").arg(m_number).arg(m_title);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
    room.setLeft(room.left() + QFontMetrics(bold).horizontalAdvance(title) + scaled(kWide));
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
        QFontMetrics(painter.font()).elidedText(m_fact, Qt::ElideRight, room.width()));
}

StateSentence::StateSentence(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void StateSentence::set(State state, const QString& sentence)
{
    if (m_state == state && m_sentence == sentence)
        return;
    m_state = state;
    m_sentence = sentence;
    setAccessibleName(sentence);
    setToolTip(sentence);
    setVisible(!sentence.isEmpty());
    updateGeometry();
    update();
}

QRect StateSentence::textRoom(int width) const
{
    const int left = scaled(kLarge) + (m_state == State::None ? 0 : scaled(kGlyph) + scaled(kLarge));
    return {left, scaled(kMedium), std::max(1, width - left - scaled(kLarge)), kHigh};
}

int StateSentence::heightForWidth(int width) const
{
    const QRect room = textRoom(width);
    return fontMetrics().boundingRect(room, Qt::TextWordWrap, m_sentence).height() + 2 * room.top();
}

QSize StateSentence::sizeHint() const
{
    const int width = scaled(320);
    return {width, heightForWidth(width)};
}

QSize StateSentence::minimumSizeHint() const
{
    return {scaled(120), fontMetrics().height() + 2 * scaled(kMedium)};
}

void StateSentence::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    const bool isBad = m_state == State::Fail;
    if (isBad)
        painter.fillRect(rect(), theme.color(Token::FailFill));
    const int side = scaled(kGlyph);
    const QRect room = textRoom(width());
    const double top = room.top() + (fontMetrics().height() - side) / 2.0;
    if (m_state != State::None)
        paintStateGlyph(painter, m_state, QRectF(scaled(kLarge), top, side, side), theme);
    painter.setPen(theme.color(isBad ? Token::Fail : Token::Text));
    painter.drawText(room, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, m_sentence);
}

} // namespace dumpscope::gui
