// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/ge/ge_graph_naming.h"
#include "records/attribute_text.h"

#include "graph_reading.h"
#include "qt_bytes.h"

#include <QJsonArray>
#include <QTest>

using namespace dumpscope::core;

namespace {

constexpr auto kProto = "ge_proto_00000019_graph_11_Build.txt";
constexpr auto kOnnx = "ge_onnx_00000019_graph_11_Build.pbtxt";
constexpr auto kReadable = "ge_readable_00000021_graph_11_Build.txt";

QString asText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList asTexts(const QJsonValue& list)
{
    QStringList texts;
    for (const auto value : list.toArray())
        texts.append(value.toString());
    return texts;
}

Shape asShape(const QJsonValue& list)
{
    Shape shape;
    for (const auto value : list.toArray())
        shape.push_back(value.toInteger());
    return shape;
}

} // namespace

/// Expected values: facts.json of the scenario the files come from, written by the program that made
/// them; binary and JSON were made from the text by protoc and Python.
class TestGeGraphs : public QObject {
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void counts_data();
    void counts();
    void nodes_data();
    void nodes();
    void readable();
    void syntax();
    void sameInEverySpelling();
    void attributes();
    void damage_data();
    void damage();
    void deepNesting();
};

void TestGeGraphs::names_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("parts");
    QTest::newRow("proto") << QByteArray(kProto) << "proto 19 0 11 Build";
    QTest::newRow("aclop") << QByteArray("ge_proto_00000002_aclop_graph_4_PreRunBegin.txt")
                           << "proto 2 1 4 PreRunBegin";
    QTest::newRow("onnx aclop") << QByteArray("ge_onnx_00000002_aclop_graph_4_Build.pbtxt")
                                << "onnx 2 1 4 Build";
    QTest::newRow("old") << QByteArray("ge_proto_00012_Build.txt") << "proto 12 0 - Build";
    QTest::newRow("sub-graph") << QByteArray("ge_proto_00000001_graph_0_a_b_sub_graph_3.txt")
                               << "proto 1 0 0 a_b_sub_graph_3";
    QTest::newRow("readable") << QByteArray(kReadable) << "readable 21 0 11 Build";
    QTest::newRow("other") << QByteArray("ge_proto_x_Build.txt") << "";
    QTest::newRow("wrong extension") << QByteArray("ge_onnx_00000001_graph_0_Build.txt") << "";
}

void TestGeGraphs::names()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, parts);
    const auto parsed = parseGeGraphName({name.constData(), std::size_t(name.size())});
    QString text;
    if (parsed)
        text = QStringLiteral("%1 %2 %3 %4 %5")
                   .arg(asText(parsed->kind))
                   .arg(parsed->sequence)
                   .arg(int(parsed->singleOperator))
                   .arg(parsed->graphId ? QString::number(*parsed->graphId) : QStringLiteral("-"))
                   .arg(asText(parsed->stage));
    QCOMPARE(text, parts);
}

void TestGeGraphs::counts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("family");
    QTest::newRow("proto") << kProto << "ge-proto";
    QTest::newRow("onnx") << kOnnx << "ge-onnx";
}

void TestGeGraphs::counts()
{
    QFETCH(QString, file);
    QFETCH(QString, family);
    ReadGraph read(file, testData("graphs/" + file));
    QCOMPARE(asText(read.family()), family);
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    QJsonObject facts;
    for (const auto entry : testJson("graphs/ge_facts.json")["graph_files"].toArray()) {
        if (entry.toObject()["path"].toString() == file)
            facts = entry.toObject();
    }
    const QJsonArray graphs = facts["graphs"].toArray();
    QCOMPARE(read.document()->graphs.size(), std::size_t(graphs.size()));
    for (qsizetype i = 0; i < graphs.size(); ++i) {
        const QJsonObject expected = graphs[i].toObject();
        const Graph* graph = read.graph(expected["name"].toString().toStdString());
        QVERIFY(graph);
        int data = 0, control = 0, open = 0;
        QMap<QString, int> types;
        for (const GraphNode& node : graph->nodes()) {
            ++types[asText(graph->text(node.opType))];
            for (const GraphInput& input : graph->inputs(node)) {
                control += input.control;
                data += input.from.isValid() && !input.control;
                open += !input.from.isValid();
            }
        }
        QCOMPARE(int(graph->nodes().size()), expected["nodes"].toInt());
        QCOMPARE(data, expected["data_edges"].toInt());
        QCOMPARE(control, expected["control_edges"].toInt());
        QCOMPARE(open, expected["unconnected_inputs"].toInt());
        const QJsonObject expectedTypes = expected["types"].toObject();
        QCOMPARE(types.size(), expectedTypes.size());
        for (auto type = types.cbegin(); type != types.cend(); ++type)
            QCOMPARE(type.value(), expectedTypes[type.key()].toInt());
    }
    QCOMPARE(asText(read.property("stage")), facts["stage"].toString());
    QCOMPARE(asText(read.property("sequence")), QString::number(facts["sequence"].toInt()));
    QCOMPARE(asText(read.property("graph_id")), QString::number(facts["graph_id"].toInt()));
}

