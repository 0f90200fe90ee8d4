// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph_reading.h"

#include "protobuf_message.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "temporary_folder.h"

#include "model/dump_folder.h"
#include "model/tensor_store.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

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

QByteArray graphData(const QString& file)
{
    return testData("graphs/" + file);
}

} // namespace

/// ONNX against what the package onnx says of the same files; TensorFlow against the text the file was
/// made from.
class TestModelGraphs : public QObject {
    Q_OBJECT

private slots:
    void onnxStructure_data();
    void onnxStructure();
    void onnxNames();
    void onnxBodies();
    void onnxSpecial();
    void tensorflow_data();
    void tensorflow();
    void initializersAreTensors();
    void numbersInEveryField();
    void numbersInAnotherFile();
    void cutModel();
    void graphDocument();
    void claims_data();
    void claims();
    void damage_data();
    void damage();
};

/// Names, types and values are those that the package onnx gives.
void TestModelGraphs::initializersAreTensors()
{
    const auto formats = builtinFormats();
    ReadFile read(*formats, "transformer_encoder.onnx", toBytes(testData("models/transformer_encoder.onnx")));
    QCOMPARE(read.family(), std::string("onnx"));
    QCOMPARE(read.tensors().size(), std::size_t {20});
    const TensorRecord* const bias = read.find(Io::Parameter, 0, "ln1.b");
    QVERIFY(bias);
    QCOMPARE(bias->opName, std::string("ln1.b"));
    QCOMPARE(bias->opType, std::string("Initializer"));
    QCOMPARE(bias->dtype, DType::Float32);
    QCOMPARE(bias->shape, Shape {32});
    const auto view = read.open(*bias);
    QVERIFY(view);
    const auto values = elementValues(*view);
    QVERIFY(values);
    double sum = 0;
    for (const double value : *values)
        sum += value;
    QVERIFY(std::abs(sum - -0.11071506608277559) < 1e-12);
    const TensorRecord* const constant = read.find(Io::Output, 0, "const_sqrt_dk");
    QVERIFY(constant);
    QCOMPARE(constant->opType, std::string("Constant"));
    const auto scalar = read.open(*constant);
    QVERIFY(scalar);
    QCOMPARE(elementValues(*scalar).value(), std::vector<double> {static_cast<double>(2.828427F)});
}

void TestModelGraphs::numbersInEveryField()
{
    const auto tensor = [](const QByteArray& name, std::uint64_t dtype, std::uint64_t count) {
        return ProtobufMessage().varint(1, count).varint(2, dtype).bytes(8, name);
    };
    ProtobufMessage halves, longs;
    for (const std::uint64_t value : {0x3C00U, 0xC000U}) // 1, -2 as float16
        halves.number(value);
    for (const std::int64_t value : {-3LL, 4LL})
        longs.number(static_cast<std::uint64_t>(value));
    const float reals[] = {0.5F, -1.25F};
    const QByteArray packed(reinterpret_cast<const char*>(reals), sizeof(reals));
    ProtobufMessage graph;
    graph.message(1, ProtobufMessage().bytes(4, "Relu").bytes(2, "y").bytes(3, "relu"))
        .message(5, tensor("half", 10, 2).bytes(5, halves.data()))
        .message(5, tensor("long", 7, 2).bytes(7, longs.data()))
        .message(5, tensor("float", 1, 2).bytes(4, packed))
        .message(5, tensor("short of one", 1, 3).bytes(9, packed))
        .message(5, tensor("words", 8, 1).bytes(6, "a"))
        .message(5, tensor("none", 1, 0));
    const QByteArray model = ProtobufMessage().varint(1, 8).message(7, graph).data();
    const auto formats = builtinFormats();
    ReadFile read(*formats, "m.onnx", toBytes(model));
    QCOMPARE(read.family(), std::string("onnx"));
    QCOMPARE(read.tensors().size(), std::size_t {6});
    const auto valuesOf = [&read](const char* name) {
        const auto view = read.open(*read.find(Io::Parameter, 0, name));
        return view ? elementValues(*view).value() : std::vector<double>();
    };
    QCOMPARE(valuesOf("half"), (std::vector<double> {1, -2}));
    QCOMPARE(valuesOf("long"), (std::vector<double> {-3, 4}));
    QCOMPARE(valuesOf("float"), (std::vector<double> {0.5, -1.25}));
    QCOMPARE(read.find(Io::Parameter, 0, "short of one")->state, TensorState::Truncated);
    QVERIFY(read.hasProblem(Code::BadShape));
    QVERIFY(!read.open(*read.find(Io::Parameter, 0, "short of one")));
    QCOMPARE(read.find(Io::Parameter, 0, "words")->state, TensorState::Unsupported);
    QCOMPARE(read.find(Io::Parameter, 0, "none")->state, TensorState::Empty);
}

