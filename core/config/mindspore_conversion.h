// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_rules.h"

namespace dumpscope::core {

// data_dump.json to and from DumpRequest, and between its own generations (docs/formats/mindspore-dump.md 0,
// 1.1, 1.2).

/// `defaults`: a complete configuration to begin from.
[[nodiscard]] DumpRequest mindsporeRequest(const ConfigView& view);
[[nodiscard]] Result<ConfigDraft> writeMindsporeConfig(const DumpRequest& request, std::string_view defaults);

/// What to rewrite a configuration for: "2.4", "async", "1.6-sync".
struct MindsporeTarget {
    ConfigRelease release;
    enum class Mode : std::uint8_t { AsBefore, Sync, Async } mode = Mode::AsBefore;
};
/// `otherwise`: the release when none is named. Errors: Code::Usage.
[[nodiscard]] Result<MindsporeTarget> parseMindsporeTarget(std::string_view text, ConfigRelease otherwise);
[[nodiscard]] Result<ConfigDraft> rewriteMindsporeConfig(
    const ConfigView& view, const MindsporeTarget& to, std::string_view defaults);

} // namespace dumpscope::core
