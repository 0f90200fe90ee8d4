// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrangement.h"
#include "main_window.h"
#include "screen_fit.h"

#include "chrome/help_window.h"
#include "chrome/log_window.h"
#include "chrome/preferences_dialog.h"
#include "common/core_sentences.h"
#include "common/language.h"
#include "common/theme.h"
#include "comparison/compare_dialog.h"
#include "documents/pins.h"
#include "documents/view_history.h"
#include "event_loop.h"
#include "explore/source_view.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/notice_bar.h"
#include "kit/open_sheet.h"
#include "models/column_model.h"
#include "tab_corner.h"
#include "window_program.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QFileInfo>
#include <QHelpEvent>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <sys/stat.h>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

bool isNameless(const QWidget& widget)
{
    // Qt's own parts of a table or a list are named by what they belong to.
    if (widget.focusPolicy() == Qt::NoFocus || widget.focusProxy() || widget.objectName().startsWith("qt_")
        || widget.inherits("QComboBoxListView"))
        return false;
    const QAccessibleInterface* const seen
        = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
    return !seen || seen->text(QAccessible::Name).isEmpty();
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void opensTheSample();
    void nothingOpenedHasNoProblems();
    void anEmptyFolderSaysWhy();
    void scansWhereSomebodyLooks();
    void speaksTheLanguageFromTheStart();
    void everyPanelShowsAndHides();
    void everyDockHasAKey();
    void lostDocksComeBack();
    void hitsAreSteppedInEveryView();
    void opensTheCounterpart();
    void maximisesAndComesBack();
    void aDockOpenedAfterMaximisingIsATab();
    void aDockOfTheStartPageIsMaximised();
    void maximisingKeepsTheFocus();
    void narrowWindowsPassBy();
    void layoutsSurvive();
    void aBadFileIsToldOf_data();
    void aBadFileIsToldOf();
    void dropOpensBothSides();
    void tipsSayTheKeys();
    void oneSheetOpensFilesAndFolders();
    void oneSheetCompares();
    void survivesEveryAction();
    void switchesLanguageLive();
    void followsTheDesktopLive();
    void everythingThatTakesTheFocusHasAName();
    void unreadableFolderIsAProblem();
    void hiddenSelectionIsSaid();
    void sourceComesFromItsFolder();
    void windowFitsItsScreen();
    void chosenRowStaysInSightWhenTextGrows();
    void notesAreKeptHoweverTheyAreLeft();
    void statusTellsOfThePairThatIsChosen();
    void adaptsToItsWidth();
    void keepsItsSharesWhenSqueezed();
    void arrangementsWaitForTheirPanels();
    void tabsOfferWhatTitlesDo();
    void keepsWhatIsPinnedAndSelected();
    void explainsDialogs();
    void recentPairsComeBackAsSides();
    void recentNamesStayWhole();
    void closingOffersToReopen();
    void devicesAndPipesAreNotRead_data();
    void devicesAndPipesAreNotRead();
    void tabsAreSteppedByKeys();
    void logSaysWhatWasDone();
    void missingFontIsSaid();
};

/// That something was read without problems is said once something was read.
void MainWindowTest::anEmptyFolderSaysWhy()
{
    const QTemporaryDir folder;
    test::WindowProgram program(QStringList {folder.path()});
    QVERIFY2(program.window.windowTitle().startsWith(QFileInfo(folder.path()).fileName()),
        qPrintable(program.window.windowTitle()));
    QVERIFY(program.window.showTab("problems"));
    for (const char* panel : {"tensors", "problems"}) {
        const QString text = program.find<MessagePage>(panel)->text();
        QVERIFY2(text.contains("No tensor was found in") && text.contains("No file was found here."),
            qPrintable(text));
    }
}

void MainWindowTest::nothingOpenedHasNoProblems()
{
    test::WindowProgram program;
    const auto says = [&](const QString& text) {
        const auto buttons = program.window.statusBar()->findChildren<QAbstractButton*>();
        return std::ranges::any_of(
            buttons, [&](const QAbstractButton* button) { return button->text() == text; });
    };
    QTRY_VERIFY(says("Nothing is open"));
    QVERIFY(!says("Read without problems"));
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QTRY_VERIFY(says("Read without problems"));
    program.services.session.close(program.services.session.roots().first());
    QTRY_VERIFY(says("Nothing is open"));
}

void MainWindowTest::devicesAndPipesAreNotRead_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"x.json", "x.py", "x.dumpscope", "x.zip", "x.npy", "x.onnx"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void MainWindowTest::devicesAndPipesAreNotRead()
{
    QFETCH(const QString, name);
    const QTemporaryDir folder;
    const QString pipe = folder.filePath("pipe-" + name), device = folder.filePath("device-" + name);
    QCOMPARE(::mkfifo(pipe.toStdString().c_str(), 0600), 0);
    QVERIFY(QFile::link("/dev/zero", device));
    test::WindowProgram program;
    for (const QString& path : {pipe, device}) {
        program.opening.open({path});
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 30'000);
    }
}

// Tasks that begin with the program, too.
void MainWindowTest::speaksTheLanguageFromTheStart()
{
    {
        Program::Files files;
        files.overruled = {{Preference::Language, "zh_CN"}};
        const test::WindowProgram program(files);
        const QList<Task*> begun = program.services.tasks.running();
        QVERIFY(!begun.isEmpty());
        for (const Task* task : begun)
            QVERIFY2(task->title().contains(QRegularExpression("\\p{Han}")), qPrintable(task->title()));
    }
    applyLanguage("en");
}

void MainWindowTest::opensTheSample()
{
    test::WindowProgram program;
    QVERIFY(program.services.session.roots().isEmpty());
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && program.services.selection.tensor().isValid(), 20000);
    QCOMPARE(program.services.session.roots().first()->index()->tensorCount(), std::size_t {168});
    QCOMPARE(program.window.arrangement(), QByteArray("explore"));
    QVERIFY(program.window.dock("dumps")->isVisible());
    // The tree follows the selection.
    auto* const tree = program.window.dock("dumps")->findChild<QTreeView*>();
    QVERIFY(tree && tree->currentIndex().isValid());
}

