// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "query/row_writer.h"

#include <numeric>

namespace dumpscope::core {

namespace {

/// Every column of the pair table, one row per pair.
class CsvReport : public ComparisonReport {
public:
    std::string_view option() const override { return "csv-out"; }
    Message title() const override { return phrase("CSV table"); }
    Message help() const override { return phrase("Write all pairs and metrics as RFC 4180 to this file"); }

    Result<void> write(const Comparison& comparison, const ReportFacts&, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        std::vector<int> columns(pairs.columns().size());
        std::iota(columns.begin(), columns.end(), 0);
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(csvHeader(pairs, columns)));
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (row % 1024 == 0)
                TRY_VOID(task.checkStop());
            TRY_VOID(file.write(csvRow(pairs, row, columns)));
        }
        return file.commit();
    }
};

} // namespace

void register_csv_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<CsvReport>());
}

} // namespace dumpscope::core
