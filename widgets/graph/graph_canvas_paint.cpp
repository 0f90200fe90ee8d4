// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_canvas.h"

#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

// What the canvas draws and says beside moving about.
namespace dumpscope::gui {

namespace {

constexpr int kMapWidth = 150, kMapHeight = 110, kMapMargin = 12, kLegendGlyph = 14;
constexpr int kDotGrid = 24; ///< px
constexpr double kNormalZoom = 1;

} // namespace

void GraphCanvas::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if (!m_picture || !m_shown.loaded())
        return;
    painter.setPen(theme.color(Token::Grid));
    const QPointF shift(
        std::fmod(-m_origin.x() * m_zoom, kDotGrid), std::fmod(-m_origin.y() * m_zoom, kDotGrid));
    QPolygonF dots;
    for (double y = shift.y(); y < height(); y += kDotGrid) {
        for (double x = shift.x(); x < width(); x += kDotGrid)
            dots.append({x, y});
    }
    painter.drawPoints(dots);
    painter.save();
    painter.scale(m_zoom, m_zoom);
    painter.translate(-m_origin);
    GraphPainter(m_shown, *m_picture, theme,
        {m_zoom, m_hasEdgeValues, currentPlace(), hasFocus(), m_followed.empty() ? nullptr : &m_followed,
            m_hasVerdicts, &m_stubs, currentStub()})
        .paint(painter, seen());
    painter.restore();
    paintLegend(painter, theme);
    if (m_hasMap)
        paintMap(painter, theme);
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void GraphCanvas::paintAll(QPainter& painter, const Theme& theme) const
{
    const QRectF whole({0, 0}, QSizeF(wholeSize()));
    painter.fillRect(whole, theme.color(Token::Base));
    if (m_picture)
        GraphPainter(m_shown, *m_picture, theme,
            {kNormalZoom, m_hasEdgeValues, core::ScopeTree::kNone, false, nullptr, m_hasVerdicts})
            .paint(painter, whole);
}

QSize GraphCanvas::wholeSize() const
{
    return m_picture ? GraphPainter::rectOf(m_picture->places[0]).size().toSize() : QSize();
}

// --- Overview map and legend

QRectF GraphCanvas::mapRect() const
{
    const QSizeF room(scaled(kMapWidth), scaled(kMapHeight));
    if (!m_picture || width() < 5 * room.width() || height() < 2 * room.height())
        return {};
    const QRectF whole = GraphPainter::rectOf(m_picture->places[0]);
    const QSizeF size = QSizeF(std::max(1.0, whole.width()), std::max(1.0, whole.height()))
                            .scaled(room, Qt::KeepAspectRatio);
    return {
        width() - kMapMargin - size.width() - kSmall, kMapMargin + kSmall * 1.0, size.width(), size.height()};
}

void GraphCanvas::moveByMap(const QPointF& position)
{
    const QRectF map = mapRect();
    const QRectF whole = GraphPainter::rectOf(m_picture->places[0]);
    const QPointF middle = (position - map.topLeft()) * (whole.width() / std::max(1.0, map.width()));
    m_origin = middle - QPointF(width(), height()) / 2 / m_zoom;
    update();
    emit viewChanged();
}

void GraphCanvas::paintMap(QPainter& painter, const Theme& theme)
{
    const QRectF map = mapRect();
    if (map.isEmpty())
        return;
    const double scale = map.width() / std::max(1.0, m_picture->places[0].rect.width);
    const QSize pixels = (map.size() * devicePixelRatioF()).toSize().expandedTo({1, 1});
    if (m_map.size() != pixels) {
        m_map = QPixmap(pixels);
        m_map.fill(theme.color(Token::Base));
        QPainter inner(&m_map);
        GraphPainter(m_shown, *m_picture, theme, {.hasVerdicts = m_hasVerdicts})
            .paintBlocks(inner, scale * devicePixelRatioF());
    }
    painter.setPen(theme.color(Token::Border));
    painter.setBrush(theme.color(Token::Base));
    painter.drawRoundedRect(map.adjusted(-kSmall, -kSmall, kSmall, kSmall), 3, 3);
    painter.drawPixmap(map, m_map, QRectF(m_map.rect()));
    const QRectF view((seen().topLeft()) * scale + map.topLeft(), seen().size() * scale);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(view.intersected(map));
}

std::vector<std::pair<State, QString>> GraphCanvas::legend() const
{
    std::vector<std::pair<State, QString>> rows;
    std::set<std::tuple<State, bool, bool, bool, bool>> known; // words are looked up once for each
    for (const NodeMark& mark : m_shown.marks()) {
        if (mark.state == State::None
            || !known.emplace(mark.state, mark.isBorn, mark.hasNonFinite(), mark.isMissing, mark.hasOverflow)
                    .second)
            continue;
        QString words = stateWord(mark.state);
        if (mark.isBorn)
            words = tr("NaN or Inf born here");
        else if (mark.state == State::FailInside)
            words = mark.hasNonFinite() ? tr("NaN or Inf passed on") : tr("fails inside, or inherited");
        else if (mark.state == State::Unpaired && mark.isMissing)
            words = tr("only on this side");
        else if (mark.state == State::Warn && mark.hasOverflow)
            words = tr("overflow");
        if (std::pair row(mark.state, words); std::ranges::find(rows, row) == rows.end())
            rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
        return a.first != b.first && worseOf(a.first, b.first) == a.first;
    });
    return rows;
}

