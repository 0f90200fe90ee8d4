// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/msprobe/msprobe_dump.h"
#include "readers/msprobe/msprobe_graph.h"
#include "readers/msprobe/msprobe_name.h"
#include "readers/msprobe/msprobe_structure.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;

namespace {

std::string_view viewOf(const QByteArray& text)
{
    return {text.constData(), static_cast<std::size_t>(text.size())};
}

OwnedTask& sharedTask()
{
    static OwnedTask task(2);
    return task;
}

Result<MsprobeDump> parse(const QByteArray& text)
{
    TaskContext& task = sharedTask();
    return parseMsprobeDump(viewOf(text), task);
}

QString textOf(const StatisticTable& table, StringId id)
{
    return QString::fromStdString(std::string(table.strings.text(id)));
}

QString column(const std::vector<StatisticTable::Digest>& columns, const StatisticTable& table,
    const std::string& name, std::size_t row)
{
    for (const StatisticTable::Digest& found : columns) {
        if (found.name == name)
            return textOf(table, found.text[row]);
    }
    return {};
}

/// Empty where nothing was recorded; what `null` means is the same.
std::optional<double> expectedNumber(const QString& cell)
{
    if (cell.isEmpty() || cell == "null")
        return std::nullopt;
    if (cell == "True" || cell == "False")
        return cell == "True" ? 1.0 : 0.0;
    return parseDouble(cell.toStdString());
}

bool same(const std::optional<double>& a, const std::optional<double>& b)
{
    if (!a || !b)
        return a.has_value() == b.has_value();
    return *a == *b || (std::isnan(*a) && std::isnan(*b));
}

const StatisticTable::Scalar* findScalar(const StatisticTable& table, const QString& op, Io io, int slot)
{
    for (const StatisticTable::Scalar& scalar : table.scalars) {
        if (textOf(table, scalar.opName) == op && scalar.io == io && scalar.slot == slot)
            return &scalar;
    }
    return nullptr;
}

} // namespace

class TestMsprobe : public QObject {
    Q_OBJECT

private slots:
    void entryNames_data();
    void entryNames();
    void tensorNames_data();
    void tensorNames();
    void layouts_data();
    void layouts();
    void tensorsAsPythonReadsThem_data();
    void tensorsAsPythonReadsThem();
    void scalars();
    void oddValues();
    void unreadableCells_data();
    void unreadableCells();
    void nestedValues();
    void threadsDoNotMatter();
    void claims_data();
    void claims();
    void damagedDumps_data();
    void damagedDumps();
    void cutDump();
    void constructForms();
    void stackForms();
    void graph();
    void modulesAloneRunInTheirOrder();
    void cutStructure();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestMsprobe::entryNames_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("parts"); // prefix|path|type|count|direction
    using Kind = MsprobeEntryName::Kind;
    const auto row = [](const char* name, Kind kind, const char* parts) {
        QTest::newRow(name) << static_cast<int>(kind) << QString(parts);
    };
    row("Functional.layer_norm.0.forward", Kind::Api, "Functional|layer_norm|layer_norm|0|f");
    row("Torch.linalg.norm.12.backward", Kind::Api, "Torch|linalg.norm|linalg.norm|12|b");
    row("Primitive.matmul.MatMul.3.forward", Kind::Api, "Primitive|matmul.MatMul|MatMul|3|f");
    row("Tensor.__add__.0.forward", Kind::Api, "Tensor|__add__|__add__|0|f");
    row("Module.layers.0.attn.qkv.Linear.forward.1", Kind::Module, "Module|layers.0.attn.qkv|Linear|1|f");
    row("Cell.0.head.Dense.backward.0", Kind::Module, "Cell|0.head|Dense|0|b");
    row("Module.head.Linear.parameters_grad.0", Kind::Gradient, "Module|head|Linear|0|f");
    row("logits_grad.0.debug", Kind::Debug, "|logits_grad||0|b");
    row("my.own.name.7.debug", Kind::Debug, "|my.own.name||7|f");
    row("optimizer", Kind::Api, "");
    row("Functional.0.forward", Kind::Api, "");
    row("Functional.linear.x.forward", Kind::Api, "");
    row("", Kind::Api, "");
    row(".forward", Kind::Api, "");
    row("Module.forward.0", Kind::Api, "");
}

