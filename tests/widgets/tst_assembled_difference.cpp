// SPDX-License-Identifier: GPL-3.0-or-later
// A golden tensor whose halves two tensors of the target have, as the panel Difference shows it.
#include "difference/assembly_bar.h"
#include "difference/plane_stage.h"
#include "difference/rank_legend.h"
#include "difference/worst_element_model.h"
#include "documents/probed_value.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QToolButton>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
const QString kFirst = QStringLiteral("Add.op.0.0.1700000000000000.output.0.npy");
const QString kSecond = QStringLiteral("Mul.op.1.0.1700000000000001.output.0.npy");

/// Golden of [3,4], with the columns of the second half a little off in the target.
struct CutDesk : test::Desk {
    QTemporaryDir targetFolder, goldenFolder;
    std::unique_ptr<Panel> panel;

    explicit CutDesk(const QByteArray& assembly, bool isGoldenCut = false)
    {
        const QString cut = isGoldenCut ? goldenFolder.path() : targetFolder.path();

        const auto columns = [](int first, float off) {
            return [first, off](std::vector<float>& values) {
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] = static_cast<float>(i / 2 * 4 + i % 2 + static_cast<std::size_t>(first)) / 8
                        - 100 + off * static_cast<float>(i == 3);
            };
        };
        test::writeTensor(cut, kFirst, {3, 2}, columns(0, 0));
        test::writeTensor(cut, kSecond, {3, 2}, columns(2, 4));
        test::writeTensor(isGoldenCut ? targetFolder.path() : goldenFolder.path(), kFirst, {3, 4});
        ComparisonSetup setup {{session.open(targetFolder.path())}, {session.open(goldenFolder.path())}};
        setup.limits = *core::presetLimits("precision");
        const QByteArray key = isGoldenCut ? "golden_assembly" : "assembly";
        const QByteArray rules = R"({"version":1,"pairs":[{"target":")" + kFirst.toUtf8() + R"(","golden":")"
            + kFirst.toUtf8() + R"(",")" + key + R"(":)" + assembly + "}]}";
        setup.pairing.ruleTexts = {{"pairing.json", rules.toStdString()}};
        ComparisonDocument* const document = comparisons.compare(setup);
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs); }();
        panel = makePanel("difference");
        panel->resize(1200, 700);
        panel->show();
        comparisons.select(0);
        [this] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
    }
    [[nodiscard]] HeatmapView* view() const
    {
        return panel->findChild<PlaneStage*>()->view(PlaneStage::Golden);
    }
    [[nodiscard]] AssemblyBar* bar() const { return panel->findChild<AssemblyBar*>(); }
};

QByteArray parts(const char* kind)
{
    return QByteArray(R"({"kind":")") + kind + R"(","axis":1,"parts":[{"id":")" + kFirst.toUtf8()
        + R"("},{"id":")" + kSecond.toUtf8() + R"("}]})";
}

} // namespace

class AssembledDifferenceTest : public QObject {
    Q_OBJECT
private slots:
    void saysWhereAnElementStands();
    void leadsToThePart();
    void elementsOfOtherPartsAreOfThePair();
    void goldenMayBeCut();
    void nothingIsInventedWhereNoPartIs();
    void otherPairsHaveNoBar();
    void coloursOfRanksAreChosen();
};

void AssembledDifferenceTest::saysWhereAnElementStands()
{
    CutDesk desk(parts("concat"));
    QVERIFY(desk.bar()->isVisible());
    QVERIFY(test::says(*desk.panel, "Target: columns of 2 tensors, one behind the other"));
    const PlaneBands& bands = desk.view()->bands();
    QVERIFY(!bands.ofRows);
    QCOMPARE(bands.bands.size(), std::size_t {2});
    QCOMPARE(bands.bands[1].first, std::uint64_t {2});
    QCOMPARE(bands.bands[1].count, std::uint64_t {2});
    QVERIFY(bands.bands[0].colour.isValid() && bands.bands[0].colour != bands.bands[1].colour);
    // The worst element is where the second tensor is off: its element [1,1], golden's [1,3].
    QTRY_VERIFY_WITH_TIMEOUT(
        test::says(*desk.panel, "golden [1,3]: part 2 of 2, element [1,1]"), kPatienceMs);
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QAbstractItemModelTester tester(model);
    QCOMPARE(model->columnCount(), static_cast<int>(WorstElementModel::ColumnCount));
    QCOMPARE(model->index(0, WorstElementModel::Origin).data().toString(),
        QStringLiteral("part 2 of 2, element [1,1]"));
    emit desk.view()->hovered(2, 1);
    QVERIFY(test::says(*desk.panel, "golden [2,1]: part 1 of 2, element [2,1]"));
}

