// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow_output.h"

#include "command_session.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "overflow/overflow_record_view.h"
#include "query/text_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace dumpscope::cli {

namespace {

using Number = std::optional<std::uint64_t>;

std::string numberOrNothing(const Number& number)
{
    return number ? std::to_string(*number) : std::string();
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
            + " that nothing dumped before explains");
    const auto lostWays = std::ranges::count_if(scan.found, [](const core::NonFiniteTensor& tensor) {
        return tensor.origin == core::ValueOrigin::Unknown && tensor.birth == 0;
    });
    if (lostWays > 0)
        console.writeLine("of " + std::to_string(lostWays)
            + (lostWays == 1 ? " listed tensor" : " listed tensors")
            + " something before is not finite, but no way from it was dumped (origin unknown)");
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
        ? (scan.scanned + scan.partlyRead == 0 ? "nothing could be looked at for NaN or infinities"
                : !scan.isWhole()              ? "no tensor with NaN or infinities in what could be looked at"
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
    if (scan.partlyRead > 0)
        text += " (of " + std::to_string(scan.partlyRead)
            + " the file is cut: what is there is finite, the rest is not known)";
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

void writeOverflowCsv(Console& console, const core::DumpIndex& index,
    std::span<const core::OverflowEntry* const> records, const core::ValueScan& scan)
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
        const core::OverflowRecordView view(index, *entry);
        const Number code = view.value("kernel_code");
        line({"record", view.file, integer(view.facts.rank), view.facts.model, integer(view.facts.step),
            view.opName, view.opType, view.unitsText(), view.statusText(false), view.statusText(true),
            view.bitsText(), numberOrNothing(view.value("task_id")), numberOrNothing(view.value("stream_id")),
            numberOrNothing(view.applicable("context_id")), numberOrNothing(view.applicable("thread_id")),
            code ? core::hexText(*code) : std::string(), numberOrNothing(view.blockIndex()),
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
    std::span<const core::OverflowEntry* const> records, std::size_t allRecords, const core::ValueScan& scan)
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
            const core::OverflowRecordView view(index, entry);
            const Number code = view.value("kernel_code");
            cells = {integer(view.facts.rank), integer(view.facts.step), view.opType, view.opName,
                view.unitsText(), view.statusText(true), view.bitsText(),
                numberOrNothing(view.value("task_id")), numberOrNothing(view.value("stream_id")),
                code ? core::hexText(*code) : std::string(), numberOrNothing(view.blockIndex()), view.file,
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
