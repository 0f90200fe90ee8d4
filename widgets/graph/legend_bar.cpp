// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/legend_bar.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "graph/category_tint.h"
#include "graph/graph_canvas.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kMarkGlyph = 14;
}

LegendBar::LegendBar(QList<GraphCanvas*> canvases, QWidget* parent)
    : QWidget(parent)
    , m_canvases(std::move(canvases))
{
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    for (GraphCanvas* canvas : m_canvases)
        connect(canvas, &GraphCanvas::legendChanged, this, &LegendBar::refresh);
    refresh();
    // The canvases forget their words after their own event.
    onChange(this, {QEvent::LanguageChange, QEvent::FontChange},
        [this] { QMetaObject::invokeMethod(this, &LegendBar::refresh, Qt::QueuedConnection); });
}

void LegendBar::refresh()
{
    m_rows.clear();
    m_categories.clear();
    for (GraphCanvas* canvas : m_canvases) {
        if (canvas->colours() != NodeColours::Durations) {
            for (const core::OperatorCategory category : canvas->legend().categories()) {
                if (std::ranges::find(m_categories, category) == m_categories.end())
                    m_categories.push_back(category);
            }
        }
        if (canvas->colours() != NodeColours::Verdicts)
            continue;
        for (const auto& row : canvas->legend().rows()) {
            if (std::ranges::find(m_rows, row) == m_rows.end())
                m_rows.push_back(row);
        }
    }
    QStringList words;
    for (const auto& [state, text] : m_rows)
        words.append(text);
    for (const core::OperatorCategory category : m_categories)
        words.append(categoryWord(category));
    m_words = words;
    setAccessibleName(tr("Marks of the graph"));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setVisible(!words.isEmpty());
    updateGeometry();
    update();
}

std::vector<QRect> LegendBar::places(int room) const
{
    const QFontMetrics metrics(secondaryFont());
    const int line = rowHeight(), left = scaled(kLarge);
    std::vector<QRect> places;
    int x = left, y = 0;
    for (const QString& text : m_words) {
        const int wide = scaled(kMarkGlyph) + scaled(kSmall) + metrics.horizontalAdvance(text);
        if (x > left && x + wide > room) {
            x = left;
            y += line;
        }
        places.emplace_back(x, y, wide, line);
        x += wide + scaled(kWide);
    }
    return places;
}

int LegendBar::heightForWidth(int room) const
{
    const std::vector<QRect> all = places(room);
    return all.empty() ? 0 : all.back().bottom() + 1;
}

QSize LegendBar::sizeHint() const
{
    return {0, heightForWidth(width())};
}

void LegendBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setFont(secondaryFont());
    const int side = scaled(kMarkGlyph);
    const std::vector<QRect> all = places(width());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRect& place = all[i];
        const QRectF sign(place.left(), place.top() + (place.height() - side) / 2.0, side, side);
        if (i < m_rows.size()) {
            paintStateGlyph(painter, m_rows[i].first, sign, theme);
        } else {
            painter.setPen(theme.color(Token::Border));
            painter.setBrush(categoryTint(m_categories[i - m_rows.size()], theme));
            painter.drawRoundedRect(sign.adjusted(0.5, 1.5, -0.5, -1.5), 2, 2);
        }
        painter.setPen(theme.color(Token::Text));
        painter.drawText(place.adjusted(side + scaled(kSmall), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
            m_words[static_cast<qsizetype>(i)]);
    }
}

} // namespace dumpscope::gui
