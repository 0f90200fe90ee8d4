// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns the table of tensors has for a dump, unless the user chose others.
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "panel_dock.h"
#include "readers/ascend/ascend_dump_writer.h"
#include "tensor/npy_writer.h"
#include "window_program.h"

#include <QLabel>
#include <QScrollBar>
#include <QTemporaryDir>

#include <array>
#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

QStringList shown(const test::WindowProgram& program, const char* panel = "tensors")
{
    QStringList keys;
    const auto* const table = program.find<DataTable>(panel);
    for (const int column : table->columns().shown())
        keys += table->model()->headerData(column, Qt::Horizontal).toString().section(QLatin1Char(' '), 0, 0);
    return keys;
}

/// C, and what was in its memory after A and after B.
void writeWatched(const QString& folder)
{
    for (const auto& [name, time, value] :
        {std::tuple("C", 1, 1.0F), std::tuple("A_To_C", 2, 1.0F), std::tuple("B_To_C", 3, 2.0F)}) {
        core::AscendDumpToWrite dump {static_cast<std::uint64_t>(time), name, {}, {}};
        core::AscendTensorToWrite tensor;
        tensor.dims = {1};
        tensor.bytes = std::as_bytes(std::span(&value, 1));
        dump.outputs.push_back(tensor);
        QFile file(
            folder + QStringLiteral("/Add.%1.1.1.170000000000000%2").arg(QLatin1String(name)).arg(time));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(core::ascendDumpHeader(dump)));
        file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
}

} // namespace

class UsualColumnsTest : public QObject {
    Q_OBJECT
private slots:
    void emptyColumnsAreLeftOut();
    void statisticsAloneHaveFewColumns();
    void watchedOutputsComeFirst();
    void rowsThatAreNoTensors();
    void infinitiesHaveColumnsWhereThereAreSome();
    void recordedInfinitiesLikewise();
    void narrowTablesNeedNoScrollBar();
    void smallWindowsShowAllOfTheResults();
};

/// A checkpoint has no types of operators and no layouts; with a dump beside it that has, there are.
void UsualColumnsTest::emptyColumnsAreLeftOut()
{
    test::WindowProgram program;
    program.services.session.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/guide/hf"));
    test::settle(program);
    const QStringList checkpoint {
        "op_name", "io", "slot", "dtype", "shape", "nan_count", "min", "max", "mean", "source"};
    QCOMPARE(shown(program).join(u' '), checkpoint.join(u' '));
    program.services.session.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/guide/atb"));
    program.services.selection.setScope({});
    test::settle(program);
    QTRY_VERIFY(shown(program).contains(QLatin1String("op_type")));
    QVERIFY(shown(program).contains(QLatin1String("format")));
}

/// The figures that config_check records have no types, no shapes, no order and no counts of NaN.
void UsualColumnsTest::statisticsAloneHaveFewColumns()
{
    const QString package = QStringLiteral(DUMPSCOPE_TEST_DATA "/llm-era/config-check/config_check_pack.zip");
    const QTemporaryDir folder;
    const QString copy = folder.filePath("copy.zip");
    QVERIFY(QFile::copy(package, copy));
    test::WindowProgram program;
    Session& session = program.services.session;
    program.services.comparisons.compare({{session.open(package)}, {session.open(copy)}});
    program.window.showArrangement("compare");
    test::settle(program);
    QTRY_COMPARE(shown(program, "results").join(u' '),
        QStringLiteral("verdict step op_name io max_diff min_diff mean_diff rel."));
    QCOMPARE(shown(program).join(u' '), QStringLiteral("op_name io slot min max mean source"));
    program.window.showDock(program.window.dock("statistics"));
    test::settle(program);
    QCOMPARE(shown(program, "statistics").join(u' '),
        QStringLiteral("op_name io slot source min max mean l2norm"));
    // What nobody counted is not nothing.
    QStringList sentences;
    for (const QLabel* label : program.window.dock("statistics")->panel()->findChildren<QLabel*>())
        sentences.append(label->text());
    QVERIFY2(sentences.join('|').contains("Rows: "), qPrintable(sentences.join('|')));
    QVERIFY2(!sentences.join('|').contains("elements"), qPrintable(sentences.join('|')));
}

/// Runs of operators have times, passes of fusions a sentence.
void UsualColumnsTest::rowsThatAreNoTensors()
{
    const auto columnsOf = [](const char* root) {
        test::WindowProgram program;
        program.services.session.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/llm-era/") + QLatin1String(root));
        test::settle(program);
        return shown(program).join(u' ');
    };
    QCOMPARE(columnsOf("op-summary"),
        QStringLiteral("op_name op_type rank task_id stream_id start_us duration_us task_type"));
    QCOMPARE(columnsOf("fusion-result"), QStringLiteral("op_name op_type problem"));
}

