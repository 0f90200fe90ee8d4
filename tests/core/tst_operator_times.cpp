// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operator_times.h"

#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "npy_file.h"
#include "readers/ascend/op_summary.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::npyFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

const std::string kHead
    = "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,Task Type,Task Start Time(us),Task "
      "Duration(us),Block Dim\n";

struct Opened {
    std::shared_ptr<const DumpIndex> index;
    std::shared_ptr<TensorTable> table;

    explicit Opened(const std::string& root)
    {
        OwnedTask task;
        index = openDump(root, builtinFormats(), {}, task).value();
        table = std::make_shared<TensorTable>(index);
    }
    /// Cells of a column by row, "-" where absent.
    QStringList column(std::string_view name) const
    {
        QStringList cells;
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const Cell cell = table->cell(row, table->columnByName(name));
            cells.append(isNull(cell) ? QString("-") : QString::fromStdString(cellText(cell)));
        }
        return cells;
    }
};

Result<ProfiledTasks> read(const std::string& text)
{
    OwnedTask task;
    return profiledTasks(text, task);
}

} // namespace

class OperatorTimesTest : public QObject {
    Q_OBJECT

private slots:
    void columns();
    void kernelDetails();
    void damagedLines();
    void byTask();
    void byName();
    void severalRuns();
    void steps();
    void devices();
    void order();
    void orderOfSome();
    void noProfile();
    void alone();
};

/// Columns go by their names; times have a tab behind them.
void OperatorTimesTest::columns()
{
    const auto tasks = read(kHead + "0,1,12,7,MatMulV2,MatMulV2,AI_CORE,1764000000000100.123\t,12.5,20\n");
    QVERIFY(tasks);
    QCOMPARE(tasks->tasks.size(), std::size_t {1});
    const ProfiledTask& task = tasks->tasks.front();
    QCOMPARE(tasks->strings.text(task.name), std::string_view("MatMulV2"));
    QCOMPARE(tasks->strings.text(task.taskType), std::string_view("AI_CORE"));
    QCOMPARE(task.task, 12U);
    QCOMPARE(task.stream, 7U);
    QCOMPARE(task.blockDim, 20U);
    QCOMPARE(task.duration, 12.5);
    QCOMPARE(*task.start, 1764000000000100.123);
    QCOMPARE(*task.device, std::int64_t {0});
}

/// PyTorch's profiler calls them otherwise, and knows steps.
void OperatorTimesTest::kernelDetails()
{
    const auto tasks
        = read("Step Id,Device_id,Name,Type,Accelerator Core,Task ID,Start Time(us),Duration(us),Block Dim\n"
               "3,1,aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,5,\"100.5\t\",2.25,8\n");
    QVERIFY(tasks && tasks->tasks.size() == 1);
    QCOMPARE(*tasks->tasks.front().step, std::int64_t {3});
    QCOMPARE(*tasks->tasks.front().start, 100.5);
    QCOMPARE(tasks->tasks.front().stream, ProfiledTask::kNone);
}

void OperatorTimesTest::damagedLines()
{
    const auto tasks = read(kHead
        + "0,1,1,1,,Add,X,1,2,3\n0,1,1,1,a,Add,X,1,N/A,3\n0,1,1,1,b,Add,X,N/A,-1,3\n"
          "0,1\n0,1,-5,99999999999,c,Add,X,inf,1,x\n\"\n");
    QVERIFY(tasks);
    QCOMPARE(tasks->tasks.size(), std::size_t {1});
    QCOMPARE(tasks->skipped, std::uint64_t {4});
    QVERIFY(!tasks->tasks.front().start && tasks->tasks.front().task == ProfiledTask::kNone);
    QVERIFY(read("") && read("a")->tasks.empty() && read("\n\n,,,\n")->tasks.empty());
}

