// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_reader.h"
#include "readers/ascend/ascend_container.h"

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kHeadMagic = 0x5A5A5A5A;
constexpr std::uint32_t kInputList = 4, kOutputList = 5;
constexpr std::uint32_t kShapeTag = 0, kOriginalShapeTag = 1, kNameTag = 2;

Result<StoredShape> readDims(ByteReader dims)
{
    constexpr std::size_t kMaxStoredDims = 4096;
    if (dims.remaining() % sizeof(std::uint64_t) != 0)
        return fail(Code::BadHeader, phrase("shape of %1 bytes in a nano head", dims.remaining()));
    StoredShape shape;
    while (!dims.atEnd()) {
        TRY_ASSIGN(const auto dim, dims.read<std::int64_t>());
        if (shape.dims.size() == kMaxStoredDims)
            shape.complete = false;
        else
            shape.dims.push_back(dim);
    }
    return shape;
}

// Shape, original shape and origin name; each may be absent (docs/formats/ascend-dump-binary.md 1.4).
Result<void> readDetails(ByteReader details, StoredTensor& tensor)
{
    while (!details.atEnd()) {
        TRY_ASSIGN(const auto tag, details.read<std::uint32_t>());
        TRY_ASSIGN(const auto length, details.read<std::uint32_t>());
        const std::uint64_t offset = details.offset();
        TRY_ASSIGN(const ByteSpan content, details.take(length));
        if (tag == kShapeTag) {
            TRY_ASSIGN(tensor.shape, readDims(ByteReader(content, offset)));
        } else if (tag == kOriginalShapeTag) {
            TRY_ASSIGN(tensor.originalShape, readDims(ByteReader(content, offset)));
        } else if (tag == kNameTag && tensor.originalOp) {
            tensor.originalOp->name = {reinterpret_cast<const char*>(content.data()), content.size()};
        }
    }
    return {};
}

Result<StoredTensor> readDescription(ByteReader& list, Io io)
{
    StoredTensor tensor;
    tensor.io = io;
    tensor.geNumbering = true;
    TRY_ASSIGN(tensor.dataType, list.read<std::int32_t>());
    TRY_ASSIGN(const auto format, list.read<std::int32_t>());
    tensor.format = static_cast<std::uint64_t>(static_cast<std::int64_t>(format));
    TRY_ASSIGN(const auto addressType, list.read<std::int32_t>());
    tensor.addressType = static_cast<std::uint32_t>(addressType);
    if (io == Io::Output) {
        OriginalOp origin;
        TRY_ASSIGN(const auto index, list.read<std::int32_t>());
        origin.outputIndex = static_cast<std::uint32_t>(index);
        TRY_ASSIGN(origin.dataType, list.read<std::int32_t>());
        TRY_ASSIGN(const auto originalFormat, list.read<std::int32_t>());
        origin.format = static_cast<std::uint64_t>(static_cast<std::int64_t>(originalFormat));
        tensor.originalOp = origin;
    }
    TRY_ASSIGN(tensor.address, list.read<std::uint64_t>());
    TRY_ASSIGN(tensor.offset, list.read<std::uint64_t>());
    TRY_ASSIGN(tensor.size, list.read<std::uint64_t>());
    TRY_ASSIGN(const auto detailBytes, list.read<std::uint32_t>());
    const std::uint64_t offset = list.offset();
    TRY_ASSIGN(const ByteSpan details, list.take(detailBytes));
    TRY_VOID(readDetails(ByteReader(details, offset), tensor));
    return tensor;
}

Result<void> readList(ByteReader list, Io io, DumpHeader& header)
{
    TRY_ASSIGN(const auto count, list.read<std::uint32_t>());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (header.tensors.size() == kMaxContainerTensors)
            return fail(Code::Limit, phrase("more than %1 tensors", kMaxContainerTensors));
        TRY_ASSIGN(StoredTensor tensor, readDescription(list, io));
        tensor.slot = i;
        header.tensors.push_back(std::move(tensor));
    }
    return {};
}

} // namespace

Result<DumpHeader> parseNanoHead(ByteSpan head, std::uint64_t base, std::uint64_t& version)
{
    ByteReader reader(head, base);
    TRY_ASSIGN(const auto magic, reader.read<std::uint32_t>());
    if (magic != kHeadMagic)
        return fail(Code::BadHeader, phrase("no nano magic"));
    TRY_ASSIGN(version, reader.read<std::uint32_t>());
    DumpHeader header;
    while (!reader.atEnd()) {
        TRY_ASSIGN(const auto tag, reader.read<std::uint32_t>());
        TRY_ASSIGN(const auto length, reader.read<std::uint32_t>());
        const std::uint64_t offset = reader.offset();
        TRY_ASSIGN(const ByteSpan content, reader.take(length));
        if (tag == kInputList || tag == kOutputList)
            TRY_VOID(
                readList(ByteReader(content, offset), tag == kInputList ? Io::Input : Io::Output, header));
    }
    return header;
}

} // namespace dumpscope::core
