// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/command_palette.h"
#include "chrome/help_window.h"
#include "common/language.h"
#include "comparison/limits/limit_list_model.h"
#include "comparison/report_dialog.h"
#include "dock_focus.h"
#include "event_loop.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "npy_file.h"
#include "temporary_folder.h"
#include "tensor/side_column.h"
#include "window_program.h"

#include <QClipboard>
#include <QDialog>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <cmath>
#include <numeric>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;
constexpr int kRows = 20, kColumns = 30, kNanRow = 13, kNanColumn = 7;

/// float32 of 20 × 30, ascending, with a NaN in row 13, column 7 if wanted.
std::string npy(bool withNan)
{
    std::vector<float> values(kRows * kColumns);
    std::iota(values.begin(), values.end(), 0.0F);
    if (withNan)
        values[kNanRow * kColumns + kNanColumn] = std::nanf("");
    return test::npyFile({kRows, kColumns}, values);
}

void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWidget* const popup = QApplication::activePopupWidget();
    QWidget* const focus = !popup ? QApplication::focusWidget()
        : popup->focusWidget()    ? popup->focusWidget()
                                  : popup;
    if (!focus)
        QFAIL("nothing has the focus");
    QTest::keyClick(focus, Qt::Key(key), modifiers);
}

/// A window system gives the focus back when a dialog goes; the offscreen one has to be asked.
void comeBackTo(QWidget& window)
{
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
}

void type(const QString& text)
{
    QTest::keyClicks(QApplication::focusWidget(), text);
}

/// Its id; empty: what has the focus is in none.
QString focusedPanel(const test::WindowProgram& program)
{
    for (const PanelDock* dock : program.window.docks()) {
        if (dock->isAncestorOf(QApplication::focusWidget()))
            return QLatin1String(dock->info().id);
    }
    return {};
}

} // namespace

/// The whole flow of a session without a mouse.
class KeyboardTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void wholeFlow();
    void wholeComparison();
    void helpIsAboutWhatHasTheFocus();
    void panelsAreReachedInTurn();
    void panelsGiveTheirContent();
    void keysGoToWhatIsLookedAt();

private:
    const QTemporaryDir m_folder;
    const QString m_dump = m_folder.filePath(QStringLiteral("dump"));
};

void KeyboardTest::initTestCase()
{
    QVERIFY(QDir().mkpath(m_dump));
    // Choosers begin here, and find nothing else to offer.
    QDir::setCurrent(m_folder.path());
    const std::pair<const char*, bool> tensors[]
        = {{"Conv2D.net_conv1.1.1.1700000000000001.input.0.DefaultFormat.npy", false},
            {"Conv2D.net_conv1.1.1.1700000000000001.output.0.DefaultFormat.npy", true},
            {"ReLU.net_relu1.2.1.1700000000000002.input.0.DefaultFormat.npy", true},
            {"MatMul.net_fc1.3.1.1700000000000003.output.0.DefaultFormat.npy", false}};
    for (const auto& [name, withNan] : tensors) {
        const QString path = m_dump + u'/' + QLatin1String(name);
        QVERIFY(test::writeFile(path.toStdString(), npy(withNan)));
    }
}

