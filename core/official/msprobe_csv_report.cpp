// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "official/msprobe_result.h"

#include <cmath>

namespace dumpscope::core {

namespace {

/// What `msprobe compare` writes, column for column. Several ranks or steps become several files, the
/// place before the extension.
class MsprobeCsvReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msprobe-csv"; }
    Message title() const override { return phrase("msprobe compare, CSV"); }
    Message help() const override
    {
        return phrase("Write what msprobe compare would write for these dumps to this file");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        return writeMsprobeResults(comparison.pairs->target(), comparison.pairs->golden(), facts.ruleFiles,
            facts.official.pandas, path, writeOne, task);
    }

private:
    static Result<void> writeOne(const MsprobeResult& result, const std::string& path, TaskContext& task)
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(officialCsvLine(result.header(), "\n")));
        std::vector<std::string_view> texts;
        TRY_VOID(result.forEachRow(
            [&](std::span<const OfficialCell> cells) -> Result<void> {
                texts.clear();
                // A blank keeps spreadsheets from reading an infinity as a name.
                for (const OfficialCell& cell : cells) {
                    const bool isInfinite = cell.number && std::isinf(*cell.number);
                    texts.push_back(!isInfinite ? std::string_view(cell.text)
                            : *cell.number > 0  ? std::string_view(" inf")
                                                : std::string_view(" -inf"));
                }
                return file.write(officialCsvLine(texts, "\n"));
            },
            task));
        return file.commit();
    }
};

} // namespace

void register_msprobe_csv_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsprobeCsvReport>());
}

} // namespace dumpscope::core
