// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;

namespace {

/// A version 1.0 file with the dictionary as given, padded to 64 like NumPy.
QByteArray npy(const QByteArray& dictionary, const QByteArray& data)
{
    QByteArray header = dictionary;
    while ((10 + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size() & 0xFF);
    file += static_cast<char>(header.size() >> 8);
    return file + header + data;
}

QByteArray dictionary(const char* descr, const char* shape, const char* fortran = "False")
{
    return QByteArray("{'descr': '") + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape
        + ", }";
}

double expectedValue(const QJsonValue& value)
{
    if (value.isDouble())
        return value.toDouble();
    const QString text = value.toString();
    const double inf = std::numeric_limits<double>::infinity();
    if (text == "-0")
        return -0.0;
    return text == "nan" ? std::nan("") : text == "inf" ? inf : -inf;
}

bool sameNumber(double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

Shape shapeOf(const QJsonArray& array)
{
    Shape shape;
    for (const auto& dim : array)
        shape.push_back(dim.toInteger());
    return shape;
}

} // namespace

class TestNpyReader : public QObject {
    Q_OBJECT

private slots:
    void numpyArrays_data();
    void numpyArrays();
    void mindsporeBfloat16_data();
    void mindsporeBfloat16();
    void namesAndTypes_data();
    void namesAndTypes();
    void dictionaries_data();
    void dictionaries();
    void sizes_data();
    void sizes();
    void hostile_data();
    void hostile();
    void cutAnywhere();
    void flippedAnywhere();
    void hugeHeader();
    void descriptions();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestNpyReader::numpyArrays_data()
{
    QTest::addColumn<QJsonObject>("expected");
    const QJsonObject all = testJson("npy/expected.json");
    QVERIFY(!all.isEmpty());
    for (const QString& name : all.keys())
        QTest::newRow(qPrintable(name)) << all[name].toObject();
}

void TestNpyReader::numpyArrays()
{
    QFETCH(QJsonObject, expected);
    const QString name = QString(QTest::currentDataTag()) + ".npy";
    ReadFile file(*m_formats, name.toStdString(), toBytes(testData("npy/" + name)));
    QCOMPARE(file.family(), std::string("npy"));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors().front();
    QCOMPARE(record.state, TensorState::Ok);
    QCOMPARE(record.problem.text(), std::string());
    QCOMPARE(record.shape, shapeOf(expected["shape"].toArray()));
    QCOMPARE(QString::fromStdString(std::string(dtypeName(record.dtype))), expected["dtype"].toString());
    const auto view = file.open(record);
    QVERIFY2(view, view ? "" : view.error().text().c_str());
    QCOMPARE(view->shape, record.shape);
    QCOMPARE(view->bytes.size(), record.bytes);
    const auto values = elementValues(*view);
    QVERIFY2(values, values ? "" : values.error().text().c_str());
    const QJsonArray wanted = expected["values"].toArray();
    QCOMPARE(values->size(), static_cast<std::size_t>(wanted.size()));
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const double got = (*values)[static_cast<std::size_t>(i)];
        const double want = expectedValue(wanted[i]);
        QVERIFY2(isComplex(record.dtype) ? std::abs(got - want) <= 1e-12 * want : sameNumber(got, want),
            qPrintable(
                QString("element %1: %2, expected %3").arg(i).arg(got, 0, 'g', 17).arg(want, 0, 'g', 17)));
    }
}

void TestNpyReader::mindsporeBfloat16_data()
{
    QTest::addColumn<QByteArray>("descr");
    QTest::addColumn<QString>("name");
    const QString plain = "Cast.c.0.0.1637563106111245.output.0.DefaultFormat.npy";
    const QString typed = "Cast.c.0.0.1637563106111245.output.0.DefaultFormat.BFloat16.npy";
    QTest::newRow("E2") << QByteArray("<E2") << typed; // 2.4 and later
    QTest::newRow("T2") << QByteArray("<T2") << plain; // 2.3
    QTest::newRow("h2") << QByteArray("<h2") << plain; // 2.2, without a dtype in the name
    QTest::newRow("h2 named") << QByteArray("<h2") << typed;
    QTest::newRow("V2 named") << QByteArray("|V2") << typed; // NumPy with ml_dtypes
}

void TestNpyReader::mindsporeBfloat16()
{
    QFETCH(QByteArray, descr);
    QFETCH(QString, name);
    // bfloat16 1.0, -2.0, NaN, +Inf: the upper halves of the float32 codes.
    const QByteArray data = QByteArray::fromHex("803f00c0c07f807f");
    ReadFile file(*m_formats, name.toStdString(), toBytes(npy(dictionary(descr, "(4,)"), data)));
    QCOMPARE(file.tensors().size(), 1U);
    QCOMPARE(file.tensors()[0].dtype, DType::BFloat16);
    QCOMPARE(file.tensors()[0].state, TensorState::Ok);
    const auto view = file.open(file.tensors()[0]);
    QVERIFY(view);
    const auto values = elementValues(*view);
    QVERIFY(values);
    QCOMPARE((*values)[0], 1.0);
    QCOMPARE((*values)[1], -2.0);
    QVERIFY(std::isnan((*values)[2]));
    QVERIFY(std::isinf((*values)[3]));
}

void TestNpyReader::namesAndTypes_data()
{
    QTest::addColumn<QByteArray>("descr");
    QTest::addColumn<QString>("token");
    QTest::addColumn<int>("dtype");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("problem"); // a part of it
    const auto row
        = [](const char* descr, const char* token, DType dtype, TensorState state, const char* problem) {
              QTest::newRow(qPrintable(QString("%1 as %2").arg(descr, token)))
                  << QByteArray(descr) << QString(token) << static_cast<int>(dtype) << static_cast<int>(state)
                  << QString(problem);
          };
    using enum DType;
    row("<f4", "Float32", Float32, TensorState::Ok, "");
    row("<f4", "float32", Float32, TensorState::Ok, "");
    row("<f4", "bfloat16", Float32, TensorState::Ok, "bfloat16 values stored as float32");
    row("|i1", "int4", Int8, TensorState::Ok, "int4 values stored as int8");
    row("|i1", "Int4", Int8, TensorState::Ok, "int4 values stored as int8");
    row("|u1", "uint1", UInt8, TensorState::Ok, "uint1 values stored as uint8");
    row("<f4", "Float16", Float32, TensorState::Ok, "the name says Float16");
    row("|b1", "Bool", Bool, TensorState::Ok, "");
    row("<h2", "Float16", Float16, TensorState::Ok, "read as float16");
    row("|V1", "float8_e5m2", Float8E5M2, TensorState::Ok, "read as float8_e5m2");
    row("|V2", "Float32", Unknown, TensorState::Unsupported, "'|V2'");
    row("<U5", "Float32", Unknown, TensorState::Unsupported, "'<U5'");
    row("|S3", "Float32", Unknown, TensorState::Unsupported, "'|S3'");
    row("<M8[ns]", "Float32", Unknown, TensorState::Unsupported, "<M8[ns]");
    row("<f16", "Float32", Unknown, TensorState::Unsupported, "'<f16'");
    row("|O", "Float32", Unknown, TensorState::Unsupported, "pickles");
}

void TestNpyReader::namesAndTypes()
{
    QFETCH(QByteArray, descr);
    QFETCH(QString, token);
    QFETCH(int, dtype);
    QFETCH(int, state);
    QFETCH(QString, problem);
    const DType type = static_cast<DType>(dtype);
    const std::string name
        = ("Cast.c.0.0.1637563106111245.output.0.DefaultFormat." + token + ".npy").toStdString();
    const QByteArray data(
        type == DType::Unknown ? 40 : static_cast<qsizetype>(2 * unpackedBytes(type)), '\0');
    ReadFile file(*m_formats, name, toBytes(npy(dictionary(descr, "(2,)"), data)));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors()[0];
    QCOMPARE(record.dtype, type);
    QCOMPARE(record.state, static_cast<TensorState>(state));
    if (problem.isEmpty())
        QCOMPARE(record.problem.text(), std::string());
    else
        QVERIFY2(
            QString::fromStdString(record.problem.text()).contains(problem), record.problem.text().c_str());
    const bool supported = record.state == TensorState::Ok;
    QCOMPARE(file.open(record).has_value(), supported);
    QCOMPARE(file.hasProblem(Code::Unsupported), !supported);
}

void TestNpyReader::dictionaries_data()
{
    QTest::addColumn<QByteArray>("dictionary");
    QTest::addColumn<QString>("outcome"); // shape, or the code of the problem
    const auto row = [](const char* name, const char* dictionary, const char* outcome) {
        QTest::newRow(name) << QByteArray(dictionary) << QString(outcome);
    };
    row("numpy", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "[2,3]");
    row("mindspore", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3,), }", "[2,3]");
    row("other order", "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}", "[2,3]");
    row("double quotes", "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3)}", "[2,3]");
    row("python 2", "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }", "[2,3]");
    row("no blanks", "{'descr':'<f4','fortran_order':False,'shape':(2,3)}", "[2,3]");
    row("line breaks", "{'descr': '<f4',\n 'fortran_order': False,\r\n\t'shape': (2, 3)}", "[2,3]");
    row("list", "{'descr': '<f4', 'fortran_order': False, 'shape': [2, 3]}", "[2,3]");
    row("unknown key", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': [(1, 'a,)}')]}",
        "[2,3]");
    row("repeated key", "{'shape': (6,), 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "[2,3]");
    row("no descr", "{'fortran_order': False, 'shape': (2, 3)}", "bad-header");
    row("no order", "{'descr': '<f4', 'shape': (2, 3)}", "bad-header");
    row("no shape", "{'descr': '<f4', 'fortran_order': False}", "bad-header");
    row("open", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", "bad-header");
    row("open text", "{'descr': '<f4", "bad-header");
    row("more behind", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} + {}", "bad-header");
    row("expression", "{'descr': '<f4', 'fortran_order': False, 'shape': (1+1, 3)}", "bad-header");
    row("call", "{'descr': '<f4', 'fortran_order': not True, 'shape': (2, 3)}", "bad-header");
    row("negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -3)}", "bad-shape");
    row("too long", "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}", "bad-shape");
    row("overflow", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "bad-shape");
    row("no file is so large", "{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976,)}",
        "bad-shape");
    row("structured", "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (3,)}",
        "unsupported");
    row("nothing", "", "bad-header");
    row("no dictionary", "[1, 2]", "bad-header");
}

void TestNpyReader::dictionaries()
{
    QFETCH(QByteArray, dictionary);
    QFETCH(QString, outcome);
    ReadFile file(*m_formats, "a.npy", toBytes(npy(dictionary, QByteArray(24, '\x01'))));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors()[0];
    if (outcome.startsWith('[')) {
        QCOMPARE(record.state, TensorState::Ok);
        QCOMPARE(QString::fromStdString(shapeText(record.shape)), outcome);
        return;
    }
    QVERIFY(record.state == TensorState::Unreadable || record.state == TensorState::Unsupported);
    QVERIFY(!record.problem.empty());
    QCOMPARE(file.contents().problems.size(), 1U);
    const std::string word(codeWord(file.contents().problems[0].code));
    QCOMPARE(QString::fromStdString(word), outcome);
    QVERIFY(!file.open(record));
}

void TestNpyReader::sizes_data()
{
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("problem");
    QTest::newRow("exact") << 24 << static_cast<int>(TensorState::Ok) << "";
    QTest::newRow("short") << 20 << static_cast<int>(TensorState::Truncated) << "20 of 24 bytes";
    QTest::newRow("none") << 0 << static_cast<int>(TensorState::Truncated) << "0 of 24 bytes";
    QTest::newRow("long") << 25 << static_cast<int>(TensorState::Ok)
                          << "25 bytes of data, the shape needs 24";
}

void TestNpyReader::sizes()
{
    QFETCH(int, dataBytes);
    QFETCH(int, state);
    QFETCH(QString, problem);
    ReadFile file(
        *m_formats, "a.npy", toBytes(npy(dictionary("<f4", "(2, 3)"), QByteArray(dataBytes, '\x01'))));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors()[0];
    QCOMPARE(record.state, static_cast<TensorState>(state));
    QVERIFY(problem.isEmpty() ? record.problem.empty()
                              : QString::fromStdString(record.problem.text()).contains(problem));
    QCOMPARE(record.bytes, static_cast<std::uint64_t>(std::min(dataBytes, 24)));
    const auto view = file.open(record);
    QVERIFY(view);
    QCOMPARE(view->bytes.size(), record.bytes);
    QCOMPARE(ElementStream::make(*view, Order::Logical).has_value(), dataBytes >= 24);
}

void TestNpyReader::hostile_data()
{
    QTest::addColumn<QJsonObject>("facts");
    const QJsonArray all = testJson("ascend/facts.json")["hostile"].toArray();
    for (const auto& entry : all) {
        if (entry.toObject()["path"].toString().endsWith(".npy"))
            QTest::newRow(qPrintable(entry.toObject()["path"].toString())) << entry.toObject();
    }
}

void TestNpyReader::hostile()
{
    QFETCH(QJsonObject, facts);
    const QString path = facts["path"].toString();
    ReadFile file(
        *m_formats, path.section('/', -1).toStdString(), toBytes(testData("ascend/hostile/" + path)));
    QCOMPARE(file.family(), std::string("npy"));
    QCOMPARE(file.tensors().size(), 1U);
    const TensorRecord& record = file.tensors()[0];
    const QString expected = facts["state"].toString();
    if (expected == "readable") {
        QCOMPARE(record.state, TensorState::Ok);
        const auto view = file.open(record);
        QVERIFY(view);
        const auto values = elementValues(*view);
        QVERIFY(values);
        std::size_t i = 0;
        const QJsonArray wanted = facts["values"].toArray();
        for (const auto& value : wanted) {
            const QJsonArray row = value.isArray() ? value.toArray() : QJsonArray {value};
            for (const auto& number : row)
                QCOMPARE(values->at(i++), number.toDouble());
        }
    } else if (expected == "truncated") {
        QCOMPARE(record.state, TensorState::Truncated);
    } else if (expected == "empty") {
        QCOMPARE(record.state, TensorState::Empty);
    } else {
        QVERIFY(record.state == TensorState::Unreadable || record.state == TensorState::Unsupported);
        QVERIFY(!file.open(record));
    }
    QVERIFY(expected == "readable" || !record.problem.empty());
}

void TestNpyReader::cutAnywhere()
{
    const QByteArray whole = testData("npy/fortran_3d.npy");
    for (qsizetype size = 0; size < whole.size(); ++size) {
        ReadFile file(*m_formats, "a.npy", toBytes(whole.left(size)));
        QCOMPARE(file.family(), std::string("npy"));
        QCOMPARE(file.tensors().size(), 1U);
        const TensorRecord& record = file.tensors()[0];
        const TensorState expected = size == 0 ? TensorState::Empty
            : size < 128                       ? TensorState::Unreadable
                                               : TensorState::Truncated;
        QCOMPARE(record.state, expected);
        QVERIFY(!record.problem.empty());
        QCOMPARE(file.open(record).has_value(), size >= 128);
    }
}

void TestNpyReader::flippedAnywhere()
{
    for (const char* name : {"npy/fortran_3d.npy", "npy/version_2.npy", "npy/empty.npy"}) {
        const QByteArray whole = testData(name);
        QVERIFY(!whole.isEmpty());
        for (qsizetype at = 0; at < whole.size(); ++at) {
            for (const char mask : {'\x01', '\x20', '\x80', '\xFF'}) {
                QByteArray damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ mask);
                ReadFile file(*m_formats, "a.npy", toBytes(damaged));
                QCOMPARE(file.tensors().size(), 1U);
                const TensorRecord& record = file.tensors()[0];
                if (const auto view = file.open(record)) {
                    QVERIFY(view->bytes.size() <= file.size());
                    if (record.state == TensorState::Ok)
                        QVERIFY(elementValues(*view));
                } else {
                    QVERIFY(!record.problem.empty());
                }
            }
        }
    }
}

