// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/dump_summary.h"

#include "readers/format_registry.h"
#include "summary/kind_registry.h"

#include <algorithm>

namespace dumpscope::core {

DumpSummary summarise(const DumpIndex& index)
{
    DumpSummary summary;
    KindRegistry registry;
    registerBuiltinKinds(registry);
    for (const auto& kind : registry.kinds()) {
        if (auto finding = kind->recognise(index))
            summary.kinds.push_back(std::move(*finding));
    }
    std::ranges::stable_sort(summary.kinds,
        [](const KindFinding& a, const KindFinding& b) { return a.confidence > b.confidence; });
    for (const KindFinding& kind : summary.kinds) {
        if (summary.generation.empty())
            summary.generation = kind.generation;
        if (summary.producer.empty())
            summary.producer = kind.producer;
    }
    summary.ranks = index.ranks();
    summary.steps = index.steps();
    summary.models = index.models();
    summary.counts.files = index.fileCount();
    summary.counts.tensors = index.tensorCount();
    for (const auto& table : index.statisticTables()) {
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const bool hasDigest = table->hasDigest(row);
            const bool isStatistic = !hasDigest || table->showsValues(row);
            ++(isStatistic ? summary.counts.statisticRows : summary.counts.checksumRows);
            summary.has.checksums = summary.has.checksums || hasDigest;
        }
    }
    summary.counts.overflowRecords = index.overflows().size();
    summary.counts.unrecognised = index.unrecognisedCount();
    summary.bytes = index.totalBytes();
    // An execution order can be shown as a graph, but counts as an order.
    std::vector<bool> isOrder(index.fileCount(), false);
    for (const DumpIndex::PlacedOrder& placed : index.executionOrders())
        isOrder[placed.file.value()] = true;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileRow& file = index.file(FileId(i));
        if (file.mappedName.value() != 0)
            summary.has.mapping = true;
        const Reader* reader = index.readerOf(FileId(i));
        if (reader && reader->info().can.graph && !file.unreadable && !isOrder[i])
            ++summary.counts.graphs;
    }
    for (std::uint32_t i = 0; i < index.tensorCount() && !summary.has.tensors; ++i)
        summary.has.tensors = index.tensor(TensorId(i)).state != TensorState::StatisticsOnly;
    summary.has.statistics = summary.counts.statisticRows > 0;
    summary.has.overflow = summary.counts.overflowRecords > 0;
    summary.has.graphs = summary.counts.graphs > 0;
    summary.has.executionOrder = !index.executionOrders().empty();
    return summary;
}

} // namespace dumpscope::core
