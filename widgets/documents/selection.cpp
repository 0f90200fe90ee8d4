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
            setScope({root, nullptr});
    });
}

void Selection::select(const TensorRef& tensor)
{
    selectMany({{tensor.root, {tensor.id}}}, tensor);
}

void Selection::selectMany(std::vector<MarkedTensors> marked, const TensorRef& current)
{
    const bool sameSet = m_marked == marked;
    const bool sameTensor = m_tensor == current;
    if (!sameSet)
        m_marked = std::move(marked);
    if (!sameTensor) {
        m_tensor = current;
        m_element.clear();
        emit tensorChanged();
    }
    if (!sameSet)
        emit markedChanged();
}

std::size_t Selection::markedCount() const
{
    std::size_t count = 0;
    for (const MarkedTensors& part : m_marked)
        count += part.ids.size();
    return count;
}

void Selection::setHiddenCount(std::size_t count)
{
    if (std::exchange(m_hidden, count) != count)
        emit hiddenCountChanged();
}

void Selection::setRowCounts(RowCounts counts)
{
    if (std::exchange(m_rowCounts, counts) != counts)
        emit rowCountsChanged();
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
    m_rowCounts.reset();
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
        || std::any_of(m_marked.begin(), m_marked.end(),
            [root](const MarkedTensors& part) { return part.root == root; }))
        selectMany({}, {});
    if (m_scope.root == root)
        setScope({});
}

} // namespace dumpscope::gui
