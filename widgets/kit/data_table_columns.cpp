// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns a DataTable shows, where, how wide, and what is kept of it.
#include "common/cell_roles.h"
#include "common/spacing.h"
#include "kit/data_table.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kNumberWidth = 66, kTextWidth = 48, kFillLeast = 160, kFillMost = 300;
/// Of words, which may be elided, and of what is read digit by digit.
constexpr int kWordsMost = 96, kDigitsMost = 200;

/// Never less than it is. A word as wide as its room, rounded, is elided already: a pixel more.
int fittingWidth(const QTableView& view, const ColumnModel& model, int column, int wanted)
{
    const ColumnInfo& about = model.info(column);
    const int is = view.columnWidth(column);
    const int most = scaled(about.isNumber || about.isMono ? kDigitsMost : kWordsMost);
    return std::clamp(wanted + 1, is, std::max(is, most));
}

} // namespace

void DataTable::setDefaultColumns(const QList<QByteArray>& keys)
{
    m_defaults = keys;
    m_isLaidOut = false;
    applyDefaults();
}

void DataTable::fitTexts()
{
    if (m_isFitted || !m_isLaidOut || !isVisible() || m_model->rowCount() == 0)
        return;
    // While a dump is read, its files' names alone say little about what will stand here.
    const int state = m_model->columnNumber("state");
    if (state >= 0 && core::isNull(m_model->table()->cell(m_model->sourceRow(0), state)))
        return;
    m_isFitted = true;
    measureNames();
    std::vector<std::pair<int, int>> wanted;
    for (const int column : shownColumns()) {
        if (column == m_fillColumn)
            continue;
        wanted.emplace_back(column, sizeHintForColumn(column));
        setColumnWidth(column, fittingWidth(*this, *m_model, column, wanted.back().second));
    }
    fillWidth();
    // Words that are cut get what the names leave over.
    int spare = m_fillColumn < 0 ? 0 : columnWidth(m_fillColumn) - m_fillMinimum;
    for (const auto& [column, width] : wanted) {
        const int more = std::clamp(width + 1 - columnWidth(column), 0, std::max(0, spare));
        setColumnWidth(column, columnWidth(column) + more);
        spare -= more;
    }
    fillWidth();
}

void DataTable::measureNames()
{
    if (m_fillColumn >= 0 && m_isFitted)
        m_fillMinimum = std::clamp(sizeHintForColumn(m_fillColumn), scaled(kFillLeast), scaled(kFillMost));
}

// A column that is too narrow for a number shows none of it, so it grows before it is painted. Rows that were
// looked at once are not again while one scrolls.
void DataTable::growColumns()
{
    if (!m_isLaidOut || m_model->rowCount() == 0)
        return;
    const int first = std::max(0, rowAt(0));
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? m_model->rowCount() - 1 : below;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (const int column : shownColumns()) {
        const ColumnInfo& about = m_model->info(column);
        if (column == m_fillColumn)
            continue;
        int wanted = 0;
        for (int row = first; row <= last; ++row) {
            if (row < m_grownFirst || row > m_grownLast)
                wanted
                    = std::max(wanted, itemDelegate()->sizeHint(option, m_model->index(row, column)).width());
        }
        if (about.isNumber || about.isMono)
            setColumnWidth(column, std::max(wanted, columnWidth(column)));
        else
            setColumnWidth(column, fittingWidth(*this, *m_model, column, wanted));
    }
    m_grownFirst = first;
    m_grownLast = last;
}

void DataTable::applyDefaults()
{
    if (m_isLaidOut || !m_model || m_model->columnCount() == 0)
        return;
    m_isLaidOut = true;
    QHeaderView* const header = horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isValue = m_model->info(column).isStatistic || m_model->info(column).isRounded;
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int titleWidth = header->fontMetrics().horizontalAdvance(title) + scaled(22);
        setColumnWidth(column, std::max(titleWidth, scaled(isValue ? kNumberWidth : kTextWidth)));
        setColumnHidden(column, true);
    }
    int place = 0;
    for (const int column : defaultColumns()) {
        if (m_fillColumn < 0 && m_model->info(column).isName)
            m_fillColumn = column;
        setColumnHidden(column, false);
        header->moveSection(header->visualIndex(column), place++);
    }
    fillWidth();
}

