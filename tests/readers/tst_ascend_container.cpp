// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTest>

#include <cmath>

using namespace dumpscope::core;

namespace {

Io ioOf(const QString& word)
{
    return word == "input" ? Io::Input
        : word == "output" ? Io::Output
        : word == "buffer" ? Io::Buffer
                           : Io::Workspace;
}

Shape shapeOf(const QJsonValue& value)
{
    Shape shape;
    const QJsonArray dims = value.toArray();
    for (const auto& dim : dims)
        shape.push_back(dim.toInteger());
    return shape;
}

template<typename Bytes> QString sha256(const Bytes& bytes)
{
    const QByteArrayView view(
        reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QCryptographicHash::hash(view.toByteArray(), QCryptographicHash::Sha256).toHex();
}

std::string nameOf(const QJsonObject& facts)
{
    const QString stored = facts["path"].toString().section('/', -1);
    return facts["original_file_name"].toString(stored).toStdString();
}

std::vector<double> numbers(const QJsonValue& value)
{
    std::vector<double> result;
    const QJsonArray items = value.toArray();
    for (const auto& item : items)
        result.push_back(item.toDouble());
    return result;
}

} // namespace

class TestAscendContainer : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void workedExample();
    void headers_data();
    void headers();
    void logicalArrays_data();
    void logicalArrays();
    void singleOperators_data();
    void singleOperators();
    void dataTypes_data();
    void dataTypes();
    void deviations_data();
    void deviations();
    void legacy();
    void nano();
    void jsonHeader();
    void twoContainers();
    void packedFormat();
    void paddedExtents();
    void slices();
    void numericName();

private:
    [[nodiscard]] std::unique_ptr<ReadFile> read(const QJsonObject& facts) const
    {
        return std::make_unique<ReadFile>(
            *m_formats, nameOf(facts), toBytes(testData("ascend/" + facts["path"].toString())));
    }
    [[nodiscard]] QJsonObject container(const QString& part) const
    {
        const QJsonArray all = m_facts["containers"].toArray();
        for (const auto& entry : all) {
            if (entry.toObject()["path"].toString().contains(part))
                return entry.toObject();
        }
        return {};
    }
    void addRows(const char* list, const QString& with = "path"); ///< entries that have this key

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
    QJsonObject m_facts;
};

void TestAscendContainer::initTestCase()
{
    m_facts = testJson("ascend/facts.json");
    QVERIFY(!m_facts.isEmpty());
}

void TestAscendContainer::addRows(const char* list, const QString& with)
{
    const QJsonArray all = m_facts[list].toArray();
    for (const auto& entry : all) {
        if (entry.toObject().contains(with))
            QTest::newRow(qPrintable(entry.toObject()["path"].toString())) << entry.toObject();
    }
}

// The 73 bytes of docs/formats/ascend-dump-binary.md 1.1.
void TestAscendContainer::workedExample()
{
    const QByteArray bytes = QByteArray::fromHex("3a00000000000000"
                                                 "0a03322e30"
                                                 "108080f9c0c1c48203"
                                                 "1a10080210021a030a010230043a030a0102"
                                                 "221008031002"
                                                 "1a030a0103280332030a0103"
                                                 "3206436173745f31"
                                                 "0102ff"
                                                 "003c00c0");
    QCOMPARE(bytes.size(), 73);
    ReadFile file(*m_formats, "Cast.Cast_1.1.1.1700000000000000", toBytes(bytes));
    QCOMPARE(file.family(), std::string("ascend-bin"));
    QVERIFY(file.claim().confidence >= 80);
    QCOMPARE(file.tensors().size(), 2U);
    QVERIFY(file.contents().problems.empty());
    const TensorRecord& input = file.tensors()[0];
    const TensorRecord& output = file.tensors()[1];
    QCOMPARE(input.opName, std::string("Cast_1"));
    QCOMPARE(input.io, Io::Input);
    QCOMPARE(input.slot, 0);
    QCOMPARE(input.dtype, DType::Int8);
    QCOMPARE(input.shape, Shape {3});
    QCOMPARE(input.originalShape.value(), Shape {3});
    QCOMPARE(input.format, MemoryFormat::ND);
    QCOMPARE(input.bytes, 3U);
    QCOMPARE(output.io, Io::Output);
    QCOMPARE(output.ordinal, 1U);
    QCOMPARE(output.dtype, DType::Float16);
    const auto values
        = file.open(output).and_then([](const TensorView& view) { return elementValues(view); });
    QVERIFY(values);
    QCOMPARE(*values, (std::vector<double> {1.0, -2.0}));
    QCOMPARE(file.described(input, "dump_time"), std::string("1700000000000000"));
    QCOMPARE(file.described(input, "data_type"), std::string("3 (DT_INT8)"));
    QCOMPARE(file.described(input, "payload offset"), std::string("66"));
    QCOMPARE(file.described(output, "payload offset"), std::string("69"));
}

