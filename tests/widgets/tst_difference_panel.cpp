// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"
#include "difference/difference_document.h"
#include "difference/worst_elements.h"

#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/language.h"
#include "comparison/verdict_words.h"
#include "difference/difference_output.h"
#include "difference/error_histogram_plot.h"
#include "difference/pair_grid.h"
#include "difference/plane_stage.h"
#include "difference/recorded_pair_page.h"
#include "difference/recorded_pair_table.h"
#include "difference/worst_element_model.h"
#include "documents/probed_value.h"
#include "graph/difference_map.h"
#include "heatmap/heatmap_view.h"
#include "heatmap/plane_renderer.h"
#include "kit/data_table.h"
#include "kit/message_page.h"
#include "kit/simple_table.h"
#include "tensor/plane.h"
#include "tensor/slice_bar.h"
#include "tensor_desk.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>

#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// Two folders with one tensor each, compared.
struct PairDesk : test::Desk {
    QTemporaryDir targetFolder, goldenFolder;
    std::unique_ptr<Panel> panel;

    using Change = std::function<void(std::vector<float>&)>;
    /// How it is compared.
    struct How {
        QString targetName = test::kOneTensor, goldenName = test::kOneTensor;
        QString profile = ComparisonSetup().profile;
        QByteArray rules; ///< a pairing file
        core::Limits limits = *core::presetLimits("precision");
    };

    PairDesk(const core::Shape& shape, const Change& change, const core::Shape& goldenShape = {})
        : PairDesk(shape, change, goldenShape, How {})
    {
    }
    PairDesk(const core::Shape& shape, const Change& change, const core::Shape& goldenShape, const How& how)
    {
        test::writeTensor(targetFolder.path(), how.targetName, shape, change);
        test::writeTensor(goldenFolder.path(), how.goldenName, goldenShape.empty() ? shape : goldenShape);
        ComparisonSetup setup {{session.open(targetFolder.path())}, {session.open(goldenFolder.path())}};
        setup.limits = how.limits;
        setup.profile = how.profile;
        if (!how.rules.isEmpty())
            setup.pairing.ruleTexts = {{"pairing.json", how.rules.toStdString()}};
        ComparisonDocument* const document = comparisons.compare(setup);
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs); }();
        panel = makePanel("difference");
        panel->resize(1200, 700);
        panel->show();
        comparisons.select(0);
        settle();
    }
    void settle()
    {
        [this] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
    }
    [[nodiscard]] PlaneStage* stage() const { return panel->findChild<PlaneStage*>(); }
    [[nodiscard]] PairGrid* grid() const { return panel->findChild<PairGrid*>(); }
    [[nodiscard]] QString copied(const char* action)
    {
        QGuiApplication::clipboard()->setText(QString());
        actions.trigger(action);
        [] { QTRY_VERIFY_WITH_TIMEOUT(!QGuiApplication::clipboard()->text().isEmpty(), kPatienceMs); }();
        return QGuiApplication::clipboard()->text();
    }
    [[nodiscard]] const PlaneData* plane() const
    {
        return stage()->view(PlaneStage::Difference)->plane().get();
    }
};

} // namespace

class DifferencePanelTest : public QObject {
    Q_OBJECT
private slots:
    void rendersEveryKindOfCell_data();
    void rendersEveryKindOfCell();
    void keepsWhatIsNotANumberWhereCellsAreSmall();
    void keepsTheWorstWhereCellsShareAPixel();
    void anIndexIsTyped();
    void showsTheDifference();
    void listsTheWorstAndJumps();
    void changesKinds();
    void linksZoom();
    void swipesAndBlinks();
    void saysWhyNothingCanBeCompared();
    void countsErrorsByPowersOfTwo();
    void showsTheNumbersTogether();
    void slicesWhereTheyCount();
    void followsTheLimits();
    void copiesAndExports();
    void alignsLayouts_data();
    void alignsLayouts();
    void followsFusedOperators_data();
    void followsFusedOperators();
    void readsMatricesTransposed();
    void opensPairsOfOtherNames();
    void pointsAtTheSameCell();
    void goldensTensorIsThatOfThePair();
    void aSmallMapShowsTheWorstSlice();
    void keepsItsView();
    void darkDifferencesAreDark();
    void recordedStatisticsStandSideBySide();
    void theMessageFollowsTheLanguage();
    void recordedNumbersAreSeen();
    void recordedLimitsAgreeWithTheVerdict();
    void whatOneSideRecordedIsNoDifference();
    void recordedStatisticsOfOtherShapes();
    void recordedNumbersAreThoseOfTheResults();
    void checksumsOfTwoKindsAreNotCompared();
    void oneOutlierLeavesColours();
    void gridShowsTheCursor();
    void pairsAreNotMixed();
    void opensAtTheWorstInAnySlice();
    void countsOfWhatIsNoNumber();
};

/// One element far off leaves the others a colour.
void DifferencePanelTest::oneOutlierLeavesColours()
{
    const auto colourAt = [](const PairDesk& desk, double difference) {
        const auto* const document = desk.grid()->document();
        return document->differenceScale().position(difference);
    };
    PairDesk even({40, 100}, [](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); i += 2)
            values[i] += 0.5F;
    });
    QTRY_COMPARE_WITH_TIMEOUT(even.grid()->document()->differenceScale().high(), 0.5, kPatienceMs);
    QCOMPARE(even.grid()->document()->differenceScale().kind(), ScaleKind::Linear);
    PairDesk one({40, 100}, [](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); i += 2)
            values[i] += 0.5F;
        values[17] += 1024;
    });
    QTRY_COMPARE_WITH_TIMEOUT(one.grid()->document()->differenceScale().high(), 1024, kPatienceMs);
    QVERIFY2(colourAt(one, 0.5) > 0.7, qPrintable(QString::number(colourAt(one, 0.5))));
    QCOMPARE(colourAt(one, 0), 0.5);
    QCOMPARE(colourAt(one, 1024), 1);
}

/// The columns of the grid grow while texts arrive; the cursor stays in sight.
void DifferencePanelTest::gridShowsTheCursor()
{
    PairDesk desk({30, 1000}, [](std::vector<float>& values) { values.back() += 75.670640F; });
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (std::vector<std::int64_t> {29, 999}), kPatienceMs);
    QVERIFY(desk.panel->showTab(QStringLiteral("difference grid")));
    desk.settle();
    const auto isSeen = [&] {
        const QRect place = desk.grid()->visualRect(desk.grid()->currentIndex());
        return desk.grid()->viewport()->rect().contains(place);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSeen(), kPatienceMs);
    emit desk.grid()->gridModel()->widened(30);
    QVERIFY(isSeen());
    // A cursor that somebody scrolled away from is not followed.
    desk.grid()->horizontalScrollBar()->setValue(0);
    emit desk.grid()->gridModel()->widened(40);
    QVERIFY(!isSeen());
}

namespace {

/// Two tensors on each side.
struct TwoPairs : test::Desk {
    QTemporaryDir targetFolder, goldenFolder;
    std::unique_ptr<Panel> panel;

