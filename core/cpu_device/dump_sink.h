// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "capture/acl_abi.h"

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Where dump files are written: below a folder, or to the callback of the program
/// (docs/formats/ascendcl-capture.md 2.5, 4.1).
class DumpSink {
public:
    explicit DumpSink(acl::DumpCallback callback)
        : m_callback(callback)
    {
    }
    /// Writes one file made of these pieces. Folders are made, names that are too long are replaced and
    /// listed in mapping.csv. An incomplete file is removed. Errors: the system's reason.
    [[nodiscard]] Result<void> write(const std::string& folder, const std::string& name,
        const std::vector<std::span<const std::byte>>& pieces) const;

private:
    void call(const std::string& path, const std::vector<std::span<const std::byte>>& pieces) const;

    acl::DumpCallback m_callback;
};

} // namespace dumpscope::core
