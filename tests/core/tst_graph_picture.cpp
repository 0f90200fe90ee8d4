// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flow_order.h"
#include "graph/graph_picture.h"
#include "graph/scope_match.h"
#include "picture_rules.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>
#include <span>

using namespace dumpscope::core;

namespace {

constexpr double kTolerance = 0.01; ///< px
constexpr double kBeyond = 10;      ///< px that dot goes beyond its own borders; levels have 16

/// Nodes `name` with inputs by name, in the file's order.
std::shared_ptr<const Graph> makeGraph(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& nodes)
{
    GraphBuilder builder;
    builder.graph().name = "test";
    for (const auto& [name, inputs] : nodes) {
        builder.addNode(name, name, "Op", NodeKind::Operator);
        for (const std::string& input : inputs)
            builder.addInput(input);
    }
    std::vector<Diagnostic> problems;
    return builder.finish(problems);
}

/// Layers of scopes with branches and a few long edges; acyclic in the order of the names.
std::shared_ptr<const Graph> transformer(int layers, int operators)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> nodes;
    std::mt19937 random(7);
    const auto name = [operators](int i) {
        const int layer = i / operators, inner = i % operators;
        return "Model/layer" + std::to_string(layer) + (inner % 2 == 0 ? "/attention" : "/mlp") + "/op"
            + std::to_string(i);
    };
    for (int i = 0; i < layers * operators; ++i) {
        std::vector<std::string> inputs;
        if (i > 0)
            inputs.push_back(name(i - 1));
        if (i > 4 && random() % 3 == 0)
            inputs.push_back(name(i - 2 - static_cast<int>(random() % 3)));
        nodes.emplace_back(name(i), inputs);
    }
    return makeGraph(nodes);
}

Result<std::vector<FlatLayout>> layers(std::span<const FlatGraph> graphs)
{
    std::vector<FlatLayout> answers;
    for (const FlatGraph& graph : graphs)
        answers.push_back(layOutInLayers(graph));
    return answers;
}

std::shared_ptr<const GraphPicture> draw(const Graph& graph, const ScopeTree& tree, const GraphFold& fold)
{
    OwnedTask task(1);
    const auto picture = makePicture(graph, tree, fold, PictureSizes(), layers, task);
    return picture ? *picture : nullptr;
}

} // namespace

class GraphPictureTest : public QObject {
    Q_OBJECT
private slots:
    void everyNodeHasOneScope();
    void aScopeWithOneScopeIsJoined();
    void aLayerIsInTheScopeOfItsName();
    void manyChildrenStandInRuns();
    void weightsStandWithTheirReader();
    void aLevelBundlesEdges();
    void edgesKeepTheirPlaceThroughBorders();
    void manyTensorsOfTwoEndsAreOneLine();
    void framesHavePortsInDot();
    void anEdgeAgainstTheFlowComesFromAbove_data();
    void anEdgeAgainstTheFlowComesFromAbove();
    void boxesWithoutEdgesStandInRows();
    void bordersAreNearWhereEdgesGoStraight();
    void outputsOfTheGraphHaveNodes();
    void anAcyclicGraphPointsDown();
    void cyclesAndSelfEdgesDoNoHarm();
    void onlyEdgesOfCyclesGoBack();
    void theSameQuestionHasTheSameAnswer();
    void unfoldingLeavesTheInsidesOfOthersAlone();
    void scopesAreMatchedByWhatTheyHold();
    void onlyWhatIsShownIsDrawn();
    void strangePaths();
    void answersOfDotAreTaken();
    void wrongAnswersOfDotAreRefused_data();
    void wrongAnswersOfDotAreRefused();
    void aHundredThousandNodes();
};

void GraphPictureTest::everyNodeHasOneScope()
{
    const auto graph = transformer(5, 30);
    const ScopeTree tree(*graph);
    QCOMPARE(tree.order().size(), graph->nodes().size());
    std::vector<int> seen(graph->nodes().size(), 0);
    for (std::uint32_t s = 0; s < tree.scopes().size(); ++s) {
        const ScopeTree::Scope& scope = tree.scope(s);
        QVERIFY(scope.children.size() <= ScopeTree::kMostChildren);
        QVERIFY(scope.parent == ScopeTree::kNone || tree.holds(scope.parent, s));
        for (const ScopeTree::Item& child : scope.children) {
            if (child.isScope)
                QCOMPARE(tree.scope(child.index).parent, s);
            else
                ++seen[child.index];
        }
    }
    QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
    QCOMPARE(tree.scope(0).operators, 150U);
}

