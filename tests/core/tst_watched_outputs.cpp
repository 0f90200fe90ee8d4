// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of the scene watcher: the output of C as it was in memory behind other operators.
#include "model/dump_folder.h"
#include "model/dump_tree.h"
#include "query/filter_expression.h"
#include "readers/ascend/ascend_dump_writer.h"
#include "summary/watched_outputs.h"
#include "temporary_folder.h"

#include <QTest>

#include <array>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;

namespace {

/// One dump: `A_To_C` at second 3 with these values, or C itself.
struct WatcherFile {
    std::string name;
    int second = 0;
    std::vector<float> values;
    std::string type = "MatMul";
};

class WatcherDump {
public:
    explicit WatcherDump(const std::vector<WatcherFile>& files)
    {
        for (const WatcherFile& file : files)
            write(file);
    }

    /// "C:0 changed after A2 | first,unchanged,changed" for every output.
    [[nodiscard]] QStringList found()
    {
        const auto index = openDump(m_folder.path(), builtinFormats(), {}, m_task);
        if (!index)
            return {QStringLiteral("not opened")};
        const auto outputs = watchedOutputs(*index, m_task);
        if (!outputs)
            return {QStringLiteral("stopped")};
        QStringList lines;
        for (const WatchedOutput& output : *outputs) {
            QStringList states;
            for (const WatchedOutput::Look& look : output.looks)
                states += wordOf(watchedWord(look.state));
            const std::string by
                = output.firstChange ? " after " + output.looks[*output.firstChange].after : "";
            lines += QString::fromStdString(output.opName + ':' + std::to_string(output.slot) + ' ')
                + wordOf(watchedWord(output.verdict)) + QString::fromStdString(by) + " | " + states.join(',');
            m_texts += QString::fromStdString(output.text().text());
        }
        return lines;
    }
    [[nodiscard]] std::shared_ptr<const DumpIndex> opened()
    {
        auto index = openDump(m_folder.path(), builtinFormats(), {}, m_task);
        return index ? *index : nullptr;
    }
    [[nodiscard]] const QStringList& texts() const { return m_texts; }
    [[nodiscard]] std::string pathOf(const WatcherFile& file) const
    {
        return m_folder.at(file.type + '.' + file.name + ".5.7."
            + std::to_string(1'700'000'000'000'000 + file.second * 1'000'000LL));
    }

private:
    static QString wordOf(std::string_view word)
    {
        return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    }

    void write(const WatcherFile& file)
    {
        AscendDumpToWrite dump {
            1'700'000'000'000'000U + static_cast<std::uint64_t>(file.second) * 1'000'000U, file.name, {}, {}};
        AscendTensorToWrite tensor;
        tensor.dims = {static_cast<std::int64_t>(file.values.size())};
        tensor.bytes = std::as_bytes(std::span(file.values));
        dump.outputs.push_back(tensor);
        std::string content = ascendDumpHeader(dump);
        content.append(reinterpret_cast<const char*>(file.values.data()), file.values.size() * sizeof(float));
        QVERIFY(dumpscope::test::writeFile(pathOf(file), content));
    }

    TemporaryFolder m_folder;
    OwnedTask m_task {1};
    QStringList m_texts;
};

const std::vector<float> kOnes {1, 1, 1}, kTwos {2, 1, 1}, kZeros {0, 0, 0};

} // namespace

class TestWatchedOutputs : public QObject {
    Q_OBJECT
private slots:
    void verdicts_data();
    void verdicts();
    void sentences();
    void whatCannotBeRead();
    void ordinaryDumps();
    void columns();
    void tree();
};

void TestWatchedOutputs::verdicts_data()
{
    QTest::addColumn<std::vector<WatcherFile>>("files");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, std::vector<WatcherFile> files, const char* expected) {
        QTest::newRow(name) << std::move(files) << QString(expected);
    };
    row("kept", {{"C", 1, kOnes}, {"A1_To_C", 2, kOnes}, {"A2_To_C", 3, kOnes}},
        "C:0 unchanged | first,unchanged,unchanged");
    row("written over by the second", {{"C", 1, kOnes}, {"A1_To_C", 2, kOnes}, {"A2_To_C", 3, kTwos}},
        "C:0 changed after A2 | first,unchanged,changed");
    row("times decide, not names", {{"C", 1, kOnes}, {"B_To_C", 2, kTwos}, {"A_To_C", 3, kTwos}},
        "C:0 changed after B | first,changed,unchanged");
    row("and back again", {{"C", 1, kOnes}, {"A_To_C", 2, kTwos}, {"B_To_C", 3, kOnes}},
        "C:0 changed after A | first,changed,changed");
    row("before it had written", {{"A_To_C", 1, kZeros}, {"C", 2, kOnes}, {"B_To_C", 3, kOnes}},
        "C:0 unchanged | before-own,first,unchanged");
    row("only before it had written", {{"A_To_C", 1, kZeros}, {"C", 2, kOnes}},
        "C:0 not-judged | before-own,first");
    row("it writes anew in a loop",
        {{"C", 1, kOnes}, {"A_To_C", 2, kOnes}, {"C", 3, kTwos}, {"A_To_C", 4, kTwos}},
        "C:0 unchanged | first,unchanged,first,unchanged");
    row("no dump of its own", {{"A_To_C", 1, kOnes}, {"B_To_C", 2, kTwos}},
        "C:0 changed after B | first,changed");
    row("no dump of its own, in a loop",
        {{"A_To_C", 1, kOnes}, {"B_To_C", 2, kOnes}, {"A_To_C", 3, kTwos}, {"B_To_C", 4, kTwos}},
        "C:0 unchanged | first,unchanged,first,unchanged");
    row("a name that has the link itself", {{"x_To_y", 1, kOnes}, {"A_To_x_To_y", 2, kTwos}},
        "x_To_y:0 changed after A | first,changed");
    row("characters that file names do not have", {{"n C", 1, kOnes}, {"a To n_C", 2, kTwos}},
        "n_C:0 changed after a | first,changed");
    row("two at once", {{"C", 1, kOnes}, {"D", 2, kOnes}, {"A_To_C", 3, kOnes}, {"A_To_D", 4, kTwos}},
        "C:0 unchanged | first,unchanged\nD:0 changed after A | first,changed");
    row("negative zero is other bytes", {{"C", 1, {0.0F}}, {"A_To_C", 2, {-0.0F}}},
        "C:0 changed after A | first,changed");
    row("another size", {{"C", 1, kOnes}, {"A_To_C", 2, {1, 1}}}, "C:0 not-judged | first,not-comparable");
    row("the same time", {{"C", 1, kOnes}, {"A_To_C", 1, kTwos}},
        "C:0 not-judged | not-comparable,not-comparable");
    row("an operator that is called so", {{"Image_To_Column", 1, kOnes}, {"B", 2, kOnes}}, "");
    row("of another type", {{"C", 1, kOnes}, {"A_To_C", 2, kTwos, "Cast"}}, "");
}

void TestWatchedOutputs::verdicts()
{
    QFETCH(std::vector<WatcherFile>, files);
    QFETCH(QString, expected);
    QCOMPARE(WatcherDump(files).found().join('\n'), expected);
}

void TestWatchedOutputs::sentences()
{
    WatcherDump dump({{"C", 1, kOnes}, {"A1_To_C", 2, kOnes}, {"A2_To_C", 3, kTwos}, {"D", 4, kOnes},
        {"A1_To_D", 5, kTwos}, {"E", 6, kOnes}, {"A1_To_E", 7, kOnes}});
    QCOMPARE(dump.found().size(), 3);
    QCOMPARE(dump.texts()[0],
        QStringLiteral(
            "output 0 of C has other bytes after A2 than after A1: the former, or an operator that "
            "ran between the two, wrote over it"));
    QCOMPARE(dump.texts()[1],
        QStringLiteral("output 0 of D has other bytes after A1: that operator, or one that ran between the "
                       "two, wrote over it"));
    QCOMPARE(dump.texts()[2], QStringLiteral("output 0 of E has the same bytes in all 2 dumps"));
}

/// The sound dumps around it are compared all the same.
void TestWatchedOutputs::whatCannotBeRead()
{
    const WatcherFile cut {"A_To_C", 2, kOnes};
    for (const auto& [last, expected] : {std::pair(kOnes, "C:0 not-judged | first,not-comparable,unchanged"),
             std::pair(kTwos, "C:0 changed after B | first,not-comparable,changed")}) {
        WatcherDump dump({{"C", 1, kOnes}, cut, {"B_To_C", 3, last}});
        std::filesystem::resize_file(
            dump.pathOf(cut), std::filesystem::file_size(dump.pathOf(cut)) - sizeof(float));
        QCOMPARE(dump.found().join('\n'), QString(expected));
    }
}

void TestWatchedOutputs::ordinaryDumps()
{
    OwnedTask task(1);
    const auto index
        = openDump(std::string(DUMPSCOPE_TEST_DATA "/ascend/output"), builtinFormats(), {}, task);
    QVERIFY(index);
    const auto nothing = watchedOutputs(*index, task);
    QVERIFY(nothing && nothing->empty());
}

/// What names say is there at once; what bytes say is not measured before they were compared.
void TestWatchedOutputs::columns()
{
    WatcherDump dump({{"C", 1, kOnes}, {"A1_To_C", 2, kOnes}, {"A2_To_C", 3, kTwos}, {"D", 4, kOnes}});
    const auto index = dump.opened();
    QVERIFY(index && index->watched());
    TensorTable table(index);
    const auto rowsOf = [&table](const char* filter) {
        const auto expression = FilterExpression::parse(filter, table);
        QStringList rows;
        for (std::size_t row = 0; expression && row < table.rows(); ++row) {
            if (!expression->matches(table, row))
                continue;
            QStringList cells;
            for (const char* column : {"op_name", "watched_op", "watched_after", "watched", "watched_dump"})
                cells += QString::fromStdString(cellText(table.cell(row, table.columnByName(column))));
            rows += cells.join(',');
        }
        return rows;
    };
    QCOMPARE(rowsOf("watched_op:C"), QStringList({"C,C,,,", "A1_To_C,C,A1,,", "A2_To_C,C,A2,,"}));
    QCOMPARE(rowsOf("watched:*"), QStringList());
    QVERIFY(table.isUnmeasured(0, table.columnByName("watched")));
    OwnedTask task(1);
    setWatched(table, watchedOutputs(index, task).value());
    QCOMPARE(rowsOf("watched:changed"),
        QStringList(
            {"C,C,,changed,first", "A1_To_C,C,A1,changed,unchanged", "A2_To_C,C,A2,changed,changed"}));
    QCOMPARE(rowsOf("watched_dump:changed"), QStringList({"A2_To_C,C,A2,changed,changed"}));
    QCOMPARE(rowsOf("-watched_op:*"), QStringList({"D,,,,"}));
    QVERIFY(!table.isUnmeasured(0, table.columnByName("watched")));
    QVERIFY(!table.isUnmeasured(3, table.columnByName("watched")));
}

/// Every dump of an output stands below the operator that is watched, in time, and the node's filter has them
/// all.
void TestWatchedOutputs::tree()
{
    WatcherDump dump({{"A_To_C", 1, kZeros}, {"C", 2, kOnes}, {"Z_To_C", 3, kOnes}, {"B_To_C", 4, kTwos},
        {"D", 5, kOnes}});
    const auto index = dump.opened();
    QVERIFY(index);
    QCOMPARE(DumpTree::defaultGrouping(*index), DumpTree::Grouping::ExecutionOrder); // files tell nothing
    const TensorTable table(index);
    const OwnedTask task(1);
    for (const DumpTree::Grouping grouping :
        {DumpTree::Grouping::ExecutionOrder, DumpTree::Grouping::Scope, DumpTree::Grouping::OperatorType}) {
        const auto tree = DumpTree::build(index, grouping, nullptr, task);
        QVERIFY(tree);
        const TensorTable& rows = table;
        DumpTree::Node watched = DumpTree::kNone;
        for (DumpTree::Node node = 0; node < (*tree)->size(); ++node) {
            if ((*tree)->kind(node) == DumpTree::Kind::Operator && (*tree)->label(node).text() == "C")
                watched = node;
        }
        QVERIFY(watched != DumpTree::kNone);
        QStringList labels;
        for (const DumpTree::Node child : (*tree)->children(watched))
            labels += QString::fromStdString((*tree)->label(child).text());
        QCOMPARE(
            labels, QStringList({"output 0 after A", "output 0", "output 0 after Z", "output 0 after B"}));
        const auto filter = FilterExpression::parse((*tree)->filter(watched).value(), rows);
        QVERIFY(filter);
        QStringList selected;
        for (std::size_t row = 0; row < rows.rows(); ++row) {
            if (filter->matches(rows, row))
                selected += QString::fromStdString(cellText(rows.cell(row, rows.nameColumn())));
        }
        selected.sort();
        QCOMPARE(selected, QStringList({"A_To_C", "B_To_C", "C", "Z_To_C"}));
    }
}

QTEST_GUILESS_MAIN(TestWatchedOutputs)
#include "tst_watched_outputs.moc"
