// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/no_tensors.h"

#include "readers/reader.h"

namespace dumpscope::core {

Message whyNoTensors(const DumpIndex& index)
{
    if (index.fileCount() == 0)
        return phrase("No file was found here. Open the folder that the run wrote to, or a file.");
    std::size_t unknown = 0;
    bool hasGraph = false;
    const Reader* other = nullptr; ///< of some file
    for (std::size_t i = 0; i < index.fileCount(); ++i) {
        const Reader* const reader = index.readerOf(FileId(i));
        unknown += reader ? 0 : 1;
        if (!reader)
            continue;
        hasGraph |= reader->info().can.graph;
        other = reader;
    }
    if (!index.overflows().empty())
        return phrase("It holds overflow records and no tensors. The panel Overflow shows them.");
    if (hasGraph)
        return phrase("It holds graphs and no tensors. Graph (Ctrl+3) shows them.");
    if (!other)
        return unknown == 1 ? phrase("Its file is no known dump.")
                            : phrase("None of %1 files is a known dump.", unknown);
    return phrase("It holds no tensors: %1. Such files explain a dump when they lie beside its tensors.",
        other->info().title);
}

} // namespace dumpscope::core
