// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/official/msaccucmp_result.h"

#include "base/parallel.h"
#include "compare/official/msaccucmp_alignment.h"
#include "compare/official/msaccucmp_jobs.h"
#include "compare/pairing/rule_file_json.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "metrics/metric_registry.h"
#include "model/tensor_store.h"

#include <fmt/format.h>

#include <algorithm>

namespace dumpscope::core {

namespace {

using Kind = MsaccucmpDump::Kind;

MetricSelection officialMetrics(const MetricSelection& asked)
{
    std::vector<std::shared_ptr<const Metric>> metrics;
    for (const auto& metric : asked.metrics()) {
        if (metric->info().officialTitle("msaccucmp") != nullptr)
            metrics.push_back(metric);
    }
    return metrics.empty() ? defaultMetrics(*builtinMetrics(), "msaccucmp")
                           : MetricSelection(std::move(metrics));
}

Result<std::vector<FusionGraph>> readFusionFiles(const std::vector<std::string>& ruleFiles)
{
    std::vector<FusionGraph> graphs;
    for (const std::string& path : ruleFiles) {
        TRY_ASSIGN(const Bytes bytes, mapFile(path, path));
        if (!looksLikeJsonWith(asText(bytes.span()), {"graph", "op"}))
            continue;
        TRY_ASSIGN(FusionGraph graph, FusionGraph::parse(asText(bytes.span()), path));
        TRY_VOID(bytes.check());
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

std::size_t known(const FusionGraph& graph, const MsaccucmpDump& dump)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        dump.operators(), [&](const std::string& name) { return graph.find(name) != nullptr; }));
}

/// What is beyond the elements of the header's shape goes unseen, and a type without a name is int8.
Result<void> readAsMsaccucmp(TensorView& view, const Shape& shape)
{
    if (view.dtype == DType::Unknown)
        view.dtype = DType::Int8;
    const auto count = elementCount(shape);
    const std::uint64_t width = dtypeInfo(view.dtype).bits / 8;
    if (view.isRearranged() || !view.strides.empty() || !count || width == 0
        || *count >= view.bytes.size() / width)
        return {};
    view.shape = view.storage.storageShape = shape;
    TRY_ASSIGN(view.bytes, view.bytes.slice(0, *count * width));
    return {};
}

/// Measures one line and puts it into words.
class Line {
public:
    Line(const MsaccucmpJob& job, const TensorStore& target, const TensorStore& golden,
        const MeasureOptions& options)
        : m_job(job)
        , m_target(target)
        , m_golden(golden)
        , m_options(options)
        , m_reason(job.reason)
        , m_shape(job.shape)
    {
    }

    Result<std::vector<std::string>> cells(bool hasGoldenAddress, TaskContext& task)
    {
        std::vector<MetricValue> values;
        if (m_job.pair) {
            TRY_ASSIGN(values, measured(task));
        }
        std::vector<std::string> cells {std::to_string(m_job.index), m_job.opType, m_job.targetName,
            m_job.targetType, m_job.targetAddress, m_job.goldenName, m_job.goldenType};
        if (hasGoldenAddress)
            cells.push_back(m_job.goldenAddress);
        cells.push_back(m_job.tensor);
        cells.push_back(m_shape);
        for (std::size_t i = 0; i < m_options.metrics->size(); ++i)
            cells.push_back(i < values.size() ? values[i].text : "NaN");
        cells.push_back(m_reason);
        return cells;
    }

private:
    Result<std::vector<MetricValue>> measured(TaskContext& task)
    {
        const MsaccucmpJob::Pair& pair = *m_job.pair;
        auto target = m_target.open(pair.target, task), golden = m_golden.open(pair.golden, task);
        for (const auto* view : {&target, &golden}) {
            if (*view)
                continue;
            if (view->error().code == Code::Cancelled || view->error().code == Code::OutOfMemory)
                return fail(view->error());
            m_reason = view->error().message;
            return std::vector<MetricValue>();
        }
        TRY_VOID(readAsMsaccucmp(*target, pair.targetShape));
        TRY_VOID(readAsMsaccucmp(*golden, pair.goldenShape));
        MeasureOptions options = m_options;
        options.keepBooleans = pair.isFused;
        options.targetName = pair.targetPath;
        options.goldenName = pair.goldenPath;
        if (pair.isFused) {
            MsaccucmpAligned aligned = alignAsMsaccucmp(std::move(*target), std::move(*golden),
                pair.targetFormat, pair.origin.format, pair.origin.shape);
            if (!aligned.reason.empty()) {
                m_reason = std::move(aligned.reason);
                return std::vector<MetricValue>();
            }
            m_shape = shapeText(aligned.target.shape);
            target = std::move(aligned.target);
            golden = std::move(aligned.golden);
        }
        TRY_ASSIGN(Measurement measurement, measureTensors(*target, *golden, options, task));
        m_reason = std::move(measurement.reason);
        return std::move(measurement.values);
    }

