// SPDX-License-Identifier: GPL-3.0-or-later
#include "protobuf_message.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "tensor/element_text.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace dumpscope::core;

namespace {

const char* const kName = "Relu.x.1.1.1771061415000000";

struct Tensor {
    int dtype = 1; // DT_FLOAT
    std::vector<std::uint64_t> shape;
    std::uint64_t size = 0;
    std::uint64_t address = 0;
};

ProtobufMessage shapeMessage(const std::vector<std::uint64_t>& dims)
{
    ProtobufMessage packed;
    for (const std::uint64_t dim : dims)
        packed.number(dim);
    return ProtobufMessage().bytes(1, packed.data());
}

/// A standard container with the given inputs and this payload (docs/formats/ascend-dump-binary.md 1.1, 1.2).
QByteArray container(
    const std::vector<Tensor>& inputs, const QByteArray& payload, std::uint64_t extraLength = 0)
{
    ProtobufMessage header;
    header.bytes(1, "2.0").varint(2, 1771061415000000U);
    for (const Tensor& tensor : inputs) {
        ProtobufMessage input;
        input.varint(1, static_cast<std::uint64_t>(tensor.dtype)).varint(2, 2);
        input.message(3, shapeMessage(tensor.shape)).varint(5, tensor.size);
        if (tensor.address != 0)
            input.varint(8, tensor.address);
        header.message(4, input);
    }
    header.bytes(6, "net/x");
    QByteArray file(8, '\0');
    const auto length = static_cast<std::uint64_t>(header.data().size()) + extraLength;
    for (int i = 0; i < 8; ++i)
        file[i] = static_cast<char>(length >> (8 * i) & 0xFFU);
    return file + header.data() + payload;
}

/// Everything a user could do with a file; whatever it holds, this returns and stays inside.
void exercise(ReadFile& file)
{
    constexpr std::uint32_t kFirst = 64; // opening reads the header again
    for (const TensorRecord& record : file.tensors()) {
        if (record.ordinal >= kFirst && record.ordinal + 1 < file.tensors().size())
            continue;
        (void)file.described(record, "");
        const auto view = file.open(record);
        if (!view)
            continue;
        QVERIFY(view->bytes.size() <= file.size());
        const auto stream = ElementStream::make(*view, Order::Logical);
        if (!stream || stream->count() == 0)
            continue;
        ElementStream::Scratch scratch;
        const std::uint64_t count = std::min<std::uint64_t>(stream->count(), 4096);
        (void)elementText(stream->read(stream->count() - count, count, scratch), count - 1);
    }
}

} // namespace

class TestAscendDamage : public QObject {
    Q_OBJECT

private slots:
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedAnywhere_data();
    void flippedAnywhere();
    void hostile_data();
    void hostile();
    void placements_data();
    void placements();
    void addressZeroBeforeAnotherContainer();
    void longHeader();
    void lengthOfHeader();
    void noTensors();
    void shapes_data();
    void shapes();
    void otherFiles_data();
    void otherFiles();

private:
    void addContainers();

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestAscendDamage::addContainers()
{
    QTest::addColumn<QString>("path");
    const QDir folder(DUMPSCOPE_TEST_DATA "/ascend/containers");
    const QStringList names = folder.entryList(QDir::Files, QDir::Name);
    QVERIFY(names.size() > 10);
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << "ascend/containers/" + name;
}

void TestAscendDamage::cutAnywhere_data()
{
    addContainers();
}

// A cut file keeps what is complete; what is not complete says so, and nothing is made up.
void TestAscendDamage::cutAnywhere()
{
    QFETCH(QString, path);
    const std::string name = path.section('/', -1).toStdString();
    const QByteArray whole = testData(path);
    ReadFile complete(*m_formats, name, toBytes(whole));
    const std::size_t tensors = complete.tensors().size();
    // A JSON header has no size: its payload is what is there. A version 1 file has no length: it
    // may end between any two fields.
    const bool hasSizes = name.find("json") == std::string::npos && name.find("legacy") == std::string::npos;
    for (qsizetype size = 0; size < whole.size(); ++size) {
        ReadFile file(*m_formats, name, toBytes(whole.left(size)));
        if (file.family().empty())
            continue; // nano names do not look like dumps
        QCOMPARE(file.family(), std::string("ascend-bin"));
        QVERIFY(!file.tensors().empty());
        QVERIFY(file.tensors().size() <= tensors);
        std::size_t broken = 0;
        for (const TensorRecord& record : file.tensors()) {
            broken += record.state == TensorState::Ok ? 0U : 1U;
            if (record.state == TensorState::Truncated)
                QVERIFY2(
                    record.problem.text().find(" of ") != std::string::npos, record.problem.text().c_str());
        }
        const bool fewer = file.tensors().size() < tensors;
        QVERIFY(!hasSizes || broken > 0 || fewer);
        QVERIFY(!hasSizes || !file.contents().problems.empty() || fewer);
        exercise(file);
    }
}

void TestAscendDamage::flippedAnywhere_data()
{
    addContainers();
}

void TestAscendDamage::flippedAnywhere()
{
    QFETCH(QString, path);
    const std::string name = path.section('/', -1).toStdString();
    const QByteArray whole = testData(path);
    for (qsizetype at = 0; at < whole.size(); ++at) {
        for (const char mask : {'\x01', '\x02', '\x10', '\x80', '\xFF'}) {
            QByteArray damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ mask);
            ReadFile file(*m_formats, name, toBytes(damaged));
            exercise(file);
        }
    }
}

