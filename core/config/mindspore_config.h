// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_rules.h"

namespace dumpscope::core {

// data_dump.json of MindSpore 1.0 to 2.10 as tables (docs/formats/mindspore-dump.md 1).

[[nodiscard]] std::span<const ConfigSection> mindsporeConfigSections();
[[nodiscard]] std::span<const ConfigRelation> mindsporeConfigRelations();

/// Whether the device writes the dump itself, not MindSpore's host code (docs/formats/mindspore-dump.md 0).
[[nodiscard]] bool isMindsporeAsync(const ConfigView& view);
/// Whether saved_data is "statistic" or "full".
[[nodiscard]] bool wantsMindsporeStatistics(const ConfigView& view);
/// The effective op_debug_mode: 2.4 and later read 1 and 2 as 3.
[[nodiscard]] std::int64_t mindsporeDebugMode(const ConfigView& view);

} // namespace dumpscope::core
