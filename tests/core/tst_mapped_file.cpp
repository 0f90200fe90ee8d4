// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/mapped_file.h"
#include "io/posix_file.h"
#include "io/source.h"

#include "child_process.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::string_view textOf(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(bytes.size())};
}

bool changedWhileRead(const Bytes& bytes)
{
    const auto checked = bytes.check();
    return !checked && checked.error().code == Code::ChangedWhileRead
        && checked.error().place.file == "shown";
}

bool cut(const std::string& path, std::uint64_t size)
{
    return ::truncate(path.c_str(), static_cast<off_t>(size)) == 0;
}

/// As if it had been written an hour ago: the clock of a file system may not tick between two writes.
bool makeOld(const std::string& path)
{
    std::error_code error;
    const auto written = std::filesystem::last_write_time(path, error);
    std::filesystem::last_write_time(path, written - std::chrono::hours(1), error);
    return !error;
}

std::size_t pageBytes()
{
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// A file of `size` bytes, each of which tells its place.
std::string countingText(std::size_t size)
{
    std::string text(size, ' ');
    for (std::size_t i = 0; i < size; ++i)
        text[i] = static_cast<char>(i * 7 + i / 251);
    return text;
}

std::string readAsText(const ForwardReading& reading, std::uint64_t offset, std::size_t size)
{
    std::string text(size, '?');
    reading.copy(offset, std::as_writable_bytes(std::span(text)));
    return text;
}

/// Reads behind the end of a file through a mapping that is none of mapFile's.
int causeForeignFault(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0 || ::ftruncate(fd, 10) != 0)
        return 101;
    void* pages = ::mmap(nullptr, 4 * pageBytes(), PROT_READ, MAP_SHARED, fd, 0);
    return pages == MAP_FAILED ? 102 : static_cast<volatile char*>(pages)[2 * pageBytes()];
}

void exitWithAddressKnown(int, siginfo_t* info, void*)
{
    ::_exit(info->si_code == BUS_ADRERR && info->si_addr ? 42 : 43);
}

void exitPlainly(int)
{
    ::_exit(44);
}

} // namespace

class TestMappedFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    // The children of these need a process in which nothing is mapped yet.
    void forwardsForeignFaults_data();
    void forwardsForeignFaults();

    void mapsAFile();
    void emptyFile();
    void refusesWhatIsNoFile();
    void readsSmallFilesAtOnce();
    void reportsMissingAndLockedFiles();
    void growingChangesNothing();
    void deletingAndReplacingChangesNothing();
    void shrinkingWhileFourThreadsRead();
    void shrinkingInsideTheLastPage();
    void shrinkingToNothing();
    void writtenInPlace();
    void rewrittenLonger();
    void appendedOrReplacedIsWhole();
    void growingBackDoesNotHeal();
    void oneOfManyShrinks();
    void manyThreadsMapAndUnmap();
    void largeSparseFile();

    void sourceReads();
    void sourceReadsLess();
    void sourceFailures();
    void veryLongPaths();
    void partsGivenBackLeaveNothing();
    void readingCopiesWhatIsMapped();
    void readingNeedsTheSameFile();
    void shrinkingWhileItIsRead();
    void smallFilesAreCopied();
    void copiesNoticeChanges();
    void copiesStayWhole();

private:
    std::string at(const std::string& name) const { return m_folder->at(name); }
    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestMappedFile::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    QVERIFY(m_folder->isValid());
}

void TestMappedFile::forwardsForeignFaults_data()
{
    QTest::addColumn<QByteArray>("handler");
    QTest::addColumn<bool>("sent");
    QTest::addColumn<int>("exitCode"); // -1: killed by the signal
    QTest::newRow("handler with information") << QByteArray("information") << false << 42;
    QTest::newRow("plain handler") << QByteArray("plain") << false << 44;
    QTest::newRow("plain handler, sent") << QByteArray("plain") << true << 44;
    QTest::newRow("default") << QByteArray("default") << false << -1;
    QTest::newRow("default, sent") << QByteArray("default") << true << -1;
    QTest::newRow("ignored") << QByteArray("ignored") << false << -1;
    QTest::newRow("ignored, sent") << QByteArray("ignored") << true << 0;
}

