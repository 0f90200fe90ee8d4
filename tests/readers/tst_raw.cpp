// SPDX-License-Identifier: GPL-3.0-or-later
// Files of elements and nothing else: MindSpore 1.0-1.2, msaccucmp's `-t bin`, and types given by hand.
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/raw_reader.h"
#include "temporary_folder.h"

#include <QJsonArray>
#include <QTest>

#include <cstring>
#include <numeric>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

template<typename T> std::vector<std::byte> bytesOf(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<float> counted(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

} // namespace

class TestRaw : public QObject {
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void mindsporeFiles();
    void shapeOfTheName_data();
    void shapeOfTheName();
    void deviceLayout();
    void convertedFiles();
    void givenType();
    void givenTypeInAFolder();
    void sizesThatDoNotFit_data();
    void sizesThatDoNotFit();
    void everyLength();
};

void TestRaw::words_data()
{
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QString>("expected"); ///< empty: refused
    QTest::newRow("plain") << QByteArray("float16") << QByteArray("1,3,224,224") << "float16 [1,3,224,224]";
    QTest::newRow("crosses") << QByteArray("DT_FLOAT") << QByteArray("2x3") << "float32 [2,3]";
    QTest::newRow("brackets") << QByteArray("torch.bfloat16") << QByteArray("(2, 3,)") << "bfloat16 [2,3]";
    QTest::newRow("scalar") << QByteArray("int8") << QByteArray("()") << "int8 []";
    QTest::newRow("open") << QByteArray("int8") << QByteArray("-1,4") << "int8 [-1,4]";
    QTest::newRow("open last") << QByteArray("int8") << QByteArray("2x3x-1") << "int8 [2,3,-1]";
    QTest::newRow("no shape") << QByteArray("int8") << QByteArray() << "int8 any";
    QTest::newRow("unknown type") << QByteArray("float17") << QByteArray("2") << "";
    QTest::newRow("two open") << QByteArray("int8") << QByteArray("-1,-1") << "";
    QTest::newRow("negative") << QByteArray("int8") << QByteArray("-2") << "";
    QTest::newRow("words") << QByteArray("int8") << QByteArray("a,b") << "";
    QTest::newRow("overflow") << QByteArray("int8") << QByteArray("9223372036854775807,3") << "";
}

void TestRaw::words()
{
    QFETCH(QByteArray, dtype);
    QFETCH(QByteArray, shape);
    QFETCH(QString, expected);
    const auto raw = parseRawInterpretation(dtype.toStdString(), shape.toStdString());
    QCOMPARE(raw.has_value(), !expected.isEmpty());
    if (!raw) {
        QVERIFY(raw.error().code == Code::Usage);
        return;
    }
    const std::string text
        = std::string(dtypeName(raw->dtype)) + ' ' + (raw->shape ? shapeText(*raw->shape) : "any");
    QCOMPARE(QString::fromStdString(text), expected);
}

void TestRaw::mindsporeFiles()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/mindspore-async/g0_sync", builtinFormats(), {}, task);
    QVERIFY(index.has_value());
    const QJsonArray trees = testJson("mindspore-async/facts.json")["trees"].toArray();
    std::size_t checked = 0;
    for (const auto& tree : trees) {
        for (const auto& entry : tree.toObject()["files"].toArray()) {
            const QJsonObject fact = entry.toObject();
            const std::string path = fact["path"].toString().mid(int(std::strlen("g0_sync/"))).toStdString();
            const auto id = (*index)->findTensor(path);
            QVERIFY2(id.has_value(), path.c_str());
            const TensorRow& row = (*index)->tensor(*id);
            QCOMPARE(QString::fromStdString(std::string((*index)->text(row.opName))),
                fact["full_name"].toString());
            QCOMPARE(row.slot, fact["slot"].toInt());
            QCOMPARE(QString::fromLatin1(ioWord(row.io).data()), fact["io"].toString());
            QVERIFY(row.state == TensorState::Ok);
            Shape shape;
            for (const auto& extent : fact["shape"].toArray())
                shape.push_back(extent.toInt());
            const auto view = TensorStore(*index).open(*id, task);
            QVERIFY(view.has_value());
            QCOMPARE(view->shape, shape);
            std::vector<double> values;
            for (const auto& value : fact["values"].toArray())
                values.push_back(value.toDouble());
            QCOMPARE(elementValues(*view).value(), values);
            ++checked;
        }
    }
    QCOMPARE(checked, std::size_t {3});
    QCOMPARE((*index)->unrecognisedCount(), std::size_t {0});
}

