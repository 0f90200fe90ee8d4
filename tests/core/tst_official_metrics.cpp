// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_reader.h"
#include "metrics/metric_registry.h"
#include "metrics/statistics_metrics.h"
#include "tensor/float_codes.h"
#include "tensor_building.h"

#include "base/text.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// The lines of a file of JSON lines below tests/data/metrics.
std::vector<JsonValue> jsonLines(const char* name)
{
    QFile file(QStringLiteral(DUMPSCOPE_TEST_DATA "/metrics/") + QLatin1String(name));
    std::vector<JsonValue> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.isEmpty())
            continue;
        auto value = parseJson(line.toStdString());
        if (value)
            lines.push_back(std::move(*value));
    }
    return lines;
}

std::vector<std::string> textsOf(const JsonValue& array)
{
    std::vector<std::string> texts;
    for (const JsonValue& item : array.items)
        texts.push_back(item.text);
    return texts;
}

Shape shapeOf(const JsonValue& array)
{
    Shape shape;
    for (const JsonValue& item : array.items)
        shape.push_back(*item.integer());
    return shape;
}

/// Numbers, booleans and the words nan, inf, -inf.
double scalarOf(const JsonValue& value)
{
    if (value.kind == JsonValue::Kind::Bool)
        return value.boolean ? 1 : 0;
    return *parseDouble(value.text);
}

/// The inverse of statisticText for numbers.
StatisticCell statisticFromText(const std::string& text)
{
    if (text.empty() || text == "None" || text == "null")
        return {};
    if (text == "True" || text == "False")
        return text == "True";
    if (const auto integer = parseInt(text))
        return *integer;
    if (const auto value = parseDouble(text))
        return *value;
    return text;
}

template<typename T> void append(std::vector<std::byte>& bytes, double value)
{
    const T element = static_cast<T>(value);
    const auto* from = reinterpret_cast<const std::byte*>(&element);
    bytes.insert(bytes.end(), from, from + sizeof(T));
}

void appendElement(std::vector<std::byte>& bytes, DType dtype, const JsonValue& value)
{
    if (dtype == DType::Int64) {
        const std::int64_t integer = *value.integer();
        const auto* from = reinterpret_cast<const std::byte*>(&integer);
        bytes.insert(bytes.end(), from, from + sizeof(integer));
        return;
    }
    const double number = scalarOf(value);
    switch (dtype) {
    case DType::Bool:
    case DType::UInt8:
        return append<std::uint8_t>(bytes, number);
    case DType::Int8:
        return append<std::int8_t>(bytes, number);
    case DType::Int32:
        return append<std::int32_t>(bytes, number);
    case DType::Float16: {
        const std::uint16_t half = floatToHalf(static_cast<float>(number));
        const auto* from = reinterpret_cast<const std::byte*>(&half);
        bytes.insert(bytes.end(), from, from + sizeof(half));
        return;
    }
    case DType::Float32:
        return append<float>(bytes, number);
    default:
        return append<double>(bytes, number);
    }
}

/// A tensor from nested JSON numbers: a list, or a number without dimensions.
TensorView viewOf(const JsonValue& values, const JsonValue& dtypeText)
{
    const DType dtype = *dtypeFromName(dtypeText.text);
    std::vector<std::byte> bytes;
    Shape shape;
    if (values.isArray()) {
        shape.push_back(static_cast<std::int64_t>(values.items.size()));
        for (const JsonValue& item : values.items)
            appendElement(bytes, dtype, item);
    } else {
        appendElement(bytes, dtype, values);
    }
    return makeDenseView(dtype, shape, Bytes::fromVector(std::move(bytes)));
}

TensorView viewOfHex(const JsonValue& hex, const JsonValue& dtype, const JsonValue& shape)
{
    return makeDenseView(*dtypeFromName(dtype.text), shapeOf(shape), bytesOfHex(hex.text));
}

MeasureOptions optionsOf(std::string_view profile)
{
    static const std::shared_ptr<const MetricRegistry> registry = builtinMetrics();
    MeasureOptions options;
    options.profile = registry->findProfile(profile);
    options.metrics = std::make_shared<MetricSelection>(defaultMetrics(*registry, profile));
    options.targetName = "{my}";
    options.goldenName = "{golden}";
    return options;
}

Measurement measure(
    const TensorView& target, const TensorView& golden, const MeasureOptions& options, int threads = 2)
{
    OwnedTask task(threads);
    auto result = measureTensors(target, golden, options, task);
    return result ? std::move(*result) : notMeasured(options, PairState::Unreadable, result.error().text());
}

