// SPDX-License-Identifier: GPL-3.0-or-later
// Any text: parsing ends cleanly, errors name the file, patterns and templates can be used.
#include "compare/pairing/pairing_file.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<PairingFile> file = PairingFile::parse(text, "pairs.json");
    if (!file) {
        if (file.error().message.empty() || file.error().place.file != "pairs.json")
            std::abort();
        return 0;
    }
    for (const PairingFile::Rule& rule : file->rules) {
        for (const std::string_view name : {"", "layers.1.attn", "conv12", "\xFF"}) {
            const auto groups = rule.target.match(name);
            if (fillTemplate(rule.golden, groups).size() > rule.golden.size() * (name.size() + 1))
                std::abort();
        }
    }
    return 0;
}
