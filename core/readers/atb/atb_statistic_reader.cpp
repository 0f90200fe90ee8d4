// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/atb/atb_statistic.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// statistic.csv of an execution of ATB (docs/formats/llm-era.md 1.5).
class AtbStatisticReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "atb-statistic",
            .title = Form<0>("Statistics of ATB operators"),
            .patterns = {"statistic.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (withoutByteOrderMark(asText(probe.head)).starts_with(kAtbStatisticHeader))
            return {97, phrase("columns Device and PID, Execution Count, Op Id and Tensor Path")};
        return {0, phrase("no header line of statistics of ATB")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(AtbStatistics statistics, parseAtbStatistics(asText(bytes.span()), task));
        TRY_VOID(bytes.check());
        FileContents contents;
        contents.statistics = std::move(statistics.table);
        contents.problems = std::move(statistics.problems);
        return contents;
    }
};

} // namespace

void register_atb_statistic_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbStatisticReader>());
}

} // namespace dumpscope::core
