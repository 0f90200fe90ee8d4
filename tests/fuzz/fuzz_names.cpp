// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"

#include <cstdint>
#include <string_view>

// Each line is the path of a dump file: its folder goes to the layouts, its name to the grammars.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    static const auto formats = builtinFormats();
    std::string_view text(reinterpret_cast<const char*>(data), size);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view path = text.substr(0, end);
        const std::size_t slash = path.rfind('/');
        const bool hasFolder = slash != std::string_view::npos;
        const FolderFacts folder = formats->describeFolder(hasFolder ? path.substr(0, slash) : "/");
        (void)formats->parseName(hasFolder ? path.substr(slash + 1) : path, folder);
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return 0;
}
