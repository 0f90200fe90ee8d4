// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/format_registry.h"
#include "readers/raw_tensor.h"

#include <memory>
#include <string>

namespace dumpscope::core {

/// What a user said about files without a header.
struct RawRequest {
    RawInterpretation interpretation;
    std::string names; ///< glob over file names; empty: every file that nobody else recognises
    /// Also files that another reader recognises; for a single file, or files named by `names`.
    bool overOthers = false;
};

/// The built-in formats and, for files without a header, the type and shape that were given. An index
/// opened with it keeps them: nothing is written beside the files.
[[nodiscard]] std::shared_ptr<const FormatRegistry> formatsWithRaw(RawRequest request);

} // namespace dumpscope::core
