// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_capture.h"

#include "capture_host.h"
#include "capture_outcome.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/suspicion_document.h"
#include "comparison_output.h"
#include "exit_code.h"

#include "base/text.h"
#include "compare/measuring/side_selection.h"
#include "compare/report/report.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "io/output_check.h"
#include "metrics/metric_profile.h"
#include "summary/dump_summary.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <optional>

#include <poll.h>
#include <unistd.h>

namespace dumpscope::cli {

namespace {

std::string currentFolder()
{
    std::array<char, PATH_MAX> path {};
    return ::getcwd(path.data(), path.size()) != nullptr ? path.data() : "/";
}

std::string problemText(const core::ConfigProblem& problem)
{
    std::string text;
    if (problem.line > 0)
        text += std::to_string(problem.line) + ':' + std::to_string(problem.column) + ": ";
    text += (problem.key.empty() ? "" : core::printable(problem.key) + ": ") + problem.message.text();
    if (!problem.fix.empty())
        text += "; " + problem.fix.text();
    return text + " (" + problem.code + ')';
}

/// While the disk is nearly full, somebody at the terminal may decide.
class DiskQuestion {
public:
    explicit DiskQuestion(core::LaunchControl& control)
        : m_thread([this, &control](const std::stop_token& stop) {
            while (!stop.stop_requested())
                answer(control);
        })
    {
    }
    void ask() { m_isAsked = true; }
    void forget() { m_isAsked = false; }

private:
    void answer(core::LaunchControl& control)
    {
        pollfd end {STDIN_FILENO, POLLIN, 0};
        constexpr int kWaitMs = 100;
        if (!m_isAsked)
            std::this_thread::sleep_for(std::chrono::milliseconds(kWaitMs));
        else if (::poll(&end, 1, kWaitMs) > 0) {
            std::array<char, 256> line {};
            const ::ssize_t got = ::read(STDIN_FILENO, line.data(), line.size());
            m_isAsked = false;
            if (got > 0 && (line[0] == 's' || line[0] == 'S'))
                control.stop();
            else if (got > 0)
                control.resume();
        }
    }

