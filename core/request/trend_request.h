// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `trend`: figures over steps and ranks, and rules over them.
struct TrendRequest {
    static constexpr std::string_view kCommand = "trend";

    std::string path = {}, filter = {};
    std::string figure = {}; ///< column of numbers; empty: l2norm, or none where rules are looked for
    std::string rules = {};  ///< preset or file; empty: none
    std::string report = {}; ///< file; empty: none
    bool follow = false;     ///< until a rule holds
    std::int64_t limit = -1; ///< rows and findings; -1: all
    PrintOptions print = {};
    bool operator==(const TrendRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeRows(options);
        options.add("--figure", &figure,
            "Statistic to list over steps and ranks, e.g. mean or nan_count (default: l2norm; none with "
            "--rules)");
        options.add(
            "--filter", &filter, "Tensors that are looked at, e.g. 'rank:0..3 step>100 op_type:forward'");
        options
            .add("--rules", &rules,
                "Look for anomalies by the rules of a set: usual or a JSON file; exit 1 if any is found")
            .naming(PathUse::Input);
        options
            .add("--follow", &follow,
                "Look again every two seconds while the dump is being written, until a rule holds")
            .needs("--rules");
        options.add("--report", &report, "Write the anomalies as an HTML page to this file")
            .checkedBy(NotEmpty {})
            .naming(PathUse::Output)
            .needs("--rules");
        options.add("--limit", &limit, "Print at most this many rows and findings")
            .checkedBy(WholeNumberFrom {0});
        options.add("PATH", &path, "Folder or file").required().naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
