// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/dump_index_builder.h"
#include "readers/format_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <tuple>

using namespace dumpscope::core;

namespace {

/// What tells a row and its place.
struct Row {
    int rank = 0;
    std::uint32_t file = 0, ordinal = 0;
    std::string name, type;
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    std::uint64_t time = 0;
    std::uint32_t occurrence = 0;

    bool operator==(const Row&) const = default;
};

/// Numbers of repeated writes and the order of rows as the contract (1, 3) has them, as plainly as possible.
std::vector<Row> plainOrder(std::vector<Row> rows)
{
    std::map<std::tuple<int, std::string, std::string, Io, std::int32_t>, std::vector<Row*>> tensors;
    for (Row& row : rows) {
        if (row.io != Io::Unknown)
            tensors[{row.rank, row.name, row.type, row.io, row.slot}].push_back(&row);
    }
    for (auto& [tensor, writes] : tensors) {
        std::stable_sort(
            writes.begin(), writes.end(), [](const Row* a, const Row* b) { return a->time < b->time; });
        for (std::uint32_t i = 0; i < writes.size(); ++i)
            writes[i]->occurrence = i;
    }
    std::map<std::tuple<int, std::string, std::string, std::uint32_t>, std::uint64_t> firstTimes;
    const auto turn = [](const Row& row) { return std::tuple(row.rank, row.type, row.name, row.occurrence); };
    for (const Row& row : rows) {
        const auto [first, isNew] = firstTimes.try_emplace(turn(row), row.time);
        first->second = std::min(first->second, row.time);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        if (a.rank != b.rank)
            return a.rank < b.rank;
        if (const auto left = firstTimes[turn(a)], right = firstTimes[turn(b)]; left != right)
            return left < right;
        if (const auto order = naturalCompare(a.name, b.name); order != 0)
            return order < 0;
        return std::tie(a.occurrence, a.io, a.slot, a.file, a.ordinal)
            < std::tie(b.occurrence, b.io, b.slot, b.file, b.ordinal);
    });
    return rows;
}

std::vector<Row> rowsOf(const DumpIndex& index)
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        rows.push_back({static_cast<int>(index.factsOf(TensorId(i)).rank.value()), row.file.value(),
            row.ordinal, std::string(index.text(row.opName)), std::string(index.text(row.opType)), row.io,
            row.slot, row.timestamp, row.occurrence});
    }
    return rows;
}

} // namespace

class ContractOrderTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithPlainOrder_data();
    void agreesWithPlainOrder();
    void isFoundByFileAndOperator();

private:
    /// `files` files of several tensors each in three folders, in no order.
    [[nodiscard]] std::shared_ptr<const DumpIndex> build(int files, const std::vector<std::uint64_t>& times,
        bool turnedFiles, int threads, std::vector<Row>& rows) const;

    QTemporaryDir m_folder;
};

