// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "common/language.h"
#include "documents/view_history.h"
#include "latency_probe.h"
#include "open_controller.h"
#include "views/notice_bar.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

/// The promise is 50 ms; machines that run tests are slow and busy.
constexpr qint64 kWorstLatencyMs = 20 * 50;
constexpr qint64 kWorstCloseMs = 20 * 1000;
constexpr int kFiles = 3000;

QByteArray smallNpy()
{
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    header = header.leftJustified(128 - 10 - 1, ' ') + '\n';
    return QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size() & 0xFF) + char(header.size() >> 8) + header
        + QByteArray(24, '\0');
}

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

/// A program without files of its own.
struct Program {
    Program()
        : services([] {
            auto formats = std::make_shared<core::FormatRegistry>();
            core::registerBuiltinFormats(*formats);
            return formats;
        }())
        , state(QString())
        , window(services)
        , workspace(services, window, {})
        , opening(services, window, workspace, state)
    {
        window.resize(1600, 1000);
        window.show();
    }
    Services services;
    UiState state;
    MainWindow window;
    WorkspaceController workspace;
    OpenController opening;
};

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void opensTheSample();
    void everyPanelShowsAndHides();
    void maximisesAndComesBack();
    void layoutsSurvive();
    void dropOpensBothSides();
    void survivesEveryAction();
    void switchesLanguageLive();
    void everythingThatTakesTheFocusHasAName();
    void staysResponsiveWhileIndexing();
    void closesWhileLoading();
    void unreadableFolderIsAProblem();

private:
    QTemporaryDir m_many;
};

void MainWindowTest::initTestCase()
{
    const QByteArray npy = smallNpy();
    for (int i = 0; i < kFiles; ++i) {
        QFile file(m_many.filePath(QString("Conv2D.net_layer%1_conv.1.1.%2.output.0.DefaultFormat.npy")
                                       .arg(i / 10)
                                       .arg(1'700'000'000'000'000 + i)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(npy) == npy.size());
    }
}

void MainWindowTest::opensTheSample()
{
    Program program;
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
    Program program;
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
    Program program;
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
    Program program;
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
    Program program;
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
    Program program;
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
    Program program;
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
    Program program;
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

void MainWindowTest::staysResponsiveWhileIndexing()
{
    Program program;
    QCoreApplication::processEvents();
    qint64 worst = 0;
    {
        const dumpscope::test::LatencyProbe probe;
        program.opening.open({m_many.path()});
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 60000);
        worst = probe.worstMs();
    }
    QCOMPARE(
        program.services.session.roots().first()->index()->tensorCount(), static_cast<std::size_t>(kFiles));
    QVERIFY2(worst < kWorstLatencyMs, qPrintable(QString("%1 ms").arg(worst)));
}

void MainWindowTest::closesWhileLoading()
{
    QElapsedTimer clock;
    {
        Program program;
        program.opening.open({m_many.path()});
        QCoreApplication::processEvents();
        clock.start();
        program.window.close();
        QVERIFY(program.services.tasks.shutdown(static_cast<int>(kWorstCloseMs)));
    }
    QVERIFY2(clock.elapsed() < kWorstCloseMs, "closing took too long");
}

void MainWindowTest::unreadableFolderIsAProblem()
{
    Program program;
    program.opening.open({m_many.filePath("is not there")});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 20000);
    QCOMPARE(program.services.session.roots().first()->state(), OpenedRoot::State::Failed);
    QVERIFY(!program.services.problems.problems().empty());
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