void TestMsprobe::entryNames()
{
    QFETCH(int, kind);
    QFETCH(QString, parts);
    const std::string name = QTest::currentDataTag();
    const auto entry = parseMsprobeEntry(name);
    QCOMPARE(entry.has_value(), !parts.isEmpty());
    if (!entry)
        return;
    const auto text = [](std::string_view part) { return QString::fromStdString(std::string(part)); };
    QCOMPARE(static_cast<int>(entry->kind), kind);
    QCOMPARE((QStringList {text(entry->prefix), text(entry->path), text(entry->type),
                  QString::number(entry->count), entry->isBackward ? "b" : "f"})
                 .join('|'),
        parts);
}

void TestMsprobe::tensorNames_data()
{
    QTest::addColumn<QString>("parts"); // entry|io|slot|key
    const auto row = [](const char* name, const char* parts) { QTest::newRow(name) << QString(parts); };
    row("Functional.layer_norm.0.forward.input.0", "Functional.layer_norm.0.forward|input|0|");
    row("Functional.layer_norm.0.forward.input.1.0", "Functional.layer_norm.0.forward|input|1|input.1.0");
    row("Module.a.Attention.forward.0.kwargs.mask", "Module.a.Attention.forward.0|argument|-1|kwargs.mask");
    row("Module.h.Linear.forward.0.parameters.weight",
        "Module.h.Linear.forward.0|parameter|-1|parameters.weight");
    row("Module.h.Linear.parameters_grad.0.weight", "Module.h.Linear.parameters_grad.0|gradient|-1|weight");
    row("Module.a.B.forward.0.output.0", "Module.a.B.forward.0|output|0|");
    row("Module.a.B.backward.2.input.1", "Module.a.B.backward.2|input|1|");
    row("Torch.f.0.forward.kwargs.x.0.forward.input.9",
        "Torch.f.0.forward|argument|-1|kwargs.x.0.forward.input.9");
    row("tail.0.debug.loss", "tail.0.debug||-1|loss");
    row("logits_grad.0.debug", "logits_grad.0.debug|gradient|-1|");
    row("Functional.layer_norm.0.forward", "");
    row("Add.Default_Add-op0.0.0.1.output.0.DefaultFormat.Float32", "");
    row("weights", "");
}

void TestMsprobe::tensorNames()
{
    QFETCH(QString, parts);
    const std::string name = QTest::currentDataTag();
    const auto tensor = parseMsprobeTensor(name);
    QCOMPARE(tensor.has_value(), !parts.isEmpty());
    for (const char* extension : {".pt", ".npy"}) {
        const std::string file = name + extension;
        const NameFacts facts = m_formats->parseName(file, {});
        QCOMPARE(facts.grammar == "msprobe", !parts.isEmpty());
        if (parts.isEmpty())
            continue;
        QCOMPARE(
            (QStringList {QString::fromStdString(std::string(facts.opName)),
                 QString::fromStdString(std::string(ioWord(facts.io))),
                 QString::number(facts.slot.value_or(-1)), QString::fromStdString(std::string(facts.key))})
                .join('|'),
            parts);
    }
}

void TestMsprobe::layouts_data()
{
    QTest::addColumn<QString>("facts"); // rank|step|model|below
    const auto row = [](const char* path, const char* facts) { QTest::newRow(path) << QString(facts); };
    row("/d/step0/rank3", "3|0||no");
    row("/d/step12/proc31330", "|12||no");
    row("/d/step12/proc31330/dump_tensor_data", "|12||yes");
    row("/d/pynative/step1/rank0", "0|1|pynative|no");
    row("/d/graph/step1/rank0/dump_tensor_data", "0|1|graph|yes");
    row("/d/pytorch_data/dump_tensor_data", "|||yes");
    row("/d/step0", "");
    row("/d/stepx/rank0", "");
    row("/d/step0/rank_0x", "");
    row("/d/rank0/step0", "");
}

