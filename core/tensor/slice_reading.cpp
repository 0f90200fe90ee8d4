// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice_reading.h"

#include "tensor/blocked_layout.h"
#include "tensor/slice.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kSliceChunk = 1U << 16U;

bool isInside(const Slice::Axis& axis, std::int64_t size)
{
    if (axis.count == 0)
        return true;
    std::int64_t reach = 0;
    std::int64_t last = 0;
    return axis.count > 0 && axis.start >= 0 && axis.start < size
        && !__builtin_mul_overflow(axis.count - 1, axis.step, &reach)
        && !__builtin_add_overflow(axis.start, reach, &last) && last >= 0 && last < size;
}

/// Flat indices of the selected elements, as a layout over the stream's own order; all of them below
/// `available`.
Result<BlockedLayout> selectedIndices(const Slice& slice, const Shape& shape, std::uint64_t available)
{
    if (slice.axes.size() != shape.size())
        return fail(Code::Usage,
            phrase("a slice of %1 axes does not fit shape %2", slice.axes.size(), shapeText(shape)));
    const std::vector<std::int64_t> strides = denseStrides(shape);
    std::vector<BlockedAxis> axes;
    std::int64_t base = 0;
    std::int64_t highest = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Slice::Axis& axis = slice.axes[i];
        if (!isInside(axis, shape[i]))
            return fail(Code::Usage, phrase("the slice leaves axis %1 of shape %2", i, shapeText(shape)));
        base += axis.start * strides[i];
        // A single element has no step; a saturated one must not be multiplied.
        const std::int64_t stride = axis.count == 1 ? 0 : axis.step * strides[i];
        highest += axis.start * strides[i] + std::max<std::int64_t>(stride, 0) * (axis.count - 1);
        axes.push_back(BlockedAxis::plain(static_cast<std::uint64_t>(axis.count), stride));
    }
    if (static_cast<std::uint64_t>(highest) >= available)
        return fail(
            Code::Truncated, phrase("only %1 elements of shape %2 are there", available, shapeText(shape)));
    return BlockedLayout(std::move(axes), base);
}

/// Collects short runs so that the sink gets chunks worth calling for.
class ChunkBuffer {
public:
    ChunkBuffer(const ElementStream& stream, const std::function<Result<void>(const ElementChunk&)>& sink)
        : m_stream(stream)
        , m_sink(sink)
        , m_elementBytes(unpackedBytes(stream.dtype()))
    {
    }

    [[nodiscard]] Result<void> add(const BlockedLayout::Run& run)
    {
        ElementChunk chunk = run.stride == 1
            ? m_stream.read(run.offset, run.count, m_scratch)
            : m_stream.readStrided(run.offset, run.stride, run.count, m_scratch);
        if (m_held == 0 && run.count >= kSliceChunk / 4) {
            chunk.first = m_handedOut;
            m_handedOut += chunk.count;
            return m_sink(chunk);
        }
        m_buffer.resize(kSliceChunk * m_elementBytes);
        std::memcpy(m_buffer.data() + m_held * m_elementBytes, chunk.data, chunk.count * m_elementBytes);
        m_held += chunk.count;
        return m_held == kSliceChunk ? flush() : Result<void> {};
    }

    [[nodiscard]] std::uint64_t room() const { return kSliceChunk - m_held; }

    [[nodiscard]] Result<void> flush()
    {
        if (m_held == 0)
            return {};
        const ElementChunk chunk {m_stream.dtype(), m_handedOut, m_held, m_buffer.data()};
        m_handedOut += m_held;
        m_held = 0;
        return m_sink(chunk);
    }

private:
    const ElementStream& m_stream;
    const std::function<Result<void>(const ElementChunk&)>& m_sink;
    std::uint32_t m_elementBytes;
    ElementStream::Scratch m_scratch;
    std::vector<std::byte> m_buffer;
    std::uint64_t m_held = 0;
    std::uint64_t m_handedOut = 0;
};

} // namespace

Result<void> readSlice(const ElementStream& stream, const Slice& slice, std::stop_token stop,
    const std::function<Result<void>(const ElementChunk&)>& sink)
{
    std::uint64_t left = slice.count();
    if (left == 0)
        return {};
    TRY_ASSIGN(const BlockedLayout indices, selectedIndices(slice, stream.shape(), stream.count()));
    BlockedWalk walk(indices, 0);
    ChunkBuffer buffer(stream, sink);
    std::uint64_t sinceCheck = 0;
    while (left > 0) {
        const BlockedLayout::Run run = walk.next(std::min(left, buffer.room()));
        TRY_VOID(buffer.add(run));
        left -= run.count;
        sinceCheck += run.count;
        if (sinceCheck >= kSliceChunk) {
            sinceCheck = 0;
            if (stop.stop_requested())
                return fail(Code::Cancelled, phrase("cancelled"));
        }
    }
    TRY_VOID(buffer.flush());
    return stream.view().bytes.check();
}

} // namespace dumpscope::core
