// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/spacing.h"

#include <QApplication>
#include <QFontInfo>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <array>

namespace dumpscope::gui {

namespace {

constexpr double kDesignFontPx = 13;
constexpr std::array<int, 3> kRowHeights {26, 22, 19};
Density s_density = Density::Normal;

} // namespace

int scaled(int px)
{
    const int font = QFontInfo(QApplication::font()).pixelSize();
    // A smaller font than the design's makes no smaller targets.
    return qRound(px * std::max(1.0, font / kDesignFontPx));
}

QMargins scaledMargins(int left, int top, int right, int bottom)
{
    return {scaled(left), scaled(top), scaled(right), scaled(bottom)};
}

void setDensity(Density density)
{
    if (s_density == density)
        return;
    s_density = density;
    for (QWidget* widget : QApplication::allWidgets()) {
        if (auto* const view = qobject_cast<QAbstractItemView*>(widget))
            applyRowHeight(*view);
    }
}

Density density()
{
    return s_density;
}

int rowHeight()
{
    return scaled(kRowHeights[static_cast<std::size_t>(s_density)]);
}

void applyRowHeight(QAbstractItemView& view)
{
    if (auto* const table = qobject_cast<QTableView*>(&view)) {
        table->verticalHeader()->setMinimumSectionSize(scaled(kVast));
        table->verticalHeader()->setDefaultSectionSize(rowHeight());
    } else if (qobject_cast<QTreeView*>(&view)) {
        view.doItemsLayout();
    }
}

int treeIndentation(int width)
{
    constexpr int kIndent = 14, kTight = 8, kNarrowTree = 260;
    return scaled(width < scaled(kNarrowTree) ? kTight : kIndent);
}

} // namespace dumpscope::gui
