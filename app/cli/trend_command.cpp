// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "option_error.h"
#include "trend_output.h"

#include "io/output_check.h"
#include "readers/format_registry.h"
#include "request/trend_request.h"
#include "trend/trend_opening.h"
#include "trend/trend_report.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>

namespace dumpscope::cli {

namespace {

class TrendCommand : public RequestCommand<core::TrendRequest> {
public:
    TrendCommand()
        : RequestCommand({.name = "trend",
            .summary = "Figures over steps and ranks, and the first anomaly of a run without a golden",
            .example = "dumpscope-cli trend resources/sample/target --rules usual"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        if (!m_request.report.empty()) {
            const std::vector<std::string> inputs {m_request.path, m_request.rules};
            if (const auto usable = core::checkOutputs({&m_request.report, 1}, inputs); !usable)
                return refused(console, session, usable.error());
        }
        std::optional<core::TrendRuleSet> rules;
        if (!m_request.rules.empty()) {
            auto found = ofOption("--rules", core::findTrendRules(m_request.rules));
            if (!found)
                return refused(console, session, found.error());
            rules = std::move(*found);
        }
        if (rules && m_request.follow) {
            Look last;
            if (!waitForFinding(console, session.task(), *rules, last))
                return printInterrupted(console, session, *rules, last);
        }
        int code = kDone;
        const auto roots = session.open({m_request.path}, code);
        if (roots.empty())
            return code;
        if (session.lacksTensors(*roots.front()))
            return kCannotRead;
        const auto data = makeData(roots.front(), rules.has_value(), session.task());
        if (!data)
            return refused(console, session, data.error());
        std::optional<core::TrendResult> result;
        if (rules) {
            auto applied = core::applyTrendRules(**data, *rules, session.task());
            if (!applied)
                return refused(console, session, applied.error());
            result = std::move(*applied);
        }
        const auto printed
            = print(console, session, **data, rules ? &*rules : nullptr, result ? &*result : nullptr);
        if (printed != kDone)
            return printed;
        code = session.exitCode();
        if (code == kInterrupted)
            return code;
        if (result && result->first())
            return kAnsweredNo;
        const bool isJudged = result ? result->isJudged() : !(*data)->cube().cells().empty();
        if (code == kDone && !isJudged)
            return kCannotRead;
        return code == kDone && result && result->isPartial() ? static_cast<int>(kPartial) : code;
    }

private:
    /// What was found when a dump that is being written was last looked at.
    struct Look {
        std::shared_ptr<const core::TrendRun> data; ///< null: nothing yet
        core::TrendResult result;
    };

    static int refused(Console& console, CommandSession& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    /// Result, problems and page; kDone where all could be written.
    int print(Console& console, CommandSession& session, const core::TrendRun& data,
        const core::TrendRuleSet* rules, const core::TrendResult* result) const
    {
        session.quiet();
        core::OwnedTask writing; // what was found is written after an interrupt, too
        if (const auto written = write(console, session, writing, data, result); !written)
            return refused(console, session, written.error());
        session.printProblems();
        if (result && !m_request.report.empty()) {
            if (const auto page = core::writeTrendPage(m_request.report, data, *rules, *result, writing);
                !page) {
                console.error(page.error());
                return kPartial;
            }
        }
        return kDone;
    }

    int printInterrupted(
        Console& console, CommandSession& session, const core::TrendRuleSet& rules, const Look& last) const
    {
        if (last.data) {
            print(console, session, *last.data, &rules, &last.result);
            return kInterrupted;
        }
        session.quiet();
        const std::string_view sentence = "Nothing was judged: interrupted before the dump could be read.";
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            json.beginObject().member("sentence", sentence).key("first_anomaly").null();
            json.key("findings").beginArray().endArray().member("findings_total", 0);
            writeProblems(json, session.problems());
            json.endObject();
            json.finish();
        } else if (!m_request.print.jsonl && !m_request.print.csv) {
            console.writeLine(sentence);
        }
        session.printProblems();
        return kInterrupted;
    }

    /// Opens the dump again and again until a rule holds; false: interrupted, and `last` is what was seen
    /// last. What cannot be opened or judged may be there the next time.
    [[nodiscard]] bool waitForFinding(
        Console& console, core::TaskContext& task, const core::TrendRuleSet& rules, Look& last) const
    {
        constexpr std::chrono::seconds kPause {2};
        std::mutex mutex;
        std::condition_variable_any stopped;
        std::string told;
        for (;;) {
            core::Diagnostics unheard;
            core::TaskContext quiet {task.stop, task.progress, unheard, task.arena};
            const auto index = core::openDump(m_request.path, core::builtinFormats(), {}, quiet);
            const auto data = index
                ? makeData(*index, true, quiet)
                : core::Result<std::shared_ptr<const core::TrendRun>>(core::fail(index.error()));
            auto result = data ? core::applyTrendRules(**data, rules, quiet)
                               : core::Result<core::TrendResult>(core::fail(data.error()));
            if ((result && result->first()) || (!result && result.error().code == core::Code::Usage))
                return true;
            if (task.stopped())
                return false;
            std::string seen
                = result ? core::trendSentence(**data, *result).text() : result.error().inFull().text() + ".";
            if (result)
                last = {*data, std::move(*result)};
            if (m_request.print.progress != "none" && seen != told)
                console.note(seen + " Waiting for more, looking every two seconds.", true);
            told = std::move(seen);
            std::unique_lock lock(mutex);
            stopped.wait_for(lock, task.stop, kPause, [] { return false; });
            if (task.stopped())
                return false;
        }
    }

    [[nodiscard]] std::string figure(bool hasRules) const
    {
        return m_request.figure.empty() && !hasRules ? "l2norm" : m_request.figure;
    }
    [[nodiscard]] std::size_t limit() const
    {
        return m_request.limit < 0 ? std::numeric_limits<std::size_t>::max()
                                   : static_cast<std::size_t>(m_request.limit);
    }

    core::Result<std::shared_ptr<const core::TrendRun>> makeData(
        const std::shared_ptr<const core::DumpIndex>& index, bool hasRules, core::TaskContext& task) const
    {
        const std::string name = figure(hasRules);
        return ofOption("--filter",
            core::openTrendRun(
                index, {.filter = m_request.filter, .figure = name.empty() ? "l2norm" : name}, task));
    }

    void writeLines(Console& console, const core::TrendRun& data, const core::TrendColumn& column) const
    {
        for (std::size_t row = 0; row < std::min(limit(), data.cube().rows().size()); ++row) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            core::writeTrendRow(json, data, column, row);
            json.finish();
        }
    }

