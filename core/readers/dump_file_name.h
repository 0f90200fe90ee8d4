// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/name_grammar.h"

#include <string_view>

namespace dumpscope::core {

/// Name of an Ascend dump file without the suffixes of converters (docs/formats/ascend-dump-binary.md 2.2).
/// Views of the result point into `name`.
///
/// A *strong* name has a time of at least 14 digits. Names with a shorter one (nano models, files
/// made by hand) are accepted only in the shape `T.O.n.n.n`.
[[nodiscard]] std::optional<NameFacts> parseDumpFileName(std::string_view name);

/// Removes the last dot-separated part from `text` and returns it; empty when there is no dot.
[[nodiscard]] std::string_view takeLastPart(std::string_view& text);

/// Digits as a number that fits T; nullopt otherwise.
template<typename T> [[nodiscard]] std::optional<T> digitsAs(std::string_view text);
extern template std::optional<std::int32_t> digitsAs(std::string_view text);
extern template std::optional<std::uint32_t> digitsAs(std::string_view text);
extern template std::optional<std::uint64_t> digitsAs(std::string_view text);

} // namespace dumpscope::core