void GraphPictureTest::aScopeWithOneScopeIsJoined()
{
    const auto graph
        = makeGraph({{"Default/network/conv/Conv2D-op0", {}}, {"Default/network/relu/ReLU-op1", {}}});
    const ScopeTree tree(*graph);
    QCOMPARE(tree.scope(0).children.size(), 1U);
    QCOMPARE(tree.scope(1).name, std::string("Default/network"));
    QCOMPARE(tree.scope(1).path, std::string("Default/network"));
    QCOMPARE(tree.scope(1).children.size(), 2U);
    QCOMPARE(tree.scope(2).name, std::string("conv"));
}

/// As graphs of ATB have them: layers, and what they call below their names.
void GraphPictureTest::aLayerIsInTheScopeOfItsName()
{
    const auto graph
        = makeGraph({{"0_Embedding", {}}, {"1_Layer", {"0_Embedding"}}, {"1_Layer/0_Norm", {"0_Embedding"}},
            {"1_Layer/1_Linear", {"1_Layer/0_Norm"}}, {"2_Head", {"1_Layer"}}});
    const ScopeTree tree(*graph);
    QCOMPARE(tree.scopes().size(), std::size_t {2});
    QCOMPARE(tree.scope(1).path, std::string("1_Layer"));
    QCOMPARE(tree.scope(1).children.size(), std::size_t {3});
    QCOMPARE(tree.scope(0).children.size(), std::size_t {3});
    const ScopeLevel level = levelOf(*graph, tree, 0, nullptr);
    QCOMPARE(level.strands.size(), std::size_t {2}); // into the layer and out of it
}

void GraphPictureTest::manyChildrenStandInRuns()
{
    std::vector<std::pair<std::string, std::vector<std::string>>> nodes;
    for (int i = 0; i < 5000; ++i)
        nodes.emplace_back("n" + std::to_string(i),
            i == 0 ? std::vector<std::string>() : std::vector<std::string> {"n" + std::to_string(i - 1)});
    const auto graph = makeGraph(nodes);
    const ScopeTree tree(*graph);
    for (const ScopeTree::Scope& scope : tree.scopes())
        QVERIFY(scope.children.size() <= ScopeTree::kMostChildren);
    QVERIFY(tree.scope(1).isRun);
    QVERIFY(tree.scope(1).name.starts_with("n0 … n"));
    // A small graph is shown as it is.
    nodes.resize(ScopeTree::kFewestForRuns - 1);
    QCOMPARE(ScopeTree(*makeGraph(nodes)).scopes().size(), 1U);
    // A chain in runs is a chain of runs.
    const ScopeLevel level = levelOf(*graph, tree, 0, nullptr);
    QCOMPARE(level.strands.size(), level.children.size() - 1);
}

void GraphPictureTest::weightsStandWithTheirReader()
{
    GraphBuilder builder;
    builder.addNode("w", "w", "", NodeKind::Parameter);
    builder.lastNode().isWeight = true;
    builder.addNode("x", "x", "", NodeKind::Parameter);
    builder.addNode("a/MatMul", "a/MatMul", "MatMul", NodeKind::Operator);
    builder.addInput("x");
    builder.addInput("w");
    builder.addNode("b/Add", "b/Add", "Add", NodeKind::Operator);
    builder.addInput("a/MatMul");
    builder.addInput("w");
    std::vector<Diagnostic> problems;
    const auto graph = builder.finish(problems);
    const ScopeTree tree(*graph);
    QCOMPARE(tree.scope(tree.scopeOf(graph->find("w"))).name, std::string("a"));
    QCOMPARE(tree.scopeOf(graph->find("x")), 0U);
    QCOMPARE(tree.scope(0).operators, 2U);
}

void GraphPictureTest::aLevelBundlesEdges()
{
    const auto graph
        = makeGraph({{"a/1", {}}, {"a/2", {"a/1"}}, {"b/3", {"a/1", "a/2"}}, {"b/4", {"b/3", "a/2"}}});
    const ScopeTree tree(*graph);
    const ScopeLevel top = levelOf(*graph, tree, 0, nullptr);
    QCOMPARE(top.children.size(), 2U);
    QCOMPARE(top.strands.size(), 2U); // one of each tensor
    QCOMPARE(top.strands[0].edges, 1U);
    QCOMPARE(top.strands[1].edges, 2U);
    const ScopeLevel a = levelOf(*graph, tree, tree.scopeOf(graph->find("a/1")), nullptr);
    QCOMPARE(a.children.size(), 2U);
    QCOMPARE(a.strands.size(), 3U); // 1 to 2, both to the outside
    QCOMPARE(std::ranges::count(a.strands, Strand::kOutside, &Strand::to), 2);
}

