// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/operand.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One argument of an operator: a tensor, numbers, or something that is neither.
struct Argument {
    std::optional<Operand> tensor;
    std::vector<Operand> more;   ///< further tensors where it is a list of them
    std::vector<double> numbers; ///< one, or those of a list; truth values are 0 and 1
    bool isNone = false;         ///< recorded as None
    std::string word = {};       ///< one that chooses how to compute: "tanh"

    [[nodiscard]] bool isNumber() const { return !tensor && numbers.size() == 1; }
};

struct OperatorCall;

/// What a rank was given in the call of a collective.
struct RankCall {
    std::int64_t rank = 0;
    std::shared_ptr<const OperatorCall> call;
};

/// One dumped execution of an operator: its arguments, and shape and type of its output.
struct OperatorCall {
    std::string type;                                   ///< as operatorWord gives it
    std::vector<Argument> inputs;                       ///< by slot
    std::map<std::string, Argument, std::less<>> named; ///< keyword arguments and attributes
    /// What the forward operator was given, where this is its backward one; the inputs are then the gradients
    /// of its outputs, the output is that of one of its tensors.
    std::shared_ptr<const OperatorCall> forward;
    std::vector<RankCall> ranks;     ///< of a collective: all that the dump has, ascending; else empty
    std::vector<std::int64_t> group; ///< of a collective: the ranks it goes over; empty: not recorded
    std::int64_t rank = 0;           ///< the one that made the output
    std::optional<std::size_t> part; ///< which of a list of tensors the output is
    Shape output;
    DType outputType = DType::Unknown; ///< as stored
    int significand = 0;               ///< bits the output was rounded to, 0 for integers

    /// The tensor in a slot, null if there is none.
    [[nodiscard]] const Operand* tensor(std::size_t slot) const
    {
        return slot < inputs.size() && inputs[slot].tensor ? &*inputs[slot].tensor : nullptr;
    }
    /// The tensor in a slot, or under one of the names; null if there is none.
    [[nodiscard]] const Operand* tensor(
        std::size_t slot, std::initializer_list<std::string_view> names) const;
    /// The numbers in a slot, or under one of the names: one, or those of a list; empty if there are none.
    [[nodiscard]] std::vector<double> numbers(
        std::size_t slot, std::initializer_list<std::string_view> names) const;
    /// The word in a slot, or under a name; empty if there is none.
    [[nodiscard]] std::string_view word(std::size_t slot, std::string_view name) const;
    /// A single number under one of the names.
    [[nodiscard]] std::optional<double> number(std::initializer_list<std::string_view> names) const;
    /// Whether no tensor follows after this slot: no input of the operator was overlooked.
    [[nodiscard]] bool endsAt(std::size_t slot) const;
};

/// Strides, in elements by axis of `whole`, for reading an array of shape `part` broadcast to it; nullopt
/// where it cannot be broadcast.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> broadcastStrides(
    const Shape& part, const Shape& whole);
/// Flat index in the part of element `index` of the whole.
[[nodiscard]] std::uint64_t placeIn(
    std::uint64_t index, const Shape& whole, const std::vector<std::uint64_t>& strides);

/// An argument broadcast to the output: a tensor or a number. The call must outlive it.
class Broadcast {
public:
    explicit Broadcast(double number)
        : m_number(number)
    {
    }
    /// nullopt where the slot holds neither, or a tensor that cannot be broadcast to the output.
    [[nodiscard]] static std::optional<Broadcast> make(const OperatorCall& call, std::size_t slot);
    /// Magnitude of a number, 0 for a tensor.
    [[nodiscard]] double size() const;
    [[nodiscard]] double at(std::uint64_t index, const Shape& output) const
    {
        if (m_tensor == nullptr)
            return m_number;
        return m_tensor->at(m_isWhole ? index : placeIn(index, output, m_strides));
    }

private:
    const Operand* m_tensor = nullptr;
    bool m_isWhole = false;
    std::vector<std::uint64_t> m_strides;
    double m_number = 0;
};

} // namespace dumpscope::core
