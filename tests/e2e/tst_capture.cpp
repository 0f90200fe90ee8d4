// SPDX-License-Identifier: GPL-3.0-or-later
// Captures on the CPU device through the built program: every tensor of every model against its reference,
// the same bytes twice, statistics and overflow, and what becomes of runtimes that crash, hang or are none.
#include "base/text.h"
#include "capture/capture_profile.h"
#include "capture/input_fill.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "readers/ascend/ascend_dump_writer.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include "temporary_folder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <array>
#include <cmath>
#include <csignal>
#include <cstring>
#include <map>

using namespace dumpscope;
using namespace dumpscope::core;

namespace {

const std::string kModels = DUMPSCOPE_TEST_DATA "/models/";

struct Values {
    DType dtype = DType::Unknown;
    std::vector<std::int64_t> shape;
    std::vector<double> numbers;
    std::vector<std::byte> bytes;
};

/// Elements of every tensor of a dump by operator, direction and slot.
std::map<std::string, Values> valuesOf(const std::string& folder)
{
    OwnedTask task(1);
    const auto index = openDump(folder, builtinFormats(), {}, task);
    std::map<std::string, Values> values;
    if (!index)
        qFatal("%s", index.error().text().c_str());
    const TensorStore store(*index);
    for (std::size_t i = 0; i < (*index)->tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = (*index)->tensor(id);
        if (row.state == TensorState::Empty)
            continue; // the place of an output that the model does not use
        const auto view = store.open(id, task);
        if (!view)
            qFatal("%s", view.error().text().c_str());
        const auto stream = ElementStream::make(*view, Order::Logical);
        ElementStream::Scratch scratch;
        const ElementChunk chunk = stream->read(0, stream->count(), scratch);
        Values one {row.dtype, {}, std::vector<double>(chunk.count), {}};
        const auto shape = (*index)->shape(row.shape);
        one.shape.assign(shape.begin(), shape.end());
        toDouble(chunk, one.numbers.data());
        one.bytes.assign(chunk.data, chunk.data + chunk.count * unpackedBytes(chunk.dtype));
        const std::string key = std::string((*index)->text(row.opName))
            + (row.io == Io::Input ? ":input:" : ":output:") + std::to_string(row.slot);
        values.emplace(key, std::move(one));
    }
    return values;
}

Values readNpy(const std::string& path)
{
    return valuesOf(path).begin()->second;
}

/// "" when equal as the models' README asks.
QString difference(const Values& actual, const Values& expected)
{
    if (actual.dtype != expected.dtype || actual.shape != expected.shape)
        return QStringLiteral("another type or shape");
    if (!isFloating(expected.dtype))
        return actual.bytes == expected.bytes ? QString() : QStringLiteral("other values");
    double largest = 0;
    for (const double value : expected.numbers)
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
        const double a = actual.numbers[i], e = expected.numbers[i];
        const bool same = std::isnan(e) ? std::isnan(a)
            : std::isinf(e)             ? a == e
                                        : std::abs(a - e) <= 1e-5 * largest;
        if (!same)
            return QStringLiteral("element %1 is %2, not %3").arg(i).arg(a).arg(e);
    }
    return {};
}

} // namespace

class TestCapture : public QObject {
    Q_OBJECT

    const QString m_cli = DUMPSCOPE_BINARY_DIR "/dumpscope-cli";

