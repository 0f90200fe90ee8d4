// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/overflow_record.h"

#include "base/text.h"
#include "io/json_reader.h"
#include "records/overflow_tables.h"

#include <fmt/format.h>

#include <charconv>

namespace dumpscope::core {

namespace {

void complain(OverflowRecord& record, Message message)
{
    record.problems.push_back({Severity::Error, Code::BadSyntax, std::move(message)});
}

/// A number as the converters write it: decimal, or the text "0x…".
std::optional<std::uint64_t> numberOf(const JsonValue& value)
{
    if (value.kind == JsonValue::Kind::Number)
        return parseUnsigned(value.text);
    if (!value.isString())
        return std::nullopt;
    std::string_view digits = value.text;
    if (!digits.starts_with("0x") && !digits.starts_with("0X"))
        return parseUnsigned(digits);
    digits.remove_prefix(2);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

std::optional<OverflowField> fieldOf(const OverflowFieldSpec& spec, const JsonValue& value)
{
    OverflowField field;
    field.name = spec.name;
    field.isHex = spec.isHex;
    if (!value.isArray()) {
        const auto number = numberOf(value);
        field.values[0] = number.value_or(0);
        return number ? std::optional(field) : std::nullopt;
    }
    if (value.items.empty() || value.items.size() > field.values.size())
        return std::nullopt;
    field.isList = true;
    field.count = static_cast<std::uint8_t>(value.items.size());
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const auto number = numberOf(value.items[i]);
        if (!number)
            return std::nullopt;
        field.values[i] = *number;
    }
    return field;
}

void readFields(std::string_view where, const JsonValue& object, std::span<const OverflowFieldSpec> specs,
    OverflowBlock& block, OverflowRecord& record)
{
    for (const OverflowFieldSpec& spec : specs) {
        const JsonValue* value = object.find(spec.name);
        const auto field = value != nullptr ? fieldOf(spec, *value) : std::nullopt;
        if (field)
            block.fields.push_back(*field);
        else
            complain(record,
                value != nullptr ? phrase("\"%1\" of \"%2\" is no number", spec.name, where)
                                 : phrase("\"%1\" of \"%2\" is missing", spec.name, where));
    }
}

void readOld(const JsonValue& root, OverflowRecord& record)
{
    record.layout = OverflowLayout::Old;
    for (const OldOverflowBlockSpec& spec : oldOverflowBlocks()) {
        const JsonValue* object = root.find(spec.title);
        if (object == nullptr || !object->isObject()) {
            complain(record, phrase("\"%1\" is missing", spec.title));
            continue;
        }
        OverflowBlock block;
        block.unit = spec.unit;
        block.hasBitTable = true;
        readFields(spec.title, *object, oldOverflowInfoFields(), block, record);
        readFields(spec.title, *object, oldOverflowStatusFields(spec.unit), block, record);
        record.blocks.push_back(std::move(block));
    }
}

void readNew(const JsonValue& root, const JsonValue& list, OverflowRecord& record)
{
    record.layout = OverflowLayout::New;
    const auto head = [&](const JsonValue& object, std::string_view key, std::uint32_t& to) {
        const JsonValue* value = object.find(key);
        const auto number = value != nullptr ? numberOf(*value) : std::nullopt;
        if (number && *number <= 0xFFFFFFFFU)
            to = static_cast<std::uint32_t>(*number);
        else
            complain(record, phrase("\"%1\" is missing or no number", key));
    };
    head(root, "magic", record.magic);
    head(root, "version", record.version);
    head(list, "valid", record.valid);
    head(list, "rsv", record.rsv);
    head(list, "data_len", record.dataLength);
    const JsonValue* type = list.find("acc_type");
    const auto accType = type != nullptr ? accTypeFromWord(type->text) : std::nullopt;
    const JsonValue* data = list.find("data");
    if (!accType || data == nullptr || !data->isObject()) {
        complain(record,
            accType ? phrase("\"%1\" is missing", "data")
                    : phrase("unknown acc_type %1", type != nullptr ? printable(type->text) : "(none)"));
        return;
    }
    record.accType = *accType;
    const NewOverflowSpec spec = *newOverflowSpec(record.accType, record.version);
    OverflowBlock block;
    block.unit = spec.unit;
    readFields("data", *data, spec.fields, block, record);
    record.blocks.push_back(std::move(block));
}

} // namespace

Result<OverflowRecord> parseOverflowJson(std::string_view text)
{
    constexpr JsonLimits kLimits {.maxDepth = 16, .maxBytes = 1U << 20U, .maxValues = 1U << 12U};
    TRY_ASSIGN(const JsonValue root, parseJson(text, kLimits));
    OverflowRecord record;
    const JsonValue* list = root.isObject() ? root.find("acc_list") : nullptr;
    if (list != nullptr && list->isArray() && !list->items.empty())
        list = &list->items.front();
    if (list != nullptr && list->isObject())
        readNew(root, *list, record);
    else if (root.isObject() && (root.find("AI Core") != nullptr || root.find("DHA Atomic Add") != nullptr))
        readOld(root, record);
    else
        return fail(Code::BadSyntax, phrase("the document is no overflow record"));
    if (record.problems.empty() && !record.isOverflow())
        record.problems.push_back(
            {Severity::Warning, Code::Suspicious, phrase("the status is 0: no overflow")});
    return record;
}

std::string officialOverflowJson(const OverflowRecord& record)
{
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; }, true);
    writeOverflowJson(json, record);
    json.finish();
    // Ours indents by two blanks, Python's by four; no text of a record has line ends.
    std::string wide;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
        wide.append(2 * (first - begin), ' ');
        wide.append(text, first, end - first);
        wide += '\n';
        begin = end + 1;
    }
    wide.pop_back();
    return wide;
}

} // namespace dumpscope::core
