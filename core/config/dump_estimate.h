// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/dump_request.h"
#include "model/dump_index.h"
#include "records/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// An operator with the sizes of its tensors; nullopt where a shape is not known.
struct SizedOperator {
    std::string name, type;
    std::vector<std::optional<std::uint64_t>> inputs, outputs; ///< bytes
};
/// Operators of a graph in its order; constants and parameters are no operators.
[[nodiscard]] std::vector<SizedOperator> sizedOperators(const Graph& graph);
/// Operators of the first step, rank and graph of a dump.
[[nodiscard]] std::vector<SizedOperator> sizedOperators(const DumpIndex& index);

/// What a request would write of a model, at each step and on each device.
struct DumpEstimate {
    std::uint64_t operators = 0, files = 0, bytes = 0;
    std::uint64_t unknownTensors = 0;     ///< not in `bytes`: no shape
    std::optional<std::uint64_t> steps;   ///< nullopt: as many as the program makes
    std::optional<std::uint64_t> devices; ///< nullopt: every one
    bool dependsOnRun = false;            ///< only what overflows or fails; the rest is at most
    /// Bytes of the steps that are asked for, of one device; at least of one step. Stays at the greatest
    /// number instead of passing it.
    [[nodiscard]] std::uint64_t totalBytes() const;
    [[nodiscard]] std::uint64_t totalFiles() const;
};
[[nodiscard]] DumpEstimate estimateDump(
    const DumpRequest& request, const std::vector<SizedOperator>& operators);

} // namespace dumpscope::core
