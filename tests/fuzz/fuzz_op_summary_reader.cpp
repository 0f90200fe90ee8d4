// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a profiler's table of operators.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("op-summary", "op_summary_1.csv", data, size);
    return 0;
}
