// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"

#include "base/diagnostics_json.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/layout/assembly.h"
#include "compare/tables/layer_summary.h"
#include "compare/truth_errors.h"
#include "query/row_writer.h"
#include "tensor/shape.h"

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

void writeUnpaired(JsonWriter& json, const std::vector<UnpairedTensor>& unpaired, const DumpIndex& own,
    const DumpIndex& other)
{
    json.beginArray();
    for (const UnpairedTensor& tensor : unpaired) {
        json.beginObject().member("id", own.tensorId(tensor.id)).member("reason", tensor.reason.text());
        json.key("nearest").beginArray();
        for (const TensorId id : tensor.nearest)
            json.value(other.tensorId(id));
        json.endArray().endObject();
    }
    json.endArray();
}

void writeVerdicts(JsonWriter& json, const VerdictCounts& counts)
{
    json.member("pass", counts.pass)
        .member("warn", counts.warn)
        .member("fail", counts.fail)
        .member("not_comparable", counts.notComparable);
}

void writeSummary(JsonWriter& json, const Comparison& comparison)
{
    json.key("summary").beginObject();
    writeCounts(json, comparison.summary);
    json.member("seconds", comparison.summary.seconds).member("partial", comparison.partial);
    if (const auto& remote = comparison.summary.remote) {
        json.key("remote").beginObject();
        json.member("files", remote->files).member("bytes", remote->bytes);
        json.member("equal_files", remote->equalFiles).member("brought_bytes", remote->broughtBytes);
        json.endObject();
    }
    json.key("cube").beginArray();
    for (const CubeCell& cell : comparison.cube) {
        json.beginObject();
        writeCounts(json, cell);
        json.key("first_divergence");
        writeFirstDivergence(json, cell.first);
        json.endObject();
    }
    json.endArray().key("layers").beginArray();
    for (const LayerVerdicts& layer : summariseLayers(*comparison.pairs)) {
        json.beginObject().member("layer", layer.layer);
        writeVerdicts(json, layer);
        json.key("first_fail");
        if (layer.firstFail)
            json.value(std::uint64_t {*layer.firstFail});
        else
            json.null();
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace

std::shared_ptr<const ReportRegistry> builtinReports()
{
    static const std::shared_ptr<const ReportRegistry> registry = [] {
        auto made = std::make_shared<ReportRegistry>();
        registerBuiltinReports(*made);
        return made;
    }();
    return registry;
}

void writeCounts(JsonWriter& json, const ComparisonSummary& summary)
{
    writeVerdicts(json, summary);
    json.member("unpaired_target", summary.unpairedTarget)
        .member("unpaired_golden", summary.unpairedGolden)
        .member("bytes", summary.bytes);
}

void writeCounts(JsonWriter& json, const CubeCell& cell)
{
    json.member("step", cell.step).member("rank", cell.rank);
    writeVerdicts(json, cell);
}

std::string firstDivergenceText(const Comparison& comparison)
{
    const ComparisonSummary& counts = comparison.summary;
    return comparison.firstDivergence                 ? comparison.firstDivergence->text()
        : !comparison.isOrderKnown && counts.fail > 0 ? "not known, the order of execution is not recorded"
        : counts.pass + counts.warn > 0 && counts.fail == 0 ? "none in what was compared"
                                                            : std::string();
}

void writeFirstDivergence(JsonWriter& json, const std::optional<FirstDivergence>& divergence)
{
    if (!divergence) {
        json.null();
        return;
    }
    json.beginObject()
        .member("index", divergence->index)
        .member("op_name", divergence->opName)
        .member("run", divergence->run.empty() ? std::nullopt : std::optional(divergence->run))
        .member("rank", divergence->rank)
        .member("step", divergence->step)
        .member("rule", divergence->rule)
        .member("inputs_clean", divergence->inputsClean)
        .endObject();
}

namespace {

void writeRecomputed(JsonWriter& json, const std::optional<Recomputation>& recomputed)
{
    if (!recomputed) {
        json.null();
        return;
    }
    json.beginObject()
        .member("outcome", outcomeWord(recomputed->outcome))
        .member("pair", static_cast<std::uint64_t>(recomputed->row))
        .member("target_error", recomputed->targetError)
        .member("golden_error", recomputed->goldenError)
        .member("explained", recomputed->explained)
        .member("score", recomputed->score)
        .member("elements", recomputed->elements)
        .member("of", recomputed->count)
        .member("index", recomputed->index)
        .member("expected", recomputed->expected)
        .member("found", recomputed->found)
        .member("method", recomputed->method.text())
        .endObject();
}

void writeCounterfactual(JsonWriter& json, const std::optional<Counterfactual>& counterfactual)
{
    json.key("counterfactual");
    if (!counterfactual) {
        json.null();
        return;
    }
    const Counterfactual& one = *counterfactual;
    const auto known = [&](double value) { return one.row ? std::optional(value) : std::nullopt; };
    json.beginObject()
        .member("pair", one.row)
        .member("before", known(one.before))
        .member("after", known(one.after))
        .member("removed", known(one.removed()))
        .member("recomputed", one.recomputed)
        .member("text", one.text().text())
        .endObject();
}

void writeSuspect(JsonWriter& json, const Suspect& suspect)
{
    json.beginObject()
        .member("op_name", suspect.opName)
        .member("op_type", suspect.opType)
        .member("run", suspect.run.empty() ? std::nullopt : std::optional(suspect.run))
        .member("rank", suspect.rank);
    json.key("ranks").beginArray();
    for (const std::int64_t rank : suspect.ranks)
        json.value(rank);
    json.endArray()
        .member("step", suspect.step)
        .member("score", suspect.score)
        .member("own_error", suspect.ownError)
        .member("inherited_error", suspect.inheritedError)
        .member("errors_are_bounds", suspect.isOwnBound || suspect.isInheritedBound)
        .member("why", suspect.why.text());
    json.key("pairs").beginArray();
    for (const std::size_t row : suspect.pairs)
        json.value(static_cast<std::uint64_t>(row));
    json.endArray().key("recomputed");
    writeRecomputed(json, suspect.recomputed);
    writeCounterfactual(json, suspect.counterfactual);
    json.endObject();
}

} // namespace

void writeSuspicion(JsonWriter& json, const Suspicion& suspicion)
{
    json.key("suspects").beginArray();
    for (const Suspect& suspect : suspicion.suspects)
        writeSuspect(json, suspect);
    json.endArray();
    json.key("suspicion")
        .beginObject()
        .member("noise", suspicion.noise)
        .member("threshold", kSuspectScore)
        .member("judged", suspicion.judged);
    json.key("closest");
    if (suspicion.nearestName().empty())
        json.null();
    else
        json.value(suspicion.nearestName());
    json.member("closest_score", suspicion.nearestScore()).key("acquitted").beginArray();
    for (const Suspect& suspect : suspicion.cleared)
        writeSuspect(json, suspect);
    json.endArray().key("effects").beginArray();
    for (const KnownEffect& effect : suspicion.effects)
        json.beginObject()
            .member("pair", static_cast<std::uint64_t>(effect.row))
            .member("text", effect.text.text())
            .endObject();
    json.endArray().key("rounding");
    if (suspicion.rounding.empty())
        json.null();
    else
        json.value(suspicion.rounding);
    json.key("note");
    if (suspicion.note.empty())
        json.null();
    else
        json.value(suspicion.note.text());
    json.endObject();
}

namespace {

void writePlace(
    JsonWriter& json, std::string_view name, std::string_view id, const std::optional<ConclusionPlace>& place)
{
    json.key(name);
    if (!place) {
        json.null();
        return;
    }
    const auto textOrNull = [&](std::string_view key, const std::string& text) {
        json.member(key, text.empty() ? std::nullopt : std::optional(text));
    };
    json.beginObject();
    textOrNull("op_name", place->opName);
    textOrNull("op_type", place->opType);
    textOrNull("scope", place->scope);
    textOrNull("run", place->run);
    json.member("rank", place->rank).member("step", place->step);
    textOrNull("io", place->io);
    json.member("slot", place->slot).member(id, place->tensor).key("source");
    if (place->source) {
        json.beginObject()
            .member("file", place->source->file)
            .member("line", std::uint64_t {place->source->line})
            .member("code", place->source->code)
            .endObject();
    } else {
        json.null();
    }
    if (name == "place")
        json.member("target_only", place->isTargetOnly);
    json.endObject();
}

void writeSide(JsonWriter& json, std::string_view key, const Coverage::Side& side)
{
    json.key(key)
        .beginObject()
        .member("tensors", side.tensors)
        .member("compared", side.compared)
        .member("not_asked_for", side.leftOut)
        .member("of_updates", side.ofUpdates)
        .endObject();
}

} // namespace

void writeConclusion(JsonWriter& json, const Conclusion& conclusion)
{
    json.key("conclusion")
        .beginObject()
        .member("kind", conclusionWord(conclusion.kind))
        .member("text", conclusion.text())
        .member("reason", conclusion.reason.empty() ? std::nullopt : std::optional(conclusion.reason.text()))
        .member("first_beyond_limits",
            conclusion.first.empty() ? std::nullopt : std::optional(conclusion.first.text()))
        .member("order_known", conclusion.isOrderKnown)
        .member("fault", conclusion.isFault);
    writePlace(json, "place", "target_id", conclusion.place);
    writePlace(json, "golden_only", "golden_id", conclusion.goldenOnly);
    json.key("index");
    if (conclusion.row)
        json.value(static_cast<std::uint64_t>(*conclusion.row));
    else
        json.null();
    const Coverage& coverage = conclusion.coverage;
    json.key("coverage")
        .beginObject()
        .member("text", coverage.text())
        .member("share", coverage.share())
        .member("pairs", coverage.pairs)
        .member("of", coverage.of)
        .member("by_statistics", coverage.byStatistics)
        .member("by_checksums", coverage.byChecksums)
        .member("suggested", coverage.suggested);
    writeSide(json, "target", coverage.target);
    writeSide(json, "golden", coverage.golden);
    json.endObject().endObject();
}

void writeTruthError(JsonWriter& json, std::string_view name, const TruthError& error)
{
    json.key(name)
        .beginObject()
        .member("relative_l2", error.relativeL2)
        .member("max_relative", error.maxRelative)
        .member("mean_relative", error.meanRelative)
        .member("root_mean_square", error.rootMeanSquare)
        .endObject();
}

void writeTruth(JsonWriter& json, const TruthErrors* truth)
{
    json.key("truth");
    if (truth == nullptr) {
        json.null();
        return;
    }
    json.beginObject()
        .member("root", truth->root)
        .member("text", truth->text().text())
        .member("unpaired", truth->unpaired)
        .member("target_farther", truth->targetFarther)
        .member("golden_farther", truth->goldenFarther)
        .member("beyond_benchmark", truth->beyondBenchmark);
    json.key("rows").beginArray();
    for (const TruthRow& row : truth->rows) {
        json.beginObject().member("index", row.row);
        writeTruthError(json, "target", row.target);
        writeTruthError(json, "golden", row.golden);
        json.member("ratio", row.ratio())
            .member("farther", fartherWord(row.farther))
            .member("within_benchmark", row.isWithinBenchmark)
            .endObject();
    }
    json.endArray().endObject();
}

void writeSurroundings(JsonWriter& json, const Comparison& comparison)
{
    writeEnvironment(json, comparison.environment.get());
    writeFusion(json, comparison.fusion.get());
    writeTruth(json, comparison.pairs->truth().get());
}

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

void writeComparison(
    JsonWriter& json, const Comparison& comparison, const ReportFacts& facts, const ListedPairs* listed)
{
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex& target = *pairs.target().index;
    const DumpIndex& golden = *pairs.golden().index;
    json.beginObject()
        .member("target", target.root())
        .member("golden", golden.root())
        .member("profile", facts.profile)
        .member("limits", facts.limits)
        .member("command", facts.command);
    json.key("pairs").beginArray();
    for (std::size_t i = 0; i < (listed ? listed->rows.size() : pairs.rows()); ++i) {
        const std::size_t row = listed ? listed->rows[i] : i;
        if (listed && !listed->columns.empty())
            writeRowJson(json, pairs, row, listed->columns);
        else
            writePair(json, pairs, row);
    }
    json.endArray();
    json.key("unpaired").beginObject().key("target");
    writeUnpaired(json, comparison.unpairedTarget, target, golden);
    json.key("golden");
    writeUnpaired(json, comparison.unpairedGolden, golden, target);
    json.endObject();
    writeSurroundings(json, comparison);
    json.key("first_divergence");
    writeFirstDivergence(json, comparison.firstDivergence);
    writeSuspicion(json, comparison.suspicion);
    writeConclusion(json, comparison.conclusion);
    writeNotes(json, pairs, facts.notes);
    writeSummary(json, comparison);
    writeProblems(json, facts.problems);
    json.endObject();
}

void measureElements(MeasureOptions& options)
{
    options.top = std::max<std::size_t>(options.top, 10);
    if (options.blocks == 0)
        options.blocks = 256;
    options.histogram = true;
}

} // namespace dumpscope::core
