// SPDX-License-Identifier: GPL-3.0-or-later
// Whole dumps of msprobe: json rows tied to their tensor files, scopes, order, damage.
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"
#include "tensor/statistics.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;

namespace {

std::shared_ptr<const DumpIndex> openAt(const std::string& path)
{
    static OwnedTask task(2);
    auto index = openDump(path, builtinFormats(), {}, task);
    return index ? *index : nullptr;
}

std::string sample(const std::string& name)
{
    return std::string(DUMPSCOPE_TEST_DATA "/msprobe/") + name;
}

std::string cellOf(const TensorTable& table, std::size_t row, std::string_view column)
{
    return cellText(table.cell(row, table.columnByName(column)));
}

} // namespace

class TestMsprobeDump : public QObject {
    Q_OBJECT

private slots:
    void tensorsAreTied_data();
    void tensorsAreTied();
    void statisticsOfFilesAreTheRecordedOnes_data();
    void statisticsOfFilesAreTheRecordedOnes();
    void statisticsAlone();
    void longIntegers();
    void executionOrder();
    void missingAndUnlistedFiles();
    void typesThatDiffer();
    void emptyFile();
    void singleFile();
    void kinds();
};

void TestMsprobeDump::tensorsAreTied_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("torch") << "torch";
    QTest::newRow("mindspore") << "mindspore";
    QTest::newRow("debug") << "debug";
}

void TestMsprobeDump::tensorsAreTied()
{
    QFETCH(QString, folder);
    const auto index = openAt(sample(folder.toStdString()));
    QVERIFY(index);
    QVERIFY(index->problems().empty());
    QVERIFY(index->tensorCount() > 0);
    const TensorTable table(index);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        QCOMPARE(cellOf(table, row, "state"), std::string("ok"));
        QCOMPARE(cellOf(table, row, "problem"), std::string());
        QCOMPARE(cellOf(table, row, "source"), std::string("file"));
        QVERIFY(cellOf(table, row, "id").find("dump_tensor_data/") != std::string::npos);
        QVERIFY(cellOf(table, row, "id").find('#') == std::string::npos);
        QVERIFY(!cellOf(table, row, "exec_index").empty());
    }
}

void TestMsprobeDump::statisticsOfFilesAreTheRecordedOnes_data()
{
    tensorsAreTied_data();
}

/// msprobe computed the numbers in the run, from the same tensors.
void TestMsprobeDump::statisticsOfFilesAreTheRecordedOnes()
{
    QFETCH(QString, folder);
    const auto index = openAt(sample(folder.toStdString()));
    QVERIFY(index);
    OwnedTask task(1);
    const TensorStore store(index);
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
        const auto view = store.open(TensorId(i), task);
        QVERIFY(view);
        const auto computed = computeStatistics(*view, task);
        QVERIFY(computed);
        const TensorRow& row = index->tensor(TensorId(i));
        const StatisticTable& table = *index->statisticTables()[row.statisticTable];
        const auto recorded
            = [&](StatisticTable::Field field) { return table.value(field, row.statisticRow); };
        QCOMPARE(computed->max, recorded(StatisticTable::Field::Max));
        QCOMPARE(computed->min, recorded(StatisticTable::Field::Min));
        if (const auto norm = recorded(StatisticTable::Field::L2Norm))
            QVERIFY(std::abs(*computed->l2norm - *norm) <= 1e-5 * *norm);
    }
}

