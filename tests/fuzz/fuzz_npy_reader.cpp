// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a file with a name that a dump would give it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader(
        "npy", "Cast.c.0.0.1637563106111245.output.0.DefaultFormat.BFloat16.npy", data, size);
    return 0;
}
