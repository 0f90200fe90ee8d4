// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/statistic_table.h"

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

/// Which column of a file means what. Columns are found by name in any order and spelling of case
/// (mindspore-dump 11).
struct StatisticPlan {
    std::vector<StatisticTable::Column> columns;
    std::vector<StatisticColumnPlan> plan; ///< one per column
    std::vector<std::string> digests;      ///< headers of the digest columns
    std::vector<std::string> duplicates;   ///< headers that came twice; the first one counts

    [[nodiscard]] bool hasRole(StatisticRole role) const;
    [[nodiscard]] bool hasValue(StatisticTable::Field field) const;
};

[[nodiscard]] StatisticPlan planStatisticColumns(std::span<const std::string_view> headers);
/// Enough columns to be the statistics of tensors: type, name, io, slot, dtype and shape.
[[nodiscard]] bool isStatisticPlan(const StatisticPlan& plan);

} // namespace dumpscope::core
