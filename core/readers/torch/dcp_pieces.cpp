// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/dcp_pieces.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "readers/torch/torch_file.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace dumpscope::core {

namespace {

/// Copies the elements of a piece to their places in the dense tensor.
class PieceCopy {
public:
    PieceCopy(const DcpTensor& tensor, const DcpChunk& chunk, std::vector<std::byte>& into)
        : m_chunk(chunk)
        , m_strides(denseStrides(tensor.shape))
        , m_elementBytes(unpackedBytes(tensor.dtype))
        , m_into(into)
    {
    }

    Result<void> run(const ElementStream& stream, TaskContext& task)
    {
        // Elements along the last axis stay together.
        const std::uint64_t run
            = m_chunk.sizes.empty() ? 1 : static_cast<std::uint64_t>(m_chunk.sizes.back());
        ElementStream::Scratch scratch;
        constexpr std::uint64_t kBetweenChecks = 1U << 16;
        std::uint64_t sinceCheck = 0;
        for (std::uint64_t first = 0; run > 0 && first < stream.count(); first += run) {
            const ElementChunk elements = stream.read(first, run, scratch);
            std::memcpy(m_into.data() + placeOf(first) * m_elementBytes, elements.data,
                elements.count * m_elementBytes);
            if ((sinceCheck += run) >= kBetweenChecks) {
                TRY_VOID(task.checkStop());
                sinceCheck = 0;
            }
        }
        return {};
    }

private:
    /// Flat index in the tensor of an element of the piece.
    [[nodiscard]] std::uint64_t placeOf(std::uint64_t flat) const
    {
        std::uint64_t place = 0;
        for (std::size_t d = m_chunk.sizes.size(); d-- > 0;) {
            const auto size = static_cast<std::uint64_t>(m_chunk.sizes[d]);
            const std::uint64_t index = flat % size + static_cast<std::uint64_t>(m_chunk.offsets[d]);
            place += index * static_cast<std::uint64_t>(m_strides[d]);
            flat /= size;
        }
        return place;
    }

    const DcpChunk& m_chunk;
    std::vector<std::int64_t> m_strides;
    std::uint64_t m_elementBytes;
    std::vector<std::byte>& m_into;
};

} // namespace

Result<Bytes> DcpPieces::file(const std::string& name)
{
    const auto known = m_mapped.find(name);
    if (known != m_mapped.end())
        return known->second;
    Result<Bytes> bytes = m_files == nullptr ? fail(Code::NotFound, phrase("there is no folder"))
                                             : m_files->open(name)->map();
    if (!bytes && (bytes.error().code == Code::Vanished || bytes.error().code == Code::NotFound))
        bytes = fail(Code::Truncated, phrase("the file %1 with a piece of it is missing", printable(name)));
    return m_mapped.emplace(name, std::move(bytes)).first->second;
}

Result<Bytes> DcpPieces::piece(const DcpChunk& chunk)
{
    if (chunk.isTransformed)
        return fail(Code::Unsupported, phrase("compressed pieces are not read"));
    if (chunk.file.empty())
        return fail(Code::Truncated,
            phrase("the checkpoint does not say where the piece at %1 is", shapeText(chunk.offsets)));
    if (chunk.file.find('/') != std::string::npos)
        return fail(
            Code::Truncated, phrase("the piece in %1 lies outside of the folder", printable(chunk.file)));
    TRY_ASSIGN(const Bytes bytes, file(chunk.file));
    auto part = bytes.slice(chunk.offset, chunk.length);
    if (!part)
        return fail(Code::Truncated,
            phrase("a piece should end at byte %1 of %2, which has %3", chunk.offset + chunk.length,
                printable(chunk.file), bytes.size()));
    return part;
}

