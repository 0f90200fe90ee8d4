// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/operator_call.h"

#include <cmath>
#include <utility>

namespace dumpscope::core {

std::optional<double> OperatorCall::number(std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names) {
        const auto found = named.find(name);
        if (found != named.end() && found->second.isNumber())
            return found->second.numbers.front();
    }
    return std::nullopt;
}

const Operand* OperatorCall::tensor(std::size_t slot, std::initializer_list<std::string_view> names) const
{
    if (const Operand* const given = tensor(slot))
        return given;
    for (const std::string_view name : names) {
        const auto found = named.find(name);
        if (found != named.end() && found->second.tensor)
            return &*found->second.tensor;
    }
    return nullptr;
}

std::vector<double> OperatorCall::numbers(
    std::size_t slot, std::initializer_list<std::string_view> names) const
{
    if (slot < inputs.size() && !inputs[slot].tensor && !inputs[slot].numbers.empty())
        return inputs[slot].numbers;
    for (const std::string_view name : names) {
        const auto found = named.find(name);
        if (found != named.end() && !found->second.tensor && !found->second.numbers.empty())
            return found->second.numbers;
    }
    return {};
}

std::string_view OperatorCall::word(std::size_t slot, std::string_view name) const
{
    if (slot < inputs.size() && !inputs[slot].word.empty())
        return inputs[slot].word;
    const auto found = named.find(name);
    return found == named.end() ? std::string_view() : std::string_view(found->second.word);
}

bool OperatorCall::endsAt(std::size_t slot) const
{
    for (std::size_t i = slot; i < inputs.size(); ++i) {
        if (inputs[i].tensor)
            return false;
    }
    return true;
}

std::optional<std::vector<std::uint64_t>> broadcastStrides(const Shape& part, const Shape& whole)
{
    if (part.size() > whole.size())
        return std::nullopt;
    const std::vector<std::int64_t> dense = denseStrides(part);
    const std::size_t missing = whole.size() - part.size();
    std::vector<std::uint64_t> strides(whole.size(), 0);
    for (std::size_t axis = 0; axis < part.size(); ++axis) {
        if (part[axis] == whole[axis + missing])
            strides[axis + missing] = static_cast<std::uint64_t>(dense[axis]);
        else if (part[axis] != 1)
            return std::nullopt;
    }
    return strides;
}

std::uint64_t placeIn(std::uint64_t index, const Shape& whole, const std::vector<std::uint64_t>& strides)
{
    std::uint64_t place = 0;
    for (std::size_t axis = whole.size(); axis-- > 0 && index > 0;) {
        const auto extent = static_cast<std::uint64_t>(whole[axis]);
        place += index % extent * strides[axis];
        index /= extent;
    }
    return place;
}

std::optional<Broadcast> Broadcast::make(const OperatorCall& call, std::size_t slot)
{
    if (slot >= call.inputs.size())
        return std::nullopt;
    Broadcast made(0);
    if (const Operand* tensor = call.tensor(slot)) {
        // One of as many elements may be in the shape it had before it was reshaped in place.
        auto strides = broadcastStrides(tensor->shape(), call.output);
        made.m_isWhole = tensor->shape() == call.output
            || (!strides && tensor->count() == elementCount(call.output).value_or(0));
        if (!strides && !made.m_isWhole)
            return std::nullopt;
        made.m_tensor = tensor;
        if (strides)
            made.m_strides = std::move(*strides);
    } else if (call.inputs[slot].isNumber()) {
        made.m_number = call.inputs[slot].numbers.front();
    } else {
        return std::nullopt;
    }
    return made;
}

double Broadcast::size() const
{
    return std::fabs(m_number);
}

} // namespace dumpscope::core
