// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_durations.h"

#include "model/dump_folder.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using dumpscope::test::npyFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

/// Two layers of two operators and a parameter, dumped with the lines of a profiler.
class TimedGraph {
public:
    explicit TimedGraph(const std::string& lines)
    {
        int time = 100;
        for (const char* name : {"Default_a_MatMul-op0", "Default_a_Add-op0", "Default_b_MatMul-op1"}) {
            const std::string type = std::string(name).find("MatMul") != std::string::npos ? "MatMul" : "Add";
            writeFile(m_folder.at(type + "." + name + ".0.0." + std::to_string(time++) + ".output.0.ND.npy"),
                npyFile({0}));
        }
        if (!lines.empty())
            writeFile(m_folder.at("op_summary_1.csv"),
                "Op Name,OP Type,Task ID,Task Start Time(us),Task Duration(us)\n" + lines);
        OwnedTask task;
        m_index = openDump(m_folder.path(), builtinFormats(), {}, task).value();
        GraphBuilder builder;
        builder.addNode("w", "w", "", NodeKind::Parameter);
        for (const auto& [name, type, input] : {std::tuple {"Default/a/MatMul-op0", "MatMul", "w"},
                 {"Default/a/Add-op0", "Add", "Default/a/MatMul-op0"},
                 {"Default/b/MatMul-op1", "MatMul", "Default/a/Add-op0"},
                 {"Default/b/Cast-op2", "Cast", "Default/b/MatMul-op1"}}) {
            builder.addNode(name, name, type, NodeKind::Operator);
            builder.addInput(input);
        }
        std::vector<Diagnostic> problems;
        m_graph = builder.finish(problems);
        m_tree = std::make_unique<ScopeTree>(*m_graph);
        m_durations = graphDurations(*m_graph, matchGraph(*m_graph, *m_index, {}), *m_tree, *m_index);
    }

    [[nodiscard]] const GraphDurations& durations() const { return m_durations; }
    [[nodiscard]] double ofNode(const char* name) const
    {
        const OperatorTime* const time = m_durations.nodes[m_graph->find(name).value()];
        return time == nullptr ? -1 : time->duration;
    }
    [[nodiscard]] GraphDurations::Scope ofScope(std::string_view path) const
    {
        for (std::size_t i = 0; i < m_tree->scopes().size(); ++i) {
            if (m_tree->scopes()[i].path == path)
                return m_durations.scopes[i];
        }
        return {-1, 0};
    }

private:
    TemporaryFolder m_folder;
    std::shared_ptr<const DumpIndex> m_index;
    std::shared_ptr<const Graph> m_graph;
    std::unique_ptr<ScopeTree> m_tree;
    GraphDurations m_durations;
};

} // namespace

class GraphDurationsTest : public QObject {
    Q_OBJECT
private slots:
    void sums();
    void noProfile();
    void withoutTime();
};

/// Scopes have what is inside; what is not timed is counted, and is none of the total.
void GraphDurationsTest::sums()
{
    const TimedGraph graph("Default/a/MatMul-op0,MatMul,1,100,30\nDefault/a/Add-op0,Add,2,200,10\n"
                           "Default/b/MatMul-op1,MatMul,3,300,60\nnobody,Add,4,400,1000\n");
    QCOMPARE(graph.ofNode("Default/a/MatMul-op0"), 30.0);
    QCOMPARE(graph.ofNode("Default/b/Cast-op2"), -1.0);
    QCOMPARE(graph.ofNode("w"), -1.0);
    QCOMPARE(graph.ofScope("Default/a").duration, 40.0);
    QCOMPARE(graph.ofScope("Default/a").timed, 2U);
    QCOMPARE(graph.ofScope("Default/b").duration, 60.0);
    QCOMPARE(graph.ofScope("Default/b").timed, 1U);
    QVERIFY(graph.durations().isAny());
    QCOMPARE(graph.durations().total(), 100.0);
    QCOMPARE(graph.durations().untimed, 1U);
    QCOMPARE(graph.durations().shareOf(40), 0.4);
}

void GraphDurationsTest::noProfile()
{
    const TimedGraph graph("");
    QVERIFY(!graph.durations().isAny());
    QCOMPARE(graph.durations().total(), 0.0);
    QCOMPARE(graph.ofNode("Default/a/MatMul-op0"), -1.0);
}

/// Zeros are durations; a sum beyond all numbers is none.
void GraphDurationsTest::withoutTime()
{
    const TimedGraph zeros("Default/a/MatMul-op0,MatMul,1,100,0\n");
    QVERIFY(zeros.durations().isAny());
    QCOMPARE(zeros.durations().shareOf(0), 0.0);
    const TimedGraph huge(
        "Default/a/MatMul-op0,MatMul,1,100,1.7e308\nDefault/b/MatMul-op1,MatMul,3,300,1.7e308\n");
    QVERIFY(std::isfinite(huge.durations().total()));
    QVERIFY(huge.durations().shareOf(1.7e308) <= 1);
}

QTEST_GUILESS_MAIN(GraphDurationsTest)
#include "tst_graph_durations.moc"
