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

/// What a request would write of a model.
struct DumpEstimate {
    std::uint64_t operators = 0, files = 0, bytes = 0; ///< of one step on one device
    std::uint64_t unknownTensors = 0;                  ///< not in `bytes`: no shape
    std::optional<std::uint64_t> steps;   ///< number of requested steps; nullopt: all of the program
    std::optional<std::uint64_t> devices; ///< number of requested devices; nullopt: all
    bool dependsOnRun = false; ///< only operators that overflow or fail: the numbers are upper bounds
    /// Bytes of the requested steps on one device; at least of one step. Saturates.
    [[nodiscard]] std::uint64_t totalBytes() const;
    [[nodiscard]] std::uint64_t totalFiles() const;
};
[[nodiscard]] DumpEstimate estimateDump(
    const DumpRequest& request, const std::vector<SizedOperator>& operators);

} // namespace dumpscope::core