void TestAscendContainer::headers_data()
{
    QTest::addColumn<QJsonObject>("facts");
    for (const char* list : {"files", "dtypes", "containers", "ffts", "single_op"})
        addRows(list, "header");
}

// Every header field, offset and payload digest the facts tell.
void TestAscendContainer::headers()
{
    QFETCH(QJsonObject, facts);
    const auto file = read(facts);
    QCOMPARE(file->family(), std::string("ascend-bin"));
    const QJsonObject header = facts["header"].toObject();
    const QJsonArray tensors = header["tensors"].toArray();
    QVERIFY(file->tensors().size() >= static_cast<std::size_t>(tensors.size()));
    const bool nano = facts["kind"] == "nano";
    for (const auto& item : tensors) {
        const QJsonObject expected = item.toObject();
        const TensorRecord* record = file->find(ioOf(expected["io"].toString()), expected["index"].toInt());
        QVERIFY(record);
        const auto described
            = [&](const char* key) { return QString::fromStdString(file->described(*record, key)); };
        if (!nano)
            QCOMPARE(record->opName, header["op_name"].toString().toStdString());
        if (expected.contains("dtype_number") && record->io != Io::Buffer && record->io != Io::Workspace) {
            QCOMPARE(
                described("data_type").section(' ', 0, 0), QString::number(expected["dtype_number"].toInt()));
            QCOMPARE(described("format").section(' ', 0, 0),
                QString::number(expected["format_number"].toInteger()));
            QCOMPARE(described("shape"), QString::fromStdString(shapeText(shapeOf(expected["shape"]))));
            QCOMPARE(QString::fromStdString(std::string(formatName(record->format))),
                expected["format"].toString());
        }
        if (expected.contains("original_shape"))
            QCOMPARE(record->originalShape.value_or(Shape {-1}), shapeOf(expected["original_shape"]));
        if (expected.contains("original_op"))
            QCOMPARE(described("original_op name"), expected["original_op"].toObject()["name"].toString());
        if (expected.contains("address"))
            QCOMPARE(described("address"), "0x" + QString::number(expected["address"].toInteger(), 16));
        QCOMPARE(described("size"), QString::number(expected["size"].toInteger()));
        if (expected.contains("offset"))
            QCOMPARE(described("payload offset"), QString::number(expected["offset"].toInteger()));
        if (expected.contains("sha256") && record->bytes > 0) {
            const auto view = file->open(*record);
            QVERIFY(view);
            QCOMPARE(sha256(view->bytes), expected["sha256"].toString());
        }
    }
    if (header.contains("header_length"))
        QCOMPARE(file->described(file->tensors()[0], "header length"),
            std::to_string(header["header_length"].toInteger()));
    QCOMPARE(file->contents().problems.empty(),
        !facts.contains("expected_problem") && !facts.value("dtype").isNull());
}

void TestAscendContainer::logicalArrays_data()
{
    QTest::addColumn<QJsonObject>("facts");
    addRows("files");
}

void TestAscendContainer::logicalArrays()
{
    QFETCH(QJsonObject, facts);
    const auto file = read(facts);
    const QJsonArray arrays = facts["logical"].toArray();
    for (const auto& item : arrays) {
        const QJsonObject expected = item.toObject();
        const TensorRecord* record = file->find(ioOf(expected["io"].toString()), expected["index"].toInt());
        QVERIFY(record);
        QCOMPARE(record->state, TensorState::Ok);
        QCOMPARE(record->problem.text(), std::string());
        QCOMPARE(QString::fromStdString(std::string(dtypeName(record->dtype))), expected["dtype"].toString());
        const auto view = file->open(*record);
        QVERIFY(view);
        QCOMPARE(view->shape, shapeOf(expected["shape"]));
        if (view->isRearranged()) {
            const std::string layout = expected["layout"].toString().toStdString();
            QCOMPARE(std::string(formatName(view->storage.logicalFormat)), layout);
            QCOMPARE(std::string(formatName(record->originalFormat)), layout);
        }
        const auto elements = elementBytes(*view, Order::Logical);
        QVERIFY2(elements, elements ? "" : elements.error().text().c_str());
        QCOMPARE(sha256(*elements), expected["sha256_c_order"].toString());
    }
}

