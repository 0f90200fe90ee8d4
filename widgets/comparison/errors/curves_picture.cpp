// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/curves_picture.h"

#include "base/round_ticks.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"
#include "heatmap/value_scale.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kVerdictRow = 9, kEdge = 9, kSwatch = 24;
constexpr double kLineRoom = 1.2; ///< of a tick, in heights of its text
constexpr int kFewPlaces = 80;    ///< so few have dots on the line
constexpr double kGoldenRim = 2;  ///< of dense lines

const QString kVerdictTitle = QStringLiteral("verdict"); ///< as the columns of tables

constexpr std::array kLineColours {Token::Target, Token::Accent, Token::Pass, Token::NotComparable};
constexpr std::array kLineStyles {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

/// What of an operator is shown where there are several in a pixel.
int rankOf(core::Verdict verdict)
{
    constexpr std::array kRanks {0, 2, 3, 1}; // pass, warn, fail, not comparable
    return kRanks[static_cast<std::size_t>(verdict)];
}

/// Few digits, and as many as tell two ticks of a chart apart: cosines differ in their fifth.
QString textOfTick(double value, const std::vector<double>& ticks)
{
    double distance = std::fabs(value) / 10;
    for (const double other : ticks) {
        if (other != value)
            distance = std::min(distance, std::fabs(other - value));
    }
    return tickText(value, distance);
}

/// Of [from, to), where those that are before come first; `to`: all are.
template<typename IsBefore> std::size_t firstPlace(std::size_t from, std::size_t to, const IsBefore& isBefore)
{
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if (isBefore(middle))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

void paintMark(QPainter& painter, core::RunCurves::Edge edge, const QPointF& middle, double side)
{
    const double half = side / 2;
    switch (edge) {
    case core::RunCurves::Edge::NaN:
        painter.drawLine(middle + QPointF(-half, -half), middle + QPointF(half, half));
        painter.drawLine(middle + QPointF(-half, half), middle + QPointF(half, -half));
        return;
    case core::RunCurves::Edge::PosInf:
    case core::RunCurves::Edge::NegInf: {
        const double up = edge == core::RunCurves::Edge::PosInf ? -half : half;
        painter.drawPolygon(
            QPolygonF {{middle + QPointF(0, up), middle + QPointF(-half, -up), middle + QPointF(half, -up)}});
        return;
    }
    }
}

} // namespace

CurvesPicture::CurvesPicture(Content content, const QSizeF& size, double from, double to, const Theme& theme)
    : m_content(std::move(content))
    , m_size(size)
    , m_from(from)
    , m_to(to)
    , m_theme(&theme)
{
    layOut();
}

void CurvesPicture::layOut()
{
    const QFontMetrics metrics(secondaryFont());
    const auto charts = static_cast<int>(m_content.curves->charts.size());
    m_charts.clear();
    m_marked.clear();
    const auto targets = static_cast<int>(m_content.names.size());
    const double legend = metrics.height() + scaled(kMedium), places = metrics.height() + scaled(kSmall);
    m_legend = QRectF(scaled(kLarge), m_size.height() - legend, m_size.width() - 2 * scaled(kLarge), legend);
    // Ticks have three digits; the widest are those of powers of ten.
    const int left = metrics.horizontalAdvance(QStringLiteral("-1.23e+308")) + scaled(kLarge);
    QFont bold = secondaryFont();
    bold.setBold(true);
    int right = metrics.horizontalAdvance(kVerdictTitle) + scaled(kLarge) + scaled(kWide);
    for (std::size_t chart = 0; chart < m_content.curves->charts.size(); ++chart) {
        const int name = std::max(
            QFontMetrics(bold).horizontalAdvance(titleOf(chart)), metrics.horizontalAdvance(kindOf(chart)));
        right = std::max(right, name + scaled(kLarge) + scaled(kWide));
        m_marked.emplace_back(hasMarks(chart, true), hasMarks(chart, false));
    }
    m_verdicts = QRectF(
        left, scaled(kSmall), std::max(1.0, m_size.width() - left - right), targets * scaled(kVerdictRow));
    const double top = m_verdicts.bottom() + scaled(kSmall);
    const double room = std::max(1.0, m_legend.top() - places - top);
    const double each = room / std::max(1, charts);
    for (int chart = 0; chart < charts; ++chart)
        m_charts.emplace_back(left, top + chart * each, m_verdicts.width(),
            std::max(1.0, each - (chart + 1 < charts ? scaled(kSmall) : 0)));
}

double CurvesPicture::xOf(double place) const
{
    return m_verdicts.left() + (place - m_from) / (m_to - m_from) * m_verdicts.width();
}

bool CurvesPicture::hasMarks(std::size_t chart, bool isTop) const
{
    const auto has = [isTop](const core::RunCurves::Curve& curve) {
        return std::ranges::any_of(curve.marks, [isTop](const core::RunCurves::Mark& mark) {
            return (mark.edge != core::RunCurves::Edge::NegInf) == isTop;
        });
    };
    const core::RunCurves::Chart& one = m_content.curves->charts[chart];
    return (one.golden && has(*one.golden)) || std::ranges::any_of(one.targets, has);
}

QRectF CurvesPicture::edgeOf(std::size_t chart, bool isTop) const
{
    QRectF edge = m_charts[chart];
    const bool isMarked = isTop ? m_marked[chart].first : m_marked[chart].second;
    const double side = std::min<double>(scaled(isMarked ? kEdge : kTiny), edge.height() / 4);
    return isTop ? QRectF(edge.topLeft(), QSizeF(edge.width(), side))
                 : QRectF(edge.left(), edge.bottom() - side, edge.width(), side);
}

double CurvesPicture::yOf(std::size_t chart, double value) const
{
    const core::CurveScale& scale = m_content.scales[chart];
    const double top = edgeOf(chart, true).bottom(), bottom = edgeOf(chart, false).top();
    const double extent = scale.most() - scale.least();
    if (!(extent > 0))
        return (top + bottom) / 2;
    return bottom - (scale.level(value) - scale.least()) / extent * (bottom - top);
}

QRectF CurvesPicture::area() const
{
    QRectF area = m_verdicts;
    if (!m_charts.empty())
        area.setBottom(m_charts.back().bottom());
    return area;
}

std::optional<std::size_t> CurvesPicture::placeAt(const QPointF& point) const
{
    if (m_content.curves->places.empty() || point.x() < m_verdicts.left() - 1
        || point.x() > m_verdicts.right() + 1 || point.y() > m_legend.top())
        return std::nullopt;
    const double place
        = std::round(m_from + (point.x() - m_verdicts.left()) / m_verdicts.width() * (m_to - m_from));
    return static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(m_content.curves->places.size() - 1)));
}

