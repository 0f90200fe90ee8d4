// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../support/memory_source.h"
#include "readers/format_registry.h"
#include "tensor/element_stream.h"
#include "tensor/element_text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace dumpscope::core {

/// Everything a program does with one file of a format: probe, read, open every tensor, look at its
/// first and last elements, describe it. A tensor may have at most `maxGrowth` times the bytes of its file.
inline void fuzzReader(std::string_view id, std::string_view name, const void* data, std::size_t size,
    std::uint64_t maxGrowth = 1)
{
    constexpr std::size_t kOpened = 32; // opening reads the header again
    constexpr std::uint64_t kElements = 256;
    static const auto formats = builtinFormats();
    static OwnedTask task(1);
    const Reader& reader = *formats->findReader(id);
    const FolderFacts folder;
    const NameFacts facts = formats->parseName(name, folder);
    const MemorySource source(data, size);
    const Bytes head = source.read(0, kProbeBytes).value();
    (void)reader.probe({name, size, head.span(), &folder, &facts});
    const auto contents = reader.read({source, name, head.span(), folder, facts}, task);
    if (!contents)
        return;
    const FileContext later {source, name, {}, folder, facts};
    for (std::size_t i = 0; i < std::min(contents->tensors.size(), kOpened); ++i) {
        const TensorRecord& record = contents->tensors[i];
        (void)reader.describe(later, record.ordinal, task);
        const auto view = reader.open(later, record.ordinal, task);
        if (!view)
            continue;
        if (view->bytes.size() / maxGrowth > size)
            std::abort();
        for (const Order order : {Order::Logical, Order::Storage}) {
            const auto stream = ElementStream::make(*view, order, order == Order::Storage);
            if (!stream || stream->count() == 0)
                continue;
            ElementStream::Scratch scratch;
            const std::uint64_t count = std::min(stream->count(), kElements);
            (void)elementText(stream->read(0, count, scratch), 0);
            (void)elementText(stream->read(stream->count() - count, count, scratch), count - 1);
        }
    }
}

} // namespace dumpscope::core