    explicit TwoPairs(const core::Shape& shape)
    {
        for (const char* name :
            {"Add.op0.0.0.1700000000000000.output.0.npy", "Mul.op1.1.0.1700000000000001.output.0.npy"}) {
            test::writeTensor(targetFolder.path(), name, shape,
                [](std::vector<float>& values) { values[values.size() - 2] += 500; });
            test::writeTensor(goldenFolder.path(), name, shape);
        }
        ComparisonDocument* const document
            = comparisons.compare({{session.open(targetFolder.path())}, {session.open(goldenFolder.path())}});
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs); }();
        panel = makePanel("difference");
        panel->resize(1200, 700);
        panel->show();
        comparisons.select(0);
        settle();
    }
    void settle()
    {
        [this] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
    }
};

} // namespace

/// Pictures of a pair stay under its name until those of the next one are there, all at once.
void DifferencePanelTest::pairsAreNotMixed()
{
    TwoPairs desk({64, 64});
    auto* const stage = desk.panel->findChild<PlaneStage*>();
    const auto pictures = [stage] {
        std::array<const void*, PlaneStage::PlaneCount> all {};
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = stage->view(static_cast<PlaneStage::Plane>(i))->plane().get();
        return all;
    };
    std::array kept {stage->view(PlaneStage::Target)->plane(), stage->view(PlaneStage::Golden)->plane(),
        stage->view(PlaneStage::Difference)->plane()}; // so that no address comes again
    const auto before = pictures();
    QVERIFY(before[0] && before[1] && before[2]);
    const QString name = desk.comparisons.current()->targetOf(0).opName();
    const QString next = desk.comparisons.current()->targetOf(1).opName();
    QVERIFY(test::says(*desk.panel, name));
    desk.comparisons.select(1);
    QElapsedTimer clock;
    clock.start();
    while (!test::says(*desk.panel, next) && clock.elapsed() < kPatienceMs) {
        QCOMPARE(pictures(), before);
        QCoreApplication::processEvents();
    }
    const auto after = pictures();
    for (std::size_t i = 0; i < after.size(); ++i)
        QVERIFY(after[i] && after[i] != before[i]);
    desk.settle();
}

/// The slice that was looked at in another tensor of the shape is no element that somebody chose.
void DifferencePanelTest::opensAtTheWorstInAnySlice()
{
    TwoPairs desk({3, 4, 5});
    const std::vector<std::int64_t> worst {2, 3, 3};
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), worst, kPatienceMs);
    desk.selection.setElement({1, 2, 2});
    desk.settle();
    desk.comparisons.select(1);
    desk.settle();
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), worst, kPatienceMs);
}

/// Errors are those of the numbers: what is none is counted beside them.
void DifferencePanelTest::countsOfWhatIsNoNumber()
{
    const auto shown = [](Panel& results) {
        QStringList keys;
        const auto* const table = results.findChild<DataTable*>();
        for (const int column : table->columns().shown())
            keys.append(table->model()->headerData(column, Qt::Horizontal, CopyRole).toString());
        return keys;
    };
    const auto results = [](PairDesk& desk) {
        auto panel = desk.makePanel("results");
        panel->resize(1400, 400);
        panel->show();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
        return panel;
    };
    PairDesk numbers({4, 5}, [](std::vector<float>& values) { values[3] += 1; });
    QVERIFY(!shown(*results(numbers)).contains("nan_target"));
    PairDesk none({4, 5}, [](std::vector<float>& values) { values[3] = kNan; });
    const auto ofNan = results(none);
    QVERIFY2(shown(*ofNan).contains("nan_target") && shown(*ofNan).contains("nan_golden"),
        qPrintable(shown(*ofNan).join(' ')));
    QVERIFY(!shown(*ofNan).contains("inf_target"));
    PairDesk infinite({4, 5}, [](std::vector<float>& values) { values[3] = -kInf; });
    QVERIFY(shown(*results(infinite)).contains("inf_target"));
}

namespace {

/// Two folders with the statistics of MatMul operators, compared.
struct RecordedDesk : test::Desk {
    QTemporaryDir targetFolder, goldenFolder;
    ComparisonDocument* document = nullptr;

    /// Of each side the columns from Shape on, then their cells for every operator, with shapes like 32x64.
    RecordedDesk(const QByteArrayList& target, const QByteArrayList& golden)
    {
        write(targetFolder, target);
        write(goldenFolder, golden);
        document
            = comparisons.compare({{session.open(targetFolder.path())}, {session.open(goldenFolder.path())}});
        [&] { QTRY_COMPARE_WITH_TIMEOUT(document->state(), ComparisonDocument::State::Done, kPatienceMs); }();
    }
    static void write(const QTemporaryDir& folder, const QByteArrayList& lines)
    {
        QByteArray table
            = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type," + lines[0];
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const qsizetype times = lines[i].indexOf('x'), end = lines[i].indexOf(',');
            table += "\nMatMul,Default/MatMul-op" + QByteArray::number(i) + ",0,7,170000000000000"
                + QByteArray::number(i) + ",output,0,8192,float32,\"(" + lines[i].first(times) + ','
                + lines[i].sliced(times + 1, end - times - 1) + ")\"" + lines[i].sliced(end);
        }
        QFile file(folder.filePath("statistic.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(table + '\n') > 0);
    }
    /// With the first pair.
    std::unique_ptr<Panel> shownPanel()
    {
        auto panel = makePanel("difference");
        panel->resize(1000, 500);
        panel->show();
        comparisons.select(0);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs); }();
        return panel;
    }
};

} // namespace

/// Pairs without elements have a page of their own, which comes by itself.
void DifferencePanelTest::recordedStatisticsStandSideBySide()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,Avg Value,L2Norm Value,NaN Count,Zero Count,MD5",
                          "32x64,1.5,-2,0.25,12,0,7,0123"},
        {"Shape,Max Value,Min Value,Avg Value,L2Norm Value,NaN Count,Zero Count,MD5",
            "32x64,1,-2,0.25,8,0,3,4567"});
    const auto panel = desk.shownPanel();
    const auto* const page = panel->findChild<RecordedPairPage*>();
    QVERIFY(page->isVisible());
    QVERIFY(!panel->findChild<QTabBar*>()->isVisible());
    const auto rowOf = [&](const QString& name) {
        const auto& rows = page->table().recorded().rowsShown();
        const auto found = std::ranges::find(rows, name, &RecordedPairModel::Row::name);
        return found == rows.end() ? RecordedPairModel::Row {} : *found;
    };
    using Texts = std::array<QString, 4>;
    const auto textsOf = [&](const QString& name) {
        const auto& texts = rowOf(name).texts;
        return Texts {texts[1], texts[2], texts[3], texts[4]};
    };
    QCOMPARE(textsOf("max"), (Texts {"1.5", "1", "0.5", "0.5"}));
    QCOMPARE(textsOf("l2norm"), (Texts {"12", "8", "4", "0.5"}));
    QCOMPARE(textsOf("min")[2], QString("0"));
    QCOMPARE(textsOf("zero_count"), (Texts {"7", "3", "4", ""}));
    QCOMPARE(textsOf("MD5"), (Texts {"0123", "4567", "differs", ""}));
    QCOMPARE(textsOf("dtype"), (Texts {"float32", "float32", "equal", ""}));
    QCOMPARE(textsOf("shape")[0], QString("[32,64]"));
    // What is judged is what the comparison judged.
    QVERIFY(desk.document->pairs()->row(0).verdict == core::Verdict::Fail);
    QCOMPARE(rowOf("l2norm").state, State::Fail);
    QVERIFY(!rowOf("l2norm").texts[RecordedPairModel::Limit].isEmpty());
    QCOMPARE(rowOf("mean").state, State::None);
    desk.comparisons.changeLimits(*core::parseLimits(R"({"version":1,"rules":[{"metric":"max_diff","op":"<=",
        "value":100}]})",
                                      "test"),
        "limits");
    QTRY_VERIFY_WITH_TIMEOUT(rowOf("l2norm").state == State::None, kPatienceMs);
}

