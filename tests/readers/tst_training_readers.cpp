// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/msprobe/monitor_csv.h"
#include "readers/serving/hf_debugger_tree.h"
#include "readers/serving/sglang_name.h"
#include "readers/torch/dcp_metadata.h"
#include "readers/torch/pickle.h"
#include "readers/torch/safetensors_file.h"
#include "temporary_folder.h"

#include "model/dump_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

/// A safetensors file of a header and so many bytes.
std::string safetensors(std::string_view header, std::size_t data)
{
    std::string file(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(file.data(), &length, sizeof(length));
    return file + std::string(header) + std::string(data, '\0');
}

QString state(const TensorRecord& record)
{
    return QString::fromStdString(std::string(stateWord(record.state)));
}

std::vector<std::byte> prefix(const QByteArray& whole, qsizetype length)
{
    return toBytes(whole.left(length));
}

} // namespace

class TestTrainingReaders : public QObject {
    Q_OBJECT

private slots:
    void damagedEntries_data();
    void damagedEntries();
    void typesWithoutNegativeZero();
    void shardsAreChecked();
    void copiesOfShards();
    void cutAnywhere_data();
    void cutAnywhere();
    void opcodesOfObjects();
    void objectsMayHoldEachOther();
    void sglangNames_data();
    void sglangNames();
    void folders_data();
    void folders();
    void names_data();
    void names();
    void damagedMonitor();
    void stagesAreNamed();
    void callsThatShareAFile();
    void headerOfHugeFile();
    void piecesStayInTheFolder();
    void piecesWithoutList();
    void safetensorsByContent();
    void factorOfAdapters();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

/// docs/formats/llm-era.md 6.1, the table of cases.
void TestTrainingReaders::damagedEntries_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QStringList>("states");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, std::string file, QStringList states, const char* says) {
        QTest::newRow(name) << QByteArray(file.data(), static_cast<qsizetype>(file.size())) << states
                            << QString(says);
    };
    const auto entry = [](std::string name, std::string type, std::string shape, std::string offsets) {
        return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape
            + ",\"data_offsets\":" + offsets + "}";
    };
    row("length beyond the file", std::string("\xFF\xFF\xFF\x7F\0\0\0\0{}", 10), {"unreadable"}, "header");
    row("no length", "1234567", {"unreadable"}, "");
    row("length 0", std::string(8, '\0'), {"unreadable"}, "no JSON object");
    row("padded with blanks", safetensors("{" + entry("x", "F32", "[1]", "[0,4]") + "}    ", 4), {"ok"}, "");
    row("not a multiple of 8", safetensors("{" + entry("", "U8", "[3]", "[0,3]") + "}", 3), {"ok"}, "");
    row("end beyond the file", safetensors("{" + entry("x", "F32", "[2]", "[0,8]") + "}", 7), {"truncated"},
        "7 of 8 bytes");
    row("begin behind end", safetensors("{" + entry("x", "F32", "[1]", "[4,0]") + "}", 4), {"unreadable"},
        "range of bytes");
    row("other size", safetensors("{" + entry("x", "F32", "[3]", "[0,8]") + "}", 8), {"unreadable"},
        "takes 12 bytes");
    row("huge shape", safetensors("{" + entry("x", "F32", "[4294967296,4294967296]", "[0,8]") + "}", 8),
        {"unreadable"}, "larger than any file");
    row("overlap",
        safetensors(
            "{" + entry("x", "F32", "[2]", "[0,8]") + "," + entry("y", "F32", "[2]", "[4,12]") + "}", 12),
        {"ok", "ok"}, "shares 4 bytes");
    row("hole",
        safetensors(
            "{" + entry("x", "F32", "[1]", "[0,4]") + "," + entry("y", "F32", "[1]", "[8,12]") + "}", 12),
        {"ok", "ok"}, "belong to no tensor");
    row("a key twice",
        safetensors(
            "{" + entry("x", "F32", "[1]", "[0,4]") + "," + entry("x", "F32", "[1]", "[0,4]") + "}", 4),
        {"ok"}, "stands before: x");
    row("unknown type", safetensors("{" + entry("x", "F128", "[2]", "[0,32]") + "}", 32), {"unsupported"},
        "F128");
    row("no shape", safetensors("{\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", 4), {"unreadable"},
        "lacks");
    row("negative size", safetensors("{" + entry("x", "F32", "[-1]", "[0,4]") + "}", 4), {"unreadable"},
        "no size");
    row("no object", safetensors("{\"x\":3}", 0), {"unreadable"}, "not an object");
}