/// Values are read from a file of the same folder, and from no other.
void TestModelGraphs::numbersInAnotherFile()
{
    const auto model = [](const QByteArray& location) {
        const auto entry = [](const QByteArray& key, const QByteArray& value) {
            return ProtobufMessage().bytes(1, key).bytes(2, value);
        };
        ProtobufMessage graph;
        graph.message(1, ProtobufMessage().bytes(4, "Relu").bytes(2, "y").bytes(3, "relu"))
            .message(5,
                ProtobufMessage()
                    .varint(1, 2)
                    .varint(2, 1)
                    .bytes(8, "w")
                    .message(13, entry("location", location))
                    .message(13, entry("offset", "4"))
                    .varint(14, 1));
        return ProtobufMessage().varint(1, 8).message(7, graph).data();
    };
    const float numbers[] = {9, 0.5F, -1.25F};
    const TemporaryFolder folder;
    const auto write = [&folder](const std::string& name, const QByteArray& bytes) {
        return writeFile(folder.at(name), bytes.toStdString());
    };
    QVERIFY(write("w.data", QByteArray(reinterpret_cast<const char*>(numbers), sizeof(numbers))));
    QVERIFY(write("cut.data", QByteArray(reinterpret_cast<const char*>(numbers), sizeof(float) * 2)));
    OwnedTask task;
    const auto rowOf = [&](const QByteArray& location) {
        if (!write("m.onnx", model(location)))
            return std::pair(TensorState::Unreadable, std::string());
        const auto index = openDump(folder.path(), builtinFormats(), {}, task);
        if (!index || (*index)->tensorCount() != 1)
            return std::pair(TensorState::Unreadable, std::string());
        const TensorRow& row = (*index)->tensor(TensorId(0U));
        const auto view = TensorStore(*index).open(TensorId(0U), task);
        return std::pair(row.state,
            view ? std::to_string(elementValues(*view).value().at(0)) : view.error().message.text());
    };
    QCOMPARE(rowOf("w.data"), std::pair(TensorState::Ok, std::to_string(0.5)));
    QCOMPARE(rowOf("./w.data"), std::pair(TensorState::Ok, std::to_string(0.5)));
    QCOMPARE(rowOf("cut.data"),
        std::pair(TensorState::Truncated, std::string("its values are in cut.data, which ends before them")));
    QVERIFY(rowOf("none.data").second.starts_with("its values are in none.data: "));
    QCOMPARE(rowOf("../w.data"),
        std::pair(TensorState::Unsupported,
            std::string(
                "its values are in ../w.data, which is not read: only files of the same folder are")));
}

/// A model that ends too early says so.
void TestModelGraphs::cutModel()
{
    const QByteArray whole = testData("models/transformer_encoder.onnx");
    const auto formats = builtinFormats();
    ReadFile read(*formats, "m.onnx", toBytes(whole.left(whole.size() / 2)));
    QCOMPARE(read.family(), std::string("onnx"));
    QVERIFY(read.hasProblem(Code::Truncated));
}

void TestModelGraphs::onnxStructure_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file :
        {"control_flow.onnx", "awkward_names.onnx", "quantised.onnx", "mixed_types.onnx", "special.onnx"})
        QTest::newRow(file) << file;
}

