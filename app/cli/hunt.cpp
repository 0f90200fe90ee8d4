// SPDX-License-Identifier: GPL-3.0-or-later
#include "hunt.h"

#include "command_session.h"
#include "exit_code.h"
#include "program_path.h"

#include "base/text.h"
#include "config/dump_estimate.h"
#include "config/dump_presets.h"
#include "io/atomic_file.h"
#include "io/child_process.h"
#include "io/output_check.h"
#include "io/posix_file.h"
#include "model/dump_folder.h"
#include "request/shell_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

using State = core::HuntFinding::State;

std::string_view outcomeWord(std::size_t outcome)
{
    constexpr std::array<std::string_view, 6> kWords {
        "proof", "named", "nothing-wrong", "nobody-accused", "over-budget", "out-of-rounds"};
    return kWords[outcome];
}

const core::DumpPreset& presetOf(std::string_view id)
{
    return *std::ranges::find(core::dumpPresets(), id, &core::DumpPreset::id);
}

bool hasInputs(const core::DumpIndex& index)
{
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        if (index.tensor(core::TensorId(i)).io == core::Io::Input)
            return true;
    }
    return false;
}

std::vector<std::string> ownEnvironment()
{
    std::vector<std::string> variables;
    for (char** one = environ; *one != nullptr; ++one)
        variables.emplace_back(*one);
    return variables;
}

} // namespace

Hunt::Hunt(Console& console, const core::HuntRequest& request)
    : m_console(console)
    , m_request(request)
    , m_task(request.print.threads)
    , m_interrupt(m_task.stopSource())
    , m_folder(std::filesystem::absolute(request.output).lexically_normal().string())
{
    core::registerConfigKinds(m_kinds);
}

int Hunt::run()
{
    const auto outcome = hunt();
    if (!outcome) {
        if (!m_failure.empty()) {
            m_console.note("error: " + core::printable(m_failure) + " (failed)");
            return kDeviceFailed;
        }
        m_console.error(outcome.error());
        return outcome.error().code == core::Code::Cancelled ? kInterrupted
            : outcome.error().code == core::Code::Usage      ? kWrongUsage
                                                             : kCannotRead;
    }
    if (m_request.print.json)
        writeJson(*outcome);
    else
        m_console.writeLine(sentence(*outcome));
    return *outcome == Outcome::NothingWrong ? kDone : kAnsweredNo;
}

core::Result<Hunt::Outcome> Hunt::hunt()
{
    TRY_VOID(core::keepFoldersApart(m_folder, m_request.golden));
    TRY_ASSIGN(m_program, core::HuntedProgram::read(m_request.profile, m_kinds));
    const core::ConfigKind& kind = m_program->kind();
    TRY_ASSIGN(const auto golden, core::openDump(m_request.golden, core::builtinFormats(), {}, m_task));
    m_hasGoldenInputs = hasInputs(*golden);
    TRY_ASSIGN(core::ConfigDraft draft,
        kind.write(core::presetRequest(presetOf("statistics"), kind.request(m_program->config()), {})));
    std::optional<core::NextCapture> next;
    std::uint32_t hops = 1;
    while (m_rounds.size() < m_request.rounds) {
        TRY_ASSIGN(Round made, round(draft.text, next ? &*next : nullptr));
        say(made);
        m_rounds.push_back(std::move(made));
        const Round& last = m_rounds.back();
        if (last.finding.state == State::Recomputed)
            return Outcome::Proof;
        TRY_ASSIGN(const bool isBorn, isBornThere(last));
        if (isBorn)
            return Outcome::Proof;
        if (last.finding.state == State::Equal)
            return Outcome::NothingWrong;
        if (last.finding.state == State::Unclear)
            return Outcome::NobodyAccused;
        // Names and neighbours are those of the first round: it has all of them.
        TRY_ASSIGN(
            const auto whole, core::openDump(m_rounds.front().dump, core::builtinFormats(), {}, m_task));
        std::vector<core::TensorId> asked = core::tensorsOf(last.finding.accused, *whole);
        if (asked.empty())
            return Outcome::NobodyAccused;
        const bool isSame = last.isOfTensors && m_rounds.size() > 2
            && m_rounds[m_rounds.size() - 2].finding.accused.operators.front().name
                == last.finding.accused.operators.front().name;
        if (isSame)
            return last.finding.state == State::WrongInput ? Outcome::Proof : Outcome::Named;
        hops *= last.isOfTensors ? 2 : 1;
        TRY_ASSIGN(core::NextCapture wanted, core::nextCapture(whole, asked, {.hops = hops}, m_task));
        if (!isWider(wanted))
            return last.finding.state == State::WrongInput ? Outcome::Proof : Outcome::Named;
        TRY_ASSIGN(draft, core::nextConfig(wanted, presetOf("operators"), kind, m_program->config()));
        TRY_ASSIGN(const bool isSmall, fits(*whole, draft.text));
        if (!isSmall)
            return Outcome::TooLarge;
        next = std::move(wanted);
    }
    return Outcome::OutOfRounds;
}

