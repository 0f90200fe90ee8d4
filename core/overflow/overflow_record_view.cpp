// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/overflow_record_view.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

/// The block whose ids stand for the record: the first that reports something, else the last one.
const OverflowBlock* leadingBlock(const OverflowRecord& record)
{
    const auto set = record.setBlocks();
    if (!set.empty())
        return set.front();
    return record.blocks.empty() ? nullptr : &record.blocks.back();
}

} // namespace

std::string hexText(std::uint64_t value)
{
    std::string digits;
    do {
        digits.insert(digits.begin(), "0123456789abcdef"[value & 0xFU]);
        value >>= 4U;
    } while (value != 0);
    return "0x" + digits;
}

OverflowRecordView::OverflowRecordView(const DumpIndex& index, const OverflowEntry& of)
    : entry(of)
    , facts(index.folder(index.file(of.file).folder).facts)
    , file(printable(index.filePath(of.file)))
    , lead(leadingBlock(of.record))
{
    for (const OverflowOperator& named : entry.operators) {
        if (named.tensors.empty() || !opName.empty())
            continue;
        const TensorRow& row = index.tensor(named.tensors.front());
        opName = index.text(row.opName);
        opType = index.text(row.opType);
    }
    for (const OverflowProblem& one : entry.record.problems)
        problem += (problem.empty() ? "" : "; ") + one.message.text();
    for (const OverflowOperator& named : entry.operators) {
        if (!named.note.empty())
            problem += (problem.empty() ? "" : "; ") + named.note.text();
    }
}

OverflowRecordView::Number OverflowRecordView::blockIndex() const
{
    const Number number = value("block_idx");
    return number ? number : value("block_id");
}

std::string OverflowRecordView::statusText(bool asHex) const
{
    std::string text;
    if (lead) {
        for (const std::uint64_t word : lead->status())
            text += (text.empty() ? "" : " ") + (asHex ? hexText(word) : std::to_string(word));
    }
    return text;
}

std::string OverflowRecordView::unitsText() const
{
    std::string text;
    for (const OverflowBlock* block : entry.record.setBlocks())
        text += (text.empty() ? "" : ",") + std::string(overflowUnitWord(block->unit));
    return text;
}

std::string OverflowRecordView::bitsText() const
{
    std::string text;
    for (const OverflowBlock* block : entry.record.setBlocks()) {
        for (const OverflowBit& bit : block->bits())
            text += (text.empty() ? "" : "; ") + (hexText(bit.value << bit.bit) + ' ')
                + std::string(bit.meaning.words());
    }
    return text;
}

} // namespace dumpscope::core
