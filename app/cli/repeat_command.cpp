// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "option_error.h"
#include "program_path.h"

#include "next/launched_repeat.h"
#include "query/text_table.h"
#include "remote/equal_files.h"
#include "repeat/repeat_report.h"
#include "request/repeat_request.h"
#include "trend/trend_opening.h"

#include <unistd.h>

#include <algorithm>

namespace dumpscope::cli {

namespace {

class RepeatCommand : public RequestCommand<core::RepeatRequest> {
public:
    RepeatCommand()
        : RequestCommand({.name = "repeat",
            .summary = "Compare runs that should be equal: which operator is not deterministic",
            .example = "dumpscope-cli repeat resources/sample/target resources/sample/target"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        if (!m_request.launch.empty())
            return runLaunches(console, session);
        if (m_request.paths.size() < 2) {
            session.quiet();
            console.error(core::makeError(core::Code::Usage,
                core::phrase("two runs at least are needed to see whether they are equal")));
            return kWrongUsage;
        }
        int code = kDone;
        const auto roots = session.open(m_request.paths, code);
        if (roots.empty())
            return code;
        std::vector<core::ComparisonSide> sides;
        sides.reserve(roots.size());
        for (const auto& root : roots)
            sides.push_back({root, {}});
        if (const auto equal = core::findEqualFiles(sides, session.task()); !equal)
            return refused(console, session, equal.error());
        std::vector<std::shared_ptr<const core::TrendRun>> runs;
        for (const auto& root : roots) {
            if (session.lacksTensors(*root))
                return kCannotRead;
            auto run = ofOption("--filter",
                core::openTrendRun(root, {.filter = m_request.filter, .readsValues = false}, session.task()));
            if (!run)
                return refused(console, session, run.error());
            runs.push_back(std::move(*run));
        }
        const auto result = core::compareRepeated(runs, session.task());
        session.quiet();
        if (!result)
            return refused(console, session, result.error());
        if (m_request.print.json)
            writeJson(console, session, *runs.front(), *result);
        else
            writeText(console, *runs.front(), *result);
        session.printProblems();
        return exitCodeOf(*result, session.exitCode());
    }

private:
    static int exitCodeOf(const core::RepeatResult& result, int code)
    {
        const bool isKnown = result.equal > 0 || result.first() != nullptr;
        if (code != kInterrupted && result.first())
            return kAnsweredNo;
        if (code == kDone && isKnown && result.coversLittle())
            return kPartial;
        return code == kDone && !isKnown ? static_cast<int>(kCannotRead) : code;
    }

    int runLaunches(Console& console, CommandSession& session) const
    {
        if (!m_request.paths.empty() || m_request.output.empty()) {
            session.quiet();
            console.error(core::makeError(core::Code::Usage,
                core::phrase(
                    "--launch makes its runs itself: give no paths, and with --output the folder for "
                    "them")));
            return kWrongUsage;
        }
        core::LaunchedRepeatOptions options {.profile = m_request.launch,
            .output = m_request.output,
            .filter = m_request.filter,
            .launches = m_request.launches,
            .budget = m_request.budget,
            .program = {programPath(), {}, m_request.print.threads}};
        for (char** one = environ; *one != nullptr; ++one)
            options.program.environment.emplace_back(*one);
        const auto say = [&](const core::LaunchedRound& round) {
            session.quiet();
            if (m_request.print.json)
                return;
            console.writeLine(round.content().text() + ":");
            writeText(console, *round.runs.front(), round.result);
        };
        const auto made = core::repeatLaunches(options, say, session.task());
        session.quiet();
        if (!made) {
            console.error(made.error());
            return made.error().code == core::Code::Cancelled ? kInterrupted
                : made.error().code == core::Code::Usage      ? kWrongUsage
                                                              : kCannotRead;
        }
        if (!made->failure.empty()) {
            console.note("error: " + made->failure.text() + " (failed)");
            return kDeviceFailed;
        }
        if (m_request.print.json)
            writeJson(console, session, *made);
        else if (!made->ending.empty())
            console.writeLine(made->ending.text() + ".");
        session.printProblems();
        const bool isDifferent = made->rounds.front().result.first() != nullptr;
        return isDifferent ? static_cast<int>(kAnsweredNo)
                           : exitCodeOf(made->rounds.back().result, session.exitCode());
    }

    /// The document of the last round, and what was captured in each.
    void writeJson(Console& console, CommandSession& session, const core::LaunchedRepeat& made) const
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject();
        const core::LaunchedRound& last = made.rounds.back();
        core::writeRepeated(json, *last.runs.front(), last.result, static_cast<std::size_t>(m_request.limit));
        json.key("rounds").beginArray();
        for (const core::LaunchedRound& round : made.rounds) {
            json.beginObject()
                .member("content", round.isOfTensors ? "tensors" : "statistics")
                .member("differing", round.result.differences.size());
            for (const bool isDump : {true, false}) {
                json.key(isDump ? "dumps" : "operators").beginArray();
                for (const std::string& one : isDump ? round.dumps : round.operators)
                    json.value(one);
                json.endArray();
            }
            json.endObject();
        }
        json.endArray().member("ending", made.ending.text());
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    static int refused(Console& console, CommandSession& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    void writeJson(Console& console, CommandSession& session, const core::TrendRun& first,
        const core::RepeatResult& result) const
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject();
        core::writeRepeated(json, first, result, static_cast<std::size_t>(m_request.limit));
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    void writeText(Console& console, const core::TrendRun& first, const core::RepeatResult& result) const
    {
        for (const core::Message& sentence : core::repeatSentences(first, result))
            console.writeLine(sentence.text() + ".");
        const std::size_t shown
            = std::min(static_cast<std::size_t>(m_request.limit), result.differences.size());
        if (shown == 0)
            return;
        const core::TrendCube& cube = first.cube();
        const auto number
            = [](const core::TrendCube::Number& of) { return of ? std::to_string(*of) : std::string(); };
        const core::TextTable table(
            {{"step", true}, {"rank", true}, {"tensor", false}, {"basis", false}, {"contents", false}},
            {console.width(), true});
        table.write([&](std::string_view text) { console.write(text); }, shown,
            [&](std::size_t row, std::vector<std::string>& cells) {
                const core::RepeatedDifference& one = result.differences[row];
                const core::TrendCell& cell = cube.cells()[one.cell];
                cells[0] = number(cube.steps()[cell.step]);
                cells[1] = number(cube.ranks()[cell.rank]);
                cells[2] = cube.rows()[cell.row].text();
                cells[3] = core::repeatBasisWord(one.basis);
                for (const std::uint32_t content : one.contents)
                    cells[4] += (cells[4].empty() ? "" : " ") + std::to_string(content);
            });
        if (shown < result.differences.size())
            console.writeLine("(" + std::to_string(result.differences.size() - shown) + " more)");
    }
};

} // namespace

void register_repeat_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<RepeatCommand>());
}

} // namespace dumpscope::cli
