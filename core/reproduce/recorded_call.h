// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One argument of an operator as its dump records it: a tensor, or a plain value as text.
struct RecordedArgument {
    /// Where it stands: "0", "2"; the position in a list comes behind it ("1", "0" is element 0 of argument
    /// 1); a keyword or the name of a parameter instead of a position. At most four parts.
    std::vector<std::string> path;
    Io io = Io::Input; ///< Input, Argument (a keyword) or Parameter
    std::optional<TensorId> tensor;
    std::string type, value; ///< of a plain value, in the words of the dump: "float", "0.5"; "None"

    [[nodiscard]] std::string key() const; ///< "input.1.0", "kwargs.weight", "parameters.bias"
};

/// One execution of an operator: what it was given and what it gave.
struct RecordedCall {
    struct Output {
        std::string key; ///< "output.0"
        TensorId tensor;
    };
    std::string name, type; ///< type: empty where it is not recorded
    bool isBackward = false;
    /// In order: positions, keywords, parameters. Of a backward operator those of its forward one.
    std::vector<RecordedArgument> arguments;
    std::vector<RecordedArgument> gradients; ///< that a backward operator was given
    std::vector<Output> outputs;
};

/// The execution that `tensor`, an input or output of it, belongs to. Looks at the index alone.
[[nodiscard]] RecordedCall recordedCall(const DumpIndex& index, TensorId tensor);

} // namespace dumpscope::core
