// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of another machine in the window. That machine is this one: a script stands for ssh.
#include "comparison/comparisons.h"
#include "kit/remote_sheet.h"
#include "remote_hosts.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <algorithm>
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

    core::SshProgram sshInPlace() const
    {
        const std::string path = m_work.at("ssh");
        std::ofstream(path) << "#!/bin/sh\nHOME='" << m_work.path()
                            << "' DUMPSCOPE_NO_CACHE=1 exec '" DUMPSCOPE_BINARY_DIR
                               "/dumpscope-cli' serve --stdio\n";
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return {path, {"PATH=/usr/bin:/bin", "TMPDIR=" + m_work.path()}, "test"};
    }
    void reach(test::WindowProgram& program) const
    {
        program.services.session.setRemote(std::make_shared<core::RemoteLinks>(sshInPlace()));
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

    void theSheetShowsWhatIsThere()
    {
        const std::string folder = m_work.at("there");
        std::filesystem::create_directories(folder + "/run1");
        std::ofstream(folder + "/run1/a.npy") << "no tensor";
        std::ofstream(folder + "/b.txt") << "12345";
        TaskRunner tasks;
        RemoteSheet sheet({QStringLiteral("there")}, nullptr);
        auto* const path = sheet.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        auto* const list = sheet.findChild<QTreeView*>();
        QVERIFY(path && list && list->isHidden());
        QStringList asked;
        const auto links = std::make_shared<core::RemoteLinks>(sshInPlace());
        sheet.setLook(tasks, [&asked, links](const std::string& place, core::TaskContext& task) {
            asked << QString::fromStdString(place);
            return core::entriesThere(place, *links, task);
        });
        const auto look = [&] {
            for (QPushButton* const button : sheet.findChildren<QPushButton*>()) {
                if (button->text() == RemoteSheet::tr("Show what is there"))
                    button->click();
            }
        };
        QVERIFY(asked.isEmpty()); // nobody has asked for a connection
        path->setText(QString::fromStdString(folder));
        look();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 2, kPatienceMs);
        const auto text
            = [&](int row, int column) { return list->model()->index(row, column).data().toString(); };
        QCOMPARE(text(0, 0), QStringLiteral("run1/"));
        QCOMPARE(text(0, 1), QString());
        QCOMPARE(text(1, 0), QStringLiteral("b.txt"));
        QVERIFY(text(1, 1).startsWith(QLatin1Char('5')));
        // What is marked is what is opened; a folder is gone into.
        list->setCurrentIndex(list->model()->index(1, 0));
        QCOMPARE(sheet.place(), QStringLiteral("ssh://there") + QString::fromStdString(folder + "/b.txt"));
        emit list->activated(list->model()->index(0, 0));
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(text(0, 0), QStringLiteral("a.npy"));
        QCOMPARE(path->text(), QString::fromStdString(folder + "/run1"));
        // What cannot be looked into says so, and what is shown stays.
        path->setText(QStringLiteral("/no/such/folder"));
        look();
        const auto saysWhy = [&] {
            return std::ranges::any_of(sheet.findChildren<QLabel*>(),
                [](const QLabel* label) { return label->text().contains(QLatin1String("No such file")); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(saysWhy(), kPatienceMs);
        QCOMPARE(list->model()->rowCount(), 1);
        QCOMPARE(asked.size(), 3);
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
