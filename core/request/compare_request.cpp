// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/compare_request.h"

#include "base/text.h"
#include "compare/report/official_options.h"
#include "compare/report/report.h"
#include "metrics/metric_profile.h"
#include "model/dump_index.h"
#include "model/tensor_table.h"
#include "query/filter_expression.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

CompareRequest::CompareRequest()
{
    raw.besideOthers = true;
    for (const auto& report : builtinReports()->reports())
        reports.emplace(report->option(), std::string());
}

void CompareRequest::describe(OptionList& options)
{
    constexpr double kMost = std::numeric_limits<double>::max();
    print.describeRows(options);
    options.add("TARGET", &target, "Folder or file under test; ssh://HOST/PATH: on another machine")
        .required()
        .naming(PathUse::Dump);
    options
        .add("GOLDEN", &golden, "Folder or file that is right; it may be on this machine or on any other one")
        .required()
        .naming(PathUse::Dump);
    options.add("--profile", &profile, "Definitions and texts: dumpscope, msaccucmp or msprobe");
    options.add("--metrics", &metrics,
        "Metric ids, sets (quick, msaccucmp, msprobe, all) or name=expression, separated by commas");
    options
        .add("--truth", &truth,
            "A third dump, as of a run in float64: how far target and golden are from it, and which is "
            "farther")
        .naming(PathUse::Dump)
        .checkedBy(NotEmpty {});
    options.add("--counterfactual", &counterfactual,
        "How much of the error would be gone if a suspect's output were golden's: what comes behind it is "
        "computed again");
    options
        .add("--map", &maps,
            "Pairing file, table of names, GE fusion JSON, msprobe mapping YAML, reference manifest")
        .naming(PathUse::Input);
    options
        .add("--model", &models,
            "ONNX model that was dumped: suspected operators are run again in ONNX Runtime")
        .naming(PathUse::Input);
    options
        .add("--environment", &environment,
            "Archive or folder of msprobe's config_check about the target's run, where it does not lie in "
            "the dump")
        .checkedBy(NotEmpty {})
        .naming(PathUse::Dump);
    options.add("--golden-environment", &goldenEnvironment, "The same about the golden's run")
        .checkedBy(NotEmpty {})
        .naming(PathUse::Dump);
    options.add("--filter", &filter,
        "Only pairs whose target tensor this filter expression selects; of one that names verdicts, metrics "
        "or "
        "other columns of pairs: as --rows");
    options.add("--step", &step, "Only this step");
    options.add("--rank", &rank, "Only this rank");
    options.add("--run", &run, "Only this run of the target, where its folder holds several")
        .checkedBy(NotEmpty {});
    options.add("--golden-run", &goldenRun, "The same of the golden").checkedBy(NotEmpty {});
    options.add("--pair-step", &pairSteps, "Compare step T of the target with step G of the golden: T=G");
    options.add("--pair-rank", &pairRanks, "Compare rank T of the target with rank G of the golden: T=G");
    std::string presets;
    for (const LimitPreset& preset : limitPresets())
        presets += (presets.empty() ? "" : ", ") + std::string(preset.name);
    options.add("--limits", &limits, "Verdict limits: a JSON file or a preset (" + presets + ")")
        .naming(PathUse::Input);
    options.add("--limit", &ownLimits, "A limit that goes before the others: METRIC OP NUMBER[@FILTER]")
        .oneAtATime();
    options.add("--top", &top, "The N worst elements of each pair").checkedBy(WholeNumberIn {0, kMaxWorst});
    options
        .add("--blocks", &blocks,
            "Map of the error: N consecutive pieces of each tensor, and the errors by powers of two (JSON)")
        .checkedBy(WholeNumberIn {0, kMaxBlocks});
    options.add("--atol", &atol, "Absolute tolerance of mismatch_ratio").checkedBy(RealNumberIn {0, kMost});
    options.add("--rtol", &rtol, "Relative tolerance of mismatch_ratio").checkedBy(RealNumberIn {0, kMost});
    raw.describe(options);
    options
        .add("--fail-on", &failOn,
            "Exit with 1 on, separated by commas: fail, warn, unpaired, not-comparable, suspect, each on "
            "fail "
            "too; or never")
        .separatedByCommas()
        .oneAtATime()
        .checkedBy(AnyOf {{"fail", "warn", "never", "unpaired", "not-comparable", "suspect"}});
    options
        .add("--parallel", &parallel,
            "Where the runs are cut or laid out otherwise: auto (look by values for what golden's tensors "
            "are put "
            "together from) or off")
        .checkedBy(AnyOf {{"auto", "off"}});
    options.add("--layout", &layout,
        "How the ranks of the side that is cut share the work, e.g. tp=2,pp=2; found out where it is not "
        "said");
    options
        .add("--min-paired", &minPaired,
            "Share of the tensors of either side that must be compared, else exit with 4 where nothing fails")
        .checkedBy(RealNumberIn {0, 1});
    options.add("--rows", &rows,
        "Rows to print: only pairs that this filter expression selects, verdicts and metrics included; all "
        "are compared and judged");
    options.add("--all", &all, "Text: print the pairs that pass, too");
    options.add("--sort", &sort,
        "Columns to sort by, '-' in front for descending, 'worst:' in front of a metric for the worst first");
    options.add("--columns", &columns, "Columns to print, separated by commas");
    options.add("--fields", &fields,
        "JSON: of each pair only these columns, separated by commas, as members of one object");
    options
        .add("--resume", &resume,
            "Keep finished pairs in this SQLite file; go on from it. What changed is measured again")
        .checkedBy(NotEmpty {})
        .naming(PathUse::Kept);
    for (const auto& report : builtinReports()->reports()) {
        const std::string option(report->option());
        options.add("--" + option, &reports[option], report->help().text())
            .checkedBy(NotEmpty {})
            .naming(PathUse::Output);
    }
    options
        .add("--official", &official,
            "What msaccucmp is asked for besides metrics and files, for its result files: "
                + officialOptionKeys())
        .oneAtATime();
}

