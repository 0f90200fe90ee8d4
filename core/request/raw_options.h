// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/format_registry.h"
#include "request/option_list.h"

#include <memory>

namespace dumpscope::core {

/// Interpretation of files without a header.
struct RawOptions {
    std::string dtype = {}, shape = {}, files = {};
    std::uint64_t offset = 0; ///< bytes
    /// Set by commands that open two sides, of which one may have no header: then a file given by itself is
    /// treated as one in a folder. Not an option of the user.
    bool besideOthers = false;
    bool operator==(const RawOptions&) const = default;

    void describe(OptionList& options)
    {
        options.add("--raw-dtype", &dtype, "Type of the elements of files without a header, e.g. float16");
        options
            .add("--raw-shape", &shape,
                "Their shape, e.g. 1,3,224,224; one extent may be -1 (default: one axis, as long as the "
                "file)")
            .needs("--raw-dtype");
        options.add("--raw-offset", &offset, "Bytes before the first element").needs("--raw-dtype");
        options
            .add("--raw-files", &files,
                "Names of such files in a folder, e.g. '*.raw' (default: files that nothing else recognises)")
            .needs("--raw-dtype");
    }

    /// Formats to open `path` with. The options apply to a file given by itself, even if a reader recognises
    /// it; in a folder to files that no reader recognises, or to those `files` names. Errors: Code::Usage for
    /// an invalid type or shape.
    [[nodiscard]] Result<std::shared_ptr<const FormatRegistry>> formatsFor(const std::string& path) const;
};

} // namespace dumpscope::core
