// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/fusion_difference.h"

#include "graph/graph_catalog.h"
#include "io/byte_text.h"
#include "records/attribute_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 3> kFusionStates {"compared", "target-only", "golden-only"};
/// Files that are larger are no lists of passes, and graphs that are larger are not read for their operators.
constexpr std::uint64_t kMostPassBytes = 64U << 20, kMostFusionGraphBytes = 64U << 20;
constexpr std::size_t kMostOperators = 64; ///< of a pass

std::set<std::string> graphsOf(const FusionPasses& passes)
{
    std::set<std::string> graphs;
    for (const auto& [key, times] : passes)
        graphs.insert(key.graph);
    return graphs;
}

FusionPasses summedOverGraphs(const FusionPasses& passes)
{
    FusionPasses summed;
    for (const auto& [key, times] : passes) {
        FusionPassTimes& sum = summed[{{}, key.kind, key.pass}];
        sum.matched += times.matched;
        sum.effective += times.effective;
    }
    return summed;
}

Message fusionHeadline(const FusionDifferences& found)
{
    std::size_t effective = 0;
    for (const FusionDifference& difference : found.passes) {
        const auto times
            = [](const std::optional<FusionPassTimes>& side) { return side ? side->effective : 0; };
        effective += times(difference.target) != times(difference.golden) ? 1 : 0;
    }
    if (found.passes.empty() && !found.isAnyEffective)
        return phrase("no fusion pass took effect in either run");
    if (found.passes.empty())
        return phrase("the same fusion passes took effect in both runs");
    if (effective == 0)
        return phrase(
            "the same fusion passes took effect in both runs; %1 matched in another number of places",
            found.passes.size());
    if (effective == 1)
        return phrase("1 fusion pass took effect in another number of places");
    return phrase("%1 fusion passes took effect in another number of places", effective);
}

/// Passes of all files of a side; nothing where there is none. A file that cannot be read is an error:
/// without its passes the others would seem to differ.
Result<std::optional<FusionPasses>> passesIn(const DumpIndex& index, TaskContext& task)
{
    std::optional<FusionPasses> passes;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileId id(i);
        const Reader* const reader = index.readerOf(id);
        if (reader == nullptr || reader->info().id != "fusion-result")
            continue;
        TRY_VOID(task.checkStop());
        if (index.file(id).size > kMostPassBytes)
            return fail(Code::Limit, phrase("more than %1 bytes", kMostPassBytes));
        const auto source = index.tree().open(index.filePath(id), index.file(id).size);
        TRY_ASSIGN(const Bytes bytes, source->map());
        TRY_ASSIGN(const JsonValue root, parseJson(asText(bytes.span())));
        TRY_VOID(bytes.check());
        if (!passes)
            passes.emplace();
        for (const auto& [key, times] : fusionPassesOf(root)) {
            FusionPassTimes& sum = (*passes)[key];
            sum.matched += times.matched;
            sum.effective += times.effective;
        }
    }
    return passes;
}

/// Operators by the pass that made them, as attributes `pass_name` and `pass_name_ub` of the graph say.
class PassOperators {
public:
    static Result<std::optional<PassOperators>> of(const DumpIndex& index, TaskContext& task)
    {
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
            const Reader* const reader = index.readerOf(FileId(i));
            if (reader != nullptr && reader->info().can.graph)
                bytes += index.file(FileId(i)).size;
        }
        if (bytes == 0 || bytes > kMostFusionGraphBytes)
            return std::optional<PassOperators>();
        Diagnostics told;
        Progress silent;
        TaskContext quiet {task.stop, silent, told, task.arena};
        const auto ranked = readLikeliestGraph(index, &index, std::nullopt, quiet);
        TRY_VOID(task.checkStop());
        if (!ranked || !ranked->likeliest)
            return std::optional<PassOperators>();
        PassOperators operators;
        for (const auto& graph : ranked->document.graphs)
            operators.read(*graph);
        return std::optional(std::move(operators));
    }

    std::vector<std::string> madeBy(const std::string& pass) const
    {
        const auto found = m_operators.find(pass);
        return found == m_operators.end() ? std::vector<std::string>() : found->second;
    }

private:
    void read(const Graph& graph)
    {
        for (const GraphNode& node : graph.nodes()) {
            for (const GraphAttribute& attribute : graph.attributesOf(node)) {
                const std::string_view key = graph.text(attribute.key);
                if (key != "pass_name" && key != "pass_name_ub")
                    continue;
                for (std::string& pass : attributeTexts(graph.text(attribute.value), attribute.type)) {
                    auto& operators = m_operators[std::move(pass)];
                    if (operators.size() < kMostOperators)
                        operators.emplace_back(graph.text(node.name));
                }
            }
        }
    }

    std::map<std::string, std::vector<std::string>> m_operators;
};

