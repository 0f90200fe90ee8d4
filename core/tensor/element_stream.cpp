// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_stream.h"

#include "io/byte_reader.h"
#include "io/mapped_file.h"
#include "tensor/element_codes.h"
#include "tensor/layout_resolution.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>

namespace dumpscope::core {

struct ElementStream::Plan {
    BlockedLayout layout; ///< flat index -> element of the storage array
    /// A storage array that is itself strided under a device format; empty otherwise.
    Shape stridedShape;
    std::vector<std::int64_t> strides;
    std::uint64_t firstElement = 0;

    bool isIdentity = true;
    bool isPacked = false;      ///< several elements per byte
    std::uint32_t bytes = 1;    ///< per element handed out
    std::uint32_t swapUnit = 0; ///< bytes to reverse at a time; 0 = native already
};

namespace {

constexpr std::size_t kAlignment = 64;

using Plan = ElementStream::Plan;
using Run = BlockedLayout::Run;

/// Bytes of the numbers a big-endian element is made of.
std::uint32_t swapUnitOf(DType dtype, bool bigEndian)
{
    const std::uint32_t bytes = unpackedBytes(dtype);
    if (!bigEndian || isSubByte(dtype) || bytes == 1 || dtype == DType::Dual)
        return 0;
    if (isComplex(dtype) || dtype == DType::String || dtype == DType::StringRef)
        return bytes / 2;
    return bytes;
}

template<typename Word> void reverseWords(std::byte* data, std::uint64_t words)
{
    for (std::uint64_t i = 0; i < words; ++i) {
        std::array<std::byte, sizeof(Word)> word {};
        std::memcpy(word.data(), data + i * sizeof(Word), sizeof(Word));
        std::reverse(word.begin(), word.end());
        std::memcpy(data + i * sizeof(Word), word.data(), sizeof(Word));
    }
}

void swapBytes(std::byte* data, std::uint64_t size, std::uint32_t unit)
{
    if (unit == 2)
        reverseWords<std::uint16_t>(data, size / 2);
    else if (unit == 4)
        reverseWords<std::uint32_t>(data, size / 4);
    else if (unit == 8)
        reverseWords<std::uint64_t>(data, size / 8);
}

/// Copies one run of elements of a fixed size; the size is a constant so that each copy is one move.
template<std::size_t size> void copyRun(std::byte* out, const std::byte* data, const Run& run)
{
    const std::byte* source = data + run.offset * size;
    if (run.stride == 1) {
        std::memcpy(out, source, run.count * size);
        return;
    }
    const std::int64_t hop = run.stride * static_cast<std::int64_t>(size);
    for (std::uint64_t i = 0; i < run.count; ++i) {
        std::memcpy(out + i * size, source, size);
        // The hop after the last element may leave the array; it must not be formed.
        if (i + 1 < run.count)
            source += hop;
    }
}

/// Transposes a few columns of a tile: row after row, so that the cache lines of these columns are
/// used up while they are there.
template<std::size_t size, std::uint64_t width>
void copyColumns(std::byte* out, const std::byte* data, std::int64_t columnHop, const BlockedWalk::Tile& tile)
{
    const std::int64_t rowHop = tile.rowStride * static_cast<std::int64_t>(size);
    const std::uint64_t rowBytes = tile.columns.size * size;
    for (std::uint64_t row = 0; row < tile.rows; ++row) {
        const std::byte* source = data + static_cast<std::int64_t>(row) * rowHop;
        std::byte* target = out + row * rowBytes;
        for (std::uint64_t i = 0; i < width; ++i)
            std::memcpy(target + i * size, source + static_cast<std::int64_t>(i) * columnHop, size);
    }
}

template<std::size_t size> void copyTile(std::byte* out, const std::byte* data, const BlockedWalk::Tile& tile)
{
    constexpr auto kSize = static_cast<std::int64_t>(size);
    constexpr std::uint64_t kColumns = 8;
    const BlockedAxis& columns = tile.columns;
    const std::byte* origin = data + tile.offset * size;
    const std::int64_t columnHop = columns.innerStride * kSize;
    for (std::uint64_t first = 0; first < columns.size; first += columns.block) {
        const std::uint64_t count = std::min(columns.block, columns.size - first);
        const std::int64_t offset = static_cast<std::int64_t>(first / columns.block) * columns.outerStride;
        const std::byte* block = origin + offset * kSize;
        std::byte* target = out + first * size;
        if (columns.innerStride == 1) {
            for (std::uint64_t row = 0; row < tile.rows; ++row)
                std::memcpy(target + row * columns.size * size,
                    block + static_cast<std::int64_t>(row) * tile.rowStride * kSize, count * size);
            continue;
        }
        std::uint64_t i = 0;
        for (; i + kColumns <= count; i += kColumns)
            copyColumns<size, kColumns>(
                target + i * size, block + static_cast<std::int64_t>(i) * columnHop, columnHop, tile);
        for (; i < count; ++i)
            copyColumns<size, 1>(
                target + i * size, block + static_cast<std::int64_t>(i) * columnHop, columnHop, tile);
    }
}

/// Element of the payload behind an element of a strided storage array.
std::uint64_t throughStrides(const Plan& plan, std::uint64_t element)
{
    auto offset = static_cast<std::int64_t>(plan.firstElement);
    for (std::size_t i = plan.stridedShape.size(); i-- > 0;) {
        const auto size = static_cast<std::uint64_t>(plan.stridedShape[i]);
        offset += static_cast<std::int64_t>(element % size) * plan.strides[i];
        element /= size;
    }
    return static_cast<std::uint64_t>(offset);
}

struct Copiers {
    void (*run)(std::byte*, const std::byte*, const Run&);
    void (*tile)(std::byte*, const std::byte*, const BlockedWalk::Tile&);
};

Copiers copiersFor(std::uint32_t bytes)
{
    switch (bytes) {
    case 1:
        return {copyRun<1>, copyTile<1>};
    case 2:
        return {copyRun<2>, copyTile<2>};
    case 4:
        return {copyRun<4>, copyTile<4>};
    case 5:
        return {copyRun<5>, copyTile<5>};
    case 8:
        return {copyRun<8>, copyTile<8>};
    default:
        return {copyRun<16>, copyTile<16>};
    }
}

/// Copies elements of the payload, `run` counted in the storage array.
void gatherRun(const Plan& plan, const TensorView& view, const Run& run, std::byte* out)
{
    const bool isStrided = !plan.strides.empty();
    if (!plan.isPacked && !isStrided) {
        copiersFor(plan.bytes).run(out, view.bytes.data(), run);
        return;
    }
    if (plan.isPacked && !isStrided && run.stride == 1) {
        unpackCodes(view.dtype, view.bytes.span(), run.offset, run.count, out);
        return;
    }
    std::uint64_t element = run.offset;
    for (std::uint64_t i = 0; i < run.count; ++i) {
        const std::uint64_t at = isStrided ? throughStrides(plan, element) : element;
        if (plan.isPacked)
            out[i] = static_cast<std::byte>(packedCode(view.dtype, view.bytes.span(), at));
        else
            std::memcpy(out + i * plan.bytes, view.bytes.data() + at * plan.bytes, plan.bytes);
        element += static_cast<std::uint64_t>(run.stride);
    }
}

/// Gathers consecutive elements of a layout that is not the identity.
void gather(
    const Plan& plan, const TensorView& view, std::uint64_t first, std::uint64_t count, std::byte* out)
{
    BlockedWalk walk(plan.layout, first);
    const bool isSimple = !plan.isPacked && plan.strides.empty();
    const Copiers copiers = copiersFor(plan.bytes);
    for (std::uint64_t left = count; left > 0;) {
        if (const auto tile = isSimple ? walk.nextTile(left) : std::nullopt) {
            copiers.tile(out, view.bytes.data(), *tile);
            const std::uint64_t elements = tile->rows * tile->columns.size;
            out += elements * plan.bytes;
            left -= elements;
            continue;
        }
        const Run run = walk.next(left);
        gatherRun(plan, view, run, out);
        out += run.count * plan.bytes;
        left -= run.count;
    }
}

/// Number of elements a strided array needs from its payload: one more than its largest offset.
/// Fails when an offset is negative or out of range.
Result<std::uint64_t> stridedExtent(const TensorView& view, const Shape& shape)
{
    if (view.strides.size() != shape.size())
        return fail(Code::BadShape, phrase("%1 strides for shape %2", view.strides.size(), shapeText(shape)));
    if (elementCount(shape) == std::uint64_t {0})
        return 0;
    if (view.firstElement > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return fail(Code::BadShape, phrase("the first element lies out of range"));
    auto lowest = static_cast<std::int64_t>(view.firstElement);
    std::int64_t highest = lowest;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        std::int64_t reach = 0;
        std::int64_t& end = view.strides[i] < 0 ? lowest : highest;
        if (__builtin_mul_overflow(shape[i] - 1, view.strides[i], &reach)
            || __builtin_add_overflow(end, reach, &end))
            return fail(Code::BadShape, phrase("strides lead out of range"));
    }
    if (lowest < 0 || highest == std::numeric_limits<std::int64_t>::max())
        return fail(Code::BadShape, phrase("strides lead out of range"));
    return static_cast<std::uint64_t>(highest) + 1;
}

BlockedLayout stridedLayout(const TensorView& view, const Shape& shape)
{
    std::vector<BlockedAxis> axes;
    for (std::size_t i = 0; i < shape.size(); ++i)
        axes.push_back(BlockedAxis::plain(static_cast<std::uint64_t>(shape[i]), view.strides[i]));
    return BlockedLayout(std::move(axes), static_cast<std::int64_t>(view.firstElement));
}

/// Elements that fit in the payload.
std::uint64_t elementsIn(const TensorView& view)
{
    const std::uint64_t bits = dtypeInfo(view.dtype).bits;
    return bits % 8 == 0 ? view.bytes.size() / (bits / 8)
                         : view.bytes.size() / bits * 8 + view.bytes.size() % bits * 8 / bits;
}

/// Largest offset of a layout without couplings and negative strides.
std::uint64_t highestOffset(const BlockedLayout& layout)
{
    auto highest = static_cast<std::uint64_t>(layout.base());
    for (const BlockedAxis& axis : layout.axes()) {
        if (axis.size == 0)
            return 0;
        const std::uint64_t last = axis.size - 1;
        const std::uint64_t inner = std::min(last, axis.block - 1);
        highest += last / axis.block * static_cast<std::uint64_t>(axis.outerStride)
            + inner * static_cast<std::uint64_t>(axis.innerStride);
    }
    return highest;
}

struct Extent {
    std::uint64_t count = 0;  ///< elements in the chosen order
    std::uint64_t needed = 0; ///< elements the payload must hold
};

Result<Extent> planDense(const TensorView& view, Order order, Plan& plan)
{
    const Shape& shape = view.shapeIn(order);
    const auto count = elementCount(shape);
    if (!count || shape.size() > kMaxRank)
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(shape)));
    if (elementCount(view.storage.storageShape) != count)
        return fail(Code::BadShape,
            phrase("stored shape %1 and logical shape %2 hold different numbers of elements",
                shapeText(view.storage.storageShape), shapeText(view.shape)));
    if (view.strides.empty()) {
        plan.layout = BlockedLayout::dense(*count);
        return Extent {*count, *count};
    }
    if (shape != view.storage.storageShape)
        return fail(Code::BadShape, phrase("a strided array cannot be read in another shape"));
    TRY_ASSIGN(const std::uint64_t needed, stridedExtent(view, shape));
    plan.layout = stridedLayout(view, shape);
    return Extent {*count, needed};
}

