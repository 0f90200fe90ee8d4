// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/statistic_table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What a column of a statistics file is for.
enum class StatisticRole : std::uint8_t {
    OpType,
    OpName,
    Task,
    Stream,
    Timestamp,
    Io,
    Slot,
    DataSize,
    DataType,
    Dims,
    Format,
    Value,  ///< numeric statistic
    Digest, ///< MD5, SHA1
    Ignored ///< unknown, or a second column of the same name
};

struct StatisticColumnPlan {
    StatisticRole role = StatisticRole::Ignored;
    /// Field of a Value, number of a Digest.
    std::uint8_t number = 0;
};

/// Roles of the columns of a file. Columns are found by name in any order and case
/// (docs/formats/mindspore-dump.md 11).
struct StatisticPlan {
    std::vector<StatisticTable::Column> columns;
    std::vector<StatisticColumnPlan> plan; ///< one per column
    std::vector<std::string> digests;      ///< headers of the digest columns
    std::vector<std::string> duplicates;   ///< repeated headers; the first one counts

    /// Rows of tensors that the device could not measure lack their Count
    /// (docs/formats/ascend-dump-binary.md 6.2).
    bool countMayBeMissing = false;

    [[nodiscard]] bool hasRole(StatisticRole role) const;
    [[nodiscard]] bool hasValue(StatisticTable::Field field) const;
};

[[nodiscard]] StatisticPlan planStatisticColumns(std::span<const std::string_view> headers);

/// The writer of the columns; a file has those of one dialect only.
enum class StatisticDialect : std::uint8_t {
    None,
    MindSpore, ///< docs/formats/mindspore-dump.md 5.1
    Mstt,      ///< of the debug tools: `Input/Output`, `Format` (docs/formats/ascend-dump-binary.md 6.3)
    Cann, ///< of one operator, which the file is named after (docs/formats/ascend-dump-binary.md 6.1, 6.2)
};
[[nodiscard]] StatisticDialect statisticDialect(const StatisticPlan& plan);

} // namespace dumpscope::core
