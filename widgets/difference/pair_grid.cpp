// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/pair_grid.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "kit/cell_delegate.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// A ring around the three lines of the focused cell, and a line below each three.
class PairDelegate : public CellDelegate {
public:
    using CellDelegate::CellDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        CellDelegate::paint(painter, option, index);
        const auto* const view = qobject_cast<const QTableView*>(option.widget);
        if (!view)
            return;
        const PairGridModel::Line line = PairGridModel::lineOf(index);
        const Theme& theme = Theme::of(view);
        painter->save();
        const QRectF cell(option.rect);
        if (line == PairGridModel::Difference)
            painter->fillRect(
                QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), theme.color(Token::Border));
        painter->fillRect(
            QRectF(cell.right() - 1, cell.top(), 1, cell.height()), theme.color(Token::Separator));
        const QModelIndex current = view->currentIndex();
        constexpr int kLines = PairGridModel::LineCount;
        if (current.isValid() && current.column() == index.column()
            && current.row() / kLines == index.row() / kLines) {
            // The middle is drawn, too, beyond the edges: it is cut away.
            painter->setClipRect(cell);
            painter->setPen(QPen(theme.color(Token::Accent), 2));
            painter->drawRect(QRectF(cell.left(), cell.top() - static_cast<int>(line) * cell.height(),
                cell.width(), cell.height() * kLines)
                                  .adjusted(1, 1, -1, -1));
        }
        painter->restore();
    }
};

} // namespace

PairGrid::PairGrid(DifferenceDocument& document, QWidget* parent)
    : QTableView(parent)
    , m_document(document)
    , m_model(new PairGridModel(document, this))
{
    setObjectName(QStringLiteral("pair-grid"));
    setModel(m_model);
    setItemDelegate(new PairDelegate(this));
    setFont(monospaceFont());
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(false);
    setShowGrid(false);
    setAlternatingRowColors(false);
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
        // Asking for every row whether all of it is selected takes long.
        header->setHighlightSections(false);
        header->setSectionsClickable(false);
    }
    applyMetrics();
    fitColumns(6);
    setTinted(true);
    retranslate();
    wire();
}

void PairGrid::wire()
{
    connect(m_model, &PairGridModel::widened, this, [this](int characters) { fitColumns(characters); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &PairGrid::followProbe);
    connect(&m_document, &DifferenceDocument::probeChanged, this, &PairGrid::followProbe);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current, const QModelIndex& previous) {
            // The ring is larger than the cell that Qt paints anew.
            if (current.column() != previous.column()
                || current.row() / PairGridModel::LineCount != previous.row() / PairGridModel::LineCount)
                viewport()->update();
            if (!current.isValid() || m_isFollowing)
                return;
            const auto [row, column] = m_model->cellOf(current);
            m_document.target().setProbeCell(row, column);
        });
}

void PairGrid::retranslate()
{
    setAccessibleName(tr("Target, golden and difference as numbers"));
}

void PairGrid::applyMetrics()
{
    verticalHeader()->setDefaultSectionSize(QFontMetrics(QApplication::font()).height() + scaled(kSmall));
    verticalHeader()->setMinimumWidth(fontMetrics().averageCharWidth() * 6);
}

void PairGrid::setFormat(const NumberFormat& format)
{
    m_model->setFormat(format);
    fitColumns(4, true);
}

void PairGrid::setTinted(bool tinted)
{
    m_isTinted = tinted;
    m_model->setTint(tinted ? Theme::of(this).color(Token::Fail) : QColor());
}

void PairGrid::fitColumns(int characters, bool mayShrink)
{
    // Bold is what differences are written in.
    QFont bold = font();
    bold.setBold(true);
    const int wanted
        = std::max(scaled(66), QFontMetrics(bold).horizontalAdvance(QString(characters + 2, u'0')));
    if (!mayShrink && wanted <= horizontalHeader()->defaultSectionSize())
        return;
    const bool wasSeen = m_revealIsDue || seesProbe();
    horizontalHeader()->setDefaultSectionSize(wanted);
    // With columns of another width the view stands elsewhere.
    if (!wasSeen)
        return;
    updateGeometries(); // the scroll bar still ends where the narrow columns did
    revealProbe();
}

bool PairGrid::seesProbe() const
{
    return currentIndex().isValid() && viewport()->rect().intersects(visualRect(currentIndex()));
}

void PairGrid::revealProbe()
{
    // A view that is out of sight does not know yet how large it is.
    m_revealIsDue = !isVisible();
    if (m_revealIsDue || !currentIndex().isValid())
        return;
    const auto [row, column] = m_model->cellOf(currentIndex());
    // All three lines are in sight.
    scrollTo(m_model->indexOf(row, column, PairGridModel::Difference));
    scrollTo(m_model->indexOf(row, column, PairGridModel::Target));
}

PairGridModel::Line PairGrid::currentLine() const
{
    return currentIndex().isValid() ? PairGridModel::lineOf(currentIndex()) : PairGridModel::Difference;
}

std::optional<core::PlaneWindow> PairGrid::marked() const
{
    const QItemSelection selection = selectionModel()->selection();
    if (selection.isEmpty())
        return std::nullopt;
    QRect bounds;
    for (const QItemSelectionRange& range : selection)
        bounds |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    if (bounds.width() == 1 && bounds.height() == 1)
        return std::nullopt;
    const auto [firstRow, firstColumn] = m_model->cellOf(m_model->index(bounds.top(), bounds.left()));
    const auto [lastRow, lastColumn] = m_model->cellOf(m_model->index(bounds.bottom(), bounds.right()));
    return core::PlaneWindow {firstRow, firstColumn, lastRow - firstRow + 1, lastColumn - firstColumn + 1};
}

void PairGrid::followProbe()
{
    const auto cell = m_document.isReady() ? m_document.target().probeCell() : std::nullopt;
    if (!cell || m_isFollowing)
        return;
    if (currentIndex().isValid() && m_model->cellOf(currentIndex()) == *cell)
        return;
    m_isFollowing = true;
    m_model->moveTo(cell->first, cell->second);
    const QModelIndex index = m_model->indexOf(cell->first, cell->second, currentLine());
    if (index.isValid()) {
        setCurrentIndex(index);
        revealProbe();
    }
    m_isFollowing = false;
}

void PairGrid::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    followProbe();
    if (m_revealIsDue)
        revealProbe();
}

void PairGrid::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange && m_model)
        applyMetrics();
    if (event->type() == QEvent::PaletteChange && m_model)
        setTinted(m_isTinted);
    QTableView::changeEvent(event);
}

} // namespace dumpscope::gui
