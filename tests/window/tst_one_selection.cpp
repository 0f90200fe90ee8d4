// SPDX-License-Identifier: GPL-3.0-or-later
// What is highlighted is what the panels show, whichever table it was chosen in and whatever happened before.
#include "common/cell_roles.h"
#include "comparison/errors/curves_plot.h"
#include "comparison/pairing/pairing_view.h"
#include "comparison/targets/target_matrix.h"
#include "documents/probed_value.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "npy_file.h"
#include "panel_dock.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProcess>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr const char* kTarget = DUMPSCOPE_SAMPLE_DATA "/target";
constexpr const char* kGolden = DUMPSCOPE_SAMPLE_DATA "/golden";

void compare(test::WindowProgram& program, const QString& target, const QString& golden)
{
    program.services.comparisons.compare(
        {{program.services.session.open(target)}, {program.services.session.open(golden)}});
    program.window.showArrangement("compare");
    test::settle(program);
}

void clickRow(DataTable& table, int row)
{
    const QModelIndex index = table.model()->index(row, table.columns().shown().front());
    table.scrollTo(index);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
}

bool says(const QWidget& panel, const QString& words)
{
    const auto labels = panel.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible()
            && (label->text().remove(QChar(0x200B)).contains(words) || label->toolTip().contains(words));
    });
}

/// Relu.apple0 ... Relu.apple3, one output each; apple`odd` of `length` elements.
bool writeApples(const QString& folder, int odd, std::int64_t length)
{
    bool good = true;
    for (int op = 0; op < 4; ++op) {
        const std::int64_t count = op == odd ? length : 8;
        const QString path = QStringLiteral("%1/Relu.apple%2.%2.0.%3.output.0.DefaultFormat.npy")
                                 .arg(folder)
                                 .arg(op)
                                 .arg(1'700'000'000'000'000 + op);
        const std::vector<float> values(static_cast<std::size_t>(count), 1.5F);
        good = test::writeFile(path.toStdString(), test::npyFile(values)) && good;
    }
    return good;
}

} // namespace

class OneSelectionTest : public QObject {
    Q_OBJECT

private slots:
    void rowBehindAFilterGivesWay_data();
    void rowBehindAFilterGivesWay();
    void swappingSwapsWhatIsSaid();
    void rowsAreCountedWhereTheyAre();
    void differenceNamesWhatItCannotShow();
    void unpairedTensorsAreChosenToo();
    void operatorsOfThePairingAreChosenToo();
    void theTreeHighlightsNothingElse();
    void theTreeUnfoldsToItsHits();
    void aPlaceThatHidesEverythingIsLeft();
    void oneDumpOpensWhereNanBegan();
    void targetsFollowAndLead();
    void curvesFollowAndLead();
    void runsAreTold();
};

void OneSelectionTest::rowBehindAFilterGivesWay_data()
{
    QTest::addColumn<QByteArray>("arrangement");
    QTest::addColumn<QByteArray>("panel");
    QTest::newRow("compare") << QByteArray("compare") << QByteArray("results");
    QTest::newRow("explore") << QByteArray("explore") << QByteArray("tensors");
}

