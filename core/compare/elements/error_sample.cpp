// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/error_sample.h"

#include "compare/elements/plane_difference.h"
#include "io/mapped_file.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

Result<std::vector<ErrorPoint>> sampleErrors(const ElementStream& target, const ElementStream& golden,
    std::span<const WorstElement> worst, double atol, double rtol, std::uint64_t most, TaskContext& task)
{
    std::vector<ErrorPoint> points;
    const auto add = [&](double y, double error) {
        const double magnitude = std::fabs(y), size = std::fabs(error);
        points.push_back({magnitude, size, size > atol + rtol * magnitude});
    };
    const std::uint64_t count = target.count();
    const std::uint64_t step = std::max<std::uint64_t>(1, count / most + (count % most != 0 ? 1 : 0));
    if (step > 1) {
        for (const WorstElement& element : worst) {
            if (std::isfinite(element.absError))
                add(element.golden, element.absError);
        }
    }
    constexpr std::uint64_t kPiece = 1024;
    const ScatteredReading targetScattered(target.view().bytes), goldenScattered(golden.view().bytes);
    const ElementDifference difference(target.dtype(), golden.dtype(), DifferenceKind::Absolute);
    ElementStream::Scratch scratch, goldenScratch;
    std::vector<double> sizes(kPiece), values(kPiece);
    std::vector<std::uint8_t> flags(kPiece);
    for (std::uint64_t first = 0; first < count; first += step * kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, (count - first + step - 1) / step);
        const auto stride = static_cast<std::int64_t>(step);
        const ElementChunk y = golden.readStrided(first, stride, some, goldenScratch);
        difference.evaluate(target.readStrided(first, stride, some, scratch), y, sizes.data(), flags.data());
        toMagnitudes(y, values.data());
        for (std::size_t i = 0; i < some; ++i) {
            if (flags[i] == 0)
                add(values[i], sizes[i]);
        }
    }
    return points;
}

} // namespace dumpscope::core
