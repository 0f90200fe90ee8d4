// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

// Full scoped names of MindSpore, `{scope}/{primitive}-op{id}[_{offset}]`
// (docs/formats/mindspore-dump.md 3.2), in the spellings of the releases. Pure functions; views point into
// the argument.

/// The spelling of file names from 2.3 on: each of `/`, `\`, `.` and blank becomes `_`.
[[nodiscard]] std::string sanitisedScope(std::string_view fullName);
/// The spelling of file names up to 2.2: the part after the last `/` (or the last `--` of 1.0-1.2).
[[nodiscard]] std::string_view lastScopeComponent(std::string_view fullName);
/// The part before the last `/` (or `--`); empty when there is no separator.
[[nodiscard]] std::string_view scopeOf(std::string_view fullName);

/// The name without its closing `-op<id>` or `-op<id>_<offset>`. Operator numbers differ between
/// file names and graph files of one run, so this is the join key when exact names do not match.
[[nodiscard]] std::string_view withoutOpNumber(std::string_view name);
/// The id of a closing `-op<id>[_<offset>]`.
[[nodiscard]] std::optional<std::uint64_t> opNumber(std::string_view name);
/// The primitive of a full name that ends in `-op<id>`: `…/conv1-Conv2d/Conv2D-op12` -> `Conv2D`;
/// empty for parameters and constants.
[[nodiscard]] std::string_view primitiveOf(std::string_view fullName);

} // namespace dumpscope::core
