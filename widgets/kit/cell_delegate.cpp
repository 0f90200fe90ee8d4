// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/cell_delegate.h"

#include "common/cell_roles.h"
#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/icons.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QTableView>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr qreal kCellHatch = 0.16;
constexpr double kLeastTint = 0.05, kMostTint = 0.34;
/// A number in a column that cannot grow is set this narrow before it is refused.
constexpr int kNarrowest = 75;

int padding()
{
    return scaled(kMedium);
}

/// What the dotted names around a row of a tree end in: in a graph of calls all with ".forward".
QString endOfSiblings(const QModelIndex& index)
{
    constexpr int kReach = 20;
    QStringList names;
    const int last = std::min(index.row() + kReach, index.model()->rowCount(index.parent()) - 1);
    for (int row = std::max(0, index.row() - kReach); row <= last; ++row) {
        const QString name = index.siblingAtRow(row).data(Qt::DisplayRole).toString();
        if (name.contains(QLatin1Char('.')))
            names.append(name);
    }
    return commonEnd(names);
}

} // namespace

/// What a cell shows, measured.
struct CellDelegate::Cell {
    QString text;
    QString secondary;
    QFont font;
    Qt::Alignment align = Qt::AlignLeft;
    State state = State::None;
    QByteArray icon;
    QColor color; ///< of the text, where the model has a say
    bool isDim = false;
    bool isPath = false;
    bool isNumber = false; ///< never elided

    [[nodiscard]] int markWidth() const
    {
        return (state == State::None ? 0 : glyphSide() + scaled(kSmall) + 1)
            + (icon.isEmpty() ? 0 : iconSide() + scaled(kSmall));
    }
    [[nodiscard]] int textWidth() const { return QFontMetrics(font).horizontalAdvance(text); }
    [[nodiscard]] static int glyphSide() { return scaled(12); }
    [[nodiscard]] static int iconSide() { return scaled(15); }
};

CellDelegate::Cell CellDelegate::read(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    Cell cell;
    cell.text = index.data(Qt::DisplayRole).toString();
    cell.secondary = index.data(SecondaryTextRole).toString();
    cell.state = static_cast<State>(index.data(StateRole).toInt());
    cell.icon = index.data(IconNameRole).toByteArray();
    cell.isDim = index.data(DimRole).toBool();
    cell.isPath = index.data(PathRole).toBool();
    const QVariant align = index.data(Qt::TextAlignmentRole);
    if (align.isValid())
        cell.align = Qt::Alignment(align.toInt()) & Qt::AlignHorizontal_Mask;
    const bool isMono = index.data(MonoRole).toBool();
    cell.isNumber = !cell.isPath && (isMono || cell.align.testFlag(Qt::AlignRight));
    cell.font = option.font;
    if (const QVariant font = index.data(Qt::FontRole); font.isValid())
        cell.font = font.value<QFont>().resolve(option.font);
    if (isMono)
        cell.font = monospaceFont(cell.font);
    if (index.data(BoldRole).toBool())
        cell.font.setBold(true);
    if (const QVariant color = index.data(Qt::ForegroundRole); color.isValid())
        cell.color = color.value<QBrush>().color();
    return cell;
}

QString CellDelegate::endOfAll(const QAbstractItemView& view, const QModelIndex& index) const
{
    const int width = view.visualRect(index).width();
    const auto known = m_ends.constFind(index.column());
    if (known != m_ends.cend() && known->width == width)
        return known->end;
    if (m_watched != view.viewport()) {
        m_watched = view.viewport();
        view.viewport()->installEventFilter(const_cast<CellDelegate*>(this));
    }
    const QRect visible = view.viewport()->rect();
    const int x = view.visualRect(index).center().x();
    const QModelIndex bottom = view.indexAt(QPoint(x, visible.bottom()));
    const int last = bottom.isValid() ? bottom.row() : index.model()->rowCount(index.parent()) - 1;
    const QModelIndex top = view.indexAt(QPoint(x, visible.top()));
    QStringList names;
    QStyleOptionViewItem option;
    option.font = view.font();
    for (int row = top.isValid() ? top.row() : index.row(); row <= last; ++row)
        names.append(read(option, index.sibling(row, index.column())).text);
    return m_ends.insert(index.column(), {width, commonEnd(names)})->end;
}

bool CellDelegate::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_watched) {
        if (event->type() == QEvent::Paint)
            m_ends.clear();
        return false;
    }
    return QStyledItemDelegate::eventFilter(watched, event);
}

void CellDelegate::askForWidth(const QStyleOptionViewItem& option, const QModelIndex& index, int width) const
{
    const auto* const table = qobject_cast<const QTableView*>(option.widget);
    QHeaderView* const header = table ? table->horizontalHeader() : nullptr;
    const int column = index.column();
    if (!header || header->sectionResizeMode(column) != QHeaderView::Interactive)
        return;
    QMetaObject::invokeMethod(
        header,
        [header, column, width] {
            if (header->sectionSize(column) < width)
                header->resizeSection(column, width);
        },
        Qt::QueuedConnection);
}