core::Result<Hunt::Round> Hunt::round(const std::string& config, const core::NextCapture* next)
{
    namespace fs = std::filesystem;
    Round round;
    round.isOfTensors = next != nullptr;
    if (next)
        round.operators = next->operators;
    const std::string folder = m_folder + "/round-" + std::to_string(m_rounds.size() + 1);
    const std::string result = folder + "/result.json", question = folder + "/asked.txt";
    const std::string asked = m_program->profileText(config, "x") + '\n'
        + fs::absolute(m_request.golden).lexically_normal().string() + '\n' + m_request.limits + '\n';
    std::error_code ignored;
    if (fs::is_regular_file(result, ignored)) {
        const auto before = core::readSmallFile(question, 64U << 20U);
        round.isKept = before && *before == asked;
    }
    if (!round.isKept) {
        if (fs::exists(result, ignored))
            return core::fail(core::Code::Usage,
                core::phrase("this round is one of another hunt: give another folder"), {folder});
        fs::create_directories(folder, ignored);
        if (!fs::is_directory(folder, ignored))
            return core::fail(core::Code::Io, core::phrase("the folder cannot be made"), {folder});
        TRY_VOID(core::writeFileAtomically(question, asked));
        TRY_VOID(core::writeFileAtomically(folder + "/config.txt", config));
        TRY_VOID(capture(folder, config));
    }
    TRY_ASSIGN(round.finding, core::readHuntFinding(result));
    round.dump = round.finding.accused.target;
    return round;
}

core::Result<void> Hunt::capture(const std::string& folder, const std::string& config)
{
    const std::string dump = core::freeFolder(folder + "/dump-{n}"), profile = folder + "/profile.json";
    TRY_VOID(core::writeFileAtomically(profile, m_program->profileText(config, dump)));
    TRY_VOID(call({"capture", profile}, {kDone, kPartial}, folder + "/capture.log"));
    return call({"compare", dump, m_request.golden, "--limits", m_request.limits, "--progress", "none",
                    "--json-out", folder + "/result.json"},
        {kDone, kAnsweredNo, kPartial}, folder + "/compare.log");
}

core::Result<void> Hunt::call(
    std::vector<std::string> words, std::initializer_list<int> expected, const std::string& log)
{
    words.insert(words.begin(), programPath());
    if (m_request.print.threads > 0)
        words.insert(words.end(), {"--threads", std::to_string(m_request.print.threads)});
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + core::shellQuoted(word);
    TRY_ASSIGN(const core::ProgramAnswer answer,
        core::runProgram({.words = std::move(words),
                             .environment = ownEnvironment(),
                             .errors = core::ProgramCall::Errors::Answered},
            m_task.stop));
    TRY_VOID(core::writeFileAtomically(log, line + '\n' + answer.text));
    if (std::ranges::find(expected, answer.exitCode) != expected.end())
        return {};
    m_failure = line + " ended with " + std::to_string(answer.exitCode) + "; what it said is in " + log;
    return core::fail(core::Code::Io, core::Message(m_failure));
}