void TestGeGraphs::nodes_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("proto") << kProto;
    QTest::newRow("binary") << "ge_build.pb";
    QTest::newRow("json") << "ge_build.json";
}

void TestGeGraphs::nodes()
{
    QFETCH(QString, file);
    ReadGraph read(file, testData("graphs/" + file));
    QVERIFY2(read.document(), read.error().c_str());
    const Graph& graph = *read.document()->graphs.front();
    QVERIFY(graph.isEntry);
    const QJsonArray details = testJson("graphs/ge_facts.json")["node_details"].toArray();
    QVERIFY(!details.isEmpty());
    for (const auto entry : details) {
        const QJsonObject expected = entry.toObject();
        const NodeId id = graph.find(expected["node"].toString().toStdString());
        QVERIFY2(id.isValid(), qPrintable(expected["node"].toString()));
        const GraphNode& node = graph.node(id);
        QCOMPARE(asText(graph.text(node.opType)), expected["type"].toString());
        QCOMPARE(asText(graph.attribute(node, "stream_id").value_or("")),
            QString::number(expected["stream_id"].toInt()));
        QCOMPARE(int(graph.outputs(node).size()), expected["outputs"].toInt());
        QStringList data, control;
        for (const GraphInput& input : graph.inputs(node)) {
            const QString from
                = input.from.isValid() ? asText(graph.text(graph.node(input.from).name)) : QString();
            if (input.control)
                control.append(from);
            else
                data.append(from.isEmpty() ? from : from + ':' + QString::number(input.slot));
        }
        QCOMPARE(data, asTexts(expected["data_inputs"]));
        QCOMPARE(control, asTexts(expected["control_inputs"]));
        if (expected["outputs"].toInt() > 0) {
            const GraphOutput& output = graph.outputs(node).front();
            QCOMPARE(asText(graph.text(output.dtypeText)), expected["dtype"].toString());
            const auto stored = graph.shape(output.storageShape);
            QVERIFY(output.storageShape.isValid());
            QCOMPARE(Shape(stored.begin(), stored.end()), asShape(expected["shape"]));
            QCOMPARE(asText(formatName(output.storageFormat)), expected["layout"].toString());
            const auto logical = graph.shape(output.shape);
            const QJsonValue& origin
                = expected["origin_shape"].isNull() ? expected["shape"] : expected["origin_shape"];
            QCOMPARE(Shape(logical.begin(), logical.end()), asShape(origin));
            if (!expected["origin_format"].isNull())
                QCOMPARE(asText(formatName(output.format)), expected["origin_format"].toString());
        }
        const auto originals = graph.attribute(node, "_datadump_original_op_names");
        QCOMPARE(originals.has_value(), !expected["original_op_names"].isNull());
        QStringList names;
        for (const std::string& name : attributeTexts(originals.value_or(""), AttributeType::Texts))
            names.append(asText(name));
        QCOMPARE(names, asTexts(expected["original_op_names"]));
        QCOMPARE(asText(graph.attribute(node, "output_desc_attr__datadump_origin_name:0").value_or("")),
            expected["datadump_origin_name"].toString());
        QCOMPARE(graph.attribute(node, "_no_task") == "true", expected["no_task"].toBool());
        QStringList called;
        for (const std::uint32_t number : graph.called(node))
            called.append(QString::fromStdString(read.document()->graphs[number]->name));
        QCOMPARE(called, asTexts(expected["subgraphs"]));
    }
}

