// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_rules.h"

namespace dumpscope::core {

// config.json of msprobe to and from DumpRequest, and between its frameworks and older releases
// (docs/formats/msprobe-dump.md 2.1, 10).

[[nodiscard]] DumpRequest msprobeRequest(const ConfigView& view);
[[nodiscard]] ConfigDraft writeMsprobeConfig(const DumpRequest& request);
/// `generation`: "pytorch", "mindspore", "older" (with the tasks before 26.2.0); empty: the newest. Errors:
/// Code::Usage for another word, Code::BadSyntax, those of parseJson.
[[nodiscard]] Result<ConfigDraft> rewriteMsprobeConfig(const ConfigText& config, std::string_view generation);

} // namespace dumpscope::core