std::optional<std::size_t> CurvesPicture::chartAt(const QPointF& point) const
{
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart) {
        if (m_charts[chart].contains(point))
            return chart;
    }
    return std::nullopt;
}

QPen CurvesPicture::penOf(std::optional<std::size_t> target) const
{
    const Theme& theme = *m_theme;
    if (!target)
        return {theme.color(Token::Golden), 3.4};
    const std::size_t colour = *target % kLineColours.size();
    const std::size_t style = (*target + *target / kLineColours.size()) % kLineStyles.size();
    return {theme.color(kLineColours[colour]), 1.4, kLineStyles[style]};
}

void CurvesPicture::paintVerdicts(QPainter& painter) const
{
    const Theme& theme = *m_theme;
    const QFontMetrics metrics(painter.font());
    const double word = metrics.height();
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(QRectF(m_verdicts.right() + scaled(kLarge), m_verdicts.center().y() - word / 2,
                         m_size.width() - m_verdicts.right() - scaled(kLarge), word),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, kVerdictTitle);
    const auto columns = static_cast<std::size_t>(std::max(1.0, m_verdicts.width()));
    for (std::size_t target = 0; target < static_cast<std::size_t>(m_content.names.size()); ++target) {
        const double top = m_verdicts.top() + static_cast<double>(target) * scaled(kVerdictRow);
        const double height = scaled(kVerdictRow) - scaled(kTiny);
        if (m_content.names.size() > 1) {
            painter.setPen(penOf(target));
            painter.drawLine(QPointF(m_verdicts.left() - scaled(kSwatch), top + height / 2),
                QPointF(m_verdicts.left() - scaled(kSmall), top + height / 2));
        }
        painter.fillRect(
            QRectF(m_verdicts.left(), top, m_verdicts.width(), height), theme.color(Token::Alternate));
        // Each pixel shows the worst of its operators.
        std::vector<std::optional<core::Verdict>> worst(columns);
        const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil(m_from)));
        const std::size_t end
            = std::min(m_content.curves->places.size(), static_cast<std::size_t>(std::max(0.0, m_to + 1)));
        for (std::size_t place = first; place < end; ++place) {
            const auto verdict = m_content.curves->verdict(place, target);
            const double x = xOf(static_cast<double>(place)) - m_verdicts.left();
            if (!verdict || *verdict == core::Verdict::Pass || x < 0)
                continue;
            auto& column = worst[std::min(static_cast<std::size_t>(x), columns - 1)];
            if (!column || rankOf(*verdict) > rankOf(*column))
                column = verdict;
        }
        const double side = std::clamp(m_verdicts.width() / (m_to - m_from) - 1, 2.0, double(scaled(6)));
        for (std::size_t column = 0; column < columns; ++column) {
            if (!worst[column])
                continue;
            // Shape before colour: the worse, the higher.
            const double share = *worst[column] == core::Verdict::Fail ? 1
                : *worst[column] == core::Verdict::Warn                ? 0.6
                                                                       : 0.3;
            painter.fillRect(QRectF(m_verdicts.left() + static_cast<double>(column) - side / 2 + 0.5,
                                 top + height * (1 - share), side, height * share),
                theme.color(tokenOf(*worst[column])));
        }
    }
}