void OneSelectionTest::rowBehindAFilterGivesWay()
{
    QFETCH(const QByteArray, arrangement);
    QFETCH(const QByteArray, panel);
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    program.window.showArrangement(arrangement);
    test::settle(program);
    program.window.showDock(program.window.dock(panel));
    const Selection& selection = program.services.selection;
    auto* const table = program.find<DataTable>(panel.constData());
    auto* const filter = program.find<FilterBar>(panel.constData());
    clickRow(*table, 2);
    test::settle(program);
    const TensorRef before = selection.tensor();
    QVERIFY(before.isValid());
    filter->setText("not op_name:" + before.opName());
    test::settle(program);
    QCOMPARE(table->chosenSource(), std::int64_t {-1});
    QCOMPARE(selection.tensor(), before); // hidden, not forgotten
    for (const int row : {0, 1, 0}) {
        clickRow(*table, row);
        test::settle(program);
        const auto source = std::int64_t {table->columnModel()->sourceRow(row)};
        QCOMPARE(table->chosenSource(), source);
        QVERIFY(!(selection.tensor() == before));
        const Comparisons& comparisons = program.services.comparisons;
        if (panel == "results") {
            QCOMPARE(comparisons.pair(), std::optional(static_cast<std::size_t>(source)));
            QCOMPARE(selection.tensor(), comparisons.current()->targetOf(static_cast<std::size_t>(source)));
            const QString name = selection.tensor().opName();
            QVERIFY(says(*program.window.dock("why")->panel(), name.section(u'/', -1)));
            QVERIFY(says(*program.window.dock("difference")->panel(), selection.tensor().tensorId()));
        } else {
            QCOMPARE(table->columnModel()
                         ->data(table->columnModel()->index(row, table->columnModel()->columnNumber("id")),
                             Qt::DisplayRole)
                         .toString(),
                selection.tensor().tensorId());
            QVERIFY(!comparisons.pair() || comparisons.isChosen(selection.tensor()));
        }
    }
}

/// Of several runs, whose tensors have the same names, every view says of which one it speaks.
void OneSelectionTest::runsAreTold()
{
    const QTemporaryDir folder;
    const QStringList names {QStringLiteral("run-a"), QStringLiteral("run-b"), QStringLiteral("run-c")};
    test::WindowProgram program;
    QList<OpenedRoot*> runs;
    for (const QString& name : names) {
        QVERIFY(writeApples(folder.filePath(name), 1, 8));
        runs.append(program.services.session.open(folder.filePath(name)));
    }
    program.window.showArrangement("explore");
    test::settle(program);
    Selection& selection = program.services.selection;
    const QStatusBar& status = *program.window.statusBar();
    const Panel& view = *program.window.dock("tensor-view")->panel();
    const auto tensorOf = [&](int run) { return TensorRef {runs[run], core::TensorId(std::uint32_t {1})}; };
    const auto* const tree = program.find<QTreeView>("dumps");
    auto* const table = program.find<DataTable>("tensors");
    for (const int run : {0, 1, 0, 2}) {
        selection.select(tensorOf(run));
        test::settle(program);
        QVERIFY2(view.title().endsWith(names[run]), qPrintable(view.title()));
        QVERIFY(says(status, names[run] + ": float32 [8]"));
        QVERIFY(program.window.dock("tensors")->panel()->title().endsWith(names[run]));
        QVERIFY(table->chosenSource() >= 0);
        QModelIndex top = tree->currentIndex();
        while (top.parent().isValid())
            top = top.parent();
        QCOMPARE(top.row(), run);
    }
    // The place of another run shows its tensors, none of which is chosen.
    selection.setScope({runs[0], nullptr});
    test::settle(program);
    QVERIFY(says(status, "4 rows, 0 selected"));
    QCOMPARE(table->chosenSource(), std::int64_t {-1});
    QVERIFY(view.title().endsWith(names[2]));
}

void OneSelectionTest::rowsAreCountedWhereTheyAre()
{
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    QVERIFY(!says(*program.window.statusBar(), " rows, "));
    program.window.showArrangement("explore");
    QVERIFY(says(*program.window.statusBar(), " rows, "));
    program.window.showTab(QStringLiteral("overflow"));
    QTRY_VERIFY(!says(*program.window.statusBar(), " rows, "));
    program.window.showTab(QStringLiteral("tensors"));
    QTRY_VERIFY(says(*program.window.statusBar(), " rows, "));
    // As many as the filter leaves, none of them as well.
    auto* const filter = program.find<FilterBar>("tensors");
    for (const char* const typed : {"op_type:MatMul", "no-such-operator", ""}) {
        filter->setText(QString::fromLatin1(typed));
        QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled()
                && says(*program.window.statusBar(),
                    filter->hits().section(QStringLiteral(" · "), 0, 0).section(QStringLiteral(" row"), 0, 0)
                        + " rows, "),
            kPatienceMs);
    }
}

