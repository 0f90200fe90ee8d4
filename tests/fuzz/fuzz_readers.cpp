// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace dumpscope::core;

/// A file that is only in memory.
class MemorySource : public Source {
public:
    MemorySource(std::string name, Bytes bytes)
        : m_name(std::move(name))
        , m_bytes(std::move(bytes))
    {
    }
    [[nodiscard]] const std::string& displayPath() const override { return m_name; }
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        const std::uint64_t from = std::min(offset, size());
        return m_bytes.slice(from, std::min(length, size() - from));
    }
    [[nodiscard]] Result<Bytes> map() const override { return m_bytes; }

private:
    std::string m_name;
    Bytes m_bytes;
};

/// The bytes of a stream's first and last elements, so that every offset a layout computes is used.
void touchElements(const TensorView& view, Order order)
{
    constexpr std::uint64_t kCount = 64;
    const auto stream = ElementStream::make(view, order, order == Order::Storage);
    if (!stream)
        return;
    ElementStream::Scratch scratch;
    double values[kCount];
    const std::uint64_t count = std::min(kCount, stream->count());
    for (const std::uint64_t first : {std::uint64_t {0}, stream->count() - count}) {
        const ElementChunk chunk = stream->read(first, count, scratch);
        toDouble(chunk, values);
        if (chunk.count > 0)
            (void)elementText(chunk, chunk.count - 1);
    }
}

void readWith(
    const Reader& reader, const FormatRegistry& formats, const std::string& name, const Bytes& bytes)
{
    const FolderFacts folder = formats.describeFolder("/dump/rank_0/Net/0/0");
    const NameFacts facts = formats.parseName(name, folder);
    const MemorySource source(name, bytes);
    const ByteSpan head = bytes.span().first(std::min<std::size_t>(bytes.size(), kProbeBytes));
    (void)reader.probe({name, bytes.size(), head, &folder, &facts});

    // Also what no reader would claim: a probe is not what keeps a reader from harm.
    OwnedTask owned(1);
    TaskContext task = owned.context();
    const FileContext file {source, name, head, folder, facts};
    const auto contents = reader.read(file, task);
    if (!contents)
        return;
    std::size_t opened = 0;
    for (const TensorRecord& record : contents->tensors) {
        if (++opened > 16)
            break;
        (void)reader.describe(file, record.ordinal, task);
        const auto view = reader.open(file, record.ordinal, task);
        if (!view)
            continue;
        touchElements(*view, Order::Logical);
        touchElements(*view, Order::Storage);
    }
}

} // namespace

// The content of one file, given to every reader under names of the kinds the readers know.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto formats = builtinFormats();
    static const std::string names[] = {
        "Conv2D.Default_conv1-Conv2d_Conv2D-op0.0.0.1700000000000000.output.0.DefaultFormat.Float32.npy",
        "Conv2D.conv1.3.7.1700000000000000",
        "statistic.csv",
    };
    std::vector<std::byte> copy(size);
    std::transform(data, data + size, copy.begin(), [](std::uint8_t byte) { return std::byte {byte}; });
    const Bytes bytes = Bytes::fromVector(std::move(copy));
    for (const auto& reader : formats->readers()) {
        for (const std::string& name : names)
            readWith(*reader, *formats, name, bytes);
    }
    return 0;
}
