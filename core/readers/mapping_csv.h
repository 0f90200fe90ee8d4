// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Rows `<stored name>,<original name>` of a mapping.csv, written where a name was too long for the file
/// system (docs/formats/ascend-dump-binary.md 2.5, docs/formats/mindspore-dump.md 3.4): no header, no quotes,
/// the first comma splits. CANN stores digits without extension and repeats rows, converters store digits or
/// hex digits with extension. Of contradicting rows the last one counts.
///
/// Names are texts, never paths: rows with separators, NUL, `.`, `..` or nothing on either side are left out.
/// Rows that were left out are `problems` (Code::Mapping, place.row), at most 100.
[[nodiscard]] std::unordered_map<std::string, std::string> parseMappingCsv(
    std::string_view text, std::vector<Diagnostic>& problems);

} // namespace dumpscope::core
