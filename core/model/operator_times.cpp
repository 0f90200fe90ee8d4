// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operator_times.h"

#include "model/recorded_order.h"
#include "readers/mindspore/mindspore_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// A task, and the file it stands in.
struct TaskPlace {
    const ProfiledTasks* file;
    const ProfiledTask* task;
    std::optional<std::int64_t> device; ///< as the line says, or the folder of the file
};

/// Tasks of all profiles by the names of their operators, without separators.
class TasksByName {
public:
    TasksByName(const IndexParts& parts, const std::vector<PlacedProfile>& profiles)
    {
        for (const PlacedProfile& profile : profiles) {
            const FolderFacts& facts = parts.folders[parts.files[profile.file.value()].folder.value()].facts;
            std::vector<std::string> sanitised(profile.tasks->strings.size());
            for (const ProfiledTask& task : profile.tasks->tasks) {
                std::string& name = sanitised[task.name.value()];
                if (name.empty())
                    name = sanitisedScope(profile.tasks->strings.text(task.name));
                const std::optional<std::int64_t> ofFolder = facts.deviceId ? facts.deviceId : facts.rank;
                m_byName[name].push_back({profile.tasks.get(), &task, task.device ? task.device : ofFolder});
            }
        }
        for (auto& [name, tasks] : m_byName) {
            std::ranges::stable_sort(tasks, [](const TaskPlace& a, const TaskPlace& b) {
                return std::tuple(a.device, a.task->start) < std::tuple(b.device, b.task->start);
            });
        }
    }

    [[nodiscard]] const std::vector<TaskPlace>* find(const std::string& sanitised) const
    {
        const auto found = m_byName.find(sanitised);
        return found == m_byName.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const auto& all() const { return m_byName; }

private:
    std::unordered_map<std::string, std::vector<TaskPlace>> m_byName;
};

std::optional<std::int64_t> deviceOf(const FolderFacts& facts)
{
    return facts.deviceId ? facts.deviceId : facts.rank;
}

bool isSameDevice(std::optional<std::int64_t> a, std::optional<std::int64_t> b)
{
    return !a || !b || *a == *b;
}

/// Names of rows without separators, each computed once.
class RowNames {
public:
    explicit RowNames(const StringPool& strings)
        : m_strings(strings)
    {
    }
    const std::string& of(StringId name)
    {
        std::string& known = m_known[name];
        if (known.empty())
            known = sanitisedScope(m_strings.text(name));
        return known;
    }

private:
    const StringPool& m_strings;
    std::unordered_map<StringId, std::string> m_known;
};

} // namespace

/// Looks for the tasks of rows.
class TimesJoin {
public:
    TimesJoin(const IndexParts& parts, const std::vector<PlacedProfile>& profiles)
        : m_parts(parts)
        , m_tasks(parts, profiles)
        , m_names(parts.strings)
    {
        for (const PlacedProfile& profile : profiles)
            m_files.emplace(profile.file, profile.tasks.get());
        for (const auto& [name, tasks] : m_tasks.all()) {
            for (const TaskPlace& place : tasks) {
                if (place.task->task != ProfiledTask::kNone && place.task->stream != ProfiledTask::kNone)
                    m_byTask[{place.task->stream, place.task->task}].push_back(place);
                if (place.task->start) {
                    m_first = std::min(m_first, *place.task->start);
                    m_last = std::max(m_last, *place.task->start + place.task->duration);
                }
            }
        }
    }

