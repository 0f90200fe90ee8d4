// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/statistic_contents.h"

namespace dumpscope::core {

namespace {

/// Statistics of a whole step that the debug tools put together (docs/formats/ascend-dump-binary.md 6.3).
class MsttStatisticReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mstt-statistic",
            .title = Form<0>("Statistics collected by the debug tools"),
            .patterns = {"statistic.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (statisticHeader(asText(probe.head)) == StatisticDialect::Mstt)
            return {95, phrase("columns Input/Output and Format beside the operator's name")};
        return {0, phrase("no header line with Op Name, Input/Output and Format")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(StatisticFile statistics, readStatisticFile(file.source, task));
        FileContents contents;
        contents.statistics = std::move(statistics.table);
        contents.problems = std::move(statistics.problems);
        return contents;
    }
};

} // namespace

void register_mstt_statistic_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsttStatisticReader>());
}

} // namespace dumpscope::core