Result<Extent> planRearranged(const TensorView& view, Plan& plan)
{
    TRY_ASSIGN(DeviceGeometry geometry, resolveLayout(view.storage, view.dtype, view.shape));
    plan.layout = std::move(geometry.layout);
    std::uint64_t needed = elementCount(geometry.storageShape).value_or(0);
    if (!view.strides.empty()) {
        TRY_ASSIGN(needed, stridedExtent(view, geometry.storageShape));
        plan.stridedShape = std::move(geometry.storageShape);
        plan.strides = view.strides;
        plan.firstElement = view.firstElement;
    }
    return Extent {plan.layout.count(), needed};
}

} // namespace

Result<ElementStream> ElementStream::make(TensorView view, Order order, bool allowShort)
{
    auto plan = std::make_shared<Plan>();
    const bool rearranges = order == Order::Logical && view.isRearranged();
    TRY_ASSIGN(Extent extent, rearranges ? planRearranged(view, *plan) : planDense(view, order, *plan));

    const auto bytes = storedBytes(view.dtype, extent.needed);
    if (!bytes)
        return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(view.shapeIn(order))));
    if (*bytes > view.bytes.size()) {
        // Which elements of a rearranged or strided array are there is no prefix of it.
        const bool isPrefix = order == Order::Storage && view.strides.empty();
        if (!allowShort || !isPrefix)
            return fail(Code::Truncated, phrase("%1 of %2 bytes are there", view.bytes.size(), *bytes));
        extent.count = std::min(extent.count, elementsIn(view));
    }
    plan->isPacked = isSubByte(view.dtype);
    plan->bytes = unpackedBytes(view.dtype);
    plan->swapUnit = swapUnitOf(view.dtype, view.bigEndian);
    plan->isIdentity = plan->layout.isIdentity() && plan->strides.empty();

    ElementStream stream;
    stream.m_view = std::move(view);
    stream.m_order = order;
    stream.m_count = extent.count;
    stream.m_plan = std::move(plan);
    return stream;
}

