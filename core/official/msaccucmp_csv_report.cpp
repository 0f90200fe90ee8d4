// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "official/msaccucmp_advice.h"
#include "official/msaccucmp_result.h"
#include "official/official_cell.h"

namespace dumpscope::core {

namespace {

/// What `msaccucmp compare` writes, column for column, with the metrics of the run in their order; its advice
/// in a file beside.
class MsaccucmpCsvReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msaccucmp-csv"; }
    Message title() const override { return phrase("msaccucmp compare, CSV"); }
    Message help() const override
    {
        return phrase("Write what msaccucmp compare would write for these dumps to this file");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        TRY_ASSIGN(const MsaccucmpResult result,
            MsaccucmpResult::make(
                pairs.target(), pairs.golden(), facts.ruleFiles, pairs.metrics(), facts.official));
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(officialCsvLine(result.header(), kLineEnd)));
        MsaccucmpAdvice advice(result.header());
        TRY_VOID(result.forEachRow(
            [&](const MsaccucmpResult::Row& row) {
                advice.add(row);
                const std::vector<std::string_view> cells(row.begin(), row.end());
                return file.write(officialCsvLine(cells, kLineEnd));
            },
            task));
        TRY_VOID(file.commit());
        if (!facts.official.hasAdvice)
            return {};
        TRY_ASSIGN(AtomicFile summary,
            AtomicFile::create(path.substr(0, path.rfind('/') + 1) + "advisor_summary.txt"));
        TRY_VOID(summary.write(advice.text()));
        return summary.commit();
    }

private:
    static constexpr std::string_view kLineEnd = "\r\n"; // docs/formats/comparison.md 8a.11
};

} // namespace

void register_msaccucmp_csv_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsaccucmpCsvReport>());
}

} // namespace dumpscope::core
