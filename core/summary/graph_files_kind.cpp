// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Graphs without a dump: models, and what compilers write of them.
class GraphFilesKind final : public DumpKind {
public:
    std::string_view id() const override { return "graph-files"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t graphs = 0, models = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const Reader* const reader = index.readerOf(FileId(i));
            if (reader == nullptr)
                continue;
            if (!reader->info().can.graph)
                return std::nullopt;
            ++graphs;
            models += reader->info().id == "onnx" ? 1 : 0;
        }
        if (graphs == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title = models < graphs
            ? (graphs == 1 ? phrase("Graph of a model") : phrase("Graphs of models"))
            : graphs == 1 ? phrase("ONNX model")
                          : phrase("ONNX models");
        finding.confidence = 0.6;
        finding.evidence = graphs == 1 ? phrase("the only file that is known is a graph")
                                       : phrase("all %1 files that are known are graphs", graphs);
        return finding;
    }
};

} // namespace

void register_graph_files_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<GraphFilesKind>());
}

} // namespace dumpscope::core
