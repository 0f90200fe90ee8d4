// SPDX-License-Identifier: GPL-3.0-or-later
// Graph databases of msprobe. The samples are rows of real ones, cut by tests/data/msprobe/vis/cut_graphs.py;
// what is expected of them is what Python's sqlite3 reads.
#include "base/json_writer.h"
#include "graph/graph_catalog.h"
#include "graph/graph_export.h"
#include "io/json_reader.h"
#include "model/dump_folder.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "records/recorded_place.h"
#include "records/recorded_verdict.h"

#include <QTest>

using namespace dumpscope::core;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& content)
{
    const auto bytes
        = std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
    return {bytes.begin(), bytes.end()};
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "name=verdict" of every node, in their order.
QStringList verdictsOf(const Graph& graph)
{
    const std::vector<RecordedNotes> notes = recordedNotes(graph);
    QStringList words;
    for (std::size_t node = 0; node < notes.size(); ++node)
        words += textOf(graph.text(graph.nodes()[node].name)) + '='
            + textOf(recordedVerdictWord(notes[node].verdict));
    return words;
}

} // namespace

class TestVisDb : public QObject {
    Q_OBJECT

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();

private slots:
    void graphsOfBothSides();
    void verdicts();
    void figures();
    void overflowLevels();
    void outputs();
    void ranks();
    void otherColours_data();
    void otherColours();
    void damage_data();
    void damage();
};

void TestVisDb::graphsOfBothSides()
{
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(testData("msprobe/vis/compare_graphs.vis.db")));
    QCOMPARE(QString::fromStdString(file.family()), "vis-db");
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    QVERIFY(document->problems.empty());
    QStringList names, ranks;
    for (const auto& graph : document->graphs) {
        names += QString::fromStdString(graph->name);
        ranks += QString::number(recordedRank(*graph).value());
        QCOMPARE(graph->nodes().size(), 5U);
        QCOMPARE(graph->isEntry, graph == document->graphs.front());
    }
    // Rank 1 comes first in the file. Names are of side, step, rank.
    QCOMPARE(names.join(' '), "NPU_0_0 NPU_0_1 Bench_0_0 Bench_0_1");
    QCOMPARE(ranks.join(' '), "0 1 0 1");
}

void TestVisDb::verdicts()
{
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(testData("msprobe/vis/compare_graphs.vis.db")));
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    // precision_index by its range in node_colors: 0 pass, 0.5 warning, 1 error; no partner: unmatched. The
    // root has neither.
    QCOMPARE(verdictsOf(*document->graphs[0]).join('\n'),
        "Module.head.Linear.forward.0=unmatched\nModule.layers.1.mlp.0.Linear.parameters_grad.0=pass\n"
        "Module.layers.1.mlp.0.Linear.backward.0=warning\nModule.layers.1.Block.backward.0=error\n"
        "DefaultModel=");
    QCOMPARE(verdictsOf(*document->graphs[1]).filter("mlp.0.Linear.backward").join(' '),
        "Module.layers.1.mlp.0.Linear.backward.0=pass");
    // The other side has no figure of its own.
    for (const QString& node : verdictsOf(*document->graphs[2]))
        QVERIFY2(node.endsWith('='), qPrintable(node));
}

void TestVisDb::figures()
{
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(testData("msprobe/vis/compare_graphs.vis.db")));
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    const Graph& graph = *document->graphs[0];
    const GraphNode& node = graph.node(graph.find("Module.layers.1.mlp.0.Linear.backward.0"));
    QCOMPARE(textOf(graph.scope(node)), "layers/1/mlp");
    QCOMPARE(textOf(graph.text(node.opType)), "Linear");
    QCOMPARE(node.execIndex, 26U);
    // Gradients of parameters stand between the two.
    QCOMPARE(graph.inputs(node).size(), 1U);
    QVERIFY(graph.inputs(node)[0].control);
    QCOMPARE(graph.inputs(node)[0].from, graph.find("Module.head.Linear.forward.0"));
    QCOMPARE(graph.outputs(node).size(), 1U);
    const GraphOutput& output = graph.outputs(node)[0];
    QCOMPARE(output.dtype, DType::Float32);
    const auto shape = graph.shape(output.shape);
    QCOMPARE(std::vector(shape.begin(), shape.end()), (std::vector<std::int64_t> {2, 6, 8}));
    const QString figures = textOf(graph.attribute(node, "output.0").value_or(""));
    QVERIFY2(
        figures.startsWith("Max 0.006156445946544409; Min -0.009355993010103703; "), qPrintable(figures));
    QVERIFY2(
        figures.contains("NormRelativeErr 0.298512%; Result warning; Err_message "), qPrintable(figures));
    QCOMPARE(textOf(graph.attribute(node, "precision_index").value_or("")), "0.5");
    QCOMPARE(textOf(graph.attribute(node, "matched_node").value_or("")),
        "Module.layers.1.mlp.0.Linear.backward.0");
    QCOMPARE(graph.sources(node).front().line, 1820U);
    QCOMPARE(textOf(graph.text(graph.sources(node).front().code)),
        "args_kwargs_result = hook(self, args, kwargs)  # type: ignore[misc]");
}

