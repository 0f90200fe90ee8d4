// SPDX-License-Identifier: GPL-3.0-or-later
// A dump that did not change is opened without reading it, and is the same dump.
#include "base/json_writer.h"
#include "io/file_identity.h"
#include "model/dump_folder.h"
#include "model/kept_indexes.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "overflow/overflow_document.h"
#include "qt_bytes.h"
#include "readers/format_registry.h"
#include "readers/raw_reader.h"
#include "summary/summary_document.h"
#include "temporary_folder.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kFiles = 24;

/// A format of one number for each file, which counts what it reads.
class CountingReader final : public Reader {
public:
    explicit CountingReader(std::atomic<int>& reads)
        : m_reads(reads)
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
    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        ++m_reads;
        const auto bytes = file.source.map();
        if (!bytes)
            return fail(bytes.error());
        FileContents contents;
        TensorRecord record;
        record.opName = std::string(
            reinterpret_cast<const char*>(bytes->data()), static_cast<std::size_t>(bytes->size()));
        record.dtype = DType::Float32;
        record.shape = {2, 3};
        contents.tensors.push_back(std::move(record));
        if (file.name.starts_with("f7"))
            contents.problems.push_back(
                {Severity::Warning, Code::Suspicious, {}, phrase("a seven in %1", file.name)});
        return contents;
    }

private:
    std::atomic<int>& m_reads;
};

/// Everything that a dump shows: all cells, all problems, what `info` and `overflow` print.
std::string contentOf(const std::shared_ptr<const DumpIndex>& index)
{
    const TensorTable table(index);
    std::string text;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < static_cast<int>(table.columns().size()); ++column)
            text += cellText(table.cell(row, column)) + '\t';
        text += index->tensorId(TensorId(row)) + '\n';
    }
    for (const Diagnostic& problem : index->problems())
        text += problem.place.text() + ": " + problem.message.text() + '\n';
    JsonWriter json([&text](std::string_view part) { text += part; });
    json.beginObject();
    writeSummary(json, *index, summarise(*index));
    json.key("records").beginArray();
    for (const OverflowEntry& entry : index->overflows())
        writeOverflowRecord(json, *index, entry, false);
    json.endArray().endObject();
    json.finish();
    return text;
}

std::string problemsOf(const OwnedTask& task)
{
    std::string text;
    for (const Diagnostic& problem : task.diagnostics.sorted())
        text += problem.place.text() + ": " + problem.message.text() + '\n';
    return text;
}

void waitUntilSettled(const std::string& path)
{
    struct stat info = {};
    QCOMPARE(::stat(path.c_str(), &info), 0);
    QTRY_VERIFY(timeOfDay().count() - nanoseconds(info.st_ctim) > 60'000'000);
}

} // namespace

class tst_kept_indexes : public QObject {
    Q_OBJECT

    std::unique_ptr<TemporaryFolder> m_dump, m_cache;
    std::atomic<int> m_reads = 0;
    KeptIndexes::Limits m_limits;

    [[nodiscard]] std::string cache() const { return m_cache->at("dumpscope"); }
    [[nodiscard]] std::string keptFile() const
    {
        for (const auto& entry : std::filesystem::directory_iterator(cache()))
            return entry.path().string();
        return {};
    }
    std::shared_ptr<const DumpIndex> open(const std::string& path, bool usesCache = true)
    {
        auto formats = std::make_shared<FormatRegistry>();
        formats->add(std::make_unique<CountingReader>(m_reads));
        OwnedTask task(2);
        const auto kept = usesCache ? std::make_shared<const KeptIndexes>(cache(), m_limits) : nullptr;
        auto index = openDump(path, formats, {.kept = kept}, task);
        m_problems = problemsOf(task);
        return index ? *index : nullptr;
    }
    std::string m_problems;
    /// How many files were read to open the dump, which then is what it is without any cache.
    int readsOf(const std::string& path)
    {
        m_reads = 0;
        const auto index = open(path);
        const int reads = m_reads;
        const std::string problems = m_problems;
        const auto fresh = open(path, false);
        if (!index || !fresh || contentOf(index) != contentOf(fresh) || problems != m_problems)
            return -1;
        return reads;
    }

private slots:
    void init();
    void isNotReadAgain();
    void changesAreNoticed_data();
    void changesAreNoticed();
    void damageIsNoticed();
    void youngFilesAreReadAgain();
    void smallDumpsAreNotKept();
    void linksAreNotKept();
    void foldersOfOthersAreNotUsed();
    void dumpsAreNotWrittenTo();
    void oldestGoFirst();
    void isCleared();
    void noRoomIsNoFailure();
    void severalAtOnce();
    void otherFormatsReadAgain();
    void theSameDump_data();
    void theSameDump();
    void integersKeepAllDigits();
};

