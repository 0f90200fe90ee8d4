// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

/// `graph`: nodes of a graph file, or of the graphs of a folder.
struct GraphRequest {
    static constexpr std::string_view kCommand = "graph";

    std::string path = {};
    bool list = false, all = false;
    std::string node = {}, around = {}, upstream = {}, downstream = {};
    std::optional<std::uint32_t> hops = {};
    std::vector<std::string> between = {}; ///< two nodes, or none
    std::string source = {};               ///< FILE:LINE
    std::string match = {};                ///< a dump
    std::string form = {};                 ///< of `--to`
    std::string output = {};               ///< file; empty: standard output
    PrintOptions print = {};
    bool operator==(const GraphRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("PATH", &path, "A graph file, or a folder with graphs").required().naming(PathUse::Dump);
        options.add("--list", &list, "List the graphs of a folder, the computational graph first");
        options.add("--all", &all, "Every graph file of the folder, not only the first of --list");
        options.add("--node", &node, "One node: full name, id, label, or the end of a name");
        options.add("--around", &around, "Nodes at most --hops edges away from this one");
        options.add("--upstream", &upstream, "What this node depends on");
        options.add("--downstream", &downstream, "What depends on this node");
        options.add("--hops", &hops, "Length of the walk in edges (default: 1 around, else unlimited)")
            .checkedBy(WholeNumberIn {1, 1'000'000});
        options.add("--path", &between, "Nodes on the ways from A to B").exactly(2);
        options.add("--source", &source, "Nodes that a line of the program made: FILE:LINE");
        options.add("--match", &match, "A dump: attach its entries to the nodes").naming(PathUse::Dump);
        options.add("--to", &form, "Form of the result").checkedBy(AnyOf {{"json", "dot", "svg"}});
        options.add("-o,--output", &output, "Write to this file instead of standard output")
            .checkedBy(NotEmpty {})
            .naming(PathUse::Output);
    }
};

} // namespace dumpscope::core
