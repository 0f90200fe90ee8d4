// SPDX-License-Identifier: GPL-3.0-or-later
// Masks that say which elements stay beside masks that are added. Which elements these are is written here by
// hand.
#include "compare/elements/mask_conventions.h"

#include "tensor_building.h"

#include <QTest>

#include <limits>
#include <vector>

using namespace dumpscope::core;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template<typename T> TensorView viewOf(DType dtype, const std::vector<T>& values)
{
    return makeDenseView(dtype, {static_cast<std::int64_t>(values.size())}, dumpscope::test::bytesOf(values));
}

TensorView truths(const std::vector<std::uint8_t>& values)
{
    return viewOf(DType::Bool, values);
}
TensorView numbers(const std::vector<float>& values)
{
    return viewOf(DType::Float32, values);
}

bool isOne(const TensorView& target, const TensorView& golden,
    std::string_view type = "scaled_dot_product_attention")
{
    OwnedTask task;
    const auto masks = readMasks(target, golden, type, task).value();
    return masks && masks->areOne;
}

StatisticRow recorded(StatisticCell max, StatisticCell min)
{
    StatisticRow row;
    row[static_cast<std::size_t>(DumpedStatistic::Max)] = max;
    row[static_cast<std::size_t>(DumpedStatistic::Min)] = min;
    return row;
}

} // namespace

class tst_MaskConventions : public QObject {
    Q_OBJECT

private slots:
    void numbersBesideInfinity()
    {
        OwnedTask task;
        const auto beside = [&](const std::vector<float>& target, const std::vector<float>& golden) {
            return besideAddedMask(numbers(target), numbers(golden), task).value();
        };
        const std::vector<bool> kSecond {true, false, true};
        QCOMPARE(beside({1, -kInfinity, 3}, {1, -1e5F, 3.5F}), kSecond);
        QCOMPARE(beside({1, -1e5F, 3}, {1, -kInfinity, 3}), kSecond);
        QCOMPARE(beside({2, -kInfinity, -3, -kInfinity}, {2, -1e5F - 2, -3, -1e5F + 3}),
            std::vector<bool>({true, false, true, false}));
        // NaN of one side is another matter, and stays in.
        QCOMPARE(beside({kNaN, -kInfinity, 3}, {1, -1e5F, 3}), kSecond);
        // What a half type cannot hold, among numbers that are nearly as large.
        QVERIFY(beside({1, -kInfinity, -5e4F}, {1, -7e4F, -5e4F}).empty());
        // Not one number.
        QVERIFY(beside({1, -kInfinity, -kInfinity}, {1, -1e5F, -2e5F}).empty());
        // No mask: positive, too small, on both sides at once, nothing beside it.
        QVERIFY(beside({1, kInfinity, 3}, {1, 1e5F, 3}).empty());
        QVERIFY(beside({0.1F, -kInfinity, 0.3F}, {0.1F, -100, 0.3F}).empty());
        QVERIFY(beside({1, -kInfinity, -1e5F}, {1, -1e5F, -kInfinity}).empty());
        QVERIFY(beside({-kInfinity, -kInfinity}, {-1e5F, -1e5F}).empty());
        QVERIFY(beside({1, -kInfinity, 3}, {1, -kInfinity, 3}).empty());
    }
    /// A mask of a number on both sides is far larger than what the others are off by.
    void othersBesideOneNumber()
    {
        OwnedTask task;
        const auto beside = [&](const std::vector<float>& target, const std::vector<float>& golden) {
            return besideNumberMask(numbers(target), numbers(golden), task).value();
        };
        constexpr float kLowest = std::numeric_limits<float>::lowest();
        const std::vector<bool> kSecond {true, false, true};
        QCOMPARE(beside({1, kLowest, 3}, {1, kLowest, 3.5F}), kSecond);
        QCOMPARE(beside({1, -1e4F, 3}, {1, -1e4F, 3.5F}), kSecond);
        // Added, rounded to bfloat16, another number.
        QCOMPARE(beside({1, -9984, -3, -9984}, {1, -9998, -3, -10003}),
            std::vector<bool>({true, false, true, false}));
        QCOMPARE(beside({1, -65504, 3}, {1, kLowest, 3}), kSecond);
        // Not at the same places, not far below, not one number, nothing beside it.
        QVERIFY(beside({1, -1e4F, 3}, {1, -1e4F, -1e4F}).empty());
        QVERIFY(beside({1, -1e4F, 300}, {1, -1e4F, 300}).empty());
        QVERIFY(beside({1, -1e4F, -2e4F}, {1, -1e4F, -2e4F}).empty());
        QVERIFY(beside({0, -1e4F, 0}, {0, -1e4F, 0}).empty());
        // One element of many may be as large by itself, unless it is the limit of a type.
        std::vector<float> many(1000, 1);
        many[7] = -1e4F;
        QVERIFY(beside(many, many).empty());
        many[7] = kLowest;
        QCOMPARE(beside(many, many).size(), many.size());
    }
    void truthsBesideNumbers()
    {
        QVERIFY(isOne(truths({1, 0, 1}), numbers({0, -kInfinity, 0})));
        QVERIFY(isOne(numbers({0, -1e4F, 0}), truths({1, 0, 1})));
        // Another element.
        QVERIFY(!isOne(truths({1, 1, 0}), numbers({0, -kInfinity, 0})));
        // Attention keeps where it is true, others leave out.
        QVERIFY(!isOne(truths({0, 1, 0}), numbers({0, -kInfinity, 0})));
        QVERIFY(isOne(truths({0, 1, 0}), numbers({0, -kInfinity, 0}), "npu_fusion_attention"));
        QVERIFY(!isOne(truths({0, 1, 1}), numbers({0, -kInfinity, 0}), "npu_fusion_attention"));
    }

