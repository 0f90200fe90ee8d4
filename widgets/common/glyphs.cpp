// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/glyphs.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

/// Paints in a square from (-1, -1) to (1, 1), so that a shape reads the same at every size.
class GlyphPainter {
public:
    GlyphPainter(QPainter& painter, QColor color, QColor inside)
        : m_painter(painter)
        , m_color(std::move(color))
        , m_inside(std::move(inside))
    {
    }

    void fill(const QPainterPath& path) const { m_painter.fillPath(path, m_color); }
    /// A line of the background's colour on a filled shape.
    void cut(const QPainterPath& path, qreal width = 0.27) const { stroke(path, m_inside, width); }
    void line(const QPainterPath& path, qreal width = 0.26) const { stroke(path, m_color, width); }
    void dots(const QPainterPath& path, qreal width) const
    {
        QPen pen(m_color, width, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({1.25, 1.25});
        m_painter.strokePath(path, pen);
    }

private:
    void stroke(const QPainterPath& path, const QColor& color, qreal width) const
    {
        m_painter.strokePath(path, QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }

    QPainter& m_painter;
    QColor m_color;
    QColor m_inside;
};

QPainterPath polyline(std::initializer_list<QPointF> points, bool closed = false)
{
    QPainterPath path;
    const QPointF* const first = points.begin();
    path.moveTo(*first);
    for (const QPointF* point = first + 1; point != points.end(); ++point)
        path.lineTo(*point);
    if (closed)
        path.closeSubpath();
    return path;
}

QPainterPath circle(qreal radius, QPointF centre = {})
{
    QPainterPath path;
    path.addEllipse(centre, radius, radius);
    return path;
}

QPainterPath square(qreal half, qreal radius)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(-half, -half, 2 * half, 2 * half), radius, radius);
    return path;
}

void paintPass(const GlyphPainter& glyph)
{
    glyph.fill(circle(1));
    glyph.cut(polyline({{-0.46, 0.04}, {-0.12, 0.38}, {0.5, -0.36}}));
}

void paintWarn(const GlyphPainter& glyph)
{
    glyph.fill(polyline({{0, -0.98}, {1, 0.92}, {-1, 0.92}}, true));
    glyph.cut(polyline({{0, -0.3}, {0, 0.22}}));
    glyph.cut(polyline({{0, 0.6}, {0, 0.601}}));
}

void paintFail(const GlyphPainter& glyph)
{
    glyph.fill(square(0.96, 0.28));
    glyph.cut(polyline({{-0.42, -0.42}, {0.42, 0.42}}));
    glyph.cut(polyline({{0.42, -0.42}, {-0.42, 0.42}}));
}

void paintFailInside(const GlyphPainter& glyph)
{
    glyph.line(square(0.83, 0.26));
    glyph.fill(square(0.3, 0));
}

/// It comes down from above.
void paintInherited(const GlyphPainter& glyph)
{
    glyph.line(polyline({{-0.88, -0.66}, {0.88, -0.66}, {0, 0.84}}, true), 0.24);
}

QPainterPath diamond(qreal half)
{
    return polyline({{0, -half}, {half, 0}, {0, half}, {-half, 0}}, true);
}

void paintFirstDivergence(const GlyphPainter& glyph)
{
    glyph.fill(diamond(1.14));
    glyph.cut(polyline({{-0.16, 0.56}, {-0.16, -0.46}}), 0.2);
    glyph.cut(polyline({{-0.16, -0.46}, {0.42, -0.18}, {-0.16, 0.1}}), 0.2);
}

void paintDivergenceInside(const GlyphPainter& glyph)
{
    glyph.line(diamond(0.98), 0.24);
    glyph.fill(diamond(0.42));
}

QPainterPath star(qreal size)
{
    constexpr int kPoints = 5;
    constexpr qreal kOuter = 1.14, kInner = 0.5, kQuarter = 90, kFull = 360;
    QPolygonF corners;
    for (int i = 0; i < 2 * kPoints; ++i)
        corners.append(
            QLineF::fromPolar(size * (i % 2 == 0 ? kOuter : kInner), kQuarter + i * kFull / (2 * kPoints))
                .p2());
    QPainterPath path;
    path.addPolygon(corners);
    path.closeSubpath();
    return path;
}

void paintBornHere(const GlyphPainter& glyph)
{
    glyph.fill(star(1));
}

void paintBornInside(const GlyphPainter& glyph)
{
    glyph.line(star(0.9), 0.22);
}

