// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

enum class SearchDirection : std::uint8_t { Forward, Backward };

/// Flat index of the nearest NaN or infinity at or after `from` (at or before it when going backward);
/// nothing when there is none on that side. Streams, so that the nearest one is found without reading the
/// rest. Errors: Code::Cancelled, Code::ChangedWhileRead.
[[nodiscard]] Result<std::optional<std::uint64_t>> findNonFinite(
    const ElementStream& stream, std::uint64_t from, SearchDirection direction, TaskContext& task);

/// Flat indices of the `count` finite elements of largest magnitude, largest first; among equal ones the
/// first ones. One pass in parallel, the same result for any number of threads. Errors: as findNonFinite.
[[nodiscard]] Result<std::vector<std::uint64_t>> largestElements(
    const ElementStream& stream, std::size_t count, TaskContext& task);

} // namespace dumpscope::core