Result<ElementStream> ElementStream::arranged(TensorView dense, Shape shape, BlockedLayout layout)
{
    const std::uint64_t last = highestOffset(layout);
    if (elementCount(shape) != layout.count() || dense.isRearranged() || !dense.strides.empty())
        return fail(Code::BadShape, phrase("the arrangement does not belong to shape %1", shapeText(shape)));
    if (layout.count() > 0 && last >= elementsIn(dense))
        return fail(Code::Truncated, phrase("element %1 of %2 is asked for", last, elementsIn(dense)));
    auto plan = std::make_shared<Plan>();
    plan->isPacked = isSubByte(dense.dtype);
    plan->bytes = unpackedBytes(dense.dtype);
    plan->swapUnit = swapUnitOf(dense.dtype, dense.bigEndian);
    plan->layout = std::move(layout);
    plan->isIdentity = plan->layout.isIdentity();

    ElementStream stream;
    stream.m_count = plan->layout.count();
    dense.shape = shape;
    dense.storage.storageShape = std::move(shape);
    stream.m_view = std::move(dense);
    stream.m_plan = std::move(plan);
    return stream;
}

ElementStream::Scratch& ElementStream::Scratch::ofThread()
{
    static thread_local Scratch scratch;
    return scratch;
}

std::byte* ElementStream::Scratch::room(std::size_t bytes)
{
    if (bytes > m_size || !m_bytes) {
        m_bytes = std::make_unique_for_overwrite<std::byte[]>(bytes + kAlignment);
        m_size = bytes;
    }
    void* begin = m_bytes.get();
    std::size_t space = m_size + kAlignment;
    return static_cast<std::byte*>(std::align(kAlignment, m_size, begin, space));
}

