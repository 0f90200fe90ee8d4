// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/first_divergence.h"

#include <QTest>

using namespace dumpscope::core;

namespace {

struct Row {
    const char* op;
    Io io;
    Verdict verdict;
    std::optional<std::int64_t> rank = std::nullopt, step = std::nullopt;
    std::uint32_t occurrence = 0;
    bool lacksInputs = false;
};

DivergenceFinder feed(const std::vector<Row>& rows)
{
    DivergenceFinder finder;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        finder.add({i, rows[i].rank, rows[i].step, rows[i].op, rows[i].occurrence, rows[i].io,
            rows[i].verdict, rows[i].lacksInputs});
    }
    finder.finish();
    return finder;
}

constexpr auto kIn = Io::Input, kOut = Io::Output;
constexpr auto kPass = Verdict::Pass, kFail = Verdict::Fail, kWarn = Verdict::Warn;

} // namespace

class tst_FirstDivergence : public QObject {
    Q_OBJECT

private slots:
    void cleanInputsAndAWrongOutput()
    {
        const auto first = feed(
            {{"a", kIn, kPass}, {"a", kOut, kPass}, {"b", kIn, kWarn}, {"b", kOut, kFail}, {"c", kIn, kFail},
                {"c", kOut,
                    kFail}}).first();
        QVERIFY(first.has_value());
        QCOMPARE(QString::fromStdString(first->opName), "b");
        QCOMPARE(first->index, std::size_t {3});
        QVERIFY(first->inputsClean);
        QCOMPARE(QString::fromStdString(first->rule), "inputs-clean");
    }

