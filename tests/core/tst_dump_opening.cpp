// SPDX-License-Identifier: GPL-3.0-or-later
// An opening that is stopped keeps what it read and goes on from there.
#include "memory_use.h"
#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "qt_bytes.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kFiles = 1000; // several chunks

/// Counts how often each file is read to its end, and asks the task to stop when so many were begun.
class CountingReader final : public Reader {
public:
    struct Log {
        std::mutex mutex;
        std::map<std::string, int> reads;
        int begun = 0;
        int stopAt = -1;
        std::stop_source* stop = nullptr;
        double allocatedFirst = 0, allocatedLast = 0; ///< MB, when a file is read
    };

    explicit CountingReader(Log& log)
        : m_log(log)
    {
    }
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"counted", "counted", {"*.one"}, {.index = true}};
        return info;
    }
    Claim probe(const FileProbe& probe) const override
    {
        return {probe.name.ends_with(".one") ? 90 : 0, phrase("not counted")};
    }
    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        {
            const std::lock_guard lock(m_log.mutex);
            if (++m_log.begun == m_log.stopAt)
                m_log.stop->request_stop();
            m_log.allocatedLast = allocatedMegabytes();
            if (m_log.begun == 1)
                m_log.allocatedFirst = m_log.allocatedLast;
        }
        TRY_VOID(task.checkStop());
        const std::lock_guard lock(m_log.mutex);
        ++m_log.reads[std::string(file.name)];
        FileContents contents;
        TensorRecord record;
        record.opName = file.name;
        record.dtype = DType::Float32;
        record.shape = {2};
        contents.tensors.push_back(std::move(record));
        if (file.name.ends_with("7.one"))
            complain(contents, contents.tensors.front(), Severity::Warning, Code::Suspicious,
                phrase("a seven"), 0);
        return contents;
    }
    Result<TensorView> open(const FileContext&, std::uint32_t, TaskContext&) const override
    {
        return fail(Code::Unsupported, Message("counted only"));
    }

private:
    Log& m_log;
};

std::vector<std::string> rowsOf(const DumpIndex& index)
{
    std::vector<std::string> rows;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i)
        rows.push_back(index.tensorId(TensorId(i)));
    return rows;
}

std::vector<std::string> problemsOf(const DumpIndex& index)
{
    std::vector<std::string> texts;
    for (const Diagnostic& problem : index.problems())
        texts.push_back(problem.place.file + ": " + problem.message.text());
    return texts;
}

} // namespace

class tst_dump_opening : public QObject {
    Q_OBJECT

    TemporaryFolder m_folder;
    CountingReader::Log m_log;

    std::shared_ptr<const FormatRegistry> formats()
    {
        auto formats = std::make_shared<FormatRegistry>();
        formats->add(std::make_unique<CountingReader>(m_log));
        return formats;
    }
    void reset(int stopAt)
    {
        m_log.reads.clear();
        m_log.begun = 0;
        m_log.stopAt = stopAt;
    }

private slots:
    void initTestCase();
    void goesOn_data();
    void goesOn();
    void listsAnew();
    void idsAreUnique();
    void pathsLikeIds();
    void listedOnly();
    void sizesAreTheSame();
    void forgetsWhatIsInTheIndex();
    void tablesHoldNoNames();
};

void tst_dump_opening::initTestCase()
{
    for (int i = 0; i < kFiles; ++i)
        QVERIFY(writeFile(m_folder.at("f" + std::to_string(i) + ".one"), "1"));
}

void tst_dump_opening::goesOn_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one thread") << 1;
    QTest::newRow("several threads") << 4;
}

void tst_dump_opening::goesOn()
{
    QFETCH(int, threads);
    reset(-1);
    OwnedTask wholeContext(threads);
    const auto expected = openDump(m_folder.path(), formats(), {}, wholeContext);
    QVERIFY(expected.has_value());
    QCOMPARE((*expected)->tensorCount(), static_cast<std::size_t>(kFiles));
    QVERIFY(wholeContext.diagnostics.count() > 0);

    reset(0);
    DumpOpening opening(m_folder.path(), formats());
    QCOMPARE(opening.readFiles(), std::size_t {0});
    std::size_t before = 0;
    for (const int stopAt : {300, 650}) {
        OwnedTask context(threads);
        m_log.stop = &context.stopSource();
        m_log.stopAt = stopAt;
        const auto none = opening.run({}, context);
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::Cancelled);
        QCOMPARE(opening.files(), static_cast<std::size_t>(kFiles));
        QVERIFY(opening.readFiles() < static_cast<std::size_t>(kFiles));
        QVERIFY(opening.readFiles() >= before);
        before = opening.readFiles();
    }
    QVERIFY(before > 0);

    // What was read is there, whole rows, and says what is missing.
    const auto soFar = opening.soFar(Arena(threads));
    QVERIFY(soFar.has_value());
    const auto& part = *soFar;
    QCOMPARE(part->tensorCount(), before);
    QCOMPARE(part->fileCount(), static_cast<std::size_t>(kFiles));
    for (std::uint32_t i = 0; i < part->tensorCount(); ++i)
        QCOMPARE(part->tensor(TensorId(i)).dtype, DType::Float32);
    QCOMPARE(part->problems().front().message,
        "only " + std::to_string(before) + " of 1000 files were read: opening was stopped");
    QCOMPARE(part->problems().front().severity, Severity::Warning);

    OwnedTask context(threads);
    const auto index = opening.run({}, context);
    QVERIFY(index.has_value());
    QCOMPARE(rowsOf(**index), rowsOf(**expected));
    QCOMPARE(problemsOf(**index), problemsOf(**expected));
    QCOMPARE(context.diagnostics.count(), wholeContext.diagnostics.count());
    // Never read again what was read.
    QCOMPARE(m_log.reads.size(), static_cast<std::size_t>(kFiles));
    int twice = 0;
    for (const auto& [name, times] : m_log.reads)
        twice += times > 1 ? 1 : 0;
    // A file whose last byte was read in the moment of the stop counts as unread: one a thread and stop.
    QVERIFY2(twice <= 2 * threads, qPrintable(QString::number(twice)));
}

