// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/kind_registry.h"
#include "summary/mindspore_survey.h"

namespace dumpscope::core {

namespace {

/// Tensors that MindSpore's host code wrote: npy files in a rank tree, raw tensors of 1.0-1.2.
class MindsporeSyncKind final : public DumpKind {
public:
    std::string_view id() const override { return "mindspore-sync"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        const MindsporeSurvey survey = surveyMindspore(index);
        const std::size_t tensors = survey.g0Raw + (survey.isCallbackNpy() ? 0 : survey.rankNpy);
        if (tensors == 0 && !isEmptyDump(survey))
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "mindspore";
        finding.title = phrase("MindSpore synchronous dump");
        finding.generation = survey.generation();
        finding.producer = survey.producer;
        finding.confidence = confidence(survey, tensors);
        finding.evidence = evidence(survey, tensors);
        return finding;
    }

private:
    /// Orders and metadata were written, but no operator ran or matched.
    static bool isEmptyDump(const MindsporeSurvey& survey)
    {
        return survey.tensors() == 0 && survey.statisticsOnly == 0 && survey.ranks > 0
            && (survey.orders > 0 || !survey.producer.empty());
    }

    static double confidence(const MindsporeSurvey& survey, std::size_t tensors)
    {
        if (tensors == 0)
            return 0.5;
        const bool named = survey.sampled > 0 || survey.g0Raw > 0;
        return !survey.producer.empty() ? 1.0 : named ? 0.9 : 0.6;
    }

    static Message evidence(const MindsporeSurvey& survey, std::size_t tensors)
    {
        Message text = tensors == 1 ? phrase("%1 tensor file", tensors) : phrase("%1 tensor files", tensors);
        if (survey.ranks > 0)
            text = belowRanks(text, survey.ranks);
        text = survey.iterations == 1 ? phrase("%1 in %2 iteration folder", text, survey.iterations)
                                      : phrase("%1 in %2 iteration folders", text, survey.iterations);
        if (survey.sampled > 0)
            text = phrase("%1, %2 of %3 names with a dtype and %4 with their scope", text, survey.withDtype,
                survey.sampled, survey.withScope);
        if (!survey.producer.empty())
            text = phrase("%1, written by %2", text, survey.producer);
        if (!survey.deviceTarget.empty())
            text = phrase("%1 on %2", text, survey.deviceTarget);
        return text;
    }
};

} // namespace

void register_mindspore_sync_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<MindsporeSyncKind>());
}

} // namespace dumpscope::core
