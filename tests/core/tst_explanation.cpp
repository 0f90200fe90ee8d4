// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: arithmetic by hand on the arrays below.
#include "compare/conclusion/explanation.h"

#include "compare/elements/difference_pattern.h"
#include "compare/elements/memory_overlap.h"
#include "compare/tables/run_curves.h"
#include "memory_dump.h"

#include "msprobe_dump_writer.h"
#include "npy_file.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

struct Compared : ComparedDumps {
    Compared(const std::vector<float>& target, const std::vector<float>& golden)
        : Compared(dumpOf(target), dumpOf(golden))
    {
    }
    Compared(const std::vector<DumpedOperator>& target, const std::vector<DumpedOperator>& golden)
        : ComparedDumps(target, golden,
            R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0.25,"verdict":"fail"},
                {"metric":"cosine_similarity","op":">=","value":0.5,"verdict":"fail"}]})")
    {
    }

    static std::vector<DumpedOperator> dumpOf(const std::vector<float>& output)
    {
        return {{"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, output}}};
    }
    [[nodiscard]] std::size_t rowOf(Io io) const
    {
        const PairTable& pairs = *comparison.pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (pairs.target().index->tensor(pairs.row(row).pair.target).io == io)
                return row;
        }
        return pairs.rows();
    }
    [[nodiscard]] QStringList texts(std::size_t row, ExplanationKind kind) const
    {
        QStringList texts;
        for (const Explanation& explanation : explainPair(comparison, row, limits)) {
            if (explanation.kind == kind)
                texts << QString::fromStdString(explanation.text.text());
        }
        return texts;
    }
};

} // namespace

class tst_Explanation : public QObject {
    Q_OBJECT

private slots:
    void wordsAreStable()
    {
        QCOMPARE(explanationWord(ExplanationKind::FirstDifference), "first-difference");
        QCOMPARE(explanationWord(ExplanationKind::Pairing), "pairing");
    }

    /// `a` makes a tensor at 0x1000, `x` writes at 0x1010 before `c` uses it. What was free before, or is
    /// whole again, is no overlap.
    void overwrittenInputs()
    {
        const auto dump = [](std::uint64_t address, bool isLate) {
            dumpscope::test::MemoryDump made;
            dumpscope::test::MemoryDump::Tensor a {"a", "A", Io::Output}, x {"x", "X", Io::Output},
                c {"c", "C", Io::Input};
            a.address = c.address = 0x1000;
            x.address = address;
            a.bytes = c.bytes = x.bytes = 0x20;
            made.add(isLate ? a : x).add(isLate ? x : a).add(c);
            return made.finish();
        };
        const auto inputOf = [](const DumpIndex& index) {
            std::uint32_t i = 0;
            while (index.tensor(TensorId(i)).io != Io::Input)
                ++i;
            return TensorId(i);
        };
        const auto trampled = dump(0x1010, true);
        const auto overlap = overwrittenInput(*trampled, inputOf(*trampled));
        QVERIFY(overlap);
        QCOMPARE(trampled->text(trampled->tensor(overlap->writer).opName), std::string_view("x"));
        QCOMPARE(overlapText(*trampled, inputOf(*trampled), *overlap).text(),
            std::string("its memory was written in between: output 0 of a made it, and then output 0 of x "
                        "was written to "
                        "0x1010-0x102f, across the 0x1000-0x101f of this input"));
        for (const auto& fine : {dump(0x1020, true), dump(0x1010, false), dump(0x1000, true)})
            QVERIFY(!overwrittenInput(*fine, inputOf(*fine)));
    }

