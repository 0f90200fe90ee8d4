// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a tree of the debugger of Hugging Face.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("hf-debugger", "X_debug_tree_FULL_TENSORS.json", data, size);
    return 0;
}
