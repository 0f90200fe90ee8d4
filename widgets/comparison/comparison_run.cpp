// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_run.h"

#include "compare/truth_errors.h"
#include "model/dump_folder.h"
#include "onnx/onnx_runtime.h"
#include "remote/equal_files.h"

#include <QCoreApplication>

#include <array>

namespace dumpscope::gui {

namespace {

std::vector<std::string> onnxRuntimes()
{
    return core::onnxRuntimePlaces(qEnvironmentVariable("DUMPSCOPE_ONNXRUNTIME").toStdString(),
        QCoreApplication::applicationDirPath().toStdString());
}

core::Result<void> addTruth(
    core::Comparison& comparison, const ComparisonInput& input, core::TaskContext& task)
{
    TRY_ASSIGN(const auto index, core::openDump(input.truth, core::builtinFormats(), {}, task));
    TRY_ASSIGN(core::TruthErrors truth, core::measureTruth(comparison, {index, {}}, input.options, task));
    comparison.pairs->setTruth(std::make_shared<const core::TruthErrors>(std::move(truth)));
    return {};
}

} // namespace

ComparisonInput inputOf(const ComparisonSetup& setup)
{
    ComparisonInput input {setup.target.root->index(), setup.golden.root->index(), setup.target.restriction,
        setup.golden.restriction, {}, setup.profile.toStdString(), setup.metrics.toStdString(), setup.truth};
    input.options.limits = setup.limits;
    input.options.pairing = setup.pairing;
    if (!setup.edits.isEmpty())
        input.options.pairing.ruleTexts.emplace_back(kEditsName, setup.edits.toJson().toStdString());
    input.options.pairing.profile = input.profile;
    input.options.filter = setup.filter.toStdString();
    input.options.measure.atol = setup.atol;
    input.options.measure.rtol = setup.rtol;
    input.options.measure.top = setup.top;
    input.options.measure.blocks = setup.blocks;
    input.options.measure.histogram = setup.blocks > 0;
    input.options.targetEnvironment = setup.targetEnvironment;
    input.options.goldenEnvironment = setup.goldenEnvironment;
    if (!setup.models.empty())
        input.options.models = {setup.models, onnxRuntimes()};
    return input;
}

std::vector<std::string> filesReadBy(const ComparisonSetup& setup)
{
    std::vector<std::string> files = setup.pairing.ruleFiles;
    for (const OpenedRoot* root : {setup.target.root.data(), setup.golden.root.data()})
        files.push_back(root->path().toStdString());
    if (!setup.truth.empty())
        files.push_back(setup.truth);
    return files;
}

core::Result<core::Comparison> runComparison(
    ComparisonInput input, const core::ComparisonObserver& observer, core::TaskContext& task)
{
    const auto metrics = core::builtinMetrics();
    input.options.measure.profile = metrics->findProfile(input.profile);
    if (!input.options.measure.profile)
        return core::fail(core::Code::Usage, "there is no profile '" + input.profile + "'");
    core::MetricSelection selection
        = core::defaultMetrics(*metrics, input.profile, input.options.limits.metrics());
    if (!input.metrics.empty()) {
        TRY_ASSIGN(const core::MetricSelection asked, core::selectMetrics(*metrics, input.metrics));
        selection = asked.with(*metrics, input.options.limits.metrics());
    }
    input.options.measure.metrics = std::make_shared<const core::MetricSelection>(std::move(selection));
    TRY_ASSIGN(const core::SelectedSides sides,
        core::selectSides(
            input.target, input.targetPart, input.golden, input.goldenPart, input.options.pairing, task));
    const std::array all {sides.target, sides.golden};
    TRY_VOID(core::findEqualFiles(all, task)); // of other machines, which need not be brought
    auto compared = core::compareSides(sides.target, sides.golden, input.options, observer, task);
    if (compared && !compared->partial && !input.truth.empty()) {
        if (const auto measured = addTruth(*compared, input, task); !measured) {
            const core::Error error = core::ofFile(measured.error(), input.truth);
            compared->problems.push_back({core::Severity::Error, error.code, error.place, error.message});
        }
    }
    return compared;
}

} // namespace dumpscope::gui
