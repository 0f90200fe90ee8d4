// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

namespace dumpscope::core {

/// Whether one side has in one output what the other has apart, by the tables of names (`qkv_proj` and
/// `q_proj`, `k_proj`, `v_proj`), and neither has a partner: values can say which columns are which.
[[nodiscard]] bool areOutputsFused(
    const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden);

} // namespace dumpscope::core