std::string CompareRequest::tensorFilter() const
{
    static const TensorTable tensors(std::make_shared<DumpIndex>());
    return FilterExpression::parse(filter, tensors) ? filter : std::string();
}

std::string CompareRequest::rowFilter() const
{
    return tensorFilter() == filter ? rows : bothFilters(filter, rows);
}

CompareRequest CompareRequest::measuring() const
{
    CompareRequest request = *this;
    const CompareRequest usual;
    request.filter = tensorFilter();
    request.rows = usual.rows;
    request.all = usual.all;
    request.sort = usual.sort;
    request.columns = usual.columns;
    request.fields = usual.fields;
    request.failOn = usual.failOn;
    request.minPaired = usual.minPaired;
    request.resume = usual.resume;
    request.reports = usual.reports;
    request.official = usual.official;
    request.print = usual.print;
    return request;
}

namespace {

using Equations = std::vector<std::pair<std::int64_t, std::int64_t>>;

Result<Equations> parseEquations(const std::vector<std::string>& texts, std::string_view option)
{
    Equations equations;
    for (const std::string& text : texts) {
        const std::size_t sign = std::min(text.find('='), text.size());
        const auto left = parseInt(std::string_view(text).substr(0, sign));
        const auto right = parseInt(std::string_view(text).substr(std::min(sign + 1, text.size())));
        if (!left || !right) {
            return fail(Code::Usage,
                phrase(
                    "%1 wants TARGET=GOLDEN with two integers, e.g. %2 0=1, not '%3'", option, option, text));
        }
        // Said twice, it would pair twice.
        if (std::ranges::find(equations, std::pair(*left, *right)) == equations.end())
            equations.emplace_back(*left, *right);
    }
    return equations;
}

Result<Limits> limitsOf(const CompareRequest& request)
{
    TRY_ASSIGN(Limits limits, findLimits(request.limits));
    std::vector<LimitRule> own;
    for (const std::string& text : request.ownLimits) {
        TRY_ASSIGN(LimitRule rule, parseLimit(text));
        own.push_back(std::move(rule));
    }
    limits.rules.insert(limits.rules.begin(), own.begin(), own.end());
    if (limits.rules.empty())
        return fail(Code::Usage, phrase("there are no rules here, so no pair would have a verdict"),
            {.file = request.limits});
    return limits;
}

/// The numbers a side is restricted to: `only`, or what the equations make of it on the golden side. In one
/// root, what no equation speaks of would be compared with itself.
std::vector<std::int64_t> wantedNumbers(
    std::optional<std::int64_t> only, const Equations& equations, bool isOneRoot, bool isTarget)
{
    std::vector<std::int64_t> numbers;
    for (const auto& [targetNumber, goldenNumber] : equations) {
        if (only ? targetNumber == *only : isOneRoot)
            numbers.push_back(isTarget ? targetNumber : goldenNumber);
    }
    if (only && numbers.empty())
        numbers.push_back(*only);
    return numbers;
}

} // namespace

