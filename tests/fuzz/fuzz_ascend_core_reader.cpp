// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader(
        "ascend-core", "te_matmulv2_1234abcd_1.5.8.20260301113000123.core", data, size);
    return 0;
}
