// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/launched_repeat.h"

#include "base/text.h"
#include "config/dump_presets.h"
#include "io/atomic_file.h"
#include "model/dump_folder.h"
#include "next/hunted_program.h"
#include "next/next_capture.h"
#include "readers/format_registry.h"
#include "trend/trend_opening.h"

#include <filesystem>
#include <optional>
#include <span>

namespace dumpscope::core {

namespace {

class RepeatedLaunches {
public:
    RepeatedLaunches(const LaunchedRepeatOptions& options,
        const std::function<void(const LaunchedRound&)>& onRound, TaskContext& task)
        : m_options(options)
        , m_onRound(onRound)
        , m_task(task)
        , m_folder(std::filesystem::absolute(options.output).lexically_normal().string())
    {
        registerConfigKinds(m_kinds);
    }

    Result<LaunchedRepeat> run()
    {
        const auto done = rounds();
        if (!done && m_made.failure.empty())
            return fail(done.error());
        return std::move(m_made);
    }

private:
    Result<void> rounds()
    {
        if (m_options.launches < 2)
            return fail(Code::Usage, phrase("two runs at least are needed to see whether they are equal"));
        TRY_ASSIGN(m_program, HuntedProgram::read(m_options.profile, m_kinds));
        const ConfigKind& kind = m_program->kind();
        TRY_ASSIGN(const ConfigDraft all,
            kind.write(presetRequest(dumpPreset("statistics"), kind.request(m_program->config()), {})));
        TRY_VOID(round({}, all.text));
        const LaunchedRound& first = m_made.rounds.front();
        if (!first.result.first()) {
            m_made.ending = phrase("Nothing differed, so no full tensors were captured");
            return {};
        }
        std::vector<TensorId> differing;
        for (const RepeatedDifference& one : first.result.differences)
            differing.emplace_back(first.runs.front()->cube().cells()[one.cell].tensor);
        for (const std::size_t asked : {differing.size(), std::size_t {1}}) {
            TRY_ASSIGN(const NextCapture wanted,
                nextCapture(first.runs.front()->sharedIndex(), std::span(differing).first(asked), {.hops = 0},
                    m_task));
            TRY_ASSIGN(const ConfigDraft draft,
                nextConfig(wanted, dumpPreset("operators"), kind, m_program->config()));
            if (m_program->bytesOf(first.runs.front()->index(), draft.text)
                <= m_options.budget / m_options.launches)
                return round(wanted.operators, draft.text);
        }
        m_made.ending = phrase("Full tensors of %1 launches are larger than the budget of %2: give --budget",
            m_options.launches, byteSizeText(m_options.budget));
        return {};
    }

    Result<void> round(const std::vector<std::string>& operators, const std::string& config)
    {
        namespace fs = std::filesystem;
        LaunchedRound made;
        made.isOfTensors = !operators.empty();
        made.operators = operators;
        const std::string folder = m_folder + "/round-" + std::to_string(m_made.rounds.size() + 1);
        std::error_code error;
        fs::create_directories(m_folder, error);
        if (!fs::create_directory(folder, error) || error)
            return fail(Code::Usage,
                phrase("the folder of a round is there already or cannot be made: give another folder"),
                {folder});
        for (std::uint64_t launch = 1; launch <= m_options.launches; ++launch) {
            TRY_VOID(m_task.checkStop());
            const std::string number = std::to_string(launch), dump = folder + "/run-" + number,
                              profile = folder + "/profile-" + number + ".json";
            TRY_VOID(writeFileAtomically(profile, m_program->profileText(config, dump)));
            TRY_VOID(runOwnProgram(m_options.program, {"capture", profile}, {kOwnNothingFound, kOwnInPart},
                folder + "/capture-" + number + ".log", m_made.failure, m_task));
            TRY_ASSIGN(auto index, openDump(dump, builtinFormats(), {}, m_task));
            TRY_ASSIGN(auto run,
                openTrendRun(std::move(index), {.filter = m_options.filter, .readsValues = false}, m_task));
            made.dumps.push_back(dump);
            made.runs.push_back(std::move(run));
        }
        TRY_ASSIGN(made.result, compareRepeated(made.runs, m_task));
        m_made.rounds.push_back(std::move(made));
        if (m_onRound)
            m_onRound(m_made.rounds.back());
        return {};
    }

    const LaunchedRepeatOptions& m_options;
    const std::function<void(const LaunchedRound&)>& m_onRound;
    TaskContext& m_task;
    ConfigKinds m_kinds;
    std::string m_folder; ///< absolute
    std::optional<HuntedProgram> m_program;
    LaunchedRepeat m_made;
};

} // namespace

Message LaunchedRound::content() const
{
    if (!isOfTensors)
        return phrase("%1 launches, statistics of everything", dumps.size());
    return operators.size() == 1
        ? phrase("%1 launches, full tensors of what differed (1 operator)", dumps.size())
        : phrase("%1 launches, full tensors of what differed (%2 operators)", dumps.size(), operators.size());
}

Result<LaunchedRepeat> repeatLaunches(const LaunchedRepeatOptions& options,
    const std::function<void(const LaunchedRound&)>& onRound, TaskContext& task)
{
    return RepeatedLaunches(options, onRound, task).run();
}

} // namespace dumpscope::core
