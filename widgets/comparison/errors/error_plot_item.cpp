// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_plot_item.h"

#include "common/core_text.h"
#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dumpscope::gui {

namespace {

constexpr double kLeastBand = 2; ///< pixels; stripes thinner than this are one grey, and there are thousands
constexpr std::ptrdiff_t kMostGlyphs = 1500; ///< more points at once are dots
constexpr int kLowPlot = 12;                 ///< lines of text
/// From what may lie below to what must be seen.
constexpr std::array kOrder {
    core::Verdict::NotComparable, core::Verdict::Pass, core::Verdict::Warn, core::Verdict::Fail};

} // namespace

ErrorPlotItem::ErrorPlotItem(QCustomPlot* plot, const ErrorPlot& owner, bool isBehind)
    : QCPAbstractItem(plot)
    , m_owner(owner)
    , m_isBehind(isBehind)
{
    setLayer(isBehind ? QStringLiteral("background") : QStringLiteral("overlay"));
    setSelectable(false);
}

const Theme& ErrorPlotItem::theme() const
{
    return Theme::of(&m_owner);
}

void ErrorPlotItem::draw(QCPPainter* painter)
{
    m_area = mParentPlot->axisRect()->rect();
    painter->save();
    painter->setClipRect(area().adjusted(0, -1, 1, 1));
    if (m_isBehind) {
        drawBands(*painter);
        drawStrips(*painter);
        drawColumns(*painter);
    } else {
        drawLimits(*painter);
        drawPoints(*painter);
        drawLimitNames(*painter);
        drawDivergence(*painter);
        drawCurrent(*painter);
    }
    painter->restore();
}

void ErrorPlotItem::drawBands(QCPPainter& painter) const
{
    if (!m_owner.m_hasBands)
        return;
    painter.setFont(secondaryFont());
    const QFontMetrics metrics(painter.font());
    bool isShaded = false;
    for (const ErrorSeries::Band& band : series().bands) {
        const QRectF strip(
            x(band.from - 0.5), area().top(), x(band.to + 0.5) - x(band.from - 0.5), area().height());
        isShaded = !isShaded;
        if (strip.right() < area().left() || strip.left() > area().right())
            continue;
        if (isShaded && strip.width() >= kLeastBand)
            painter.fillRect(strip.intersected(area()), theme().color(Token::Alternate));
        const QRectF room = strip.intersected(area()).adjusted(scaled(4), scaled(2), 0, 0);
        if (room.width()
            < metrics.averageCharWidth()) // most of a thousand scopes; measuring names takes long
            continue;
        const QString name = fromCore(band.name);
        if (metrics.horizontalAdvance(name) < room.width()) {
            painter.setPen(theme().color(Token::Secondary));
            painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, name);
        }
    }
}

void ErrorPlotItem::drawStrips(QCPPainter& painter) const
{
    if (!series().isLogarithmic)
        return;
    const double height = scaled(kBandHeight);
    painter.fillRect(QRectF(area().left(), area().bottom() - height, area().width(), height),
        theme().color(series().areZerosEqual ? Token::PassFill : Token::Alternate));
    painter.setFont(secondaryFont());
    painter.setPen(theme().color(series().areZerosEqual ? Token::Pass : Token::Secondary));
    // Where the powers of ten stand: the marks would lie on a word in the band.
    painter.setClipping(false);
    const double before = QFontMetricsF(painter.font()).averageCharWidth();
    painter.drawText(QRectF(0, area().bottom() - height, area().left() - before, height),
        Qt::AlignVCenter | Qt::AlignRight, m_owner.zeroWord());
    painter.setClipping(true);
    const auto has = [this](ErrorSeries::Kind kind) {
        return std::ranges::any_of(
            series().points, [kind](const ErrorSeries::Point& point) { return point.kind == kind; });
    };
    QRectF strip(area().left(), area().top() + scaled(kBandHeight), area().width(), height);
    const auto name = [&](const QString& word) {
        painter.setPen(theme().color(Token::Text));
        painter.drawText(strip.adjusted(0, 0, -scaled(4), 0), Qt::AlignVCenter | Qt::AlignRight, word);
    };
    if (has(ErrorSeries::Kind::NonFinite)) {
        paintNonFinite(painter, strip, NonFinite::Nan, theme(), 0.16);
        name(ErrorPlot::tr("non-finite"));
    }
    strip.translate(0, height);
    if (has(ErrorSeries::Kind::Unbounded))
        name(ErrorPlot::tr("∞: golden is 0"));
}

