// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "io/atomic_file.h"
#include "metrics/measure.h"
#include "metrics/metric_profile.h"
#include "metrics/metric_registry.h"
#include "model/tensor_store.h"

#include <fmt/format.h>

namespace dumpscope::core {

namespace {

/// What `msaccucmp file_compare` writes of two npy files (docs/formats/comparison.md 4.1).
class MsaccucmpFileReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msaccucmp-file"; }
    Message title() const override { return phrase("msaccucmp file_compare, CSV"); }
    Message help() const override
    {
        return phrase("Write what msaccucmp file_compare would write for two npy files to this file");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts&, const std::string& path,
        TaskContext& task) const override
    {
        const ComparisonSide &target = comparison.pairs->target(), &golden = comparison.pairs->golden();
        if (target.index->tensorCount() != 1 || golden.index->tensorCount() != 1)
            return fail(Code::Usage, phrase("msaccucmp file_compare takes two files of one tensor each"),
                {.file = path});
        TRY_ASSIGN(const TensorView mine, TensorStore(target.index).open(TensorId(0U), task));
        TRY_ASSIGN(const TensorView other, TensorStore(golden.index).open(TensorId(0U), task));
        if (mine.shape != other.shape)
            return fail(Code::BadShape,
                phrase("msaccucmp refuses different shapes: %1 and %2", shapeText(mine.shape),
                    shapeText(other.shape)),
                {.file = path});
        MeasureOptions options;
        options.profile = builtinMetrics()->findProfile("msaccucmp");
        options.keepBooleans = true;
        TRY_ASSIGN(MetricSelection metrics,
            selectMetrics(*builtinMetrics(),
                "cosine_similarity,max_absolute_error,accumulated_relative_error,relative_euclidean_distance,"
                "mean_absolute_error,root_mean_square_error,max_relative_error,mean_relative_error"));
        options.metrics = std::make_shared<const MetricSelection>(std::move(metrics));
        TRY_ASSIGN(const Measurement measured, measureTensors(mine, other, options, task));
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        for (std::size_t i = 0; i < measured.values.size(); ++i)
            TRY_VOID(file.write(fmt::format("{}: {}\n",
                options.metrics->info(i).officialTitle("msaccucmp")->header, measured.values[i].text)));
        return file.commit();
    }
};

} // namespace

void register_msaccucmp_file_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsaccucmpFileReport>());
}

} // namespace dumpscope::core