core::Result<bool> Hunt::isBornThere(const Round& round)
{
    if (!round.isOfTensors || !round.finding.isNonFinite)
        return false;
    TRY_ASSIGN(const auto index, core::openDump(round.dump, core::builtinFormats(), {}, m_task));
    TRY_ASSIGN(const auto born, core::firstBorn(index, m_task));
    if (!born || born->origin != core::ValueOrigin::Born
        || index->text(index->tensor(born->id).opName) != round.finding.accused.operators.front().name)
        return false;
    m_birth = born->why.text();
    return true;
}

core::Result<bool> Hunt::fits(const core::DumpIndex& index, const std::string& config)
{
    const core::DumpEstimate estimate
        = core::estimateDump(m_program->kind().request({.text = config}), core::sizedOperators(index));
    const std::uint64_t devices = std::max<std::uint64_t>(1, estimate.devices.value_or(index.ranks().size()));
    return estimate.totalBytes() <= m_request.budget / devices;
}

bool Hunt::isWider(const core::NextCapture& wanted) const
{
    const Round& last = m_rounds.back();
    return !last.isOfTensors || std::ranges::any_of(wanted.operators, [&](const std::string& name) {
        return std::ranges::find(last.operators, name) == last.operators.end();
    });
}

void Hunt::say(const Round& round)
{
    if (m_request.print.json)
        return;
    const std::string what = !round.isOfTensors ? "statistics of everything"
                                                : "full tensors of " + std::to_string(round.operators.size())
            + (round.operators.size() == 1 ? " operator" : " operators");
    m_console.writeLine("round " + std::to_string(m_rounds.size() + 1) + ": " + what
        + (round.isKept ? " (kept)" : "") + ": " + core::printable(round.finding.conclusion));
}

std::string Hunt::sentence(Outcome outcome) const
{
    const core::HuntFinding& last = m_rounds.back().finding;
    const std::string name
        = last.accused.operators.empty() ? "" : core::printable(last.accused.operators.front().name);
    const std::string why = last.why.empty() ? "" : ": " + core::printable(last.why);
    switch (outcome) {
    case Outcome::Proof:
        if (!m_birth.empty())
            return "proof: NaN or infinities are born in " + name + ": " + core::printable(m_birth);
        return "proof: " + name
            + (last.state == State::Recomputed ? " computes something else than its inputs give"
                                               : " computes right, what it is given is wrong")
            + why;
    case Outcome::Named:
        return "no proof: " + name + " is accused with full tensors, too, and "
            + (m_hasGoldenInputs ? "recomputing does not settle it"
                                 : "golden's dump has no inputs, which would settle it: capture them")
            + why;
    case Outcome::NothingWrong:
        return m_rounds.size() == 1
            ? "nothing is wrong in what was compared"
            : "not confirmed: with full tensors nothing is wrong in what statistics accused";
    case Outcome::NobodyAccused:
        return "no operator is accused: " + core::printable(last.conclusion);
    case Outcome::TooLarge:
        return "full tensors of " + name + " and its neighbours are larger than the budget of "
            + core::byteSizeText(m_request.budget) + ": give --budget";
    case Outcome::OutOfRounds:
        return "no proof within " + std::to_string(m_rounds.size()) + " rounds: " + name + " is accused"
            + why;
    }
    return {};
}

void Hunt::writeJson(Outcome outcome) const
{
    core::JsonWriter json(consoleSink(m_console));
    json.beginObject()
        .member("outcome", outcomeWord(static_cast<std::size_t>(outcome)))
        .member("text", sentence(outcome));
    const core::HuntFinding& last = m_rounds.back().finding;
    json.key("operator");
    if (last.accused.operators.empty())
        json.null();
    else
        json.value(last.accused.operators.front().name);
    json.key("rounds").beginArray();
    for (const Round& round : m_rounds) {
        json.beginObject()
            .member("content", round.isOfTensors ? "tensors" : "statistics")
            .member("dump", round.dump)
            .member("kept", round.isKept)
            .member("state", core::huntStateWord(round.finding.state))
            .member("text", round.finding.conclusion);
        json.key("operators").beginArray();
        for (const std::string& name : round.operators)
            json.value(name);
        json.endArray().endObject();
    }
    json.endArray().endObject();
    json.finish();
}

} // namespace dumpscope::cli