/// What enters an unfolded scope goes on inside from the same place, each tensor at its own, above what reads
/// it.
void GraphPictureTest::edgesKeepTheirPlaceThroughBorders()
{
    const auto graph = makeGraph({{"x", {}}, {"y", {}}, {"s/p", {"x"}}, {"s/q", {"y"}},
        {"s/t/r", {"y", "s/q"}}, {"s/t/u", {"s/p"}}, {"z", {"s/p", "s/t/r", "s/t/u"}}});
    const ScopeTree tree(*graph);
    const auto picture = draw(*graph, tree, {std::vector<bool>(tree.scopes().size(), true), {}});
    QVERIFY(picture);
    QCOMPARE(dumpscope::test::brokenRules(*picture), QStringList());
    std::size_t checked = 0;
    for (const GraphPicture::Line& line : picture->lines) {
        for (const bool isTo : {false, true}) {
            const std::uint32_t place = isTo ? line.to : line.from;
            if (place == ScopeTree::kNone || !picture->places[place].isOpen)
                continue;
            const GraphPicture::Place& frame = picture->places[place];
            const Point end = isTo ? line.curve.back() : line.curve.front();
            QVERIFY(std::abs(end.y - (isTo ? frame.rect.y : frame.rect.bottom())) < kTolerance);
            const auto inner = std::span(picture->lines).subspan(frame.firstLine, frame.lineCount);
            QVERIFY(std::ranges::any_of(inner, [&](const GraphPicture::Line& other) {
                const Point point = isTo ? other.curve.front() : other.curve.back();
                return (isTo ? other.from : other.to) == ScopeTree::kNone
                    && other.strand.producer == line.strand.producer && std::abs(point.x - end.x) < kTolerance
                    && std::abs(point.y - end.y) < kTolerance;
            }));
            ++checked;
        }
    }
    QCOMPARE(checked, 10U);
    // x and y enter s beside each other, in the order of what reads them.
    const GraphPicture::Place& frame
        = picture->places[picture->placeOfScope[tree.scopeOf(graph->find("s/p"))]];
    std::map<std::uint32_t, double> at;
    for (const GraphPicture::Line& line :
        std::span(picture->lines).subspan(frame.firstLine, frame.lineCount)) {
        if (line.from == ScopeTree::kNone)
            at.try_emplace(line.strand.producer.value(), line.curve.front().x);
    }
    QCOMPARE(at.size(), 2U);
    const double x = at.at(graph->find("x").value()), y = at.at(graph->find("y").value());
    QVERIFY(std::abs(x - y) >= 20);
    const auto left = [&](const char* name) {
        return picture->places[picture->ownPlace({false, graph->find(name).value()})].rect.x;
    };
    QCOMPARE(x < y, left("s/p") < left("s/q"));
}

void GraphPictureTest::manyTensorsOfTwoEndsAreOneLine()
{
    std::vector<std::pair<std::string, std::vector<std::string>>> nodes;
    std::vector<std::string> all;
    for (std::size_t i = 0; i <= Strand::kMostTensors; ++i) {
        nodes.emplace_back("a/" + std::to_string(i), std::vector<std::string> {});
        all.push_back(nodes.back().first);
    }
    nodes.emplace_back("b/sum", all);
    nodes.emplace_back("b/other", std::vector<std::string> {"b/sum"});
    const auto graph = makeGraph(nodes);
    const ScopeLevel top = levelOf(*graph, ScopeTree(*graph), 0, nullptr);
    QCOMPARE(top.strands.size(), 1U);
    QCOMPARE(top.strands[0].edges, Strand::kMostTensors + 1);
}