    std::atomic<bool> m_isAsked {false};
    std::jthread m_thread;
};

} // namespace

/// What came of it all.
struct ProgramCapture::Outcome {
    core::LaunchReport report;
    std::shared_ptr<const core::DumpIndex> index;
    core::DumpSummary summary;
    std::optional<core::Comparison> comparison;
    std::string comparisonError;
    int openCode = kDone;
    std::chrono::system_clock::time_point begun; ///< what is older is not ours
};

bool ProgramCapture::isProfile(const std::string& file)
{
    const auto bytes = core::mapFile(file, file);
    return bytes && core::isLaunchProfile(core::asText(bytes->span()));
}

bool ProgramCapture::load(Console& console, const std::string& file)
{
    auto report = core::loadLaunchProfile(file);
    if (!report) {
        console.error(report.error());
        return false;
    }
    for (const core::ConfigProblem& problem : report->problems)
        console.note(
            std::string(core::severityWord(problem.severity)) + ": " + file + ':' + problemText(problem));
    m_profile = std::move(report->profile);
    return report->isValid();
}

int ProgramCapture::runProfile(Console& console, const std::string& file)
{
    return load(console, file) ? launch(console) : static_cast<int>(kCannotRead);
}

int ProgramCapture::run(Console& console)
{
    if (m_options.words.size() == 1 && m_options.words.front().ends_with(".json")
        && isProfile(m_options.words.front())) {
        if (!load(console, m_options.words.front()))
            return kCannotRead;
        m_options.words.clear();
    }
    if (!takeOptions(console))
        return kWrongUsage;
    return launch(console);
}

/// Options go before what a profile says.
bool ProgramCapture::takeOptions(Console& console)
{
    auto profile = m_options.over(m_profile, currentFolder());
    if (!profile) {
        console.error(profile.error());
        return false;
    }
    m_profile = std::move(*profile);
    if (m_options.save.empty())
        return true;
    auto saved = core::checkReplaced(m_options.save, "profile of a capture", core::isLaunchProfile);
    if (saved)
        saved = core::saveLaunchProfile(m_options.save, m_profile);
    if (!saved)
        console.error(saved.error());
    return saved.has_value();
}

core::LaunchObserver ProgramCapture::observer(const EventWriter& events)
{
    core::LaunchObserver observer;
    observer.state
        = [&events](std::string_view word, const core::Message& awaited) { events.state(word, awaited); };
    observer.program = [&events](const core::ProgramEvent& event) { events.take(event); };
    observer.live.arrived = [&events](const core::LiveBatch& batch) { events.take(batch); };
    observer.live.progress = [&events](const core::LiveProgress& progress) { events.take(progress); };
    observer.resumed
        = [&events](const core::Message& why) { events.log("hint", "the program goes on: " + why.text()); };
    observer.problem = [this, &events](const core::ConfigProblem& problem) {
        const std::string file
            = problem.line > 0 ? core::printable(m_profile.configPath) + ':' : std::string();
        if (problem.severity != core::Severity::Hint)
            events.log(core::severityWord(problem.severity), file + problemText(problem));
    };
    return observer;
}

int ProgramCapture::refuse(Console& console, const EventWriter& events, const core::Error& error) const
{
    if (error.code == core::Code::Cancelled) {
        events.state("cancelled");
        return kInterrupted;
    }
    console.error(error);
    events.state("failed");
    switch (error.code) {
    case core::Code::Usage:
        return kWrongUsage;
    case core::Code::BadSyntax:
        return kAnsweredNo; // the configuration
    case core::Code::NoSpace:
    case core::Code::Io:
        return kDeviceFailed;
    default:
        return kCannotRead;
    }
}

int ProgramCapture::launch(Console& console)
{
    m_print.progress = "none";
    CommandSession session(console, m_print);
    const EventWriter events(console, m_print.jsonl);
    core::LaunchObserver watching = observer(events);
    std::optional<DiskQuestion> question;
    if (::isatty(STDIN_FILENO) == 1)
        question.emplace(m_control);
    watching.diskFull = [&](std::uint64_t, const core::Message& text) {
        events.log("warning", text.text() + (question ? " [Enter: go on, s: stop]" : ""));
        if (m_options.onFull == "stop")
            m_control.stop();
        else if (question)
            question->ask();
    };
    const core::LaunchPlace place {programHost(), inheritedEnvironment(), core::builtinFormats()};
    const auto begun = std::chrono::system_clock::now();
    auto report = core::launchProgram(m_profile, place, m_control, watching, session.task());
    question.reset();
    if (!report)
        return refuse(console, events, report.error());
    Outcome outcome;
    outcome.report = std::move(*report);
    outcome.begun = begun;
    events.state("opening", core::phrase("the dump's index"));
    if (!session.interrupted())
        open(console, session, outcome);
    printOutcome(console, events, outcome);
    if (!session.interrupted())
        session.printProblems();
    const int code = exitCode(session, outcome);
    events.state(code == kInterrupted ? "cancelled" : code == kDeviceFailed ? "failed" : "done");
    return code;
}

void ProgramCapture::open(Console& console, CommandSession& session, Outcome& outcome) const
{
    const auto roots = session.open({outcome.report.output}, outcome.openCode);
    if (roots.empty())
        return;
    outcome.index = roots.front();
    outcome.summary = core::summarise(*outcome.index);
    if (m_profile.golden.empty())
        return;
    core::Result<core::Comparison> compared = core::fail(core::Code::NotFound,
        core::phrase("nothing was dumped, so nothing is compared with %1", m_profile.golden),
        {.file = outcome.report.output});
    if (outcome.summary.counts.tensors > 0)
        compared = compare(outcome.index, session);
    if (compared)
        outcome.comparison = std::move(*compared);
    else
        outcome.comparisonError = compared.error().text();
    if (!compared)
        console.error(compared.error());
}

core::Result<core::Comparison> ProgramCapture::compare(
    const std::shared_ptr<const core::DumpIndex>& target, CommandSession& session) const
{
    core::ComparisonOptions options;
    const auto metrics = core::builtinMetrics();
    options.measure.profile = metrics->findProfile("dumpscope");
    options.measure.metrics
        = std::make_shared<const core::MetricSelection>(core::defaultMetrics(*metrics, "dumpscope"));
    options.models = {{}, onnxRuntimes()};
    TRY_ASSIGN(options.limits, core::findLimits(m_profile.limits.empty() ? "precision" : m_profile.limits));
    TRY_ASSIGN(const auto index,
        core::openDump(m_profile.golden, core::builtinFormats(), {.kept = session.kept()}, session.task()));
    TRY_ASSIGN(const auto targetSide, core::selectSide(target, {}, session.task()));
    TRY_ASSIGN(const auto goldenSide, core::selectSide(index, {}, session.task()));
    return core::compareSides(targetSide, goldenSide, options, {}, session.task());
}

void ProgramCapture::printOutcome(Console& console, const EventWriter& events, const Outcome& outcome) const
{
    if (m_print.json) {
        core::JsonWriter json(consoleSink(console), true);
        json.beginObject();
        writeDone(json, outcome);
        json.endObject().finish();
    } else if (m_print.jsonl) {
        events.line("done", [&](core::JsonWriter& json) { writeDone(json, outcome); });
    } else {
        printText(console, outcome);
    }
}

void ProgramCapture::writeDone(core::JsonWriter& json, const Outcome& outcome) const
{
    const core::LaunchReport& report = outcome.report;
    const auto textOrNull = [&](std::string_view key, const std::string& text) {
        text.empty() ? json.key(key).null() : json.member(key, text);
    };
    json.member("folder", report.output)
        .member("files", report.live.files)
        .member("bytes", report.live.bytes)
        .member("tensors", outcome.summary.counts.tensors)
        .member("statistic_rows", outcome.summary.counts.statisticRows)
        .member("overflows", report.live.records)
        .member("non_finite", report.live.nonFinite)
        .member("not_scanned", report.live.notScanned);
    json.key("ranks").beginArray();
    for (const std::int64_t rank : outcome.summary.ranks)
        json.value(rank);
    json.endArray().key("steps").beginArray();
    for (const std::int64_t step : outcome.summary.steps)
        json.value(step);
    json.endArray().key("program").beginObject();
    json.member("exit_code",
            report.end.signal == 0 && report.end.startError == 0 ? std::optional(report.end.exitCode)
                                                                 : std::nullopt)
        .member("signal", report.end.signal == 0 ? std::nullopt : std::optional(report.end.signal))
        .member("words", report.end.words.text());
    textOrNull("last_error", report.end.lastError);
    json.member("seconds", report.end.seconds).member("log", report.log);
    textOrNull("config", report.config);
    json.endObject();
    if (report.undisturbed) {
        json.key("undisturbed").beginObject().member("equal", report.undisturbed->equal());
        json.member("words", report.undisturbed->end.words.text())
            .member("seconds", report.undisturbed->end.seconds)
            .member("seconds_with_dump", report.undisturbed->secondsWithDump);
        json.key("outputs").beginArray();
        for (const auto& output : report.undisturbed->outputs)
            json.beginObject()
                .member("name", output.name)
                .member("equal", output.equal)
                .member("why", output.why.text())
                .endObject();
        json.endArray().endObject();
    }
    if (!outcome.comparison)
        return;
    const core::ComparisonSummary& summary = outcome.comparison->summary;
    json.key("comparison").beginObject().member("golden", m_profile.golden);
    json.key("summary")
        .beginObject()
        .member("pass", summary.pass)
        .member("warn", summary.warn)
        .member("fail", summary.fail);
    json.member("not_comparable", summary.notComparable)
        .member("unpaired_target", summary.unpairedTarget)
        .member("unpaired_golden", summary.unpairedGolden)
        .endObject();
    json.key("first_divergence");
    core::writeFirstDivergence(json, outcome.comparison->firstDivergence);
    core::writeSuspicion(json, outcome.comparison->suspicion);
    core::writeConclusion(json, outcome.comparison->conclusion);
    json.endObject();
}

void ProgramCapture::printText(Console& console, const Outcome& outcome) const
{
    const core::LaunchReport& report = outcome.report;
    console.writeLine(report.end.words.text() + ", after " + core::streamText(report.end.seconds, 3) + " s");
    if (!report.end.isSuccess() && report.end.logLines > 0)
        console.writeLine("all it printed is in " + core::printable(report.log));
    const auto count = [](std::uint64_t number, std::string_view what) {
        return std::to_string(number) + ' ' + std::string(what);
    };
    console.writeLine(count(report.live.files, "files, ") + core::byteSizeText(report.live.bytes) + ", "
        + count(outcome.summary.counts.tensors, "tensors, in ") + core::printable(report.output));
    if (report.live.records + report.live.nonFinite > 0)
        console.writeLine(count(report.live.records, "overflow records, ")
            + count(report.live.nonFinite, "tensors that are not finite"));
    if (report.live.notScanned > 0)
        console.writeLine(count(report.live.notScanned,
            "tensors came too fast to be looked at; dumpscope-cli overflow looks at all"));
    if (report.undisturbed) {
        console.writeLine("without a dump: " + report.undisturbed->words().text() + ", after "
            + core::streamText(report.undisturbed->end.seconds, 3) + " s");
        if (!report.undisturbed->end.isSuccess())
            console.writeLine("  " + report.undisturbed->end.words.text());
        for (const auto& output : report.undisturbed->outputs)
            console.writeLine("  "
                + std::string(!output.equal ? "not compared  "
                        : *output.equal     ? "same          "
                                            : "differs       ")
                + core::printable(output.name) + ": " + output.why.text());
    }
    if (outcome.comparison)
        printComparison(console, *outcome.comparison, {}, {});
}

int ProgramCapture::exitCode(CommandSession& session, const Outcome& outcome) const
{
    if (session.interrupted())
        return kInterrupted;
    if (!outcome.report.end.isSuccess())
        return kDeviceFailed;
    const std::optional<core::UndisturbedReport>& undisturbed = outcome.report.undisturbed;
    if (undisturbed && undisturbed->equal() == false)
        return kAnsweredNo;
    if (outcome.comparison) {
        const core::Coverage& coverage = outcome.comparison->conclusion.coverage;
        if (outcome.comparison->summary.fail > 0 || coverage.pairs == 0)
            return kAnsweredNo;
        if (coverage.shareOfModel() < outcome.comparison->leastShare)
            return kPartial;
    }
    if (!outcome.comparisonError.empty() || (undisturbed && !undisturbed->equal()))
        return kPartial;
    return outcome.openCode != kDone ? outcome.openCode
                                     : exitCodeSince(session, outcome.index.get(), outcome.begun);
}

} // namespace dumpscope::cli
