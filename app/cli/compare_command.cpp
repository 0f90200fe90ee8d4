// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "comparison_output.h"
#include "exit_code.h"
#include "number_checks.h"
#include "process_group.h"
#include "report_outputs.h"
#include "session.h"
#include "shell_quote.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/report.h"
#include "compare/result_store.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "io/output_check.h"
#include "metrics/metric_profile.h"
#include "query/row_set.h"
#include "query/row_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

/// `T=G` of --pair-step and --pair-rank.
core::Result<std::vector<std::pair<std::int64_t, std::int64_t>>> parseEquations(
    const std::vector<std::string>& texts, std::string_view option)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> equations;
    for (const std::string& text : texts) {
        const std::size_t sign = std::min(text.find('='), text.size());
        const auto left = core::parseInt(std::string_view(text).substr(0, sign));
        const auto right = core::parseInt(std::string_view(text).substr(std::min(sign + 1, text.size())));
        if (!left || !right) {
            return core::fail(core::Code::Usage,
                core::phrase(
                    "%1 wants TARGET=GOLDEN with two integers, e.g. %2 0=1, not '%3'", option, option, text));
        }
        // Said twice, it would pair twice.
        if (std::ranges::find(equations, std::pair(*left, *right)) == equations.end())
            equations.emplace_back(*left, *right);
    }
    return equations;
}

class CompareCommand : public Command {
public:
    std::string_view name() const override { return "compare"; }
    std::string_view summary() const override { return "Compare two dumps, steps, ranks or files"; }
    std::string_view example() const override
    {
        return "dumpscope-cli compare resources/sample/target resources/sample/golden --metrics quick --top "
               "3";
    }

    void define(CLI::App& app) override
    {
        m_common.define(app, true);
        m_raw.define(app);
        m_raw.setBesideOthers();
        app.add_option("TARGET", m_target, "Folder or file under test")->required();
        app.add_option("GOLDEN", m_golden, "Folder or file that is right")->required();
        defineMeasuring(app);
        definePairing(app);
        defineJudging(app);
        app.add_option("--sort", m_sort, "Columns to sort by, '-' in front for descending");
        app.add_option("--columns", m_columns, "Columns to print, separated by commas");
        app.add_option("--resume", m_resume,
            "Keep finished pairs in this SQLite file; go on from it. What changed is measured again");
        m_outputs.define(app);
    }

    int run(Console& console) override
    {
        Session session(console, m_common);
        core::ComparisonOptions options;
        if (const auto done = prepare(options); !done)
            return refuse(console, session, done.error());
        if (startedTogether() && !m_resume.empty())
            return refuse(console, session,
                core::makeError(core::Code::Usage,
                    core::phrase(
                        "--resume keeps the pairs of one process; it cannot be used by several together")));
        for (const std::string& model : m_models) {
            const auto tree = core::openFileTree(model);
            if (tree && (*tree)->isSingleFile())
                continue;
            session.quiet();
            console.error(tree
                    ? core::makeError(core::Code::Unsupported, core::phrase("a model is one file"), {model})
                    : tree.error());
            return kCannotRead;
        }
        int code = kDone;
        std::vector<std::string> paths {m_target};
        if (m_golden != m_target)
            paths.push_back(m_golden);
        const auto roots = session.open(paths, code, true, m_raw);
        if (roots.empty())
            return code;
        const auto target = selectSide(roots.front(), options.pairing, true, session.task());
        const auto golden = selectSide(roots.back(), options.pairing, false, session.task());
        if (!target || !golden)
            return refuse(console, session, (target ? golden : target).error());
        return compare(console, session, *target, *golden, options);
    }

private:
    void defineMeasuring(CLI::App& app)
    {
        app.add_option("--profile", m_profile, "Definitions and texts: dumpscope, msaccucmp or msprobe");
        app.add_option("--metrics", m_metrics,
            "Metric ids, sets (quick, msaccucmp, msprobe, all) or name=expression, separated by commas");
        app.add_option("--top", m_top, "The N worst elements of each pair")->check(CLI::Range(0, 10000));
        app.add_option("--blocks", m_blocks,
               "Map of the error: N consecutive pieces of each tensor, and the errors by powers of two "
               "(JSON)")
            ->check(CLI::Range(std::size_t {0}, core::kMaxBlocks));
        app.add_option("--atol", m_atol, "Absolute tolerance of mismatch_ratio")
            ->check(realFrom(0, std::numeric_limits<double>::max()));
        app.add_option("--rtol", m_rtol, "Relative tolerance of mismatch_ratio")
            ->check(realFrom(0, std::numeric_limits<double>::max()));
    }