/// dot knows where edges meet a frame; its answer ends there to the last digit.
void GraphPictureTest::framesHavePortsInDot()
{
    FlatGraph graph;
    graph.boxes = {{144, 36}, {216, 72, true, {30.5, 180}, {}}};
    graph.edges = {{0, 1, 0, 0}, {0, 1, 0, 1}};
    const std::string source = dotSource(graph);
    QVERIFY2(source.find("n0->n1:t0:n;\nn0->n1:t1:n;") != std::string::npos, source.c_str());
    QVERIFY2(source.find("PORT=\"t1\"") != std::string::npos, source.c_str());
    const std::string answer = "graph 1 3 2.5\n"
                               "node n0 1.5 2.25 2 0.5 \"\" solid box black lightgrey\n"
                               "node n1 1.5 0.5 3 1 <label> solid box black lightgrey\n"
                               "edge n0 n1:t0 4 1.5 2 1.5 1.8 0.5 1.2 0.42 1 solid black\n"
                               "edge n0 n1:t1 4 1.5 2 1.5 1.8 2.4 1.2 2.49 1 solid black\n"
                               "stop\n";
    std::string_view rest = answer;
    const auto layout = takePlainAnswer(graph, rest);
    QVERIFY(layout);
    QCOMPARE(layout->curves[0].back().x, 30.5);
    QCOMPARE(layout->curves[1].back().x, 180.0);
    QVERIFY(layout->curves[0].front().x < layout->curves[1].front().x); // beside each other above
}

void GraphPictureTest::anEdgeAgainstTheFlowComesFromAbove_data()
{
    QTest::addColumn<QString>("answer");
    QTest::newRow("layers") << QString();
    // dot 2.43.0 of what dotSource writes
    QTest::newRow("dot") << QStringLiteral(R"(graph 1 3.0158 5.4185
node n0 1.5417 4.7871 2 1 <label> solid box black lightgrey
node n1 1.2361 3.3566 2.4722 0.61111 "" solid box black lightgrey
node n2 1.4028 1.926 2 1 <label> solid box black lightgrey
node n3 1.6528 0.49546 2.4722 0.61111 "" solid box black lightgrey
edge n0 n1 4 1.2361 4.2871 1.2361 4.0787 1.2361 3.8435 1.2361 3.6636 solid black
edge n1 n2 4 1.2361 3.0496 1.2361 2.8696 1.2361 2.6345 1.2361 2.426 solid black
edge n2 n0 16 1.6528 1.4121 1.6528 1.0787 2.1518 1.2066 2.4028 1.426 2.9547 1.9084 2.9972 3.201 2.6528 3.6621 2.0672 4.4461 1.1272 3.5031 0.54167 4.2871 0.27572 4.6432 0.23268 4.9677 0.54167 5.2871 0.67048 5.4203 0.95833 5.4863 0.95833 5.301 solid black
edge n2 n3 4 1.6528 1.426 1.6528 1.2175 1.6528 0.98239 1.6528 0.80246 solid black
edge n3 n1 13 1.6528 0.17602 1.6528 -0.098689 2.6957 -0.0054283 2.8889 0.18991 3.0799 0.38304 2.9085 0.53012 2.8889 0.80102 2.7961 2.0827 3.4394 2.8161 2.4722 3.6621 2.2655 3.843 1.2361 3.9507 1.2361 3.676 solid black
stop
)");
}

void GraphPictureTest::anEdgeAgainstTheFlowComesFromAbove()
{
    QFETCH(const QString, answer);
    FlatGraph graph;
    graph.boxes = {{144, 72, true, {30}, {50}}, {178, 44}, {144, 72, true, {60}, {90}}, {178, 44}};
    graph.edges = {{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 0, 0, 0}, {2, 3, 0, 0}, {3, 1, 0, 0}};
    FlatLayout layout;
    if (answer.isEmpty()) {
        layout = layOutInLayers(graph);
    } else {
        const std::string text = answer.toStdString();
        std::string_view rest = text;
        const auto taken = takePlainAnswer(graph, rest);
        QVERIFY2(taken, dotSource(graph).c_str());
        layout = *taken;
    }
    QCOMPARE(layout.curves.size(), graph.edges.size());
    const std::string source = dotSource(graph);
    QVERIFY2(source.find("n2:b0:s->n0:t0:n [constraint=false];") != std::string::npos, source.c_str());
    QVERIFY(source.find("n3:s->n1:n [constraint=false];") != std::string::npos);
    QVERIFY(source.find("n0:b0:s->n1;") != std::string::npos);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto& curve = layout.curves[e];
        const auto from = static_cast<std::size_t>(graph.edges[e].from);
        const auto to = static_cast<std::size_t>(graph.edges[e].to);
        QVERIFY(std::abs(curve.front().y - layout.corners[from].y - graph.boxes[from].height) < 1);
        QVERIFY(std::abs(curve.back().y - layout.corners[to].y) < 1);
        // It arrives from above.
        QVERIFY(curve[curve.size() - 2].y < curve.back().y);
        // No box is in the way.
        for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
            for (double t = 0; t <= 1; t += 0.05) {
                const double s = 1 - t;
                const auto at = [&](double Point::*c) {
                    return s * s * s * curve[i].*c + 3 * s * s * t * curve[i + 1].*c
                        + 3 * s * t * t * curve[i + 2].*c + t * t * t * curve[i + 3].*c;
                };
                const double x = at(&Point::x), y = at(&Point::y);
                QVERIFY(y >= -kBeyond && y <= layout.height + kBeyond);
                for (std::size_t b = 0; b < graph.boxes.size(); ++b) {
                    const Point corner = layout.corners[b];
                    QVERIFY2(x < corner.x + 1 || x > corner.x + graph.boxes[b].width - 1 || y < corner.y + 1
                            || y > corner.y + graph.boxes[b].height - 1,
                        qPrintable(QStringLiteral("edge %1 at %2,%3 in box %4").arg(e).arg(x).arg(y).arg(b)));
                }
            }
        }
    }
    // The turn above the first box has room.
    const auto highest = std::ranges::min_element(layout.curves[2], {}, &Point::y)->y;
    QVERIFY(layout.corners[0].y - highest > 8);
    // Against the flow as with it, frames are met at their ports.
    QVERIFY(std::abs(layout.curves[2].front().x - layout.corners[2].x - 90) < kTolerance);
    QVERIFY(std::abs(layout.curves[2].back().x - layout.corners[0].x - 30) < kTolerance);
}