/// Ids of tasks mean something only in the run that gave them: the first file was written while the profiler
/// ran, the second one in another run.
void OperatorTimesTest::byTask()
{
    const TemporaryFolder folder;
    writeFile(folder.at("d/MatMulV2.mm.12.7.1764000000000115.output.0.npy"), npyFile({0}));
    writeFile(folder.at("d/Add.add.13.7.1864000000000130.output.0.npy"), npyFile({0}));
    writeFile(folder.at("d/op_summary_1.csv"),
        kHead
            + "0,1,12,7,mm,MatMulV2,AI_CORE,1764000000000100,12.5,20\n0,1,13,7,other,Add,AIV,"
              "1764000000000120,2.25,8\n");
    const Opened opened(folder.at("d"));
    QCOMPARE(opened.column("op_name"), (QStringList {"mm", "add"}));
    QCOMPARE(opened.column("duration_us"), (QStringList {"12.5", "-"}));
    QCOMPARE(opened.column("task_type"), (QStringList {"AI_CORE", "-"}));
    QCOMPARE(opened.column("block_dim"), (QStringList {"20", "-"}));
    QCOMPARE(opened.column("profiled_by").front(), QString("device, task and stream"));
}

void OperatorTimesTest::byName()
{
    const TemporaryFolder folder;
    writeFile(folder.at("d/net_fc1.0.1700000000000001.npy"), npyFile({0}));
    writeFile(folder.at("d/op_summary_1.csv"), kHead + "0,1,3,2,net/fc1,MatMul,AI_CORE,500,7,20\n");
    const Opened opened(folder.at("d"));
    QCOMPARE(opened.column("duration_us"), QStringList {"7"});
    QCOMPARE(opened.column("profiled_by"), QStringList {"name"});
    QCOMPARE(opened.column("task_id"), QStringList {"3"});
    QCOMPARE(opened.column("stream_id"), QStringList {"2"});
}

/// Without any tensor every line is a row, in the order of the start times.
void OperatorTimesTest::alone()
{
    const TemporaryFolder folder;
    writeFile(folder.at("d/op_summary_1.csv"),
        kHead
            + "0,1,5,2,fc,MatMul,AI_CORE,700,4,20\n0,1,6,2,add,Add,AI_VECTOR_CORE,600,2,8\n"
              "0,1,3,2,fc,MatMul,AI_CORE,500,1,20\n1,1,3,2,fc,MatMul,AI_CORE,550,9,20\n");
    const Opened opened(folder.at("d"));
    QCOMPARE(opened.column("op_name"), (QStringList {"fc", "add", "fc", "fc"}));
    QCOMPARE(opened.column("rank"), (QStringList {"0", "0", "0", "1"}));
    QCOMPARE(opened.column("start_us"), (QStringList {"500", "600", "700", "550"}));
    QCOMPARE(opened.column("duration_us"), (QStringList {"1", "2", "4", "9"}));
    QCOMPARE(opened.column("task_id"), (QStringList {"3", "6", "5", "3"}));
    QCOMPARE(opened.column("task_type"), (QStringList {"AI_CORE", "AI_VECTOR_CORE", "AI_CORE", "AI_CORE"}));
    QCOMPARE(opened.column("profiled_by").front(), QString("itself"));
    QCOMPARE(opened.column("state").front(), QString("empty"));
}

/// Three runs and one tensor: nobody knows which. Two of each: in order.
void OperatorTimesTest::severalRuns()
{
    const TemporaryFolder folder;
    const std::string runs
        = kHead + "0,1,3,2,fc,MatMul,AI_CORE,700,4,20\n0,1,4,2,fc,MatMul,AI_CORE,500,1,20\n";
    writeFile(folder.at("one/fc.0.1700000000000001.npy"), npyFile({0}));
    writeFile(folder.at("one/op_summary_1.csv"), runs + "0,1,5,2,fc,MatMul,AI_CORE,600,2,20\n");
    const Opened one(folder.at("one"));
    QCOMPARE(one.column("duration_us"), QStringList {"7"});
    QCOMPARE(one.column("start_us"), QStringList {"500"});
    QCOMPARE(one.column("profiled_by"), QStringList {"name, sum of 3 runs"});
    QCOMPARE(one.column("task_id"), QStringList {"-"}); // another one in each run
    writeFile(folder.at("two/fc.0.1700000000000001.npy"), npyFile({0}));
    writeFile(folder.at("two/fc.0.1700000000000002.npy"), npyFile({0}));
    writeFile(folder.at("two/op_summary_1.csv"), runs);
    const Opened two(folder.at("two"));
    QCOMPARE(two.column("duration_us"), (QStringList {"1", "4"}));
    QCOMPARE(two.column("profiled_by"), (QStringList {"name, run 1 of 2", "name, run 2 of 2"}));
}

