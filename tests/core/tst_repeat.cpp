// SPDX-License-Identifier: GPL-3.0-or-later
// Runs written here that are equal but for what each test says.
#include "repeat/repeat_report.h"

#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"
#include "readers/format_registry.h"
#include "repeat/repeated_runs.h"
#include "trend/trend_opening.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Values = std::vector<float>;

Values ramp(std::size_t count, float by = 0.5F)
{
    Values values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(by * static_cast<float>(i % 97) - 3);
    return values;
}

float flipped(float value, unsigned bit)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ (1U << bit));
}

TensorView viewOf(const Values& values, Shape shape)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::ranges::copy(std::as_bytes(std::span(values)), bytes.begin());
    return makeDenseView(DType::Float32, std::move(shape), Bytes::fromVector(std::move(bytes)));
}

/// Two operators; the second takes what the first gives.
std::vector<DumpedOperator> program(const Values& middle, const Values& end, const Values& start = ramp(64))
{
    return {{"Torch.matmul.0.forward", {DumpedTensor {{8, 8}, start}}, {{8, 8}, middle}},
        {"Torch.sum.0.forward", {DumpedTensor {{8, 8}, middle}}, {{8, 8}, end}}};
}

struct Runs {
    TemporaryFolder folder;
    OwnedTask task;
    std::vector<std::shared_ptr<const TrendRun>> runs;

    /// By run, then rank.
    explicit Runs(const std::vector<std::vector<std::vector<DumpedOperator>>>& programs,
        MsprobeDumpWriter::Task kind = MsprobeDumpWriter::Task::Tensor)
    {
        for (std::size_t run = 0; run < programs.size(); ++run) {
            const std::string path = folder.at("run" + std::to_string(run));
            for (std::size_t rank = 0; rank < programs[run].size(); ++rank)
                MsprobeDumpWriter::write(path, programs[run][rank], static_cast<int>(rank), kind);
            runs.push_back(
                openTrendRun(openDump(path, builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                    .value());
        }
    }
    [[nodiscard]] RepeatResult result() { return compareRepeated(runs, task).value(); }
    [[nodiscard]] std::string firstName(const RepeatResult& result) const
    {
        const TrendCube& cube = runs.front()->cube();
        const TrendRow& row = cube.rows()[cube.cells()[result.first()->cell].row];
        return row.opName + ' ' + row.io;
    }
};

} // namespace

class TestRepeat : public QObject {
    Q_OBJECT

private slots:
    void equalRuns()
    {
        const auto one = program(ramp(64, 2), ramp(64, 3));
        Runs made({{one}, {one}, {one}});
        const RepeatResult result = made.result();
        QVERIFY(!result.first());
        QCOMPARE(result.equal, std::size_t {4});
        QCOMPARE(result.byBasis[static_cast<std::size_t>(RepeatBasis::Bits)], std::size_t {4});
        QVERIFY(
            repeatSentences(*made.runs.front(), result).front().text().starts_with("The 3 runs are equal"));
    }