void KeyboardTest::wholeFlow()
{
    test::WindowProgram program;
    comeBackTo(program.window);
    const auto settled = [&] { return program.window.isSettled(); };

    // Open: the chooser takes a path that is typed. It lists folders by and by and may put one of them into
    // the field meanwhile; whoever sees that types again.
    QTimer typist;
    connect(&typist, &QTimer::timeout, this, [this] {
        auto* const chooser = QApplication::activeModalWidget();
        auto* const name = chooser ? chooser->findChild<QLineEdit*>() : nullptr;
        if (!name)
            return;
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, m_dump);
        if (name->text() == m_dump)
            QTest::keyClick(name, Qt::Key_Return);
    });
    typist.start(500);
    press(Qt::Key_O, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!program.services.session.roots().isEmpty(), kPatienceMs);
    typist.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!program.services.session.roots().isEmpty() && settled(), kPatienceMs);
    const Selection& selection = program.services.selection;
    QTRY_VERIFY(selection.tensor().isValid());
    comeBackTo(program.window);

    // Filter: the field, a condition, and on to the table.
    press(Qt::Key_2, Qt::AltModifier); // Tensors
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    type(QStringLiteral("op_type:Conv* io:output"));
    auto* const table = program.find<DataTable>("tensors");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
    if (QApplication::activePopupWidget())
        press(Qt::Key_Escape); // what may complete the word
    comeBackTo(program.window);
    press(Qt::Key_Return); // what is typed afterwards is still part of it
    auto* const line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(line);
    type(QStringLiteral(" slot:0"));
    QCOMPARE(line->text(), QStringLiteral("op_type:Conv* io:output slot:0"));
    if (QApplication::activePopupWidget())
        press(Qt::Key_Escape);
    comeBackTo(program.window);
    press(Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(line));
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatienceMs);
    press(Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));

    // Select and open.
    press(Qt::Key_Home, Qt::ControlModifier);
    press(Qt::Key_Up);
    QTRY_VERIFY(selection.tensor().opName().contains(QStringLiteral("conv1")));
    QCOMPARE(selection.tensor().row().io, core::Io::Output);
    press(Qt::Key_Return);
    PanelDock* const view = program.window.dock("tensor-view");
    QTRY_VERIFY_WITH_TIMEOUT(settled() && view->isAncestorOf(QApplication::focusWidget()), kPatienceMs);

    // To the NaN, and its value into the clipboard.
    press(Qt::Key_F8);
    QTRY_COMPARE_WITH_TIMEOUT(
        selection.element(), (std::vector<std::int64_t> {kNanRow, kNanColumn}), kPatienceMs);
    QApplication::clipboard()->clear();
    press(Qt::Key_C, Qt::ControlModifier);
    QTRY_VERIFY(QApplication::clipboard()->text().contains(QStringLiteral("nan"), Qt::CaseInsensitive));

    // Export: a path, and the tensor is a file again.
    const QString exported = m_folder.filePath(QStringLiteral("exported.npy"));
    press(Qt::Key_E, Qt::ControlModifier);
    QDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = view->findChild<QDialog*>()) && dialog->isVisible());
    QLineEdit* path = nullptr;
    for (QLineEdit* field : dialog->findChildren<QLineEdit*>()) {
        if (!field->isReadOnly())
            path = field;
    }
    QVERIFY(path);
    path->setFocus();
    path->selectAll();
    QTest::keyClicks(path, exported);
    QTest::keyClick(path, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(exported), kPatienceMs);
    QTest::keyClick(dialog, Qt::Key_Escape);
    comeBackTo(program.window);

    // The palette goes to another tensor, and back is where we were.
    const TensorRef before = selection.tensor();
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    type(QStringLiteral("net_fc1"));
    const auto* const palette = program.window.findChild<CommandPalette*>();
    QVERIFY(palette);
    QTRY_VERIFY_WITH_TIMEOUT(
        settled() && palette->isSettled() && palette->shown().value(0).contains(QStringLiteral("net_fc1")),
        kPatienceMs);
    press(Qt::Key_Return);
    comeBackTo(program.window);
    QTRY_VERIFY_WITH_TIMEOUT(
        selection.tensor().opName().contains(QStringLiteral("fc1")) && settled(), kPatienceMs);
    test::handleEvents();
    QTRY_VERIFY(settled() && program.services.actions.action("go.back")->isEnabled());
    press(Qt::Key_Left, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(selection.tensor(), before, kPatienceMs);
}

