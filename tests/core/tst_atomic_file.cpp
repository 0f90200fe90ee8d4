// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomic_file.h"

#include "child_process.h"
#include "temporary_folder.h"

#include <QTest>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

constexpr int kNotPermitted = 77;

bool isThere(const std::string& path)
{
    struct stat info = {};
    return ::lstat(path.c_str(), &info) == 0;
}

ByteSpan asBytes(const std::vector<std::uint8_t>& data)
{
    return std::as_bytes(std::span(data));
}

/// A small file system of its own, seen by this process only.
bool mountSmallDisk(const std::string& folder)
{
    const std::string user = std::to_string(::geteuid());
    const std::string group = std::to_string(::getegid());
    if (::unshare(CLONE_NEWNS) != 0) {
        // Users other than root may do this where they may be root of a name space of their own.
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || !writeFile("/proc/self/setgroups", "deny")
            || !writeFile("/proc/self/uid_map", "0 " + user + " 1")
            || !writeFile("/proc/self/gid_map", "0 " + group + " 1"))
            return false;
    }
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") == 0;
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        QVERIFY(m_folder->isValid());
    }
    void writesNothingUntilCommit();
    void replacesAnExistingFile();
    void leavesNoTraceWithoutCommit();
    void crashLeavesTheDestinationAlone();
    void nothingUnfinishedStays();
    void writesLargeAndSmallPieces();
    void overwritesEarlierBytes();
    void givesOrdinaryPermissions();
    void keepsLinks();
    void strangersLinksAreRefused();
    void strangersFilesAreRefused();
    void nothingIsGivenAway();
    void permissionsStay();
    void permissionsStayInAFolder();
    void longAndOddNames();
    void relativeNames();
    void refusesWhatIsNotAFile();
    void refusesMissingAndLockedFolders();
    void staysFailed();
    void reportsAFullDisk();
    void isUselessAfterCommit();
    void canBeMoved();
    void makesDirectories();
    void writesWholeTexts();

private:
    std::string at(const std::string& name) const { return m_folder->at(name); }
    Names names() const { return m_folder->names(); }

    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestAtomicFile::writesNothingUntilCommit()
{
    auto file = AtomicFile::create(at("out.csv"));
    QVERIFY2(file, file ? "" : file.error().text().c_str());
    QVERIFY(file->write("a,b\n"));
    QCOMPARE(file->size(), std::uint64_t {4});
    QCOMPARE(file->path(), at("out.csv"));
    QVERIFY(!isThere(at("out.csv")));
    QCOMPARE(names().size(), std::size_t {1});
    QVERIFY(names().front().starts_with(".out.csv.") && names().front().ends_with(".part"));
    QVERIFY(file->commit());
    QCOMPARE(names(), Names {"out.csv"});
    QCOMPARE(readFile(at("out.csv")), std::string("a,b\n"));
}

void TestAtomicFile::replacesAnExistingFile()
{
    QVERIFY(writeFileAtomically(at("a"), "old and long"));
    auto file = AtomicFile::create(at("a"));
    QVERIFY(file && file->write("new"));
    QCOMPARE(readFile(at("a")), std::string("old and long"));
    QVERIFY(file->commit());
    QCOMPARE(readFile(at("a")), std::string("new"));
}

void TestAtomicFile::leavesNoTraceWithoutCommit()
{
    QVERIFY(writeFileAtomically(at("a"), "old"));
    {
        auto file = AtomicFile::create(at("a"));
        QVERIFY(file && file->write(std::string(1'000'000, 'x')));
        QCOMPARE(names().size(), std::size_t {2});
    }
    QCOMPARE(names(), Names {"a"});
    QCOMPARE(readFile(at("a")), std::string("old"));
}

