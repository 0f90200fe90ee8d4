// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_result.h"

#include "base/parallel.h"
#include "compare/pairing/rule_file_json.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "metrics/metric_registry.h"
#include "model/tensor_store.h"
#include "official/msaccucmp_alignment.h"
#include "tensor/element_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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

/// Whether float16 is at its end: 65504 or infinite, and no NaN (docs/formats/comparison.md 4.1).
std::string overflowText(const TensorView& view)
{
    if (view.dtype != DType::Float16)
        return "NaN";
    const auto stream = ElementStream::make(view, Order::Logical);
    if (!stream)
        return "NaN";
    constexpr std::uint64_t kChunk = 1U << 16U;
    constexpr unsigned kLargest = 0x7bff, kInfinity = 0x7c00;
    ElementStream::Scratch scratch;
    unsigned largest = 0;
    for (std::uint64_t at = 0; at < stream->count(); at += kChunk) {
        const ElementChunk chunk = stream->read(at, std::min(kChunk, stream->count() - at), scratch);
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            std::uint16_t code = 0;
            std::memcpy(&code, chunk.data + i * sizeof code, sizeof code);
            largest = std::max(largest, code & 0x7fffU);
        }
    }
    return largest >= kLargest && largest <= kInfinity ? "YES" : "NO";
}

} // namespace

Result<MsaccucmpResult> MsaccucmpResult::make(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<std::string>& ruleFiles, const MetricSelection& metrics, const OfficialOptions& options)
{
    MsaccucmpResult result;
    result.m_targetSide = target;
    result.m_goldenSide = golden;
    TRY_ASSIGN(result.m_target, MsaccucmpDump::list(target));
    TRY_ASSIGN(result.m_golden, MsaccucmpDump::list(golden));
    if (result.m_target->kind() != Kind::Device)
        return fail(Code::Unsupported,
            phrase("msaccucmp compares device dumps; the target holds converted tensors"),
            {.file = target.index->root()});
    TRY_ASSIGN(std::vector<FusionGraph> graphs, readFusionFiles(ruleFiles));
    if (graphs.empty() && result.m_golden->kind() != Kind::Device)
        return fail(Code::Unsupported,
            phrase("against the original model msaccucmp asks for the fusion rule file of the target: --map "
                   "FILE.json"),
            {.file = golden.index->root()});
    if (graphs.size() == 2 && known(graphs[1], *result.m_target) > known(graphs[0], *result.m_target))
        std::swap(graphs[0], graphs[1]);
    if (!graphs.empty())
        result.m_fusion = std::move(graphs[0]);
    if (graphs.size() > 1)
        result.m_unfused = std::move(graphs[1]);
    if (!result.m_fusion && options.isRestricted())
        return fail(Code::Usage,
            phrase("a range or selection of operators needs the fusion rule file: --map FILE.json"));
    result.m_metrics = officialMetrics(metrics);
    result.m_options = options;
    return result;
}

std::vector<std::string_view> MsaccucmpResult::header() const
{
    std::vector<std::string_view> header {"Index"};
    if (m_options.isRestricted())
        header.emplace_back("OpSequence");
    header.insert(header.end(), {"OpType", "NPUDump", "DataType", "Address", "GroundTruth", "DataType"});
    if (m_golden->kind() != Kind::Npy)
        header.emplace_back("Address");
    header.insert(header.end(), {"TensorIndex", "Shape"});
    if (m_options.hasOverflow || m_options.hasAdvice)
        header.emplace_back("OverFlow");
    for (const auto& metric : m_metrics.metrics())
        header.push_back(metric->info().officialTitle("msaccucmp")->header);
    header.emplace_back("CompareFailReason");
    return header;
}

Result<std::vector<MsaccucmpJob>> MsaccucmpResult::jobs(TaskContext& task) const
{
    if (!m_fusion)
        return operatorJobs(*m_target, *m_golden, task);
    return fusionJobs(*m_target, *m_golden, *m_fusion, m_unfused ? &*m_unfused : nullptr, m_options, task);
}