void OneSelectionTest::swappingSwapsWhatIsSaid()
{
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    Comparisons& comparisons = program.services.comparisons;
    const Selection& selection = program.services.selection;
    program.window.showDock(program.window.dock("difference"));
    const ProbedValue& probed = ProbedValue::of(program.services.selection);
    QTRY_VERIFY_WITH_TIMEOUT(probed.words().contains(u'G'), kPatienceMs);
    test::settle(program);
    const auto numbers = [&] {
        static const QRegularExpression kSides("T\\s*(\\S+).*G\\s*(\\S+)");
        const auto found = kSides.match(probed.words());
        return std::pair(found.captured(1), found.captured(2));
    };
    const auto before = numbers();
    const auto element = selection.element();
    const QString name = selection.tensor().opName();
    const OpenedRoot* const root = selection.tensor().root;
    QVERIFY2(!before.first.isEmpty() && before.first != before.second, qPrintable(probed.words()));
    program.services.actions.trigger("compare.swap_sides");
    test::settle(program);
    QVERIFY(comparisons.pair());
    QCOMPARE(selection.tensor(), comparisons.current()->targetOf(*comparisons.pair()));
    QVERIFY(selection.tensor().root != root);
    QCOMPARE(selection.tensor().opName(), name);
    QTRY_VERIFY_WITH_TIMEOUT(probed.words().contains(u'G'), kPatienceMs);
    QCOMPARE(selection.element(), element);
    QCOMPARE(numbers(), std::pair(before.second, before.first));
}

void OneSelectionTest::differenceNamesWhatItCannotShow()
{
    const QTemporaryDir folder;
    QVERIFY(writeApples(folder.filePath("target"), 1, 8) && writeApples(folder.filePath("golden"), 1, 7));
    test::WindowProgram program;
    compare(program, folder.filePath("target"), folder.filePath("golden"));
    program.window.showDock(program.window.dock("difference"));
    Comparisons& comparisons = program.services.comparisons;
    const QWidget& panel = *program.window.dock("difference")->panel();
    const auto choose = [&](std::size_t row) {
        comparisons.select(row);
        test::settle(program);
        return comparisons.current()->targetOf(row).tensorId();
    };
    QVERIFY(says(panel, choose(0)));
    const QString mismatched = choose(1);
    QVERIFY(mismatched.contains("apple1"));
    QVERIFY(says(panel, mismatched));
    QVERIFY(!says(panel, "apple0"));
    QVERIFY(!ProbedValue::of(program.services.selection).words().contains(" G "));
    // A file that is cut off while the window is open.
    const QString file
        = folder.filePath("target/Relu.apple2.2.0.1700000000000002.output.0.DefaultFormat.npy");
    QVERIFY(says(panel, choose(3)));
    QVERIFY(QFile::resize(file, 20));
    const QString unreadable = choose(2);
    QVERIFY(says(panel, unreadable));
    QVERIFY(!says(panel, "apple3"));
}

void OneSelectionTest::unpairedTensorsAreChosenToo()
{
    const QTemporaryDir folder;
    QVERIFY(writeApples(folder.filePath("target"), -1, 8) && writeApples(folder.filePath("golden"), -1, 8));
    QVERIFY(
        QFile::remove(folder.filePath("golden/Relu.apple3.3.0.1700000000000003.output.0.DefaultFormat.npy")));
    test::WindowProgram program;
    compare(program, folder.filePath("target"), folder.filePath("golden"));
    program.window.showDock(program.window.dock("unpaired"));
    test::settle(program);
    Comparisons& comparisons = program.services.comparisons;
    const Selection& selection = program.services.selection;
    auto* const unpaired = program.find<DataTable>("unpaired");
    auto* const results = program.find<DataTable>("results");
    comparisons.select(std::size_t {1});
    test::settle(program);
    QCOMPARE(unpaired->chosenSource(), std::int64_t {-1});
    QCOMPARE(unpaired->model()->rowCount(), 1);
    clickRow(*unpaired, 0);
    test::settle(program);
    QVERIFY(selection.tensor().opName().contains("apple3"));
    QVERIFY(!comparisons.pair());
    QCOMPARE(results->chosenSource(), std::int64_t {-1});
    clickRow(*results, 0);
    test::settle(program);
    QCOMPARE(comparisons.pair(), std::optional(std::size_t {0}));
    QCOMPARE(unpaired->chosenSource(), std::int64_t {-1});
    // The same tensor, chosen elsewhere.
    const auto id = selection.tensor().root->index()->tensorCount() - 1;
    program.services.selection.select({selection.tensor().root, core::TensorId(id)});
    test::settle(program);
    QCOMPARE(unpaired->chosenSource(), std::int64_t {0});
}