void TestAscendContainer::singleOperators_data()
{
    QTest::addColumn<QJsonObject>("facts");
    addRows("single_op");
}

void TestAscendContainer::singleOperators()
{
    QFETCH(QJsonObject, facts);
    const auto file = read(facts);
    QCOMPARE(file->facts().rolesUncertain, facts["roles_uncertain"].toBool());
    const QJsonObject statistics = facts["stats"].toObject();
    for (const QString& key : statistics.keys()) {
        const TensorRecord* record = file->find(ioOf(key.section('.', 0, 0)), key.section('.', 1).toInt());
        QVERIFY(record);
        const auto values
            = file->open(*record).and_then([](const TensorView& view) { return elementValues(view); });
        QVERIFY(values);
        const QJsonObject expected = statistics[key].toObject();
        QCOMPARE(values->size(), static_cast<std::size_t>(expected["count"].toInt()));
        QCOMPARE(*std::max_element(values->begin(), values->end()), expected["max_finite"].toDouble());
        QCOMPARE(*std::min_element(values->begin(), values->end()), expected["min_finite"].toDouble());
    }
}

void TestAscendContainer::dataTypes_data()
{
    QTest::addColumn<QJsonObject>("facts");
    addRows("dtypes");
}

// Values against the arrays NumPy and ml_dtypes wrote, raw bytes where nobody knows the values.
void TestAscendContainer::dataTypes()
{
    QFETCH(QJsonObject, facts);
    const auto file = read(facts);
    QCOMPARE(file->tensors().size(), 1U);
    const TensorRecord& record = file->tensors()[0];
    const auto view = file->open(record);
    QVERIFY(view);
    QCOMPARE(record.bytes, static_cast<std::uint64_t>(facts["raw_size"].toInteger()));
    QCOMPARE(view->bytes.size(), record.bytes);
    if (!facts.contains("npy")) {
        const bool bytesOnly = record.dtype == DType::Unknown;
        QCOMPARE(record.state, bytesOnly ? TensorState::Ok : TensorState::Unsupported);
        QCOMPARE(record.dtypeText, facts.value("dtype").isNull() ? std::string("43") : std::string());
        QVERIFY(ElementStream::make(*view, Order::Storage));
        return;
    }
    QCOMPARE(record.state, TensorState::Ok);
    ReadFile array(*m_formats, "expected.npy", toBytes(testData("ascend/" + facts["npy"].toString())));
    const auto expectedView = array.open(array.tensors().at(0));
    QVERIFY(expectedView);
    const auto expected = elementValues(*expectedView);
    const auto values = elementValues(*view);
    QVERIFY(expected && values);
    QCOMPARE(view->shape, expectedView->shape);
    QCOMPARE(values->size(), expected->size());
    for (std::size_t i = 0; i < values->size(); ++i) {
        const double got = (*values)[i];
        const double want = (*expected)[i];
        QVERIFY((std::isnan(got) && std::isnan(want))
            || (got == want && std::signbit(got) == std::signbit(want)));
    }
}

void TestAscendContainer::deviations_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("problem"); // a part of it, empty = none
    const auto row
        = [](const char* part, const char* tensor, const char* shape, TensorState state, const char* what) {
              QTest::newRow(part) << QString(part) << QString(tensor) << QString(shape)
                                  << static_cast<int>(state) << QString(what);
          };
    row("scope_null_input", "input.0", "[4]", TensorState::Empty, "address-0 tensor without data");
    row("scope_notiling", "input.0", "[2,3]", TensorState::Ok, "");
    row("scope_short", "input.0", "[3]", TensorState::Ok, "size 12 is less than the shape needs (16)");
    row("scope_long", "input.0", "[6]", TensorState::Ok, "size 24 exceeds the shape's 16 bytes");
    row("scope_zero_dim", "input.0", "[2,0,3]", TensorState::Ok, "");
    row("scope_no_shape", "output.0", "[6]", TensorState::Ok, "");
    row("no_shape_tlv", "input.0", "[3]", TensorState::Ok, "");
    row("scope_all_parts", "workspace.1", "[3]", TensorState::Ok, "");
}

