// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/tensor_rows_view.h"

#include "documents/tensor_states.h"
#include "kit/tensor_menu.h"

#include <QMenu>

namespace dumpscope::gui {

TensorRowsView::TensorRowsView(Workbench& workbench, QWidget* parent)
    : DataTable(workbench.tasks, parent)
    , m_workbench(workbench)
{
    connect(this, &DataTable::chosenSourceChanged, this, &TensorRowsView::publishSelection);
    connect(this, &DataTable::selectedSourcesChanged, this, &TensorRowsView::publishSelection);
    connect(this, &DataTable::rowOpened, this,
        [this](quint32 source) { m_workbench.selection.open(m_tensors->tensorAt(source)); });
    connect(this, &DataTable::rowMenuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        fillTensorMenu(menu, m_workbench, m_workbench.selection.tensor());
        if (!menu.isEmpty())
            menu.exec(place);
    });
    connect(
        &TensorStates::of(workbench.session), &TensorStates::changed, this, [this] { viewport()->update(); });
    Selection& selection = workbench.selection;
    connect(&selection, &Selection::tensorChanged, this, &TensorRowsView::followSelection);
    connect(&selection, &Selection::markedChanged, this, &TensorRowsView::followSelection);
    connect(&selection, &Selection::showHiddenRequested, this, [this] {
        // Without any row a sentence stands in its place, so it is the parent that counts.
        if (hiddenSelected() > 0 && !parentWidget()->visibleRegion().isEmpty())
            emit hiddenWanted();
    });
    output().setInputs([&session = workbench.session] { return session.paths(); });
    addActions();
}

void TensorRowsView::setTensorModel(TensorColumnModel* model)
{
    m_tensors = model;
    setColumnModel(model);
    connect(model, &ColumnModel::rowsReplaced, this, &TensorRowsView::followSelection);
}

void TensorRowsView::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRows = [this] { return m_tensors && m_tensors->rowCount() > 0; };
    const std::pair<const char*, std::function<void()>> forRows[] = {
        {"edit.copy", [this] { output().copyRows(); }},
        {"edit.copy_csv", [this] { output().copyAsCsv(); }},
        {"edit.copy_names", [this] { output().copyNames(); }},
        {"edit.select_all", [this] { selectAll(); }},
        {"go.row", [this] { askForRow(); }},
        {"file.export", [this] { output().askForCsv(); }},
    };
    for (const auto& [id, run] : forRows)
        actions.handle(id, this, run, hasRows);
    // From the filter line as well.
    actions.handle(
        "go.next_hit", parentWidget(), [this] { step(1); }, hasRows);
    actions.handle(
        "go.previous_hit", parentWidget(), [this] { step(-1); }, hasRows);
    actions.handle(
        "item.open", this, [this] { m_workbench.selection.open(m_workbench.selection.tensor()); },
        [this] { return m_workbench.selection.tensor().isValid(); });
}

void TensorRowsView::publishSelection()
{
    const std::int64_t current = chosenSource();
    if (m_isNotifying || current < 0)
        return;
    // While the rows of another scope are sought, those that are seen are nobody's.
    const TensorRef tensor = m_tensors->tensorAt(static_cast<std::uint32_t>(current));
    if (!tensor.isValid())
        return;
    m_isNotifying = true;
    m_workbench.selection.selectMany(m_tensors->marked(selectedSources()), tensor);
    m_isNotifying = false;
    countHidden();
}

void TensorRowsView::followSelection()
{
    if (m_isNotifying || !m_tensors)
        return;
    // Without any row a sentence stands in its place.
    if (!parentWidget()->visibleRegion().isEmpty())
        m_workbench.selection.setRowCounts(
            {static_cast<std::size_t>(m_tensors->rowCount()), m_tensors->totalRows()});
    // Out of sight, behind another tab as well, it catches up when it is painted.
    m_isLate = visibleRegion().isEmpty();
    if (m_isLate)
        return;
    if (const auto current = m_tensors->sourceOf(m_workbench.selection.tensor())) {
        chooseSources(m_tensors->sourcesOf(m_workbench.selection.marked()), *current);
        countHidden();
    } else {
        if (!m_tensors->roots().empty()) // names of files that are still being read belong to nobody yet
            chooseSources({}, -1);
        m_workbench.selection.setHiddenCount(0); // it is elsewhere, not hidden
    }
}

void TensorRowsView::countHidden()
{
    m_workbench.selection.setHiddenCount(hiddenSelected());
}

void TensorRowsView::paintEvent(QPaintEvent* event)
{
    if (std::exchange(m_isLate, false))
        QMetaObject::invokeMethod(this, &TensorRowsView::followSelection, Qt::QueuedConnection);
    DataTable::paintEvent(event);
}

} // namespace dumpscope::gui
