// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"
#include "request/raw_options.h"
#include "request/row_options.h"

namespace dumpscope::core {

/// `stat`: statistics of tensors.
struct StatRequest {
    static constexpr std::string_view kCommand = "stat";

    std::string path = {};
    std::vector<std::string> tensors = {}; ///< ids or operator names; empty: all
    RowOptions rows = {};
    RawOptions raw = {};
    int histogram = 0; ///< bins; 0: none
    std::string spec = "dumpscope";
    PrintOptions print = {};
    bool operator==(const StatRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeRows(options);
        rows.describe(options);
        options.add("--histogram", &histogram, "Add a histogram with this many bins (JSON output)")
            .checkedBy(WholeNumberIn {1, 1'000'000});
        options.add("--spec", &spec, "Definitions: dumpscope or mindspore")
            .checkedBy(AnyOf {{"dumpscope", "mindspore"}});
        raw.describe(options);
        options.add("PATH", &path, "Folder or file").required().naming(PathUse::Dump);
        options.add("TENSOR", &tensors, "Tensor ids or operator names; all when none is given");
    }
};

} // namespace dumpscope::core
