// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/statistic_table.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

template<typename T> std::uint64_t vectorBytes(const std::vector<T>& vector)
{
    return vector.capacity() * sizeof(T);
}

} // namespace

std::optional<WideInteger> StatisticTable::exactInteger(Field field, std::size_t row) const
{
    const auto& integers = exactIntegers[static_cast<std::size_t>(field)];
    const auto found = std::ranges::lower_bound(integers, row, {}, &ExactInteger::row);
    const bool isThere = found != integers.end() && found->row == row && value(field, row);
    return isThere ? std::optional(found->value) : std::nullopt;
}

bool StatisticTable::showsValues(std::size_t row) const
{
    for (std::size_t field = 0; field < kFields; ++field) {
        if (static_cast<Field>(field) != Field::Count && value(static_cast<Field>(field), row))
            return true;
    }
    return false;
}

bool StatisticTable::hasDigest(std::size_t row) const
{
    return std::ranges::any_of(
        digests, [&](const Digest& digest) { return !strings.text(digest.text[row]).empty(); });
}

std::uint64_t StatisticTable::memoryBytes() const
{
    std::uint64_t total = strings.memoryBytes() + vectorBytes(opType) + vectorBytes(opName) + vectorBytes(io)
        + vectorBytes(slot) + vectorBytes(task) + vectorBytes(stream) + vectorBytes(timestamp)
        + vectorBytes(dataSize) + vectorBytes(dtype) + vectorBytes(dtypeText) + vectorBytes(shapeText)
        + vectorBytes(formatText) + vectorBytes(line) + vectorBytes(problem);
    for (std::size_t i = 0; i < kFields; ++i)
        total += vectorBytes(values[i]) + vectorBytes(exactIntegers[i]) + isNull[i].capacity() / 8;
    for (const Digest& digest : digests)
        total += vectorBytes(digest.text);
    for (const Digest& attribute : attributes)
        total += vectorBytes(attribute.text);
    total += vectorBytes(entry) + vectorBytes(dataName) + vectorBytes(position) + vectorBytes(scalars);
    return total;
}

} // namespace dumpscope::core
