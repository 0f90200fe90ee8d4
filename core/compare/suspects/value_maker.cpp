// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/value_maker.h"

#include "compare/layout/assembly.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dumpscope::core {

std::vector<float> traceableValues(const TensorStore& store, TensorId id, TaskContext& task)
{
    constexpr std::uint64_t kMost = 256U << 20U;
    const TensorRow& row = store.index().tensor(id);
    if (row.state != TensorState::Ok || row.bytes > kMost || !isFloating(row.dtype))
        return {};
    auto values = valuesOf(store, id, task);
    return values ? std::move(*values) : std::vector<float>();
}

namespace {

/// As of a buffer that was changed in place.
bool areMostlyEqual(const std::vector<float>& values, const std::vector<float>& wanted)
{
    std::size_t same = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        same += values[i] == wanted[i] && wanted[i] != 0 ? 1 : 0;
    return 2 * same > values.size();
}

} // namespace

std::optional<TensorId> makerOf(
    TensorId given, const ComparisonSide& side, const TensorStore& store, TaskContext& task)
{
    constexpr std::ptrdiff_t kBack = 16; // tensors
    const DumpIndex& index = store.index();
    const std::vector<TensorId> all = side.tensors();
    std::optional<TensorId> maker, nearest; // the last one that has most of the values
    std::vector<float> wanted = traceableValues(store, given, task);
    auto at = std::ranges::lower_bound(all, given);
    for (std::ptrdiff_t back = 0; back < kBack && at != all.begin() && !task.stopped(); ++back) {
        --at;
        const TensorRow& row = index.tensor(*at);
        if (row.folder != index.tensor(given).folder)
            break;
        if (row.io != Io::Output)
            continue;
        std::vector<float> values = traceableValues(store, *at, task);
        if (values.empty() || values.size() != wanted.size())
            continue;
        const bool isSame = std::ranges::equal(values, wanted);
        if (!nearest && !maker && areMostlyEqual(values, wanted))
            nearest = *at;
        const bool isBeforeZeros = maker && std::ranges::equal(values, wanted, [](float own, float made) {
            return made == 0 || own == made;
        });
        if (isSame || isBeforeZeros) {
            maker = *at;
            wanted = std::move(values);
        } else if (maker) {
            break;
        }
    }
    return maker ? maker : nearest;
}

} // namespace dumpscope::core