    void definePairing(CLI::App& app)
    {
        app.add_option(
            "--map", m_maps, "Pairing file, GE fusion JSON, msprobe mapping YAML, reference manifest");
        app.add_option("--model", m_models,
            "ONNX model that was dumped: suspected operators are run again in ONNX Runtime");
        app.add_option("--filter", m_filter, "Only pairs whose target tensor this filter expression selects");
        app.add_option("--step", m_step, "Only this step");
        app.add_option("--rank", m_rank, "Only this rank");
        app.add_option(
            "--pair-step", m_pairSteps, "Compare step T of the target with step G of the golden: T=G");
        app.add_option(
            "--pair-rank", m_pairRanks, "Compare rank T of the target with rank G of the golden: T=G");
    }

    void defineJudging(CLI::App& app)
    {
        std::string presets;
        for (const core::LimitPreset& preset : core::limitPresets())
            presets += (presets.empty() ? "" : ", ") + std::string(preset.name);
        app.add_option("--limits", m_limits, "Verdict limits: a JSON file or a preset (" + presets + ")");
        app.add_option("--limit", m_limit, "A limit that goes before the others: METRIC OP NUMBER[@FILTER]")
            ->allow_extra_args(false);
        app.add_option("--fail-on", m_failOn,
               "Exit with 1 on, separated by commas: fail, warn, unpaired, not-comparable, suspect, each on "
               "fail "
               "too; or never")
            ->delimiter(',')
            ->allow_extra_args(false)
            ->check(CLI::IsMember({"fail", "warn", "never", "unpaired", "not-comparable", "suspect"}));
        app.add_option("--min-paired", m_minPaired,
               "Share of the tensors of either side that must be compared, else exit with 4 where nothing "
               "fails")
            ->check(CLI::Range(0.0, 1.0));
    }

    core::Result<void> prepare(core::ComparisonOptions& options) const
    {
        for (const auto& [option, number] :
            {std::pair("--min-paired", m_minPaired), {"--atol", m_atol}, {"--rtol", m_rtol}}) {
            if (!std::isfinite(number))
                return core::fail(core::Code::Usage, core::phrase("%1 must be a finite number", option));
        }
        const auto metrics = core::builtinMetrics();
        options.measure.profile = metrics->findProfile(m_profile);
        if (!options.measure.profile) {
            std::string known;
            for (const auto& profile : metrics->profiles())
                known += (known.empty() ? "" : ", ") + std::string(profile->id());
            return core::fail(
                core::Code::Usage, core::phrase("there is no profile '%1'; there are %2", m_profile, known));
        }
        TRY_ASSIGN(options.limits, readLimits());
        // What an official tool does not measure, the limits may look at all the same.
        core::MetricSelection selection = core::defaultMetrics(*metrics, m_profile, options.limits.metrics());
        if (!m_metrics.empty()) {
            TRY_ASSIGN(selection, core::selectMetrics(*metrics, m_metrics));
        }
        options.measure.metrics = std::make_shared<const core::MetricSelection>(std::move(selection));
        options.measure.top = m_top;
        options.measure.blocks = m_blocks;
        options.measure.histogram = m_blocks > 0;
        options.measure.atol = m_atol;
        options.measure.rtol = m_rtol;
        if (m_outputs.needElements()) {
            options.measure.top = std::max<std::size_t>(options.measure.top, 10);
            options.measure.blocks = m_blocks > 0 ? m_blocks : 256;
            options.measure.histogram = true;
        }
        if (failsOn("never") && m_failOn.size() > 1)
            return core::fail(core::Code::Usage, core::phrase("--fail-on never stands alone"));
        options.pairing.ruleFiles = m_maps;
        options.pairing.profile = m_profile;
        options.filter = m_filter;
        options.leastShare = m_minPaired;
        options.models = {m_models, onnxRuntimes()};
        TRY_ASSIGN(options.pairing.steps, parseEquations(m_pairSteps, "--pair-step"));
        TRY_ASSIGN(options.pairing.ranks, parseEquations(m_pairRanks, "--pair-rank"));
        TRY_VOID(m_outputs.official());
        return checkFiles();
    }

