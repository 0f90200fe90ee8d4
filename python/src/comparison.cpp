// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include "compare/report/comparison_document.h"
#include "compare/report/pair_document.h"
#include "documents.h"
#include "option_request.h"
#include "values.h"
#include "work.h"

#include "base/text.h"
#include "compare/conclusion/answer.h"
#include "compare/conclusion/explanation.h"
#include "compare/counterfactual/suspects_worth.h"
#include "compare/measuring/pair_measurer.h"
#include "compare/report/bundle.h"
#include "compare/report/report.h"
#include "compare/truth_errors.h"
#include "io/file_tree.h"
#include "io/output_check.h"
#include "onnx/onnx_runtime.h"
#include "query/filter_expression.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace dumpscope::python {

namespace {

core::ComparisonObserver observerOf(Work& work, const py::object& onRow)
{
    core::ComparisonObserver observer;
    if (onRow.is_none())
        return observer;
    observer.pair = [&work, &onRow](const core::PairTable& pairs, std::size_t row) {
        std::string text
            = smallDocumentText([&](core::JsonWriter& json) { core::writePair(json, pairs, row); });
        work.post([&onRow, text = std::move(text)] { onRow(parsedJson(text)); });
    };
    return observer;
}

/// An int where float would round it.
py::object numberObject(double value, const std::optional<core::WideInteger>& exact)
{
    if (!exact)
        return py::float_(value);
    return py::int_(py::str(core::integerText(*exact)));
}

core::PartnersBy partnersByOf(const std::string& word)
{
    constexpr std::array<std::pair<std::string_view, core::PartnersBy>, 4> kWords {
        {{"anything", core::PartnersBy::Anything}, {"not-values", core::PartnersBy::NotValues},
            {"names", core::PartnersBy::Names}, {"names-or-only", core::PartnersBy::NamesOrOnly}}};
    const auto found = std::ranges::find(kWords, word, [](const auto& one) { return one.first; });
    if (found == kWords.end())
        throw py::value_error("no such way of pairing: " + word);
    return found->second;
}

/// Errors: those of opening it, Code::Unsupported for what is no single file.
void checkModel(const std::string& path)
{
    const auto tree = valueOf(core::openFileTree(path));
    if (!tree->isSingleFile())
        throw CoreFailure(
            core::makeError(core::Code::Unsupported, core::phrase("a model is one file"), {.file = path}));
}

/// The words of --fail-on in a request. Errors: Code::Usage for words that it does not have, and for `never`
/// beside others.
std::vector<std::string> failOnWords(const std::string& request)
{
    auto asked = requestOf<core::CompareRequest>(request);
    core::OptionList options;
    asked.describe(options);
    const auto option = std::ranges::find(options.options(), "fail-on", &core::Option::key);
    const auto& allowed = std::get<core::AnyOf>(option->check).words;
    for (const std::string& word : asked.failOn) {
        if (std::ranges::find(allowed, word) == allowed.end())
            throw CoreFailure(core::makeError(core::Code::Usage,
                core::phrase("there is no \"%1\" to fail on; there are %2", core::printable(word),
                    fmt::format("{}", fmt::join(allowed, ", ")))));
    }
    if (asked.failOn.size() > 1 && std::ranges::find(asked.failOn, "never") != asked.failOn.end())
        throw CoreFailure(core::makeError(core::Code::Usage, core::phrase("--fail-on never stands alone")));
    return asked.failOn;
}

} // namespace

