// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/tensor_states.h"

namespace dumpscope::gui {

State stateOf(core::ValueOrigin origin)
{
    switch (origin) {
    case core::ValueOrigin::Born:
    case core::ValueOrigin::Unknown: // nothing says that it came from elsewhere
        return State::Fail;
    case core::ValueOrigin::Inherited:
        return State::Inherited;
    case core::ValueOrigin::Mask:
    case core::ValueOrigin::Uninitialised:
        break; // meant
    }
    return State::None;
}

TensorStates& TensorStates::of(Session& session)
{
    auto* const known = session.findChild<TensorStates*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new TensorStates(session);
}

TensorStates::TensorStates(Session& session)
    : QObject(&session)
    , m_session(session)
    , m_nonFinite(FirstNonFinite::of(session))
{
    connect(&m_nonFinite, &FirstNonFinite::changed, this, &TensorStates::changed);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (m_verdicts.remove(root))
            emit changed(root);
    });
    connect(&session, &Session::rootAboutToBeRemoved, this,
        [this](const OpenedRoot* root) { m_verdicts.remove(root); });
}

State TensorStates::markOf(const TensorRef& tensor)
{
    auto* const session = tensor.isValid() ? qobject_cast<Session*>(tensor.root->parent()) : nullptr;
    return session ? of(*session).stateOf(tensor) : State::None;
}

State TensorStates::stateOf(const TensorRef& tensor) const
{
    if (!tensor.isValid())
        return State::None;
    if (const auto known = m_verdicts.constFind(tensor.root); known != m_verdicts.cend()
        && tensor.id.value() < (*known)->size() && (**known)[tensor.id.value()] != State::None)
        return (**known)[tensor.id.value()];
    const core::TensorRow& row = tensor.row();
    if (const core::NonFiniteTensor* const first = m_nonFinite.in(tensor.root);
        first && first->id == tensor.id)
        return State::BornHere;
    const bool isLost
        = row.state == core::TensorState::Unreadable || row.state == core::TensorState::Truncated;
    const State other = row.hasOverflow || isLost ? State::Warn : State::None;
    if (const auto origin = m_nonFinite.originOf(tensor))
        return worseOf(gui::stateOf(*origin), other);
    using Property = core::FilterTable::Property;
    const core::TensorTable& table = *tensor.root->table();
    const bool isBad
        = table.has(tensor.id.value(), Property::Nan) || table.has(tensor.id.value(), Property::Inf);
    return isBad ? State::Fail : other;
}

void TensorStates::setVerdicts(QHash<const OpenedRoot*, Verdicts> verdicts)
{
    const auto before = std::exchange(m_verdicts, std::move(verdicts));
    for (OpenedRoot* root : m_session.roots()) {
        if (before.value(root) != m_verdicts.value(root))
            emit changed(root);
    }
}

} // namespace dumpscope::gui
