// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/hunt.h"

#include "base/text.h"
#include "config/config_kind.h"
#include "config/dump_presets.h"
#include "io/atomic_file.h"
#include "io/output_check.h"
#include "io/posix_file.h"
#include "model/dump_folder.h"
#include "next/hunted_program.h"
#include "next/next_capture.h"
#include "next/own_program.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

namespace dumpscope::core {

namespace {

using State = HuntFinding::State;
using Outcome = HuntResult::Outcome;

bool hasInputs(const DumpIndex& index)
{
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        if (index.tensor(TensorId(i)).io == Io::Input)
            return true;
    }
    return false;
}

class Hunt {
public:
    Hunt(const HuntOptions& options, const std::function<void(const HuntRound&)>& onRound, TaskContext& task)
        : m_options(options)
        , m_onRound(onRound)
        , m_task(task)
        , m_folder(std::filesystem::absolute(options.output).lexically_normal().string())
    {
        registerConfigKinds(m_kinds);
    }

    Result<HuntResult> run()
    {
        const auto outcome = hunt();
        if (!outcome && m_failure.empty())
            return fail(outcome.error());
        HuntResult result;
        result.outcome = outcome ? *outcome : Outcome::Failed;
        result.text = sentence(result.outcome);
        result.rounds = std::move(m_rounds);
        return result;
    }

private:
    Result<Outcome> hunt();
    Result<HuntRound> round(const std::string& config, const NextCapture* next);
    Result<void> capture(const std::string& folder, const std::string& config);
    /// Whether full tensors show that the accused operator makes NaN or infinities of what has none.
    Result<bool> isBornThere(const HuntRound& round);
    /// Whether the full tensors fit into the budget.
    [[nodiscard]] bool fits(const DumpIndex& index, const std::string& config) const;
    /// Whether it asks for an operator that the last round has no full tensors of.
    [[nodiscard]] bool isWider(const NextCapture& wanted) const;
    [[nodiscard]] Message sentence(Outcome outcome) const;