/// Why there are no elements is a sentence of the core.
void DifferencePanelTest::theMessageFollowsTheLanguage()
{
    const auto back = qScopeGuard([] { applyLanguage("en"); });
    RecordedDesk desk({"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "32x64,1.5,-2,0.25,12"},
        {"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "32x64,1,-2,0.25,8"});
    const auto panel = desk.shownPanel();
    const auto saysIt = [&](const QString& beginning) {
        const auto labels = panel->findChildren<QLabel*>();
        return std::ranges::any_of(labels,
            [&](const QLabel* label) { return label->isVisible() && label->text().startsWith(beginning); });
    };
    QVERIFY(saysIt("Only statistics of this pair could be compared"));
    applyLanguage("zh_CN");
    QTRY_VERIFY_WITH_TIMEOUT(saysIt(QString::fromUtf8("该对只能比较统计量")), kPatienceMs);
    QVERIFY(!saysIt("Only statistics"));
}

/// Checksums, which the tips have whole, give way to numbers.
void DifferencePanelTest::recordedNumbersAreSeen()
{
    RecordedDesk desk(
        {"Shape,Max Value,L2Norm Value,SHA1", "32x64,1.5,12,cc01491f2d29e990890c0ad59e354463fd911700"},
        {"Shape,Max Value,L2Norm Value,SHA1", "32x64,1,8,cc01491f2d29e990890c0ad59e354463fd911701"});
    const auto panel = desk.shownPanel();
    panel->resize(760, 400);
    const RecordedPairTable& table = panel->findChild<RecordedPairPage*>()->table();
    QTRY_VERIFY_WITH_TIMEOUT(!table.isColumnHidden(RecordedPairModel::Relative)
            && table.columnViewportPosition(RecordedPairModel::Relative)
                    + table.columnWidth(RecordedPairModel::Relative)
                <= table.viewport()->width(),
        kPatienceMs);
    panel->grab(); // a number that has no room would widen its column now
    QCoreApplication::sendPostedEvents();
    QVERIFY(table.columnViewportPosition(RecordedPairModel::Relative)
            + table.columnWidth(RecordedPairModel::Relative)
        <= table.viewport()->width());
    QVERIFY(!panel->filterField()); // there is no index to type
}

/// What explains a row that passes is no failure of its norm either.
void DifferencePanelTest::recordedLimitsAgreeWithTheVerdict()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,L2Norm Value", "32x64,1,-2,12"},
        {"Shape,Max Value,Min Value,L2Norm Value", "32x64,1,-2,8"});
    QWidget widget;
    RecordedPairModel model(widget);
    const auto norm = [&] {
        model.setPair(desk.document, 0);
        return *std::ranges::find(model.rowsShown(), QString("l2norm"), &RecordedPairModel::Row::name);
    };
    QCOMPARE(norm().state, State::Fail);
    const QString limit = norm().texts[RecordedPairModel::Limit];
    QVERIFY(!limit.isEmpty());
    std::const_pointer_cast<core::PairTable>(desk.document->pairs())
        ->settle(0, core::Verdict::Pass, core::Message("so it is"));
    QCOMPARE(norm().state, State::None);
    QCOMPARE(norm().texts[RecordedPairModel::Limit], limit);
}

/// What only one side counted is neither different nor what the pair fails by.
void DifferencePanelTest::whatOneSideRecordedIsNoDifference()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,L2Norm Value", "32x64,1.5,-2,12"},
        {"Shape,Max Value,Min Value,L2Norm Value,NaN Count,Zero Count", "32x64,1,-2,8,0,3"});
    QVERIFY(desk.document->pairs()->row(0).verdict == core::Verdict::Fail);
    QWidget widget;
    RecordedPairModel model(widget);
    model.setPair(desk.document, 0);
    const auto& rows = model.rowsShown();
    for (const char* name : {"nan_count", "zero_count"}) {
        const auto row = std::ranges::find(rows, QString(name), &RecordedPairModel::Row::name);
        QVERIFY(row != rows.end());
        QVERIFY(!row->differs);
        QCOMPARE(row->state, State::None);
    }
}

/// Infinities and NaN: a number, or the word in its place, is the same in both pages.
void DifferencePanelTest::recordedNumbersAreThoseOfTheResults()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "32x64,inf,-2,0,inf",
                          "32x64,nan,-2,0,1", "32x64,1,0,0,4", "32x64,inf,-inf,nan,inf"},
        {"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "32x64,1,-2,0,8", "32x64,1,-2,0,1",
            "32x64,1,0,0,0", "32x64,inf,-inf,nan,inf"});
    const core::PairTable& pairs = *desk.document->pairs();
    QCOMPARE(pairs.rows(), std::size_t {4});
    QWidget widget;
    RecordedPairModel model(widget);
    for (std::size_t pair = 0; pair < pairs.rows(); ++pair) {
        model.setPair(desk.document, pair);
        for (const char* name : {"max", "min", "mean", "l2norm"}) {
            const auto& rows = model.rowsShown();
            const auto row = std::ranges::find(rows, QString(name), &RecordedPairModel::Row::name);
            QVERIFY(row != rows.end());
            for (const auto& [column, metric] : {std::pair(RecordedPairModel::Difference, "_diff"),
                     std::pair(RecordedPairModel::Relative, "_diff_relative")}) {
                const int shown = pairs.columnByName(std::string(name) + metric);
                QVERIFY(shown >= 0);
                const core::Cell cell = pairs.cell(pair, shown);
                const QString text = row->texts[column];
                if (core::isNull(cell))
                    QCOMPARE(text,
                        missingNumberText(
                            pairs.row(pair), *pairs.metrics().indexOf(std::string(name) + metric)));
                else
                    QCOMPARE(text, fromCore(core::cellText(cell)));
            }
        }
    }
}

/// An XOR and an MD5 are never the same text, whatever the bytes.
void DifferencePanelTest::checksumsOfTwoKindsAreNotCompared()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,MD5", "32x64,1,-2,0x00000000000012ff"},
        {"Shape,Max Value,Min Value,MD5", "32x64,1,-2,1e2ead2cec2e3a11f55da5d9ba8414dc"});
    QVERIFY(desk.document->pairs()->row(0).verdict == core::Verdict::Pass);
    QWidget widget;
    RecordedPairModel model(widget);
    model.setPair(desk.document, 0);
    const auto& rows = model.rowsShown();
    const auto row = std::ranges::find(rows, QString("MD5"), &RecordedPairModel::Row::name);
    QVERIFY(row != rows.end());
    QCOMPARE(row->texts[RecordedPairModel::Difference], QString("not comparable: 64-bit XOR beside MD5"));
    QVERIFY(!row->differs);
    QCOMPARE(row->state, State::None);
}