void GraphPictureTest::boxesWithoutEdgesStandInRows()
{
    FlatGraph graph;
    graph.boxes.assign(30, {178, 44});
    graph.boxes.push_back({178, 44});
    graph.edges = {{29, 30, 0, 0}};
    QVERIFY(!isForDot(graph)); // which has one row for all
    const FlatLayout layout = layOutInLayers(graph);
    QVERIFY2(layout.width < 1500 && layout.height < 1000,
        qPrintable(QStringLiteral("%1 x %2").arg(layout.width).arg(layout.height)));
    QVERIFY(layout.corners[0].x < layout.corners[1].x);
    QCOMPARE(layout.corners[0].y, layout.corners[1].y);
}

void GraphPictureTest::bordersAreNearWhereEdgesGoStraight()
{
    FlatGraph graph;
    graph.boxes = {{178, 44}};
    graph.edges = {{FlatGraph::Edge::kOutside, 0, 0, 0}, {0, FlatGraph::Edge::kOutside, 0, 0}};
    const FlatLayout layout = layOutInLayers(graph);
    QVERIFY2(layout.corners[0].y <= 16, qPrintable(QString::number(layout.corners[0].y)));
    QVERIFY(layout.height - layout.corners[0].y - 44 <= 16);
    QCOMPARE(layout.curves[0].front().y, 0.0);
    QCOMPARE(layout.curves[1].back().y, layout.height);
}

void GraphPictureTest::outputsOfTheGraphHaveNodes()
{
    GraphBuilder builder;
    builder.addNode("x", "x", "", NodeKind::Parameter);
    builder.addNode("s/a", "s/a", "Op", NodeKind::Operator);
    builder.addInput("x");
    builder.addAttribute("output_name:1", "s/logits", AttributeOrigin::Note);
    builder.addResult("s/a", 1);
    builder.addResult("s/a", 0);
    builder.addResultText("None");
    std::vector<Diagnostic> problems;
    const auto graph = builder.finish(problems);
    const auto shown = graph->withResultNodes();
    QCOMPARE(graph->nodes().size(), 2U);
    QCOMPARE(shown->nodes().size(), 4U);
    QCOMPARE(shown->nodes()[2].kind, NodeKind::Result);
    QCOMPARE(shown->text(shown->nodes()[2].name), std::string_view("s/logits"));
    QCOMPARE(shown->text(shown->nodes()[3].name), std::string_view("output 1"));
    const auto readers = shown->consumers(shown->find("s/a"));
    QCOMPARE(std::vector<NodeId>(readers.begin(), readers.end()),
        (std::vector<NodeId> {shown->find("s/logits"), shown->find("output 1")}));
    QCOMPARE(dataFlowOrder(*shown), (std::vector<std::uint32_t> {0, 1, 2, 3}));
    const ScopeTree tree(*shown);
    QCOMPARE(tree.scopeOf(shown->find("s/logits")), 0U); // outside, as inputs are
    QCOMPARE(tree.scope(0).operators, 1U);
    // Files that have such nodes get no others.
    builder.addNode("a", "a", "Op", NodeKind::Operator);
    builder.addNode("out", "out", "NetOutput", NodeKind::Operator);
    builder.addInput("a");
    builder.addResult("a");
    const auto own = builder.finish(problems);
    QCOMPARE(own->withResultNodes()->nodes().size(), 2U);
}

