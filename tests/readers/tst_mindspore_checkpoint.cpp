// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;

namespace {

struct Expected {
    std::string name;
    Io io;
    DType dtype;
    Shape shape;
    std::vector<double> values;
};

/// As write_checkpoint.py makes them, beside the samples.
std::vector<Expected> expectedParameters()
{
    std::vector<double> weight, twice;
    for (int i = 0; i < 12; ++i) {
        weight.push_back((i - 5) / 4.0);
        twice.push_back((i - 5) / 2.0);
    }
    return {{"layers.0.weight", Io::Parameter, DType::Float32, {3, 4}, weight},
        {"layers.0.bias", Io::Parameter, DType::BFloat16, {3}, {1.5, -2, 0.25}},
        {"layers.1.weight", Io::Parameter, DType::Float16, {3, 4}, weight},
        {"moment1.layers.0.weight", Io::Buffer, DType::Float32, {3, 4}, twice},
        {"global_step", Io::Buffer, DType::Int32, {}, {7}}};
}

} // namespace

class TestMindsporeCheckpoint : public QObject {
    Q_OBJECT

private slots:
    void parameters_data();
    void parameters();
    void cutAnywhere();
    void lengthsThatLie();
    void valueInBetween();
    void strategy();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestMindsporeCheckpoint::parameters_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"small.ckpt", "checksum.ckpt"})
        QTest::newRow(name) << QString(name);
}

/// By their content: the name says nothing.
void TestMindsporeCheckpoint::parameters()
{
    QFETCH(QString, name);
    ReadFile read(*m_formats, "weights", toBytes(testData("mindspore-checkpoint/" + name)));
    QCOMPARE(read.family(), std::string("mindspore-ckpt"));
    QVERIFY(read.contents().problems.empty());
    QCOMPARE(read.contents().properties.size(), std::size_t {1});
    QCOMPARE(read.contents().properties.front().second, std::string("lenet"));
    const std::vector<Expected> expected = expectedParameters();
    QCOMPARE(read.tensors().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const TensorRecord& record = read.tensors()[i];
        QCOMPARE(record.opName, expected[i].name);
        QVERIFY(record.io == expected[i].io);
        QVERIFY(record.dtype == expected[i].dtype);
        QVERIFY(record.shape == expected[i].shape);
        const auto view = read.open(record);
        QVERIFY(view);
        const auto values = elementValues(*view, Order::Logical);
        QVERIFY(values && *values == expected[i].values);
    }
}

/// What is complete stays readable, and what is missing is said unless the end is that of a parameter.
void TestMindsporeCheckpoint::cutAnywhere()
{
    const QByteArray whole = testData("mindspore-checkpoint/small.ckpt");
    const std::vector<qsizetype> ends {84, 123, 255, 347, 379}; // of the five tensors
    for (qsizetype length = 1; length < whole.size(); ++length) {
        ReadFile read(*m_formats, "model.ckpt", toBytes(whole.left(length)));
        if (read.family() != "mindspore-ckpt")
            continue; // too short to be told
        std::size_t complete = 0;
        for (const TensorRecord& record : read.tensors()) {
            const bool isOk = record.state == TensorState::Ok;
            complete += isOk ? 1 : 0;
            QCOMPARE(bool(read.open(record)), isOk);
        }
        const auto wanted = std::ranges::count_if(ends, [&](qsizetype end) { return end <= length; });
        QCOMPARE(complete, static_cast<std::size_t>(wanted));
        const bool isEnd = std::ranges::find(ends, length) != ends.end();
        QCOMPARE(read.contents().problems.empty(), isEnd);
    }
}

void TestMindsporeCheckpoint::lengthsThatLie()
{
    QByteArray file = testData("mindspore-checkpoint/small.ckpt");
    file[1] = '\x7F'; // the first value reaches into the second
    ReadFile read(*m_formats, "model.ckpt", toBytes(file));
    for (const TensorRecord& record : read.tensors())
        QVERIFY(record.bytes <= static_cast<std::uint64_t>(file.size()));
    const QByteArray huge = QByteArray::fromHex("0affffffffffffffff7f0a0161") + QByteArray(64, '\1');
    ReadFile none(*m_formats, "model.ckpt", toBytes(huge));
    for (const TensorRecord& record : none.tensors())
        QVERIFY(record.state != TensorState::Ok);
}

/// A value that is none leaves the others alone.
void TestMindsporeCheckpoint::valueInBetween()
{
    QByteArray file = testData("mindspore-checkpoint/small.ckpt");
    file[84 + 2] = '\x0B'; // field 1 of a type that does not exist
    ReadFile read(*m_formats, "model.ckpt", toBytes(file));
    QVERIFY(read.hasProblem(Code::BadHeader));
    QCOMPARE(read.tensors().size(), std::size_t {4});
    QCOMPARE(read.tensors()[1].opName, std::string("layers.1.weight"));
}

/// Serialised by protobuf from MindSpore's messages: an operator and the layout of a parameter.
void TestMindsporeCheckpoint::strategy()
{
    const QByteArray file = QByteArray::fromHex(
        "080112160a0a4d61744d756c2d6f7030120808011204080208011a2f0a0a6663312e77656967687412210a04"
        "08020804120d080008ffffffffffffffffff011a0408400820280030003800");
    ReadFile read(*m_formats, "src_strategy.ckpt", toBytes(file));
    QCOMPARE(read.family(), std::string("mindspore-strategy"));
    QVERIFY(read.tensors().empty() && read.contents().problems.empty());
    const std::vector<std::pair<std::string, std::string>> expected {{"strategy.stage", "1"},
        {"strategy.layout.fc1.weight", "devices [2,4], axes [0,-1], shape [64,32]"},
        {"strategy.operators", "1"}, {"strategy.parameters", "1"}};
    QVERIFY(read.contents().properties == expected);
    for (qsizetype length = 3; length < file.size(); ++length) {
        ReadFile cut(*m_formats, "src_strategy.ckpt", toBytes(file.left(length)));
        QVERIFY(cut.tensors().empty());
        // Only between two parts nobody can tell.
        QCOMPARE(cut.contents().problems.empty(), length == 26);
    }
}

QTEST_APPLESS_MAIN(TestMindsporeCheckpoint)
#include "tst_mindspore_checkpoint.moc"