/// Shapes that cannot be brought together: what both sides recorded is shown, and no difference of it.
void DifferencePanelTest::recordedStatisticsOfOtherShapes()
{
    RecordedDesk desk({"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "32x64,1.5,-2,0.25,12"},
        {"Shape,Max Value,Min Value,Avg Value,L2Norm Value", "7x5,1,-2,0.25,8"});
    QCOMPARE(desk.document->pairs()->rows(), std::size_t {1});
    QVERIFY(desk.document->pairs()->row(0).verdict == core::Verdict::NotComparable);
    const auto panel = desk.shownPanel();
    const auto* const page = panel->findChild<RecordedPairPage*>();
    QVERIFY(page->isVisible());
    const auto& rows = page->table().recorded().rowsShown();
    const auto max = std::ranges::find(rows, QString("max"), &RecordedPairModel::Row::name);
    const auto shape = std::ranges::find(rows, QString("shape"), &RecordedPairModel::Row::name);
    QVERIFY(max != rows.end() && shape != rows.end());
    using Texts = std::array<QString, 4>;
    QCOMPARE((Texts {max->texts[1], max->texts[2], max->texts[3], max->texts[4]}),
        (Texts {"1.5", "1", "count", "count"}));
    QCOMPARE((Texts {shape->texts[1], shape->texts[2], shape->texts[3], ""}),
        (Texts {"[32,64]", "[7,5]", "differs", ""}));
    const auto labels = page->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().startsWith("Not comparable") && label->text().contains("32");
    }));
}

void DifferencePanelTest::rendersEveryKindOfCell_data()
{
    QTest::addColumn<int>("cell");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<int>("shift"); // of the first cell, in pixels
    for (const int cell : {7, 8, 20, 33, 61}) {
        for (const double ratio : {1.0, 2.0})
            QTest::addRow("%d px at %.0f", cell, ratio) << cell << ratio << 0;
    }
    QTest::newRow("20 px, moved by 7") << 20 << 1.0 << 7;
}

// Zero, plus and minus, NaN of either side and of both, infinities: pixel by pixel, at every size of cells.
void DifferencePanelTest::rendersEveryKindOfCell()
{
    QFETCH(int, cell);
    QFETCH(double, ratio);
    QFETCH(int, shift);
    constexpr int kCells = 7;
    PlaneData plane = makePlane(1, kCells, {0, 4, -4, NAN, NAN, NAN, NAN});
    plane.overview.flags
        = {0, 0, 0, core::kNanInTarget, core::kNanInGolden, core::kSameNonFinite, core::kOppositeInf};
    const ColourMap& tide = colourMap("tide", false);
    const PlaneColours colours {tide.table(kColours), ValueScale(ScaleKind::Linear, -4, 4)};
    const double step = cell;
    const QImage image = renderPlane(
        plane, nullptr, {double(-shift), 0, step, step}, {kCells * cell - shift, cell}, colours, ratio);
    const auto allIn = [&](int which, const std::function<bool(QRgb, int, int)>& holds) {
        for (int y = 0; y < cell; ++y) {
            for (int x = std::max(0, which * cell - shift); x < (which + 1) * cell - shift; ++x) {
                if (!holds(image.pixel(x, y), x, y))
                    return false;
            }
        }
        return true;
    };
    // Near white, dark orange and dark blue: the ends and the middle of the map in docs/window.md 8.4.
    QVERIFY(allIn(0, [](QRgb pixel, int, int) { return qAbs(qRed(pixel) - 0xF6) <= 1; }));
    QVERIFY(allIn(1, [](QRgb pixel, int, int) { return pixel == 0xFF7E2A00; }));
    QVERIFY(allIn(2, [](QRgb pixel, int, int) { return pixel == 0xFF0B3C86; }));
    // Lines of 1.1 px every 5 px of the design, in device pixels.
    const int period = static_cast<int>(5 * ratio), width = ratio < 2 ? 1 : 2;
    const auto striped = [=](QRgb plain, QRgb line, const std::function<bool(int, int)>& isLine) {
        return [=](QRgb pixel, int x, int y) { return pixel == (isLine(x, y) ? line : plain); };
    };
    const auto on = [=](int place) { return ((place % period) + period) % period < width; };
    QVERIFY(allIn(3, striped(0xFF6A3DB8, 0xFFFFFFFF, [&](int x, int y) { return on(x - y); })));
    QVERIFY(allIn(4, striped(0xFF806000, 0xFFFFFFFF, [&](int x, int y) { return on(x + y); })));
    QVERIFY(allIn(5, striped(0xFF8A939E, 0xFFD3D7DD, [&](int x, int y) { return on(x + y); })));
    QVERIFY(allIn(6, striped(0xFFFFFFFF, 0xFF000000, [&](int x, int y) { return on(x) != on(y); })));
}

// At a pixel a cell, NaN of one side is three pixels wide and over NaN of both.
void DifferencePanelTest::keepsWhatIsNotANumberWhereCellsAreSmall()
{
    PlaneData plane = makePlane(9, 9, std::vector<double>(81, 0));
    plane.overview.flags[4 * 9 + 4] = core::kNanInTarget;
    plane.overview.flags[4 * 9 + 5] = core::kSameNonFinite;
    const PlaneColours colours {
        colourMap("tide", false).table(kColours), ValueScale(ScaleKind::Linear, -1, 1)};
    const QImage image = renderPlane(plane, nullptr, {0, 0, 1, 1}, {9, 9}, colours, 1);
    for (int y = 3; y <= 5; ++y) {
        for (int x = 3; x <= 5; ++x)
            QCOMPARE(image.pixel(x, y), 0xFF6A3DB8);
        QCOMPARE(image.pixel(6, y), 0xFF8A939E);
    }
}

// One error among a hundred cells that share a pixel is as dark as it is alone.
void DifferencePanelTest::keepsTheWorstWhereCellsShareAPixel()
{
    PlaneData plane = makePlane(10, 10, std::vector<double>(100, 0));
    plane.overview.values[37] = -4;
    plane.overview.keepsWorst = true;
    const PlaneColours colours {
        colourMap("tide", false).table(kColours), ValueScale(ScaleKind::Linear, -4, 4)};
    QCOMPARE(renderPlane(plane, nullptr, {0, 0, 0.1, 0.1}, {1, 1}, colours, 1).pixel(0, 0), 0xFF0B3C86);
}

/// What Ctrl+F focuses.
void DifferencePanelTest::anIndexIsTyped()
{
    PairDesk desk({4, 4}, [](std::vector<float>& values) { values[5] += 1; });
    auto* const field = qobject_cast<QLineEdit*>(desk.panel->filterField());
    QVERIFY(field && field->isVisible());
    field->setText("1,1");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(
        ProbedValue::of(desk.selection).words().startsWith(QStringLiteral("T -98.375 G -99.375 ")),
        kPatienceMs);
}

void DifferencePanelTest::showsTheDifference()
{
    PairDesk desk({3, 4}, [](std::vector<float>& values) {
        values[5] += 4;
        values[6] -= 2;
        values[7] = kNan;
        values[8] = -kInf;
    });
    QTRY_VERIFY_WITH_TIMEOUT(desk.plane(), kPatienceMs);
    const PlaneTile& tile = desk.plane()->overview;
    QVERIFY(tile.isExact());
    for (std::size_t i = 0; i < 12; ++i) {
        const int flags = i == 7 ? core::kNanInTarget : i == 8 ? core::kHasNegInf : 0;
        QCOMPARE(int(tile.flags[i]), flags);
        if (flags == 0)
            QCOMPARE(tile.values[i], i == 5 ? 4 : i == 6 ? -2 : 0);
    }
    // The room there is counts from the first pair on.
    QTRY_VERIFY_WITH_TIMEOUT(desk.panel->findChild<WorstElements*>()->isVisible(), kPatienceMs);
}