void ErrorPlotItem::drawColumns(QCPPainter& painter) const
{
    if (!m_owner.m_hasColumns || series().metric != "relative_euclidean_distance")
        return;
    QColor inherited = theme().color(Token::NotComparable), added = theme().color(Token::Fail);
    inherited.setAlphaF(0.2F);
    added.setAlphaF(0.22F);
    if (x(1) - x(0) < 1)
        return drawThinColumns(painter, inherited, added);
    const double bottom = area().bottom() - scaled(kBandHeight);
    for (const ErrorSeries::Column& column : series().columns) {
        const double left = x(column.from - 0.45), right = std::max(left + 1, x(column.to + 0.45));
        if (right < area().left() || left > area().right())
            continue;
        const auto height = [&](double error) { return error > 0 ? std::min(bottom, y(error)) : bottom; };
        const double grey = height(column.inherited);
        painter.fillRect(QRectF(left, grey, right - left, bottom - grey), inherited);
        if (column.own > column.inherited) {
            const double red = height(column.own);
            painter.fillRect(QRectF(left, red, right - left, grey - red), added);
        }
    }
}

// Thousands of operators share their pixels: each pixel shows the largest errors of them.
void ErrorPlotItem::drawThinColumns(QCPPainter& painter, const QColor& inherited, const QColor& added) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    QImage columns((area().size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (columns.isNull())
        return;
    columns.fill(0);
    struct Errors {
        double inherited = 0, own = 0;
    };
    std::vector<Errors> pixels(static_cast<std::size_t>(columns.width()));
    const auto pixelAt = [&](double place) { return std::floor((x(place) - area().left()) * ratio); };
    const double most = columns.width() - 1;
    for (const ErrorSeries::Column& column : series().columns) {
        const double from = pixelAt(column.from), to = pixelAt(column.to);
        if (!(to >= 0 && from <= most))
            continue;
        const auto last = static_cast<std::size_t>(std::min(to, most));
        for (auto pixel = static_cast<std::size_t>(std::max(from, 0.0)); pixel <= last; ++pixel) {
            pixels[pixel].inherited = std::max(pixels[pixel].inherited, column.inherited);
            pixels[pixel].own = std::max(pixels[pixel].own, column.own);
        }
    }
    const double bottom = (area().height() - scaled(kBandHeight)) * ratio;
    const auto rowOf = [&](double error) {
        const double row = error > 0 ? (y(error) - area().top()) * ratio : bottom;
        return static_cast<int>(std::clamp(row, 0.0, std::max(0.0, bottom)));
    };
    const QRgb grey = qPremultiply(inherited.rgba()), red = qPremultiply(added.rgba());
    const std::ptrdiff_t stride = columns.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
    auto* const bits = reinterpret_cast<QRgb*>(columns.bits());
    for (std::size_t pixel = 0; pixel < pixels.size(); ++pixel) {
        const int middle = rowOf(pixels[pixel].inherited);
        const auto fill = [&](int from, int to, QRgb colour) {
            for (int row = from; row < to; ++row)
                bits[row * stride + static_cast<std::ptrdiff_t>(pixel)] = colour;
        };
        fill(middle, rowOf(0), grey);
        if (pixels[pixel].own > pixels[pixel].inherited)
            fill(rowOf(pixels[pixel].own), middle, red);
    }
    painter.drawImage(area(), columns);
}

void ErrorPlotItem::drawLimits(QCPPainter& painter) const
{
    for (const ErrorSeries::Limit& limit : series().limits) {
        painter.setPen(QPen(theme().color(tokenOf(limit.verdict)), 1, Qt::DashLine));
        painter.drawLine(QPointF(area().left(), y(limit.value)), QPointF(area().right(), y(limit.value)));
    }
}

// Over the points, which would hide them.
void ErrorPlotItem::drawLimitNames(QCPPainter& painter) const
{
    QFont bold = secondaryFont();
    bold.setBold(true);
    painter.setFont(bold);
    const QFontMetricsF metrics(bold);
    QColor ground = theme().color(Token::Base);
    ground.setAlphaF(0.8F);
    for (const ErrorSeries::Limit& limit : series().limits) {
        const double at = y(limit.value);
        if (at < area().top() || at > area().bottom())
            continue;
        const QString verdict = verdictText(limit.verdict), value = fromCore(limit.text);
        const QString text = limit.pairs.empty()
            ? ErrorPlot::tr("%1 limit %2").arg(verdict, value)
            : ErrorPlot::tr("%1 limit %2 (%3)").arg(verdict, value, shownName(fromCore(limit.pairs)));
        const QRectF room(
            area().left() + scaled(4), at - scaled(17), metrics.horizontalAdvance(text), scaled(16));
        painter.fillRect(room, ground);
        painter.setPen(theme().color(tokenOf(limit.verdict)));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom | Qt::TextDontClip, text);
    }
}

