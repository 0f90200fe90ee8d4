// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/pins.h"

#include <algorithm>

namespace dumpscope::gui {

Pins& Pins::of(Selection& selection)
{
    auto* const known = selection.findChild<Pins*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new Pins(selection);
}

Pins::Pins(Selection& selection)
    : QObject(&selection)
{
    connect(&selection, &Selection::pinned, this, [this](const TensorRef& tensor, const QJsonObject& view) {
        if (tensor.isValid())
            pin(placeFor(tensor), tensor, view);
    });
}

std::size_t Pins::placeFor(const TensorRef& tensor) const
{
    const auto placeOf = [this](auto&& fits) {
        return static_cast<std::size_t>(std::find_if(m_pins.begin(), m_pins.end(), fits) - m_pins.begin());
    };
    const std::size_t own = placeOf([&tensor, name = tensor.tensorId()](const Pin& pin) {
        return pin.root == tensor.root && pin.tensor == name;
    });
    const std::size_t place = own < kPlaces ? own : placeOf([](const Pin& pin) { return !pin.root; });
    return place < kPlaces ? place : m_order.front();
}

void Pins::pin(std::size_t place, const TensorRef& tensor, const QJsonObject& view)
{
    m_pins[place] = {tensor.root, tensor.tensorId()};
    std::erase(m_order, place);
    m_order.push_back(place);
    emit pinned(place, tensor, view);
}

void Pins::unpin(std::size_t place)
{
    m_pins[place] = {};
    std::erase(m_order, place);
    emit unpinned(place);
}

} // namespace dumpscope::gui
