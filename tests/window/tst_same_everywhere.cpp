// SPDX-License-Identifier: GPL-3.0-or-later
// One line of one grammar filters and finds everywhere, the same object has the same menu wherever it stands,
// problems have their mark and a way to their place, and a report holds nothing personal.
#include "common/cell_roles.h"
#include "comparison/comparisons.h"
#include "comparison/suspects/divergence_line.h"
#include "event_loop.h"
#include "heatmap/heatmap_view.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/simple_table.h"
#include "models/dump_tree_model.h"
#include "models/tensor_column_model.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;
const QString kTarget = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target");

bool isReady(const test::WindowProgram& program)
{
    return program.window.isSettled() && program.services.selection.tensor().isValid();
}

/// Words of the menu that the widget shows, submenus as "menu/entry".
QStringList menuOf(QWidget* widget, const QPoint& at)
{
    QStringList words;
    QTimer::singleShot(0, widget, [&words] {
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        for (const QAction* action : menu->actions()) {
            if (action->isSeparator())
                continue;
            words.append(action->text());
            for (const QAction* inside : action->menu() ? action->menu()->actions() : QList<QAction*>())
                words.append(action->text() + QLatin1Char('/') + inside->text());
        }
        menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
    test::handleEvents();
    return words;
}

} // namespace

class SameEverywhereTest : public QObject {
    Q_OBJECT

private slots:
    void oneLine_data();
    void oneLine();
    void filtersAreKept();
    void clearingKeepsTheItem();
    void menus();
    void menuEntriesAreActions();
    void problemsAreMarkedAndFound();
    void reportsAreImpersonal();
    void oneConclusion_data();
    void oneConclusion();
};

void SameEverywhereTest::oneLine_data()
{
    QTest::addColumn<QByteArray>("arrangement");
    QTest::addColumn<QStringList>("paths");
    const QStringList sample {kTarget, QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")};
    for (const auto& [panel, arrangement] :
        {std::pair("dumps", "explore"), std::pair("tensors", "explore"), std::pair("results", "compare"),
            std::pair("rank-step", "compare"), std::pair("unpaired", "compare"),
            std::pair("pairing", "compare"), std::pair("graph", "graph"), std::pair("scopes", "graph")})
        QTest::newRow(panel) << QByteArray(arrangement) << sample;
    QTest::newRow("statistics") << QByteArray(
        "explore") << QStringList {QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic")};
}

void SameEverywhereTest::oneLine()
{
    QFETCH(const QByteArray, arrangement);
    QFETCH(const QStringList, paths);
    test::WindowProgram program;
    program.opening.open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    QVERIFY(QTest::qWaitForWindowActive(&program.window));
    QVERIFY(program.window.showArrangement(arrangement));
    PanelDock* const dock = program.window.dock(QTest::currentDataTag());
    program.window.showDock(dock);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    auto* const line = qobject_cast<ExpressionLine*>(dock->panel()->filterField());
    QVERIFY(line);
    auto* const bar = qobject_cast<FilterBar*>(line->parentWidget());
    QVERIFY(bar);
    // Completed from the columns as one types.
    line->setFocus();
    QTRY_VERIFY(line->hasFocus());
    QTest::keyClicks(line, QStringLiteral("x op_t"));
    const QAbstractItemModel* const offered = bar->findChild<QCompleter*>()->model();
    QStringList candidates;
    for (int row = 0; row < offered->rowCount(); ++row)
        candidates.append(offered->index(row, 0).data().toString());
    QVERIFY2(candidates.contains(QLatin1String("op_type:")), qPrintable(candidates.join(QLatin1Char(' '))));
    // Underlined where it is wrong, with what was meant.
    bar->setText(QStringLiteral("(x or op_tipe:y)"));
    QCOMPARE(line->errorAt(), 6);
    QVERIFY2(bar->error().contains(QLatin1String("op_type")), qPrintable(bar->error()));
    QCOMPARE(bar->hits(), bar->error());
    // The whole grammar, and how many there are.
    bar->setText(QStringLiteral("op_type:Mat* -name:/no such/ (name:* or verdict:fail)"));
    if (QTest::currentDataTag() == QByteArray("dumps") || QTest::currentDataTag() == QByteArray("tensors")
        || QTest::currentDataTag() == QByteArray("unpaired")
        || QTest::currentDataTag() == QByteArray("statistics"))
        bar->setText(QStringLiteral("op_type:Mat* -name:/no such/ (name:* or op_type:x)"));
    QCOMPARE(bar->error(), QString());
    QTRY_VERIFY_WITH_TIMEOUT(!bar->hits().isEmpty() && isReady(program), kPatienceMs);
    QCOMPARE(line->errorAt(), -1);
    QVERIFY2(!bar->hits().contains(u'-'), qPrintable(bar->hits()));
    // From hit to hit, also while one types.
    const auto views = dock->panel()->findChildren<QAbstractItemView*>();
    const auto hits = std::find_if(views.begin(), views.end(), [](const QAbstractItemView* view) {
        return view->isVisible() && !view->isWindow() && view->model()->rowCount() > 0;
    });
    if (hits == views.end() || bar->hits().startsWith(u"0 "))
        return; // drawn, or nothing there
    QTRY_VERIFY(line->hasFocus());
    QVERIFY(program.services.actions.trigger("go.next_hit"));
    const QModelIndex first = (*hits)->currentIndex();
    QVERIFY(first.isValid());
    QVERIFY(program.services.actions.trigger("go.next_hit"));
    const bool isOnly
        = QTest::currentDataTag() == QByteArray("rank-step") && (*hits)->model()->rowCount() == 1;
    QCOMPARE((*hits)->currentIndex() == first, isOnly);
    QVERIFY(program.services.actions.trigger("go.previous_hit"));
    QCOMPARE((*hits)->currentIndex(), first);
}

void SameEverywhereTest::filtersAreKept()
{
    test::WindowProgram program;
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    auto* const bar = program.find<FilterBar>("tensors");
    const auto choose = [bar](const QString& words) {
        QMenu* const menu = bar->findChild<QToolButton*>()->menu();
        emit menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == words)
                return action->trigger(), true;
        }
        return false;
    };
    bar->setText(QStringLiteral("op_type:MatMul"));
    QVERIFY(choose(QStringLiteral("Save this filter")));
    bar->setText(QStringLiteral("io:input"));
    QVERIFY(choose(QStringLiteral("Clear the filter")));
    QCOMPARE(bar->text(), QString());
    QVERIFY(choose(QStringLiteral("op_type:MatMul")));
    QCOMPARE(bar->text(), QStringLiteral("op_type:MatMul"));
    QVERIFY(choose(QStringLiteral("io:input"))); // a recent one
    // With the workspace, and thereby to others.
    test::WindowProgram other;
    other.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(other), kPatienceMs);
    other.workspace.apply(program.workspace.current());
    QTRY_VERIFY_WITH_TIMEOUT(isReady(other), kPatienceMs);
    QCOMPARE(other.find<FilterBar>("tensors")->saveView(), bar->saveView());
}