void TestMappedFile::forwardsForeignFaults()
{
    QFETCH(QByteArray, handler);
    QFETCH(bool, sent);
    QFETCH(int, exitCode);
    QVERIFY(writeFile(at("ours"), std::string(3 * pageBytes(), 'x')));
    QVERIFY(writeFile(at("theirs"), "x"));
    const int status = inChild([&] {
        struct sigaction action = {};
        if (handler == "information") {
            action.sa_flags = SA_SIGINFO;
            action.sa_sigaction = exitWithAddressKnown;
        } else {
            action.sa_handler = handler == "plain" ? exitPlainly : handler == "default" ? SIG_DFL : SIG_IGN;
        }
        ::sigaction(SIGBUS, &action, nullptr);
        const auto bytes = mapFile(at("ours"), "shown");
        // Ours is survived, whatever the handler before was.
        if (!bytes || !cut(at("ours"), 1) || textOf(*bytes)[2 * pageBytes()] != 0
            || !changedWhileRead(*bytes))
            return 100;
        return sent ? ::raise(SIGBUS) : causeForeignFault(at("theirs"));
    });
    if (exitCode < 0)
        QVERIFY(killedBy(status, SIGBUS));
    else
        QVERIFY(exitedWith(status, exitCode));
}

void TestMappedFile::mapsAFile()
{
    std::string content;
    for (int i = 0; i < 100'000; ++i)
        content += std::to_string(i);
    QVERIFY(writeFile(at("a"), content));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes);
    QVERIFY(textOf(*bytes) == content);
    const Bytes part = bytes->slice(100'000, 5).value();
    QVERIFY(textOf(part) == content.substr(100'000, 5));
    QVERIFY(part.check());
}

void TestMappedFile::emptyFile()
{
    QVERIFY(writeFile(at("empty"), ""));
    const auto bytes = mapFile(at("empty"), "shown");
    QVERIFY(bytes && bytes->isEmpty() && bytes->check());
}

void TestMappedFile::refusesWhatIsNoFile()
{
    QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
    QCOMPARE(::symlink("fifo", at("link").c_str()), 0);
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    at("socket").copy(address.sun_path, sizeof address.sun_path - 1);
    QCOMPARE(::bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    for (const std::string& path : {m_folder->path(), at("fifo"), at("link"), at("socket"),
             std::string("/dev/zero"), std::string("/dev/null")}) {
        const auto bytes = mapFile(path, "shown");
        QVERIFY(!bytes);
        QVERIFY2(bytes.error().code == Code::Unsupported, bytes.error().text().c_str());
        QCOMPARE(bytes.error().place.file, std::string("shown"));
    }
    ::close(server);
}

void TestMappedFile::readsSmallFilesAtOnce()
{
    QVERIFY(writeFile(at("small"), "content"));
    const auto text = readSmallFile(at("small"), 7);
    QVERIFY(text);
    QCOMPARE(*text, std::string("content"));
    const auto large = readSmallFile(at("small"), 6);
    QVERIFY(!large && large.error().code == Code::Limit);
    QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
    for (const std::string& path : {at("fifo"), std::string("/dev/zero"), m_folder->path()}) {
        const auto refused = readSmallFile(path, 1000);
        QVERIFY(!refused && refused.error().code == Code::Unsupported);
    }
}

void TestMappedFile::reportsMissingAndLockedFiles()
{
    const auto missing = mapFile(at("missing"), "shown");
    QVERIFY(!missing && missing.error().code == Code::NotFound);
    QVERIFY(!mapFile("", "shown"));
    QVERIFY(writeFile(at("locked"), "x"));
    ::chmod(at("locked").c_str(), 0);
    if (::geteuid() == 0)
        QSKIP("nothing is locked for root");
    const auto locked = mapFile(at("locked"), "shown");
    QVERIFY(!locked && locked.error().code == Code::Permission);
}

void TestMappedFile::growingChangesNothing()
{
    QVERIFY(writeFile(at("a"), "abc"));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes && cut(at("a"), 100'000));
    QCOMPARE(bytes->size(), std::uint64_t {3});
    QVERIFY(textOf(*bytes) == "abc" && bytes->check());
}

void TestMappedFile::deletingAndReplacingChangesNothing()
{
    QVERIFY(writeFile(at("a"), std::string(50'000, 'a')));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes);
    QVERIFY(writeFile(at("b"), "b"));
    QCOMPARE(::rename(at("b").c_str(), at("a").c_str()), 0);
    QVERIFY(textOf(*bytes) == std::string(50'000, 'a') && bytes->check());
    QCOMPARE(::unlink(at("a").c_str()), 0);
    QVERIFY(textOf(*bytes) == std::string(50'000, 'a') && bytes->check());
}

void TestMappedFile::shrinkingWhileFourThreadsRead()
{
    constexpr std::uint64_t kBytes = 16U << 20;
    constexpr std::uint64_t kLeft = (4U << 20) + 100;
    QVERIFY(writeFile(at("a"), std::string(kBytes, '\1')));
    const auto mapped = mapFile(at("a"), "shown");
    QVERIFY(mapped && mapped->check());
    std::atomic<int> rounds = 0;
    std::atomic<bool> isCut = false;
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> readers;
    for (int reader = 0; reader < 4; ++reader) {
        readers.emplace_back([&, bytes = *mapped] {
            // Bytes are ones or, once the file is cut, zeros; after the cut the last round sees exactly
            // what is left.
            for (bool last = false;;) {
                last = isCut;
                std::uint64_t ones = 0;
                for (const std::byte value : bytes.span()) {
                    ones += value == std::byte {1} ? 1 : 0;
                    if (value > std::byte {1})
                        ++wrong;
                }
                if (ones < kLeft || (last && ones != kLeft))
                    ++wrong;
                ++rounds;
                if (last)
                    return;
            }
        });
    }
    while (rounds < 4)
        std::this_thread::yield();
    QVERIFY(cut(at("a"), kLeft));
    isCut = true;
    readers.clear();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(changedWhileRead(*mapped));
    QVERIFY(changedWhileRead(mapped->slice(0, 1).value()));
}

void TestMappedFile::shrinkingInsideTheLastPage()
{
    QVERIFY(writeFile(at("a"), std::string(100, 'x')));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes && bytes->check() && cut(at("a"), 50));
    QVERIFY(textOf(*bytes) == std::string(50, 'x') + std::string(50, '\0'));
    QVERIFY(changedWhileRead(*bytes));
}

void TestMappedFile::shrinkingToNothing()
{
    for (const std::size_t size : {std::size_t {1}, pageBytes(), 10 * pageBytes() + 1}) {
        QVERIFY(writeFile(at("a"), std::string(size, 'x')));
        const auto bytes = mapFile(at("a"), "shown");
        QVERIFY(bytes && cut(at("a"), 0));
        QVERIFY(textOf(*bytes) == std::string(size, '\0'));
        QVERIFY(changedWhileRead(*bytes));
    }
}

void TestMappedFile::writtenInPlace()
{
    QVERIFY(writeFile(at("a"), std::string(100, 'x')) && makeOld(at("a")));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes && bytes->check());
    const int fd = ::open(at("a").c_str(), O_WRONLY);
    QVERIFY(fd >= 0 && ::pwrite(fd, "y", 1, 50) == 1 && ::close(fd) == 0);
    QVERIFY(changedWhileRead(*bytes));
}

void TestMappedFile::rewrittenLonger()
{
    QVERIFY(writeFile(at("a"), "header 100" + std::string(100, 'x')) && makeOld(at("a")));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes && bytes->check());
    const std::string longer = "header 200" + std::string(200, 'y');
    const int fd = ::open(at("a").c_str(), O_WRONLY);
    QVERIFY(fd >= 0 && ::write(fd, longer.data(), longer.size()) == static_cast<ssize_t>(longer.size()));
    ::close(fd);
    QVERIFY(changedWhileRead(*bytes));
}

void TestMappedFile::appendedOrReplacedIsWhole()
{
    for (const bool isReplaced : {false, true}) {
        QVERIFY(writeFile(at("a"), std::string(100, 'x')) && makeOld(at("a")));
        const auto bytes = mapFile(at("a"), "shown");
        if (isReplaced) {
            QVERIFY(writeFile(at("b"), std::string(100, 'y')));
            QCOMPARE(std::rename(at("b").c_str(), at("a").c_str()), 0);
        } else {
            const int fd = ::open(at("a").c_str(), O_WRONLY | O_APPEND);
            QVERIFY(fd >= 0 && ::write(fd, "y", 1) == 1 && ::close(fd) == 0);
        }
        QVERIFY(bytes->check());
        QVERIFY(textOf(*bytes) == std::string(100, 'x'));
    }
}

void TestMappedFile::growingBackDoesNotHeal()
{
    QVERIFY(writeFile(at("a"), std::string(5 * pageBytes(), 'x')));
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY(bytes && cut(at("a"), 0));
    QCOMPARE(textOf(*bytes)[3 * pageBytes()], '\0');
    QVERIFY(writeFile(at("a"), std::string(5 * pageBytes(), 'y')));
    QVERIFY(changedWhileRead(*bytes));
    const auto again = mapFile(at("a"), "shown");
    QVERIFY(again && textOf(*again) == std::string(5 * pageBytes(), 'y') && again->check());
}

void TestMappedFile::oneOfManyShrinks()
{
    // More than one segment of the table; entries are used again after that.
    constexpr std::size_t kMaps = 700;
    for (int round = 0; round < 2; ++round) {
        std::vector<Bytes> maps;
        for (std::size_t i = 0; i < kMaps; ++i) {
            const std::string path = at(std::to_string(i));
            QVERIFY(writeFile(path, std::string(2 * pageBytes(), static_cast<char>('a' + i % 26))));
            maps.push_back(mapFile(path, "shown").value());
        }
        for (std::size_t i = 0; i < kMaps; i += 100)
            QVERIFY(cut(at(std::to_string(i)), pageBytes()));
        for (std::size_t i = 0; i < kMaps; ++i) {
            const char letter = static_cast<char>('a' + i % 26);
            QCOMPARE(textOf(maps[i])[pageBytes() - 1], letter);
            QCOMPARE(textOf(maps[i])[pageBytes()], i % 100 == 0 ? '\0' : letter);
            QCOMPARE(changedWhileRead(maps[i]), i % 100 == 0);
        }
    }
}

void TestMappedFile::manyThreadsMapAndUnmap()
{
    constexpr int kThreads = 8;
    constexpr int kMapsEach = 8;
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < kThreads; ++worker) {
        workers.emplace_back([&, worker] {
            for (int round = 0; round < 12; ++round) {
                std::vector<Bytes> maps;
                for (int i = 0; i < kMapsEach; ++i) {
                    const std::string path = at(std::to_string(worker) + '-' + std::to_string(i));
                    writeFile(path, std::string(3 * pageBytes(), static_cast<char>('a' + worker)));
                    maps.push_back(mapFile(path, "shown").value());
                    if (i % 2 == 0)
                        cut(path, pageBytes());
                }
                for (int i = 0; i < kMapsEach; ++i) {
                    const std::string_view text = textOf(maps[static_cast<std::size_t>(i)]);
                    const char letter = static_cast<char>('a' + worker);
                    const auto letters = std::count(text.begin(), text.end(), letter);
                    const auto expected = static_cast<std::ptrdiff_t>((i % 2 == 0 ? 1 : 3) * pageBytes());
                    if (letters != expected
                        || changedWhileRead(maps[static_cast<std::size_t>(i)]) != (i % 2 == 0))
                        ++wrong;
                }
            }
        });
    }
    workers.clear();
    QCOMPARE(wrong.load(), 0);
}

void TestMappedFile::largeSparseFile()
{
    constexpr std::uint64_t kBytes = std::uint64_t {20} << 30U;
    QVERIFY(writeFile(at("a"), "start"));
    if (!cut(at("a"), kBytes))
        QSKIP("no sparse files here");
    const auto bytes = mapFile(at("a"), "shown");
    QVERIFY2(bytes, bytes ? "" : bytes.error().text().c_str());
    QCOMPARE(bytes->size(), kBytes);
    QVERIFY(textOf(bytes->slice(0, 5).value()) == "start");
    QCOMPARE(textOf(*bytes)[kBytes - 1], '\0');
    QVERIFY(bytes->check());
    QVERIFY(cut(at("a"), 3));
    // One fault replaces everything behind it, so this does not take five million signals.
    QCOMPARE(textOf(*bytes)[pageBytes()], '\0');
    for (std::uint64_t offset = pageBytes(); offset < kBytes; offset += 1U << 20)
        QCOMPARE(textOf(*bytes)[offset], '\0');
    QVERIFY(changedWhileRead(*bytes));
}

void TestMappedFile::sourceReads()
{
    QVERIFY(writeFile(at("a"), "0123456789"));
    const auto source = makeFileSource(at("a"), "shown", 10);
    QCOMPARE(source->displayPath(), std::string("shown"));
    QCOMPARE(source->size(), std::uint64_t {10});
    QVERIFY(textOf(source->read(0, 4).value()) == "0123");
    QVERIFY(textOf(source->read(3, 4).value()) == "3456");
    QVERIFY(textOf(source->read(0, 10).value()) == "0123456789");
    QVERIFY(textOf(source->map().value()) == "0123456789");
}

void TestMappedFile::sourceReadsLess()
{
    QVERIFY(writeFile(at("a"), "0123456789"));
    // The size of the walk may be old; lengths come from damaged headers.
    const auto source = makeFileSource(at("a"), "shown", 1'000'000);
    constexpr std::uint64_t kMost = ~std::uint64_t {0};
    QVERIFY(textOf(source->read(8, 100).value()) == "89");
    QVERIFY(textOf(source->read(8, kMost).value()) == "89");
    QVERIFY(source->read(10, 1).value().isEmpty());
    QVERIFY(source->read(kMost, kMost).value().isEmpty());
    QVERIFY(source->read(5, 0).value().isEmpty());
}

void TestMappedFile::sourceFailures()
{
    const auto gone = makeFileSource(at("gone"), "shown", 5);
    for (const auto& bytes : {gone->read(0, 5), gone->map()})
        QVERIFY(!bytes && bytes.error().code == Code::Vanished && bytes.error().place.file == "shown");
    QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
    const auto fifo = makeFileSource(at("fifo"), "shown", 5);
    for (const auto& bytes : {fifo->read(0, 5), fifo->map()})
        QVERIFY(!bytes && bytes.error().code == Code::Unsupported);
}

void TestMappedFile::veryLongPaths()
{
    // Longer than one system call takes.
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(m_folder->path());
    std::string path = m_folder->path();
    const std::string name(250, 'n');
    bool made = true;
    for (int i = 0; i < 20; ++i) {
        made = made && ::mkdir(name.c_str(), 0700) == 0 && ::chdir(name.c_str()) == 0;
        path += '/' + name;
    }
    made = made && writeFile("file", "deep");
    std::filesystem::current_path(before);
    QVERIFY(made && path.size() > 5000);
    const auto source = makeFileSource(path + "/file", "shown", 4);
    QVERIFY(textOf(source->read(1, 3).value()) == "eep");
    QVERIFY(textOf(source->map().value()) == "deep");
    QVERIFY(!mapFile(path + "/missing", "shown"));
    QVERIFY(!mapFile('/' + std::string(9000, 'n'), "shown"));
}

void TestMappedFile::partsGivenBackLeaveNothing()
{
    // Parts that begin and end inside of pages, as elements behind a header do.
    constexpr std::size_t kParts = 2048, kPartBytes = (64U << 10U) + 2;
    QVERIFY(writeFile(at("sparse"), ""));
    QCOMPARE(::truncate(at("sparse").c_str(), static_cast<off_t>(kParts * kPartBytes)), 0);
    const auto residentPages = [] {
        // The third number counts pages of files only: a sanitizer's shadow of what was read is anonymous.
        std::istringstream numbers(readFile("/proc/self/statm"));
        std::size_t size = 0, resident = 0, ofFiles = 0;
        numbers >> size >> resident >> ofFiles;
        return ofFiles;
    };
    const Bytes bytes = mapFile(at("sparse"), "shown").value();
    const std::size_t before = residentPages();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kParts; ++i) {
        const ByteSpan part = bytes.span().subspan(i * kPartBytes, kPartBytes);
        for (const std::byte value : part)
            sum += static_cast<std::uint8_t>(value);
        bytes.dropBehind(part);
    }
    QCOMPARE(sum, std::uint64_t {0});
    const std::size_t after = residentPages();
    QVERIFY2(after < before + 256, qPrintable(QString("%1 pages stay").arg(after - before)));
}

void TestMappedFile::readingCopiesWhatIsMapped()
{
    constexpr std::size_t kBytes = (2U << 20U) + 17;
    const std::string text = countingText(kBytes);
    QVERIFY(writeFile(at("a"), text));
    const Bytes bytes = mapFile(at("a"), "shown").value();
    const Bytes part = bytes.slice(5, kBytes - 9).value();
    const auto reading = ForwardReading::of(part);
    QVERIFY(reading);
    QVERIFY(readAsText(*reading, 0, part.size()) == text.substr(5, part.size()));
    QVERIFY(readAsText(*reading, 4091, 12345) == text.substr(5 + 4091, 12345));
    QVERIFY(readAsText(*reading, part.size(), 0).empty());

    QVERIFY(!ForwardReading::of(bytes.slice(0, 1000).value()));
    QVERIFY(!ForwardReading::of(Bytes::fromVector(std::vector<std::byte>(kBytes))));
    QVERIFY(!ForwardReading::of(Bytes()));
}

void TestMappedFile::readingNeedsTheSameFile()
{
    QVERIFY(writeFile(at("a"), countingText(2U << 20U)));
    const Bytes bytes = mapFile(at("a"), "shown").value();
    QVERIFY(writeFile(at("b"), std::string(2U << 20U, 'b')));
    std::filesystem::rename(at("b"), at("a"));
    QVERIFY(!ForwardReading::of(bytes));
    std::filesystem::remove(at("a"));
    QVERIFY(!ForwardReading::of(bytes));
}

void TestMappedFile::shrinkingWhileItIsRead()
{
    constexpr std::size_t kBytes = 4U << 20U, kLeft = (1U << 20U) + 5;
    const std::string text = countingText(kBytes);
    QVERIFY(writeFile(at("a"), text));
    const Bytes bytes = mapFile(at("a"), "shown").value();
    const auto reading = ForwardReading::of(bytes);
    QVERIFY(reading && bytes.check());
    QVERIFY(cut(at("a"), kLeft));
    QVERIFY(readAsText(*reading, 0, kBytes) == text.substr(0, kLeft) + std::string(kBytes - kLeft, '\0'));
    QVERIFY(changedWhileRead(bytes));
}

void TestMappedFile::smallFilesAreCopied()
{
    // What is read later shows which of them is mapped: a mapping reads as zeros behind a new end.
    for (const bool isSmall : {true, false}) {
        const std::string text = countingText(isSmall ? 28'677 : 2'000'000);
        QVERIFY(writeFile(at("a"), text));
        const Bytes bytes = makeFileSource(at("a"), "shown", text.size())->map().value();
        QVERIFY(textOf(bytes) == text && bytes.check());
        QCOMPARE(offsetInFile(bytes.slice(11, 4).value()).value(), std::uint64_t {11});
        QCOMPARE(identityOf(bytes).path, at("a"));
        QVERIFY(cut(at("a"), 100));
        QCOMPARE(textOf(bytes) == text, isSmall);
        QVERIFY(changedWhileRead(bytes));
    }
}

void TestMappedFile::copiesNoticeChanges()
{
    const std::string text = "header 100" + std::string(20'000, 'x');
    const auto write = [&](const std::string& part, int flags, off_t offset) {
        const int fd = ::open(at("a").c_str(), O_WRONLY | flags);
        return fd >= 0 && ::lseek(fd, offset, SEEK_SET) == offset
            && ::write(fd, part.data(), part.size()) == static_cast<ssize_t>(part.size()) && ::close(fd) == 0;
    };
    const auto copied = [&] {
        writeFile(at("a"), text);
        makeOld(at("a"));
        return mapOrCopyFile(at("a"), "shown").value();
    };
    const Bytes inPlace = copied();
    QVERIFY(inPlace.check() && write("y", 0, 50));
    QVERIFY(changedWhileRead(inPlace));
    const Bytes rewritten = copied();
    QVERIFY(write("header 200" + std::string(24'000, 'y'), 0, 0));
    QVERIFY(changedWhileRead(rewritten));
    const Bytes appended = copied();
    QVERIFY(write("y", O_APPEND, 0));
    QVERIFY(appended.check() && textOf(appended) == text);
    const Bytes replaced = copied();
    QVERIFY(writeFile(at("b"), "other"));
    QCOMPARE(std::rename(at("b").c_str(), at("a").c_str()), 0);
    QVERIFY(replaced.check() && textOf(replaced) == text);
    QVERIFY(writeFile(at("a"), ""));
    QVERIFY(mapOrCopyFile(at("a"), "shown").value().isEmpty());
    QVERIFY(mapOrCopyFile(at("missing"), "shown").error().code == Code::NotFound);
}

/// What is advice about pages of a mapping would clear those of a copy.
void TestMappedFile::copiesStayWhole()
{
    const std::string text = countingText(32'768);
    QVERIFY(writeFile(at("a"), text));
    const Bytes bytes = mapOrCopyFile(at("a"), "shown").value();
    bytes.dropBehind(bytes.span());
    {
        const ScatteredReading scattered(bytes);
        QVERIFY(textOf(bytes) == text);
    }
    QVERIFY(textOf(bytes) == text && bytes.check());
    QVERIFY(!ForwardReading::of(bytes));
}

QTEST_APPLESS_MAIN(TestMappedFile)
#include "tst_mapped_file.moc"
