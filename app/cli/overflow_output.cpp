// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow_output.h"

#include "command_session.h"

#include "base/text.h"
#include "query/text_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace dumpscope::cli {

namespace {

using Number = std::optional<std::uint64_t>;

std::string hex(std::uint64_t value)
{
    std::string digits;
    do {
        digits.insert(digits.begin(), "0123456789abcdef"[value & 0xFU]);
        value >>= 4U;
    } while (value != 0);
    return "0x" + digits;
}

std::string numberOrNothing(const Number& number)
{
    return number ? std::to_string(*number) : std::string();
}

/// The block whose ids stand for the record: the first that reports something, else the last one.
const core::OverflowBlock* leadingBlock(const core::OverflowRecord& record)
{
    const auto set = record.setBlocks();
    if (!set.empty())
        return set.front();
    return record.blocks.empty() ? nullptr : &record.blocks.back();
}

/// What a record or a tensor tells about its operator and place, as texts and numbers.
struct RecordView {
    RecordView(const core::DumpIndex& index, const core::OverflowEntry& entry)
        : facts(index.folder(index.file(entry.file).folder).facts)
        , file(core::printable(index.filePath(entry.file)))
        , lead(leadingBlock(entry.record))
    {
        for (const core::OverflowOperator& named : entry.operators) {
            if (named.tensors.empty() || !opName.empty())
                continue;
            const core::TensorRow& row = index.tensor(named.tensors.front());
            opName = index.text(row.opName);
            opType = index.text(row.opType);
        }
        for (const core::OverflowProblem& one : entry.record.problems)
            problem += (problem.empty() ? "" : "; ") + one.message.text();
        for (const core::OverflowOperator& named : entry.operators) {
            if (!named.note.empty())
                problem += (problem.empty() ? "" : "; ") + named.note.text();
        }
    }

    [[nodiscard]] Number value(std::string_view name) const { return lead ? lead->value(name) : Number(); }
    [[nodiscard]] Number applicable(std::string_view name) const
    {
        return lead ? lead->applicable(name) : Number();
    }
    /// The new layout calls it block_id.
    [[nodiscard]] Number blockIndex() const
    {
        const Number number = value("block_idx");
        return number ? number : value("block_id");
    }
    [[nodiscard]] std::string statusText(bool asHex) const
    {
        std::string text;
        if (lead) {
            for (const std::uint64_t word : lead->status())
                text += (text.empty() ? "" : " ") + (asHex ? hex(word) : std::to_string(word));
        }
        return text;
    }

    const core::FolderFacts& facts;
    std::string file, opName, opType, problem;
    const core::OverflowBlock* lead;
};

std::string unitsText(const core::OverflowRecord& record)
{
    std::string text;
    for (const core::OverflowBlock* block : record.setBlocks())
        text += (text.empty() ? "" : ",") + std::string(core::overflowUnitWord(block->unit));
    return text;
}

std::string bitsText(const core::OverflowRecord& record)
{
    std::string text;
    for (const core::OverflowBlock* block : record.setBlocks()) {
        for (const core::OverflowBit& bit : block->bits())
            text += (text.empty() ? "" : "; ") + (hex(bit.value << bit.bit) + ' ')
                + std::string(bit.meaning.words());
    }
    return text;
}

void text(core::JsonWriter& json, std::string_view key, std::string_view value)
{
    json.key(key);
    value.empty() ? json.null() : json.value(value);
}

void writePlace(core::JsonWriter& json, const core::FolderFacts& facts)
{
    text(json, "run", facts.run);
    json.member("device_id", facts.deviceId).member("rank", facts.rank);
    text(json, "model", facts.model);
    json.member("step", facts.step);
}

void writeStatus(core::JsonWriter& json, const core::OverflowBlock* block)
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
            asHex ? json.value(hex(word)) : json.value(word);
        if (words.size() > 1)
            json.endArray();
    }
}