void CurvesPicture::paintAxis(QPainter& painter, std::size_t chart) const
{
    const Theme& theme = *m_theme;
    const QRectF& area = m_charts[chart];
    const core::CurveScale& scale = m_content.scales[chart];
    const QFontMetrics metrics(painter.font());
    const double top = edgeOf(chart, true).bottom(), bottom = edgeOf(chart, false).top();
    const auto most
        = static_cast<std::size_t>(1 + std::max(0.0, bottom - top) / (metrics.height() * kLineRoom));
    std::vector<double> ticks = scale.ticks(scale.least(), scale.most(), most);
    // A chart without a round number in it names one of its own.
    if (ticks.empty() && scale.hasNumbers()) {
        const core::RunCurves::Chart& one = m_content.curves->charts[chart];
        core::RunCurves::Span all = one.golden ? one.golden->all : core::RunCurves::Span();
        for (const core::RunCurves::Curve& curve : one.targets)
            all.add(curve.all);
        ticks = {all.least};
    }
    // Ends first: what stands between them gives way.
    if (ticks.size() > 2)
        std::rotate(ticks.begin() + 1, ticks.end() - 1, ticks.end());
    std::vector<double> taken;
    for (const double tick : ticks) {
        const double y = yOf(chart, tick), height = metrics.height();
        // Texts stay within the chart, where another chart begins below.
        const double text
            = std::clamp(y - height / 2, area.top(), std::max(area.top(), area.bottom() - height));
        if (std::ranges::any_of(taken, [&](double other) { return std::abs(other - text) < height; }))
            continue;
        taken.push_back(text);
        painter.setPen(theme.color(Token::Grid));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(QRectF(0, text, area.left() - scaled(kSmall), height),
            Qt::AlignRight | Qt::AlignVCenter, textOfTick(tick, ticks));
    }
    painter.setPen(theme.color(Token::AxisLine));
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

void CurvesPicture::paintPlaces(QPainter& painter) const
{
    const Theme& theme = *m_theme;
    const QFontMetrics metrics(painter.font());
    const double top = m_charts.empty() ? m_verdicts.bottom() : m_charts.back().bottom();
    const QRectF line(m_verdicts.left(), top + scaled(kTiny), m_verdicts.width(), metrics.height());
    const QString order = m_content.curves->isOrderKnown ? tr("execution order") : tr("tensors in order");
    const QString words = m_content.place.isEmpty() ? order : order + QStringLiteral(" · ") + m_content.place;
    const double from = line.right() - metrics.horizontalAdvance(words);
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(QRectF(from, line.top(), line.right() - from, line.height()),
        Qt::AlignRight | Qt::AlignTop | Qt::TextSingleLine | Qt::TextDontClip, words);
    double free = line.left();
    for (const std::size_t place : numberedPlaces(line.width())) {
        const QString text = QString::number(numberAt(place));
        const double half = metrics.horizontalAdvance(text) / 2.0, x = xOf(static_cast<double>(place));
        if (x - half < free || x + half > from - scaled(kLarge))
            continue;
        painter.drawText(QRectF(x - half, line.top(), 2 * half + 1, line.height()), Qt::AlignCenter, text);
        painter.drawLine(QPointF(x, top), QPointF(x, top + scaled(kTiny)));
        free = x + half + scaled(kWide);
    }
}

std::uint32_t CurvesPicture::numberAt(std::size_t place) const
{
    const core::RunCurves& curves = *m_content.curves;
    return curves.isOrderKnown ? curves.matrix->golden->tensor(curves.goldenAt(place)).execIndex
                               : static_cast<std::uint32_t>(place);
}

/// The first place of each round number in the order of execution, or of what comes behind it; an operator
/// has several places.
std::vector<std::size_t> CurvesPicture::numberedPlaces(double width) const
{
    const std::size_t all = m_content.curves->places.size();
    const auto begin = std::min(static_cast<std::size_t>(std::max(0.0, std::ceil(m_from))), all);
    const auto inSight = std::clamp(static_cast<std::size_t>(std::max(0.0, m_to + 1)), begin, all);
    // What has no number stands behind what has one.
    const std::size_t end = firstPlace(
        begin, inSight, [this](std::size_t place) { return numberAt(place) != core::TensorRow::kNone; });
    if (begin == end)
        return {};
    std::vector<std::size_t> places;
    const auto most = static_cast<std::size_t>(std::max(1.0, width / scaled(60)));
    for (const double tick : core::roundTicks(numberAt(begin), numberAt(end - 1), most).values) {
        const std::size_t found
            = firstPlace(begin, end, [&](std::size_t place) { return numberAt(place) < tick; });
        if (found != end && (places.empty() || numberAt(places.back()) != numberAt(found)))
            places.push_back(found);
    }
    if (places.empty())
        places.push_back(begin);
    return places;
}

void CurvesPicture::paintMarks(
    QPainter& painter, std::size_t chart, const core::RunCurves::Curve& curve) const
{
    painter.setPen(QPen(painter.pen().color(), 1.4));
    painter.setBrush(painter.pen().color());
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr std::size_t kEdges = 3;
    std::array<double, kEdges> before {-1e9, -1e9, -1e9};
    for (const core::RunCurves::Mark& mark : curve.marks) {
        const double x = xOf(mark.place);
        // A pixel that has one is enough for all of them.
        double& last = before[static_cast<std::size_t>(mark.edge)];
        if (x < m_verdicts.left() - 1 || x > m_verdicts.right() + 1 || x - last < 1)
            continue;
        last = x;
        const QRectF edge = edgeOf(chart, mark.edge != core::RunCurves::Edge::NegInf);
        paintMark(painter, mark.edge, {x, edge.center().y()}, edge.height() - scaled(kTiny));
    }
    painter.setBrush(Qt::NoBrush);
}

// Lines as dense as this cover one another: golden, which is drawn first, reaches a little over what it
// spans.
void CurvesPicture::paintDense(
    QPainter& painter, std::size_t chart, const core::RunCurves::Curve& curve, double rim) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(painter.pen().color(), 1));
    const auto columns = curve.columns(m_from, m_to, static_cast<std::size_t>(m_charts[chart].width()));
    QPolygonF line;
    const auto finish = [&] {
        if (line.size() == 1)
            line.append(line.front() + QPointF(0, 1));
        painter.drawPolyline(line);
        line.clear();
    };
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const core::RunCurves::Span& span = columns[column];
        if (!span.isThere) {
            if (!line.isEmpty())
                finish();
            continue;
        }
        const double x = m_charts[chart].left() + static_cast<double>(column) + 0.5;
        for (const double y : {yOf(chart, span.first), yOf(chart, span.least) + rim,
                 yOf(chart, span.most) - rim, yOf(chart, span.last)}) {
            const QPointF point(x, y);
            if (line.isEmpty() || line.last() != point)
                line.append(point);
        }
    }
    if (!line.isEmpty())
        finish();
}

