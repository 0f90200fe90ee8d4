// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/selection.h"

#include <algorithm>

namespace dumpscope::gui {

Selection::Selection(Session& session, QObject* parent)
    : QObject(parent)
{
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        forget(root);
        for (std::size_t place = 0; place < kPins; ++place) {
            if (m_pins[place].root == root)
                unpin(place);
        }
    });
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
        forgetValue();
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

void Selection::setElement(std::vector<std::int64_t> index)
{
    if (m_element == index)
        return;
    m_element = std::move(index);
    forgetValue();
    emit elementChanged();
}

void Selection::setElementValue(const QString& words, bool isPair)
{
    if (m_element.empty() || (m_isPairValue && !isPair) || m_elementValue == words)
        return;
    m_elementValue = words;
    m_isPairValue = isPair;
    emit elementValueChanged();
}

void Selection::forgetValue()
{
    m_elementValue.clear();
    m_isPairValue = false;
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

std::size_t Selection::placeFor(const TensorRef& tensor) const
{
    const auto placeOf = [this](auto&& fits) {
        return static_cast<std::size_t>(std::find_if(m_pins.begin(), m_pins.end(), fits) - m_pins.begin());
    };
    const std::size_t own = placeOf([&tensor, name = tensor.tensorId()](const Pin& pin) {
        return pin.root == tensor.root && pin.tensor == name;
    });
    const std::size_t place = own < kPins ? own : placeOf([](const Pin& pin) { return !pin.root; });
    return place < kPins ? place : m_pinOrder.front();
}

void Selection::pin(const TensorRef& tensor, const QJsonObject& view, std::optional<std::size_t> place)
{
    if (!tensor.isValid())
        return;
    const std::size_t taken = place.value_or(placeFor(tensor));
    m_pins[taken] = {tensor.root, tensor.tensorId()};
    std::erase(m_pinOrder, taken);
    m_pinOrder.push_back(taken);
    emit pinned(taken, tensor, view);
}

void Selection::unpin(std::size_t place)
{
    m_pins[place] = {};
    std::erase(m_pinOrder, place);
    emit unpinned(place);
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
