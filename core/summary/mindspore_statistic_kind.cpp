// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/kind_registry.h"
#include "summary/mindspore_survey.h"

namespace dumpscope::core {

namespace {

/// A dump with `saved_data` statistic: numbers, no tensors.
class MindsporeStatisticKind final : public DumpKind {
public:
    std::string_view id() const override { return "mindspore-statistic"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        const MindsporeSurvey survey = surveyMindspore(index);
        if (survey.statisticFiles == 0 || survey.tensors() > 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "mindspore";
        finding.title = phrase("MindSpore tensor statistics");
        finding.generation = survey.generation();
        finding.producer = survey.producer;
        finding.confidence = survey.statisticVariant.empty() ? 0.8 : 1.0;
        const Message rows = survey.statisticsOnly == 1 ? phrase("%1 row", survey.statisticsOnly)
                                                        : phrase("%1 rows", survey.statisticsOnly);
        finding.evidence = survey.statisticFiles == 1
            ? phrase("%1 in %2 statistic.csv file", rows, survey.statisticFiles)
            : phrase("%1 in %2 statistic.csv files", rows, survey.statisticFiles);
        if (!survey.statisticVariant.empty())
            finding.evidence = phrase("%1 of variant %2", finding.evidence, survey.statisticVariant);
        finding.evidence = phrase("%1, no tensor files", finding.evidence);
        return finding;
    }
};

} // namespace

void register_mindspore_statistic_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<MindsporeStatisticKind>());
}

} // namespace dumpscope::core
