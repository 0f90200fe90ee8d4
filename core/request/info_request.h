// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"
#include "request/raw_options.h"

namespace dumpscope::core {

/// `info`: kind and contents of folders or files.
struct InfoRequest {
    static constexpr std::string_view kCommand = "info";

    std::vector<std::string> paths = {};
    RawOptions raw = {};
    PrintOptions print = {};
    bool layout = false; ///< also how the ranks share the work
    bool operator==(const InfoRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        raw.describe(options);
        options.add("--layout", &layout, "Also how the ranks share the work; compares tensors of the ranks");
        options.add("PATH", &paths, "Folders or files").required().naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
