// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Operator and slot of a file of SingleSave. The view points into the stem.
struct SavedPlace {
    std::string_view opName;
    std::int32_t slot = 0;
};

/// Of `<key>`, `<key>.<index>` and `<key>.<dict key>`, whose key is part of the name
/// (docs/formats/llm-era.md 3.3); nothing for the names of other keys.
[[nodiscard]] std::optional<SavedPlace> placeOfSaved(std::string_view stem, std::string_view key);

} // namespace dumpscope::core
