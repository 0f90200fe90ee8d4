// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest slice, beside a search that looks at all of them.
#include "compare/layout/slice_sketches.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <random>

using namespace dumpscope::core;

namespace {

std::optional<std::size_t> nearestOfAll(
    const std::vector<SliceSketch>& slices, const SliceSketch& slice, float most)
{
    std::optional<std::size_t> best;
    float least = most;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const float distance = slice.distance(slices[i]);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

std::vector<float> noise(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(random() % 2001) / 1000 - 1);
    return values;
}

} // namespace

class tst_SliceSketches : public QObject {
    Q_OBJECT

private slots:
    void nearest()
    {
        constexpr std::int64_t kSlices = 300, kWidth = 24;
        const std::vector<float> golden = noise(kSlices * kWidth, 1), other = noise(kSlices * kWidth, 2);
        std::vector<float> target = golden;
        for (std::size_t i = 0; i < target.size(); ++i)
            target[i] += 0.05F * other[i];
        const auto slices = sliceSketches(golden, {kSlices, kWidth}, 0);
        const NearSlices near(slices);
        for (const float most : {0.05F, 0.3F, 2.0F, 100.0F}) {
            for (const SliceSketch& slice : sliceSketches(target, {kSlices, kWidth}, 0))
                QCOMPARE(near.nearest(slice, most), nearestOfAll(slices, slice, most));
            for (const SliceSketch& slice : sliceSketches(other, {kSlices, kWidth}, 0))
                QCOMPARE(near.nearest(slice, most), nearestOfAll(slices, slice, most));
        }
    }

    /// Slices of zeros are many where elements are masked: the first stands for all, and the rest cost
    /// nothing.
    void alike()
    {
        std::vector<float> values(1000 * 8, 0.0F);
        values[999 * 8] = 3;
        const auto slices = sliceSketches(values, {1000, 8}, 0);
        const NearSlices near(slices);
        QCOMPARE(near.nearest(slices[500], 1), std::optional<std::size_t>(0));
        QCOMPARE(near.nearest(slices[999], 1), std::optional<std::size_t>(999));
        QVERIFY(near.lookedAt() <= 4);
        QCOMPARE(near.largestNorm(), 3.0F);
    }

    void noSlices()
    {
        const std::vector<SliceSketch> none;
        QVERIFY(!NearSlices(none).nearest(SliceSketch {}, 1));
    }
};

QTEST_GUILESS_MAIN(tst_SliceSketches)
#include "tst_slice_sketches.moc"
