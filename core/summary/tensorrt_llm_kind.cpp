// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Debug tensors of TensorRT-LLM (docs/formats/llm-era.md 5).
class TensorRtLlmKind final : public DumpKind {
public:
    std::string_view id() const override { return "tensorrt-llm"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t tensors = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const FileId id(i);
            if (index.folder(index.file(id).folder).facts.layout == "tensorrt-llm")
                tensors += index.tensorsOfFile(id).size();
        }
        if (tensors == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title = phrase("Debug tensors of TensorRT-LLM");
        finding.producer = "TensorRT-LLM";
        finding.confidence = 0.9;
        finding.evidence = tensors == 1 ? phrase("%1 tensor below PP_, TP_ and iteration_ folders", tensors)
                                        : phrase("%1 tensors below PP_, TP_ and iteration_ folders", tensors);
        return finding;
    }
};

} // namespace

void register_tensorrt_llm_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<TensorRtLlmKind>());
}

} // namespace dumpscope::core
