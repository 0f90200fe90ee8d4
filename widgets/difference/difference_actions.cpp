// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_actions.h"

#include "difference/difference_bar.h"
#include "difference/difference_export_dialog.h"
#include "difference/difference_planes.h"
#include "difference/pair_grid.h"
#include "difference/plane_stage.h"
#include "difference/worst_elements.h"

#include <QClipboard>
#include <QGuiApplication>

namespace dumpscope::gui {

DifferenceActions::DifferenceActions(Workbench& workbench, View view)
    : QObject(&view.panel)
    , m_workbench(workbench)
    , m_view(std::move(view))
{
    walk();
    look();
    handOut();
}

void DifferenceActions::handle(const char* id, std::function<void()> run)
{
    m_workbench.actions.handle(
        id, &m_view.panel, std::move(run), [this] { return m_view.document.isReady(); });
}

void DifferenceActions::walk()
{
    TensorDocument& target = m_view.document.target();
    handle("go.next_nonfinite", [&target] { target.findNonFinite(true); });
    handle("go.previous_nonfinite", [&target] { target.findNonFinite(false); });
    handle("plane.next_slice", [&target] { target.stepSlice(1); });
    handle("plane.previous_slice", [&target] { target.stepSlice(-1); });
    handle("plane.next_axis", [&target] { target.stepAxis(1); });
    handle("plane.previous_axis", [&target] { target.stepAxis(-1); });
    handle("plane.transpose", [&target] { target.transpose(); });
    handle("plane.next_extreme", [this] { m_view.worst.step(1); });
    handle("plane.previous_extreme", [this] { m_view.worst.step(-1); });
}

void DifferenceActions::look()
{
    DifferenceDocument& document = m_view.document;
    PlaneStage& stage = m_view.stage;
    handle("plane.difference_kind", [&document] {
        const int next = (static_cast<int>(document.kind()) + 1) % DifferenceBar::kKinds;
        document.setKind(static_cast<core::DifferenceKind>(next));
    });
    handle("plane.linked", [&stage] { stage.setLinked(!stage.isLinked()); });
    handle("plane.swipe", [this] { m_view.bar.toggleSwipe(); });
    handle("plane.blink", [this] { m_view.bar.toggleBlink(); });
    handle("plane.show_target", [&stage] { stage.choose(PlaneStage::Target); });
    handle("plane.show_golden", [&stage] { stage.choose(PlaneStage::Golden); });
    handle("plane.show_difference", [&stage] { stage.choose(PlaneStage::Difference); });
    handle("plane.range_auto", [&document] { document.setOwnRanges(!document.hasOwnRanges()); });
    handle("plane.number_format", [this] {
        if (m_view.front() == Front::Grid)
            m_view.bar.nextNumberFormat();
    });
    // Zooming one zooms all that are linked.
    const auto active = [this] { return m_view.stage.view(m_view.planes.active()); };
    handle("plane.zoom_in", [active] { active()->zoomBy(1.5); });
    handle("plane.zoom_out", [active] { active()->zoomBy(1 / 1.5); });
    handle("plane.fit", [active] { active()->fit(); });
    handle("plane.fill", [active] { active()->fill(); });
    handle("plane.one_to_one", [active] { active()->oneToOne(); });
}

void DifferenceActions::handOut()
{
    handle("edit.copy", [this] { copy(false); });
    handle("edit.copy_names", [this] { copy(true); });
    handle("edit.copy_numpy", [this] { copyNumpy(); });
    handle("edit.select_all", [this] {
        m_view.front() == Front::Grid ? m_view.grid.selectAll() : m_view.worst.table()->selectAll();
    });
    handle("file.export", [this] { askForExport(); });
}

/// What is marked in the picture or the grid in front; else the probed cell.
std::optional<core::PlaneWindow> DifferenceActions::marked() const
{
    std::optional<core::PlaneWindow> window = m_view.front() == Front::Grid
        ? m_view.grid.marked()
        : m_view.stage.view(m_view.planes.active())->region();
    const auto cell = m_view.document.target().probeCell();
    if (!window && cell)
        window = core::PlaneWindow {cell->first, cell->second, 1, 1};
    return window;
}

PairPart DifferenceActions::markedPart() const
{
    if (m_view.front() == Front::Planes)
        return static_cast<PairPart>(m_view.planes.active());
    return m_view.grid.marked() ? PairPart::All : static_cast<PairPart>(m_view.grid.currentLine());
}

void DifferenceActions::copy(bool withNames)
{
    const Front front = m_view.front();
    const auto window = marked();
    if (m_view.worst.table()->hasFocus() || front == Front::Worst) {
        QGuiApplication::clipboard()->setText(m_view.worst.markedText());
    } else if (window && (front == Front::Planes || front == Front::Grid)) {
        m_view.document.target().read<QString>(
            m_copying, Lane::Interactive, tr("Copying"),
            [plane = m_view.document.plane(), part = markedPart(), window = *window, withNames](
                core::TaskContext& task) { return pairCellsText(plane, part, window, withNames, task); },
            [](const QString& text) { QGuiApplication::clipboard()->setText(text); },
            TensorDocument::Scope::Plane,
            [this](const core::Error& error) { emit noticed(TensorDocument::sentence(error)); });
    }
}

void DifferenceActions::copyNumpy()
{
    const auto window = marked();
    if (!window)
        return;
    const NumpyText expression = numpyExpression(m_view.document, *window);
    if (expression.isText)
        QGuiApplication::clipboard()->setText(expression.text);
    else
        emit noticed(expression.text);
}

void DifferenceActions::askForExport()
{
    (new DifferenceExportDialog(m_view.document, &m_view.panel))->show();
}

} // namespace dumpscope::gui