void DifferencePanelTest::listsTheWorstAndJumps()
{
    PairDesk desk({3, 4}, [](std::vector<float>& values) {
        values[5] += 4;
        values[10] -= 8;
    });
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QAbstractItemModelTester tester(model);
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 2, kPatienceMs);
    const auto text = [&](int row, int column) { return model->index(row, column).data().toString(); };
    QCOMPARE(text(0, WorstElementModel::Index), QStringLiteral("[2,2]"));
    QCOMPARE(text(0, WorstElementModel::Difference), QStringLiteral("-8"));
    QCOMPARE(text(1, WorstElementModel::Index), QStringLiteral("[1,1]"));
    // 5 / 8 - 100 = -99.375 and 4 more, as float32.
    QCOMPARE(text(1, WorstElementModel::Target), QStringLiteral("-95.375"));
    QCOMPARE(text(1, WorstElementModel::Golden), QStringLiteral("-99.375"));
    QCOMPARE(text(1, WorstElementModel::TargetBits), QStringLiteral("0xc2bec000"));
    // The worst element is what the view opens at.
    using Element = std::vector<std::int64_t>;
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (Element {2, 2}), kPatienceMs);
    auto* const table = desk.panel->findChild<WorstElements*>()->findChild<SimpleTable*>();
    table->setCurrentIndex(model->index(1, 0));
    emit table->activated(model->index(1, 0));
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (Element {1, 1}), kPatienceMs);
    for (const auto plane : {PlaneStage::Target, PlaneStage::Golden, PlaneStage::Difference})
        QCOMPARE(desk.stage()->view(plane)->probe(), (HeatmapView::Cell {1, 1}));
    QTRY_VERIFY_WITH_TIMEOUT(
        ProbedValue::of(desk.selection).words().startsWith(QStringLiteral("T -95.375 G -99.375 Δ 4 ")),
        kPatienceMs);
}

void DifferencePanelTest::changesKinds()
{
    PairDesk desk({3, 4}, [](std::vector<float>& values) { values[5] -= 2; });
    auto* const kinds = desk.panel->findChild<QButtonGroup*>();
    const double golden = 5.0 / 8 - 100;
    const std::vector<double> expected {-2, 2, 2 / -golden, 262144, 1};
    for (int kind = 0; kind < 5; ++kind) {
        kinds->button(kind)->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            desk.plane() && desk.plane()->overview.values[5] == expected[static_cast<std::size_t>(kind)],
            kPatienceMs);
    }
}

void DifferencePanelTest::linksZoom()
{
    PairDesk desk({40, 60}, {});
    PlaneStage* const stage = desk.stage();
    stage->view(PlaneStage::Golden)->zoomBy(3);
    const auto zoom = [&](PlaneStage::Plane plane) { return stage->view(plane)->viewport().stepX; };
    QCOMPARE(zoom(PlaneStage::Target), zoom(PlaneStage::Golden));
    QCOMPARE(zoom(PlaneStage::Difference), zoom(PlaneStage::Golden));
    stage->setLinked(false);
    stage->view(PlaneStage::Golden)->zoomBy(2);
    QVERIFY(zoom(PlaneStage::Target) < zoom(PlaneStage::Golden));
}

void DifferencePanelTest::swipesAndBlinks()
{
    PairDesk desk({40, 60}, {});
    PlaneStage* const stage = desk.stage();
    stage->setMode(PlaneStage::Mode::Swipe);
    QCOMPARE(stage->view(PlaneStage::Golden)->geometry(), stage->view(PlaneStage::Target)->geometry());
    stage->setDivision(0.25);
    const int line = stage->view(PlaneStage::Golden)->width() / 4;
    QCOMPARE(stage->view(PlaneStage::Golden)->mask().boundingRect().left(), line);
    stage->setMode(PlaneStage::Mode::Blink);
    QCOMPARE(stage->view(PlaneStage::Golden)->geometry(), stage->view(PlaneStage::Target)->geometry());
    QVERIFY(stage->view(PlaneStage::Golden)->isVisible() != stage->view(PlaneStage::Target)->isVisible());
    stage->setMode(PlaneStage::Mode::Beside);
    QVERIFY(stage->view(PlaneStage::Target)->isVisible());
    QVERIFY(stage->view(PlaneStage::Golden)->isVisible());
}

void DifferencePanelTest::saysWhyNothingCanBeCompared()
{
    PairDesk desk({3, 4}, {}, {5, 4});
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, QStringLiteral("Not comparable")), kPatienceMs);
    desk.comparisons.select(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(
        test::says(*desk.panel, QStringLiteral("Select a pair to see where it differs.")), kPatienceMs);
}

void DifferencePanelTest::countsErrorsByPowersOfTwo()
{
    core::ErrorHistogram histogram;
    histogram.zero = 7;
    histogram.conflicts = 2;
    histogram.lowest = -4;                          // 0.0625
    histogram.counts = {3, 0, 0, 0, 5, 1, 0, 0, 4}; // at 1, 2 and 16
    const auto bars = ErrorHistogramPlot::barsOf(histogram);
    QVERIFY(ErrorHistogramPlot::caption().contains("log heights"));
    using Bar = ErrorHistogramPlot::Bar;
    QCOMPARE(bars.size(), std::size_t {11});
    QCOMPARE(bars[0].count, std::uint64_t {7});
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        QVERIFY(bars[i + 1].kind == Bar::Kind::Error);
        QCOMPARE(bars[i + 1].exponent, histogram.lowest + static_cast<int>(i));
        QCOMPARE(bars[i + 1].count, histogram.counts[i]);
        QCOMPARE(bars[i + 1].powers, 1);
    }
    QVERIFY(bars[10].kind == Bar::Kind::Conflict);
    // Many of them share bars, and none is lost: 50 powers from 2^-40 on, one element in each.
    core::ErrorHistogram wide;
    wide.lowest = -40;
    wide.counts.assign(50, 1);
    const auto shared = ErrorHistogramPlot::barsOf(wide);
    QCOMPARE(shared.size(), std::size_t {18}); // equal ones, and 17 of three powers
    QCOMPARE(shared[1].exponent, -40);
    QCOMPARE(shared[2].exponent, -37);
    QCOMPARE(shared[2].count, std::uint64_t {3});
    QCOMPARE(shared[17].count, std::uint64_t {2});
    ErrorHistogramPlot plot;
    plot.setHistogram(histogram);
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("2^-4 (0.0625) to 2^-3 (0.125): 3")));
}

// Histogram, scatter plot, worst elements and statistics are about all elements.
void DifferencePanelTest::slicesWhereTheyCount()
{
    PairDesk desk({2, 3, 40}, [](std::vector<float>& values) { values[41] += 4; });
    const auto* const slices = desk.panel->findChild<SliceBar*>();
    for (const auto& [tab, isSliced] : {std::pair("difference", true), {"difference grid", true},
             {"worst elements", false}, {"error histogram", false}, {"error against magnitude", false},
             {"difference statistics", false}}) {
        QVERIFY(desk.panel->showTab(tab));
        desk.settle();
        QVERIFY2(slices->isVisible() == isSliced, tab);
    }
    QVERIFY(desk.actions.trigger("go.index"));
    QVERIFY(slices->isVisible());
}

