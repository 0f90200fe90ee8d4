// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/op_summary.h"

#include "base/text.h"
#include "io/csv_scanner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostTasks = 1U << 24;
constexpr std::size_t kLinesBetweenChecks = 1024;
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// Times carry a trailing tab, so that spreadsheets take them for texts.
std::string_view bare(std::string_view cell)
{
    constexpr std::string_view kBlanks = " \t\r";
    const auto first = cell.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view()
                                           : cell.substr(first, cell.find_last_not_of(kBlanks) + 1 - first);
}

/// Where a line has what, by the names of the first line.
class ProfileColumns {
public:
    explicit ProfileColumns(const std::vector<std::string_view>& heads)
        : m_heads(heads)
    {
        for (std::string_view& head : m_heads)
            head = bare(head);
    }
    /// The first of the names that there is.
    [[nodiscard]] std::size_t at(std::initializer_list<std::string_view> names) const
    {
        for (const std::string_view name : names) {
            const auto found = std::ranges::find(m_heads, name);
            if (found != m_heads.end())
                return static_cast<std::size_t>(found - m_heads.begin());
        }
        return kNowhere;
    }

private:
    std::vector<std::string_view> m_heads;
};

class ProfileLines {
public:
    explicit ProfileLines(const ProfileColumns& columns)
        : m_name(columns.at({"Op Name", "Name"}))
        , m_type(columns.at({"OP Type", "Op Type", "Type"}))
        , m_taskType(columns.at({"Task Type", "Accelerator Core"}))
        , m_task(columns.at({"Task ID", "Task Id"}))
        , m_stream(columns.at({"Stream ID", "Stream Id"}))
        , m_block(columns.at({"Block Dim", "Block Num"}))
        , m_device(columns.at({"Device_id", "Device ID", "Device Id"}))
        , m_step(columns.at({"Step Id", "Step ID"}))
        , m_start(columns.at({"Task Start Time(us)", "Start Time(us)"}))
        , m_duration(columns.at({"Task Duration(us)", "Duration(us)"}))
    {
    }

    void add(const std::vector<std::string_view>& cells, ProfiledTasks& tasks) const
    {
        const std::string_view name = textAt(cells, m_name);
        const auto duration = realAt(cells, m_duration);
        if (name.empty() || !duration || *duration < 0) {
            ++tasks.skipped;
            return;
        }
        ProfiledTask task;
        task.name = tasks.strings.intern(unquote(name));
        task.type = tasks.strings.intern(textAt(cells, m_type));
        task.taskType = tasks.strings.intern(textAt(cells, m_taskType));
        task.task = idAt(cells, m_task);
        task.stream = idAt(cells, m_stream);
        task.blockDim = idAt(cells, m_block);
        task.device = numberAt(cells, m_device);
        task.step = numberAt(cells, m_step);
        task.start = realAt(cells, m_start);
        task.duration = *duration;
        tasks.tasks.push_back(task);
    }

private:
    using Cells = std::vector<std::string_view>;
    static std::string_view textAt(const Cells& cells, std::size_t at)
    {
        return at < cells.size() ? bare(cells[at]) : std::string_view();
    }
    static std::optional<std::int64_t> numberAt(const Cells& cells, std::size_t at)
    {
        return parseInt(textAt(cells, at));
    }
    static std::uint32_t idAt(const Cells& cells, std::size_t at)
    {
        const auto number = numberAt(cells, at);
        return number && *number >= 0 && *number < ProfiledTask::kNone ? static_cast<std::uint32_t>(*number)
                                                                       : ProfiledTask::kNone;
    }
    static std::optional<double> realAt(const Cells& cells, std::size_t at)
    {
        const auto number = parseDouble(textAt(cells, at));
        return number && std::isfinite(*number) ? number : std::nullopt;
    }

    std::size_t m_name, m_type, m_taskType, m_task, m_stream, m_block, m_device, m_step, m_start, m_duration;
};

} // namespace

Result<ProfiledTasks> profiledTasks(std::string_view text, TaskContext& task)
{
    ProfiledTasks tasks;
    CsvScanner scanner(text);
    std::vector<std::string_view> cells;
    CsvScanner::Row row;
    if (!scanner.next(cells, row))
        return tasks;
    const ProfileLines lines {ProfileColumns(cells)};
    for (std::size_t line = 1; scanner.next(cells, row); ++line) {
        if (line % kLinesBetweenChecks == 0)
            TRY_VOID(task.checkStop());
        if (cells.size() < 2)
            continue;
        if (tasks.tasks.size() == kMostTasks)
            return fail(Code::Limit, phrase("more than %1 tasks", kMostTasks));
        lines.add(cells, tasks);
    }
    return tasks;
}

} // namespace dumpscope::core
