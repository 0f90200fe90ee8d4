// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"
#include "request/raw_options.h"

namespace dumpscope::core {

/// `show`: facts and values of one tensor.
struct ShowRequest {
    static constexpr std::string_view kCommand = "show";

    std::string path = {};
    std::string tensor = {}; ///< id or operator name; empty: the only one
    std::string slice = {};  ///< NumPy syntax; empty: all
    std::string form = {};   ///< of `--as`; empty: json with --json, else text
    std::string layout = "logical";
    std::string output = {}; ///< file; empty: standard output
    bool partial = false;
    RawOptions raw = {};
    PrintOptions print = {};
    bool operator==(const ShowRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeJson(options);
        print.describeReading(options);
        raw.describe(options);
        options.add("PATH", &path, "Folder or file").required().naming(PathUse::Dump);
        options.add("TENSOR", &tensor, "Tensor id, or op_name[:io[:slot]] when unique");
        options.add("--slice", &slice, "Part in NumPy syntax, e.g. 2,:,10:20:2,-1");
        options.add("--as", &form, "text, csv, npy or json")
            .checkedBy(AnyOf {{"text", "csv", "npy", "json"}});
        options.add("--layout", &layout, "logical undoes device layouts, storage shows what lies on disk")
            .checkedBy(AnyOf {{"logical", "storage"}});
        options.add("-o,--output", &output, "Write to this file instead of standard output")
            .checkedBy(NotEmpty {})
            .naming(PathUse::Output);
        options.add("--partial", &partial,
            "Of a truncated tensor, write the elements that are there, without its shape");
    }
};

} // namespace dumpscope::core
