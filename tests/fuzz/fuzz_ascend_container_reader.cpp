// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("ascend-bin", "Relu.x.1.1.1771061415000000", data, size);
    return 0;
}
