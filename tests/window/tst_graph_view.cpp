// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/verdict_words.h"
#include "difference/recorded_pair_table.h"
#include "explore/source_view.h"
#include "graph/graph_files.h"
#include "graph/graph_painter.h"
#include "graph/node_models.h"
#include "graph/node_table.h"
#include "graph/picture_walk.h"
#include "graph/scope_tree_model.h"
#include "graph_window.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "models/dump_tree_model.h"
#include "records/graph.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QImage>
#include <QJsonDocument>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QProcess>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;

namespace {

constexpr int kPatience = 20'000;
constexpr std::uint32_t kNone = core::ScopeTree::kNone;

} // namespace

class GraphViewTest : public QObject {
    Q_OBJECT
private slots:
    void selectionGoesBothWays();
    void whatWasChosenElsewhereIsUnfolded();
    void theClickedScopeStays();
    void theNewestFoldWins();
    void theKeyboardWalksAlongEdges();
    void screenReadersReadNodes();
    void searchUnfoldsToTheHit();
    void focusShowsNeighboursOnly();
    void modelsKeepTheirRules();
    void recordedStatisticsAreCompared();
    void picturesAreWritten();
    void selectingAnywhereSelectsEverywhere();
    void linesTellTheWorstTheyMade();
    void aWorkspaceKeepsTheView();
    void farEdgesEndInNames();
    void helpersAreLeftOut();
    void labelsAndTitlesCoverNothing();
    void foldingAllShowsAll();
    void aDumpWithoutGraphSaysSo();
    void aDumpWithoutGraphLeavesItToAnother();
    void aCutModelIsAProblem();
    void anUnreadableGraphSaysWhy();
};

void GraphViewTest::selectionGoesBothWays()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.shown().choose(program.node(kMatMul));
    QCOMPARE(program.services.selection.tensor().opName(), QString::fromLatin1(kMatMul));
    auto* const tree = program.find<QTreeView>("scopes");
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("MatMul-op0"));
    const auto found
        = program.services.session.roots().first()->index()->findTensor(std::string(kConv) + ":output:0");
    QVERIFY(found);
    program.services.selection.select({program.services.session.roots().first(), *found});
    QCOMPARE(program.shown().current(), std::optional(program.node(kConv)));
    QVERIFY(program.canvas->currentPlace() != kNone);
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("Conv2D-op0"));
}

/// The graph is read while it is out of sight, for the neighbourhood; what is chosen then may be in any
/// scope.
void GraphViewTest::whatWasChosenElsewhereIsUnfolded()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    program.shown().foldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.window.showArrangement("compare"));
    program.services.selection.select(program.output(kMatMul));
    QTRY_COMPARE_WITH_TIMEOUT(program.shown().current(), std::optional(program.node(kMatMul)), kPatience);
    QVERIFY(program.window.showArrangement("graph"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->picture()->ownPlace(program.node(kMatMul)) != kNone);
    const QRect place = program.canvas->screenRect(program.canvas->currentPlace());
    QVERIFY(program.canvas->rect().contains(place.center()));
    const auto* const tree = program.find<QTreeView>("scopes");
    QVERIFY(tree->viewport()->rect().intersects(tree->visualRect(tree->currentIndex())));
    // What is folded by hand afterwards stays so.
    program.shown().foldAll();
    QVERIFY(program.window.showArrangement("compare"));
    QVERIFY(program.window.showArrangement("graph"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->picture()->ownPlace(program.node(kMatMul)) == kNone);
}

void GraphViewTest::theClickedScopeStays()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const std::uint32_t scope = program.shown().tree().scopeOf(core::NodeId(program.node(kMatMul).index));
    const ShownGraph::Item item {true, scope};
    for (const bool open : {!program.shown().isOpen(scope), program.shown().isOpen(scope)}) {
        program.shown().reveal(item);
        QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
        program.shown().choose(item);
        const QPointF before = program.corner(item);
        program.canvas->toggleFold();
        QTRY_VERIFY_WITH_TIMEOUT(program.isReady() && program.shown().isOpen(scope) == open, kPatience);
        const QPointF moved = program.corner(item) - before;
        QVERIFY2(
            moved.manhattanLength() <= 2, qPrintable(QStringLiteral("%1 %2").arg(moved.x()).arg(moved.y())));
        QCOMPARE(program.canvas->picture()->places[program.canvas->picture()->ownPlace(item)].isOpen, open);
    }
}

