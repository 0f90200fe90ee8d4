// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/option_list.h"

namespace dumpscope::core {

/// `fetch`: what another machine needs of a dump (remote/remote_dump.h): its index, bytes of one of its
/// files, digests of many, statistics of its tensors, or where its NaN come from; or what lies in a folder.
struct FetchRequest {
    static constexpr std::string_view kCommand = "fetch";

    std::string path = {};
    std::string file = {}; ///< relative to the dump; empty: the index
    std::uint64_t from = 0;
    std::optional<std::int64_t> count = {};
    std::vector<std::string> digests = {};    ///< files, relative to the dump
    std::vector<std::string> statistics = {}; ///< ids of tensors
    bool scan = false, list = false;
    bool operator==(const FetchRequest&) const = default;

    void describe(OptionList& options)
    {
        options.add("PATH", &path, "A dump").required().naming(PathUse::Dump);
        options.add("--file", &file, "Bytes of this file of the dump, in place of its index");
        options.add("--from", &from, "The first byte").needs("--file");
        options.add("--count", &count, "How many bytes (default: all)")
            .needs("--file")
            .checkedBy(WholeNumberFrom {0});
        options.add("--digest", &digests, "Size and SHA-256 of this file of the dump, in place of its index")
            .oneAtATime();
        options
            .add("--statistics", &statistics, "Statistics of this tensor of the dump, in place of its index")
            .oneAtATime();
        options.add("--scan", &scan, "Where NaN and infinities of the dump come from, in place of its index");
        options.add("--list", &list, "What lies in the folder, in place of an index");
    }
};

} // namespace dumpscope::core