    std::shared_ptr<const OperatorTimes> times()
    {
        countRuns();
        auto found = std::make_shared<OperatorTimes>();
        for (std::uint32_t i = 0; i < m_parts.tensors.size(); ++i) {
            const TensorRow& row = m_parts.tensors[i];
            if (row.opName.value() == 0 || !row.opName.isValid())
                continue;
            const auto [at, isNew] = m_ofRun.try_emplace(runOf(row), OperatorTimes::kNone);
            if (isNew) {
                if (auto time = timeOf(row)) {
                    at->second = static_cast<std::uint32_t>(found->m_times.size());
                    found->m_times.push_back(std::move(*time));
                }
            }
            if (at->second != OperatorTimes::kNone) {
                found->m_ofRow.resize(m_parts.tensors.size(), OperatorTimes::kNone);
                found->m_ofRow[i] = at->second;
            }
        }
        return found->m_times.empty() ? nullptr : found;
    }

private:
    /// One run of an operator: its folder, name and occurrence, and its task where rows know it.
    using Run = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    static Run runOf(const TensorRow& row)
    {
        return {row.folder.value(), row.opName.value(), row.occurrence, row.task, row.stream};
    }
    /// An operator of a device in all steps.
    using Place = std::tuple<std::optional<std::int64_t>, std::uint32_t>;
    [[nodiscard]] const FolderFacts& factsOf(const TensorRow& row) const
    {
        return m_parts.folders[row.folder.value()].facts;
    }
    Place placeOf(const TensorRow& row) const { return {deviceOf(factsOf(row)), row.opName.value()}; }

    /// Which run of its operator each one is: rows are in the order of steps and of execution.
    void countRuns()
    {
        for (const TensorRow& row : m_parts.tensors) {
            std::uint32_t& count = m_runs[placeOf(row)];
            if (m_numberOfRun.try_emplace(runOf(row), count).second)
                ++count;
        }
    }

    std::optional<OperatorTime> timeOf(const TensorRow& row)
    {
        if (const auto own = m_files.find(row.file);
            own != m_files.end() && row.ordinal < own->second->tasks.size())
            return timeOfRuns({{own->second, &own->second->tasks[row.ordinal], std::nullopt}}, "itself");
        if (auto byTask = timeByTask(row))
            return byTask;
        const std::vector<TaskPlace>* named = m_tasks.find(m_names.of(row.opName));
        if (named == nullptr)
            return std::nullopt;
        std::vector<TaskPlace> runs;
        for (const TaskPlace& place : *named) {
            if (isSameDevice(place.device, deviceOf(factsOf(row))))
                runs.push_back(place);
        }
        const auto& step = factsOf(row).step;
        const bool knowsSteps = step && !runs.empty()
            && std::ranges::all_of(runs, [](const TaskPlace& place) { return place.task->step.has_value(); });
        if (knowsSteps)
            std::erase_if(runs, [&](const TaskPlace& place) { return *place.task->step != *step; });
        if (runs.empty())
            return std::nullopt;
        if (runs.size() == 1)
            return timeOfRuns(runs, knowsSteps ? "name and step" : "name");
        const std::uint32_t number = m_numberOfRun.at(runOf(row));
        const bool areNumbered = std::ranges::all_of(runs,
            [&](const TaskPlace& place) { return place.task->start && place.device == runs.front().device; });
        if (!knowsSteps && areNumbered && runs.size() == m_runs.at(placeOf(row)))
            return timeOfRuns({runs[number]}, fmt::format("name, run {} of {}", number + 1, runs.size()));
        const std::string_view by = knowsSteps ? "name and step" : "name";
        return timeOfRuns(runs, fmt::format("{}, sum of {} runs", by, runs.size()));
    }

    /// Of the run in which the file was written: ids of tasks are given anew in every run.
    std::optional<OperatorTime> timeByTask(const TensorRow& row) const
    {
        const auto time = static_cast<double>(row.timestamp);
        if (row.task == TensorRow::kNone || row.stream == TensorRow::kNone || time < m_first || time > m_last)
            return std::nullopt;
        const auto found = m_byTask.find({row.stream, row.task});
        if (found == m_byTask.end())
            return std::nullopt;
        const TaskPlace* last = nullptr; // that began before the file was written
        for (const TaskPlace& place : found->second) {
            if (!place.task->start || *place.task->start > time
                || !isSameDevice(place.device, deviceOf(factsOf(row))) || !isSameOperator(place, row))
                continue;
            if (last == nullptr || *place.task->start >= *last->task->start)
                last = &place;
        }
        return last == nullptr ? std::nullopt : std::optional(timeOfRuns({*last}, "device, task and stream"));
    }