void TestAtomicFile::crashLeavesTheDestinationAlone()
{
    QVERIFY(writeFileAtomically(at("a"), "old"));
    const int status = inChild([&] {
        auto file = AtomicFile::create(at("a"));
        if (!file || !file->write(std::string(1'000'000, 'x')))
            return 1;
        ::raise(SIGKILL);
        return 2;
    });
    QVERIFY(killedBy(status, SIGKILL));
    QCOMPARE(readFile(at("a")), std::string("old"));
    QCOMPARE(names().size(), std::size_t {2});
    // The left-over is in nobody's way.
    QVERIFY(writeFileAtomically(at("a"), "new"));
    QCOMPARE(readFile(at("a")), std::string("new"));
}

void TestAtomicFile::nothingUnfinishedStays()
{
    const int status = inChild([&] {
        auto first = AtomicFile::create(at("a")), second = AtomicFile::create(at("b"));
        auto done = AtomicFile::create(at("c")), givenUp = AtomicFile::create(at("d"));
        if (!first || !second || !done || !givenUp || !done->write("whole") || !done->commit())
            return 1;
        givenUp = fail(Code::Cancelled, Message());
        const AtomicFile moved = std::move(*second);
        removeUnfinishedFiles();
        ::_exit(0); // destructors would wait
    });
    QVERIFY(exitedWith(status, 0));
    QCOMPARE(names(), Names {"c"});
}

void TestAtomicFile::writesLargeAndSmallPieces()
{
    std::vector<std::uint8_t> all(1'500'000);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<std::uint8_t>(i * 31 + (i >> 8U));
    auto file = AtomicFile::create(at("a"));
    QVERIFY(file);
    std::size_t done = 0;
    for (std::size_t size = 0; done < all.size(); size = size * 3 + 1) {
        const std::size_t part = std::min(size, all.size() - done);
        QVERIFY(file->write(asBytes(all).subspan(done, part)));
        done += part;
        QCOMPARE(file->size(), std::uint64_t {done});
    }
    QVERIFY(file->commit());
    QCOMPARE(readFile(at("a")), std::string(all.begin(), all.end()));
}