void tst_kept_indexes::init()
{
    m_limits = {};
    m_limits.leastEntries = 0;
    m_limits.settled = std::chrono::milliseconds(20);
    m_dump = std::make_unique<TemporaryFolder>();
    m_cache = std::make_unique<TemporaryFolder>();
    for (int i = 0; i < kFiles; ++i)
        QVERIFY(writeFile(m_dump->at((i % 2 == 0 ? "a/f" : "b/c/f") + std::to_string(i) + ".one"),
            "name" + std::to_string(i)));
    waitUntilSettled(m_dump->at("b/c"));
}

void tst_kept_indexes::isNotReadAgain()
{
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), 0);
    QVERIFY(m_problems.find("a seven in f7.one") != std::string::npos);
    QCOMPARE(readsOf(m_dump->at("a")), kFiles / 2); // another root
    QCOMPARE(readsOf(m_dump->path()), 0);
    struct stat info = {};
    QCOMPARE(::stat(cache().c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0700U);
}

void tst_kept_indexes::changesAreNoticed_data()
{
    using Change = std::function<void(const TemporaryFolder&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("reads");
    QTest::newRow("content, with the same size and time") << Change([](const TemporaryFolder& dump) {
        const std::string path = dump.at("a/f4.one");
        struct stat before = {};
        QCOMPARE(::stat(path.c_str(), &before), 0);
        const int fd = ::open(path.c_str(), O_WRONLY);
        QCOMPARE(::pwrite(fd, "N", 1, 0), ssize_t {1});
        const timespec times[2] {before.st_atim, before.st_mtim};
        QCOMPARE(::futimens(fd, times), 0);
        ::close(fd);
        struct stat after = {};
        QCOMPARE(::stat(path.c_str(), &after), 0);
        QCOMPARE(nanoseconds(after.st_mtim), nanoseconds(before.st_mtim));
        QCOMPARE(after.st_size, before.st_size);
    }) << kFiles;
    QTest::newRow("a file more") << Change([](const TemporaryFolder& dump) {
        QVERIFY(writeFile(dump.at("b/more.one"), "more"));
    }) << kFiles + 1;
    QTest::newRow("a folder more") << Change([](const TemporaryFolder& dump) {
        QVERIFY(writeFile(dump.at("b/d/more.one"), "more"));
    }) << kFiles + 1;
    QTest::newRow("a file less") << Change([](const TemporaryFolder& dump) {
        QVERIFY(std::filesystem::remove(dump.at("b/c/f5.one")));
    }) << kFiles - 1;
    QTest::newRow("a folder less") << Change([](const TemporaryFolder& dump) {
        QVERIFY(std::filesystem::remove_all(dump.at("b")) > 0);
    }) << kFiles / 2;
    QTest::newRow("two files exchanged") << Change([](const TemporaryFolder& dump) {
        std::filesystem::rename(dump.at("a/f2.one"), dump.at("a/x"));
        std::filesystem::rename(dump.at("a/f4.one"), dump.at("a/f2.one"));
        std::filesystem::rename(dump.at("a/x"), dump.at("a/f4.one"));
    }) << kFiles;
    QTest::newRow("a file is a link now") << Change([](const TemporaryFolder& dump) {
        std::filesystem::rename(dump.at("a/f2.one"), dump.at("f2.one"));
        std::filesystem::create_symlink("../f2.one", dump.at("a/f2.one"));
    }) << kFiles;
}

void tst_kept_indexes::changesAreNoticed()
{
    QFETCH(const std::function<void(const TemporaryFolder&)>, change);
    QFETCH(const int, reads);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), 0);
    change(*m_dump);
    QCOMPARE(readsOf(m_dump->path()), reads);
}

void tst_kept_indexes::damageIsNoticed()
{
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    const std::string path = keptFile(), whole = readFile(path);
    const auto readsWith
        = [&](const std::string& bytes) { return writeFile(path, bytes) ? readsOf(m_dump->path()) : -2; };
    QCOMPARE(readsWith(whole), 0);
    for (std::size_t at = 0; at < whole.size(); at += 97) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        QCOMPARE(readsWith(damaged), kFiles);
        QCOMPARE(readsWith(whole.substr(0, at)), kFiles);
    }
    QCOMPARE(readsWith(whole + "x"), kFiles);
    // What was read anew is kept anew.
    QCOMPARE(readsOf(m_dump->path()), 0);
}

void tst_kept_indexes::youngFilesAreReadAgain()
{
    m_limits.settled = std::chrono::hours(1);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
}

