// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"
#include "read_file.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

QString text(std::string_view words)
{
    return QString::fromStdString(std::string(words));
}

/// Dumps whose files differ from those that writers usually leave: edited by other programs, or of other
/// sizes.
class Variant {
public:
    void add(const std::string& path, std::string_view content)
    {
        QVERIFY(writeFile(m_folder.at(path), content));
    }
    void open(const std::string& path = {})
    {
        const auto index = openDump(path.empty() ? m_folder.path() : path, builtinFormats(), {}, m_task);
        QVERIFY(index.has_value());
        m_index = *index;
    }
    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    /// `name io slot`, in order.
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
            const TensorRow& row = m_index->tensor(TensorId(i));
            rows.append(
                QString("%1 %2 %3").arg(text(m_index->text(row.opName)), text(ioWord(row.io))).arg(row.slot));
        }
        return rows;
    }
    [[nodiscard]] QStringList problems() const
    {
        QStringList problems;
        for (const Diagnostic& problem : m_index->problems())
            problems.append(text(problem.message.text()));
        return problems;
    }

private:
    TemporaryFolder m_folder;
    OwnedTask m_task {1};
    std::shared_ptr<const DumpIndex> m_index;
};

} // namespace

/// docs/formats/llm-era.md 5, 7.1 and 13.
class TestDumpVariants : public QObject {
    Q_OBJECT

private slots:
    void statisticsWithByteOrderMark();
    void partsOfPackageAreOneRun();
    void secondNumberOfMegatron_data();
    void secondNumberOfMegatron();
    void virtualStagesOfMegatron();
};

void TestDumpVariants::statisticsWithByteOrderMark()
{
    Variant dump;
    dump.add("msit_dump_20260101_010101/torch_tensors/npu3_88/0/root.fc/statistics.csv",
        "\xEF\xBB\xBFNodeName,NodeType,InputOutput,Index,DataType,Shape,Max,Min,Mean,L2Norm\r\n"
        "root.fc,Linear,output,1,torch.float32,\"(2, 3)\",5.0,0.0,2.5,7.4\r\n");
    dump.open();
    QCOMPARE(dump.rows(), QStringList("root.fc output 1"));
    QCOMPARE(dump.problems(), QStringList());
}

void TestDumpVariants::partsOfPackageAreOneRun()
{
    Variant dump;
    dump.add("weights/step3/rank2/weight.json", R"({"fc.weight":{"max":1,"min":0,"mean":0.5,"norm":1}})");
    dump.add("dataset/step3/rank2/dataset.json",
        R"({"args":{"0":{"max":1,"min":0,"mean":0.5,"norm":1}},"kwargs":{}})");
    dump.open();
    QCOMPARE(dump.index().tensorCount(), 2U);
    for (std::uint32_t i = 0; i < 2; ++i) {
        const FolderFacts& facts = dump.index().factsOf(TensorId(i));
        QCOMPARE(facts.run, std::string());
        QCOMPARE(facts.rank, std::optional<std::int64_t>(2));
        QCOMPARE(facts.step, std::optional<std::int64_t>(3));
    }
}

void TestDumpVariants::secondNumberOfMegatron_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QStringList>("rows");
    QTest::newRow("of experts, without the ends of the model")
        << "experts"
        << QStringList {"decoder.layers.0.mlp.experts.local_experts.0.linear_fc1.weight parameter 0",
               "decoder.layers.0.mlp.experts.local_experts.1.linear_fc1.weight parameter 0"};
    QTest::newRow("of stages") << "stages"
                               << QStringList {"decoder.layers.0.mlp.linear_fc1.weight parameter 0",
                                      "decoder.layers.1.mlp.linear_fc1.weight parameter 0"};
}

/// Whether it is a pipeline stage or an expert rank, the arguments say.
void TestDumpVariants::secondNumberOfMegatron()
{
    QFETCH(QString, folder);
    QFETCH(QStringList, rows);
    Variant dump;
    dump.open(DUMPSCOPE_TEST_DATA "/megatron-places/" + folder.toStdString());
    QCOMPARE(dump.rows(), rows);
}

void TestDumpVariants::virtualStagesOfMegatron()
{
    Variant dump;
    dump.open(DUMPSCOPE_TEST_DATA "/megatron-places/virtual");
    QStringList names;
    for (const char* layer : {"0", "2", "1", "3"})
        names.append(QString("decoder.layers.%1.mlp.linear_fc1.weight parameter 0").arg(layer));
    QStringList rows = dump.rows();
    rows.sort();
    names.sort();
    QCOMPARE(rows, names);
}

QTEST_APPLESS_MAIN(TestDumpVariants)
#include "tst_dump_variants.moc"
