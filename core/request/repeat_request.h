// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `repeat`: runs that should be equal, of dumps that are there or of a program that is launched for them.
struct RepeatRequest {
    static constexpr std::string_view kCommand = "repeat";
    static constexpr std::uint64_t kBudget = 10ULL << 30U;

    std::vector<std::string> paths = {};
    std::string filter = {};
    std::uint64_t limit = 20; ///< differences
    std::string launch = {};  ///< profile of a capture; then there are no paths
    std::uint64_t launches = 3;
    std::string output = {}; ///< folder of the captures
    std::uint64_t budget = kBudget;
    PrintOptions print = {};
    bool operator==(const RepeatRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("--filter", &filter, "Tensors that are compared, of every run");
        options.add("--limit", &limit, "Print at most this many differences (default: 20)")
            .checkedBy(WholeNumberFrom {0});
        options.add("--launch", &launch,
            "JSON file with the options of `capture model` or `capture run`: capture it several times, "
            "statistics first, then full tensors of what differed");
        options.add("-n,--launches", &launches, "So many times, 3 if not given")
            .checkedBy(WholeNumberIn {2, 100});
        options.add("-o,--output", &output, "Folder of the captures");
        options
            .add(
                "--budget", &budget, "Bytes of full tensors that all launches may write, 10 GiB if not given")
            .checkedBy(WholeNumberFrom {1});
        options.add("PATH", &paths, "Folders or files of two runs or more").naming(PathUse::Dump);
    }
};

} // namespace dumpscope::core