void SameEverywhereTest::clearingKeepsTheItem()
{
    test::WindowProgram program;
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    auto* const tree = program.find<QTreeView>("dumps");
    auto* const table = program.find<DataTable>("tensors");
    const auto inTable = [&] {
        return table->currentIndex().isValid()
            && table->viewport()->rect().intersects(table->visualRect(table->currentIndex()));
    };
    const auto inTree = [&] {
        return tree->currentIndex().isValid()
            && tree->viewport()->rect().intersects(tree->visualRect(tree->currentIndex()));
    };
    const auto all = int(program.services.session.roots().first()->index()->tensorCount());
    for (const char* panel : {"tensors", "dumps"}) {
        for (const char* filtered : {"tensors", "dumps"})
            program.find<FilterBar>(filtered)->setText(QStringLiteral("op_type:MatMul io:output"));
        const auto* const rows = table->model();
        QTRY_VERIFY_WITH_TIMEOUT(
            isReady(program) && rows->rowCount() > 1 && rows->rowCount() < all, kPatienceMs);
        table->setCurrentIndex(rows->index(rows->rowCount() - 1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        const QString id = program.services.selection.tensor().tensorId();
        program.find<FilterBar>(panel)->setText({});
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        QCOMPARE(program.services.selection.tensor().tensorId(), id);
        QTRY_VERIFY2(inTable(), panel);
        QTRY_VERIFY2(inTree(), panel);
        QCOMPARE(tree->currentIndex().data(Qt::ToolTipRole).toString(),
            tensorTip(program.services.selection.tensor()));
    }
    // Nothing is filtered any more.
    program.find<FilterBar>("tensors")->setText({});
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), all, kPatienceMs);
}

