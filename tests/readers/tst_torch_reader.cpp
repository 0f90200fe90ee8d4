// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/torch/torch_file.h"
#include "tensor/element_text.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;

namespace {

const QString kFolder = QStringLiteral(DUMPSCOPE_TEST_DATA "/torch");

QByteArray sample(const QString& name)
{
    return testData("torch/" + name);
}

double expectedNumber(const QJsonValue& value)
{
    if (value.isArray())
        return std::hypot(value[0].toDouble(), value[1].toDouble());
    if (value.isDouble())
        return value.toDouble();
    const double inf = std::numeric_limits<double>::infinity();
    return value.toString() == "NaN" ? std::nan("") : value.toString() == "Infinity" ? inf : -inf;
}

/// Real and imaginary part as text of the element.
QString complexText(const QJsonValue& value)
{
    const auto text = [](double part) {
        std::string result;
        appendNumber(result, static_cast<float>(part));
        return QString::fromStdString(result);
    };
    const QString imaginary = text(value[1].toDouble());
    return text(value[0].toDouble()) + (imaginary.startsWith('-') ? "" : "+") + imaginary + "j";
}

bool sameNumber(double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b;
}

QByteArray replaced(QByteArray file, const QByteArray& before, const QByteArray& after)
{
    return file.replace(before, after);
}

} // namespace

class TestTorchReader : public QObject {
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void signsOfComplexParts();
    void containers_data();
    void containers();
    void stateDicts_data();
    void stateDicts();
    void quantised();
    void sharedByRanks();
    void cutByBehindFirst();
    void pairsOfFourBits();
    void refused_data();
    void refused();
    void hostileNumbers_data();
    void hostileNumbers();
    void storagesStayInPlace();
    void descriptions();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedAnywhere_data();
    void flippedAnywhere();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestTorchReader::values_data()
{
    QTest::addColumn<QJsonObject>("expected");
    for (const char* list : {"torch/expected_t113.json", "torch/expected_t215.json"}) {
        const QJsonObject all = testJson(list);
        QVERIFY(!all.isEmpty());
        for (const QString& name : all.keys())
            QTest::newRow(qPrintable(name)) << all[name].toObject();
    }
}

void TestTorchReader::values()
{
    QFETCH(QJsonObject, expected);
    const QString name = QTest::currentDataTag();
    ReadFile file(*m_formats, name.toStdString(), toBytes(sample(name)));
    QCOMPARE(file.family(), std::string("pt"));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors().front();
    QCOMPARE(stateWord(record.state), std::string_view("ok"));
    QCOMPARE(record.entry, std::string());
    const QString type = expected["dtype"].toString().mid(6);
    QCOMPARE(QString::fromStdString(std::string(dtypeName(record.dtype))), type);
    Shape shape;
    for (const auto& size : expected["shape"].toArray())
        shape.push_back(size.toInteger());
    QCOMPARE(record.shape, shape);

    const auto view = file.open(record);
    QVERIFY2(view, view ? "" : view.error().text().c_str());
    QCOMPARE(view->shape, shape);
    const auto found = elementValues(*view);
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    const QJsonArray wanted = expected["values"].toArray();
    QCOMPARE(found->size(), static_cast<std::size_t>(wanted.size()));
    for (std::size_t i = 0; i < found->size(); ++i) {
        double value = expectedNumber(wanted[static_cast<qsizetype>(i)]);
        if (type == "complex64" || type == "complex32") // magnitudes of rounded parts
            QVERIFY(std::abs((*found)[i] - value) <= 1e-6 * std::abs(value));
        else
            QVERIFY2(sameNumber((*found)[i], value),
                qPrintable(
                    QString("%1: %2, not %3").arg(i).arg((*found)[i], 0, 'g', 17).arg(value, 0, 'g', 17)));
    }
}

void TestTorchReader::signsOfComplexParts()
{
    const QJsonArray wanted
        = testJson("torch/expected_t215.json")["t215_conj.pt"].toObject()["values"].toArray();
    ReadFile file(*m_formats, "t215_conj.pt", toBytes(sample("t215_conj.pt")));
    const auto view = file.open(file.tensors().front());
    QVERIFY(view);
    const auto stream = ElementStream::make(*view, Order::Logical);
    QVERIFY(stream);
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream->read(0, stream->count(), scratch);
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        QCOMPARE(
            QString::fromStdString(elementText(chunk, i)), complexText(wanted[static_cast<qsizetype>(i)]));
    QVERIFY(QString::fromStdString(file.tensors().front().problem.text()).contains("conjugate"));
}

void TestTorchReader::containers_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("1.13") << "t113_dict.pt";
    QTest::newRow("2.15") << "t215_dict.pt";
}