std::vector<std::string> cellsOf(const Measurement& measurement)
{
    std::vector<std::string> cells;
    for (const MetricValue& value : measurement.values)
        cells.push_back(value.text);
    return cells;
}

QString joined(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list << QString::fromStdString(text);
    return list.join(QStringLiteral(" | "));
}

/// Relative tolerance of docs/formats/comparison.md 7.
bool isClose(double actual, double expected)
{
    if (std::isnan(expected))
        return std::isnan(actual);
    if (actual == expected)
        return true;
    return std::fabs(actual - expected) <= 1e-6 * std::fabs(expected);
}

/// A pair that NumPy can make, too: x = y + e from a linear congruential generator.
std::pair<std::vector<float>, std::vector<float>> generatedPair(std::size_t count)
{
    std::vector<float> x(count);
    std::vector<float> y(count);
    auto state = static_cast<std::uint32_t>(count);
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        y[i] = static_cast<float>(state >> 8U) / 0x1p24F - 0.5F;
        x[i] = y[i] + static_cast<float>(state >> 4U & 0xFFU) / 0x1p20F;
    }
    return {x, y};
}

} // namespace

class OfficialMetricsTest : public QObject {
    Q_OBJECT

private slots:
    void vectorsOfMsaccucmp_data();
    void vectorsOfMsaccucmp();
    void vectorsOfMsprobe_data() { vectorsOfMsaccucmp_data(); }
    void vectorsOfMsprobe();
    void dumpsOfMsaccucmp();
    void dumpsOfMsprobe();
    void statisticsOfMsprobe();
    void longVectorsSumLikeNumpy();
    void threadsDoNotMatter();
    void elementLimitOfMsaccucmp();
    void countsMustAgree();
    void shapesMustAgreeInMsprobe();
    void zeroDimensional_data();
    void zeroDimensional();
    void metricsOfOthersComeAlong();
    void textsOfPairsThatNeverMeet();
};

void OfficialMetricsTest::vectorsOfMsaccucmp_data()
{
    QTest::addColumn<int>("line");
    const auto lines = jsonLines("vectors.jsonl");
    QCOMPARE(lines.size(), std::size_t {29});
    for (std::size_t i = 0; i < lines.size(); ++i)
        QTest::newRow(lines[i].find("id")->text.c_str()) << static_cast<int>(i);
}

void OfficialMetricsTest::vectorsOfMsaccucmp()
{
    QFETCH(int, line);
    const JsonValue vector = jsonLines("vectors.jsonl")[static_cast<std::size_t>(line)];
    MeasureOptions options = optionsOf("msaccucmp");
    options.keepBooleans = true;
    const Measurement result = measure(viewOf(*vector.find("my"), *vector.find("my_dtype")),
        viewOf(*vector.find("golden"), *vector.find("golden_dtype")), options);
    QCOMPARE(joined(cellsOf(result)), joined(textsOf(*vector.find("msaccucmp_text"))));
    const auto& raw = vector.find("msaccucmp_raw")->items;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const JsonValue& expected = raw[i];
        if (expected.kind == JsonValue::Kind::Null || expected.isArray())
            continue;
        QVERIFY2(result.values[i].value && isClose(*result.values[i].value, scalarOf(expected)),
            qPrintable(QString::number(result.values[i].value.value_or(-1), 'g', 17)));
    }
}

void OfficialMetricsTest::vectorsOfMsprobe()
{
    QFETCH(int, line);
    const JsonValue vector = jsonLines("vectors.jsonl")[static_cast<std::size_t>(line)];
    const Measurement result = measure(viewOf(*vector.find("my"), *vector.find("my_dtype")),
        viewOf(*vector.find("golden"), *vector.find("golden_dtype")), optionsOf("msprobe"));
    QCOMPARE(joined(cellsOf(result)), joined(textsOf(*vector.find("msprobe"))));
}

void OfficialMetricsTest::dumpsOfMsaccucmp()
{
    const auto lines = jsonLines("msaccucmp.jsonl");
    QVERIFY(lines.size() > 100);
    const MeasureOptions options = optionsOf("msaccucmp");
    for (const JsonValue& pair : lines) {
        const auto& dtypes = pair.find("dtype")->items;
        const Measurement result = measure(viewOfHex(*pair.find("my"), dtypes[0], *pair.find("shape")),
            viewOfHex(*pair.find("golden"), dtypes[1], *pair.find("shape")), options);
        QVERIFY2(cellsOf(result) == textsOf(*pair.find("text")),
            qPrintable(QString::fromStdString(pair.find("name")->text) + ": " + joined(cellsOf(result))
                + ", not " + joined(textsOf(*pair.find("text")))));
        QCOMPARE(result.reason, pair.find("reason")->text);
    }
}