void DifferencePanelTest::showsTheNumbersTogether()
{
    PairDesk desk({3, 40}, [](std::vector<float>& values) {
        values[41] += 4;
        values[42] = kNan;
    });
    QVERIFY(desk.panel->showTab(QStringLiteral("difference grid")));
    PairGridModel* const model = desk.grid()->gridModel();
    QAbstractItemModelTester tester(model);
    QCOMPARE(model->rowCount(), 9);
    QCOMPARE(model->columnCount(), 40);
    using Grid = PairGridModel;
    const auto text = [&](int row, int column, Grid::Line line) {
        return model->indexOf(std::uint64_t(row), std::uint64_t(column), line).data().toString();
    };
    // 41 / 8 - 100 = -94.875
    QTRY_COMPARE_WITH_TIMEOUT(text(1, 1, Grid::Difference), QStringLiteral("4"), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(text(1, 1, Grid::Target), QStringLiteral("-90.875"), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(text(1, 1, Grid::Golden), QStringLiteral("-94.875"), kPatienceMs);
    QCOMPARE(text(1, 2, Grid::Target), QStringLiteral("NaN"));
    QCOMPARE(text(1, 2, Grid::Difference), QStringLiteral("NaN T"));
    QTRY_COMPARE_WITH_TIMEOUT(text(2, 39, Grid::Difference), QStringLiteral("0"), kPatienceMs);
    QCOMPARE(model->headerData(3, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("1  T"));
    QCOMPARE(model->headerData(5, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("Δ"));
    // Tinted where something differs, on all three lines; quiet where nothing does.
    const auto role = [&](int row, int column, Grid::Line line, int of) {
        return model->indexOf(std::uint64_t(row), std::uint64_t(column), line).data(of);
    };
    for (const Grid::Line line : {Grid::Target, Grid::Golden, Grid::Difference}) {
        QVERIFY(role(1, 1, line, Qt::BackgroundRole).isValid());
        QVERIFY(!role(0, 0, line, Qt::BackgroundRole).isValid());
    }
    QVERIFY(role(0, 0, Grid::Difference, DimRole).toBool());
    QVERIFY(role(1, 2, Grid::Difference, HatchRole).isValid());
    // Numbers in other forms: the bits are those of the sides.
    for (QComboBox* box : desk.panel->findChildren<QComboBox*>()) {
        if (box->accessibleName() == QStringLiteral("Number format"))
            box->setCurrentIndex(int(NumberStyle::Hex));
    }
    QTRY_COMPARE_WITH_TIMEOUT(text(1, 1, Grid::Golden), QStringLiteral("0xc2bdc000"), kPatienceMs);
    // The focused cell is the probed one, both ways.
    desk.grid()->setCurrentIndex(model->indexOf(2, 7, Grid::Golden));
    using Element = std::vector<std::int64_t>;
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (Element {2, 7}), kPatienceMs);
    QCOMPARE(desk.stage()->view(PlaneStage::Difference)->probe(), (HeatmapView::Cell {2, 7}));
    desk.selection.setElement({0, 5});
    QCOMPARE(desk.grid()->currentIndex(), model->indexOf(0, 5, Grid::Golden));
}

void DifferencePanelTest::followsTheLimits()
{
    PairDesk::How how;
    how.limits.rules = {*core::parseLimit("max_absolute_error<=3")};
    PairDesk desk(
        {3, 4},
        [](std::vector<float>& values) {
            values[5] += 4;
            values[6] -= 2;
        },
        {}, how);
    auto* const kinds = desk.panel->findChild<QButtonGroup*>();
    kinds->button(4)->click();
    const auto marks = [&] {
        std::vector<int> places;
        for (std::size_t i = 0; desk.plane() && i < desk.plane()->overview.values.size(); ++i) {
            if (desk.plane()->overview.values[i] == 1)
                places.push_back(int(i));
        }
        return places;
    };
    QTRY_COMPARE_WITH_TIMEOUT(marks(), (std::vector<int> {5}), kPatienceMs);
    QVERIFY(kinds->button(4)->toolTip().contains(QStringLiteral("> 3")));
    QVERIFY(test::says(*desk.panel, QStringLiteral("max_absolute_error <= 3")));
    QVERIFY(desk.panel->commandLine().contains(QStringLiteral("--atol 3 --rtol 0")));
    // Other limits, other marks; without any, those of mismatch_ratio.
    core::Limits limits = desk.comparisons.current()->setup().limits;
    limits.rules = {*core::parseLimit("max_absolute_error<2")};
    desk.comparisons.changeLimits(limits, QStringLiteral("limits"));
    QTRY_COMPARE_WITH_TIMEOUT(marks(), (std::vector<int> {5, 6}), kPatienceMs);
    desk.comparisons.changeLimits(*core::presetLimits("precision"), QStringLiteral("limits"));
    QTRY_VERIFY_WITH_TIMEOUT(
        kinds->button(4)->toolTip().contains(QStringLiteral("1e-08 + 1e-05·|golden|")), kPatienceMs);
    QVERIFY(kinds->button(4)->toolTip().contains(QStringLiteral("mismatch_ratio")));
}

void DifferencePanelTest::copiesAndExports()
{
    PairDesk desk({3, 4}, [](std::vector<float>& values) {
        values[5] += 4;
        values[6] -= 2;
    });
    desk.selection.setElement({1, 1});
    desk.stage()->choose(PlaneStage::Difference);
    desk.stage()->view(PlaneStage::Difference)->setRegion(core::PlaneWindow {1, 1, 2, 2});
    QCOMPARE(desk.copied("edit.copy"), QStringLiteral("4\t-2\n0\t0"));
    QCOMPARE(desk.copied("edit.copy_names"), QStringLiteral("\t1\t2\n1\t4\t-2\n2\t0\t0"));
    const QString expression = desk.copied("edit.copy_numpy");
    QVERIFY(expression.contains(desk.targetFolder.path()) && expression.contains(desk.goldenFolder.path()));
    QVERIFY(expression.contains(QStringLiteral("[1:3,1:3].astype(\"f8\") - np.load(")));
    QVERIFY2(QFile::exists(expression.section(u'"', 1, 1)), qPrintable(expression));
    // All three lines of the grid.
    desk.panel->showTab(QStringLiteral("difference grid"));
    PairGridModel* const model = desk.grid()->gridModel();
    desk.settle();
    desk.grid()->selectionModel()->select(QItemSelection(model->indexOf(1, 1, PairGridModel::Target),
                                              model->indexOf(1, 2, PairGridModel::Difference)),
        QItemSelectionModel::ClearAndSelect);
    // 5 / 8 - 100 = -99.375, 6 / 8 - 100 = -99.25
    QCOMPARE(desk.copied("edit.copy"), QStringLiteral("T\t-95.375\t-101.25\nG\t-99.375\t-99.25\nΔ\t4\t-2"));
    // The same pair on the command line.
    QVERIFY(desk.panel->commandLine().startsWith(QStringLiteral("dumpscope-cli compare ")));
    QVERIFY(desk.panel->commandLine().contains(QStringLiteral("slot:0")));

    auto* const document = desk.panel->findChild<PairGrid*>()->document();
    const auto written = [&](const QString& name, const auto& write) {
        const QString path = desk.goldenFolder.filePath(name);
        bool isDone = false;
        write(path, [&](const QString& problem) { isDone = problem.isEmpty(); });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isDone, kPatienceMs); }();
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray csv = written(QStringLiteral("d.csv"),
        [&](const QString& path, const OutputDone& done) { exportDifference(*document, path, false, done); });
    QCOMPARE(csv, QByteArray("0,0,0,0\n0,4,-2,0\n0,0,0,0\n"));
    const QByteArray npy = written(QStringLiteral("d.npy"),
        [&](const QString& path, const OutputDone& done) { exportDifference(*document, path, true, done); });
    QVERIFY(npy.contains("'descr': '<f8'") && npy.contains("'shape': (3, 4)"));
    const QByteArray png = written(QStringLiteral("d.png"),
        [&](const QString& path, const OutputDone& done) { exportPictures(*document, path, done); });
    const QImage image = QImage::fromData(png);
    QVERIFY(image.width() > image.height());
    QVERIFY(image.width() > 1500);
    const QByteArray svg = written(QStringLiteral("d.svg"),
        [&](const QString& path, const OutputDone& done) { exportPictures(*document, path, done); });
    QVERIFY(svg.contains("<svg"));
}

void DifferencePanelTest::alignsLayouts_data()
{
    QTest::addColumn<core::Shape>("target");
    QTest::addColumn<core::Shape>("golden");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<std::vector<int>>("axes"); // the golden's axis of each of the target's
    QTest::addColumn<QString>("words");
    QTest::newRow("NCHW against NHWC") << core::Shape {2, 3, 5, 7} << core::Shape {2, 5, 7, 3} << QByteArray()
                                       << std::vector<int> {0, 3, 1, 2} << QStringLiteral("NCHW<-NHWC");
    QTest::newRow("an axis more") << core::Shape {1, 6} << core::Shape {6} << QByteArray()
                                  << std::vector<int> {} << QStringLiteral("Aligned");
}

// Elements are where the target has them, whatever order the golden was written in: by index arithmetic.
void DifferencePanelTest::alignsLayouts()
{
    QFETCH(core::Shape, target);
    QFETCH(core::Shape, golden);
    QFETCH(QByteArray, rules);
    QFETCH(std::vector<int>, axes);
    QFETCH(QString, words);
    const auto flatOf = [&](const ElementIndex& index) {
        std::size_t flat = 0;
        if (axes.empty())
            return static_cast<std::size_t>(ravelled(index, target));
        ElementIndex other(golden.size());
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
            other[static_cast<std::size_t>(axes[axis])] = index[axis];
        for (std::size_t axis = 0; axis < golden.size(); ++axis)
            flat = flat * static_cast<std::size_t>(golden[axis]) + static_cast<std::size_t>(other[axis]);
        return flat;
    };
    ElementIndex odd(target.size(), 1);
    odd[0] = target[0] - 1;
    const auto change = [&](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(flatOf(unravelled(i, target))) / 8 - 100;
        values[static_cast<std::size_t>(ravelled(odd, target))] += 4;
    };
    PairDesk::How how;
    how.rules = rules;
    PairDesk desk(target, change, golden, how);
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatienceMs);
    QCOMPARE(model->at(0).index, odd);
    QCOMPARE(model->index(0, WorstElementModel::Difference).data().toString(), QStringLiteral("4"));
    QVERIFY2(test::says(*desk.panel, words), qPrintable(words));
}

void DifferencePanelTest::followsFusedOperators_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<core::Shape>("target"); // NCHW
    QTest::addColumn<bool>("isInGoldensOrder");
    QTest::newRow("shapes tell the order") << ComparisonSetup().profile << core::Shape {2, 3, 5, 7} << false;
    // Only the rule file knows that the axes of equal lengths are others.
    QTest::newRow("the rule file tells the order")
        << QStringLiteral("msaccucmp") << core::Shape {2, 3, 3, 3} << true;
}