/// {"a": tensor, "b": [tensor, 3, "x"]}
void TestTorchReader::containers()
{
    QFETCH(QString, name);
    ReadFile file(*m_formats, name.toStdString(), toBytes(sample(name)));
    QCOMPARE(file.tensors().size(), 2U);
    QCOMPARE(file.tensors()[0].entry, std::string("a"));
    QCOMPARE(file.tensors()[0].dtype, DType::Float32);
    QCOMPARE(file.tensors()[1].entry, std::string("b.0"));
    QCOMPARE(file.tensors()[0].opName, std::string("a"));
    QCOMPARE(file.tensors()[1].opName, std::string("b.0"));
    QCOMPARE(file.tensors()[0].io, Io::Unknown); // a dictionary, but not of weights
    QCOMPARE(file.tensors()[1].dtype, DType::Int64);
    for (const TensorRecord& record : file.tensors()) {
        const auto view = file.open(record);
        QVERIFY(view);
        QCOMPARE(view->shape, Shape {1});
        QVERIFY(elementValues(*view));
    }
}

void TestTorchReader::stateDicts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isNamedByKey");
    QTest::newRow("weights") << "checkpoint.pt" << true;
    // Writers of dumps name a file after what is in it.
    QTest::newRow("a dump") << "Tensor.add.0.forward.output.0.pt" << false;
}

/// {"model": {"fc.weight", "fc.bias"}, "optimizer": {"state": {0: {"exp_avg"}}}, "epoch": 3}
void TestTorchReader::stateDicts()
{
    QFETCH(QString, name);
    QFETCH(bool, isNamedByKey);
    ReadFile file(*m_formats, name.toStdString(), toBytes(sample("t215_state_dict.pt")));
    QCOMPARE(file.tensors().size(), 3U);
    const std::vector<std::string> keys {"model.fc.weight", "model.fc.bias", "optimizer.state.0.exp_avg"};
    const std::vector<std::string> names {"fc.weight", "fc.bias", "optimizer.state.0.exp_avg"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TensorRecord& record = file.tensors()[i];
        QCOMPARE(record.entry, keys[i]);
        QCOMPARE(record.opName, isNamedByKey ? names[i] : std::string());
        if (isNamedByKey)
            QCOMPARE(record.io, i < 2 ? Io::Parameter : Io::Buffer);
    }
}

void TestTorchReader::quantised()
{
    ReadFile file(*m_formats, "t215_quint8.pt", toBytes(sample("t215_quint8.pt")));
    QCOMPARE(file.tensors().size(), 1U);
    QCOMPARE(file.tensors().front().dtype, DType::QUInt8);
    QVERIFY(
        QString::fromStdString(file.tensors().front().problem.text()).contains("scale 0.5, zero point 1"));
}

