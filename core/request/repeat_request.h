// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `repeat`: runs that should be equal.
struct RepeatRequest {
    static constexpr std::string_view kCommand = "repeat";

    std::vector<std::string> paths = {};
    std::string filter = {};
    std::uint64_t limit = 20; ///< differences
    PrintOptions print = {};
    bool operator==(const RepeatRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("--filter", &filter, "Tensors that are compared, of every run");
        options.add("--limit", &limit, "Print at most this many differences (default: 20)")
            .checkedBy(WholeNumberFrom {0});
        options.add("PATH", &paths, "Folders or files of two runs or more").required().naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
