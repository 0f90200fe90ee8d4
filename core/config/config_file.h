// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "config/config_kind.h"

#include <string>

namespace dumpscope::core {

/// The text of a configuration. Errors: Code::Limit for more than the 10 MiB that runtimes read, those of
/// openRegularFile.
[[nodiscard]] Result<std::string> readConfigFile(const std::string& path);

/// The document of docs/contract.md 4 config check.
void writeConfigReport(JsonWriter& json, const ConfigKind& kind, const ConfigReport& report);

} // namespace dumpscope::core
