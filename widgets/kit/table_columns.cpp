// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/table_columns.h"

#include "common/cell_roles.h"
#include "common/spacing.h"
#include "kit/cut_row.h"

#include <QEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kNumberWidth = 66, kTextWidth = 48, kFillLeast = 180, kFillMost = 300;
/// Of words, which may be elided, and of what is read digit by digit.
constexpr int kWordsMost = 96, kDigitsMost = 200;

/// A table over the first columns of another one; scrolls along.
class PinnedColumns : public QTableView {
public:
    explicit PinnedColumns(QWidget* parent)
        : QTableView(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QTableView::paintEvent(event);
        hideCutRow(*this);
    }
    void scrollContentsBy(int dx, int dy) override
    {
        QTableView::scrollContentsBy(dx, dy);
        repaintScrolled(*this, dy);
    }
    // As far as the table beside it, else that one is pulled back.
    void updateGeometries() override
    {
        const int before = verticalScrollBar()->value();
        QTableView::updateGeometries();
        scrollByRows(*this, before);
    }
};

} // namespace

TableColumns::TableColumns(QTableView& table)
    : m_table(table)
    , m_pinnedView(new PinnedColumns(&table))
{
    m_pinnedView->hide();
    for (const QTableView* const view : {&m_table, m_pinnedView})
        view->horizontalHeader()->viewport()->installEventFilter(this);
    connect(
        m_table.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int, int size) {
            if (m_isHeaderPressed && !m_isFilling)
                m_widthsByHand.insert(keyOf(column), size);
            if (m_pinned.contains(column))
                m_pinnedView->setColumnWidth(column, size);
            fillWidth();
            layOutPinned();
        });
    connect(m_pinnedView->horizontalHeader(), &QHeaderView::sectionResized, this,
        [this](int column, int, int size) {
            if (m_pinned.contains(column))
                m_table.setColumnWidth(column, size);
        });
    connect(m_table.horizontalHeader(), &QHeaderView::sectionMoved, this, [this] { layOutPinned(); });
    connect(m_table.horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
        [this](int column, Qt::SortOrder order) {
            if (!m_model)
                return;
            giveArrowRoom(column);
            m_model->sort(column, order);
            emit sorted();
        });
    connect(m_pinnedView->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
        [this](int column, Qt::SortOrder order) {
            m_table.horizontalHeader()->setSortIndicator(column, order);
        });
    connect(m_pinnedView->verticalScrollBar(), &QScrollBar::valueChanged, m_table.verticalScrollBar(),
        &QScrollBar::setValue);
}

void TableColumns::setModel(ColumnModel* model)
{
    m_model = model;
    connect(model, &ColumnModel::columnsAboutToBeReplaced, this, &TableColumns::forget);
    connect(model, &ColumnModel::rowsReplaced, this, [this] {
        applyDefaults();
        find();
        fit();
        m_grownLast = -1;
    });
    connect(model, &QAbstractItemModel::dataChanged, this, [this] { m_grownLast = -1; });
}

