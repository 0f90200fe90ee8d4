// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/overflow_record.h"

namespace dumpscope::core {

// Tables of the layouts, shared by the readers of bytes and of JSON.

struct OverflowFieldSpec {
    std::string_view name;
    bool isHex = false;
    std::uint8_t words = 1; ///< number of consecutive u64
};

/// One block of the old layout (docs/formats/ascend-dump-binary.md 3.1). Offsets in bytes.
struct OldOverflowBlockSpec {
    OverflowUnit unit;
    std::string_view title; ///< JSON key
    std::size_t info;       ///< model_id … para_base
    std::size_t status;     ///< the fields after them; all but `status` of the AI Core only
};
[[nodiscard]] std::span<const OldOverflowBlockSpec> oldOverflowBlocks();
[[nodiscard]] std::span<const OverflowFieldSpec> oldOverflowInfoFields();
[[nodiscard]] std::span<const OverflowFieldSpec> oldOverflowStatusFields(OverflowUnit unit);

/// The data of one acc_type of the new layout (docs/formats/ascend-dump-binary.md 3.2).
struct NewOverflowSpec {
    OverflowUnit unit;
    std::string_view word; ///< "AIC"
    std::span<const OverflowFieldSpec> fields;

    [[nodiscard]] std::size_t bytes() const;
};
[[nodiscard]] std::optional<NewOverflowSpec> newOverflowSpec(std::uint32_t accType, std::uint32_t version);
/// The name of a field as the tables have it; empty where none has it.
[[nodiscard]] std::string_view overflowFieldName(std::string_view name);
[[nodiscard]] std::optional<std::uint32_t> accTypeFromWord(std::string_view word);

} // namespace dumpscope::core
