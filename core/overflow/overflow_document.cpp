// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/overflow_document.h"

#include "overflow/overflow_record_view.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::uint64_t>;

void textOrNull(JsonWriter& json, std::string_view key, std::string_view value)
{
    json.key(key);
    value.empty() ? json.null() : json.value(value);
}

void writeOverflowPlace(JsonWriter& json, const FolderFacts& facts)
{
    textOrNull(json, "run", facts.run);
    json.member("device_id", facts.deviceId).member("rank", facts.rank);
    textOrNull(json, "model", facts.model);
    json.member("step", facts.step);
}

void writeOverflowStatus(JsonWriter& json, const OverflowBlock* block)
{
    const auto words = block ? block->status() : std::span<const std::uint64_t>();
    for (const bool asHex : {false, true}) {
        json.key(asHex ? "status_hex" : "status");
        if (words.empty()) {
            json.null();
            continue;
        }
        if (words.size() > 1)
            json.beginArray();
        for (const std::uint64_t word : words)
            asHex ? json.value(hexText(word)) : json.value(word);
        if (words.size() > 1)
            json.endArray();
    }
}

void writeTensorIds(JsonWriter& json, const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    for (const TensorId id : tensors)
        json.value(index.tensorId(id));
}

/// Several units may name the same operator.
std::vector<TensorId> namedTensors(const OverflowEntry& entry)
{
    std::vector<TensorId> tensors;
    for (const OverflowOperator& named : entry.operators) {
        for (const TensorId id : named.tensors) {
            if (std::ranges::find(tensors, id) == tensors.end())
                tensors.push_back(id);
        }
    }
    return tensors;
}

void writeOverflowBits(JsonWriter& json, const OverflowRecord& record)
{
    json.key("bits").beginArray();
    for (const OverflowBlock* block : record.setBlocks()) {
        const bool severalWords = block->status().size() > 1;
        for (const OverflowBit& bit : block->bits()) {
            json.beginObject()
                .member("bit", bit.bit)
                .member("name", bit.name)
                .member("meaning", bit.meaning.words())
                .member("unit", overflowUnitWord(bit.unit))
                .member("mask", hexText(bit.mask))
                .member("value", bit.value);
            if (severalWords)
                json.member("word", bit.word);
            json.endObject();
        }
    }
    json.endArray();
}

