// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/storage_order.h"
#include "tensor/element_stream.h"
#include "tensor/index_map.h"
#include "tensor/logical_choice.h"
#include "tensor/storage_shape.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace {

using namespace dumpscope::core;

void demand(bool condition)
{
    if (!condition)
        std::abort();
}

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size)
        : m_data(data, size)
    {
    }
    std::uint8_t byte()
    {
        if (m_data.empty())
            return 0;
        const std::uint8_t value = m_data.front();
        m_data = m_data.subspan(1);
        return value;
    }
    Shape shape()
    {
        Shape dims(byte() % 8U);
        for (std::int64_t& dim : dims) {
            dim = byte();
            if (dim >= 250) // 1, 2^12, 2^24, 2^36, 2^48, -1
                dim = dim == 255 ? -1 : std::int64_t {1} << (12 * (dim - 250));
        }
        return dims;
    }

private:
    std::span<const std::uint8_t> m_data;
};

/// Every logical element has a place of its own inside the device tensor.
void checkMap(const IndexMap& map)
{
    constexpr std::uint64_t kMost = 1U << 12U;
    const std::uint64_t count = map.logicalCount();
    std::vector<std::uint64_t> offsets(std::min(count, kMost));
    map.offsets(0, offsets);
    std::vector<std::uint64_t> tail(std::min<std::uint64_t>(count, 50));
    map.offsets(count - tail.size(), tail);
    for (const auto& part : {offsets, tail}) {
        for (const std::uint64_t offset : part)
            demand(offset < map.storageCount());
    }
    std::sort(offsets.begin(), offsets.end());
    demand(std::adjacent_find(offsets.begin(), offsets.end()) == offsets.end());
}

/// Streams give the elements back, whole and in odd pieces.
void readBack(const StorageLayout& storage, const Shape& logical, const std::vector<std::byte>& stored,
    const std::vector<std::byte>& elements)
{
    TensorView view;
    view.dtype = DType::UInt8;
    view.shape = logical;
    view.storage = storage;
    view.bytes = Bytes::fromVector(stored);
    const auto stream = ElementStream::make(view, Order::Logical);
    demand(stream.has_value() && stream->count() == elements.size());
    ElementStream::Scratch scratch;
    for (const std::uint64_t piece :
        {std::uint64_t {elements.size() + 1}, std::uint64_t {elements.size() / 3 + 1}}) {
        for (std::uint64_t first = 0; first < elements.size(); first += piece) {
            const ElementChunk chunk
                = stream->read(first, std::min<std::uint64_t>(piece, elements.size() - first), scratch);
            demand(std::equal(
                chunk.data, chunk.data + chunk.count, elements.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    }
}

void checkRoundTrip(const StorageLayout& storage, DType dtype, const Shape& logical, const IndexMap& map)
{
    constexpr std::uint64_t kMost = 1U << 12U;
    if (map.storageCount() > 16 * kMost || map.logicalCount() > kMost)
        return;
    std::vector<std::byte> elements(map.logicalCount());
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<std::byte>(i % 255 + 1);
    const auto stored = dumpscope::test::toStorageOrder(storage, dtype, logical, elements, 1);
    demand(stored.has_value() && stored->size() == map.storageCount());
    std::vector<std::uint64_t> offsets(elements.size());
    map.offsets(0, offsets);
    for (std::size_t i = 0; i < offsets.size(); ++i)
        demand((*stored)[offsets[i]] == elements[i]);
    // Where the file names no device shape it follows from the width of the elements, and these are bytes
    // here.
    if (!storage.storageShape.empty())
        readBack(storage, logical, *stored, elements);
    const auto held = std::count_if(
        stored->begin(), stored->end(), [](std::byte value) { return value != std::byte {0}; });
    demand(static_cast<std::size_t>(held) == elements.size());
}

} // namespace

// Bytes: format, logical format, dtype, groups, C0, then logical and device shape as rank and dims.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Input input(data, size);
    StorageLayout storage;
    storage.format = static_cast<MemoryFormat>(input.byte());
    storage.logicalFormat = static_cast<MemoryFormat>(input.byte());
    const auto dtype = static_cast<DType>(input.byte() % kDTypeCount);
    storage.groups = input.byte();
    storage.c0 = input.byte();
    const Shape logical = input.shape();
    storage.storageShape = input.shape();

    (void)chooseLogicalFormat(storage, dtype, logical, storage.logicalFormat);
    const auto device
        = storageShapeFor(storage.format, storage.logicalFormat, logical, dtype, storage.groups, storage.c0);
    const std::vector<Shape> shapes {storage.storageShape, device.value_or(Shape {})};
    for (const Shape& shape : shapes) {
        storage.storageShape = shape;
        const auto map = IndexMap::make(storage, dtype, logical);
        if (!map)
            continue;
        checkMap(*map);
        checkRoundTrip(storage, dtype, logical, *map);
    }
    return 0;
}