    bool isSameOperator(const TaskPlace& place, const TensorRow& row) const
    {
        const std::string_view type
            = row.opType.isValid() ? m_parts.strings.text(row.opType) : std::string_view();
        return place.file->strings.text(place.task->type) == type
            || sanitisedScope(place.file->strings.text(place.task->name))
            == sanitisedScope(m_parts.strings.text(row.opName));
    }

    static OperatorTime timeOfRuns(const std::vector<TaskPlace>& runs, std::string how)
    {
        const ProfiledTask& first = *runs.front().task;
        OperatorTime time {0, first.start, first.task, first.stream, first.blockDim,
            std::string(runs.front().file->strings.text(first.taskType)), runs.size(), std::move(how)};
        for (const TaskPlace& run : runs) {
            time.duration += run.task->duration;
            // What differs between the runs is that of none.
            time.task = run.task->task == time.task ? time.task : ProfiledTask::kNone;
            time.stream = run.task->stream == time.stream ? time.stream : ProfiledTask::kNone;
            time.blockDim = run.task->blockDim == time.blockDim ? time.blockDim : ProfiledTask::kNone;
        }
        return time;
    }

    const IndexParts& m_parts;
    TasksByName m_tasks;
    RowNames m_names;
    std::map<FileId, const ProfiledTasks*> m_files; ///< rows of these are runs of operators
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<TaskPlace>> m_byTask; ///< stream, task
    double m_first = std::numeric_limits<double>::infinity();
    double m_last = -std::numeric_limits<double>::infinity();
    std::map<Place, std::uint32_t> m_runs;
    std::map<Run, std::uint32_t> m_numberOfRun, m_ofRun;
};

bool orderByProfile(IndexParts& parts, const std::vector<PlacedProfile>& profiles)
{
    if (profiles.empty() || std::ranges::any_of(parts.tensors, hasRecordedOrder))
        return false;
    const TasksByName tasks(parts, profiles);
    // Positions of operators by their first runs.
    std::vector<std::pair<double, const std::string*>> firsts;
    for (const auto& [name, runs] : tasks.all()) {
        double first = std::numeric_limits<double>::infinity();
        for (const TaskPlace& place : runs)
            first = std::min(first, place.task->start.value_or(first));
        if (first < std::numeric_limits<double>::infinity())
            firsts.emplace_back(first, &name);
    }
    std::ranges::sort(firsts, [](const auto& a, const auto& b) {
        return std::tie(a.first, *a.second) < std::tie(b.first, *b.second);
    });
    std::unordered_map<std::string_view, std::uint32_t> position;
    for (std::size_t i = 0; i < firsts.size(); ++i)
        position.emplace(*firsts[i].second, static_cast<std::uint32_t>(i));
    // An order of some operators would be taken for that of all.
    RowNames names(parts.strings);
    std::vector<std::uint32_t> positions;
    positions.reserve(parts.tensors.size());
    for (const TensorRow& row : parts.tensors) {
        const bool isNamed = row.opName.isValid() && row.opName.value() != 0;
        const auto found = isNamed ? position.find(names.of(row.opName)) : position.end();
        if (found == position.end())
            return false;
        positions.push_back(found->second);
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
        parts.tensors[i].execIndex = positions[i];
    return !positions.empty();
}

std::shared_ptr<const OperatorTimes> joinProfile(
    const IndexParts& parts, const std::vector<PlacedProfile>& profiles)
{
    return profiles.empty() ? nullptr : TimesJoin(parts, profiles).times();
}

} // namespace dumpscope::core