void OfficialMetricsTest::dumpsOfMsprobe()
{
    const auto lines = jsonLines("msprobe.jsonl");
    QVERIFY(lines.size() > 50);
    const MeasureOptions options = optionsOf("msprobe");
    for (const JsonValue& pair : lines) {
        const auto& dtypes = pair.find("dtype")->items;
        const auto& shapes = pair.find("shape")->items;
        const Measurement result = measure(viewOfHex(*pair.find("my"), dtypes[0], shapes[0]),
            viewOfHex(*pair.find("golden"), dtypes[1], shapes[1]), options);
        QVERIFY2(cellsOf(result) == textsOf(*pair.find("text")),
            qPrintable(QString::fromStdString(pair.find("name")->text) + ": " + joined(cellsOf(result))
                + ", not " + joined(textsOf(*pair.find("text")))));
    }
}

void OfficialMetricsTest::statisticsOfMsprobe()
{
    QFile file(QStringLiteral(DUMPSCOPE_TEST_DATA "/metrics/msprobe_statistics.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto profile = optionsOf("msprobe").profile;
    int rows = 0;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines.mid(1)) {
        if (line.isEmpty())
            continue;
        const QList<QByteArray> cells = line.split(',');
        QCOMPARE(cells.size(), 4);
        const StatisticDifference result = profile->compareStatistic(
            statisticFromText(cells[0].toStdString()), statisticFromText(cells[1].toStdString()));
        QVERIFY2(result.difference.text == cells[2].toStdString()
                && result.relative.text == cells[3].toStdString(),
            (line + ": " + QByteArray::fromStdString(result.difference.text + " " + result.relative.text))
                .constData());
        ++rows;
    }
    QVERIFY(rows > 300);
}

void OfficialMetricsTest::longVectorsSumLikeNumpy()
{
    const MeasureOptions options = optionsOf("msaccucmp");
    for (const JsonValue& line : jsonLines("pairwise.jsonl")) {
        const auto count = static_cast<std::size_t>(*line.find("count")->integer());
        const auto [x, y] = generatedPair(count);
        const Measurement result
            = measure(vectorView(DType::Float32, x), vectorView(DType::Float32, y), options);
        const auto& raw = line.find("raw")->items;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            if (raw[i].kind == JsonValue::Kind::Null)
                continue;
            // Every bit of the float32 sums, whatever the vectors; cosine is clamped.
            const double expected = std::min(*raw[i].number(), i == 0 ? 1.0 : 1e300);
            QVERIFY2(*result.values[i].value == (std::fabs(expected) < 0x1p-52 ? 0.0 : expected),
                qPrintable(QString("%1 elements, metric %2: %3, not %4")
                               .arg(count)
                               .arg(i)
                               .arg(*result.values[i].value, 0, 'g', 17)
                               .arg(expected, 0, 'g', 17)));
        }
    }
}

void OfficialMetricsTest::threadsDoNotMatter()
{
    const auto [x, y] = generatedPair(300000);
    for (const char* profile : {"msaccucmp", "msprobe"}) {
        const MeasureOptions options = optionsOf(profile);
        const Measurement one
            = measure(vectorView(DType::Float32, x), vectorView(DType::Float32, y), options, 1);
        const Measurement five
            = measure(vectorView(DType::Float32, x), vectorView(DType::Float32, y), options, 5);
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            QCOMPARE(one.values[i].text, five.values[i].text);
            QCOMPARE(one.values[i].value, five.values[i].value);
        }
    }
}

void OfficialMetricsTest::elementLimitOfMsaccucmp()
{
    MeasureOptions options = optionsOf("msaccucmp");
    options.elementLimit = 2;
    const Measurement result = measure(vectorView<float>(DType::Float32, {1, 2, 9}),
        vectorView<float>(DType::Float32, {1, 2.5F, 3}), options);
    QCOMPARE(result.values[1].text, std::string("0.500000"));
    QCOMPARE(result.values[6].text, std::string("0.250000"));
}

