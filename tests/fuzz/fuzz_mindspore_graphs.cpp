// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/memory_source.h"
#include "readers/format_registry.h"

#include <cstdint>
#include <cstdlib>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_ir_reader(FormatRegistry& registry);
void register_mindspore_graph_proto_reader(FormatRegistry& registry);
void register_mindspore_actor_set_reader(FormatRegistry& registry);
} // namespace dumpscope::core

namespace {

/// Everything a graph refers to must be there.
void look(const GraphDocument& document)
{
    for (std::size_t g = 0; g < document.graphs.size(); ++g) {
        const Graph& graph = *document.graphs[g];
        for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
            const GraphNode& node = graph.nodes()[n];
            for (const GraphInput& input : graph.inputs(node)) {
                const auto [owner, producer] = document.producer(g, input);
                if (producer.isValid() && producer.value() >= document.graphs[owner]->nodes().size())
                    std::abort();
            }
            for (const NodeId consumer : graph.consumers(NodeId(n))) {
                if (consumer.value() >= graph.nodes().size())
                    std::abort();
            }
            for (const GraphOutput& output : graph.outputs(node))
                (void)graph.shape(output.shape);
            for (const SourcePlace& place : graph.sources(node))
                (void)graph.text(place.code);
        }
    }
}

} // namespace

// Graph files of MindSpore, each by every reader.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto formats = [] {
        FormatRegistry registry;
        register_mindspore_ir_reader(registry);
        register_mindspore_graph_proto_reader(registry);
        register_mindspore_actor_set_reader(registry);
        return registry;
    }();
    static OwnedTask task(1);
    const MemorySource source(data, size);
    const FolderFacts folder;
    const NameFacts facts;
    const std::string_view name = "ms_output_trace_code_graph_0.pb";
    const Bytes head = source.read(0, kProbeBytes).value();
    for (const auto& reader : formats.readers()) {
        (void)reader->probe({name, size, head.span(), &folder, &facts});
        (void)reader->read({source, name, head.span(), folder, facts}, task);
        if (const auto document = reader->readGraph({source, name, {}, folder, facts}, task))
            look(*document);
    }
    return 0;
}