QRectF GraphCanvas::legendRect()
{
    if (!m_legend)
        m_legend = legend();
    if (m_legend->empty() || !m_hasVerdicts)
        return {};
    const QFontMetrics metrics(secondaryFont());
    int widest = 0;
    for (const auto& row : *m_legend)
        widest = std::max(widest, metrics.horizontalAdvance(row.second));
    const double tall = rowHeight() * static_cast<double>(m_legend->size()) + kMedium;
    const QRectF box(
        kMapMargin, height() - kMapMargin - tall, widest + scaled(kLegendGlyph) + scaled(26), tall);
    return box.width() > width() / 2.0 || box.height() > height() / 2.0 ? QRectF() : box;
}

void GraphCanvas::paintLegend(QPainter& painter, const Theme& theme)
{
    const QRectF box = legendRect();
    if (box.isEmpty())
        return;
    const int step = rowHeight(), glyph = scaled(kLegendGlyph);
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Border));
    painter.setBrush(theme.color(Token::Base));
    painter.drawRoundedRect(box, 3, 3);
    double y = box.top() + kMedium / 2.0;
    for (const auto& [state, words] : *m_legend) {
        paintStateGlyph(
            painter, state, {box.left() + kLarge, y + (step - glyph) / 2.0, glyph * 1.0, glyph * 1.0}, theme);
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRectF(box.left() + kLarge + glyph + kLarge, y, box.width(), step),
            Qt::AlignVCenter | Qt::AlignLeft, words);
        y += step;
    }
}

// --- Words

void GraphCanvas::readAgain()
{
    m_reading.clear();
    if (!m_picture)
        return;
    // Scope by scope, from the top left, an unfolded one before what is in it.
    std::vector<std::uint32_t> waiting {0};
    while (!waiting.empty()) {
        const std::uint32_t at = waiting.back();
        waiting.pop_back();
        if (at != 0)
            m_reading.push_back(at);
        const core::GraphPicture::Place& place = m_picture->places[at];
        std::vector<std::uint32_t> children;
        for (std::uint32_t i = 0; i < place.childCount; ++i)
            children.push_back(place.firstChild + i);
        std::ranges::sort(children, [this](std::uint32_t a, std::uint32_t b) {
            const auto &left = m_picture->places[a].rect, &right = m_picture->places[b].rect;
            return std::pair(left.y, left.x) > std::pair(right.y, right.x);
        });
        waiting.insert(waiting.end(), children.begin(), children.end());
    }
}

QString GraphCanvas::spoken(std::uint32_t place) const
{
    if (!m_picture || !m_shown.loaded() || place >= m_picture->places.size())
        return {};
    const core::GraphPicture::Place& at = m_picture->places[place];
    QStringList words {m_shown.nameOf(at.item)};
    if (at.item.isScope) {
        const core::ScopeTree::Scope& scope = m_shown.tree().scope(at.item.index);
        words += at.isOpen ? tr("scope, unfolded") : tr("scope, folded");
        if (m_shown.stateOf(at.item) != State::None)
            words += stateWord(m_shown.stateOf(at.item));
        words += tr("%n operators", nullptr, static_cast<int>(scope.operators));
        return words.join(QStringLiteral(", "));
    }
    const core::GraphNode& node = m_shown.graph().node(at.item.node());
    const QString mark = markWords(m_shown.markOf(at.item.node()));
    if (!mark.isEmpty())
        words += mark;
    int inputs = 0;
    for (const core::GraphInput& input : m_shown.graph().inputs(node))
        inputs += input.control ? 0 : 1;
    words += tr("%n inputs", nullptr, inputs);
    words += tr("%n outputs", nullptr, static_cast<int>(node.outputCount));
    return words.join(QStringLiteral(", "));
}

QString GraphCanvas::spokenCurrent() const
{
    const QString words = spoken(currentPlace());
    const EdgeStub* const stub = currentStub();
    return stub ? words + QStringLiteral(", ") + GraphPainter::stubText(m_shown, *m_picture, *stub) : words;
}

QString GraphCanvas::tip(std::uint32_t place) const
{
    const core::GraphPicture::Place& at = m_picture->places[place];
    if (at.item.isScope)
        return tipText(
            QString::fromStdString(m_shown.tree().scope(at.item.index).path) + u'\n' + spoken(place));
    const core::GraphNode& node = m_shown.graph().node(at.item.node());
    const auto text = [this](core::StringId id) {
        const std::string_view found = m_shown.graph().text(id);
        return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
    };
    QStringList lines {text(node.name)};
    if (node.opType.value() != 0)
        lines += text(node.opType);
    const QString mark = markWords(m_shown.markOf(at.item.node()));
    if (!mark.isEmpty())
        lines += mark;
    for (std::uint32_t slot = 0; slot < std::min<std::uint32_t>(node.outputCount, 4); ++slot) {
        const QString type = GraphPainter::typeText(m_shown.graph(), at.item.node(), slot);
        if (!type.isEmpty())
            lines += tr("output %1: %2").arg(slot).arg(type);
    }
    return tipText(lines.join(u'\n'));
}

} // namespace dumpscope::gui
