// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"

#include <optional>
#include <string>

namespace dumpscope::core {

/// Definitions of MindSpore's own writer (docs/formats/mindspore-dump.md 5.2-5.4), for `--spec mindspore` and
/// for checking statistic.csv against tensors.
enum class MindsporeGeneration : std::uint8_t {
    A, ///< 1.6-2.3rc: NaN/Inf excluded; avg of chunks > 10000 elements is the first chunk's mean
    C, ///< 2.3-2.7: NaN makes max/min/avg/l2 nan
    D, ///< after 2.7
};

struct MindsporeStatistics {
    double max = 0, min = 0, avg = 0, l2norm = 0;
    bool noValues = false; ///< generation A prints `null`
    std::uint64_t count = 0, negativeZero = 0, positiveZero = 0, nan = 0, negInf = 0, posInf = 0, zero = 0;
    std::string md5;  ///< lower-case hex
    std::string sha1; ///< docs/formats/mindspore-dump.md 5.4: digest of digests above 20480 elements
};

/// Errors: Code::Unsupported for types without statistics, Code::Cancelled, those of ElementStream.
[[nodiscard]] Result<MindsporeStatistics> computeMindsporeStatistics(
    const TensorView& view, MindsporeGeneration generation, TaskContext& task);

} // namespace dumpscope::core