// A device's fused operator stands for the last of those that golden ran, which were written as NHWC.
void DifferencePanelTest::followsFusedOperators()
{
    QFETCH(QString, profile);
    QFETCH(core::Shape, target);
    QFETCH(bool, isInGoldensOrder);
    const core::Shape golden {target[0], target[2], target[3], target[1]};
    const auto toGolden = [](const ElementIndex& at) { return ElementIndex {at[0], at[2], at[3], at[1]}; };
    const ElementIndex odd {1, 2, 0, 1};
    PairDesk::How how;
    how.targetName
        = QStringLiteral("Conv2D.stem_convstem_relu.0.0.1700000000000000.output.0.NCHW.Float32.npy");
    how.goldenName = QStringLiteral("Relu.stem_relu.0.0.1700000000000000.output.0.npy");
    how.profile = profile;
    how.rules = R"({"graph": [{"name": "net", "op": [{"name": "stem/convstem/relu", "type": "Conv2D", "id": 0,
        "input": ["x:0"], "attr": [{"key": "_datadump_original_op_names",
            "value": {"list": {"s": ["stem/conv", "stem/relu"], "val_type": 1}}}],
        "output_desc": [{"dtype": "DT_FLOAT", "layout": "NCHW", "attr": [
            {"key": "_datadump_origin_name", "value": {"s": "stem/relu"}},
            {"key": "_datadump_origin_output_index", "value": {"i": 0}},
            {"key": "_datadump_origin_format", "value": {"s": "NHWC"}}]}]}]}]})";
    const auto change = [&](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(ravelled(toGolden(unravelled(i, target)), golden)) / 8 - 100;
        values[static_cast<std::size_t>(ravelled(odd, target))] += 4;
    };
    PairDesk desk(target, change, golden, how);
    QCOMPARE(desk.comparisons.current()->pairs()->row(0).pair.origin, core::PairOrigin::Fusion);
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatienceMs);
    QCOMPARE(model->at(0).index, isInGoldensOrder ? toGolden(odd) : odd);
    QCOMPARE(model->index(0, WorstElementModel::Difference).data().toString(), QStringLiteral("4"));
    QVERIFY(test::says(*desk.panel, QStringLiteral("NHWC")));
}

// Swapped shapes meet when somebody says so, as a step that can be undone.
void DifferencePanelTest::readsMatricesTransposed()
{
    // golden[i][j] = (4 i + j) / 8 - 100 is target[j][i], but for one element.
    const auto change = [](std::vector<float>& values) {
        for (std::size_t j = 0; j < 4; ++j) {
            for (std::size_t i = 0; i < 3; ++i)
                values[j * 3 + i] = static_cast<float>(4 * i + j) / 8 - 100;
        }
        values[2 * 3 + 1] += 4;
    };
    PairDesk desk({4, 3}, change, {3, 4});
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, QStringLiteral("Not comparable")), kPatienceMs);
    auto* const message = desk.panel->findChild<MessagePage*>();
    QVERIFY(message->text().contains(QStringLiteral("Read golden transposed")));
    emit message->findChild<QLabel*>()->linkActivated(QStringLiteral("#"));
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatienceMs);
    QCOMPARE(model->at(0).index, (ElementIndex {2, 1}));
    QVERIFY(test::says(*desk.panel, QStringLiteral("IO<-OI")));
    const core::PairTable& pairs = *desk.comparisons.current()->pairs();
    const int column = pairs.columnByName("max_absolute_error");
    QCOMPARE(core::cellNumber(pairs.cell(0, column)), std::optional(4.0));
    desk.comparisons.undoStack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(test::says(*desk.panel, QStringLiteral("Not comparable")), kPatienceMs);
}

// Two tensors alone are a pair whatever they are called.
void DifferencePanelTest::opensPairsOfOtherNames()
{
    PairDesk::How how;
    how.goldenName = QStringLiteral("Relu.relu.0.0.1700000000000000.output.0.npy");
    PairDesk desk(
        {3, 4}, [](std::vector<float>& values) { values[5] += 4; }, {}, how);
    auto* const model = desk.panel->findChild<WorstElementModel*>();
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kPatienceMs);
    QCOMPARE(model->at(0).index, (ElementIndex {1, 1}));
}