void GraphViewTest::theNewestFoldWins()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    for (int i = 0; i < 10; ++i) { // nobody waits for any of them
        program.shown().unfoldAll();
        program.shown().foldAll();
        program.shown().reveal(program.node(i % 2 == 0 ? kMatMul : kConv));
    }
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const core::GraphPicture& picture = *program.canvas->picture();
    QVERIFY(picture.ownPlace(program.node(kConv)) != kNone);
    QCOMPARE(picture.ownPlace(program.node(kMatMul)), kNone);
    for (const core::GraphPicture::Place& place : picture.places)
        QVERIFY(!place.item.isScope || place.isOpen == program.shown().isOpen(place.item.index));
}

/// What computes nothing and was not dumped is not drawn; data goes on through it, until somebody wants to
/// see it.
void GraphViewTest::helpersAreLeftOut()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    ShownGraph& shown = program.shown();
    QVERIFY(shown.hasHelpers() && !shown.areHelpersShown());
    QVERIFY(shown.unfoldAll());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const core::Graph& graph = shown.graph();
    std::vector<std::uint32_t> loads;
    for (std::uint32_t node = 0; node < graph.nodes().size(); ++node) {
        const std::string_view type = graph.text(graph.nodes()[node].opType);
        if (type == "Load" || type == "UpdateState" || type == "Depend" || type == "MakeTuple") {
            QCOMPARE(program.canvas->picture()->ownPlace({false, node}), kNone);
            if (type == "Load")
                loads.push_back(node);
        }
    }
    QVERIFY(!loads.empty());
    // Nor do the panels beside the picture name any.
    const ScopeTreeModel scopes(shown);
    QVERIFY(!scopes.indexOf({false, loads.front()}).isValid());
    QVERIFY(scopes.indexOf(program.node(kBiasAdd)).isValid());
    // From what is behind the Load, the keys go to what is before it.
    shown.choose(program.node(kBiasAdd));
    PortModel ports(shown);
    QStringList sources;
    for (int row = 0; row < ports.rowCount(); ++row)
        sources += ports.index(row, PortModel::Other).data().toString();
    QVERIFY2(sources.contains(QStringLiteral("fc1.bias")), qPrintable(sources.join(u' ')));
    QVERIFY2(sources.filter(QStringLiteral("Load")).isEmpty(), qPrintable(sources.join(u' ')));
    const auto inputs = neighbours(
        shown, *program.canvas->picture(), program.canvas->currentPlace(), FlowDirection::Inputs);
    QStringList names;
    for (const ShownGraph::Item& item : inputs)
        names += shown.nameOf(item);
    QVERIFY2(names.contains(QStringLiteral("fc1.bias")), qPrintable(names.join(u' ')));
    QVERIFY(program.services.actions.trigger("graph.helpers"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(shown.areHelpersShown());
    QVERIFY(program.canvas->picture()->ownPlace({false, loads.front()}) != kNone);
    QVERIFY(program.services.actions.trigger("graph.helpers"));
    // Whoever goes to one sees it.
    shown.reveal({false, loads.front()});
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->picture()->ownPlace({false, loads.front()}) != kNone);
}

/// Labels of edges keep off nodes, titles and each other. The title of a scope that is scrolled stays at the
/// upper border, those of the scopes inside below it.
void GraphViewTest::labelsAndTitlesCoverNothing()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.shown().unfoldAll());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const core::GraphPicture& picture = *program.canvas->picture();
    const Theme& theme = Theme::of(program.canvas);
    const QRectF whole = GraphPainter::rectOf(picture.places[0]);
    QImage image(whole.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    GraphPainter all(program.shown(), picture, theme, {});
    all.paint(painter, whole);
    QVERIFY(all.labels().size() > 10);
    for (std::size_t i = 0; i < all.labels().size(); ++i) {
        const QRectF& label = all.labels()[i];
        for (std::uint32_t at = 1; at < picture.places.size(); ++at) {
            const QRectF taken = picture.places[at].isOpen ? all.headerOf(at, whole, 0)
                                                           : GraphPainter::rectOf(picture.places[at]);
            QVERIFY(!taken.intersects(label));
        }
        for (std::size_t other = 0; other < i; ++other)
            QVERIFY(!all.labels()[other].intersects(label));
    }
    const GraphPainter part(program.shown(), picture, theme, {.isScrolled = true});
    std::size_t checked = 0;
    for (std::uint32_t at = 1; at < picture.places.size(); ++at) {
        const QRectF scope = GraphPainter::rectOf(picture.places[at]);
        if (!picture.places[at].isOpen || scope.height() < 200)
            continue;
        QRectF seen = scope.adjusted(scope.width() / 4, scope.height() / 2, 0, 0);
        const QRectF title = part.headerOf(at, seen, seen.top());
        const std::uint32_t parent = picture.places[at].parent;
        if (parent != 0) { // the scope inside fills the view, its title says more
            const QRectF middle = scope.adjusted(
                scope.width() / 4, scope.height() / 4, -scope.width() / 4, -scope.height() / 4);
            QCOMPARE(part.headerOf(parent, middle, middle.top()).top(),
                GraphPainter::rectOf(picture.places[parent]).top() + 2);
        }
        const auto children
            = std::span(picture.places).subspan(picture.places[at].firstChild, picture.places[at].childCount);
        if (std::ranges::any_of(children, &core::GraphPicture::Place::isOpen))
            continue;
        QCOMPARE(title.top(), seen.top());
        QVERIFY(title.left() >= seen.left() && title.right() <= scope.right());
        QCOMPARE(all.headerOf(at, seen, seen.top()).top(), scope.top() + 2); // in a file nothing scrolls
        // What is clicked there is the scope, or one around it whose title stands there, not what lies below.
        std::uint32_t clicked = part.movedTitleAt(title.center(), seen);
        QVERIFY(clicked != core::ScopeTree::kNone);
        for (std::uint32_t around = at; around != clicked; around = picture.places[around].parent)
            QVERIFY(around != 0);
        QCOMPARE(all.movedTitleAt(title.center(), seen), core::ScopeTree::kNone);
        QCOMPARE(part.movedTitleAt({title.center().x(), seen.bottom() - 1}, seen), core::ScopeTree::kNone);
        seen = scope.adjusted(-10, -10, 10, 10);
        QCOMPARE(part.headerOf(at, seen, seen.top()).top(), scope.top() + 2);
        ++checked;
    }
    QVERIFY(checked > 1);
}