void SameEverywhereTest::menus()
{
    test::WindowProgram program;
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    QVERIFY(program.window.showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    auto* const tree = program.find<QTreeView>("dumps");
    auto* const table = program.find<DataTable>("tensors");
    auto* const heatmap = program.find<HeatmapView>("tensor-view");
    QVERIFY(heatmap && heatmap->isVisible());
    const QStringList inTree = menuOf(tree->viewport(), tree->visualRect(tree->currentIndex()).center());
    QVERIFY2(inTree.size() > 15, qPrintable(inTree.join(QLatin1Char('\n'))));
    for (const char* entry : {"Open", "Compare with counterpart", "Show in/Show in graph", "Show in/Folder",
             "Pair", "Filter to this/Operator", "Filter out/Operator type", "Copy/Path", "Copy/Command",
             "Note…", "Export…"})
        QVERIFY2(inTree.contains(QString::fromUtf8(entry)), entry);
    QCOMPARE(menuOf(table->viewport(), table->visualRect(table->currentIndex()).center()), inTree);
    QCOMPARE(menuOf(heatmap, heatmap->rect().center()), inTree);
    // A node of the graph has what only graphs do, and then the same.
    QVERIFY(program.window.showArrangement("graph"));
    program.services.actions.trigger("item.reveal_graph");
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    auto* const canvas = program.window.dock("graph")->panel()->focusProxy();
    QVERIFY(canvas);
    const QStringList inGraph = menuOf(canvas, canvas->rect().center());
    QVERIFY2(inGraph.size() > inTree.size(), qPrintable(inGraph.join(QLatin1Char('\n'))));
    QCOMPARE(inGraph.last(inTree.size()), inTree);
}

void SameEverywhereTest::menuEntriesAreActions()
{
    test::WindowProgram program;
    ActionRegistry& actions = program.services.actions;
    QVERIFY(!actions.trigger("item.copy_path")); // of nothing
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    const TensorRef tensor = program.services.selection.tensor();
    const auto copied = [&](const char* action) {
        return actions.trigger(action) ? QGuiApplication::clipboard()->text() : QString();
    };
    QCOMPARE(copied("item.copy_name"), tensor.opName());
    QCOMPARE(copied("item.copy_id"), tensor.tensorId());
    QVERIFY2(QFile::exists(copied("item.copy_path")), qPrintable(copied("item.copy_path")));
    QVERIFY(copied("item.copy_command").startsWith(QLatin1String("dumpscope-cli stat ")));
    auto* const table = program.find<DataTable>("tensors");
    const int all = table->model()->rowCount();
    QVERIFY(actions.trigger("item.filter_to"));
    QTRY_VERIFY_WITH_TIMEOUT(
        isReady(program) && table->model()->rowCount() > 0 && table->model()->rowCount() < all, kPatienceMs);
    QVERIFY(actions.trigger("item.filter_out"));
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 0, kPatienceMs);
}

void SameEverywhereTest::problemsAreMarkedAndFound()
{
    const test::TemporaryFolder folder;
    std::filesystem::copy(kTarget.toStdString(), folder.at("run"), std::filesystem::copy_options::recursive);
    // One array loses its end.
    QString cut;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.at("run"))) {
        if (cut.isEmpty() && entry.path().extension() == ".npy" && entry.file_size() > 256) {
            std::filesystem::resize_file(entry.path(), entry.file_size() - 8);
            cut = QString::fromStdString(entry.path().filename().string());
        }
    }
    QVERIFY(!cut.isEmpty());
    test::WindowProgram program;
    program.opening.open({QString::fromStdString(folder.at("run"))});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    program.window.showDock(program.window.dock("problems"));
    Panel* const panel = program.window.dock("problems")->panel();
    QVERIFY(panel->badge() >= 1);
    auto* const rows = panel->findChild<SimpleTable*>();
    int row = 0;
    while (row < rows->model()->rowCount() && !rows->model()->index(row, 2).data().toString().contains(cut)
        && !rows->model()->index(row, 1).data().toString().contains(cut)
        && !rows->model()->index(row, 0).data().toString().contains(cut))
        ++row;
    QVERIFY(row < rows->model()->rowCount());
    rows->selectRow(row);
    rows->setFocus();
    // Why, without signs that are for documents.
    bool explains = false;
    for (const QLabel* label : panel->findChildren<QLabel*>()) {
        explains = explains || (label->isVisible() && label->text().size() > 20);
        QVERIFY2(!label->text().contains(QLatin1Char('`')), qPrintable(label->text()));
    }
    QVERIFY(explains);
    // One press away, and marked wherever it stands.
    QVERIFY(program.services.actions.trigger("item.open"));
    QTRY_VERIFY_WITH_TIMEOUT(
        isReady(program) && program.services.selection.tensor().tensorId().contains(cut), kPatienceMs);
    auto* const tree = program.find<QTreeView>("dumps");
    QTRY_COMPARE_WITH_TIMEOUT(
        tree->currentIndex().data(StateRole).toInt(), static_cast<int>(State::Warn), kPatienceMs);
    // Long lines are broken behind blanks and slashes.
    QVERIFY(tree->currentIndex().data(Qt::ToolTipRole).toString().remove('\n').contains(cut));
}