void TestAscendContainer::deviations()
{
    QFETCH(QString, part);
    QFETCH(QString, tensor);
    QFETCH(QString, shape);
    QFETCH(int, state);
    QFETCH(QString, problem);
    const QJsonObject facts = container(part);
    const auto file = read(facts);
    const TensorRecord* record = file->find(ioOf(tensor.section('.', 0, 0)), tensor.section('.', 1).toInt());
    QVERIFY(record);
    QCOMPARE(QString::fromStdString(shapeText(record->shape)), shape);
    QCOMPARE(record->state, static_cast<TensorState>(state));
    if (problem.isEmpty())
        QCOMPARE(record->problem.text(), std::string());
    else
        QVERIFY2(
            QString::fromStdString(record->problem.text()).contains(problem), record->problem.text().c_str());
    const QJsonObject values = facts["values"].toObject();
    for (const QString& key : values.keys()) {
        const TensorRecord* other = file->find(ioOf(key.section('.', 0, 0)), key.section('.', 1).toInt());
        QVERIFY(other);
        const auto got
            = file->open(*other).and_then([](const TensorView& view) { return elementValues(view); });
        QVERIFY(got);
        QCOMPARE(*got, numbers(values[key]));
    }
    QCOMPARE(file->open(*record).has_value(), record->state != TensorState::Empty);
}

void TestAscendContainer::legacy()
{
    const QJsonObject facts = container("scope_legacy");
    const auto file = read(facts);
    QCOMPARE(file->family(), std::string("ascend-bin"));
    QCOMPARE(file->tensors().size(), 2U);
    const QJsonArray tensors = facts["header"].toObject()["tensors"].toArray();
    for (const auto& item : tensors) {
        const TensorRecord* record = file->find(ioOf(item.toObject()["io"].toString()), 0);
        QVERIFY(record);
        const auto view = file->open(*record);
        QVERIFY(view);
        QCOMPARE(sha256(view->bytes), item.toObject()["sha256"].toString());
    }
    QCOMPARE(file->described(file->tensors()[0], "version"), std::string("1.0"));
}

void TestAscendContainer::nano()
{
    const QJsonObject facts = container("ConcatV2D");
    const auto file = read(facts);
    QCOMPARE(file->tensors().size(), 3U);
    const QJsonArray tensors = facts["header"].toObject()["tensors"].toArray();
    for (const auto& item : tensors) {
        const QJsonObject expected = item.toObject();
        const TensorRecord* record = file->find(ioOf(expected["io"].toString()), expected["index"].toInt());
        QVERIFY(record);
        QCOMPARE(record->dtype, DType::Float16);
        QCOMPARE(record->format, MemoryFormat::NHWC);
        QCOMPARE(record->shape, shapeOf(expected["shape"]));
        const auto values
            = file->open(*record).and_then([](const TensorView& view) { return elementValues(view); });
        QVERIFY(values);
        QCOMPARE(*values, numbers(expected["values"]));
    }
    const TensorRecord& output = file->tensors()[2];
    QCOMPARE(file->described(output, "original_op name"), std::string("concatv2"));
    QCOMPARE(file->described(output, "address"), std::string("0x10"));
}

void TestAscendContainer::jsonHeader()
{
    const QJsonObject facts = container("json_header");
    const auto file = read(facts);
    QCOMPARE(file->tensors().size(), 1U);
    const TensorRecord& record = file->tensors()[0];
    QCOMPARE(record.opName, std::string("q"));
    QCOMPARE(record.shape, Shape {4});
    QCOMPARE(file->described(record, "payload offset"), std::to_string(facts["payload_offset"].toInteger()));
    const auto values
        = file->open(record).and_then([](const TensorView& view) { return elementValues(view); });
    QVERIFY(values);
    QCOMPARE(*values, numbers(facts["values"].toObject()["output.0"]));
    QVERIFY(!record.timestamp); // milliseconds there
}

void TestAscendContainer::twoContainers()
{
    const QJsonObject facts = container("scope_twice");
    const auto file = read(facts);
    QCOMPARE(file->tensors().size(), 2U);
    const TensorRecord* second = file->find(Io::Output, 0, "container2");
    QVERIFY(second);
    QCOMPARE(second->ordinal, 1U);
    QVERIFY(file->hasProblem(Code::Suspicious));
    QVERIFY(!second->problem.empty());
    QCOMPARE(file->described(*second, "container offset"),
        std::to_string(facts["second_container_offset"].toInteger()));
    const QJsonArray tensors = facts["second"].toObject()["tensors"].toArray();
    const auto view = file->open(*second);
    QVERIFY(view);
    QCOMPARE(sha256(view->bytes), tensors[0].toObject()["sha256"].toString());
}

