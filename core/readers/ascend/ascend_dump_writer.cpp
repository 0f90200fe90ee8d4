// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_dump_writer.h"

#include "readers/protobuf/wire_writer.h"

namespace dumpscope::core {

namespace {

WireWriter shapeMessage(const std::vector<std::int64_t>& dims)
{
    WireWriter packed, shape;
    for (const std::int64_t dim : dims)
        packed.varint(static_cast<std::uint64_t>(dim));
    if (!dims.empty())
        shape.message(1, packed);
    return shape;
}

WireWriter outputMessage(const AscendTensorToWrite& tensor)
{
    const WireWriter shape = shapeMessage(tensor.dims);
    WireWriter message;
    message.nonZero(1, static_cast<std::uint64_t>(tensor.dataType))
        .nonZero(2, static_cast<std::uint64_t>(tensor.format))
        .message(3, shape);
    if (tensor.origin) {
        message.message(4,
            WireWriter()
                .text(1, tensor.origin->name)
                .nonZero(2, tensor.origin->outputIndex)
                .nonZero(3, static_cast<std::uint64_t>(tensor.origin->geType))
                .nonZero(4, static_cast<std::uint64_t>(tensor.format)));
    }
    return message.integer(6, tensor.bytes.size()).message(7, shape);
}

WireWriter inputMessage(const AscendTensorToWrite& tensor)
{
    const WireWriter shape = shapeMessage(tensor.dims);
    WireWriter message;
    message.nonZero(1, static_cast<std::uint64_t>(tensor.dataType))
        .nonZero(2, static_cast<std::uint64_t>(tensor.format))
        .message(3, shape);
    return message.integer(5, tensor.bytes.size()).message(6, shape);
}

} // namespace

std::string ascendDumpHeader(const AscendDumpToWrite& dump)
{
    WireWriter header;
    header.text(1, "2.0").integer(2, dump.dumpTime);
    for (const AscendTensorToWrite& tensor : dump.outputs)
        header.message(3, outputMessage(tensor));
    for (const AscendTensorToWrite& tensor : dump.inputs)
        header.message(4, inputMessage(tensor));
    header.text(6, dump.opName);
    std::string text;
    for (std::size_t i = 0; i < sizeof(std::uint64_t); ++i)
        text += static_cast<char>((header.result().size() >> (8U * i)) & 0xFFU);
    return text + header.result();
}

} // namespace dumpscope::core