void TestModelGraphs::onnxStructure()
{
    QFETCH(QString, file);
    const QJsonObject facts = testJson("graphs/onnx_facts.json")[file].toObject();
    ReadGraph read(file, graphData(file));
    QCOMPARE(read.family(), std::string("onnx"));
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    QCOMPARE(asText(read.property("ir_version")), QString::number(facts["ir_version"].toInt()));
    QCOMPARE(asText(read.property("opset")), asTexts(facts["opset"]).join(", "));
    const QJsonArray graphs = facts["graphs"].toArray();
    QVERIFY(read.document()->graphs.size() >= std::size_t(graphs.size())); // functions come behind
    for (qsizetype g = 0; g < graphs.size(); ++g) {
        const QJsonObject expected = graphs[g].toObject();
        const Graph& graph = *read.document()->graphs[std::size_t(g)];
        QCOMPARE(QString::fromStdString(graph.name), expected["name"].toString());
        QStringList weights, types, expectedTypes, outputs, expectedOutputs;
        QList<qsizetype> inputCounts, expectedCounts;
        for (const GraphNode& node : graph.nodes()) {
            if (node.kind == NodeKind::Parameter) {
                if (node.isWeight
                    && asText(*graph.attribute(node, "initializer")).startsWith("sparse") == false)
                    weights.append(asText(graph.text(node.name)));
                continue;
            }
            types.append(asText(graph.text(node.opType)));
            inputCounts.append(qsizetype(graph.inputs(node).size()));
            for (std::size_t i = 0; i < graph.outputs(node).size(); ++i)
                outputs.append(asText(*graph.attribute(node, "output_name:" + std::to_string(i))));
        }
        QStringList expectedWeights = asTexts(expected["weights"]);
        weights.sort();
        expectedWeights.sort();
        QCOMPARE(weights, expectedWeights);
        for (const auto value : expected["nodes"].toArray()) {
            const QJsonObject node = value.toObject();
            expectedTypes.append(node["op_type"].toString());
            expectedCounts.append(node["inputs"].toArray().size());
            expectedOutputs += asTexts(node["outputs"]);
        }
        QCOMPARE(types, expectedTypes);
        QCOMPARE(inputCounts, expectedCounts);
        QCOMPARE(outputs, expectedOutputs);
        QCOMPARE(qsizetype(graph.results().size()), expected["outputs"].toArray().size());
        // Every input leads to the output of its name.
        std::size_t operatorNumber = 0;
        for (const GraphNode& node : graph.nodes()) {
            if (node.kind == NodeKind::Parameter)
                continue;
            const QStringList tensors
                = asTexts(expected["nodes"].toArray()[qsizetype(operatorNumber++)].toObject()["inputs"]);
            for (qsizetype i = 0; i < tensors.size(); ++i) {
                const GraphInput& input = graph.inputs(node)[std::size_t(i)];
                if (input.otherGraph || tensors[i].isEmpty())
                    continue;
                QVERIFY(input.from.isValid());
                const GraphNode& from = graph.node(input.from);
                const QString name = from.kind == NodeKind::Parameter
                    ? asText(graph.text(from.name))
                    : asText(*graph.attribute(from, "output_name:" + std::to_string(input.slot)));
                QCOMPARE(name, tensors[i]);
            }
        }
    }
}

/// Two nodes of one name, one without.
void TestModelGraphs::onnxNames()
{
    ReadGraph read("awkward_names.onnx", graphData("awkward_names.onnx"));
    QVERIFY(read.document());
    const Graph& graph = *read.document()->graphs.front();
    const QJsonArray nodes = testJson("graphs/onnx_facts.json")["awkward_names.onnx"]
                                 .toObject()["graphs"]
                                 .toArray()[0]
                                 .toObject()["nodes"]
                                 .toArray();
    QStringList ids;
    qsizetype place = 0;
    for (const GraphNode& node : graph.nodes()) {
        ids.append(asText(graph.text(node.id)));
        if (node.kind == NodeKind::Parameter)
            continue;
        const QString name = nodes[place].toObject()["name"].toString();
        QCOMPARE(asText(graph.text(node.name)),
            name.isEmpty() ? nodes[place].toObject()["op_type"].toString() + '_' + QString::number(place)
                           : name);
        ++place;
    }
    QCOMPARE(ids.removeDuplicates(), 0);
}