void MainWindowTest::everyPanelShowsAndHides()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    for (PanelDock* dock : program.window.docks()) {
        program.window.showDock(dock);
        QVERIFY2(dock->isVisible(), dock->info().id);
        QVERIFY2(!dock->windowTitle().isEmpty(), dock->info().id);
        QVERIFY2(!dock->panel()->accessibleName().isEmpty(), dock->info().id);
        dock->close();
        QVERIFY(!dock->isVisible());
    }
    program.window.resetLayout();
    QVERIFY(program.window.dock("dumps")->isVisible());
    QVERIFY(program.window.showTab("problems"));
    QVERIFY(!program.window.showTab("no such tab"));
    for (const char* title : {"Rank × step", "rank × step", "rank-step", "RANK STEP"}) {
        program.window.dock("rank-step")->close();
        QVERIFY2(program.window.showTab(QString::fromUtf8(title)), title);
        QVERIFY2(program.window.dock("rank-step")->isVisible(), title);
    }
    for (const char* name : {"Rank × step", "heatmap", "error histogram", "both graphs"})
        QVERIFY2(program.window.tabNames().contains(QString::fromUtf8(name)), name);
}

void MainWindowTest::everyDockHasAKey()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    QSet<QAction*> keyed;
    for (PanelDock* dock : program.window.docks()) {
        // The first nine have numbers.
        QAction* action = program.services.actions.action(QByteArray("view.dock.") + dock->info().id);
        for (int number = 1; number <= 9 && !action; ++number) {
            QAction* const one = program.services.actions.action("view.dock." + QByteArray::number(number));
            action = one->text() == dock->panel()->title() ? one : nullptr;
        }
        QVERIFY2(action && !action->shortcut().isEmpty(), dock->info().id);
        QVERIFY2(!keyed.contains(action), dock->info().id);
        keyed.insert(action);
        QCOMPARE(action->text(), dock->panel()->title());

        const QKeySequence key = action->shortcut();
        const auto press = [&] {
            for (int i = 0; i < key.count(); ++i)
                QTest::keyClick(&program.window, key[static_cast<uint>(i)].key(),
                    key[static_cast<uint>(i)].keyboardModifiers());
        };
        QTRY_VERIFY(action->isEnabled());
        if (QWidget* const focus = QApplication::focusWidget())
            focus->clearFocus();
        press();
        QVERIFY2(dock->isVisible(), dock->info().id);
        // With the focus in it the key takes it away; a panel with nothing in it takes none.
        if (QApplication::focusWidget() && dock->isAncestorOf(QApplication::focusWidget())) {
            press();
            QVERIFY2(!dock->isVisible(), dock->info().id);
        }
    }
}

void MainWindowTest::lostDocksComeBack()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    PanelDock* const dock = program.window.dock("problems");
    program.window.showDock(dock);
    dock->setFloating(true);
    dock->move(-9000, 7000); // where a screen was
    QVERIFY(!QGuiApplication::screenAt(dock->frameGeometry().center()));
    emit program.window.screen()->availableGeometryChanged(program.window.screen()->availableGeometry());
    QTRY_VERIFY(QGuiApplication::screenAt(dock->frameGeometry().center()) != nullptr);
    QVERIFY(dock->isFloating());
    dock->move(-9000, 7000);
    program.window.showDock(dock);
    QVERIFY(QGuiApplication::screenAt(dock->frameGeometry().center()) != nullptr);
}

void MainWindowTest::hitsAreSteppedInEveryView()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    const auto isSettled = [&] { return program.window.isSettled(); };
    QTRY_VERIFY_WITH_TIMEOUT(isSettled() && program.services.selection.tensor().isValid(), 20000);
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    auto* const tree = program.find<QTreeView>("dumps");
    auto* const table = program.find<DataTable>("tensors");
    auto* const treeFilter = program.find<FilterBar>("dumps");
    auto* const tableFilter = program.find<FilterBar>("tensors");
    Selection& selection = program.services.selection;
    const auto chosen = [&] { return selection.tensor().tensorId(); };

    // From the table's filter line; the tree goes along.
    program.window.showDock(program.window.dock("tensors"));
    tableFilter->setText(QStringLiteral("op_type:BiasAdd io:input"));
    QTRY_VERIFY_WITH_TIMEOUT(isSettled() && table->model()->rowCount() > 2, 20000);
    const int hits = table->model()->rowCount();
    QVERIFY(hits < 168);
    tableFilter->field()->setFocus();
    QSet<QString> visited;
    for (int i = 0; i < hits; ++i) {
        QTest::keyClick(tableFilter->field(), Qt::Key_F3);
        visited.insert(chosen());
        QTRY_COMPARE(tree->currentIndex().isValid(), true);
        const QString opName = selection.tensor().opName();
        QVERIFY2(opName.contains(QLatin1String("BiasAdd")), qPrintable(opName));
        QVERIFY(
            opName.endsWith(tree->currentIndex().parent().data().toString().section(QLatin1Char('/'), -1)));
    }
    QCOMPARE(visited.size(), hits);
    // From the tree, folded as it may be; the table goes along.
    tableFilter->setText({});
    treeFilter->setText(QStringLiteral("op_type:MatMul"));
    QTRY_VERIFY_WITH_TIMEOUT(isSettled() && table->model()->rowCount() > hits, 20000);
    tree->collapseAll();
    tree->setFocus();
    visited.clear();
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(tree, Qt::Key_F3);
        QVERIFY(selection.tensor().opName().contains(QLatin1String("MatMul")));
        visited.insert(chosen());
        QTRY_VERIFY(table->currentSource() >= 0
            && table->currentIndex().row()
                == table->columnModel()->rowOf(static_cast<std::uint32_t>(table->currentSource())));
    }
    QCOMPARE(visited.size(), 4);
    const QString last = chosen();
    QTest::keyClick(tree, Qt::Key_F3, Qt::ShiftModifier);
    QVERIFY(chosen() != last && visited.contains(chosen()));
}