void paintNotComparable(const GlyphPainter& glyph)
{
    glyph.line(circle(0.85));
    glyph.line(polyline({{-0.58, 0.58}, {0.58, -0.58}}));
}

void paintUnpaired(const GlyphPainter& glyph)
{
    glyph.dots(square(0.82, 0), 0.27);
}

/// A clock.
void paintAfterStep(const GlyphPainter& glyph)
{
    glyph.line(circle(0.85));
    glyph.line(polyline({{0, -0.5}, {0, 0.1}, {0.5, 0.1}}));
}

void paintRunning(const GlyphPainter& glyph)
{
    QPainterPath path;
    path.arcMoveTo(QRectF(-0.78, -0.78, 1.56, 1.56), 90);
    path.arcTo(QRectF(-0.78, -0.78, 1.56, 1.56), 90, -270);
    glyph.line(path, 0.38);
}

void paintTargetSide(const GlyphPainter& glyph)
{
    glyph.fill(square(1, 0.36));
    glyph.cut(polyline({{-0.46, -0.46}, {0.46, -0.46}}), 0.25);
    glyph.cut(polyline({{0, -0.46}, {0, 0.52}}), 0.25);
}

void paintGoldenSide(const GlyphPainter& glyph)
{
    glyph.fill(circle(1));
    QPainterPath letter;
    const QRectF box(-0.48, -0.52, 1.0, 1.04);
    letter.arcMoveTo(box, 42);
    letter.arcTo(box, 42, 318);
    letter.lineTo(0.1, 0);
    glyph.cut(letter, 0.23);
}

struct Shape {
    Token token;
    void (*paint)(const GlyphPainter&);
    const char* word;
};

// In the order of State.
constexpr std::array<Shape, 16> kShapes {{
    {Token::Text, nullptr, ""},
    {Token::Pass, paintPass, QT_TRANSLATE_NOOP("States", "pass")},
    {Token::Warn, paintWarn, QT_TRANSLATE_NOOP("States", "warn")},
    {Token::Fail, paintFail, QT_TRANSLATE_NOOP("States", "fail")},
    {Token::Fail, paintFailInside, QT_TRANSLATE_NOOP("States", "fails inside")},
    {Token::Inherited, paintInherited, QT_TRANSLATE_NOOP("States", "inherited")},
    {Token::Fail, paintFirstDivergence, QT_TRANSLATE_NOOP("States", "first divergence")},
    {Token::Fail, paintDivergenceInside, QT_TRANSLATE_NOOP("States", "first divergence inside")},
    {Token::Fail, paintBornHere, QT_TRANSLATE_NOOP("States", "NaN or Inf born here")},
    {Token::Fail, paintBornInside, QT_TRANSLATE_NOOP("States", "NaN or Inf born inside")},
    {Token::NotComparable, paintNotComparable, QT_TRANSLATE_NOOP("States", "not comparable")},
    {Token::NotComparable, paintUnpaired, QT_TRANSLATE_NOOP("States", "unpaired")},
    {Token::NotComparable, paintAfterStep, QT_TRANSLATE_NOOP("States", "after the step")},
    {Token::Accent, paintRunning, QT_TRANSLATE_NOOP("States", "running")},
    {Token::Target, paintTargetSide, QT_TRANSLATE_NOOP("States", "Target")},
    {Token::Golden, paintGoldenSide, QT_TRANSLATE_NOOP("States", "Golden")},
}};

const Shape& shapeOf(State state)
{
    return kShapes[static_cast<std::size_t>(state)];
}

/// From harmless to alarming.
constexpr std::array kBySeverity {State::None, State::Running, State::AfterStep, State::Pass, State::Unpaired,
    State::NotComparable, State::Warn, State::Inherited, State::FailInside, State::Fail, State::BornInside,
    State::BornHere, State::DivergenceInside, State::FirstDivergence};

} // namespace

State worseOf(State a, State b)
{
    const auto place
        = [](State state) { return std::ranges::find(kBySeverity, state) - kBySeverity.begin(); };
    const auto known = [](auto at) { return at == static_cast<std::ptrdiff_t>(kBySeverity.size()) ? 0 : at; };
    return known(place(a)) >= known(place(b)) ? a : b;
}

Token stateToken(State state)
{
    return shapeOf(state).token;
}