/// And whatever is unfolded, some of it is in sight.
void GraphViewTest::foldingAllShowsAll()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.canvas->zoomBy(4);
    QVERIFY(program.services.actions.trigger("graph.fold_all"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const PictureView& view = program.canvas->view();
    QVERIFY(view.seen().adjusted(-1, -1, 1, 1).contains(view.whole()));
    program.canvas->view().set(2, {1e6, 1e6}); // far from everything
    QVERIFY(program.services.actions.trigger("graph.unfold_all"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    bool isSeen = false;
    for (const core::GraphPicture::Place& place : program.canvas->picture()->places)
        isSeen = isSeen || (!place.isOpen && GraphPainter::rectOf(place).intersects(view.seen()));
    QVERIFY(isSeen);
}

void GraphViewTest::theKeyboardWalksAlongEdges()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.shown().choose(program.node(kMatMul));
    program.shown().reveal(program.node(kMatMul));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.canvas->setFocus();
    QTest::keyClick(program.canvas, Qt::Key_Right);
    const auto next = program.shown().current();
    QVERIFY(next && *next != program.node(kMatMul));
    QTest::keyClick(program.canvas, Qt::Key_Left);
    QVERIFY(program.shown().current() != next);
    QTest::keyClick(program.canvas, Qt::Key_Down);
    const auto below = program.shown().current();
    QTest::keyClick(program.canvas, Qt::Key_Up);
    QVERIFY(program.shown().current() != below);
    const double zoom = program.canvas->view().zoom();
    QVERIFY(program.services.actions.trigger("graph.zoom_in"));
    QVERIFY(program.canvas->view().zoom() > zoom);
    QVERIFY(program.services.actions.trigger("graph.follow_inputs"));
    QCOMPARE(program.canvas->followed(), GraphCanvas::Direction::Inputs);
    QTest::keyClick(program.canvas, Qt::Key_Escape);
    QCOMPARE(program.canvas->followed(), GraphCanvas::Direction::Nowhere);
    // Nobody gets stuck at the ends.
    for (int i = 0; i < 300; ++i)
        QTest::keyClick(program.canvas, i % 2 == 0 ? Qt::Key_Right : Qt::Key_Down);
}

void GraphViewTest::screenReadersReadNodes()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.shown().choose(program.node(kMatMul));
    program.shown().reveal(program.node(kMatMul));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QAccessibleInterface* const graph = QAccessible::queryAccessibleInterface(program.canvas);
    QVERIFY(graph && graph->tableInterface());
    QCOMPARE(
        graph->tableInterface()->rowCount(), static_cast<int>(program.canvas->picture()->places.size()) - 1);
    QCOMPARE(graph->tableInterface()->columnCount(), 1);
    QAccessibleInterface* const node = graph->focusChild();
    QVERIFY(node && node->isValid());
    const QString words = node->text(QAccessible::Name);
    QVERIFY2(words.startsWith(QLatin1String("MatMul-op0")) && words.contains(QLatin1String("inputs")),
        qPrintable(words));
    QCOMPARE(graph->text(QAccessible::Value), words);
    QVERIFY(node->state().selected);
    QVERIFY(!node->rect().isEmpty());
    for (int row = 0; row < graph->childCount(); ++row)
        QVERIFY(!graph->child(row)->text(QAccessible::Name).isEmpty());
    QVERIFY(!graph->tableInterface()->cellAt(100'000, 0));
    // What was read stays readable or says that it is over.
    program.shown().foldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(!node->isValid());
    QVERIFY(node->text(QAccessible::Name).isEmpty());
}

void GraphViewTest::searchUnfoldsToTheHit()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.shown().foldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    auto* const field = qobject_cast<QLineEdit*>(program.window.dock("graph")->panel()->filterField());
    QVERIFY(field);
    field->setText(QStringLiteral("op_type:MatMul* fc1"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.shown().current());
    const auto place = program.canvas->picture()->ownPlace(*program.shown().current());
    QVERIFY(place != kNone);
    QVERIFY(program.canvas->rect().intersects(program.canvas->screenRect(place)));
    const core::GraphNode& hit = program.shown().graph().node(program.shown().current()->node());
    QCOMPARE(program.shown().graph().text(hit.opType), std::string_view("MatMul"));
    // The grammar of every other line.
    const NodeTable table(program.shown());
    const auto found = [&](const char* text) -> std::ptrdiff_t {
        const auto filter = core::FilterExpression::parse(text, table);
        return filter ? static_cast<std::ptrdiff_t>(table.matching(*filter).size()) : -1;
    };
    const auto nodes = static_cast<std::ptrdiff_t>(program.shown().graph().nodes().size());
    std::ptrdiff_t convolutions = 0;
    for (const core::GraphNode& node : program.shown().graph().nodes())
        convolutions += program.shown().graph().text(node.opType) == "Conv2D" ? 1 : 0;
    QVERIFY(convolutions > 0);
    QCOMPARE(found("op_type:Conv?D"), convolutions);
    QCOMPARE(found("-op_type:Conv2D"), nodes - convolutions);
    QCOMPARE(found("(op_type:Conv2D or op_type:/^Conv2D$/) -name:no*such"), convolutions);
    QCOMPARE(found("conv2d"), found("node:/(?i).*conv2d.*/"));
    QCOMPARE(found("op_type_:x"), std::ptrdiff_t {-1});
    // A mistake is underlined where it is, with what may have been meant.
    auto* const bar = program.window.dock("graph")->panel()->findChild<FilterBar*>();
    field->setText(QStringLiteral("fc1 op_typ:MatMul"));
    QVERIFY2(bar->error().contains(QLatin1String("op_type")), qPrintable(bar->error()));
    QCOMPARE(qobject_cast<ExpressionLine*>(field)->errorAt(), 4);
    field->setText(QStringLiteral("op_type:MatMul*"));
    QCOMPARE(bar->hits(), QString::number(found("op_type:MatMul*")));
    // From the canvas as well.
    program.canvas->setFocus();
    QVERIFY(program.services.actions.trigger("go.next_hit"));
    QVERIFY2(bar->hits().startsWith(QLatin1Char('1')), qPrintable(bar->hits()));
}

void GraphViewTest::focusShowsNeighboursOnly()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const auto before = program.shown().fold().isOpen;
    program.shown().choose(program.node(kMatMul));
    program.shown().focusOn(1);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const core::Graph& graph = program.shown().graph();
    const core::NodeId middle = core::NodeId(program.node(kMatMul).index);
    for (const auto& place : program.canvas->picture()->places) {
        if (place.item.isScope || place.item.node() == middle)
            continue;
        const auto readers = graph.consumers(middle), ofIt = graph.consumers(place.item.node());
        QVERIFY(std::ranges::find(readers, place.item.node()) != readers.end()
            || std::ranges::find(ofIt, middle) != ofIt.end());
    }
    program.canvas->setFocus();
    QTest::keyClick(program.canvas, Qt::Key_Escape);
    QVERIFY(!program.shown().focusHops());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
}

void GraphViewTest::modelsKeepTheirRules()
{
    GraphWindow program;
    ScopeTreeModel tree(program.shown());
    PortModel ports(program.shown());
    AttributeModel attributes(program.shown());
    for (QAbstractItemModel* model : {static_cast<QAbstractItemModel*>(&tree),
             static_cast<QAbstractItemModel*>(&ports), static_cast<QAbstractItemModel*>(&attributes)})
        new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const auto matMuls = core::FilterExpression::parse("op_type:MatMul", NodeTable(program.shown()));
    tree.setFilter(matMuls.value());
    QVERIFY(tree.nodeCount() > 0 && tree.nodeCount() < program.shown().graph().nodes().size());
    QVERIFY(tree.indexOf(program.node(kMatMul)).isValid());
    QVERIFY(!tree.indexOf(program.node(kConv)).isValid());
    tree.setFilter({});
    const auto& hidden = program.shown().fold().hidden;
    QCOMPARE(tree.nodeCount() + hidden->count(), program.shown().graph().nodes().size());
    program.shown().choose(program.node(kMatMul));
    // x, weight and bias of the layer: at least an input and an output, of 2 x 6 results.
    QVERIFY(ports.rowCount() >= 2);
    bool hasOutput = false;
    for (int row = 0; row < ports.rowCount(); ++row) {
        hasOutput = hasOutput || !ports.isInput(row);
        if (!ports.isInput(row))
            QCOMPARE(ports.index(row, PortModel::Type).data().toString(), QStringLiteral("float32 [2,6]"));
        // The sample records no statistics.
        QTRY_VERIFY_WITH_TIMEOUT(
            ports.index(row, PortModel::First).data().toString() != QStringLiteral("·"), kPatience);
        QCOMPARE(ports.index(row, PortModel::First).data(Qt::ToolTipRole).toString(),
            QStringLiteral("computed from the values"));
    }
    QVERIFY(hasOutput);
    QCOMPARE(attributes.index(0, 0).data().toString(), QStringLiteral("op_type"));
    QCOMPARE(attributes.index(0, 1).data().toString(), QStringLiteral("MatMul"));
    QCOMPARE(attributes.copyText({0}), QStringLiteral("op_type\tMatMul"));
    program.services.session.close(program.services.session.roots().first());
    QCOMPARE(tree.rowCount(), 0);
    QCOMPARE(ports.rowCount(), 0);
    QCOMPARE(attributes.rowCount(), 0);
}

/// Statistics alone have no elements to measure: what was recorded of both sides stands beside the graph.
void GraphViewTest::recordedStatisticsAreCompared()
{
    GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-bug-statistic"));
    OpenedRoot* const golden = program.services.session.open(
        QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    OpenedRoot* const target = program.services.session.roots().first();
    const ComparisonDocument* const comparison = program.services.comparisons.compare({{target}, {golden}});
    QTRY_VERIFY_WITH_TIMEOUT(comparison->isOver() && program.window.isSettled(), kPatience);
    const auto wrong = program.services.comparisons.worstPair();
    QVERIFY(wrong);
    QVERIFY(program.window.showArrangement("graph"));
    program.services.selection.select(comparison->targetOf(*wrong));
    auto* const table = program.find<RecordedPairTable>("operator");
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), kPatience);
    const core::PairTable& pairs = *comparison->pairs();
    const auto numberOf = [&](std::string_view column) {
        return core::cellNumber(pairs.cell(*wrong, pairs.columnByName(column))).value_or(-1);
    };
    QStringList shown;
    for (const RecordedPairModel::Row& row : table->recorded().rowsShown()) {
        shown += row.name;
        if (row.name == u"max") {
            QCOMPARE(row.texts[RecordedPairModel::Target].toDouble(), numberOf("max_target"));
            QCOMPARE(row.texts[RecordedPairModel::Golden].toDouble(), numberOf("max_golden"));
            QCOMPARE(row.texts[RecordedPairModel::Difference].toDouble(), numberOf("max_diff"));
        }
    }
    for (const char* name : {"max", "min", "mean", "l2norm", "nan_count"})
        QVERIFY2(shown.contains(QLatin1String(name)), name);
    // Beside the graph there is room for both sides and their difference.
    QVERIFY(!table->isColumnHidden(RecordedPairModel::Difference));
    QVERIFY(table->columnViewportPosition(RecordedPairModel::Difference) < table->viewport()->width());

    // The slots have the same numbers, not those of elements.
    const auto* const ports = program.find<QTableView>("operator");
    const QAbstractItemModel& model = *ports->model();
    const int row = ports->currentIndex().row();
    QCOMPARE(model.index(row, PortModel::First).data().toDouble(), numberOf("max_diff"));
    program.window.resize(1366, 768);
    QTRY_VERIFY_WITH_TIMEOUT(
        ports->columnViewportPosition(PortModel::First) + ports->columnWidth(PortModel::First)
            <= ports->viewport()->width(),
        kPatience);
    QCOMPARE(model.headerData(PortModel::First, Qt::Horizontal).toString(), shortMetricTitle("max_diff"));
}

void GraphViewTest::picturesAreWritten()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("a.png")),
                  svg = folder.filePath(QStringLiteral("a.svg")),
                  dot = folder.filePath(QStringLiteral("a.dot"));
    for (const QString& path : {png, svg, dot})
        QVERIFY(exportGraph(program.shown(), *program.canvas, path, {}));
    const QImage image(png);
    QVERIFY(image.width() >= program.canvas->wholeSize().width());
    QVERIFY(image.convertToFormat(QImage::Format_Indexed8).colorCount() > 3); // not blank
    QVERIFY(QSvgRenderer(svg).isValid());
    QFile file(dot);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("digraph"));
    if (const QString drawing = LevelLayouter::foundProgram(); !drawing.isEmpty())
        QCOMPARE(QProcess::execute(drawing, {"-Tplain", "-o", QProcess::nullDevice(), dot}), 0);
    QVERIFY(!exportGraph(program.shown(), *program.canvas, folder.filePath(QStringLiteral("a.txt")), {}));
    QVERIFY(
        !exportGraph(program.shown(), *program.canvas, folder.filePath(QStringLiteral("no/such/a.png")), {}));
    // A folder that is open is not written into.
    const std::string open = folder.path().toStdString();
    const QString inside = folder.filePath(QStringLiteral("inside.svg"));
    const auto refused = exportGraph(program.shown(), *program.canvas, inside, {&open, 1});
    QVERIFY(!refused && refused.error().code == dumpscope::core::Code::Usage);
    QVERIFY(!QFile::exists(inside));
}

