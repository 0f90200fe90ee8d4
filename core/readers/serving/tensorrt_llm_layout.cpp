// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// Debug tensors of TensorRT-LLM, `PP_<size>/TP_<size>/iteration_<n>` (docs/formats/llm-era.md 5): sizes of
/// the parallel groups, not ranks.
class TensorRtLlmLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "tensorrt-llm"; }
    int priority() const override { return 70; } // before the iterations of MindSpore 1.0 to 1.2

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        if (components.size() < 3)
            return std::nullopt;
        const auto tail = components.last(3);
        if (!pathNumberAfter(tail[0], "PP_") || !pathNumberAfter(tail[1], "TP_"))
            return std::nullopt;
        FolderFacts facts;
        facts.step = pathNumberAfter(tail[2], "iteration_");
        if (!facts.step)
            return std::nullopt;
        facts.layout = id();
        return facts;
    }
};

} // namespace

void register_tensorrt_llm_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<TensorRtLlmLayout>());
}

} // namespace dumpscope::core