FinishedComparison FinishedComparison::make(const OpenedDump& target, const OpenedDump& golden,
    const OpenedDump* truth, const std::string& request,
    const std::vector<std::pair<std::string, std::string>>& rules, const std::string& partnersBy,
    std::vector<std::string> onnxRuntimes, const Callbacks& callbacks)
{
    FinishedComparison made;
    made.m_request = requestOf<core::CompareRequest>(request);
    made.m_request.target = target.index->root();
    made.m_request.golden = golden.index->root();
    made.m_options = valueOf(core::comparisonOptions(made.m_request));
    for (const std::string& model : made.m_options.models.models)
        checkModel(model);
    made.m_options.models.runtimes = std::move(onnxRuntimes);
    made.m_options.pairing.ruleTexts = rules;
    made.m_options.pairing.partnersBy = partnersByOf(partnersBy);
    std::vector<std::shared_ptr<const core::DumpIndex>> opened {target.index, golden.index};
    if (truth != nullptr) {
        made.m_request.truth = truth->index->root();
        made.m_truth = core::ComparisonSide {truth->index, {}};
        opened.push_back(truth->index);
    }
    for (const auto& index : opened) {
        if (index->tensorCount() == 0)
            throw CoreFailure(core::makeError(
                core::Code::NotFound, core::phrase("there is no tensor here"), {.file = index->root()}));
    }
    core::SelectedSides sides = Work(callbacks.progress).run([&](core::TaskContext& task) {
        return core::selectSides(target.index,
            core::restrictionOf(made.m_request, made.m_options.pairing, true), golden.index,
            core::restrictionOf(made.m_request, made.m_options.pairing, false), made.m_options.pairing, task);
    });
    made.m_target = std::move(sides.target);
    made.m_golden = std::move(sides.golden);
    made.checkFilter();
    Work work(callbacks.progress);
    const core::ComparisonObserver observer = observerOf(work, callbacks.row);
    made.take(
        work.run([&](core::TaskContext& task) { return made.compared(made.m_options, observer, task); }));
    return made;
}

void FinishedComparison::checkFilter() const
{
    if (m_request.tensorFilter() == m_request.filter)
        return;
    core::PairTable pairs(m_target, m_golden, m_options.measure.metrics);
    if (m_truth)
        pairs.setTruth(nullptr);
    auto parsed = core::FilterExpression::parse(m_request.filter, pairs);
    if (parsed)
        return;
    core::Error error = std::move(parsed).error();
    if (error.place.file.empty())
        error.place.file = "filter";
    throw CoreFailure(std::move(error));
}

void FinishedComparison::take(core::Comparison comparison)
{
    m_comparison = std::make_shared<const core::Comparison>(std::move(comparison));
    m_shown = Table::ofPairs(m_comparison->pairs);
    if (const std::string filter = m_request.rowFilter(); !filter.empty())
        m_shown = m_shown.filtered(filter, py::none());
}

core::Result<core::Comparison> FinishedComparison::compared(const core::ComparisonOptions& options,
    const core::ComparisonObserver& observer, core::TaskContext& task) const
{
    TRY_ASSIGN(core::Comparison comparison, core::compareSides(m_target, m_golden, options, observer, task));
    if (comparison.partial)
        return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
    if (m_truth) {
        TRY_ASSIGN(core::TruthErrors errors, core::measureTruth(comparison, *m_truth, options, task));
        comparison.pairs->setTruth(std::make_shared<const core::TruthErrors>(std::move(errors)));
    }
    if (m_request.counterfactual)
        core::weighSuspects(comparison, options.models, task);
    return comparison;
}

void FinishedComparison::checkRow(std::size_t row) const
{
    if (row >= m_comparison->pairs->rows())
        throw py::index_error(
            "pair " + std::to_string(row) + " of " + std::to_string(m_comparison->pairs->rows()));
}

core::ReportFacts FinishedComparison::facts() const
{
    core::ReportFacts facts;
    facts.command = command();
    facts.profile = m_request.profile;
    facts.limits = m_request.limits;
    facts.programVersion = DUMPSCOPE_VERSION;
    facts.ruleFiles = m_request.maps;
    facts.problems = m_comparison->problems;
    for (const core::ComparisonSide* side : {&m_target, &m_golden}) {
        const auto& problems = side->index->problems();
        if (side == &m_target || m_golden.index != m_target.index)
            facts.problems.insert(facts.problems.end(), problems.begin(), problems.end());
    }
    return facts;
}

