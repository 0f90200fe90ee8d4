// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"
#include "readers/reader.h"

#include <optional>

namespace dumpscope::core {

/// The whole file as JSON. Text that is none is a problem of `contents` with the place, and nothing. Errors:
/// a file that cannot be mapped or that changes meanwhile.
[[nodiscard]] Result<std::optional<JsonValue>> readJsonDocument(
    const FileContext& file, FileContents& contents, Severity severity = Severity::Error);

} // namespace dumpscope::core