void TestModelGraphs::onnxBodies()
{
    ReadGraph read("control_flow.onnx", graphData("control_flow.onnx"));
    QVERIFY(read.document());
    const auto& graphs = read.document()->graphs;
    QCOMPARE(graphs.size(), std::size_t(4)); // main, both branches, the body of the loop
    bool tiedOutside = false;
    std::size_t called = 0;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        QCOMPARE(graphs[g]->isEntry, g == 0);
        for (const GraphNode& node : graphs[g]->nodes()) {
            called += graphs[g]->called(node).size();
            for (const GraphInput& input : graphs[g]->inputs(node))
                tiedOutside |= input.otherGraph && input.graph == 0 && g != 0;
        }
    }
    QCOMPARE(called, std::size_t(3));
    QVERIFY(tiedOutside);
}

void TestModelGraphs::onnxSpecial()
{
    ReadGraph read("special.onnx", graphData("special.onnx"));
    QVERIFY2(read.document(), read.error().c_str());
    const Graph& graph = *read.document()->graphs.front();
    const auto output = [&](std::string_view name) { return graph.outputs(graph.node(graph.find(name)))[0]; };
    const auto attribute = [&](std::string_view node, std::string_view key) {
        return asText(graph.attribute(graph.node(graph.find(node)), key).value_or("missing"));
    };
    QCOMPARE(output("w_int4").dtype, DType::Int4);
    QCOMPARE(output("w_uint4").dtype, DType::UInt4);
    QCOMPARE(output("w_e4m3").dtype, DType::Float8E4M3FN);
    QCOMPARE(output("w_e5m2").dtype, DType::Float8E5M2);
    QCOMPARE(output("w_bf16").dtype, DType::BFloat16);
    QCOMPARE(output("w_half").dtype, DType::Float16);
    QCOMPARE(output("w_c64").dtype, DType::Complex64);
    QCOMPARE(output("w_text").dtype, DType::String);
    QCOMPARE(asText(graph.text(output("w_fnuz").dtypeText)), QStringLiteral("FLOAT8E4M3FNUZ"));
    QCOMPARE(attribute("w_outside", "initializer"),
        QStringLiteral("FLOAT[1024,1024] in weights.bin (offset 4096, length 4194304)"));
    QVERIFY(attribute("w_sparse", "initializer").startsWith("sparse"));
    QCOMPARE(graph.shape(output("w_sparse").shape).size(), std::size_t(1));
    const auto x = graph.shape(output("x").shape);
    QCOMPARE(Shape(x.begin(), x.end()), (Shape {-1, 3}));
    QCOMPARE(asText(graph.text(output("x").typeText)), QStringLiteral("FLOAT[batch,3]"));
    QCOMPARE(attribute("scale", "factor"), QStringLiteral("0.1"));
    QCOMPARE(attribute("scale", "count"), QStringLiteral("0"));
    QCOMPARE(attribute("scale", "names"), QStringLiteral("[\"p,q\",\"r\\\"s\"]"));
    QCOMPARE(attribute("scale", "rates"), QStringLiteral("[0.5,1e-07]"));
    const GraphNode& twice = graph.node(graph.find("twice"));
    QCOMPARE(graph.called(twice).size(), std::size_t(1));
    QCOMPARE(read.document()->graphs[graph.called(twice)[0]]->name, std::string("my.domain::Twice"));
    const std::vector<std::pair<std::string, std::string>> metadata {{"author", "me"}};
    QCOMPARE(read.document()->metadata, metadata);
}

void TestModelGraphs::tensorflow_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("family");
    QTest::newRow("binary") << "tensorflow.pb"
                            << "tensorflow-graph";
    QTest::newRow("text") << "tensorflow.pbtxt"
                          << "tensorflow-text";
}