void TestMsprobe::layouts()
{
    QFETCH(QString, facts);
    const FolderFacts folder = m_formats->describeFolder(QTest::currentDataTag());
    QCOMPARE(folder.layout == "msprobe", !facts.isEmpty());
    if (facts.isEmpty())
        return;
    const auto number
        = [](std::optional<std::int64_t> value) { return value ? QString::number(*value) : QString(); };
    QCOMPARE((QStringList {number(folder.rank), number(folder.step), QString::fromStdString(folder.model),
                  folder.belongsToParent ? "yes" : "no"})
                 .join('|'),
        facts);
}

void TestMsprobe::tensorsAsPythonReadsThem_data()
{
    QTest::addColumn<QStringList>("lines");
    QMap<QString, QStringList> byFile;
    for (const QByteArray& line : testData("msprobe/expected.txt").split('\n')) {
        if (!line.isEmpty())
            byFile[QString::fromUtf8(line.left(line.indexOf('|')))] << QString::fromUtf8(line);
    }
    QVERIFY(byFile.size() >= 7);
    for (const QString& file : byFile.keys())
        QTest::newRow(qPrintable(file)) << byFile[file];
}

void TestMsprobe::tensorsAsPythonReadsThem()
{
    using Field = StatisticTable::Field;
    QFETCH(QStringList, lines);
    const auto dump = parse(testData("msprobe/" + QString(QTest::currentDataTag())));
    QVERIFY2(dump, dump ? "" : dump.error().text().c_str());
    QVERIFY(dump->problems.empty());
    const StatisticTable& table = *dump->table;
    QCOMPARE(table.rows(), static_cast<std::size_t>(lines.size()));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const QStringList cells = lines[static_cast<qsizetype>(row)].split('|');
        const auto describe = [&] { return qPrintable(cells.join('|')); };
        QCOMPARE(textOf(table, table.opName[row]), cells[1]);
        QCOMPARE(QString::fromStdString(std::string(ioWord(table.io[row]))), cells[2]);
        QCOMPARE(table.slot[row], cells[3].isEmpty() ? -1 : cells[3].toInt());
        const bool isPlain = cells[4] == cells[2] + '.' + cells[3];
        QCOMPARE(textOf(table, table.entry[row]), isPlain ? QString() : cells[4]);
        QCOMPARE(textOf(table, table.dtypeText[row]), cells[5]);
        QVERIFY2(table.dtype[row] != DType::Unknown, describe());
        QCOMPARE(textOf(table, table.shapeText[row]), cells[6]);
        const Field fields[] = {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
        for (int i = 0; i < 4; ++i)
            QVERIFY2(same(table.value(fields[i], row), expectedNumber(cells[7 + i])), describe());
        QCOMPARE(column(table.digests, table, "md5", row), cells[11] == "null" ? QString() : cells[11]);
        QCOMPARE(column(table.attributes, table, "requires_grad", row), cells[12]);
        const QString file = table.dataName.empty() ? QString() : textOf(table, table.dataName[row]);
        QCOMPARE(file, cells[13]);
        QCOMPARE(table.position[row], cells[14].toUInt());
    }
}

void TestMsprobe::scalars()
{
    const auto dump = parse(testData("msprobe/nan/step0/rank0/dump.json"));
    QVERIFY(dump);
    const StatisticTable& table = *dump->table;
    const QString norm = "Functional.layer_norm.0.forward";
    const auto* epsilon = findScalar(table, norm, Io::Input, 4);
    QVERIFY(epsilon != nullptr);
    QCOMPARE(textOf(table, epsilon->type), QString("float"));
    QCOMPARE(textOf(table, epsilon->value), QString("1e-05"));
    const auto* size = findScalar(table, norm, Io::Input, 1); // [8]
    QVERIFY(size != nullptr);
    QCOMPARE(textOf(table, size->entry), QString("input.1.0"));
    QCOMPARE(textOf(table, size->value), QString("8"));
    const auto* nothing = findScalar(table, "Functional.embedding.0.forward", Io::Input, 2);
    QVERIFY(nothing != nullptr);
    QCOMPARE(textOf(table, nothing->type), QString("None"));
}