void GraphPictureTest::anAcyclicGraphPointsDown()
{
    const auto graph = transformer(4, 20);
    const ScopeTree tree(*graph);
    const auto picture = draw(*graph, tree, {std::vector<bool>(tree.scopes().size(), true), {}});
    QVERIFY(picture);
    QCOMPARE(dumpscope::test::brokenRules(*picture), QStringList());
    // Scopes that feed each other make cycles of levels; between nodes there are none.
    std::size_t checked = 0;
    for (const GraphPicture::Line& line : picture->lines) {
        QVERIFY(line.curve.size() % 3 == 1 && line.curve.size() >= 4);
        if (line.from == ScopeTree::kNone || line.to == ScopeTree::kNone)
            continue;
        const GraphPicture::Place &from = picture->places[line.from], &to = picture->places[line.to];
        if (from.item.isScope || to.item.isScope)
            continue;
        QVERIFY(line.curve.front().y < line.curve.back().y);
        QVERIFY(from.rect.bottom() <= to.rect.y);
        ++checked;
    }
    QVERIFY(checked > 10);
}

void GraphPictureTest::cyclesAndSelfEdgesDoNoHarm()
{
    const auto graph
        = makeGraph({{"a", {"c", "a"}}, {"b", {"a"}}, {"c", {"b"}}, {"d", {"d"}}, {"e", {"c", "d"}}});
    const ScopeTree tree(*graph);
    const auto picture = draw(*graph, tree, {{true}, {}});
    QVERIFY(picture);
    QCOMPARE(dumpscope::test::brokenRules(*picture), QStringList());
    QCOMPARE(picture->lines.size(), 5U);
    QCOMPARE(dataFlowOrder(*graph).size(), 5U);
}

void GraphPictureTest::onlyEdgesOfCyclesGoBack()
{
    // What reads a cycle stands before it in the file.
    const auto graph = makeGraph({{"reader", {"b"}}, {"a", {"b", "x"}}, {"b", {"a"}}, {"x", {}}});
    QCOMPARE(dataFlowOrder(*graph), (std::vector<std::uint32_t> {3, 1, 2, 0}));
    // Against reachability by going everywhere.
    std::mt19937 engine(11);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t count = 1 + random() % 12;
        std::vector<FlowEdge> edges;
        for (std::uint32_t i = random() % (2 * count); i > 0; --i)
            edges.emplace_back(random() % count, random() % count);
        std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
        for (const auto& [from, to] : edges)
            reaches[from][to] = true;
        for (std::uint32_t over = 0; over < count; ++over) {
            for (std::uint32_t from = 0; from < count; ++from) {
                for (std::uint32_t to = 0; to < count; ++to)
                    reaches[from][to] = reaches[from][to] || (reaches[from][over] && reaches[over][to]);
            }
        }
        const auto order = flowOrder(count, edges);
        std::vector<std::uint32_t> sorted(order);
        std::ranges::sort(sorted);
        for (std::uint32_t i = 0; i < count; ++i)
            QCOMPARE(sorted[i], i);
        for (const auto& [from, to] : edges)
            QVERIFY(order[from] < order[to] || reaches[to][from]);
    }
}

void GraphPictureTest::theSameQuestionHasTheSameAnswer()
{
    const auto graph = transformer(3, 24);
    const ScopeTree tree(*graph), again(*transformer(3, 24));
    const GraphFold fold {openedFromTop(tree, 30), {}};
    const auto first = draw(*graph, tree, fold), second = draw(*graph, again, fold);
    QCOMPARE(first->places.size(), second->places.size());
    for (std::size_t i = 0; i < first->places.size(); ++i) {
        QCOMPARE(first->places[i].rect.x, second->places[i].rect.x);
        QCOMPARE(first->places[i].rect.y, second->places[i].rect.y);
    }
    QVERIFY(seenCount(tree, fold) <= 30);
}