void TestModelGraphs::tensorflow()
{
    QFETCH(QString, file);
    QFETCH(QString, family);
    ReadGraph read(file, graphData(file));
    QCOMPARE(asText(read.family()), family);
    QVERIFY2(read.document(), read.error().c_str());
    QVERIFY(read.document()->problems.empty());
    QCOMPARE(read.document()->graphs.size(), std::size_t(2));
    QCOMPARE(asText(read.property("producer")), QStringLiteral("1087"));
    const Graph& graph = *read.document()->graphs[0];
    const Graph& body = *read.document()->graphs[1];
    QCOMPARE(graph.nodes().size(), std::size_t(6));
    const auto node = [&](std::string_view name) { return graph.node(graph.find(name)); };
    const GraphOutput x = graph.outputs(node("x"))[0];
    QCOMPARE(x.dtype, DType::Float32);
    const auto shape = graph.shape(x.shape);
    QCOMPARE(Shape(shape.begin(), shape.end()), (Shape {-1, 3}));
    QCOMPARE(graph.outputs(node("w"))[0].dtype, DType::Float16);
    QCOMPARE(graph.outputs(node("w32"))[0].dtype, DType::Float32);
    const auto inputs = graph.inputs(node("split"));
    QCOMPARE(inputs.size(), std::size_t(3));
    QVERIFY(!inputs[1].control && inputs[2].control);
    QCOMPARE(graph.outputs(node("split")).size(), std::size_t(2));
    QVERIFY(!graph.outputs(node("split"))[1].shape.isValid());
    QCOMPARE(graph.inputs(node("call"))[0].slot, 1U);
    QCOMPARE(asText(*graph.attribute(node("split"), "num_split")), QStringLiteral("2"));
    QCOMPARE(asText(*graph.attribute(node("split"), "device")), QStringLiteral("/device:NPU:0"));
    QCOMPARE(asText(*graph.attribute(node("call"), "Tin")), QStringLiteral("[DT_FLOAT,DT_INT4]"));
    QVERIFY(asText(*graph.attribute(node("w"), "value")).startsWith(QStringLiteral("DT_HALF[3], ")));
    for (const char* caller : {"call", "again"}) {
        QCOMPARE(graph.called(node(caller)).size(), std::size_t(1));
        QCOMPARE(graph.called(node(caller))[0], 1U);
    }
    QCOMPARE(body.name, std::string("body"));
    QCOMPARE(body.nodes().size(), std::size_t(3)); // the argument, too
    QCOMPARE(
        body.text(body.node(body.inputs(body.node(body.find("id")))[0].from).name), std::string_view("relu"));
    QCOMPARE(body.results().size(), std::size_t(1));
}

/// The document of docs/contract.md 4 graph, as bundles hold it.
void TestModelGraphs::graphDocument()
{
    const ReadGraph read("graph.json", graphData("neighbourhood.json"));
    QVERIFY(read.document());
    QCOMPARE(read.document()->graphs.size(), std::size_t {1});
    QVERIFY(read.document()->problems.empty());
    const Graph& graph = *read.document()->graphs.front();
    QCOMPARE(graph.name, std::string("kernel_graph0"));
    QVERIFY(graph.isEntry);
    QCOMPARE(graph.graphId, std::optional<std::int64_t>(7));
    QCOMPARE(graph.nodes().size(), std::size_t {5});
    const GraphNode& matmul = graph.node(graph.find("Default/fc1/MatMul-op0"));
    QCOMPARE(asText(graph.text(matmul.opType)), QString("MatMul"));
    QCOMPARE(asText(graph.scope(matmul)), QString("Default/fc1"));
    QCOMPARE(matmul.execIndex, 3U);
    const auto inputs = graph.inputs(matmul);
    QCOMPARE(inputs.size(), std::size_t {3});
    QCOMPARE(asText(graph.text(graph.node(inputs[1].from).name)), QString("fc1.weight"));
    QVERIFY(graph.node(inputs[1].from).isWeight);
    // Beyond the neighbourhood: no node, but its name.
    QVERIFY(!inputs[2].from.isValid());
    QCOMPARE(asText(graph.text(inputs[2].text)), QString("Default/far/Split-op3"));
    const GraphOutput& output = graph.outputs(matmul).front();
    QCOMPARE(output.dtype, DType::Float16);
    QCOMPARE(output.storageFormat, MemoryFormat::FractalNZ);
    QCOMPARE(output.format, MemoryFormat::ND);
    QCOMPARE(graph.shape(output.shape).back(), std::int64_t {6});
    QCOMPARE(graph.shape(output.storageShape).size(), std::size_t {4});
    QCOMPARE(graph.attribute(matmul, "transpose_b"), std::optional<std::string_view>("true"));
    QCOMPARE(graph.sources(matmul).front().line, 12U);
    QCOMPARE(graph.sources(matmul).front().role, SourceRole::Inlined);
    const GraphNode& bias = graph.node(graph.find("6"));
    QCOMPARE(bias.execIndex, 0xFFFFFFFFU);
    QVERIFY(graph.inputs(bias)[2].control);
    QCOMPARE(asText(graph.text(graph.inputs(bias)[1].text)), QString("ValueNode<Tensor>"));
    QCOMPARE(graph.node(graph.results().front().from).id, bias.id);
}

