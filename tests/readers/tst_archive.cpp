// SPDX-License-Identifier: GPL-3.0-or-later
// Archives opened like folders. What they hold is written down in tests/data/archives/make_archives.py.
#include "io/archive_tree.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "read_file.h"
#include "temporary_folder.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

using namespace dumpscope::core;
using dumpscope::test::readFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

using Lines = std::vector<std::string>;

std::string archive(const std::string& name)
{
    return std::string(DUMPSCOPE_TEST_DATA "/archives/") + name;
}

/// Members with sizes, and problems as "code place".
struct Scanned {
    Result<ArchiveContents> result = fail(Code::Internal, Message("not scanned"));
    Lines names, problems;
    std::map<std::string, Bytes> bytes;
};

Scanned scan(const std::string& content, ArchiveKind kind, const ArchiveLimits& limits = {})
{
    OwnedTask context(1);
    Scanned scanned;
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    scanned.result
        = scanArchive(Bytes::fromVector({first, first + content.size()}), kind, "archive", limits, context);
    for (const Diagnostic& problem : context.diagnostics.sorted())
        scanned.problems.push_back(
            std::string(codeWord(problem.code)) + ' ' + problem.place.file.substr(0, 40));
    if (!scanned.result)
        return scanned;
    for (const ArchiveMember& member : scanned.result->members) {
        scanned.names.push_back(member.path);
        scanned.bytes[member.path] = member.bytes;
    }
    std::sort(scanned.names.begin(), scanned.names.end());
    return scanned;
}

std::string joined(const Lines& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

std::shared_ptr<const DumpIndex> open(const std::string& path)
{
    OwnedTask context(2);
    auto index = openDump(path, builtinFormats(), {}, context);
    return index ? *index : nullptr;
}

Lines idsOf(const DumpIndex& index)
{
    Lines ids;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i)
        ids.push_back(index.tensorId(TensorId(i)));
    return ids;
}

std::vector<double> valuesOf(const std::shared_ptr<const DumpIndex>& index, std::uint32_t row)
{
    OwnedTask context(1);
    const auto view = TensorStore(index).open(TensorId(row), context);
    return view ? elementValues(*view).value_or(std::vector<double> {}) : std::vector<double> {};
}

const std::string kStep = "rank_0/Net/0/";
const std::string kTail = ".output.0.DefaultFormat.float32.npy";

} // namespace

class TestArchive : public QObject {
    Q_OBJECT

private slots:
    void kinds();
    void opensLikeFolders_data();
    void opensLikeFolders();
    void pathsInside();
    void leavesOutWhatRunsKeep();
    void storedMembersStayInPlace();
    void hostileZip();
    void hostileTar();
    void bombs();
    void membersBeyondTheLimit();
    void limits();
    void checksum();
    void everyCut_data();
    void everyCut();
    void archivesInFolders();
    void bigMembersGoToANamelessFile();
};

void TestArchive::kinds()
{
    const auto kindOf = [](std::string_view name, const std::string& content) {
        return archiveKind(
            name, std::as_bytes(std::span(content).first(std::min<std::size_t>(content.size(), 512))));
    };
    const std::string zip = readFile(archive("stored.zip"));
    const std::string tar = readFile(archive("dump.tar"));
    QVERIFY(kindOf("a.zip", zip) == ArchiveKind::Zip);
    QVERIFY(kindOf("A.ZIP", zip) == ArchiveKind::Zip);
    QVERIFY(kindOf("a.tar", tar) == ArchiveKind::Tar);
    QVERIFY(kindOf("a.tgz", readFile(archive("dump.tar.gz"))) == ArchiveKind::CompressedTar);
    // Other formats that are zip files inside have readers of their own.
    for (const char* name : {"a.npz", "a.pt", "a.pth", "a", ".zip"})
        QVERIFY2(kindOf(name, zip) == ArchiveKind::None, name);
    QVERIFY(kindOf("a.zip", tar) == ArchiveKind::None);
    QVERIFY(kindOf("a.tar", zip) == ArchiveKind::None);
    QVERIFY(kindOf("a.zip", "") == ArchiveKind::None);
    QCOMPARE(withoutArchiveExtension("a/b.tar.gz"), std::string_view("a/b"));
    QCOMPARE(withoutArchiveExtension("a/b.npy"), std::string_view("a/b.npy"));
}

void TestArchive::opensLikeFolders_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"dump.tar", "dump.tar.gz", "dump.tar.xz", "dump.tar.bz2", "dump.tar.zst",
             "stored.zip", "deflated.zip"})
        QTest::newRow(name) << QString(name);
}