void TestTrainingReaders::damagedEntries()
{
    QFETCH(QByteArray, file);
    QFETCH(QStringList, states);
    QFETCH(QString, says);
    ReadFile read(*m_formats, "model.safetensors", toBytes(file));
    QCOMPARE(read.family(), std::string("safetensors"));
    QStringList found;
    for (const TensorRecord& record : read.tensors()) {
        found.append(state(record));
        if (record.state == TensorState::Ok) {
            const auto view = read.open(record);
            QVERIFY(view);
            QCOMPARE(view->bytes.size(), record.bytes);
        } else {
            QVERIFY(!record.problem.empty());
        }
        // [] would be a number.
        QVERIFY(record.state != TensorState::Unreadable || !record.hasShape || !record.shape.empty());
    }
    QCOMPARE(found, states);
    QString problems;
    for (const Diagnostic& problem : read.contents().problems)
        problems += QString::fromStdString(problem.message.text()) + '\n';
    QVERIFY2(problems.contains(says), qPrintable(problems));
    QCOMPARE(read.contents().problems.empty(), says.isEmpty() && states == QStringList {"ok"});
}

/// By hand: 0x40 is 1, 0x80 is NaN, 0x7f is 240 in e4m3fnuz (bias 8).
void TestTrainingReaders::typesWithoutNegativeZero()
{
    std::string file = safetensors(R"({"x":{"dtype":"F8_E4M3FNUZ","shape":[3],"data_offsets":[0,3]}})", 0);
    file += "\x40\x80\x7f";
    ReadFile read(*m_formats, "model.safetensors", bytesOf(file));
    QCOMPARE(read.tensors().size(), 1U);
    QCOMPARE(read.tensors().front().dtype, DType::Float8E4M3FNUZ);
    const auto view = read.open(read.tensors().front());
    QVERIFY(view);
    const auto values = elementValues(*view);
    QVERIFY(values);
    QCOMPARE(values->size(), 3U);
    QCOMPARE((*values)[0], 1.0);
    QVERIFY((*values)[1] != (*values)[1]);
    QCOMPARE((*values)[2], 240.0);
}

/// One shard is missing, one tensor is elsewhere, one nowhere.
void TestTrainingReaders::shardsAreChecked()
{
    TemporaryFolder folder;
    const auto one = [](std::string_view name) {
        return safetensors(
            "{\"" + std::string(name) + R"(":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1);
    };
    QVERIFY(writeFile(folder.at("m-1.safetensors"), one("a")));
    QVERIFY(writeFile(folder.at("m-2.safetensors"), one("b")));
    QVERIFY(writeFile(folder.at("m.safetensors.index.json"),
        R"({"weight_map":{"a":"m-1.safetensors","b":"m-1.safetensors","c":"m-2.safetensors",)"
        R"("d":"../m-3.safetensors"}})"));
    OwnedTask task(1);
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index);
    QCOMPARE((*index)->tensorCount(), 2U);
    QStringList problems;
    for (const Diagnostic& problem : (*index)->problems())
        problems.append(QString::fromStdString(problem.message.text()));
    problems.sort();
    QCOMPARE(problems,
        (QStringList {"no file here has the tensor c, which should be in m-2.safetensors",
            "the shard ../m-3.safetensors is missing; tensors that should be in it: 1",
            "the tensor b is in m-2.safetensors, not in m-1.safetensors"}));
}

