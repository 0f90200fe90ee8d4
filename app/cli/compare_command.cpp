// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "command_session.h"
#include "compare/report/comparison_document.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/pair_document.h"
#include "compare/report/suspicion_document.h"
#include "comparison_output.h"
#include "exit_code.h"
#include "option_error.h"
#include "process_group.h"
#include "report_outputs.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/conclusion/answer.h"
#include "compare/counterfactual/suspects_worth.h"
#include "compare/report/bundle.h"
#include "compare/report/report.h"
#include "compare/result_store.h"
#include "compare/truth_errors.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "io/output_check.h"
#include "metrics/metric_profile.h"
#include "model/tensor_table.h"
#include "query/filter_expression.h"
#include "query/row_set.h"
#include "query/row_writer.h"
#include "remote/equal_files.h"
#include "remote/remote_place.h"
#include "request/compare_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

/// Less is brought from other machines without a word.
constexpr std::uint64_t kSaidBytes = std::uint64_t {256} << 20;

class CompareCommand : public RequestCommand<core::CompareRequest> {
public:
    CompareCommand()
        : RequestCommand({.name = "compare",
            .summary = "Compare two dumps, steps, ranks or files",
            .example
            = "dumpscope-cli compare resources/sample/target resources/sample/golden --metrics quick --top "
              "3"})
    {
    }