void TestArchive::opensLikeFolders()
{
    QFETCH(QString, name);
    const auto index = open(archive(name.toStdString()));
    QVERIFY(index);
    const std::string id = kStep + "10/ReLU.Default_ReLU-op";
    QCOMPARE(joined(idsOf(*index)),
        joined({kStep + "2/ReLU.Default_ReLU-op0.0.0.1771364600000001" + kTail,
            id + "0.0.0.1771364600000002" + kTail, id + "2.0.0.1771364600000003" + kTail,
            id + "10.0.0.1771364600000004" + kTail}));
    QCOMPARE(index->factsOf(TensorId(0U)).step, std::optional<std::int64_t>(2));
    QCOMPARE(index->factsOf(TensorId(0U)).rank, std::optional<std::int64_t>(0));
    QCOMPARE(index->executionOrders().size(), std::size_t {1});
    QCOMPARE(std::string(index->text(index->tensor(TensorId(0U)).opName)), std::string("Default/ReLU-op0"));
    QCOMPARE(valuesOf(index, 0), (std::vector<double> {1.5, -2.0, 3.25}));
    QCOMPARE(valuesOf(index, 3), std::vector<double>(2000, 0.0));
    QVERIFY(index->problems().empty());
    QCOMPARE(index->root(), std::filesystem::canonical(archive(name.toStdString())).string());
    // 1772364600 in a tar; a zip has local time in steps of two seconds.
    if (name.contains("tar"))
        QCOMPARE(index->file(FileId(0U)).mtimeNs, std::int64_t {1'772'364'600'000'000'000});
}

void TestArchive::pathsInside()
{
    for (const std::string name : {"dump.tar.gz", "stored.zip"}) {
        const auto step = open(archive(name) + "/rank_0/Net/0/10/");
        QVERIFY(step);
        QCOMPARE(step->tensorCount(), std::size_t {3});
        QCOMPARE(step->tensorId(TensorId(0U)), "ReLU.Default_ReLU-op0.0.0.1771364600000002" + kTail);
        QCOMPARE(step->factsOf(TensorId(0U)).rank, std::optional<std::int64_t>(0));
        const auto file
            = open(archive(name) + '/' + kStep + "2/ReLU.Default_ReLU-op0.0.0.1771364600000001" + kTail);
        QVERIFY(file && file->tree().isSingleFile());
        QCOMPARE(valuesOf(file, 0), (std::vector<double> {1.5, -2.0, 3.25}));
        QVERIFY(!open(archive(name) + "/rank_1"));
        QVERIFY(!open(archive(name) + "/rank_0/../rank_0"));
    }
    QVERIFY(!open(archive("make_archives.py") + "/rank_0"));
}

void TestArchive::leavesOutWhatRunsKeep()
{
    const TemporaryFolder folder;
    for (const char* name : {"run/a.bin", "run/.capture/program.log", "run/.capture/without/b.bin"})
        QVERIFY(writeFile(folder.at(name), "1234"));
    const QString root = QString::fromStdString(folder.path());
    QCOMPARE(QProcess::execute("tar", {"-C", root, "-cf", root + "/run.tar", "run"}), 0);
    const auto index = open(folder.at("run.tar"));
    QVERIFY(index);
    QCOMPARE(index->fileCount(), std::size_t {1});
    QCOMPARE(index->filePath(FileId(0U)), std::string("run/a.bin"));
}

void TestArchive::storedMembersStayInPlace()
{
    for (const auto& [name, kind] :
        {std::pair {"dump.tar", ArchiveKind::Tar}, std::pair {"stored.zip", ArchiveKind::Zip}}) {
        const std::string content = readFile(archive(name));
        const auto* first = reinterpret_cast<const std::byte*>(content.data());
        const Bytes bytes = Bytes::fromVector({first, first + content.size()});
        OwnedTask context(1);
        const auto contents = scanArchive(bytes, kind, name, {}, context);
        QVERIFY(contents);
        for (const ArchiveMember& member : contents->members)
            QVERIFY(member.bytes.data() > bytes.data() && member.bytes.data() < bytes.data() + bytes.size());
    }
}

void TestArchive::hostileZip()
{
    const Scanned scanned = scan(readFile(archive("hostile.zip")), ArchiveKind::Zip);
    QVERIFY(scanned.result);
    // Backslashes are what other systems write for slashes.
    QCOMPARE(joined(scanned.names),
        joined({"back/slash.npy", "folder/twice.npy", "inner.zip", "ok.npy", "\u2713.npy"}));
    QCOMPARE(joined(scanned.problems),
        joined({"bad-name archive", "bad-name archive", "bad-name archive", "limit archive", "limit archive",
            "duplicate folder/twice.npy", "unsupported link.npy"}));
    // The last member of a name counts: 2.0 behind the header.
    const Bytes& twice = scanned.bytes.at("folder/twice.npy");
    float value = 0;
    std::memcpy(&value, twice.data() + twice.size() - sizeof value, sizeof value);
    QCOMPARE(value, 2.0F);
}

