// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/op_summary.h"

#include <algorithm>

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
        if (!profile.tasks.empty())
            contents.profile = std::make_shared<const ProfiledTasks>(std::move(profile));
        return contents;
    }

private:
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