void TestAtomicFile::overwritesEarlierBytes()
{
    auto file = AtomicFile::create(at("a"));
    QVERIFY(file && file->write("....head"));
    QVERIFY(file->writeAt(0, asBytes({'1', '2'})));
    QVERIFY(file->write(std::string(300'000, 'x')));
    QVERIFY(file->writeAt(2, asBytes({'3', '4'})));
    QVERIFY(file->writeAt(300'007, asBytes({'!'})));
    QVERIFY(!file->writeAt(300'008, asBytes({'?'})));
    QVERIFY(!file->writeAt(~std::uint64_t {0}, asBytes({'?', '?'})));
    QVERIFY(file->writeAt(300'008, {}));
    QVERIFY(file->write("end"));
    QVERIFY(file->commit());
    const std::string content = readFile(at("a"));
    QCOMPARE(content.size(), std::size_t {300'011});
    QCOMPARE(content.substr(0, 9), std::string("1234headx"));
    QCOMPARE(content.substr(300'006), std::string("x!end"));
}

void TestAtomicFile::givesOrdinaryPermissions()
{
    const mode_t before = ::umask(027);
    const auto written = writeFileAtomically(at("a"), "x");
    ::umask(before);
    QVERIFY(written);
    struct stat info = {};
    QCOMPARE(::stat(at("a").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0640U);
}

void TestAtomicFile::keepsLinks()
{
    QVERIFY(makeDirectories(at("real")));
    QVERIFY(writeFileAtomically(at("real/a"), "old"));
    QCOMPARE(::symlink("real/a", at("link").c_str()), 0);
    QVERIFY(writeFileAtomically(at("link"), "new"));
    QVERIFY(fs::is_symlink(at("link")));
    QCOMPARE(readFile(at("real/a")), std::string("new"));
    QCOMPARE(::symlink("nowhere", at("dangling").c_str()), 0);
    QVERIFY(writeFileAtomically(at("dangling"), "x"));
    QCOMPARE(readFile(at("dangling")), std::string("x"));
    // Links on the way, absolute and relative, and one that never ends.
    QCOMPARE(::symlink(at("real").c_str(), at("absolute").c_str()), 0);
    QCOMPARE(::symlink("absolute/../real", at("around").c_str()), 0);
    QVERIFY(writeFileAtomically(at("around/a"), "newer"));
    QCOMPARE(readFile(at("real/a")), std::string("newer"));
    QCOMPARE(::symlink("endless", at("endless").c_str()), 0);
    const auto endless = writeFileAtomically(at("endless"), "x");
    QVERIFY(!endless && endless.error().text().find("Too many levels") != std::string::npos);
}

void TestAtomicFile::strangersLinksAreRefused()
{
    if (::geteuid() != 0)
        QSKIP("only root can make a link of another user");
    constexpr uid_t kStranger = 12345;
    QVERIFY(makeDirectories(at("shared")));
    QCOMPARE(::chmod(at("shared").c_str(), 01777), 0);
    QVERIFY(writeFileAtomically(at("precious"), "old"));
    QCOMPARE(::symlink("../precious", at("shared/report.html").c_str()), 0);
    QCOMPARE(::symlink("..", at("shared/folder").c_str()), 0);
    for (const char* link : {"shared/report.html", "shared/folder"})
        QCOMPARE(::lchown(at(link).c_str(), kStranger, kStranger), 0);
    for (const char* path : {"shared/report.html", "shared/folder/precious"}) {
        const auto written = writeFileAtomically(at(path), "new");
        QVERIFY(!written);
        QVERIFY(written.error().code == Code::Unsupported);
        QCOMPARE(readFile(at("precious")), std::string("old"));
    }
    // A link of ours is what we asked for, and so is anybody's where only its owner writes.
    QCOMPARE(::lchown(at("shared/report.html").c_str(), 0, 0), 0);
    QVERIFY(writeFileAtomically(at("shared/report.html"), "new"));
    QCOMPARE(readFile(at("precious")), std::string("new"));
    QCOMPARE(::chmod(at("shared").c_str(), 0755), 0);
    QVERIFY(writeFileAtomically(at("shared/folder/precious"), "newer"));
    QCOMPARE(readFile(at("precious")), std::string("newer"));
}

/// Who laid it there would own the new one, and read what root writes.
void TestAtomicFile::strangersFilesAreRefused()
{
    if (::geteuid() != 0)
        QSKIP("only root can make a file of another user");
    constexpr uid_t kStranger = 12345;
    QVERIFY(makeDirectories(at("shared")));
    QCOMPARE(::chmod(at("shared").c_str(), 01777), 0);
    QVERIFY(writeFile(at("shared/report.html"), "old"));
    QCOMPARE(::chown(at("shared/report.html").c_str(), kStranger, kStranger), 0);
    const auto written = writeFileAtomically(at("shared/report.html"), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().code, Code::Unsupported);
    QVERIFY(!AtomicFile::createIn(openAt(AT_FDCWD, at("shared"), O_RDONLY | O_DIRECTORY), "report.html",
        "report.html", AtomicFile::Durability::Renamed));
    QCOMPARE(readFile(at("shared/report.html")), std::string("old"));
    QCOMPARE(m_folder->names().size(), std::size_t {1});
}

/// In a stranger's folder, what is new is the writer's own.
void TestAtomicFile::nothingIsGivenAway()
{
    if (::geteuid() != 0)
        QSKIP("only root can make a folder of another user");
    constexpr uid_t kStranger = 12345;
    QVERIFY(makeDirectories(at("theirs")));
    QVERIFY(writeFile(at("theirs/ours"), "old"));
    QCOMPARE(::chown(at("theirs").c_str(), kStranger, kStranger), 0);
    for (const char* name : {"theirs/new", "theirs/ours"}) {
        QVERIFY(writeFileAtomically(at(name), "text"));
        struct stat info = {};
        QCOMPARE(::stat(at(name).c_str(), &info), 0);
        QCOMPARE(info.st_uid, uid_t {0});
    }
}

void TestAtomicFile::permissionsStay()
{
    QVERIFY(writeFileAtomically(at("private"), "old"));
    QCOMPARE(::chmod(at("private").c_str(), 0600), 0);
    if (::geteuid() == 0)
        QCOMPARE(::chown(at("private").c_str(), 12345, 23456), 0);
    struct stat before = {}, after = {};
    QCOMPARE(::stat(at("private").c_str(), &before), 0);
    QVERIFY(writeFileAtomically(at("private"), "new"));
    QCOMPARE(::stat(at("private").c_str(), &after), 0);
    QCOMPARE(readFile(at("private")), std::string("new"));
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_uid, before.st_uid);
    QCOMPARE(after.st_gid, before.st_gid);
}

void TestAtomicFile::permissionsStayInAFolder()
{
    QVERIFY(writeFile(at("private"), "old"));
    QCOMPARE(::chmod(at("private").c_str(), 0600), 0);
    QVERIFY(writeFile(at("precious"), "old"));
    QCOMPARE(::symlink("precious", at("link").c_str()), 0);
    for (const char* name : {"private", "link"}) {
        auto file = AtomicFile::createIn(
            openAt(AT_FDCWD, at(""), O_RDONLY | O_DIRECTORY), name, name, AtomicFile::Durability::Renamed);
        QVERIFY(file);
        QVERIFY(file->write("new"));
        QVERIFY(file->commit());
        QCOMPARE(readFile(at(name)), std::string("new"));
    }
    struct stat info = {};
    QCOMPARE(::stat(at("private").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0600U);
    // A link is replaced, and what it led to stays as it was.
    QVERIFY(!fs::is_symlink(at("link")));
    QCOMPARE(readFile(at("precious")), std::string("old"));
}

void TestAtomicFile::longAndOddNames()
{
    std::string longest;
    while (longest.size() < 252)
        longest += "\xE4\xB8\xAD";
    longest += "abc";
    for (const std::string& name : {longest, std::string(255, 'n'), std::string("\xFF\n \"'"),
             std::string(".a"), std::string("-rf"), std::string("%41")}) {
        const auto written = writeFileAtomically(at(name), name);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        QCOMPARE(readFile(at(name)), name);
    }
    const auto tooLong = writeFileAtomically(at(std::string(256, 'n')), "x");
    QVERIFY(!tooLong);
}

void TestAtomicFile::relativeNames()
{
    const fs::path before = fs::current_path();
    fs::current_path(m_folder->path());
    auto file = AtomicFile::create("relative");
    fs::current_path(before);
    // The folder is the one of the moment of creation.
    QVERIFY(file && file->write("x") && file->commit());
    QCOMPARE(readFile(at("relative")), std::string("x"));
}

void TestAtomicFile::refusesWhatIsNotAFile()
{
    QVERIFY(makeDirectories(at("folder")));
    QCOMPARE(::mkfifo(at("fifo").c_str(), 0600), 0);
    for (const std::string& path :
        {at("folder"), at("fifo"), std::string("/dev/null"), std::string("/dev/full")}) {
        const auto file = AtomicFile::create(path);
        QVERIFY(!file);
        QVERIFY(file.error().code == Code::Unsupported);
        QCOMPARE(file.error().place.file, path);
    }
    for (const std::string& path : {std::string(), std::string("/"), at("folder/"), at("."), at("..")}) {
        const auto file = AtomicFile::create(path);
        QVERIFY(!file && file.error().code == Code::Usage);
    }
    QCOMPARE(names(), (Names {"fifo", "folder"}));
}

void TestAtomicFile::refusesMissingAndLockedFolders()
{
    const auto missing = AtomicFile::create(at("no/such/file"));
    QVERIFY(!missing && missing.error().code == Code::NotFound);
    QVERIFY(writeFileAtomically(at("file"), "x"));
    QVERIFY(!AtomicFile::create(at("file/below")));
    if (::geteuid() == 0)
        QSKIP("nothing is locked for root");
    QVERIFY(makeDirectories(at("locked")));
    ::chmod(at("locked").c_str(), 0500);
    const auto locked = AtomicFile::create(at("locked/file"));
    QVERIFY(!locked && locked.error().code == Code::Permission);
}

void TestAtomicFile::staysFailed()
{
    const int status = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit {.rlim_cur = 100'000, .rlim_max = 100'000};
        auto file = AtomicFile::create(at("a"));
        if (!file || ::setrlimit(RLIMIT_FSIZE, &limit) != 0)
            return 1;
        const auto first = file->write(std::string(1'000'000, 'x'));
        const auto second = file->write("y");
        if (first || second || first.error().code != second.error().code)
            return 2;
        return file->commit() || isThere(at("a")) ? 3 : 0;
    });
    QVERIFY(exitedWith(status, 0));
    QVERIFY(!isThere(at("a")));
}

void TestAtomicFile::reportsAFullDisk()
{
    QVERIFY(makeDirectories(at("disk")));
    const int status = inChild([&] {
        if (!mountSmallDisk(at("disk")))
            return kNotPermitted;
        if (!writeFileAtomically(at("disk/a"), "old"))
            return 1;
        {
            auto file = AtomicFile::create(at("disk/a"));
            if (!file)
                return 2;
            auto written = file->write(std::string(500'000, 'x'));
            if (written)
                written = file->commit();
            if (written || written.error().code != Code::NoSpace
                || written.error().place.file != at("disk/a"))
                return 3;
        }
        const auto left = std::distance(fs::directory_iterator(at("disk")), fs::directory_iterator());
        return left == 1 && readFile(at("disk/a")) == "old" ? 0 : 4;
    });
    if (exitedWith(status, kNotPermitted))
        QSKIP("mounting is not permitted here");
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestAtomicFile::isUselessAfterCommit()
{
    auto file = AtomicFile::create(at("a"));
    QVERIFY(file && file->commit());
    QCOMPARE(readFile(at("a")), std::string(""));
    QVERIFY(!file->write("x") && !file->writeAt(0, {}) && !file->commit());
}

void TestAtomicFile::canBeMoved()
{
    auto first = AtomicFile::create(at("a"));
    auto second = AtomicFile::create(at("b"));
    QVERIFY(first && second && first->write("1") && second->write("2"));
    *second = std::move(*first);
    QCOMPARE(names().size(), std::size_t {1});
    AtomicFile third = std::move(*second);
    QVERIFY(third.write("3") && third.commit());
    QCOMPARE(names(), Names {"a"});
    QCOMPARE(readFile(at("a")), std::string("13"));
}

void TestAtomicFile::makesDirectories()
{
    QVERIFY(makeDirectories(at("x/y//z/")));
    QVERIFY(fs::is_directory(at("x/y/z")));
    QVERIFY(
        makeDirectories(at("x/y/z")) && makeDirectories("/") && makeDirectories("") && makeDirectories("."));
    QVERIFY(writeFileAtomically(at("x/file"), "1"));
    for (const std::string& path : {at("x/file"), at("x/file/below")}) {
        const auto made = makeDirectories(path);
        QVERIFY(!made);
        QCOMPARE(made.error().place.file, at("x/file"));
    }
    QCOMPARE(::symlink("y", at("x/link").c_str()), 0);
    QVERIFY(makeDirectories(at("x/link/w")));
    QVERIFY(fs::is_directory(at("x/y/w")));
    QVERIFY(!makeDirectories("/proc/no/such"));
    QCOMPARE(::symlink("nowhere", at("dangling").c_str()), 0);
    const auto made = makeDirectories(at("dangling"));
    QVERIFY(!made && made.error().message.text().find("leads to nothing") != std::string::npos);
    QVERIFY(!fs::exists(at("nowhere")));
}

void TestAtomicFile::writesWholeTexts()
{
    QVERIFY(writeFileAtomically(at("a"), std::string_view("a\0b", 3)));
    QCOMPARE(readFile(at("a")), std::string("a\0b", 3));
    QVERIFY(writeFileAtomically(at("a"), ""));
    QCOMPARE(readFile(at("a")), std::string(""));
}

QTEST_APPLESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
