// SPDX-License-Identifier: GPL-3.0-or-later
#include "npy_file.h"
#include "temporary_folder.h"

#include "models/column_model.h"

#include "common/cell_roles.h"
#include "common/numbers.h"
#include "models/overflow_table.h"
#include "models/problem_model.h"
#include "models/scan_model.h"
#include "models/statistic_list_model.h"
#include "models/task_list_model.h"
#include "models/tensor_list_model.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <cmath>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

/// Rows made from their number: `op_0`, `op_1`, …; every tenth has NaN, every seventh is not known.
class NumberedTable : public core::FilterTable {
public:
    explicit NumberedTable(std::size_t first = 0)
        : m_first(first)
    {
    }
    std::span<const Column> columns() const override
    {
        static constexpr Column kColumns[]
            = {{"op_name", core::ColumnType::Text}, {"dtype", core::ColumnType::Text},
                {"max", core::ColumnType::Real}, {"nan_count", core::ColumnType::Integer}};
        return kColumns;
    }
    int columnByName(std::string_view name) const override
    {
        for (std::size_t i = 0; i < columns().size(); ++i) {
            if (columns()[i].name == (name == "name" ? std::string_view("op_name") : name))
                return static_cast<int>(i);
        }
        return -1;
    }
    core::Cell cell(std::size_t row, int column) const override
    {
        const std::size_t number = row + m_first;
        if (column == 0)
            return "op_" + std::to_string(number);
        if (column == 1)
            return std::string_view("float32");
        if (number % 7 == 6)
            return {};
        if (column == 2)
            return number % 10 == 0 ? std::nan("") : static_cast<double>(0.1F);
        return std::uint64_t {number % 10 == 0 ? 3U : 0U};
    }
    int nameColumn() const override { return 0; }
    bool has(std::size_t, Property) const override { return false; }

private:
    std::size_t m_first;
};

core::FilterExpression filter(const core::FilterTable& table, const char* text)
{
    return core::FilterExpression::parse(text, table).value();
}

QString data(const char* path)
{
    return QString::fromUtf8(DUMPSCOPE_TEST_DATA) + '/' + path;
}

/// What is open, without a window.
struct Opened {
    explicit Opened(const QString& path)
        : formats(std::make_shared<core::FormatRegistry>())
    {
        core::registerBuiltinFormats(*formats);
        session = std::make_unique<Session>(tasks, formats);
        root = session->open(path);
    }
    bool isReady() const { return root->state() == OpenedRoot::State::Ready; }

    TaskRunner tasks;
    std::shared_ptr<core::FormatRegistry> formats;
    std::unique_ptr<Session> session;
    OpenedRoot* root;
};

} // namespace

class TableModelsTest : public QObject {
    Q_OBJECT

private slots:
    void staysSoundWhileItChanges();
    void filterLeavesTheRightRows();
    void sortsAndGivesTheOrderBack();
    void newestFilterWins();
    void aMillionRowsDoNotBlock();
    void cellsTellWhatTheyAre();
    void namesThenTensors();
    void statisticsOfAFile();
    void filteredInputsAreNoMissingOnes();
    void overflowRecords();
    void problemsAreGrouped();
    void aTruncatedFileIsOneProblem();
    void whatTwoTasksFindIsOneProblem();
    void scanAndTasks();
};