void SameEverywhereTest::reportsAreImpersonal()
{
    const test::TemporaryFolder folder;
    QVERIFY(test::writeFile(folder.at("empty.npy"), ""));
    test::WindowProgram program(QStringList {QString::fromStdString(folder.path())});
    program.services.problems.add({core::Severity::Error, core::Code::NotFound, {},
        QDir::homePath().toStdString() + "/secret/place is missing in " + folder.path()});
    QVERIFY(program.services.actions.trigger("tools.copy_report"));
    const QString report = QGuiApplication::clipboard()->text();
    QVERIFY2(report.contains(QLatin1String("dumpscope ")), qPrintable(report));
    QVERIFY(report.contains(QLatin1String("Qt ")));
    QVERIFY(report.contains(QLatin1String("window/theme = ")));
    QVERIFY(report.contains(QLatin1String("is missing in <root>")));
    QVERIFY2(!report.contains(QDir::homePath() + QLatin1Char('/')), qPrintable(report));
    QVERIFY(!report.contains(QString::fromStdString(folder.path())));
}

void SameEverywhereTest::oneConclusion_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QByteArray>("kind");
    const QString golden = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden");
    const QString lenet = QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic");
    QTest::newRow("a fault") << kTarget << golden << QByteArray("suspect");
    QTest::newRow("the same dump") << golden << golden << QByteArray("bit-equal");
    QTest::newRow("another model") << QStringLiteral(DUMPSCOPE_TEST_DATA "/npy") << lenet
                                   << QByteArray("nothing-compared");
}

// Command line, JSON, page and window say the same, and the window stands where they point.
void SameEverywhereTest::oneConclusion()
{
    QFETCH(const QString, target);
    QFETCH(const QString, golden);
    QFETCH(const QByteArray, kind);
    const test::TemporaryFolder folder;
    const auto said = [&](const QStringList& options) {
        QProcess cli;
        cli.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
            QStringList {QStringLiteral("compare"), target, golden} + options);
        return cli.waitForFinished(kPatienceMs) ? cli.readAllStandardOutput() : QByteArray();
    };
    const QString page = QString::fromStdString(folder.at("page.html"));
    const QJsonObject conclusion
        = QJsonDocument::fromJson(said({QStringLiteral("--json"), QStringLiteral("--report"), page}))
              .object()[QStringLiteral("conclusion")]
              .toObject();
    const QString text = conclusion[QStringLiteral("text")].toString();
    const QString reason = conclusion[QStringLiteral("reason")].toString();
    QCOMPARE(conclusion[QStringLiteral("kind")].toString().toUtf8(), kind);
    const QByteArray lines = said({});
    QVERIFY2(lines.contains("conclusion: " + text.toUtf8() + '\n'), lines.right(2000).constData());
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("\"text\":\"" + text.toUtf8() + '"'));
    test::WindowProgram program;
    program.opening.open({target, golden});
    QTRY_VERIFY_WITH_TIMEOUT(program.services.comparisons.current() != nullptr, kPatienceMs);
    const ComparisonDocument& document = *program.services.comparisons.current();
    QTRY_VERIFY_WITH_TIMEOUT(
        document.isOver() && document.result() && program.window.isSettled(), kPatienceMs);
    QCOMPARE(QString::fromStdString(document.result()->conclusion.text()), text);
    QCOMPARE(QString::fromStdString(document.result()->conclusion.reason.text()), reason);
    const auto& line = program.find<DivergenceLine>("results")->texts();
    QString headline = line.title + (line.opName.isEmpty() ? QString() : QStringLiteral(": ") + line.opName);
    QCOMPARE(headline.remove(QRegularExpression(QStringLiteral("\\.$"))).toLower(), text.toLower());
    QVERIFY2(line.why.startsWith(reason.left(40)), qPrintable(line.why));
    const QJsonValue index = conclusion[QStringLiteral("index")];
    const auto& pair = program.services.comparisons.pair();
    QCOMPARE(line.canGo, index.isDouble());
    if (kind == "suspect")
        QCOMPARE(pair ? int(*pair) : -1, index.toInt(-1));
}

QTEST_MAIN(SameEverywhereTest)
#include "tst_same_everywhere.moc"