/// What the specification names and no sample has (docs/formats/msprobe-dump.md 3).
void TestMsprobe::oddValues()
{
    const auto dump = parse(R"({"task":"statistics","level":"L1","data":{
        "Torch.a.0.forward":{"input_args":[
            {"Max":Infinity,"Mean":"nan","Min":-Infinity,"Norm":1.0,"dtype":"torch.bfloat16","shape":[2],"type":"torch.Tensor"},
            {"type":"slice","value":[0,null,2]},
            {"class_type":"torch.distributed.P2POp","tensor":{"type":"torch.Tensor","dtype":"torch.float16","shape":[]},"op":"isend","peer":1},
            {"type":"torch.memory_format","format":"channels_last"},
            {},
            {"type":"torch.distributed.tensor.DTensor","dtype":"torch.int8","shape":[4],"md5":"0x00000000000000ff","placements":[{"Shard":{"dim":0}}]},
            {"type":"numpy.ndarray","dtype":"<U3","shape":[2],"Max":null}],
          "input_kwargs":{"q":{"type":{"inner":1}}},
          "output":{"type":"torch.Tensor","dtype":"torch.float32","shape":[1]},
          "is_recompute":true}}})");
    QVERIFY2(dump, dump ? "" : dump.error().text().c_str());
    QVERIFY2(dump->problems.empty(), dump->problems.empty() ? "" : dump->problems[0].message.text().c_str());
    const StatisticTable& t = *dump->table;
    QCOMPARE(t.rows(), 5U);
    QCOMPARE(t.value(StatisticTable::Field::Max, 0), std::optional(std::numeric_limits<double>::infinity()));
    QVERIFY(std::isnan(*t.value(StatisticTable::Field::Mean, 0)));
    QCOMPARE(t.value(StatisticTable::Field::L2Norm, 0), std::optional(1.0));
    QCOMPARE(t.slot[1], 2); // the tensor of the P2POp
    QCOMPARE(textOf(t, t.entry[1]), QString("input.2.tensor"));
    QCOMPARE(t.dtype[1], DType::Float16);
    QCOMPARE(t.dtype[2], DType::Int8);
    QCOMPARE(column(t.attributes, t, "type", 2), QString("torch.distributed.tensor.DTensor"));
    QCOMPARE(column(t.attributes, t, "placements", 2), QString("[{\"Shard\":{\"dim\":0}}]"));
    QCOMPARE(column(t.digests, t, "md5", 2), QString("0x00000000000000ff"));
    QCOMPARE(t.dtype[3], DType::Unknown);
    QVERIFY(t.messages.text(t.problem[3]).find("<U3") != std::string_view::npos);
    QCOMPARE(t.io[4], Io::Output); // no list around it
    QCOMPARE(t.slot[4], 0);
    for (std::size_t row = 0; row < t.rows(); ++row)
        QCOMPARE(column(t.attributes, t, "is_recompute", row), QString("True"));
    const auto* slice = findScalar(t, "Torch.a.0.forward", Io::Input, 1);
    QVERIFY(slice != nullptr);
    QCOMPARE(textOf(t, slice->value), QString("[0,null,2]"));
    const auto* layout = findScalar(t, "Torch.a.0.forward", Io::Input, 3);
    QVERIFY(layout != nullptr);
    QCOMPARE(textOf(t, layout->value), QString("format=channels_last"));
    const auto* own = findScalar(t, "Torch.a.0.forward", Io::Argument, 0);
    QVERIFY(own != nullptr);
    QCOMPARE(textOf(t, own->entry), QString("kwargs.q.type.inner"));
}

