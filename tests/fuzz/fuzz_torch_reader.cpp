// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a file of torch.save. Deflate packs by 1032 at best, float8 widens by 4.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint64_t kMaxGrowth = 4 * 1040;
    dumpscope::core::fuzzReader("pt", "Functional.linear.0.forward.input.0.pt", data, size, kMaxGrowth);
    return 0;
}
