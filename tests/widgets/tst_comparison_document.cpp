// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/truth_errors.h"
#include "comparison/suspects/suspect_list_model.h"
#include "tensor_desk.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
using DocumentState = ComparisonDocument::State;

core::Limits looseLimits()
{
    return *core::parseLimits(
        R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":1e300}]})", "loose");
}

struct ComparingDesk : test::Desk {
    OpenedRoot* target = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
    OpenedRoot* golden = session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
};

} // namespace

class ComparisonDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void startsWhenBothSidesAreRead();
    void laterLimitsJudgeWhatIsThere();
    void newVerdictsAreCounted();
    void sidesSwap();
    void choosingAPairChoosesItsTensor();
    void goesWithItsRoot();
    void beginsAgainWithARootReadAnew();
    void goneWhileRunning();
    void nothingToCompareIsAProblem();
    void aThirdRunIsTheTruth();
    void suspectsAreWeighedWhenAsked();
};

void ComparisonDocumentTest::startsWhenBothSidesAreRead()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QCOMPARE(document->state(), DocumentState::Waiting);
    QCOMPARE(desk.comparisons.current(), document);
    QCOMPARE(desk.comparisons.compare({{desk.target}, {desk.golden}}), document);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QVERIFY(document->result());
    QCOMPARE(document->pairs().get(), static_cast<const core::PairTable*>(document->result()->pairs.get()));
    QVERIFY(document->pairs()->rows() > 0);
    QVERIFY(document->result()->summary.fail > 0);
    QVERIFY(document->firstDivergence());
    QCOMPARE(desk.target->side(), OpenedRoot::Side::Target);
    QCOMPARE(desk.golden->side(), OpenedRoot::Side::Golden);
}

void ComparisonDocumentTest::laterLimitsJudgeWhatIsThere()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    document->setLimits(looseLimits()); // before it has begun
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!document->isJudging(), kPatienceMs);
    const auto loose = document->result();
    QSignalSpy replaced(document, &ComparisonDocument::pairsReplaced);
    document->setLimits(*core::presetLimits("precision"));
    QTRY_COMPARE_WITH_TIMEOUT(replaced.count(), 1, kPatienceMs);
    QVERIFY(document->result()->summary.fail > 0);
    QVERIFY(document->firstDivergence());
    // Who still looks at the table before sees the verdicts before.
    std::uint64_t failed = 0;
    for (std::size_t row = 0; row < loose->pairs->rows(); ++row)
        failed += loose->pairs->row(row).verdict == core::Verdict::Fail ? 1 : 0;
    QCOMPARE(failed, loose->summary.fail);
    QVERIFY(failed < document->result()->summary.fail);
}

void ComparisonDocumentTest::newVerdictsAreCounted()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QString said;
    connect(document, &ComparisonDocument::verdictsChanged, document,
        [&](const VerdictChanges& changes) { said = changes.sentence(); });
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QCOMPARE(said, QString()); // a first comparison changes nothing
    const auto failed = document->result()->summary.fail;
    QVERIFY(failed > 1);
    document->setLimits(looseLimits());
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatienceMs);
    const core::ComparisonSummary& loose = document->result()->summary;
    QCOMPARE(loose.fail, std::uint64_t {0});
    QVERIFY2(said.contains(" rows changed: "), qPrintable(said));
    QVERIFY2(said.contains(QString("%1 now pass").arg(failed)), qPrintable(said));
    said.clear();
    document->setLimits(looseLimits());
    QTRY_COMPARE_WITH_TIMEOUT(said, QString("No verdict changed."), kPatienceMs);
    // A pair that is taken apart goes.
    said.clear();
    ComparisonSetup setup = document->setup();
    const QString name = document->targetOf(0).opName();
    std::size_t rows = 0;
    for (std::size_t row = 0; row < document->pairs()->rows(); ++row)
        rows += document->targetOf(row).opName() == name ? 1 : 0;
    setup.edits.unpair(name, document->goldenOf(0).opName());
    document->run(setup);
    QTRY_COMPARE_WITH_TIMEOUT(said,
        rows == 1 ? QString("1 row changed: 1 no longer compared.")
                  : QString("%1 rows changed: %1 no longer compared.").arg(rows),
        kPatienceMs);
}

void ComparisonDocumentTest::sidesSwap()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    desk.comparisons.swapSides();
    QCOMPARE(document->setup().target.root.data(), desk.golden);
    QCOMPARE(desk.golden->side(), OpenedRoot::Side::Target);
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QCOMPARE(document->targetOf(0).root.data(), desk.golden);
    desk.comparisons.undoStack().undo();
    QCOMPARE(document->setup().target.root.data(), desk.target);
    QCOMPARE(desk.golden->side(), OpenedRoot::Side::Golden);
    desk.comparisons.undoStack().redo();
    QCOMPARE(document->setup().target.root.data(), desk.golden);
}

