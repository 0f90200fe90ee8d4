// SPDX-License-Identifier: GPL-3.0-or-later
// Any text: parsing ends cleanly and every question about the graph has an end, cycles or not.
#include "compare/pairing/fusion_graph.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<FusionGraph> graph = FusionGraph::parse(text, "fusion.json");
    if (!graph) {
        if (graph.error().place.file != "fusion.json")
            std::abort();
        return 0;
    }
    std::size_t asked = 0;
    for (const FusionOperator& op : graph->operators()) {
        static_cast<void>(graph->find(op.name));
        static_cast<void>(graph->isQuantised(op));
        for (std::int64_t slot = -1; slot < 3; ++slot) {
            static_cast<void>(graph->bearerOf(graph->originOfOutput(op, slot)));
            static_cast<void>(graph->originOfInput(op, slot));
        }
        if (++asked > 50)
            break;
    }
    return 0;
}