void CurvesPicture::paintCurve(QPainter& painter, std::size_t chart, std::optional<std::size_t> target) const
{
    const core::RunCurves::Chart& one = m_content.curves->charts[chart];
    const core::RunCurves::Curve& curve = target ? one.targets[*target] : *one.golden;
    painter.save();
    painter.setClipRect(m_charts[chart].adjusted(-scaled(kSmall), -1, scaled(kSmall), 1));
    painter.setPen(penOf(target));
    if (m_to - m_from > m_charts[chart].width()) {
        paintDense(painter, chart, curve, target ? 0 : kGoldenRim);
    } else {
        painter.setRenderHint(QPainter::Antialiasing);
        const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(m_from)));
        const std::size_t end
            = std::min(curve.values.size(), static_cast<std::size_t>(std::max(0.0, std::ceil(m_to) + 1)));
        const bool hasDots = end - std::min(first, end) <= kFewPlaces;
        QPolygonF line;
        const auto finish = [&] {
            painter.drawPolyline(line);
            if (hasDots || line.size() == 1) {
                painter.save();
                painter.setPen(Qt::NoPen);
                painter.setBrush(penOf(target).color());
                for (const QPointF& point : line)
                    painter.drawEllipse(point, target ? 2 : 3, target ? 2 : 3);
                painter.restore();
            }
            line.clear();
        };
        for (std::size_t place = first; place < end; ++place) {
            if (std::isnan(curve.values[place]))
                finish();
            else
                line.append({xOf(static_cast<double>(place)), yOf(chart, curve.values[place])});
        }
        finish();
    }
    painter.setPen(penOf(target).color());
    paintMarks(painter, chart, curve);
    painter.restore();
}

