// SPDX-License-Identifier: GPL-3.0-or-later
// Any text: no exception, no crash; an error names the file.
#include "compare/pairing/msprobe_mapping.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    const std::string text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(looksLikeMsprobeMapping(text));
    const Result<MsprobeMapping> mapping = MsprobeMapping::parse(text, "map.yaml");
    if (!mapping && (mapping.error().message.empty() || mapping.error().place.file != "map.yaml"))
        std::abort();
    return 0;
}
