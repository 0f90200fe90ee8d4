// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_catalog.h"
#include "graph/graph_export.h"
#include "graph/graph_search.h"
#include "graph/graph_traversal.h"
#include "model/dump_folder.h"

#include "memory_source.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>

using namespace dumpscope::core;

namespace {

QString dataPath(const QString& name)
{
    return QStringLiteral(DUMPSCOPE_TEST_DATA "/") + name;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A graph in memory through the registry, as a folder would bring it.
Result<GraphDocument> graphOf(const QByteArray& bytes, const QString& path)
{
    static const auto formats = builtinFormats();
    static OwnedTask task(1);
    const std::string name = path.mid(path.lastIndexOf('/') + 1).toStdString();
    const MemorySource source(bytes.constData(), static_cast<std::size_t>(bytes.size()), name);
    const Bytes head = source.read(0, kProbeBytes).value();
    const FolderFacts folder;
    const NameFacts facts = formats->parseName(name, folder);
    Claim claim;
    Message whyNot;
    const Reader* reader
        = formats->claim({name, source.size(), head.span(), &folder, &facts}, claim, &whyNot);
    if (reader == nullptr)
        return fail(Code::NotRecognised, whyNot);
    return reader->readGraph({source, name, head.span(), folder, facts}, task);
}

Result<GraphDocument> graphOf(const QString& path)
{
    return graphOf(contentOf(path), path);
}

QString text(const Graph& graph, StringId id)
{
    const std::string_view view = graph.text(id);
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString propertyOf(const GraphDocument& document, std::string_view key)
{
    for (const auto& [name, value] : document.properties) {
        if (name == key)
            return QString::fromStdString(value);
    }
    return {};
}

QList<qint64> shapeOf(const Graph& graph, ShapeId id)
{
    const auto shape = graph.shape(id);
    return {shape.begin(), shape.end()};
}

QList<qint64> numbers(const QJsonValue& value)
{
    QList<qint64> list;
    for (const QJsonValue& number : value.toArray())
        list.append(number.toInteger());
    return list;
}

QString inputName(const Graph& graph, const GraphInput& input)
{
    return input.from.isValid() && !input.otherGraph ? text(graph, graph.node(input.from).name)
                                                     : text(graph, input.text);
}

QString messages(const GraphDocument& document)
{
    QString all;
    for (const Diagnostic& problem : document.problems)
        all += QString::fromStdString(problem.place.text() + ' ' + problem.message.text()) + '\n';
    return all;
}

void compareType(const Graph& graph, const GraphOutput& output, const QJsonObject& fact)
{
    const std::string_view dtype = dtypeName(output.dtype);
    QCOMPARE(QString::fromUtf8(dtype.data(), static_cast<qsizetype>(dtype.size())),
        fact["dtype"].toString().toLower());
    QCOMPARE(shapeOf(graph, output.shape), numbers(fact["shape"]));
    const std::string_view format = formatName(output.storageFormat);
    QCOMPARE(QString::fromUtf8(format.data(), static_cast<qsizetype>(format.size())),
        fact["device_format"].toString());
    QCOMPARE(shapeOf(graph, output.storageShape), numbers(fact["device_shape"]));
}

/// Operators by name and the edges to them; parameters by their place, as the two forms of one file
/// may name those without a name of their own differently.
struct Sets {
    QStringList operators, edges;
};

Sets setsOf(const Graph& graph)
{
    Sets sets;
    const auto source = [&](const GraphInput& input) {
        if (graph.node(input.from).kind != NodeKind::Parameter)
            return inputName(graph, input);
        const auto before = graph.nodes().first(input.from.value());
        return "parameter "
            + QString::number(std::ranges::count(before, NodeKind::Parameter, &GraphNode::kind));
    };
    for (const GraphNode& node : graph.nodes()) {
        if (node.opType.value() == 0)
            continue;
        sets.operators.append(text(graph, node.opType) + ' ' + text(graph, node.name));
        int place = 0;
        for (const GraphInput& input : graph.inputs(node)) {
            const int number = place++;
            if (!input.from.isValid() || graph.node(input.from).kind == NodeKind::Constant)
                continue;
            sets.edges.append(
                source(input) + " -> " + text(graph, node.name) + ':' + QString::number(number));
        }
    }
    sets.operators.sort();
    sets.edges.sort();
    return sets;
}

} // namespace

class TestMindsporeGraphs : public QObject {
    Q_OBJECT

private slots:
    void specifiedGraphs_data();
    void specifiedGraphs();
    void everyLineIsExplained_data();
    void everyLineIsExplained();
    void bothFormsAgree_data();
    void bothFormsAgree();
    void controlFlow();
    void savedSchema();
    void valueWithLineBreaks();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedBytes_data();
    void flippedBytes();
    void openBrackets();
    void executionOrder();
    void dumpAndGraph();
    void nothingReadHasAReason();
    void programLines();
    void walks();
};

/// Facts written from the specification, nine generations of the text.
void TestMindsporeGraphs::specifiedGraphs_data()
{
    QTest::addColumn<QJsonObject>("facts");
    const auto all
        = QJsonDocument::fromJson(contentOf(dataPath("mindspore-ascend-graphs/graphs.json"))).object();
    for (const QJsonValue& facts : all["graphs"].toArray())
        QTest::newRow(qPrintable(facts["generation"].toString())) << facts.toObject();
}

void TestMindsporeGraphs::specifiedGraphs()
{
    QFETCH(QJsonObject, facts);
    const auto document = graphOf(dataPath("mindspore-ascend-graphs/" + facts["path"].toString()));
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    QVERIFY2(document->problems.empty(), qPrintable(messages(*document)));
    QCOMPARE(document->graphs.size(), 1U);
    const Graph& graph = *document->graphs.front();
    QCOMPARE(QString::fromStdString(graph.name), facts["graph"].toString());
    QVERIFY(graph.isEntry);
    QCOMPARE(graph.results().size(), 1U);

    std::vector<const GraphNode*> parameters, operators;
    for (const GraphNode& node : graph.nodes())
        (node.opType.value() == 0 ? parameters : operators).push_back(&node);
    const QJsonArray knownParameters = facts["parameters"].toArray();
    QCOMPARE(parameters.size(), static_cast<std::size_t>(knownParameters.size()));
    for (qsizetype i = 0; i < knownParameters.size(); ++i) {
        const QJsonObject fact = knownParameters[i].toObject();
        const GraphNode& node = *parameters[static_cast<std::size_t>(i)];
        QCOMPARE(text(graph, node.name), fact["name"].toString());
        QCOMPARE(
            text(graph, node.id), QString("%para%1").replace("%1", QString::number(fact["index"].toInt())));
        QCOMPARE(node.isWeight, fact["is_weight"].toBool());
        compareType(graph, graph.outputs(node).front(), fact);
    }
    const QJsonArray known = facts["node_list"].toArray();
    QCOMPARE(operators.size(), static_cast<std::size_t>(facts["nodes"].toInt()));
    int fromNodes = 0, fromParameters = 0;
    for (qsizetype i = 0; i < known.size(); ++i) {
        const QJsonObject fact = known[i].toObject();
        const GraphNode& node = *operators[static_cast<std::size_t>(i)];
        QCOMPARE(text(graph, node.id), '%' + QString::number(fact["number"].toInt()));
        QCOMPARE(text(graph, node.opType), fact["op"].toString());
        QCOMPARE(text(graph, node.name), fact["full_name"].toString());
        QStringList inputs;
        for (const GraphInput& input : graph.inputs(node)) {
            inputs.append(inputName(graph, input));
            if (input.from.isValid())
                ++(graph.node(input.from).kind == NodeKind::Parameter ? fromParameters : fromNodes);
        }
        QStringList knownInputs;
        for (const QJsonValue& input : fact["inputs"].toArray())
            knownInputs.append(input.toString());
        QCOMPARE(inputs, knownInputs);
        compareType(graph, graph.outputs(node).front(), fact);
        QStringList attributes, knownAttributes;
        for (const GraphAttribute& attribute : graph.attributesOf(node)) {
            if (attribute.origin == AttributeOrigin::Operator)
                attributes.append(text(graph, attribute.key));
        }
        attributes.sort();
        for (const QJsonValue& attribute : fact["attributes"].toArray())
            knownAttributes.append(attribute.toString());
        QCOMPARE(attributes, knownAttributes);
        QCOMPARE(graph.sources(node).size(), static_cast<std::size_t>(fact["frames"].toInt()));
        const SourcePlace& innermost = graph.sources(node).front();
        const QJsonObject source = fact["innermost_source"].toObject();
        QCOMPARE(text(graph, innermost.file), source["file"].toString());
        QCOMPARE(static_cast<int>(innermost.line), source["line"].toInt());
        QCOMPARE(text(graph, innermost.code), source["code"].toString());
    }
    QCOMPARE(fromNodes, facts["edges_between_nodes"].toInt());
    QCOMPARE(fromParameters, facts["edges_from_parameters"].toInt());
}

void TestMindsporeGraphs::everyLineIsExplained_data()
{
    QTest::addColumn<QString>("path");
    QDirIterator files(
        QStringLiteral(DUMPSCOPE_TEST_DATA), {"*.ir"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        QTest::newRow(qPrintable(path.mid(qstrlen(DUMPSCOPE_TEST_DATA)))) << path;
    }
}

void TestMindsporeGraphs::everyLineIsExplained()
{
    QFETCH(QString, path);
    const auto document = graphOf(path);
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    QCOMPARE(propertyOf(*document, "unexplained_lines"), QString("0"));
    const auto newlines = contentOf(path).count('\n');
    QCOMPARE(propertyOf(*document, "lines").toLongLong(), newlines);
    QVERIFY2(document->problems.empty(), qPrintable(messages(*document)));
}

void TestMindsporeGraphs::bothFormsAgree_data()
{
    QTest::addColumn<QString>("stem");
    for (int graph = 0; graph < 8; ++graph)
        QTest::addRow("control %d", graph)
            << QString("mindspore/control-ms210/rank_0/graphs/ms_output_trace_code_graph_%1").arg(graph);
    QTest::newRow("lenet 1.6") << "mindspore/lenet-ms16-tensor/rank_0/graphs/ms_output_trace_code_graph_0";
}

void TestMindsporeGraphs::bothFormsAgree()
{
    QFETCH(QString, stem);
    const auto ir = graphOf(dataPath(stem + ".ir"));
    const auto pb = graphOf(dataPath(stem + ".pb"));
    QVERIFY(ir && pb);
    const Sets left = setsOf(*ir->graphs.front());
    const Sets right = setsOf(*pb->graphs.front());
    QCOMPARE(left.operators, right.operators);
    QCOMPARE(left.edges, right.edges);
    QCOMPARE(pb->graphs.front()->graphId, ir->graphs.front()->graphId);
    QCOMPARE(propertyOf(*pb, "schema"), QString("debug_graph.proto (of the dump)"));
}

/// `while` and `if` of one program: what the file says by eye.
void TestMindsporeGraphs::controlFlow()
{
    const auto document = graphOf(dataPath("mindspore/save-graphs/ms210_validate.ir"));
    QVERIFY(document);
    QCOMPARE(document->graphs.size(), 7U);
    const Graph& loop = *document->graphs[0];
    QCOMPARE(QString::fromStdString(loop.name), QString("29_3_↵__main___Control_construct_129"));
    const GraphNode& call = loop.node(loop.find("%4"));
    QCOMPARE(text(loop, call.opType), QString("call"));
    QCOMPARE(text(loop, call.label), QString("CNode_181"));
    QCOMPARE(loop.called(call).size(), 2U);
    QCOMPARE(QString::fromStdString(document->graphs[loop.called(call)[0]]->name),
        QString("30_4_↻__main___Control_construct_153"));
    const GraphNode& parameter = loop.node(loop.find("w"));
    QCOMPARE(shapeOf(loop, loop.outputs(parameter).front().shape), QList<qint64> {2});
    const Graph& entry = entryGraph(*document);
    QCOMPARE(QString::fromStdString(entry.name), QString("28_1___main___Control_construct_127"));
    QVERIFY(std::ranges::find(
                entry.attributes, std::pair<std::string, std::string>("jit_config.debug_level", "RELEASE"))
        != entry.attributes.end());
    // A parameter of one graph read in another, found across the document.
    const auto old = graphOf(dataPath("mindspore/save-graphs/ms13_auto_monad.ir"));
    QVERIFY(old);
    int across = 0;
    for (std::size_t g = 0; g < old->graphs.size(); ++g) {
        for (const GraphNode& node : old->graphs[g]->nodes()) {
            for (const GraphInput& input : old->graphs[g]->inputs(node)) {
                if (!input.otherGraph)
                    continue;
                ++across;
                QVERIFY2(
                    old->producer(g, input).second.isValid(), qPrintable(text(*old->graphs[g], input.text)));
            }
        }
    }
    QVERIFY(across > 0);
}

void TestMindsporeGraphs::savedSchema()
{
    const auto document = graphOf(dataPath("mindspore/save-graphs/ms_output_after_opt_0.pb"));
    QVERIFY(document);
    QCOMPARE(propertyOf(*document, "schema"), QString("anf_ir.proto (of save_graphs)"));
    QCOMPARE(document->problems.size(), 1U);
    QCOMPARE(document->problems.front().severity, Severity::Hint);
}

void TestMindsporeGraphs::valueWithLineBreaks()
{
    const QByteArray ir
        = "# IR entry: @kernel_graph0\n# Total subgraphs: 1\n\n# Total params: 1\n# Params:\n"
          "%para1_x: <Tensor[Float32], (2)>\n\nsubgraph attr:\n\nsubgraph @kernel_graph0() {\n"
          "  %0(CNode_1) = Custom(%para1_x) primitive_attrs: {func: \"def f(a):\n  return (a\n\", n: "
          "I64(1)}\n"
          "      : (<Tensor[Float32], (2)>) -> (<Tensor[Float32], (2)>)\n"
          "      # Fullname with scope: (Default/Custom-op0)\n"
          "  Return(%0)\n      : (<Tensor[Float32], (2)>)\n}\n\n\n";
    const auto document = graphOf(ir, "a.ir");
    QVERIFY(document);
    QVERIFY2(document->problems.empty(), qPrintable(messages(*document)));
    const Graph& graph = *document->graphs.front();
    const GraphNode& node = graph.node(graph.find("Default/Custom-op0"));
    QCOMPARE(graph.attribute(node, "func"), std::optional<std::string_view>("def f(a):\n  return (a\n"));
    QCOMPARE(graph.attribute(node, "n"), std::optional<std::string_view>("1"));
}

void TestMindsporeGraphs::cutAnywhere_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("2.7 text")
        << "mindspore-ascend-graphs/ir/2.7/rank_0/graphs/ms_output_trace_code_graph_8.ir";
    QTest::newRow("1.1 text")
        << "mindspore-ascend-graphs/ir/1.1/rank_0/graphs/ms_output_trace_code_graph_1.ir";
    QTest::newRow("proto") << "mindspore/control-ms210/rank_0/graphs/ms_output_trace_code_graph_7.pb";
    QTest::newRow("actors") << "mindspore/save-graphs/ms210_actor_set.ir";
}

void TestMindsporeGraphs::cutAnywhere()
{
    QFETCH(QString, path);
    const QByteArray whole = contentOf(dataPath(path));
    QVERIFY(!whole.isEmpty());
    // Behind the end of a graph a text may stop at any line; a proto has no end, so a field may be last.
    const qsizetype graphEnd = path.endsWith(".ir") && !path.contains("actor") ? whole.lastIndexOf('}') : 0;
    for (qsizetype length = 0; length < whole.size(); ++length) {
        const auto document = graphOf(whole.left(length), path);
        if (length < graphEnd)
            QVERIFY2(!document || !document->problems.empty(), qPrintable(QString::number(length)));
        if (!document)
            QVERIFY(!document.error().message.empty());
    }
}

void TestMindsporeGraphs::flippedBytes_data()
{
    cutAnywhere_data();
}

void TestMindsporeGraphs::flippedBytes()
{
    QFETCH(QString, path);
    const QByteArray whole = contentOf(dataPath(path));
    for (qsizetype at = 0; at < whole.size(); ++at) {
        QByteArray damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        const auto document = graphOf(damaged, path);
        QVERIFY(document || !document.error().message.empty());
    }
}

/// Brackets that never close must cost neither stack nor quadratic time.
void TestMindsporeGraphs::openBrackets()
{
    QByteArray ir = "# IR entry: @g\n\nsubgraph @g() {\n";
    for (int i = 0; i < 20000; ++i)
        ir += "  %" + QByteArray::number(i) + "(a) = Add((((\"(\n";
    ir += "  %99999(a) = Add(" + QByteArray(1000000, '[') + "\n";
    QElapsedTimer timer;
    timer.start();
    const auto document = graphOf(ir, "a.ir");
    QVERIFY(document);
    QVERIFY(!document->problems.empty());
    QVERIFY2(timer.elapsed() < 30000, qPrintable(QString::number(timer.elapsed())));
}

void TestMindsporeGraphs::executionOrder()
{
    const auto document
        = graphOf(dataPath("mindspore/control-ms210/rank_0/execution_order/ms_execution_order_graph_7.csv"));
    QVERIFY(document);
    const Graph& graph = *document->graphs.front();
    QCOMPARE(graph.graphId, std::optional<std::int64_t>(7));
    QCOMPARE(graph.nodes().size(), 2U);
    QCOMPARE(graph.nodes()[1].execIndex, 1U);
    QVERIFY(graph.inputs(graph.nodes()[1]).front().control);
}

void TestMindsporeGraphs::nothingReadHasAReason()
{
    const QTemporaryDir folder;
    OwnedTask task(2);
    const auto whyNot = [&]() -> QString {
        const auto index = openDump(folder.path().toStdString(), builtinFormats(), {}, task);
        const auto ranked = readLikeliestGraph(**index, index->get(), std::nullopt, task);
        const auto why = whyNothingRead(*ranked);
        return why ? QString::fromStdString(why->text()) : QString();
    };
    QCOMPARE(whyNot(), QString());
    const auto write = [&](const char* name) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(3000, '\xfe'));
    };
    write("x.onnx");
    QVERIFY2(whyNot().startsWith(QLatin1String("x.onnx: malformed protobuf")), qPrintable(whyNot()));
    write("y.onnx");
    QVERIFY2(
        whyNot().contains(QLatin1String("none of 2 graph files can be read; this one: malformed protobuf")),
        qPrintable(whyNot()));
}