bool FinishedComparison::lacksOnlyElements() const
{
    const core::PairTable& pairs = *m_comparison->pairs;
    const core::DumpIndex &target = *m_target.index, &golden = *m_golden.index;
    std::uint64_t empty = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        const auto ofTarget = target.shape(target.tensor(pair.target).shape);
        const auto ofGolden = golden.shape(golden.tensor(pair.golden).shape);
        const bool isEmpty = std::ranges::find(ofTarget, 0) != ofTarget.end();
        empty += isEmpty && std::ranges::equal(ofTarget, ofGolden) ? 1 : 0;
    }
    return empty > 0 && empty == m_comparison->summary.notComparable;
}

std::string FinishedComparison::answer(const std::vector<std::string>& failOn) const
{
    switch (core::answerOf(*m_comparison, failOn)) {
    case core::Answer::Differ:
        return "differ";
    case core::Answer::NothingCompared:
        return "nothing-compared";
    case core::Answer::TooLittle:
        return "too-little";
    case core::Answer::Agree:
        break;
    }
    return "agree";
}

std::string FinishedComparison::command() const
{
    return core::commandText(m_request.measuring());
}

py::object FinishedComparison::document() const
{
    return documentObject([&](core::JsonWriter& json) {
        const core::ListedPairs none;
        core::ReportFacts all = facts();
        all.nonFinite = core::NonFiniteForm::Literal;
        core::writeComparison(json, *m_comparison, all, &none);
    });
}

py::object FinishedComparison::pair(std::size_t row) const
{
    checkRow(row);
    return smallDocumentObject(
        [&](core::JsonWriter& json) { core::writePair(json, *m_comparison->pairs, row); });
}

py::list FinishedComparison::suspectMessages() const
{
    py::list messages;
    for (const core::Suspect& suspect : m_comparison->suspicion.suspects)
        messages.append(messageObject(suspect.why));
    return messages;
}

py::object FinishedComparison::explain(std::size_t row) const
{
    checkRow(row);
    std::vector<core::Explanation> reasons = core::explainPair(*m_comparison, row, m_options.limits);
    const auto differences = Work().run(
        [&](core::TaskContext& task) { return core::explainDifferences(*m_comparison->pairs, row, task); });
    reasons.insert(reasons.end(), differences.begin(), differences.end());
    py::list result;
    for (const core::Explanation& reason : reasons)
        result.append(py::make_tuple(
            textObject(core::explanationWord(reason.kind)), textObject(reason.text.text()), reason.element));
    return result;
}

py::object FinishedComparison::worst(std::size_t row, std::size_t count) const
{
    checkRow(row);
    core::MeasureOptions options = m_options.measure;
    options.top = std::min(count, core::kMaxWorst);
    const core::PairResult result = Work().run([&](core::TaskContext& task) {
        return core::PairMeasurer(m_target, m_golden, options)
            .measure(m_comparison->pairs->row(row).pair, task);
    });
    py::list elements;
    for (const core::WorstElement& element : result.details().worst) {
        py::dict one;
        one["index"] = element.index;
        one["target"] = numberObject(element.target, element.exactTarget);
        one["golden"] = numberObject(element.golden, element.exactGolden);
        one["abs_error"] = numberObject(element.absError, element.exactAbsError);
        one["rel_error"] = element.relError;
        one["ulp"] = element.exactAbsError ? numberObject(0, element.exactAbsError) : py::cast(element.ulp);
        elements.append(std::move(one));
    }
    return elements;
}

std::string FinishedComparison::json() const
{
    const core::ListedPairs listed {m_shown.rowNumbers(), {}};
    return documentText(
        [&](core::JsonWriter& json) { core::writeComparison(json, *m_comparison, facts(), &listed); },
        core::NonFiniteForm::Text);
}

