// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/value_range.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::optional<std::pair<double, double>> rangeOf(
    const TensorView& view, Order order = Order::Logical, const PaddingMask* padding = nullptr)
{
    OwnedTask task(1);
    const auto stream = ElementStream::make(view, order);
    if (!stream)
        qFatal("%s", stream.error().text().c_str());
    const auto range = percentileRange(*stream, padding, task);
    if (!range)
        qFatal("%s", range.error().text().c_str());
    return *range;
}

} // namespace

class TestValueRange : public QObject {
    Q_OBJECT
private slots:
    void picksByPosition();
    void leavesOutWhatIsNotFinite();
    void leavesOutPadding();
    void samplesLargeTensors();
};

/// numpy.percentile(numpy.arange(1000), [0.1, 99.9], method="nearest") is [1, 998].
void TestValueRange::picksByPosition()
{
    const auto range = rangeOf(vectorView(DType::Float32, counting<float>(1000)));
    QVERIFY(range);
    QCOMPARE(*range, std::pair(1.0, 998.0));
}

void TestValueRange::leavesOutWhatIsNotFinite()
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const auto range = rangeOf(vectorView(DType::Float32, std::vector<float> {kNan, 2, -kInf, 3, kInf}));
    QVERIFY(range);
    QCOMPARE(*range, std::pair(2.0, 3.0));
    QVERIFY(!rangeOf(vectorView(DType::Float32, std::vector<float> {kNan, kInf})));
    QVERIFY(!rangeOf(vectorView(DType::Float32, std::vector<float> {})));
}

/// NCHW [1,3,1,2] of float16 in NC1HWC0 [1,1,1,2,16]: ones where channels are, zeros where padding is.
void TestValueRange::leavesOutPadding()
{
    std::vector<std::uint16_t> stored(32, 0);
    for (std::size_t i = 0; i < stored.size(); ++i)
        stored[i] = i % 16 < 3 ? 0x3C00 : 0;
    TensorView view;
    view.dtype = DType::Float16;
    view.shape = {1, 3, 1, 2};
    view.storage.format = MemoryFormat::NC1HWC0;
    view.storage.logicalFormat = MemoryFormat::NCHW;
    view.storage.storageShape = {1, 1, 1, 2, 16};
    view.bytes = bytesOf(stored);
    OwnedTask task(1);
    const auto mask = PaddingMask::make(view, task);
    QVERIFY(mask);
    QCOMPARE(*rangeOf(view, Order::Storage), std::pair(0.0, 1.0));
    QCOMPARE(*rangeOf(view, Order::Storage, &*mask), std::pair(1.0, 1.0));
}

/// Three million evenly distributed numbers: the percentiles of what is looked at are near those of all.
void TestValueRange::samplesLargeTensors()
{
    constexpr std::size_t kCount = 3 << 20;
    std::vector<float> values(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        values[i] = static_cast<float>(i % 4096);
    const auto range = rangeOf(vectorView(DType::Float32, values));
    QVERIFY(range);
    QVERIFY2(std::fabs(range->first - 4) < 8, qPrintable(QString::number(range->first)));
    QVERIFY2(std::fabs(range->second - 4091) < 8, qPrintable(QString::number(range->second)));
}

QTEST_APPLESS_MAIN(TestValueRange)
#include "tst_value_range.moc"
