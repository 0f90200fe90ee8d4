// SPDX-License-Identifier: GPL-3.0-or-later
// Expected places of elements are those of docs/formats/ascend-dump-binary.md 5.1, written out here.
#include "convert/format_change.h"
#include "official/msaccucmp_floats.h"
#include "tensor/float_codes.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace dumpscope::core;

namespace {

using enum MemoryFormat;

/// 0, 1, 2, … as int16.
TensorView counting(Shape shape, MemoryFormat format)
{
    const auto count = elementCount(shape).value_or(0);
    std::vector<std::byte> bytes(count * 2);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto value = static_cast<std::int16_t>(i + 1);
        std::memcpy(bytes.data() + i * 2, &value, 2);
    }
    TensorView view = makeDenseView(DType::Int16, std::move(shape), Bytes::fromVector(std::move(bytes)));
    view.storage.format = view.storage.logicalFormat = format;
    return view;
}

std::vector<std::int16_t> valuesOf(const ElementStream& stream)
{
    std::vector<std::int16_t> values(stream.count());
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream.read(0, stream.count(), scratch);
    if (!values.empty())
        std::memcpy(values.data(), chunk.data, values.size() * 2);
    return values;
}

/// The written array as a tensor of its own.
TensorView asView(const ConvertedArray& array, const TensorView& source, MemoryFormat format)
{
    const std::vector<std::int16_t> values = valuesOf(array.elements);
    std::vector<std::byte> bytes(values.size() * 2);
    if (!values.empty())
        std::memcpy(bytes.data(), values.data(), bytes.size());
    TensorView view
        = makeDenseView(DType::Int16, array.elements.shape(), Bytes::fromVector(std::move(bytes)));
    view.shape = source.shape;
    view.storage.format = format;
    view.storage.logicalFormat = source.storage.logicalFormat;
    return view;
}

} // namespace

Q_DECLARE_METATYPE(dumpscope::core::MemoryFormat)
Q_DECLARE_METATYPE(dumpscope::core::Shape)

class TestFormatChange : public QObject {
    Q_OBJECT

private slots:
    void nchwToChannelBlocks()
    {
        const auto array = changeFormat(counting({2, 20, 3, 4}, NCHW), NC1HWC0, NpyWidening::Float32, {});
        QVERIFY(array.has_value());
        QVERIFY(array->elements.shape() == (Shape {2, 2, 3, 4, 16}));
        const auto values = valuesOf(array->elements);
        for (int n = 0; n < 2; ++n)
            for (int c = 0; c < 32; ++c)
                for (int h = 0; h < 3; ++h)
                    for (int w = 0; w < 4; ++w) {
                        const int at = (((n * 2 + c / 16) * 3 + h) * 4 + w) * 16 + c % 16;
                        const int expected = c < 20 ? ((n * 20 + c) * 3 + h) * 4 + w + 1 : 0;
                        QCOMPARE(values[static_cast<std::size_t>(at)], static_cast<std::int16_t>(expected));
                    }
    }

    void nhwcToFractalZ()
    {
        const auto array = changeFormat(counting({17, 2, 3, 20}, NHWC), FractalZ, NpyWidening::Float32, {});
        QVERIFY(array.has_value());
        QVERIFY(array->elements.shape() == (Shape {12, 2, 16, 16}));
        const auto values = valuesOf(array->elements);
        std::vector<std::int16_t> expected(values.size(), 0);
        for (int n = 0; n < 17; ++n)
            for (int h = 0; h < 2; ++h)
                for (int w = 0; w < 3; ++w)
                    for (int c = 0; c < 20; ++c) {
                        const int at = ((((c / 16) * 2 + h) * 3 + w) * 2 * 16 + n) * 16 + c % 16;
                        expected[static_cast<std::size_t>(at)]
                            = static_cast<std::int16_t>(((n * 2 + h) * 3 + w) * 20 + c + 1);
                    }
        QVERIFY(values == expected);
    }

