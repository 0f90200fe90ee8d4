// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

// libFuzzer's own mutation of plain bytes; `data` has room for `maxSize`. Returns the new size.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

/// What the mutators that know a structure share. They keep the structure, so that a change reaches what lies
/// behind the parser, and leave it to plain bytes to break it.
namespace dumpscope::fuzz {

using Random = std::minstd_rand;

/// Below `count`, which is not 0.
inline std::size_t below(Random& random, std::size_t count)
{
    return random() % count;
}

inline std::string bytesMutated(std::string bytes, std::size_t room = 64)
{
    const std::size_t size = bytes.size();
    bytes.resize(size + room);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
    return bytes;
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Puts `result` in the place of the input; what has no room is left to plain bytes.
inline std::size_t give(const std::string& result, std::uint8_t* data, std::size_t size, std::size_t maxSize)
{
    if (result.empty() || result.size() > maxSize)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, result.data(), result.size());
    return result.size();
}

} // namespace dumpscope::fuzz