bool TableColumns::eventFilter(QObject* watched, QEvent* event)
{
    // Other buttons open a menu, which keeps their release for itself.
    const bool isPress
        = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (isPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
        m_isHeaderPressed = true;
    else if (event->type() == QEvent::MouseButtonRelease)
        m_isHeaderPressed = false;
    return QObject::eventFilter(watched, event);
}

/// Never less than it is. A word as wide as its room, rounded, is elided already: a pixel more.
int TableColumns::fittingWidth(int column, int wanted) const
{
    const ColumnInfo& about = m_model->info(column);
    const int is = m_table.columnWidth(column);
    const int most = scaled(about.isNumber || about.isMono ? kDigitsMost : kWordsMost);
    return std::clamp(wanted + 1, is, std::max(is, most));
}

int TableColumns::contentWidth(int column) const
{
    return static_cast<const QAbstractItemView&>(m_table).sizeHintForColumn(column);
}

void TableColumns::fitByHand(int column)
{
    m_table.resizeColumnToContents(column);
    m_widthsByHand.insert(keyOf(column), m_table.columnWidth(column));
}

void TableColumns::fillRoom()
{
    fillWidth();
    layOutPinned();
}

void TableColumns::fontChanged()
{
    m_grownLast = -1;
    measureNames();
}

void TableColumns::setDefaults(const QList<QByteArray>& keys)
{
    m_defaults = keys;
    m_isLaidOut = m_isFitted = false;
    applyDefaults();
}

void TableColumns::fit()
{
    if (m_isFitted || !m_isLaidOut || !m_table.isVisible() || m_model->rowCount() == 0)
        return;
    // While a dump is read, its files' names alone say little about what will stand here.
    const int state = m_model->columnNumber("state");
    if (state >= 0 && core::isNull(m_model->table()->cell(m_model->sourceRow(0), state)))
        return;
    m_isFitted = true;
    measureNames();
    std::vector<std::pair<int, int>> wanted;
    for (const int column : shown()) {
        if (column == m_fillColumn)
            continue;
        wanted.emplace_back(column, contentWidth(column));
        m_table.setColumnWidth(column, fittingWidth(column, wanted.back().second));
    }
    fillWidth();
    // Words that are cut get what the names leave over.
    int spare = m_fillColumn < 0 ? 0 : m_table.columnWidth(m_fillColumn) - m_fillMinimum;
    for (const auto& [column, width] : wanted) {
        const int more = std::clamp(width + 1 - m_table.columnWidth(column), 0, std::max(0, spare));
        m_table.setColumnWidth(column, m_table.columnWidth(column) + more);
        spare -= more;
    }
    fillWidth();
}

void TableColumns::measureNames()
{
    if (m_fillColumn >= 0 && m_isFitted)
        m_fillMinimum = std::clamp(contentWidth(m_fillColumn), scaled(kFillLeast), scaled(kFillMost));
}

// A column that is too narrow for a number shows none of it, so it grows before it is painted. Rows that were
// looked at once are not again while one scrolls.
void TableColumns::grow(const QStyleOptionViewItem& option)
{
    if (!m_isLaidOut || m_model->rowCount() == 0)
        return;
    const int first = std::max(0, m_table.rowAt(0));
    const int below = m_table.rowAt(m_table.viewport()->height() - 1);
    const int last = below < 0 ? m_model->rowCount() - 1 : below;
    for (const int column : shown()) {
        const ColumnInfo& about = m_model->info(column);
        if (column == m_fillColumn)
            continue;
        int wanted = 0;
        for (int row = first; row <= last; ++row) {
            if (row < m_grownFirst || row > m_grownLast)
                wanted = std::max(
                    wanted, m_table.itemDelegate()->sizeHint(option, m_model->index(row, column)).width());
        }
        if (about.isNumber || about.isMono)
            m_table.setColumnWidth(column, std::max(wanted, m_table.columnWidth(column)));
        else
            m_table.setColumnWidth(column, fittingWidth(column, wanted));
    }
    m_grownFirst = first;
    m_grownLast = last;
}

void TableColumns::applyDefaults()
{
    if (m_isLaidOut || !m_model || m_model->columnCount() == 0)
        return;
    m_isLaidOut = true;
    QHeaderView* const header = m_table.horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isValue = m_model->info(column).isStatistic || m_model->info(column).isRounded;
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int titleWidth = header->fontMetrics().horizontalAdvance(title) + scaled(22);
        m_table.setColumnWidth(column, std::max(titleWidth, scaled(isValue ? kNumberWidth : kTextWidth)));
        m_table.setColumnHidden(column, true);
    }
    int place = 0;
    for (const int column : defaults()) {
        if (m_fillColumn < 0 && m_model->info(column).isName)
            m_fillColumn = column;
        m_table.setColumnHidden(column, false);
        header->moveSection(header->visualIndex(column), place++);
    }
    fillWidth();
}

