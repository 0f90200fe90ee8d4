// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/crash_report.h"
#include "temporary_folder.h"

#include <QTest>

#include <csignal>
#include <filesystem>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Fatal = void (*)();

/// How a child that installs reports and then does `fatal` ends.
int endOf(const std::string& folder, Fatal fatal)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none {};
        ::setrlimit(RLIMIT_CORE, &none);
        for (const int number : {SIGSEGV, SIGABRT})
            std::signal(number, SIG_DFL); // the test library has handlers of its own
        installCrashReports(folder, "dumpscope 9.9\nlibrary 1.2");
        fatal();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

int deeper(volatile int* before, int depth)
{
    volatile int big[4096] = {depth};
    return depth < 0 || before == nullptr ? big[0] : deeper(big, depth + 1) + big[1];
}

std::vector<std::string> filesIn(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        names.push_back(entry.path().string());
    return names;
}

} // namespace

class TestCrashReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer reports crashes itself");
#endif
    }

    void folderFollowsTheEnvironment()
    {
        QCOMPARE(crashFolder("/s", "/h"), std::string("/s/dumpscope"));
        QCOMPARE(crashFolder("relative", "/h"), std::string("/h/.local/state/dumpscope"));
        QCOMPARE(crashFolder(nullptr, "/h"), std::string("/h/.local/state/dumpscope"));
        QCOMPARE(crashFolder("", nullptr), std::string());
    }

    void crashesLeaveAReport_data()
    {
        QTest::addColumn<Fatal>("fatal");
        QTest::addColumn<int>("signal");
        QTest::newRow("null") << Fatal([] { ::raise(SIGSEGV); }) << SIGSEGV;
        QTest::newRow("abort") << Fatal([] { std::abort(); }) << SIGABRT;
        QTest::newRow("stack overflow") << Fatal([] {
            volatile int first = 0;
            first = deeper(&first, 0);
        }) << SIGSEGV;
    }
    void crashesLeaveAReport()
    {
        QFETCH(Fatal, fatal);
        QFETCH(int, signal);
        const TemporaryFolder folder;
        const std::string reports = folder.at("a/b/reports");
        const int status = endOf(reports, fatal);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), signal);
        const auto files = filesIn(reports);
        QCOMPARE(files.size(), std::size_t {1});
        const std::string text = readFile(files.front());
        QVERIFY(text.starts_with("dumpscope 9.9\nlibrary 1.2\nended by SIG"));
        QVERIFY(text.find("tst_crash_report+0x") != std::string::npos);
        QVERIFY(text.find('/') == std::string::npos);
    }

    void nothingIsWrittenWithoutACrash()
    {
        const TemporaryFolder folder;
        QCOMPARE(endOf(folder.at("reports"), [] {}), 0);
        QVERIFY(!std::filesystem::exists(folder.at("reports")));
    }
};

QTEST_GUILESS_MAIN(TestCrashReport)
#include "tst_crash_report.moc"
