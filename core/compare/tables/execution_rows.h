// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace dumpscope::core {

/// Layers of a run, and operators that are in none, in the order of execution and of all steps together.
struct ExecutionRows {
    static constexpr std::size_t kMost = 256; ///< beyond it several neighbours are one row
    struct Row {
        std::string name; ///< of the layer or the operator
        std::string last; ///< of several, the name of the last; else empty
        bool isLayer = false;
        std::size_t tensors = 0;
    };
    std::vector<Row> rows;
    std::vector<std::uint32_t> rowOf; ///< by tensor
};

/// Where a tensor stands among the others of its run: by step, position and id.
[[nodiscard]] std::tuple<std::optional<std::int64_t>, std::uint32_t, TensorId> placeInRun(
    const DumpIndex& index, TensorId id);

/// `tensors`: ascending by placeInRun. What names no layer is of that of its neighbours, where these agree.
[[nodiscard]] ExecutionRows executionRows(const DumpIndex& index, std::span<const TensorId> tensors);

} // namespace dumpscope::core
