// SPDX-License-Identifier: GPL-3.0-or-later
// A dump on another machine in the window: its statistics come by themselves, its files do not.
#include "documents/statistics_fill.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "remote/remote_dump.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

class SessionElsewhereTest : public QObject {
    Q_OBJECT

    test::TemporaryFolder m_work;

private slots:
    void statisticsAreFilledIn()
    {
        // More than is ever brought unasked.
        std::vector<float> values(6U << 20U, 1.5F);
        values[7] = std::numeric_limits<float>::quiet_NaN();
        std::filesystem::create_directory(m_work.at("dump"));
        QVERIFY(test::writeFile(m_work.at("dump/a.npy"), test::npyFile(values)));
        const std::string ssh = m_work.at("ssh");
        std::ofstream(ssh) << "#!/bin/sh\nexec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n";
        std::filesystem::permissions(ssh, std::filesystem::perms::owner_all);
        const core::SshProgram program {
            ssh, {"PATH=/usr/bin:/bin", "TMPDIR=" + m_work.path(), "HOME=" + m_work.path()}, "test"};
        const auto links = std::make_shared<core::RemoteLinks>(program);

        TaskRunner tasks;
        Session session(tasks, core::builtinFormats());
        session.setRemote(links);
        const StatisticsFill fill(session, tasks, [](const OpenedRoot*) { return false; });
        OpenedRoot* const root = session.open(QString::fromStdString("ssh://there" + m_work.at("dump")));
        QTRY_COMPARE(root->state(), OpenedRoot::State::Ready);
        QCOMPARE(root->index()->tensorCount(), std::size_t {1});
        const int nans = root->table()->columnByName("nan_count");
        QTRY_COMPARE(core::cellText(root->table()->cell(0, nans)), std::string("1"));
        QVERIFY2(links->broughtBytes() < 1U << 20U, qPrintable(QString::number(links->broughtBytes())));
    }
};

QTEST_GUILESS_MAIN(SessionElsewhereTest)
#include "tst_session_elsewhere.moc"