void tst_kept_indexes::smallDumpsAreNotKept()
{
    m_limits.leastEntries = 2 * kFiles + 1;
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QVERIFY(!std::filesystem::exists(cache()));
    m_limits.leastEntries = 2 * kFiles;
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), 0);
}

void tst_kept_indexes::linksAreNotKept()
{
    // Where it leads may change though nothing in the dump does.
    std::filesystem::create_symlink("/nonexistent", m_dump->at("a/link"));
    waitUntilSettled(m_dump->at("a"));
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
}

void tst_kept_indexes::foldersOfOthersAreNotUsed()
{
    QVERIFY(std::filesystem::create_directories(cache()));
    QCOMPARE(::chmod(cache().c_str(), 0770), 0);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QVERIFY(std::filesystem::is_empty(cache()));
    // A file is in the way.
    QVERIFY(std::filesystem::remove(cache()));
    QVERIFY(writeFile(cache(), "x"));
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readFile(cache()), std::string("x"));
}

void tst_kept_indexes::dumpsAreNotWrittenTo()
{
    QVERIFY(writeFile(m_cache->at("f.one"), "f"));
    waitUntilSettled(m_cache->path());
    QCOMPARE(readsOf(m_cache->path()), 1); // the cache would lie in it
    QCOMPARE(readsOf(m_cache->path()), 1);
    QVERIFY(!std::filesystem::exists(cache()));
}

void tst_kept_indexes::oldestGoFirst()
{
    QCOMPARE(readsOf(m_dump->at("a")), kFiles / 2);
    const auto size = std::filesystem::file_size(keptFile());
    QCOMPARE(readsOf(m_dump->at("b")), kFiles / 2);
    for (const auto& entry : std::filesystem::directory_iterator(cache()))
        std::filesystem::last_write_time(
            entry, std::filesystem::last_write_time(entry) - std::chrono::hours(1));
    QCOMPARE(readsOf(m_dump->at("a")), 0); // used, so `b` is the oldest in use
    m_limits.mostBytes = 3 * size - size / 2;
    QCOMPARE(readsOf(m_dump->at("b/c")), kFiles / 2);
    QCOMPARE(readsOf(m_dump->at("a")), 0);
    QCOMPARE(readsOf(m_dump->at("b")), kFiles / 2);
    m_limits.mostBytes = size / 2; // no room for a single one
    QVERIFY(writeFile(m_dump->at("a/more.one"), "more"));
    waitUntilSettled(m_dump->at("a"));
    QCOMPARE(readsOf(m_dump->at("a")), kFiles / 2 + 1);
    QCOMPARE(readsOf(m_dump->at("a")), kFiles / 2 + 1);
    for (const auto& entry : std::filesystem::directory_iterator(cache()))
        QVERIFY2(!entry.path().string().ends_with(".part"), entry.path().c_str());
}

void tst_kept_indexes::isCleared()
{
    const KeptIndexes kept(cache(), m_limits);
    QCOMPARE(kept.use().indexes, std::size_t {0});
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(kept.use().indexes, std::size_t {1});
    QCOMPARE(kept.use().bytes, std::uint64_t {std::filesystem::file_size(keptFile())});
    QCOMPARE(kept.clear().indexes, std::size_t {1});
    QCOMPARE(kept.use().indexes, std::size_t {0});
    QCOMPARE(readsOf(m_dump->path()), kFiles);
}

void tst_kept_indexes::noRoomIsNoFailure()
{
    const std::string expected = contentOf(open(m_dump->path(), false));
    struct rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {64, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto index = open(m_dump->path());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, ignored);
    QCOMPARE(contentOf(index), expected);
    // Nothing is left half written, and nothing is taken for kept.
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache()))
        QVERIFY2(!entry.is_regular_file() || entry.file_size() == 0, entry.path().c_str());
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    QCOMPARE(readsOf(m_dump->path()), 0);
}

void tst_kept_indexes::severalAtOnce()
{
    const std::string expected = contentOf(open(m_dump->path(), false));
    std::atomic<int> same = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 25; ++i) {
                auto formats = std::make_shared<FormatRegistry>();
                formats->add(std::make_unique<CountingReader>(m_reads));
                const auto kept = std::make_shared<const KeptIndexes>(cache(), m_limits);
                if (i % 5 == t)
                    kept->clear();
                OwnedTask task(1);
                const auto index = openDump(m_dump->path(), formats, {.kept = kept}, task);
                same += index && contentOf(*index) == expected ? 1 : 0;
            }
        });
    threads.clear();
    QCOMPARE(same.load(), 100);
    QCOMPARE(readsOf(m_dump->path()) >= 0, true);
}

