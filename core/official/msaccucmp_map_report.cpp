// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "official/msaccucmp_result.h"
#include "official/official_cell.h"

#include <array>

namespace dumpscope::core {

namespace {

/// What `msaccucmp compare -map` writes: which file meets which, nothing measured.
class MsaccucmpMapReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msaccucmp-map"; }
    Message title() const override { return phrase("msaccucmp mapping table, CSV"); }
    Message help() const override
    {
        return phrase("Write the mapping table of msaccucmp compare -map to this file");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        constexpr std::string_view kLineEnd = "\r\n"; // docs/formats/comparison.md 8a.11
        const PairTable& pairs = *comparison.pairs;
        TRY_ASSIGN(const MsaccucmpResult result,
            MsaccucmpResult::make(
                pairs.target(), pairs.golden(), facts.ruleFiles, pairs.metrics(), facts.official));
        TRY_ASSIGN(const std::vector<MsaccucmpJob> jobs, result.jobs(task));
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        constexpr std::array<std::string_view, 7> kHeader {
            "Index", "OpType", "NPUDump", "GroundTruth", "TensorIndex", "NPUDumpPath", "GroundTruthPath"};
        TRY_VOID(file.write(officialCsvLine(kHeader, kLineEnd)));
        for (const MsaccucmpJob& job : jobs) {
            const std::string index = std::to_string(job.index);
            const std::array<std::string_view, 7> cells {index, job.opType, job.targetName, job.goldenName,
                job.tensor, job.targetPath, job.goldenPath};
            TRY_VOID(file.write(officialCsvLine(cells, kLineEnd)));
        }
        return file.commit();
    }
};

} // namespace

void register_msaccucmp_map_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsaccucmpMapReport>());
}

} // namespace dumpscope::core
