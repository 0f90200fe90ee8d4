// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace dumpscope::gui {

class GraphCanvas;

/// What the colours of graphs coloured by duration mean: the ramp with its ends, how much is all of it, and
/// how many operators have no duration. Gone where no graph is.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    /// The canvases outlive it.
    explicit HeatLegend(QList<GraphCanvas*> canvases, QWidget* parent = nullptr);
    /// One sentence per graph.
    [[nodiscard]] const QStringList& sentences() const { return m_sentences; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    QList<GraphCanvas*> m_canvases;
    QStringList m_sentences;
};

} // namespace dumpscope::gui
