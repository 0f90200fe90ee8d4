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
    if (const State verdict = verdictOf(tensor); verdict != State::None)
        return verdict;
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

State TensorStates::verdictOf(const TensorRef& tensor) const
{
    const auto known = m_verdicts.constFind(tensor.root);
    return known != m_verdicts.cend() && tensor.id.value() < (*known)->size() ? (**known)[tensor.id.value()]
                                                                              : State::None;
}

QString TensorStates::meaningOf(const TensorRef& tensor)
{
    auto* const session = tensor.isValid() ? qobject_cast<Session*>(tensor.root->parent()) : nullptr;
    return session ? of(*session).meaning(tensor) : QString();
}

QString TensorStates::meaning(const TensorRef& tensor) const
{
    if (const State verdict = verdictOf(tensor); verdict != State::None)
        return tr("In the comparison: %1.").arg(stateWord(verdict));
    switch (stateOf(tensor)) {
    case State::None:
        return {};
    case State::BornHere:
        return tr("The first NaN or infinity of this dump.");
    case State::Inherited:
        return tr("NaN or infinities that an input has already.");
    case State::Fail: {
        const auto origin = m_nonFinite.originOf(tensor);
        return !origin ? tr("NaN or infinities by its statistics. Where they come from was not looked for: "
                            "see the panel Overflow.")
            : *origin == core::ValueOrigin::Born ? tr("NaN or infinities that its operator makes.")
                                                 : tr("NaN or infinities; no dumped input explains them.");
    }
    default:
        return tensor.row().hasOverflow ? tr("The device recorded an overflow.")
                                        : tr("Its file is damaged or cut.");
    }
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