/// A copy of the whole model beside its shards: what the index places elsewhere is there once, and a file
/// says what it does not list.
void TestTrainingReaders::copiesOfShards()
{
    TemporaryFolder folder;
    const auto one = [](std::string_view name) {
        return safetensors(
            "{\"" + std::string(name) + R"(":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1);
    };
    QVERIFY(writeFile(folder.at("m-1.safetensors"), one("a")));
    QVERIFY(writeFile(folder.at("m-2.safetensors"), one("b")));
    QVERIFY(writeFile(folder.at("m.safetensors.index.json"),
        R"({"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors"}})"));
    QVERIFY(writeFile(folder.at("consolidated.safetensors"),
        safetensors(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                    R"("b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
                    R"("x":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
            3)));
    OwnedTask task(1);
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index);
    QStringList ids;
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i)
        ids.append(QString::fromStdString((*index)->tensorId(TensorId(i))));
    ids.sort();
    QCOMPARE(ids,
        (QStringList {"consolidated.safetensors#x.parameter.0", "m-1.safetensors#a.parameter.0",
            "m-2.safetensors#b.parameter.0"}));
    QCOMPARE((*index)->problems().size(), std::size_t {1});
    const Diagnostic& problem = (*index)->problems().front();
    QCOMPARE(problem.place.file, std::string("consolidated.safetensors"));
    QCOMPARE(problem.message.text(),
        std::string("2 tensors of this file are not listed: by m.safetensors.index.json other files of the "
                    "folder have them. Opened by itself, the file lists them"));
}

void TestTrainingReaders::cutAnywhere_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    const auto row
        = [](const char* path, const char* name) { QTest::newRow(name) << QString(path) << QString(name); };
    row("llm-era/safetensors/single/types.safetensors", "types.safetensors");
    row("llm-era/safetensors/sharded/model.safetensors.index.json", "model.safetensors.index.json");
    row("llm-era/dcp/ckpt/.metadata", ".metadata");
    row("llm-era/megatron/foreign/iter_0000005/mp_rank_00/model_optim_rng.pt", "model_optim_rng.pt");
    row("llm-era/monitor/v1/Nov23_08-00-00-rank0-127.0.0.1/actv_0-0.csv", "actv_0-0.csv");
    row("llm-era/monitor/v1/rank1/anomaly.json", "anomaly.json");
    row("llm-era/hf-debugger/tensors/LlamaForCausalLM_debug_tree_SUMMARY.json", "L_debug_tree_SUMMARY.json");
}

/// Every beginning of a file is rows with reasons, problems, or an error; nothing crashes or hangs.
void TestTrainingReaders::cutAnywhere()
{
    QFETCH(QString, path);
    QFETCH(QString, name);
    const QByteArray whole = testData(path);
    QVERIFY(!whole.isEmpty());
    const qsizetype step = std::max<qsizetype>(whole.size() / 3000, 1);
    for (qsizetype length = 0; length < whole.size(); length += length < 600 ? 1 : step) {
        ReadFile file(*m_formats, name.toStdString(), prefix(whole, length));
        for (const TensorRecord& record : file.tensors()) {
            QVERIFY(record.state == TensorState::Ok || !record.problem.empty());
            (void)file.open(record);
        }
    }
}

/// What protocols 3 to 5 and objects need; built by hand from the table of opcodes of Python's pickle.
void TestTrainingReaders::opcodesOfObjects()
{
    using namespace std::string_view_literals;
    // a class from two texts, made without arguments, with a state of one attribute
    const auto bytes = bytesOf("\x80\x04\x95\0\0\0\0\0\0\0\0\x8c\x01m\x94\x8c\x01"
                               "C\x94\x93)\x81}\x8c\x01"
                               "aK\x07sb."sv);
    const auto pickle = readPickle(bytes, 0);
    QVERIFY2(pickle, pickle ? "" : pickle.error().text().c_str());
    const Pickle::Node& root = pickle->at(pickle->root);
    QCOMPARE(pickle->className(root), "C"sv);
    const Pickle::Node* attribute = pickle->attribute(root, "a");
    QVERIFY(attribute != nullptr);
    QCOMPARE(attribute->integer, 7);
    QVERIFY(!readPickle(bytesOf("\x80\x04\x93."sv), 0)); // names of nothing
    QVERIFY(!readPickle(bytesOf("\x80\x04\x31."sv), 0)); // a mark that was never set
    QVERIFY(!readPickle(bytesOf("\x80\x02K\x01K\x02."sv), 0));
}

/// An object whose state is itself: read once, without an end to find.
void TestTrainingReaders::objectsMayHoldEachOther()
{
    using namespace std::string_view_literals;
    const auto bytes = bytesOf("\x80\x04\x8c\x01m\x8c\x01"
                               "C\x93)\x81\x94}\x8c\x01"
                               "ah\0sb."sv);
    const auto pickle = readPickle(bytes, 0);
    QVERIFY2(pickle, pickle ? "" : pickle.error().text().c_str());
    const Pickle::Node& root = pickle->at(pickle->root);
    QCOMPARE(pickle->attribute(root, "a"), &root);
}

