// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_document.h"

#include "difference/error_histogram_plot.h"
#include "difference/plane_stage.h"
#include "difference/worst_element_model.h"
#include "heatmap/plane_renderer.h"
#include "tensor_desk.h"
#include "views/simple_table.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QButtonGroup>
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

    PairDesk(const core::Shape& shape, const std::function<void(std::vector<float>&)>& change,
        const core::Shape& goldenShape = {})
    {
        test::writeTensor(targetFolder.path(), test::kOneTensor, shape, change);
        test::writeTensor(goldenFolder.path(), test::kOneTensor, goldenShape.empty() ? shape : goldenShape);
        OpenedRoot* const target = session.open(targetFolder.path());
        OpenedRoot* const golden = session.open(goldenFolder.path());
        ComparisonDocument* const document = comparisons.compare({{target}, {golden}});
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
    [[nodiscard]] const PlaneData* plane() const
    {
        return stage()->view(PlaneStage::Difference)->plane().get();
    }
};

} // namespace

class DifferencePanelTest : public QObject {
    Q_OBJECT
private slots:
    void rendersEveryKindOfCell();
    void keepsWhatIsNotANumberWhereCellsAreSmall();
    void keepsTheWorstWhereCellsShareAPixel();
    void showsTheDifference();
    void listsTheWorstAndJumps();
    void changesKinds();
    void linksZoom();
    void swipesAndBlinks();
    void saysWhyNothingCanBeCompared();
    void countsErrorsByDecade();
};

// Zero, plus and minus, NaN of either side and of both, infinities: pixel by pixel.
void DifferencePanelTest::rendersEveryKindOfCell()
{
    constexpr int kCell = 20;
    PlaneData plane = makePlane(1, 7, {0, 4, -4, NAN, NAN, NAN, NAN});
    plane.overview.flags
        = {0, 0, 0, core::kNanInTarget, core::kNanInGolden, core::kSameNonFinite, core::kOppositeInf};
    const ColourMap& tide = colourMap("tide", false);
    const PlaneColours colours {tide.table(kColours), ValueScale(ScaleKind::Linear, -4, 4)};
    const QImage image = renderPlane(plane, nullptr, {0, 0, kCell, kCell}, {7 * kCell, kCell}, colours, 1);
    const auto allIn = [&](int cell, const std::function<bool(QRgb, int, int)>& holds) {
        for (int y = 0; y < kCell; ++y) {
            for (int x = cell * kCell; x < (cell + 1) * kCell; ++x) {
                if (!holds(image.pixel(x, y), x, y))
                    return false;
            }
        }
        return true;
    };
    // Near white, dark orange and dark blue: the ends and the middle of the map in the window design.
    QVERIFY(allIn(0, [](QRgb pixel, int, int) { return qAbs(qRed(pixel) - 0xF6) <= 1; }));
    QVERIFY(allIn(1, [](QRgb pixel, int, int) { return pixel == 0xFF7E2A00; }));
    QVERIFY(allIn(2, [](QRgb pixel, int, int) { return pixel == 0xFF0B3C86; }));
    const auto striped = [](QRgb plain, QRgb line, const std::function<bool(int, int)>& isLine) {
        return [=](QRgb pixel, int x, int y) { return pixel == (isLine(x, y) ? line : plain); };
    };
    const auto onFifth = [](int place) { return ((place % 5) + 5) % 5 == 0; };
    QVERIFY(allIn(3, striped(0xFF6A3DB8, 0xFFFFFFFF, [&](int x, int y) { return onFifth(x - y); })));
    QVERIFY(allIn(4, striped(0xFF806000, 0xFFFFFFFF, [&](int x, int y) { return onFifth(x + y); })));
    QVERIFY(allIn(5, striped(0xFF8A939E, 0xFFD3D7DD, [&](int x, int y) { return onFifth(x + y); })));
    QVERIFY(
        allIn(6, striped(0xFFFFFFFF, 0xFF000000, [&](int x, int y) { return onFifth(x) != onFifth(y); })));
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
    auto* const table = desk.panel->findChild<SimpleTable*>();
    table->setCurrentIndex(model->index(1, 0));
    emit table->activated(model->index(1, 0));
    QTRY_COMPARE_WITH_TIMEOUT(desk.selection.element(), (Element {1, 1}), kPatienceMs);
    for (const auto plane : {PlaneStage::Target, PlaneStage::Golden, PlaneStage::Difference})
        QCOMPARE(desk.stage()->view(plane)->probe(), (HeatmapView::Cell {1, 1}));
    QTRY_VERIFY_WITH_TIMEOUT(
        test::says(*desk.panel, QStringLiteral("T -95.375  G -99.375  Δ 4")), kPatienceMs);
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

void DifferencePanelTest::countsErrorsByDecade()
{
    core::ErrorHistogram histogram;
    histogram.zero = 7;
    histogram.conflicts = 2;
    histogram.lowest = -4;                          // 0.0625
    histogram.counts = {3, 0, 0, 0, 5, 1, 0, 0, 4}; // at 1, 2 and 16
    const auto bars = ErrorHistogramPlot::barsOf(histogram);
    using Bar = ErrorHistogramPlot::Bar;
    QCOMPARE(bars.size(), std::size_t {6});
    QCOMPARE(bars[0].count, std::uint64_t {7});
    QVERIFY(bars[1].kind == Bar::Kind::Error);
    const std::vector<std::pair<int, std::uint64_t>> expected {{-2, 3}, {-1, 0}, {0, 6}, {1, 4}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(bars[i + 1].exponent, expected[i].first);
        QCOMPARE(bars[i + 1].count, expected[i].second);
    }
    QVERIFY(bars[5].kind == Bar::Kind::Conflict);
}

QTEST_MAIN(DifferencePanelTest)
#include "tst_difference_panel.moc"
