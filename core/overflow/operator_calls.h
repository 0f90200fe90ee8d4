// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Whether a tensor of this io is an input of its operator.
[[nodiscard]] constexpr bool isGiven(Io io)
{
    return io == Io::Input || io == Io::Parameter || io == Io::Argument;
}
/// Whether a tensor of this io is an output of its operator.
[[nodiscard]] constexpr bool isMade(Io io)
{
    return io == Io::Output || io == Io::Gradient;
}

/// One execution of an operator or module with its dumped tensors.
struct ExecutedCall {
    std::span<const TensorId> tensors; ///< ascending; part of what executedCalls got
    std::string_view name, type;       ///< valid as long as the index
    std::string_view scope;            ///< module that calls it, `/` between its parts; may be empty
    std::string module;                ///< of a module: its own path in the spelling of `scope`
    std::string_view pathMarks;        ///< between its name and the rest of the names of what it calls
    std::size_t begin = 0; ///< position of the first call inside it, its own where nothing inside was dumped
    std::size_t place = 0; ///< position in its folder; a module follows after the calls inside it
    bool isBackward = false;      ///< or gradients of parameters
    bool isGradientList = false;  ///< gradients of parameters
    bool isCollective = false;    ///< exchanges data between ranks
    bool isReceive = false;       ///< its input is the buffer for a tensor of another rank
    bool putsValues = false;      ///< fills or selects: infinities in its output may be intended
    bool isFill = false;          ///< its fill value comes from no tensor
    bool isUninitialised = false; ///< returns uninitialised memory
    bool keepsMemory = false;     ///< passes its input on, or overwrites a part of it
    bool swallowsMasks = false;   ///< turns -Inf into finite numbers
    bool mayMean = false;         ///< may give -Inf on purpose: a logarithm, an unknown operator
    bool addsMasks = false; ///< the sum of two masks, or of one of another type, is below the lowest number
    bool updates = false;   ///< an optimizer, a cast or a norm of weights: its outputs are parameters
    std::uint32_t occurrence = 0; ///< TensorRow::occurrence

    [[nodiscard]] bool isContainer() const { return begin < place; }
};

/// Whether two rows are of one execution of an operator.
[[nodiscard]] bool sameCall(const DumpIndex& index, TensorId a, TensorId b);

/// The calls of a folder in the order of execution; `tensors` are its rows, ascending. They refer to them.
[[nodiscard]] std::vector<ExecutedCall> executedCalls(
    const DumpIndex& index, std::span<const TensorId> tensors);

/// Finds calls by name. Not thread-safe.
class CallsByName {
public:
    /// Position of the first call of this name and turn of a loop; nothing if there is none. `calls` are the
    /// same each time.
    [[nodiscard]] std::optional<std::size_t> find(
        std::span<const ExecutedCall> calls, std::string_view name, std::uint32_t occurrence) const;

private:
    mutable std::vector<std::uint32_t> m_order; ///< by name and turn; made when it is first asked
};

} // namespace dumpscope::core
