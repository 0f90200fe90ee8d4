// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

[[nodiscard]] constexpr bool isGiven(Io io)
{
    return io == Io::Input || io == Io::Parameter || io == Io::Argument;
}
[[nodiscard]] constexpr bool isMade(Io io)
{
    return io == Io::Output || io == Io::Gradient;
}

/// One execution of an operator or module with what was dumped of it.
struct ExecutedCall {
    std::vector<TensorId> tensors; ///< ascending
    std::string_view name, type;   ///< live as long as the index
    std::string_view scope;        ///< module that calls it, `/` between its parts; may be empty
    std::string module;            ///< of a module: its own path as `scope` spells it
    std::size_t begin = 0;   ///< place of the first call inside it, its own where nothing inside was dumped
    std::size_t place = 0;   ///< in its folder; a module stands behind what it calls
    bool isBackward = false; ///< or gradients of parameters
    bool isGradientList = false;  ///< gradients of parameters
    bool isCollective = false;    ///< gets what other ranks give
    bool isReceive = false;       ///< its input is memory that another rank's tensor goes to
    bool putsValues = false;      ///< fills or selects: infinities it gives may be meant
    bool isFill = false;          ///< what it puts in comes from no tensor
    bool isUninitialised = false; ///< gives memory as it is
    bool keepsMemory = false;     ///< hands on what it gets, or writes over a part of it
    bool swallowsMasks = false;   ///< makes ordinary numbers of -Inf
    bool mayMean = false;         ///< gives -Inf on purpose now and then: a logarithm, what nobody looks into
    bool addsMasks = false;       ///< two masks added, or one of another type, go beyond the lowest number
    bool updates = false;         ///< an optimizer's, a cast, a norm of weights: gives parameters

    std::uint32_t occurrence = 0; ///< turn of a loop

    [[nodiscard]] bool isContainer() const { return begin < place; }
};

/// Whether two rows are of one execution of an operator.
[[nodiscard]] bool sameCall(const DumpIndex& index, TensorId a, TensorId b);

/// The calls of a folder in the order of execution; `tensors` are its rows, ascending.
[[nodiscard]] std::vector<ExecutedCall> executedCalls(
    const DumpIndex& index, std::span<const TensorId> tensors);

} // namespace dumpscope::core