Result<MsaccucmpResult::OpenPair> MsaccucmpResult::open(const MsaccucmpJob& job, TaskContext& task) const
{
    OpenPair opened;
    opened.shape = job.shape;
    const MsaccucmpJob::Pair& pair = *job.pair;
    auto target = TensorStore(m_targetSide.index).open(pair.target, task);
    auto golden = TensorStore(m_goldenSide.index).open(pair.golden, task);
    for (const auto* view : {&target, &golden}) {
        if (*view)
            continue;
        if (view->error().code == Code::Cancelled || view->error().code == Code::OutOfMemory)
            return fail(view->error());
        opened.reason = view->error().message.text();
        return opened;
    }
    TRY_VOID(readAsMsaccucmp(*target, pair.targetShape));
    TRY_VOID(readAsMsaccucmp(*golden, pair.goldenShape));
    opened.target = std::move(*target);
    opened.golden = std::move(*golden);
    if (!pair.isFused)
        return opened;
    AlignedTensors aligned = alignAsMsaccucmp(std::move(opened.target), std::move(opened.golden),
        pair.targetFormat, {pair.origin.format, pair.origin.shape});
    opened.reason = aligned.reason.text();
    if (opened.reason.empty())
        opened.shape = shapeText(aligned.target.shape);
    opened.target = std::move(aligned.target);
    opened.golden = std::move(aligned.golden);
    return opened;
}

Result<MsaccucmpResult::Row> MsaccucmpResult::cells(
    const MsaccucmpJob& job, const MeasureOptions& shared, TaskContext& task) const
{
    std::vector<MetricValue> values;
    std::string shape = job.shape, reason = job.reason, overflow = "NaN";
    const bool hasOverflow = m_options.hasOverflow || m_options.hasAdvice;
    if (job.pair) {
        TRY_ASSIGN(OpenPair opened, open(job, task));
        shape = std::move(opened.shape);
        reason = std::move(opened.reason);
        if (reason.empty()) {
            if (hasOverflow)
                overflow = overflowText(opened.target);
            MeasureOptions options = shared;
            options.keepBooleans = job.pair->isFused;
            // Without effect between two device dumps (docs/formats/comparison.md 8a.3).
            if (job.pair->isFused)
                options.elementLimit = m_options.maxElements;
            options.targetName = job.targetPath;
            options.goldenName = job.goldenPath;
            TRY_ASSIGN(Measurement measurement, measureTensors(opened.target, opened.golden, options, task));
            reason = measurement.reason.text();
            values = std::move(measurement.values);
        }
    }
    Row cells {std::to_string(job.index)};
    if (m_options.isRestricted())
        cells.push_back(job.sequence ? std::to_string(*job.sequence) : "NaN");
    cells.insert(cells.end(),
        {job.opType, job.targetName, job.targetType, job.targetAddress, job.goldenName, job.goldenType});
    if (m_golden->kind() != Kind::Npy)
        cells.push_back(job.goldenAddress);
    cells.insert(cells.end(), {job.tensor, std::move(shape)});
    if (hasOverflow && !job.lacksOverflow)
        cells.push_back(std::move(overflow));
    for (std::size_t i = 0; i < shared.metrics->size(); ++i)
        cells.push_back(i < values.size() ? values[i].text : "NaN");
    cells.push_back(std::move(reason));
    return cells;
}

Result<void> MsaccucmpResult::forEachRow(
    const std::function<Result<void>(const Row&)>& use, TaskContext& task) const
{
    TRY_ASSIGN(const std::vector<MsaccucmpJob> lines, jobs(task));
    MeasureOptions options;
    options.profile = builtinMetrics()->findProfile("msaccucmp");
    options.metrics = std::make_shared<const MetricSelection>(m_metrics);
    return parallelMapReduce<Row>(
        task.arena, lines.size(), 1, task.stop,
        [&](std::size_t begin, std::size_t) { return cells(lines[begin], options, task); },
        [&](Row&& row) { return use(row); });
}

} // namespace dumpscope::core