namespace {

/// One float32 tensor of four elements.
void writeTensor(const QString& folder, const std::array<float, 4>& values)
{
    QFile file(folder + QStringLiteral("/Add.op.0.0.1700000000000000.output.0.npy"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const std::vector<std::int64_t> shape {4};
    file.write(QByteArray::fromStdString(core::npyHeader("<f4", false, shape)));
    file.write(reinterpret_cast<const char*>(values.data()), sizeof values);
}

} // namespace

/// They come with the first one that is counted, and what the user chose stays.
void UsualColumnsTest::infinitiesHaveColumnsWhereThereAreSome()
{
    const QTemporaryDir with, without;
    writeTensor(with.path(), {1, -std::numeric_limits<float>::infinity(), 3, 4});
    writeTensor(without.path(), {1, 2, 3, 4});
    test::WindowProgram program;
    program.services.session.open(without.path());
    test::settle(program);
    QTRY_VERIFY(shown(program).contains(QLatin1String("nan_count")));
    QVERIFY(!shown(program).join(u' ').contains(QLatin1String("inf_count")));
    program.services.session.open(with.path());
    program.services.selection.setScope({});
    test::settle(program);
    QTRY_VERIFY(shown(program).contains(QLatin1String("neg_inf_count")));
    QVERIFY(!shown(program).contains(QLatin1String("pos_inf_count")));
    // Hidden or not, a column filters.
    program.find<FilterBar>("tensors")->setText(QStringLiteral("pos_inf_count:0 neg_inf_count:1"));
    test::settle(program);
    QTRY_COMPARE(program.find<DataTable>("tensors")->model()->rowCount(), 1);
}

/// Counts that are 0 in every row take the room of the names; the second dump has +Inf in its last step.
void UsualColumnsTest::recordedInfinitiesLikewise()
{
    for (const auto& [root, hasInfinities] :
        {std::pair("lenet-ms210-statistic", false), std::pair("nan-ms210-full", true)}) {
        test::WindowProgram program;
        program.services.session.open(
            QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/") + QLatin1String(root));
        program.window.showDock(program.window.dock("statistics"));
        test::settle(program);
        QTRY_VERIFY2(shown(program, "statistics").contains(QLatin1String("nan_count")), root);
        QTRY_COMPARE(shown(program, "statistics").contains(QLatin1String("pos_inf_count")), hasInfinities);
        QVERIFY2(!shown(program, "statistics").contains(QLatin1String("neg_inf_count")), root);
    }
}

void UsualColumnsTest::narrowTablesNeedNoScrollBar()
{
    const QTemporaryDir folder;
    writeTensor(folder.path(), {1, 2, 3, 4});
    test::WindowProgram program;
    program.window.resize(1100, 700);
    program.services.session.open(folder.path());
    test::settle(program);
    QTRY_VERIFY(shown(program).contains(QLatin1String("nan_count")));
    const auto* const table = program.find<DataTable>("tensors");
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    program.window.resize(1400, 700);
    QTRY_VERIFY(shown(program).contains(QLatin1String("source")));
}

/// Beside steps there is no room for all metrics: those that say most are there, and none is cut.
void UsualColumnsTest::smallWindowsShowAllOfTheResults()
{
    const QString package = QStringLiteral(DUMPSCOPE_TEST_DATA "/llm-era/config-check/config_check_pack.zip");
    const QTemporaryDir folder;
    const QString copy = folder.filePath("copy.zip");
    QVERIFY(QFile::copy(package, copy));
    test::WindowProgram program;
    program.window.resize(1366, 768);
    Session& session = program.services.session;
    program.services.comparisons.compare({{session.open(package)}, {session.open(copy)}});
    program.window.showArrangement("compare");
    test::settle(program);
    QTRY_COMPARE(shown(program, "results").join(u' '),
        QStringLiteral("verdict step op_name io max_diff mean_diff rel."));
    const auto* const table = program.find<DataTable>("results");
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
}

/// And say what comparing them gave, which filters as any other column does.
void UsualColumnsTest::watchedOutputsComeFirst()
{
    const QTemporaryDir folder;
    writeWatched(folder.path());
    test::WindowProgram program;
    program.services.session.open(folder.path());
    test::settle(program);
    QCOMPARE(
        shown(program).first(4).join(u' '), QStringLiteral("watched watched_op watched_after watched_dump"));
    program.find<FilterBar>("tensors")->setText(QStringLiteral("watched:changed watched_after:B"));
    test::settle(program);
    const auto* const table = program.find<DataTable>("tensors");
    QTRY_COMPARE(table->model()->rowCount(), 1);
    const int column = table->columns().shown()[3];
    QCOMPARE(table->model()->index(0, column).data().toString(), QStringLiteral("changed"));
}

QTEST_MAIN(UsualColumnsTest)
#include "tst_usual_columns.moc"
