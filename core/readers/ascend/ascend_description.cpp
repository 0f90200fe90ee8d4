// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_description.h"

#include "base/text.h"

#include <fmt/format.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxDescriptionText = 65536; ///< log texts of exceptions may be long

std::string shown(std::string_view text)
{
    // Log texts keep their lines; everything else that is no printable text is escaped.
    std::string lines;
    text = text.substr(0, kMaxDescriptionText);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines += printable(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        lines += '\n';
        text.remove_prefix(end + 1);
    }
    return lines;
}

void addText(Description& out, const Message& key, std::string_view text)
{
    if (!text.empty())
        out.emplace_back(key, shown(text));
}

void addNumber(Description& out, const Message& key, const std::optional<std::uint64_t>& number)
{
    if (number)
        out.emplace_back(key, std::to_string(*number));
}

std::string numberAndName(std::int64_t number, std::string_view name)
{
    return name.empty() ? std::to_string(number) : fmt::format("{} ({})", number, name);
}

std::string dataTypeText(const StoredTensor& tensor, const AscendTensor& meaning)
{
    if (tensor.geNumbering)
        return numberAndName(tensor.dataType, dtypeName(meaning.dtype)) + ", ge numbering";
    return numberAndName(tensor.dataType,
        meaning.dtypeText.empty() ? ascendDtypeName(static_cast<int>(tensor.dataType))
                                  : std::string_view("not defined"));
}

std::string formatText(std::uint64_t number, const UnpackedFormat& format)
{
    std::string text = numberAndName(static_cast<std::int64_t>(number), formatName(format.format));
    if (number > 0xFFU && format.groups > 1)
        text += fmt::format(", {} groups", format.groups);
    if (format.c0 != 0)
        text += fmt::format(", C0 {}", format.c0);
    return text;
}

std::string shapeOf(const StoredShape& shape)
{
    constexpr std::size_t kShownDims = 256;
    if (shape.dims.size() <= kShownDims)
        return shapeText(shape.dims);
    return shapeText(std::span(shape.dims).first(kShownDims))
        + fmt::format(" and {} more", shape.dims.size() - kShownDims);
}

void addContainer(Description& out, const AscendContainer& container)
{
    const DumpHeader& header = container.header;
    out.emplace_back(phrase("container"), containerKindName(container.kind));
    if (container.offset > 0)
        out.emplace_back(phrase("container offset"), std::to_string(container.offset));
    if (container.headerLength > 0)
        out.emplace_back(phrase("header length"), std::to_string(container.headerLength));
    if (container.kind == ContainerKind::Nano)
        out.emplace_back("version_id", std::to_string(container.version));
    addText(out, Message("version"), header.version);
    if (header.dumpTime > 0)
        out.emplace_back("dump_time", std::to_string(header.dumpTime));
    addText(out, Message("op_name"), header.opName);
    for (const auto& [name, value] : header.attributes)
        out.emplace_back("attr " + shown(name), shown(value));
    addText(out, Message("dfx_message"), header.dfxMessage);
}

void addOrigin(Description& out, const StoredTensor& tensor)
{
    if (!tensor.originalOp)
        return;
    const OriginalOp& origin = *tensor.originalOp;
    addText(out, phrase("original_op name"), origin.name);
    out.emplace_back(phrase("original_op output"), std::to_string(origin.outputIndex));
    const auto dtype = origin.dataType >= 0 && origin.dataType < 256
        ? dtypeFromGe(static_cast<int>(origin.dataType))
        : std::nullopt;
    out.emplace_back("original_op data_type",
        numberAndName(origin.dataType, dtype ? dtypeName(*dtype) : std::string_view()));
    out.emplace_back("original_op format", formatText(origin.format, unpackFormat(origin.format, 0)));
}

void addTensor(Description& out, const StoredTensor& tensor)
{
    const bool listed = tensor.io == Io::Input || tensor.io == Io::Output;
    const AscendTensor meaning = interpretTensor(tensor);
    if (listed) {
        out.emplace_back("data_type", dataTypeText(tensor, meaning));
        out.emplace_back("format", formatText(tensor.format, unpackFormat(tensor.format, tensor.subFormat)));
        if (tensor.subFormat != 0)
            out.emplace_back("sub_format", std::to_string(tensor.subFormat));
        out.emplace_back("shape", shapeOf(tensor.shape));
        if (!tensor.originalShape.dims.empty())
            out.emplace_back("original_shape", shapeOf(tensor.originalShape));
    } else {
        addNumber(out, Message("type"), tensor.bufferType);
    }
    addOrigin(out, tensor);
    out.emplace_back("size", std::to_string(tensor.size));
    out.emplace_back(phrase("payload offset"), std::to_string(tensor.payloadOffset));
    if (tensor.payloadBytes != tensor.size)
        out.emplace_back(phrase("payload bytes"), std::to_string(tensor.payloadBytes));
    if (tensor.address != 0)
        out.emplace_back("address", fmt::format("0x{:x}", tensor.address));
    addNumber(out, phrase("address type"), tensor.addressType);
    for (const auto& [start, end] : tensor.dimRanges)
        out.emplace_back("dim_range", fmt::format("{} .. {}", start, end));
    addNumber(out, Message("offset"), tensor.offset);
    addNumber(out, Message("arg_index"), tensor.argIndex);
    if (tensor.inputType)
        out.emplace_back("input_type",
            numberAndName(static_cast<std::int64_t>(*tensor.inputType), inputTypeName(*tensor.inputType)));
    if (listed) {
        const AscendLayout layout = layOutTensor(meaning);
        if (layout.shape != tensor.shape.dims)
            out.emplace_back(phrase("logical shape"), shapeText(layout.shape));
        if (!layout.storage.logicalReason.empty())
            out.emplace_back(phrase("logical layout"),
                phrase("%1: %2", formatName(layout.storage.logicalFormat), layout.storage.logicalReason));
    }
}

} // namespace

std::string_view inputTypeName(std::uint64_t number)
{
    switch (number) {
    case 0:
        return "not told"; // by older writers
    case 1:
        return "general";
    case 2:
        return "input";
    case 3:
        return "output";
    case 4:
        return "workspace";
    case 5:
        return "AscendC log";
    case 6:
        return "MC2 context";
    case 7:
        return "tiling data";
    case 8:
        return "L1";
    case 9:
        return "L2";
    case 10:
        return "overflow address";
    case 11:
        return "FFTS address";
    case 12:
        return "shape tensor";
    case 101:
        return "arguments";
    case 102:
        return "stack";
    case 103:
        return "device kernel object";
    case 104:
        return "SIMT stack";
    default:
        return {};
    }
}

Description describeAscendTensor(const AscendContainer& container, const StoredTensor& tensor)
{
    Description out;
    addContainer(out, container);
    addTensor(out, tensor);
    return out;
}

} // namespace dumpscope::core
