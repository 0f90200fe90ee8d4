// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "onnx/onnx_runtime.h"

#include <string>

namespace dumpscope::core {

/// First line of a statistics file (docs/formats/ascendcl-capture.md 4.3); `set`: AclDumpConfig::Statistic.
[[nodiscard]] std::string statisticsHeader(unsigned set);
/// A line of it, computed as on the device: a running mean, maximum and minimum from element 0.
[[nodiscard]] std::string statisticsRow(
    bool isInput, std::size_t index, const TensorData& tensor, unsigned set);

/// Non-finite values of a tensor; only floating types have any.
struct DumpedNonFinite {
    std::uint64_t nan = 0, infinite = 0;
};
[[nodiscard]] DumpedNonFinite countNonFinite(const TensorData& tensor);

} // namespace dumpscope::core
