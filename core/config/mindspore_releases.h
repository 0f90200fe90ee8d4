// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_rules.h"

namespace dumpscope::core {

/// Releases of MindSpore in which a key of its dump configuration changed.
inline constexpr ConfigRelease k13 {1, 3}, k15 {1, 5}, k16 {1, 6}, k110 {1, 10}, k23 {2, 3}, k24 {2, 4},
    k25 {2, 5}, k26 {2, 6}, k28 {2, 8};

} // namespace dumpscope::core