void TestVisDb::overflowLevels()
{
    ReadFile file(*m_formats, "build.vis.db", bytesOf(testData("msprobe/vis/build_graphs.vis.db")));
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    QCOMPARE(document->graphs.size(), 2U);
    const Graph& graph = *document->graphs[0];
    const std::vector<RecordedNotes> notes = recordedNotes(graph);
    QStringList born, present;
    for (std::size_t node = 0; node < notes.size(); ++node) {
        const QString name = textOf(graph.text(graph.nodes()[node].name));
        if (notes[node].overflow == RecordedOverflow::Born)
            born += name;
        else if (notes[node].overflow == RecordedOverflow::Present)
            present += name;
        // Nothing was compared: that no node has a partner is no finding.
        QCOMPARE(notes[node].verdict, RecordedVerdict::None);
    }
    QCOMPARE(born.join(' '), "Torch.log.0.forward"); // NaN of a negative number
    QCOMPARE(
        present.join(' '), "Functional.linear.8.forward Module.head.Linear.forward.0 Torch.log.0.backward");
    // APIs outside of modules are in their collection, one after the other.
    const GraphNode& cast = graph.node(graph.find("Tensor.to.0.forward"));
    QCOMPARE(textOf(graph.scope(cast)), "Apis_Between_Modules.0");
    QCOMPARE(graph.inputs(cast).size(), 1U);
    QVERIFY(graph.inputs(cast)[0].control);
    QCOMPARE(graph.inputs(cast)[0].from, graph.find("Torch.log.0.forward"));
    QVERIFY(graph.node(graph.find("Apis_Between_Modules.0")).kind == NodeKind::Module);
}

/// JSON and drawings have the verdicts.
void TestVisDb::outputs()
{
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(testData("msprobe/vis/compare_graphs.vis.db")));
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    const GraphView view {&*document, 0};
    std::string text;
    const auto sink = [&text](std::string_view part) { text += part; };
    JsonWriter json(sink, false);
    json.beginObject();
    writeGraphMembers(json, view);
    json.endObject();
    json.finish();
    const auto parsed = parseJson(text);
    QVERIFY(parsed.has_value());
    QStringList words;
    for (const JsonValue& node : parsed->find("nodes")->items) {
        const JsonValue* const verdict = node.find("verdict");
        QVERIFY(verdict != nullptr);
        words += verdict->isString() ? QString::fromStdString(verdict->text) : QStringLiteral("null");
    }
    QCOMPARE(words.join(' '), "unmatched pass warning error null");
    text.clear();
    writeGraphDot(view, sink);
    QCOMPARE(QString::fromStdString(text).count(QLatin1String("fillcolor")), 3);
}

/// One file has the graphs of all ranks: each goes with the tensors of its own.
void TestVisDb::ranks()
{
    OwnedTask task(1);
    const auto index = openDump(
        std::string(DUMPSCOPE_TEST_DATA "/msprobe/vis/compare_graphs.vis.db"), m_formats, {}, task);
    QVERIFY(index);
    const auto document = loadGraph(**index, FileId(0U), task);
    QVERIFY(document.has_value());
    QCOMPARE(document->graphs.size(), 4U);
    for (std::size_t graph = 0; graph < 4; ++graph)
        QCOMPARE(matchScope(**index, FileId(0U), *document->graphs[graph]).rank,
            std::optional<std::int64_t>(graph % 2));
}

void TestVisDb::otherColours_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("verdict"); // of a node at 0.5
    // The same number of bytes, so that the page of the database stays as it is.
    QTest::newRow("its own ranges") << QByteArray("[0.3, 0.6]") << QByteArray("[0.3, 0.5]") << "warning";
    QTest::newRow("between them") << QByteArray("[0.3, 0.6]") << QByteArray("[0.3, 0.4]") << "";
    QTest::newRow("no levels") << QByteArray("accuracy_level") << QByteArray("accuracy_xxxxx") << "";
    QTest::newRow("no JSON") << QByteArray("{\"#FFFCF3\"") << QByteArray("[\"#FFFCF3\"") << "";
}

void TestVisDb::otherColours()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, verdict);
    QByteArray changed = testData("msprobe/vis/compare_graphs.vis.db");
    QVERIFY(changed.contains(before));
    changed.replace(before, after);
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(changed));
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    QCOMPARE(verdictsOf(*document->graphs[0])[2], "Module.layers.1.mlp.0.Linear.backward.0=" + verdict);
}

void TestVisDb::damage_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("hasGraphs");
    QTest::newRow("figures") << QByteArray("{\"Module.head.Linear.forward.0.output.0\"")
                             << QByteArray("[\"Module.head.Linear.forward.0.output.0\"") << true;
    QTest::newRow("a column") << QByteArray("stack_id TEXT") << QByteArray("stack_no TEXT") << false;
    QTest::newRow("a table") << QByteArray("TABLE tb_nodes") << QByteArray("TABLE tb_notes") << false;
}

void TestVisDb::damage()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, hasGraphs);
    const QByteArray whole = testData("msprobe/vis/compare_graphs.vis.db");
    QByteArray changed = whole;
    QVERIFY(changed.contains(before));
    changed.replace(before, after);
    ReadFile file(*m_formats, "compare.vis.db", bytesOf(changed));
    const auto document = file.readGraph();
    QCOMPARE(document.has_value(), hasGraphs);
    if (document)
        QCOMPARE(document->problems.size(), 1U);
    // No crash, whatever is cut or changed.
    for (qsizetype at = 17; at < whole.size(); at += 997) {
        QByteArray flipped = whole;
        flipped[at] = static_cast<char>(~flipped[at]);
        ReadFile one(*m_formats, "flipped.vis.db", bytesOf(flipped));
        (void)one.readGraph();
        ReadFile other(*m_formats, "cut.vis.db", bytesOf(whole.left(at)));
        (void)other.readGraph();
    }
}

QTEST_GUILESS_MAIN(TestVisDb)
#include "tst_vis_db.moc"
