// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

#include <limits>

namespace dumpscope::core {

/// `overflow`: overflow records, and where NaN and infinities are born.
struct OverflowRequest {
    static constexpr std::string_view kCommand = "overflow";

    std::string path = {}, filter = {};
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(); ///< records and tensors
    std::string failOn = "none";
    PrintOptions print = {};
    bool operator==(const OverflowRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeRows(options);
        options.add("--first", &first, "List at most this many records and tensors, the earliest ones")
            .checkedBy(WholeNumberFrom {1});
        options.add("--fail-on", &failOn, "Exit with 1 when any overflow, NaN or Inf is found: any, none")
            .checkedBy(AnyOf {{"any", "none"}});
        options.add("--filter", &filter,
            "List only tensors that match, and records that name them; where values are born is looked for "
            "in "
            "all");
        options.add("PATH", &path, "Folder or file").required().naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