void tst_kept_indexes::otherFormatsReadAgain()
{
    QCOMPARE(readsOf(m_dump->path()), kFiles);
    OwnedTask task;
    const auto kept = std::make_shared<const KeptIndexes>(cache(), m_limits);
    const auto index = openDump(m_dump->path(), builtinFormats(), {.kept = kept}, task);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->unrecognisedCount(), static_cast<std::size_t>(kFiles));
    // What the user says of files is nowhere to be seen later.
    RawRequest raw;
    raw.interpretation.dtype = DType::UInt8;
    const auto asTold = openDump(m_dump->path(), formatsWithRaw(raw), {.kept = kept}, task);
    QVERIFY(asTold.has_value());
    QCOMPARE((*asTold)->tensorCount(), static_cast<std::size_t>(kFiles));
    QCOMPARE(kept->use().indexes, std::size_t {1});
    const auto after = openDump(m_dump->path(), builtinFormats(), {.kept = kept}, task);
    QVERIFY(after.has_value());
    QCOMPARE((*after)->unrecognisedCount(), static_cast<std::size_t>(kFiles));
}

/// Dumps of all kinds that the tests have: tables of statistics, overflow records, orders, graphs, damage.
void tst_kept_indexes::theSameDump_data()
{
    QTest::addColumn<std::string>("path");
    for (const char* top : {DUMPSCOPE_TEST_DATA, DUMPSCOPE_SAMPLE_DATA}) {
        for (const auto& entry : std::filesystem::directory_iterator(top)) {
            if (entry.is_directory())
                QTest::newRow(entry.path().filename().c_str()) << entry.path().string();
        }
    }
}

void tst_kept_indexes::theSameDump()
{
    QFETCH(const std::string, path);
    OwnedTask first(2), second(2), third(2);
    const auto kept = std::make_shared<const KeptIndexes>(cache(), m_limits);
    const auto read = openDump(path, builtinFormats(), {.kept = kept}, first);
    QVERIFY(read.has_value());
    if (kept->use().indexes == 0)
        QSKIP("not kept: links, or files that cannot be read");
    const auto tree = openFileTree(path);
    QVERIFY(tree.has_value());
    const auto again = kept->find(*tree, builtinFormats(), second);
    QVERIFY(again.has_value());
    QVERIFY(*again != nullptr);
    QCOMPARE(contentOf(*again), contentOf(*read));
    QCOMPARE(problemsOf(second), problemsOf(first));
    // Values are found, too.
    const TensorStore before(*read), after(*again);
    for (std::uint32_t i = 0; i < (*read)->tensorCount(); ++i) {
        const auto one = before.open(TensorId(i), third), other = after.open(TensorId(i), third);
        QCOMPARE(other.has_value(), one.has_value());
        if (one)
            QCOMPARE(other->bytes.size(), one->bytes.size());
    }
}

/// float64 has no 2^53 + 1, nor -(2^63 - 1): their digits are kept beside the numbers.
void tst_kept_indexes::integersKeepAllDigits()
{
    QVERIFY(writeFile(m_dump->at("a/statistic.csv"),
        "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value\n"
        "Add,a,0,0,1700000000000001,output,0,16,int64,\"[2]\",9007199254740993,-9223372036854775807\n"
        "Add,b,0,0,1700000000000002,output,0,16,int64,\"[2]\",7,-7\n"));
    waitUntilSettled(m_dump->at("a"));
    OwnedTask task(2);
    const auto kept = std::make_shared<const KeptIndexes>(cache(), m_limits);
    QVERIFY(openDump(m_dump->path(), builtinFormats(), {.kept = kept}, task).has_value());
    const auto tree = openFileTree(m_dump->path());
    QVERIFY(tree.has_value());
    const auto again = kept->find(*tree, builtinFormats(), task);
    QVERIFY(again.has_value());
    QVERIFY(*again != nullptr);
    const StatisticTable& table = *(*again)->statisticTables().front();
    const auto digits = [&](StatisticTable::Field field, std::size_t row) {
        const auto integer = table.exactInteger(field, row);
        return integer ? integerText(*integer) : std::string();
    };
    QCOMPARE(digits(StatisticTable::Field::Max, 0), std::string("9007199254740993"));
    QCOMPARE(digits(StatisticTable::Field::Min, 0), std::string("-9223372036854775807"));
    QCOMPARE(digits(StatisticTable::Field::Max, 1), std::string());
    QCOMPARE(digits(StatisticTable::Field::Min, 1), std::string());
}

QTEST_GUILESS_MAIN(tst_kept_indexes)
#include "tst_kept_indexes.moc"