/// Filter, choose, look, change a limit, take it back, write a report.
void KeyboardTest::wholeComparison()
{
    test::WindowProgram program;
    comeBackTo(program.window);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    const auto settled = [&] { return program.window.isSettled(); };
    Comparisons& comparisons = program.services.comparisons;
    QTRY_VERIFY_WITH_TIMEOUT(comparisons.pair().has_value() && settled(), kPatienceMs);
    const ComparisonDocument& document = *comparisons.current();
    const auto failing = [&] {
        std::size_t count = 0;
        for (std::size_t row = 0; row < document.pairs()->rows(); ++row)
            count += document.pairs()->row(row).verdict == core::Verdict::Fail ? 1 : 0;
        return count;
    };
    const std::size_t before = failing();
    QVERIFY(before > 1);

    // The rows that fail, and one of them.
    auto* const table = program.find<DataTable>("results");
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    type(QStringLiteral("verdict:fail"));
    if (QApplication::activePopupWidget())
        press(Qt::Key_Escape);
    comeBackTo(program.window);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), int(before), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatienceMs);
    press(Qt::Key_Return); // it is typed
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatienceMs);
    if (QApplication::focusWidget() != table)
        press(Qt::Key_Return); // and left
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));
    press(Qt::Key_Home, Qt::ControlModifier);
    press(Qt::Key_Down);
    const auto second = table->columnModel()->sourceRow(1);
    QTRY_COMPARE(comparisons.pair(), std::optional<std::size_t>(second));

    // What differs in it.
    press(Qt::Key_D, Qt::ControlModifier);
    press(Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(focusedPanel(program), QStringLiteral("difference"));
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatienceMs);

    // A limit that nothing breaks, back, and again.
    press(Qt::Key_L, Qt::ControlModifier);
    QTRY_COMPARE(focusedPanel(program), QStringLiteral("limits"));
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatienceMs);
    const auto* const rules = qobject_cast<QTableView*>(QApplication::focusWidget());
    QVERIFY(rules);
    int row = 0;
    while (!rules->model()->index(row, LimitListModel::When).data().toString().contains("float32"))
        ++row;
    const double usual = document.setup().limits.rules[static_cast<std::size_t>(row)].value;
    press(Qt::Key_Home, Qt::ControlModifier);
    for (int down = 0; down < row; ++down)
        press(Qt::Key_Down);
    for (int right = 0; right < LimitListModel::Value; ++right)
        press(Qt::Key_Right);
    QCOMPARE(rules->currentIndex(), rules->model()->index(row, LimitListModel::Value));
    press(Qt::Key_F2);
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    press(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("1e30"));
    press(Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<const QWidget*>(rules));
    QTRY_VERIFY_WITH_TIMEOUT(settled() && !document.isJudging(), kPatienceMs);
    const auto limit = [&] { return document.setup().limits.rules[static_cast<std::size_t>(row)].value; };
    QCOMPARE(limit(), 1e30);
    press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(settled() && !document.isJudging(), kPatienceMs);
    QCOMPARE(limit(), usual);
    QCOMPARE(failing(), before);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(settled() && !document.isJudging(), kPatienceMs);
    QCOMPARE(limit(), 1e30);

    // A report, by its path.
    const QString report = m_folder.filePath(QStringLiteral("report.html"));
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    ReportDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = program.window.findChild<ReportDialog*>()) && dialog->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QLineEdit* path = nullptr;
    for (int i = 0; i < 10 && !path; ++i) {
        auto* const line = qobject_cast<QLineEdit*>(dialog->focusWidget());
        if (line && !line->isReadOnly())
            path = line;
        else
            QTest::keyClick(dialog, Qt::Key_Tab);
    }
    QVERIFY(path);
    QTest::keyClick(path, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(path, report);
    QTest::keyClick(path, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(report), kPatienceMs);
}

void KeyboardTest::helpIsAboutWhatHasTheFocus()
{
    test::WindowProgram program(QStringList {m_dump});
    for (const char* panel :
        {"dumps", "tensors", "tensor-view", "statistics", "overflow", "problems", "bookmarks"}) {
        QVERIFY(program.window.showTab(QLatin1String(panel)));
        QCOMPARE(HelpWindow::topicFor(program.window.dock(panel)->panel()), QLatin1String(panel));
    }
    QCOMPARE(HelpWindow::topicFor(program.find<FilterBar>("tensors")->field()), QStringLiteral("filter"));
    QCOMPARE(HelpWindow::topicFor(nullptr), QStringLiteral("workflow"));
}