void TestTrainingReaders::sglangNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("opName");
    QTest::addColumn<QString>("io");
    QTest::addColumn<int>("slot");
    const auto row = [](const char* tags, const char* opName, const char* io, int slot) {
        QTest::newRow(tags) << QString("step=2___rank=1___dump_index=7___%1.pt").arg(tags) << QString(opName)
                            << QString(io) << slot;
    };
    row("name=hidden_states___layer_id=3", "hidden_states[layer_id=3]", "", -1);
    row("name=x___recompute_status=disabled___phase=mlp___layer_id=0", "x[phase=mlp,layer_id=0]", "", -1);
    row("name=x___recompute_status=original", "x[recompute_status=original]", "", -1);
    row("name=grad__x", "x", "gradient", 0);
    row("name=param__lm_head.weight", "lm_head.weight", "parameter", 0);
    row("name=non_intrusive__model.layers.0.mlp.inputs.0", "model.layers.0.mlp", "input", 0);
    row("name=non_intrusive__model.layers.0.mlp.output", "model.layers.0.mlp", "output", 0);
    row("name=non_intrusive__model.layers.0.mlp.output.1", "model.layers.0.mlp", "output", 1);
    row("name=non_intrusive__inputs.0", "root", "input", 0);
    row("name=non_intrusive__model.attn.inputs.positions", "model.attn.inputs.positions", "input", -1);
    row("no tag___name=x", "x", "", -1);
}

void TestTrainingReaders::sglangNames()
{
    QFETCH(QString, name);
    QFETCH(QString, opName);
    QFETCH(QString, io);
    QFETCH(int, slot);
    const std::string file = name.toStdString();
    const auto parsed = parseSglangName(file);
    QVERIFY(parsed);
    QCOMPARE(parsed->step, 2);
    QCOMPARE(parsed->rank, 1);
    QCOMPARE(parsed->dumpIndex, 7U);
    QCOMPARE(QString::fromStdString(parsed->opName), opName);
    QCOMPARE(QString::fromStdString(std::string(ioWord(parsed->io))), io);
    QCOMPARE(parsed->slot.value_or(-1), slot);
    QVERIFY(!parseSglangName("rank=1___dump_index=7___name=x.pt"));
    QVERIFY(!parseSglangName("step=1___rank=-1___dump_index=7___name=x.pt"));
}

void TestTrainingReaders::folders_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("module");
    const auto row = [](const char* path, int rank, int step, const char* module = "") {
        QTest::newRow(path) << QString(path) << rank << step << QString(module);
    };
    row("/c/iter_0000005/mp_rank_03", 3, 5);
    row("/c/release/mp_rank_00", 0, -1);
    row("/c/iter_0000005/mp_rank_01_002", -1, 5);
    row("/c/iter_0000005/mp_rank_01_002_003", -1, 5);
    row("/c/iter_0000005", -1, 5);
    row("/c/iter_5", -1, 5);
    row("/d/TP1_PP0_Rank2_pid3016", 2, -1);
    row("/d/msit/torch_tensors/npu3_77/4/root.fc", 3, 4, "root.fc");
    row("/d/msit/torch_tensors/cpu_77/4/root.fc", -1, 4, "root.fc");
    row("/d/msit/torch_tensors/cpu_77/weights", -1, -1);
    row("/d/010fed05-4a36-4c19-ab44-7cd67e3f63ce/step_1/model.mlp_1", -1, 1, "model.mlp_1");
    row("/d/run/step_1/more", -1, -1);
    row("/d/Nov23_08-00-00-rank12-127.0.0.1", 12, -1);
    row("/d/step0/pid28041/dump_tensor_data", -1, 0);
    row("/d/step0/rank3/tensor_data", 3, 0);
    row("/d/dump_tensor_data/rank3", 3, -1);
    row("/d/rank7", 7, -1);
}

void TestTrainingReaders::folders()
{
    QFETCH(QString, path);
    QFETCH(int, rank);
    QFETCH(int, step);
    QFETCH(QString, module);
    const FolderFacts facts = m_formats->describeFolder(path.toStdString());
    QCOMPARE(facts.rank.value_or(-1), rank);
    QCOMPARE(facts.step.value_or(-1), step);
    QCOMPARE(QString::fromStdString(facts.module), module);
}

