// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/slice_sketches.h"

#include <cmath>
#include <cstdint>

namespace dumpscope::core {

namespace {

/// A bit for each sum, by the place in the slice.
std::uint64_t signsOf(std::uint64_t place)
{
    std::uint64_t bits = (place + 1) * 0x9E3779B97F4A7C15U;
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
    return bits ^ bits >> 31U;
}

struct Sums {
    std::array<double, SliceSketch::kSums> sums {};
    double squares = 0;

    void add(std::uint64_t signs, double value)
    {
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] += (signs >> k & 1U) != 0 ? value : -value;
        squares += value * value;
    }
    [[nodiscard]] SliceSketch sketch() const
    {
        SliceSketch made;
        for (std::size_t k = 0; k < sums.size(); ++k)
            made.sums[k] = static_cast<float>(sums[k]);
        made.norm = static_cast<float>(std::sqrt(squares));
        return made;
    }
};

} // namespace

float SliceSketch::distance(const SliceSketch& other) const
{
    float squares = 0;
    for (std::size_t k = 0; k < kSums; ++k)
        squares += (sums[k] - other.sums[k]) * (sums[k] - other.sums[k]);
    return std::sqrt(squares / static_cast<float>(kSums));
}

std::vector<SliceSketch> sliceSketches(const std::vector<float>& values, const Shape& shape, std::size_t axis)
{
    std::size_t behind = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        behind *= static_cast<std::size_t>(shape[i]);
    const auto slices = static_cast<std::size_t>(shape[axis]);
    std::vector<Sums> sums(slices);
    const std::size_t block = slices * behind;
    for (std::size_t before = 0; block > 0 && before < values.size() / block; ++before) {
        for (std::size_t slice = 0; slice < slices; ++slice) {
            const float* const row = values.data() + before * block + slice * behind;
            for (std::size_t i = 0; i < behind; ++i)
                sums[slice].add(signsOf(before * behind + i), row[i]);
        }
    }
    std::vector<SliceSketch> sketches;
    sketches.reserve(slices);
    for (const Sums& one : sums)
        sketches.push_back(one.sketch());
    return sketches;
}

SliceSketch wholeSketch(const std::vector<float>& values)
{
    Sums sums;
    for (std::size_t i = 0; i < values.size(); ++i)
        sums.add(signsOf(i), values[i]);
    return sums.sketch();
}

} // namespace dumpscope::core
