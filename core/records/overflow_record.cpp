// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/overflow_record.h"

#include "io/byte_reader.h"
#include "records/overflow_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace dumpscope::core {

namespace {

constexpr std::size_t kOldBytes = 2048;
constexpr std::uint32_t kMagic = 0x5A5A5A5A;
constexpr std::size_t kNewHead = 24;
constexpr std::uint64_t kNotApplicable = 65535;

struct BitText {
    std::uint64_t value;
    std::string_view name;
    Form<0> meaning;
};

// docs/formats/ascend-dump-binary.md 3.3.
constexpr std::array kCoreBits = std::to_array<BitText>({
    {0x8, "integer-negation", Form<0>("negation of the most negative integer")},
    {0x10, "integer-arithmetic", Form<0>("integer add/sub/mul/multiply-add overflow")},
    {0x20, "float-compute", Form<0>("floating-point compute overflow")},
    {0x80, "negative-to-unsigned", Form<0>("float to unsigned conversion of a negative value")},
    {0x100, "to-float16", Form<0>("fp32/int32 to fp16 conversion overflow")},
    {0x400, "cube-accumulation", Form<0>("cube accumulation overflow")},
});
constexpr std::array kDhaCodes = std::to_array<BitText>({
    {0x9, "overflow", Form<0>("overflow")},
    {0xA, "underflow", Form<0>("underflow")},
    {0xB, "source-nan", Form<0>("source NaN")},
    {0xC, "destination-nan", Form<0>("destination NaN")},
    {0xD, "both-nan", Form<0>("source and destination NaN")},
});
constexpr std::array kL2Codes = std::to_array<BitText>({
    {1, "overflow", Form<0>("overflow")},
    {2, "underflow", Form<0>("underflow")},
    {3, "source-nan", Form<0>("source NaN")},
    {4, "destination-nan", Form<0>("destination NaN")},
    {5, "both-nan", Form<0>("source and destination NaN")},
});
constexpr BitText kUnknown {0, "unknown", Form<0>("unknown")};
constexpr std::uint64_t kDhaMask = 0xFF00;
constexpr std::uint64_t kL2Mask = 0x70000;

const BitText& lookUp(std::span<const BitText> table, std::uint64_t value)
{
    const auto found = std::ranges::find(table, value, &BitText::value);
    return found == table.end() ? kUnknown : *found;
}

void addField(std::vector<OverflowBit>& bits, OverflowUnit unit, std::uint64_t status, std::uint64_t mask,
    std::span<const BitText> table)
{
    if ((status & mask) == 0)
        return;
    const auto shift = static_cast<std::uint8_t>(std::countr_zero(mask));
    const std::uint64_t value = (status & mask) >> shift;
    const BitText& text = lookUp(table, value);
    bits.push_back({unit, 0, shift, mask, value, text.name, text.meaning});
}

void addSingleBits(std::vector<OverflowBit>& bits, OverflowUnit unit, std::uint8_t word, std::uint64_t status,
    std::span<const BitText> table)
{
    for (std::uint64_t rest = status; rest != 0; rest &= rest - 1) {
        const std::uint64_t mask = rest & (~rest + 1);
        const BitText& text = lookUp(table, mask);
        bits.push_back({unit, word, static_cast<std::uint8_t>(std::countr_zero(mask)), mask, 1, text.name,
            text.meaning});
    }
}

/// Fields one behind the other.
void readFields(std::span<const OverflowFieldSpec> specs, ByteReader& reader, OverflowBlock& block)
{
    for (const OverflowFieldSpec& spec : specs) {
        OverflowField field;
        field.name = spec.name;
        field.isHex = spec.isHex;
        field.isList = spec.words > 1;
        field.count = spec.words;
        for (std::size_t i = 0; i < spec.words; ++i)
            field.values[i] = reader.read<std::uint64_t>().value_or(0); // the caller checked the length
        block.fields.push_back(field);
    }
}

OverflowRecord decodeOld(ByteSpan payload)
{
    OverflowRecord record;
    record.layout = OverflowLayout::Old;
    for (const OldOverflowBlockSpec& spec : oldOverflowBlocks()) {
        OverflowBlock block;
        block.unit = spec.unit;
        block.hasBitTable = true;
        ByteReader info(payload.subspan(spec.info));
        readFields(oldOverflowInfoFields(), info, block);
        ByteReader status(payload.subspan(spec.status));
        readFields(oldOverflowStatusFields(spec.unit), status, block);
        record.blocks.push_back(std::move(block));
    }
    if (!record.isOverflow())
        record.problems.push_back(
            {Severity::Warning, Code::Suspicious, phrase("all three status words are zero: no overflow")});
    return record;
}

void addLengthProblem(OverflowRecord& record, std::size_t have, std::size_t needed)
{
    record.problems.push_back({Severity::Error, Code::Truncated,
        phrase("new layout record of %1 bytes is shorter than its table (%2 + %3)", have, kNewHead, needed)});
}

OverflowRecord decodeNew(ByteSpan payload)
{
    OverflowRecord record;
    record.layout = OverflowLayout::New;
    record.magic = kMagic;
    ByteReader reader(payload.subspan(sizeof kMagic));
    for (std::uint32_t* head :
        {&record.version, &record.valid, &record.accType, &record.rsv, &record.dataLength})
        *head = reader.read<std::uint32_t>().value_or(0);
    const auto spec = newOverflowSpec(record.accType, record.version);
    if (payload.size() < kNewHead) {
        addLengthProblem(record, payload.size(), newOverflowSpec(0, 0)->bytes());
        return record;
    }
    if (record.valid != 1)
        record.problems.push_back({Severity::Warning, Code::Suspicious,
            phrase("valid is %1, not 1; decoded all the same", record.valid)});
    if (!spec) {
        record.problems.push_back({Severity::Warning, Code::Unsupported,
            phrase("unknown acc_type %1: the data are not decoded", record.accType)});
        return record;
    }
    if (record.dataLength != spec->bytes())
        record.problems.push_back({Severity::Warning, Code::BadSize,
            phrase("data_len %1 does not match the table (%2); decoded by the table", record.dataLength,
                spec->bytes())});
    if (payload.size() < kNewHead + spec->bytes()) {
        addLengthProblem(record, payload.size(), spec->bytes());
        return record;
    }
    OverflowBlock block;
    block.unit = spec->unit;
    readFields(spec->fields, reader, block);
    record.blocks.push_back(std::move(block));
    if (!record.isOverflow())
        record.problems.push_back(
            {Severity::Warning, Code::Suspicious, phrase("the status is 0: no overflow")});
    return record;
}

void writeField(JsonWriter& json, const OverflowField& field)
{
    json.key(field.name);
    if (field.isList)
        json.beginArray();
    for (std::size_t i = 0; i < field.count; ++i) {
        if (field.isHex)
            json.value(fmt::format("{:#x}", field.values[i]));
        else
            json.value(field.values[i]);
    }
    if (field.isList)
        json.endArray();
}

void writeFields(JsonWriter& json, const OverflowBlock& block)
{
    json.beginObject();
    for (const OverflowField& field : block.fields)
        writeField(json, field);
    json.endObject();
}

} // namespace

