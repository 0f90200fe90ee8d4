// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/divergence_line.h"

#include "common/actions.h"
#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace dumpscope::gui {

DivergenceLine::DivergenceLine(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_go(new QToolButton(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(0, 0, kSmall, 0));
    layout->addStretch(1);
    layout->addWidget(m_go);
    m_go->setAutoRaise(true);
    m_go->setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(m_go, &QToolButton::clicked, this, [this] { m_actions.trigger("go.first_divergence"); });
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void DivergenceLine::setTexts(Texts texts)
{
    m_texts = std::move(texts);
    const QString key
        = m_actions.action("go.first_divergence")->shortcut().toString(QKeySequence::NativeText);
    m_go->setText(QStringLiteral("%1  %2").arg(tr("Go"), key));
    m_go->setAccessibleName(tr("Go to the pair it is about"));
    m_go->setVisible(m_texts.canGo);
    const QString all = QStringList {m_texts.title, m_texts.place, m_texts.opName, m_texts.why}
                            .join(QLatin1Char(' '))
                            .simplified();
    setAccessibleName(all);
    setToolTip(m_texts.limit.isEmpty() ? all : all + QLatin1Char('\n') + m_texts.limit);
    update();
}

QSize DivergenceLine::sizeHint() const
{
    return {scaled(320), scaled(28)};
}

void DivergenceLine::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    int left = scaled(kLarge);
    const int right = m_texts.canGo ? m_go->geometry().left() - scaled(kWide) : width() - scaled(kLarge);
    if (m_texts.state != State::None) {
        const int side = scaled(14);
        paintStateGlyph(painter, m_texts.state, QRectF(left, (height() - side) / 2.0, side, side), theme);
        left += side + scaled(kMedium);
    }
    const auto draw = [&](const QString& text, const QFont& font, Token token) {
        if (text.isEmpty() || left >= right)
            return;
        painter.setFont(font);
        painter.setPen(theme.color(token));
        const QFontMetrics metrics(font);
        const QString shown = metrics.elidedText(text, Qt::ElideRight, right - left);
        painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignVCenter, shown);
        left += metrics.horizontalAdvance(shown) + scaled(kWide);
    };
    QFont bold = font();
    bold.setBold(true);
    draw(m_texts.title, bold, Token::Text);
    draw(m_texts.place, monospaceFont(), Token::Text);
    if (!m_texts.opName.isEmpty() && left < right) {
        // The reason needs room, too; the name's last segments matter most.
        const QFont mono = monospaceFont();
        const int wanted = QFontMetrics(font()).horizontalAdvance(m_texts.why);
        const int room = std::max((right - left) * 2 / 5, right - left - wanted - scaled(kVast));
        draw(elidedName(m_texts.opName, QFontMetrics(mono), room), mono, Token::Text);
    }
    draw(m_texts.why, font(), Token::Secondary);
}

void DivergenceLine::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_texts.canGo)
        m_actions.trigger("go.first_divergence");
}

} // namespace dumpscope::gui
