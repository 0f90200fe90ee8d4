// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/statistic_contents.h"

namespace dumpscope::core {

namespace {

/// What the name says of the operator: that of a dump file and `.csv`.
NameFacts operatorFacts(const FileContext& file)
{
    constexpr std::string_view kExtension = ".csv";
    NameFacts facts = file.facts;
    if (facts.opName.ends_with(kExtension))
        facts.opName.remove_suffix(kExtension.size());
    return facts;
}

/// Statistics of one operator's tensors, written by the processor or the vector core instead of a dump
/// file (docs/formats/ascend-dump-binary.md 6.1, 6.2).
class AscendStatisticReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ascend-statistic",
            .title = Form<0>("Ascend statistics of an operator"),
            .patterns = {"OP_TYPE.OP_NAME.TASK.STREAM.TIME.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (statisticHeader(asText(probe.head)) == StatisticDialect::Cann)
            return {92, phrase("columns of an operator's statistics")};
        return {0, phrase("no header line with Input/Output, Index and Format")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(StatisticFile statistics, readStatisticFile(file.source, task));
        nameStatisticRows(*statistics.table, operatorFacts(file));
        FileContents contents;
        if (statistics.table->rows() == 0)
            contents.problems.push_back({Severity::Hint, Code::Suspicious, {},
                phrase("a header without rows: the operator had no tensors to measure")});
        contents.statistics = std::move(statistics.table);
        contents.problems.insert(contents.problems.end(),
            std::make_move_iterator(statistics.problems.begin()),
            std::make_move_iterator(statistics.problems.end()));
        return contents;
    }
};

} // namespace

void register_ascend_statistic_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendStatisticReader>());
}

} // namespace dumpscope::core