    const MsaccucmpJob& m_job;
    const TensorStore &m_target, &m_golden;
    const MeasureOptions& m_options;
    std::string m_reason, m_shape;
};

} // namespace

Result<MsaccucmpResult> MsaccucmpResult::make(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<std::string>& ruleFiles, const MetricSelection& metrics)
{
    MsaccucmpResult result;
    result.m_targetSide = target;
    result.m_goldenSide = golden;
    TRY_ASSIGN(result.m_target, MsaccucmpDump::list(target));
    TRY_ASSIGN(result.m_golden, MsaccucmpDump::list(golden));
    if (result.m_target->kind() != Kind::Device)
        return fail(Code::Unsupported, "msaccucmp compares device dumps; the target holds converted tensors",
            {.file = target.index->root()});
    TRY_ASSIGN(std::vector<FusionGraph> graphs, readFusionFiles(ruleFiles));
    if (graphs.empty() && result.m_golden->kind() != Kind::Device)
        return fail(Code::Unsupported,
            "against the original model msaccucmp asks for the fusion rule file of the target: --map "
            "FILE.json",
            {.file = golden.index->root()});
    if (graphs.size() == 2 && known(graphs[1], *result.m_target) > known(graphs[0], *result.m_target))
        std::swap(graphs[0], graphs[1]);
    if (!graphs.empty())
        result.m_fusion = std::move(graphs[0]);
    if (graphs.size() > 1)
        result.m_unfused = std::move(graphs[1]);
    result.m_metrics = officialMetrics(metrics);
    return result;
}

std::vector<std::string_view> MsaccucmpResult::header() const
{
    std::vector<std::string_view> header {
        "Index", "OpType", "NPUDump", "DataType", "Address", "GroundTruth", "DataType"};
    if (m_golden->kind() != Kind::Npy)
        header.emplace_back("Address");
    header.insert(header.end(), {"TensorIndex", "Shape"});
    for (const auto& metric : m_metrics.metrics())
        header.push_back(metric->info().officialTitle("msaccucmp")->header);
    header.emplace_back("CompareFailReason");
    return header;
}

Result<void> MsaccucmpResult::forEachRow(
    const std::function<Result<void>(const Row&)>& use, TaskContext& task) const
{
    auto listed = m_fusion
        ? fusionJobs(*m_target, *m_golden, *m_fusion, m_unfused ? &*m_unfused : nullptr, task)
        : operatorJobs(*m_target, *m_golden, task);
    TRY_ASSIGN(const std::vector<MsaccucmpJob> jobs, std::move(listed));
    MeasureOptions options;
    options.profile = builtinMetrics()->findProfile("msaccucmp");
    options.metrics = std::make_shared<const MetricSelection>(m_metrics);
    const TensorStore target(m_targetSide.index), golden(m_goldenSide.index);
    const bool hasGoldenAddress = m_golden->kind() != Kind::Npy;
    return parallelMapReduce<Row>(
        task.arena, jobs.size(), 1, task.stop,
        [&](std::size_t begin, std::size_t) {
            return Line(jobs[begin], target, golden, options).cells(hasGoldenAddress, task);
        },
        [&](Row&& row) { return use(row); });
}

} // namespace dumpscope::core