void TestModelGraphs::claims_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("family");
    // The same name: only the content tells them apart.
    QTest::newRow("GE") << "model.pb" << graphData("ge_build.pb") << "ge-binary";
    QTest::newRow("TensorFlow") << "model.pb" << graphData("tensorflow.pb") << "tensorflow-graph";
    QTest::newRow("ONNX") << "model.pb" << graphData("control_flow.onnx") << "onnx";
    QTest::newRow("TensorFlow text") << "model.pbtxt" << graphData("tensorflow.pbtxt") << "tensorflow-text";
    QTest::newRow("GE onnx text") << "model.pbtxt" << graphData("ge_onnx_00000019_graph_11_Build.pbtxt")
                                  << "ge-onnx";
    QTest::newRow("GE text") << "model.txt" << graphData("ge_proto_00000019_graph_11_Build.txt")
                             << "ge-proto";
    QTest::newRow("fusion JSON") << "model.json" << graphData("ge_build.json") << "ge-json";
    QTest::newRow("graph document") << "model.json" << graphData("neighbourhood.json") << "graph-json";
    // A TensorProto: dims 3, type FLOAT, 12 bytes.
    QTest::newRow("not a graph") << "input_0.pb"
                                 << QByteArray::fromHex("08031001420178 4a0c000000000000803f00000040") << "";
}

void TestModelGraphs::claims()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, family);
    QCOMPARE(asText(ReadGraph(name, content).family()), family);
}

void TestModelGraphs::damage_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"control_flow.onnx", "special.onnx", "quantised.onnx", "tensorflow.pb",
             "tensorflow.pbtxt", "neighbourhood.json"})
        QTest::newRow(file) << file;
}

/// Cut anywhere or with a wrong byte: never a crash, and a cut says so unless it falls between fields.
void TestModelGraphs::damage()
{
    QFETCH(QString, file);
    const QByteArray all = graphData(file);
    const ReadGraph whole(file, all);
    const auto* reader = ReadGraph::formats().findReader(whole.family());
    QVERIFY(reader);
    int silent = 0;
    for (qsizetype length = 0; length < all.size(); ++length) {
        const ReadGraph cut(file, all.left(length), reader);
        if (cut.document())
            silent += cut.document()->problems.empty();
        else
            QVERIFY(!cut.error().empty());
        const ReadGraph flipped(file,
            QByteArray(all).replace(length, 1, QByteArray(1, static_cast<char>(all[length] ^ 0x15))), reader);
        QVERIFY(flipped.document() || !flipped.error().empty());
    }
    QVERIFY2(silent <= 40, qPrintable(QString::number(silent)));
}

QTEST_APPLESS_MAIN(TestModelGraphs)
#include "tst_model_graphs.moc"
