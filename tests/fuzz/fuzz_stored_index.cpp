// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"
#include "model/stored_index.h"
#include "model/tensor_table.h"
#include "readers/format_registry.h"
#include "summary/dump_summary.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace dumpscope::core;

/// The stored index of one of the dumps of the tests, so that inputs stay close to what is valid in every
/// build: an input is a list of changes to it.
const std::string& storedDump(std::size_t which)
{
    static const auto all = [] {
        std::array<std::string, 4> bytes;
        constexpr std::array kDumps {"overflow", "mindspore", "msprobe", "llm-era"};
        for (std::size_t i = 0; i < kDumps.size(); ++i) {
            OwnedTask task(1);
            const auto index
                = openDump(DUMPSCOPE_FUZZED_DUMPS + std::string("/") + kDumps[i], builtinFormats(), {}, task);
            IndexOrigin origin;
            if (index)
                origin.files.resize((*index)->fileCount());
            FieldWriter writer([&](ByteSpan piece) -> Result<void> {
                bytes[i].append(reinterpret_cast<const char*>(piece.data()), piece.size());
                return {};
            });
            if (!index)
                std::abort();
            StoredIndex::write(writer, **index, origin);
            if (!writer.finish())
                std::abort();
        }
        return bytes;
    }();
    return all[which % all.size()];
}

/// A root without a file: what is in the bytes is all there is.
class NoTree final : public FileTree {
public:
    const std::string& root() const override { return m_root; }
    Result<void> walk(bool, TaskContext&, const std::function<Result<void>(WalkedBatch&&)>&) override
    {
        return {};
    }
    std::unique_ptr<Source> open(
        const std::string& path, std::uint64_t size, const std::stop_token& /*stop*/) const override
    {
        return makeFileSource("/nonexistent", path, size);
    }
    std::string absoluteFolder(const std::string&) const override { return m_root; }

private:
    std::string m_root = "/nonexistent";
};

} // namespace

// What is taken for an index can be used: every cell, name and lookup. It is written as the same bytes again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto formats = builtinFormats();
    if (size == 0)
        return 0;
    std::string changed = storedDump(data[0]);
    for (std::size_t at = 1; at + 5 <= size; at += 5) {
        std::uint32_t place = 0;
        std::memcpy(&place, data + at, sizeof place);
        changed[place % changed.size()] = static_cast<char>(data[at + 4]);
    }
    FieldReader fields(std::as_bytes(std::span(changed)));
    IndexOrigin origin;
    const auto index = StoredIndex::read(fields, std::make_shared<NoTree>(), formats, origin);
    if (!index)
        return 0;
    const TensorTable table(index);
    std::size_t letters = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < static_cast<int>(table.columns().size()); ++column)
            letters += cellText(table.cell(row, column)).size();
        static_cast<void>(index->findTensor(index->tensorId(TensorId(row))));
    }
    for (std::uint32_t file = 0; file < index->fileCount(); ++file)
        letters += index->tensorsOfFile(FileId(file)).size();
    const DumpSummary summary = summarise(*index);
    std::string bytes;
    FieldWriter writer([&bytes](ByteSpan piece) -> Result<void> {
        bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
        return {};
    });
    StoredIndex::write(writer, *index, origin);
    if (!writer.finish() || bytes.empty())
        std::abort();
    FieldReader again(std::as_bytes(std::span(bytes)));
    IndexOrigin sameOrigin;
    if (!StoredIndex::read(again, std::make_shared<NoTree>(), formats, sameOrigin))
        std::abort();
    return letters == SIZE_MAX ? 1 : 0;
}