/// What rank 1 has of tensors that four ranks share, as torch said when it saved them.
void TestTorchReader::sharedByRanks()
{
    ReadFile file(*m_formats, "part.pt", toBytes(sample("t215_dtensor_rank1.pt")));
    QCOMPARE(file.tensors().size(), 5U);
    const std::vector<std::string> names {"0.weight", "0.bias", "1.weight", "1.bias", "2.weight"};
    const std::vector<Shape> shapes {{2, 6}, {5}, {2}, {5}, {1, 10}};
    const std::vector<std::string> places {"[10,6], [3:5,:] of it", "[10], [5:10] of it", "[10], [3:5] of it",
        "[10], [5:10] of it", "[5,10], [2:3,:] of it"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TensorRecord& record = file.tensors()[i];
        QCOMPARE(record.opName, names[i]);
        QVERIFY(record.io == Io::Parameter);
        QVERIFY(record.rank == 1);
        QVERIFY(record.shape == shapes[i]);
        const std::string said = record.problem.text();
        QVERIFY2(said.find(places[i]) != std::string::npos, said.c_str());
        QVERIFY(file.open(record));
    }
    QVERIFY(file.tensors()[1].problem.text().find("dp: the same on 2 ranks; tp: axis 0 is cut over 2 ranks")
        != std::string::npos);
}

/// Of a mesh of dp by tp, tensor parallelism cuts first, though it is the second axis.
void TestTorchReader::cutByBehindFirst()
{
    ReadFile file(*m_formats, "part.pt", toBytes(sample("fsdp_tp/rank_1.pt")));
    QCOMPARE(file.tensors().size(), 3U);
    const std::string said = file.tensors().front().problem.text();
    QCOMPARE(said,
        std::string("what one rank has of a tensor of shape [8,4], [4:6,:] of it (dp: axis 0 is cut over 2 "
                    "ranks, after the axes of the mesh behind it; tp: axis 0 is cut over 2 ranks)"));
}

/// torch counts bytes of two elements: a tensor of shape (2, 8) has 32.
void TestTorchReader::pairsOfFourBits()
{
    ReadFile file(*m_formats, "t215_float4.pt", toBytes(sample("t215_float4.pt")));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors().front();
    QCOMPARE(record.dtype, DType::Float4E2M1);
    QCOMPARE(record.shape, Shape({2, 16}));
    QCOMPARE(record.bytes, 16U);
    QCOMPARE(record.state, TensorState::Ok);
    const auto view = file.open(record);
    QVERIFY(view && view->shape == record.shape && view->bytes.size() == 16);
}

void TestTorchReader::refused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, TensorState state, const char* says) {
        QTest::newRow(name) << QString(name) << static_cast<int>(state) << QString(says);
    };
    row("bad_broadcast.pt", TensorState::Unreadable,
        "repeats a storage of 4 elements beyond what can be read");
    row("bad_executes_code.pt", TensorState::Unsupported, "__builtin__.print");
    row("bad_no_storage.pt", TensorState::Truncated, "data/9\" is missing");
    row("bad_storage_too_short.pt", TensorState::Truncated, "6 elements of torch.float32, but has 8 bytes");
    row("bad_truncated.pt", TensorState::Unreadable, "cut off");
    row("t215_sparse.pt", TensorState::Unsupported, "_rebuild_sparse_tensor");
}

void TestTorchReader::refused()
{
    QFETCH(QString, name);
    QFETCH(int, state);
    QFETCH(QString, says);
    ReadFile file(*m_formats, name.toStdString(), toBytes(sample(name)));
    QCOMPARE(file.family(), std::string("pt"));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors().front();
    QCOMPARE(static_cast<int>(record.state), state);
    QVERIFY2(QString::fromStdString(record.problem.text()).contains(says), record.problem.text().c_str());
    QCOMPARE(file.contents().problems.size(), 1U);
    QVERIFY(!file.open(record));
}

