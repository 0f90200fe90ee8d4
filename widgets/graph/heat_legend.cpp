// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/heat_legend.h"

#include "common/fonts.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/verdict_words.h"
#include "graph/duration_heat.h"
#include "graph/graph_canvas.h"

#include <QEvent>
#include <QPainter>

namespace dumpscope::gui {

namespace {
constexpr int kRampWidth = 220, kRampHeight = 10;
/// Ends of the decades, from the least share on.
constexpr const char* kDecades[] = {"0.01 %", "0.1 %", "1 %", "10 %", "100 %"};
} // namespace

HeatLegend::HeatLegend(QList<GraphCanvas*> canvases, QWidget* parent)
    : QWidget(parent)
    , m_canvases(std::move(canvases))
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (GraphCanvas* canvas : m_canvases)
        connect(canvas, &GraphCanvas::legendChanged, this, &HeatLegend::refresh);
    refresh();
    // The canvases forget their words after their own event.
    onChange(this, {QEvent::LanguageChange, QEvent::FontChange},
        [this] { QMetaObject::invokeMethod(this, &HeatLegend::refresh, Qt::QueuedConnection); });
}

void HeatLegend::refresh()
{
    m_sentences.clear();
    for (const GraphCanvas* canvas : m_canvases) {
        if (canvas->colours() != NodeColours::Durations)
            continue;
        const core::GraphDurations& durations = canvas->shown().durations();
        QString sentence = tr("100 % is %1 µs").arg(shortNumber(durations.total()));
        if (durations.untimed > 0)
            sentence += QStringLiteral(" · ")
                + tr("%n operators without a duration", nullptr, static_cast<int>(durations.untimed));
        m_sentences.append(sentence);
    }
    setAccessibleName(tr("Share of the total duration"));
    setAccessibleDescription(m_sentences.join(QStringLiteral(", ")));
    setVisible(!m_sentences.isEmpty());
    setFixedHeight(m_sentences.isEmpty() ? 0 : 2 * rowHeight());
    update();
}

void HeatLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setFont(secondaryFont());
    const QFontMetrics metrics(secondaryFont());
    const int left = scaled(kLarge), line = rowHeight();
    painter.setPen(theme.color(Token::Text));
    const QString title = accessibleName();
    painter.drawText(QRect(left, 0, width() - left, line), Qt::AlignVCenter | Qt::AlignLeft, title);

    const QRect ramp(left + metrics.horizontalAdvance(title) + scaled(kWide),
        (line - scaled(kRampHeight)) / 2, scaled(kRampWidth), scaled(kRampHeight));
    QLinearGradient gradient(ramp.topLeft(), ramp.topRight());
    constexpr int kStops = 8;
    for (int i = 0; i <= kStops; ++i)
        gradient.setColorAt(i * 1.0 / kStops, heatFill(i * 1.0 / kStops, theme));
    painter.fillRect(ramp, gradient);
    painter.setPen(theme.color(Token::Border));
    painter.drawRect(ramp.adjusted(0, 0, -1, -1));
    painter.setPen(theme.color(Token::Secondary));
    const int last = static_cast<int>(std::size(kDecades)) - 1;
    for (int i = 0; i <= last; ++i) {
        const QString text = QLatin1String(kDecades[i]);
        const int at = ramp.left() + ramp.width() * i / last;
        painter.drawLine(at, ramp.bottom(), at, ramp.bottom() + scaled(kTiny));
        painter.drawText(
            QRect(at - ramp.width() / 2, line, ramp.width(), line), Qt::AlignTop | Qt::AlignHCenter, text);
    }
    painter.setPen(theme.color(Token::Text));
    const int after = ramp.right() + metrics.horizontalAdvance(QLatin1String(kDecades[last])) + scaled(kWide);
    for (int i = 0; i < m_sentences.size(); ++i)
        painter.drawText(QRect(after, i * line, std::max(0, width() - after), line),
            Qt::AlignVCenter | Qt::AlignLeft, m_sentences[i]);
}

} // namespace dumpscope::gui