void MainWindowTest::opensTheCounterpart()
{
    test::WindowProgram program;
    ActionRegistry& actions = program.services.actions;
    QVERIFY(!actions.trigger("item.open_counterpart"));
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && program.services.comparisons.pair(), 60000);
    // Another tensor, chosen while exploring, then with Ctrl+Return beside its counterpart.
    QVERIFY(program.window.showArrangement("explore"));
    program.window.showDock(program.window.dock("tensors"));
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    const auto before = program.services.comparisons.pair();
    auto* const table = program.find<DataTable>("tensors");
    table->setFocus();
    const int row = table->currentIndex().row() == 3 ? 5 : 3;
    table->setCurrentIndex(table->model()->index(row, 0));
    QTRY_VERIFY(actions.action("item.open_counterpart")->isEnabled());
    const TensorRef chosen = program.services.selection.tensor();
    QVERIFY(program.services.comparisons.isChosen(chosen) && program.services.comparisons.pair() != before);
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(program.window.arrangement(), QByteArray("compare"));
    QTRY_VERIFY(program.window.dock("difference")->isVisible());
    QCOMPARE(program.services.selection.tensor().tensorId(), chosen.tensorId());
}

void MainWindowTest::maximisesAndComesBack()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    const auto visible = [&] {
        QStringList names;
        for (const PanelDock* dock : program.window.docks()) {
            if (dock->isVisible())
                names.append(dock->info().id);
        }
        return names;
    };
    const QStringList before = visible();
    program.window.showDock(program.window.dock("dumps"));
    program.services.actions.trigger("view.maximise_panel");
    QCOMPARE(visible(), QStringList {"dumps"});
    program.services.actions.trigger("view.maximise_panel");
    QCOMPARE(visible(), before);
}

void MainWindowTest::aDockOpenedAfterMaximisingIsATab()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    program.window.showDock(program.window.dock("dumps"));
    for (int times = 0; times < 2; ++times)
        program.services.actions.trigger("view.maximise_panel");
    PanelDock* const hunt = program.window.dock("hunt"); // has no place in this arrangement
    PanelDock* const view = program.window.dock("tensor-view");
    program.window.showDock(hunt);
    QVERIFY(program.window.tabifiedDockWidgets(view).contains(hunt));
    // The same after another arrangement.
    hunt->close();
    QVERIFY(program.window.showArrangement("capture"));
    QVERIFY(program.window.showArrangement("explore"));
    PanelDock* const results = program.window.dock("results");
    program.window.showDock(results);
    QVERIFY(program.window.tabifiedDockWidgets(view).contains(results));
}

/// Where nothing is open no arrangement is shown, and docks may be opened all the same.
void MainWindowTest::aDockOfTheStartPageIsMaximised()
{
    test::WindowProgram program;
    PanelDock* const problems = program.window.dock("problems");
    program.window.showDock(problems);
    program.services.actions.trigger("view.maximise_panel");
    QVERIFY(problems->isVisible());
    PanelDock* const other = program.window.dock("unpaired");
    program.window.showDock(other);
    QVERIFY(other->isVisible() && !other->isHidden());
}

/// Docks that are put elsewhere pass the focus on; back in their places it is where it was.
void MainWindowTest::maximisingKeepsTheFocus()
{
    test::WindowProgram program(
        QStringList {DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    auto* const table = program.find<DataTable>("results");
    table->setFocus();
    for (const bool isMaximised : {true, false}) {
        program.services.actions.trigger("view.maximise_panel");
        QCoreApplication::processEvents();
        QCOMPARE(program.window.dock("difference")->isHidden(), isMaximised);
        QCOMPARE(QApplication::focusWidget(), table);
    }
}

/// Through a narrow window and back, everything stands where it stood.
void MainWindowTest::narrowWindowsPassBy()
{
    test::WindowProgram program;
    program.window.resize(1366, 768);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 60000);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    const auto standing = [&] {
        QStringList places;
        for (const PanelDock* dock : program.window.docks()) {
            if (dock->isVisible() && !dock->visibleRegion().isEmpty())
                places.append(
                    QStringLiteral("%1 %2").arg(QLatin1String(dock->info().id)).arg(dock->x() / 100));
        }
        places.sort();
        return places;
    };
    const QStringList before = standing();
    QVERIFY2(before.join(',').contains("suspects"), qPrintable(before.join(',')));
    const int height = program.window.dock("suspects")->height();
    program.window.resize(1100, 700);
    QTRY_VERIFY(program.window.tabifiedDockWidgets(program.window.dock("why"))
                    .contains(program.window.dock("suspects")));
    QVERIFY(program.window.tabifiedDockWidgets(program.window.dock("why"))
                .contains(program.window.dock("neighbourhood")));
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 60000);
    program.window.resize(1920, 1080);
    QTRY_VERIFY(!program.window.tabifiedDockWidgets(program.window.dock("why"))
                     .contains(program.window.dock("suspects")));
    // The docks get their parts of it once all of them are laid out.
    const PanelDock& suspects = *program.window.dock("suspects");
    QTRY_VERIFY(std::abs(double(suspects.height()) / 1080 - double(height) / 768) < 0.05);
    program.window.resize(1366, 768);
    QTRY_COMPARE(standing(), before);
    QTRY_VERIFY2(std::abs(program.window.dock("suspects")->height() - height) <= 16,
        qPrintable(QStringLiteral("%1, was %2").arg(program.window.dock("suspects")->height()).arg(height)));
}

void MainWindowTest::layoutsSurvive()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    program.window.dock("problems")->close();
    const auto layouts = program.window.saveLayouts();
    program.window.resetLayout();
    QVERIFY(!program.window.dock("problems")->isHidden());
    program.window.restoreLayouts(layouts);
    QVERIFY(program.window.dock("problems")->isHidden());
    // A broken one is replaced and told.
    program.window.restoreLayouts({{"explore", "not a layout"}});
    QVERIFY(program.window.dock("dumps")->isVisible());
    const auto& problems = program.services.problems.problems();
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const ProblemList::Problem& problem) {
        return problem.diagnostic.message.text().find("layout") != std::string::npos;
    }));
}

