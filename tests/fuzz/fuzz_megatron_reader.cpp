// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a checkpoint. Deflate packs by 1032 at best, float8 widens by 4.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("megatron", "model_optim_rng.pt", data, size, 4 * 1040);
    return 0;
}
