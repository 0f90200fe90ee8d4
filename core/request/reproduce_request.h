// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `reproduce`: one operator as a folder from which it can be run alone.
struct ReproduceRequest {
    static constexpr std::string_view kCommand = "reproduce";

    std::string target = {}, golden = {};
    std::string tensor = {};   ///< id in the target; empty: of a suspect
    std::uint64_t suspect = 0; ///< counted from 1; 0: the first that can be run alone
    std::string kind = {};     ///< empty: the first that knows the operator
    std::vector<std::string> models = {}, maps = {};
    std::string limits = "precision";
    std::string output = {}; ///< folder
    bool force = false;
    PrintOptions print = {};
    bool operator==(const ReproduceRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("TARGET", &target, "Folder or file under test").required().naming(PathUse::Dump);
        options.add("GOLDEN", &golden, "Folder or file that is right; not needed with --tensor")
            .naming(PathUse::Dump);
        options.add(
            "--tensor", &tensor, "An output of the operator, by its id; the first suspect if not given");
        options
            .add("--suspect", &suspect,
                "Which suspect of the comparison, 1 is the first; the first that can be run alone if not "
                "given")
            .excludes("--tensor")
            .checkedBy(WholeNumberFrom {1});
        options
            .add("--as", &kind, "What is to run it: onnxruntime, torch, mindspore or acl; the first that can")
            .checkedBy(AnyOf {{"onnxruntime", "torch", "mindspore", "acl"}});
        options.add("--model", &models, "An ONNX model with the operator; those in the dump are found")
            .naming(PathUse::Input);
        options.add("--map", &maps, "As in compare").naming(PathUse::Input);
        options.add("--limits", &limits, "As in compare").naming(PathUse::Input);
        options.add("-o,--output", &output, "Folder of the reproducer; made if missing, never inside a dump")
            .required()
            .checkedBy(NotEmpty {})
            .naming(PathUse::OutputFolder);
        options.add("--force", &force, "Replace different files that are there already");
    }
};

} // namespace dumpscope::core
