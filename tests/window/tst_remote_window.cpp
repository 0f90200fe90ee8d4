// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of another machine in the window. That machine is this one: a script stands for ssh.
#include "comparison/comparisons.h"
#include "kit/remote_sheet.h"
#include "remote_hosts.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 300'000; // each file is a process there, which sanitizers make slow
const QString kThere = QStringLiteral("ssh://there" DUMPSCOPE_SAMPLE_DATA);

} // namespace

class RemoteWindowTest : public QObject {
    Q_OBJECT

    test::TemporaryFolder m_work;

    void reach(test::WindowProgram& program) const
    {
        const std::string path = m_work.at("ssh");
        std::ofstream(path) << "#!/bin/sh\nHOME='" << m_work.path()
                            << "' DUMPSCOPE_NO_CACHE=1 exec '" DUMPSCOPE_BINARY_DIR
                               "/dumpscope-cli' serve --stdio\n";
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        program.services.session.setRemote(std::make_shared<core::RemoteLinks>(
            core::SshProgram {path, {"PATH=/usr/bin:/bin", "TMPDIR=" + m_work.path()}, "test"}));
    }

private slots:
    void dumpsOfAnotherMachineAreCompared()
    {
        test::WindowProgram program;
        reach(program);
        program.opening.open({kThere + "/target/", QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.services.comparisons.current() && program.services.comparisons.current()->isOver(),
            kPatienceMs);
        const OpenedRoot* const root = program.services.session.roots().first();
        QCOMPARE(root->path(), kThere + "/target");
        QVERIFY(root->isRemote());
        QCOMPARE(root->state(), OpenedRoot::State::Ready);
        // The same as of two dumps of this machine.
        test::WindowProgram here(QStringList {QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"),
            QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")});
        QTRY_VERIFY_WITH_TIMEOUT(
            here.services.comparisons.current() && here.services.comparisons.current()->isOver(),
            kPatienceMs);
        const auto& ours = here.services.comparisons.current()->result();
        const auto& theirs = program.services.comparisons.current()->result();
        QVERIFY(ours && theirs);
        QCOMPARE(theirs->conclusion.message().text(), ours->conclusion.message().text());
        QCOMPARE(theirs->summary.fail, ours->summary.fail);
        QCOMPARE(theirs->summary.pass, ours->summary.pass);
        QCOMPARE(program.opening.recent().first().paths.first(), kThere + "/target");
        QVERIFY(program.opening.recent().first().isReachable);
        // What is written beside it harms nothing there.
        QVERIFY(program.services.session.checkOutput(QString::fromStdString(m_work.at("x.csv"))));
    }

    void whatCannotBeOpenedSaysSo()
    {
        test::WindowProgram program;
        reach(program);
        program.opening.open({QStringLiteral("ssh://there/no/such/folder")});
        const auto& roots = program.services.session.roots();
        QTRY_VERIFY_WITH_TIMEOUT(
            !roots.isEmpty() && roots.first()->state() == OpenedRoot::State::Failed, kPatienceMs);
        QVERIFY(roots.first()->error()->message.text().find("/no/such/folder") != std::string::npos);
    }

    void theSheetMakesOnePlace()
    {
        RemoteSheet sheet({QStringLiteral("npu7")}, nullptr);
        auto* const host = sheet.findChild<QComboBox*>();
        auto* const path = sheet.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(host && path);
        const auto placeOf = [&](const QString& machine, const QString& folder) {
            host->setCurrentText(machine);
            path->setText(folder);
            return sheet.place();
        };
        QCOMPARE(placeOf("npu7", "/data/d 1"), QString("ssh://npu7/data/d 1"));
        QCOMPARE(placeOf("me@npu7:2222", "~/d"), QString("ssh://me@npu7:2222/~/d"));
        QCOMPARE(placeOf("npu7", "ssh://other/d"), QString("ssh://other/d"));
        QCOMPARE(placeOf("ssh://other/d", ""), QString("ssh://other/d"));
        for (const auto& [machine, folder] : {std::pair("", "/d"), std::pair("npu7", ""),
                 std::pair("npu7", "d"), std::pair("-oProxyCommand=x", "/d"), std::pair("a b", "/d")})
            QCOMPARE(placeOf(machine, folder), QString());
    }

    void machinesOfTheConfiguration()
    {
        std::filesystem::create_directory(m_work.at(".ssh"));
        std::ofstream(m_work.at(".ssh/config"))
            << "Host npu7 npu8 *.lab !x\n  HostName 10.0.0.7\nhost=\"gpu\"\n"
               "Match host y\nHost npu7 -bad\n#Host no\n";
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", m_work.path().c_str());
        const QStringList hosts = sshHosts();
        qputenv("HOME", before);
        QCOMPARE(hosts, QStringList({"npu7", "npu8", "gpu"}));
    }
};

QTEST_MAIN(RemoteWindowTest)
#include "tst_remote_window.moc"