void TestAscendDamage::hostile_data()
{
    QTest::addColumn<QJsonObject>("facts");
    const QJsonArray all = testJson("ascend/facts.json")["hostile"].toArray();
    QVERIFY(!all.isEmpty());
    for (const auto& entry : all) {
        const QString path = entry.toObject()["path"].toString();
        if (path.section('/', -1).startsWith("Relu.") && !path.endsWith(".npy"))
            QTest::newRow(qPrintable(path)) << entry.toObject();
    }
}

void TestAscendDamage::hostile()
{
    QFETCH(QJsonObject, facts);
    const QString path = facts["path"].toString();
    ReadFile file(
        *m_formats, path.section('/', -1).toStdString(), toBytes(testData("ascend/hostile/" + path)));
    QCOMPARE(file.family(), std::string("ascend-bin"));
    const QString expected = facts["state"].toString();
    const auto has = [&](TensorState state) {
        return std::any_of(file.tensors().begin(), file.tensors().end(),
            [state](const TensorRecord& record) { return record.state == state; });
    };
    QCOMPARE(has(TensorState::Unreadable), expected == "invalid");
    QCOMPARE(has(TensorState::Truncated), expected == "truncated");
    QVERIFY(expected != "empty" || has(TensorState::Empty));
    QCOMPARE(file.contents().problems.empty(), expected == "readable");
    if (facts.contains("complete_tensors") && expected != "invalid") {
        QStringList complete;
        for (const TensorRecord& record : file.tensors()) {
            if (record.state == TensorState::Ok && (record.io == Io::Input || record.io == Io::Output))
                complete
                    << QString("%1.%2").arg(record.io == Io::Input ? "input" : "output").arg(*record.slot);
        }
        QCOMPARE(complete, facts["complete_tensors"].toVariant().toStringList());
    }
    exercise(file);
}

void TestAscendDamage::placements_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("placed"); // bytes and state per tensor
    QTest::addColumn<QString>("problem");
    const std::uint64_t huge
        = (1ULL << 32U) + 16; // written as 16 bytes (docs/formats/ascend-dump-binary.md 1.1)
    const auto row = [](const char* name, const QByteArray& file, const char* placed, const char* problem) {
        QTest::newRow(name) << file << QString(placed) << QString(problem);
    };
    const QByteArray four(16, '\1');
    row("whole", container({{1, {4}, 16, 1}}, four), "16 ok", "");
    row("trailing", container({{1, {4}, 16, 1}}, four + "abc"), "16 ok", "3 bytes behind the last tensor");
    row("cut", container({{1, {4}, 16, 1}, {1, {4}, 16, 1}}, four + "abc"), "16 ok,3 truncated",
        "3 of 16 bytes");
    row("nothing", container({{1, {4}, 16, 1}, {1, {4}, 16, 1}}, {}), "0 truncated,0 truncated",
        "0 of 16 bytes");
    row("address 0", container({{1, {4}, 16, 0}, {1, {4}, 16, 1}}, four), "0 empty,16 ok", "address-0");
    row("address 0 with data", container({{1, {4}, 16, 0}, {1, {4}, 16, 1}}, four + four), "16 ok,16 ok", "");
    // Without any address the writer does not record them: cut, not left out.
    row("no addresses", container({{1, {4}, 16, 0}, {1, {4}, 16, 0}}, four), "16 ok,0 truncated",
        "0 of 16 bytes");
    row("4 GiB", container({{1, {1073741828}, huge, 1}, {1, {4}, 16, 1}}, four + four), "16 truncated,16 ok",
        "low 32 bits");
    row("2^64-1", container({{1, {4}, ~0ULL, 1}}, four), "16 truncated", "16 of 18446744073709551615");
    row("sizes wrap", container({{1, {4}, ~0ULL, 1}, {1, {4}, 17, 1}}, four), "16 truncated,0 truncated",
        "of 17");
}