void TestTrainingReaders::names_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("facts"); ///< op_name io slot rank
    const auto row = [](const char* folder, const char* name, const char* facts) {
        QTest::newRow(name) << QString(folder) << QString(name) << QString(facts);
    };
    const char* vllm = "/d/010fed05-4a36-4c19-ab44-7cd67e3f63ce/step_1/model.mlp";
    const char* msit = "/d/torch_tensors/npu3_77/4/root.fc";
    row(vllm, "inputs_0_npu_1.pt", "model.mlp input 0 1");
    row(vllm, "outputs_cpu.pt", "model.mlp output 0 -1");
    row(vllm, "post_fwd_inputs_2_npu_0.pt", "model.mlp input 2 0");
    row(vllm, "inputs_1.json", "model.mlp input 1 -1");
    row("/renamed/step_1/model.layers.0.mlp", "inputs_0_npu_1.pt", "model.layers.0.mlp input 0 1");
    row("/renamed/step_1/lm_head_1", "outputs_npu_0.pt", "lm_head_1 output 0 0");
    row(msit, "input_0.pth", "root.fc input 0 -1");
    row(msit, "output.pth", "root.fc output 0 -1");
    row(msit, "output_1_0.pth", "root.fc output 1 -1");
    row("/d/torch_tensors/cpu_7/weights", "root.fc.weight.pth", "root.fc.weight parameter 0 -1");
    row("/d", "Aten.addmm.4.input.2.pt", "Aten.addmm.4.forward input 2 -1");
    row("/d", "Aten.add.Tensor.0.output.pt", "Aten.add.Tensor.0.forward output 0 -1");
    row("/d", "Module.layers.0.Linear.1.input_kwargs.mask.pt",
        "Module.layers.0.Linear.forward.1 input -1 -1");
    row("/d", "L.model.fc_inputs_args_1.safetensors", "L.model.fc input 1 -1");
    row("/d", "L.m_inputs_kwargs_encoder_outputs.safetensors", "L.m input -1 -1");
    row("/d", "L.m_outputs.safetensors", "L.m output 0 -1");
}

void TestTrainingReaders::names()
{
    QFETCH(QString, folder);
    QFETCH(QString, name);
    QFETCH(QString, facts);
    const FolderFacts place = m_formats->describeFolder(folder.toStdString());
    const std::string file = name.toStdString();
    const NameFacts parsed = m_formats->parseName(file, place);
    const std::string opName = parsed.fullName.empty() ? std::string(parsed.opName) : parsed.fullName;
    QCOMPARE(QString("%1 %2 %3 %4")
                 .arg(QString::fromStdString(opName), QString::fromStdString(std::string(ioWord(parsed.io))))
                 .arg(parsed.slot.value_or(-1))
                 .arg(parsed.rank.value_or(-1)),
        facts);
}