    const HuntOptions& m_options;
    const std::function<void(const HuntRound&)>& m_onRound;
    TaskContext& m_task;
    ConfigKinds m_kinds;
    std::string m_folder; ///< absolute
    std::optional<HuntedProgram> m_program;
    std::vector<HuntRound> m_rounds;
    bool m_hasGoldenInputs = true;
    Message m_birth;   ///< why NaN or infinities are born in the accused operator; empty: nothing shows it
    Message m_failure; ///< a capture or a comparison that ended otherwise than expected
};

Result<Outcome> Hunt::hunt()
{
    TRY_VOID(keepFoldersApart(m_folder, m_options.golden));
    TRY_ASSIGN(m_program, HuntedProgram::read(m_options.profile, m_kinds));
    const ConfigKind& kind = m_program->kind();
    TRY_ASSIGN(const auto golden, openDump(m_options.golden, builtinFormats(), {}, m_task));
    m_hasGoldenInputs = hasInputs(*golden);
    TRY_ASSIGN(ConfigDraft draft,
        kind.write(presetRequest(dumpPreset("statistics"), kind.request(m_program->config()), {})));
    std::optional<NextCapture> next;
    std::uint32_t hops = 1;
    while (m_rounds.size() < m_options.rounds) {
        TRY_ASSIGN(HuntRound made, round(draft.text, next ? &*next : nullptr));
        m_rounds.push_back(std::move(made));
        const HuntRound& last = m_rounds.back();
        if (m_onRound)
            m_onRound(last);
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
        TRY_ASSIGN(const auto whole, openDump(m_rounds.front().dump, builtinFormats(), {}, m_task));
        const std::vector<TensorId> asked = tensorsOf(last.finding.accused, *whole);
        if (asked.empty())
            return Outcome::NobodyAccused;
        const bool isSame = last.isOfTensors && m_rounds.size() > 2
            && m_rounds[m_rounds.size() - 2].finding.accused.operators.front().name
                == last.finding.accused.operators.front().name;
        if (isSame)
            return last.finding.state == State::WrongInput ? Outcome::Proof : Outcome::Named;
        hops *= last.isOfTensors ? 2 : 1;
        TRY_ASSIGN(NextCapture wanted, nextCapture(whole, asked, {.hops = hops}, m_task));
        if (!isWider(wanted))
            return last.finding.state == State::WrongInput ? Outcome::Proof : Outcome::Named;
        TRY_ASSIGN(draft, nextConfig(wanted, dumpPreset("operators"), kind, m_program->config()));
        if (!fits(*whole, draft.text))
            return Outcome::TooLarge;
        next = std::move(wanted);
    }
    return Outcome::OutOfRounds;
}

Result<HuntRound> Hunt::round(const std::string& config, const NextCapture* next)
{
    namespace fs = std::filesystem;
    HuntRound round;
    round.isOfTensors = next != nullptr;
    if (next)
        round.operators = next->operators;
    const std::string folder = m_folder + "/round-" + std::to_string(m_rounds.size() + 1);
    const std::string result = folder + "/result.json", question = folder + "/asked.txt";
    const std::string asked = m_program->profileText(config, "x") + '\n'
        + fs::absolute(m_options.golden).lexically_normal().string() + '\n' + m_options.limits + '\n';
    std::error_code ignored;
    if (fs::is_regular_file(result, ignored)) {
        const auto before = readSmallFile(question, 64U << 20U);
        round.isKept = before && *before == asked;
    }
    if (!round.isKept) {
        if (fs::exists(result, ignored))
            return fail(
                Code::Usage, phrase("this round is one of another hunt: give another folder"), {folder});
        fs::create_directories(folder, ignored);
        if (!fs::is_directory(folder, ignored))
            return fail(Code::Io, phrase("the folder cannot be made"), {folder});
        TRY_VOID(writeFileAtomically(question, asked));
        TRY_VOID(writeFileAtomically(folder + "/config.txt", config));
        TRY_VOID(capture(folder, config));
    }
    TRY_ASSIGN(round.finding, readHuntFinding(result));
    round.dump = round.finding.accused.target;
    return round;
}

Result<void> Hunt::capture(const std::string& folder, const std::string& config)
{
    const std::string dump = freeFolder(folder + "/dump-{n}"), profile = folder + "/profile.json";
    TRY_VOID(writeFileAtomically(profile, m_program->profileText(config, dump)));
    TRY_VOID(runOwnProgram(m_options.program, {"capture", profile}, {kOwnNothingFound, kOwnInPart},
        folder + "/capture.log", m_failure, m_task));
    return runOwnProgram(m_options.program,
        {"compare", dump, m_options.golden, "--limits", m_options.limits, "--progress", "none", "--json-out",
            folder + "/result.json"},
        {kOwnNothingFound, kOwnSomethingFound, kOwnInPart}, folder + "/compare.log", m_failure, m_task);
}

Result<bool> Hunt::isBornThere(const HuntRound& round)
{
    if (!round.isOfTensors || !round.finding.isNonFinite)
        return false;
    TRY_ASSIGN(const auto index, openDump(round.dump, builtinFormats(), {}, m_task));
    TRY_ASSIGN(const auto born, firstBorn(index, m_task));
    if (!born || born->origin != ValueOrigin::Born
        || index->text(index->tensor(born->id).opName) != round.finding.accused.operators.front().name)
        return false;
    m_birth = born->why;
    return true;
}

bool Hunt::fits(const DumpIndex& index, const std::string& config) const
{
    return m_program->bytesOf(index, config) <= m_options.budget;
}

bool Hunt::isWider(const NextCapture& wanted) const
{
    const HuntRound& last = m_rounds.back();
    return !last.isOfTensors || std::ranges::any_of(wanted.operators, [&](const std::string& name) {
        return std::ranges::find(last.operators, name) == last.operators.end();
    });
}

Message Hunt::sentence(Outcome outcome) const
{
    if (outcome == Outcome::Failed)
        return m_failure;
    const HuntFinding& last = m_rounds.back().finding;
    const std::string name
        = last.accused.operators.empty() ? "" : printable(last.accused.operators.front().name);
    const auto because = [&](const Message& text) {
        return last.why.empty() ? text : phrase("%1: %2", text, printable(last.why));
    };
    switch (outcome) {
    case Outcome::Proof:
        if (!m_birth.empty())
            return phrase("proof: NaN or infinities are born in %1: %2", name, m_birth);
        return because(last.state == State::Recomputed
                ? phrase("proof: %1 computes something else than its inputs give", name)
                : phrase("proof: %1 computes right, what it is given is wrong", name));
    case Outcome::Named:
        return because(m_hasGoldenInputs
                ? phrase("no proof: %1 is accused with full tensors, too, and recomputing does not settle it",
                    name)
                : phrase(
                    "no proof: %1 is accused with full tensors, too, and golden's dump has no inputs, which "
                    "would settle it: capture them",
                    name));
    case Outcome::NothingWrong:
        return m_rounds.size() == 1
            ? phrase("nothing is wrong in what was compared")
            : phrase("not confirmed: with full tensors nothing is wrong in what statistics accused");
    case Outcome::NobodyAccused:
        return phrase("no operator is accused: %1", printable(last.conclusion));
    case Outcome::TooLarge:
        return phrase("full tensors of %1 and its neighbours are larger than the budget of %2: give --budget",
            name, byteSizeText(m_options.budget));
    case Outcome::OutOfRounds:
        return because(phrase("no proof within %1 rounds: %2 is accused", m_rounds.size(), name));
    case Outcome::Failed:
        break;
    }
    return {};
}

} // namespace

Message HuntRound::content() const
{
    if (!isOfTensors)
        return phrase("statistics of everything");
    return operators.size() == 1 ? phrase("full tensors of 1 operator")
                                 : phrase("full tensors of %1 operators", operators.size());
}

std::string_view huntOutcomeWord(HuntResult::Outcome outcome)
{
    constexpr std::array<std::string_view, 7> kWords {
        "proof", "named", "nothing-wrong", "nobody-accused", "over-budget", "out-of-rounds", "failed"};
    return kWords[static_cast<std::size_t>(outcome)];
}

Result<HuntResult> runHunt(
    const HuntOptions& options, const std::function<void(const HuntRound&)>& onRound, TaskContext& task)
{
    return Hunt(options, onRound, task).run();
}

} // namespace dumpscope::core