void TestMsprobeDump::statisticsAlone()
{
    const auto index = openAt(sample("nan"));
    QVERIFY(index);
    QCOMPARE(index->ranks(), (std::vector<std::int64_t> {0, 1}));
    QCOMPARE(index->steps(), (std::vector<std::int64_t> {0}));
    const TensorTable table(index);
    const auto found = index->findTensor(
        "step0/rank0/dump.json#Module.layers.0.attn.Attention.forward.0.kwargs.mask.argument.0");
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    QCOMPARE(cellOf(table, found->value(), "io"), std::string("argument"));
    QCOMPARE(cellOf(table, found->value(), "dtype"), std::string("bool"));
    QCOMPARE(cellOf(table, found->value(), "state"), std::string("statistics-only"));
    QCOMPARE(cellOf(table, found->value(), "op_type"), std::string("Attention"));
    QCOMPARE(cellOf(table, found->value(), "scope"), std::string("layers/0"));
    const auto log = index->findTensor("step0/rank0/dump.json#Torch.log.0.forward.output.0");
    QVERIFY(log);
    QVERIFY(table.has(log->value(), FilterTable::Property::Nan));
    const auto input = index->findTensor("step0/rank0/dump.json#Torch.log.0.forward.input.0");
    QVERIFY(input);
    QVERIFY(!table.has(input->value(), FilterTable::Property::Nan));
    const auto api = index->findTensor("step0/rank0/dump.json#Functional.linear.0.forward.input.0");
    QVERIFY(api);
    QCOMPARE(cellOf(table, api->value(), "scope"), std::string("layers/0/attn/qkv"));
    const auto fields = TensorStore(index).describe(
        *api, *[] {
            static OwnedTask task(1);
            return &task;
        }());
    bool hasGrad = false;
    for (const auto& [key, value] : fields)
        hasGrad = hasGrad || (key.text() == "requires_grad" && value.text() == "True");
    QVERIFY(hasGrad);
}

/// Entries stand in the order msprobe collected them, inputs before outputs.
/// What the file says of 64-bit integers, to the last digit.
void TestMsprobeDump::longIntegers()
{
    TemporaryFolder folder;
    QVERIFY(dumpscope::test::writeFile(folder.at("step0/rank0/dump.json"),
        R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{
            "Torch.add.0.forward":{"input_args":[{"type":"torch.Tensor","dtype":"torch.int64","shape":[2],
            "Max":4611686018427387905,"Min":-9007199254740993,"Mean":null,"Norm":null,"requires_grad":false}],
            "input_kwargs":{},"output":[]}}})"));
    const auto index = openAt(folder.path());
    QVERIFY(index);
    QCOMPARE(index->tensorCount(), std::size_t {1});
    const TensorTable table(index);
    QCOMPARE(cellOf(table, 0, "max"), std::string("4611686018427387905"));
    QCOMPARE(cellOf(table, 0, "min"), std::string("-9007199254740993"));
}

void TestMsprobeDump::executionOrder()
{
    for (const char* folder : {"nan", "torch", "mindspore"}) {
        const auto index = openAt(sample(folder));
        QVERIFY(index);
        for (std::uint32_t i = 1; i < index->tensorCount(); ++i) {
            const TensorRow& before = index->tensor(TensorId(i - 1));
            const TensorRow& row = index->tensor(TensorId(i));
            if (index->factsOf(TensorId(i)).rank != index->factsOf(TensorId(i - 1)).rank)
                continue;
            QVERIFY(std::tuple(before.execIndex, before.io, before.slot)
                <= std::tuple(row.execIndex, row.io, row.slot));
        }
    }
}