void CurvesPicture::paintLegend(QPainter& painter) const
{
    const Theme& theme = *m_theme;
    const QFontMetrics metrics(painter.font());
    std::vector<std::optional<std::size_t>> runs;
    if (std::ranges::any_of(
            m_content.curves->charts, [](const auto& chart) { return chart.golden.has_value(); }))
        runs.emplace_back();
    for (std::size_t target = 0; target < static_cast<std::size_t>(m_content.names.size()); ++target)
        runs.emplace_back(target);
    QStringList words;
    const auto hasMark = [this](core::RunCurves::Edge edge) {
        const auto has = [edge](const core::RunCurves::Curve& curve) {
            return std::ranges::any_of(curve.marks, [edge](const auto& mark) { return mark.edge == edge; });
        };
        return std::ranges::any_of(m_content.curves->charts, [&](const core::RunCurves::Chart& chart) {
            return (chart.golden && has(*chart.golden)) || std::ranges::any_of(chart.targets, has);
        });
    };
    using Edge = core::RunCurves::Edge;
    double x = m_legend.right();
    const double side = scaled(kEdge) - scaled(kTiny);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [edge, word] : {std::pair(Edge::NegInf, QStringLiteral("-Inf")),
             std::pair(Edge::PosInf, QStringLiteral("+Inf")), std::pair(Edge::NaN, QStringLiteral("NaN"))}) {
        if (!hasMark(edge))
            continue;
        x -= metrics.horizontalAdvance(word);
        painter.setPen(theme.color(Token::Text));
        painter.drawText(
            QRectF(x, m_legend.top(), m_legend.right() - x, m_legend.height()), Qt::AlignVCenter, word);
        x -= side;
        painter.setPen(QPen(theme.color(Token::Text), 1.4));
        painter.setBrush(theme.color(Token::Text));
        paintMark(painter, edge, {x, m_legend.center().y()}, side);
        painter.setBrush(Qt::NoBrush);
        x -= side + scaled(kWide);
    }
    // Names may be cut, each to its share of the room.
    const double room = x - m_legend.left();
    const double share = room / static_cast<double>(std::max<std::size_t>(1, runs.size())) - scaled(kSwatch)
        - scaled(kSmall) - scaled(kVast);
    double left = m_legend.left();
    for (const auto& run : runs) {
        painter.setPen(penOf(run));
        painter.drawLine(
            QPointF(left, m_legend.center().y()), QPointF(left + scaled(kSwatch), m_legend.center().y()));
        left += scaled(kSwatch) + scaled(kSmall);
        painter.setPen(theme.color(Token::Text));
        const QString name = nameOf(run);
        const bool fits = metrics.horizontalAdvance(name) <= share;
        const QString shown
            = fits ? name : metrics.elidedText(name, Qt::ElideMiddle, static_cast<int>(share));
        painter.drawText(QRectF(left, m_legend.top(), m_legend.right() - left, m_legend.height()),
            Qt::AlignVCenter, shown);
        left += metrics.horizontalAdvance(shown) + scaled(kVast);
    }
}

