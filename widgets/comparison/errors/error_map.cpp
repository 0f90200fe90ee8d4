// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_map.h"

#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/name_elision.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "heatmap/colour_map.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr qreal kGridFrom = 6; ///< px of a cell from which on cells stand apart
constexpr int kMarkSide = 4;   ///< of what is far off
constexpr int kScaleWidth = 120;

QString shortText(double value)
{
    return QString::number(value, 'g', 2);
}

} // namespace

ErrorMap::ErrorMap(QWidget* parent)
    : CellMap(parent)
{
    setMinimumHeight(scaled(96));
}

std::size_t ErrorMap::rows() const
{
    return static_cast<std::size_t>(m_content.rows.size()) + (hasDifferences() ? 1 : 0);
}

void ErrorMap::setContent(
    Content content, std::function<QString(const Place&)> describe, const QString& click)
{
    m_content = std::move(content);
    m_describe = std::move(describe);
    m_click = click;
    constexpr double kDecades = 4, kClearly = 8;
    constexpr double kWrong = 1; // as far off as zeros are; more looks the same
    double largest = 0, difference = 0;
    for (const float error : m_content.errors)
        largest = std::isfinite(error) ? std::max<double>(largest, error) : largest;
    for (const float one : m_content.differences)
        difference = std::isfinite(one) ? std::max<double>(difference, std::fabs(one)) : difference;
    // What is not far off stays as quiet as what is equal.
    const bool hasFar = std::isfinite(m_content.far);
    const double least = kClearly * m_content.far;
    const double high = hasFar ? std::clamp(largest, least, std::max(least, kWrong))
                               : std::min(largest > 0 ? largest : kWrong, kWrong);
    m_scale = ValueScale(ScaleKind::Log, hasFar ? m_content.far / 2 : high * std::pow(10, -kDecades), high);
    m_isCapped = largest > high;
    m_signedScale = ValueScale(ScaleKind::Linear, -difference, difference);
    setCurrent(m_content.first.value_or(current()));
    measure();
}

QString ErrorMap::describe(const Place& place) const
{
    return m_describe ? m_describe(place) : QString();
}

float ErrorMap::errorAt(const Place& place) const
{
    if (isDifference(place))
        return m_content.differences[place.column];
    return m_content.errors[place.row * m_content.columns + place.column];
}

bool ErrorMap::isWorse(const Place& place, const Place& than) const
{
    const float one = std::fabs(errorAt(place)), other = std::fabs(errorAt(than));
    return !std::isnan(one) && (std::isnan(other) || one > other);
}

QRgb ErrorMap::colourOf(const Place& place) const
{
    const Theme& theme = Theme::of(this);
    const float error = errorAt(place);
    if (std::isnan(error))
        return theme.color(Token::Window).rgb();
    const bool isSigned = isDifference(place);
    const ColourMap& map = colourMap(isSigned ? "tide" : "ember", theme.isDark());
    if (std::isinf(error))
        return map.at(error > 0 ? 1 : 0);
    if (isSigned)
        return map.at(m_signedScale.position(error));
    return map.at(error > 0 ? std::clamp(m_scale.position(error), 0.0, 1.0) : 0);
}

void ErrorMap::measure()
{
    m_names = 0;
    const QFontMetrics metrics(secondaryFont());
    for (const QString& row : m_content.rows)
        m_names = std::max(m_names, metrics.horizontalAdvance(row));
    for (const Line& line : m_content.lines)
        m_names = std::max(m_names, metrics.horizontalAdvance(line.name));
    m_names = std::max(m_names, metrics.horizontalAdvance(m_content.signedRow.name));
    m_picture = QImage();
    update();
}

int ErrorMap::heightBeside() const
{
    const int line = QFontMetrics(secondaryFont()).height();
    return scaled(kTiny) + (static_cast<int>(m_content.lines.size()) + 1) * line + scaled(kLarge);
}

QRectF ErrorMap::room() const
{
    const int names = std::min(m_names, std::max(scaled(60), width() / 3));
    const QPoint begin(scaled(kLarge) + names + scaled(kMedium), scaled(kTiny));
    return QRectF(begin.x(), begin.y(), std::max(0, width() - begin.x() - scaled(kLarge)),
        std::max(0, height() - heightBeside()));
}

std::size_t ErrorMap::columnsOfPixel() const
{
    const auto pixels = static_cast<std::size_t>(std::max(1.0, room().width()));
    return std::max<std::size_t>(1, (m_content.columns + pixels - 1) / pixels);
}

CellMap::Place ErrorMap::chosenOf(const Place& place) const
{
    const std::size_t together = columnsOfPixel(), first = place.column / together * together;
    Place worst {first, place.row};
    for (std::size_t column = first; column < std::min(first + together, m_content.columns); ++column) {
        if (isWorse({column, place.row}, worst))
            worst.column = column;
    }
    return together > 1 ? worst : place;
}