// A file with a mistake is told of as what it was meant to be: where, why, and what to try.
void MainWindowTest::aBadFileIsToldOf_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("profile") << QByteArray(R"({"version":1,"model":"a.onnx","output":"x","no_such_key":1})")
                             << QStringLiteral("no_such_key");
    QTest::newRow("profile cut off") << QByteArray(R"({"version":1,"model":"a.onnx","output":)")
                                     << QStringLiteral("ends too early");
    QTest::newRow("limits") << QByteArray(
        R"({"version":1,"rules":[{"metric":"max_diff","op":"<=","value":"x"}]})")
                            << QStringLiteral("must be a number");
    QTest::newRow("limits cut off") << QByteArray(R"({"version":1,"rules":[)")
                                    << QStringLiteral("ends too early");
}

void MainWindowTest::aBadFileIsToldOf()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("bad.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    test::WindowProgram program;
    program.opening.open({file.fileName()});
    QTRY_COMPARE_WITH_TIMEOUT(program.services.problems.count(), 1, 20000);
    QVERIFY(program.services.session.roots().isEmpty());
    const QString said = program.window.statusBar()->currentMessage();
    QVERIFY2(said.startsWith(file.fileName()) && said.contains(why), qPrintable(said));
    const core::Code code = program.services.problems.problems()[0].diagnostic.code;
    QVERIFY2(said.endsWith(coreRemedy(code)) && !coreRemedy(code).contains(QLatin1String("help")),
        qPrintable(said));
}

void MainWindowTest::dropOpensBothSides()
{
    test::WindowProgram program;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(DUMPSCOPE_SAMPLE_DATA "/target"),
        QUrl::fromLocalFile(DUMPSCOPE_SAMPLE_DATA "/golden")});
    // Qt remembers from the first event where the others go.
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&program.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&program.window, &drop);
    const auto& roots = program.services.session.roots();
    QCOMPARE(roots.size(), 2);
    // How they are compared is chosen in the sheet.
    QVERIFY(program.services.comparisons.all().isEmpty());
    auto* const sheet = program.window.findChild<CompareDialog*>();
    QVERIFY(sheet && sheet->isVisible());
    QPushButton* compare = nullptr;
    for (auto* const button : sheet->findChildren<QPushButton*>())
        compare = button->text() == QLatin1String("Compare") ? button : compare;
    QVERIFY(compare);
    QTRY_VERIFY_WITH_TIMEOUT(compare->isEnabled(), 20000);
    compare->click();
    QCOMPARE(roots[0]->side(), OpenedRoot::Side::Target);
    QCOMPARE(roots[1]->side(), OpenedRoot::Side::Golden);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
}

/// As they are now: whoever changes a key reads the new one.
void MainWindowTest::tipsSayTheKeys()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QToolButton* maximise = nullptr;
    for (auto* button : program.window.dock("dumps")->findChildren<QToolButton*>()) {
        if (button->property("action").toByteArray() == "view.maximise_panel")
            maximise = button;
    }
    QVERIFY(maximise);
    const auto tip = [maximise] {
        QHelpEvent help(QEvent::ToolTip, {1, 1}, maximise->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(maximise, &help);
        return QToolTip::text();
    };
    QVERIFY2(tip().endsWith(QStringLiteral("(F11)")), qPrintable(tip()));
    program.services.actions.remap("view.maximise_panel", {QKeySequence("Ctrl+Alt+M")});
    QVERIFY2(tip().endsWith(QStringLiteral("(Ctrl+Alt+M)")), qPrintable(tip()));
}