    core::Result<void> write(Console& console, CommandSession& session, core::TaskContext& task,
        const core::TrendRun& data, const core::TrendResult* result) const
    {
        const std::string name = figure(result != nullptr);
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            json.beginObject();
            if (result)
                core::writeTrendFindings(json, data, *result, limit());
            if (!name.empty())
                TRY_VOID(core::writeTrendRows(json, data, name, limit(), task));
            writeProblems(json, session.problems());
            json.endObject();
            json.finish();
            return {};
        }
        if (result && m_request.print.jsonl) {
            for (std::size_t i = 0; i < std::min(limit(), result->findings.size()); ++i) {
                core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
                core::writeTrendFinding(json, data, result->findings[i]);
                json.finish();
            }
        } else if (result && m_request.print.csv && name.empty()) {
            writeFindingsCsv(console, data, *result, limit());
        } else if (result) {
            writeFindingsText(console, data, *result, limit());
        }
        if (name.empty())
            return {};
        TRY_ASSIGN(const auto column, data.figures().column(name, task));
        if (m_request.print.jsonl)
            writeLines(console, data, *column);
        else if (m_request.print.csv)
            writeFiguresCsv(console, data, name, *column, limit());
        else
            writeFiguresText(console, data, name, *column, limit());
        if (const core::Message left = core::repeatedText(data);
            !result && !m_request.print.jsonl && !m_request.print.csv && !left.empty())
            console.writeLine(left.text());
        return {};
    }
};

} // namespace

void register_trend_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<TrendCommand>());
}

} // namespace dumpscope::cli