void AssembledDifferenceTest::leadsToThePart()
{
    CutDesk desk(parts("concat"));
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, "golden [1,3]"), kPatienceMs);
    desk.bar()->findChild<QToolButton*>()->click();
    QCOMPARE(desk.selection.tensor().tensorId(), kSecond);
    QCOMPARE(desk.selection.element(), (std::vector<std::int64_t> {1, 1}));
    // What is probed in the pair then is probed in the part: the window speaks of one element.
    emit desk.view()->probed(2, 3);
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (std::vector<std::int64_t> {2, 1}), kPatienceMs);
    // It is a part of the pair, which stays.
    QCOMPARE(desk.comparisons.pair(), std::optional<std::size_t>(0));
    QVERIFY(desk.bar()->isVisible());
    desk.comparisons.select(std::nullopt);
    desk.selection.select(desk.comparisons.current()->targetOf(0));
    desk.comparisons.select(std::nullopt);
    desk.selection.select({desk.comparisons.current()->setup().target.root, core::TensorId(std::size_t {1})});
    QCOMPARE(desk.comparisons.pair(), std::optional<std::size_t>(0));
}

/// The part that is selected has no such element: the pair's index stands beside the pair's values.
void AssembledDifferenceTest::elementsOfOtherPartsAreOfThePair()
{
    CutDesk desk(parts("concat"));
    desk.selection.select(desk.comparisons.current()->targetOf(0));
    const ProbedValue& probed = ProbedValue::of(desk.selection);
    emit desk.view()->probed(2, 3);
    QTRY_COMPARE_WITH_TIMEOUT(probed.element(), (std::vector<std::int64_t> {2, 3}), kPatienceMs);
    QVERIFY(probed.isOfAssembly());
    QVERIFY(!probed.words().isEmpty());
    emit desk.view()->probed(2, 1);
    QTRY_VERIFY_WITH_TIMEOUT(!probed.isOfAssembly(), kPatienceMs);
    QCOMPARE(probed.element(), desk.selection.element());
    emit desk.view()->probed(0, 2);
    QTRY_VERIFY_WITH_TIMEOUT(probed.isOfAssembly(), kPatienceMs);
    desk.comparisons.select(std::nullopt);
    desk.selection.select({desk.comparisons.current()->setup().golden.root, core::TensorId(std::size_t {0})});
    QVERIFY(!probed.isOfAssembly());
}

void AssembledDifferenceTest::goldenMayBeCut()
{
    CutDesk desk(parts("concat"), true);
    QVERIFY(desk.bar()->isVisible());
    QVERIFY(test::says(*desk.panel, "Golden: columns of 2 tensors, one behind the other"));
    QTRY_VERIFY_WITH_TIMEOUT(
        test::says(*desk.panel, "target [1,3]: part 2 of 2, element [1,1]"), kPatienceMs);
    desk.bar()->findChild<QToolButton*>()->click();
    QCOMPARE(desk.selection.tensor().root, desk.comparisons.current()->setup().golden.root);
    QCOMPARE(desk.selection.tensor().tensorId(), kSecond);
    QCOMPARE(desk.comparisons.pair(), std::optional<std::size_t>(0));
}

/// The target has golden's first two columns: the others are golden's own, and nobody has NaN.
void AssembledDifferenceTest::nothingIsInventedWhereNoPartIs()
{
    CutDesk desk(
        R"({"kind":"concat","axis":1,"parts":[{"id":")" + kFirst.toUtf8() + R"(","places":[[0,2]]}]})");
    QVERIFY(desk.bar()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(desk.panel->isSettled(), kPatienceMs);
    emit desk.view()->probed(1, 3); // golden: (1 * 4 + 3) / 8 - 100
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, "[1,3] T no counterpart G -99.125"), kPatienceMs);
    QVERIFY(!test::says(*desk.panel, "NaN"));
    emit desk.view()->probed(1, 1);
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, "[1,1] T -99.375 G -99.375"), kPatienceMs);
    QVERIFY(desk.actions.trigger("go.next_nonfinite"));
    QTRY_VERIFY_WITH_TIMEOUT(desk.panel->isSettled(), kPatienceMs);
    QVERIFY(test::says(*desk.panel, "[1,1] T -99.375 G -99.375"));
}

void AssembledDifferenceTest::otherPairsHaveNoBar()
{
    CutDesk desk(QByteArray(parts("concat")).replace("\"axis\":1", "\"axis\":7")); // no such axis
    QVERIFY(!desk.bar()->isVisible());
    QVERIFY(desk.view()->bands().bands.empty());
}

void AssembledDifferenceTest::coloursOfRanksAreChosen()
{
    RankLegend legend(nullptr);
    legend.setRanks({0, 3, 12});
    legend.resize(legend.sizeHint());
    QSignalSpy chosen(&legend, &RankLegend::chosen);
    QTest::mouseClick(&legend, Qt::LeftButton, {}, legend.rectOf(1).center());
    QCOMPARE(chosen.takeFirst()[0].toLongLong(), qint64 {3});
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Return}) // no further than the last
        QTest::keyClick(&legend, key);
    QCOMPARE(chosen.takeFirst()[0].toLongLong(), qint64 {12});
    QVERIFY(legend.accessibleDescription().contains(QStringLiteral("12")));
    legend.setRanks({});
    QVERIFY(legend.isHidden());
}

QTEST_MAIN(AssembledDifferenceTest)
#include "tst_assembled_difference.moc"