void ErrorPlotItem::drawPoints(QCPPainter& painter) const
{
    const auto& points = series().points;
    const QCPRange range = mParentPlot->xAxis->range();
    const auto first = std::ranges::lower_bound(points, range.lower - 1, {}, &ErrorSeries::Point::x);
    const auto last = std::ranges::upper_bound(points, range.upper + 1, {}, &ErrorSeries::Point::x);
    if (last - first > kMostGlyphs)
        return drawDots(painter, {first, last});
    const double side = scaled(10);
    painter.setAntialiasing(true);
    // Worse ones on top.
    for (const core::Verdict verdict : kOrder) {
        for (auto point = first; point != last; ++point) {
            if (point->verdict == verdict)
                paintStateGlyph(painter, stateOf(verdict),
                    QRectF(x(point->x) - side / 2, m_owner.pixelOf(*point) - side / 2, side, side), theme());
        }
    }
}

// A hundred thousand points share their pixels: each pixel shows the worst of them.
void ErrorPlotItem::drawDots(QCPPainter& painter, std::span<const ErrorSeries::Point> points) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize size = (area().size() * ratio).toSize();
    QImage dots(size, QImage::Format_Indexed8);
    if (dots.isNull())
        return;
    QList<QRgb> colours {qRgba(0, 0, 0, 0)};
    for (const core::Verdict verdict : kOrder)
        colours.append(theme().color(tokenOf(verdict)).rgba());
    dots.setColorTable(colours);
    dots.fill(0);
    std::array<uchar, kOrder.size()> rank {};
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        rank[static_cast<std::size_t>(kOrder[i])] = static_cast<uchar>(i + 1);
    // Both axes are straight once a logarithmic one counts in decades.
    const double zero = series().isLogarithmic ? 1 : 0, one = series().isLogarithmic ? 10 : 1;
    const double left = (x(0) - area().left()) * ratio, across = (x(1) - x(0)) * ratio;
    const double top = (y(zero) - area().top()) * ratio, down = (y(one) - y(zero)) * ratio;
    const auto rowOf = [&](ErrorSeries::Kind kind) {
        return (m_owner.pixelOf({0, 0, 0, core::Verdict::Pass, kind}) - area().top()) * ratio;
    };
    const double equal = rowOf(ErrorSeries::Kind::Equal), nonFinite = rowOf(ErrorSeries::Kind::NonFinite),
                 unbounded = rowOf(ErrorSeries::Kind::Unbounded);
    const int side = std::max(3, qRound(3 * ratio));
    const std::ptrdiff_t stride = dots.bytesPerLine();
    uchar* const bits = dots.bits();
    for (const ErrorSeries::Point& point : points) {
        const double row = point.kind == ErrorSeries::Kind::Number ? top + down * point.level
            : point.kind == ErrorSeries::Kind::Equal               ? equal
            : point.kind == ErrorSeries::Kind::Unbounded           ? unbounded
                                                                   : nonFinite;
        const double column = left + across * point.x;
        if (!(row >= 0 && row < size.height() && column >= 0 && column < size.width()))
            continue;
        const int fromX = std::max(0, static_cast<int>(column) - side / 2);
        const int fromY = std::max(0, static_cast<int>(row) - side / 2);
        const int toX = std::min(size.width(), fromX + side), toY = std::min(size.height(), fromY + side);
        const uchar colour = rank[static_cast<std::size_t>(point.verdict)];
        for (int line = fromY; line < toY; ++line) {
            uchar* const pixels = bits + line * stride;
            for (int at = fromX; at < toX; ++at)
                pixels[at] = std::max(pixels[at], colour);
        }
    }
    painter.drawImage(area(), dots);
}