void TestAscendDamage::placements()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, placed);
    QFETCH(QString, problem);
    ReadFile read(*m_formats, kName, toBytes(file));
    QStringList got;
    std::string problems;
    for (const TensorRecord& record : read.tensors()) {
        const char* state = record.state == TensorState::Ok ? "ok"
            : record.state == TensorState::Truncated        ? "truncated"
            : record.state == TensorState::Empty            ? "empty"
                                                            : "other";
        got << QString("%1 %2").arg(record.bytes).arg(state);
        problems += record.problem.text();
    }
    QCOMPARE(got.join(','), placed);
    if (problem.isEmpty())
        QCOMPARE(problems, std::string());
    else
        QVERIFY2(QString::fromStdString(problems).contains(problem), problems.c_str());
    exercise(read);
}

void TestAscendDamage::addressZeroBeforeAnotherContainer()
{
    const QByteArray first = container({{1, {4}, 16, 0}, {1, {4}, 16, 1}}, QByteArray(16, '\1'));
    const QByteArray second = container({{1, {2}, 8, 1}}, QByteArray(8, '\2'));
    ReadFile file(*m_formats, kName, toBytes(first + second));
    QCOMPARE(file.tensors().size(), 3U);
    QCOMPARE(file.tensors()[0].state, TensorState::Empty);
    QCOMPARE(file.tensors()[1].state, TensorState::Ok);
    QCOMPARE(file.tensors()[2].entry, std::string("container2"));
    QCOMPARE(file.tensors()[2].bytes, 8U);
}