void TableColumns::forget()
{
    for (const int column : QList<int>(m_pinned))
        m_keptPinned.append(keyOf(column));
    for (const int column : QList<int>(m_pinned))
        pin(column, false);
    m_fillColumn = -1;
    m_isLaidOut = m_isFitted = false;
}

/// Under their new numbers, as far as there still are such columns.
void TableColumns::find()
{
    for (const QString& key : std::exchange(m_keptPinned, {})) {
        if (const int column = m_model->columnNumber(key.toStdString()); column >= 0)
            pin(column, true);
    }
    // The model has its order already; nobody is to be notified.
    const auto& keys = m_model->sortKeys();
    QHeaderView* const header = m_table.horizontalHeader();
    const int section = keys.empty() ? -1 : keys.front().column;
    if (section != header->sortIndicatorSection()) {
        const QSignalBlocker silence(header);
        header->setSortIndicator(section, keys.empty() ? Qt::AscendingOrder : m_model->orderOf(keys.front()));
    }
    giveArrowRoom(section);
}

// The arrow stands beside the title, not over its end.
void TableColumns::giveArrowRoom(int column)
{
    const QHeaderView* const header = m_table.horizontalHeader();
    if (column < 0 || column == m_fillColumn || m_table.isColumnHidden(column)
        || m_widthsByHand.contains(keyOf(column)))
        return;
    if (const int wanted = header->sectionSizeHint(column); m_table.columnWidth(column) < wanted)
        m_table.setColumnWidth(column, wanted);
}

void TableColumns::sortBy(const core::SortKey& key)
{
    if (m_model->sortKeys() == std::vector {key})
        return;
    {
        const QSignalBlocker silence(m_table.horizontalHeader());
        m_table.horizontalHeader()->setSortIndicator(key.column, m_model->orderOf(key));
    }
    giveArrowRoom(key.column);
    m_model->setSortKeys({key});
}

std::vector<int> TableColumns::shown() const
{
    std::vector<int> columns;
    for (const int pinned : m_pinned)
        columns.push_back(pinned);
    const QHeaderView* const header = m_table.horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        if (!m_table.isColumnHidden(column) && !m_pinned.contains(column))
            columns.push_back(column);
    }
    return columns;
}

void TableColumns::show(int column, bool visible)
{
    if (!visible)
        pin(column, false);
    m_table.setColumnHidden(column, !visible);
    if (visible && column != m_fillColumn)
        m_table.setColumnWidth(column, fittingWidth(column, contentWidth(column)));
    fillWidth();
}

void TableColumns::pin(int column, bool pinned)
{
    if (pinned == m_pinned.contains(column))
        return;
    pinned ? m_pinned.append(column) : static_cast<void>(m_pinned.removeOne(column));
    QHeaderView* const header = m_table.horizontalHeader();
    for (int i = 0; i < m_pinned.size(); ++i)
        header->moveSection(header->visualIndex(m_pinned[i]), i);
    layOutPinned();
}

void TableColumns::layOutPinned()
{
    m_pinnedView->setVisible(!m_pinned.isEmpty());
    if (m_pinned.isEmpty() || !m_model)
        return;
    if (m_pinnedView->model() != m_model) {
        // Not before: keeping up with a million rows takes time.
        m_pinnedView->setModel(m_model);
        m_pinnedView->setSelectionModel(m_table.selectionModel());
        m_pinnedView->horizontalHeader()->setSelectionModel(new QItemSelectionModel(m_model, m_pinnedView));
    }
    int width = 0;
    QHeaderView* const header = m_pinnedView->horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isPinned = m_pinned.contains(column);
        m_pinnedView->setColumnHidden(column, !isPinned);
        if (!isPinned)
            continue;
        m_pinnedView->setColumnWidth(column, m_table.columnWidth(column));
        header->moveSection(header->visualIndex(column), static_cast<int>(m_pinned.indexOf(column)));
        width += m_table.columnWidth(column);
    }
    header->setFixedHeight(m_table.horizontalHeader()->height());
    const QPoint corner = m_table.horizontalHeader()->geometry().topLeft();
    m_pinnedView->setGeometry(corner.x(), corner.y(), width + 1,
        m_table.horizontalHeader()->height() + m_table.viewport()->height());
    m_pinnedView->verticalScrollBar()->setValue(m_table.verticalScrollBar()->value());
    m_pinnedView->raise();
}