void GraphViewTest::selectingAnywhereSelectsEverywhere()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    Selection& selection = program.services.selection;
    const auto rowOf = [](const QTableView& table, const char* name) {
        const QAbstractItemModel& rows = *table.model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            for (int column = 0; column < rows.columnCount(); ++column) {
                if (rows.index(row, column).data().toString() == QLatin1String(name))
                    return row;
            }
        }
        return -1;
    };
    struct Place {
        const char* name;
        std::function<void(const char*)> select;
        std::function<bool(const char*)> shows;
    };
    const auto tableShows = [&](const char* panel, const char* name) {
        const auto* const table = program.shownIn<QTableView>(panel);
        const int row = table->currentIndex().row();
        for (int column = 0; row >= 0 && column < table->model()->columnCount(); ++column) {
            if (table->model()->index(row, column).data().toString() == QLatin1String(name))
                return true;
        }
        return false;
    };
    const std::vector<Place> places {
        {"tree",
            [&](const char* name) {
                auto* const tree = program.shownIn<QTreeView>("dumps");
                tree->setCurrentIndex(
                    qobject_cast<DumpTreeModel*>(tree->model())->indexOf(program.output(name)));
            },
            [&](const char* name) {
                auto* const tree = program.shownIn<QTreeView>("dumps");
                return qobject_cast<DumpTreeModel*>(tree->model())->tensorAt(tree->currentIndex()).opName()
                    == QLatin1String(name);
            }},
        {"table",
            [&](const char* name) {
                auto* const table = program.shownIn<QTableView>("tensors");
                table->setCurrentIndex(table->model()->index(rowOf(*table, name), 0));
            },
            [&](const char* name) { return tableShows("tensors", name); }},
        {"results",
            [&](const char* name) {
                auto* const table = program.shownIn<QTableView>("results");
                table->setCurrentIndex(table->model()->index(rowOf(*table, name), 0));
            },
            [&](const char* name) { return tableShows("results", name); }},
        {"scopes",
            [&](const char* name) {
                auto* const tree = program.shownIn<QTreeView>("scopes");
                tree->setCurrentIndex(
                    qobject_cast<ScopeTreeModel*>(tree->model())->indexOf(program.node(name)));
            },
            [&](const char* name) {
                return program.shownIn<QTreeView>("scopes")->currentIndex().data().toString()
                    == QLatin1String(name).mid(QByteArrayView(name).lastIndexOf('/') + 1);
            }},
        {"graph",
            [&](const char* name) {
                program.window.showTab(QStringLiteral("graph"));
                program.shown().choose(program.node(name));
            },
            [&](const char* name) { return program.shown().current() == std::optional(program.node(name)); }},
        {"source",
            [&](const char* name) {
                auto* const view = program.shownIn<SourceView>("source");
                emit view->lineChosen(QByteArrayView(name) == kConv ? 80 : 85);
            },
            [&](const char* name) {
                auto* const frames = program.shownIn<QListWidget>("source");
                return frames->currentItem()
                    && frames->currentItem()->text().startsWith(QByteArrayView(name) == kConv
                            ? QLatin1String("generate_case.py:80")
                            : QLatin1String("generate_case.py:85"));
            }}};
    for (const Place& from : places) {
        for (const char* name : {kConv, kBiasAdd}) {
            // Something else before, the stack of which has the file of both.
            selection.select(program.output(QByteArrayView(name) == kConv ? kMatMul : kConv));
            program.window.showTab(QString::fromLatin1("source"));
            QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatience);
            from.select(name);
            for (const Place& to : places)
                QTRY_VERIFY2_WITH_TIMEOUT(to.shows(name),
                    qPrintable(QStringLiteral("%1 to %2: %3, but %4 is selected")
                                   .arg(QLatin1String(from.name), QLatin1String(to.name), QLatin1String(name),
                                       selection.tensor().opName())),
                    kPatience);
        }
    }
}

