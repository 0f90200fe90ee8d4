// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `bundle`: pairs of a comparison as one zip file.
struct BundleRequest {
    static constexpr std::string_view kCommand = "bundle";

    std::string target = {}, golden = {};
    std::vector<std::uint64_t> pairs = {}; ///< indices in the result of `compare`
    std::vector<std::string> maps = {};
    std::string profile = "dumpscope", limits = "precision";
    std::string output = {}; ///< file
    PrintOptions print = {};
    bool operator==(const BundleRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("TARGET", &target, "Folder or file under test").required().naming(PathUse::Dump);
        options.add("GOLDEN", &golden, "Folder or file that is right").required().naming(PathUse::Dump);
        options.add("--pairs", &pairs, "Indices of `compare`, separated by commas")
            .required()
            .separatedByCommas()
            .checkedBy(WholeNumberFrom {0});
        options.add("--map", &maps, "As in compare").naming(PathUse::Input);
        options.add("--profile", &profile, "As in compare");
        options.add("--limits", &limits, "As in compare").naming(PathUse::Input);
        options.add("-o,--output", &output, "The zip file")
            .required()
            .checkedBy(NotEmpty {})
            .naming(PathUse::OwnOutput);
    }
};

} // namespace dumpscope::core
