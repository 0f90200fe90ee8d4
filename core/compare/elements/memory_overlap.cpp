// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/memory_overlap.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

/// Bytes on the device, [begin, end).
struct MemoryRange {
    std::uint64_t begin = 0, end = 0;

    [[nodiscard]] bool overlaps(const MemoryRange& other) const
    {
        return begin < other.end && other.begin < end;
    }
};

std::optional<MemoryRange> rangeOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const std::uint64_t begin = index.addressOf(row);
    if (begin == 0 || row.bytes == 0 || row.bytes > std::numeric_limits<std::uint64_t>::max() - begin)
        return std::nullopt;
    return MemoryRange {begin, begin + row.bytes};
}

/// Position in the order of execution, or the time where that is what is recorded.
std::optional<std::uint64_t> momentOf(const TensorRow& row)
{
    if (row.execIndex != TensorRow::kNone)
        return row.execIndex;
    return row.timestamp != 0 ? std::optional(row.timestamp) : std::nullopt;
}

bool isSameOperator(const TensorRow& a, const TensorRow& b)
{
    return a.opName == b.opName && a.occurrence == b.occurrence;
}

/// Both are ordered in the same way, and lie in the same run of the same graph.
bool isComparable(const DumpIndex& index, TensorId a, TensorId b)
{
    const TensorRow &x = index.tensor(a), &y = index.tensor(b);
    return index.factsOf(a) == index.factsOf(b)
        && (x.execIndex == TensorRow::kNone) == (y.execIndex == TensorRow::kNone);
}

std::string rangeText(const MemoryRange& range)
{
    return fmt::format("0x{:x}-0x{:x}", range.begin, range.end - 1);
}

} // namespace

std::optional<MemoryOverlap> overwrittenInput(const DumpIndex& index, TensorId input)
{
    const TensorRow& used = index.tensor(input);
    const auto own = rangeOf(index, input);
    const auto use = momentOf(used);
    if (used.io != Io::Input || !own || !use)
        return std::nullopt;
    std::optional<std::pair<std::uint64_t, TensorId>> maker, writer; // the latest ones before the use
    const auto isLater
        = [](const auto& known, std::uint64_t moment) { return !known || known->first < moment; };
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = index.tensor(id);
        if (row.io != Io::Output || isSameOperator(row, used))
            continue;
        const auto range = rangeOf(index, id);
        const auto moment = momentOf(row);
        if (!range || !moment || *moment >= *use || !range->overlaps(*own) || !isComparable(index, id, input))
            continue;
        const bool isWhole = range->begin == own->begin && range->end == own->end;
        auto& latest = isWhole ? maker : writer;
        if (isLater(latest, *moment))
            latest = {*moment, id};
    }
    if (!maker || !writer || writer->first <= maker->first)
        return std::nullopt;
    return MemoryOverlap {maker->second, writer->second};
}

Message overlapText(const DumpIndex& index, TensorId input, const MemoryOverlap& overlap)
{
    const auto nameOf = [&](TensorId id) {
        const TensorRow& row = index.tensor(id);
        return phrase("%1 of %2", ioPlace(row.io, row.slot), printable(index.text(row.opName)));
    };
    return phrase(
        "its memory was written in between: %1 made it, and then %2 was written to %3, across the %4 of this "
        "input",
        nameOf(overlap.maker), nameOf(overlap.writer),
        rangeText(rangeOf(index, overlap.writer).value_or(MemoryRange {0, 1})),
        rangeText(rangeOf(index, input).value_or(MemoryRange {0, 1})));
}

} // namespace dumpscope::core
