// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_statistics.h"

#include "io/stored_fields.h"
#include "model/row_statistics.h"
#include "remote/remote_tree.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <numeric>
#include <type_traits>

namespace dumpscope::core {

namespace {

// Of one request: others wait for the connection meanwhile, and its names fit into a message.
constexpr std::size_t kMostTensors = 200, kMostIdBytes = 256U << 10;
constexpr std::uint64_t kMostTensorBytes = std::uint64_t {64} << 20;

/// 128 bits as two halves.
template<typename Fields, typename Exact> void describeExact(Fields& fields, Exact& exact)
{
    std::optional<std::pair<std::uint64_t, std::uint64_t>> halves;
    if constexpr (!Fields::kReads) {
        if (exact)
            halves = {static_cast<std::uint64_t>(*exact >> 64), static_cast<std::uint64_t>(*exact)};
        fields(halves);
    } else {
        fields(halves);
        exact.reset();
        if (halves)
            exact = static_cast<WideInteger>(halves->first) << 64 | static_cast<WideInteger>(halves->second);
    }
}

} // namespace

template<typename Fields, typename One>
requires std::same_as<std::remove_const_t<One>, Statistics>
void describe(Fields& fields, One& one)
{
    fields(one.count, one.finiteCount, one.min, one.max, one.mean, one.std, one.l2norm, one.absMax);
    describeExact(fields, one.exactMin);
    describeExact(fields, one.exactMax);
    describeExact(fields, one.exactAbsMax);
    fields(one.zeroCount, one.negativeCount, one.positiveCount, one.nanCount, one.posInfCount,
        one.negInfCount, one.subnormalCount, one.minIndex, one.maxIndex, one.firstNonFiniteIndex);
    // Elements are gone to by these.
    for (const auto* index : {&one.minIndex, &one.maxIndex, &one.firstNonFiniteIndex})
        fields.require(!*index || **index < one.count);
    for (const std::uint64_t part : {one.finiteCount, one.zeroCount, one.negativeCount, one.positiveCount,
             one.nanCount, one.posInfCount, one.negInfCount, one.subnormalCount})
        fields.require(part <= one.count);
}

Result<AskedStatistics> statisticsOf(
    const std::shared_ptr<const DumpIndex>& index, std::span<const std::string> ids, TaskContext& task)
{
    AskedStatistics statistics(ids.size());
    const TensorStore store(index);
    TRY_VOID(
        parallelFor(task.arena, ids.size(), 1, task.stop, [&](std::size_t i, std::size_t) -> Result<void> {
            const auto id = index->findTensor(ids[i]);
            if (id) {
                if (auto measured = measureTensor(store, *id, task))
                    statistics[i] = std::move(*measured);
            }
            task.progress.advance();
            return task.checkStop();
        }));
    return statistics;
}

Result<void> writeStatistics(const AskedStatistics& statistics, const ByteSink& sink)
{
    FieldWriter fields(sink);
    fields(statistics);
    return fields.finish();
}

Result<AskedStatistics> readStatistics(ByteSpan bytes, std::size_t count)
{
    AskedStatistics statistics;
    FieldReader fields(bytes);
    fields(statistics);
    if (!fields.complete() || statistics.size() != count)
        return fail(Code::BadSyntax, phrase("these are no statistics of tensors"));
    return statistics;
}

Result<void> statisticsThere(const DumpIndex& index, std::span<const TensorId> ids, TaskContext& task,
    const std::function<void(TensorId, const Statistics&)>& take)
{
    const auto* const tree = dynamic_cast<const RemoteTree*>(&index.tree());
    if (tree == nullptr)
        return fail(Code::Unsupported, phrase("the dump is not on another machine"), {index.root()});
    while (!ids.empty()) {
        std::vector<std::string> names;
        std::size_t nameBytes = 0;
        std::uint64_t bytes = 0;
        while (names.size() < std::min(ids.size(), kMostTensors)) {
            const TensorId id = ids[names.size()];
            std::string name = index.tensorId(id);
            nameBytes += name.size();
            bytes += index.tensor(id).bytes;
            if (!names.empty() && (nameBytes > kMostIdBytes || bytes > kMostTensorBytes))
                break;
            names.push_back(std::move(name));
        }
        TRY_ASSIGN(const AskedStatistics statistics, tree->files()->statistics(names, task));
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto elements = elementCount(index.shape(index.tensor(ids[i]).shape));
            // Of a dump that changed there, another tensor may have the name now.
            if (statistics[i] && (!elements || statistics[i]->count == *elements))
                take(ids[i], *statistics[i]);
        }
        task.progress.advance(names.size());
        ids = ids.subspan(names.size());
    }
    return task.checkStop();
}

} // namespace dumpscope::core
