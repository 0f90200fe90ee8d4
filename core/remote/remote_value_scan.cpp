// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_value_scan.h"

#include "io/stored_fields.h"
#include "remote/remote_tree.h"

#include <concepts>
#include <type_traits>
#include <vector>

namespace dumpscope::core {

namespace {

/// A tensor by its id: another index may have it in another row.
struct StoredTensor {
    std::string id;
    NonFiniteTensor tensor;
};

/// The fields of a scan as they cross.
struct StoredScan {
    std::vector<StoredTensor> found, masks;
    std::optional<StoredTensor> first;
    ValueScan counts; ///< without the tensors
};

template<typename Fields, typename Stored>
requires std::same_as<std::remove_const_t<Stored>, StoredTensor>
void describe(Fields& fields, Stored& stored)
{
    auto& one = stored.tensor;
    fields(stored.id, one.nan, one.posInf, one.negInf, one.firstIndex, one.elementsRead, one.fromFile);
    fields.upTo(ValueOrigin::Uninitialised, one.origin);
    fields(one.why, one.birth, one.parameter);
}

template<typename Fields, typename Stored>
requires std::same_as<std::remove_const_t<Stored>, StoredScan>
void describe(Fields& fields, Stored& stored)
{
    auto& counts = stored.counts;
    fields(stored.found, stored.masks, stored.first, counts.firstIsSelected, counts.births, counts.all,
        counts.allSelected, counts.selected, counts.scanned, counts.byStatistics, counts.skipped,
        counts.unreadable, counts.checksumsOnly, counts.partlyRead, counts.missesFiles);
}

std::vector<StoredTensor> storedTensors(const std::vector<NonFiniteTensor>& tensors, const DumpIndex& index)
{
    std::vector<StoredTensor> stored;
    stored.reserve(tensors.size());
    for (const NonFiniteTensor& tensor : tensors)
        stored.push_back({index.tensorId(tensor.id), tensor});
    return stored;
}

Result<NonFiniteTensor> tensorOf(StoredTensor&& stored, const DumpIndex& index)
{
    const auto id = index.findTensor(stored.id);
    const auto elements = id ? elementCount(index.shape(index.tensor(*id).shape)) : std::nullopt;
    // Elements are gone to by the index.
    if (!id || (stored.tensor.firstIndex && elements && *stored.tensor.firstIndex >= *elements))
        return fail(Code::ChangedWhileRead,
            phrase("the dump has other tensors on its machine by now; read it anew"), {index.root()});
    stored.tensor.id = *id;
    return std::move(stored.tensor);
}

Result<std::vector<NonFiniteTensor>> tensorsOf(std::vector<StoredTensor>&& stored, const DumpIndex& index)
{
    std::vector<NonFiniteTensor> tensors;
    tensors.reserve(stored.size());
    for (StoredTensor& one : stored) {
        TRY_ASSIGN(NonFiniteTensor tensor, tensorOf(std::move(one), index));
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

} // namespace

Result<void> scanWhereItLies(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task, ValueScan& into)
{
    if (const auto* const tree = dynamic_cast<const RemoteTree*>(&index->tree())) {
        TRY_ASSIGN(const Bytes bytes, tree->files()->valueScan(index->tensorCount(), task));
        TRY_ASSIGN(into, readValueScan(bytes.span(), *index));
        return {};
    }
    std::vector<TensorId> all;
    all.reserve(index->tensorCount());
    for (std::size_t i = 0; i < index->tensorCount(); ++i)
        all.emplace_back(i);
    return scanValues(index, all, {}, task, into);
}

Result<void> writeValueScan(const ValueScan& scan, const DumpIndex& index, const ByteSink& sink)
{
    StoredScan stored {storedTensors(scan.found, index), storedTensors(scan.masks, index), {}, scan};
    if (scan.first)
        stored.first = StoredTensor {index.tensorId(scan.first->id), *scan.first};
    FieldWriter fields(sink);
    fields(stored);
    return fields.finish();
}

Result<ValueScan> readValueScan(ByteSpan bytes, const DumpIndex& index)
{
    StoredScan stored;
    FieldReader fields(bytes);
    fields(stored);
    if (!fields.complete())
        return fail(Code::BadSyntax, phrase("this is no scan of a dump"));
    ValueScan& scan = stored.counts;
    TRY_ASSIGN(scan.found, tensorsOf(std::move(stored.found), index));
    TRY_ASSIGN(scan.masks, tensorsOf(std::move(stored.masks), index));
    if (stored.first) {
        TRY_ASSIGN(scan.first, tensorOf(std::move(*stored.first), index));
    }
    return std::move(scan);
}

} // namespace dumpscope::core
