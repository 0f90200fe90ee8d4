// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/statistic_contents.h"

namespace dumpscope::core {

namespace {

/// `statistic.csv` of every release (docs/formats/mindspore-dump.md 5): one row of numbers per tensor.
class MindsporeStatisticReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-statistic",
            .title = Form<0>("MindSpore tensor statistics"),
            .patterns = {"statistic.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (statisticHeader(asText(probe.head)) == StatisticDialect::MindSpore)
            return {90, phrase("columns of tensor statistics")};
        if (probe.name == "statistic.csv")
            return {30, phrase("named like tensor statistics")};
        return {0, phrase("no header line of tensor statistics")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(StatisticFile statistics, readStatisticFile(file.source, task));
        FileContents contents;
        contents.statistics = std::move(statistics.table);
        contents.problems = std::move(statistics.problems);
        if (const auto variant = statisticVariantName(statistics.variant); !variant.empty())
            contents.properties.emplace_back("statistic_variant", variant);
        if (const auto releases = statisticVariantReleases(statistics.variant); !releases.empty())
            contents.properties.emplace_back("statistic_releases", releases);
        if (statistics.computedOnDevice)
            contents.properties.emplace_back("statistic_computed_on", "device");
        return contents;
    }
};

} // namespace

void register_mindspore_statistic_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeStatisticReader>());
}

} // namespace dumpscope::core
