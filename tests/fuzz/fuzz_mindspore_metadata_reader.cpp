// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/memory_source.h"
#include "readers/format_registry.h"

#include <cstdint>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_metadata_reader(FormatRegistry& registry);
}

// A metadata file, under every name that means something.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FormatRegistry registry;
    register_mindspore_metadata_reader(registry);
    const Reader& reader = *registry.readers().front();
    const MemorySource source(data, size);
    const FolderFacts folder;
    const NameFacts facts;
    OwnedTask context(1);
    for (const char* name : {"config.json", "data_dump.json", "hccl.json", "acl_dump_0.json"})
        (void)reader.read(FileContext {source, name, {}, folder, facts}, context);
    return 0;
}
