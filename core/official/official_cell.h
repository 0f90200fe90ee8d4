// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// One cell of a result file of an official tool: its text, and its value in a workbook.
struct OfficialCell {
    std::string text;
    std::optional<double> number = {}; ///< may be infinite
    bool isTruth = false;              ///< True or False
};

/// A line of Python's csv writer: cells with a comma, a quote or a line break are quoted.
[[nodiscard]] std::string officialCsvLine(std::span<const std::string_view> cells, std::string_view lineEnd);
/// The path of a result with its place: `dir/name.csv` becomes `dir/name_place.csv`.
[[nodiscard]] std::string placedPath(const std::string& path, std::string_view place);

} // namespace dumpscope::core