void GraphPictureTest::unfoldingLeavesTheInsidesOfOthersAlone()
{
    const auto graph = transformer(3, 12);
    const ScopeTree tree(*graph);
    const std::uint32_t one = tree.scopeOf(graph->find("Model/layer0/attention/op0"));
    const std::uint32_t other = tree.scopeOf(graph->find("Model/layer2/mlp/op25"));
    std::vector<bool> isOpen(tree.scopes().size(), false);
    isOpen[one] = isOpen[other] = true;
    openUpTo(tree, {true, one}, isOpen);
    openUpTo(tree, {true, other}, isOpen);
    const auto before = draw(*graph, tree, {isOpen, {}});
    isOpen[one] = false;
    const auto after = draw(*graph, tree, {isOpen, {}});
    const auto insideOf = [&](const GraphPicture& picture) {
        std::vector<Point> places;
        const auto& place = picture.places[picture.placeOfScope[other]];
        for (std::uint32_t i = 0; i < place.childCount; ++i) {
            const auto& rect = picture.places[place.firstChild + i].rect;
            places.push_back({rect.x - place.rect.x, rect.y - place.rect.y});
        }
        return places;
    };
    const auto a = insideOf(*before), b = insideOf(*after);
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        QVERIFY(std::abs(a[i].x - b[i].x) < kTolerance && std::abs(a[i].y - b[i].y) < kTolerance);
    const NodeId hidden = graph->find("Model/layer0/attention/op0");
    QCOMPARE(after->placeFor(tree, {false, hidden.value()}), after->placeOfScope[one]);
}

void GraphPictureTest::scopesAreMatchedByWhatTheyHold()
{
    const auto graph
        = makeGraph({{"Default/conv1/Conv2D", {}}, {"Default/conv1/BiasAdd", {"Default/conv1/Conv2D"}},
            {"Default/fc/MatMul", {"Default/conv1/BiasAdd"}}, {"same/Cast", {"Default/fc/MatMul"}}});
    const auto other = makeGraph({{"features/0/Conv", {}}, {"features/0/Add", {"features/0/Conv"}},
        {"classifier/Gemm", {"features/0/Add"}}, {"same/Cast", {"classifier/Gemm"}}, {"extra/Softmax", {}}});
    const ScopeTree from(*graph), to(*other);
    const std::vector<NodeId> nodes {NodeId(0U), NodeId(1U), NodeId(2U), NodeId()};
    const auto found = matchScopes(from, to, nodes);
    const auto at = [](const Graph& of, const ScopeTree& tree, const char* node) {
        return tree.scopeOf(of.find(node));
    };
    QCOMPARE(found[0], 0U);
    QCOMPARE(found[at(*graph, from, "Default/conv1/Conv2D")], at(*other, to, "features/0/Conv"));
    QCOMPARE(found[at(*graph, from, "Default/fc/MatMul")], at(*other, to, "classifier/Gemm"));
    QCOMPARE(found[at(*graph, from, "same/Cast")], at(*other, to, "same/Cast")); // by its name
    QCOMPARE(std::ranges::count(found, at(*other, to, "extra/Softmax")), 0);
    for (const std::uint32_t scope : found)
        QVERIFY(scope == ScopeTree::kNone || std::ranges::count(found, scope) == 1);
}

void GraphPictureTest::onlyWhatIsShownIsDrawn()
{
    const auto graph = makeGraph({{"a", {}}, {"b", {"a"}}, {"c", {"b"}}, {"d", {"c"}}});
    const ScopeTree tree(*graph);
    const auto shown
        = std::make_shared<const std::vector<bool>>(std::vector<bool> {false, true, true, false});
    const auto picture = draw(*graph, tree, {{true}, shown});
    QCOMPARE(picture->places.size(), 3U);
    QCOMPARE(picture->lines.size(), 1U);
    QCOMPARE(picture->placeFor(tree, {false, graph->find("a").value()}), ScopeTree::kNone);
    QVERIFY(picture->placeFor(tree, {false, graph->find("b").value()}) != ScopeTree::kNone);
}

void GraphPictureTest::strangePaths()
{
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep += "s" + std::to_string(i) + "/";
    const auto graph = makeGraph({{"/a/x", {}}, {"a//y", {"/a/x"}}, {"a/", {}}, {"///", {}}, {deep + "z", {}},
        {"quote\"\n\\/}{", {"a//y"}}});
    const ScopeTree tree(*graph);
    for (const ScopeTree::Scope& scope : tree.scopes())
        QVERIFY(scope.depth <= ScopeTree::kMostDepth);
    const auto picture = draw(*graph, tree, {std::vector<bool>(tree.scopes().size(), true), {}});
    QVERIFY(picture);
    QCOMPARE(dumpscope::test::brokenRules(*picture), QStringList());
    const auto empty = makeGraph({});
    const ScopeTree nothing(*empty);
    QCOMPARE(draw(*empty, nothing, {{true}, {}})->places.size(), 1U);
}