void GraphViewTest::linesTellTheWorstTheyMade()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    program.services.selection.select(program.output(kConv)); // the comparison chose its worst
    auto* const view = program.shownIn<SourceView>("source");
    QTRY_VERIFY_WITH_TIMEOUT(view->isVisible(), kPatience);
    // The file is not here: the lines that the graph quotes, under their own numbers.
    QTRY_COMPARE_WITH_TIMEOUT(
        view->textCursor().block().text(), QStringLiteral("x = self.conv1(x)"), kPatience);
    QCOMPARE(view->numberOf(view->textCursor().block()), 80);
    // Line 80 made one convolution; line 85 a multiplication and the addition that diverges first.
    QTRY_COMPARE_WITH_TIMEOUT(view->markOf(85).state, State::FirstDivergence, kPatience);
    QCOMPARE(view->markOf(85).operators, 2);
    QCOMPARE(view->markOf(80).state, State::Pass);
    QCOMPARE(view->markOf(79).operators, 0); // the definition around all of them
    QVERIFY(view->words(85).contains(stateWord(State::FirstDivergence)));
    const QImage before = view->grab().toImage();
    emit view->lineChosen(85);
    QCOMPARE(program.services.selection.tensor().opName(), QString::fromLatin1(kBiasAdd));
    QVERIFY(program.services.selection.markedCount() > 2);
    QTRY_COMPARE_WITH_TIMEOUT(view->numberOf(view->textCursor().block()), 85, kPatience);
    QVERIFY(view->grab().toImage() != before);
}