void TestTorchReader::hostileNumbers_data()
{
    QTest::addColumn<QByteArray>("file");
    // (2, 3) and strides (3, 1) as BININT1 pairs in front of NEWFALSE.
    const QByteArray good = sample("t215_float32.pt");
    const QByteArray shape("K\x02K\x03\x86", 5);
    const QByteArray strides("K\x03K\x01\x86", 5);
    QVERIFY(good.contains(shape) && good.contains(strides));
    QTest::newRow("larger shape") << replaced(good, shape, QByteArray("K\xFFK\xFF\x86", 5));
    QTest::newRow("larger strides") << replaced(good, strides, QByteArray("K\xFFK\x01\x86", 5));
    QTest::newRow("shape without storage class") << replaced(good, "FloatStorage", "FloatStorags");
    QTest::newRow("negative size") << replaced(good, shape, QByteArray("J\xFF\xFF\xFF\xFF", 5));
    QTest::newRow("other opcode") << replaced(good, shape, QByteArray("i\x02K\x03\x86", 5));
    QTest::newRow("unknown memo") << replaced(good, shape, QByteArray("h\x99K\x03\x86", 5));
    QTest::newRow("text for a size") << replaced(good, shape, QByteArray("NNNN\x86", 5));
}

void TestTorchReader::hostileNumbers()
{
    QFETCH(QByteArray, file);
    ReadFile read(*m_formats, "hostile.pt", toBytes(file));
    QCOMPARE(read.tensors().size(), 1U);
    const TensorRecord& record = read.tensors().front();
    QVERIFY(record.state != TensorState::Ok);
    QVERIFY(!record.problem.empty());
    QVERIFY(!read.open(record));
}

void TestTorchReader::storagesStayInPlace()
{
    const QByteArray data = sample("t215_transposed.pt");
    const Bytes file = Bytes::fromVector(toBytes(data));
    const auto torch = TorchFile::read(file);
    QVERIFY(torch);
    const auto view = torch->open(torch->tensors().front());
    QVERIFY(view);
    QVERIFY(view->bytes.data() >= file.data() && view->bytes.data() < file.data() + file.size());
    QCOMPARE(view->strides, (std::vector<std::int64_t> {1, 4, 12}));
}

void TestTorchReader::descriptions()
{
    ReadFile file(*m_formats, "t215_slice_offset.pt", toBytes(sample("t215_slice_offset.pt")));
    const TensorRecord& record = file.tensors().front();
    QCOMPARE(file.described(record, "storage offset"), std::string("13"));
    QCOMPARE(file.described(record, "strides"), std::string("[4,1]"));
    QCOMPARE(file.described(record, "location"), std::string("cpu"));
    QCOMPARE(file.described(record, "container"), std::string("torch.save, zip"));
}

void TestTorchReader::cutAnywhere_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"t113_float32.pt", "t215_legacy.pt", "t215_dict.pt", "deflated.pt"})
        QTest::newRow(name) << QString(name);
}

void TestTorchReader::cutAnywhere()
{
    QFETCH(QString, name);
    const std::vector<std::byte> whole = toBytes(sample(name));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        ReadFile file(*m_formats, name.toStdString(), part);
        QVERIFY2(!file.tensors().empty() || !file.error().empty(), qPrintable(QString::number(length)));
        bool damaged = !file.error().empty();
        for (const TensorRecord& record : file.tensors()) {
            damaged = damaged || record.state != TensorState::Ok;
            QVERIFY(record.state == TensorState::Ok || !record.problem.empty());
        }
        QVERIFY2(damaged, qPrintable(QString::number(length)));
    }
}

void TestTorchReader::flippedAnywhere_data()
{
    cutAnywhere_data();
}

/// Nothing crashes, and what still opens has the elements its shape says.
void TestTorchReader::flippedAnywhere()
{
    QFETCH(QString, name);
    const std::vector<std::byte> whole = toBytes(sample(name));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::vector<std::byte> flipped = whole;
        flipped[at] ^= std::byte {0xFF};
        ReadFile file(*m_formats, name.toStdString(), flipped);
        for (const TensorRecord& record : file.tensors()) {
            const auto view = file.open(record);
            if (view && elementCount(view->shape).value_or(0) < 10'000)
                (void)elementValues(*view);
        }
    }
}

QTEST_APPLESS_MAIN(TestTorchReader)
#include "tst_torch_reader.moc"
