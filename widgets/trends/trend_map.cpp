// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_map.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "heatmap/heatmap_frame.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kMostNames = 240, kLeastMark = 3, kLeastFrame = 6, kFirstMark = 9;
constexpr int kColourBar = 12, kColoursFrom = 360; ///< width of the bar, and of the map that has room for it

QString trendNumber(const core::TrendCube::Number& number)
{
    return number ? QString::number(*number) : QStringLiteral("–");
}

} // namespace

TrendMap::TrendMap(QWidget* parent)
    : CellMap(parent)
{
    setMinimumSize(scaled(160), scaled(80));
    setAccessibleName(tr("Figures over steps and ranks"));
}

void TrendMap::setPicture(std::shared_ptr<const TrendPicture> picture)
{
    m_picture = std::move(picture);
    measureNames();
    setChosen(m_chosen);
}

void TrendMap::setMarked(std::vector<std::size_t> cells)
{
    m_marked = std::move(cells);
    update();
}

void TrendMap::setChosen(std::optional<std::size_t> cell)
{
    m_chosen = cell;
    if (m_picture && cell && *cell < m_picture->run->cube().cells().size()) {
        const core::TrendCell& at = m_picture->run->cube().cells()[*cell];
        if (m_picture->plane.holds(at)) {
            const auto [line, column] = m_picture->plane.placeOf(at);
            setCurrent({column, line});
        }
    }
    update();
}

QString TrendMap::lineName(std::size_t line) const
{
    const core::TrendCube& cube = m_picture->run->cube();
    return m_picture->plane.axes == core::TrendAxes::RankStep
        ? tr("rank %1").arg(trendNumber(cube.ranks()[line]))
        : coreWords(cube.rows()[line].words());
}

QString TrendMap::columnName(std::size_t column) const
{
    const core::TrendCube& cube = m_picture->run->cube();
    return trendNumber(
        m_picture->plane.axes == core::TrendAxes::RowRank ? cube.ranks()[column] : cube.steps()[column]);
}

void TrendMap::measureNames()
{
    const QFontMetrics metrics(secondaryFont());
    m_widestName = 0;
    constexpr std::size_t kLooked = 200;
    for (std::size_t line = 0; line < std::min(rows(), kLooked); ++line)
        m_widestName = std::max(m_widestName, metrics.horizontalAdvance(lineName(line)));
    m_colourRoom = 0;
    if (!m_picture || !m_picture->range)
        return;
    constexpr int kMostTicks = 7;
    const QFontMetrics ticks(tickFont(secondaryFont()));
    for (const ValueScale::Tick& tick : m_picture->colours.scale.ticks(kMostTicks))
        m_colourRoom = std::max(m_colourRoom, ticks.horizontalAdvance(tick.text));
    m_colourRoom += scaled(kColourBar) + 2 * scaled(kLarge);
}

QRectF TrendMap::room() const
{
    const int below = QFontMetrics(secondaryFont()).height() + scaled(kSmall);
    const int names = std::min({m_widestName + scaled(kLarge), scaled(kMostNames), width() * 2 / 5});
    const int colours = width() >= scaled(kColoursFrom) ? m_colourRoom : 0;
    return QRectF(rect()).adjusted(names, scaled(kSmall), -scaled(kLarge) - colours, -below);
}

QString TrendMap::describe(const Place& place) const
{
    if (!m_picture)
        return {};
    const core::TrendCube& cube = m_picture->run->cube();
    const auto [row, rank, step] = m_picture->plane.coordinates(place.row, place.column);
    QStringList lines {coreWords(cube.rows()[row].words()),
        tr("step %1, rank %2").arg(trendNumber(cube.steps()[step]), trendNumber(cube.ranks()[rank]))};
    const std::uint32_t cell = m_picture->plane.cellAt(place.row, place.column);
    if (cell == core::TrendPlane::kNone)
        lines.append(tr("Nothing was recorded here."));
    else if (const auto value = m_picture->figure->at(cell))
        lines.append(fromCore(core::numberText(*value)));
    else
        lines.append(tr("not measured"));
    return lines.join(u'\n');
}

void TrendMap::choose(const Place& place)
{
    const std::uint32_t cell
        = m_picture ? m_picture->plane.cellAt(place.row, place.column) : core::TrendPlane::kNone;
    if (cell != core::TrendPlane::kNone)
        emit cellChosen(cell);
}

void TrendMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if (!m_picture || rows() == 0 || columns() == 0)
        return;
    painter.fillRect(room(), theme.color(Token::Alternate));
    painter.drawImage(room(), m_picture->image);
    paintMarks(painter);
    paintNames(painter);
    paintColours(painter);
    paintFocus(painter);
}

