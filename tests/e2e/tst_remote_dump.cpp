// SPDX-License-Identifier: GPL-3.0-or-later
// A dump on another machine is opened and read as it is there. The other machine is this one: a script stands
// for ssh, starts the server, and can break what comes back.
#include "base/digest.h"
#include "base/task.h"
#include "model/core_build.h"
#include "model/dump_folder.h"
#include "model/row_statistics.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "protocol/message_pipe.h"
#include "remote/equal_files.h"
#include "remote/folder_entries.h"
#include "remote/remote_dump.h"
#include "remote/remote_statistics.h"
#include "remote/remote_tree.h"
#include "remote/remote_value_scan.h"
#include "remote/stored_dump.h"
#include "temporary_folder.h"
#include "tensor/element_stream.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>

#include <csignal>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

const std::string kSample = DUMPSCOPE_SAMPLE_DATA "/target";

/// All cells of all rows, and the problems.
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
    return text;
}

std::string digestOf(const DumpIndex& index, TensorId id, const TensorStore& store)
{
    OwnedTask task(1);
    const auto view = store.open(id, task);
    return view ? digestHex(DigestKind::Sha256, view->bytes.span())
                : index.tensorId(id) + ": " + view.error().message.text();
}

/// The files of the sample's tensors by the SHA-256 of their content, which Qt computes.
std::map<QByteArray, std::set<std::uint32_t>> contentsOf(const DumpIndex& index)
{
    std::map<QByteArray, std::set<std::uint32_t>> contents;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const FileId id = index.tensor(TensorId(i)).file;
        QFile file(QString::fromStdString(kSample + '/' + index.filePath(id)));
        QCryptographicHash hash(QCryptographicHash::Sha256);
        if (file.open(QIODevice::ReadOnly) && hash.addData(&file))
            contents[hash.result()].insert(id.value());
    }
    return contents;
}

} // namespace

class RemoteDumpTest : public QObject {
    Q_OBJECT

    TemporaryFolder m_work;

    /// A program that is called as ssh is.
    SshProgram standIn(const std::string& name, const std::string& then) const
    {
        const std::string path = m_work.at(name);
        std::ofstream(path) << "#!/bin/sh\nexport HOME='" << m_work.path() << "' DUMPSCOPE_NO_CACHE=1\n"
                            << then;
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return {path, {"PATH=/usr/bin:/bin", "TMPDIR=" + m_work.path()}, "test"};
    }
    SshProgram direct() const
    {
        return standIn("direct", "exec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n");
    }

    static void flipLastByte(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() - 1));
        char last = 0;
        QVERIFY(file.peek(&last, 1) == 1);
        last = static_cast<char>(last ^ 1);
        QVERIFY(file.write(&last, 1) == 1);
    }

    static Result<std::shared_ptr<const DumpIndex>> open(const std::string& path, RemoteLinks& links)
    {
        OwnedTask task(1);
        return openRemoteDump(path, links, builtinFormats(), task);
    }