/// A dump is a folder or a file: one sheet takes either, and several at once.
void MainWindowTest::oneSheetOpensFilesAndFolders()
{
    test::WindowProgram program;
    const auto choose = [&program](const QString& folder, const QString& name) {
        QVERIFY(program.services.actions.trigger("file.open"));
        auto* const sheet = program.window.findChild<OpenSheet*>(QStringLiteral("open-sheet"));
        QVERIFY(sheet && sheet->isVisible());
        sheet->setDirectory(folder);
        sheet->selectFile(name);
        sheet->accept();
        QTRY_VERIFY(program.window.isSettled());
        QTRY_VERIFY(!program.window.findChild<OpenSheet*>(QStringLiteral("open-sheet")));
    };
    choose(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore"), QStringLiteral("nan-ms210-full"));
    choose(QStringLiteral(DUMPSCOPE_TEST_DATA "/npy"), QStringLiteral("float_f4.npy"));
    QStringList opened;
    for (const OpenedRoot* root : program.services.session.roots())
        opened += QFileInfo(root->path()).fileName();
    QCOMPARE(opened, QStringList({"nan-ms210-full", "float_f4.npy"}));
}

/// Whatever asks for a comparison shows the same sheet, and what came of it stands in the recent ones.
void MainWindowTest::oneSheetCompares()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    for (const char* const action : {"file.compare", "compare.with", "file.add_golden"}) {
        QVERIFY2(program.services.actions.trigger(action), action);
        const auto sheets = program.window.findChildren<CompareDialog*>();
        QCOMPARE(sheets.size(), 1);
        QCOMPARE(sheets[0]->setup().target.root.data(), program.services.session.roots().first());
        QVERIFY(!sheets[0]->setup().golden.root);
    }
    auto* const sheet = program.window.findChild<CompareDialog*>();
    sheet->setPaths({QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")});
    QVERIFY(sheet->setup().golden.root);
    for (auto* const button : sheet->findChildren<QPushButton*>()) {
        if (button->text() == QLatin1String("Compare"))
            button->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(
        program.services.comparisons.current() && program.services.comparisons.current()->isOver(), 20000);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QTRY_COMPARE(program.opening.recent().first().state, State::Fail); // the bug that was planted
    QVERIFY(program.opening.recent().first().facts.startsWith(QLatin1String("fail: ")));
}

void MainWindowTest::survivesEveryAction()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    // Choosers of files wait for a person.
    const QSet<QByteArray> dialogs {"file.open", "file.open_remote", "graph.export", "file.compare",
        "file.save", "file.save_as", "file.export", "file.quit", "file.close", "file.add_golden",
        "capture.open_profile", "capture.save_profile"};
    for (const ActionInfo& info : actionTable()) {
        if (dialogs.contains(info.id))
            continue;
        program.services.actions.trigger(info.id);
        QCoreApplication::processEvents();
        if (QWidget* const popup = QApplication::activePopupWidget())
            popup->close();
        if (QWidget* const dialog = QApplication::activeModalWidget())
            QFAIL(qPrintable(
                QString("%1 opened the modal %2").arg(info.id, dialog->metaObject()->className())));
    }
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
}

void MainWindowTest::switchesLanguageLive()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    const auto words = [&] {
        QSet<QString> found;
        for (const QLabel* label : program.window.findChildren<QLabel*>())
            found.insert(label->text());
        for (const QAbstractButton* button : program.window.findChildren<QAbstractButton*>())
            found.insert(button->text());
        return found;
    };
    QVERIFY(words().contains("Group by"));
    applyLanguage("zh_CN");
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QTRY_COMPARE(program.window.dock("dumps")->windowTitle(), QString::fromUtf8("转储"));
    const QSet<QString> english {
        "Group by", "Range", "Auto", "Symmetric", "Number", "Tint cells", "rows", "columns"};
    const QSet<QString> left = words() & english;
    QVERIFY2(left.isEmpty(), qPrintable(QStringList(left.values()).join(", ")));
    applyLanguage("en");
    QTRY_VERIFY(words().contains("Group by"));
}

void MainWindowTest::followsTheDesktopLive()
{
    test::WindowProgram program;
    QCOMPARE(program.services.preferences.text(Preference::Theme), QStringLiteral("system"));
    const QColor desktop = QGuiApplication::palette().color(QPalette::Base);
    const QPalette other = Theme::dark().palette();
    QVERIFY(other.color(QPalette::Base) != desktop);
    const auto changeDesktop = [&] {
        QApplication::setPalette(other);
        QEvent changed(QEvent::ThemeChange);
        QCoreApplication::sendEvent(&program.window, &changed);
    };
    changeDesktop();
    QTRY_COMPARE(program.window.palette().color(QPalette::Base), desktop);
    // Who chose a theme keeps it.
    QVERIFY(program.services.preferences.set(Preference::Theme, QStringLiteral("dark")));
    changeDesktop();
    QCoreApplication::processEvents();
    QCOMPARE(program.window.palette().color(QPalette::Base), other.color(QPalette::Base));
    QVERIFY(program.services.preferences.set(Preference::Theme, QStringLiteral("system")));
    QTRY_COMPARE(program.window.palette().color(QPalette::Base), desktop);
}

void MainWindowTest::everythingThatTakesTheFocusHasAName()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QSet<QString> nameless;
    for (const char* tab : {"grid", "heatmap", "histogram", "profile", "statistics", "properties", "dumps",
             "tensors", "overflow", "problems", "bookmarks"}) {
        QVERIFY2(program.window.showTab(tab), tab);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
        test::handleEvents();
        for (const QWidget* widget : program.window.findChildren<QWidget*>()) {
            if (widget->isVisible() && isNameless(*widget))
                nameless.insert(QString("%1 in %2")
                                    .arg(widget->metaObject()->className(),
                                        widget->parentWidget()->metaObject()->className()));
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(QStringList(nameless.values()).join(", ")));
}

void MainWindowTest::unreadableFolderIsAProblem()
{
    test::WindowProgram program(QStringList {"/this/is/not/there"});
    QCOMPARE(program.services.session.roots().first()->state(), OpenedRoot::State::Failed);
    QVERIFY(!program.services.problems.problems().empty());
}

void MainWindowTest::hiddenSelectionIsSaid()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QVERIFY(program.window.showTab("tensors"));
    auto* const filter = program.find<FilterBar>("tensors");
    const Selection& selection = program.services.selection;
    QVERIFY(selection.tensor().isValid());
    QTRY_COMPARE(selection.hiddenCount(), std::size_t {0});
    filter->setText("op_type:NoSuchType");
    QTRY_COMPARE(selection.hiddenCount(), std::size_t {1});
    emit program.services.selection.showHiddenRequested();
    QTRY_COMPARE(selection.hiddenCount(), std::size_t {0});
    QCOMPARE(filter->text(), QString());
}