/// While files are looked for nothing was read; that starts over.
void tst_dump_opening::listsAnew()
{
    reset(-1);
    DumpOpening opening(m_folder.path(), formats());
    OwnedTask context;
    OpenOptions options;
    options.onNames = [&](std::vector<NamedFile>&&) { context.stopSource().request_stop(); };
    const auto none = opening.run(options, context);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Code::Cancelled);
    QCOMPARE(opening.readFiles(), std::size_t {0});
    QVERIFY(m_log.reads.empty());

    OwnedTask again;
    const auto index = opening.run({}, again);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->tensorCount(), static_cast<std::size_t>(kFiles));
}

/// Names that would be printed alike have two ids, and what is not UTF-8 is flagged, once a folder.
void tst_dump_opening::idsAreUnique()
{
    reset(-1);
    TemporaryFolder folder;
    const std::vector<std::string> names {"bad\xFF.one", "bad%FF.one", "bad%25FF.one", "bad%2525FF.one",
        "bad%\xFF.one", "bad%25\xFF.one", "50%.one", "bad\t.one", "bad%09.one"};
    for (const std::string& name : names)
        QVERIFY(writeFile(folder.at(name), "1"));
    OwnedTask task;
    const auto index = openDump(folder.path(), formats(), {}, task);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->tensorCount(), names.size());
    const TensorTable table(*index);
    std::set<std::string> ids, files;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const std::string id = (*index)->tensorId(TensorId(i));
        ids.insert(id);
        files.insert(cellText(table.cell(i, table.columnByName("file"))));
        const auto found = (*index)->findTensor(id);
        QVERIFY2(found && *found == TensorId(i), id.c_str());
    }
    QCOMPARE(ids.size(), names.size());
    QCOMPARE(files, ids);
    QVERIFY(ids.contains("bad%FF.one") && ids.contains("bad%25FF.one") && ids.contains("50%.one"));
    const auto isEncoding = [](const Diagnostic& problem) {
        return problem.code == Code::BadEncoding && problem.severity == Severity::Warning;
    };
    QCOMPARE(std::ranges::count_if((*index)->problems(), isEncoding), 1);
}

/// A member of an archive and a file beside it that is called as the member is addressed.
void tst_dump_opening::pathsLikeIds()
{
    reset(-1);
    TemporaryFolder folder;
    const std::string npz = testData("npz/stored.npz").toStdString(),
                      npy = testData("msprobe/mindspore/step0/proc32327/dump_tensor_data/"
                                     "Cell.layers.0.norm.LayerNorm.forward.0.input.0.npy")
                                .toStdString();
    for (const char* name : {"x.npz", "x.npz#a", "y.npz#a"})
        QVERIFY(writeFile(folder.at(name), name == std::string_view("x.npz") ? npz : npy));
    OwnedTask task;
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index.has_value());
    std::set<std::string> ids;
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i) {
        const std::string id = (*index)->tensorId(TensorId(i));
        ids.insert(id);
        const auto found = (*index)->findTensor(id);
        QVERIFY2(found && *found == TensorId(i), id.c_str());
    }
    QCOMPARE(ids.size(), (*index)->tensorCount());
    for (const char* id : {"x.npz#a", "x.npz%23a", "y.npz#a"})
        QVERIFY2(ids.contains(id), id);
}

/// Of a file that was listed and not opened nobody knows what it is.
void tst_dump_opening::listedOnly()
{
    reset(-1);
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("a.one"), "1"));
    OwnedTask task;
    for (const bool isRead : {true, false}) {
        const auto index = openDump(folder.path(), formats(), {.readHeaders = isRead}, task);
        QVERIFY(index.has_value());
        const TensorTable table(*index);
        QCOMPARE(cellText(table.cell(0, table.columnByName("state"))), std::string(isRead ? "ok" : ""));
        QCOMPARE(isNull(table.cell(0, table.columnByName("state"))), !isRead);
    }
}