void writeTensorIds(
    core::JsonWriter& json, const core::DumpIndex& index, const std::vector<core::TensorId>& tensors)
{
    for (const core::TensorId id : tensors)
        json.value(index.tensorId(id));
}

/// Several units may name the same operator.
std::vector<core::TensorId> namedTensors(const core::OverflowEntry& entry)
{
    std::vector<core::TensorId> tensors;
    for (const core::OverflowOperator& named : entry.operators) {
        for (const core::TensorId id : named.tensors) {
            if (std::ranges::find(tensors, id) == tensors.end())
                tensors.push_back(id);
        }
    }
    return tensors;
}

void writeBits(core::JsonWriter& json, const core::OverflowRecord& record)
{
    json.key("bits").beginArray();
    for (const core::OverflowBlock* block : record.setBlocks()) {
        const bool severalWords = block->status().size() > 1;
        for (const core::OverflowBit& bit : block->bits()) {
            json.beginObject()
                .member("bit", bit.bit)
                .member("name", bit.name)
                .member("meaning", bit.meaning.words())
                .member("unit", core::overflowUnitWord(bit.unit))
                .member("mask", hex(bit.mask))
                .member("value", bit.value);
            if (severalWords)
                json.member("word", bit.word);
            json.endObject();
        }
    }
    json.endArray();
}

void writeOperators(core::JsonWriter& json, const core::DumpIndex& index, const core::OverflowEntry& entry)
{
    json.key("operators").beginArray();
    const auto blocks = entry.record.setBlocks();
    for (std::size_t i = 0; i < entry.operators.size(); ++i) {
        const core::OverflowOperator& named = entry.operators[i];
        json.beginObject()
            .member("unit", core::overflowUnitWord(named.unit))
            .member("task_id", blocks[i]->value("task_id"))
            .member("stream_id", blocks[i]->value("stream_id"));
        const core::TensorRow* row = named.tensors.empty() ? nullptr : &index.tensor(named.tensors.front());
        text(json, "op_name", row ? index.text(row->opName) : std::string_view());
        text(json, "op_type", row ? index.text(row->opType) : std::string_view());
        json.key("tensors").beginArray();
        writeTensorIds(json, index, named.tensors);
        json.endArray().member("ambiguous", named.isAmbiguous);
        text(json, "note", named.note.text());
        json.endObject();
    }
    json.endArray();
}