    void matrixToTilesAndBack()
    {
        const TensorView source = counting({3, 18, 21}, ND);
        const auto tiles = changeFormat(source, FractalNZ, NpyWidening::Float32, {});
        QVERIFY(tiles.has_value());
        QVERIFY(tiles->elements.shape() == (Shape {3, 2, 2, 16, 16}));
        const auto values = valuesOf(tiles->elements);
        for (int t = 0; t < 3; ++t)
            for (int h = 0; h < 18; ++h)
                for (int w = 0; w < 21; ++w) {
                    const int at = t * 2 * 2 * 256 + (w / 16) * 2 * 256 + h * 16 + w % 16;
                    QCOMPARE(values[static_cast<std::size_t>(at)],
                        static_cast<std::int16_t>((t * 18 + h) * 21 + w + 1));
                }
        const auto back = changeFormat(asView(*tiles, source, FractalNZ), ND, NpyWidening::Float32, {});
        QVERIFY(back && back->elements.shape() == source.shape);
        QVERIFY(valuesOf(back->elements) == valuesOf(*ElementStream::make(source, Order::Storage)));
    }

    void everyFormatAndBack_data()
    {
        QTest::addColumn<MemoryFormat>("target");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<MemoryFormat>("logical");
        QTest::newRow("NC1HWC0") << NC1HWC0 << Shape {2, 33, 3, 5} << NCHW;
        QTest::newRow("NC1HWC0 from NHWC") << NC1HWC0 << Shape {2, 3, 5, 33} << NHWC;
        QTest::newRow("FRACTAL_Z") << FractalZ << Shape {17, 33, 3, 5} << NCHW;
        QTest::newRow("FRACTAL_Z from HWCN") << FractalZ << Shape {3, 5, 33, 17} << HWCN;
        QTest::newRow("FRACTAL_Z_C04") << FractalZ_C04 << Shape {17, 3, 3, 5} << NCHW;
        QTest::newRow("NDC1HWC0") << NDC1HWC0 << Shape {1, 20, 2, 3, 4} << NCDHW;
        QTest::newRow("FRACTAL_Z_3D") << FractalZ3D << Shape {17, 20, 2, 3, 4} << NCDHW;
        QTest::newRow("FRACTAL_NZ") << FractalNZ << Shape {2, 3, 17, 30} << ND;
        QTest::newRow("FRACTAL_ZZ") << FractalZZ << Shape {17, 30} << ND;
        QTest::newRow("C1HWNCoC0") << C1HWNCoC0 << Shape {3, 5, 20, 17} << HWCN;
        QTest::newRow("empty") << NC1HWC0 << Shape {0, 20, 3, 4} << NCHW;
        QTest::newRow("one") << FractalZ << Shape {1, 1, 1, 1} << NCHW;
    }
    void everyFormatAndBack()
    {
        QFETCH(const MemoryFormat, target);
        QFETCH(const Shape, shape);
        QFETCH(const MemoryFormat, logical);
        const TensorView source = counting(shape, logical);
        const auto there = changeFormat(source, target, NpyWidening::Float32, {});
        QVERIFY2(there.has_value(), there ? "" : there.error().message.text().c_str());
        const auto back = changeFormat(asView(*there, source, target), logical, NpyWidening::Float32, {});
        QVERIFY2(back.has_value(), back ? "" : back.error().message.text().c_str());
        QVERIFY(back->elements.shape() == shape);
        const auto values = valuesOf(back->elements);
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], static_cast<std::int16_t>(i + 1));
    }

    void axesAreExchanged()
    {
        const auto array = changeFormat(counting({2, 3, 4, 5}, NCHW), NHWC, NpyWidening::Float32, {});
        QVERIFY(array && array->elements.shape() == (Shape {2, 4, 5, 3}));
        const auto values = valuesOf(array->elements);
        for (int n = 0; n < 2; ++n)
            for (int h = 0; h < 4; ++h)
                for (int w = 0; w < 5; ++w)
                    for (int c = 0; c < 3; ++c)
                        QCOMPARE(values[static_cast<std::size_t>(((n * 4 + h) * 5 + w) * 3 + c)],
                            static_cast<std::int16_t>(((n * 3 + c) * 4 + h) * 5 + w + 1));
    }

    void arraysWithoutFormatCountAsNchw()
    {
        const auto array = changeFormat(counting({2, 3, 4, 5}, Unspecified), NHWC, NpyWidening::Float32, {});
        QVERIFY(array && array->elements.shape() == (Shape {2, 4, 5, 3}));
        QVERIFY(array->note.text().find("NCHW") != std::string::npos);
    }

    void fortranOrderIsFollowed()
    {
        TensorView view = counting({2, 3, 4, 5}, Unspecified);
        view.strides = {1, 2, 6, 24};
        const auto array = changeFormat(view, NHWC, NpyWidening::Float32, {});
        QVERIFY(array.has_value());
        // Element (1, 2, 3, 0) of NHWC is (1, 0, 2, 3) of NCHW.
        QCOMPARE(valuesOf(array->elements)[((1 * 4 + 2) * 5 + 3) * 3],
            static_cast<std::int16_t>(1 * 1 + 0 * 2 + 2 * 6 + 3 * 24 + 1));
    }

    void tilesBelongToTheLastAxes()
    {
        const TensorView source = counting({2, 3, 17, 20}, NCHW);
        const auto tiles = changeFormat(source, FractalNZ, NpyWidening::Float32, {});
        QVERIFY(tiles.has_value());
        const auto array = changeFormat(asView(*tiles, source, FractalNZ), NHWC, NpyWidening::Float32, {});
        QVERIFY(array && array->elements.shape() == (Shape {2, 17, 20, 3}));
        QCOMPARE(valuesOf(array->elements)[((1 * 17 + 16) * 20 + 19) * 3 + 2],
            static_cast<std::int16_t>(2 * 3 * 17 * 20));
    }

    void whatHasNoRuleIsRefused()
    {
        QVERIFY(!changeFormat(counting({2, 3}, ND), NHWC, NpyWidening::Float32, {}));
        QVERIFY(!changeFormat(counting({2, 3}, ND), NDC1HWC0, NpyWidening::Float32, {}));
        TensorView packed
            = makeDenseView(DType::Int4, {2, 2}, Bytes::fromVector({std::byte {1}, std::byte {2}}));
        QVERIFY(!changeFormat(packed, FractalNZ, NpyWidening::Float32, {}));
    }

    // Right wherever the official decoder is right; its defects as docs/formats/ascend-dump-binary.md 4 lists
    // them.
    void officialFloats()
    {
        for (unsigned code = 0; code < 256; ++code) {
            const auto byte = static_cast<std::uint8_t>(code);
            const double hifloat = msaccucmpFloat(DType::HiFloat8, byte);
            const double e5m2 = msaccucmpFloat(DType::Float8E5M2, byte);
            const double e4m3 = msaccucmpFloat(DType::Float8E4M3FN, byte);
            const unsigned low = code & 0x7FU;
            if (low < 0x08 || low > 0x1F)
                compareDoubles(hifloat, code == 0xEF ? HUGE_VAL : double(hifloat8ToFloat(byte)));
            compareDoubles(e5m2, code == 0xFC ? HUGE_VAL : double(float8e5m2ToFloat(byte)));
            compareDoubles(
                e4m3, low == 0x7F ? (code == 0xFF ? -480.0 : 480.0) : double(float8e4m3fnToFloat(byte)));
        }
        // Too many mantissa bits: 1 + 8/32 for the code of 1, 2^-1 (1 + 0/16) for the code of 2.
        QCOMPARE(msaccucmpFloat(DType::HiFloat8, 0x08), 1.25);
        QCOMPARE(msaccucmpFloat(DType::HiFloat8, 0x10), 0.5);
        QCOMPARE(msaccucmpFloat(DType::HiFloat8, 0x9F), -0.96875);
    }

private:
    static void compareDoubles(double actual, double expected)
    {
        QCOMPARE(std::isnan(actual), std::isnan(expected));
        if (!std::isnan(expected))
            QVERIFY(actual == expected && std::signbit(actual) == std::signbit(expected));
    }
};

QTEST_APPLESS_MAIN(TestFormatChange)
#include "tst_format_change.moc"
