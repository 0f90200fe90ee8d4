// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Types as MindSpore prints them into graph files (docs/formats/mindspore-dump.md 6.1, 6.2). Views point into
// the argument; nesting is bounded, malformed text gives fewer tensors, never a failure.

/// One tensor or scalar of a type; tuples are flattened.
struct TypedTensor {
    std::string_view dtype;          ///< as spelled: `Float32`, `F16`, `UMonad`
    std::string_view format;         ///< of kernel types: `NC1HWC0`
    std::vector<std::int64_t> shape; ///< -1 and -2 as printed
    bool hasShape = false;
};

/// Position after the bracket that closes the one at `start`; npos when it is not closed. Handles round,
/// square and curly brackets and text in double quotes.
[[nodiscard]] std::size_t behindBracket(std::string_view text, std::size_t start);
/// Position after the closing quote of the text in double quotes that starts at `start`: quotes inside are
/// not escaped, so it is the first one followed by what can follow a value; npos without it.
[[nodiscard]] std::size_t behindQuote(std::string_view text, std::size_t start);
/// Whether a `"` at `at` begins a text: it does where a value can begin.
[[nodiscard]] bool beginsQuote(std::string_view text, std::size_t at);
/// As behindBracket for `<`; the arrow `->` closes nothing.
[[nodiscard]] std::size_t behindAngle(std::string_view text, std::size_t start);

/// `<Ref[Tensor[Float32]], (2, 3), ref_key=w>` and its older spellings; tuples element by element.
void appendTypedTensors(std::string_view type, std::vector<TypedTensor>& out);
/// `<Float16xNC1HWC0[const vector]{1, 1, 4, 4, 16}>`; nothing is appended for other text.
[[nodiscard]] bool appendKernelTensor(std::string_view type, std::vector<TypedTensor>& out);

} // namespace dumpscope::core
