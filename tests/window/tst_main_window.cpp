// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "common/language.h"
#include "documents/view_history.h"
#include "views/filter_bar.h"
#include "views/notice_bar.h"
#include "window_program.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

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
    void everyPanelShowsAndHides();
    void maximisesAndComesBack();
    void layoutsSurvive();
    void dropOpensBothSides();
    void survivesEveryAction();
    void switchesLanguageLive();
    void everythingThatTakesTheFocusHasAName();
    void unreadableFolderIsAProblem();
    void hiddenSelectionIsSaid();
    void sourceComesFromItsFolder();
    void adaptsToItsWidth();
    void arrangementsWaitForTheirPanels();
};

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
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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
}

void MainWindowTest::maximisesAndComesBack()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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

void MainWindowTest::layoutsSurvive()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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
        return problem.diagnostic.message.find("layout") != std::string::npos;
    }));
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
    QCOMPARE(roots[0]->side(), OpenedRoot::Side::Target);
    QCOMPARE(roots[1]->side(), OpenedRoot::Side::Golden);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
}

void MainWindowTest::survivesEveryAction()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    // Choosers of files wait for a person.
    const QSet<QByteArray> dialogs {"file.open", "file.open_files", "file.compare", "file.save",
        "file.save_as", "file.export", "file.quit", "file.close"};
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
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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

void MainWindowTest::everythingThatTakesTheFocusHasAName()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QSet<QString> nameless;
    for (const char* tab : {"grid", "heatmap", "histogram", "profile", "statistics", "properties", "dumps",
             "tensors", "overflow", "problems", "bookmarks"}) {
        QVERIFY2(program.window.showTab(tab), tab);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
        QTest::qWait(1);
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
    test::WindowProgram program;
    program.opening.open({"/this/is/not/there"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QCOMPARE(program.services.session.roots().first()->state(), OpenedRoot::State::Failed);
    QVERIFY(!program.services.problems.problems().empty());
}

void MainWindowTest::hiddenSelectionIsSaid()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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
    for (int line = 1; line <= 100; ++line)
        file.write(QByteArray("line ") + QByteArray::number(line) + '\n');
    file.close();
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
    QVERIFY(text->textCursor().block().text().endsWith("line 80"));
}

void MainWindowTest::adaptsToItsWidth()
{
    test::WindowProgram program;
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
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
    QTest::qWait(50);
    // Nothing stands outside: the status bar is below the panels.
    const QWidget* const status = program.window.statusBar();
    for (const PanelDock* dock : program.window.docks()) {
        if (!dock->visibleRegion().isEmpty())
            QVERIFY2(dock->geometry().bottom() <= status->geometry().top(), dock->info().id);
    }
    program.window.resize(1600, 1000);
    QCOMPARE(open->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    QCOMPARE(goTo->sizeHint().width(), wide);
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
    }
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