    struct Ended {
        int code = -1;
        QString out, error;
    };
    Ended run(const QStringList& arguments, const QString& fault = {}, const QString& shellPrefix = {}) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name :
            {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_DUMP_PATH", "ASCEND_WORK_PATH"})
            environment.remove(QString::fromLatin1(name));
        if (!fault.isEmpty())
            environment.insert(QStringLiteral("DUMPSCOPE_CPU_DEVICE_FAULT"), fault);
        process.setProcessEnvironment(environment);
        if (shellPrefix.isEmpty())
            process.start(m_cli, arguments);
        else
            process.start(QStringLiteral("bash"),
                QStringList {"-c", shellPrefix + " exec \"$@\"", "bash", m_cli} + arguments);
        if (!process.waitForFinished(60'000))
            process.kill();
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
    }
    QStringList capture(const test::TemporaryFolder& folder, const QString& out, const std::string& config,
        const std::string& model = "overflow") const
    {
        const std::string path = folder.at("acl.json");
        test::writeFile(path, config);
        return {"capture", "model", "--model", QString::fromStdString(kModels + model + ".onnx"), "--input",
            QString::fromStdString(kModels + model + "_input_0.npy"), "--dump", QString::fromStdString(path),
            "-o", QString::fromStdString(folder.at(out.toStdString())), "--jsonl"};
    }
    const std::string m_all = "{\"dump\":{\"dump_path\":\"x\",\"dump_list\":[{}],\"dump_mode\":\"all\"}}";

private slots:
    void initTestCase()
    {
        if (!QFile::exists(DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libonnxruntime.so.1.28.0"))
            QSKIP("the build found no ONNX Runtime");
    }

    void everyTensor_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("tag");
        for (const char* model : {"convnet", "transformer_encoder", "overflow", "dynamic_batch",
                 "awkward_names", "quantised", "mixed_types", "control_flow", "unused_output"})
            QTest::newRow(model) << model << model;
        QTest::newRow("batch of 4") << "dynamic_batch"
                                    << "dynamic_batch_batch4";
        QTest::newRow("other branch") << "control_flow"
                                      << "control_flow_negative";
    }
    void everyTensor()
    {
        QFETCH(QString, model);
        QFETCH(QString, tag);
        const test::TemporaryFolder folder;
        QFile file(QString::fromStdString(kModels) + tag + "_reference/manifest.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject manifest = QJsonDocument::fromJson(file.readAll()).object();
        for (const char* out : {"first", "second"}) {
            QStringList arguments = capture(folder, out, m_all, model.toStdString());
            arguments[arguments.indexOf("--input") + 1]
                = QString::fromStdString(kModels) + tag + "_input_0.npy";
            const Ended ended = run(arguments);
            QVERIFY2(ended.code == 0, qPrintable(ended.error));
        }
        const auto values = valuesOf(folder.at("first"));
        const auto again = valuesOf(folder.at("second"));
        QCOMPARE(values.size(), again.size());
        for (const auto& [key, value] : values)
            QVERIFY2(again.at(key).bytes == value.bytes, key.c_str());
        std::map<std::string, int> names; // as docs/formats/ascendcl-capture.md 7 gives them
        std::map<int, std::string> nameOf;
        for (const QJsonValue& one : manifest["tensors"].toArray()) {
            const QJsonObject tensor = one.toObject();
            const int node = tensor["node_index"].toInt();
            if (!nameOf.contains(node)) {
                std::string name = tensor["node"].toString().toStdString();
                if (name.empty())
                    name = tensor["op_type"].toString().toStdString() + "_" + std::to_string(node);
                const int repeat = names[name]++;
                nameOf[node] = repeat == 0 ? name : name + "_" + std::to_string(repeat);
            }
            const Values expected = readNpy(
                kModels + tag.toStdString() + "_reference/" + tensor["file"].toString().toStdString());
            if (tensor["op_type"].toString() == "Constant") {
                const bool isRead = std::ranges::any_of(values, [&](const auto& entry) {
                    return entry.first.find(":input:") != std::string::npos
                        && difference(entry.second, expected).isEmpty();
                });
                QVERIFY(isRead); // data, seen where it is read
                continue;
            }
            const std::string key
                = printable(nameOf[node]) + ":output:" + std::to_string(tensor["output_index"].toInt());
            QVERIFY2(values.contains(key), key.c_str());
            const QString wrong = difference(values.at(key), expected);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromStdString(key) + ": " + wrong));
        }
    }

    void captureOpenCompare()
    {
        const test::TemporaryFolder folder;
        QCOMPARE(run(capture(folder, "npu", m_all, "convnet")).code, 0);
        const Ended golden
            = run({"capture", "golden", "--model", QString::fromStdString(kModels + "convnet.onnx"),
                "--input", QString::fromStdString(kModels + "convnet_input_0.npy"), "-o",
                QString::fromStdString(folder.at("golden"))});
        QVERIFY2(golden.code == 0, qPrintable(golden.error));
        const Ended compared = run({"compare", QString::fromStdString(folder.at("npu")),
            QString::fromStdString(folder.at("golden")), "--filter", "io:output", "--json"});
        QCOMPARE(compared.code, 0);
        const QJsonObject summary
            = QJsonDocument::fromJson(compared.out.toUtf8()).object()["summary"].toObject();
        QCOMPARE(summary["pass"].toInt(), 19);
        QCOMPARE(summary["unpaired_golden"].toInt(), 0);
    }

    /// An operator that a device fused from three is held against the one whose output it stands for.
    void goldenOfAFusedOperator()
    {
        const test::TemporaryFolder folder;
        const Ended golden
            = run({"capture", "golden", "--model", QString::fromStdString(kModels + "convnet.onnx"),
                "--input", QString::fromStdString(kModels + "convnet_input_0.npy"), "-o",
                QString::fromStdString(folder.at("golden"))});
        QCOMPARE(golden.code, 0);
        const Values relu = valuesOf(folder.at("golden")).at("relu1:output:0");
        AscendDumpToWrite dump {1'700'000'000'000'000, "fused_op", {}, {}};
        constexpr int kFloat = 1;
        dump.outputs.push_back({kFloat, 2, relu.shape, relu.bytes, std::nullopt});
        const std::string place = folder.at("npu/20260101000000/0/convnet/1/0");
        QVERIFY(test::writeFile(place + "/Conv2D.fused_op.3.0.1700000000000001",
            ascendDumpHeader(dump)
                + std::string(reinterpret_cast<const char*>(relu.bytes.data()), relu.bytes.size())));
        QVERIFY(test::writeFile(folder.at("graph.json"),
            "{\"name\":\"convnet\",\"graph\":[{\"name\":\"convnet\",\"op\":[{\"name\":\"fused_op\",\"type\":"
            "\"Conv2D\","
            "\"attr\":[{\"key\":\"_datadump_original_op_names\",\"value\":{\"list\":{\"s\":[\"conv1\","
            "\"bn1\",\"relu1\"]}}}],"
            "\"output_desc\":[{\"attr\":[{\"key\":\"_datadump_origin_name\",\"value\":{\"s\":\"relu1\"}},"
            "{\"key\":\"_datadump_origin_output_index\",\"value\":{\"i\":0}}]}]}]}]}"));
        const Ended compared = run(
            {"compare", QString::fromStdString(folder.at("npu")), QString::fromStdString(folder.at("golden")),
                "--map", QString::fromStdString(folder.at("graph.json")), "--min-paired", "0", "--json"});
        QVERIFY2(compared.code == 0, qPrintable(compared.error));
        const QJsonArray pairs = QJsonDocument::fromJson(compared.out.toUtf8()).object()["pairs"].toArray();
        QCOMPARE(pairs.size(), 1);
        QCOMPARE(pairs[0].toObject()["pair_origin"].toString(), QStringLiteral("fusion"));
        QCOMPARE(pairs[0].toObject()["verdict"].toString(), QStringLiteral("pass"));
        QVERIFY(pairs[0].toObject()["golden_id"].toString().contains("Relu.relu1."));
    }

    /// The example of docs/formats/ascend-dump-binary.md 1.1, byte for byte.
    void headerOfADumpFile()
    {
        constexpr std::array<std::int8_t, 3> input {1, 2, -1};
        constexpr std::array<std::uint8_t, 4> output {0x00, 0x3c, 0x00, 0xc0};
        AscendDumpToWrite dump {1'700'000'000'000'000, "Cast_1", {}, {}};
        dump.inputs.push_back({3, 2, {3}, std::as_bytes(std::span(input)), std::nullopt});
        dump.outputs.push_back({2, 2, {2}, std::as_bytes(std::span(output)), std::nullopt});
        QCOMPARE(QByteArray::fromStdString(ascendDumpHeader(dump)).toHex(),
            QByteArray("3a000000000000000a03322e30108080f9c0c1c482031a10080210021a030a010230043a030a0102"
                       "2210080310021a030a0103280332030a01033206436173745f31"));
    }

    void overflow()
    {
        const test::TemporaryFolder folder;
        const Ended ended
            = run(capture(folder, "out", "{\"dump\":{\"dump_path\":\"x\",\"dump_debug\":\"on\"}}"));
        QVERIFY2(ended.code == 0, qPrintable(ended.error));
        const Ended told = run({"overflow", QString::fromStdString(folder.at("out")), "--json"});
        const QJsonObject document = QJsonDocument::fromJson(told.out.toUtf8()).object();
        const QJsonArray records = document["records"].toArray();
        QStringList names;
        for (const QJsonValue& record : records)
            names << record.toObject()["op_name"].toString();
        // The first Inf and the first NaN as the model's README names them.
        QCOMPARE(names, (QStringList {"exp_overflows", "naive_softmax", "inf_minus_inf"}));
    }

    void chosenLayersStepsAndStatistics()
    {
        const test::TemporaryFolder folder;
        QStringList arguments = capture(folder, "out",
            "{\"dump\":{\"dump_path\":\"x\",\"dump_list\":[{\"model_name\":\"overflow\",\"layer\":[\"exp_"
            "overflows\"]}],"
            "\"dump_step\":\"1-2\",\"dump_data\":\"stats\",\"dump_stats\":[\"Max\",\"Positive Inf\"]}}");
        arguments << "--runs"
                  << "4";
        const Ended ended = run(arguments);
        QVERIFY2(ended.code == 0, qPrintable(ended.error));
        int files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.at("out"))) {
            if (!entry.is_regular_file())
                continue;
            ++files;
            const std::string text = test::readFile(entry.path().string());
            QVERIFY(text.starts_with(
                "Input/Output,Index,Data Size,Data Type,Format,Shape,Count,Max Value,Positive Inf Count\n"));
            QVERIFY(text.find("DT_FLOAT,ND,") != std::string::npos);
            QVERIFY(text.ends_with(",inf,7\n"));
            QVERIFY(
                entry.path().parent_path().filename() == "1" || entry.path().parent_path().filename() == "2");
        }
        QCOMPARE(files, 2);
    }

    void faults_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("keepsFiles");
        for (const char* place :
            {"init", "set-device", "set-dump", "load", "execute", "finalize-dump", "finalize"}) {
            const bool isLate = QString(place).startsWith("finalize");
            QTest::newRow(qPrintable(QString("crash at ") + place)) << QString(place) + ":crash"
                                                                    << "signal 6" << isLate;
        }
        for (const char* place : {"init", "execute", "finalize-dump"})
            QTest::newRow(qPrintable(QString("hang at ") + place))
                << QString(place) + ":hang"
                << "did not answer" << (QString(place) != "init" && QString(place) != "execute");
        QTest::newRow("logs for ever") << "execute:chatter"
                                       << "did not answer" << false;
        QTest::newRow("load refuses") << "load:545001"
                                      << "aclmdlLoadFromFile answered 545001" << false;
        QTest::newRow("execute refuses") << "execute:507899"
                                         << "aclmdlExecute answered 507899" << false;
        QTest::newRow("operator fails") << "aicore:naive_softmax"
                                        << "aclmdlExecute answered 507015" << true;
    }
    void faults()
    {
        QFETCH(QString, fault);
        QFETCH(QString, says);
        QFETCH(bool, keepsFiles);
        const test::TemporaryFolder folder;
        std::error_code error;
        const Ended ended = run(capture(folder, "out", m_all)
                << "--timeout" << (fault.endsWith("hang") || fault.endsWith("chatter") ? "2" : "60"),
            fault);
        QCOMPARE(ended.code, 5);
        QVERIFY2(ended.error.contains(says), qPrintable(ended.error));
        QVERIFY(ended.out.contains("\"state\":\"failed\""));
        QCOMPARE(ended.out.contains("\"event\":\"file\""), keepsFiles);
        // Neither an empty folder nor a configuration is left.
        QCOMPARE(std::filesystem::exists(folder.at("out")), keepsFiles);
        for (std::filesystem::directory_iterator at(folder.at("out"), error), end; !error && at != end; ++at)
            QVERIFY(at->is_directory());
    }

    /// Patience is longer than the test may last: it is seen that the host has gone.
    void crashBesideAHelper()
    {
        const test::TemporaryFolder folder;
        const Ended ended = run(capture(folder, "out", m_all) << "--timeout"
                                                              << "600",
            QStringLiteral("execute:helper-crash"));
        QCOMPARE(ended.code, 5);
        QVERIFY2(ended.error.contains("signal 6"), qPrintable(ended.error));
    }

    // A helper of the runtime keeps the pipes open, and the host never comes to its end.
    void helperThatStays()
    {
        const test::TemporaryFolder folder;
        const Ended ended = run(capture(folder, "out", m_all) << "--timeout"
                                                              << "60",
            QStringLiteral("init:helper"));
        QCOMPARE(ended.code, 0);
        QVERIFY(ended.out.contains("\"state\":\"done\""));
    }

    void interrupted_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("closed terminal") << SIGHUP;
    }
    void interrupted()
    {
        QFETCH(const int, signal);
        const test::TemporaryFolder folder;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("DUMPSCOPE_CPU_DEVICE_FAULT"), QStringLiteral("execute:hang"));
        process.setProcessEnvironment(environment);
        process.start(m_cli,
            capture(folder, "out", m_all) << "--runtime"
                                          << "cpu");
        QByteArray out;
        while (!out.contains("executing") && process.waitForReadyRead(30'000))
            out += process.readAllStandardOutput();
        QVERIFY(out.contains("executing"));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY((out + process.readAllStandardOutput()).contains("\"state\":\"cancelled\""));
    }

    void exceptionScene()
    {
        const test::TemporaryFolder folder;
        const Ended ended = run(capture(folder, "out", "{\"dump\":{\"dump_scene\":\"aic_err_norm_dump\"}}"),
            "aicore:naive_softmax");
        QCOMPARE(ended.code, 5);
        const auto values = valuesOf(folder.at("out"));
        QVERIFY(values.contains("naive_softmax:input:0"));
        QVERIFY(std::filesystem::exists(folder.at("out/extra-info/data-dump/0")));
    }

    void whatIsNoRuntimeOrNoModel()
    {
        const test::TemporaryFolder folder;
        const QStringList arguments = capture(folder, "out", m_all);
        const auto with = [&](const QString& option, const QString& value) {
            QStringList changed = arguments;
            changed[changed.indexOf(option) + 1] = value;
            return run(changed);
        };
        const QString self = QString::fromStdString(folder.at("acl.json"));
        QVERIFY(run(arguments + QStringList {"--runtime", self}).error.contains("cannot be loaded"));
        QVERIFY(run(arguments + QStringList {"--runtime", "/nosuch/libascendcl.so"})
                    .error.contains("no AscendCL runtime"));
        QVERIFY(run(arguments + QStringList {"--runtime", "libz.so.1"}).error.contains("lacks aclInit"));
        QVERIFY(run(arguments + QStringList {"--device", "1"}).error.contains("107001"));
        QVERIFY(with("--model", self).error.contains("no ONNX model"));
        QVERIFY(with("--model", "/nosuch.onnx").error.contains("/nosuch.onnx: opening"));
        QVERIFY(with("--input", QString::fromStdString(kModels + "convnet_input_0.npy"))
                    .error.contains("wants float32"));
        QCOMPARE(with("-o", self + "/below").code, 3);
        QVERIFY(test::writeFile(folder.at("acl.json"), "{\"dump\":{\"dump_mode\":\"both\"}}"));
        const Ended invalid = run(arguments);
        QCOMPARE(invalid.code, 1);
        QVERIFY(invalid.error.contains("EP0002"));
    }

    void damagedModels()
    {
        const test::TemporaryFolder folder;
        const std::string whole = test::readFile(kModels + "overflow.onnx");
        QStringList arguments = capture(folder, "out", m_all);
        arguments[arguments.indexOf("--model") + 1] = QString::fromStdString(folder.at("cut.onnx"));
        for (const std::size_t cut :
            {std::size_t {0}, std::size_t {15}, std::size_t {40}, whole.size() / 2, whole.size() - 1}) {
            QVERIFY(test::writeFile(folder.at("cut.onnx"), whole.substr(0, cut)));
            const Ended ended = run(arguments);
            QCOMPARE(ended.code, 5);
            QVERIFY2(ended.error.contains("answered 145") || ended.error.contains("answered 545001"),
                qPrintable(ended.error));
        }
    }

    void diskFull()
    {
        const test::TemporaryFolder folder;
        // Files of more than 16 KiB cannot be written: convnet has some.
        const Ended ended = run(capture(folder, "out", m_all, "convnet"), {}, "trap '' XFSZ; ulimit -f 16;");
        QCOMPARE(ended.code, 5);
        QVERIFY2(ended.error.contains("the dump cannot be written"), qPrintable(ended.error));
        if (!std::filesystem::exists(folder.at("out")))
            return; // nothing came into it
        for (const auto& [key, value] : valuesOf(folder.at("out")))
            QVERIFY(!value.bytes.empty()); // whole files only
    }

    void devices()
    {
        const Ended ended = run({"devices", "--runtime", "cpu", "--json"});
        QCOMPARE(ended.code, 0);
        const QJsonObject document = QJsonDocument::fromJson(ended.out.toUtf8()).object();
        QCOMPARE(document["devices"].toArray().size(), 1);
        QVERIFY(document["devices"].toArray()[0].toObject()["name"].toString().contains("CPU"));
        QVERIFY(document["version"].toString().contains("CPU"));
    }

    /// Numbers of docs/formats/ascend-dump-binary.md 4; noise worked out apart from this program.
    void fillsInputs()
    {
        constexpr int kFloat = 0, kInt32 = 3, kBool = 12, kString = 13;
        const auto made = [](const char* text, int type, std::vector<std::int64_t> dims) {
            return makeCaptureInput(*parseInputFill(text), {"x", type, std::move(dims)});
        };
        const auto random = made("random:20", kFloat, {4});
        QVERIFY(random);
        std::array<float, 4> floats {};
        QCOMPARE(random->data.size(), sizeof(floats));
        std::memcpy(floats.data(), random->data.data(), sizeof(floats));
        QCOMPARE(floats,
            (std::array {
                0.8942162990570068F, -0.6149260997772217F, -0.9770045280456543F, 0.1855529546737671F}));
        const auto whole = made("random:20", kInt32, {2, 2});
        std::array<std::int32_t, 4> numbers {};
        std::memcpy(numbers.data(), whole->data.data(), sizeof(numbers));
        QCOMPARE(numbers, (std::array {14, 3, 81, 21}));
        const auto truths = made("random:20", kBool, {4});
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(truths->data.data()), 4).toHex(), "01000001");
        // Free dimensions are 1 unless they are given; others are as the model says.
        QCOMPARE(made("ones", kFloat, {-1, 2})->dims, (std::vector<std::int64_t> {1, 2}));
        QCOMPARE(made("ones:3,2", kFloat, {-1, 2})->dims, (std::vector<std::int64_t> {3, 2}));
        QVERIFY(!made("ones:3,3", kFloat, {-1, 2}));
        QCOMPARE(made("zeros", kFloat, {})->data.size(), std::size_t {4});
        QCOMPARE(made("zeros", kFloat, {0})->data.size(), std::size_t {0});
        QVERIFY(!made("ones", kString, {1}));
        QVERIFY(!made("zeros", -1, {1}));
        QVERIFY(!made("zeros:4294967296,4294967296", kFloat, {-1, -1}));
        for (const char* text : {"./zeros", "zeros.npy", "random", "random:", "random:x", "zeros:-1",
                 "ones:2,x", "", "Zeros", "random:1:a"})
            QVERIFY2(!parseInputFill(text), text);
        for (const char* text : {"zeros", "ones", "random:20", "random:0:2,16,64", "ones:0"})
            QCOMPARE(inputFillText(*parseInputFill(text)), std::string(text));
    }

    void profilesRoundTrip()
    {
        CaptureProfile profile;
        profile.model = "net \"1\".onnx";
        profile.inputs = {"random:3", "a.npy"};
        profile.dumpText = std::string(kEverything);
        profile.output = "out-{n}";
        profile.runs = 5;
        const std::string text = captureProfileText(profile);
        const auto read = parseCaptureProfile(text);
        QVERIFY(read);
        QVERIFY(*read == profile);
        QCOMPARE(captureProfileText(*read), text);
        for (const char* bad : {"", "[]", "{}", "{\"version\":2}", "{\"version\":1,\"modle\":\"x\"}"})
            QVERIFY2(!parseCaptureProfile(bad), bad);
    }

    /// The line that a profile stands for writes the same bytes.
    void profileEqualsTheLine()
    {
        const test::TemporaryFolder folder;
        CaptureProfile profile;
        profile.model = kModels + "dynamic_batch.onnx";
        profile.inputs = {"random:20:3,2,12,12"};
        profile.dumpText = std::string(kEverything);
        profile.output = folder.at("profile-{n}");
        profile.runtime = "cpu";
        profile.runs = 2;
        test::writeFile(folder.at("profile.json"), captureProfileText(profile));
        for (int i = 0; i < 2; ++i) {
            const Ended ended = run({"capture", QString::fromStdString(folder.at("profile.json"))});
            QVERIFY2(ended.code == 0, qPrintable(ended.error));
        }
        const Ended ended = run({"capture", "model", "--model", QString::fromStdString(profile.model),
            "--input", "random:20:3,2,12,12", "--dump-text",
            QString::fromUtf8(kEverything.data(), kEverything.size()), "-o",
            QString::fromStdString(folder.at("line")), "--runtime", "cpu", "--runs", "2"});
        QVERIFY2(ended.code == 0, qPrintable(ended.error));
        const auto expected = valuesOf(folder.at("line"));
        QVERIFY(!expected.empty());
        for (const char* one : {"profile-1", "profile-2"}) {
            const auto actual = valuesOf(folder.at(one));
            QCOMPARE(actual.size(), expected.size());
            for (const auto& [key, values] : expected)
                QCOMPARE(actual.at(key).bytes, values.bytes);
        }
    }

    void profile()
    {
        const test::TemporaryFolder folder;
        test::writeFile(folder.at("acl.json"), m_all);
        const QJsonObject profile {{"version", 1},
            {"model", QString::fromStdString(kModels + "overflow.onnx")},
            {"input", QJsonArray {QString::fromStdString(kModels + "overflow_input_0.npy")}},
            {"dump", QString::fromStdString(folder.at("acl.json"))},
            {"output", QString::fromStdString(folder.at("out"))}, {"runtime", "cpu"}};
        test::writeFile(folder.at("profile.json"), QJsonDocument(profile).toJson().toStdString());
        const Ended ended = run({"capture", QString::fromStdString(folder.at("profile.json"))});
        QVERIFY2(ended.code == 0, qPrintable(ended.error));
        QVERIFY(ended.out.startsWith("9 files"));
    }
};

QTEST_GUILESS_MAIN(TestCapture)
#include "tst_capture.moc"
