// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/rescaling.h"

#include "common/spacing.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFormLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QMainWindow>
#include <QMargins>
#include <QPointer>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QTreeView>

namespace dumpscope::gui {

namespace {

/// The inverse of scaled(), exactly: a size of the design is never scaled to less than it is.
int unscaled(int px)
{
    constexpr int kLarge = 1000;
    return qRound(px * static_cast<double>(kLarge) / scaled(kLarge));
}

// Neither nothing nor a line nor "as much as there is" is a size.
bool isSize(int px)
{
    constexpr int kLargest = 10'000;
    return px > 1 && px < kLargest;
}

bool isSize(const QSize& size)
{
    return isSize(size.width());
}

bool isSize(const QMargins& margins)
{
    return !margins.isNull();
}

QSize unscaled(const QSize& size)
{
    return {unscaled(size.width()), unscaled(size.height())};
}

QSize scaled(const QSize& size)
{
    return {gui::scaled(size.width()), gui::scaled(size.height())};
}

QMargins unscaled(const QMargins& m)
{
    return {unscaled(m.left()), unscaled(m.top()), unscaled(m.right()), unscaled(m.bottom())};
}

QMargins scaled(const QMargins& m)
{
    return scaledMargins(m.left(), m.top(), m.right(), m.bottom());
}

using gui::scaled;

bool isCurrentInSight(const QTableView& table)
{
    const QModelIndex current = table.currentIndex();
    if (!current.isValid())
        return false;
    const int top = table.rowViewportPosition(current.row());
    return top >= 0 && top + table.rowHeight(current.row()) <= table.viewport()->height();
}

} // namespace

Rescaling::Rescaling()
{
    for (QWidget* const widget : QApplication::allWidgets()) {
        noteWidget(widget);
        if (QLayout* const layout = widget->layout()) {
            noteLayout(layout);
            for (QLayout* const inner : layout->findChildren<QLayout*>())
                noteLayout(inner);
        }
        if (auto* const header = qobject_cast<QHeaderView*>(widget))
            noteHeader(header);
        if (auto* const table = qobject_cast<QTableView*>(widget); table && isCurrentInSight(*table))
            m_tables.emplace_back(table);
    }
}

void Rescaling::apply() const
{
    for (const auto& again : m_again)
        again();
    // What layouts ask widgets for is computed from the font as well.
    for (QWidget* const widget : QApplication::allWidgets()) {
        if (widget->layout())
            widget->layout()->invalidate();
        widget->updateGeometry();
    }
    const auto keepInSight = [tables = m_tables] {
        for (const QPointer<QTableView>& table : tables) {
            if (table && !isCurrentInSight(*table))
                table->scrollTo(table->currentIndex());
        }
    };
    keepInSight();
    QTimer::singleShot(0, qApp, keepInSight); // once everything around them has its new size
}

template<typename Object, typename Get, typename Set> void Rescaling::note(Object* object, Get get, Set set)
{
    const auto was = std::invoke(get, object);
    if (!isSize(was))
        return;
    m_again.push_back([object = QPointer<Object>(object), get, set, was, design = unscaled(was)] {
        if (object && std::invoke(get, object.data()) == was)
            std::invoke(set, object.data(), scaled(design));
    });
}

void Rescaling::noteWidget(QWidget* widget)
{
    // The user sizes windows, their panels ask for what is inside.
    if (!widget->isWindow() && !qobject_cast<QDockWidget*>(widget)) {
        note(widget, &QWidget::maximumWidth, &QWidget::setMaximumWidth);
        note(widget, &QWidget::maximumHeight, &QWidget::setMaximumHeight);
        note(widget, &QWidget::minimumWidth, &QWidget::setMinimumWidth);
        note(widget, &QWidget::minimumHeight, &QWidget::setMinimumHeight);
    }
    // A scroll area keeps room for its headers and bars there.
    if (!qobject_cast<QAbstractScrollArea*>(widget))
        note(widget, &QWidget::contentsMargins, qOverload<const QMargins&>(&QWidget::setContentsMargins));
    if (auto* const button = qobject_cast<QAbstractButton*>(widget))
        note(button, &QAbstractButton::iconSize, &QAbstractButton::setIconSize);
    else if (auto* const view = qobject_cast<QAbstractItemView*>(widget))
        note(view, &QAbstractItemView::iconSize, &QAbstractItemView::setIconSize);
    else if (auto* const box = qobject_cast<QComboBox*>(widget))
        note(box, &QComboBox::iconSize, &QComboBox::setIconSize);
    else if (auto* const tabs = qobject_cast<QTabBar*>(widget))
        note(tabs, &QTabBar::iconSize, &QTabBar::setIconSize);
    else if (auto* const bar = qobject_cast<QToolBar*>(widget))
        note(bar, &QToolBar::iconSize, &QToolBar::setIconSize);
    else if (auto* const window = qobject_cast<QMainWindow*>(widget))
        note(window, &QMainWindow::iconSize, &QMainWindow::setIconSize);
    if (auto* const tree = qobject_cast<QTreeView*>(widget))
        note(tree, &QTreeView::indentation, &QTreeView::setIndentation);
}

void Rescaling::noteLayout(QLayout* layout)
{
    note(layout, &QLayout::contentsMargins, qOverload<const QMargins&>(&QLayout::setContentsMargins));
    if (auto* const grid = qobject_cast<QGridLayout*>(layout)) {
        note(grid, &QGridLayout::horizontalSpacing, &QGridLayout::setHorizontalSpacing);
        note(grid, &QGridLayout::verticalSpacing, &QGridLayout::setVerticalSpacing);
    } else if (auto* const form = qobject_cast<QFormLayout*>(layout)) {
        note(form, &QFormLayout::horizontalSpacing, &QFormLayout::setHorizontalSpacing);
        note(form, &QFormLayout::verticalSpacing, &QFormLayout::setVerticalSpacing);
    } else {
        note(layout, &QLayout::spacing, &QLayout::setSpacing);
    }
}

void Rescaling::noteHeader(QHeaderView* header)
{
    note(header, &QHeaderView::minimumSectionSize, &QHeaderView::setMinimumSectionSize);
    constexpr int kMostSections = 500; // more have one size
    bool isMixed = false;
    for (int i = 0; i < std::min(header->count(), kMostSections); ++i)
        isMixed = isMixed || header->sectionSize(i) != header->defaultSectionSize();
    // A new default size is given to all sections.
    if (!isMixed || header->count() > kMostSections || header->orientation() == Qt::Vertical)
        return note(header, &QHeaderView::defaultSectionSize, &QHeaderView::setDefaultSectionSize);
    const int sized = header->count() - (header->stretchLastSection() ? 1 : 0);
    for (int i = 0; i < sized; ++i) {
        const auto mode = header->sectionResizeMode(i);
        if (mode == QHeaderView::Interactive || mode == QHeaderView::Fixed)
            note(
                header, [i](const QHeaderView* of) { return of->sectionSize(i); },
                [i](QHeaderView* of, int size) { of->resizeSection(i, size); });
    }
}

} // namespace dumpscope::gui
