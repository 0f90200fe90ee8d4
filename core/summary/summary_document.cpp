// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/summary_document.h"

namespace dumpscope::core {

void writeWatched(JsonWriter& json, const DumpIndex& index, std::span<const WatchedOutput> outputs)
{
    json.key("watched").beginArray();
    for (const WatchedOutput& output : outputs) {
        const FolderFacts& facts = index.folder(output.folder).facts;
        json.beginObject()
            .member("op_name", output.opName)
            .member("op_type", output.opType)
            .member("rank", facts.rank)
            .member("step", facts.step)
            .member("slot", output.slot)
            .member("state", watchedWord(output.verdict));
        json.key("changed_after");
        output.firstChange ? json.value(output.looks[*output.firstChange].after) : json.null();
        json.member("text", output.text().text()).key("dumps").beginArray();
        for (const WatchedOutput::Look& look : output.looks) {
            json.beginObject().member("id", index.tensorId(look.tensor)).key("after");
            look.after.empty() ? json.null() : json.value(look.after);
            json.member("state", watchedWord(look.state)).key("problem");
            look.problem.empty() ? json.null() : json.value(look.problem.text());
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

namespace {

void writeFacts(JsonWriter& json, const DumpSummary& summary)
{
    constexpr std::size_t kMostFacts = 1000;
    json.key("facts").beginArray();
    std::size_t written = 0;
    for (const auto& [fact, files] : summary.facts) {
        if (++written > kMostFacts)
            break;
        json.beginObject().member("key", fact.first).member("value", fact.second).member("files", files);
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeSummary(JsonWriter& json, const DumpIndex& index, const DumpSummary& summary)
{
    const auto text = [&](std::string_view key, const std::string& value) {
        value.empty() ? json.key(key).null() : json.member(key, value);
    };
    const auto list = [&](std::string_view key, const auto& values) {
        json.key(key).beginArray();
        for (const auto& value : values)
            json.value(value);
        json.endArray();
    };
    json.member("root", index.root());
    json.key("kinds").beginArray();
    for (const KindFinding& kind : summary.kinds) {
        json.beginObject()
            .member("id", kind.id)
            .member("title", kind.title.text())
            .member("confidence", kind.confidence)
            .member("evidence", kind.evidence.text())
            .endObject();
    }
    json.endArray();
    text("generation", summary.generation);
    text("producer", summary.producer);
    list("ranks", summary.ranks);
    list("models", summary.models);
    list("steps", summary.steps);
    json.key("counts")
        .beginObject()
        .member("files", summary.counts.files)
        .member("tensors", summary.counts.tensors)
        .member("statistic_rows", summary.counts.statisticRows)
        .member("overflow_records", summary.counts.overflowRecords)
        .member("graphs", summary.counts.graphs)
        .member("unrecognised", summary.counts.unrecognised)
        .member("checksum_rows", summary.counts.checksumRows)
        .member("other_rows", summary.counts.otherRows)
        .endObject();
    json.member("bytes", summary.bytes);
    json.key("has")
        .beginObject()
        .member("tensors", summary.has.tensors)
        .member("statistics", summary.has.statistics)
        .member("overflow", summary.has.overflow)
        .member("graphs", summary.has.graphs)
        .member("execution_order", summary.has.executionOrder)
        .member("mapping", summary.has.mapping)
        .member("checksums", summary.has.checksums)
        .endObject();
    writeFacts(json, summary);
}

} // namespace dumpscope::core