QString CellDelegate::fittingText(
    const Cell& cell, const QStyleOptionViewItem& option, const QModelIndex& index, int width) const
{
    const QFontMetrics metrics(cell.font);
    if (cell.isPath) {
        if (metrics.horizontalAdvance(cell.text) <= width)
            return elidedNameCached(cell.text, cell.font, width);
        const auto* const table = qobject_cast<const QTableView*>(option.widget);
        const bool isTree = qobject_cast<const QTreeView*>(option.widget) != nullptr;
        return elidedNameCached(cell.text, cell.font, width,
            table        ? endOfAll(*table, index)
                : isTree ? endOfSiblings(index)
                         : QString());
    }
    // elidedText() counts a rounding more than there is.
    return cell.isNumber || metrics.horizontalAdvance(cell.text) <= width
        ? cell.text
        : metrics.elidedText(cell.text, Qt::ElideRight, width);
}

QColor tintColour(double share, const Theme& theme)
{
    QColor heat = theme.color(Token::Fail);
    heat.setAlphaF(static_cast<float>(kLeastTint + (kMostTint - kLeastTint) * std::clamp(share, 0.0, 1.0)));
    return heat;
}

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = option.widget ? Theme::of(option.widget) : Theme::of(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    Cell cell = read(option, index);
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);

    const QRect inner = option.rect.adjusted(0, 0, -1, -1);
    if (const QVariant brush = index.data(Qt::BackgroundRole); brush.isValid())
        painter->fillRect(option.rect, brush.value<QBrush>());
    if (isSelected)
        painter->fillRect(option.rect, theme.color(Token::Selection));
    else if (option.state.testFlag(QStyle::State_MouseOver) && option.state.testFlag(QStyle::State_Enabled))
        painter->fillRect(option.rect, theme.color(Token::Hover));
    if (const QVariant tint = index.data(TintRole); tint.isValid()) {
        painter->fillRect(inner, tintColour(tint.toDouble(), theme));
    }
    if (const QVariant hatch = index.data(HatchRole); hatch.isValid())
        paintNonFinite(*painter, inner, static_cast<NonFinite>(hatch.toInt()), theme, kCellHatch);

    QRect room = option.rect.adjusted(padding(), 0, -padding(), 0);
    if (cell.state != State::None) {
        const int side = Cell::glyphSide();
        paintStateGlyph(*painter, cell.state,
            QRect(room.left(), room.center().y() - side / 2 + 1, side, side - 1), theme);
        room.setLeft(room.left() + side + scaled(kSmall) + 1);
    }
    if (!cell.icon.isEmpty()) {
        const int side = Cell::iconSide();
        icon(cell.icon.constData(), isSelected ? Token::Text : Token::Secondary)
            .paint(painter, QRect(room.left(), room.center().y() - side / 2, side, side));
        room.setLeft(room.left() + side + scaled(kSmall));
    }

    const Token token = isSelected || !cell.isDim ? Token::Text : Token::Dim;
    painter->setPen(!isSelected && cell.color.isValid() ? cell.color : theme.color(token));
    int width = cell.textWidth();
    if (cell.isNumber && width > room.width()) {
        askForWidth(option, index, width + option.rect.width() - room.width());
        cell.font.setStretch(std::max(kNarrowest, cell.font.stretch() * room.width() / std::max(1, width)));
        if (cell.textWidth() > room.width())
            cell.text.fill(QLatin1Char('#'),
                room.width() / std::max(1, QFontMetrics(cell.font).horizontalAdvance(QLatin1Char('#'))));
    }
    if (!cell.secondary.isEmpty()) {
        const QFont font = cell.isNumber ? monospaceFont(secondaryFont()) : secondaryFont();
        const int side = QFontMetrics(font).horizontalAdvance(cell.secondary);
        // A path may lose its middle for it, not its last two segments.
        const int least
            = cell.isPath ? QFontMetrics(cell.font).horizontalAdvance(elidedName(cell.text, 2)) : width;
        if (least + scaled(kWide) + side <= room.width()) {
            painter->save();
            painter->setFont(font);
            painter->setPen(theme.color(isSelected ? Token::Text : Token::Secondary));
            painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, cell.secondary);
            painter->restore();
            room.setRight(room.right() - side - scaled(kWide));
        }
    }
    painter->setFont(cell.font);
    painter->drawText(room, static_cast<int>(cell.align | Qt::AlignVCenter) | Qt::TextSingleLine,
        fittingText(cell, option, index, room.width()));

    const auto* const view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (option.state.testFlag(QStyle::State_HasFocus) && view
        && (view->selectionBehavior() == QAbstractItemView::SelectItems || !isSelected)) {
        const int ring = view->isActiveWindow() ? 2 : 1;
        painter->setPen(QPen(theme.color(Token::Accent), ring, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const qreal half = ring / 2.0;
        painter->drawRect(QRectF(option.rect).adjusted(half, half, -half - 1, -half - 1));
    }
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Cell cell = read(option, index);
    int width = cell.markWidth() + cell.textWidth() + 2 * padding();
    if (!cell.secondary.isEmpty())
        width += scaled(kWide) + QFontMetrics(secondaryFont()).horizontalAdvance(cell.secondary);
    return {width, rowHeight()};
}

bool CellDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid() || index.data(Qt::ToolTipRole).isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const Cell cell = read(option, index);
    const int room = view->visualRect(index).width() - cell.markWidth() - 2 * padding();
    const bool isCut
        = cell.textWidth() > room || (cell.isPath && fittingText(cell, option, index, room) != cell.text);
    QToolTip::showText(event->globalPos(), isCut ? tipText(cell.text) : QString(), view);
    return true;
}

} // namespace dumpscope::gui