std::shared_ptr<const DumpIndex> ContractOrderTest::build(int files, const std::vector<std::uint64_t>& times,
    bool turnedFiles, int threads, std::vector<Row>& rows) const
{
    const auto tree = openFileTree(m_folder.path().toStdString());
    DumpIndexBuilder builder(tree.value(), std::make_shared<FormatRegistry>());
    std::vector<FolderId> folders;
    const std::vector<int> ranks {10, 9, 2};
    for (const int rank : ranks) {
        FolderFacts facts;
        facts.rank = rank;
        folders.push_back(builder.addFolder("rank_" + std::to_string(rank), facts));
    }
    std::mt19937 random(static_cast<unsigned>(files));
    const auto pick = [&random](const auto& from) { return from[random() % std::size(from)]; };
    const std::vector<std::string> names {"net/op2", "net/op10", "net/op1", "a", "B/op02", "op-3"};
    const std::vector<std::string> types {"Add", "MatMul"};
    const std::vector<Io> roles {Io::Input, Io::Output, Io::Output, Io::Unknown};
    for (int i = 0; i < files; ++i) {
        const std::size_t folder = random() % folders.size();
        WalkedFile walked;
        walked.name = "file" + std::to_string(i);
        const FileId file = builder.addFile(folders[folder], walked, {});
        FileContents contents;
        const std::uint32_t tensors = 1 + random() % 4;
        for (std::uint32_t n = 0; n < tensors; ++n) {
            // Readers of some formats meet the later tensors first.
            const std::uint32_t ordinal = turnedFiles && i % 2 == 0 ? tensors - 1 - n : n;
            TensorRecord record;
            record.ordinal = ordinal;
            record.opName = pick(names);
            record.opType = pick(types);
            record.io = pick(roles);
            record.slot = static_cast<std::int32_t>(random() % 3) - 1;
            record.timestamp = pick(times);
            rows.push_back({ranks[folder], file.value(), ordinal, record.opName, record.opType, record.io,
                *record.slot, *record.timestamp, 0});
            contents.tensors.push_back(std::move(record));
        }
        builder.addContents(file, 0, {}, std::move(contents));
    }
    const auto index = builder.finish({}, Arena(threads));
    return index.value();
}

void ContractOrderTest::agreesWithPlainOrder_data()
{
    QTest::addColumn<int>("files");
    QTest::addColumn<QList<quint64>>("times");
    QTest::addColumn<bool>("turnedFiles");
    constexpr auto kLast = std::numeric_limits<quint64>::max();
    const QList<quint64> near {1'700'000'000'000'000, 1'700'000'000'000'001, 1'700'000'000'000'250};
    // More bits than all keys of a row may take together.
    const QList<quint64> far {0, 1, 2, kLast / 2, kLast / 2 + 1, kLast - 1, kLast};
    for (const int files : {0, 1, 30, 1000}) {
        QTest::addRow("%d files, no times", files) << files << QList<quint64> {0} << false;
        QTest::addRow("%d files, near times", files) << files << near << false;
        QTest::addRow("%d files, far times", files) << files << far << false;
        QTest::addRow("%d files, near times, tensors turned", files) << files << near << true;
    }
    // More rows than one thread takes at a time.
    QTest::newRow("many files, near times") << 14'000 << near << false;
    QTest::newRow("many files, far times") << 14'000 << far << false;
}

void ContractOrderTest::agreesWithPlainOrder()
{
    QFETCH(int, files);
    QFETCH(QList<quint64>, times);
    QFETCH(bool, turnedFiles);
    const std::vector<std::uint64_t> choice(times.begin(), times.end());
    for (const int threads : {1, 3}) {
        std::vector<Row> rows;
        const auto index = build(files, choice, turnedFiles, threads, rows);
        QVERIFY(rowsOf(*index) == plainOrder(rows));
    }
}

void ContractOrderTest::isFoundByFileAndOperator()
{
    std::vector<Row> added;
    const auto index = build(1000, {5, 6, 7}, false, 2, added);
    const std::vector<Row> rows = rowsOf(*index);
    std::size_t found = 0;
    for (std::uint32_t file = 0; file < index->fileCount(); ++file) {
        for (const TensorId id : index->tensorsOfFile(FileId(file))) {
            QCOMPARE(rows[id.value()].file, file);
            ++found;
        }
        QVERIFY(std::ranges::is_sorted(index->tensorsOfFile(FileId(file))));
    }
    QCOMPARE(found, rows.size());
    found = 0;
    for (const char* name : {"net/op2", "net/op10", "net/op1", "a", "B/op02", "op-3"}) {
        const auto ids = index->tensorsOfOperator(index->findString(name));
        QVERIFY(std::ranges::is_sorted(ids));
        for (const TensorId id : ids)
            QCOMPARE(rows[id.value()].name, std::string(name));
        found += ids.size();
    }
    QCOMPARE(found, rows.size());
}

QTEST_GUILESS_MAIN(ContractOrderTest)
#include "tst_contract_order.moc"
