// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/plane_picture.h"
#include "tensor/plane.h"

#include "compare/elements/plane_difference.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::uint64_t kWantedSide = 800, kLargestCell = 48, kThinnestPicture = 48;
constexpr int kMargin = 12, kLeastWidth = 640;

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(PlanePicture)
};

/// Pixels of a cell: whole ones, square as long as no side is too thin to see.
std::uint64_t cellSide(std::uint64_t cells, std::uint64_t square)
{
    return std::max(square, (kThinnestPicture + cells - 1) / cells);
}

std::uint8_t flagsIn(const PlaneTile& tile)
{
    std::uint8_t flags = 0;
    for (const std::uint8_t of : tile.flags)
        flags |= of;
    return flags;
}

} // namespace

PlanePicture::PlanePicture(PlaneData plane, PlaneColours colours, Words words, const QFont& font)
    : m_plane(std::move(plane))
    , m_colours(std::move(colours))
    , m_words(std::move(words))
{
    const PlaneTile& tile = m_plane.overview;
    const std::uint64_t longest = std::max({std::uint64_t {1}, tile.rows, tile.columns});
    const std::uint64_t square = std::clamp<std::uint64_t>(kWantedSide / longest, 1, kLargestCell);
    const std::uint64_t cellX = cellSide(std::max<std::uint64_t>(1, tile.columns), square);
    const std::uint64_t cellY = cellSide(std::max<std::uint64_t>(1, tile.rows), square);
    const QFontMetrics metrics(font), ticks(tickFont(font));
    const int left
        = kMargin + metrics.height() + 2 + ticks.horizontalAdvance(QString::number(m_plane.rows)) + 10;
    const int barText = ticks.horizontalAdvance(QStringLiteral("-0.0000e+00"));
    const auto width = static_cast<int>(tile.columns * cellX), height = static_cast<int>(tile.rows * cellY);
    m_frame.plane = QRectF(left, kMargin, width, height);
    m_frame.origin = m_frame.plane.topLeft();
    m_frame.bar = QRectF(m_frame.plane.right() + 9, kMargin, 12, std::max(height, 60));
    m_frame.stepX = static_cast<double>(cellX) / static_cast<double>(tile.blockColumns);
    m_frame.stepY = static_cast<double>(cellY) / static_cast<double>(tile.blockRows);
    m_frame.seen = {0, 0, m_plane.rows, m_plane.columns};
    m_frame.rows = m_plane.rows;
    m_frame.columns = m_plane.columns;
    m_frame.extent = m_plane.extent;
    m_frame.rowTitle = m_words.rowTitle;
    m_frame.columnTitle = m_words.columnTitle;
    m_frame.font = font;
    const int whole = std::max(kLeastWidth, static_cast<int>(m_frame.bar.right()) + 6 + barText + kMargin);
    const int below = std::max(static_cast<int>(m_frame.bar.bottom()) + 8,
        static_cast<int>(m_frame.plane.bottom()) + 3 + ticks.height() + metrics.height() + 12);
    const int patternHeight = flagsIn(tile) != 0 ? metrics.height() + 8 : 0;
    m_patterns = QRectF(kMargin, below, whole - 2 * kMargin, patternHeight);
    const int textHeight = metrics
                               .boundingRect(QRect(0, 0, whole - 2 * kMargin, 10'000),
                                   Qt::AlignHCenter | Qt::TextWrapAnywhere, m_words.caption)
                               .height();
    m_caption = QRectF(kMargin, m_patterns.bottom(), whole - 2 * kMargin, textHeight);
    m_size = QSize(whole, static_cast<int>(m_caption.bottom()) + kMargin);
}

void PlanePicture::paint(QPainter& painter) const
{
    const Theme& theme = Theme::light();
    painter.fillRect(QRect(QPoint(), m_size), theme.color(Token::Base));
    const PlaneMapping mapping {0, 0, m_frame.stepX, m_frame.stepY};
    painter.drawImage(m_frame.plane.topLeft(),
        renderPlane(m_plane, nullptr, mapping, m_frame.plane.size().toSize(), m_colours, 1));
    paintAxes(painter, m_frame, theme);
    paintColourBar(painter, m_frame, m_colours, theme);
    paintPatterns(painter);
    painter.setFont(m_frame.font);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(m_caption, Qt::AlignHCenter | Qt::TextWrapAnywhere, m_words.caption);
}

/// A small plate of every pattern there is, with its name.
void PlanePicture::paintPatterns(QPainter& painter) const
{
    const std::uint8_t there = flagsIn(m_plane.overview);
    const std::pair<std::uint8_t, QString> kinds[] = {{core::kHasNan, QStringLiteral("NaN")},
        {core::kHasPosInf, QStringLiteral("+Inf")}, {core::kHasNegInf, QStringLiteral("-Inf")},
        {kIsPadding, m_words.padding.isEmpty() ? PictureWords::tr("padding") : m_words.padding},
        {core::kNanInTarget, PictureWords::tr("NaN in target")},
        {core::kNanInGolden, PictureWords::tr("NaN in golden")},
        {core::kSameNonFinite, PictureWords::tr("same on both sides")},
        {core::kOppositeInf, PictureWords::tr("opposite infinities")}};
    const QFontMetrics metrics(m_frame.font);
    painter.setFont(m_frame.font);
    painter.setPen(Theme::light().color(Token::Text));
    double x = m_frame.plane.left();
    for (const auto& [flag, name] : kinds) {
        if ((there & flag) == 0)
            continue;
        QImage plate(18, 12, QImage::Format_ARGB32);
        for (int row = 0; row < plate.height(); ++row) {
            for (int column = 0; column < plate.width(); ++column)
                plate.setPixel(column, row, nonFinitePixel(flag, column, row, 1));
        }
        painter.drawImage(QPointF(x, m_patterns.top() + 2), plate);
        painter.drawText(QPointF(x + plate.width() + 5, m_patterns.top() + 1 + metrics.ascent()), name);
        x += plate.width() + 5 + metrics.horizontalAdvance(name) + 18;
    }
}

QByteArray PlanePicture::png() const
{
    QImage image(m_size, QImage::Format_RGB32);
    image.setText(QStringLiteral("Description"), m_words.caption);
    QPainter painter(&image);
    paint(painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray PlanePicture::svg() const
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(m_size);
    generator.setViewBox(QRect(QPoint(), m_size));
    generator.setTitle(m_words.caption);
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return bytes;
}

} // namespace dumpscope::gui
