// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/operator_sequence.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Parts of an operator name of msprobe without its count (stemOf; docs/formats/msprobe-dump.md 4). Views
/// into the stem.
struct MsprobeStem {
    std::string_view prefix;    ///< `Module`, `Cell`, `Functional`, …
    std::string_view path;      ///< of a module without its class; empty for an API
    std::string_view type;      ///< class of a module, name of an API
    std::string_view direction; ///< forward, backward, parameters_grad
    std::size_t directionAt = 0;
    bool isModule = false;
};
[[nodiscard]] std::optional<MsprobeStem> splitMsprobeStem(std::string_view stem);

/// All names msprobe gives the tensor at a position of a sequence: with `kwargs.key` as in file names and
/// `input.key` as in tables.
[[nodiscard]] std::vector<std::string> msprobeTensorNames(
    const OperatorSequence& sequence, std::size_t place);

/// Whether names of MindSpore's prefixes occur (`Cell`, `Primitive`, `Mint`…), or PyTorch's `Module`.
struct MsprobeFrameworks {
    bool mindspore = false, pytorch = false;
};
[[nodiscard]] MsprobeFrameworks msprobeFrameworks(const OperatorSequence& sequence);

} // namespace dumpscope::core
