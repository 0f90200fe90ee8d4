// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/directory_walker.h"

#include "base/text.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

struct Walked {
    Lines files;    ///< relative paths in the order they came
    Lines folders;  ///< directories in the order of their first batch
    Lines problems; ///< "code path", sorted
    Lines batches;  ///< "directory count first last"
    std::vector<std::uint64_t> sizes;
    Result<void> result;
};

Walked walk(const std::string& root, const WalkOptions& options = {}, int threads = 2)
{
    OwnedTask context(threads);
    Walked walked;
    walked.result = walkDirectory(root, options, context, [&](WalkedBatch&& batch) -> Result<void> {
        if (batch.first)
            walked.folders.push_back(batch.directory);
        for (const WalkedFile& file : batch.files) {
            walked.files.push_back(batch.directory.empty() ? file.name : batch.directory + '/' + file.name);
            walked.sizes.push_back(file.size);
        }
        walked.batches.push_back(batch.directory + ' ' + std::to_string(batch.files.size())
            + (batch.first ? " first" : "") + (batch.last ? " last" : ""));
        return {};
    });
    for (const Diagnostic& problem : context.diagnostics.sorted())
        walked.problems.push_back(std::string(codeWord(problem.code)) + ' ' + problem.place.file);
    std::sort(walked.problems.begin(), walked.problems.end());
    return walked;
}

std::string shown(const Lines& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += percentEscaped(line) + '\n';
    return text;
}

} // namespace

#define COMPARE_LINES(actual, ...) QCOMPARE(shown(actual), shown(Lines __VA_ARGS__))

class TestDirectoryWalker : public QObject {
    Q_OBJECT

private slots:
    void init();
    void walksInNaturalOrder();
    void leavesOutWhatRunsKeep();
    void givesSizesAndTimes();
    void leavesSizesToOthers();
    void givesEmptyDirectories();
    void keepsOddNames();
    void tellsLinksToFiles();
    void reportsLinksThatLeadNowhere();
    void survivesLoops();
    void tellsLinksToDirectories();
    void leavesSpecialFilesAlone();
    void reportsLockedDirectories();
    void walksDeepTrees();
    void stopsAtTheDeepest();
    void reachesBehindLongPaths();
    void cutsBigDirectoriesIntoBatches();
    void doesNotSortBeyondTheLimit();
    void manyDirectories();
    void sameOrderForAnyThreads();
    void canBeCancelled();
    void passesErrorsOn();
    void reportsWhatVanishes();
    void refusesOtherRoots();

private:
    std::string at(const std::string& name) const { return m_folder->at(name); }
    bool touch(const std::string& name, std::size_t size = 0) const
    {
        return writeFile(at(name), std::string(size, 'x'));
    }
    bool folder(const std::string& name) const { return fs::create_directories(at(name)); }
    bool link(const std::string& target, const std::string& name) const
    {
        return ::symlink(target.c_str(), at(name).c_str()) == 0;
    }
    /// Another name for a file; far cheaper than another file.
    bool again(const std::string& existing, const std::string& name) const
    {
        return ::link(at(existing).c_str(), at(name).c_str()) == 0;
    }
    Walked walkRoot(const WalkOptions& options = {}) const { return walk(at("root"), options); }

    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestDirectoryWalker::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    QVERIFY(m_folder->isValid() && folder("root"));
}

void TestDirectoryWalker::walksInNaturalOrder()
{
    for (const char* name : {"op10", "op9", "op2.x", "Op3", "op02", "a", "op2"})
        QVERIFY(touch(std::string("root/") + name));
    for (const char* name : {"step10", "step9/b", "step9/a", "B"})
        QVERIFY(folder(std::string("root/") + name));
    QVERIFY(touch("root/step9/z") && touch("root/step10/f10") && touch("root/step10/f9")
        && touch("root/step9/a/x"));
    const Walked walked = walkRoot();
    QVERIFY(walked.result);
    COMPARE_LINES(walked.files,
        {"Op3", "a", "op02", "op2", "op2.x", "op9", "op10", "step9/z", "step9/a/x", "step10/f9",
            "step10/f10"});
    COMPARE_LINES(walked.folders, {"", "B", "step9", "step9/a", "step9/b", "step10"});
    COMPARE_LINES(walked.problems, {});
}