void KeyboardTest::panelsAreReachedInTurn()
{
    test::WindowProgram program;
    comeBackTo(program.window);
    program.opening.open({m_dump});
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    program.window.showTab(QStringLiteral("dumps"));
    QStringList seen;
    for (int i = 0; i < 3; ++i) {
        press(Qt::Key_F6);
        test::handleEvents();
        seen.append(focusedPanel(program));
        // On the values, not on what is beside them.
        const auto* const side = program.find<SideColumn>("tensor-view");
        QVERIFY(QApplication::focusWidget() != side && !side->isAncestorOf(QApplication::focusWidget()));
    }
    std::sort(seen.begin(), seen.end());
    QCOMPARE(seen, (QStringList {"dumps", "tensor-view", "tensors"}));
}

/// Not to filters, tabs or buttons; and where that is shows.
void KeyboardTest::panelsGiveTheirContent()
{
    test::WindowProgram program;
    comeBackTo(program.window);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    for (const char* arrangement : {"explore", "compare", "graph"}) {
        program.window.showArrangement(arrangement);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
        QStringList seen;
        for (int i = 0; i < 12; ++i) {
            press(Qt::Key_F6);
            test::handleEvents();
            QWidget* const focus = QApplication::focusWidget();
            QVERIFY2(focus && DockFocus::isContent(*focus),
                qPrintable(focusedPanel(program) + ": " + (focus ? focus->metaObject()->className() : "-")));
            if (qobject_cast<QAbstractScrollArea*>(focus))
                QVERIFY(focus->findChild<QWidget*>("focus-ring", Qt::FindDirectChildrenOnly));
            if (const QString panel = focusedPanel(program); seen.contains(panel))
                break;
            else
                seen += panel;
        }
        QVERIFY(seen.size() >= 3);
    }
    // From its filter line the key of a panel goes to its rows, from these it closes the panel.
    program.window.showArrangement("explore");
    program.find<FilterBar>("dumps")->field()->setFocus();
    press(Qt::Key_1, Qt::AltModifier);
    QTRY_COMPARE(QApplication::focusWidget(), program.find<QTreeView>("dumps"));
}

void KeyboardTest::keysGoToWhatIsLookedAt()
{
    test::WindowProgram program;
    comeBackTo(program.window);
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    // Also the table that came while a message stood in its place.
    QCOMPARE(QApplication::focusWidget(), program.find<DataTable>("results"));
    // Closed and opened again.
    while (!program.services.session.roots().isEmpty())
        program.services.session.close(program.services.session.roots().last());
    program.opening.open({DUMPSCOPE_SAMPLE_DATA "/target", DUMPSCOPE_SAMPLE_DATA "/golden"});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.pair().has_value(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    QCOMPARE(focusedPanel(program), QStringLiteral("results"));
    QCOMPARE(QApplication::focusWidget(), program.find<DataTable>("results"));
    const std::size_t first = *program.services.comparisons.pair();
    press(Qt::Key_Down);
    QTRY_COMPARE(program.services.comparisons.pair(), std::optional(first + 1));
    for (QTabBar* bar : program.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == program.window.dock("pairing")->windowTitle())
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        }
    }
    QTRY_COMPARE(focusedPanel(program), QStringLiteral("pairing"));
    // The arrangements each by its key, and back to the tab that was in front.
    for (const char* panel : {"dumps", "pairing", "graph"}) {
        press(qstrcmp(panel, "dumps") == 0     ? Qt::Key_1
                : qstrcmp(panel, "graph") == 0 ? Qt::Key_3
                                               : Qt::Key_2,
            Qt::ControlModifier);
        QTRY_COMPARE(focusedPanel(program), QString::fromLatin1(panel));
    }
}

QTEST_MAIN(KeyboardTest)
#include "tst_keyboard.moc"
