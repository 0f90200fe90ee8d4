// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/helper_nodes.h"
#include "graph/operator_category.h"
#include "graph/scope_tree.h"

#include <QTest>

#include <string>
#include <vector>

using namespace dumpscope::core;

class tst_helper_nodes : public QObject {
    Q_OBJECT
private slots:
    void dataGoesThrough();
    void whatWasDumpedStays();
    void categories();
};

namespace {

/// w → Load → MatMul → MakeTuple → Depend → Relu, and an UpdateState behind the Load.
std::shared_ptr<const Graph> sample()
{
    GraphBuilder builder;
    builder.addNode("w", "w", "", NodeKind::Parameter);
    const auto add
        = [&builder](const char* name, const char* type, std::initializer_list<const char*> inputs) {
              builder.addNode(name, name, type, NodeKind::Operator);
              for (const char* input : inputs)
                  builder.addInput(input);
          };
    add("load", "Load", {"w"});
    add("state", "UpdateState", {"load"});
    add("matmul", "MatMul", {"load"});
    add("tuple", "MakeTuple", {"matmul", "w"});
    add("depend", "Depend", {"tuple", "state"});
    add("relu", "ReLU", {"depend"});
    std::vector<Diagnostic> problems;
    return builder.finish(problems);
}

GraphMatch noMatch(const Graph& graph)
{
    GraphMatch match;
    match.starts.assign(graph.nodes().size() + 1, 0);
    return match;
}

QStringList edgesOf(const Graph& graph, const HelperNodes* hidden)
{
    const ScopeTree tree(graph);
    const ScopeLevel level = levelOf(graph, tree, 0, nullptr, hidden);
    QStringList edges;
    const auto name = [&graph](NodeId node) {
        const std::string_view text = graph.text(graph.node(node).name);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    for (const Strand& strand : level.strands)
        edges += name(strand.producer) + "-" + name(strand.consumer);
    edges.sort();
    return edges;
}

} // namespace

void tst_helper_nodes::dataGoesThrough()
{
    const auto graph = sample();
    const HelperNodes helpers(*graph, noMatch(*graph));
    QCOMPARE(helpers.count(), std::size_t {4});
    QCOMPARE(edgesOf(*graph, &helpers), QStringList({"matmul-relu", "w-matmul", "w-relu"}));
    QVERIFY(edgesOf(*graph, nullptr).contains("load-state"));
    std::vector<NodeId> readers;
    for (const NodeId reader : graph->consumers(graph->find("matmul"))) {
        for (const NodeId behind : helpers.readersBehind(*graph, graph->find("matmul"), reader))
            readers.push_back(behind);
    }
    QCOMPARE(readers, std::vector {graph->find("relu")});
    // An order hands on no data.
    QVERIFY(helpers.readersBehind(*graph, graph->find("load"), graph->find("state")).empty());
}

/// A Load whose values are in the dump is something to look at.
void tst_helper_nodes::whatWasDumpedStays()
{
    const auto graph = sample();
    GraphMatch match = noMatch(*graph);
    const std::size_t load = graph->find("load").value();
    for (std::size_t i = load + 1; i < match.starts.size(); ++i)
        match.starts[i] = 1;
    match.tensors = {TensorId(0U)};
    const HelperNodes helpers(*graph, match);
    QVERIFY(!helpers.holds(graph->find("load")));
    QCOMPARE(helpers.count(), std::size_t {3});
}

void tst_helper_nodes::categories()
{
    QCOMPARE(operatorCategory("MatMul"), OperatorCategory::Matrix);
    QCOMPARE(operatorCategory("Conv2DBackpropInput"), OperatorCategory::Matrix);
    QCOMPARE(operatorCategory("aten::mm"), OperatorCategory::Matrix);
    QCOMPARE(operatorCategory("ReluGrad"), OperatorCategory::Activation);
    QCOMPARE(operatorCategory("SparseSoftmaxCrossEntropyWithLogits"), OperatorCategory::Reduction);
    QCOMPARE(operatorCategory("BatchNorm"), OperatorCategory::Normalise);
    QCOMPARE(operatorCategory("BiasAdd"), OperatorCategory::Arithmetic);
    QCOMPARE(operatorCategory("Flatten"), OperatorCategory::Layout);
    QCOMPARE(operatorCategory("ApplyMomentum"), OperatorCategory::Update);
    QCOMPARE(operatorCategory("SomethingNew"), OperatorCategory::Other);
    QCOMPARE(operatorCategory(""), OperatorCategory::Other);
}

QTEST_GUILESS_MAIN(tst_helper_nodes)
#include "tst_helper_nodes.moc"