void DataTable::forgetColumns()
{
    for (const int column : QList<int>(m_pinned))
        m_keptPinned.append(keyOf(column));
    for (const int column : QList<int>(m_pinned))
        pinColumn(column, false);
    m_fillColumn = -1;
    m_summaries.clear();
    m_isLaidOut = m_isFitted = false;
}

/// Under their new numbers, as far as there still are such columns.
void DataTable::findColumns()
{
    for (const QString& key : std::exchange(m_keptPinned, {})) {
        if (const int column = m_model->columnNumber(key.toStdString()); column >= 0)
            pinColumn(column, true);
    }
    // The model has its order already; nobody is to be notified.
    const auto& keys = m_model->sortKeys();
    QHeaderView* const header = horizontalHeader();
    const int section = keys.empty() ? -1 : keys.front().column;
    if (section != header->sortIndicatorSection()) {
        const QSignalBlocker silence(header);
        header->setSortIndicator(
            section, !keys.empty() && keys.front().descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
}

std::vector<int> DataTable::shownColumns() const
{
    std::vector<int> columns;
    for (const int pinned : m_pinned)
        columns.push_back(pinned);
    const QHeaderView* const header = horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        if (!isColumnHidden(column) && !m_pinned.contains(column))
            columns.push_back(column);
    }
    return columns;
}

void DataTable::showColumn(int column, bool visible)
{
    if (!visible)
        pinColumn(column, false);
    setColumnHidden(column, !visible);
    if (visible && column != m_fillColumn)
        setColumnWidth(column, fittingWidth(*this, *m_model, column, sizeHintForColumn(column)));
    fillWidth();
}

void DataTable::pinColumn(int column, bool pinned)
{
    if (pinned == m_pinned.contains(column))
        return;
    pinned ? m_pinned.append(column) : static_cast<void>(m_pinned.removeOne(column));
    QHeaderView* const header = horizontalHeader();
    for (int i = 0; i < m_pinned.size(); ++i)
        header->moveSection(header->visualIndex(m_pinned[i]), i);
    layoutPinned();
}

void DataTable::layoutPinned()
{
    m_pinnedView->setVisible(!m_pinned.isEmpty());
    if (m_pinned.isEmpty() || !m_model)
        return;
    if (m_pinnedView->model() != m_model) {
        // Not before: keeping up with a million rows takes time.
        m_pinnedView->setModel(m_model);
        m_pinnedView->setSelectionModel(selectionModel());
        m_pinnedView->horizontalHeader()->setSelectionModel(new QItemSelectionModel(m_model, m_pinnedView));
    }
    int width = 0;
    QHeaderView* const header = m_pinnedView->horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isPinned = m_pinned.contains(column);
        m_pinnedView->setColumnHidden(column, !isPinned);
        if (!isPinned)
            continue;
        m_pinnedView->setColumnWidth(column, columnWidth(column));
        header->moveSection(header->visualIndex(column), static_cast<int>(m_pinned.indexOf(column)));
        width += columnWidth(column);
    }
    header->setFixedHeight(horizontalHeader()->height());
    const QPoint corner = horizontalHeader()->geometry().topLeft();
    m_pinnedView->setGeometry(
        corner.x(), corner.y(), width + 1, horizontalHeader()->height() + viewport()->height());
    m_pinnedView->verticalScrollBar()->setValue(verticalScrollBar()->value());
    m_pinnedView->raise();
}

