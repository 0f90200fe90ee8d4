// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a zip file of arrays. Deflate packs by 1032 at best.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint64_t kMaxGrowth = 1040;
    dumpscope::core::fuzzReader("npz", "arrays.npz", data, size, kMaxGrowth);
    return 0;
}