void ComparisonDocumentTest::choosingAPairChoosesItsTensor()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QVERIFY(document->pairs()->rows() > 3);
    desk.comparisons.select(3);
    QVERIFY(desk.selection.tensor() == document->targetOf(3));
    // The golden tensor of another pair chosen elsewhere chooses the pair, and stays chosen.
    desk.selection.select(document->goldenOf(1));
    QCOMPARE(desk.comparisons.pair(), std::optional<std::size_t>(1));
    QVERIFY(desk.selection.tensor() == document->goldenOf(1));
}

void ComparisonDocumentTest::goesWithItsRoot()
{
    ComparingDesk desk;
    desk.comparisons.compare({{desk.target}, {desk.golden}});
    desk.session.close(desk.golden);
    QVERIFY(desk.comparisons.all().isEmpty());
    QVERIFY(!desk.comparisons.current());
}

void ComparisonDocumentTest::beginsAgainWithARootReadAnew()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    const std::size_t rows = document->pairs()->rows();
    desk.session.rescan(desk.target);
    QCOMPARE(document->state(), DocumentState::Waiting);
    QVERIFY(!document->pairs());
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QCOMPARE(document->pairs()->rows(), rows);
}

void ComparisonDocumentTest::goneWhileRunning()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QTRY_VERIFY_WITH_TIMEOUT(document->state() != DocumentState::Waiting, kPatienceMs);
    desk.comparisons.close(document);
    QTRY_VERIFY_WITH_TIMEOUT(desk.tasks.running().isEmpty(), kPatienceMs);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void ComparisonDocumentTest::nothingToCompareIsAProblem()
{
    const QTemporaryDir target, golden;
    test::Desk desk;
    ComparisonDocument* const document
        = desk.comparisons.compare({{desk.session.open(target.path())}, {desk.session.open(golden.path())}});
    QTRY_VERIFY_WITH_TIMEOUT(document->isOver() && desk.tasks.running().isEmpty(), kPatienceMs);
    QVERIFY(document->result());
    QCOMPARE(desk.problems.count(), 1);
    QCOMPARE(QString::fromStdString(desk.problems.problems()[0].diagnostic.message.text()),
        QStringLiteral("nothing was compared: no tensor was found on either side"));
}

void ComparisonDocumentTest::suspectsAreWeighedWhenAsked()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    document->weighSuspects(); // nothing is there yet
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QVERIFY(!document->suspicion().suspects.empty());
    QVERIFY(!document->suspicion().suspects.front().counterfactual);
    SuspectListModel model;
    model.setSuspicion(document->sharedSuspicion());
    QVERIFY(!model.hasWorth());
    document->weighSuspects();
    QTRY_VERIFY_WITH_TIMEOUT(document->suspicion().suspects.front().counterfactual, kPatienceMs);
    model.setSuspicion(document->sharedSuspicion());
    QVERIFY(model.hasWorth());
    QVERIFY(!model.index(0, SuspectListModel::Worth).data().toString().isEmpty());
    QVERIFY(!model.index(0, SuspectListModel::Worth).data(Qt::ToolTipRole).toString().isEmpty());
}

void ComparisonDocumentTest::aThirdRunIsTheTruth()
{
    ComparingDesk desk;
    ComparisonDocument* const document = desk.comparisons.compare({{desk.target}, {desk.golden}});
    QTRY_COMPARE_WITH_TIMEOUT(document->state(), DocumentState::Done, kPatienceMs);
    QVERIFY(!document->pairs()->truth());
    ComparisonSetup setup {{desk.target}, {desk.golden}};
    setup.truth = DUMPSCOPE_SAMPLE_DATA "/golden";
    QCOMPARE(desk.comparisons.compare(setup), document);
    QTRY_VERIFY_WITH_TIMEOUT(document->isOver() && document->pairs()->truth(), kPatienceMs);
    const core::TruthErrors& truth = *document->pairs()->truth();
    QVERIFY(truth.targetFarther > 0);
    QCOMPARE(truth.goldenFarther, std::uint64_t {0});
    const core::TruthRow* const worst = truth.worst();
    QVERIFY(worst != nullptr);
    QCOMPARE(worst->golden.relativeL2, std::optional(0.0));
    // One that is not there takes nothing away and is a problem.
    document->setTruth(DUMPSCOPE_SAMPLE_DATA "/nothing");
    QTRY_VERIFY_WITH_TIMEOUT(document->isOver() && !document->pairs()->truth(), kPatienceMs);
    QVERIFY(document->pairs()->rows() > 0);
    QVERIFY(std::ranges::any_of(document->result()->problems, [](const core::Diagnostic& problem) {
        return problem.place.text().find("/nothing") != std::string::npos;
    }));
    document->setTruth({});
    QTRY_VERIFY_WITH_TIMEOUT(document->isOver() && document->result()
            && std::ranges::none_of(document->result()->problems,
                [](const core::Diagnostic& problem) {
                    return problem.place.text().find("/nothing") != std::string::npos;
                }),
        kPatienceMs);
}

QTEST_MAIN(ComparisonDocumentTest)
#include "tst_comparison_document.moc"
