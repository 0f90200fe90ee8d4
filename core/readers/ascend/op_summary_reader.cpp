// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/ascend/op_summary.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Times of operators that a profiler wrote, `op_summary_*.csv` and `kernel_details.csv`
/// (docs/formats/llm-era.md 12).
class OpSummaryReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "op-summary",
            .title = Form<0>("Times of operators of a profiler"),
            .patterns = {"op_summary_*.csv", "kernel_details.csv"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".csv"))
            return {0, phrase("not a .csv file")};
        const std::string_view head = asText(probe.head);
        const std::string_view line = head.substr(0, head.find('\n'));
        const bool hasName = hasColumn(line, "Op Name") || hasColumn(line, "Name");
        const bool hasTask = hasColumn(line, "Task ID") || hasColumn(line, "Task Id");
        const bool hasTime = hasColumn(line, "Task Duration(us)") || hasColumn(line, "Duration(us)");
        if (hasName && hasTask && hasTime)
            return {92, phrase("columns of a profiler: names, tasks and durations")};
        const bool named = probe.name.starts_with("op_summary_") || probe.name == "kernel_details.csv";
        return {named ? 45 : 0, phrase("no columns with names, tasks and durations")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(auto profile, profiledTasks(asText(bytes.span()), task));
        TRY_VOID(bytes.check());
        FileContents contents;
        if (!asText(bytes.span()).ends_with('\n'))
            contents.problems.push_back({Severity::Warning, Code::Truncated, {},
                phrase("the last line has no end; the file may be incomplete")});
        if (profile.skipped > 0)
            contents.problems.push_back({Severity::Warning, Code::BadSyntax, {},
                phrase("%1 lines have no name or no duration, and are left out", profile.skipped)});
        contents.properties.emplace_back("profiler.operators", std::to_string(profile.tasks.size()));
        if (!profile.tasks.empty()) {
            contents.profile = std::make_shared<const ProfiledTasks>(std::move(profile));
            contents.rowsAlone = [tasks = contents.profile] { return rowsOf(*tasks); };
        }
        return contents;
    }

private:
    static std::vector<TensorRecord> rowsOf(const ProfiledTasks& profile)
    {
        const std::vector<ProfiledTask>& tasks = profile.tasks;
        std::vector<TensorRecord> rows(tasks.size());
        std::map<std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, StringId>,
            std::uint32_t>
            runs;
        const auto known = [](std::uint32_t number) {
            return number == ProfiledTask::kNone ? std::nullopt : std::optional(number);
        };
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const ProfiledTask& task = tasks[i];
            TensorRecord& row = rows[i];
            row.ordinal = static_cast<std::uint32_t>(i);
            row.opName = row.entry = profile.strings.text(task.name);
            row.opType = profile.strings.text(task.type);
            row.hasShape = false;
            row.rank = task.device;
            row.step = task.step;
            row.task = known(task.task);
            row.stream = known(task.stream);
            row.occurrence = runs[{task.device, task.step, task.name}]++;
            row.state = TensorState::Empty;
        }
        // In the order of their start times, where each has one.
        if (!std::ranges::all_of(tasks, [](const ProfiledTask& task) { return task.start.has_value(); }))
            return rows;
        std::vector<std::size_t> order(tasks.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *tasks[i].start; });
        for (std::size_t i = 0; i < order.size(); ++i)
            rows[order[i]].position = static_cast<std::uint32_t>(i);
        return rows;
    }

    static bool hasColumn(std::string_view line, std::string_view column)
    {
        while (!line.empty()) {
            const std::size_t end = std::min(line.find(','), line.size());
            std::string_view cell = line.substr(0, end);
            while (!cell.empty() && (cell.back() == '\r' || cell.back() == '\t' || cell.back() == ' '))
                cell.remove_suffix(1);
            if (cell == column)
                return true;
            line.remove_prefix(std::min(end + 1, line.size()));
        }
        return false;
    }
};

} // namespace

void register_op_summary_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<OpSummaryReader>());
}

} // namespace dumpscope::core