void TestMsprobe::unreadableCells_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QString>("problem");
    QTest::newRow("text") << QByteArray(R"("Max":"abc")") << "Max cannot be read: 'abc'";
    QTest::newRow("boolean of numbers") << QByteArray(R"("Max":true)") << "Max cannot be read: 'true'";
    QTest::newRow("list") << QByteArray(R"("Norm":[1.0, 2])") << "Norm cannot be read: '[1.0,2]'";
    QTest::newRow("object") << QByteArray(R"("Mean":{})") << "Mean cannot be read: '{}'";
    QTest::newRow("no checksum") << QByteArray(R"("md5":"zz")") << "md5 cannot be read: 'zz'";
    QTest::newRow("number for a checksum") << QByteArray(R"("md5":[3])") << "md5 cannot be read: '[3]'";
    QTest::newRow("shape of text") << QByteArray(R"("shape":"x")") << "shape cannot be read: '\"x\"'";
    QTest::newRow("no shape") << QByteArray(R"("shape":null)") << "shape cannot be read: 'null'";
    QTest::newRow("shape below zero") << QByteArray(R"("shape":[-1,8])") << "shape cannot be read: '[-1,8]'";
    QTest::newRow("nothing recorded") << QByteArray(R"("Max":null)") << "";
    QTest::newRow("not finite") << QByteArray(R"("Min":"-inf")") << "";
}

/// Such a cell is a warning at its place, and nothing is recorded: it is no 0.
void TestMsprobe::unreadableCells()
{
    QFETCH(const QByteArray, cell);
    QFETCH(const QString, problem);
    const auto dump = parse(
        "{\"task\":\"statistics\",\"level\":\"L1\",\"data\":{\n\"Torch.a.0.forward\":{\"output\":[{\"type\":"
        "\"torch.Tensor\",\n"
        + cell + (cell.contains("shape") ? "" : ",\"shape\":[2]") + ",\"dtype\":\"torch.float32\"}]}}}");
    QVERIFY(dump);
    const StatisticTable& t = *dump->table;
    QCOMPARE(t.rows(), 1U);
    QCOMPARE(QString::fromStdString(std::string(t.messages.text(t.problem[0]))), problem);
    QCOMPARE(dump->problems.size(), problem.isEmpty() ? 0U : 1U);
    if (problem.isEmpty())
        return;
    const Diagnostic& warning = dump->problems[0];
    QVERIFY(warning.severity == Severity::Warning && warning.code == Code::BadSyntax);
    QCOMPARE(QString::fromStdString(warning.message.text()), problem + ", in Torch.a.0.forward");
    QCOMPARE(warning.place.row, std::optional<std::uint64_t>(3));
    using Field = StatisticTable::Field;
    for (const Field field : {Field::Max, Field::Min, Field::Mean, Field::L2Norm})
        QVERIFY(!t.value(field, 0));
    QCOMPARE(column(t.digests, t, "md5", 0), QString());
}

void TestMsprobe::nestedValues()
{
    const auto nested = [](int depth) {
        return QByteArray(R"({"task":"t","level":"debug","data":{"a.0.debug":)") + QByteArray(depth, '[')
            + R"({"type":"torch.Tensor","dtype":"torch.int8","shape":[]})" + QByteArray(depth, ']')
            + R"(,"b.0.debug":{"type":"torch.Tensor","dtype":"torch.int8","shape":[]}}})";
    };
    const auto deep = parse(nested(400));
    QVERIFY(deep);
    QCOMPARE(deep->table->rows(), 2U);
    const auto tooDeep = parse(nested(5000));
    QVERIFY(tooDeep);
    QCOMPARE(tooDeep->table->rows(), 1U);
    QCOMPARE(tooDeep->problems.size(), 1U);
    QCOMPARE(tooDeep->problems[0].code, Code::Limit);
}

void TestMsprobe::threadsDoNotMatter()
{
    const QByteArray text = testData("msprobe/nan/step0/rank0/dump.json");
    QByteArray all;
    for (const int threads : {1, 2, 5}) {
        OwnedTask task(threads);
        const auto dump = parseMsprobeDump(viewOf(text), task);
        QVERIFY(dump);
        QByteArray names;
        for (const StringId id : dump->table->opName)
            names += QByteArray::number(id.value()) + ' ';
        QVERIFY(all.isEmpty() || all == names);
        all = names;
    }
}