/// Every entry of a real dump finds its node; the graph gets its order.
void TestMindsporeGraphs::dumpAndGraph()
{
    OwnedTask task(2);
    const auto index
        = openDump(dataPath("mindspore/control-ms210").toStdString(), builtinFormats(), {}, task);
    QVERIFY(index);
    const auto candidates = rankGraphs(**index, index->get(), task);
    QVERIFY(candidates);
    QCOMPARE(candidates->size(), 24U); // eight graphs as text, as proto and as order
    const GraphCandidate& first = candidates->front();
    QCOMPARE(QString::fromStdString(first.format), QString("mindspore-ir"));
    QCOMPARE(QString::fromStdString(first.stage), QString("trace_code"));
    QVERIFY(first.matched > 0);
    // Who wants the first only has it read already.
    const auto likeliest = readLikeliestGraph(**index, index->get(), std::nullopt, task);
    QVERIFY(likeliest && likeliest->likeliest);
    QCOMPARE(*likeliest->likeliest, std::size_t {0});
    QCOMPARE(likeliest->candidates.size(), candidates->size());
    QCOMPARE(likeliest->candidates.front().path, first.path);
    QCOMPARE(entryGraph(likeliest->document).name, first.name);
    QCOMPARE(likeliest->match.matchedEntries, first.matched);
    const auto ofRank = readLikeliestGraph(**index, index->get(), 7, task); // there is none: the likeliest
    QVERIFY(ofRank && ofRank->likeliest == std::optional<std::size_t>(0));
    std::uint64_t entries = 0, matched = 0;
    for (const GraphCandidate& candidate : *candidates) {
        if (candidate.format != "mindspore-ir")
            continue;
        entries += candidate.entries;
        matched += candidate.matched;
        const auto document = loadGraph(**index, candidate.file, task);
        QVERIFY(document);
        const Graph& graph = entryGraph(*document);
        const GraphMatch match = matchGraph(graph, **index, matchScope(**index, candidate.file, graph));
        for (const GraphMatch::Unmatched& unmatched : match.unmatched)
            QVERIFY(!unmatched.reason.empty());
        for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
            for (const TensorId tensor : match.tensorsOf(NodeId(n)))
                QCOMPARE((*index)->tensor(tensor).execIndex, graph.nodes()[n].execIndex);
        }
    }
    QCOMPARE(matched, entries);
    QCOMPARE(entries, static_cast<std::uint64_t>((*index)->tensorCount()));
}