Result<ComparisonOptions> comparisonOptions(const CompareRequest& request)
{
    for (const auto& [option, number] :
        {std::pair("--min-paired", request.minPaired), {"--atol", request.atol}, {"--rtol", request.rtol}}) {
        if (!std::isfinite(number))
            return fail(Code::Usage, phrase("%1 must be a finite number", option));
    }
    ComparisonOptions options;
    const auto metrics = builtinMetrics();
    options.measure.profile = metrics->findProfile(request.profile);
    if (!options.measure.profile) {
        std::string known;
        for (const auto& profile : metrics->profiles())
            known += (known.empty() ? "" : ", ") + std::string(profile->id());
        return fail(Code::Usage, phrase("there is no profile '%1'; there are %2", request.profile, known));
    }
    TRY_ASSIGN(options.limits, limitsOf(request));
    // What an official tool does not measure, the limits may look at all the same.
    MetricSelection selection = defaultMetrics(*metrics, request.profile, options.limits.metrics());
    if (!request.metrics.empty()) {
        TRY_ASSIGN(const MetricSelection asked, selectMetrics(*metrics, request.metrics));
        selection = asked.with(*metrics, options.limits.metrics());
    }
    TRY_VOID(checkMetrics(*metrics, selection, options.limits.metrics()));
    options.measure.metrics = std::make_shared<const MetricSelection>(std::move(selection));
    options.measure.top = request.top;
    options.measure.blocks = request.blocks;
    options.measure.histogram = request.blocks > 0;
    options.measure.atol = request.atol;
    options.measure.rtol = request.rtol;
    options.pairing.ruleFiles = request.maps;
    options.pairing.profile = request.profile;
    options.filter = request.tensorFilter();
    options.leastShare = request.minPaired;
    options.pairing.findsAssemblies = request.parallel == "auto";
    if (!request.layout.empty()) {
        TRY_ASSIGN(options.pairing.layout, SaidLayout::parse(request.layout));
    }
    options.models.models = request.models;
    options.targetEnvironment = request.environment;
    options.goldenEnvironment = request.goldenEnvironment;
    TRY_ASSIGN(options.pairing.steps, parseEquations(request.pairSteps, "--pair-step"));
    TRY_ASSIGN(options.pairing.ranks, parseEquations(request.pairRanks, "--pair-rank"));
    return options;
}

SideRestriction restrictionOf(const CompareRequest& request, const PairingOptions& pairing, bool isTarget)
{
    const bool isOneRoot = request.target == request.golden;
    SideRestriction restriction;
    restriction.steps = wantedNumbers(request.step, pairing.steps, isOneRoot, isTarget);
    restriction.ranks = wantedNumbers(request.rank, pairing.ranks, isOneRoot, isTarget);
    restriction.run = isTarget ? request.run : request.goldenRun;
    return restriction;
}

} // namespace dumpscope::core