/// What the filter of Dumps hides is chosen still, and no other tensor looks as if it were.
void OneSelectionTest::theTreeHighlightsNothingElse()
{
    const QTemporaryDir folder;
    QVERIFY(writeApples(folder.filePath("dump"), -1, 8));
    test::WindowProgram program(QStringList {folder.filePath("dump")});
    program.window.showArrangement("explore");
    const Selection& selection = program.services.selection;
    const auto* const tree = program.find<QTreeView>("dumps");
    auto* const filter = program.find<FilterBar>("dumps");
    const auto highlighted = [&] { return tree->currentIndex().data(CopyRole).toString(); };
    const TensorRef chosen {selection.tensor().root, core::TensorId(std::uint32_t {3})};
    program.services.selection.select(chosen);
    test::settle(program);
    const QString name = highlighted();
    QVERIFY(tree->currentIndex().isValid());
    filter->setText("name:*apple1*");
    test::settle(program);
    QCOMPARE(selection.tensor(), chosen);
    QVERIFY2(!tree->currentIndex().isValid(), qPrintable(highlighted()));
    QVERIFY(says(*program.window.dock("dumps")->panel(), QStringLiteral("is hidden by the filter.")));
    filter->setText({});
    test::settle(program);
    QVERIFY(!says(*program.window.dock("dumps")->panel(), QStringLiteral("is hidden by the filter.")));
    QCOMPARE(selection.tensor(), chosen);
    QCOMPARE(highlighted(), name);
}

