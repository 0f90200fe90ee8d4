// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are asked something: what they answer, and what ends the waiting for them.
#include "io/child_process.h"

#include "child_process.h"
#include "temporary_folder.h"

#include <QTest>

#include <csignal>
#include <thread>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

ProgramCall shell(std::string script)
{
    return {.words = {"sh", "-c", std::move(script)}, .environment = {"PATH=/usr/bin:/bin"}};
}

} // namespace

class TestChildProcess : public QObject {
    Q_OBJECT

private slots:
    void answers()
    {
        const std::string large(3 << 20, 'x'); // more than any pipe holds
        ProgramCall call = shell("cat");
        call.input = large;
        const auto echoed = runProgram(call, {});
        QVERIFY(echoed);
        QVERIFY(echoed->isSuccess());
        QCOMPARE(echoed->text.size(), large.size());

        const auto failed = runProgram(shell("echo half; exit 3"), {});
        QVERIFY(failed);
        QVERIFY(!failed->isSuccess());
        QCOMPARE(failed->text, std::string("half\n"));

        // One that reads nothing does not end us by a signal.
        ProgramCall deaf = shell("exec <&-; echo done");
        deaf.input = large;
        const auto unread = runProgram(deaf, {});
        QVERIFY(unread);
        QCOMPARE(unread->text, std::string("done\n"));
    }

    void errorsWhereTheyWereAskedFor()
    {
        ProgramCall call = shell("echo words; echo complaint >&2");
        call.errors = ProgramCall::Errors::Dropped;
        QCOMPARE(runProgram(call, {})->text, std::string("words\n"));
        call.errors = ProgramCall::Errors::Answered;
        QCOMPARE(runProgram(call, {})->text, std::string("words\ncomplaint\n"));
    }

    void whatDoesNotStart()
    {
        const auto none = runProgram({.words = {"no-such-program-anywhere"}}, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::NotFound);
    }

    /// Without the look at the child itself, this would last as long as its helper.
    void helperThatKeepsThePipe()
    {
        const TemporaryFolder folder;
        const auto answer
            = runProgram(shell("sleep 3600 & echo $! >" + folder.at("helper") + "; echo said"), {});
        QVERIFY(answer);
        QVERIFY(answer->isSuccess());
        QCOMPARE(answer->text, std::string("said\n"));
        const pid_t helper = std::stoi(readFile(folder.at("helper")));
        QTRY_VERIFY(isOver(helper));
    }

    void interrupted()
    {
        std::stop_source stop;
        std::jthread later([&] { stop.request_stop(); });
        const auto answer = runProgram(shell("sleep 3600"), stop.get_token());
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Code::Cancelled);
    }

    void patienceEnds()
    {
        ProgramCall call = shell("while :; do echo still at it; sleep 0.01; done");
        call.patience = std::chrono::milliseconds(300);
        const auto answer = runProgram(call, {});
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Code::Limit);
    }

    /// Signals that we block or ignore are its own again.
    void signalsOfItsOwn()
    {
        const auto before = std::signal(SIGTERM, SIG_IGN);
        const auto answer = runProgram(shell("kill -TERM $$; echo survived"), {});
        std::signal(SIGTERM, before);
        QVERIFY(answer);
        QVERIFY(!answer->isSuccess());
        QVERIFY(answer->text.empty());
    }
};

QTEST_APPLESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
