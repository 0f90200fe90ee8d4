// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_proto_value.h"

#include "base/text.h"
#include "readers/protobuf/protobuf_wire.h"

#include <array>
#include <bit>

namespace dumpscope::core {

namespace {

constexpr int kMaxProtoDepth = 32;
constexpr std::size_t kMaxProtoTensors = 4096;
constexpr std::size_t kMaxProtoDims = 64;

/// Numbers both schemas share; the lists of scalars between 16 and 30 are named after them.
constexpr std::array<std::string_view, 43> kProtoTypes {"Undefined", "Bool", "Int8", "Int16", "Int32",
    "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Float16", "Float32", "Float64", "String", "Tensor",
    "Graph", "Bools", "Int8s", "Int16s", "Int32s", "Int64s", "UInt8s", "UInt16s", "UInt32s", "UInt64s",
    "Float16s", "Float32s", "Float64s", "Strings", "Tensors", "Graphs", "Tuple", "List", "Dict", "None",
    "SymInst", "Int", "UInt", "Float", "Type", "Any", "RefKey", "Ref"};
constexpr std::uint64_t kTuple = 31, kList = 32, kNone = 34;

enum ValueField : std::uint32_t {
    kDType = 1,
    kBool = 2,
    kInt = 3,
    kUInt = 4,
    kFloat = 5,
    kDouble = 6,
    kString = 7,
    kTensor = 8,
    kGraph = 9,
    kBools = 10,
    kInts = 11,
    kUInts = 12,
    kFloats = 13,
    kDoubles = 14,
    kStrings = 15,
    kTensors = 16,
    kGraphs = 17,
    kValues = 18,
    kDict = 19,
    kType = 20,
};

class ValuePrinter {
public:
    explicit ValuePrinter(MindsporeProtoSchema schema)
        : m_schema(schema)
    {
    }
    std::string print(ByteSpan message, int depth);

private:
    std::string tensor(ByteSpan message) const;
    std::string type(ByteSpan message, int depth) const;
    std::string entry(ByteSpan message, int depth);