void GraphViewTest::aWorkspaceKeepsTheView()
{
    QJsonObject kept;
    std::vector<bool> open;
    double zoom = 0;
    QPointF middle;
    ShownGraph::Item item;
    {
        GraphWindow program;
        QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
        program.shown().foldAll();
        item = program.node(kMatMul);
        program.shown().choose(item);
        program.shown().reveal(item);
        QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
        program.canvas->setColours(NodeColours::None);
        program.canvas->view().set(0.8, {12, 34});
        zoom = program.canvas->view().zoom();
        middle = program.canvas->view().place().middle;
        open = program.shown().fold().isOpen;
        kept = program.window.dock("graph")->panel()->saveView();
    }
    GraphWindow program;
    Panel* const panel = program.window.dock("graph")->panel();
    panel->restoreView(kept); // before anything is read
    QVERIFY(panel->saveView().value("state") == kept.value("state"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QCOMPARE(program.shown().fold().isOpen, open);
    QCOMPARE(program.shown().current(), std::optional(item));
    QCOMPARE(program.canvas->view().zoom(), zoom);
    QVERIFY(QLineF(program.canvas->view().place().middle, middle).length() < 0.01);
    QCOMPARE(panel->saveView(), kept);
    QVERIFY(program.canvas->colours() == NodeColours::None);
    // Of another file, or none: no harm.
    for (const char* state : {"{}", R"({"state":{"root":"x"}})", R"({"state":{"open":[-1,1e9]},"place":3})"})
        panel->restoreView(QJsonDocument::fromJson(state).object());
    QCOMPARE(program.shown().fold().isOpen, open);
    // Hops as well, once it is there.
    program.shown().focusOn(1);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    kept = panel->saveView();
    program.shown().showEverything();
    panel->restoreView(kept);
    QCOMPARE(program.shown().focusHops(), std::optional<std::uint32_t>(1));
}

void GraphViewTest::farEdgesEndInNames()
{
    GraphWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.shown().unfoldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    // Activations go from the forward to the backward pass.
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady() && !program.canvas->stubs().stubs.empty(), kPatience);
    const core::GraphPicture& picture = *program.canvas->picture();
    const EdgeStubs& found = program.canvas->stubs();
    for (const EdgeStub& stub : found.stubs) {
        for (std::size_t at = 1; at < picture.places.size(); ++at) {
            const core::GraphPicture::Place& place = picture.places[at];
            const QRectF rect = GraphPainter::rectOf(place);
            QVERIFY(place.isOpen ? rect.contains(stub.rect) || !rect.intersects(stub.rect)
                                 : !rect.intersects(stub.rect));
        }
        for (const EdgeStub& other : found.stubs)
            QVERIFY(&other == &stub || !other.rect.intersects(stub.rect));
    }
    for (std::size_t line = 0; line < picture.lines.size(); ++line) {
        const auto& curve = picture.lines[line].curve;
        QVERIFY(!found.isFar[line] || std::fabs(curve.back().y - curve.front().y) > 500);
    }
    const EdgeStub stub = found.stubs.front();
    program.canvas->view().set(1, stub.rect.topLeft() - QPointF(100, 100));
    QTest::mouseClick(program.canvas, Qt::LeftButton, {}, QPoint(104, 104));
    QCOMPARE(program.shown().current(), std::optional(picture.places[stub.other].item));
    // By keys: down from what it belongs to, and Return.
    program.shown().choose(picture.places[stub.place].item);
    program.canvas->setFocus();
    QVERIFY(!program.canvas->currentStub());
    QTest::keyClick(program.canvas, Qt::Key_Down);
    const EdgeStub* const reached = program.canvas->currentStub();
    QVERIFY(reached && reached->place == stub.place);
    QVERIFY(program.canvas->rect().contains(program.canvas->stubRect(*reached)));
    QVERIFY(QAccessible::queryAccessibleInterface(program.canvas)
                ->text(QAccessible::Value)
                .contains(program.shown().nameOf(picture.places[reached->other].item)));
    QTest::keyClick(program.canvas, Qt::Key_Up);
    QVERIFY(!program.canvas->currentStub());
    QCOMPARE(program.shown().current(), std::optional(picture.places[stub.place].item));
    QTest::keyClick(program.canvas, Qt::Key_Down);
    const ShownGraph::Item there = picture.places[reached->other].item;
    QVERIFY(program.services.actions.trigger("item.open"));
    QCOMPARE(program.shown().current(), std::optional(there));
    QVERIFY(!program.canvas->currentStub());
}

void GraphViewTest::aDumpWithoutGraphSaysSo()
{
    GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/npy"));
    QTRY_VERIFY_WITH_TIMEOUT(
        program.services.session.isSettled() && program.shown().root() && !program.shown().isLoading(),
        kPatience);
    QVERIFY(!program.shown().loaded());
    program.shown().foldAll();
    program.shown().focusOn(2);
    QTest::keyClick(program.canvas, Qt::Key_Right);
}

/// What is there is drawn, and the list of problems says that it is not all.
/// The first dump, in which a tensor is chosen, has none; the target of a comparison goes before the others.
void GraphViewTest::aDumpWithoutGraphLeavesItToAnother()
{
    GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/npy"));
    QTRY_VERIFY_WITH_TIMEOUT(
        program.services.selection.tensor().isValid() && program.window.isSettled(), kPatience);
    QVERIFY(!program.shown().loaded());
    OpenedRoot* const golden = program.services.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QCOMPARE(program.shown().root(), golden);
    OpenedRoot* const target = program.services.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
    QTRY_VERIFY_WITH_TIMEOUT(program.services.session.isSettled(), kPatience);
    program.services.selection.select({});
    program.services.comparisons.compare({{target}, {golden}});
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady() && program.shown().root() == target, kPatience);
}

