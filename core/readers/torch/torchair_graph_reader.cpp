// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/ge/ge_model.h"
#include "readers/ge/ge_schema.h"
#include "readers/graph_file.h"

namespace dumpscope::core {

namespace {

/// `dynamo_<stage>_graph_<n>[_rank_<R>_pid_<P>_ts_<20 digits>].txt`. Views into the name.
struct DynamoName {
    std::string_view stage;  ///< original or optimized
    std::string_view number; ///< of the graph
    std::string_view rank;   ///< empty in older releases
};

std::optional<DynamoName> parseDynamoName(std::string_view name)
{
    constexpr std::string_view kStart = "dynamo_", kGraph = "_graph_", kRank = "_rank_";
    if (!name.starts_with(kStart))
        return std::nullopt;
    std::string_view rest = name.substr(kStart.size());
    const std::size_t graph = rest.find(kGraph);
    if (graph == std::string_view::npos)
        return std::nullopt;
    DynamoName result;
    result.stage = rest.substr(0, graph);
    rest.remove_prefix(graph + kGraph.size());
    result.number = rest.substr(0, rest.find_first_not_of("0123456789"));
    if (const std::size_t rank = rest.find(kRank); rank != std::string_view::npos) {
        rest.remove_prefix(rank + kRank.size());
        result.rank = rest.substr(0, rest.find_first_not_of("0123456789"));
    }
    return result.number.empty() ? std::nullopt : std::optional(result);
}

/// Graphs that TorchAir writes beside a dump: text format of ge.proto.GraphDef (docs/formats/llm-era.md 2.3).
class TorchairGraphReader final : public GraphFileReader {
public:
    TorchairGraphReader()
        : GraphFileReader(ProtoForm::Text, ge::kGraphDef)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "torchair-graph",
            .title = Form<0>("GE graph of TorchAir (text)"),
            .patterns = {"dynamo_*_graph_*.txt", "dynamo_*_graph_*.pbtxt"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isText = probe.name.ends_with(".txt") || probe.name.ends_with(".pbtxt");
        const bool named = isText && parseDynamoName(probe.name);
        const ProtoEvidence seen = evidence(probe);
        if (!seen.contradicts() && seen.has("GraphDef", ge::kGraphOp)
            && (seen.has("OpDef", ge::kOpType) || seen.has("OpDef", ge::kOpName)))
            return {named ? 97 : 85, phrase("operators of a ge.proto.GraphDef in text format")};
        if (named)
            return {seen.contradicts() ? 45 : 80, phrase("named like a graph of TorchAir")};
        return {0, phrase("no operators of a ge.proto.GraphDef in text format")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readGeGraph(in, info().id);
    }
    std::vector<std::pair<std::string, std::string>> nameProperties(std::string_view name) const override
    {
        const auto parsed = parseDynamoName(name);
        if (!parsed)
            return {};
        std::vector<std::pair<std::string, std::string>> properties {
            {"stage", printable(parsed->stage)}, {"graph_id", std::string(parsed->number)}};
        if (!parsed->rank.empty())
            properties.emplace_back("rank", parsed->rank);
        return properties;
    }
};

} // namespace

void register_torchair_graph_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchairGraphReader>());
}

} // namespace dumpscope::core