/// Whoever wants names early gets sizes with them; others learn them when files are opened.
void tst_dump_opening::sizesAreTheSame()
{
    reset(-1);
    const TemporaryFolder folder;
    for (int i = 0; i < 300; ++i)
        QVERIFY(writeFile(
            folder.at("step/f" + std::to_string(i) + ".one"), std::string(static_cast<std::size_t>(i), 'x')));
    const auto sizesOf = [&](const OpenOptions& options) {
        OwnedTask task(2);
        const auto index = openDump(folder.path(), formats(), options, task).value();
        std::vector<std::pair<std::uint64_t, std::int64_t>> sizes;
        for (std::uint32_t i = 0; i < index->fileCount(); ++i)
            sizes.emplace_back(index->file(FileId(i)).size, index->file(FileId(i)).mtimeNs);
        sizes.emplace_back(index->totalBytes(), 0);
        return sizes;
    };
    std::size_t announced = 0;
    OpenOptions early;
    early.onNames = [&](std::vector<NamedFile>&& names) { announced += names.size(); };
    const auto sizes = sizesOf(early);
    QCOMPARE(announced, std::size_t {300});
    QCOMPARE(sizes.back().first, std::uint64_t {300 * 299 / 2});
    QCOMPARE(sizes[7].first, std::uint64_t {7});
    QVERIFY(sizesOf({}) == sizes);
}

/// A row of the index is smaller than what was read of its file.
void tst_dump_opening::forgetsWhatIsInTheIndex()
{
    reset(-1);
    OwnedTask task(1);
    const auto index = openDump(m_folder.path(), formats(), {}, task).value();
    QCOMPARE(m_log.begun, kFiles);
    QVERIFY(index->tensorCount() == std::size_t {kFiles});
    const double bytes = (m_log.allocatedLast - m_log.allocatedFirst) * 1e6 / kFiles;
    QVERIFY2(bytes < 700, qPrintable(QString::number(bytes)));
}

/// Of many ranks each has a table of the same names, which its rows have from the index.
void tst_dump_opening::tablesHoldNoNames()
{
    TemporaryFolder folder;
    for (const char* rank : {"0", "1"}) {
        QVERIFY(writeFile(folder.at(std::string("rank_") + rank + "/Net/0/0/statistic.csv"),
            "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min "
            "Value\n"
            "Add,Default/layer/Add-op1,5,3,1700000000000001,output,0,16,float32,\"[2,2]\",2.5,-1\n"
            "Mul,Default/layer/Mul-op2,6,3,1700000000000002,input,1,8,int64,[1],9007199254740993,7\n"));
    }
    QVERIFY(writeFile(folder.at("rank_2/Net/0/0/statistic.csv"),
        "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,MD5\n"
        "Add,Default/layer/Add-op1,5,3,1700000000000001,output,0,16,float32,\"[2,2]\",2.5,00ff\n"));
    OwnedTask task;
    const auto opened = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(opened.has_value());
    const DumpIndex& index = **opened;
    QCOMPARE(index.tensorCount(), std::size_t {5});
    QCOMPARE(index.statisticTables().size(), std::size_t {3});
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        const StatisticTable& table = *index.statisticTables()[row.statisticTable];
        const bool isAdd = index.text(row.opType) == "Add";
        QCOMPARE(index.text(row.opName),
            std::string_view(isAdd ? "Default/layer/Add-op1" : "Default/layer/Mul-op2"));
        QCOMPARE(row.task, isAdd ? 5U : 6U);
        QCOMPARE(row.timestamp, std::uint64_t {isAdd ? 1700000000000001ULL : 1700000000000002ULL});
        QCOMPARE(row.bytes, std::uint64_t {isAdd ? 16U : 8U});
        QCOMPARE(row.slot, isAdd ? 0 : 1);
        QCOMPARE(index.shape(row.shape).size(), isAdd ? std::size_t {2} : std::size_t {1});
        QCOMPARE(table.strings.text(table.dtypeText[row.statisticRow]),
            std::string_view(isAdd ? "float32" : "int64"));
        QCOMPARE(table.value(StatisticTable::Field::Max, row.statisticRow),
            std::optional<double>(isAdd ? 2.5 : 9007199254740992.0));
        QCOMPARE(table.exactInteger(StatisticTable::Field::Max, row.statisticRow).has_value(), !isAdd);
        QVERIFY(table.timestamp.empty() && table.opType.empty() && table.shapeText.empty());
        if (table.digests.empty()) {
            QCOMPARE(table.rows(), std::size_t {2});
            QCOMPARE(table.strings.size(), std::size_t {3}); // none, and the two types
        } else {
            QCOMPARE(
                table.strings.text(table.digests.front().text[row.statisticRow]), std::string_view("00ff"));
        }
    }
}

QTEST_GUILESS_MAIN(tst_dump_opening)
#include "tst_dump_opening.moc"
