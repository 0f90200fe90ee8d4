// SPDX-License-Identifier: GPL-3.0-or-later
// The panel Trends on runs as the monitor writes them.
#include "common/theme.h"
#include "kit/cut_label.h"
#include "kit/message_page.h"
#include "kit/simple_table.h"
#include "npy_file.h"
#include "painted_texts.h"
#include "temporary_folder.h"
#include "tensor_desk.h"
#include "trends/trend_finding_model.h"
#include "trends/trend_lines.h"
#include "trends/trend_map.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QSlider>

#include <ctime>
#include <filesystem>
#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;

/// Two rows on two ranks over eight steps; NaN on rank 1 from step `nanAt` on.
void writeRun(const dumpscope::test::TemporaryFolder& folder, int nanAt)
{
    for (int rank = 0; rank < 2; ++rank) {
        std::string text = "vpp_stage,step,module_name,scope,min,max,mean,norm,nans\n";
        for (int step = 0; step < 8; ++step) {
            const std::string head = "0," + std::to_string(step) + ',';
            const bool isNan = rank == 1 && step >= nanAt;
            text += head + "fc1.output.0,forward,-1,1,0.5," + std::to_string(10 + rank) + ",0\n";
            text += head + "fc2.output.0,forward," + (isNan ? "nan,nan,nan,nan,4\n" : "-1,1,0.25,5,0\n");
        }
        dumpscope::test::writeFile(folder.at("rank_" + std::to_string(rank) + "/module_step0-7.csv"), text);
    }
}

struct ShownTrends {
    dumpscope::test::TemporaryFolder folder;
    gui::test::Desk desk;
    OpenedRoot* root = nullptr;
    std::unique_ptr<Panel> panel = desk.makePanel("trends");

    explicit ShownTrends(int nanAt = 3)
    {
        writeRun(folder, nanAt);
        panel->resize(1200, 800);
        panel->show();
        root = desk.open(QString::fromStdString(folder.path()));
        settle();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && map()->picture(), kPatienceMs); }
    [[nodiscard]] TrendMap* map() const { return panel->findChild<TrendMap*>(); }
    [[nodiscard]] TrendLines* lines() const { return panel->findChild<TrendLines*>(); }
    [[nodiscard]] SimpleTable* table() const { return panel->findChild<SimpleTable*>(); }
    [[nodiscard]] QComboBox* box(const QString& text) const
    {
        for (QComboBox* one : panel->findChildren<QComboBox*>()) {
            if (one->findText(text) >= 0)
                return one;
        }
        return nullptr;
    }
};

} // namespace

class TrendsPanelTest : public QObject {
    Q_OBJECT
private slots:
    void theFirstAnomalyIsSaidAndShown()
    {
        const ShownTrends shown;
        QVERIFY(gui::test::says(*shown.panel,
            "First anomaly: step 3, rank 1, fc2.output.0 (forward) holds 4 NaN. Seen in 5 steps, up to the "
            "last "
            "one, step 7."));
        QVERIFY(gui::test::says(*shown.panel, "1 finding"));
        // Rules that were not applied by name, and what was found in sight.
        QVERIFY(gui::test::says(*shown.panel, "Not applied: "));
        QVERIFY(!gui::test::says(*shown.panel, "Not applied: 1"));
        const QHeaderView& header = *shown.table()->horizontalHeader();
        QCOMPARE(
            header.visualIndex(TrendFindingModel::What), header.visualIndex(TrendFindingModel::Tensor) + 1);
        QCOMPARE(shown.panel->badge(), 1);
        // The map shows its rank, and the five steps with NaN are marks.
        QCOMPARE(shown.map()->picture()->plane.at, std::size_t {1});
        QCOMPARE(shown.map()->picture()->notFinite.size(), std::size_t {5});
        QCOMPARE(shown.lines()->content().lines.size(), std::size_t {2});
        QVERIFY(shown.lines()->content().lines[1].isChosen);
        QCOMPARE(shown.lines()->content().step, std::optional(3.0));
        QCOMPARE(shown.lines()->content().lines[0].name, QString("rank 0"));
        QCOMPARE(shown.lines()->content().lines[1].name, QString("rank 1"));
    }

