// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `hunt`: captures and compares in rounds until an operator is proven to be at fault.
struct HuntRequest {
    static constexpr std::string_view kCommand = "hunt";
    static constexpr std::uint64_t kBudget = 10ULL << 30U;

    std::string profile = {}; ///< of a capture
    std::string golden = {};
    std::string limits = "precision";
    std::string output = {}; ///< folder of the rounds
    std::uint64_t rounds = 5;
    std::uint64_t budget = kBudget; ///< bytes of one round
    PrintOptions print = {};
    bool operator==(const HuntRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("PROFILE", &profile, "JSON file with the options of `capture model` or `capture run`")
            .required();
        options.add("--golden", &golden, "The dump that is right").required();
        options.add("--limits", &limits, "As in compare");
        options.add("-o,--output", &output, "Folder of the rounds; those that are there are not run again")
            .required()
            .checkedBy(NotEmpty {});
        options.add("--rounds", &rounds, "At most so many captures").checkedBy(WholeNumberIn {1, 100});
        options
            .add("--budget", &budget, "Bytes of full tensors that one capture may write, 10 GiB if not given")
            .checkedBy(WholeNumberFrom {1});
    }
};

} // namespace dumpscope::core
