// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/pair_document.h"

#include "compare/layout/assembly.h"
#include "query/row_writer.h"
#include "tensor/shape.h"

#include <array>

namespace dumpscope::core {

namespace {

void writeShape(JsonWriter& json, const DumpIndex& index, const TensorRow& row)
{
    if (!row.shape.isValid()) {
        json.null();
        return;
    }
    json.beginArray();
    for (const std::int64_t dim : index.shape(row.shape))
        json.value(dim);
    json.endArray();
}

void writeDtype(JsonWriter& json, const TensorRow& row)
{
    if (row.dtype == DType::Unknown)
        json.null();
    else
        json.value(dtypeName(row.dtype));
}

/// Where the values of the one side stand in the other, if not in one tensor that is paired by its name.
void writeAssembly(JsonWriter& json, const DumpIndex& parts, const TensorPair& pair, bool ofGolden)
{
    const Assembly* const assembly = pair.hint ? pair.hint->assembly.get() : nullptr;
    if (!assembly || assembly->isOfGolden != ofGolden) {
        json.null();
        return;
    }
    json.beginObject().member("kind", assemblyWord(assembly->kind)).key("axis");
    if (assembly->axis)
        json.value(static_cast<std::uint64_t>(*assembly->axis));
    else
        json.null();
    json.key("parts").beginArray();
    for (const AssemblyPart& part : assembly->parts)
        json.beginObject()
            .member("rank", parts.factsOf(part.id).rank)
            .member("id", parts.tensorId(part.id))
            .endObject();
    json.endArray()
        .member("coverage", assembly->coverage)
        .member("confidence", pair.confidence)
        .member("rests_on", restsOn(*assembly))
        .endObject();
}

/// Columns whose cells are members as they are.
constexpr std::array<std::string_view, 16> kPlainMembers {"index", "op_name", "op_type", "run", "rank",
    "step", "model", "graph_id", "exec_index", "io", "slot", "occurrence", "target_id", "golden_id",
    "pair_origin", "pair_reason"};

std::vector<int> columnsNamed(const PairTable& pairs, std::span<const std::string_view> names)
{
    std::vector<int> columns;
    for (const std::string_view name : names)
        columns.push_back(pairs.columnByName(name));
    return columns;
}

void writeMetrics(JsonWriter& json, const PairTable& pairs, std::size_t row)
{
    const auto each = [&](std::string_view key, auto&& writeValue) {
        json.key(key).beginObject();
        for (std::size_t m = 0; m < pairs.row(row).values.size(); ++m) {
            json.key(pairs.metrics().info(m).id);
            writeValue(pairs.metricValue(row, m));
        }
        json.endObject();
    };
    each("metrics", [&](const MetricValue& value) {
        // Of integers all digits are in the text where float64 rounds them.
        const auto exact = value.value ? ifRounded(value.text) : std::nullopt;
        if (exact)
            json.value(*exact);
        else
            json.value(value.value);
    });
    each("text", [&](const MetricValue& value) {
        if (value.text.empty())
            json.null();
        else
            json.value(value.text);
    });
    each("states", [&](const MetricValue& value) { json.value(pairStateWord(value.state)); });
}

/// Consecutive pieces of the flat tensor.
void writeBlocks(JsonWriter& json, const SharedList<ErrorBlock>& blocks)
{
    json.key("blocks").beginArray();
    for (const ErrorBlock& block : blocks) {
        json.beginObject()
            .member("first", block.first)
            .member("count", block.count)
            .member("max_abs_error", block.maxAbsolute)
            .member("sum_squared_error", block.sumSquares)
            .member("mismatches", block.mismatches)
            .endObject();
    }
    json.endArray();
}

/// counts[i] has 2^(lowest_exponent + i) <= |d| < 2^(lowest_exponent + i + 1).
void writeHistogram(JsonWriter& json, const ErrorHistogram& histogram)
{
    json.key("error_histogram")
        .beginObject()
        .member("lowest_exponent", histogram.lowest)
        .member("zero", histogram.zero)
        .member("conflicts", histogram.conflicts);
    json.key("counts").beginArray();
    for (const std::uint64_t count : histogram.counts)
        json.value(count);
    json.endArray().endObject();
}

} // namespace

void writePair(JsonWriter& json, const PairTable& pairs, std::size_t row)
{
    const PairResult& result = pairs.row(row);
    const TensorRow& target = pairs.target().index->tensor(result.pair.target);
    const TensorRow& golden = pairs.golden().index->tensor(result.pair.golden);
    json.beginObject();
    writeRowMembers(json, pairs, row, columnsNamed(pairs, kPlainMembers));
    json.member("confidence", result.pair.confidence);
    writeRowMembers(json, pairs, row,
        columnsNamed(pairs, std::array<std::string_view, 2> {"duration_us", "golden_duration_us"}));
    json.key("dtype").beginArray();
    writeDtype(json, target);
    writeDtype(json, golden);
    json.endArray();
    json.key("shape").beginArray();
    writeShape(json, *pairs.target().index, target);
    writeShape(json, *pairs.golden().index, golden);
    json.endArray();
    json.key("alignment").beginArray();
    for (const Message& step : result.details().alignment)
        json.value(step.text());
    json.endArray();
    json.key("assembly");
    writeAssembly(json, *pairs.target().index, result.pair, false);
    json.key("golden_assembly");
    writeAssembly(json, *pairs.golden().index, result.pair, true);
    json.key("checksum");
    if (result.sameChecksum)
        json.value(checksumWord(result.sameChecksum));
    else
        json.null();
    json.member("state", pairStateWord(result.shownState()));
    writeMetrics(json, pairs, row);
    json.member("verdict", verdictWord(result.verdict));
    json.key("reason");
    if (result.reason.empty())
        json.null();
    else
        json.value(result.reason.text());
    json.key("worst").beginArray();
    for (const WorstElement& element : result.details().worst) {
        json.beginObject()
            .member("index", element.index)
            .member("target", element.target, element.exactTarget)
            .member("golden", element.golden, element.exactGolden)
            .member("abs_error", element.absError, element.exactAbsError)
            .member("rel_error", element.relError);
        json.key("ulp");
        // Of two integers it is the difference.
        if (element.exactAbsError)
            json.value(*element.exactAbsError);
        else
            json.value(element.ulp);
        json.endObject();
    }
    json.endArray();
    if (!result.details().blocks.empty())
        writeBlocks(json, result.details().blocks);
    if (result.details().histogram)
        writeHistogram(json, *result.details().histogram);
    json.endObject();
}

} // namespace dumpscope::core