void GraphViewTest::aCutModelIsAProblem()
{
    QFile whole(QStringLiteral(DUMPSCOPE_TEST_DATA "/graphs/quantised.onnx"));
    QVERIFY(whole.open(QFile::ReadOnly));
    QTemporaryDir folder;
    QFile cut(folder.filePath(QStringLiteral("cut.onnx")));
    QVERIFY(cut.open(QFile::WriteOnly));
    cut.write(whole.read(whole.size() / 3));
    cut.close();
    GraphWindow program(cut.fileName());
    QTRY_VERIFY_WITH_TIMEOUT(program.shown().loaded(), kPatience);
    const auto isCut = [](const auto& problem) { return problem.diagnostic.code == core::Code::Truncated; };
    QTRY_VERIFY_WITH_TIMEOUT(
        std::ranges::count_if(program.services.problems.problems(), isCut) == 1, kPatience);
}

void GraphViewTest::anUnreadableGraphSaysWhy()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("x.onnx")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(3000, '\xfe'));
    file.close();
    GraphWindow program(folder.path());
    const auto words = [&program](const char* panel) {
        return program.window.dock(panel)->panel()->findChild<MessagePage*>()->text();
    };
    QTRY_VERIFY_WITH_TIMEOUT(words("graph").contains(QLatin1String("x.onnx")), kPatience);
    QVERIFY2(
        words("graph").startsWith(QLatin1String("The graph cannot be read: ")), qPrintable(words("graph")));
    QCOMPARE(words("scopes"), words("graph"));
    QVERIFY(!program.shown().loaded());
}

QTEST_MAIN(GraphViewTest)
#include "tst_graph_view.moc"