void TestMsprobe::claims_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("family");
    QTest::newRow("dump") << "nan/step0/rank0/dump.json"
                          << "msprobe";
    QTest::newRow("debug") << "debug/step0/proc489/debug.json"
                           << "msprobe";
    QTest::newRow("structure") << "structure/step0/proc353/dump.json"
                               << "msprobe";
    QTest::newRow("construct") << "nan/step0/rank0/construct.json"
                               << "msprobe-construct";
    QTest::newRow("stack") << "nan/step0/rank0/stack.json"
                           << "msprobe-stack";
}

/// By content: the name may be anything.
void TestMsprobe::claims()
{
    QFETCH(QString, file);
    QFETCH(QString, family);
    ReadFile read(*m_formats, "anything.json", toBytes(testData("msprobe/" + file)));
    QCOMPARE(QString::fromStdString(read.family()), family);
    QVERIFY(read.contents().problems.empty());
    QVERIFY(!read.contents().properties.empty());
}

void TestMsprobe::damagedDumps_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("rows");
    const QByteArray head = R"({"task":"statistics","level":"L1","data":{)";
    const QByteArray tensor = R"({"type":"torch.Tensor","dtype":"torch.int8","shape":[2]})";
    const QByteArray good = "\"Torch.a.0.forward\":{\"input_args\":[" + tensor + "]}";
    QTest::newRow("bad value") << head + "\"Torch.b.0.forward\":{\"input_args\":[" + tensor + ",oops]},"
            + good + "}}" << 2;
    QTest::newRow("no comma") << head + good + good + "}}" << 1;
    QTest::newRow("text behind") << head + good + "}} x" << 1;
    QTest::newRow("not UTF-8") << head + "\"Torch.\xff.0.forward\":{}," + good + "}}" << 0;
    QTest::newRow("bad escape") << head + good + R"(,"a\q":1}})" << 1;
}

void TestMsprobe::damagedDumps()
{
    QFETCH(QByteArray, text);
    QFETCH(int, rows);
    const auto dump = parse(text);
    QVERIFY(dump);
    QCOMPARE(dump->table->rows(), static_cast<std::size_t>(rows));
    QVERIFY(!dump->problems.empty());
    QVERIFY(dump->problems[0].place.row.has_value());
}

/// A killed run: what stands before the cut is given, and the cut is told.
void TestMsprobe::cutDump()
{
    const QByteArray whole = testData("msprobe/debug/step0/proc489/debug.json");
    const auto all = parse(whole);
    QVERIFY(all && all->table->rows() == 4);
    std::size_t most = 0;
    for (qsizetype length = 0; length < whole.trimmed().size(); ++length) {
        const auto dump = parse(whole.left(length));
        if (!dump) {
            QVERIFY(dump.error().code == Code::Truncated);
            continue;
        }
        QCOMPARE(dump->problems.size(), 1U);
        QVERIFY(dump->problems[0].code == Code::Truncated || dump->problems[0].code == Code::BadSyntax);
        QVERIFY(dump->table->rows() >= most); // never fewer than with a shorter part
        most = dump->table->rows();
    }
    QCOMPARE(most, 4U);
}

void TestMsprobe::constructForms()
{
    TaskContext& task = sharedTask();
    const auto forms = parseMsprobeConstruct(R"({"megatron_micro_step_number":3,
        "Torch.a.0.forward":"Module.m.B.forward.0","Module.m.B.forward.0":null,"optimizer":null,
        "Torch.b.0.forward":["Module.m.B.forward.0",2],"Torch.c.0.forward":[null,1],"Torch.d.0.forward":""})",
        task);
    QVERIFY(forms);
    QVERIFY(forms->problems.empty());
    QCOMPARE(forms->microSteps, std::optional<std::int64_t>(3));
    QCOMPARE(forms->entries.size(), 6U);
    QCOMPARE(forms->entries[0].parent, std::string("Module.m.B.forward.0"));
    QCOMPARE(forms->entries[1].parent, std::string());
    QCOMPARE(forms->entries[3].parent, std::string("Module.m.B.forward.0"));
    QCOMPARE(forms->entries[3].microStep, std::optional<std::int64_t>(2));
    QCOMPARE(forms->entries[4].microStep, std::optional<std::int64_t>(1));
    QVERIFY(!parseMsprobeConstruct("", task));
    QVERIFY(!parseMsprobeConstruct("[]", task));
}

