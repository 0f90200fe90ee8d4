// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "readers/format_registry.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace dumpscope::cli {

/// --raw-dtype, --raw-shape, --raw-offset and --raw-files: what files without a header hold.
class RawOptions {
public:
    void define(CLI::App& app);
    /// Formats to open `path` with. A file given by itself is what the options say, whatever it looks
    /// like; in a folder they are for the files nobody recognises, or for those --raw-files names.
    [[nodiscard]] core::Result<std::shared_ptr<const core::FormatRegistry>> formatsFor(
        const std::string& path) const;
    /// A file given by itself is treated as one in a folder: where two sides are opened, only one of them may
    /// be without a header.
    void setBesideOthers() { m_besideOthers = true; }
    /// The options as they are typed, each after a blank; empty if none was given.
    [[nodiscard]] std::string commandText() const;

private:
    std::string m_dtype, m_shape, m_files;
    std::uint64_t m_offset = 0;
    bool m_besideOthers = false;
};

} // namespace dumpscope::cli