void writeTimes(JsonWriter& json, std::string_view side, const std::optional<FusionPassTimes>& times,
    const std::vector<std::string>& operators)
{
    json.key(side);
    if (!times) {
        json.null();
        return;
    }
    json.beginObject().member("matched", times->matched).member("effective", times->effective);
    json.key("operators").beginArray();
    for (const std::string& name : operators)
        json.value(name);
    json.endArray().endObject();
}

} // namespace

std::string_view fusionStateWord(FusionDifferences::State state)
{
    return kFusionStates[static_cast<std::size_t>(state)];
}

std::shared_ptr<FusionDifferences> fusionDifferences(
    const std::optional<FusionPasses>& target, const std::optional<FusionPasses>& golden)
{
    if (!target && !golden)
        return nullptr;
    auto found = std::make_shared<FusionDifferences>();
    if (!target || !golden) {
        found->state = target ? FusionDifferences::State::TargetOnly : FusionDifferences::State::GoldenOnly;
        found->headline = target
            ? phrase("fusion passes were not compared: golden has no fusion_result.json")
            : phrase("fusion passes were not compared: the target has no fusion_result.json");
        return found;
    }
    found->isSummed = graphsOf(*target) != graphsOf(*golden);
    const FusionPasses targets = found->isSummed ? summedOverGraphs(*target) : *target;
    const FusionPasses goldens = found->isSummed ? summedOverGraphs(*golden) : *golden;
    std::set<FusionPassKey> keys;
    for (const FusionPasses* side : {&targets, &goldens}) {
        for (const auto& [key, times] : *side)
            keys.insert(key);
    }
    const auto timesIn = [](const FusionPasses& side, const FusionPassKey& key) {
        const auto at = side.find(key);
        return at == side.end() ? std::nullopt : std::optional(at->second);
    };
    found->isAnyEffective
        = std::ranges::any_of(goldens, [](const auto& pass) { return pass.second.effective > 0; });
    for (const FusionPassKey& key : keys) {
        FusionDifference difference {key, timesIn(targets, key), timesIn(goldens, key), {}, {}};
        // A pass that is not listed and one that never matched are the same.
        if (difference.target.value_or(FusionPassTimes {}) == difference.golden.value_or(FusionPassTimes {}))
            ++found->equal;
        else
            found->passes.push_back(std::move(difference));
    }
    found->headline = fusionHeadline(*found);
    return found;
}

Result<std::shared_ptr<const FusionDifferences>> fusionDifferencesOf(
    const DumpIndex& target, const DumpIndex& golden, TaskContext& task)
{
    TRY_ASSIGN(const std::optional<FusionPasses> targets, passesIn(target, task));
    TRY_ASSIGN(const std::optional<FusionPasses> goldens, passesIn(golden, task));
    const std::shared_ptr<FusionDifferences> found = fusionDifferences(targets, goldens);
    if (!found || found->passes.empty())
        return std::shared_ptr<const FusionDifferences>(found);
    TRY_ASSIGN(const std::optional<PassOperators> targetGraph, PassOperators::of(target, task));
    TRY_ASSIGN(const std::optional<PassOperators> goldenGraph, PassOperators::of(golden, task));
    found->hasTargetGraph = targetGraph.has_value();
    found->hasGoldenGraph = goldenGraph.has_value();
    for (FusionDifference& difference : found->passes) {
        if (targetGraph)
            difference.targetOperators = targetGraph->madeBy(difference.pass.pass);
        if (goldenGraph)
            difference.goldenOperators = goldenGraph->madeBy(difference.pass.pass);
    }
    return std::shared_ptr<const FusionDifferences>(found);
}

Message fusionLine(const FusionDifference& difference)
{
    const FusionPassTimes target = difference.target.value_or(FusionPassTimes {});
    const FusionPassTimes golden = difference.golden.value_or(FusionPassTimes {});
    const Message where = difference.pass.graph.empty()
        ? Message(difference.pass.pass)
        : phrase("%1 in %2", difference.pass.pass, difference.pass.graph);
    return phrase(
        "%1: in the target it %2, in golden it %3", where, fusionTimesText(target), fusionTimesText(golden));
}

void writeFusion(JsonWriter& json, const FusionDifferences* differences)
{
    json.key("fusion_differences");
    if (differences == nullptr) {
        json.null();
        return;
    }
    json.beginObject()
        .member("state", fusionStateWord(differences->state))
        .member("text", differences->headline.text())
        .member("equal", static_cast<std::uint64_t>(differences->equal))
        .member("summed_over_graphs", differences->isSummed)
        .member("target_graph", differences->hasTargetGraph)
        .member("golden_graph", differences->hasGoldenGraph);
    json.key("passes").beginArray();
    for (const FusionDifference& difference : differences->passes) {
        json.beginObject().key("graph");
        if (difference.pass.graph.empty())
            json.null();
        else
            json.value(difference.pass.graph);
        json.member("kind", difference.pass.kind).member("pass", difference.pass.pass);
        writeTimes(json, "target", difference.target, difference.targetOperators);
        writeTimes(json, "golden", difference.golden, difference.goldenOperators);
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace dumpscope::core