/// A header twice, text for a number, a quoted comma, a line that ends early.
void TestTrainingReaders::damagedMonitor()
{
    constexpr std::string_view kFile = "vpp_stage,name,step,norm,min\n"
                                       "0,a,3,nan,inf\n"
                                       "vpp_stage,name,step,min,norm\n"
                                       "0,\"b,c\",4,-1,text\n"
                                       "0,d";
    OwnedTask task(1);
    const auto contents = parseMonitorCsv(kFile, "exp_avg", task);
    QVERIFY(contents);
    const StatisticTable& table = *contents->statistics;
    QCOMPARE(table.rows(), 2U); // half a line is no row
    using Field = StatisticTable::Field;
    QVERIFY(!table.value(Field::L2Norm, 0));
    QCOMPARE(table.value(Field::Min, 0), std::optional(std::numeric_limits<double>::infinity()));
    QCOMPARE(table.step[0], 3);
    QCOMPARE(table.strings.text(table.opName[1]), std::string_view("b,c"));
    QCOMPARE(table.strings.text(table.opType[1]), std::string_view("exp_avg"));
    QCOMPARE(table.value(Field::Min, 1), std::optional(-1.0));
    QVERIFY(!table.value(Field::L2Norm, 1));
    QVERIFY(!table.messages.message(table.problem[1]).empty());
    QCOMPARE(contents->problems.size(), 3U); // and the end is missing
    const auto cut
        = parseMonitorCsv("vpp_stage,name,step,norm,min\n0,a,3,2,-1.5\n0,b,3,4,-1", "exp_avg", task);
    QVERIFY(cut);
    QCOMPARE(cut->statistics->rows(), 2U);
    QCOMPARE(cut->statistics->value(Field::L2Norm, 1), std::optional(4.0));
    QVERIFY(!cut->statistics->value(Field::Min, 1)); // may have been -1.75
    QVERIFY(!cut->statistics->messages.message(cut->statistics->problem[1]).empty());
    // Where the header line is cut off, the file is still one of the monitor.
    for (const char* rest : {"", "vpp_stage,na"}) {
        const dumpscope::test::TemporaryFolder folder;
        QVERIFY(dumpscope::test::writeFile(folder.at("Nov23-rank3-a/actv_1-1.csv"), rest));
        const auto index = openDump(folder.path(), builtinFormats(), {}, task);
        QVERIFY(index);
        QCOMPARE((*index)->tensorCount(), std::size_t {1});
        QVERIFY((*index)->tensor(TensorId(0U)).state != TensorState::Ok);
        QVERIFY(std::ranges::any_of((*index)->problems(),
            [](const Diagnostic& problem) { return problem.severity == Severity::Error; }));
    }
    const auto glued = parseMonitorCsv("vpp_stage,name,step,norm\n0,a,3,20,b,3,4\n", "exp_avg", task);
    QVERIFY(glued && glued->statistics->rows() == 0 && glued->problems.size() == 1);
}

void TestTrainingReaders::stagesAreNamed()
{
    OwnedTask task(1);
    const auto contents
        = parseMonitorCsv("vpp_stage,name,step,norm\n0,a.input,0,1\n1,a.output_grad.0,0,1\n", "actv", task);
    QVERIFY(contents);
    const StatisticTable& table = *contents->statistics;
    QCOMPARE(table.strings.text(table.opName[0]), std::string_view("0:a"));
    QCOMPARE(table.strings.text(table.opName[1]), std::string_view("1:a"));
    QCOMPARE(table.io[0], Io::Input);
    QCOMPARE(table.io[1], Io::Gradient);
}

/// The file has the values of the last call; the first one keeps what was printed.
void TestTrainingReaders::callsThatShareAFile()
{
    TemporaryFolder folder;
    const std::string node
        = R"json({"module_path":"M.fc","inputs":{},"outputs":{"shape":"torch.Size([1])",)json"
          R"json("dtype":"torch.uint8","value":"./M.fc_outputs.safetensors"}})json";
    QVERIFY(writeFile(folder.at("M_debug_tree_FULL_TENSORS.json"),
        R"({"module_path":"M","inputs":{"args":[],"kwargs":{}},"children":[)" + node + "," + node + "]}"));
    QVERIFY(writeFile(folder.at("M.fc_outputs.safetensors"),
        safetensors(R"({"data":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1)));
    OwnedTask task(1);
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index);
    QCOMPARE((*index)->tensorCount(), 2U);
    for (std::uint32_t i = 0; i < 2; ++i) {
        const TensorRow& row = (*index)->tensor(TensorId(i));
        QCOMPARE((*index)->text(row.opName), std::string_view("M.fc"));
        QCOMPARE(row.execIndex, i + 1);
        QCOMPARE(row.state, i == 0 ? TensorState::StatisticsOnly : TensorState::Ok);
    }
}

/// Only the header of a large file is read: 10 GB of holes take no time.
void TestTrainingReaders::headerOfHugeFile()
{
    constexpr std::uint64_t kData = 10'000'000'000;
    TemporaryFolder folder;
    const std::string path = folder.at("large.safetensors");
    const std::string header = R"({"x":{"dtype":"U8","shape":[10000000000],"data_offsets":[0,10000000000]}})";
    QVERIFY(writeFile(path, safetensors(header, 0)));
    std::error_code error;
    std::filesystem::resize_file(path, 8 + header.size() + kData, error);
    if (error)
        QSKIP("no room for a sparse file");
    OwnedTask task(1);
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index);
    QCOMPARE((*index)->tensorCount(), 1U);
    const TensorRow& row = (*index)->tensor(TensorId(0U));
    QCOMPARE(row.state, TensorState::Ok);
    QCOMPARE(row.bytes, kData);
}

/// Neither a path upwards nor a link out of the root is followed.
void TestTrainingReaders::piecesStayInTheFolder()
{
    const QByteArray metadata = testData("llm-era/dcp/ckpt/.metadata");
    const QByteArray pieces = testData("llm-era/dcp/ckpt/__0_0.distcp");
    QVERIFY(metadata.contains("__0_0.distcp"));
    TemporaryFolder outside;
    std::filesystem::create_directory(outside.at("upwards"));
    std::filesystem::create_directory(outside.at("link"));
    QVERIFY(writeFile(outside.at("_0.distcp"), pieces.toStdString()));
    QVERIFY(writeFile(outside.at("link/.metadata"), metadata.toStdString()));
    std::filesystem::create_symlink("../_0.distcp", outside.at("link/__0_0.distcp"));
    QVERIFY(writeFile(outside.at("upwards/.metadata"),
        QByteArray(metadata).replace("__0_0.distcp", "../_0.distcp").toStdString()));
    for (const char* folder : {"upwards", "link"}) {
        OwnedTask task(1);
        const auto index = openDump(outside.at(folder), m_formats, {}, task);
        QVERIFY(index);
        QVERIFY((*index)->tensorCount() > 0);
        for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i)
            QVERIFY2((*index)->tensor(TensorId(i)).state != TensorState::Ok, folder);
    }
}