void TrendMap::paintMarks(QPainter& painter) const
{
    const Theme& theme = Theme::of(this);
    const double least = scaled(kLeastMark);
    const auto grown = [least](QRectF cell) {
        const QPointF middle = cell.center();
        cell.setWidth(std::max(cell.width(), least));
        cell.setHeight(std::max(cell.height(), least));
        cell.moveCenter(middle);
        return cell;
    };
    for (const std::uint32_t at : m_picture->notFinite)
        painter.fillRect(grown(rectOf({at % columns(), at / columns()})), theme.color(Token::Nan));
    painter.setBrush(Qt::NoBrush);
    const auto cells = m_picture->run->cube().cells();
    for (std::size_t i = 0; i < m_marked.size(); ++i) {
        if (m_marked[i] >= cells.size())
            continue;
        const core::TrendCell& cell = cells[m_marked[i]];
        if (!m_picture->plane.holds(cell))
            continue;
        const auto [line, column] = m_picture->plane.placeOf(cell);
        QRectF frame = grown(rectOf({column, line}));
        if (i > 0 && std::min(frame.width(), frame.height()) < scaled(kLeastFrame))
            continue; // frames of cells so small hide what they are around
        if (i == 0) {
            const double more
                = std::max(0.0, scaled(kFirstMark) - std::min(frame.width(), frame.height())) / 2;
            frame.adjust(-more, -more, more, more);
        }
        painter.setPen(QPen(theme.color(Token::Fail), i == 0 ? 2.4 : 1));
        painter.drawRect(frame);
    }
    if (m_chosen && *m_chosen < cells.size() && m_picture->plane.holds(cells[*m_chosen])) {
        const auto [line, column] = m_picture->plane.placeOf(cells[*m_chosen]);
        paintFrame(painter, grown(rectOf({column, line})));
    }
}

void TrendMap::paintColours(QPainter& painter) const
{
    if (m_colourRoom == 0 || width() < scaled(kColoursFrom))
        return;
    HeatmapFrame frame;
    frame.font = secondaryFont();
    frame.extent = m_picture->range;
    // Above and below it stand the marks of what goes on beyond its ends.
    const QRectF area = room().adjusted(0, scaled(kMedium), 0, -scaled(kMedium));
    frame.bar = {area.right() + scaled(kLarge), area.top(), double(scaled(kColourBar)), area.height()};
    paintColourBar(painter, frame, m_picture->colours, Theme::of(this));
}

void TrendMap::paintNames(QPainter& painter) const
{
    const QFontMetrics metrics(secondaryFont());
    painter.setFont(secondaryFont());
    painter.setPen(Theme::of(this).color(Token::Secondary));
    const QRectF area = room();
    // As many names as there is room for, the first one always.
    double free = area.top() - 1;
    for (std::size_t line = 0; line < rows(); ++line) {
        const double middle = rectOf({0, line}).center().y();
        const double top = std::clamp(middle - metrics.height() / 2.0, area.top(),
            std::max(area.top(), area.bottom() - metrics.height()));
        if (top < free)
            continue;
        free = top + metrics.height();
        const int room = static_cast<int>(area.left()) - scaled(kMedium);
        painter.drawText(QRectF(0, top, room, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
            elidedName(lineName(line), metrics, room));
    }
    for (const auto& [left, column] : namedColumns())
        painter.drawText(QPointF(left, height() - metrics.descent() - 1), columnName(column));
}

std::vector<std::pair<double, std::size_t>> TrendMap::namedColumns() const
{
    const QFontMetrics metrics(secondaryFont());
    const QRectF area = room();
    const auto placeOf = [&](std::size_t column) {
        const double width = metrics.horizontalAdvance(columnName(column));
        const double left = std::clamp(rectOf({column, 0}).center().x() - width / 2, area.left(),
            std::max(area.left(), area.right() - width));
        return std::pair(left, left + width + scaled(kVast));
    };
    std::vector<std::pair<double, std::size_t>> named;
    if (columns() == 0)
        return named;
    const double last = placeOf(columns() - 1).first;
    double right = -1;
    for (std::size_t column = 0; column < columns(); ++column) {
        const auto [left, end] = placeOf(column);
        const bool isLast = column + 1 == columns();
        if (left < right || (!isLast && column > 0 && end > last))
            continue;
        right = end;
        named.emplace_back(left, column);
    }
    return named;
}

void TrendMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Figures over steps and ranks"));
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::PaletteChange) {
        measureNames();
        update();
    }
    CellMap::changeEvent(event);
}

} // namespace dumpscope::gui