std::string found(const core::NonFiniteTensor& tensor)
{
    std::string text;
    const auto add = [&text](const Number& count, std::string_view what) {
        if (count.value_or(0) > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(*count) + ' ' + std::string(what);
    };
    add(tensor.nan, "NaN");
    add(tensor.posInf, "+Inf");
    add(tensor.negInf, "-Inf");
    return text.empty() ? "NaN or infinities" : text;
}

std::string placeText(const core::DumpIndex& index, const core::NonFiniteTensor& tensor)
{
    const core::TensorRow& row = index.tensor(tensor.id);
    const core::FolderFacts& facts = index.factsOf(tensor.id);
    std::string where = core::printable(index.text(row.opName));
    if (const std::string_view type = index.text(row.opType); !type.empty())
        where += " (" + core::printable(type) + ')';
    if (row.scope.isValid() && !index.text(row.scope).empty())
        where += ", in " + core::printable(index.text(row.scope));
    if (facts.rank)
        where += ", rank " + std::to_string(*facts.rank);
    if (facts.step)
        where += ", step " + std::to_string(*facts.step);
    return where;
}

/// Where it began, and what else began by itself.
void writeHeadline(Console& console, const core::DumpIndex& index, const core::ValueScan& scan)
{
    const core::NonFiniteTensor* const first = scan.firstBorn();
    if (first == nullptr)
        return;
    const bool isBorn = first->origin == core::ValueOrigin::Born;
    console.writeLine((isBorn ? "born first in " : "seen first in ") + placeText(index, *first) + ": "
        + found(*first) + " in " + index.tensorId(first->id) + " (" + core::printable(first->why.text()) + ')'
        + (scan.firstIsSelected ? "" : ", which the filter does not select"));
    if (scan.births > 1)
        console.writeLine("and " + std::to_string(scan.births - 1)
            + (scan.births == 2 ? " other tensor" : " other tensors")
            + " that nothing dumped before explains (origin born, or unknown)");
    console.writeLine("");
}

/// "3 tensors", "2 of 3 tensors".
std::string listedOf(std::size_t listed, std::uint64_t all, std::string_view things)
{
    return (listed < all ? std::to_string(listed) + " of " : std::string()) + std::to_string(all) + ' '
        + std::string(things);
}

/// What was looked at, and what the absence of a finding rests on.
std::string totals(const core::DumpIndex& index, const core::ValueScan& scan)
{
    if (scan.selected == 0 && index.tensorCount() > 0)
        return "the filter selects no tensor";
    if (scan.scanned + scan.skipped + scan.unreadable == 0)
        return "nothing could be looked at for NaN or infinities: there is no tensor";
    const bool isFiltered = scan.selected < index.tensorCount();
    if (scan.found.empty() && isFiltered)
        return "none of the " + std::to_string(scan.selected) + (scan.selected == 1 ? " tensor" : " tensors")
            + " that the filter selects shows NaN or infinities; " + std::to_string(scan.all) + " of "
            + std::to_string(scan.scanned) + " looked at in all do, " + std::to_string(scan.unreadable)
            + " without known values";
    std::string text = scan.found.empty()
        ? (scan.scanned == 0      ? "nothing could be looked at for NaN or infinities"
                : !scan.isWhole() ? "no tensor with NaN or infinities in what could be looked at"
                                  : "no tensor with NaN or infinities")
        : listedOf(scan.found.size(), scan.allSelected, "tensors") + " with NaN or infinities";
    if (isFiltered && !scan.found.empty())
        text += " among the " + std::to_string(scan.selected) + " that the filter selects, "
            + std::to_string(scan.all) + " in all";
    text += ", " + std::to_string(scan.scanned) + " looked at (" + std::to_string(scan.byStatistics)
        + " by statistics), " + std::to_string(scan.skipped) + " of types without them, "
        + std::to_string(scan.unreadable) + " without known values";
    if (scan.checksumsOnly > 0)
        text += " (" + std::to_string(scan.checksumsOnly) + " recorded without numbers that would tell)";
    const std::uint64_t memory = scan.uninitialised();
    if (scan.masks.size() > memory)
        text += "; not listed: " + std::to_string(scan.masks.size() - memory)
            + " with -Inf as a mask (--json lists them under masks)";
    if (memory > 0)
        text += "; not listed: " + std::to_string(memory)
            + " of memory that is not initialised (--json lists them under masks)";
    return text;
}

core::TextTable::Sink sinkOf(Console& console)
{
    return [&console](std::string_view text) { console.write(text); };
}

} // namespace

void writeOverflowRecord(
    core::JsonWriter& json, const core::DumpIndex& index, const core::OverflowEntry& entry, bool typed)
{
    const RecordView view(index, entry);
    json.beginObject();
    if (typed)
        json.member("kind", "record");
    json.member("file", view.file);
    writePlace(json, view.facts);
    text(json, "op_name", view.opName);
    text(json, "op_type", view.opType);
    json.member("task_id", view.value("task_id"))
        .member("stream_id", view.value("stream_id"))
        .member("context_id", view.applicable("context_id"))
        .member("thread_id", view.applicable("thread_id"));
    json.member("overflow", entry.record.isOverflow()).key("units").beginArray();
    for (const core::OverflowBlock* block : entry.record.setBlocks())
        json.value(core::overflowUnitWord(block->unit));
    json.endArray();
    writeStatus(json, view.lead);
    writeBits(json, entry.record);
    const Number code = view.value("kernel_code");
    text(json, "kernel_code", code ? hex(*code) : std::string());
    json.member("block_idx", view.blockIndex());
    json.member("timestamp", entry.timestamp != 0 ? Number(entry.timestamp) : Number());
    json.key("tensors").beginArray();
    writeTensorIds(json, index, namedTensors(entry));
    json.endArray();
    writeOperators(json, index, entry);
    text(json, "problem", view.problem);
    json.key("raw");
    if (entry.record.layout == core::OverflowLayout::Unknown)
        json.null();
    else
        writeOverflowJson(json, entry.record);
    json.endObject();
}