void TestMindsporeGraphs::programLines()
{
    const auto document
        = graphOf(dataPath("mindspore-ascend-graphs/ir/2.7/rank_0/graphs/ms_output_trace_code_graph_8.ir"));
    QVERIFY(document);
    const Graph& graph = *document->graphs.front();
    const auto at = [&](const char* place) {
        QStringList names;
        for (const NodeId node : nodesOfLine(graph, *parseSourceLine(place)))
            names.append(text(graph, graph.node(node).opType));
        return names;
    };
    QCOMPARE(at("train_net.py:41"), QStringList {"Conv2D"});
    QCOMPARE(at("./train_net.py:44"), (QStringList {"Load", "MatMul"}));
    QCOMPARE(at("net.py:41"), QStringList {});
    QVERIFY(!parseSourceLine("train_net.py"));
}

void TestMindsporeGraphs::walks()
{
    const auto document
        = graphOf(dataPath("mindspore-ascend-graphs/ir/2.7/rank_0/graphs/ms_output_trace_code_graph_8.ir"));
    QVERIFY(document);
    const Graph& graph = *document->graphs.front();
    const auto ids = [&](const std::vector<NodeId>& nodes) {
        QStringList names;
        for (const NodeId node : nodes)
            names.append(text(graph, graph.node(node).id));
        return names;
    };
    const NodeId convolution = graph.find("%1"), product = graph.find("%5"), weight = graph.find("fc.weight");
    QCOMPARE(
        ids(upstreamOf(graph, std::span(&convolution, 1))), (QStringList {"%para1", "%para2", "%0", "%1"}));
    QCOMPARE(ids(downstreamOf(graph, std::span(&weight, 1))), (QStringList {"%para3", "%4", "%5", "%6"}));
    QCOMPARE(ids(neighbourhoodOf(graph, std::span(&product, 1), 1)), (QStringList {"%3", "%4", "%5", "%6"}));
    const PathsBetween paths = pathsBetween(graph, product, convolution);
    QVERIFY(paths.reversed);
    QCOMPARE(ids(paths.shortest), (QStringList {"%1", "%2", "%3", "%5"}));
    QVERIFY(pathsBetween(graph, weight, convolution).nodes.empty());
    std::vector<NamedNode> nearest;
    const auto found = findNode(*document, "Conv2D-op6", nearest);
    QVERIFY(found && found->has_value());
    QCOMPARE((*found)->node, convolution);
    std::string dot;
    writeGraphDot({&*document, 0, nullptr, nullptr, nullptr}, [&](std::string_view part) { dot += part; });
    QCOMPARE(QString::fromStdString(dot).count(" -> "), 9);
}

QTEST_APPLESS_MAIN(TestMindsporeGraphs)
#include "tst_mindspore_graphs.moc"
