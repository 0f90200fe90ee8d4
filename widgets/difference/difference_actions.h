// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_output.h"
#include "kit/panel.h"

namespace dumpscope::gui {

class DifferenceBar;
class DifferencePlanes;
class PairGrid;
class PlaneStage;
class WorstElements;

/// What keys and menus do in the view of a pair: walk, zoom, copy, export. GUI thread.
class DifferenceActions : public QObject {
    Q_OBJECT
public:
    enum class Front : std::uint8_t { Planes, Grid, Worst, Other };
    struct View {
        Panel& panel;
        DifferenceDocument& document;
        PlaneStage& stage;
        DifferencePlanes& planes;
        DifferenceBar& bar;
        PairGrid& grid;
        WorstElements& worst;
        std::function<Front()> front;
    };
    DifferenceActions(Workbench& workbench, View view);

    void copy(bool withNames);
    void askForExport();

signals:
    void noticed(const QString& text); ///< why nothing was copied

private:
    void handle(const char* id, std::function<void()> run);
    void walk();
    void look();
    void handOut();
    void copyNumpy();
    [[nodiscard]] std::optional<core::PlaneWindow> marked() const;
    [[nodiscard]] PairPart markedPart() const;

    Workbench& m_workbench;
    View m_view;
    LatestOnly m_copying;
};

} // namespace dumpscope::gui