std::string_view overflowUnitWord(OverflowUnit unit)
{
    switch (unit) {
    case OverflowUnit::AiCore:
        return "aicore";
    case OverflowUnit::AiVec:
        return "aivec";
    case OverflowUnit::AiCpu:
        return "aicpu";
    case OverflowUnit::Sdma:
        return "sdma";
    case OverflowUnit::DhaAtomicAdd:
        return "dha-atomic-add";
    case OverflowUnit::L2AtomicAdd:
        return "l2-atomic-add";
    }
    return {};
}

std::optional<std::uint64_t> OverflowBlock::value(std::string_view name) const
{
    const auto found = std::ranges::find(fields, name, &OverflowField::name);
    return found == fields.end() ? std::nullopt : std::optional(found->values[0]);
}

std::optional<std::uint64_t> OverflowBlock::applicable(std::string_view name) const
{
    const auto number = value(name);
    return number == kNotApplicable ? std::nullopt : number;
}

std::span<const std::uint64_t> OverflowBlock::status() const
{
    const auto found = std::ranges::find(fields, std::string_view("status"), &OverflowField::name);
    return found == fields.end() ? std::span<const std::uint64_t>()
                                 : std::span(found->values).first(found->count);
}

bool OverflowBlock::isSet() const
{
    const auto words = status();
    return words.size() > 1 || (words.size() == 1 && words[0] != 0);
}

