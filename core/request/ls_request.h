// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"
#include "request/raw_options.h"
#include "request/row_options.h"

namespace dumpscope::core {

/// `ls`: the tensors of folders or files.
struct LsRequest {
    static constexpr std::string_view kCommand = "ls";

    std::vector<std::string> paths = {};
    RowOptions rows = {};
    RawOptions raw = {};
    bool namesOnly = false;
    PrintOptions print = {};
    bool operator==(const LsRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeRows(options);
        rows.describe(options);
        options.add("--names-only", &namesOnly, "Names and sizes only, without opening any file");
        raw.describe(options);
        options.add("PATH", &paths, "Folders or files").required().naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
