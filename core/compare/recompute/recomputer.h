// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/operator_call.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One element of an output in float64, and the magnitude for its rounding error: the largest partial
/// result on the way to it, which is its own magnitude where nothing cancels.
struct ExactElement {
    double value = 0;
    double magnitude = 0;
};

/// One interpretation of a call: which axis, which factor transposed. Dumps do not always record that, so
/// there may be several; the golden run shows which is right.
struct Reading {
    /// "input 0 · input 1ᵀ", for people; readings of other text are other readings of both sides.
    Message text;
    std::function<ExactElement(std::uint64_t index)> at; ///< index into the output, flat; not thread-safe
    double terms = 1;                                    ///< summed up for one element
    double cost = 1;                                     ///< operations for one element
    double roundings = 1;                                ///< in sequence; the last is that of the output
    bool isProduct = false; ///< runs on matrix units, which may multiply with less precision than the type
    bool isGuessed = false; ///< with an argument in place of the one that the call names
};

/// Knows operators well enough to compute elements of their outputs from their inputs. A file
/// `foo_recomputer.cpp` of this folder defines `void register_foo_recomputer(RecomputerRegistry&)`.
/// Stateless; thread-safe.
class Recomputer {
public:
    virtual ~Recomputer() = default;
    /// Words (operatorWord) of the operators it computes.
    [[nodiscard]] virtual std::vector<std::string_view> types() const = 0;
    /// Keyword arguments that may be tensors. A call with others is not supported.
    [[nodiscard]] virtual std::vector<std::string_view> namedTensors() const { return {}; }
    /// Whether an argument may be a list of tensors.
    [[nodiscard]] virtual bool takesLists() const { return false; }
    /// Whether an output is made of what several ranks were given.
    [[nodiscard]] virtual bool goesOverRanks() const { return false; }
    /// Every reading that fits the shapes and arguments; none where the call is not supported. The call must
    /// outlive the readings.
    [[nodiscard]] virtual std::vector<Reading> readings(const OperatorCall& call) const = 0;
};

class RecomputerRegistry {
public:
    void add(std::unique_ptr<const Recomputer> recomputer);
    [[nodiscard]] const Recomputer* find(std::string_view type) const; ///< by word; null if unsupported
    /// Those of the recomputer that knows the type; none where there is none, or the call has a tensor as a
    /// keyword argument, or a list of tensors, that it does not know.
    [[nodiscard]] std::vector<Reading> readings(const OperatorCall& call) const;

private:
    std::vector<std::unique_ptr<const Recomputer>> m_recomputers;
    std::map<std::string, const Recomputer*, std::less<>> m_byType;
};

/// Generated: calls every register_* function.
void registerRecomputers(RecomputerRegistry& registry);
[[nodiscard]] const RecomputerRegistry& builtinRecomputers();

} // namespace dumpscope::core