void TableColumns::fillWidth()
{
    if (m_fillColumn < 0 || m_isFilling || m_table.isColumnHidden(m_fillColumn)
        || m_widthsByHand.contains(keyOf(m_fillColumn)))
        return;
    m_isFilling = true;
    int others = 0;
    for (const int column : shown())
        others += column == m_fillColumn ? 0 : m_table.columnWidth(column);
    // Names can be elided, so they give way before a scroll bar is needed.
    const int room = std::max(m_table.viewport()->width() - others, scaled(kFillLeast));
    m_table.setColumnWidth(m_fillColumn, room);
    m_isFilling = false;
}

QString TableColumns::keyOf(int column) const
{
    return m_model->headerData(column, Qt::Horizontal, CopyRole).toString();
}

std::vector<int> TableColumns::defaults() const
{
    std::vector<int> columns;
    for (const QByteArray& key : m_defaults) {
        if (const int column = m_model->columnNumber(key.toStdString()); column >= 0)
            columns.push_back(column);
    }
    return columns;
}

// What nobody touched follows from the rows, the fonts and the room there is, and is chosen anew.
QJsonObject TableColumns::save() const
{
    QJsonObject view;
    if (!m_model)
        return view;
    if (const std::vector<int> here = shown(); here != defaults() && !here.empty()) {
        QJsonArray columns;
        for (const int column : here)
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
        const core::SortKey& key = m_model->sortKeys().front();
        view.insert(QStringLiteral("sort"),
            QString::fromStdString(core::sortKeyText(key, keyOf(key.column).toStdString())));
    }
    return view;
}

void TableColumns::restore(const QJsonObject& view)
{
    if (!m_model || m_model->columnCount() == 0)
        return;
    const auto number = [this](const QString& key) { return m_model->columnNumber(key.toStdString()); };
    for (const int column : QList<int>(m_pinned))
        pin(column, false);
    m_widthsByHand = {};
    m_isLaidOut = m_isFitted = false;
    applyDefaults();
    const QJsonArray columns = view.value(QStringLiteral("columns")).toArray();
    // A table without columns would show nothing, not even that.
    if (std::any_of(columns.begin(), columns.end(),
            [&number](const QJsonValue& key) { return number(key.toString()) >= 0; })) {
        for (int column = 0; column < m_model->columnCount(); ++column)
            m_table.setColumnHidden(column, true);
        int place = 0;
        for (const QJsonValue& key : columns) {
            const int column = number(key.toString());
            if (column < 0)
                continue;
            m_table.setColumnHidden(column, false);
            m_table.horizontalHeader()->moveSection(m_table.horizontalHeader()->visualIndex(column), place++);
        }
    }
    for (const QJsonValue& key : view.value(QStringLiteral("pinned")).toArray()) {
        if (const int column = number(key.toString()); column >= 0)
            pin(column, true);
    }
    m_grownLast = -1;
    fit();
    m_widthsByHand = view.value(QStringLiteral("widths")).toObject();
    for (auto width = m_widthsByHand.constBegin(); width != m_widthsByHand.constEnd(); ++width) {
        if (const int column = number(width.key()); column >= 0 && width->toInt() > 0)
            m_table.setColumnWidth(column, width->toInt());
    }
    const auto keys
        = core::parseSortKeys(view.value(QStringLiteral("sort")).toString().toStdString(), *m_model->table());
    if (keys && !keys->empty())
        sortBy(keys->front());
    else
        m_table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    fillWidth();
}

} // namespace dumpscope::gui
