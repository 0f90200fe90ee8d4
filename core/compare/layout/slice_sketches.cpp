// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/slice_sketches.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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

/// The signs of consecutive places of a slice, which all slices share.
class SignTable {
public:
    static constexpr std::size_t kMost = 256; ///< places

    void fill(std::uint64_t first, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t bits = signsOf(first + i);
            for (std::size_t k = 0; k < SliceSketch::kSums; ++k)
                m_signs[i][k] = (bits >> k & 1U) != 0 ? 1.0F : -1.0F;
        }
    }
    /// Adds the values at these places to `sums`; gives their squares, which are too small for a float where
    /// values are.
    double add(const float* values, std::size_t count, float* sums) const
    {
        std::array<float, SliceSketch::kSums> own {};
        double squares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const float value = values[i];
            for (std::size_t k = 0; k < own.size(); ++k)
                own[k] += m_signs[i][k] * value;
            squares += static_cast<double>(value) * value;
        }
        for (std::size_t k = 0; k < own.size(); ++k)
            sums[k] += own[k];
        return squares;
    }

private:
    std::array<std::array<float, SliceSketch::kSums>, kMost> m_signs;
};

/// Sums of slices, in single precision of a few places at a time.
class Sums {
public:
    explicit Sums(std::size_t slices)
        : m_some(slices * SliceSketch::kSums)
        , m_all(slices * SliceSketch::kSums)
        , m_squares(slices)
    {
    }
    void add(std::size_t slice, const SignTable& signs, const float* values, std::size_t count)
    {
        m_squares[slice] += signs.add(values, count, m_some.data() + slice * SliceSketch::kSums);
    }
    void addPlaces(std::size_t count)
    {
        m_places += count;
        if (m_places < SignTable::kMost)
            return;
        m_places = 0;
        for (std::size_t i = 0; i < m_all.size(); ++i)
            m_all[i] += std::exchange(m_some[i], 0.0F);
    }
    [[nodiscard]] std::vector<SliceSketch> sketches()
    {
        addPlaces(SignTable::kMost);
        std::vector<SliceSketch> made(m_squares.size());
        for (std::size_t slice = 0; slice < made.size(); ++slice) {
            const double* const sums = m_all.data() + slice * SliceSketch::kSums;
            for (std::size_t k = 0; k < SliceSketch::kSums; ++k)
                made[slice].sums[k] = static_cast<float>(sums[k]);
            made[slice].norm = static_cast<float>(std::sqrt(m_squares[slice]));
        }
        return made;
    }

private:
    std::vector<float> m_some; ///< kSums of each slice
    std::vector<double> m_all, m_squares;
    std::size_t m_places = 0;
};

} // namespace

float SliceSketch::distance(const SliceSketch& other) const
{
    float squares = 0;
    for (std::size_t k = 0; k < kSums; ++k)
        squares += (sums[k] - other.sums[k]) * (sums[k] - other.sums[k]);
    return std::sqrt(squares / static_cast<float>(kSums));
}

NearSlices::NearSlices(const std::vector<SliceSketch>& slices)
    : m_order(slices.size())
{
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::stable_sort(m_order.begin(), m_order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return slices[a].sums < slices[b].sums; });
    // Of slices that are alike, as those of zeros, the first stands for all.
    const auto areAlike = [&](std::uint32_t a, std::uint32_t b) { return slices[a].sums == slices[b].sums; };
    m_order.erase(std::unique(m_order.begin(), m_order.end(), areAlike), m_order.end());
    m_firsts.reserve(m_order.size());
    m_slices.reserve(m_order.size());
    for (const std::uint32_t i : m_order) {
        m_firsts.push_back(slices[i].sums[0]);
        m_slices.push_back(slices[i]);
    }
    double squares = 0;
    for (const SliceSketch& slice : slices) {
        m_largestNorm = std::max(m_largestNorm, slice.norm);
        squares += static_cast<double>(slice.norm) * slice.norm;
    }
    m_usualNorm = static_cast<float>(std::sqrt(squares / static_cast<double>(slices.size())));
}

std::optional<std::size_t> NearSlices::nearest(const SliceSketch& slice, float most) const
{
    // The distance is at least the difference of one sum, by the root of their number; and a little for
    // rounding.
    const float reach = most * std::sqrt(static_cast<float>(SliceSketch::kSums)) * 1.001F;
    const auto begin = std::ranges::lower_bound(m_firsts, slice.sums[0] - reach) - m_firsts.begin();
    const auto end = std::ranges::upper_bound(m_firsts, slice.sums[0] + reach) - m_firsts.begin();
    m_lookedAt += static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(end - begin, 0));
    std::optional<std::size_t> best;
    float least = most;
    // A few sums tell most of those that are farther off; a little for rounding here, too.
    constexpr std::size_t kFew = 4;
    constexpr float kAll = static_cast<float>(SliceSketch::kSums) * 1.001F;
    for (auto at = begin; at < end; ++at) {
        const SliceSketch& near = m_slices[static_cast<std::size_t>(at)];
        float squares = 0;
        for (std::size_t k = 0; k < kFew; ++k)
            squares += (slice.sums[k] - near.sums[k]) * (slice.sums[k] - near.sums[k]);
        if (squares > least * least * kAll)
            continue;
        const std::size_t i = m_order[static_cast<std::size_t>(at)];
        const float distance = slice.distance(near);
        if (distance < least || (best && distance == least && i < *best)) {
            least = distance;
            best = i;
        }
    }
    return best;
}

std::vector<SliceSketch> sliceSketches(const std::vector<float>& values, const Shape& shape, std::size_t axis)
{
    std::size_t behind = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        behind *= static_cast<std::size_t>(shape[i]);
    const auto slices = static_cast<std::size_t>(shape[axis]);
    const std::size_t block = slices * behind;
    Sums sums(slices);
    SignTable signs;
    for (std::size_t before = 0; block > 0 && before < values.size() / block; ++before) {
        for (std::size_t first = 0; first < behind; first += SignTable::kMost) {
            const std::size_t count = std::min(SignTable::kMost, behind - first);
            signs.fill(before * behind + first, count);
            for (std::size_t slice = 0; slice < slices; ++slice)
                sums.add(slice, signs, values.data() + before * block + slice * behind + first, count);
            sums.addPlaces(count);
        }
    }
    return sums.sketches();
}

SliceSketch wholeSketch(const std::vector<float>& values)
{
    return sliceSketches(values, {1, static_cast<std::int64_t>(values.size())}, 0).front();
}

} // namespace dumpscope::core