    MindsporeProtoSchema m_schema;
};

std::string number(const WireField& field, std::uint32_t kind)
{
    std::string text;
    if (kind == kBool)
        return field.value != 0 ? "true" : "false";
    if (kind == kInt)
        appendNumber(text, static_cast<std::int64_t>(field.value));
    else if (kind == kFloat)
        appendNumber(text, std::bit_cast<float>(static_cast<std::uint32_t>(field.value)));
    else if (kind == kDouble)
        appendNumber(text, std::bit_cast<double>(field.value));
    else
        appendNumber(text, field.value);
    return text;
}

/// Numbers of a repeated field; they may be packed into one.
void appendNumbers(const WireField& field, std::uint32_t kind, std::string& list)
{
    const auto append = [&](const WireField& one) {
        list += list.empty() ? "" : ", ";
        list += number(one, kind);
    };
    if (!field.isBytes())
        return append(field);
    if (kind == kFloat || kind == kDouble) {
        const std::size_t size = kind == kFloat ? 4 : 8;
        for (std::size_t at = 0; at + size <= field.bytes.size(); at += size) {
            WireField one;
            for (std::size_t i = 0; i < size; ++i)
                one.value |= std::to_integer<std::uint64_t>(field.bytes[at + i]) << (8U * i);
            append(one);
        }
        return;
    }
    WireReader packed(field.bytes);
    WireField one;
    while (!packed.atEnd() && packed.nextVarint(one.value))
        append(one);
}

std::string ValuePrinter::print(ByteSpan message, int depth)
{
    if (depth > kMaxProtoDepth)
        return "…";
    WireReader reader(message, 0, WireReader::Cut::Allow);
    WireField field;
    std::uint64_t dtype = 0;
    std::string single, list;
    bool isList = false;
    const auto append = [&](const std::string& item) {
        isList = true;
        list += list.empty() ? "" : ", ";
        list += item;
    };
    while (reader.next(field)) {
        switch (field.number) {
        case kDType:
            dtype = field.value;
            break;
        case kBool:
        case kInt:
        case kUInt:
        case kFloat:
        case kDouble:
            single = number(field, field.number);
            break;
        case kString:
            single = field.text();
            break;
        case kTensor:
            single = tensor(field.bytes);
            break;
        case kGraph:
            single = "graph";
            break;
        case kBools:
        case kInts:
        case kUInts:
        case kFloats:
        case kDoubles:
            isList = true;
            appendNumbers(field, field.number - kBools + kBool, list);
            break;
        case kStrings:
            append(std::string(field.text()));
            break;
        case kTensors:
            append(tensor(field.bytes));
            break;
        case kGraphs:
            append("graph");
            break;
        case kValues:
            append(print(field.bytes, depth + 1));
            break;
        case kDict:
            append(entry(field.bytes, depth + 1));
            break;
        case kType:
            single = type(field.bytes, depth + 1);
            break;
        default:
            break;
        }
    }
    if (isList || dtype == kTuple || dtype == kList)
        return '[' + list + ']';
    return single.empty() && dtype == kNone ? "None" : single;
}

std::string ValuePrinter::entry(ByteSpan message, int depth)
{
    WireReader reader(message, 0, WireReader::Cut::Allow);
    WireField field;
    std::string key, value;
    while (reader.next(field)) {
        if (field.number == 1)
            key = field.text();
        else if (field.number == 2 && field.isBytes())
            value = print(field.bytes, depth);
    }
    return key + ": " + value;
}

std::string ValuePrinter::tensor(ByteSpan message) const
{
    WireReader reader(message, 0, WireReader::Cut::Allow);
    WireField field;
    std::string dims;
    std::uint64_t dtype = 0;
    constexpr std::uint32_t kDims = 4, kDataType = 5;
    while (reader.next(field)) {
        if (field.number == kDims)
            appendNumbers(field, kInt, dims);
        else if (field.number == kDataType)
            dtype = field.value;
    }
    return "Tensor(shape=[" + dims + "], dtype=" + protoTypeName(dtype, m_schema) + ')';
}

std::string ValuePrinter::type(ByteSpan message, int) const
{
    WireReader reader(message, 0, WireReader::Cut::Allow);
    WireField field;
    while (reader.next(field)) {
        if (field.number == 1 && field.isVarint())
            return protoTypeName(field.value, m_schema);
    }
    return {};
}

void appendDims(ByteSpan shape, std::vector<std::int64_t>& dims)
{
    WireReader reader(shape, 0, WireReader::Cut::Allow);
    WireField field;
    while (reader.next(field) && dims.size() < kMaxProtoDims) {
        if (field.number != 1 || !field.isBytes())
            continue;
        std::int64_t size = 0;
        WireReader dimension(field.bytes, 0, WireReader::Cut::Allow);
        WireField part;
        while (dimension.next(part)) {
            if (part.number == 1)
                size = static_cast<std::int64_t>(part.value);
        }
        dims.push_back(size);
    }
}

void appendTensors(ByteSpan message, MindsporeProtoSchema schema, std::vector<std::uint64_t>& dtypes,
    std::vector<TypedTensor>& out, int depth)
{
    if (depth > kMaxProtoDepth)
        return;
    constexpr std::uint32_t kDataType = 1, kTensorType = 2, kSequenceType = 3;
    WireReader reader(message, 0, WireReader::Cut::Allow);
    WireField field;
    std::uint64_t dtype = 0;
    bool isSequence = false;
    TypedTensor tensor;
    while (reader.next(field)) {
        if (field.number == kDataType && field.isVarint()) {
            dtype = field.value;
        } else if (field.number == kTensorType && field.isBytes()) {
            tensor.hasShape = true; // a scalar has no shape message
            WireReader inner(field.bytes, 0, WireReader::Cut::Allow);
            WireField part;
            while (inner.next(part)) {
                if (part.number == 1 && part.isVarint())
                    dtype = part.value;
                else if (part.number == 2 && part.isBytes())
                    appendDims(part.bytes, tensor.shape);
            }
        } else if (field.number == kSequenceType && field.isBytes()) {
            isSequence = true;
            WireReader elements(field.bytes, 0, WireReader::Cut::Allow);
            WireField element;
            while (elements.next(element) && out.size() < kMaxProtoTensors) {
                const std::size_t before = out.size();
                if (element.number == 1 && element.isBytes())
                    appendTensors(element.bytes, schema, dtypes, out, depth + 1);
                for (std::size_t i = before; i < out.size(); ++i)
                    out[i].hasShape = out[i].hasShape && !out[i].shape.empty();
            }
        }
    }
    if (isSequence || out.size() >= kMaxProtoTensors)
        return;
    dtypes.push_back(dtype);
    out.push_back(std::move(tensor));
}

} // namespace

std::string protoTypeName(std::uint64_t number, MindsporeProtoSchema schema)
{
    if (number < kProtoTypes.size())
        return std::string(kProtoTypes[number]);
    struct Late {
        std::uint64_t number;
        std::string_view name;
    };
    constexpr std::array<Late, 6> kDebugger {
        {{43, "UMonad"}, {44, "IOMonad"}, {46, "BFloat16"}, {47, "BFloat16s"}, {48, "Int4"}, {49, "Slice"}}};
    constexpr std::array<Late, 4> kAnfIr {
        {{43, "Complex64"}, {44, "Complex128"}, {45, "Complex"}, {49, "UMonad"}}};
    const auto find = [&](const auto& table) -> std::string {
        for (const Late& late : table) {
            if (late.number == number)
                return std::string(late.name);
        }
        return "type " + std::to_string(number);
    };
    return schema == MindsporeProtoSchema::Debugger ? find(kDebugger) : find(kAnfIr);
}

std::string protoValueText(ByteSpan message, MindsporeProtoSchema schema)
{
    return ValuePrinter(schema).print(message, 0);
}

void appendProtoTensors(ByteSpan message, MindsporeProtoSchema schema, std::vector<std::string>& names,
    std::vector<TypedTensor>& out)
{
    std::vector<std::uint64_t> dtypes;
    appendTensors(message, schema, dtypes, out, 0);
    names.clear();
    names.reserve(dtypes.size());
    for (std::size_t i = 0; i < dtypes.size(); ++i) {
        names.push_back(protoTypeName(dtypes[i], schema));
        out[i].dtype = names.back();
    }
}

} // namespace dumpscope::core