void MainWindowTest::sourceComesFromItsFolder()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("generate_case.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    // Line 80 as it was recorded, at another place, or elsewhere; not at all with place 0.
    const auto write = [&](int place) {
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        for (int line = 1; line <= 100; ++line)
            file.write(line == place ? QByteArray("        x = self.conv1(x)\n")
                                     : QByteArray("line ") + QByteArray::number(line) + '\n');
        file.close();
    };
    write(80);
    test::WindowProgram program;
    program.services.preferences.set(
        Preference::SourceFolders, QStringList {"/mnt/msdump/home=" + folder.path()});
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    const auto& index = *program.services.session.roots().first()->index();
    const auto id
        = index.findTensor("Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0");
    QVERIFY(id);
    program.services.selection.select({program.services.session.roots().first(), *id});
    QVERIFY(program.window.showTab("source"));
    auto* const frames = program.find<QListWidget>("source");
    // As the graph file of the sample has it: the third frame is line 80 of generate_case.py.
    QTRY_VERIFY_WITH_TIMEOUT(frames->count() > 3, 20000);
    QVERIFY(frames->item(2)->text().startsWith("generate_case.py:80"));
    frames->setCurrentRow(2);
    auto* const text = program.find<QPlainTextEdit>("source");
    QTRY_VERIFY_WITH_TIMEOUT(text->isVisible() && text->textCursor().blockNumber() == 79, 20000);
    QVERIFY(text->textCursor().block().text().endsWith("x = self.conv1(x)"));
    const auto* const notice = program.window.dock("source")->findChild<QLabel*>("source-missing");
    QVERIFY(notice->isHidden());
    // A file that has changed since is not marked as if it were the one that ran.
    const auto again = [&](int place) {
        write(place);
        frames->setCurrentRow(1);
        test::settle(program);
        frames->setCurrentRow(2);
        test::settle(program);
    };
    again(82);
    QCOMPARE(notice->text(), QString("The file has changed since: what was line 80 is line 82 now."));
    QCOMPARE(text->textCursor().blockNumber(), 81);
    auto* const view = qobject_cast<SourceView*>(text);
    QVERIFY(view->markOf(82).operators > 0);
    QCOMPARE(view->markOf(80).operators, 0);
    again(0);
    QCOMPARE(notice->text(), QString("The file has changed since: line 80 read “x = self.conv1(x)”."));
    QVERIFY(notice->isVisible());
    QCOMPARE(view->markOf(80).operators, 0);
    again(80);
    QVERIFY(notice->isHidden());
    // In a low panel the lines give way: none lies under the path.
    const auto* const path = program.window.dock("source")->findChild<QLabel*>("source-path");
    QVERIFY(path);
    QVERIFY(program.window.showArrangement("graph"));
    QVERIFY(program.window.showTab("source"));
    for (const QSize size : {QSize(1366, 768), QSize(1100, 700), QSize(1600, 1000)}) {
        program.window.resize(size);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
        const auto areWhole = [&] {
            const int bottom = frames->viewport()->height() - 1;
            const QListWidgetItem* const last = frames->itemAt(2, bottom);
            return last && frames->visualItemRect(last).bottom() <= bottom
                && frames->geometry().bottom() < path->geometry().top();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(areWhole(), qPrintable(QString::number(size.height())), 20000);
    }
}

void MainWindowTest::windowFitsItsScreen()
{
    test::WindowProgram program;
    const QRect room = program.window.screen()->availableGeometry();
    program.window.setMinimumSize(1, 1);
    program.window.resize(room.size());
    program.window.move(room.topLeft() + QPoint(40, 40));
    test::settle(program);
    fitIntoScreen(program.window);
    test::settle(program);
    const QRect whole = program.window.frameGeometry();
    QVERIFY2(room.contains(whole) || whole.width() > room.width(),
        qPrintable(QStringLiteral("%1x%2").arg(whole.width()).arg(whole.height())));
    QCOMPARE(whole.topLeft(), room.topLeft());
}

void MainWindowTest::chosenRowStaysInSightWhenTextGrows()
{
    test::WindowProgram program;
    program.window.resize(1366, 768);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    test::settle(program);
    auto* const table = program.find<DataTable>("tensors");
    // The last row that is whole.
    int row = 0;
    const auto isSeen = [&] {
        return table->rowViewportPosition(row) >= 0
            && table->rowViewportPosition(row) + table->rowHeight(row) <= table->viewport()->height();
    };
    while (table->rowViewportPosition(row + 1) + table->rowHeight(row + 1) <= table->viewport()->height())
        ++row;
    QVERIFY(row > 1 && isSeen());
    const std::uint32_t source = qobject_cast<ColumnModel*>(table->model())->sourceRow(row);
    table->chooseSources({source}, source);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(program.services.actions.trigger("view.font_larger"));
        test::settle(program);
        QTRY_VERIFY(isSeen());
    }
    QVERIFY(program.services.actions.trigger("view.font_reset"));
}

void MainWindowTest::notesAreKeptHoweverTheyAreLeft()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && program.services.selection.tensor().isValid(), 20000);
    QAbstractItemModel* const bookmarks = program.find<QListView>("bookmarks")->model();
    const QAbstractItemModelTester tester(bookmarks, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto note = [&] { return program.services.annotations.note(program.services.selection.tensor()); };
    const auto editor = []() -> QPlainTextEdit* {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* const found = qobject_cast<QPlainTextEdit*>(widget); found && found->isVisible())
                return found;
        }
        return nullptr;
    };
    for (const QString way : {"return", "escape", "elsewhere"}) {
        QVERIFY(program.services.actions.trigger("edit.note"));
        QVERIFY(editor());
        editor()->setPlainText(way);
        if (way == "elsewhere")
            editor()->close();
        else
            QTest::keyClick(editor(), way == "return" ? Qt::Key_Return : Qt::Key_Escape);
        QTRY_VERIFY(!editor());
        QCOMPARE(note(), way);
        QCOMPARE(bookmarks->rowCount(), 1);
    }
}

void MainWindowTest::statusTellsOfThePairThatIsChosen()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled() && program.services.comparisons.pair(), 60000);
    const auto* const probe = program.window.findChild<QLabel*>("status-probe");
    QVERIFY(probe);
    QTRY_VERIFY(!probe->text().isEmpty());
    program.services.comparisons.select(std::nullopt);
    QVERIFY(program.services.selection.tensor().isValid());
    QTRY_COMPARE(probe->text(), QString());
    // A tensor is still selected where tensors are looked at.
    QVERIFY(program.window.showArrangement("explore"));
    QTRY_VERIFY(!probe->text().isEmpty());
}

