// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mapping_csv.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    std::vector<Diagnostic> problems;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto& [stored, original] : parseMappingCsv(text, problems)) {
        // What is taken from the file must never lead out of its folder.
        for (const std::string& name : {stored, original}) {
            if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos
                || name.find('\0') != std::string::npos)
                std::abort();
        }
    }
    return 0;
}
