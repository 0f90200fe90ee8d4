// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/tensor_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What the name of a file of SGLang's dumper says (docs/formats/llm-era.md 4.1).
struct SglangName {
    std::int64_t step = 0, rank = 0;
    std::uint32_t dumpIndex = 0;
    std::string_view rawName; ///< of the tag `name`, in the file name
    std::string opName;       ///< with further tags: `hidden_states[layer_id=3]`
    Io io = Io::Unknown;
    std::optional<std::int32_t> slot;
};
/// Nothing for names without the tags `rank`, `dump_index` and `step` or `forward_pass_id`.
[[nodiscard]] std::optional<SglangName> parseSglangName(std::string_view fileName);

} // namespace dumpscope::core
