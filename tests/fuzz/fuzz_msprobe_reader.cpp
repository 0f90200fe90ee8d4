// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/memory_source.h"
#include "readers/format_registry.h"
#include "readers/msprobe/msprobe_graph.h"

#include <cstdint>

using namespace dumpscope::core;

// The bytes are any of the json files of msprobe.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto formats = builtinFormats();
    static OwnedTask task(1);
    const MemorySource source(data, size);
    const FolderFacts folder;
    const NameFacts facts;
    const Bytes head = source.read(0, kProbeBytes).value();
    for (const char* id : {"msprobe", "msprobe-construct", "msprobe-stack"}) {
        const Reader& reader = *formats->findReader(id);
        (void)reader.probe({"dump.json", size, head.span(), &folder, &facts});
        (void)reader.read({source, "dump.json", head.span(), folder, facts}, task);
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto construct = parseMsprobeConstruct(text, task);
    const auto stacks = parseMsprobeStacks(text, task);
    const auto dump = parseMsprobeDump(text, task);
    if (!construct || !stacks)
        return 0;
    (void)makeMsprobeGraph(*construct, *stacks, dump ? dump->table.get() : nullptr);
    return 0;
}