void TestMsprobe::stackForms()
{
    TaskContext& task = sharedTask();
    const auto groups = parseMsprobeStacks(
        R"json({"0":[["Torch.a.0.forward","Torch.a.1.forward"],
        ["File /home/u/net, line 3/net.py, line 12, in forward, \n return self.fc(x)","File <frozen>, line 7, in <module>, \n "]],
        "1":[["Torch.b.0.forward"],["The call stack retrieval failed."]]})json",
        task);
    QVERIFY(groups);
    QCOMPARE(groups->stacks.size(), 2U);
    QCOMPARE(groups->stacks[0].names.size(), 2U);
    const MsprobeStacks::Frame& frame = groups->stacks[0].frames[0];
    QCOMPARE(frame.file, std::string("/home/u/net, line 3/net.py"));
    QCOMPARE(frame.line, 12U);
    QCOMPARE(frame.function, std::string("forward"));
    QCOMPARE(frame.code, std::string("return self.fc(x)"));
    QCOMPARE(groups->stacks[0].frames[1].file, std::string("<frozen>"));
    QCOMPARE(groups->stacks[1].frames[0].file, std::string());
    QCOMPARE(groups->stacks[1].frames[0].code, std::string("The call stack retrieval failed."));
    const auto older
        = parseMsprobeStacks(R"json({"Torch.a.0.forward":["File /a.py, line 1, in f, \n x"]})json", task);
    QVERIFY(older);
    QCOMPARE(older->stacks.size(), 1U);
    QCOMPARE(older->stacks[0].names, (std::vector<std::string> {"Torch.a.0.forward"}));
    QCOMPARE(older->stacks[0].frames[0].line, 1U);
}

void TestMsprobe::graph()
{
    TaskContext& task = sharedTask();
    const QByteArray constructText = testData("msprobe/nan/step0/rank0/construct.json");
    const QByteArray stackText = testData("msprobe/nan/step0/rank0/stack.json");
    const auto construct = parseMsprobeConstruct(viewOf(constructText), task);
    const auto stacks = parseMsprobeStacks(viewOf(stackText), task);
    const auto dump = parse(testData("msprobe/nan/step0/rank0/dump.json"));
    QVERIFY(construct && stacks && dump);
    const GraphDocument document = makeMsprobeGraph(*construct, *stacks, dump->table.get());
    QCOMPARE(document.graphs.size(), 2U);
    QVERIFY(document.problems.empty());
    const Graph& forward = *document.graphs[0];
    const Graph& backward = *document.graphs[1];
    QCOMPARE(forward.name, std::string("forward"));
    QVERIFY(forward.isEntry);

    // Every entry of the tree is a node of one of the graphs, and every entry of the dump, too.
    for (const MsprobeConstruct::Entry& entry : construct->entries)
        QVERIFY(forward.find(entry.name).isValid() != backward.find(entry.name).isValid());
    for (const StringId name : dump->table->opName) {
        const std::string_view text = dump->table->strings.text(name);
        QVERIFY(forward.find(text).isValid() || backward.find(text).isValid());
    }

    const GraphNode& linear = forward.node(forward.find("Functional.linear.0.forward"));
    QCOMPARE(forward.text(linear.opType), std::string_view("linear"));
    QCOMPARE(forward.scope(linear), std::string_view("layers/0/attn/qkv"));
    QVERIFY(linear.kind == NodeKind::Operator);
    QCOMPARE(forward.outputs(linear).size(), 1U);
    const GraphOutput& output = forward.outputs(linear)[0];
    QCOMPARE(output.dtype, DType::Float32);
    QVERIFY(std::ranges::equal(forward.shape(output.shape), Shape {2, 6, 24}));
    QVERIFY(linear.sourceCount > 0);

    const GraphNode& attention = forward.node(forward.find("Module.layers.0.attn.Attention.forward.0"));
    QVERIFY(attention.kind == NodeKind::Module);
    QCOMPARE(forward.text(attention.opType), std::string_view("Attention"));
    // In the scope of what runs inside it.
    QCOMPARE(forward.scope(attention), std::string_view("layers/0/attn"));
    const GraphNode& norm = forward.node(forward.find("Functional.layer_norm.0.forward"));
    QCOMPARE(forward.attribute(norm, "input.4").value_or(""), std::string_view("1e-05"));

    // The embedding is called in line 55 of the program; the frames before are torch's own.
    const GraphNode& embed = forward.node(forward.find("Module.embed.Embedding.forward.0"));
    QCOMPARE(forward.text(forward.sources(embed)[3].file), std::string_view("/home/user/train/gen_pt.py"));
    QCOMPARE(forward.sources(embed)[3].line, 55U);
    QCOMPARE(forward.text(forward.sources(embed)[3].code), std::string_view("x = self.embed(ids)"));

    // Skipped by the risk level: in the tree only.
    const GraphNode& chunk = forward.node(forward.find("Tensor.chunk.0.forward"));
    QCOMPARE(forward.attribute(chunk, "recorded").value_or(""), std::string_view("structure only"));
    QVERIFY(!forward.attribute(linear, "recorded"));

    const GraphNode& back = backward.node(backward.find("Functional.linear.0.backward"));
    bool linked = false;
    for (const GraphInput& input : backward.inputs(back))
        linked = linked || (input.otherGraph && backward.text(input.text) == "Functional.linear.0.forward");
    QVERIFY(linked);
}