Result<void> DcpPieces::check(const DcpTensor& tensor)
{
    if (!tensor.problem.empty())
        return fail(Code::BadShape, tensor.problem);
    if (tensor.dtype == DType::Unknown || isSubByte(tensor.dtype))
        return fail(Code::Unsupported,
            phrase("elements of the type \"%1\" are not read", printable(tensor.dtypeText)));
    const auto wanted = elementCount(tensor.shape);
    const auto bytes = wanted ? storedBytes(tensor.dtype, *wanted) : std::nullopt;
    if (!bytes)
        return fail(Code::BadShape, phrase("shape %1 is larger than any file", shapeText(tensor.shape)));
    std::uint64_t there = 0, stored = 0;
    for (const DcpChunk& chunk : tensor.chunks) {
        TRY_VOID(piece(chunk));
        const auto count = elementCount(chunk.sizes);
        if (!count || !checkedAdd(there, *count, there) || !checkedAdd(stored, chunk.length, stored))
            return fail(Code::BadShape, phrase("a piece of shape %1", shapeText(chunk.sizes)));
    }
    if (there < *wanted)
        return fail(Code::Truncated, phrase("the pieces have %1 of %2 elements", there, *wanted));
    // No tensor takes more memory than its pieces have on disk.
    if (*bytes > stored)
        return fail(Code::Truncated, phrase("truncated: %1 of %2 bytes", stored, *bytes));
    return {};
}

std::uint64_t DcpPieces::present(const DcpTensor& tensor)
{
    std::uint64_t there = 0;
    for (const DcpChunk& chunk : tensor.chunks) {
        const auto count = elementCount(chunk.sizes);
        const auto bytes = count ? storedBytes(tensor.dtype, *count) : std::nullopt;
        if (!piece(chunk))
            continue;
        if (!bytes || !checkedAdd(there, std::min(*bytes, chunk.length), there))
            return 0;
    }
    return there;
}

Result<TensorView> DcpPieces::view(const DcpTensor& tensor, const DcpChunk& chunk, TaskContext& task)
{
    TRY_ASSIGN(Bytes bytes, piece(chunk));
    TRY_ASSIGN(const TorchFile torch, TorchFile::read(std::move(bytes)));
    if (torch.tensors().size() != 1)
        return fail(Code::BadHeader,
            phrase("a piece of one tensor with another number of tensors: %1", torch.tensors().size()));
    TRY_ASSIGN(TensorView stored, torch.open(torch.tensors().front(), task.stop));
    if (stored.dtype != tensor.dtype)
        return fail(Code::BadDtype,
            phrase("a piece of %1 in a tensor of %2", dtypeName(stored.dtype), dtypeName(tensor.dtype)));
    if (stored.shape != chunk.sizes)
        return fail(Code::BadShape,
            phrase(
                "a piece of shape %1 that should have %2", shapeText(stored.shape), shapeText(chunk.sizes)));
    return stored;
}

Result<TensorView> DcpPieces::open(const DcpTensor& tensor, TaskContext& task)
{
    TRY_VOID(check(tensor));
    if (tensor.chunks.size() == 1 && tensor.chunks.front().sizes == tensor.shape)
        return view(tensor, tensor.chunks.front(), task);
    return assembled(tensor, task);
}

Result<TensorView> DcpPieces::assembled(const DcpTensor& tensor, TaskContext& task)
{
    // `check` has found that all of the files are at least as large; pieces may still share bytes.
    std::uint64_t most = 0;
    for (const auto& [name, bytes] : m_mapped)
        most += bytes ? bytes->size() : 0;
    const std::uint64_t wanted
        = storedBytes(tensor.dtype, elementCount(tensor.shape).value_or(0)).value_or(UINT64_MAX);
    if (wanted > most)
        return fail(Code::BadSize, phrase("a tensor of %1 bytes in files of %2", wanted, most));
    try {
        std::vector<std::byte> dense(wanted);
        for (const DcpChunk& chunk : tensor.chunks) {
            TRY_ASSIGN(TensorView stored, view(tensor, chunk, task));
            TRY_ASSIGN(const ElementStream stream, ElementStream::make(std::move(stored), Order::Logical));
            TRY_VOID(PieceCopy(tensor, chunk, dense).run(stream, task));
            TRY_VOID(stream.view().bytes.check());
        }
        return makeDenseView(tensor.dtype, tensor.shape, Bytes::fromVector(std::move(dense)));
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory for a tensor of %1 bytes", wanted));
    }
}

} // namespace dumpscope::core
