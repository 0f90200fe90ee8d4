// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_rules.h"

namespace dumpscope::core {

// config.json of msprobe 26.2.0 as tables (docs/formats/msprobe-dump.md 7, and the acceptance of the program
// itself).

/// The task: "statistics" when none is named, a word of Dumpscope when it is none of msprobe's.
[[nodiscard]] std::string_view msprobeTask(const ConfigView& view);
/// The same word with static lifetime; empty if it is no task.
[[nodiscard]] std::string_view msprobeTaskWord(std::string_view task);
/// Whether the framework is MindSpore: given, or because only MindSpore's part of msprobe reads such a file.
[[nodiscard]] bool isMsprobeOfMindspore(const ConfigView& view);
/// Keys outside the section of a task.
[[nodiscard]] std::span<const ConfigSection> msprobeCommonSections();
/// The section "@" of a task; empty if it is no task.
[[nodiscard]] std::span<const ConfigSection> msprobeTaskSections(std::string_view task);
[[nodiscard]] std::span<const ConfigRelation> msprobeConfigRelations();

} // namespace dumpscope::core
