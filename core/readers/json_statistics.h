// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"
#include "readers/statistic_rows.h"

#include <string>

namespace dumpscope::core {

/// Whether an object is statistics of a tensor, with numbers under `max`, `min`, `mean` or `norm`, and not an
/// object of tensors that are called so (docs/formats/llm-era.md 3.3, 13).
[[nodiscard]] bool isTensorStatistics(const JsonValue& value);

/// Takes max, min, mean, norm and shape of such an object. `shape` keeps the text that the row refers to.
void takeTensorStatistics(const JsonValue& value, StatisticRow& row, std::string& shape);

} // namespace dumpscope::core