    /// Nothing is worse than hours of work that cannot be saved.
    core::Result<void> checkFiles() const
    {
        std::vector<std::string> outputs = m_outputs.paths();
        if (!m_resume.empty())
            outputs.push_back(m_resume);
        std::vector<std::string> inputs = m_maps;
        inputs.insert(inputs.end(), m_models.begin(), m_models.end());
        inputs.insert(inputs.end(), {m_target, m_golden, m_limits});
        return core::checkOutputs(outputs, inputs);
    }

    core::Result<core::Limits> readLimits() const
    {
        TRY_ASSIGN(core::Limits limits, core::findLimits(m_limits));
        std::vector<core::LimitRule> own;
        for (const std::string& text : m_limit) {
            TRY_ASSIGN(core::LimitRule rule, core::parseLimit(text));
            own.push_back(std::move(rule));
        }
        limits.rules.insert(limits.rules.begin(), own.begin(), own.end());
        return limits;
    }

    /// The numbers a side is restricted to: `only`, or what the equations make of it on the golden side. In
    /// one root, what no equation speaks of would be compared with itself.
    std::vector<std::int64_t> wantedNumbers(std::optional<std::int64_t> only,
        const std::vector<std::pair<std::int64_t, std::int64_t>>& equations, bool ofTarget) const
    {
        std::vector<std::int64_t> numbers;
        for (const auto& [targetNumber, goldenNumber] : equations) {
            if (only ? targetNumber == *only : m_target == m_golden)
                numbers.push_back(ofTarget ? targetNumber : goldenNumber);
        }
        if (only && numbers.empty())
            numbers.push_back(*only);
        return numbers;
    }

    core::Result<core::ComparisonSide> selectSide(const std::shared_ptr<const core::DumpIndex>& index,
        const core::PairingOptions& pairing, bool isTarget, core::TaskContext& task) const
    {
        core::SideRestriction restriction;
        restriction.steps = wantedNumbers(m_step, pairing.steps, isTarget);
        restriction.ranks = wantedNumbers(m_rank, pairing.ranks, isTarget);
        return core::selectSide(index, restriction, task);
    }

    /// What would be found wrong only when the rows are printed.
    core::Result<void> checkPrinting(const core::ComparisonSide& target, const core::ComparisonSide& golden,
        const core::ComparisonOptions& options) const
    {
        const core::PairTable pairs(target, golden, options.measure.metrics);
        TRY_VOID(core::parseSortKeys(m_sort, pairs));
        if (!m_columns.empty())
            TRY_VOID(core::parseColumns(m_columns, pairs));
        return {};
    }

