// SPDX-License-Identifier: GPL-3.0-or-later
// The panel Repeat on three runs, one of which multiplies otherwise.
#include "common/cell_roles.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "msprobe_dump_writer.h"
#include "repeat/repeated_difference_model.h"
#include "temporary_folder.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
using Model = RepeatedDifferenceModel;

/// "a", "b": 2·[1, 2] = [2, 4], + 1. "c": [2, 5].
struct ThreeRuns {
    dumpscope::test::TemporaryFolder folder;
    gui::test::Desk desk;
    std::unique_ptr<Panel> panel = desk.makePanel("repeat");
    QAbstractItemModelTester tester {
        table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest};

    ThreeRuns()
    {
        panel->resize(1000, 500);
        panel->show();
        for (const char* const run : {"a", "b", "c"}) {
            const bool isOdd = *run == 'c';
            const dumpscope::test::DumpedTensor in {{2}, {1, 2}}, product {{2}, {2, isOdd ? 5.0F : 4.0F}},
                sum {{2}, {3, isOdd ? 6.0F : 5.0F}};
            QVERIFY(dumpscope::test::MsprobeDumpWriter::write(folder.at(run),
                {{"Torch.mul.0.forward", {in, 2.0}, product}, {"Torch.add.0.forward", {product, 1.0}, sum}}));
        }
    }
    OpenedRoot* open(const char* run) { return desk.open(QString::fromStdString(folder.at(run))); }
    void compare() const
    {
        start()->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatienceMs);
    }
    [[nodiscard]] SimpleTable* table() const { return panel->findChild<SimpleTable*>(); }
    [[nodiscard]] QListWidget* runs() const { return panel->findChild<QListWidget*>(); }
    [[nodiscard]] QPushButton* start() const { return panel->findChild<QPushButton*>(); }
    [[nodiscard]] QString says() const { return panel->findChild<SentenceList*>()->plainText(); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return table()->model()->index(row, column).data().toString();
    }
};

} // namespace

class RepeatPanelTest : public QObject {
    Q_OBJECT
private slots:
    void theRunThatDiffersIsNamed()
    {
        ThreeRuns shown;
        OpenedRoot* const first = shown.open("a");
        QVERIFY(!shown.start()->isVisible()); // one run repeats nothing
        QVERIFY(shown.panel->commandLine().isEmpty());
        shown.open("b");
        shown.open("c");
        QVERIFY(shown.start()->isVisible() && shown.start()->isEnabled());
        QVERIFY(shown.panel->commandLine().startsWith("dumpscope-cli repeat "));
        shown.compare();
        // The product, the sum's input that it is, and the sum.
        QCOMPARE(shown.table()->model()->rowCount(), 3);
        QCOMPARE(shown.panel->badge(), 3);
        QVERIFY2(shown.cell(0, Model::Tensor).contains("Torch.mul.0.forward"),
            qPrintable(shown.cell(0, Model::Tensor)));
        QVERIFY(shown.table()->model()->index(0, Model::Tensor).data(PathRole).toBool()); // cut by segments
        QCOMPARE(shown.cell(0, Model::Step), QString("0"));
        QCOMPARE(shown.cell(0, Model::Basis), QString("values, bit by bit"));
        QCOMPARE(shown.cell(0, Model::Contents), QString("A A B"));
        QVERIFY2(shown.says().contains("First difference"), qPrintable(shown.says()));
        QVERIFY2(shown.says().contains("Torch.mul.0.forward"), qPrintable(shown.says()));
        // "Run 3 differs", says the sentence: the list has its numbers.
        QVERIFY2(shown.says().contains("Run 3 differs"), qPrintable(shown.says()));
        QVERIFY2(shown.runs()->item(2)->text().startsWith("3  "), qPrintable(shown.runs()->item(2)->text()));
        // The name has the room that is left over.
        const QHeaderView& header = *shown.table()->horizontalHeader();
        for (const int column : {Model::Step, Model::Rank, Model::Basis, Model::Contents})
            QVERIFY2(header.sectionSize(Model::Tensor) > 2 * header.sectionSize(column),
                qPrintable(QString::number(column)));
        // By the keyboard.
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Down);
        QTest::keyClick(shown.table(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(shown.desk.selection.tensor().root.data(), first);
        QCOMPARE(shown.desk.selection.tensor().opName(), QString("Torch.mul.0.forward"));
        QCOMPARE(shown.desk.selection.tensor().row().io, core::Io::Output);
    }

    void runsAreLeftOut()
    {
        ThreeRuns shown;
        shown.open("a");
        shown.open("b");
        OpenedRoot* const odd = shown.open("c");
        shown.runs()->item(2)->setCheckState(Qt::Unchecked);
        QVERIFY(!shown.panel->commandLine().contains(QString::fromStdString(shown.folder.at("c"))));
        QVERIFY(!shown.runs()->item(2)->text().contains("  "));
        shown.compare();
        QCOMPARE(shown.table()->model()->rowCount(), 0);
        QVERIFY2(shown.says().contains("The 2 runs are equal"), qPrintable(shown.says()));
        shown.runs()->item(1)->setCheckState(Qt::Unchecked);
        QVERIFY(!shown.start()->isEnabled());
        // What was said of a run that is closed is not said any longer.
        shown.runs()->item(2)->setCheckState(Qt::Checked);
        shown.compare();
        QCOMPARE(shown.table()->model()->rowCount(), 3);
        shown.desk.session.close(odd);
        QCOMPARE(shown.table()->model()->rowCount(), 0);
        QVERIFY2(!shown.says().contains("First difference"), qPrintable(shown.says()));
    }
};

QTEST_MAIN(RepeatPanelTest)

#include "tst_repeat_panel.moc"
