// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/kind_registry.h"
#include "summary/mindspore_survey.h"

namespace dumpscope::core {

namespace {

/// Tensors that the Ascend runtime wrote for MindSpore: containers (or their npy conversion by the
/// callback) in MindSpore's own trees, and dumps through AscendCL with a folder per training step.
class MindsporeAsyncKind final : public DumpKind {
public:
    std::string_view id() const override { return "mindspore-async"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        const MindsporeSurvey survey = surveyMindspore(index);
        const std::size_t callback = survey.isCallbackNpy() ? survey.rankNpy : 0;
        const std::size_t tensors = survey.rankContainers + survey.g0Containers + survey.acl + callback;
        if (tensors == 0 && !survey.aclConfiguration)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "mindspore";
        finding.title = phrase("MindSpore asynchronous dump (Ascend)");
        finding.generation = survey.generation();
        finding.producer = survey.producer;
        finding.confidence = !survey.producer.empty() || survey.aclConfiguration ? 1.0 : 0.85;
        finding.evidence = tensors == 1 ? phrase("%1 tensor written by the Ascend runtime", tensors)
                                        : phrase("%1 tensors written by the Ascend runtime", tensors);
        if (survey.acl > 0)
            finding.evidence = phrase("%1, below folders of training steps", finding.evidence);
        else if (survey.ranks > 0)
            finding.evidence = belowRanks(finding.evidence, survey.ranks);
        if (survey.aclConfiguration)
            finding.evidence
                = phrase("%1, with the configuration MindSpore made for AscendCL", finding.evidence);
        return finding;
    }
};

} // namespace

void register_mindspore_async_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<MindsporeAsyncKind>());
}

} // namespace dumpscope::core
