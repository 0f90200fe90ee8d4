// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/layer_strip.h"

#include "common/core_text.h"
#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "comparison/verdict_words.h"
#include "kit/filter_term.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

constexpr int kRecountMs = 500;                ///< while rows arrive
constexpr int kTallestRow = 12, kAllRows = 48; ///< px at 96 dpi
constexpr qreal kLeastSide = 2;                ///< of a cell with something wrong in it
constexpr qreal kGlyphSide = 11;

/// What is painted over what.
constexpr std::array kPaintOrder {
    core::Verdict::Pass, core::Verdict::NotComparable, core::Verdict::Warn, core::Verdict::Fail};

/// The number in the last part of a layer: "3" of "layers/3", "5" of "transformer/h.5".
QString numberOf(const std::string& layer)
{
    const auto end = std::find_if(layer.rbegin(), layer.rend(), [](char c) { return c >= '0' && c <= '9'; });
    const auto begin = std::find_if(end, layer.rend(), [](char c) { return c < '0' || c > '9'; });
    return QString::fromStdString(std::string(begin.base(), end.base()));
}

} // namespace

LayerStrip::LayerStrip(TaskRunner& tasks, QWidget* parent)
    : CellMap(parent)
    , m_tasks(tasks)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_later.setSingleShot(true);
    m_later.setInterval(kRecountMs);
    connect(&m_later, &QTimer::timeout, this, &LayerStrip::count);
    retranslate();
    hide();
}

void LayerStrip::setPairs(std::shared_ptr<const core::PairTable> pairs, bool isGrown)
{
    m_pairs = std::move(pairs);
    if (m_pairs && isGrown) {
        if (!m_later.isActive())
            m_later.start();
        return;
    }
    count();
}

void LayerStrip::count()
{
    m_later.stop();
    if (!m_pairs || m_pairs->rows() == 0) {
        m_counting.cancel();
        return setGrid({});
    }
    m_counting.start<core::LayerGrid>(
        m_tasks, Lane::Interactive, tr("Sum up layers and ranks"), this,
        [pairs = m_pairs](
            core::TaskContext& task, const TaskRunner::Post&) { return core::layerGrid(*pairs, task); },
        [this](core::Result<core::LayerGrid> grid) {
            if (grid)
                setGrid(std::move(*grid));
        });
}

bool LayerStrip::isSettled() const
{
    return !m_later.isActive() && (!m_counting.task() || m_counting.task()->isOver());
}

void LayerStrip::setGrid(core::LayerGrid grid)
{
    m_grid = std::move(grid);
    setCurrent(current());
    measure();
    setVisible(isWorthShowing());
}

void LayerStrip::setRoom(bool hasRoom)
{
    if (m_hasRoom == hasRoom)
        return;
    m_hasRoom = hasRoom;
    setVisible(isWorthShowing());
}

void LayerStrip::measure()
{
    const auto ranks = static_cast<int>(std::max<std::size_t>(m_grid.ranks.size(), 1));
    const int rows = std::clamp(scaled(kAllRows), ranks, ranks * scaled(kTallestRow));
    const int ticks = QFontMetrics(secondaryFont()).height();
    setFixedHeight(std::min(rows, scaled(kAllRows)) + ticks + scaled(kSmall));
}

QRectF LayerStrip::room() const
{
    const QFontMetrics metrics(secondaryFont());
    const QString widest
        = m_grid.ranks.empty() || !m_grid.ranks.back() ? QString() : QString::number(*m_grid.ranks.back());
    const int left = scaled(kLarge) + metrics.horizontalAdvance(tr("rank %1").arg(widest)) + scaled(kMedium);
    return QRectF(
        left, scaled(kTiny), width() - left - scaled(kLarge), height() - metrics.height() - scaled(kSmall));
}

QString LayerStrip::filterOf(const Place& place) const
{
    QString filter = filterTerm("layer", fromCore(m_grid.layers[place.column]));
    if (const auto rank = m_grid.ranks[place.row])
        filter += u' ' + filterTerm("rank", QString::number(*rank));
    return filter;
}

QString LayerStrip::describe(const Place& place) const
{
    const core::LayerGrid::Cell& cell = m_grid.at(place.column, place.row);
    const auto rank = m_grid.ranks[place.row];
    const QString where = tr("%1, rank %2")
                              .arg(shownName(m_grid.layers[place.column]),
                                  rank ? QString::number(*rank) : QStringLiteral("–"));
    if (cell.all() == 0)
        return tr("%1: nothing was paired").arg(where);
    const auto count = [](std::uint64_t pairs) { return groupedNumber(static_cast<qint64>(pairs)); };
    return tr("%1: %2 fail, %3 warn, %4 pass, %5 not comparable")
        .arg(where, count(cell.fail), count(cell.warn), count(cell.pass), count(cell.notComparable));
}

