// SPDX-License-Identifier: GPL-3.0-or-later
// dump.json, stack.json and construct.json of any content: reading and looking for partners ends
// cleanly. A line of '=' separates the three.
#include "official/msprobe_keys.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const auto next = [&rest] {
        const auto end = rest.find("\n=\n");
        const std::string_view part = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 3);
        return part;
    };
    OwnedTask task(1);
    auto document = MsprobeDocument::parse(next(), false, task);
    if (!document)
        return 0;
    if (auto stacks = parseMsprobeStackTexts(next()))
        document->stacks = std::move(*stacks);
    if (auto parents = parseMsprobeParents(next()))
        document->parents = std::move(*parents);
    constexpr std::string_view kMappings[] {"{}", "[]", "{TopLayer: {a: b, a.c: d}, Block: {x: y}}",
        "[{ms_api: Functional.a, pt_api: Torch.a, ms_args: [0], pt_args: [1]}]",
        "{Cell.a.B.forward.0.input.0: Module.a.B.forward.0.input.0}"};
    for (const std::string_view text : kMappings) {
        const auto mapping = MsprobeMapping::parse(std::string(text), "map.yaml");
        if (!mapping)
            std::abort();
        const MsprobeKeys keys = msprobeKeys(*document, *document, std::span(&*mapping, 1));
        if (keys.target.size() != document->lines.size() || keys.golden.size() != document->lines.size())
            std::abort();
    }
    return 0;
}
