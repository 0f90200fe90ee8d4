// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/comparison_document.h"

#include "base/diagnostics_json.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/measuring/left_out.h"
#include "compare/number_difference.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/pair_document.h"
#include "compare/report/suspicion_document.h"
#include "compare/tables/layer_summary.h"
#include "compare/truth_errors.h"
#include "query/row_writer.h"

namespace dumpscope::core {

namespace {

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
    const LeftOutCounts leftOut = countLeftOut(*comparison.pairs);
    json.member("padding_left_out", leftOut.padding).member("no_counterpart", leftOut.noCounterpart);
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

} // namespace

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

void writeSurroundings(JsonWriter& json, const Comparison& comparison)
{
    writeEnvironment(json, comparison.environment.get());
    writeNumberDifferences(
        json, numberDifferences(*comparison.pairs->target().index, *comparison.pairs->golden().index));
    writeFusion(json, comparison.fusion.get());
    writeTruth(json, comparison.pairs->truth().get());
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

} // namespace dumpscope::core