void paintStateGlyph(QPainter& painter, State state, const QRectF& rect, const Theme& theme)
{
    const Shape& shape = shapeOf(state);
    if (!shape.paint || rect.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center());
    const qreal half = std::min(rect.width(), rect.height()) / 2;
    painter.scale(half, half);
    shape.paint(GlyphPainter(painter, theme.color(shape.token), theme.color(Token::Base)));
    painter.restore();
}

QString stateWord(State state)
{
    const char* const word = shapeOf(state).word;
    return *word == '\0' ? QString() : QCoreApplication::translate("States", word);
}

namespace {

constexpr qreal kPeriod = 5;
constexpr qreal kLine = 1.1;
constexpr qreal kSmallestHatch = 7;

struct Hatch {
    QColor fill;
    QColor lines;
};

Hatch hatchOf(NonFinite kind, const Theme& theme, qreal strength)
{
    const bool isTint = strength < 1;
    Hatch hatch;
    switch (kind) {
    case NonFinite::Nan:
        hatch = {theme.color(Token::Nan), isTint ? theme.color(Token::Nan) : QColor(Qt::white)};
        break;
    case NonFinite::PosInf:
    case NonFinite::NegInf: {
        const bool isWhite = kind == NonFinite::PosInf;
        hatch = {isWhite ? Qt::white : Qt::black, isWhite ? Qt::black : Qt::white};
        if (isTint)
            hatch = {Qt::transparent, theme.color(Token::Text)};
        break;
    }
    case NonFinite::Padding:
        hatch = {Qt::transparent, theme.color(Token::Dim)};
        break;
    }
    if (isTint) {
        if (hatch.fill.alpha() != 0)
            hatch.fill.setAlphaF(static_cast<float>(strength));
        const bool onColor = kind == NonFinite::Nan;
        hatch.lines.setAlphaF(static_cast<float>(std::min(1.0, (onColor ? 2 : 1.4) * strength)));
    }
    return hatch;
}

/// First multiple of the period, counted from `origin`, that is not behind `from`.
qreal firstLine(qreal from, qreal origin)
{
    return origin + std::ceil((from - origin) / kPeriod) * kPeriod;
}

void paintDiagonals(QPainter& painter, const QRectF& rect, QPointF origin, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, kLine));
    // A line x + y = c rises from the lower left to the upper right.
    const qreal base = origin.x() + origin.y();
    for (qreal c = firstLine(rect.left() + rect.top(), base); c < rect.right() + rect.bottom(); c += kPeriod)
        painter.drawLine(QPointF(c - rect.bottom(), rect.bottom()), QPointF(c - rect.top(), rect.top()));
}

void paintDots(QPainter& painter, const QRectF& rect, QPointF origin, const QColor& color)
{
    int row = 0;
    for (qreal y = firstLine(rect.top(), origin.y()); y < rect.bottom(); y += kPeriod / 2, ++row) {
        const qreal shift = row % 2 == 0 ? 0 : kPeriod / 2;
        for (qreal x = firstLine(rect.left(), origin.x()) + shift; x < rect.right(); x += kPeriod)
            painter.fillRect(QRectF(x, y, 1, 1), color);
    }
}

} // namespace

void paintNonFinite(QPainter& painter, const QRectF& rect, NonFinite kind, const Theme& theme, qreal strength)
{
    if (rect.isEmpty())
        return;
    painter.save();
    const Hatch hatch = hatchOf(kind, theme, strength);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, hatch.fill);
    if (std::min(rect.width(), rect.height()) >= kSmallestHatch || kind == NonFinite::Padding) {
        painter.setClipRect(rect, Qt::IntersectClip);
        // Neighbouring cells of a plane share one pattern; a table cell takes it along when it scrolls.
        const QPointF origin = strength < 1 ? rect.topLeft() : QPointF();
        switch (kind) {
        case NonFinite::Nan:
            paintDiagonals(painter, rect, origin, hatch.lines);
            break;
        case NonFinite::PosInf:
            for (qreal x = firstLine(rect.left() - 1, origin.x() + 1.5); x < rect.right(); x += kPeriod)
                painter.fillRect(QRectF(x, rect.top(), kLine, rect.height()), hatch.lines);
            break;
        case NonFinite::NegInf:
            for (qreal y = firstLine(rect.top() - 1, origin.y() + 1.5); y < rect.bottom(); y += kPeriod)
                painter.fillRect(QRectF(rect.left(), y, rect.width(), kLine), hatch.lines);
            break;
        case NonFinite::Padding:
            paintDots(painter, rect, origin, hatch.lines);
            break;
        }
    }
    painter.restore();
}

} // namespace dumpscope::gui