void MainWindowTest::adaptsToItsWidth()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    const auto* const open = program.window.findChild<QToolButton*>("file.open");
    const auto* const goTo = program.window.findChild<QWidget*>("go-to-field");
    QVERIFY(open && goTo);
    QCOMPARE(open->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    const int wide = goTo->sizeHint().width();
    program.window.resize(1100, 700);
    QCOMPARE(open->toolButtonStyle(), Qt::ToolButtonIconOnly);
    const int narrow = goTo->sizeHint().width();
    QVERIFY(narrow < wide);
    program.window.resize(900, 600);
    QVERIFY(goTo->sizeHint().width() < narrow);
    // Nothing stands outside: the status bar is below the panels.
    const QWidget* const status = program.window.statusBar();
    for (const PanelDock* dock : program.window.docks())
        QTRY_VERIFY2(dock->visibleRegion().isEmpty() || dock->geometry().bottom() <= status->geometry().top(),
            dock->info().id);
    program.window.resize(1600, 1000);
    QCOMPARE(open->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    QCOMPARE(goTo->sizeHint().width(), wide);
}

void MainWindowTest::keepsItsSharesWhenSqueezed()
{
    test::WindowProgram program;
    program.window.resize(1600, 1000);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    const PanelDock* const tree = program.window.dock("dumps");
    const PanelDock* const view = program.window.dock("tensor-view");
    const QSize before(tree->width(), view->height());
    program.window.resize(program.window.minimumSize());
    QTRY_VERIFY(view->height() < before.height() / 2);
    program.window.resize(1600, 1000);
    QTRY_VERIFY2(std::abs(tree->width() - before.width()) <= 16,
        qPrintable(QStringLiteral("%1, was %2").arg(tree->width()).arg(before.width())));
    QTRY_VERIFY2(std::abs(view->height() - before.height()) <= 16,
        qPrintable(QStringLiteral("%1, was %2").arg(view->height()).arg(before.height())));
}

void MainWindowTest::arrangementsWaitForTheirPanels()
{
    test::WindowProgram program;
    for (const Arrangement& arrangement : arrangements()) {
        const bool isThere = program.window.dock(arrangement.essential) != nullptr;
        QCOMPARE(program.window.showArrangement(arrangement.id), isThere);
        const auto inPlaces = [&](const char* panel) {
            return std::any_of(arrangement.places.begin(), arrangement.places.end(),
                [&](const ArrangementSlot& place) { return qstrcmp(place.panel, panel) == 0; });
        };
        QVERIFY2(inPlaces(arrangement.essential) && inPlaces(arrangement.largest), arrangement.id);
        // Qt makes a tab of what should split a dock that has tabs.
        const auto isTab
            = [](const ArrangementSlot& place) { return place.join == ArrangementSlot::Join::TabOf; };
        QVERIFY2(
            std::is_partitioned(arrangement.places.begin(), arrangement.places.end(), std::not_fn(isTab)),
            arrangement.id);
    }
}

void MainWindowTest::tabsOfferWhatTitlesDo()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    QVERIFY(program.window.showTab("statistics"));
    const auto cornerOf = [&](const char* panel) -> TabCorner* {
        const QString title = program.window.dock(panel)->windowTitle();
        for (TabCorner* corner : program.window.findChildren<TabCorner*>()) {
            const auto* const bar = qobject_cast<QTabBar*>(corner->parentWidget());
            if (corner->isVisible() && bar && bar->tabText(bar->currentIndex()) == title)
                return corner;
        }
        return nullptr;
    };
    QTRY_VERIFY(cornerOf("statistics"));
    const auto button = [](const TabCorner* corner, const QString& name) -> QToolButton* {
        for (QToolButton* one : corner->findChildren<QToolButton*>()) {
            if (one->accessibleName() == name)
                return one;
        }
        return nullptr;
    };
    PanelDock* const statistics = program.window.dock("statistics");
    button(cornerOf("statistics"), "Maximise panel")->click();
    QVERIFY(statistics->isVisible() && !program.window.dock("dumps")->isVisible());
    // Alone, it says what it is and how to come back.
    QVERIFY(statistics->titleBarWidget()->findChild<QLabel*>("dock-title"));
    program.services.actions.trigger("view.maximise_panel");
    QVERIFY(program.window.dock("dumps")->isVisible());
    QVERIFY(program.window.showTab("statistics"));
    QTRY_VERIFY(cornerOf("statistics"));
    button(cornerOf("statistics"), "Close panel")->click();
    QTRY_VERIFY(statistics->isHidden());
    QTRY_VERIFY(cornerOf("tensors") || cornerOf("overflow") || cornerOf("problems"));
}

void MainWindowTest::keepsWhatIsPinnedAndSelected()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("work.dumpscope");
    const auto shownIn = [](test::WindowProgram& program, const char* panel) {
        for (const QLabel* label : program.window.dock(panel)->findChildren<QLabel*>()) {
            if (label->toolTip().contains(".npy"))
                return label->toolTip();
        }
        return QString();
    };
    QString pinned, second;
    {
        test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
        OpenedRoot* const root = program.services.session.roots().first();
        program.services.selection.pin({root, core::TensorId(std::uint32_t {7})}, {});
        program.services.selection.select({root, core::TensorId(std::uint32_t {8})});
        QVERIFY(program.services.actions.trigger("item.open_new_tab"));
        QTRY_VERIFY_WITH_TIMEOUT(!shownIn(program, "pinned-tensor-2").isEmpty(), 20000);
        program.services.selection.select({root, core::TensorId(std::uint32_t {20})});
        std::vector<std::int64_t> last;
        for (const std::int64_t length :
            root->index()->shape(program.services.selection.tensor().row().shape))
            last.push_back(length - 1);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
        program.services.selection.setElement(last);
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.isSettled() && !shownIn(program, "pinned-tensor").isEmpty(), 20000);
        pinned = shownIn(program, "pinned-tensor");
        second = shownIn(program, "pinned-tensor-2");
        QVERIFY(second != pinned);
        QVERIFY(program.workspace.current().save(file));
        // Read again, both are found by their names.
        program.services.session.rescan(root);
        QVERIFY(!program.services.selection.tensor().isValid());
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.isSettled() && program.services.selection.tensor().isValid(), 20000);
        QCOMPARE(program.services.selection.tensor().id.value(), 20U);
        QTRY_COMPARE(program.services.selection.element(), last);
        QTRY_COMPARE(shownIn(program, "pinned-tensor"), pinned);
        // Closed by hand, its place is free again, and the next one takes it.
        program.window.dock("pinned-tensor")->close();
        QVERIFY(!Pins::of(program.services.selection).all()[0].root);
        program.services.selection.pin({root, core::TensorId(std::uint32_t {9})}, {});
        QVERIFY(Pins::of(program.services.selection).all()[0].root);
        QVERIFY(program.window.dock("pinned-tensor")->isVisible());
    }
    test::WindowProgram program;
    program.workspace.load(file);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QTRY_COMPARE_WITH_TIMEOUT(shownIn(program, "pinned-tensor"), pinned, 20000);
    QTRY_COMPARE_WITH_TIMEOUT(shownIn(program, "pinned-tensor-2"), second, 20000);
    QVERIFY(!program.window.dock("pinned-tensor")->isHidden());
    QVERIFY(!program.window.dock("pinned-tensor-2")->isHidden());
    QVERIFY(program.window.dock("pinned-tensor-3")->isHidden());
    QCOMPARE(program.services.selection.tensor().id.value(), 20U);
}

void MainWindowTest::explainsDialogs()
{
    test::WindowProgram program;
    program.services.actions.trigger("edit.preferences");
    auto* const dialog = program.window.findChild<PreferencesDialog*>();
    QVERIFY(dialog);
    QTest::keyClick(dialog, Qt::Key_F1);
    auto* const help = program.window.findChild<HelpWindow*>();
    QVERIFY(help && help->isVisible());
    const auto* const topics = help->findChild<QListWidget*>();
    QCOMPARE(topics->currentItem()->data(Qt::UserRole).toString(), QString("preferences"));
    // Every panel has a page of its own.
    for (const PanelDock* dock : program.window.docks()) {
        const QString id = HelpWindow::topicFor(dock->panel());
        if (QFile::exists(QString(":/help/en/%1.md").arg(dock->info().id)))
            QCOMPARE(id, QString(dock->info().id));
    }
    QCOMPARE(HelpWindow::topicFor(program.window.dock("why")->panel()), QString("why"));
}