    /// What they mean is compared, so that it is a cause.
    void otherMasks()
    {
        OwnedTask task;
        const auto masks
            = readMasks(truths({1, 1, 0}), numbers({0, -kInfinity, 0}), "scaled_dot_product_attention", task)
                  .value();
        QVERIFY(masks && !masks->areOne);
        QCOMPARE(masks->target.dtype, DType::Bool);
        const auto bytes = [](const TensorView& view) {
            const auto span = view.bytes.span();
            return std::vector<std::byte>(span.begin(), span.end());
        };
        QVERIFY(
            bytes(masks->target) == (std::vector<std::byte> {std::byte {1}, std::byte {1}, std::byte {0}}));
        QVERIFY(
            bytes(masks->golden) == (std::vector<std::byte> {std::byte {1}, std::byte {0}, std::byte {1}}));
    }

    void twoLowNumbers()
    {
        QVERIFY(isOne(numbers({0, -kInfinity, 0}), numbers({0, -1e4F, 0})));
        QVERIFY(!isOne(numbers({0, -kInfinity, 0}), numbers({0, -kInfinity, 0}))); // nothing to explain
        QVERIFY(!isOne(numbers({0, -kInfinity, 0}), numbers({-1e4F, -1e4F, 0})));
    }

    void whatIsNoMask()
    {
        QVERIFY(!isOne(truths({1, 0, 1}), numbers({0.5F, -kInfinity, 0})));
        QVERIFY(!isOne(truths({1, 0, 1}), numbers({0, -3, 0})));
        QVERIFY(!isOne(truths({1, 1, 1}), numbers({0, 0, 0}))); // nothing is left out
        QVERIFY(!isOne(truths({1, 0}), truths({1, 0})));
    }

    void statistics()
    {
        const StatisticRow truth = recorded(true, false), low = recorded(0.0, -1e4);
        const StatisticRow infinite = recorded(0.0, -std::numeric_limits<double>::infinity());
        QVERIFY(mayBeOneMask(truth, DType::Bool, infinite, DType::Float32, "add"));
        QVERIFY(mayBeOneMask(low, DType::Float32, infinite, DType::Float32, "scaled_dot_product_attention"));
        QVERIFY(!mayBeOneMask(low, DType::Float32, infinite, DType::Float32, "add"));
        QVERIFY(!mayBeOneMask(truth, DType::Bool, recorded(1.0, -1e4), DType::Float32, "add"));
        QVERIFY(!mayBeOneMask(truth, DType::Bool, recorded(true, false), DType::Bool, "add"));
    }

    /// Scores to which a mask of either convention was added.
    void statisticsOfMaskedScores()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        QVERIFY(mayBeMaskedAlike(recorded(3.16, -10003.7), recorded(3.16, -infinity)));
        QVERIFY(mayBeMaskedAlike(recorded(3.16, -infinity), recorded(3.15, -10003.7)));
        QVERIFY(!mayBeMaskedAlike(recorded(3.16, -3.7), recorded(3.16, -infinity)));
        QVERIFY(!mayBeMaskedAlike(recorded(3.16, -10003.7), recorded(2.9, -infinity)));
        QVERIFY(!mayBeMaskedAlike(recorded(3.16, -infinity), recorded(3.16, -infinity)));
        QVERIFY(!mayBeMaskedAlike(recorded(infinity, -10003.7), recorded(infinity, -infinity)));
    }
};

QTEST_GUILESS_MAIN(tst_MaskConventions)
#include "tst_mask_conventions.moc"