void TestDirectoryWalker::leavesOutWhatRunsKeep()
{
    QVERIFY(folder("root/.capture/without") && folder("root/run-2/.capture") && folder("root/.captured"));
    for (const char* name : {"root/.capture/profile.json", "root/.capture/without/x",
             "root/run-2/.capture/program.log", "root/run-2/a", "root/.captured/b"})
        QVERIFY(touch(name));
    const Walked walked = walkRoot();
    COMPARE_LINES(walked.files, {".captured/b", "run-2/a"});
    COMPARE_LINES(walked.folders, {"", ".captured", "run-2"});
    // Whoever opens that very folder sees it.
    COMPARE_LINES(walk(at("root/.capture")).files, {"profile.json", "without/x"});
}

void TestDirectoryWalker::givesSizesAndTimes()
{
    QVERIFY(touch("root/a", 3) && touch("root/b") && touch("root/c", 100'000));
    const timespec times[2]
        = {{.tv_sec = 1, .tv_nsec = 0}, {.tv_sec = 1'700'000'000, .tv_nsec = 123'456'789}};
    QCOMPARE(::utimensat(AT_FDCWD, at("root/a").c_str(), times, 0), 0);
    OwnedTask context;
    std::vector<WalkedFile> files;
    QVERIFY(walkDirectory(at("root"), {}, context, [&](WalkedBatch&& batch) -> Result<void> {
        files = std::move(batch.files);
        return {};
    }));
    QCOMPARE(files.size(), std::size_t {3});
    QCOMPARE(files[0].size, std::uint64_t {3});
    QCOMPARE(files[1].size, std::uint64_t {0});
    QCOMPARE(files[2].size, std::uint64_t {100'000});
    QCOMPARE(files[0].mtimeNs, std::int64_t {1'700'000'000'123'456'789});
}

void TestDirectoryWalker::leavesSizesToOthers()
{
    for (const char* name : {"root/a", "root/b", "root/c", "root/d/e"})
        QVERIFY(touch(name, 3));
    QCOMPARE(::mkfifo(at("root/pipe").c_str(), 0600), 0);
    QCOMPARE(::symlink("gone", at("root/link").c_str()), 0);
    const WalkOptions later {.sizesLater = true};
    OwnedTask context;
    std::string sizes;
    QVERIFY(walkDirectory(at("root"), later, context, [&](WalkedBatch&& batch) -> Result<void> {
        for (const WalkedFile& file : batch.files)
            sizes += file.name + (file.isSized ? '=' + std::to_string(file.size) : "?") + ' ';
        return {};
    }));
    QCOMPARE(sizes, std::string("a=3 b? c? e=3 "));
    QCOMPARE(shown(walk(at("root"), later).files), shown(walkRoot().files));
    QCOMPARE(shown(walk(at("root"), later).problems), shown(walkRoot().problems));
}

void TestDirectoryWalker::givesEmptyDirectories()
{
    QVERIFY(folder("root/a"));
    COMPARE_LINES(walkRoot().batches, {" 0 first last", "a 0 first last"});
}

void TestDirectoryWalker::keepsOddNames()
{
    const Lines names {" ", "%41", "-rf", "a\\b", "a\nb", "\x01", "\xC3(", "\xFF\xFE", "\xE2\x9C\x93",
        "\xE2\x80\xAEgnp", std::string(255, 'n'), "...", "*", "'\""};
    for (const std::string& name : names)
        QVERIFY(touch("root/" + name, 1) || name.empty());
    QVERIFY(folder("root/d\xFF\n"));
    QVERIFY(touch("root/d\xFF\n/x"));
    Walked walked = walkRoot();
    QVERIFY(walked.result);
    QCOMPARE(walked.files.size(), names.size() + 1);
    QCOMPARE(walked.files.back(), std::string("d\xFF\n/x"));
    Lines expected = names;
    expected.push_back("d\xFF\n/x");
    std::sort(expected.begin(), expected.end());
    std::sort(walked.files.begin(), walked.files.end());
    QCOMPARE(shown(walked.files), shown(expected));
    COMPARE_LINES(walked.problems, {});
}

void TestDirectoryWalker::tellsLinksToFiles()
{
    QVERIFY(touch("outside", 7) && touch("root/inside", 5));
    QVERIFY(link("inside", "root/l1") && link("../outside", "root/l2") && link("l1", "root/l3"));
    const Walked walked = walkRoot();
    COMPARE_LINES(walked.files, {"inside"});
    QCOMPARE(walked.sizes, (std::vector<std::uint64_t> {5}));
    COMPARE_LINES(walked.problems, {"duplicate l1", "duplicate l3", "unsupported l2"});
}

void TestDirectoryWalker::reportsLinksThatLeadNowhere()
{
    QVERIFY(link("/no/such/place", "root/dangling") && link("self", "root/self"));
    QVERIFY(link("pong", "root/ping") && link("ping", "root/pong") && touch("root/z"));
    const Walked walked = walkRoot();
    COMPARE_LINES(walked.files, {"z"});
    COMPARE_LINES(walked.problems, {"cycle ping", "cycle pong", "cycle self", "not-found dangling"});
}

void TestDirectoryWalker::survivesLoops()
{
    QVERIFY(folder("root/loop/a/b") && touch("root/loop/a/b/file") && touch("sibling"));
    QVERIFY(link("../..", "root/loop/a/b/up") && link(".", "root/loop/here") && link("..", "root/outside"));
    QVERIFY(link("/", "root/everything"));
    const Walked walked = walkRoot();
    QVERIFY(walked.result);
    COMPARE_LINES(walked.files, {"loop/a/b/file"});
    COMPARE_LINES(
        walked.problems, {"cycle everything", "cycle loop/a/b/up", "cycle loop/here", "cycle outside"});
}

void TestDirectoryWalker::tellsLinksToDirectories()
{
    // What lies inside is known by its own path, whatever comes first by name.
    QVERIFY(
        folder("root/step1") && touch("root/step1/f") && folder("other/rank0/sub") && touch("other/rank0/g"));
    QVERIFY(link("step1", "root/latest") && link("../other/rank0", "root/a_rank")
        && link("a_rank", "root/b_rank"));
    const Walked walked = walkRoot();
    QVERIFY(walked.result);
    COMPARE_LINES(walked.files, {"step1/f"});
    COMPARE_LINES(walked.folders, {"", "step1"});
    COMPARE_LINES(walked.problems, {"duplicate latest", "unsupported a_rank", "unsupported b_rank"});
}

void TestDirectoryWalker::leavesSpecialFilesAlone()
{
    QCOMPARE(::mkfifo(at("root/fifo").c_str(), 0600), 0);
    QVERIFY(link("fifo", "root/link") && link("/dev/zero", "root/zero") && touch("root/z"));
    const Walked walked = walkRoot();
    COMPARE_LINES(walked.files, {"z"});
    COMPARE_LINES(walked.problems, {"unsupported fifo", "unsupported link", "unsupported zero"});
}

void TestDirectoryWalker::reportsLockedDirectories()
{
    QVERIFY(folder("root/locked") && folder("root/open") && touch("root/locked/a") && touch("root/open/b"));
    ::chmod(at("root/locked").c_str(), 0);
    if (::geteuid() == 0)
        QSKIP("nothing is locked for root");
    const Walked walked = walkRoot();
    ::chmod(at("root/locked").c_str(), 0700);
    QVERIFY(walked.result);
    COMPARE_LINES(walked.files, {"open/b"});
    COMPARE_LINES(walked.problems, {"permission locked"});
}

void TestDirectoryWalker::walksDeepTrees()
{
    // 60 levels of 44 bytes, as a path of about 2700 bytes.
    std::string path;
    for (int i = 0; i < 60; ++i)
        path += (path.empty() ? "d" : "/d") + std::to_string(i) + '_' + std::string(40, 'x');
    QVERIFY(folder("root/" + path) && touch("root/" + path + "/deep"));
    const Walked walked = walkRoot();
    COMPARE_LINES(walked.files, {path + "/deep"});
    COMPARE_LINES(walked.problems, {});
}

void TestDirectoryWalker::stopsAtTheDeepest()
{
    QVERIFY(
        folder("root/1/2/3/4") && touch("root/1/2/x") && touch("root/1/2/3/y") && touch("root/1/2/3/4/z"));
    const Walked walked = walkRoot({.maxDepth = 2});
    QVERIFY(walked.result);
    COMPARE_LINES(walked.files, {"1/2/x"});
    COMPARE_LINES(walked.problems, {"limit 1/2/3"});
    COMPARE_LINES(walkRoot({.maxDepth = 0}).problems, {"limit 1"});
}

void TestDirectoryWalker::reachesBehindLongPaths()
{
    // 400 levels and 40 000 bytes: more than a path of one call and more than descriptors kept open.
    const fs::path before = fs::current_path();
    const std::string name(100, 'n');
    bool made = true;
    fs::current_path(at("root"));
    for (int i = 0; i < 400; ++i) {
        made = made && ::mkdir(name.c_str(), 0700) == 0 && ::mkdir("side", 0700) == 0
            && writeFile("side/f", "x") && ::chdir(name.c_str()) == 0;
    }
    made = made && writeFile("deep", "x");
    fs::current_path(before);
    QVERIFY(made);
    rlimit limit = {};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit few {.rlim_cur = 100, .rlim_max = limit.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const Walked walked = walkRoot({.maxDepth = 1000});
    ::setrlimit(RLIMIT_NOFILE, &limit);
    QVERIFY(walked.result);
    COMPARE_LINES(walked.problems, {});
    QCOMPARE(walked.files.size(), std::size_t {401});
    // Deepest first: "nnn…" sorts before "side".
    QVERIFY(walked.files.front().size() == 400 * 101 + 4 && walked.files.front().ends_with("/deep"));
    QCOMPARE(walked.files.back(), std::string("side/f"));
}

void TestDirectoryWalker::cutsBigDirectoriesIntoBatches()
{
    Lines expected;
    QVERIFY(touch("model"));
    for (int i = 0; i < 2500; ++i) {
        QVERIFY(again("model", "root/op" + std::to_string(i)));
        expected.push_back("op" + std::to_string(i));
    }
    QVERIFY(folder("root/sub"));
    const Walked walked = walkRoot({.batchFiles = 1000});
    QCOMPARE(shown(walked.files), shown(expected));
    COMPARE_LINES(walked.batches, {" 1000 first", " 1000", " 500 last", "sub 0 first last"});
    const Walked even = walkRoot({.batchFiles = 1250});
    COMPARE_LINES(even.batches, {" 1250 first", " 1250 last", "sub 0 first last"});
    QCOMPARE(walkRoot({.batchFiles = 0}).files.size(), expected.size());
}

void TestDirectoryWalker::doesNotSortBeyondTheLimit()
{
    // More names than one read of the directory gives.
    Lines expected;
    QVERIFY(touch("model"));
    for (int i = 0; i < 10'000; ++i) {
        const std::string name = "op" + std::to_string(i * 7919 % 10'000);
        QVERIFY(again("model", "root/" + name));
        expected.push_back(name);
    }
    for (int i = 0; i < 20; ++i)
        QVERIFY(folder("root/d" + std::to_string(i)));
    Walked walked = walkRoot({.batchFiles = 100, .sortLimit = 1000});
    QVERIFY(walked.result);
    QCOMPARE(walked.batches.size(), std::size_t {100 + 20});
    QCOMPARE(walked.batches.front(), std::string(" 100 first"));
    QCOMPARE(walked.batches[99], std::string(" 100 last"));
    QCOMPARE(walked.folders.size(), std::size_t {21});
    std::sort(walked.files.begin(), walked.files.end());
    std::sort(expected.begin(), expected.end());
    QCOMPARE(shown(walked.files), shown(expected));
}

void TestDirectoryWalker::manyDirectories()
{
    Lines expected;
    for (int i = 0; i < 500; ++i) {
        const std::string name = "step" + std::to_string(i);
        QVERIFY(folder("root/" + name) && touch("root/" + name + "/f"));
        expected.push_back(name + "/f");
    }
    const Walked walked = walkRoot();
    QCOMPARE(shown(walked.files), shown(expected));
}

void TestDirectoryWalker::sameOrderForAnyThreads()
{
    for (int i = 0; i < 5; ++i)
        QVERIFY(touch("model" + std::to_string(i), static_cast<std::size_t>(i)));
    for (int i = 0; i < 20; ++i) {
        const std::string name = "root/d" + std::to_string(i * 7 % 20);
        QVERIFY(folder(name));
        for (int j = 0; j < 30; ++j)
            QVERIFY(again("model" + std::to_string(j % 5), name + "/f" + std::to_string(j * 17 % 30)));
    }
    for (int i = 0; i < 1500; ++i)
        QVERIFY(again("model" + std::to_string(i % 5), "root/x" + std::to_string(i * 7 % 1500)));
    const Walked one = walk(at("root"), {.batchFiles = 700}, 1);
    QVERIFY(one.result);
    for (const int threads : {2, 4}) {
        const Walked more = walk(at("root"), {.batchFiles = 700}, threads);
        QCOMPARE(shown(more.files), shown(one.files));
        QCOMPARE(more.sizes, one.sizes);
        QCOMPARE(shown(more.batches), shown(one.batches));
    }
}

void TestDirectoryWalker::canBeCancelled()
{
    QVERIFY(touch("model"));
    for (int i = 0; i < 2000; ++i)
        QVERIFY(again("model", "root/f" + std::to_string(i)));
    OwnedTask context;
    int batches = 0;
    const auto stopped
        = walkDirectory(at("root"), {.batchFiles = 500}, context, [&](WalkedBatch&&) -> Result<void> {
              if (++batches == 2)
                  context.stopSource().request_stop();
              return {};
          });
    QVERIFY(!stopped && stopped.error().code == Code::Cancelled);
    QCOMPARE(batches, 2);
    const auto atOnce = walkDirectory(at("root"), {}, context, [&](WalkedBatch&&) -> Result<void> {
        ++batches;
        return {};
    });
    QVERIFY(!atOnce && atOnce.error().code == Code::Cancelled);
    QCOMPARE(batches, 2);
}

void TestDirectoryWalker::passesErrorsOn()
{
    QVERIFY(touch("root/f"));
    OwnedTask context;
    const auto failed = walkDirectory(at("root"), {}, context,
        [&](WalkedBatch&&) -> Result<void> { return fail(Code::NoSpace, Message("enough")); });
    QVERIFY(!failed && failed.error().code == Code::NoSpace);
}

void TestDirectoryWalker::reportsWhatVanishes()
{
    QVERIFY(folder("root/a") && folder("root/b") && folder("root/c") && touch("root/c/f"));
    OwnedTask context;
    Lines folders;
    QVERIFY(walkDirectory(at("root"), {}, context, [&](WalkedBatch&& batch) -> Result<void> {
        folders.push_back(batch.directory);
        if (batch.directory == "a") {
            fs::remove(at("root/b"));
            // A directory that turns into a link must not be followed as if it were one.
            fs::remove_all(at("root/c"));
            fs::create_symlink("/", at("root/c"));
        }
        return {};
    }));
    COMPARE_LINES(folders, {"", "a"});
    const auto problems = context.diagnostics.sorted();
    QCOMPARE(problems.size(), std::size_t {2});
    QCOMPARE(problems[0].place.file, std::string("b"));
    QVERIFY(problems[0].code == Code::Vanished);
    QCOMPARE(problems[1].place.file, std::string("c"));
}

void TestDirectoryWalker::refusesOtherRoots()
{
    QVERIFY(touch("root/f", 1) && link("root", "link"));
    const Walked missing = walk(at("missing"));
    QVERIFY(!missing.result && missing.result.error().code == Code::NotFound);
    const Walked file = walk(at("root/f"));
    QVERIFY(!file.result && file.result.error().code == Code::Unsupported);
    QVERIFY(!walk("").result);
    for (const std::string& root : {at("link"), at("root/"), at("root/../root/.")})
        COMPARE_LINES(walk(root).files, {"f"});
}

QTEST_APPLESS_MAIN(TestDirectoryWalker)
#include "tst_directory_walker.moc"