const Shape& ElementStream::shape() const
{
    return m_view.shapeIn(m_order);
}

bool ElementStream::isDirect() const
{
    return m_plan->isIdentity && !m_plan->isPacked && m_plan->swapUnit == 0;
}

ElementStream ElementStream::forPass() const
{
    ElementStream stream = *this;
    if (isDirect())
        stream.m_file = ForwardReading::of(m_view.bytes);
    return stream;
}

ElementChunk ElementStream::read(std::uint64_t first, std::uint64_t count, Scratch& scratch) const
{
    assert(first <= m_count && count <= m_count - first);
    first = std::min(first, m_count);
    count = std::min(count, m_count - first);
    const Plan& plan = *m_plan;
    ElementChunk chunk {m_view.dtype, first, count, nullptr};
    if (m_file) {
        const std::span<std::byte> room(scratch.room(count * plan.bytes), count * plan.bytes);
        m_file->copy(first * plan.bytes, room);
        chunk.data = room.data();
        return chunk;
    }
    if (isDirect()) {
        chunk.data = m_view.bytes.data() + first * plan.bytes;
        return chunk;
    }
    std::byte* const room = scratch.room(count * plan.bytes);
    chunk.data = room;
    if (count == 0)
        return chunk;
    if (plan.isIdentity)
        gatherRun(plan, m_view, {first, 1, count}, room);
    else
        gather(plan, m_view, first, count, room);
    swapBytes(room, count * plan.bytes, plan.swapUnit);
    return chunk;
}

ElementChunk ElementStream::readStrided(
    std::uint64_t first, std::int64_t step, std::uint64_t count, Scratch& scratch) const
{
    if (step == 1)
        return read(first, count, scratch);
    const Plan& plan = *m_plan;
    std::byte* const room = scratch.room(count * plan.bytes);
    std::byte* out = room;
    std::uint64_t index = first;
    for (std::uint64_t left = count; left > 0;) {
        assert(index < m_count);
        const Run run = plan.layout.stridedRun(index, step, left);
        gatherRun(plan, m_view, run, out);
        out += run.count * plan.bytes;
        index += static_cast<std::uint64_t>(step) * run.count;
        left -= run.count;
    }
    swapBytes(room, count * plan.bytes, plan.swapUnit);
    return {m_view.dtype, first, count, room};
}

std::uint64_t ElementStream::byteOffset(std::uint64_t index) const
{
    if (index >= m_count)
        return 0;
    const Plan& plan = *m_plan;
    std::uint64_t element = plan.layout.offsetOf(index);
    if (!plan.strides.empty())
        element = throughStrides(plan, element);
    return plan.isPacked ? element * dtypeInfo(m_view.dtype).bits / 8 : element * plan.bytes;
}

} // namespace dumpscope::core
