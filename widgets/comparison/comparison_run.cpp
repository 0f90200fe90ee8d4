// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_run.h"

namespace dumpscope::gui {

ComparisonInput inputOf(const ComparisonSetup& setup)
{
    ComparisonInput input {setup.target.root->index(), setup.golden.root->index(), setup.target.restriction,
        setup.golden.restriction, {}, setup.profile.toStdString()};
    input.options.limits = setup.limits;
    input.options.pairing = setup.pairing;
    if (!setup.edits.isEmpty())
        input.options.pairing.ruleTexts.emplace_back(kEditsName, setup.edits.toJson().toStdString());
    input.options.pairing.profile = input.profile;
    input.options.filter = setup.filter.toStdString();
    return input;
}

std::vector<std::string> filesReadBy(const ComparisonSetup& setup)
{
    std::vector<std::string> files = setup.pairing.ruleFiles;
    for (const OpenedRoot* root : {setup.target.root.data(), setup.golden.root.data()})
        files.push_back(root->path().toStdString());
    return files;
}

core::Result<core::Comparison> runComparison(
    ComparisonInput input, const core::ComparisonObserver& observer, core::TaskContext& task)
{
    const auto metrics = core::builtinMetrics();
    input.options.measure.profile = metrics->findProfile(input.profile);
    if (!input.options.measure.profile)
        return core::fail(core::Code::Usage, "there is no profile '" + input.profile + "'");
    input.options.measure.metrics = std::make_shared<const core::MetricSelection>(
        core::defaultMetrics(*metrics, input.profile, input.options.limits.metrics()));
    TRY_ASSIGN(const core::ComparisonSide target, core::selectSide(input.target, input.targetPart, task));
    TRY_ASSIGN(const core::ComparisonSide golden, core::selectSide(input.golden, input.goldenPart, task));
    return core::compareSides(target, golden, input.options, observer, task);
}

} // namespace dumpscope::gui