    int run(Console& console) override
    {
        if (startedTogether() && !m_request.resume.empty()) {
            console.error(core::makeError(core::Code::Usage,
                core::phrase(
                    "--resume keeps the pairs of one process; it cannot be used by several together")));
            return kWrongUsage;
        }
        const JoinedProcesses processes = joinProcesses();
        if (!processes.isNeeded)
            return kDone;
        CommandSession session(console, m_request.print);
        core::Result<core::ComparisonOptions> prepared = prepare();
        if (!prepared)
            return refuse(console, session, prepared.error());
        core::ComparisonOptions& options = *prepared;
        options.sharing = processes.sharing.get();
        for (const std::string& model : m_request.models) {
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
        std::vector<std::string> paths {m_request.target};
        if (m_request.golden != m_request.target)
            paths.push_back(m_request.golden);
        const std::size_t golden = paths.size() - 1;
        if (!m_request.truth.empty())
            paths.push_back(m_request.truth);
        const auto roots = session.open(paths, code, true, m_request.raw);
        if (roots.empty())
            return code;
        for (const auto& root : roots) {
            if (session.lacksTensors(*root))
                return kCannotRead;
            // Of paths here `prepare` knows.
            const auto comparable
                = core::isRemote(root->root()) ? core::checkComparable(*root) : core::Result<void>();
            if (!comparable)
                return refuse(console, session, comparable.error());
        }
        const auto sides = core::selectSides(roots.front(),
            core::restrictionOf(m_request, options.pairing, true), roots[golden],
            core::restrictionOf(m_request, options.pairing, false), options.pairing, session.task());
        if (!sides)
            return refuse(console, session, sides.error());
        if (!m_request.truth.empty())
            m_truth = core::ComparisonSide {roots.back(), {}};
        std::vector<core::ComparisonSide> all {sides->target, sides->golden};
        if (m_truth)
            all.push_back(*m_truth);
        if (auto needed = core::findEqualFiles(all, session.task()); needed)
            announce(console, *needed);
        else
            return refuse(console, session, needed.error());
        return compare(console, session, sides->target, sides->golden, options);
    }

private:
    core::Result<core::ComparisonOptions> prepare() const
    {
        TRY_ASSIGN(core::ComparisonOptions options, core::comparisonOptions(m_request));
        options.models.runtimes = onnxRuntimes();
        if (needsElements(m_request))
            core::measureElements(options.measure);
        if (failsOn("never") && m_request.failOn.size() > 1)
            return core::fail(core::Code::Usage, core::phrase("--fail-on never stands alone"));
        TRY_VOID(core::parseOfficialOptions(m_request.official));
        TRY_VOID(checkReportName());
        TRY_VOID(checkFiles());
        for (const std::string* side : {&m_request.target, &m_request.golden})
            TRY_VOID(core::checkComparable(*side));
        return options;
    }

    /// A page under the name of a table opens nowhere.
    core::Result<void> checkReportName() const
    {
        const std::string& file = m_request.reports.at("report");
        for (const auto& [ending, option] :
            {std::pair(".xlsx", "--xlsx"), {".csv", "--csv-out"}, {".json", "--json-out"}}) {
            if (core::asciiLower(file).ends_with(ending))
                return core::fail(core::Code::Usage,
                    core::phrase("--report writes HTML; a file *%1 is written by %2", ending, option),
                    {.file = file});
        }
        return {};
    }

    /// Nothing is worse than hours of work that cannot be saved.
    core::Result<void> checkFiles() const
    {
        std::vector<std::string> outputs = reportPaths(m_request);
        if (!m_request.resume.empty())
            outputs.push_back(m_request.resume);
        std::vector<std::string> inputs = m_request.maps;
        inputs.insert(inputs.end(), m_request.models.begin(), m_request.models.end());
        inputs.insert(inputs.end(),
            {m_request.target, m_request.golden, m_request.limits, m_request.environment,
                m_request.goldenEnvironment, m_request.truth});
        return core::checkOutputs(outputs, inputs);
    }

    /// What would be found wrong only when the rows are printed.
    core::Result<void> checkPrinting(const core::ComparisonSide& target, const core::ComparisonSide& golden,
        const core::ComparisonOptions& options) const
    {
        core::PairTable pairs(target, golden, options.measure.metrics);
        if (m_truth)
            pairs.setTruth(nullptr);
        if (m_request.tensorFilter() != m_request.filter)
            TRY_VOID(ofOption("--filter", core::FilterExpression::parse(m_request.filter, pairs)));
        TRY_VOID(ofOption("--rows", core::FilterExpression::parse(m_request.rows, pairs)));
        TRY_VOID(ofOption("--sort", core::parseSortKeys(m_request.sort, pairs)));
        if (!m_request.columns.empty())
            TRY_VOID(ofOption("--columns", core::parseColumns(m_request.columns, pairs)));
        if (!m_request.fields.empty())
            TRY_VOID(ofOption("--fields", core::parseColumns(m_request.fields, pairs)));
        return {};
    }

    int compare(Console& console, CommandSession& session, const core::ComparisonSide& target,
        const core::ComparisonSide& golden, core::ComparisonOptions& options)
    {
        if (const auto printable = checkPrinting(target, golden, options); !printable)
            return refuse(console, session, printable.error());
        std::unique_ptr<core::ResultStore> store;
        if (!m_request.resume.empty()) {
            const std::string settings = "program=" DUMPSCOPE_VERSION "\nraw=" + rawText() + '\n';
            auto opened = core::ResultStore::open(
                m_request.resume, settings + core::settingsText(target, golden, options.measure));
            if (!opened)
                return refuse(console, session, opened.error());
            store = std::move(*opened);
            options.resume = store.get();
        }
        if (options.sharing && options.sharing->process() > 0) {
            const auto measured = core::measureShare(target, golden, options, session.task());
            return measured ? static_cast<int>(kDone) : refuse(console, session, measured.error());
        }
        auto comparison = core::compareSides(target, golden, options, observer(console), session.task());
        if (comparison && m_truth && !comparison->partial) {
            auto truth = core::measureTruth(*comparison, *m_truth, options, session.task());
            if (truth)
                comparison->pairs->setTruth(std::make_shared<const core::TruthErrors>(std::move(*truth)));
            else if (truth.error().code != core::Code::Cancelled)
                return refuse(console, session, truth.error());
        }
        if (comparison && m_request.counterfactual && !comparison->partial)
            core::weighSuspects(*comparison, options.models, session.task());
        session.quiet();
        if (comparison && m_needed.files > 0)
            comparison->summary.remote = core::ElsewhereFiles {
                m_needed.files, m_needed.bytes, m_needed.equalFiles, m_needed.broughtBytes()};
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
        const bool written = writeReports(m_request, *comparison, facts, session.task(), console);
        const int code = verdictCode(session, *comparison);
        return written || code == kInterrupted ? code : static_cast<int>(kPartial);
    }

    /// A bar that notes must not break.
    [[nodiscard]] bool hasBar() const
    {
        return m_request.print.progress == "auto" && ::isatty(STDERR_FILENO) == 1;
    }
    /// Whether somebody watches standard error while the run goes on.
    [[nodiscard]] bool isWatched() const { return hasBar() || m_request.print.progress == "plain"; }

    /// What takes long is said before it begins.
    void announce(Console& console, core::NeededFiles needed)
    {
        m_needed = std::move(needed);
        if (m_needed.missingBytes <= kSaidBytes || !isWatched())
            return;
        std::string hosts;
        for (const std::string& host : m_needed.hosts)
            hosts += (hosts.empty() ? "" : " and ") + host;
        const bool isOne = m_needed.missingFiles == 1;
        console.note(
            fmt::format("{} {}, {}, {} brought from {}; equal to others here or there: {}",
                m_needed.missingFiles, isOne ? "file" : "files", core::byteSizeText(m_needed.missingBytes),
                isOne ? "is" : "are", hosts, m_needed.equalFiles),
            hasBar());
    }

    core::ComparisonObserver observer(Console& console) const
    {
        core::ComparisonObserver observer;
        if (!m_request.print.jsonl) {
            // Standard error has it while the run goes on, where somebody watches.
            const bool bar = hasBar();
            if (isWatched()) {
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
        const auto line = [&console, form = m_request.print.nonFinite()](const auto& write) {
            core::JsonWriter json(consoleSink(console), false, form);
            write(json);
            json.finish();
            console.flush();
        };
        observer.pair = [line](const core::PairTable& pairs, std::size_t row) {
            line([&](core::JsonWriter& json) { core::writePair(json, pairs, row); });
        };
        observer.divergence = [line](const core::FirstDivergence& divergence) {
            line([&](core::JsonWriter& json) {
                json.beginObject().key("first_divergence");
                core::writeFirstDivergence(json, divergence);
                json.endObject();
            });
        };
        observer.suspicion = [line](const core::Suspicion& suspicion) {
            line([&](core::JsonWriter& json) {
                json.beginObject();
                core::writeSuspicion(json, suspicion);
                json.endObject();
            });
        };
        return observer;
    }

    core::ReportFacts factsOf(CommandSession& session, const core::Comparison& comparison) const
    {
        core::ReportFacts facts;
        facts.command = core::commandText(m_request.measuring());
        facts.profile = m_request.profile;
        facts.nonFinite = m_request.print.nonFinite();
        facts.limits = m_request.limits;
        facts.programVersion = DUMPSCOPE_VERSION;
        facts.ruleFiles = m_request.maps;
        facts.official = core::parseOfficialOptions(m_request.official).value_or(core::OfficialOptions());
        facts.problems = comparison.problems;
        const auto& problems = session.problems();
        facts.problems.insert(facts.problems.end(), problems.begin(), problems.end());
        return facts;
    }

    core::Result<void> print(Console& console, const core::Comparison& comparison,
        const core::ReportFacts& facts, core::TaskContext& task) const
    {
        const core::PairTable& pairs = *comparison.pairs;
        if (m_request.print.jsonl) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            json.beginObject();
            core::writeSurroundings(json, comparison);
            core::writeConclusion(json, comparison.conclusion);
            json.endObject().finish();
            return {};
        }
        std::vector<int> columns;
        if (!m_request.columns.empty()) {
            TRY_ASSIGN(columns, ofOption("--columns", core::parseColumns(m_request.columns, pairs)));
        } else if (m_request.print.csv) {
            columns.resize(pairs.columns().size());
            std::iota(columns.begin(), columns.end(), 0);
        } else {
            columns = readableColumns(pairs);
        }
        TRY_ASSIGN(const std::vector<core::SortKey> keys,
            ofOption("--sort", core::parseSortKeys(m_request.sort, pairs)));
        core::OwnedTask context; // What is finished is printed also after an interrupt.
        context.arena = task.arena;
        TRY_ASSIGN(const core::FilterExpression wanted, core::FilterExpression::parse(wantedRows(), pairs));
        TRY_ASSIGN(const std::vector<std::uint32_t> rows,
            core::buildRowSet(pairs, pairs.rows(), wanted, keys, context));
        if (m_request.print.json) {
            core::ListedPairs listed {rows, {}};
            if (!m_request.fields.empty()) {
                TRY_ASSIGN(listed.columns, ofOption("--fields", core::parseColumns(m_request.fields, pairs)));
            }
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            core::writeComparison(json, comparison, facts, &listed);
            json.finish();
            return {};
        }
        if (m_request.print.csv) {
            console.write(core::csvHeader(pairs, columns));
            for (const std::uint32_t row : rows)
                console.write(core::csvRow(pairs, row, columns));
            return {};
        }
        printComparison(console, comparison, columns, rows, m_request.top);
        return {};
    }

    /// Text is read by people, who look for what is wrong.
    std::string wantedRows() const
    {
        const std::string filter = m_request.rowFilter();
        const bool isText = !m_request.print.csv && !m_request.print.json;
        return filter.empty() && isText && !m_request.all ? "-verdict:pass" : filter;
    }

    int verdictCode(CommandSession& session, const core::Comparison& comparison) const
    {
        const core::PairTable& pairs = *comparison.pairs;
        int code = session.exitCode();
        for (std::size_t i = 0; code == kDone && i < pairs.rows(); ++i)
            code = pairs.row(i).state == core::PairState::Unsupported ? kPartial : kDone;
        if (code == kInterrupted)
            return code;
        if (failsOn("never"))
            return code;
        switch (core::answerOf(comparison, m_request.failOn)) {
        case core::Answer::Differ:
            return kAnsweredNo;
        case core::Answer::NothingCompared:
        case core::Answer::TooLittle:
            return kPartial;
        case core::Answer::Agree:
            break;
        }
        return code;
    }

    bool failsOn(std::string_view what) const
    {
        return std::find(m_request.failOn.begin(), m_request.failOn.end(), what) != m_request.failOn.end();
    }

    std::string rawText() const
    {
        core::RawOptions given = m_request.raw, none;
        core::OptionList options, usual;
        given.describe(options);
        none.describe(usual);
        return core::optionsText(options, usual);
    }

    static int refuse(Console& console, CommandSession& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    std::optional<core::ComparisonSide> m_truth; ///< of --truth
    core::NeededFiles m_needed;                  ///< from other machines
};

} // namespace

void register_compare_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CompareCommand>());
}

} // namespace dumpscope::cli
