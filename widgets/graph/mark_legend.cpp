// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/mark_legend.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "graph/graph_canvas.h"

#include <QPainter>

#include <algorithm>
#include <set>
#include <tuple>

namespace dumpscope::gui {

namespace {

constexpr int kMargin = 12, kLegendGlyph = 14;

} // namespace

const MarkLegend::Rows& MarkLegend::rows()
{
    if (m_rows)
        return *m_rows;
    Rows& rows = m_rows.emplace();
    std::set<std::tuple<State, bool, bool, bool, bool>> known; // words are looked up once for each
    for (const NodeMark& mark : m_shown.marks()) {
        if (mark.state == State::None
            || !known.emplace(mark.state, mark.isBorn, mark.hasNonFinite(), mark.isMissing, mark.hasOverflow)
                    .second)
            continue;
        QString words = stateWord(mark.state);
        if (mark.isBorn)
            words = GraphCanvas::tr("NaN or Inf born here");
        else if (mark.state == State::FailInside)
            words = mark.hasNonFinite() ? GraphCanvas::tr("NaN or Inf passed on")
                                        : GraphCanvas::tr("fails inside, or inherited");
        else if (mark.state == State::Unpaired && mark.isMissing)
            words = GraphCanvas::tr("only on this side");
        else if (mark.state == State::Warn && mark.hasOverflow)
            words = GraphCanvas::tr("overflow");
        if (std::pair row(mark.state, words); std::ranges::find(rows, row) == rows.end())
            rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
        return a.first != b.first && worseOf(a.first, b.first) == a.first;
    });
    return rows;
}

QRectF MarkLegend::rect(const QSize& size)
{
    if (rows().empty())
        return {};
    const QFontMetrics metrics(secondaryFont());
    int widest = 0;
    for (const auto& row : *m_rows)
        widest = std::max(widest, metrics.horizontalAdvance(row.second));
    const double tall = rowHeight() * static_cast<double>(m_rows->size()) + kMedium;
    const QRectF box(
        kMargin, size.height() - kMargin - tall, widest + scaled(kLegendGlyph) + scaled(26), tall);
    return box.width() > size.width() / 2.0 || box.height() > size.height() / 2.0 ? QRectF() : box;
}

void MarkLegend::paint(QPainter& painter, const QSize& size, const Theme& theme)
{
    const QRectF box = rect(size);
    if (box.isEmpty())
        return;
    const int step = rowHeight(), glyph = scaled(kLegendGlyph);
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Border));
    painter.setBrush(theme.color(Token::Base));
    painter.drawRoundedRect(box, 3, 3);
    double y = box.top() + kMedium / 2.0;
    for (const auto& [state, words] : *m_rows) {
        paintStateGlyph(
            painter, state, {box.left() + kLarge, y + (step - glyph) / 2.0, glyph * 1.0, glyph * 1.0}, theme);
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRectF(box.left() + kLarge + glyph + kLarge, y, box.width(), step),
            Qt::AlignVCenter | Qt::AlignLeft, words);
        y += step;
    }
}

} // namespace dumpscope::gui
