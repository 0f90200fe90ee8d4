// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmap_accessible.h"

#include "heatmap/heatmap_view.h"

#include <QAccessibleWidget>

namespace dumpscope::gui {

namespace {

/// A table of which the probed cell is read out; the others are reached by moving it.
class AccessibleHeatmap : public QAccessibleWidget {
public:
    explicit AccessibleHeatmap(HeatmapView* view)
        : QAccessibleWidget(view, QAccessible::Table)
    {
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const auto* const view = static_cast<const HeatmapView*>(widget());
        if (kind == QAccessible::Value)
            return view->spokenCell();
        if (kind == QAccessible::Description && view->plane())
            return HeatmapView::tr("%1 rows, %2 columns")
                .arg(view->plane()->rows)
                .arg(view->plane()->columns);
        return QAccessibleWidget::text(kind);
    }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* const view = qobject_cast<HeatmapView*>(object);
    return view ? new AccessibleHeatmap(view) : nullptr;
}

} // namespace

void installHeatmapAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace dumpscope::gui