/// A filter unfolds what it leaves, the next hit is brought into sight, and without the filter the tree is
/// folded as it was.
void OneSelectionTest::theTreeUnfoldsToItsHits()
{
    test::WindowProgram program(
        QStringList {QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full")});
    program.window.showArrangement("explore");
    test::settle(program);
    auto* const tree = program.find<QTreeView>("dumps");
    auto* const filter = program.find<FilterBar>("dumps");
    tree->collapseAll();
    const auto seenTensors = [tree] {
        QStringList names;
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid();
             index = tree->indexBelow(index)) {
            if (!tree->model()->hasChildren(index))
                names += index.parent().data(CopyRole).toString();
        }
        return names;
    };
    QCOMPARE(seenTensors(), QStringList());
    filter->setText("op_type:Log io:output");
    test::settle(program);
    QCOMPARE(seenTensors(), QStringList({"Log-op0", "Log-op0"})); // of two steps
    tree->collapseAll();
    for (int hit = 0; hit < 2; ++hit) {
        program.services.actions.trigger("go.next_hit");
        test::settle(program);
        QVERIFY(tree->viewport()->rect().intersects(tree->visualRect(tree->currentIndex())));
        QVERIFY(!tree->visualRect(tree->currentIndex()).isEmpty());
    }
    QCOMPARE(program.services.selection.tensor().opName(), QStringLiteral("Default/Log-op0"));
    filter->setText({});
    test::settle(program);
    QVERIFY(seenTensors().size() <= 2); // what is chosen alone
}

/// An empty table says that a place chosen in Dumps limits it, and leaves it when asked to.
void OneSelectionTest::aPlaceThatHidesEverythingIsLeft()
{
    const QTemporaryDir folder;
    QVERIFY(writeApples(folder.filePath("dump/step0/rank0"), -1, 8)
        && writeApples(folder.filePath("dump/step1/rank0"), -1, 8));
    test::WindowProgram program(QStringList {folder.filePath("dump")});
    program.window.showArrangement("explore");
    program.window.showDock(program.window.dock("tensors"));
    test::settle(program);
    auto* const tree = program.find<QTreeView>("dumps");
    const QAbstractItemModel& places = *tree->model();
    const QModelIndex rank = places.index(0, 0, places.index(0, 0));
    tree->setCurrentIndex(places.index(0, 0, rank)); // step 0 of two
    test::settle(program);
    const RowScope& scope = program.services.selection.scope();
    QVERIFY(scope.rows);
    const QString step = tree->currentIndex().data().toString();
    auto* const table = program.find<DataTable>("tensors");
    program.find<FilterBar>("tensors")->setText("file:*step1*");
    test::settle(program);
    QCOMPARE(table->model()->rowCount(), 0);
    auto* const page = program.find<MessagePage>("tensors");
    QVERIFY2(page->text().contains("No row matches in " + step), qPrintable(page->text()));
    // What is no filter has matched nothing: it says so, and the words before come back with the filter.
    program.find<FilterBar>("tensors")->setText("file:*step1* and (");
    test::settle(program);
    QVERIFY2(page->text().contains("The filter is not valid: Character "), qPrintable(page->text()));
    program.find<FilterBar>("tensors")->setText("file:*step1*");
    test::settle(program);
    QVERIFY2(page->text().contains("No row matches in " + step), qPrintable(page->text()));
    emit page->findChild<QLabel*>()->linkActivated(QString());
    test::settle(program);
    QVERIFY(!program.services.selection.scope().rows);
    const int rows = table->model()->rowCount();
    QVERIFY(rows > 0);
    // It stays left when one of them is chosen.
    clickRow(*table, 1);
    test::settle(program);
    QCOMPARE(table->model()->rowCount(), rows);
}

/// Explore opens where NaN and infinities began, as the command line says; tree, status bar and F4 say the
/// same.
void OneSelectionTest::oneDumpOpensWhereNanBegan()
{
    const QString path = QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full");
    QProcess process;
    process.start(DUMPSCOPE_BINARY_DIR "/dumpscope-cli", {"overflow", path, "--json"});
    QVERIFY(process.waitForFinished(kPatienceMs));
    const QJsonObject first
        = QJsonDocument::fromJson(process.readAllStandardOutput()).object()["first_born"].toObject();
    QVERIFY(!first.isEmpty());
    test::WindowProgram program(QStringList {path});
    program.window.showArrangement("explore");
    test::settle(program);
    Selection& selection = program.services.selection;
    QCOMPARE(selection.tensor().tensorId(), first["id"].toString());
    const TensorRef born = selection.tensor();
    const auto* const tree = program.find<QTreeView>("dumps");
    QCOMPARE(tree->currentIndex().data(StateRole).toInt(), static_cast<int>(State::BornHere));
    auto* const words = program.window.statusBar()->findChild<QToolButton*>("status-first");
    QVERIFY(words->isVisible());
    QVERIFY2(words->text().contains("First NaN: Log-op0 output 0 · F4"), qPrintable(words->text()));
    QAction* const action = program.services.actions.action("go.first_divergence");
    QCOMPARE(action->text(), QStringLiteral("First NaN or infinity"));
    // Whoever looks elsewhere is led back, and stays elsewhere until then.
    selection.select({born.root, core::TensorId(std::uint32_t {0})});
    test::settle(program);
    QVERIFY(selection.tensor() != born);
    program.services.actions.trigger("go.first_divergence");
    test::settle(program);
    QCOMPARE(selection.tensor(), born);
    // Beside another dump it is the comparison that concludes.
    program.services.session.open(kTarget);
    test::settle(program);
    QVERIFY(!words->isVisible());
    QCOMPARE(action->text(), program.services.actions.title("go.first_divergence"));
}

void OneSelectionTest::operatorsOfThePairingAreChosenToo()
{
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    program.window.showDock(program.window.dock("pairing"));
    test::settle(program);
    Comparisons& comparisons = program.services.comparisons;
    auto* const view = program.find<PairingView>("pairing");
    const PairingPicture& picture = view->picture();
    QVERIFY(picture.links.size() > 4);
    const PairingPicture::Link& link = picture.links[3];
    view->choose({true, link.target});
    test::settle(program);
    QCOMPARE(comparisons.pair(), std::optional(link.row));
    QCOMPARE(program.find<DataTable>("results")->chosenSource(), std::int64_t(link.row));
    // Also while the editor has the focus.
    view->setFocus();
    const PairingPicture::Link& other = picture.links[1];
    comparisons.select(other.row);
    test::settle(program);
    QCOMPARE(view->chosen(true), std::optional(other.target));
    QCOMPARE(view->chosen(false), std::optional(other.golden));
    QCOMPARE(comparisons.pair(), std::optional(other.row));
}

void OneSelectionTest::targetsFollowAndLead()
{
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    program.window.showDock(program.window.dock("targets"));
    test::settle(program);
    Comparisons& comparisons = program.services.comparisons;
    auto* const model = program.find<TargetMatrixModel>("targets");
    auto* const table = program.find<QTableView>("targets");
    for (const std::size_t row : {std::size_t {5}, std::size_t {9}}) {
        comparisons.select(row);
        test::settle(program);
        QCOMPARE(table->currentIndex(), model->cellOf(comparisons.current()->goldenOf(row).id, 0));
        QVERIFY(table->selectionModel()->isSelected(table->currentIndex()));
    }
    // Keys choose as a click does.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    test::settle(program);
    const core::TargetMatrix::Cell* const cell = model->cellAt(table->currentIndex());
    QVERIFY(cell);
    QCOMPARE(comparisons.pair(), std::optional(std::size_t {cell->row}));
}

void OneSelectionTest::curvesFollowAndLead()
{
    test::WindowProgram program;
    compare(program, kTarget, kGolden);
    program.window.showDock(program.window.dock("curves"));
    test::settle(program);
    Comparisons& comparisons = program.services.comparisons;
    auto* const plot = program.find<CurvesPlot>("curves");
    QVERIFY(!plot->curves().charts.empty());
    for (const std::size_t row : {std::size_t {5}, std::size_t {9}}) {
        comparisons.select(row);
        test::settle(program);
        QVERIFY(plot->current());
        QCOMPARE(plot->curves().goldenAt(*plot->current()), comparisons.current()->goldenOf(row).id);
    }
    // A click chooses what the tip names.
    const std::size_t place = *plot->current() + 1;
    const QPointF point(plot->picture().xOf(static_cast<double>(place)), plot->height() / 2.0);
    QCOMPARE(plot->picture().placeAt(point), std::optional(place));
    QTest::mouseClick(plot, Qt::LeftButton, {}, point.toPoint());
    test::settle(program);
    QCOMPARE(plot->current(), std::optional(place));
    QCOMPARE(comparisons.pair(), std::optional(std::size_t {plot->curves().cell(place, 0).row}));
    const auto words = plot->describe(place, 0).split(u'\n');
    QVERIFY(words.contains(comparisons.current()->goldenOf(*comparisons.pair()).opName()));
    QVERIFY2(words.last().startsWith("target: "), qPrintable(words.last()));
    QTest::keyClick(plot, Qt::Key_Left);
    test::settle(program);
    QCOMPARE(plot->current(), std::optional(place - 1));
    // Statistics of tensors are computed when they are asked for.
    auto* const figure = program.find<QComboBox>("curves");
    figure->setCurrentIndex(figure->findData("statistics"));
    emit figure->activated(figure->currentIndex());
    test::settle(program);
    const auto buttons = program.window.dock("curves")->panel()->findChildren<QToolButton*>();
    const auto compute = std::ranges::find_if(buttons,
        [](const QToolButton* one) { return one->text() == "Compute statistics" && !one->isHidden(); });
    // The window may have computed those that are on screen by itself, or all.
    if (compute != buttons.end())
        (*compute)->click();
    QTRY_COMPARE_WITH_TIMEOUT(plot->curves().charts.size(), std::size_t {4}, kPatienceMs);
    QVERIFY(plot->curves().charts.front().golden);
}

QTEST_MAIN(OneSelectionTest)
#include "tst_one_selection.moc"