void TestNpyReader::hugeHeader()
{
    // Longer than the head a probe sees, but a header all the same.
    QByteArray text = dictionary("<f4", "(2,)");
    text += QByteArray(20'000, ' ') + '\n';
    ReadFile long1(*m_formats, "a.npy", toBytes(npy(text, QByteArray(8, '\0'))));
    QCOMPARE(long1.tensors()[0].state, TensorState::Ok);
    QVERIFY(long1.open(long1.tensors()[0]));
    // Version 2 with a length no header has: refused before anything is allocated.
    QByteArray file("\x93NUMPY\x02\x00\xF0\xFF\xFF\xFF", 12);
    ReadFile huge(*m_formats, "a.npy", toBytes(file + text));
    QCOMPARE(huge.tensors()[0].state, TensorState::Unreadable);
    QVERIFY(huge.hasProblem(Code::Limit));
}

void TestNpyReader::descriptions()
{
    ReadFile file(*m_formats, "a.npy", toBytes(testData("npy/fortran_3d.npy")));
    const TensorRecord& record = file.tensors()[0];
    QCOMPARE(file.described(record, "npy version"), std::string("1.0"));
    QCOMPARE(file.described(record, "descr"), std::string("<f4"));
    QCOMPARE(file.described(record, "fortran_order"), std::string("True"));
    QCOMPARE(file.described(record, "shape"), std::string("[2,3,4]"));
    QCOMPARE(file.described(record, "data offset"), std::string("128"));
}

QTEST_APPLESS_MAIN(TestNpyReader)
#include "tst_npy_reader.moc"