    /// A row that passes although it is beyond a limit says by what, and the limit is no reason.
    void whatPassesBeyondALimit()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        compared.comparison.pairs->settle(row, Verdict::Pass, Message("a known effect: so it is"));
        QCOMPARE(
            compared.texts(row, ExplanationKind::Verdict), QStringList {"pass: a known effect: so it is"});
        QVERIFY(compared.texts(row, ExplanationKind::Limit).isEmpty());
        QVERIFY(compared.texts(row, ExplanationKind::Note)
                    .contains("max_absolute_error is 1, must be <= 0.25, 4 times the limit"));
    }

    /// Likewise where it warns only of something else, and where nothing was judged.
    void whatIsBeyondALimitThatDoesNotDecide()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        const auto missed = [&] { return missedLimits(*compared.comparison.pairs, row, compared.limits); };
        QVERIFY(missed().areTheReason());
        compared.comparison.pairs->settle(row, Verdict::Warn, Message("a known effect: so it is"));
        QCOMPARE(
            compared.texts(row, ExplanationKind::Verdict), QStringList {"warn: a known effect: so it is"});
        QVERIFY(compared.texts(row, ExplanationKind::Limit).isEmpty());
        QCOMPARE(missed().explained.size(), std::size_t {1});
        compared.comparison.pairs->settle(row, Verdict::NotComparable, Message("not here"));
        QCOMPARE(compared.texts(row, ExplanationKind::Verdict), QStringList {"not-comparable: not here"});
        QVERIFY(missed().deciding.empty() && missed().explained.empty());
    }

    void missedLimitAndFirstDifference()
    {
        // The third element is off by 1: four times the limit of 0.25.
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        QVERIFY(compared.good);
        const std::size_t row = compared.rowOf(Io::Output);
        QCOMPARE(compared.texts(row, ExplanationKind::Verdict), QStringList {"fail: 1 limit is missed"});
        QCOMPARE(compared.texts(row, ExplanationKind::Limit),
            QStringList {"max_absolute_error is 1, must be <= 0.25, 4 times the limit"});
        // ‖d‖ / ‖y‖ = 1/√30 = 0.18; the worst element by 1/4 of the largest.
        const QStringList error = compared.texts(row, ExplanationKind::Error);
        QCOMPARE(error.size(), 1);
        QVERIFY2(error[0].startsWith("off by 0.18 (relative L2), the inputs of the operator are equal;")
                || error[0].startsWith("an element is off by 0.25 of the largest one"),
            qPrintable(error[0]));
        QVERIFY(compared.texts(row, ExplanationKind::Suspect)
                    .value(0)
                    .startsWith("Torch.neg.0.forward is suspect 1 of 1: "));
        QCOMPARE(compared.texts(row, ExplanationKind::Conclusion),
            QStringList {"most likely at fault: rank 0 step 0 Torch.neg.0.forward output 0"});
        // The cause stands before the limit that is missed because of it.
        QStringList order;
        for (const Explanation& explanation : explainPair(compared.comparison, row, compared.limits))
            order << QString::fromStdString(std::string(explanationWord(explanation.kind)));
        QVERIFY2(order.indexOf("conclusion") < order.indexOf("suspect")
                && order.indexOf("suspect") < order.indexOf("limit"),
            qPrintable(order.join(' ')));
        TaskContext& task = compared.task;
        const auto first = explainDifferences(*compared.comparison.pairs, row, task);
        QVERIFY(first);
        QCOMPARE(first->size(), std::size_t {2});
        QCOMPARE((*first)[0].text.text(),
            std::string("the first element that differs is [1,0] (flat 2): -4 against -3"));
        QCOMPARE((*first)[0].element, std::uint64_t {2});
        QCOMPARE((*first)[1].text.text(), std::string("only this one of 4 elements differs"));
        const auto equal = explainDifferences(*compared.comparison.pairs, compared.rowOf(Io::Input), task);
        QVERIFY(equal && equal->size() == 1);
        QCOMPARE(equal->front().text.text(), std::string("no element differs"));
    }

    /// What is known of the inputs is said as it is, and what a failure follows from.
    void whatAFailureFollowsFrom()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        auto& outputs = compared.comparison.suspicion.outputs;
        const auto errorOf
            = [&](double explained, double inherited, bool knowsInputs, bool areIntegersUnseen) {
                  outputs = {{row, JudgedOutput::Measure::RelativeL2, 0.18, explained, inherited, true,
                      knowsInputs, areIntegersUnseen, 0}};
                  return compared.texts(row, ExplanationKind::Error);
              };
        QCOMPARE(
            errorOf(0.1, 0, true, false)[1], "the error may be inherited: what is off before explains it");
        QVERIFY(errorOf(0.1, 0, true, false)[0].contains(
            "the inputs of the operator are equal; what is off before and float32 rounding explain 0.1"));
        compared.comparison.suspicion.noise = 0.1;
        QCOMPARE(errorOf(0.1, 0, true, false)[1], "rounding and the noise of the run explain the error");
        compared.comparison.suspicion.noise = 0;
        QCOMPARE(errorOf(0.1, 0.05, true, false)[1], "the error is inherited: what comes in explains it");
        const QStringList unseen = errorOf(0.1, 0, false, true);
        QVERIFY2(
            unseen[0].contains(", the inputs of the operator are not seen to differ, of integers only the "
                               "extremes are known; "),
            qPrintable(unseen[0]));
        QCOMPARE(unseen[1], "the error may be inherited: what is off before explains it");
        QVERIFY(errorOf(0.1, 0, false, false)[0].contains("by how much its inputs are off was not measured"));
        QCOMPARE(errorOf(0.01, 0, true, false).size(), 1); // 18 times
    }

    void differencesBeyondRounding()
    {
        // All four numbers differ; three of them as 1.0001 does from 1, which float16 cannot tell.
        TemporaryFolder folder;
        const std::vector<std::uint16_t> target {0x3C00, 0x4000, 0x4300, 0x4400}; // 1, 2, 3.5, 4
        const std::vector<float> golden {1.0001F, 2.0002F, 3, 4.0004F};
        QVERIFY(writeFile(folder.at("target.npy"), npyFile("<f2", {4}, target)));
        QVERIFY(writeFile(folder.at("golden.npy"), npyFile(golden)));
        OwnedTask task;
        const auto open = [&](const char* name) {
            return ComparisonSide {*openDump(folder.at(name), builtinFormats(), {}, task), std::nullopt};
        };
        ComparisonOptions options;
        const auto metrics = builtinMetrics();
        options.measure.profile = metrics->findProfile("dumpscope");
        options.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*metrics, "quick"));
        const auto comparison = compareSides(open("target.npy"), open("golden.npy"), options, {}, task);
        QVERIFY(comparison && comparison->pairs->rows() == 1);
        const auto all = explainDifferences(*comparison->pairs, 0, task);
        QVERIFY(all && all->size() >= 2);
        QCOMPARE((*all)[0].text.text(),
            std::string(
                "the first element that differs beyond rounding to the coarser type is [2] (flat 2): 3.5 "
                "against 3"));
        QCOMPARE((*all)[1].text.text(),
            std::string("only this one of 4 elements differs beyond rounding to the coarser type"));
    }

    /// Nothing came in that was dumped, so nothing is said of it.
    void inputsThatWereNotDumped()
    {
        Compared compared({{"Torch.rand.0.forward", {}, {{2, 2}, {1, 2, 3, 8}}}},
            {{"Torch.rand.0.forward", {}, {{2, 2}, {1, 2, 3, 4}}}});
        QVERIFY(compared.good);
        const QStringList error = compared.texts(compared.rowOf(Io::Output), ExplanationKind::Error);
        QCOMPARE(error.size(), 1);
        QVERIFY2(error[0].contains("its inputs were not dumped"), qPrintable(error[0]));
        QVERIFY2(!error[0].contains("by at most"), qPrintable(error[0]));
    }

    // A parameter, a constant or the data: what is said of their error agrees with the suspect of the
    // operator.
    void inputsThatNobodyMade()
    {
        const Compared compared(
            {{"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 8}}}, {{2, 2}, {-1, -2, -3, -8}}}},
            {{"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, {-1, -2, -3, -4}}}});
        QVERIFY(compared.good);
        const std::size_t row = compared.rowOf(Io::Input);
        QCOMPARE(compared.texts(row, ExplanationKind::Error),
            QStringList {"already off by 0.73 (relative L2) when it reaches the operator"});
        const QStringList suspect = compared.texts(row, ExplanationKind::Suspect);
        QCOMPARE(suspect.size(), 1);
        QVERIFY2(suspect[0].contains("no operator in the dump ran before it"), qPrintable(suspect[0]));
        QVERIFY2(suspect[0].endsWith("what is wrong is that input"), qPrintable(suspect[0]));
        QVERIFY2(!suspect[0].contains("came with"), qPrintable(suspect[0]));
    }

    void patterns_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<QString>("formula"); // of the target, over index and golden
        QTest::addColumn<QString>("text");
        QTest::newRow("one channel") << Shape {2, 3, 4} << "channel"
                                     << "8 of 24 elements differ: all of [:,1,:]";
        QTest::newRow("every fourth") << Shape {24} << "fourth"
                                      << "6 of 24 elements differ: all of [1::4]";
        QTest::newRow("from there on") << Shape {4, 6} << "tail"
                                       << "17 of 24 elements differ: all of [7:] of the flattened tensor";
        QTest::newRow("within a row") << Shape {4, 6} << "some"
                                      << "3 of 24 elements differ, all within [1,:]";
        QTest::newRow("factor") << Shape {4, 6} << "twice"
                                << "all 24 elements differ; each is golden's times 2";
        // 1 + 2^-10 against factors from 1 - 2^-19 to 1 + 2^-20, which are nearer to 1 than to one another.
        QTest::newRow("factor near 1") << Shape {4, 6} << "bit more"
                                       << "all 24 elements differ; each is golden's times 1.001";
        QTest::newRow("factors around 1") << Shape {4, 6} << "around"
                                          << "all 24 elements differ";
        QTest::newRow("amount") << Shape {4, 6} << "more"
                                << "all 24 elements differ; each is golden's plus 0.5";
        QTest::newRow("noise beside")
            << Shape {2, 3, 4} << "noise"
            << "all 24 elements differ; 8 of them by more than 0.064, all within [:,1,:]";
        QTest::newRow("noise beside, and one far off")
            << Shape {2, 3, 4} << "noise and one"
            << "all 24 elements differ; one element of 24 is far off: [0,0,2] by 1e+06; no other number that "
               "differs is off by more than 7; 8 of the others by more than 0.007, all within [:,1,:]";
        QTest::newRow("amount, and one far off")
            << Shape {4, 6} << "more and one"
            << "all 24 elements differ; one element of 24 is far off: [0,2] by 1e+06; no other number that "
               "differs is off by more than 0.5; each of the others is golden's plus 0.5";
        QTest::newRow("a channel, and two far off") << Shape {2, 3, 4} << "channel and two"
                                                    << "9 of 24 elements differ, all within [:,1:,:]; 2 "
                                                       "elements of 24 are far off, by 1e+06 or more, "
                                                       "the worst is [1,2,3]; no other number that differs "
                                                       "is off by more than 7; the other 7 are all "
                                                       "within [:,1,:]";
        QTest::newRow("amount, and a NaN")
            << Shape {4, 6} << "more and nan"
            << "all 24 elements differ; one of them is NaN or infinite on one side at least; each of the "
               "others is golden's plus 0.5";
        // The largest element is off by the share that all are off by: 2^-8 of it.
        QTest::newRow("a large element with the same share")
            << Shape {4, 6} << "share"
            << "all 24 elements differ; one of them by more than 3.9, [1,3]";
        QTest::newRow("sign") << Shape {4, 6} << "sign"
                              << "all 24 elements differ; each has the opposite sign";
        QTest::newRow("rows exchanged") << Shape {4, 6} << "rows"
                                        << "12 of 24 elements differ: [1,:] and [3,:] are exchanged";
        QTest::newRow("columns exchanged") << Shape {4, 6} << "columns"
                                           << "8 of 24 elements differ: [:,0] and [:,2] are exchanged";
        QTest::newRow("rows in another order")
            << Shape {4, 6} << "order of rows"
            << "18 of 24 elements differ: [[0,1,3],:] hold golden's slices in another order: [[1,3,0],:]";
        QTest::newRow("corners") << Shape {4, 6} << "corners"
                                 << "5 of 24 elements differ, all within [[0,1,3],[0,3,5]]";
        QTest::newRow("two") << Shape {4, 6} << "two"
                             << "2 of 24 elements differ: [0,1], [3,4]";
        QTest::newRow("three rows") << Shape {6, 4} << "three rows"
                                    << "12 of 24 elements differ: all of [[0,1,5],:]";
        QTest::newRow("constant") << Shape {4, 6} << "constant"
                                  << "all 24 elements differ; each is 0 in the target";
    }
    void patterns()
    {
        QFETCH(const Shape, shape);
        QFETCH(const QString, formula);
        QFETCH(const QString, text);
        const auto goldenAt
            = [&](int i) { return formula == "share" && i == 9 ? 1e6F : static_cast<float>(i % 5) + 1; };
        const auto wrong = [&](int i, float y) {
            const float jump = static_cast<float>(i * i % 7 + 3);
            if (formula == "channel")
                return i / 4 % 3 == 1 ? y + jump : y;
            if (formula == "fourth")
                return i % 4 == 1 ? y - jump : y;
            if (formula == "tail")
                return i >= 7 ? y + jump : y;
            if (formula == "some")
                return i == 6 || i == 7 || i == 10 ? y + jump : y;
            if (formula == "twice")
                return 2 * y;
            if (formula == "sign")
                return -y;
            if (formula == "two")
                return i == 1 || i == 22 ? y + jump : y;
            if (formula == "three rows")
                return i / 4 < 2 || i / 4 == 5 ? y + jump : y;
            if (formula == "constant")
                return 0.0F;
            if (formula == "rows")
                return i / 6 % 2 == 0 ? y : goldenAt(i / 6 == 1 ? i + 12 : i - 12);
            if (formula == "columns")
                return i % 6 > 2 || i % 6 == 1 ? y : goldenAt(i % 6 == 0 ? i + 2 : i - 2);
            if (formula == "order of rows") // golden's 1, 3, 2, 0
                return i / 6 == 2 ? y : goldenAt(i % 6 + 6 * (i / 6 == 0 ? 1 : i / 6 == 1 ? 3 : 0));
            if (formula == "bit more")
                return y * (1 + 0x1p-10F);
            if (formula == "around")
                return y * (i % 2 == 0 ? 1 - 0x1p-19F : 1 + 0x1p-20F);
            if (formula == "more")
                return y + 0.5F;
            if (formula == "channel and two" && (i == 4 || i == 23))
                return i == 4 ? y + 1e6F : y - 2e6F;
            if (formula == "channel and two")
                return i / 4 % 3 == 1 ? y + jump : y;
            if (formula == "more and nan")
                return i == 7 ? std::numeric_limits<float>::quiet_NaN() : y + 0.5F;
            if ((formula == "more and one" || formula == "noise and one") && i == 2)
                return y + 1e6F;
            if (formula == "more and one")
                return y + 0.5F;
            if (formula == "noise and one")
                return i / 4 % 3 == 1 ? y + jump : y + (i % 2 == 0 ? 1 : -1) * 0x1p-11F;
            if (formula == "share")
                return y + (i % 2 == 0 ? 1 : -1) * y * 0x1p-8F;
            if (formula == "noise") // up to 64, else 2^-11
                return i / 4 % 3 == 1 ? y + (i == 4 ? 64 : jump) : y + (i % 2 == 0 ? 1 : -1) * 0x1p-11F;
            return i == 0 || i == 5 || i == 9 || i == 18 || i == 23 ? y + jump : y;
        };
        std::vector<float> target, golden;
        for (int i = 0; i < 24; ++i) {
            golden.push_back(goldenAt(i));
            target.push_back(wrong(i, golden.back()));
        }
        const auto dump = [&](const std::vector<float>& output) {
            return std::vector<DumpedOperator> {
                {"Torch.neg.0.forward", {DumpedTensor {{2}, {1, 2}}}, {shape, output}}};
        };
        Compared compared(dump(target), dump(golden));
        TaskContext& task = compared.task;
        const auto found = differencePattern(*compared.comparison.pairs, compared.rowOf(Io::Output), task);
        QVERIFY(found);
        QStringList sentences;
        for (const PatternSentence& sentence : *found)
            sentences << QString::fromStdString(sentence.text.text());
        QCOMPARE(sentences.join("; "), text);
    }

    /// Values that are golden's at other places, and one row that is off by more than noise.
    void placesOfValues_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("text");
        QTest::newRow("transposed") << Shape {6, 6} << "transposed"
                                    << "30 of 36 elements differ: it is golden's transposed";
        QTest::newRow("axes exchanged")
            << Shape {2, 6, 6} << "transposed"
            << "60 of 72 elements differ: it is golden's with axes 1 and 2 exchanged";
        QTest::newRow("all rows in another order") << Shape {10, 4} << "turned"
                                                   << "all 40 elements differ: 10 of 10 slices along axis 0 "
                                                      "are golden's in another order, the first: "
                                                      "[0,:] is golden's [1,:]";
        QTest::newRow("a bad row in noise")
            << Shape {6, 8} << "bad row"
            << "all 48 elements differ; [2,:] stands out: it is off by 0.1 (relative L2), every other slice "
               "along axis 0 by no more than 0.002";
        QTest::newRow("noise") << Shape {6, 8} << "noise"
                               << "all 48 elements differ";
    }
    void placesOfValues()
    {
        QFETCH(const Shape, shape);
        QFETCH(const QString, formula);
        QFETCH(const QString, text);
        const auto count = static_cast<int>(elementCount(shape).value());
        const auto columns = static_cast<int>(shape.back());
        const auto goldenAt = [](int i) { return static_cast<float>((i * 37 + 11) % 101) + 1; };
        const auto targetAt = [&](int i) {
            const int row = i / columns, column = i % columns;
            if (formula == "transposed") // of the last two axes
                return goldenAt(i - i % 36 + column * 6 + row % 6);
            if (formula == "turned")
                return goldenAt((i + columns) % count);
            const float noise = i * i % 3 == 0 ? 1.002F : 0.998F;
            return goldenAt(i) * (formula == "bad row" && row == 2 ? 1.1F : noise);
        };
        std::vector<float> target, golden;
        for (int i = 0; i < count; ++i) {
            golden.push_back(goldenAt(i));
            target.push_back(targetAt(i));
        }
        const auto dump = [&](const std::vector<float>& output) {
            return std::vector<DumpedOperator> {
                {"Torch.neg.0.forward", {DumpedTensor {{2}, {1, 2}}}, {shape, output}}};
        };
        Compared compared(dump(target), dump(golden));
        const auto found
            = differencePattern(*compared.comparison.pairs, compared.rowOf(Io::Output), compared.task);
        QVERIFY(found);
        QStringList sentences;
        for (const PatternSentence& sentence : *found)
            sentences << QString::fromStdString(sentence.text.text());
        QCOMPARE(sentences.join("; "), text);
    }

    /// What the other three elements give is no number of the tensor, but shares that count the fourth are.
    void numbersBesideANaN()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Compared compared({-1, -2, nan, -4}, {-1, -2, -3, -4});
        QVERIFY(compared.good);
        const std::size_t row = compared.rowOf(Io::Output);
        const PairTable& pairs = *compared.comparison.pairs;
        for (const char* metric : {"cosine_similarity", "max_absolute_error"}) {
            const int column = pairs.columnByName(metric);
            QVERIFY2(isNull(pairs.cell(row, column)), metric);
            const auto number = pairs.metricNumber(row, column);
            QVERIFY2(number && std::isnan(*number), metric);
            const auto input = pairs.metricNumber(compared.rowOf(Io::Input), column);
            QCOMPARE(input, std::optional(*metric == 'c' ? 1.0 : 0.0));
        }
        // What a program reads has the state beside the number.
        QCOMPARE(pairs.row(row).values.number(0), std::optional(1.0));
        QCOMPARE(pairs.row(row).values.state(0), PairState::NonFinite);
        OwnedTask task(1);
        const auto matrix = makeTargetMatrix({compared.comparison.pairs}, true, task);
        QCOMPARE(matrix->tensors.size(), std::size_t {1});
        QVERIFY(std::isnan(matrix->cells[0].error));
        RunCurvesRequest request;
        request.matrix = std::make_shared<const TargetMatrix>(*matrix);
        request.figures = {{"max_absolute_error", true}};
        const auto curves = makeRunCurves(request, task);
        QCOMPARE(curves->charts.size(), std::size_t {1});
        QCOMPARE(
            curves->charts[0].targets[0].marks, (std::vector<RunCurves::Mark> {{0, RunCurves::Edge::NaN}}));
    }

    void equalTensors()
    {
        Compared compared({-1, -2, -3, -0.0F}, {-1, -2, -3, 0.0F});
        const std::size_t row = compared.rowOf(Io::Output);
        QCOMPARE(compared.texts(row, ExplanationKind::Limit), QStringList {});
        QVERIFY(
            compared.texts(row, ExplanationKind::Verdict).value(0).startsWith("pass: within the limits of"));
        QCOMPARE(compared.texts(row, ExplanationKind::Suspect), QStringList {});
        TaskContext& task = compared.task;
        const auto first = explainDifferences(*compared.comparison.pairs, row, task);
        QVERIFY(first && first->size() == 1 && !first->front().element);
    }

    void aFileThatVanishedIsASentence()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        QVERIFY(QFile::remove(QString::fromStdString(
            compared.folder.at("golden/step0/rank0/dump_tensor_data/Torch.neg.0.forward.output.0.npy"))));
        TaskContext& task = compared.task;
        const auto first = explainDifferences(*compared.comparison.pairs, row, task);
        QVERIFY(first && first->size() == 1);
        QVERIFY(first->front().text.text().starts_with("the first difference cannot be told: "));
        QVERIFY(explainPair(compared.comparison, 1000, compared.limits).empty());
    }

    void cancelling()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        compared.task.stopSource().request_stop();
        TaskContext& task = compared.task;
        const auto first = explainDifferences(*compared.comparison.pairs, compared.rowOf(Io::Output), task);
        QVERIFY(!first && first.error().code == Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(tst_Explanation)
#include "tst_explanation.moc"
