// SPDX-License-Identifier: GPL-3.0-or-later
// A dump on another machine is opened and read as it is there. The other machine is this one: a script stands
// for ssh, starts the server, and can break what comes back.
#include "base/digest.h"
#include "base/task.h"
#include "model/core_build.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "remote/remote_dump.h"
#include "remote/stored_dump.h"
#include "temporary_folder.h"
#include "tensor/element_stream.h"

#include <QTest>

#include <filesystem>
#include <fstream>
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
