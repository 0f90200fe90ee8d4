// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/rank_legend.h"

#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

QColor rankColour(std::uint64_t rank, const Theme& theme)
{
    struct Shade {
        int hue, light, dark; ///< lightness by theme
    };
    constexpr std::array kShades {Shade {210, 95, 140}, Shade {35, 120, 165}, Shade {165, 85, 125},
        Shade {320, 120, 165}, Shade {190, 130, 185}, Shade {15, 90, 125}, Shade {265, 140, 175},
        Shade {60, 95, 140}};
    const Shade& shade = kShades[rank % kShades.size()];
    return QColor::fromHsl(shade.hue, 150, theme.isDark() ? shade.dark : shade.light);
}

RankLegend::RankLegend(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
}

void RankLegend::setRanks(std::vector<std::int64_t> ranks)
{
    m_ranks = std::move(ranks);
    m_current = 0;
    setVisible(!m_ranks.empty());
    QStringList names;
    for (const std::int64_t rank : m_ranks)
        names.append(QString::number(rank));
    setAccessibleName(tr("Colours of ranks %1").arg(names.join(QLatin1String(", "))));
    updateGeometry();
    update();
}

QSize RankLegend::sizeHint() const
{
    constexpr int kMostShown = 8;
    int width = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_ranks.size(), kMostShown); ++i)
        width += widthOf(m_ranks[i]);
    return {width, fontMetrics().height() + scaled(kSmall)};
}

int RankLegend::widthOf(std::int64_t rank) const
{
    return scaled(9) + scaled(kSmall) + fontMetrics().horizontalAdvance(QString::number(rank))
        + scaled(kLarge);
}

QRect RankLegend::rectOf(std::size_t number) const
{
    int x = 0;
    for (std::size_t i = 0; i < number; ++i)
        x += widthOf(m_ranks[i]);
    return {x, 0, widthOf(m_ranks[number]), height()};
}

std::size_t RankLegend::shown() const
{
    std::size_t number = 0;
    while (number < m_ranks.size() && rectOf(number).right() < width())
        ++number;
    return number;
}

std::optional<std::size_t> RankLegend::numberAt(const QPoint& point) const
{
    for (std::size_t number = 0; number < shown(); ++number) {
        if (rectOf(number).contains(point))
            return number;
    }
    return std::nullopt;
}

QString RankLegend::describe(std::size_t number) const
{
    return tr("Open rank %1's tensor").arg(m_ranks[number]);
}

bool RankLegend::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const auto number = numberAt(help->pos());
    QToolTip::showText(help->globalPos(),
        tipText(number ? accessibleName() + u'\n' + describe(*number) : accessibleName()), this);
    return true;
}

void RankLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    const int side = scaled(9);
    for (std::size_t number = 0; number < shown(); ++number) {
        const QRect box = rectOf(number);
        painter.fillRect(QRect(box.left() + scaled(kTiny), (height() - side) / 2, side, side),
            rankColour(static_cast<std::uint64_t>(m_ranks[number]), theme));
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(box.adjusted(scaled(kTiny) + side + scaled(kSmall), 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter, QString::number(m_ranks[number]));
        if (hasFocus() && number == m_current) {
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.drawRect(box.adjusted(1, 1, -scaled(kSmall), -1));
        }
    }
}

void RankLegend::mousePressEvent(QMouseEvent* event)
{
    const auto number = numberAt(event->position().toPoint());
    if (!number || event->button() != Qt::LeftButton)
        return;
    m_current = *number;
    emit chosen(m_ranks[*number]);
}

void RankLegend::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(numberAt(event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void RankLegend::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (m_ranks.empty())
        return QWidget::keyPressEvent(event);
    if (by != 0) {
        const auto last = static_cast<qint64>(std::max<std::size_t>(shown(), 1)) - 1;
        m_current
            = static_cast<std::size_t>(std::clamp(static_cast<qint64>(m_current) + by, qint64 {0}, last));
        setAccessibleDescription(describe(m_current));
        return update();
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit chosen(m_ranks[m_current]);
    else
        QWidget::keyPressEvent(event);
}

} // namespace dumpscope::gui
