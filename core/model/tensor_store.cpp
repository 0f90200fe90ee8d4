// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_store.h"

#include "base/text.h"
#include "model/tree_folder.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kWholeBytes = 1U << 15; ///< of a file that is read whole

/// A file that was read already.
class HeldFile final : public Source {
public:
    HeldFile(const Source& file, Bytes bytes)
        : m_file(file)
        , m_bytes(std::move(bytes))
    {
    }
    const std::string& displayPath() const override { return m_file.displayPath(); }
    std::uint64_t size() const override { return m_file.size(); }
    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        if (offset >= m_bytes.size())
            return Bytes();
        return m_bytes.slice(offset, std::min(length, m_bytes.size() - offset));
    }
    Result<Bytes> map() const override { return m_bytes; }

private:
    const Source& m_file;
    Bytes m_bytes;
};

/// Prepares a file the way the opening did and hands it to `use(reader, context)`.
template<typename Use>
auto withFile(const DumpIndex& index, FileId id, const TaskContext& task, Use use)
    -> decltype(use(std::declval<const Reader&>(), std::declval<const FileContext&>()))
{
    const FileRow& row = index.file(id);
    if (row.size == 0)
        return fail(Code::Truncated, phrase("the file is empty"), {.file = index.filePath(id)});
    const auto source = index.tree().open(index.filePath(id), row.size, task.stop);
    // Opening a small file twice costs more than reading it once.
    std::unique_ptr<Source> small;
    if (row.size <= kWholeBytes) {
        TRY_ASSIGN(Bytes all, source->map());
        small = std::make_unique<HeldFile>(*source, std::move(all));
    }
    const Source& file = small ? *small : *source;
    TRY_ASSIGN(const Bytes head, file.read(0, std::min(row.size, kProbeBytes)));
    const Reader* reader = index.readerOf(id);
    if (!reader)
        return fail(Code::NotRecognised, phrase("no reader knows this file"), {.file = index.filePath(id)});
    const std::string name(index.text(row.mappedName.value() != 0 ? row.mappedName : row.name));
    const FolderFacts& folder = index.folder(row.folder).facts;
    const NameFacts facts = index.formats().parseName(name, folder);
    const TreeFolder besides(index.tree(), index.text(index.folder(row.folder).path));
    return use(*reader, FileContext {file, name, head.span(), folder, facts, &besides});
}

} // namespace

Result<TensorView> TensorStore::open(TensorId id, TaskContext& task) const
{
    const TensorRow& row = m_index->tensor(id);
    if (row.state == TensorState::StatisticsOnly)
        return fail(Code::Unsupported,
            m_index->isChecksumOnly(id) ? phrase("only a checksum of this tensor was recorded, no values")
                                        : phrase("only statistics of this tensor were recorded, no values"),
            {.file = m_index->filePath(row.file)});
    const Message& problem = m_index->message(row.problem);
    if (row.state == TensorState::Empty && !problem.empty())
        return fail(Code::Truncated, problem, {.file = m_index->filePath(row.file)});
    const DumpIndex::ValuePlace place = m_index->valuesOf(row);
    auto opened = withFile(*m_index, place.file, task, [&](const Reader& reader, const FileContext& file) {
        return reader.open(file, place.ordinal, task);
    });
    // Who listed the tensor knows more of what is wrong than who finds no values.
    if (!opened && opened.error().code == Code::Unsupported && row.state == TensorState::Unreadable
        && !problem.empty())
        return fail(Code::Unsupported, problem, {.file = m_index->filePath(row.file)});
    TRY_ASSIGN(TensorView view, std::move(opened));
    if (place.file == row.file && place.ordinal == row.ordinal)
        return view;
    // The tensor says itself what its bytes are.
    const auto own = m_index->shape(row.shape);
    if (view.dtype == row.dtype && std::ranges::equal(view.shape, own))
        return view;
    return makeDenseView(row.dtype, Shape(own.begin(), own.end()), std::move(view.bytes));
}

Result<GraphDocument> TensorStore::readGraph(FileId id, TaskContext& task) const
{
    return withFile(*m_index, id, task,
        [&](const Reader& reader, const FileContext& file) { return reader.readGraph(file, task); });
}

Description TensorStore::describe(TensorId id, TaskContext& task) const
{
    const TensorRow& row = m_index->tensor(id);
    auto fields = withFile(
        *m_index, row.file, task, [&](const Reader& reader, const FileContext& file) -> Result<Description> {
            return reader.describe(file, row.ordinal, task);
        });
    Description result = fields ? std::move(*fields) : Description {};
    if (row.statisticRow != TensorRow::kNone) {
        // What the statistics file says besides numbers.
        const StatisticTable& table = *m_index->statisticTables()[row.statisticTable];
        for (const auto* columns : {&table.attributes, &table.digests}) {
            for (const StatisticTable::Digest& column : *columns) {
                const std::string_view text = table.strings.text(column.text[row.statisticRow]);
                if (!text.empty())
                    result.emplace_back(column.name, printable(text));
            }
        }
    }
    return result;
}

} // namespace dumpscope::core
