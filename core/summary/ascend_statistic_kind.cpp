// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Dumps of numbers about tensors instead of the tensors (`dump_data` = `stats`).
class AscendStatisticKind final : public DumpKind {
public:
    std::string_view id() const override { return "ascend-statistic"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t files = 0, rows = 0, collected = 0;
        for (std::size_t i = 0; i < index.statisticTables().size(); ++i) {
            const Reader* reader = index.readerOf(index.statisticFile(i));
            const std::string_view family = reader ? std::string_view(reader->info().id) : std::string_view();
            if (!family.starts_with("ascend-statistic") && family != "mstt-statistic")
                continue;
            ++files;
            collected += family == "mstt-statistic" ? 1U : 0U;
            rows += index.statisticTables()[i]->rows();
        }
        if (files == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "acl";
        finding.title = phrase("Ascend statistics dump");
        finding.confidence = 0.9;
        finding.evidence = files == 1 ? phrase("%1 rows of statistics in %2 file", rows, files)
                                      : phrase("%1 rows of statistics in %2 files", rows, files);
        if (collected > 0)
            finding.evidence
                = phrase("%1, %2 of them collected by the debug tools", finding.evidence, collected);
        return finding;
    }
};

} // namespace

void register_ascend_statistic_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<AscendStatisticKind>());
}

} // namespace dumpscope::core
