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
}

void SelectionMemory::findAgain(OpenedRoot* root)
{
    if (root->state() != OpenedRoot::State::Ready)
        return;
    // Who chose something else meanwhile wants that.
    if (m_root == root && !m_selection.tensor().isValid()) {
        const std::vector<std::int64_t> element = m_element;
        if (const auto id = root->index()->findTensor(m_tensor.toStdString())) {
            m_selection.select({root, *id});
            m_selection.setElement(element);
        }
    }
}

} // namespace dumpscope::gui