void TestGeGraphs::readable()
{
    ReadGraph read(kReadable, testData(QStringLiteral("graphs/") + kReadable));
    QCOMPARE(read.family(), std::string("ge-readable"));
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    const Graph& graph = *read.document()->graphs.front();
    QCOMPARE(graph.name, std::string("g_readable"));
    QCOMPARE(graph.nodes().size(), std::size_t(4));
    std::size_t edges = 0;
    for (const GraphNode& node : graph.nodes())
        edges += graph.inputs(node).size();
    QCOMPARE(edges, std::size_t(5));
    const GraphNode& add = graph.node(graph.find("sum"));
    QCOMPARE(graph.text(add.opType), std::string_view("Add"));
    QCOMPARE(graph.text(graph.node(graph.inputs(add)[1].from).name), std::string_view("split"));
    QCOMPARE(graph.inputs(add)[1].slot, 1U);
    QCOMPARE(graph.attribute(graph.node(graph.find("cat")), "N").value_or(""), std::string_view("2"));
    QCOMPARE(graph.outputs(graph.node(graph.find("split"))).size(), std::size_t(2));
    QCOMPARE(graph.results().size(), std::size_t(1));
    QCOMPARE(graph.node(graph.results()[0].from).name, graph.node(graph.find("cat")).name);
}

/// Comments, both quotes, adjacent literals, escapes, angle brackets, lists, hexadecimal and octal
/// numbers, commas and semicolons.
void TestGeGraphs::syntax()
{
    const QJsonObject facts = testJson("graphs/ge_facts.json")["syntax"].toObject();
    const QString file = facts["path"].toString();
    ReadGraph read(file, testData("graphs/" + file));
    QCOMPARE(read.family(), std::string("ge-proto"));
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    const Graph& graph = *read.document()->graphs.front();
    QCOMPARE(QString::fromStdString(graph.name), facts["root"].toString());
    for (const auto entry : facts["ops"].toArray()) {
        const QJsonObject op = entry.toObject();
        const NodeId id = graph.find(op["name"].toString().toStdString());
        QVERIFY(id.isValid());
        const GraphNode& node = graph.node(id);
        QCOMPARE(asText(graph.text(node.opType)), op["type"].toString());
        QCOMPARE(graph.inputs(node).size(), std::size_t(op["inputs"].toArray().size()));
        QCOMPARE(asText(*graph.attribute(node, "id")), QString::number(op["id"].toInt()));
        QCOMPARE(asText(*graph.attribute(node, "stream_id")), QString::number(op["stream_id"].toInt()));
        const auto shape = graph.shape(graph.outputs(node)[0].shape);
        QCOMPARE(Shape(shape.begin(), shape.end()), asShape(op["output_shapes"].toArray()[0]));
    }
    const GraphNode& first = graph.node(graph.find("abc"));
    QCOMPARE(asText(*graph.attribute(first, "label")), facts["label_attr"].toString());
    QCOMPARE(graph.outputs(first)[0].dtype, DType::Float32); // dtype: 1
    const GraphNode& second = graph.node(graph.find("d"));
    QVERIFY(graph.inputs(second)[2].control);
    QCOMPARE(graph.outputs(second)[0].dtype, DType::Float16);
}

void TestGeGraphs::sameInEverySpelling()
{
    ReadGraph text(kProto, testData(QStringLiteral("graphs/") + kProto));
    ReadGraph binary("model.pb", testData("graphs/ge_build.pb"));
    ReadGraph json("fusion.json", testData("graphs/ge_build.json"));
    QCOMPARE(binary.family(), std::string("ge-binary"));
    QCOMPARE(json.family(), std::string("ge-json"));
    QCOMPARE(binary.summary(), text.summary());
    QCOMPARE(json.summary(), text.summary());
}

