// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes are one graph file: FUZZED_NAME, of the reader FUZZED_READER.
#include "../support/memory_source.h"
#include "readers/format_registry.h"

#include <cstdlib>

// Everything a program does with it: probe, recognise, read, look at every edge.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    constexpr std::string_view kName = FUZZED_NAME;
    static const auto formats = builtinFormats();
    static OwnedTask task(1);
    const Reader& reader = *formats->findReader(FUZZED_READER);
    const FolderFacts folder;
    const NameFacts facts;
    const MemorySource source(data, size);
    const Bytes head = source.read(0, kProbeBytes).value();
    (void)reader.probe({kName, size, head.span(), &folder, &facts});
    const FileContext file {source, kName, head.span(), folder, facts};
    (void)reader.read(file, task);
    const auto document = reader.readGraph(file, task);
    if (!document)
        return 0;
    for (const auto& graph : document->graphs) {
        for (const GraphNode& node : graph->nodes()) {
            for (const GraphInput& input : graph->inputs(node)) {
                if (input.from.isValid() && !input.otherGraph && input.from.value() >= graph->nodes().size())
                    std::abort();
                if (input.otherGraph && input.graph >= document->graphs.size())
                    std::abort();
            }
            for (const std::uint32_t called : graph->called(node)) {
                if (called >= document->graphs.size())
                    std::abort();
            }
            for (const GraphAttribute& attribute : graph->attributesOf(node))
                (void)graph->text(attribute.value);
        }
    }
    return 0;
}