// What dot 2.42 says to this question.
void GraphPictureTest::answersOfDotAreTaken()
{
    FlatGraph graph;
    graph.boxes = {{144, 36}, {144, 36}};
    graph.edges = {{0, 1}, {FlatGraph::Edge::kOutside, 0}};
    QVERIFY(isForDot(graph));
    QVERIFY(dotSource(graph).find("n0->n1;") != std::string::npos);
    QVERIFY(dotSource(graph).find("{rank=source;in0 ") != std::string::npos);
    const std::string answer = "graph 1 2 2.14\n"
                               "node in0 1 2.1267 0.02 0.02 \"\" solid box black lightgrey\n"
                               "node n0 1 1.37 2 0.5 \"\" solid box black lightgrey\n"
                               "node n1 1 0.25 2 0.5 \"\" solid box black lightgrey\n"
                               "edge n0 n1 4 1 1.1087 1 0.9308 1 0.69 1 0.51 solid black\n"
                               "edge in0 n0 4 1 2.11 1 2 1 1.8 1 1.62 solid black\n"
                               "stop\n";
    const std::string both = answer + answer;
    std::string_view rest = both;
    for (int i = 0; i < 2; ++i) {
        const auto layout = takePlainAnswer(graph, rest);
        QVERIFY(layout);
        QCOMPARE(layout->width, 144.0);
        QVERIFY(std::abs(layout->corners[1].y - layout->corners[0].y - (1.37 - 0.25) * 72) < kTolerance);
        QVERIFY(layout->corners[0].y > 0 && layout->corners[0].y < 20); // near the border
        QCOMPARE(layout->corners[1].x, 0.0);
        QCOMPARE(layout->curves[0].size(), 4U);
        QVERIFY(layout->curves[0].front().y < layout->curves[0].back().y);
        QVERIFY(std::abs(layout->entries[0] - 72) < kTolerance);
    }
    QVERIFY(rest.empty());
    QVERIFY(!takePlainAnswer(graph, rest));
}

void GraphPictureTest::wrongAnswersOfDotAreRefused_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no nodes") << QByteArray("graph 1 2 2\nstop\n");
    QTest::newRow("words") << QByteArray("Error: syntax error in line 1\n");
    QTest::newRow("other node") << QByteArray("graph 1 2 2\nnode n7 1 1 1 1 a b c d e\nstop\n");
    QTest::newRow("no number") << QByteArray("graph 1 2 2\nnode n0 x 1 1 1\nstop\n");
    QTest::newRow("not finite") << QByteArray("graph 1 2 2\nnode n0 nan inf 1 1\nstop\n");
    QTest::newRow("no edge") << QByteArray("graph 1 2 2\nnode n0 1 1 1 1\nnode n1 1 1 1 1\nstop\n");
    QTest::newRow("cut edge") << QByteArray(
        "graph 1 2 2\nnode n0 1 1 1 1\nnode n1 1 1 1 1\nedge n0 n1 4 1 1 1 1\nstop\n");
    QTest::newRow("many points") << QByteArray(
        "graph 1 2 2\nnode n0 1 1 1 1\nnode n1 1 1 1 1\nedge n0 n1 1e9 1 1 1 1\nstop\n");
}

void GraphPictureTest::wrongAnswersOfDotAreRefused()
{
    QFETCH(QByteArray, answer);
    FlatGraph graph;
    graph.boxes = {{144, 36}, {144, 36}};
    graph.edges = {{0, 1}};
    std::string_view plain(answer.constData(), static_cast<std::size_t>(answer.size()));
    QVERIFY(!takePlainAnswer(graph, plain));
}

void GraphPictureTest::aHundredThousandNodes()
{
    GraphBuilder builder;
    std::mt19937 random(3);
    constexpr std::uint32_t kCount = 100'000;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const std::string name = (i % 3 == 0 ? "a/" : i % 3 == 1 ? "b/c/" : "") + std::to_string(i);
        builder.addNode(std::to_string(i), name, "Op", NodeKind::Operator);
        builder.addInput(std::to_string(random() % kCount)); // cycles, too
        builder.addInput("0");
    }
    std::vector<Diagnostic> problems;
    const auto graph = builder.finish(problems);
    const ScopeTree tree(*graph);
    for (const ScopeTree::Scope& scope : tree.scopes())
        QVERIFY(scope.children.size() <= ScopeTree::kMostChildren);
    const auto picture = draw(*graph, tree, {openedFromTop(tree, 300), {}});
    QVERIFY(picture);
    QCOMPARE(dumpscope::test::brokenRules(*picture), QStringList());
}

QTEST_APPLESS_MAIN(GraphPictureTest)
#include "tst_graph_picture.moc"