void DifferencePanelTest::pointsAtTheSameCell()
{
    PairDesk desk({3, 4}, [](std::vector<float>& values) { values[5] += 4; });
    emit desk.stage()->view(PlaneStage::Golden)->hovered(2, 3);
    for (const auto plane : {PlaneStage::Target, PlaneStage::Golden, PlaneStage::Difference})
        QCOMPARE(desk.stage()->view(plane)->pointed(), (HeatmapView::Cell {2, 3}));
    // 11 / 8 - 100 = -98.625
    const ProbedValue& probed = ProbedValue::of(desk.selection);
    QTRY_COMPARE_WITH_TIMEOUT(probed.words(), QStringLiteral("T -98.625 G -98.625 Δ 0 ULP 0"), kPatienceMs);
    QCOMPARE(probed.element(), (ElementIndex {2, 3}));
    // The row of a worst element shows where it is.
    auto* const table = desk.panel->findChild<WorstElements*>()->findChild<SimpleTable*>();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
    emit table->entered(table->model()->index(0, 0));
    QCOMPARE(desk.stage()->view(PlaneStage::Target)->pointed(), (HeatmapView::Cell {1, 1}));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(table->viewport(), &leave);
    QVERIFY(!desk.stage()->view(PlaneStage::Target)->pointed());
    QCOMPARE(probed.element(), (ElementIndex {1, 1}));
    QTRY_VERIFY_WITH_TIMEOUT(
        probed.words().startsWith(QStringLiteral("T -95.375 G -99.375 Δ 4 ")), kPatienceMs);
    QVERIFY(!test::says(*desk.panel, QStringLiteral("T -95.375"))); // the status bar says it
}

/// Whichever side is chosen, the window speaks of the element of the pair.
void DifferencePanelTest::goldensTensorIsThatOfThePair()
{
    PairDesk desk({3, 4, 5}, [](std::vector<float>& values) { values[50] += 4; });
    const ProbedValue& probed = ProbedValue::of(desk.selection);
    const ElementIndex worst {2, 2, 0}; // 50 / 8 - 100 = -93.75
    QTRY_COMPARE_WITH_TIMEOUT(probed.element(), worst, kPatienceMs);
    desk.selection.select(desk.comparisons.current()->goldenOf(0));
    QTRY_VERIFY_WITH_TIMEOUT(
        probed.words().startsWith(QStringLiteral("T -89.75 G -93.75 Δ 4 ")), kPatienceMs);
    QCOMPARE(probed.element(), worst);
    // What is probed there is probed in the pair.
    desk.selection.setElement({1, 1, 1});
    QTRY_VERIFY_WITH_TIMEOUT(
        probed.words().startsWith(QStringLiteral("T -96.75 G -96.75 Δ 0 ")), kPatienceMs);
    QCOMPARE(desk.comparisons.pair(), std::optional<std::size_t>(0));
}

/// The small one beside an operator.
void DifferencePanelTest::aSmallMapShowsTheWorstSlice()
{
    PairDesk desk({3, 2, 4, 5}, [](std::vector<float>& values) { values[(2 * 2 + 1) * 20 + 7] += 4; });
    DifferenceMap map(desk.tasks);
    map.showPair(desk.comparisons.current(), 0, QStringLiteral("output 0"));
    QTRY_VERIFY_WITH_TIMEOUT(map.isSettled() && map.view()->plane(), kPatienceMs);
    const PlaneTile& tile = map.view()->plane()->overview;
    for (std::uint64_t row = 0; row < 4; ++row) {
        for (std::uint64_t column = 0; column < 5; ++column)
            QCOMPARE(tile.values[tile.at(row, column)], row == 1 && column == 2 ? 4.0 : 0.0);
    }
    const QStringList texts = [&] {
        QStringList all;
        for (const QLabel* label : map.findChildren<QLabel*>())
            all += label->text();
        return all;
    }();
    QVERIFY2(texts.contains(QStringLiteral("Slice [2,1,:,:], which holds the largest difference")),
        qPrintable(texts.join(u'|')));
}

void DifferencePanelTest::keepsItsView()
{
    const auto change = [](std::vector<float>& values) { values[50] += 4; };
    QJsonObject saved;
    {
        PairDesk desk({4, 3, 6}, change);
        desk.panel->findChild<QButtonGroup*>()->button(3)->click();
        desk.actions.trigger("plane.range_auto");
        desk.actions.trigger("plane.linked");
        desk.stage()->setMode(PlaneStage::Mode::Swipe);
        desk.stage()->setDivision(0.25);
        desk.selection.setElement({1, 2, 3}); // another slice than that of the worst element
        desk.panel->showTab(QStringLiteral("difference grid"));
        desk.settle();
        saved = desk.panel->saveView();
    }
    PairDesk desk({4, 3, 6}, change);
    desk.comparisons.select(std::nullopt);
    desk.selection.setElement({});
    desk.panel->restoreView(saved);
    desk.comparisons.select(0);
    desk.settle();
    QCOMPARE(desk.panel->saveView(), saved);
    QVERIFY(desk.stage()->mode() == PlaneStage::Mode::Swipe);
    QVERIFY(!desk.stage()->isLinked());
    QCOMPARE(desk.stage()->division(), 0.25);
    QVERIFY(desk.grid()->isVisible());
}

// No error sinks into a dark panel, the largest is the brightest; in the light theme the other way round.
void DifferencePanelTest::darkDifferencesAreDark()
{
    const auto lightness = [](QRgb colour) { return qGray(colour); };
    for (const char* name : {"ember", "tide"}) {
        const ColourMap& dark = colourMap(name, true);
        const ColourMap& light = colourMap(name, false);
        const double zero = QByteArray(name) == "tide" ? 0.5 : 0;
        QVERIFY(lightness(dark.at(zero)) < 48);
        QVERIFY(lightness(dark.at(1)) > 180);
        QVERIFY(lightness(light.at(zero)) > 240);
        QVERIFY(lightness(light.at(1)) < 80);
    }
    int before = -1;
    for (int i = 0; i <= 20; ++i) {
        const int now = lightness(colourMap("ember", true).at(i / 20.0));
        QVERIFY(now > before);
        before = now;
    }
    // While the program runs, too: nothing differs, which is another colour then.
    PairDesk desk({5, 5}, {});
    const auto pixels = [&desk](bool isDark) {
        const QImage image = desk.stage()->view(PlaneStage::Difference)->grab().toImage();
        const QRgb wanted = QColor(colourMap("tide", isDark).at(0.5)).rgb();
        int count = 0;
        for (int i = 0; i < image.width() * image.height(); ++i)
            count += image.pixel(i % image.width(), i / image.width()) == wanted ? 1 : 0;
        return count;
    };
    QTRY_VERIFY_WITH_TIMEOUT(pixels(false) > 100, kPatienceMs);
    QGuiApplication::setPalette(Theme::dark().palette());
    QTRY_VERIFY_WITH_TIMEOUT(pixels(true) > 100, kPatienceMs);
    QGuiApplication::setPalette(Theme::light().palette());
    QTRY_VERIFY_WITH_TIMEOUT(pixels(false) > 100, kPatienceMs);
}

QTEST_MAIN(DifferencePanelTest)
#include "tst_difference_panel.moc"