void TestArchive::hostileTar()
{
    const Scanned scanned = scan(readFile(archive("hostile.tar")), ArchiveKind::Tar);
    QVERIFY(scanned.result);
    QCOMPARE(joined(scanned.names), joined({"hard.npy", "ok.npy", "twice.npy", "\u2713.npy"}));
    QCOMPARE(joined(scanned.problems),
        joined({"bad-name archive", "bad-name archive", "unsupported device", "unsupported fifo",
            "not-found nowhere.npy", "unsupported soft.npy", "duplicate twice.npy"}));
    QVERIFY(scanned.bytes.at("hard.npy").data() == scanned.bytes.at("ok.npy").data());
}

void TestArchive::bombs()
{
    const std::string bomb = readFile(archive("bomb.zip"));
    ArchiveLimits limits;
    limits.freeBytes = 1U << 20U;
    const Scanned refused = scan(bomb, ArchiveKind::Zip, limits);
    QVERIFY(refused.result);
    QCOMPARE(joined(refused.names), joined({"bomb.bin", "later.npy", "ok.npy"}));
    // A name with the size it should have, and the reason; what follows is read.
    const auto& members = refused.result->members;
    const ArchiveMember& left = *std::ranges::find(members, "bomb.bin", &ArchiveMember::path);
    QVERIFY(left.unread && left.unread->code == Code::Limit && left.bytes.isEmpty());
    QCOMPARE(left.size, std::uint64_t {8U << 20U});
    QVERIFY(!refused.bytes.at("ok.npy").isEmpty() && !refused.bytes.at("later.npy").isEmpty());
    QCOMPARE(joined(refused.problems), joined({"limit archive"}));
    const Scanned small = scan(bomb, ArchiveKind::Zip);
    QVERIFY(small.result && small.problems.empty());
    QCOMPARE(small.bytes.at("bomb.bin").size(), std::uint64_t {8U << 20U});
    limits = {};
    limits.inflatedBytes = 1000;
    const Scanned bounded = scan(bomb, ArchiveKind::Zip, limits);
    QVERIFY(bounded.result && bounded.bytes.at("bomb.bin").isEmpty());
}

/// Every member is there, with its bytes or the reason why not, and their number is told.
void TestArchive::membersBeyondTheLimit()
{
    const std::string packed = readFile(archive("dump.tar.gz"));
    const Scanned whole = scan(packed, ArchiveKind::CompressedTar);
    QVERIFY(whole.result && whole.problems.empty() && whole.names.size() > 2);
    ArchiveLimits limits;
    limits.inflatedBytes = whole.bytes.begin()->second.size();
    const Scanned bounded = scan(packed, ArchiveKind::CompressedTar, limits);
    QVERIFY(bounded.result);
    QCOMPARE(joined(bounded.names), joined(whole.names));
    std::size_t unread = 0;
    for (const ArchiveMember& member : bounded.result->members) {
        QCOMPARE(member.size, whole.bytes.at(member.path).size());
        QCOMPARE(member.unread != nullptr, member.bytes.isEmpty() && member.size > 0);
        unread += member.unread ? 1 : 0;
    }
    QVERIFY(unread > 0 && unread < whole.names.size());
    QCOMPARE(joined(bounded.problems), joined({"limit archive"}));
    // Where too much would have to be unpacked only to pass by, it is said that more may follow.
    limits.skippedBytes = 1;
    const Scanned cut = scan(packed, ArchiveKind::CompressedTar, limits);
    QVERIFY(cut.result && cut.names.size() < whole.names.size());
    QCOMPARE(joined(cut.problems), joined({"limit archive", "limit archive"}));
}

void TestArchive::limits()
{
    const std::string content = readFile(archive("dump.tar"));
    ArchiveLimits few;
    few.members = 7; // the root, three folders, the step, two files
    const Scanned scanned = scan(content, ArchiveKind::Tar, few);
    QVERIFY(scanned.result && scanned.names.size() < 5);
    QCOMPARE(joined(scanned.problems), joined({"limit archive"}));
    ArchiveLimits shortNames;
    shortNames.allNameBytes = 100;
    QVERIFY(scan(content, ArchiveKind::Tar, shortNames).problems == Lines {"limit archive"});
}

