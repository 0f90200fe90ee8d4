// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are statistics of parameters by name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("config-check", "weight.json", data, size);
    return 0;
}