// Headers larger than what a probe sees, with small reads and mapped.
void TestAscendDamage::longHeader()
{
    for (const std::size_t count : {400U, 16'000U}) {
        const std::vector<Tensor> tensors(count, Tensor {1, {1}, 4, 4096});
        const QByteArray whole = container(tensors, QByteArray(static_cast<qsizetype>(4 * count), '\0'));
        ReadFile file(*m_formats, kName, toBytes(whole));
        QCOMPARE(file.tensors().size(), count);
        QVERIFY(file.contents().problems.empty());
        QVERIFY(file.open(file.tensors().back()));
        ReadFile cut(*m_formats, kName, toBytes(whole.left(4096)));
        QCOMPARE(cut.tensors().size(), 1U);
        QCOMPARE(cut.tensors()[0].state, TensorState::Unreadable);
        QVERIFY(cut.hasProblem(Code::Truncated));
    }
    const std::vector<Tensor> tooMany(17'000, Tensor {1, {1}, 0, 0});
    ReadFile refused(*m_formats, kName, toBytes(container(tooMany, {})));
    QCOMPARE(refused.tensors().size(), 1U);
    QVERIFY(refused.hasProblem(Code::Limit));
}

void TestAscendDamage::lengthOfHeader()
{
    for (const std::uint64_t extra : {1ULL, 1ULL << 20U, 1ULL << 31U, 1ULL << 62U}) {
        ReadFile file(*m_formats, kName, toBytes(container({}, {}, extra)));
        QCOMPARE(file.tensors().size(), 1U);
        QCOMPARE(file.tensors()[0].state, TensorState::Unreadable);
        QCOMPARE(file.contents().problems.size(), 1U);
        QCOMPARE(file.contents().problems[0].code, extra <= 1U << 20U ? Code::Truncated : Code::BadHeader);
    }
}

void TestAscendDamage::noTensors()
{
    ReadFile file(*m_formats, kName, toBytes(container({}, {})));
    QCOMPARE(file.family(), std::string("ascend-bin"));
    QVERIFY(file.tensors().empty());
    QVERIFY(file.contents().problems.empty());
    QCOMPARE(file.contents().properties.size(), 1U);
}

void TestAscendDamage::shapes_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<std::vector<std::uint64_t>>("dims");
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("problem");
    using Dims = std::vector<std::uint64_t>;
    const auto row
        = [](const char* name, int dtype, const Dims& dims, int size, const char* shape, const char* what) {
              QTest::newRow(name) << dtype << dims << size << QString(shape) << QString(what);
          };
    row("scalar", 1, {}, 4, "[]", "");
    row("no shape", 1, {}, 8, "[2]", "");
    row("nothing", 1, {}, 0, "[0]", "");
    row("negative", 1, {2, ~0ULL}, 8, "[2]", "dimension -1");
    row("overflow", 1, {1ULL << 32U, 1ULL << 32U}, 8, "[2]", "overflows");
    row("too many", 1, Dims(65, 1), 4, "[1]", "65 dimensions");
    row("far too many", 1, Dims(5000, 1), 4, "[1]", "dimensions");
    row("as many as allowed", 1, Dims(64, 1), 4,
        "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
        "");
    row("bytes for a 0", 1, {2, 0}, 8, "[2]", "exceeds the shape's 0 bytes");
    row("none for a 2", 1, {2}, 0, "[0]", "size 0 is less than the shape needs (8)");
    row("half an element", 1, {2}, 6, "[1]", "size 6 is less than the shape needs (8)");
    row("dtype 0", 0, {2, 4}, 16, "[16]", "");
    row("dtype nobody defined", 99, {2, 4}, 16, "[16]", "data type number 99");
    row("int4", 28, {3, 5}, 8, "[3,5]", "");
    row("int4 short", 28, {3, 5}, 7, "[14]", "size 7 is less");
    row("uint1", 29, {3, 3}, 2, "[3,3]", "");
}

void TestAscendDamage::shapes()
{
    QFETCH(int, dtype);
    QFETCH(std::vector<std::uint64_t>, dims);
    QFETCH(int, size);
    QFETCH(QString, shape);
    QFETCH(QString, problem);
    const auto bytes = static_cast<std::uint64_t>(size);
    ReadFile file(*m_formats, kName, toBytes(container({{dtype, dims, bytes, 1}}, QByteArray(size, '\0'))));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors()[0];
    QCOMPARE(QString::fromStdString(shapeText(record.shape)), shape);
    if (problem.isEmpty())
        QCOMPARE(record.problem.text(), std::string());
    else
        QVERIFY2(
            QString::fromStdString(record.problem.text()).contains(problem), record.problem.text().c_str());
    const auto view = file.open(record);
    QVERIFY(view);
    QCOMPARE(view->shape, record.shape);
    QVERIFY(ElementStream::make(*view, Order::Logical));
}

void TestAscendDamage::otherFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("zip") << QByteArray("PK\x03\x04\x14\0\0\0\0\0\x21\0abcdefgh", 20);
    QTest::newRow("elf") << QByteArray("\x7f"
                                       "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0",
        18);
    QTest::newRow("text") << QByteArray("\n hello, this is a note about nothing\n");
    QTest::newRow("zeros") << QByteArray(200, '\0');
    QTest::newRow("onnx") << QByteArray::fromHex("08081207707974 6f72636801020304");
    QTest::newRow("protobuf with texts") << QByteArray::fromHex("0a05302e312e31 12036d73 1a0476312e30");
    QTest::newRow("atb") << QByteArray("$Version=1.0\n$Object.Count=1\n");
    QTest::newRow("kfc") << QByteArray::fromHex("03000000000000003f00000000000000") + QByteArray(6480, '\0');
}

void TestAscendDamage::otherFiles()
{
    QFETCH(QByteArray, bytes);
    ReadFile file(*m_formats, "something", toBytes(bytes));
    QVERIFY(file.family() != "ascend-bin");
}

QTEST_APPLESS_MAIN(TestAscendDamage)
#include "tst_ascend_damage.moc"
