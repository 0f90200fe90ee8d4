// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor_desk.h"

#include <QSignalSpy>
#include <QTest>

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
    void sidesSwap();
    void choosingAPairChoosesItsTensor();
    void goesWithItsRoot();
    void beginsAgainWithARootReadAnew();
    void goneWhileRunning();
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

QTEST_MAIN(ComparisonDocumentTest)
#include "tst_comparison_document.moc"