void TestRaw::shapeOfTheName_data()
{
    QTest::addColumn<QByteArray>("tail");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QString>("shape"); ///< empty: unreadable
    QTest::newRow("scalar") << QByteArray("0_Float32_DefaultFormat") << 4 << "[]";
    QTest::newRow("one") << QByteArray("1_Float16_DefaultFormat") << 2 << "[1]";
    QTest::newRow("label") << QByteArray("2_3_kNumberTypeInt32_DefaultFormat") << 24 << "[2,3]";
    QTest::newRow("type nobody knows") << QByteArray("2_3_Quux_DefaultFormat") << 24 << "";
    QTest::newRow("huge") << QByteArray("9999999999_9999999999_Float32_DefaultFormat") << 24 << "";
}

void TestRaw::shapeOfTheName()
{
    QFETCH(QByteArray, tail);
    QFETCH(int, bytes);
    QFETCH(QString, shape);
    const auto formats = builtinFormats();
    const std::string name = "Default--Add-op1_output_0_shape_" + tail.toStdString() + ".bin";
    const ReadFile file(*formats, name, std::vector<std::byte>(static_cast<std::size_t>(bytes)));
    QCOMPARE(file.family(), std::string("mindspore-g0"));
    if (shape.isEmpty()) {
        QVERIFY(!file.error().empty() || file.contents().tensors.front().state == TensorState::Unreadable);
        return;
    }
    const TensorRecord& record = file.contents().tensors.front();
    QCOMPARE(QString::fromStdString(shapeText(record.shape)), shape);
    QVERIFY(record.state == TensorState::Ok && record.problem.empty());
}

void TestRaw::deviceLayout()
{
    // 1x2x2x2 in NC1HWC0: one block of 16 channels, element (n, c, h, w) at (h * 2 + w) * 16 + c.
    std::vector<float> device(64, -1.0F);
    for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t hw = 0; hw < 4; ++hw)
            device[hw * 16 + c] = static_cast<float>(c * 4 + hw);
    }
    const auto formats = builtinFormats();
    ReadFile file(*formats, "Conv2D-op1_output_0_shape_1_2_2_2_Float32_NC1HWC0.bin", bytesOf(device));
    const TensorRecord& record = file.contents().tensors.front();
    QCOMPARE(record.shape, (Shape {1, 1, 2, 2, 16}));
    QCOMPARE(record.originalShape, std::optional<Shape>(Shape {1, 2, 2, 2}));
    QCOMPARE(record.problem.text(), std::string());
    const auto view = file.open(record);
    QVERIFY(view.has_value());
    QCOMPARE(elementValues(*view).value(), (std::vector<double> {0, 1, 2, 3, 4, 5, 6, 7}));
    // The device's own shape in the name: as it lies there.
    const ReadFile stored(
        *formats, "Conv2D-op1_output_0_shape_1_1_2_2_16_Float32_NC1HWC0.bin", bytesOf(device));
    QCOMPARE(stored.contents().tensors.front().shape, (Shape {1, 1, 2, 2, 16}));
    QVERIFY(stored.contents().tensors.front().state == TensorState::Ok);
}

void TestRaw::convertedFiles()
{
    const auto formats = builtinFormats();
    const ReadFile file(
        *formats, "Relu.net_relu.4.1.1771061415000000.output.1.2_3.float32.NCHW.bin", bytesOf(counted(6)));
    QCOMPARE(file.family(), std::string("raw"));
    const TensorRecord& record = file.contents().tensors.front();
    QCOMPARE(record.shape, (Shape {2, 3}));
    QVERIFY(record.dtype == DType::Float32 && record.state == TensorState::Ok);
}

