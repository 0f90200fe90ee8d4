// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/neighbourhood.h"

#include <QScrollArea>

namespace dumpscope::gui {

/// A neighbourhood as a small picture: what feeds the operator above it, what reads it below. Nodes are
/// buttons, so that they are reached by Tab and read aloud.
class NeighbourhoodView : public QScrollArea {
    Q_OBJECT
public:
    explicit NeighbourhoodView(QWidget* parent = nullptr);

    void setNeighbourhood(Neighbourhood around);

signals:
    void chosen(const dumpscope::gui::TensorRef& tensor);
    void opened(); ///< double click: what is chosen, in the whole graph

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Canvas;
    Canvas* m_canvas;
};

} // namespace dumpscope::gui