void MainWindowTest::recentPairsComeBackAsSides()
{
    const QTemporaryDir folder;
    gui::Program::Files files;
    files.state = folder.filePath("state.ini");
    const QString target = DUMPSCOPE_SAMPLE_DATA "/target", golden = DUMPSCOPE_SAMPLE_DATA "/golden";
    {
        test::WindowProgram program(files);
        program.opening.open({golden});
        program.opening.open({target, golden});
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    }
    test::WindowProgram program(files);
    QCOMPARE(program.state.recent().size(), 2);
    QCOMPARE(program.state.recent()[0].paths, QStringList({target, golden}));
    QVERIFY(program.state.recent()[0].when.isValid());
    QCOMPARE(program.state.recent()[1].paths, QStringList {golden});
    program.services.actions.trigger("file.recent.1");
    QCOMPARE(program.services.session.roots().size(), 2);
    QCOMPARE(program.services.session.roots()[1]->side(), OpenedRoot::Side::Golden);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
}

/// A menu takes a single & for the mark of a key.
void MainWindowTest::recentNamesStayWhole()
{
    test::WindowProgram program;
    program.window.setRecent({{QStringLiteral("/data/R&D")}});
    QStringList texts;
    for (const QMenu* menu : program.window.findChildren<QMenu*>()) {
        for (const QAction* action : menu->actions())
            texts.append(action->text());
    }
    QVERIFY(texts.contains(QStringLiteral("/data/R&&D")));
}

void MainWindowTest::closingOffersToReopen()
{
    test::WindowProgram program(QStringList {DUMPSCOPE_SAMPLE_DATA "/target"});
    program.services.actions.trigger("file.close");
    QVERIFY(program.services.session.roots().isEmpty());
    QTRY_VERIFY(program.window.notice().isVisible());
    program.window.notice().action()->trigger();
    QCOMPARE(program.services.session.roots().size(), 1);
    QVERIFY(!program.window.notice().isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
}

void MainWindowTest::tabsAreSteppedByKeys()
{
    test::WindowProgram program;
    program.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    // Among docks that share a place.
    program.window.showTab("tensors");
    program.services.actions.trigger("view.next_tab");
    QTRY_VERIFY(program.window.dock("tensors")->panel()->visibleRegion().isEmpty());
    program.services.actions.trigger("view.previous_tab");
    QTRY_VERIFY(!program.window.dock("tensors")->panel()->visibleRegion().isEmpty());
    // Inside a panel that has tabs of its own.
    program.window.showTab("heatmap");
    auto* const bar = program.window.dock("tensor-view")->panel()->findChild<QTabBar*>();
    const QString before = bar->tabData(bar->currentIndex()).toString();
    QCOMPARE(before, QString("heatmap"));
    program.services.actions.trigger("view.next_tab");
    QTRY_VERIFY(bar->tabData(bar->currentIndex()).toString() != before);
}

void MainWindowTest::logSaysWhatWasDone()
{
    test::WindowProgram program;
    program.services.actions.trigger("tools.log");
    auto* const log = program.window.findChild<LogWindow*>();
    QVERIFY(log && log->isVisible());
    program.opening.open({"/this/is/not/there"});
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    const QString text = log->findChild<QPlainTextEdit*>()->toPlainText();
    QVERIFY2(text.contains("Open target: done after "), qPrintable(text));
    QVERIFY2(text.contains(": failed after "), qPrintable(text));
    QVERIFY2(text.contains("/this/is/not/there"), qPrintable(text));
}

/// Fonts are looked up once in a program's life, so one without any for Chinese is a program of its own.
void MainWindowTest::missingFontIsSaid()
{
    constexpr auto kAlone = "DUMPSCOPE_TEST_WITHOUT_CHINESE";
    if (qEnvironmentVariableIsSet(kAlone)) {
        test::WindowProgram program;
        QVERIFY(!program.window.notice().text().contains("fonts-noto-cjk"));
        program.services.actions.trigger("view.language_zh_CN");
        QTRY_VERIFY(program.window.notice().text().contains("fonts-noto-cjk"));
        for (const QLabel* label : program.window.notice().findChildren<QLabel*>()) {
            if (!label->text().isEmpty())
                QTRY_VERIFY(label->width() >= label->fontMetrics().horizontalAdvance(label->text()));
        }
        return;
    }
    const QTemporaryDir folder;
    QFile configuration(folder.filePath("fonts.conf"));
    QVERIFY(configuration.open(QIODevice::WriteOnly));
    configuration.write(
        "<?xml version=\"1.0\"?><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>"
        + folder.path().toUtf8() + "</cachedir></fontconfig>");
    configuration.close();
    QProcess alone;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("FONTCONFIG_FILE", configuration.fileName());
    environment.insert(kAlone, "1");
    alone.setProcessEnvironment(environment);
    alone.setProcessChannelMode(QProcess::MergedChannels);
    alone.start(QCoreApplication::applicationFilePath(), {"missingFontIsSaid"});
    QVERIFY(alone.waitForFinished(120'000));
    QVERIFY2(alone.exitCode() == 0, alone.readAll().constData());
}

/// Overflow answers without a click where that takes no time, once, and leaves the selection alone.
void MainWindowTest::scansWhereSomebodyLooks()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(
        program.window.isSettled() && program.services.selection.tensor().isValid(), 20'000);
    const TensorRef before = program.services.selection.tensor();
    const Panel* const panel = program.window.dock("overflow")->panel();
    const auto isSaid = [&] {
        const auto labels = panel->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible()
                && label->text().contains(QStringLiteral("141 tensors looked at by their"));
        });
    };
    QVERIFY(!isSaid());
    program.window.showDock(program.window.dock("overflow"));
    QTRY_VERIFY_WITH_TIMEOUT(isSaid(), 20'000);
    QVERIFY(program.services.selection.tensor() == before);
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