void OfficialMetricsTest::countsMustAgree()
{
    const Measurement result = measure(vectorView<float>(DType::Float32, {1, 2, 3}),
        vectorView<float>(DType::Float32, {1, 2}), optionsOf("msaccucmp"));
    QCOMPARE(result.state, PairState::CountMismatch);
    QCOMPARE(result.values[0].text, std::string("NaN"));
    QVERIFY(QString::fromStdString(result.reason.text()).startsWith("The my output dump data size"));
}

void OfficialMetricsTest::shapesMustAgreeInMsprobe()
{
    const TensorView row = makeDenseView(DType::Float32, {1, 4}, bytesOf<float>({1, 2, 3, 4}));
    const TensorView flat = makeDenseView(DType::Float32, {4}, bytesOf<float>({1, 2, 3, 4}));
    const TensorView square = makeDenseView(DType::Float32, {2, 2}, bytesOf<float>({1, 2, 3, 4}));
    const Measurement squeezed = measure(row, flat, optionsOf("msprobe"));
    QCOMPARE(squeezed.values[0].text, std::string("1.0"));
    QCOMPARE(squeezed.alignment, std::vector {Message("squeeze")});
    const Measurement refused = measure(square, flat, optionsOf("msprobe"));
    QCOMPARE(refused.state, PairState::ShapeMismatch);
    for (const MetricValue& value : refused.values)
        QCOMPARE(value.text, std::string("shape unmatched"));
}

void OfficialMetricsTest::zeroDimensional_data()
{
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QByteArray>("x");
    QTest::addColumn<QByteArray>("y");
    QTest::addColumn<QByteArray>("difference");
    // NumPy: abs(dtype(x) - dtype(y)).
    QTest::newRow("uint8 wraps") << QByteArray("uint8") << QByteArray("01") << QByteArray("02")
                                 << QByteArray("255.0");
    QTest::newRow("int8 wraps") << QByteArray("int8") << QByteArray("9c") << QByteArray("64")
                                << QByteArray("56.0");
    QTest::newRow("int8 without an absolute value")
        << QByteArray("int8") << QByteArray("80") << QByteArray("00") << QByteArray("-128.0");
    QTest::newRow("bool") << QByteArray("bool") << QByteArray("00") << QByteArray("01") << QByteArray("1.0");
    QTest::newRow("float16 rounds") << QByteArray("float16") << QByteArray("0068") << QByteArray("0038")
                                    << QByteArray("2048.0"); // 2048 - 0.5
    QTest::newRow("int64") << QByteArray("int64") << QByteArray("0100000000000000")
                           << QByteArray("0300000000000000") << QByteArray("2.0");
}

void OfficialMetricsTest::zeroDimensional()
{
    QFETCH(QByteArray, dtype);
    QFETCH(QByteArray, x);
    QFETCH(QByteArray, y);
    QFETCH(QByteArray, difference);
    const DType type = *dtypeFromName(dtype.toStdString());
    const Measurement result = measure(makeDenseView(type, {}, bytesOfHex(x.toStdString())),
        makeDenseView(type, {}, bytesOfHex(y.toStdString())), optionsOf("msprobe"));
    QCOMPARE(result.values[2].text, difference.toStdString());
    QCOMPARE(result.values[0].text, std::string("unsupported"));
}

void OfficialMetricsTest::metricsOfOthersComeAlong()
{
    const auto registry = builtinMetrics();
    MeasureOptions options = optionsOf("msaccucmp");
    options.metrics = std::make_shared<MetricSelection>(
        *selectMetrics(*registry, "cosine_similarity,ulp_max,double=2*max_abs"));
    const Measurement result = measure(
        vectorView<float>(DType::Float32, {1, 2, 9}), vectorView<float>(DType::Float32, {1, 2, 3}), options);
    QCOMPARE(result.values[0].text.size(), std::size_t {8});
    QCOMPARE(result.values[2].text, std::string("12"));
}

void OfficialMetricsTest::textsOfPairsThatNeverMeet()
{
    const auto textOf = [](const char* profile, PairState state) {
        return notMeasured(optionsOf(profile), state, {}).values[0].text;
    };
    QCOMPARE(textOf("msaccucmp", PairState::UnmatchedTarget), std::string("NaN"));
    QCOMPARE(textOf("msprobe", PairState::UnmatchedTarget), std::string("unsupported"));
    QCOMPARE(textOf("msprobe", PairState::CountMismatch), std::string("shape unmatched"));
    QCOMPARE(textOf("dumpscope", PairState::UnmatchedTarget), std::string("unmatched-target"));
}

QTEST_APPLESS_MAIN(OfficialMetricsTest)
#include "tst_official_metrics.moc"