void FinishedComparison::writeReport(
    const std::string& report, const std::string& path, const py::object& progress)
{
    const auto registry = core::builtinReports();
    const auto found
        = std::ranges::find_if(registry->reports(), [&](const auto& one) { return one->option() == report; });
    if (found == registry->reports().end()) {
        std::string known;
        for (const auto& one : registry->reports())
            known += (known.empty() ? "" : ", ") + std::string(one->option());
        throw CoreFailure(core::makeError(core::Code::Usage,
            core::phrase("there is no report \"%1\"; there are %2", core::printable(report), known)));
    }
    const std::vector<std::string> inputs {m_request.target, m_request.golden, m_request.truth};
    valueOf(core::checkOutputs({&path, 1}, inputs));
    if ((*found)->needsElements() && !m_hasElements) {
        core::ComparisonOptions options = m_options;
        core::measureElements(options.measure);
        take(Work(progress).run([&](core::TaskContext& task) { return compared(options, {}, task); }));
        m_hasElements = true;
    }
    Work(progress).run(
        [&](core::TaskContext& task) { return (*found)->write(*m_comparison, facts(), path, task); });
}

void FinishedComparison::writeBundle(
    const std::string& path, const std::vector<std::size_t>& rows, const py::object& progress) const
{
    const std::vector<std::string> inputs {m_request.target, m_request.golden, m_request.truth};
    valueOf(core::checkOutputs({&path, 1}, inputs));
    valueOf(core::checkReplacedFile(path, "bundle", core::isBundle));
    Work(progress).run([&](core::TaskContext& task) -> core::Result<void> {
        TRY_ASSIGN(const core::BundleSettings settings,
            core::bundleSettings(m_request.profile, m_options.limits, m_options.pairing));
        return core::writeBundle(*m_comparison, rows, facts(), settings, path, task);
    });
}

void defineComparison(py::module_& module)
{
    py::class_<FinishedComparison>(module, "FinishedComparison")
        .def_property_readonly("pairs", &FinishedComparison::pairs)
        .def_property_readonly("all_pairs", &FinishedComparison::allPairs)
        .def_property_readonly("command", &FinishedComparison::command)
        .def("answer", &FinishedComparison::answer)
        .def("lacks_only_elements", &FinishedComparison::lacksOnlyElements)
        .def("document", &FinishedComparison::document)
        .def("pair", &FinishedComparison::pair)
        .def("suspect_messages", &FinishedComparison::suspectMessages)
        .def("explain", &FinishedComparison::explain)
        .def("worst", &FinishedComparison::worst)
        .def("json", &FinishedComparison::json)
        .def("write_report", &FinishedComparison::writeReport)
        .def("write_bundle", &FinishedComparison::writeBundle);
    module.def(
        "compare",
        [](const OpenedDump& target, const OpenedDump& golden, const OpenedDump* truth,
            const std::string& request, const std::vector<std::pair<std::string, std::string>>& rules,
            const std::string& partnersBy, std::vector<std::string> onnxRuntimes, const py::object& onRow,
            const py::object& progress) {
            return FinishedComparison::make(target, golden, truth, request, rules, partnersBy,
                std::move(onnxRuntimes), {onRow, progress});
        },
        py::arg("target"), py::arg("golden"), py::arg("truth").none(true), py::arg("request"),
        py::arg("rules"), py::arg("partners_by"), py::arg("onnx_runtimes"), py::arg("on_row"),
        py::arg("progress"));
    module.attr("onnx_runtime_version") = core::OnnxRuntime::kVersion;
    module.def("onnx_runtime_places", [](const std::string& programFolder) {
        py::list places;
        for (const std::string& place : core::onnxRuntimePlaces("", programFolder))
            places.append(py::bytes(place));
        return places;
    });
    module.def("fail_on", failOnWords);
    module.def("check_comparable", [](const std::string& path) { valueOf(core::checkComparable(path)); });
}

} // namespace dumpscope::python
