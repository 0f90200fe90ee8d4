// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that should be equal, in the window, on the CPU device: a model that draws random numbers, and one
// that does not.
#include "capture/capture_session.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"

#include "temporary_folder.h"
#include "window_program.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

using namespace dumpscope;
using namespace dumpscope::gui;

class LaunchesPanelTest : public QObject {
    Q_OBJECT

    static constexpr int kPatienceMs = 60'000;

    dumpscope::test::TemporaryFolder m_folder;

    /// The panel, with a profile that captures everything of a model of tests/data/models.
    static Panel* panelFor(test::WindowProgram& program, const QString& model, const QString& folder)
    {
        const QString models = QStringLiteral(DUMPSCOPE_TEST_DATA "/models/") + model;
        program.services.capture.setup().edit([&](core::CaptureProfile& profile) {
            profile.model = (models + QStringLiteral(".onnx")).toStdString();
            profile.inputs = {(models + QStringLiteral("_input_0.npy")).toStdString()};
            profile.runtime = "cpu";
            profile.dumpText = R"({"dump":{"dump_path":".","dump_list":[{}],"dump_mode":"all"}})";
            profile.output = (folder + QStringLiteral("-unused")).toStdString();
        });
        program.window.showArrangement("capture");
        PanelDock* const dock = program.window.dock("launches");
        program.window.showDock(dock);
        Panel* const panel = dock->panel();
        for (QLineEdit* field : panel->findChildren<QLineEdit*>()) {
            if (field->accessibleName() == QStringLiteral("Folder of the rounds"))
                field->setText(folder);
        }
        panel->findChild<QSpinBox*>()->setValue(2);
        return panel;
    }
    static QString wordsOf(const Panel* panel) { return panel->findChild<SentenceList*>()->plainText(); }
    [[nodiscard]] QString at(const char* name) const { return QString::fromStdString(m_folder.at(name)); }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(QStringLiteral(DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libonnxruntime.so.1.28.0")))
            QSKIP("the build found no ONNX Runtime");
    }

    void whatDiffersIsCapturedInFull()
    {
        test::WindowProgram program;
        Panel* const panel = panelFor(program, QStringLiteral("random"), at("random"));
        auto* const start = panel->findChild<QPushButton*>();
        auto* const table = panel->findChild<SimpleTable*>();
        const QAbstractItemModelTester tester(
            table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(start->isEnabled() && !table->isVisible());
        start->click();
        QCOMPARE(start->text(), QStringLiteral("Stop"));
        QVERIFY(!panel->isSettled());
        QTRY_VERIFY2_WITH_TIMEOUT(panel->isSettled(), qPrintable(wordsOf(panel)), kPatienceMs);
        QCOMPARE(start->text(), QStringLiteral("Launch"));
        QCOMPARE(table->model()->rowCount(), 2);
        const auto text
            = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QCOMPARE(text(0, 1), QStringLiteral("2 launches, statistics of everything"));
        QVERIFY2(
            text(1, 1).contains(QStringLiteral("full tensors of what differed")), qPrintable(text(1, 1)));
        QVERIFY2(text(1, 3).contains(QStringLiteral("noise")), qPrintable(text(1, 3)));
        QVERIFY2(wordsOf(panel).contains(QStringLiteral("noise")), qPrintable(wordsOf(panel)));

        // The runs of a round open beside one another.
        emit table->activated(table->model()->index(1, 0));
        QCOMPARE(program.window.arrangement(), QByteArray("explore"));
        QCOMPARE(program.services.session.roots().size(), 2);
        QVERIFY(program.window.dock("repeat")->isVisible());
    }

    void whatIsEqualNeedsOneRound()
    {
        test::WindowProgram program;
        Panel* const panel = panelFor(program, QStringLiteral("convnet"), at("convnet"));
        auto* const start = panel->findChild<QPushButton*>();
        start->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel->isSettled(), qPrintable(wordsOf(panel)), kPatienceMs);
        QVERIFY2(wordsOf(panel).contains(QStringLiteral("Nothing differed")), qPrintable(wordsOf(panel)));
        QCOMPARE(panel->badge(), 1);

        // Rounds that are there are not written over.
        start->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel->isSettled(), qPrintable(wordsOf(panel)), kPatienceMs);
        QVERIFY2(wordsOf(panel).contains(QStringLiteral("give another folder")), qPrintable(wordsOf(panel)));
    }
};

QTEST_MAIN(LaunchesPanelTest)

#include "tst_launches_panel.moc"
