// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/selection.h"

#include <algorithm>

namespace dumpscope::gui {

Selection::Selection(Session& session, QObject* parent)
    : QObject(parent)
{
    connect(&session, &Session::rootAboutToBeRemoved, this, &Selection::forget);
    // Ids of an index that is read again mean nothing until it is there, and maybe not even then.
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (root->state() == OpenedRoot::State::Loading)
            forget(root);
        else if (m_scope.root == root)
            emit scopeChanged();
    });
    connect(&session, &Session::rootAdded, this, [this](OpenedRoot* root) {
        if (!m_scope.root)
            setScope({root, nullptr, root->title()});
    });
}

void Selection::select(const TensorRef& tensor)
{
    selectMany({tensor}, tensor);
}

void Selection::selectMany(std::vector<TensorRef> tensors, const TensorRef& current)
{
    const bool sameSet = m_tensors == tensors;
    const bool sameTensor = m_tensor == current;
    if (!sameSet)
        m_tensors = std::move(tensors);
    if (!sameTensor) {
        m_tensor = current;
        m_element.clear();
        emit tensorChanged();
    }
    if (!sameSet)
        emit tensorsChanged();
}

void Selection::setElement(std::vector<std::int64_t> index)
{
    if (m_element == index)
        return;
    m_element = std::move(index);
    emit elementChanged();
}

void Selection::setScope(RowScope scope)
{
    if (m_scope.root == scope.root && m_scope.rows == scope.rows)
        return;
    m_scope = std::move(scope);
    emit scopeChanged();
}

void Selection::open(const TensorRef& tensor)
{
    select(tensor);
    emit opened();
}

void Selection::forget(OpenedRoot* root)
{
    if (m_tensor.root == root
        || std::any_of(m_tensors.begin(), m_tensors.end(),
            [root](const TensorRef& tensor) { return tensor.root == root; }))
        selectMany({}, {});
    if (m_scope.root == root)
        setScope({});
}

} // namespace dumpscope::gui