    /// What could not be compared did not pass.
    void inputsThatCouldNotBeCompared()
    {
        const auto first = feed({{"a", kIn, Verdict::NotComparable}, {"a", kOut, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->rule), "no-inputs");
        QCOMPARE(first->text(), std::string("a (it has no inputs of its own that were compared; pair 1)"));
        QVERIFY(!first->inputsClean);
    }

    /// Some of them pass, which says nothing of the others.
    void someInputsCouldNotBeCompared()
    {
        const auto first
            = feed({{"a", kIn, Verdict::NotComparable}, {"a", kIn, kPass}, {"a", kOut, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->rule), "inputs-partly");
        QVERIFY(!first->inputsClean);
        QCOMPARE(
            first->text(), std::string("a (inputs pass but for those that could not be compared; pair 2)"));
        // One that only a side has is no pair.
        const auto lone = feed(
            {{"a", kIn, kPass}, {"b", kIn, kPass, {}, {}, 0, true},
                {"b", kOut, kFail, {}, {}, 0,
                    true}}).first();
        QCOMPARE(QString::fromStdString(lone->rule), "inputs-partly");
        // What is wrong among those that were compared goes before.
        const auto wrong
            = feed({{"a", kIn, Verdict::NotComparable}, {"a", kIn, kFail}, {"a", kOut, kFail}}).first();
        QCOMPARE(QString::fromStdString(wrong->rule), "inputs-differ");
        // That of another operator is no matter.
        const auto other = feed(
            {{"a", kIn, Verdict::NotComparable}, {"a", kOut, kPass}, {"b", kIn, kPass},
                {"b", kOut,
                    kFail}}).first();
        QCOMPARE(QString::fromStdString(other->rule), "inputs-clean");
    }

    void aWrongParameterIsNamed()
    {
        const auto first
            = feed({{"a", kOut, kPass}, {"b", kIn, kPass}, {"b", Io::Parameter, kFail}, {"b", kOut, kFail}})
                  .first();
        QCOMPARE(first->index, std::size_t {2});
        QVERIFY(!first->inputsClean);
        QCOMPARE(QString::fromStdString(first->rule), "inputs-differ");
    }

    /// Modules are recorded behind their parts: the scale inside attn is nobody's input.
    void aModuleWithCleanInputsHoldsTheFault()
    {
        const auto first = feed(
            {{"Module.norm.LayerNorm.forward.0", kOut, kPass},
                {"Module.attn.proj.Linear.forward.0", kIn, kFail},
                {"Module.attn.proj.Linear.forward.0", kOut, kFail},
                {"Module.attn.Attention.forward.0", kIn, kPass},
                {"Module.attn.Attention.forward.0", kOut, kFail}, {"Module.mlp.Linear.forward.0", kIn, kPass},
                {"Module.mlp.Linear.forward.0", kOut,
                    kFail}}).first();
        QCOMPARE(QString::fromStdString(first->opName), "Module.attn.Attention.forward.0");
        QCOMPARE(first->index, std::size_t {4});
        QVERIFY(first->inputsClean);
        // A wrong weight lies in the part.
        const auto part = feed(
            {{"Module.attn.proj.Linear.forward.0", kIn, kPass},
                {"Module.attn.proj.Linear.forward.0", Io::Parameter, kFail},
                {"Module.attn.proj.Linear.forward.0", kOut, kFail},
                {"Module.attn.Attention.forward.0", kIn, kPass},
                {"Module.attn.Attention.forward.0", kOut,
                    kFail}}).first();
        QCOMPARE(QString::fromStdString(part->opName), "Module.attn.proj.Linear.forward.0");
        // One that only begins alike encloses nothing.
        const auto other = feed(
            {{"Module.attn.proj.Linear.forward.0", kIn, kFail},
                {"Module.attn.proj.Linear.forward.0", kOut, kFail},
                {"Module.att.Attention.forward.0", kIn, kPass},
                {"Module.att.Attention.forward.0", kOut,
                    kFail}}).first();
        QCOMPARE(QString::fromStdString(other->opName), "Module.attn.proj.Linear.forward.0");
    }

    void anInputThatHasNoEffectIsNotIt()
    {
        const auto first
            = feed({{"a", kIn, kFail}, {"a", kOut, kPass}, {"b", kIn, kPass}, {"b", kOut, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->opName), "b");
    }

    void onlyInputsWereRecorded()
    {
        const auto first = feed({{"a", kIn, kPass}, {"b", kIn, kFail}, {"c", kIn, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->opName), "b");
        QCOMPARE(QString::fromStdString(first->rule), "input-only");
    }

    /// Plain files say no more than their names.
    void whatIsNeitherInputNorOutput()
    {
        constexpr auto kUnknown = Io::Unknown;
        const auto first = feed({{"a", kUnknown, kPass}, {"b", kUnknown, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->opName), "b");
        QCOMPARE(QString::fromStdString(first->rule), "no-io");
        QVERIFY(!first->inputsClean);
    }

    void onlyOutputsWereRecorded()
    {
        const auto first = feed({{"a", kOut, kPass}, {"b", kOut, kFail}, {"c", kOut, kFail}}).first();
        QCOMPARE(QString::fromStdString(first->opName), "b");
        QCOMPARE(QString::fromStdString(first->rule), "no-inputs");
    }

    void anEarlierStepGoesBeforeALowerRank()
    {
        const auto finder
            = feed({{"late", kOut, kFail, 0, 1}, {"x", kOut, kPass, 1, 0}, {"early", kOut, kFail, 1, 0}});
        QCOMPARE(QString::fromStdString(finder.first()->opName), "early");
        QCOMPARE(finder.all().size(), std::size_t {2});
    }

    void turnsOfALoopAreOperatorsOfTheirOwn()
    {
        const auto first = feed(
            {{"a", kIn, kPass}, {"a", kOut, kPass}, {"a", kIn, kPass, {}, {}, 1},
                {"a", kOut, kFail, {}, {},
                    1}}).first();
        QVERIFY(first->inputsClean);
        QCOMPARE(first->index, std::size_t {3});
    }

    void nothingFails() { QVERIFY(!feed({{"a", kOut, kWarn}, {"b", kOut, Verdict::NotComparable}}).first()); }

    void knownAsSoonAsTheOperatorIsOver()
    {
        DivergenceFinder finder;
        QVERIFY(!finder.add({0, {}, {}, "a", 0, kOut, kFail}));
        const auto told = finder.add({1, {}, {}, "b", 0, kIn, kPass});
        QVERIFY(told.has_value());
        QCOMPARE(QString::fromStdString(told->opName), "a");
    }
};

QTEST_APPLESS_MAIN(tst_FirstDivergence)
#include "tst_first_divergence.moc"
