// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/format_registry.h"
#include "readers/raw_tensor.h"

#include <memory>
#include <string>

namespace dumpscope::core {

/// The user's interpretation of files without a header.
struct RawRequest {
    RawInterpretation interpretation;
    std::string names; ///< glob over file names; empty: every file that no other reader recognises
    /// Also files that another reader recognises; for a single file, or files named by `names`.
    bool overOthers = false;
};

/// The built-in formats and, for files without a header, the given type and shape. An index opened with it
/// keeps them; nothing is written to disk.
[[nodiscard]] std::shared_ptr<const FormatRegistry> formatsWithRaw(RawRequest request);

} // namespace dumpscope::core
