// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "heatmap/plane_bands.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace dumpscope::gui {

class RankLegend;

/// What the target of a pair is put together from, and where the element that is pointed at, else the probed
/// one, stands in its parts; a button goes there. Hidden for other pairs. GUI thread.
class AssemblyBar : public QWidget {
    Q_OBJECT
public:
    AssemblyBar(Workbench& workbench, DifferenceDocument& document, QWidget* parent);

    void refresh();
    void retranslate();
    /// Rows or columns of the plane that is shown, by the rank that has them; without bands where all are of
    /// one, or the cut is along another axis.
    [[nodiscard]] PlaneBands bands() const;

private:
    void refreshOrigin();
    void open(const PartOrigin& origin);
    void openRank(qint64 rank);

    Workbench& m_workbench;
    DifferenceDocument& m_document;
    QLabel *m_composition, *m_origin;
    RankLegend* m_legend;
    QToolButton* m_open;
};

} // namespace dumpscope::gui