void TestGeGraphs::attributes()
{
    const QByteArray text = R"(graph { name: "g" op { name: "n" type: "T"
  attr { key: "a" value { list { s: "x,y" s: "q\"" } } }
  attr { key: "b" value { list { i: 1 i: -2 val_type: VT_LIST_INT } } }
  attr { key: "c" value { f: 0.1 } }
  attr { key: "d" value { b: false } }
  attr { key: "e" value { list { } } }
  attr { key: "f" value { list_list_int { list_list_i { list_i: 1 list_i: 2 } list_list_i { } } } }
  attr { key: "g" value { dt: 1 } }
  attr { key: "h" value { t { desc { dtype: DT_FLOAT shape { dim: 2 } } data: "12345678" } } }
  attr { key: "i" value { g { name: "inner" op { name: "m" type: "U" } } } }
  attr { key: "j" value { func { name: "fn" attr { key: "k" value { i: 3 } } } } }
  attr { key: "k" value { s: "\377\001" } }
  attr_groups { other_group_def { attr { key: "}" value { s: '"' } } } }
} })";
    ReadGraph read("ge_proto_00000000_graph_0_Build.txt", text);
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    const Graph& graph = *read.document()->graphs.front();
    const GraphNode& node = graph.node(graph.find("n"));
    const auto value
        = [&](std::string_view key) { return asText(graph.attribute(node, key).value_or("missing")); };
    QCOMPARE(value("a"), QStringLiteral(R"(["x,y","q\""])"));
    QCOMPARE(attributeTexts(*graph.attribute(node, "a"), AttributeType::Texts),
        (std::vector<std::string> {"x,y", "q\""}));
    QCOMPARE(value("b"), QStringLiteral("[1,-2]"));
    QCOMPARE(value("c"), QStringLiteral("0.1"));
    QCOMPARE(value("d"), QStringLiteral("false"));
    QCOMPARE(value("e"), QStringLiteral("[]"));
    QCOMPARE(value("f"), QStringLiteral("[[1,2],[]]"));
    QCOMPARE(value("g"), QStringLiteral("float16")); // ge::DataType, not ge.proto.DataType
    QVERIFY(value("h").startsWith(QStringLiteral("DT_FLOAT[2], 10 bytes at ")));
    QCOMPARE(value("i"), QStringLiteral("inner"));
    QCOMPARE(value("j"), QStringLiteral("fn(k=3)"));
    QCOMPARE(value("k"), QStringLiteral("%FF%01"));
    QCOMPARE(graph.called(node).size(), std::size_t(1));
    QCOMPARE(read.document()->graphs[graph.called(node)[0]]->name, std::string("inner"));
}

void TestGeGraphs::damage_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {kProto, kOnnx, kReadable, "ge_build.pb", "ge_build.json"})
        QTest::newRow(file) << file;
}

/// Cut anywhere: what is in front of the cut, and a reason.
void TestGeGraphs::damage()
{
    QFETCH(QString, file);
    const QByteArray all = testData("graphs/" + file);
    const ReadGraph whole(file, all);
    const auto* reader = ReadGraph::formats().findReader(whole.family());
    QVERIFY(reader);
    std::size_t nodes = 0;
    const qsizetype step = std::max<qsizetype>(1, all.size() / 400);
    for (qsizetype length = 0; length < all.size() - 3; length += step) {
        const ReadGraph cut(file, all.left(length), reader);
        if (!cut.document()) {
            QVERIFY(!cut.error().empty());
            continue;
        }
        QVERIFY2(!cut.document()->problems.empty(), qPrintable(QString::number(length)));
        std::size_t now = 0;
        for (const auto& graph : cut.document()->graphs)
            now += graph->nodes().size();
        QVERIFY(now >= nodes);
        nodes = now;
    }
    for (qsizetype at = 0; at < all.size(); at += step) {
        QByteArray flipped = all;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x15);
        const ReadGraph read(file, flipped, reader); // must not crash
        QVERIFY(read.document() || !read.error().empty());
    }
}

void TestGeGraphs::deepNesting()
{
    constexpr int kLevels = 5000;
    QByteArray text;
    for (int i = 0; i < kLevels; ++i)
        text += i == 0 ? "graph { op { attr { value { g { " : "op { attr { value { g { ";
    ReadGraph read("ge_proto_00000000_graph_0_Build.txt", text);
    QVERIFY(read.document());
    QCOMPARE(read.document()->problems.front().code, Code::Limit);
}

QTEST_APPLESS_MAIN(TestGeGraphs)
#include "tst_ge_graphs.moc"
