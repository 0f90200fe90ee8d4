// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"
#include "session.h"
#include "shell_quote.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/report.h"
#include "compare/result_store.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "metrics/metric_profile.h"
#include "query/row_set.h"
#include "query/row_writer.h"
#include "query/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

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
                fmt::format(
                    "{} wants TARGET=GOLDEN with two integers, e.g. {} 0=1, not '{}'", option, option, text));
        }
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
        app.add_option("TARGET", m_target, "Folder or file under test")->required();
        app.add_option("GOLDEN", m_golden, "Folder or file that is right")->required();
        defineMeasuring(app);
        definePairing(app);
        defineJudging(app);
        app.add_option("--sort", m_sort, "Columns to sort by, '-' in front for descending");
        app.add_option("--columns", m_columns, "Columns to print, separated by commas");
        app.add_option("--resume", m_resume, "Keep finished pairs in this SQLite file; go on from it");
        for (const auto& report : core::builtinReports()->reports()) {
            app.add_option("--" + std::string(report->option()), m_reports[std::string(report->option())],
                std::string(report->help()));
        }
    }

    int run(Console& console) override
    {
        Session session(console, m_common);
        core::ComparisonOptions options;
        if (const auto done = prepare(options); !done)
            return refuse(console, session, done.error());
        int code = kDone;
        std::vector<std::string> paths {m_target};
        if (m_golden != m_target)
            paths.push_back(m_golden);
        const auto roots = session.open(paths, code);
        if (roots.empty())
            return code;
        const auto target
            = selectSide(roots.front(), m_pairSteps.empty(), m_pairRanks.empty(), session.task());
        const auto golden
            = selectSide(roots.back(), m_pairSteps.empty(), m_pairRanks.empty(), session.task());
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
        app.add_option("--atol", m_atol, "Absolute tolerance of mismatch_ratio")
            ->check(CLI::NonNegativeNumber);
        app.add_option("--rtol", m_rtol, "Relative tolerance of mismatch_ratio")
            ->check(CLI::NonNegativeNumber);
    }

    void definePairing(CLI::App& app)
    {
        app.add_option(
            "--map", m_maps, "Pairing file, GE fusion JSON, msprobe mapping YAML, reference manifest");
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
        app.add_option("--fail-on", m_failOn, "Exit with 1 on: fail, warn or never")
            ->check(CLI::IsMember({"fail", "warn", "never"}));
    }

    core::Result<void> prepare(core::ComparisonOptions& options) const
    {
        const auto metrics = core::builtinMetrics();
        options.measure.profile = metrics->findProfile(m_profile);
        if (!options.measure.profile) {
            std::string known;
            for (const auto& profile : metrics->profiles())
                known += (known.empty() ? "" : ", ") + std::string(profile->id());
            return core::fail(
                core::Code::Usage, fmt::format("there is no profile '{}'; there are {}", m_profile, known));
        }
        core::MetricSelection selection = core::defaultMetrics(*metrics, m_profile);
        if (!m_metrics.empty()) {
            TRY_ASSIGN(selection, core::selectMetrics(*metrics, m_metrics));
        }
        options.measure.metrics = std::make_shared<const core::MetricSelection>(std::move(selection));
        options.measure.top = m_top;
        options.measure.atol = m_atol;
        options.measure.rtol = m_rtol;
        for (const auto& report : core::builtinReports()->reports()) {
            if (report->needsElements() && !m_reports.at(std::string(report->option())).empty()) {
                options.measure.top = std::max<std::size_t>(options.measure.top, 10);
                options.measure.blocks = 256;
                options.measure.histogram = true;
            }
        }
        options.pairing.ruleFiles = m_maps;
        options.pairing.profile = m_profile;
        options.filter = m_filter;
        TRY_ASSIGN(options.pairing.steps, parseEquations(m_pairSteps, "--pair-step"));
        TRY_ASSIGN(options.pairing.ranks, parseEquations(m_pairRanks, "--pair-rank"));
        TRY_ASSIGN(options.limits, readLimits());
        return {};
    }

    core::Result<core::Limits> readLimits() const
    {
        core::Limits limits;
        const auto presets = core::limitPresets();
        const auto isPreset = [&](const core::LimitPreset& preset) { return preset.name == m_limits; };
        if (std::any_of(presets.begin(), presets.end(), isPreset)) {
            TRY_ASSIGN(limits, core::presetLimits(m_limits));
        } else {
            TRY_ASSIGN(const core::Bytes bytes, core::mapFile(m_limits, m_limits));
            auto parsed = core::parseLimits(core::asText(bytes.span()), m_limits);
            if (!parsed) {
                core::Error error = parsed.error();
                error.code = core::Code::Usage;
                error.place.file = m_limits;
                return core::fail(std::move(error));
            }
            limits = std::move(*parsed);
        }
        std::vector<core::LimitRule> own;
        for (const std::string& text : m_limit) {
            TRY_ASSIGN(core::LimitRule rule, core::parseLimit(text));
            own.push_back(std::move(rule));
        }
        limits.rules.insert(limits.rules.begin(), own.begin(), own.end());
        return limits;
    }

    core::Result<core::ComparisonSide> selectSide(const std::shared_ptr<const core::DumpIndex>& index,
        bool byStep, bool byRank, core::TaskContext& task) const
    {
        core::SideRestriction restriction;
        if (byStep)
            restriction.step = m_step;
        if (byRank)
            restriction.rank = m_rank;
        return core::selectSide(index, restriction, task);
    }

    int compare(Console& console, Session& session, const core::ComparisonSide& target,
        const core::ComparisonSide& golden, core::ComparisonOptions& options)
    {
        std::unique_ptr<core::ResultStore> store;
        if (!m_resume.empty()) {
            auto opened
                = core::ResultStore::open(m_resume, core::settingsText(target, golden, options.measure));
            if (!opened)
                return refuse(console, session, opened.error());
            store = std::move(*opened);
            options.resume = store.get();
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
        const int reported = writeReports(console, session, *comparison, facts);
        return reported != kDone ? reported : verdictCode(session, *comparison);
    }

    core::ComparisonObserver observer(Console& console) const
    {
        core::ComparisonObserver observer;
        if (!m_common.jsonl)
            return observer;
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
        facts.problems = comparison.problems;
        const auto& problems = session.problems();
        facts.problems.insert(facts.problems.end(), problems.begin(), problems.end());
        return facts;
    }

    core::Result<void> print(Console& console, const core::Comparison& comparison,
        const core::ReportFacts& facts, core::TaskContext& task) const
    {
        const core::PairTable& pairs = *comparison.pairs;
        if (m_common.jsonl)
            return {};
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
        printTable(console, comparison, columns, rows);
        return {};
    }

    static std::vector<int> readableColumns(const core::PairTable& pairs)
    {
        std::vector<int> columns;
        for (const std::string_view name :
            {"verdict", "rank", "step", "op_type", "op_name", "io", "slot", "occurrence", "dtype", "shape"})
            columns.push_back(pairs.columnByName(name));
        // A line holds a few numbers only; the other forms have all of them.
        constexpr std::array<std::string_view, 8> kTelling {"cosine_similarity",
            "relative_euclidean_distance", "max_absolute_error", "mismatch_ratio", "max_diff", "l2norm_diff",
            "l2norm_diff_relative", "bitwise_equal"};
        std::size_t shown = 0;
        for (const std::string_view name : kTelling) {
            if (const int column = pairs.columnByName(name); column >= 0) {
                columns.push_back(column);
                ++shown;
            }
        }
        for (std::size_t m = 0; shown < 4 && m < pairs.metrics().size(); ++m) {
            const int column = pairs.columnByName(pairs.metrics().info(m).id);
            if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
                columns.push_back(column);
                ++shown;
            }
        }
        columns.push_back(pairs.columnByName("reason"));
        return columns;
    }

    static void printTable(Console& console, const core::Comparison& comparison,
        const std::vector<int>& columns, const std::vector<std::uint32_t>& rows)
    {
        const core::PairTable& pairs = *comparison.pairs;
        std::vector<core::TextTable::Column> shown;
        for (const int column : columns) {
            const auto& info = pairs.columns()[static_cast<std::size_t>(column)];
            shown.push_back({std::string(info.name),
                info.type == core::ColumnType::Integer || info.type == core::ColumnType::Real});
        }
        const core::TextTable text(std::move(shown), {terminalWidth(), true});
        text.write(consoleSink(console), rows.size(), [&](std::size_t i, std::vector<std::string>& cells) {
            for (std::size_t c = 0; c < columns.size(); ++c)
                cells[c] = core::cellText(pairs.cell(rows[i], columns[c]));
        });
        printSummary(console, comparison);
    }

    static void printSummary(Console& console, const core::Comparison& comparison)
    {
        const core::ComparisonSummary& summary = comparison.summary;
        console.writeLine(fmt::format(
            "{} pairs: {} pass, {} warn, {} fail, {} not comparable; unpaired: {} target, {} golden",
            comparison.pairs->rows(), summary.pass, summary.warn, summary.fail, summary.notComparable,
            summary.unpairedTarget, summary.unpairedGolden));
        if (comparison.partial)
            console.writeLine("interrupted: the pairs above are finished, the rest was not compared");
        if (const auto& first = comparison.firstDivergence) {
            std::string where;
            if (first->rank)
                where += fmt::format(" rank {}", *first->rank);
            if (first->step)
                where += fmt::format(" step {}", *first->step);
            const char* const inputs = first->inputsClean
                ? first->rule == "no-inputs" ? "no inputs to compare" : "inputs pass"
                : "an input differs that no earlier output explains";
            console.writeLine(fmt::format("first divergence:{} {} ({}; pair {})", where,
                core::printable(first->opName), inputs, first->index));
        } else if (summary.fail == 0) {
            console.writeLine("first divergence: none");
        }
    }

    int writeReports(Console& console, Session& session, const core::Comparison& comparison,
        const core::ReportFacts& facts) const
    {
        for (const auto& report : core::builtinReports()->reports()) {
            const std::string& path = m_reports.at(std::string(report->option()));
            if (path.empty())
                continue;
            core::OwnedTask own(session.task().arena.threads());
            core::TaskContext task = own.context();
            if (const auto written = report->write(comparison, facts, path, task); !written) {
                console.error(written.error());
                return kCannotRead;
            }
        }
        return kDone;
    }

    int verdictCode(Session& session, const core::Comparison& comparison) const
    {
        const int code = session.exitCode();
        if (code == kInterrupted)
            return code;
        const core::ComparisonSummary& summary = comparison.summary;
        const bool bad = m_failOn == "fail" ? summary.fail > 0
            : m_failOn == "warn"            ? summary.fail + summary.warn > 0
                                            : false;
        return bad ? kAnsweredNo : code;
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
        if (m_atol != core::MeasureOptions().atol)
            add("--atol", core::numberText(m_atol));
        if (m_rtol != core::MeasureOptions().rtol)
            add("--rtol", core::numberText(m_rtol));
        return line;
    }

    static int refuse(Console& console, Session& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    CommonOptions m_common;
    std::string m_target, m_golden;
    std::string m_profile = "dumpscope", m_metrics, m_limits = "precision", m_failOn = "fail";
    std::string m_filter, m_sort, m_columns, m_resume;
    std::vector<std::string> m_maps, m_pairSteps, m_pairRanks, m_limit;
    std::optional<std::int64_t> m_step, m_rank;
    std::size_t m_top = 0;
    double m_atol = core::MeasureOptions().atol, m_rtol = core::MeasureOptions().rtol;
    std::map<std::string, std::string> m_reports; ///< path by option
};

} // namespace

void register_compare_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CompareCommand>());
}

} // namespace dumpscope::cli
