// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/statistics.h"
#include "tensor/tensor_view.h"

#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// The figures of profile msaccucmp: those of NumPy for both sides cast to float32, with its order of
/// additions (docs/formats/comparison.md 1.1, 8a.2). NaN and infinities go through the arithmetic.
struct Float32Fold {
    std::uint64_t count = 0;
    float xx = 0, yy = 0, dd = 0, absolute = 0, relative = 0;
    float maxAbsolute = 0, maxRelative = 0; ///< NaN if any element is
    std::optional<Statistics> target, golden;
    std::optional<float> cosine;     ///< before the clamp; absent unless requested
    std::optional<float> divergence; ///< absent unless requested

    [[nodiscard]] float targetNorm() const;
    [[nodiscard]] float goldenNorm() const;
};

struct Float32Request {
    bool statistics = false;
    bool cosine = false;                      ///< a second pass
    bool divergence = false;                  ///< a second and a third pass; needs statistics
    std::uint64_t limit = ~std::uint64_t {0}; ///< only the first elements
};

/// Both sides have the same number of elements. Bounded memory; parallel; the same bits for any number of
/// threads. Errors: those of ElementStream, Code::Cancelled.
[[nodiscard]] Result<Float32Fold> foldFloat32(
    const TensorView& target, const TensorView& golden, const Float32Request& request, TaskContext& task);

} // namespace dumpscope::core