    int compare(Console& console, Session& session, const core::ComparisonSide& target,
        const core::ComparisonSide& golden, core::ComparisonOptions& options)
    {
        if (const auto printable = checkPrinting(target, golden, options); !printable)
            return refuse(console, session, printable.error());
        std::unique_ptr<core::ResultStore> store;
        if (!m_resume.empty()) {
            const std::string settings = "program=" DUMPSCOPE_VERSION "\nraw=" + m_raw.commandText() + '\n';
            auto opened = core::ResultStore::open(
                m_resume, settings + core::settingsText(target, golden, options.measure));
            if (!opened)
                return refuse(console, session, opened.error());
            store = std::move(*opened);
            options.resume = store.get();
        }
        const std::unique_ptr<core::PairSharing> sharing = joinProcesses();
        options.sharing = sharing.get();
        if (sharing && sharing->process() > 0) {
            const auto measured = core::measureShare(target, golden, options, session.task());
            return measured ? static_cast<int>(kDone) : refuse(console, session, measured.error());
        }
        const auto comparison
            = core::compareSides(target, golden, options, observer(console), session.task());
        session.quiet();
        if (!comparison) {
            console.error(comparison.error());
            return comparison.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        core::ReportFacts facts = factsOf(session, *comparison);
        if (const auto printed = print(console, *comparison, facts, session.task()); !printed)
            return refuse(console, session, printed.error());
        for (const core::Diagnostic& problem : facts.problems) {
            if (problem.severity != core::Severity::Hint)
                console.problem(problem);
        }
        const bool written = m_outputs.write(*comparison, facts, session.task(), console);
        const int code = verdictCode(session, *comparison);
        return written || code == kInterrupted ? code : static_cast<int>(kPartial);
    }

    core::ComparisonObserver observer(Console& console) const
    {
        core::ComparisonObserver observer;
        if (!m_common.jsonl) {
            // Standard error has it while the run goes on, where somebody watches.
            const bool bar = m_common.progress == "auto" && ::isatty(STDERR_FILENO) == 1;
            if (bar || m_common.progress == "plain") {
                observer.suspicion = [&console, bar](const core::Suspicion& suspicion) {
                    if (!suspicion.suspects.empty())
                        console.note("suspect: " + suspectLine(suspicion.suspects.front()), bar);
                };
                observer.divergence = [&console, bar](const core::FirstDivergence& divergence) {
                    console.note("first divergence: " + divergence.text(), bar);
                };
            }
            return observer;
        }
        observer.pair = [&console](const core::PairTable& pairs, std::size_t row) {
            core::JsonWriter json(consoleSink(console));
            core::writePair(json, pairs, row);
            json.finish();
            console.flush();
        };
        observer.divergence = [&console](const core::FirstDivergence& divergence) {
            core::JsonWriter json(consoleSink(console));
            json.beginObject().key("first_divergence");
            core::writeFirstDivergence(json, divergence);
            json.endObject().finish();
            console.flush();
        };
        observer.suspicion = [&console](const core::Suspicion& suspicion) {
            core::JsonWriter json(consoleSink(console));
            json.beginObject();
            core::writeSuspicion(json, suspicion);
            json.endObject().finish();
            console.flush();
        };
        return observer;
    }

    core::ReportFacts factsOf(Session& session, const core::Comparison& comparison) const
    {
        core::ReportFacts facts;
        facts.command = commandLine();
        facts.profile = m_profile;
        facts.limits = m_limits;
        facts.programVersion = DUMPSCOPE_VERSION;
        facts.ruleFiles = m_maps;
        facts.official = m_outputs.official().value_or(core::OfficialOptions());
        facts.problems = comparison.problems;
        const auto& problems = session.problems();
        facts.problems.insert(facts.problems.end(), problems.begin(), problems.end());
        return facts;
    }

    core::Result<void> print(Console& console, const core::Comparison& comparison,
        const core::ReportFacts& facts, core::TaskContext& task) const
    {
        const core::PairTable& pairs = *comparison.pairs;
        if (m_common.jsonl) {
            core::JsonWriter json(consoleSink(console));
            json.beginObject();
            core::writeConclusion(json, comparison.conclusion);
            json.endObject().finish();
            return {};
        }
        if (m_common.json) {
            core::JsonWriter json(consoleSink(console));
            core::writeComparison(json, comparison, facts);
            json.finish();
            return {};
        }
        std::vector<int> columns;
        if (!m_columns.empty()) {
            TRY_ASSIGN(columns, core::parseColumns(m_columns, pairs));
        } else if (m_common.csv) {
            columns.resize(pairs.columns().size());
            std::iota(columns.begin(), columns.end(), 0);
        } else {
            columns = readableColumns(pairs);
        }
        TRY_ASSIGN(const std::vector<core::SortKey> keys, core::parseSortKeys(m_sort, pairs));
        core::OwnedTask uninterrupted; // What is finished is printed also after an interrupt.
        core::TaskContext context = uninterrupted.context();
        context.arena = task.arena;
        TRY_ASSIGN(const core::FilterExpression all, core::FilterExpression::parse("", pairs));
        TRY_ASSIGN(const std::vector<std::uint32_t> rows,
            core::buildRowSet(pairs, pairs.rows(), all, keys, context));
        if (m_common.csv) {
            console.write(core::csvHeader(pairs, columns));
            for (const std::uint32_t row : rows)
                console.write(core::csvRow(pairs, row, columns));
            return {};
        }
        printComparison(console, comparison, columns, rows);
        return {};
    }

    int verdictCode(Session& session, const core::Comparison& comparison) const
    {
        const int code = session.exitCode();
        if (code == kInterrupted)
            return code;
        const core::ComparisonSummary& summary = comparison.summary;
        if (failsOn("never"))
            return code;
        const bool isBad = summary.fail > 0
            || ((failsOn("warn") || failsOn("not-comparable")) && summary.notComparable > 0)
            || (failsOn("warn")
                && (summary.warn > 0 || comparison.conclusion.kind == core::ConclusionKind::Warnings))
            || (failsOn("suspect") && !comparison.suspicion.suspects.empty())
            || (failsOn("unpaired") && summary.unpairedTarget + summary.unpairedGolden > 0);
        const core::Coverage& coverage = comparison.conclusion.coverage;
        // A comparison that compared nothing has not found the sides equal, and one that compared little has
        // not found much.
        if (isBad || (coverage.pairs == 0 && code == kDone))
            return kAnsweredNo;
        return coverage.share() < comparison.leastShare ? static_cast<int>(kPartial) : code;
    }

    bool failsOn(std::string_view what) const
    {
        return std::find(m_failOn.begin(), m_failOn.end(), what) != m_failOn.end();
    }

    std::string commandLine() const
    {
        std::string line = "dumpscope-cli compare " + shellQuoted(m_target) + ' ' + shellQuoted(m_golden);
        const auto add = [&](std::string_view option, const std::string& value) {
            line += fmt::format(" {} {}", option, shellQuoted(value));
        };
        const auto addIf
            = [&](std::string_view option, const std::string& value, std::string_view usual = "") {
                  if (value != usual)
                      add(option, value);
              };
        addIf("--profile", m_profile, "dumpscope");
        addIf("--metrics", m_metrics);
        for (const std::string& map : m_maps)
            add("--map", map);
        for (const std::string& model : m_models)
            add("--model", model);
        addIf("--filter", m_filter);
        if (m_step)
            add("--step", std::to_string(*m_step));
        if (m_rank)
            add("--rank", std::to_string(*m_rank));
        for (const std::string& equation : m_pairSteps)
            add("--pair-step", equation);
        for (const std::string& equation : m_pairRanks)
            add("--pair-rank", equation);
        addIf("--limits", m_limits, "precision");
        for (const std::string& limit : m_limit)
            add("--limit", limit);
        if (m_top > 0)
            add("--top", std::to_string(m_top));
        if (m_blocks > 0)
            add("--blocks", std::to_string(m_blocks));
        if (m_atol != core::MeasureOptions().atol)
            add("--atol", core::numberText(m_atol));
        if (m_rtol != core::MeasureOptions().rtol)
            add("--rtol", core::numberText(m_rtol));
        return line + m_raw.commandText();
    }

    static int refuse(Console& console, Session& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    CommonOptions m_common;
    RawOptions m_raw;
    std::string m_target, m_golden;
    std::string m_profile = "dumpscope", m_metrics, m_limits = "precision";
    std::string m_filter, m_sort, m_columns, m_resume;
    std::vector<std::string> m_maps, m_models, m_pairSteps, m_pairRanks, m_limit;
    std::vector<std::string> m_failOn {"fail"};
    double m_minPaired = core::kLeastShare;
    std::optional<std::int64_t> m_step, m_rank;
    std::size_t m_top = 0, m_blocks = 0;
    double m_atol = core::MeasureOptions().atol, m_rtol = core::MeasureOptions().rtol;
    ReportOutputs m_outputs;
};

} // namespace

void register_compare_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CompareCommand>());
}

} // namespace dumpscope::cli
