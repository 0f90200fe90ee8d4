// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Major version of pandas that msprobe ran on: its texts depend on it (docs/formats/comparison.md 1.3).
enum class PandasVersion : std::uint8_t { Two = 2, Three = 3 };

/// Options of msaccucmp besides metrics and rule files (docs/formats/comparison.md 3.3, 4.1, 5.1), and what
/// msprobe ran on. They affect the official result files only.
struct OfficialOptions {
    PandasVersion pandas = PandasVersion::Two;
    std::optional<std::uint64_t>
        maxElements;          ///< -max: only the first elements of each side, against npy and pb
    bool hasOverflow = false; ///< -overflow_detection: column OverFlow
    bool hasAdvice = false;   ///< -advisor: advisor_summary.txt beside the table

    /// -r: operators by their number in the rule file, from 1; an end of -1 is the last.
    struct Range {
        std::int64_t start = 1, end = -1, step = 1;
    };
    std::optional<Range> range;
    std::vector<std::int64_t> selected; ///< -s: numbers in the rule file

    // One tensor, element by element.
    std::string operatorName; ///< -op
    bool isInput = false;     ///< -i instead of -o
    std::size_t slot = 0;
    std::size_t top = 20;           ///< -n, 1 to 10000
    std::size_t rows = 1'000'000;   ///< -ml: elements per file, 10000 to 1000000
    bool leavesElementsOut = false; ///< --ignore_single_op_result

    [[nodiscard]] bool isRestricted() const { return range.has_value() || !selected.empty(); }
    /// Whether the operator with this number is selected.
    [[nodiscard]] bool wants(std::int64_t sequence) const;
};

/// Texts `key` or `key=value`: max=N, overflow, advisor, range=START:END:STEP, select=N:N:…, op=NAME,
/// input=N, output=N, top=N, rows=N, no-elements, pandas=2|3. Errors: Code::Usage.
[[nodiscard]] Result<OfficialOptions> parseOfficialOptions(std::span<const std::string> texts);
/// The keys, for help.
[[nodiscard]] std::string officialOptionKeys();

} // namespace dumpscope::core
