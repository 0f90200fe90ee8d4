// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/dump_summary.h"

#include "readers/format_registry.h"
#include "readers/torch/saved_numbers.h"
#include "summary/kind_registry.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

Message DumpSummary::Problems::text() const
{
    Message parts;
    const auto add = [&parts](std::uint64_t count, Message words) {
        if (count > 0)
            parts = parts.empty() ? std::move(words) : phrase("%1, %2", parts, words);
    };
    add(errors, errors == 1 ? phrase("%1 error", errors) : phrase("%1 errors", errors));
    add(warnings, warnings == 1 ? phrase("%1 warning", warnings) : phrase("%1 warnings", warnings));
    add(hints, hints == 1 ? phrase("%1 hint", hints) : phrase("%1 hints", hints));
    return phrase("%1: %2", all(), parts);
}

namespace {

/// Facts that files state. Of the numbers beside tensors the outermost are shown: an optimizer has thousands.
void addFacts(const DumpIndex& index, DumpSummary& summary)
{
    constexpr std::size_t kMostNumbers = 40;
    std::map<std::pair<std::ptrdiff_t, std::size_t>, const FileProperty*> numbers; ///< by depth, then order
    for (const FileProperty& property : index.properties()) {
        if (property.key.starts_with(kSavedNumber))
            numbers.emplace(std::pair(std::ranges::count(property.key, '.'), numbers.size()), &property);
        else
            ++summary.facts[{property.key, property.value}];
    }
    std::size_t shown = 0, further = 0;
    for (const auto& [place, property] : numbers) {
        const std::pair fact(property->key, property->value);
        const auto known = summary.facts.find(fact);
        if (known != summary.facts.end())
            ++known->second;
        else if (shown < kMostNumbers && ++shown > 0)
            summary.facts.emplace(fact, 1);
        else
            ++further;
    }
    if (further > 0)
        summary.facts.emplace(
            std::pair<std::string, std::string>("numbers_not_listed", std::to_string(further)), 1);
}

} // namespace

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
    (index.holdsTensors() ? summary.counts.tensors : summary.counts.otherRows) = index.tensorCount();
    std::vector<bool> isUsed(index.statisticTables().size(), false);
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        if (const TensorRow& row = index.tensor(TensorId(i)); row.statisticRow != TensorRow::kNone)
            isUsed[row.statisticTable] = true;
    }
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        const auto& table = index.statisticTables()[i];
        if (!table->preferredFile.empty() && !isUsed[i])
            continue; // another file has the same rows
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const bool hasDigest = table->hasDigest(row);
            const bool isStatistic = !hasDigest || table->showsValues(row);
            ++(isStatistic ? summary.counts.statisticRows : summary.counts.checksumRows);
            summary.has.checksums = summary.has.checksums || hasDigest;
        }
    }
    summary.counts.overflowRecords = index.overflows().size();
    summary.counts.unrecognised = index.unrecognisedCount();
    for (const Diagnostic& problem : index.problems())
        ++(problem.severity == Severity::Error          ? summary.problems.errors
                : problem.severity == Severity::Warning ? summary.problems.warnings
                                                        : summary.problems.hints);
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
    for (std::uint32_t i = 0; i < summary.counts.tensors && !summary.has.tensors; ++i)
        summary.has.tensors = index.tensor(TensorId(i)).state != TensorState::StatisticsOnly;
    addFacts(index, summary);
    summary.has.statistics = summary.counts.statisticRows > 0;
    summary.has.overflow = summary.counts.overflowRecords > 0;
    summary.has.graphs = summary.counts.graphs > 0;
    summary.has.executionOrder = !index.executionOrders().empty();
    return summary;
}

} // namespace dumpscope::core
