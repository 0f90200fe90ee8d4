// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "records/overflow_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What an overflow record says about its operator and place, for every output. Refers to the index and the
/// entry, which must outlive it.
struct OverflowRecordView {
    OverflowRecordView(const DumpIndex& index, const OverflowEntry& entry);

    using Number = std::optional<std::uint64_t>;
    [[nodiscard]] Number value(std::string_view name) const { return lead ? lead->value(name) : Number(); }
    [[nodiscard]] Number applicable(std::string_view name) const
    {
        return lead ? lead->applicable(name) : Number();
    }
    /// The new layout calls it block_id.
    [[nodiscard]] Number blockIndex() const;
    [[nodiscard]] std::string statusText(bool asHex) const;
    [[nodiscard]] std::string unitsText() const; ///< of the units that report something
    [[nodiscard]] std::string bitsText() const;  ///< their set bits in words

    const OverflowEntry& entry;
    const FolderFacts& facts;
    std::string file, opName, opType, problem;
    const OverflowBlock* lead; ///< whose ids stand for the record; null: it has no block
};

/// "0x1f".
[[nodiscard]] std::string hexText(std::uint64_t value);

} // namespace dumpscope::core
