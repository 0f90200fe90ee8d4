// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_link.h"

#include <QSplitter>

class QLabel;

namespace dumpscope::gui {

struct Workbench;

/// The graph of the selection, or target and golden of the comparison beside each other, tied together.
/// GUI thread.
class GraphHalves : public QSplitter {
    Q_OBJECT
public:
    explicit GraphHalves(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] GraphCanvas* canvas() const { return m_canvas; }
    [[nodiscard]] GraphCanvas* goldenCanvas() const { return m_goldenCanvas; }
    [[nodiscard]] const LevelLayouter& layouter() const { return *m_layouter; }

    /// Not without a comparison.
    void showBoth(bool on);
    [[nodiscard]] bool isBoth() const { return m_isBoth; }
    void setGoldenHelpersShown(bool on) { m_golden.setHelpersShown(on); }
    [[nodiscard]] bool isSettled() const;

signals:
    void bothChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* withStrip(GraphCanvas* canvas, QLabel* strip);
    void retranslate();

    Workbench& m_workbench;
    ShownGraph& m_shown;
    ShownGraph m_golden; ///< what is beside the other
    std::shared_ptr<LevelLayouter> m_layouter = std::make_shared<LevelLayouter>();
    GraphCanvas *m_canvas, *m_goldenCanvas;
    GraphLink* m_link;
    QLabel *m_targetStrip, *m_goldenStrip;
    QWidget* m_goldenHalf;
    bool m_isBoth = false;
};

} // namespace dumpscope::gui
