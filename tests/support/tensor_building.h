// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dumpscope::test {

/// The bytes of plain numbers, in native order.
template<typename T> [[nodiscard]] core::Bytes bytesOf(const std::vector<T>& values)
{
    std::vector<std::byte> data(values.size() * sizeof(T));
    if (!values.empty())
        std::memcpy(data.data(), values.data(), data.size());
    return core::Bytes::fromVector(std::move(data));
}

/// "0102ff" in lower case.
[[nodiscard]] inline core::Bytes bytesOfHex(std::string_view hex)
{
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::vector<std::byte> data;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        data.push_back(static_cast<std::byte>(digit(hex[i]) * 16 + digit(hex[i + 1])));
    return core::Bytes::fromVector(std::move(data));
}

/// A one-dimensional dense tensor.
template<typename T>
[[nodiscard]] core::TensorView vectorView(core::DType dtype, const std::vector<T>& values)
{
    return core::makeDenseView(dtype, {static_cast<std::int64_t>(values.size())}, bytesOf(values));
}

/// 0, 1, 2, … as `count` numbers of a type.
template<typename T> [[nodiscard]] std::vector<T> counting(std::size_t count)
{
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), T {});
    return values;
}

/// All elements of a stream as numbers of its own type, read in pieces of `piece`.
template<typename T>
[[nodiscard]] std::vector<T> allElements(const core::ElementStream& stream, std::uint64_t piece = 1U << 16U)
{
    std::vector<T> values(stream.count());
    core::ElementStream::Scratch scratch;
    for (std::uint64_t first = 0; first < stream.count(); first += piece) {
        const std::uint64_t count = std::min(piece, stream.count() - first);
        const core::ElementChunk chunk = stream.read(first, count, scratch);
        std::memcpy(values.data() + first, chunk.data, count * sizeof(T));
    }
    return values;
}

} // namespace dumpscope::test