/// Pieces of a checkpoint that nothing lists are rows that say why, not silence.
void TestTrainingReaders::piecesWithoutList()
{
    const QByteArray pieces = testData("llm-era/dcp/ckpt/__0_0.distcp");
    const auto problemsWith = [&](const std::optional<std::string>& metadata) {
        TemporaryFolder folder;
        std::string problems;
        if (!writeFile(folder.at("__0_0.distcp"), pieces.toStdString())
            || (metadata && !writeFile(folder.at(".metadata"), *metadata)))
            return problems;
        OwnedTask task(1);
        const auto index = openDump(folder.path(), m_formats, {}, task);
        for (std::uint32_t i = 0; index && i < (*index)->tensorCount(); ++i) {
            const TensorRow& row = (*index)->tensor(TensorId(i));
            problems
                += std::string(stateWord(row.state)) + ": " + std::string((*index)->text(row.problem)) + ';';
        }
        return problems;
    };
    const std::string head = "unreadable: pieces of tensors, but the file .metadata that lists them is ";
    QCOMPARE(problemsWith(std::nullopt), head + "missing;");
    QCOMPARE(problemsWith(""), head + "damaged: it is no pickle;");
    QCOMPARE(problemsWith("neither this nor that"), head + "damaged: it is no pickle;");
    // A pickle that is cut off is a row itself.
    const std::string cut = testData("llm-era/dcp/ckpt/.metadata").left(200).toStdString();
    const std::string ownRow = problemsWith(cut);
    QVERIFY2(ownRow.starts_with("unreadable: ") && ownRow.find("pieces of tensors") == std::string::npos,
        ownRow.c_str());
}

/// By content, also where dump files with a header in JSON have the name.
void TestTrainingReaders::safetensorsByContent()
{
    const std::string file = safetensors(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4);
    for (const std::string name : {"model.bin", "weights.dat"}) {
        ReadFile read(*m_formats, name, bytesOf(file));
        QCOMPARE(read.family(), std::string("safetensors"));
        QCOMPARE(read.tensors().size(), std::size_t {1});
    }
}

void TestTrainingReaders::factorOfAdapters()
{
    ReadFile read(*m_formats, "adapter_config.json",
        bytesOf(R"({"peft_type": "LORA", "r": 8, "lora_alpha": 16, "use_rslora": true,
            "alpha_pattern": {"q_proj": 32}})"));
    QCOMPARE(read.family(), std::string("lora-config"));
    QVERIFY((read.contents().properties
        == std::vector<std::pair<std::string, std::string>> {{"lora.r", "8"}, {"lora.alpha", "16"},
            {"lora.use_rslora", "true"}, {"lora.alpha_pattern.q_proj", "32"}}));
    ReadFile cut(*m_formats, "adapter_config.json", bytesOf(R"({"r": 8, "lora_alpha": )"));
    QVERIFY(!cut.contents().problems.empty());
}

QTEST_APPLESS_MAIN(TestTrainingReaders)
#include "tst_training_readers.moc"
