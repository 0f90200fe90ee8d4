// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_nodes.h"

#include <cstddef>
#include <string_view>

namespace dumpscope::core {

inline constexpr std::size_t kMaxFilterBytes = 64U << 10;
inline constexpr int kMaxFilterNesting = 200;

/// The grammar of docs/contract.md 2. Null for a filter without terms. Errors: Code::Usage with the column.
[[nodiscard]] Result<FilterNodePtr> parseFilter(std::string_view filter, const FilterTable& table);

/// NUMBER of the grammar: integers stay integers; `k`, `M`, `G` are powers of 1000. Null cell when
/// it is no number.
[[nodiscard]] Cell parseFilterNumber(std::string_view text);

} // namespace dumpscope::core