void TestMsprobeDump::missingAndUnlistedFiles()
{
    const TemporaryFolder folder;
    std::filesystem::copy(sample("torch"), folder.at("dump"), std::filesystem::copy_options::recursive);
    const std::string data = folder.at("dump/step0/proc30248/dump_tensor_data/");
    const std::string first = data + "Functional.embedding.0.forward.input.1.pt";
    QVERIFY(std::filesystem::exists(first));
    std::filesystem::rename(first, data + "Functional.other.0.forward.input.1.pt");
    const auto index = openAt(folder.at("dump"));
    QVERIFY(index);
    int missing = 0;
    int unlisted = 0;
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
        const std::string_view problem = index->text(index->tensor(TensorId(i)).problem);
        missing += problem == "its file Functional.embedding.0.forward.input.1.pt is missing" ? 1 : 0;
        unlisted += problem == "not listed in the dump's json file" ? 1 : 0;
        QVERIFY(problem.empty() || missing + unlisted > 0);
    }
    QCOMPARE(missing, 1);
    QCOMPARE(unlisted, 1);
    QCOMPARE(index->problems().size(), std::size_t {1});
    QCOMPARE(index->problems()[0].severity, Severity::Warning);
    QCOMPARE(index->problems()[0].place.file, std::string("step0/proc30248/dump.json"));
    QVERIFY(index->problems()[0].message.text().starts_with("1 of "));
    const auto orphan = index->findTensor("Functional.other.0.forward:input:1");
    QVERIFY2(orphan, orphan ? "" : orphan.error().text().c_str());
}

void TestMsprobeDump::typesThatDiffer()
{
    const TemporaryFolder folder;
    std::filesystem::copy(sample("mindspore"), folder.at("dump"), std::filesystem::copy_options::recursive);
    const std::string path = folder.at("dump/step0/proc32327/dump.json");
    QByteArray text = QByteArray::fromStdString(dumpscope::test::readFile(path));
    // bfloat16 is written as float32, which is no damage; float16 is.
    const qsizetype first = text.indexOf("\"Float32\"");
    text.replace(first, 9, "\"BFloat16\"");
    const qsizetype second = text.indexOf("\"Float32\"");
    text.replace(second, 9, "\"Float16\"");
    QVERIFY(dumpscope::test::writeFile(path, text.toStdString()));
    const auto index = openAt(folder.at("dump"));
    QVERIFY(index);
    std::vector<std::string> problems;
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
        const std::string_view problem = index->text(index->tensor(TensorId(i)).problem);
        if (!problem.empty())
            problems.emplace_back(problem);
    }
    QCOMPARE(problems.size(), 2U);
    QCOMPARE(problems[0], std::string("bfloat16 in the run, written as float32"));
    QVERIFY(problems[1].starts_with("recorded as float16 ["));
}

void TestMsprobeDump::emptyFile()
{
    const TemporaryFolder folder;
    QVERIFY(dumpscope::test::writeFile(folder.at("dump/step0/rank0/dump.json"), std::string()));
    const auto index = openAt(folder.at("dump"));
    QVERIFY(index);
    QCOMPARE(index->problems().size(), std::size_t {1});
    QCOMPARE(index->problems()[0].severity, Severity::Error);
    QVERIFY(index->problems()[0].code == Code::Truncated);
    QCOMPARE(
        summarise(*index).kinds.at(0).evidence.text(), std::string("1 dump file of msprobe with 0 entries"));
}

void TestMsprobeDump::singleFile()
{
    const auto index = openAt(sample("torch/step0/proc30248/dump.json"));
    QVERIFY(index);
    QVERIFY(index->tensorCount() > 10);
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
        QCOMPARE(index->tensor(TensorId(i)).state, TensorState::StatisticsOnly);
        QVERIFY(index->text(index->tensor(TensorId(i)).problem).empty());
        QCOMPARE(index->factsOf(TensorId(i)).step, std::optional<std::int64_t>(0));
    }
}

void TestMsprobeDump::kinds()
{
    const DumpSummary summary = summarise(*openAt(sample("nan")));
    QVERIFY(!summary.kinds.empty());
    QCOMPARE(summary.kinds.front().id, std::string("msprobe"));
    QCOMPARE(summary.producer, std::string("msprobe on pytorch"));
    QCOMPARE(summary.counts.graphs, 1U);
    QCOMPARE(summary.counts.unrecognised, 0U);
    const DumpSummary mindspore = summarise(*openAt(sample("mindspore")));
    QCOMPARE(mindspore.producer, std::string("msprobe on mindspore"));
}

QTEST_APPLESS_MAIN(TestMsprobeDump)
#include "tst_msprobe_dump.moc"
