// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../support/memory_source.h"
#include "readers/format_registry.h"

#include <cstdlib>
#include <string_view>

namespace dumpscope::core {

/// Everything a program does with one graph file: probe, recognise, read, look at every edge.
inline void fuzzGraph(std::string_view id, std::string_view name, const void* data, std::size_t size)
{
    static const auto formats = builtinFormats();
    static OwnedTask task(1);
    const Reader& reader = *formats->findReader(id);
    const FolderFacts folder;
    const NameFacts facts;
    const MemorySource source(data, size);
    const Bytes head = source.read(0, kProbeBytes).value();
    (void)reader.probe({name, size, head.span(), &folder, &facts});
    const FileContext file {source, name, head.span(), folder, facts};
    (void)reader.read(file, task);
    const auto document = reader.readGraph(file, task);
    if (!document)
        return;
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
}

} // namespace dumpscope::core