void writeNonFinite(
    core::JsonWriter& json, const core::DumpIndex& index, const core::NonFiniteTensor& tensor, bool typed)
{
    const core::TensorRow& row = index.tensor(tensor.id);
    json.beginObject();
    if (typed)
        json.member("kind",
            tensor.origin == core::ValueOrigin::Mask || tensor.origin == core::ValueOrigin::Uninitialised
                ? core::valueOriginWord(tensor.origin)
                : "value-scan");
    json.member("id", index.tensorId(tensor.id));
    const core::FolderFacts& facts = index.factsOf(tensor.id);
    json.member("rank", facts.rank);
    text(json, "model", facts.model);
    json.member("step", facts.step);
    text(json, "op_name", index.text(row.opName));
    text(json, "op_type", index.text(row.opType));
    text(json, "scope", row.scope.isValid() ? index.text(row.scope) : std::string_view());
    text(json, "parameter", tensor.parameter);
    text(json, "io", core::ioWord(row.io));
    json.member("slot", row.slot < 0 ? std::nullopt : std::optional(std::int64_t {row.slot}))
        .member("exec_index",
            row.execIndex == core::TensorRow::kNone ? Number() : Number(std::uint64_t {row.execIndex}))
        .member("nan_count", tensor.nan)
        .member("pos_inf_count", tensor.posInf)
        .member("neg_inf_count", tensor.negInf)
        .member("first_index", tensor.firstIndex)
        .member("source", tensor.fromFile ? "file" : "computed")
        .member("origin", core::valueOriginWord(tensor.origin))
        .member("why", tensor.why.text())
        .member("birth", tensor.birth == 0 ? Number() : Number(tensor.birth))
        .endObject();
}

void writeOverflowCsv(Console& console, const core::DumpIndex& index,
    const std::vector<const core::OverflowEntry*>& records, const core::ValueScan& scan)
{
    constexpr std::array<std::string_view, 24> kColumns {"kind", "id", "rank", "model", "step", "op_name",
        "op_type", "units", "status", "status_hex", "bits", "task_id", "stream_id", "context_id", "thread_id",
        "kernel_code", "block_idx", "timestamp", "nan_count", "pos_inf_count", "neg_inf_count", "first_index",
        "origin", "problem"};
    const auto line = [&](const std::array<std::string, kColumns.size()>& cells) {
        std::string out;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            out += i == 0 ? "" : ",";
            core::appendCsvField(out, cells[i]);
        }
        console.write(out + "\r\n");
    };
    const auto integer = [](const std::optional<std::int64_t>& number) {
        return number ? std::to_string(*number) : std::string();
    };
    std::array<std::string, kColumns.size()> header;
    std::ranges::copy(kColumns, header.begin());
    line(header);
    for (const core::OverflowEntry* entry : records) {
        const RecordView view(index, *entry);
        const Number code = view.value("kernel_code");
        line({"record", view.file, integer(view.facts.rank), view.facts.model, integer(view.facts.step),
            view.opName, view.opType, unitsText(entry->record), view.statusText(false), view.statusText(true),
            bitsText(entry->record), numberOrNothing(view.value("task_id")),
            numberOrNothing(view.value("stream_id")), numberOrNothing(view.applicable("context_id")),
            numberOrNothing(view.applicable("thread_id")), code ? hex(*code) : std::string(),
            numberOrNothing(view.blockIndex()),
            entry->timestamp != 0 ? std::to_string(entry->timestamp) : std::string(), "", "", "", "", "",
            view.problem});
    }
    const auto tensorLine = [&](std::string_view kind, const core::NonFiniteTensor& tensor) {
        const core::TensorRow& row = index.tensor(tensor.id);
        const core::FolderFacts& facts = index.factsOf(tensor.id);
        line({std::string(kind), index.tensorId(tensor.id), integer(facts.rank), facts.model,
            integer(facts.step), std::string(index.text(row.opName)), std::string(index.text(row.opType)), "",
            "", "", "", "", "", "", "", "", "", "", numberOrNothing(tensor.nan),
            numberOrNothing(tensor.posInf), numberOrNothing(tensor.negInf),
            numberOrNothing(tensor.firstIndex), std::string(core::valueOriginWord(tensor.origin)),
            tensor.why.text()});
    };
    for (const core::NonFiniteTensor& tensor : scan.found)
        tensorLine("value-scan", tensor);
    for (const core::NonFiniteTensor& tensor : scan.masks)
        tensorLine(core::valueOriginWord(tensor.origin), tensor);
}

