// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice.h"
#include "tensor/slice_reading.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

using namespace dumpscope::core;

void demand(bool condition)
{
    if (!condition)
        std::abort();
}

/// Element i of the tensor is i, so every selected element says where it came from.
Bytes countingBytes(std::uint64_t count)
{
    std::vector<std::byte> data(count * sizeof(std::uint32_t));
    for (std::uint32_t i = 0; i < count; ++i)
        std::memcpy(data.data() + i * sizeof(i), &i, sizeof(i));
    return Bytes::fromVector(std::move(data));
}

/// The element that stands at a position of the result, found the slow way.
std::uint64_t elementAt(const Slice& slice, const Shape& shape, std::uint64_t position)
{
    std::uint64_t element = 0;
    std::uint64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        const Slice::Axis& axis = slice.axes[i];
        const auto size = static_cast<std::uint64_t>(axis.dropped ? 1 : axis.count);
        const auto at = static_cast<std::int64_t>(position % size);
        const std::int64_t index = axis.start + (at == 0 ? 0 : at * axis.step);
        demand(index >= 0 && index < shape[i]);
        element += static_cast<std::uint64_t>(index) * stride;
        position /= size;
        stride *= static_cast<std::uint64_t>(shape[i]);
    }
    return element;
}

void readBack(const Slice& slice, const Shape& shape, std::uint64_t elements)
{
    const auto stream
        = ElementStream::make(makeDenseView(DType::UInt32, shape, countingBytes(elements)), Order::Logical);
    demand(stream.has_value());
    std::uint64_t position = 0;
    const auto read = readSlice(*stream, slice, {}, [&](const ElementChunk& chunk) -> Result<void> {
        for (std::uint64_t i = 0; i < chunk.count; ++i) {
            std::uint32_t value = 0;
            std::memcpy(&value, chunk.data + i * sizeof(value), sizeof(value));
            demand(value == elementAt(slice, shape, position++));
        }
        return {};
    });
    demand(read.has_value() && position == slice.count());
}

} // namespace

// First byte: rank; then one byte per dimension (255 = a huge one); the rest is the slice's text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t rank = data[0] % 8U;
    if (size < rank + 1)
        return 0;
    Shape shape;
    for (std::size_t i = 0; i < rank; ++i)
        shape.push_back(data[i + 1] == 255 ? std::int64_t {1} << 62 : data[i + 1]);
    const std::string_view text(reinterpret_cast<const char*>(data) + rank + 1, size - rank - 1);
    const auto slice = parseSlice(text, shape);
    if (!slice) {
        demand(slice.error().place.column.has_value() && *slice.error().place.column <= text.size() + 1);
        return 0;
    }
    demand(slice->axes.size() == rank);
    constexpr std::uint64_t kMostElements = 1U << 16U;
    const auto elements = elementCount(shape);
    if (elements && *elements <= kMostElements)
        readBack(*slice, shape, *elements);
    return 0;
}
