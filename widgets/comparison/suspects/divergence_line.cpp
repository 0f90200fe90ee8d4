// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/divergence_line.h"

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

namespace {
constexpr int kLineGlyph = 14;
}

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

std::vector<DivergenceLine::Piece> DivergenceLine::pieces() const
{
    std::vector<Piece> all;
    int left = scaled(kLarge);
    const int right = m_texts.canGo ? m_go->geometry().left() - scaled(kWide) : width() - scaled(kLarge);
    if (m_texts.state != State::None)
        left += scaled(kLineGlyph) + scaled(kMedium);
    const auto add = [&](const QString& text, const QFont& used, Token token, int reserved = 0) {
        if (text.isEmpty() || left >= right - reserved)
            return;
        const QFontMetrics metrics(used);
        const QString shown = metrics.elidedText(text, Qt::ElideRight, right - left - reserved);
        all.push_back({shown, used, token, left});
        left += metrics.horizontalAdvance(shown) + scaled(kWide);
    };
    QFont bold = font();
    bold.setBold(true);
    add(m_texts.title, bold, Token::Text, placeRoom());
    add(m_texts.place, monospaceFont(), Token::Text);
    add(m_texts.before, font(), Token::Text);
    if (!m_texts.name.isEmpty()) {
        const QFont mono = monospaceFont();
        const int behind = m_texts.behind.isEmpty()
            ? 0
            : QFontMetrics(font()).horizontalAdvance(m_texts.behind) + scaled(kWide);
        add(nameFor(QFontMetrics(mono), right - left - behind), mono, Token::Text);
        add(m_texts.behind, font(), Token::Text);
    }
    add(m_texts.why, font(), Token::Secondary);
    return all;
}

QStringList DivergenceLine::shownTexts() const
{
    QStringList texts;
    for (const Piece& piece : pieces())
        texts.append(piece.text);
    return texts;
}

// What happened can be read in the tip; where it did has to be seen.
int DivergenceLine::placeRoom() const
{
    int room = 0;
    const auto add = [&room](const QString& text, const QFont& used) {
        room += text.isEmpty() ? 0 : QFontMetrics(used).horizontalAdvance(text) + scaled(kWide);
    };
    add(m_texts.place, monospaceFont());
    add(m_texts.before, font());
    add(elidedName(m_texts.name, kElisionLevels - 1), monospaceFont());
    add(m_texts.behind, font());
    return room;
}

// The reason needs room, too; the number of the layer and the last segment are worth more than it.
QString DivergenceLine::nameFor(const QFontMetrics& metrics, int room) const
{
    const int wanted = QFontMetrics(font()).horizontalAdvance(m_texts.why) + scaled(kVast);
    const int shortest = metrics.horizontalAdvance(elidedName(m_texts.name, kElisionLevels - 1));
    return elidedName(
        m_texts.name, metrics, std::max({room * 2 / 5, room - wanted, std::min(shortest, room)}));
}

void DivergenceLine::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    if (m_texts.state != State::None) {
        const int side = scaled(kLineGlyph);
        paintStateGlyph(
            painter, m_texts.state, QRectF(scaled(kLarge), (height() - side) / 2.0, side, side), theme);
    }
    for (const Piece& piece : pieces()) {
        painter.setFont(piece.font);
        painter.setPen(theme.color(piece.token));
        painter.drawText(QRect(piece.left, 0, width() - piece.left, height()), Qt::AlignVCenter, piece.text);
    }
}

void DivergenceLine::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_texts.canGo)
        m_actions.trigger("go.first_divergence");
}

} // namespace dumpscope::gui