void LayerStrip::paintCell(QPainter& painter, const Place& place) const
{
    const core::LayerGrid::Cell& cell = m_grid.at(place.column, place.row);
    const Theme& theme = Theme::of(this);
    QRectF box = rectOf(place);
    const bool hasGap = std::min(box.width(), box.height()) >= 4;
    if (hasGap)
        box.adjust(0, 0, -1, -1);
    else if (cell.verdict != core::Verdict::Pass)
        box.setSize(box.size().expandedTo({kLeastSide, kLeastSide}));
    const bool hasGlyph = std::min(box.width(), box.height()) >= scaled(static_cast<int>(kGlyphSide));
    // Shape before colour: dark for fail, stripes for warn, light for pass.
    const bool isFailing = cell.verdict == core::Verdict::Fail;
    painter.fillRect(box, theme.color(isFailing && !hasGlyph ? Token::Fail : fillOf(cell.verdict)));
    if (cell.verdict == core::Verdict::Warn && !hasGlyph)
        painter.fillRect(box, QBrush(theme.color(Token::Warn), Qt::BDiagPattern));
    if (hasGlyph && cell.verdict != core::Verdict::Pass) {
        const qreal side = scaled(static_cast<int>(kGlyphSide)) - 1;
        QRectF glyph(0, 0, side, side);
        glyph.moveCenter(box.center());
        paintStateGlyph(painter, stateOf(cell.verdict), glyph, theme);
    }
}

void LayerStrip::paintLabels(QPainter& painter) const
{
    const QFont font = secondaryFont();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    painter.setPen(Theme::of(this).color(Token::Secondary));
    const QRectF first = rectOf({0, 0}), last = rectOf({m_grid.layers.size() - 1, m_grid.ranks.size() - 1});
    const auto row = [&](std::size_t rank, qreal middle) {
        const auto number = m_grid.ranks[rank];
        painter.drawText(
            QRectF(0, middle - metrics.height() / 2.0, first.left() - scaled(kMedium), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            tr("rank %1").arg(number ? QString::number(*number) : QStringLiteral("–")));
    };
    // All ranks where they have room; else the first and the last.
    if (first.height() >= metrics.height() * 0.8) {
        for (std::size_t rank = 0; rank < m_grid.ranks.size(); ++rank)
            row(rank, rectOf({0, rank}).center().y());
    } else {
        row(0, first.top() + metrics.height() / 2.0 - scaled(kTiny));
        if (last.bottom() - first.top() >= 2 * metrics.height())
            row(m_grid.ranks.size() - 1, last.bottom() - metrics.height() / 2.0 + scaled(kTiny));
    }
    qreal free = first.left();
    for (std::size_t layer = 0; layer < m_grid.layers.size(); ++layer) {
        const QRectF box = rectOf({layer, 0});
        const QString number = numberOf(m_grid.layers[layer]);
        const qreal half = metrics.horizontalAdvance(number) / 2.0;
        if (box.center().x() - half < free)
            continue;
        painter.drawText(QRectF(box.center().x() - half - 1, last.bottom(), 2 * half + 2, metrics.height()),
            Qt::AlignCenter, number);
        free = box.center().x() + half + scaled(kWide);
    }
}

void LayerStrip::paintEvent(QPaintEvent*)
{
    if (m_grid.cells.empty())
        return;
    QPainter painter(this);
    painter.fillRect(rect(), Theme::of(this).color(Token::Base));
    for (const core::Verdict verdict : kPaintOrder) {
        for (std::size_t rank = 0; rank < m_grid.ranks.size(); ++rank) {
            for (std::size_t layer = 0; layer < m_grid.layers.size(); ++layer) {
                const core::LayerGrid::Cell& cell = m_grid.at(layer, rank);
                if (cell.all() > 0 && cell.verdict == verdict)
                    paintCell(painter, {layer, rank});
            }
        }
    }
    paintLabels(painter);
    paintFocus(painter);
}

QString LayerStrip::clickText() const
{
    return tr("Click to show only these pairs.");
}

void LayerStrip::choose(const Place& place)
{
    const core::LayerGrid::Cell& cell = m_grid.at(place.column, place.row);
    if (cell.all() > 0)
        emit chosen(filterOf(place), cell.worst);
}

void LayerStrip::retranslate()
{
    setAccessibleName(tr("Worst verdict by layer and rank"));
    update();
}

void LayerStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
    CellMap::changeEvent(event);
}

} // namespace dumpscope::gui