void OperatorTimesTest::steps()
{
    const TemporaryFolder folder;
    for (const char* step : {"step0", "step1"})
        writeFile(folder.at(std::string("d/") + step + "/rank0/fc.0.1700000000000001.npy"), npyFile({0}));
    writeFile(folder.at("d/kernel_details.csv"),
        "Step Id,Name,Type,Task ID,Start "
        "Time(us),Duration(us)\n0,fc,M,1,100,3\n1,fc,M,1,200,5\n1,fc,M,1,300,6\n");
    const Opened opened(folder.at("d"));
    if (opened.column("step") != QStringList {"0", "1"})
        QSKIP("the folders are not read as steps");
    QCOMPARE(opened.column("duration_us"), (QStringList {"3", "11"}));
    QCOMPARE(opened.column("profiled_by"), (QStringList {"name and step", "name and step, sum of 2 runs"}));
}

/// The time of another device says nothing.
void OperatorTimesTest::devices()
{
    const TemporaryFolder folder;
    writeFile(folder.at("d/rank_1/fc.0.1700000000000001.npy"), npyFile({0}));
    writeFile(folder.at("d/op_summary_1.csv"), kHead + "0,1,3,2,fc,MatMul,AI_CORE,700,4,20\n");
    const Opened opened(folder.at("d"));
    if (opened.column("rank") != QStringList {"1"})
        QSKIP("the folder is not read as a rank");
    QCOMPARE(opened.column("duration_us"), QStringList {"-"});
}

/// Tensors without times and without an order stand in that of the profiler, and it is said so.
void OperatorTimesTest::order()
{
    const TemporaryFolder folder;
    for (const char* name : {"a", "b", "c"})
        writeFile(folder.at(std::string("d/") + name + ".npy"), npyFile({0}));
    writeFile(folder.at("d/op_summary_1.csv"),
        kHead + "0,1,3,2,a,M,X,900,4,20\n0,1,4,2,b,M,X,500,1,20\n0,1,4,2,c,M,X,700,1,20\n");
    const Opened opened(folder.at("d"));
    QCOMPARE(opened.column("op_name"), (QStringList {"b", "c", "a"}));
    QCOMPARE(opened.column("exec_index"), (QStringList {"0", "1", "2"}));
    QVERIFY(std::ranges::any_of(opened.index->properties(), [](const FileProperty& property) {
        return property.key == "order" && property.value == "by op_summary";
    }));
    QVERIFY(std::ranges::any_of(opened.index->problems(), [](const Diagnostic& problem) {
        return problem.severity == Severity::Hint
            && problem.message.text().find("start times") != std::string::npos;
    }));
}

/// Without one of the operators, nobody knows where it ran.
void OperatorTimesTest::orderOfSome()
{
    const TemporaryFolder folder;
    for (const char* name : {"a", "b", "c"})
        writeFile(folder.at(std::string("d/") + name + ".npy"), npyFile({0}));
    writeFile(folder.at("d/op_summary_1.csv"), kHead + "0,1,3,2,a,M,X,900,4,20\n0,1,4,2,b,M,X,500,1,20\n");
    const Opened opened(folder.at("d"));
    QCOMPARE(opened.column("op_name"), (QStringList {"a", "b", "c"}));
    QCOMPARE(opened.column("exec_index"), (QStringList {"-", "-", "-"}));
    QCOMPARE(opened.column("duration_us"), (QStringList {"4", "1", "-"}));
}

void OperatorTimesTest::noProfile()
{
    const TemporaryFolder folder;
    writeFile(folder.at("d/a.npy"), npyFile({0}));
    const Opened opened(folder.at("d"));
    QVERIFY(opened.index->times() == nullptr);
    QCOMPARE(opened.column("duration_us"), QStringList {"-"});
    QCOMPARE(opened.column("address"), QStringList {"-"});
}

QTEST_APPLESS_MAIN(OperatorTimesTest)
#include "tst_operator_times.moc"