void TableModelsTest::staysSoundWhileItChanges()
{
    TaskRunner tasks;
    ColumnModel model(tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto table = std::make_shared<const NumberedTable>();
    model.setTable(table, 100);
    QCOMPARE(model.rowCount(), 100);
    model.growTable(std::make_shared<const NumberedTable>(), 150);
    QCOMPARE(model.rowCount(), 150);
    model.setFilter(filter(*table, "nan_count>0"));
    QTRY_COMPARE(model.rowCount(), 13); // 0, 10 … 140 but 20 and 90, which are not known
    model.growTable(std::make_shared<const NumberedTable>(), 200);
    QTRY_COMPARE(model.rowCount(), 17); // and 150, 170, 180, 190
    model.sort(0, Qt::DescendingOrder);
    QTRY_COMPARE(model.index(0, 0).data().toString(), QString("op_190"));
    model.setTable(table, 0);
    QTRY_COMPARE(model.rowCount(), 0);
}

void TableModelsTest::filterLeavesTheRightRows()
{
    TaskRunner tasks;
    ColumnModel model(tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto table = std::make_shared<const NumberedTable>();
    model.setTable(table, 50);
    model.setFilter(filter(*table, "name:op_4?"));
    QTRY_COMPARE(model.rowCount(), 10);
    QCOMPARE(model.sourceRow(0), 40U);
    QCOMPARE(model.rowOf(45), 5);
    QCOMPARE(model.rowOf(3), -1);
    model.setFilter(filter(*table, ""));
    QTRY_COMPARE(model.rowCount(), 50);
    QCOMPARE(model.rowOf(3), 3);
}

void TableModelsTest::sortsAndGivesTheOrderBack()
{
    TaskRunner tasks;
    ColumnModel model(tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setTable(std::make_shared<const NumberedTable>(), 12);
    model.sort(0, Qt::DescendingOrder);
    QTRY_COMPARE(model.sourceRow(0), 11U); // natural order: op_11 behind op_2
    QCOMPARE(model.sourceRow(11), 0U);
    model.sort(-1, Qt::AscendingOrder);
    QTRY_COMPARE(model.sourceRow(0), 0U);
}

void TableModelsTest::newestFilterWins()
{
    TaskRunner tasks;
    ColumnModel model(tasks); // too many rows for a tester, which looks at all of them
    const auto table = std::make_shared<const NumberedTable>();
    model.setTable(table, 200'000);
    for (const char* text : {"op_1", "op_12", "op_123", "op_1234"})
        model.setFilter(filter(*table, text));
    QTRY_VERIFY(!model.isBusy() && tasks.running().isEmpty());
    QCOMPARE(model.rowCount(), 1 + 10 + 100); // op_1234 and with one or two digits more
    for (int row = 0; row < model.rowCount(); ++row)
        QVERIFY(model.index(row, 0).data().toString().contains("1234"));
}

void TableModelsTest::aMillionRowsDoNotBlock()
{
    constexpr int kRows = 1'000'000;
    constexpr qint64 kLongest = 320; // twenty frames
    TaskRunner tasks;
    ColumnModel model(tasks);
    const auto table = std::make_shared<const NumberedTable>();
    model.setTable(table, kRows);
    QElapsedTimer sinceTick;
    qint64 longest = 0;
    QTimer tick;
    connect(&tick, &QTimer::timeout, this, [&] {
        longest = std::max(longest, sinceTick.elapsed());
        sinceTick.restart();
    });
    tick.start(1);
    sinceTick.start();
    model.setFilter(filter(*table, "nan_count>0"));
    model.sort(0, Qt::DescendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() < kRows, 60'000);
    QCOMPARE(model.rowCount(), 100'000 - 14'286); // multiples of ten that are not 6 mod 7
    QVERIFY2(longest < kLongest, qPrintable(QString::number(longest)));
}

void TableModelsTest::cellsTellWhatTheyAre()
{
    TaskRunner tasks;
    ColumnModel model(tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setTable(std::make_shared<const NumberedTable>(), 10);
    const auto cell = [&](int row, int column) { return model.index(row, column); };
    // A float32 in its own shortest form; copies are exact.
    QCOMPARE(cell(1, 2).data().toString(), QString("0.1"));
    QCOMPARE(cell(1, 2).data(CopyRole).toString(), QString("0.10000000149011612"));
    QCOMPARE(cell(0, 2).data().toString(), QString("NaN"));
    QCOMPARE(cell(0, 2).data(HatchRole).toInt(), static_cast<int>(NonFinite::Nan));
    QVERIFY(cell(0, 3).data(HatchRole).isValid());
    QVERIFY(cell(0, 3).data(BoldRole).toBool());
    QVERIFY(cell(1, 3).data(DimRole).toBool());
    QVERIFY(!cell(1, 3).data(HatchRole).isValid());
    QCOMPARE(cell(6, 3).data().toString(), QStringLiteral("·"));
    QVERIFY(cell(6, 3).data(DimRole).toBool());
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QString("max"));
}

void TableModelsTest::namesThenTensors()
{
    Opened opened(data("mindspore/lenet-ms210-bug-statistic"));
    TensorListModel model(opened.tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto batch = std::make_shared<const std::vector<core::NamedFile>>(std::vector<core::NamedFile> {
        {"a.npy", 8, "Add", "net/Add-op1", core::Io::Output, 0, 5}, {"b.bin", 3, "", ""}});
    model.setNames(std::make_shared<const NamedRows>(std::vector<NamedRows::Batch> {batch}));
    model.setNames(std::make_shared<const NamedRows>(std::vector<NamedRows::Batch> {batch, batch}));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.index(0, model.columnNumber("op_name")).data().toString(), QString("net/Add-op1"));
    QCOMPARE(model.index(3, model.columnNumber("op_name")).data().toString(), QString("b.bin"));
    QCOMPARE(model.index(0, model.columnNumber("max")).data().toString(), QStringLiteral("·"));
    QVERIFY(!model.tensorAt(0).isValid());

    QTRY_VERIFY(opened.isReady());
    const auto chosen = std::make_shared<const std::vector<core::TensorId>>(
        std::vector<core::TensorId> {core::TensorId(std::size_t {2}), core::TensorId(std::size_t {5})});
    model.setTensors(
        std::make_shared<const TensorRows>(std::vector<TensorRows::Part> {{opened.root->table(), chosen}}),
        {opened.root});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.tensorAt(1).id.value(), 5U);
    QCOMPARE(model.sourceOf({opened.root, core::TensorId(std::size_t {2})}), std::optional<std::uint32_t>(0));
    QVERIFY(!model.sourceOf({opened.root, core::TensorId(std::size_t {3})}));
}

void TableModelsTest::statisticsOfAFile()
{
    Opened opened(data("mindspore/lenet-ms210-bug-statistic"));
    QTRY_VERIFY(opened.isReady());
    const TensorRows scope({{opened.root->table(), nullptr}});
    core::OwnedTask task;
    const auto rows = StatisticRows::build(scope, false, task);
    QVERIFY(rows);
    StatisticListModel model(opened.tasks);
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setStatistics(*rows, {opened.root});
    // Against the text of the files themselves.
    int expected = 0;
    QHash<QString, QStringList> texts;
    for (const std::string& name : (*rows)->files()) {
        QFile file(opened.root->path() + '/' + QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        texts.insert(QString::fromStdString(name), lines);
        expected += static_cast<int>(lines.size()) - 1;
    }
    QCOMPARE(model.rowCount(), expected);
    static const QRegularExpression quoted("\"[^\"]*\"");
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto number = model.index(row, model.columnNumber("line")).data().toInt();
        const QStringList& lines
            = *texts.constFind(model.index(row, model.columnNumber("file")).data().toString());
        const QStringList header = lines.first().trimmed().split(',');
        QString line = lines[number - 1].trimmed();
        line.replace(quoted, "shape"); // the only field with commas
        const QStringList fields = line.split(',');
        for (const auto& [key, title] :
            {std::pair {"max", "Max Value"}, {"min", "Min Value"}, {"l2norm", "L2Norm Value"}}) {
            const double shown = model.index(row, model.columnNumber(key)).data(CopyRole).toDouble();
            QCOMPARE(shown, fields[header.indexOf(title)].toDouble());
        }
        QCOMPARE(model.index(row, model.columnNumber("op_name")).data().toString(),
            fields[header.indexOf("Op Name")]);
    }
    QVERIFY(model.tensorAt(0).isValid());

    // What was computed of the values since stays out of a row of the file, and says so where it is shown.
    core::Statistics computed;
    computed.min = -7;
    computed.nanCount = 3;
    opened.root->table()->setStatistics(model.tensorAt(0).id, computed);
    TensorListModel tensors(opened.tasks);
    tensors.setTensors(std::make_shared<const TensorRows>(scope), {opened.root});
    const auto says = [](const ColumnModel& table, int row, const char* key, int role) {
        return table.index(row, table.columnNumber(key)).data(role).toString();
    };
    QCOMPARE(says(model, 0, "source", CopyRole), QString("file"));
    QVERIFY(says(model, 0, "min", Qt::ToolTipRole).startsWith("Recorded"));
    QCOMPARE(says(model, 0, "nan_count", CopyRole), QString());
    QVERIFY((*rows)->isUnmeasured(0, model.columnNumber("nan_count")));
    QVERIFY(!(*rows)->has(0, core::FilterTable::Property::Nan));
    const int row = static_cast<int>(*tensors.sourceOf(model.tensorAt(0)));
    QCOMPARE(says(tensors, row, "source", CopyRole), QString("computed"));
    QCOMPARE(says(tensors, row, "min", CopyRole), QString("-7"));
    QVERIFY(says(tensors, row, "min", Qt::ToolTipRole).startsWith("Computed"));
    QCOMPARE(says(tensors, row + 1, "source", CopyRole), QString("file"));
    QVERIFY(says(tensors, row + 1, "min", Qt::ToolTipRole).startsWith("Recorded"));
}

/// What a filter leaves out was dumped all the same: it says where NaN came from.
void TableModelsTest::filteredInputsAreNoMissingOnes()
{
    Opened opened(data("mindspore/nan-ms270-statistic"));
    QTRY_VERIFY(opened.isReady());
    const core::DumpIndex& index = *opened.root->index();
    auto chosen = std::make_shared<std::vector<core::TensorId>>();
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const core::TensorRow& row = index.tensor(core::TensorId(i));
        if (index.text(row.opType) == "Tanh" && row.io == core::Io::Output)
            chosen->emplace_back(i);
    }
    QVERIFY(!chosen->empty());
    core::OwnedTask task;
    const auto rows = StatisticRows::build(TensorRows({{opened.root->table(), chosen}}), false, task);
    QVERIFY(rows);
    for (std::size_t row = 0; row < chosen->size(); ++row) {
        // Only step 1 has NaN.
        const bool isFinite = index.factsOf((*chosen)[row]).step == 0;
        QCOMPARE((*rows)->origin(row), isFinite ? std::nullopt : std::optional(core::ValueOrigin::Inherited));
    }
    QVERIFY(!(*rows)->firstBorn());
}

void TableModelsTest::overflowRecords()
{
    Opened opened(data("overflow"));
    QTRY_VERIFY(opened.isReady());
    QCOMPARE(momentText(1772359872000012ULL), QStringLiteral("2026-03-01 10:11:12.000012 UTC"));
    QCOMPARE(momentText(12345), QStringLiteral("12\u2009345 µs")); // since a machine started
    OverflowModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    model.setRoots({opened.root});
    QCOMPARE(model.items().size(), opened.root->index()->overflows().size());
    QVERIFY(!model.items().empty());
    int seen = 0;
    for (int group = 0; group < model.rowCount(); ++group) {
        const QModelIndex parent = model.index(group, 0);
        QCOMPARE(model.itemAt(parent), -1);
        for (int row = 0; row < model.rowCount(parent); ++row, ++seen) {
            const QModelIndex index = model.index(row, 0, parent);
            QCOMPARE(model.indexOf(model.itemAt(index)), index);
            QVERIFY(!index.data().toString().isEmpty());
        }
    }
    QCOMPARE(seen, static_cast<int>(model.items().size()));
    QCOMPARE(statusText(0x120), QString("0x0000_0120"));
    // A filter leaves what facts.json of the data has of that unit.
    const OverflowTable table(model.all());
    const auto filter = core::FilterExpression::parse("unit:aicore has:overflow", table);
    QVERIFY(filter);
    std::vector<OverflowItem> kept;
    std::size_t expected = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const OverflowItem& item = model.all()[row];
        expected += item.get().record.isOverflow() && item.lead()->unit == core::OverflowUnit::AiCore ? 1 : 0;
        if (filter->matches(table, row))
            kept.push_back(item);
    }
    QVERIFY(expected > 0 && expected < table.rows());
    model.show(std::move(kept));
    QCOMPARE(model.items().size(), expected);
    QCOMPARE(model.all().size(), table.rows());
    model.setRoots({});
    QCOMPARE(model.rowCount(), 0);
}

void TableModelsTest::problemsAreGrouped()
{
    Opened opened(data("overflow"));
    QTRY_VERIFY(opened.isReady());
    ProblemList problems(*opened.session, opened.tasks);
    ProblemModel model(problems);
    const QAbstractItemModelTester tester(&model, kFatal);
    const int before = model.rowCount();
    problems.add({core::Severity::Warning, core::Code::BadShape, {"a", 1}, core::Message("odd")});
    problems.add({core::Severity::Warning, core::Code::BadShape, {"b", 2}, core::Message("odd")});
    problems.add({core::Severity::Error, core::Code::Truncated, {"c"}, core::Message("cut")});
    QCOMPARE(model.rowCount(), before + 2);
    QCOMPARE(model.at(0).severity, core::Severity::Error); // the worst first
    int row = 0;
    while (model.at(row).message.text() != "odd")
        ++row;
    QCOMPARE(model.index(row, ProblemModel::Count).data().toString(), QString("2"));
    QCOMPARE(model.copyText(row), QString("bad-shape\ta@1\todd"));
    const int all = problems.count();
    problems.hide(core::Code::BadShape);
    QCOMPARE(model.rowCount(), before + 1);
    QCOMPARE(problems.hiddenCount(), 2);
    QCOMPARE(problems.count(), all - 2);
    problems.showHidden();
    QCOMPARE(model.rowCount(), before + 2);

    // Whose problem it is, and which side that is after a swap as well.
    problems.add(
        {core::Severity::Error, core::Code::Truncated, {"d"}, core::Message("of a dump")}, opened.root);
    const auto says = [&](int role) {
        int of = 0;
        while (model.at(of).message.text() != "of a dump")
            ++of;
        return model.index(of, ProblemModel::DumpColumn).data(role);
    };
    QCOMPARE(says(Qt::DisplayRole).toString(), opened.root->title());
    opened.root->setSide(OpenedRoot::Side::Target);
    QCOMPARE(says(StateRole).toInt(), static_cast<int>(State::TargetSide));
    opened.root->setSide(OpenedRoot::Side::Golden);
    QCOMPARE(says(StateRole).toInt(), static_cast<int>(State::GoldenSide));
    QVERIFY(says(Qt::AccessibleTextRole).toString().startsWith("Golden: "));
    // What a task says of the whole dump is of it, too.
    opened.tasks.start<int>(
        Lane::Interactive, "compare", opened.session.get(),
        [path = opened.root->path().toStdString()](core::TaskContext& task, const TaskRunner::Post&) {
            task.diagnostics.add(
                {core::Severity::Error, core::Code::NotFound, {path}, core::Message("nothing compared")});
            return core::Result<int>(0);
        },
        [](const core::Result<int>&) {});
    QTRY_VERIFY(model.at(0).message.text() == "nothing compared"
        || model.at(1).message.text() == "nothing compared"
        || model.at(2).message.text() == "nothing compared");
    for (int at = 0; at < 3; ++at) {
        if (model.at(at).message.text() == "nothing compared")
            QCOMPARE(model.at(at).root.data(), opened.root);
    }
}

// The opening tells of it, and so does whatever works on the tensor, in other words.
void TableModelsTest::aTruncatedFileIsOneProblem()
{
    const QTemporaryDir folder;
    const std::string name = "Add.op.0.1.2.output.0.ND.npy";
    QVERIFY(test::writeFile(
        folder.filePath(QString::fromStdString(name)).toStdString(), test::npyFile({9}, {0})));
    Opened opened(folder.path());
    QTRY_VERIFY(opened.isReady());
    ProblemList problems(*opened.session, opened.tasks);
    emit opened.session->rootChanged(opened.root);
    QCOMPARE(problems.problems().size(), std::size_t {1});
    QCOMPARE(problems.problems()[0].diagnostic.place.file, name);
    const auto work = [&](core::Code code) {
        bool isOver = false;
        opened.tasks.start<int>(
            Lane::Interactive, "work", opened.session.get(),
            [name, code](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<int> {
                task.diagnostics.add(
                    {core::Severity::Error, code, {name}, core::Message("4 of 36 bytes are there")});
                return 0;
            },
            [&](const core::Result<int>&) { isOver = true; });
        QTRY_VERIFY(isOver);
    };
    work(core::Code::Truncated);
    QCOMPARE(problems.problems().size(), std::size_t {1});
    work(core::Code::Io); // another fault of the file
    QCOMPARE(problems.problems().size(), std::size_t {2});
}

// Two comparisons of one dump come across the same files, and call them by the tensors in them.
void TableModelsTest::whatTwoTasksFindIsOneProblem()
{
    Opened opened(data("archives"));
    ProblemList problems(*opened.session, opened.tasks);
    const auto compare = [&] {
        bool isOver = false;
        opened.tasks.start<int>(
            Lane::Interactive, "compare", opened.session.get(),
            [](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<int> {
                task.diagnostics.add({core::Severity::Warning, core::Code::Unsupported, {"stored.zip"},
                    core::Message("files of the format archive hold no tensor values")});
                task.diagnostics.add({core::Severity::Error, core::Code::Unsupported, {"stored.zip#0"},
                    core::Message("no element type")});
                task.diagnostics.add(
                    {core::Severity::Error, core::Code::Io, {"x.npy"}, core::Message("cannot be read")});
                return 0;
            },
            [&](const core::Result<int>&) { isOver = true; });
        QTRY_VERIFY(isOver);
    };
    compare(); // maybe before the index is there
    QTRY_VERIFY(opened.isReady());
    const int ofDump = static_cast<int>(opened.root->index()->problems().size());
    QTRY_COMPARE(problems.count(), ofDump + 1);
    const ProblemModel model(problems);
    const auto counted = [&model] {
        int count = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            count += model.index(row, ProblemModel::Count).data().toInt();
        return count;
    };
    QCOMPARE(counted(), ofDump + 1);
    compare();
    QCOMPARE(problems.count(), ofDump + 1);
    QCOMPARE(counted(), ofDump + 1);
    opened.session->close(opened.root);
    QCOMPARE(problems.count(), 1);
}

void TableModelsTest::scanAndTasks()
{
    Opened opened(data("mindspore/lenet-ms210-bug-statistic"));
    TaskListModel taskList(opened.tasks);
    const QAbstractItemModelTester taskTester(&taskList, kFatal);
    QCOMPARE(taskList.rowCount(), 1);
    QTRY_VERIFY(opened.isReady());
    QTRY_VERIFY(taskList.at(0)->isOver());

    ScanModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    const auto found = [](std::size_t id, core::ValueOrigin origin, std::uint32_t birth = 0) {
        core::NonFiniteTensor tensor;
        tensor.id = core::TensorId(id);
        tensor.nan = 2;
        tensor.posInf = 0;
        tensor.origin = origin;
        tensor.birth = birth;
        return tensor;
    };
    model.append(opened.root, {found(1, core::ValueOrigin::Unknown)});
    model.append(opened.root, {found(3, core::ValueOrigin::Born, 1), found(4, core::ValueOrigin::Born, 2)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(1, 0).data(StateRole).toInt(), static_cast<int>(State::BornHere));
    QCOMPARE(model.index(2, 0).data(StateRole).toInt(), static_cast<int>(State::Fail));
    QCOMPARE(model.index(0, ScanModel::Nan).data(HatchRole).toInt(), static_cast<int>(NonFinite::Nan));
    QVERIFY(model.index(0, ScanModel::PosInf).data(DimRole).toBool());
    QCOMPARE(model.rowOf({opened.root, core::TensorId(std::size_t {4})}), 2);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TableModelsTest)
#include "tst_table_models.moc"
