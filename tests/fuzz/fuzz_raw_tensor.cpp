// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// The first line is the file's name, which says type, shape and format; the rest are its bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t start = std::min(end + 1, size);
    for (const std::string_view id : {"mindspore-g0", "raw"})
        dumpscope::core::fuzzReader(id, text.substr(0, end), data + start, size - start);
    return 0;
}
