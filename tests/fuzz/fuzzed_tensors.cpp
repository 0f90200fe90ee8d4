// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes are one file: FUZZED_NAME, of the reader FUZZED_READER; FUZZED_GROWTH bounds its tensors.
#include "fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader(FUZZED_READER, FUZZED_NAME, data, size, FUZZED_GROWTH);
    return 0;
}
