// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

#include "records/overflow_record.h"

// The bytes are an Opdebug file, its JSON, and the bare record.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    fuzzReader("opdebug", "Opdebug.Node_OpDebug.12.517.1700000000000001", data, size);
    fuzzReader("opdebug", "Opdebug.Node_OpDebug.12.517.1700000000000001.output.0.json", data, size);
    const OverflowRecord record = decodeOverflowRecord({reinterpret_cast<const std::byte*>(data), size});
    if (record.blocks.empty() && record.problems.empty())
        std::abort();
    const std::string text = officialOverflowJson(record);
    for (const OverflowBlock* block : record.setBlocks())
        (void)block->bits();
    if (record.blocks.empty())
        return 0;
    // What is written is read back.
    const auto again = parseOverflowJson(text);
    if (!again || officialOverflowJson(*again) != text)
        std::abort();
    return 0;
}
