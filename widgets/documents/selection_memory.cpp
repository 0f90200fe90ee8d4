// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/selection_memory.h"

namespace dumpscope::gui {

SelectionMemory::SelectionMemory(Session& session, Selection& selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
{
    connect(&selection, &Selection::tensorChanged, this, &SelectionMemory::note);
    connect(&selection, &Selection::elementChanged, this, &SelectionMemory::note);
    connect(&session, &Session::rootChanged, this, &SelectionMemory::findAgain);
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](const OpenedRoot* root) {
        if (m_root == root)
            m_root.clear();
    });
}

/// Nothing selected is no news: that happens while a root is read again, too.
void SelectionMemory::note()
{
    const TensorRef& tensor = m_selection.tensor();
    if (!tensor.isValid() || tensor.root->state() != OpenedRoot::State::Ready)
        return;
    m_root = tensor.root;
    m_tensor = tensor.tensorId();
    m_element = m_selection.element();
    const core::DumpIndex& index = *tensor.root->index();
    m_operator = index.text(tensor.row().opName);
    m_io = tensor.row().io;
    m_slot = tensor.row().slot;
    m_step = index.factsOf(tensor.id).step;
}

/// By the id, which holds where the files have the same names; else the same place of the operator.
std::optional<core::TensorId> SelectionMemory::find(const core::DumpIndex& index) const
{
    if (m_tensor.isEmpty())
        return std::nullopt;
    if (const auto id = index.findTensor(m_tensor.toStdString()))
        return *id;
    const core::StringId name = index.findString(m_operator);
    std::optional<core::TensorId> found;
    if (!name.isValid() || m_operator.empty())
        return found;
    for (const core::TensorId id : index.tensorsOfOperator(name)) {
        const core::TensorRow& row = index.tensor(id);
        if (row.io != m_io || row.slot != m_slot)
            continue;
        if (index.factsOf(id).step == m_step)
            return id;
        if (!found)
            found = id;
    }
    return found;
}

void SelectionMemory::findAgain(OpenedRoot* root)
{
    if (root->state() != OpenedRoot::State::Ready)
        return;
    // Who chose something else meanwhile wants that.
    if ((m_root && m_root != root) || m_selection.tensor().isValid())
        return;
    const std::vector<std::int64_t> element = m_element;
    if (const auto id = find(*root->index())) {
        m_selection.select({root, *id});
        m_selection.setElement(element);
    }
}

} // namespace dumpscope::gui