void TestRaw::givenType()
{
    TemporaryFolder folder;
    const auto bytes = bytesOf(counted(8));
    QVERIFY(writeFile(folder.at("input.raw"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    OwnedTask task(1);
    RawRequest request {parseRawInterpretation("float32", "3,-1", 8).value(), "", true};
    const auto index = openDump(folder.at("input.raw"), formatsWithRaw(request), {}, task);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->tensorCount(), std::size_t {1});
    const auto view = TensorStore(*index).open(TensorId(0U), task);
    QVERIFY(view.has_value());
    QCOMPARE(view->shape, (Shape {3, 2}));
    QCOMPARE(elementValues(*view).value(), (std::vector<double> {2, 3, 4, 5, 6, 7}));
    QVERIFY(task.diagnostics.sorted().empty());
}

void TestRaw::givenTypeInAFolder()
{
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("a.raw"), "abcd") && writeFile(folder.at("b.txt"), "abcdefgh"));
    QVERIFY(std::filesystem::copy_file(DUMPSCOPE_TEST_DATA "/npy/bool.npy", folder.at("c.npy")));
    OwnedTask task(1);
    RawRequest request {parseRawInterpretation("int16", "").value(), "", false};
    auto index = openDump(folder.path(), formatsWithRaw(request), {}, task);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->tensorCount(), std::size_t {3}); // c.npy stays an array
    QCOMPARE((*index)->readerOf((*index)->tensor((*index)->findTensor("c.npy").value()).file)->info().id,
        std::string("npy"));
    request.names = "*.raw";
    index = openDump(folder.path(), formatsWithRaw(request), {}, task);
    QCOMPARE((*index)->tensorCount(), std::size_t {2});
    QCOMPARE((*index)->unrecognisedCount(), std::size_t {1});
}

void TestRaw::sizesThatDoNotFit_data()
{
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("says");
    QTest::newRow("fits") << QByteArray("float32") << QByteArray("2,3") << 24 << "ok"
                          << "";
    QTest::newRow("half") << QByteArray("float32") << QByteArray("2,3") << 12 << "truncated"
                          << "elements of 2 bytes would fit";
    QTest::newRow("cut") << QByteArray("float32") << QByteArray("2,3") << 10 << "truncated"
                         << "takes 24 bytes, 10 are there; the file holds 2 elements";
    QTest::newRow("batches") << QByteArray("float64") << QByteArray("3") << 24 * 5 << "ok"
                             << "that is 5 times the shape";
    QTest::newRow("empty file") << QByteArray("float32") << QByteArray("2,3") << 0 << "empty"
                                << "empty";
    QTest::newRow("empty tensor") << QByteArray("float32") << QByteArray("0,3") << 0 << "ok"
                                  << "";
    QTest::newRow("left over") << QByteArray("float32") << QByteArray() << 7 << "ok"
                               << "takes 4 bytes, 7 are there";
    QTest::newRow("int4") << QByteArray("int4") << QByteArray("3") << 2 << "ok"
                          << "";
}

void TestRaw::sizesThatDoNotFit()
{
    QFETCH(QByteArray, dtype);
    QFETCH(QByteArray, shape);
    QFETCH(int, bytes);
    QFETCH(QString, state);
    QFETCH(QString, says);
    const RawRequest request {
        parseRawInterpretation(dtype.toStdString(), shape.toStdString()).value(), "", true};
    const auto formats = formatsWithRaw(request);
    const ReadFile file(*formats, "a.raw", std::vector<std::byte>(static_cast<std::size_t>(bytes)));
    const TensorRecord& record = file.contents().tensors.front();
    QCOMPARE(QString::fromLatin1(stateWord(record.state).data()), state);
    QVERIFY2(says.isEmpty() ? record.problem.empty()
                            : QString::fromStdString(record.problem.text()).contains(says),
        record.problem.text().c_str());
}

void TestRaw::everyLength()
{
    const auto formats = builtinFormats();
    const auto whole = bytesOf(counted(6));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        ReadFile file(*formats, "Default--Add-op1_output_0_shape_2_3_Float32_DefaultFormat.bin",
            std::vector<std::byte>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
        const TensorRecord& record = file.contents().tensors.front();
        QVERIFY(record.state == (length == 0 ? TensorState::Empty : TensorState::Truncated));
        QVERIFY(!record.problem.empty());
        const auto view = file.open(record);
        QVERIFY(!view || view->bytes.size() == length);
    }
}

QTEST_APPLESS_MAIN(TestRaw)
#include "tst_raw.moc"