void writeOverflowOperators(JsonWriter& json, const DumpIndex& index, const OverflowEntry& entry)
{
    json.key("operators").beginArray();
    const auto blocks = entry.record.setBlocks();
    for (std::size_t i = 0; i < entry.operators.size(); ++i) {
        const OverflowOperator& named = entry.operators[i];
        json.beginObject()
            .member("unit", overflowUnitWord(named.unit))
            .member("task_id", blocks[i]->value("task_id"))
            .member("stream_id", blocks[i]->value("stream_id"));
        const TensorRow* row = named.tensors.empty() ? nullptr : &index.tensor(named.tensors.front());
        textOrNull(json, "op_name", row ? index.text(row->opName) : std::string_view());
        textOrNull(json, "op_type", row ? index.text(row->opType) : std::string_view());
        json.key("tensors").beginArray();
        writeTensorIds(json, index, named.tensors);
        json.endArray().member("ambiguous", named.isAmbiguous);
        textOrNull(json, "note", named.note.text());
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeOverflowRecord(JsonWriter& json, const DumpIndex& index, const OverflowEntry& entry, bool typed)
{
    const OverflowRecordView view(index, entry);
    json.beginObject();
    if (typed)
        json.member("kind", "record");
    json.member("file", view.file);
    writeOverflowPlace(json, view.facts);
    textOrNull(json, "op_name", view.opName);
    textOrNull(json, "op_type", view.opType);
    json.member("task_id", view.value("task_id"))
        .member("stream_id", view.value("stream_id"))
        .member("context_id", view.applicable("context_id"))
        .member("thread_id", view.applicable("thread_id"));
    json.member("overflow", entry.record.isOverflow()).key("units").beginArray();
    for (const OverflowBlock* block : entry.record.setBlocks())
        json.value(overflowUnitWord(block->unit));
    json.endArray();
    writeOverflowStatus(json, view.lead);
    writeOverflowBits(json, entry.record);
    const Number code = view.value("kernel_code");
    textOrNull(json, "kernel_code", code ? hexText(*code) : std::string());
    json.member("block_idx", view.blockIndex());
    json.member("timestamp", entry.timestamp != 0 ? Number(entry.timestamp) : Number());
    json.key("tensors").beginArray();
    writeTensorIds(json, index, namedTensors(entry));
    json.endArray();
    writeOverflowOperators(json, index, entry);
    textOrNull(json, "problem", view.problem);
    json.key("raw");
    if (entry.record.layout == OverflowLayout::Unknown)
        json.null();
    else
        writeOverflowJson(json, entry.record);
    json.endObject();
}

void writeNonFinite(JsonWriter& json, const DumpIndex& index, const NonFiniteTensor& tensor, bool typed)
{
    const TensorRow& row = index.tensor(tensor.id);
    json.beginObject();
    if (typed)
        json.member("kind",
            tensor.origin == ValueOrigin::Mask || tensor.origin == ValueOrigin::Uninitialised
                ? valueOriginWord(tensor.origin)
                : "value-scan");
    json.member("id", index.tensorId(tensor.id));
    const FolderFacts& facts = index.factsOf(tensor.id);
    json.member("rank", facts.rank);
    textOrNull(json, "model", facts.model);
    json.member("step", facts.step);
    textOrNull(json, "op_name", index.text(row.opName));
    textOrNull(json, "op_type", index.text(row.opType));
    textOrNull(json, "scope", row.scope.isValid() ? index.text(row.scope) : std::string_view());
    textOrNull(json, "parameter", tensor.parameter);
    textOrNull(json, "io", ioWord(row.io));
    json.member("slot", row.slot < 0 ? std::nullopt : std::optional(std::int64_t {row.slot}))
        .member("exec_index",
            row.execIndex == TensorRow::kNone ? Number() : Number(std::uint64_t {row.execIndex}))
        .member("nan_count", tensor.nan)
        .member("pos_inf_count", tensor.posInf)
        .member("neg_inf_count", tensor.negInf)
        .member("first_index", tensor.firstIndex)
        .member("elements_read", tensor.elementsRead)
        .member("source", tensor.fromFile ? "file" : "computed")
        .member("origin", valueOriginWord(tensor.origin))
        .member("why", tensor.why.text())
        .member("birth", tensor.birth == 0 ? Number() : Number(tensor.birth))
        .endObject();
}

void writeOverflowMembers(JsonWriter& json, const DumpIndex& index, const OverflowSearch& found)
{
    const ValueScan& scan = found.scan;
    json.key("first_born");
    if (const NonFiniteTensor* born = scan.firstBorn())
        writeNonFinite(json, index, *born, false);
    else
        json.null();
    json.key("records").beginArray();
    for (const OverflowEntry* entry : found.listed())
        writeOverflowRecord(json, index, *entry, false);
    json.endArray().key("value_scan").beginArray();
    for (const NonFiniteTensor& tensor : scan.found)
        writeNonFinite(json, index, tensor, false);
    json.endArray().key("masks").beginArray();
    for (const NonFiniteTensor& tensor : scan.masks)
        writeNonFinite(json, index, tensor, false);
    json.endArray()
        .member("births", scan.births)
        .member("records_total", static_cast<std::uint64_t>(found.records.size()))
        .member("value_scan_total", scan.allSelected)
        .member("non_finite_total", scan.all)
        .member("selected", scan.selected)
        .member("scanned", scan.scanned)
        .member("skipped", scan.skipped)
        .member("unread", scan.unreadable)
        .member("checksums_only", scan.checksumsOnly)
        .member("partly_read", scan.partlyRead);
}

} // namespace dumpscope::core