void ErrorMap::makePicture()
{
    const std::size_t together = columnsOfPixel();
    const auto across = static_cast<int>((m_content.columns + together - 1) / together);
    m_picture = QImage(across, static_cast<int>(rows()), QImage::Format_RGB32);
    for (int y = 0; y < m_picture.height(); ++y) {
        auto* const line = reinterpret_cast<QRgb*>(m_picture.scanLine(y));
        for (int x = 0; x < across; ++x)
            line[x]
                = colourOf(chosenOf({static_cast<std::size_t>(x) * together, static_cast<std::size_t>(y)}));
    }
}

void ErrorMap::paintCell(QPainter& painter, const Place& place) const
{
    const Theme& theme = Theme::of(this);
    const float error = errorAt(place);
    const QRectF box = rectOf(place);
    if (std::isnan(error))
        return;
    if (std::isinf(error))
        return paintNonFinite(painter, box.adjusted(0, 0, -1, -1), NonFinite::Nan, theme);
    const QFontMetricsF metrics(painter.font());
    const QString text = shortText(error);
    const QColor colour(colourOf(place));
    // As dark or as light as is seen best on it.
    const bool isLight = qGray(colour.rgb()) > 128;
    painter.setPen(isLight ? QColor(Qt::black) : QColor(Qt::white));
    if (metrics.horizontalAdvance(text) + 2 * kTiny <= box.width() && metrics.height() * 0.8 <= box.height())
        painter.drawText(box, Qt::AlignCenter, text);
    else if (error > m_content.far && !isDifference(place)) {
        const qreal side = scaled(kMarkSide);
        QRectF mark(0, 0, side, side);
        mark.moveCenter(box.center());
        painter.setBrush(painter.pen().color());
        painter.setPen(Qt::NoPen);
        painter.drawRect(mark);
    }
}

void ErrorMap::paintCells(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const QRectF all = room();
    // The last pixel may stand for fewer cells than the others.
    const qreal whole = static_cast<qreal>(columnsOfPixel()) * static_cast<qreal>(m_picture.width());
    painter.save();
    painter.setClipRect(all);
    painter.drawImage(
        QRectF(all.left(), all.top(), all.width() * whole / static_cast<qreal>(columns()), all.height()),
        m_picture);
    painter.restore();
    const QRectF cell = rectOf({0, 0});
    painter.setPen(QPen(theme.color(Token::Base), 1));
    for (std::size_t column = 1; cell.width() >= kGridFrom && column < columns(); ++column)
        painter.drawLine(QPointF(rectOf({column, 0}).left(), all.top()),
            QPointF(rectOf({column, 0}).left(), all.bottom()));
    for (std::size_t row = 1; cell.height() >= kGridFrom && row < rows(); ++row)
        painter.drawLine(
            QPointF(all.left(), rectOf({0, row}).top()), QPointF(all.right(), rectOf({0, row}).top()));
    painter.setPen(QPen(theme.color(Token::Text), 1));
    for (const std::size_t column : m_content.begins) {
        const qreal x = rectOf({column, 0}).left();
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom() + scaled(kSmall)));
    }
    if (hasDifferences()) {
        const qreal y = rectOf({0, rows() - 1}).top();
        painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
    }
    if (std::min(cell.width(), cell.height()) < scaled(kMarkSide) + 2)
        return;
    painter.setFont(secondaryFont());
    for (std::size_t row = 0; row < rows(); ++row) {
        for (std::size_t column = 0; column < columns(); ++column)
            paintCell(painter, {column, row});
    }
}