void TestAscendContainer::packedFormat()
{
    const QJsonObject facts = container("scope_unsplit");
    const auto file = read(facts);
    const TensorRecord& record = file->tensors().at(0);
    QCOMPARE(record.format, MemoryFormat::FractalZ);
    QCOMPARE(file->described(record, "format"), std::string("83886596 (FRACTAL_Z), 2 groups, C0 16"));
    const auto view = file->open(record);
    QVERIFY(view);
    QCOMPARE(view->storage.groups, 2U);
    QCOMPARE(view->storage.c0, 16U);
    ReadFile array(*m_formats, "expected.npy", toBytes(testData("ascend/" + facts["npy"].toString())));
    const auto expected
        = array.open(array.tensors().at(0)).and_then([](const TensorView& v) { return elementValues(v); });
    const auto values = elementValues(*view);
    QVERIFY(expected && values);
    QCOMPARE(*values, *expected);
}

// FRACTAL_NZ [3,2,16,16] without original_shape, as exception dumps have it: [32,48] can be shown.
void TestAscendContainer::paddedExtents()
{
    const QByteArray shape = QByteArray::fromHex("1a060a0403021010");
    QByteArray output = QByteArray::fromHex("0802101d") + shape + QByteArray::fromHex("308018");
    QByteArray header
        = QByteArray::fromHex("0a03322e30") + '\x1a' + static_cast<char>(output.size()) + output;
    QByteArray bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    bytes += header;
    for (int i = 0; i < 3 * 2 * 16 * 16; ++i)
        bytes += QByteArray(1, static_cast<char>(i & 0xFF)) + QByteArray(1, static_cast<char>(i >> 8));
    ReadFile file(*m_formats, "MatMul.m.1.2.1771061415000001", toBytes(bytes));
    QCOMPARE(file.tensors().size(), 1U);
    const auto view = file.open(file.tensors()[0]);
    QVERIFY(view);
    QCOMPARE(view->shape, (Shape {32, 48}));
    const auto elements = elementBytes(*view, Order::Logical);
    QVERIFY(elements);
    // Row 1, column 17 lies in the second block of columns: 1 * 2*16*16 + 1 * 16 + 1.
    const std::size_t at = (1 * 48 + 17) * 2;
    QCOMPARE(static_cast<int>((*elements)[at]) + 256 * static_cast<int>((*elements)[at + 1]), 512 + 16 + 1);
}

void TestAscendContainer::slices()
{
    const QJsonArray all = m_facts["ffts"].toArray();
    for (const auto& item : all) {
        const auto file = read(item.toObject());
        QCOMPARE(
            file->facts().context.value(), static_cast<std::uint32_t>(item.toObject()["context"].toInt()));
        QCOMPARE(file->facts().thread.value(), static_cast<std::uint32_t>(item.toObject()["thread"].toInt()));
        const QJsonArray attributes = item.toObject()["header"].toObject()["attrs"].toArray();
        const std::string value = attributes[0].toObject()["value"].toString().toStdString();
        QCOMPARE(file->described(file->tensors().at(0), "attr _sgt_json_info"), value);
        QCOMPARE(file->contents().properties.at(0).first, std::string("slices"));
    }
}

void TestAscendContainer::numericName()
{
    const QByteArray bytes = testData("ascend/output/20260214093015/0/ResNet-50_v1/1/2/900100200300400500");
    ReadFile file(*m_formats, "900100200300400500", toBytes(bytes));
    QCOMPARE(file.family(), std::string("ascend-bin"));
    QCOMPARE(file.tensors().size(), 1U);
    QVERIFY(file.tensors()[0].opName.empty()); // from the name then
    QCOMPARE(file.facts().opName, std::string_view("900100200300400500"));
    QCOMPARE(file.tensors()[0].timestamp.value_or(0), 1771061415000777U);
    QVERIFY(file.hasProblem(Code::Mapping));
}

QTEST_APPLESS_MAIN(TestAscendContainer)
#include "tst_ascend_container.moc"