/// Level L0 has no APIs: the innermost modules are what runs.
void TestMsprobe::modulesAloneRunInTheirOrder()
{
    const auto construct = parseMsprobeConstruct(R"({"Module.embed.Embedding.forward.0": null,
        "Module.layers.0.Block.forward.0": null,
        "Module.layers.0.norm.LayerNorm.forward.0": "Module.layers.0.Block.forward.0",
        "Module.head.Linear.forward.0": null})",
        sharedTask());
    QVERIFY(construct);
    const GraphDocument document = makeMsprobeGraph(*construct, {}, nullptr);
    const Graph& forward = *document.graphs.at(0);
    const auto node = [&forward](const char* name) { return forward.find(name); };
    const NodeId norm = node("Module.layers.0.norm.LayerNorm.forward.0");
    QCOMPARE(forward.scope(forward.node(norm)), std::string_view("layers/0"));
    QCOMPARE(
        forward.scope(forward.node(node("Module.layers.0.Block.forward.0"))), std::string_view("layers/0"));
    const auto readersOf = [&](NodeId id) {
        const auto readers = forward.consumers(id);
        return std::vector<NodeId>(readers.begin(), readers.end());
    };
    QCOMPARE(readersOf(node("Module.embed.Embedding.forward.0")), std::vector<NodeId> {norm});
    QCOMPARE(readersOf(norm), std::vector<NodeId> {node("Module.head.Linear.forward.0")});
    QVERIFY(readersOf(node("Module.layers.0.Block.forward.0")).empty());
}

void TestMsprobe::cutStructure()
{
    TaskContext& task = sharedTask();
    const QByteArray construct = testData("msprobe/nan/step0/rank0/construct.json").left(1500);
    const QByteArray stack = testData("msprobe/nan/step0/rank0/stack.json").left(3000);
    for (qsizetype length = 0; length <= construct.size(); ++length) {
        const QByteArray part = construct.left(length);
        const auto parsed = parseMsprobeConstruct(viewOf(part), task);
        QVERIFY(!parsed || !parsed->problems.empty());
        (void)isMsprobeConstruct(viewOf(part));
        (void)isMsprobeStacks(viewOf(part));
        (void)isMsprobeDump(viewOf(part));
    }
    for (qsizetype length = 0; length <= stack.size(); ++length) {
        const QByteArray part = stack.left(length);
        const auto parsed = parseMsprobeStacks(viewOf(part), task);
        QVERIFY(!parsed || !parsed->problems.empty());
        (void)isMsprobeStacks(viewOf(part));
    }
}

QTEST_APPLESS_MAIN(TestMsprobe)
#include "tst_msprobe.moc"