void ErrorMap::paintRowNames(QPainter& painter) const
{
    const QFont font = secondaryFont();
    const QFontMetrics metrics(font);
    const qreal right = room().left() - scaled(kMedium), half = metrics.height() * 0.45;
    const QString end = commonEnd(m_content.rows);
    const auto middleOf = [&](std::size_t row) { return rectOf({0, row}).center().y(); };
    const auto paintName = [&](std::size_t row) {
        const QString& name = row < static_cast<std::size_t>(m_content.rows.size())
            ? m_content.rows[static_cast<qsizetype>(row)]
            : m_content.signedRow.name;
        painter.drawText(QRectF(scaled(kLarge), middleOf(row) - metrics.height() / 2.0,
                             right - scaled(kLarge), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            elidedNameCached(name, font, static_cast<int>(right) - scaled(kLarge), end));
    };
    // The row that matters has its name; others where there is room.
    const qreal taken = m_content.first ? middleOf(m_content.first->row) : -height();
    qreal free = 0;
    for (std::size_t row = 0; row < rows(); ++row) {
        const qreal middle = middleOf(row);
        const bool isFirst = m_content.first && row == m_content.first->row;
        if (!isFirst && (middle - half < free || std::fabs(middle - taken) < 2 * half))
            continue;
        free = middle + half;
        painter.setPen(Theme::of(this).color(isFirst ? Token::Text : Token::Secondary));
        paintName(row);
    }
    painter.setPen(Theme::of(this).color(Token::Secondary));
}

void ErrorMap::paintLine(QPainter& painter, const Line& line, qreal top) const
{
    const QFontMetrics metrics(painter.font());
    const qreal left = room().left();
    painter.drawText(QRectF(scaled(kLarge), top, left - scaled(kMedium) - scaled(kLarge), metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter, line.name);
    const auto halfOf = [&](std::size_t column) {
        return metrics.horizontalAdvance(line.texts[static_cast<qsizetype>(column)]) / 2.0;
    };
    const auto middleOf = [&](std::size_t column) { return rectOf({column, 0}).center().x(); };
    const auto paintText = [&](std::size_t column) {
        const qreal half = halfOf(column);
        painter.drawText(QRectF(middleOf(column) - half - 1, top, 2 * half + 2, metrics.height()),
            Qt::AlignCenter, line.texts[static_cast<qsizetype>(column)]);
    };
    // The column that matters has its text; others where there is room.
    const bool hasFirst = line.isEven && m_content.first;
    const qreal taken = hasFirst ? middleOf(m_content.first->column) : 0;
    const qreal takenHalf = hasFirst ? halfOf(m_content.first->column) + scaled(kMedium) : 0;
    if (hasFirst)
        paintText(m_content.first->column);
    const std::size_t every = line.isEven ? distanceOf(line) : 1;
    qreal free = left - scaled(kMedium);
    std::size_t begin = 0;
    for (std::size_t column = 0; column < columns(); ++column) {
        if (std::ranges::binary_search(m_content.begins, column))
            begin = column;
        const qreal middle = middleOf(column), half = halfOf(column);
        const bool isBeside = hasFirst && std::fabs(middle - taken) < half + takenHalf;
        if ((column - begin) % every != 0 || half <= 0 || middle - half < free || middle + half > width()
            || isBeside)
            continue;
        paintText(column);
        free = middle + half + scaled(kMedium);
    }
}

/// Columns from one text to the next: 1, 2 or 5, or so many tens and hundreds.
std::size_t ErrorMap::distanceOf(const Line& line) const
{
    const QFontMetrics metrics(secondaryFont());
    int widest = 1;
    for (const QString& text : line.texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    const qreal needed = (widest + scaled(kMedium)) / std::max(rectOf({0, 0}).width(), 1e-6);
    for (std::size_t decade = 1;; decade *= 10) {
        for (const std::size_t step : {1U, 2U, 5U}) {
            if (static_cast<qreal>(step * decade) >= needed || decade > columns())
                return step * decade;
        }
    }
}

void ErrorMap::paintScale(QPainter& painter, qreal top) const
{
    const Theme& theme = Theme::of(this);
    const QFontMetrics metrics(painter.font());
    const QString low = shortText(m_scale.low()),
                  high = (m_isCapped ? QStringLiteral("≥ ") : QString()) + shortText(m_scale.high());
    const int bar = scaled(kScaleWidth), gap = scaled(kMedium);
    const qreal right = room().right() - metrics.horizontalAdvance(high) - gap;
    const QRectF box(right - bar, top + metrics.height() / 4.0, bar, metrics.height() / 2.0);
    const ColourMap& map = colourMap("ember", theme.isDark());
    for (int x = 0; x < bar; ++x)
        painter.fillRect(
            QRectF(box.left() + x, box.top(), 1, box.height()), QColor(map.at(static_cast<double>(x) / bar)));
    painter.drawText(QRectF(right + gap, top, room().right() - right, metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, high);
    const QString words = tr("relative L2 error of the part") + QStringLiteral("  ") + low;
    painter.drawText(
        QRectF(0, top, box.left() - gap, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, words);
    if (!std::isfinite(m_content.far))
        return;
    // Where what is far off begins.
    const qreal x = box.left() + m_scale.position(m_content.far) * bar;
    painter.drawLine(QPointF(x, box.top() - 2), QPointF(x, box.bottom() + 2));
}

void ErrorMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    const QRectF all = room();
    if (columns() == 0 || rows() == 0 || all.isEmpty())
        return;
    if (m_picture.isNull())
        makePicture();
    paintCells(painter);
    painter.setFont(secondaryFont());
    painter.setPen(theme.color(Token::Secondary));
    paintRowNames(painter);
    const int height = QFontMetrics(secondaryFont()).height();
    qreal top = all.bottom() + scaled(kTiny);
    for (const Line& line : m_content.lines) {
        paintLine(painter, line, top);
        top += height;
    }
    paintScale(painter, top + scaled(kTiny));
    if (m_content.first) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Text), 2));
        painter.drawRect(rectOf(*m_content.first).adjusted(-1, -1, 0, 0));
    }
    paintFocus(painter);
}

void ErrorMap::resizeEvent(QResizeEvent* event)
{
    m_picture = QImage();
    CellMap::resizeEvent(event);
}

void ErrorMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange
        || event->type() == QEvent::PaletteChange)
        measure();
    CellMap::changeEvent(event);
}

} // namespace dumpscope::gui