void ErrorPlotItem::drawDivergence(QCPPainter& painter) const
{
    if (!series().divergence)
        return;
    const ErrorSeries::Point& point = series().points[*series().divergence];
    const double at = x(point.x), side = scaled(15);
    if (at < area().left() || at > area().right())
        return;
    painter.setAntialiasing(true);
    painter.setPen(QPen(theme().color(Token::Fail), 1.5));
    painter.drawLine(QPointF(at, area().top() + side), QPointF(at, area().bottom()));
    paintStateGlyph(painter, State::FirstDivergence,
        QRectF(at - side / 2, m_owner.pixelOf(point) - side / 2, side, side), theme());
    const QStringList lines = m_owner.m_divergenceWords.split(QLatin1Char('\n'));
    const QFontMetrics metrics(m_owner.font());
    // A low plot belongs to its marks; the line above the results says the same.
    if (area().height() < kLowPlot * metrics.height())
        return;
    int width = 0;
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const double boxWidth = width + scaled(20),
                 boxHeight = metrics.height() * double(lines.size()) + scaled(10);
    const bool isLeft = at - boxWidth - scaled(16) > area().left();
    const double least = area().top() + scaled(kBandHeight) * 2.5;
    const QRectF box(isLeft ? at - boxWidth - scaled(16) : at + scaled(16),
        std::clamp(area().center().y(), least, std::max(least, area().bottom() - boxHeight - scaled(30))),
        boxWidth, boxHeight);
    painter.setPen(QPen(theme().color(Token::Fail), 1));
    painter.drawLine(QPointF(isLeft ? box.right() : box.left(), box.top() + 8), QPointF(at, box.top() + 8));
    painter.setBrush(theme().color(Token::Base));
    painter.drawRoundedRect(box, 4, 4);
    QRectF line(box.left() + scaled(10), box.top() + scaled(5), boxWidth, metrics.height());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QFont font = m_owner.font();
        font.setBold(i == 0);
        painter.setFont(font);
        painter.setPen(theme().color(i == 0 ? Token::Fail : Token::Text));
        painter.drawText(line, Qt::AlignVCenter, lines[i]);
        line.translate(0, metrics.height());
    }
}

void ErrorPlotItem::drawCurrent(QCPPainter& painter) const
{
    if (!m_owner.m_current || *m_owner.m_current >= series().points.size())
        return;
    const ErrorSeries::Point& point = series().points[*m_owner.m_current];
    painter.setAntialiasing(true);
    painter.setPen(QPen(theme().color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(x(point.x), m_owner.pixelOf(point)), scaled(8), scaled(8));
}

} // namespace dumpscope::gui
