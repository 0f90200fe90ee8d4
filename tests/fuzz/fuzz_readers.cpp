// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The content of one file, given to every reader, also to those that would not claim it: a probe is not
// what keeps a reader from harm. A new reader is fuzzed without another line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    static const auto formats = builtinFormats();
    for (const auto& reader : formats->readers()) {
        for (const std::string_view name : {"Conv2D.conv1.3.7.1700000000000000", "statistic.csv"})
            fuzzReader(reader->info().id, name, data, size);
    }
    return 0;
}
