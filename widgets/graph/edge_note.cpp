// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/edge_note.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// Which of the reader's inputs with data the edge is.
std::optional<std::int32_t> portOf(const ShownGraph& shown, const core::Strand& strand)
{
    const core::Graph& graph = shown.graph();
    const auto& hidden = shown.fold().hidden;
    std::int32_t port = 0;
    for (const core::GraphInput& input : graph.inputs(graph.node(strand.consumer))) {
        if (input.control)
            continue;
        if (input.from.isValid() && !input.otherGraph) {
            const std::vector<core::GraphInput> sources
                = hidden ? hidden->sourcesOf(graph, input) : std::vector {input};
            if (std::ranges::any_of(sources, [&](const core::GraphInput& source) {
                    return source.from == strand.producer && source.slot == strand.slot && !source.otherGraph;
                }))
                return port;
        }
        ++port;
    }
    return std::nullopt;
}

} // namespace

std::optional<QString> readNote(const ShownGraph& shown, const core::Strand& strand)
{
    const auto pairs = shown.pairs();
    if (!pairs || strand.isControl || !strand.consumer.isValid())
        return std::nullopt;
    const auto port = portOf(shown, strand);
    if (!port)
        return std::nullopt;
    for (const core::TensorId id : shown.tensorsOf(strand.consumer)) {
        const core::TensorRow& tensor = shown.loaded()->index->tensor(id);
        if (tensor.io != core::Io::Input || std::max(0, tensor.slot) != *port)
            continue;
        const auto pair = shown.pairOf(id);
        const QString note = pair ? differenceNote(*pairs, *pair) : QString();
        return note.isEmpty() ? std::nullopt : std::optional(note);
    }
    return std::nullopt;
}

} // namespace dumpscope::gui