private slots:
    void isTheSameDump_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << QString::fromStdString(kSample);
        for (const char* const name : {"npz", "msprobe", "ascend", "llm-era", "npy/float_f4.npy"})
            QTest::newRow(name) << QString::fromUtf8(DUMPSCOPE_TEST_DATA "/") + QString::fromUtf8(name);
    }
    void isTheSameDump()
    {
        QFETCH(const QString, path);
        RemoteLinks links(direct());
        const auto there = open("ssh://there" + path.toStdString(), links);
        QVERIFY2(there, there ? "" : there.error().message.text().c_str());
        OwnedTask task(2);
        const auto here = openDump(path.toStdString(), builtinFormats(), {}, task);
        QVERIFY(here);
        QVERIFY((*here)->tensorCount() > 0);
        QCOMPARE((*there)->root(), "ssh://there" + path.toStdString());
        QCOMPARE(contentOf(*there), contentOf(*here));
        const TensorStore ours(*here), theirs(*there);
        const std::size_t step = std::max<std::size_t>(1, (*here)->tensorCount() / 12);
        for (std::size_t i = 0; i < (*here)->tensorCount(); i += step)
            QCOMPARE(QString::fromStdString(digestOf(**there, TensorId(i), theirs)),
                QString::fromStdString(digestOf(**here, TensorId(i), ours)));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("said");
        const QString serve = QStringLiteral("exec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n");
        QTest::newRow("no such folder") << serve << "/no/such"
                                        << "/no/such";
        QTest::newRow("no connection") << "exit 255\n"
                                       << "/x"
                                       << "could not connect";
        QTest::newRow("no program") << "exit 127\n"
                                    << "/x"
                                    << "remote install";
        QTest::newRow("not the program") << "echo hello\n"
                                         << "/x"
                                         << "ended before";
    }
    void saysWhatIsWrong()
    {
        QFETCH(const QString, script);
        QFETCH(const QString, path);
        QFETCH(const QString, said);
        RemoteLinks links(standIn("wrong", script.toStdString()));
        const auto index = open("ssh://there" + path.toStdString(), links);
        QVERIFY(!index);
        const QString text = QString::fromStdString(index.error().message.text());
        QVERIFY2(text.contains(said), qPrintable(text));
    }

    /// The connection is made anew, and what was brought before stays.
    void connectionsBreak()
    {
        const std::string pidFile = m_work.at("pid");
        RemoteLinks links(standIn("told",
            "echo $$ >'" + pidFile + "'\nexec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n"));
        const auto index = open("ssh://there" + kSample, links);
        QVERIFY(index);
        const TensorStore store(*index);
        const std::string before = digestOf(**index, TensorId(0U), store);
        pid_t server = 0;
        std::ifstream(pidFile) >> server;
        QVERIFY(server > 1);
        QCOMPARE(::kill(server, SIGKILL), 0);
        const auto link = links.to(*parseRemoteHost("there"));
        OwnedTask task(1);
        QVERIFY(!link->run(FetchRequest {kSample}, std::uint64_t {1} << 30, task));
        QCOMPARE(digestOf(**index, TensorId(0U), store), before); // it is here
        const auto again = link->run(FetchRequest {kSample}, std::uint64_t {1} << 30, task);
        QVERIFY2(again, again ? "" : again.error().message.text().c_str());
    }

    /// A machine that went away is not asked anew by every tensor.
    void machinesThatAreGoneAreAskedSeldom()
    {
        const std::string tried = m_work.at("tried"), pidFile = m_work.at("gone.pid");
        const std::string gone = m_work.at("gone");
        RemoteLinks links(standIn("leaving",
            "echo x >>'" + tried + "'\ntest -e '" + gone + "' && exit 255\necho $$ >'" + pidFile
                + "'\nexec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n"));
        const auto index = open("ssh://there" + kSample, links);
        QVERIFY(index);
        std::ofstream(gone) << "gone";
        pid_t server = 0;
        std::ifstream(pidFile) >> server;
        QVERIFY(server > 1);
        QCOMPARE(::kill(server, SIGKILL), 0);
        const TensorStore store(*index);
        OwnedTask task(1);
        for (std::size_t i = 0; i < 50; ++i)
            QVERIFY(!store.open(TensorId(i), task));
        const auto lines = [&tried] {
            QFile file(QString::fromStdString(tried));
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
        };
        QCOMPARE(lines(), 2); // once to open it, once again
        // Who opens a dump is not answered from memory.
        std::filesystem::remove(gone);
        QVERIFY(open("ssh://there" + kSample, links));
        QVERIFY(store.open(TensorId(0U), task));
        QCOMPARE(lines(), 3);
    }

    /// A machine that greets as one that shows signs of life, and then shows none.
    void silentMachinesAreGivenUp()
    {
        const std::string answer = m_work.at("greeting");
        std::string greeting(kRemoteMark);
        greeting += framedMessage(encodeRemoteAnswer(RemoteHello {kRemoteMajor, kMinorWithLife, "x"}));
        std::ofstream(answer, std::ios::binary) << greeting;
        SshProgram ssh = standIn("silent", "cat '" + answer + "'\nexec sleep 1000\n");
        ssh.patience = std::chrono::milliseconds(300);
        RemoteLinks links(ssh);
        const auto index = open("ssh://there/x", links);
        QVERIFY(!index);
        QCOMPARE(index.error().code, Code::Io);
        const QString text = QString::fromStdString(index.error().message.text());
        QVERIFY2(text.contains("there has not answered"), qPrintable(text));
    }

    /// One that never promised to is waited for.
    void olderMachinesMayBeSilent()
    {
        const std::string answer = m_work.at("older.greeting");
        std::string greeting(kRemoteMark);
        greeting += framedMessage(encodeRemoteAnswer(RemoteHello {kRemoteMajor, 0, "x"}));
        std::ofstream(answer, std::ios::binary) << greeting;
        const std::string end = framedMessage(encodeRemoteAnswer(RemoteEnd {1, 7, {}}));
        std::ofstream(answer + ".end", std::ios::binary) << end;
        SshProgram ssh = standIn("older", "cat '" + answer + "'\nsleep 1\ncat '" + answer + ".end'\n");
        ssh.patience = std::chrono::milliseconds(100);
        RemoteLinks links(ssh);
        const auto index = open("ssh://there/x", links);
        QVERIFY(!index);
        const QString text = QString::fromStdString(index.error().message.text());
        QVERIFY2(!text.contains("has not answered") && text.startsWith("on there"), qPrintable(text));
    }

    /// All but one of the files are equal to those here: only that one crosses, and every tensor is right.
    void equalFilesDoNotCross()
    {
        const std::string copy = m_work.at("equal");
        std::filesystem::copy(kSample, copy, std::filesystem::copy_options::recursive);
        RemoteLinks links(direct());
        const auto there = open("ssh://there" + kSample, links);
        QVERIFY(there);
        OwnedTask task(2);
        const auto origin = openDump(kSample, builtinFormats(), {}, task);
        QVERIFY(origin);
        std::string changed;
        for (const auto& [digest, files] : contentsOf(**origin)) {
            if (files.size() == 1)
                changed = (*origin)->filePath(FileId(*files.begin()));
        }
        QVERIFY(!changed.empty());
        flipLastByte(copy + '/' + changed);
        const auto here = openDump(copy, builtinFormats(), {}, task);
        QVERIFY(here);
        const std::array<ComparisonSide, 2> sides {ComparisonSide {*there, {}}, ComparisonSide {*here, {}}};
        const auto needed = findEqualFiles(sides, task);
        QVERIFY2(needed, needed ? "" : needed.error().text().c_str());
        QVERIFY(needed->files > 10);
        QCOMPARE(needed->files - needed->equalFiles, std::uint64_t {1});
        QCOMPARE(needed->missingFiles, std::uint64_t {1});
        QCOMPARE(needed->missingBytes, std::uint64_t {std::filesystem::file_size(kSample + '/' + changed)});
        QCOMPARE(needed->hosts, std::vector<std::string> {"there"});
        const TensorStore ours(*origin), theirs(*there);
        for (std::size_t i = 0; i < (*origin)->tensorCount(); ++i)
            QCOMPARE(QString::fromStdString(digestOf(**there, TensorId(i), theirs)),
                QString::fromStdString(digestOf(**origin, TensorId(i), ours)));
        QCOMPARE(needed->broughtBytes(), needed->missingBytes);
    }

    /// Of equal files on two machines, one is brought.
    void equalFilesOfTwoMachinesCrossOnce()
    {
        RemoteLinks links(direct());
        const auto target = open("ssh://a" + kSample, links), golden = open("ssh://b" + kSample, links);
        QVERIFY(target && golden);
        OwnedTask task(2);
        const std::array<ComparisonSide, 2> sides {
            ComparisonSide {*target, {}}, ComparisonSide {*golden, {}}};
        const auto needed = findEqualFiles(sides, task);
        QVERIFY(needed);
        const auto contents = contentsOf(**target);
        std::uint64_t once = 0, files = 0;
        for (const auto& [digest, equal] : contents) {
            once += (*target)->file(FileId(*equal.begin())).size;
            files += equal.size();
        }
        QCOMPARE(needed->files, 2 * files);
        QCOMPARE(needed->missingFiles, std::uint64_t {contents.size()});
        QCOMPARE(needed->missingBytes, once);
        const TensorStore a(*target), b(*golden);
        for (std::size_t i = 0; i < (*target)->tensorCount(); ++i)
            QCOMPARE(digestOf(**target, TensorId(i), a), digestOf(**golden, TensorId(i), b));
        QCOMPARE(needed->broughtBytes(), once);
    }

    /// A file here that changed is no longer taken for the equal one.
    void filesHereThatChangedAreNotUsed()
    {
        const std::string file = m_work.at("here.npy");
        std::filesystem::copy_file(DUMPSCOPE_TEST_DATA "/npy/float_f4.npy", file);
        RemoteLinks links(direct());
        const auto there = open("ssh://there" DUMPSCOPE_TEST_DATA "/npy/float_f4.npy", links);
        OwnedTask task(1);
        const auto here = openDump(file, builtinFormats(), {}, task);
        QVERIFY(there && here);
        const std::array<ComparisonSide, 2> sides {ComparisonSide {*there, {}}, ComparisonSide {*here, {}}};
        const auto needed = findEqualFiles(sides, task);
        QVERIFY(needed);
        QCOMPARE(needed->equalFiles, std::uint64_t {1});
        const std::string right = digestOf(**here, TensorId(0U), TensorStore(*here));
        flipLastByte(file);
        QCOMPARE(digestOf(**there, TensorId(0U), TensorStore(*there)), right);
        QCOMPARE(needed->broughtBytes(), std::uint64_t {std::filesystem::file_size(file)});
    }

    /// Statistics are those computed here, and no file crosses.
    void statisticsAreComputedThere()
    {
        RemoteLinks links(direct());
        const auto there = open("ssh://there" + kSample, links);
        QVERIFY(there);
        OwnedTask task(2);
        const auto here = openDump(kSample, builtinFormats(), {}, task);
        std::vector<TensorId> ids;
        for (std::size_t i = 0; i < (*there)->tensorCount(); ++i)
            ids.emplace_back(i);
        std::map<std::size_t, Statistics> got;
        const std::uint64_t before = links.broughtBytes();
        const auto done = statisticsThere(**there, ids, task,
            [&got](TensorId id, const Statistics& statistics) { got.emplace(id.value(), statistics); });
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        QVERIFY(links.broughtBytes() - before < 512 * (ids.size() + 1));
        const TensorStore store(*here);
        std::size_t expected = 0;
        for (const TensorId id : ids) {
            const auto own = measureTensor(store, id, task);
            expected += own ? 1 : 0;
            if (own)
                QVERIFY(got.at(id.value()) == *own);
        }
        QCOMPARE(got.size(), expected);
        QVERIFY(expected > 100);
        QVERIFY(!statisticsThere(**here, ids, task, [](TensorId, const Statistics&) {}));
    }

    /// NaN are found there as here, and no values cross.
    void nanAreFoundThere()
    {
        const std::string net = DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full";
        RemoteLinks links(direct());
        const auto there = open("ssh://there" + net, links);
        QVERIFY(there);
        OwnedTask task(2);
        const auto here = openDump(net, builtinFormats(), {}, task);
        ValueScan theirs, ours;
        const auto done = scanWhereItLies(*there, task, theirs);
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        QVERIFY(scanWhereItLies(*here, task, ours));
        QVERIFY(ours.first && theirs.first && !ours.found.empty());
        QCOMPARE(theirs.first->id.value(), ours.first->id.value());
        QCOMPARE(theirs.scanned, ours.scanned);
        QCOMPARE(theirs.all, ours.all);
        QCOMPARE(theirs.found.size(), ours.found.size());
        for (std::size_t i = 0; i < ours.found.size(); ++i) {
            QCOMPARE(theirs.found[i].id.value(), ours.found[i].id.value());
            QVERIFY(theirs.found[i].nan == ours.found[i].nan && theirs.found[i].origin == ours.found[i].origin
                && theirs.found[i].birth == ours.found[i].birth
                && theirs.found[i].firstIndex == ours.found[i].firstIndex);
            QCOMPARE(theirs.found[i].why.text(), ours.found[i].why.text());
        }
        const auto* const tree = dynamic_cast<const RemoteTree*>(&(*there)->tree());
        QVERIFY(tree);
        QCOMPARE(tree->files()->broughtBytes(), std::uint64_t {0});
    }

    void foldersAreListedThere()
    {
        const std::string folder = m_work.at("listed");
        std::filesystem::create_directories(folder + "/run10/deep");
        std::filesystem::create_directories(folder + "/run2");
        for (const std::string to : {"/x.npy", "/run2/y.npy"})
            std::filesystem::copy_file(DUMPSCOPE_TEST_DATA "/npy/float_f4.npy", folder + to);
        std::ofstream(folder + "/notes.xyz") << "words";
        std::filesystem::create_symlink("/no/such/file", folder + "/lost");
        RemoteLinks links(direct());
        OwnedTask task(1);
        const auto listed = entriesThere("ssh://there" + folder, links, task);
        QVERIFY2(listed, listed ? "" : listed.error().text().c_str());
        QCOMPARE(listed->folder, folder);
        QStringList lines;
        for (const FolderEntry& entry : listed->entries)
            lines << QStringLiteral("%1 %2 %3 %4")
                         .arg(QString::fromStdString(entry.name), entry.isFolder ? "folder" : "file")
                         .arg(entry.size)
                         .arg(QString::fromStdString(entry.kind.text()));
        const QString kind
            = QString::fromStdString(Message(builtinFormats()->findReader("npy")->info().title).text());
        const auto size = std::filesystem::file_size(DUMPSCOPE_TEST_DATA "/npy/float_f4.npy");
        QCOMPARE(lines,
            (QStringList {"run2 folder 0 " + kind, "run10 folder 0 ", "notes.xyz file 5 ",
                QStringLiteral("x.npy file %1 ").arg(size) + kind}));
        QVERIFY(entriesThere("ssh://there/~", links, task));
        const auto missing = entriesThere("ssh://there/no/such", links, task);
        QVERIFY(!missing && missing.error().message.text().find("/no/such") != std::string::npos);
        QVERIFY(!entriesThere("ssh://there" + folder + "/x.npy", links, task));
    }

    void moreThanWasAskedForIsRefused()
    {
        RemoteLinks links(direct());
        OwnedTask task(1);
        const auto bytes = links.to(*parseRemoteHost("there"))->run(FetchRequest {kSample}, 16, task);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().code, Code::Limit);
    }

    void filesThatChangedAreNotTaken()
    {
        const std::string file = m_work.at("changing.npy");
        std::filesystem::copy_file(DUMPSCOPE_TEST_DATA "/npy/float_f4.npy", file);
        RemoteLinks links(direct());
        const auto index = open("ssh://there" + file, links);
        QVERIFY(index);
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - 4);
        OwnedTask task(1);
        const auto view = TensorStore(*index).open(TensorId(0U), task);
        QVERIFY(!view);
        QCOMPARE(view.error().code, Code::ChangedWhileRead);
    }

    void cancelsWhileItWaits()
    {
        const std::string begun = m_work.at("begun");
        RemoteLinks links(standIn("slow", "touch '" + begun + "'\nexec sleep 60\n"));
        OwnedTask task(1);
        const std::jthread stopper([&task, &begun] {
            while (!std::filesystem::exists(begun))
                std::this_thread::yield();
            task.stopSource().request_stop();
        });
        const auto index = openRemoteDump("ssh://there/x", links, builtinFormats(), task);
        QVERIFY(!index);
        QCOMPARE(index.error().code, Code::Cancelled);
    }

    void otherBuildsAreRefused()
    {
        OwnedTask task(1);
        const auto here = openDump(kSample, builtinFormats(), {}, task);
        std::vector<std::byte> bytes;
        QVERIFY(writeStoredDump(**here, [&bytes](ByteSpan piece) -> Result<void> {
            bytes.insert(bytes.end(), piece.begin(), piece.end());
            return {};
        }));
        QVERIFY(readStoredDump(bytes));
        bytes[sizeof(std::uint64_t)] ^= std::byte {1}; // the first letter of the build
        const auto other = readStoredDump(bytes);
        QVERIFY(!other);
        QCOMPARE(other.error().code, Code::Unsupported);
        bytes.resize(coreBuild().size() / 2);
        QCOMPARE(readStoredDump(bytes).error().code, Code::BadSyntax);
    }
};

QTEST_GUILESS_MAIN(RemoteDumpTest)
#include "tst_remote_dump.moc"
