// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"

#include <cstdint>

namespace dumpscope::core {

/// The figures of the tensor metrics of profile msprobe (docs/formats/comparison.md 1.2): both sides in
/// float64, NaN and infinities at the same positions count as zero on both sides.
struct SqueezedFold {
    std::uint64_t count = 0;
    bool placesDiffer = false; ///< NaN or infinities are at different positions; nothing else is valid then
    double xx = 0, yy = 0, xy = 0;
    double distance = 0; ///< numpy.linalg.norm of x - y
    double maxAbsolute = 0;
    double maxRelative = 0; ///< NaN if any relative error is
    std::uint64_t withinThousandth = 0, withinFiveThousandths = 0;
};

/// The type in which msprobe takes relative errors: float32 if both sides are floating-point types
/// of at most 32 bits, else float64.
[[nodiscard]] bool hasFloat32Ratios(DType target, DType golden);
/// |x - y| / |y| in that type; where y is zero, its epsilon is added to both first.
[[nodiscard]] double msprobeRatio(double x, double y, bool inFloat32);

/// Both sides have the same number of elements. Bounded memory; parallel; the same bits for any number of
/// threads. Errors: those of ElementStream, Code::Cancelled.
[[nodiscard]] Result<SqueezedFold> foldSqueezed(
    const TensorView& target, const TensorView& golden, TaskContext& task);

/// Elements as float64 as in msprobe: complex numbers by their real part.
void toRealDouble(const ElementChunk& chunk, double* out);

} // namespace dumpscope::core