void CurvesPicture::paintName(QPainter& painter, std::size_t chart) const
{
    const Theme& theme = *m_theme;
    QFont bold = secondaryFont();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const QRectF room(m_charts[chart].right() + scaled(kLarge), m_charts[chart].top(),
        m_size.width() - m_charts[chart].right() - scaled(kLarge), m_charts[chart].height());
    painter.setFont(bold);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(room, Qt::TextSingleLine, titleOf(chart));
    painter.setFont(secondaryFont());
    if (room.height() < 2 * metrics.height())
        return;
    painter.setPen(theme.color(Token::Secondary));
    painter.drawText(room.adjusted(0, metrics.height(), 0, 0), Qt::TextSingleLine, kindOf(chart));
}

QString CurvesPicture::nameOf(std::optional<std::size_t> target) const
{
    return target ? m_content.names[static_cast<qsizetype>(*target)] : tr("Golden");
}

QString CurvesPicture::titleOf(std::size_t chart) const
{
    const core::RunCurves::Chart& one = m_content.curves->charts[chart];
    return one.golden ? fromCore(one.figure) : shortMetricTitle(one.figure);
}

QString CurvesPicture::kindOf(std::size_t chart) const
{
    switch (m_content.scales[chart].kind()) {
    case core::CurveScale::Kind::Logarithmic:
        return tr("logarithmic");
    case core::CurveScale::Kind::Symmetric:
        return tr("± logarithmic");
    case core::CurveScale::Kind::Linear:
        break;
    }
    return {};
}

void CurvesPicture::paint(QPainter& painter) const
{
    painter.setFont(secondaryFont());
    paintVerdicts(painter);
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart) {
        paintAxis(painter, chart);
        if (m_content.curves->charts[chart].golden)
            paintCurve(painter, chart, std::nullopt);
        for (std::size_t target = 0; target < m_content.curves->charts[chart].targets.size(); ++target)
            paintCurve(painter, chart, target);
        paintName(painter, chart);
    }
    paintPlaces(painter);
    paintLegend(painter);
}

} // namespace dumpscope::gui
