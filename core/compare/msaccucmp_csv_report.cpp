// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/official/msaccucmp_result.h"
#include "compare/official/official_cell.h"
#include "compare/report.h"
#include "io/atomic_file.h"

namespace dumpscope::core {

namespace {

/// What `msaccucmp compare` writes, column for column, with the metrics of the run in their order.
class MsaccucmpCsvReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msaccucmp-csv"; }
    std::string_view help() const override
    {
        return "Write what msaccucmp compare would write for these dumps to this file";
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        TRY_ASSIGN(const MsaccucmpResult result,
            MsaccucmpResult::make(pairs.target(), pairs.golden(), facts.ruleFiles, pairs.metrics()));
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(officialCsvLine(result.header(), kLineEnd)));
        TRY_VOID(result.forEachRow(
            [&](const MsaccucmpResult::Row& row) {
                const std::vector<std::string_view> cells(row.begin(), row.end());
                return file.write(officialCsvLine(cells, kLineEnd));
            },
            task));
        return file.commit();
    }

private:
    static constexpr std::string_view kLineEnd = "\r\n"; // comparison 8a.11
};

} // namespace

void register_msaccucmp_csv_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsaccucmpCsvReport>());
}

} // namespace dumpscope::core