    /// In a low panel the rules that were not applied make room for the findings, and are in the tip.
    void lowPanelsCutNoText()
    {
        const ShownTrends shown;
        const auto reasons = [&]() -> QLabel* {
            for (QLabel* label : shown.panel->findChildren<QLabel*>()) {
                if (label->text().startsWith(QLatin1String("Not applied: ")))
                    return label;
            }
            return nullptr;
        };
        QVERIFY(reasons() && reasons()->isVisible());
        shown.panel->resize(800, 150);
        QTRY_VERIFY(!reasons()->isVisible());
        bool isInTip = false;
        for (const QLabel* label : shown.panel->findChildren<QLabel*>())
            isInTip = isInTip || (label->isVisible() && label->toolTip().contains("Not applied: "));
        QVERIFY(isInTip);
        shown.panel->resize(1200, 800);
        QTRY_VERIFY(reasons()->isVisible());
        QVERIFY(reasons()->height() >= reasons()->heightForWidth(reasons()->width()));
    }

    /// One step of two ranks: the ranks are what can be compared.
    void ranksLieAcrossWhereThereIsOneStep()
    {
        const dumpscope::test::TemporaryFolder folder;
        for (int rank = 0; rank < 2; ++rank)
            dumpscope::test::writeFile(folder.at("rank_" + std::to_string(rank) + "/module_step0-0.csv"),
                "vpp_stage,step,module_name,scope,min,max,mean,norm,nans\n"
                "0,0,fc1.output.0,forward,-1,1,0.5,10,0\n");
        gui::test::Desk desk;
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        desk.open(QString::fromStdString(folder.path()));
        const auto* const map = panel->findChild<TrendMap*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && map->picture(), kPatienceMs);
        QCOMPARE(map->picture()->plane.axes, core::TrendAxes::RowRank);
        QCOMPARE(map->picture()->plane.columns, std::size_t {2});
    }

    /// Runs beside one another: the place chosen in Dumps says which.
    void theChosenRunIsShown()
    {
        const dumpscope::test::TemporaryFolder folder;
        const std::vector<float> values {1, 2, 3, 4};
        for (const std::string run : {"first", "second"}) {
            const std::string at = folder.at("dumps/" + run + "/step0/rank0/dump_tensor_data");
            std::filesystem::create_directories(at);
            dumpscope::test::writeFile(
                at + "/Module.fc1.Linear.forward.0.output.0.npy", dumpscope::test::npyFile(values));
        }
        gui::test::Desk desk;
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        OpenedRoot* const root = desk.open(QString::fromStdString(folder.at("dumps")));
        QCOMPARE(root->index()->runs().size(), std::size_t {2});
        const auto* const message = panel->findChild<MessagePage*>();
        QTRY_VERIFY2_WITH_TIMEOUT(panel->isSettled() && message->text().contains("2 runs lie beside"),
            qPrintable(message->text()), kPatienceMs);
        const auto rows = std::make_shared<const std::vector<core::TensorId>>(
            std::size_t {1}, core::TensorId(std::size_t {1}));
        desk.selection.setScope({root, rows});
        const auto* const map = panel->findChild<TrendMap*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && map->picture(), kPatienceMs);
        QVERIFY2(panel->commandLine().contains("run:"), qPrintable(panel->commandLine()));
        QVERIFY(map->picture()->run->cube().cells().front().tensor == 1);
    }

    /// What is drawn grows with the panel, not with rows times what is marked.
    void manyRowsAreDrawnAtOnce()
    {
        const dumpscope::test::TemporaryFolder folder;
        std::string text = "vpp_stage,step,module_name,scope,min,max,mean,norm,nans\n";
        for (int step = 0; step < 4; ++step) {
            for (int row = 0; row < 3000; ++row)
                text += "0," + std::to_string(step) + ",layers.fc" + std::to_string(row)
                    + ".output.0,forward," + (step == 2 ? "nan,nan,nan,nan,4\n" : "-1,1,0.5,1,0\n");
        }
        dumpscope::test::writeFile(folder.at("rank_0/module_step0-3.csv"), text);
        gui::test::Desk desk;
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        desk.open(QString::fromStdString(folder.path()));
        auto* const map = panel->findChild<TrendMap*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && map->picture() && panel->badge() > 0, kPatienceMs);
        QCOMPARE(map->picture()->plane.lines, std::size_t {3000});
        QVERIFY(!map->picture()->notFinite.empty());
        // One of so many that are lower than a pixel keeps its colour when it is chosen, and has the focus.
        map->setMarked({});
        const auto cells = map->picture()->run->cube().cells();
        const auto [line, column] = map->picture()->plane.placeOf(cells[cells.size() / 2]);
        const QPoint middle = map->rectOf({column, line}).center().toPoint();
        map->setFocus();
        map->setChosen({});
        const QImage unmarked = map->grab().toImage();
        map->setChosen(cells.size() / 2);
        const QImage chosen = map->grab().toImage();
        QVERIFY(unmarked != chosen);
        QCOMPARE(chosen.pixel(middle), unmarked.pixel(middle));
        const std::clock_t before = std::clock(); // of this process, whatever else the machine does
        map->grab();
        QVERIFY(std::clock() - before < CLOCKS_PER_SEC);
    }

    void valuesAreMeasured()
    {
        // 12 steps of 2 ranks as full tensors, NaN on rank 1 in step 7.
        const dumpscope::test::TemporaryFolder folder;
        for (int rank = 0; rank < 2; ++rank) {
            for (int step = 0; step < 12; ++step) {
                const float first = rank == 1 && step == 7 ? std::numeric_limits<float>::quiet_NaN() : 1.0F;
                const std::vector<float> values {first, 0.5F + static_cast<float>(rank), -1, 2};
                const std::string at = folder.at(
                    "step" + std::to_string(step) + "/rank" + std::to_string(rank) + "/dump_tensor_data");
                std::filesystem::create_directories(at);
                dumpscope::test::writeFile(
                    at + "/Module.fc1.Linear.forward.0.output.0.npy", dumpscope::test::npyFile(values));
            }
        }
        gui::test::Desk desk;
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        desk.open(QString::fromStdString(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && panel->badge() > 0, kPatienceMs);
        QVERIFY(gui::test::says(*panel, "First anomaly: step 7, rank 1, "));
    }

    void theRangeIsThatOfTheData()
    {
        // One in a hundred is far off: it has the colour of the end, and the range says so.
        dumpscope::test::TemporaryFolder folder;
        std::string text = "vpp_stage,step,module_name,scope,min,max,mean,norm,nans\n";
        for (int step = 0; step < 100; ++step)
            text += "0," + std::to_string(step) + ",fc1.output.0,forward,-1,1,0.5,"
                + std::to_string(step == 99 ? 122 : 10 + step % 10) + ",0\n";
        dumpscope::test::writeFile(folder.at("rank_0/module_step0-99.csv"), text);
        gui::test::Desk desk;
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        desk.open(QString::fromStdString(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && panel->findChild<TrendMap*>()->picture(), kPatienceMs);
        QVERIFY(gui::test::says(*panel, "10 to 122; colours from 10 to 19"));
        // The bar of colours beside the map has their numbers.
        const auto* const map = panel->findChild<TrendMap*>();
        gui::test::RecordingDevice device;
        panel->findChild<TrendMap*>()->render(&device, {}, {}, QWidget::DrawWindowBackground);
        const QStringList& painted = device.texts;
        for (const ValueScale::Tick& tick : map->picture()->colours.scale.ticks(4))
            QVERIFY2(painted.contains(tick.text), qPrintable(painted.join(u' ')));
        // Of 100 steps not all have their names, the first and the last one do.
        const auto named = map->namedColumns();
        QVERIFY(named.size() > 2 && named.size() < 100);
        QCOMPARE(named.front().second, std::size_t {0});
        QCOMPARE(named.back().second, std::size_t {99});
    }

    /// A frame around it, and nothing over it, however small it is.
    void theChosenCellKeepsItsColour()
    {
        const ShownTrends shown;
        TrendMap* const map = shown.map();
        map->setMarked({});
        const auto cells = map->picture()->run->cube().cells();
        std::size_t seen = 0;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            if (!map->picture()->plane.holds(cells[cell]))
                continue; // of the rank that is not shown
            ++seen;
            map->setChosen({});
            const QImage before = map->grab().toImage();
            map->setChosen(cell);
            const QImage after = map->grab().toImage();
            QVERIFY(before != after);
            // Its frame is seen whatever colour is around it.
            const QRect frame = map->rectOf({map->picture()->plane.placeOf(cells[cell]).second,
                                                map->picture()->plane.placeOf(cells[cell]).first})
                                    .toAlignedRect();
            const QRgb base = Theme::of(map).color(Token::Base).rgb();
            const QRgb accent = Theme::of(map).color(Token::Accent).rgb();
            QCOMPARE(after.pixel(frame.center().x(), frame.bottom() + 2), accent);
            QCOMPARE(after.pixel(frame.center().x(), frame.bottom() + 4), base);
            const auto [line, column] = map->picture()->plane.placeOf(cells[cell]);
            const QRect inside = map->rectOf({column, line}).toRect().adjusted(1, 1, -1, -1);
            QVERIFY(!inside.isEmpty());
            QCOMPARE(after.copy(inside), before.copy(inside));
        }
        QCOMPARE(seen, cells.size() / 2);
    }

    /// Whatever its numbers are, the scale has room for them: the left edge is free.
    void numbersOfTheScaleAreWhole()
    {
        const ShownTrends shown;
        TrendLines* const lines = shown.lines();
        for (const double value : {15.576595306396484, -1234567.25, 1.0e-37}) {
            for (const double other : {value, value * 1.0001}) {
                lines->setContent({QString(), {{QString(), {{0, value}, {1, other}}}}});
                const QImage image = lines->grab().toImage();
                for (int y = 0; y < image.height(); ++y)
                    QCOMPARE(image.pixel(0, y), image.pixel(0, 0));
            }
        }
    }

    void aLowPanelHasRoomForAll()
    {
        // As in a window of 1366 x 768.
        const ShownTrends shown;
        shown.panel->resize(1100, 430);
        QTRY_VERIFY(shown.map()->height() > 250);
        QTRY_VERIFY(shown.lines()->width() > 300);
        const SimpleTable* const table = shown.table();
        constexpr int kSeen = 120; // of the column
        QTRY_VERIFY(
            table->columnViewportPosition(TrendFindingModel::What) + kSeen < table->viewport()->width());
    }

    void aChartWithoutLinesSaysWhy()
    {
        ShownTrends shown;
        shown.lines()->setContent({});
        QVERIFY(!TrendLines::emptyText().isEmpty());
        const QImage empty = shown.lines()->grab().toImage();
        QSet<QRgb> colours;
        for (int y = 0; y < empty.height(); ++y) {
            for (int x = 0; x < empty.width(); ++x)
                colours.insert(empty.pixel(x, y));
        }
        QVERIFY(colours.size() > 1);
    }

    void aFindingIsChosenEverywhere()
    {
        ShownTrends shown;
        QVERIFY(!shown.desk.selection.tensor().isValid());
        shown.table()->setCurrentIndex(shown.table()->model()->index(0, 0));
        const TensorRef& chosen = shown.desk.selection.tensor();
        QVERIFY(chosen.isValid());
        QCOMPARE(chosen.opName(), QString("fc2.output.0"));
        QCOMPARE(shown.root->index()->factsOf(chosen.id).rank, std::optional<std::int64_t>(1));
    }

    /// Chosen before the figures were read: where nothing is wrong the chart is of that.
    void aChoiceBeforeIsFollowed()
    {
        const dumpscope::test::TemporaryFolder folder;
        writeRun(folder, 99);
        gui::test::Desk desk;
        OpenedRoot* const root = desk.open(QString::fromStdString(folder.path()));
        const auto id = root->index()->tensorsOfOperator(root->index()->findString("fc1.output.0")).front();
        desk.selection.select({root, id});
        const auto panel = desk.makePanel("trends");
        panel->resize(1200, 800);
        panel->show();
        const auto* const lines = panel->findChild<TrendLines*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && !lines->content().lines.empty(), kPatienceMs);
        QVERIFY(lines->content().title.contains("fc1.output.0"));
    }

    void aChoiceOfOthersIsFollowed()
    {
        ShownTrends shown;
        const auto id
            = shown.root->index()->tensorsOfOperator(shown.root->index()->findString("fc1.output.0")).front();
        shown.desk.selection.select({shown.root, id});
        QVERIFY(shown.lines()->content().title.contains("fc1.output.0"));
    }

    void axesAndFigures()
    {
        ShownTrends shown;
        QComboBox* const axes = shown.box("Rank × step");
        axes->setCurrentIndex(2);
        emit axes->activated(2);
        shown.settle();
        QTRY_COMPARE_WITH_TIMEOUT(shown.map()->picture()->plane.axes, core::TrendAxes::RankStep, kPatienceMs);
        QCOMPARE(shown.map()->picture()->plane.lines, std::size_t {2});
        QVERIFY(shown.map()->describe({3, 1}).contains("NaN"));
        QVERIFY(shown.map()->describe({2, 1}).endsWith("\n5"));
        // Whichever tensor the slider is at, what is chosen with stays where it is.
        auto* const slider = shown.panel->findChild<QSlider*>();
        QVERIFY(slider->mapTo(shown.panel.get(), QPoint()).x()
            > shown.box("Logarithmic")->mapTo(shown.panel.get(), QPoint()).x());
        auto* const name = slider->parentWidget()->findChild<CutLabel*>();
        QVERIFY2(name->toolTip().contains(name->text()), qPrintable(name->toolTip()));
        const int whole = shown.panel->minimumSizeHint().width();
        name->setText(QString(200, 'x'));
        QCOMPARE(shown.panel->minimumSizeHint().width(), whole);
        QComboBox* const figure = shown.box("zero_count");
        figure->setCurrentText("zero_count");
        emit figure->activated(figure->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(gui::test::says(*shown.panel, "zero_count was not recorded"), kPatienceMs);
        QVERIFY(shown.map()->describe({2, 1}).endsWith("not measured"));
    }

    void aThresholdIsPreviewed()
    {
        ShownTrends shown;
        QComboBox* const rule = shown.box("NaN or infinity");
        auto* const threshold = shown.panel->findChild<QDoubleSpinBox*>();
        QVERIFY(!threshold->isVisible());
        rule->setCurrentText("NaN or infinity");
        emit rule->activated(rule->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(threshold->isVisible() && shown.panel->isSettled(), kPatienceMs);
        QCOMPARE(shown.panel->badge(), 1);
        threshold->setValue(5); // there are four
        QTRY_COMPARE_WITH_TIMEOUT(shown.panel->badge(), 0, kPatienceMs);
        QVERIFY(gui::test::says(*shown.panel, "No anomaly"));
    }

    void otherRunsAreLinesToo()
    {
        ShownTrends shown;
        const dumpscope::test::TemporaryFolder yesterday;
        writeRun(yesterday, 99);
        shown.desk.open(QString::fromStdString(yesterday.path()));
        QTRY_COMPARE_WITH_TIMEOUT(shown.lines()->content().lines.size(), std::size_t {4}, kPatienceMs);
        QVERIFY(shown.lines()->content().lines[3].isOther);
        QCOMPARE(shown.lines()->content().lines[3].points.size(), std::size_t {8});
        shown.desk.session.close(shown.desk.session.roots().last());
        QTRY_COMPARE_WITH_TIMEOUT(shown.lines()->content().lines.size(), std::size_t {2}, kPatienceMs);
    }

    void aClosedDumpIsGone()
    {
        ShownTrends shown;
        shown.desk.session.close(shown.root);
        const auto* const message = shown.panel->findChild<MessagePage*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
        QCOMPARE(shown.panel->badge(), 0);
        QCOMPARE(shown.panel->commandLine(), QString());
    }
};

QTEST_MAIN(TrendsPanelTest)
#include "tst_trends_panel.moc"
