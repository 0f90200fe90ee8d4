// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The bytes are a database of trends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dumpscope::core::fuzzReader("trend-db", "monitor_data.trend.db", data, size);
    return 0;
}