    void anOperatorWithEqualInputs()
    {
        Values other = ramp(64, 2);
        other[9] = flipped(other[9], 28);
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good}, {program(other, ramp(64, 3))}, {good}});
        const RepeatResult result = made.result();
        QCOMPARE(made.firstName(result), std::string("Torch.matmul.0.forward output"));
        QCOMPARE(result.origin, RepeatResult::Origin::EqualInputs);
        QCOMPARE(result.oddRun, std::size_t {2});
        QCOMPARE(result.differences.size(), std::size_t {2});
        QVERIFY(result.bits.has_value());
        QCOMPARE(result.bits->first, std::uint64_t {9});
        QCOMPARE(*result.cause, RepeatCause::FlippedBit);
        QCOMPARE(bitDifferenceText(*result.bits).text(),
            std::string("1 of 64 elements differs, in one bit: bit 28 of element 9"));
    }

    void anInputIsNoFaultOfItsOperator()
    {
        Values start = ramp(64);
        start[0] += 1;
        Runs made({{program(ramp(64, 2), ramp(64, 3))}, {program(ramp(64, 2), ramp(64, 3), start)}});
        const RepeatResult result = made.result();
        QCOMPARE(result.origin, RepeatResult::Origin::InputItself);
        QCOMPARE(made.firstName(result), std::string("Torch.matmul.0.forward input"));
    }

    void oneRankAlone()
    {
        Values other = ramp(64, 3);
        other[3] = std::nextafter(other[3], 100.0F);
        other[4] = std::nextafter(other[4], 100.0F);
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good, good, good}, {good, program(ramp(64, 2), other), good}});
        const RepeatResult result = made.result();
        QCOMPARE(result.ranksFirst, (std::set<std::int64_t> {1}));
        QVERIFY(result.ranksLater.empty());
        QCOMPARE(*result.cause, RepeatCause::SummationOrder);
        bool saysDevice = false;
        for (const Message& sentence : repeatSentences(*made.runs.front(), result))
            saysDevice |= sentence.text() == "Rank 1 alone of 3 ever differs: look at its device";
        QVERIFY(saysDevice);
    }

    void statisticsAreSaidToBeAll()
    {
        const auto one = program(ramp(64, 2), ramp(64, 3));
        Runs made({{one}, {one}}, MsprobeDumpWriter::Task::Statistics);
        const RepeatResult result = made.result();
        QCOMPARE(result.byBasis[static_cast<std::size_t>(RepeatBasis::Statistics)], std::size_t {4});
        QVERIFY(repeatSentences(*made.runs.front(), result).front().text().find("as far as it was recorded")
            != std::string::npos);
        QCOMPARE(compareRepeated({made.runs.data(), 1}, made.task).error().code, Code::Usage);
    }

    void bits_data()
    {
        QTest::addColumn<QList<int>>("elements");
        QTest::addColumn<int>("bit");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("cause");
        using Elements = QList<int>;
        QTest::newRow("one element, many bits")
            << Elements {100} << -2 << "1 of 4096 elements differs: element 100, in"
            << int(RepeatCause::Unclear);
        QTest::newRow("a stuck line")
            << Elements {5, 900, 2000, 2001, 4000} << 30
            << "5 of 4096 elements differ, each in one bit (bits 30), between elements 5 and 4000"
            << int(RepeatCause::FlippedBit);
        QTest::newRow("a block") << Elements {16, 17, 20,
            23} << -2 << "4 of 4096 elements differ, all in one block of 32 bytes, from element 16 on"
                                 << int(RepeatCause::Race);
        QTest::newRow("a larger block")
            << Elements {128, 200, 255} << -2
            << "3 of 4096 elements differ, all in one block of 512 bytes, from element 128 on"
            << int(RepeatCause::Race);
        QTest::newRow("a row") << Elements {1024, 1100, 1279} << -2
                               << "3 of 4096 elements differ, all in row 4 of the last axis"
                               << int(RepeatCause::Race);
        QTest::newRow("a lane") << Elements {3, 531, 1027, 3075} << -2
                                << "4 of 4096 elements differ, all in lane 3 of 16" << int(RepeatCause::Race);
        QTest::newRow("a column") << Elements {3, 515, 1027, 3075} << -2
                                  << "4 of 4096 elements differ, all in column 3 of the last axis"
                                  << int(RepeatCause::Race);
        QTest::newRow("last digits") << Elements {1, 2, 300, 4095} << -1
                                     << "4 of 4096 elements differ, each in one bit"
                                     << int(RepeatCause::SummationOrder);
    }

    void bits()
    {
        QFETCH(QList<int>, elements);
        QFETCH(int, bit);
        QFETCH(QString, says);
        QFETCH(int, cause);
        const Values a(4096, 1.5F);
        Values b = a;
        for (const int element : elements) {
            float& value = b[static_cast<std::size_t>(element)];
            value = bit >= 0 ? flipped(value, static_cast<unsigned>(bit))
                : bit == -1  ? flipped(value, 0)
                             : 0.3F;
        }
        OwnedTask task;
        const auto found = bitDifference(viewOf(a, {16, 256}), viewOf(b, {16, 256}), task);
        QVERIFY(found);
        QCOMPARE(found->differing, static_cast<std::uint64_t>(elements.size()));
        QVERIFY2(QString::fromStdString(bitDifferenceText(*found).text()).startsWith(says),
            bitDifferenceText(*found).text().c_str());
        QCOMPARE(int(causeOf(*found, DType::Float32)), cause);
    }

    void zeroesAndNansAreBits()
    {
        OwnedTask task;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto same = bitDifference(viewOf({nan, 0, 1}, {3}), viewOf({nan, 0, 1}, {3}), task);
        QCOMPARE(same->differing, std::uint64_t {0});
        const auto signs = bitDifference(viewOf({nan, 0, 1}, {3}), viewOf({nan, -0.0F, 1}, {3}), task);
        QCOMPARE(signs->differing, std::uint64_t {1});
        QCOMPARE(signs->byBit[31], std::uint64_t {1});
        const auto empty = bitDifference(viewOf({}, {0}), viewOf({}, {0}), task);
        QCOMPARE(empty->elements, std::uint64_t {0});
        const auto scalar = bitDifference(viewOf({1}, {}), viewOf({2}, {}), task);
        QCOMPARE(scalar->differing, std::uint64_t {1});
        QCOMPARE(bitDifference(viewOf({1}, {1}), viewOf({1}, {}), task).error().code, Code::BadShape);
    }
};

QTEST_GUILESS_MAIN(TestRepeat)
#include "tst_repeat.moc"