void writeOverflowText(Console& console, const core::DumpIndex& index,
    const std::vector<const core::OverflowEntry*>& records, std::size_t allRecords,
    const core::ValueScan& scan)
{
    const auto integer = [](const std::optional<std::int64_t>& number) {
        return number ? std::to_string(*number) : std::string();
    };
    writeHeadline(console, index, scan);
    if (!records.empty()) {
        const core::TextTable table({{"rank", true}, {"step", true}, {"op_type"}, {"op_name"}, {"units"},
                                        {"status", true}, {"bits"}, {"task", true}, {"stream", true},
                                        {"kernel_code", true}, {"block", true}, {"file"}, {"problem"}},
            {terminalWidth(), true});
        table.write(sinkOf(console), records.size(), [&](std::size_t i, std::vector<std::string>& cells) {
            const core::OverflowEntry& entry = *records[i];
            const RecordView view(index, entry);
            const Number code = view.value("kernel_code");
            cells = {integer(view.facts.rank), integer(view.facts.step), view.opType, view.opName,
                unitsText(entry.record), view.statusText(true), bitsText(entry.record),
                numberOrNothing(view.value("task_id")), numberOrNothing(view.value("stream_id")),
                code ? hex(*code) : std::string(), numberOrNothing(view.blockIndex()), view.file,
                view.problem};
        });
    }
    console.writeLine(listedOf(records.size(), allRecords, "overflow records"));
    console.writeLine("");
    if (!scan.found.empty()) {
        const core::TextTable table(
            {{"origin"}, {"rank", true}, {"step", true}, {"op_type"}, {"op_name"}, {"io"}, {"slot", true},
                {"nan", true}, {"+inf", true}, {"-inf", true}, {"first_index", true}, {"why"}},
            {terminalWidth(), true});
        table.write(sinkOf(console), scan.found.size(), [&](std::size_t i, std::vector<std::string>& cells) {
            const core::NonFiniteTensor& tensor = scan.found[i];
            const core::TensorRow& row = index.tensor(tensor.id);
            const core::FolderFacts& facts = index.factsOf(tensor.id);
            cells = {std::string(core::valueOriginWord(tensor.origin)), integer(facts.rank),
                integer(facts.step), std::string(index.text(row.opType)), std::string(index.text(row.opName)),
                std::string(core::ioWord(row.io)), row.slot < 0 ? std::string() : std::to_string(row.slot),
                numberOrNothing(tensor.nan), numberOrNothing(tensor.posInf), numberOrNothing(tensor.negInf),
                numberOrNothing(tensor.firstIndex), tensor.why.text()};
        });
    }
    console.writeLine(totals(index, scan));
}

} // namespace dumpscope::cli