void DataTable::fillWidth()
{
    if (m_fillColumn < 0 || m_isFilling || isColumnHidden(m_fillColumn)
        || m_widthsByHand.contains(keyOf(m_fillColumn)))
        return;
    m_isFilling = true;
    int others = 0;
    for (const int column : shownColumns())
        others += column == m_fillColumn ? 0 : columnWidth(column);
    // Names can be elided, so they give way before a scroll bar is needed.
    const int room = std::max(viewport()->width() - others, scaled(kFillLeast));
    setColumnWidth(m_fillColumn, room);
    m_isFilling = false;
}

void DataTable::setColourScale(int column, bool on)
{
    if (!on) {
        m_model->setTint(column, std::nullopt);
        return;
    }
    summarize(column, [this, column](const ColumnSummary& summary) {
        if (summary.min)
            m_model->setTint(column, std::pair(*summary.min, *summary.max));
    });
}

QString DataTable::keyOf(int column) const
{
    return m_model->headerData(column, Qt::Horizontal, CopyRole).toString();
}

std::vector<int> DataTable::defaultColumns() const
{
    std::vector<int> columns;
    for (const QByteArray& key : m_defaults) {
        if (const int column = m_model->columnNumber(key.toStdString()); column >= 0)
            columns.push_back(column);
    }
    return columns;
}

// What nobody touched follows from the rows, the fonts and the room there is, and is chosen anew.
QJsonObject DataTable::saveView() const
{
    QJsonObject view;
    if (!m_model)
        return view;
    if (const std::vector<int> shown = shownColumns(); shown != defaultColumns() && !shown.empty()) {
        QJsonArray columns;
        for (const int column : shown)
            columns.append(keyOf(column));
        view.insert(QStringLiteral("columns"), columns);
    }
    if (!m_widthsByHand.isEmpty())
        view.insert(QStringLiteral("widths"), m_widthsByHand);
    QJsonArray pinned;
    for (const int column : m_pinned)
        pinned.append(keyOf(column));
    if (!pinned.isEmpty())
        view.insert(QStringLiteral("pinned"), pinned);
    if (!m_model->sortKeys().empty()) {
        const core::SortKey sorted = m_model->sortKeys().front();
        view.insert(QStringLiteral("sort"),
            QString((sorted.descending ? QStringLiteral("-") : QString()) + keyOf(sorted.column)));
    }
    return view;
}

void DataTable::restoreView(const QJsonObject& view)
{
    if (!m_model || m_model->columnCount() == 0)
        return;
    const auto number = [this](const QString& key) { return m_model->columnNumber(key.toStdString()); };
    for (const int column : QList<int>(m_pinned))
        pinColumn(column, false);
    m_widthsByHand = {};
    m_isLaidOut = m_isFitted = false;
    applyDefaults();
    const QJsonArray columns = view.value(QStringLiteral("columns")).toArray();
    // A table without columns would show nothing, not even that.
    if (std::any_of(columns.begin(), columns.end(),
            [&number](const QJsonValue& key) { return number(key.toString()) >= 0; })) {
        for (int column = 0; column < m_model->columnCount(); ++column)
            setColumnHidden(column, true);
        int place = 0;
        for (const QJsonValue& key : columns) {
            const int column = number(key.toString());
            if (column < 0)
                continue;
            setColumnHidden(column, false);
            horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
        }
    }
    for (const QJsonValue& key : view.value(QStringLiteral("pinned")).toArray()) {
        if (const int column = number(key.toString()); column >= 0)
            pinColumn(column, true);
    }
    m_grownLast = -1;
    fitTexts();
    m_widthsByHand = view.value(QStringLiteral("widths")).toObject();
    for (auto width = m_widthsByHand.constBegin(); width != m_widthsByHand.constEnd(); ++width) {
        if (const int column = number(width.key()); column >= 0 && width->toInt() > 0)
            setColumnWidth(column, width->toInt());
    }
    const QString sort = view.value(QStringLiteral("sort")).toString();
    const bool descending = sort.startsWith(QLatin1Char('-'));
    horizontalHeader()->setSortIndicator(sort.isEmpty() ? -1 : number(sort.mid(descending ? 1 : 0)),
        descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    fillWidth();
}

} // namespace dumpscope::gui