std::vector<OverflowBit> OverflowBlock::bits() const
{
    std::vector<OverflowBit> bits;
    const auto words = status();
    if (!hasBitTable) {
        for (std::size_t i = 0; i < words.size(); ++i)
            addSingleBits(bits, unit, static_cast<std::uint8_t>(i), words[i], {});
        for (OverflowBit& bit : bits)
            bit.meaning = Form<0>("not documented for this record layout");
        return bits;
    }
    const std::uint64_t status = words.empty() ? 0 : words[0];
    if (unit == OverflowUnit::AiCore) {
        addSingleBits(bits, unit, 0, status, kCoreBits);
        return bits;
    }
    const bool isDha = unit == OverflowUnit::DhaAtomicAdd;
    const std::uint64_t mask = isDha ? kDhaMask : kL2Mask;
    addField(bits, unit, status, mask,
        isDha ? std::span<const BitText>(kDhaCodes) : std::span<const BitText>(kL2Codes));
    addSingleBits(bits, unit, 0, status & ~mask, {});
    std::ranges::stable_sort(bits, {}, &OverflowBit::bit);
    return bits;
}

std::vector<const OverflowBlock*> OverflowRecord::setBlocks() const
{
    std::vector<const OverflowBlock*> set;
    for (const OverflowBlock& block : blocks) {
        if (block.isSet())
            set.push_back(&block);
    }
    std::stable_partition(set.begin(), set.end(),
        [](const OverflowBlock* block) { return block->unit == OverflowUnit::AiCore; });
    return set;
}

OverflowRecord decodeOverflowRecord(ByteSpan payload)
{
    ByteReader reader(payload);
    if (reader.read<std::uint32_t>() == kMagic)
        return decodeNew(payload);
    if (payload.size() == kOldBytes)
        return decodeOld(payload);
    OverflowRecord record;
    record.problems.push_back({Severity::Error, payload.size() < kOldBytes ? Code::Truncated : Code::BadSize,
        phrase("old layout needs exactly %1 bytes, has %2", kOldBytes, payload.size())});
    return record;
}

void writeOverflowJson(JsonWriter& json, const OverflowRecord& record)
{
    json.beginObject();
    if (record.layout == OverflowLayout::Old) {
        for (const OldOverflowBlockSpec& spec : oldOverflowBlocks()) {
            const auto block = std::ranges::find(record.blocks, spec.unit, &OverflowBlock::unit);
            if (block == record.blocks.end())
                continue;
            json.key(spec.title);
            writeFields(json, *block);
        }
    } else if (record.layout == OverflowLayout::New) {
        const auto spec = newOverflowSpec(record.accType, record.version);
        json.member("magic", fmt::format("{:#x}", record.magic)).member("version", record.version);
        json.key("acc_list").beginObject().member("valid", record.valid).key("acc_type");
        spec ? json.value(spec->word) : json.value(record.accType);
        json.member("rsv", record.rsv).member("data_len", record.dataLength);
        for (const OverflowBlock& block : record.blocks) {
            json.key("data");
            writeFields(json, block);
        }
        json.endObject();
    }
    json.endObject();
}

} // namespace dumpscope::core