void TestArchive::checksum()
{
    std::string content = readFile(archive("deflated.zip"));
    const auto central = content.find("PK\1\2");
    QVERIFY(central != std::string::npos);
    // Of the first member, in its own header and in the directory.
    for (const std::size_t place : {std::size_t {14}, central + 16})
        content[place] = static_cast<char>(content[place] ^ 1);
    const Scanned scanned = scan(content, ArchiveKind::Zip);
    QVERIFY(scanned.result);
    QCOMPARE(scanned.problems.size(), std::size_t {1});
    QVERIFY(scanned.names.size() >= 4);
}

void TestArchive::everyCut_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("step");
    QTest::newRow("tar") << "dump.tar" << static_cast<int>(ArchiveKind::Tar) << 37;
    QTest::newRow("gz") << "dump.tar.gz" << static_cast<int>(ArchiveKind::CompressedTar) << 1;
    QTest::newRow("xz") << "dump.tar.xz" << static_cast<int>(ArchiveKind::CompressedTar) << 1;
    QTest::newRow("bz2") << "dump.tar.bz2" << static_cast<int>(ArchiveKind::CompressedTar) << 1;
    QTest::newRow("zst") << "dump.tar.zst" << static_cast<int>(ArchiveKind::CompressedTar) << 1;
    QTest::newRow("stored") << "stored.zip" << static_cast<int>(ArchiveKind::Zip) << 13;
    QTest::newRow("deflated") << "deflated.zip" << static_cast<int>(ArchiveKind::Zip) << 1;
}

void TestArchive::everyCut()
{
    QFETCH(QString, name);
    QFETCH(int, kind);
    QFETCH(int, step);
    const std::string whole = readFile(archive(name.toStdString()));
    const Scanned reference = scan(whole, static_cast<ArchiveKind>(kind));
    QVERIFY(reference.result);
    for (std::size_t length = 0; length < whole.size(); length += static_cast<std::size_t>(step)) {
        const Scanned cut = scan(whole.substr(0, length), static_cast<ArchiveKind>(kind));
        const bool complete = cut.result && cut.names == reference.names && cut.problems.empty();
        // A tar may lose its end mark without losing anything.
        const bool mayBeComplete = name.startsWith("dump.tar") && complete;
        QVERIFY2(mayBeComplete || !cut.result || !cut.problems.empty()
                || cut.names.size() < reference.names.size(),
            qPrintable(QString::number(length)));
        for (const auto& [path, bytes] : cut.bytes) {
            const Bytes& full = reference.bytes.at(path);
            QVERIFY(bytes.size() <= full.size());
            QVERIFY(bytes.size() == 0 || std::memcmp(bytes.data(), full.data(), bytes.size()) == 0);
        }
    }
    // The front of a cut stream is still there.
    if (kind == static_cast<int>(ArchiveKind::Tar)) {
        const Scanned half = scan(whole.substr(0, 1600), ArchiveKind::Tar);
        QVERIFY(half.result && !half.names.empty() && !half.problems.empty());
    }
}

void TestArchive::archivesInFolders()
{
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("inner.zip"), readFile(archive("stored.zip"))));
    QVERIFY(writeFile(folder.at("broken.zip"), "PK no"));
    const auto index = open(folder.path());
    QVERIFY(index);
    QCOMPARE(index->tensorCount(), std::size_t {0}); // nobody knows what is in it
    const auto isSaid = [](const Diagnostic& problem) {
        return problem.place.file == "inner.zip" && problem.severity == Severity::Hint
            && problem.message.text().find("by its own path") != std::string::npos;
    };
    QCOMPARE(std::ranges::count_if(index->problems(), isSaid), 1);
    QCOMPARE(index->unrecognisedCount(), std::size_t {1});
    QCOMPARE(joined(folder.names()), joined({"broken.zip", "inner.zip"}));
}

void TestArchive::bigMembersGoToANamelessFile()
{
    TemporaryFolder folder;
    ArchiveLimits limits;
    limits.memoryBytes = 100;
    limits.temporaryFolder = folder.path();
    const Scanned onDisk = scan(readFile(archive("deflated.zip")), ArchiveKind::Zip, limits);
    QVERIFY(onDisk.result && onDisk.problems.empty());
    QVERIFY(folder.names().empty());
    const Scanned reference = scan(readFile(archive("stored.zip")), ArchiveKind::Zip);
    limits.temporaryFolder = folder.at("missing");
    const Scanned inMemory = scan(readFile(archive("deflated.zip")), ArchiveKind::Zip, limits);
    for (const auto& [path, bytes] : reference.bytes) {
        for (const Scanned* scanned : {&onDisk, &inMemory}) {
            const Bytes& other = scanned->bytes.at(path);
            QCOMPARE(other.size(), bytes.size());
            QCOMPARE(std::memcmp(other.data(), bytes.data(), bytes.size()), 0);
        }
    }
}

QTEST_APPLESS_MAIN(TestArchive)
#include "tst_archive.moc"
