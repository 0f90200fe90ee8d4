// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/notice_bar.h"
#include "window_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace dumpscope;

namespace {

constexpr int kPatienceMs = 20'000;

gui::Program::Files keptIn(const QTemporaryDir& folder)
{
    gui::Program::Files files;
    files.autosaveFolder = folder.path();
    return files;
}

QStringList autosaves(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList({QStringLiteral("*.dumpscope")}, QDir::Files, QDir::Name);
}

} // namespace

/// Unsaved work is there again after a crash, and two programs do not take each other's.
class AutosaveTest : public QObject {
    Q_OBJECT

private slots:
    void nothingToRecover();
    void programsKeepTheirOwn();
    void crashedOneIsRecovered();
    void windowsThatEndedAreNotMerged();
    void aCrashIsToldOnce();
    void threadsFollowThePreference();
};

void AutosaveTest::nothingToRecover()
{
    const QTemporaryDir folder;
    test::WindowProgram program(keptIn(folder));
    QVERIFY(!program.workspace.recover());
    program.workspace.autosave();
    QVERIFY(autosaves(folder).isEmpty()); // nothing is open
}

void AutosaveTest::aCrashIsToldOnce()
{
    const QTemporaryDir folder;
    QFile report(folder.filePath(QStringLiteral("crash-1-2.txt")));
    QVERIFY(report.open(QIODevice::WriteOnly));
    report.close();
    gui::Program::Files files;
    files.crashFolder = folder.path();
    const QString kept = folder.filePath(QStringLiteral("seen-crash-1-2.txt"));
    {
        test::WindowProgram program(files);
        QVERIFY(program.window.notice().text().contains(kept));
        QVERIFY(QFile::exists(kept));
    }
    test::WindowProgram program(files);
    QVERIFY(!program.window.notice().text().contains(kept));
}

void AutosaveTest::programsKeepTheirOwn()
{
    const QTemporaryDir folder;
    test::WindowProgram first(keptIn(folder)), second(keptIn(folder));
    first.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
    second.opening.open({DUMPSCOPE_SAMPLE_DATA "/golden"});
    first.workspace.autosave();
    second.workspace.autosave();
    QCOMPARE(autosaves(folder).size(), 2);
    // Both are alive: a third one has nothing to recover.
    test::WindowProgram third(keptIn(folder));
    QVERIFY(!third.workspace.recover());
    // A clean end takes its own file along.
    first.window.close();
    QCOMPARE(autosaves(folder).size(), 1);
}

void AutosaveTest::crashedOneIsRecovered()
{
    const QTemporaryDir folder;
    test::WindowProgram alive(keptIn(folder));
    alive.opening.open({DUMPSCOPE_SAMPLE_DATA "/golden"});
    alive.workspace.autosave();
    // What a program leaves that ended by a signal: its file, and a lock of nobody who runs.
    const QString left = folder.filePath(QStringLiteral("autosave-left.dumpscope"));
    {
        const QTemporaryDir other;
        test::WindowProgram crashed(keptIn(other));
        crashed.opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
        crashed.workspace.autosave();
        QCOMPARE(autosaves(other).size(), 1);
        // Paths are relative to the folder; both folders have the same parent.
        QVERIFY(QFile::copy(other.filePath(autosaves(other).first()), left));
    }
    QFile lock(left + QStringLiteral(".lock"));
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.write("4194304\ndumpscope\n" + QSysInfo::machineHostName().toUtf8() + '\n');
    lock.close();
    test::WindowProgram next(keptIn(folder));
    // It is offered; nothing is opened by itself.
    QVERIFY(next.workspace.recover());
    QVERIFY(next.services.session.roots().isEmpty());
    QCOMPARE(
        next.window.notice().text(), QStringLiteral("A window ended unexpectedly. What was open: target."));
    next.window.notice().action()->trigger();
    QCOMPARE(next.services.session.roots().size(), 1);
    QCOMPARE(next.services.session.roots().first()->title(), QStringLiteral("target"));
    QTRY_VERIFY_WITH_TIMEOUT(next.window.isSettled(), kPatienceMs);
    // It goes on in the same file until it ends.
    QVERIFY(QFile::exists(left));
    next.window.close();
    QVERIFY(!QFile::exists(left));
    QCOMPARE(autosaves(folder).size(), 1);
}

void AutosaveTest::windowsThatEndedAreNotMerged()
{
    const QTemporaryDir folder;
    for (const char* name : {"target", "golden"}) {
        const QTemporaryDir other;
        test::WindowProgram crashed(keptIn(other));
        crashed.opening.open({QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/") + QLatin1String(name)});
        crashed.workspace.autosave();
        const QString file
            = folder.filePath(QStringLiteral("autosave-%1.dumpscope").arg(QLatin1String(name)));
        QVERIFY(QFile::copy(other.filePath(autosaves(other).first()), file));
        QFile copy(file);
        QVERIFY(copy.open(QIODevice::ReadWrite));
        QVERIFY(copy.setFileTime(QDateTime::currentDateTime().addSecs(name[0] == 't' ? -60 : 0),
            QFileDevice::FileModificationTime));
    }
    {
        test::WindowProgram next(keptIn(folder));
        QVERIFY(next.workspace.recover());
        QCOMPARE(next.window.notice().text(),
            QStringLiteral("2 windows ended unexpectedly. What was open in the last: golden."));
        // Who opens something else has decided.
        next.opening.open({QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target")});
        QVERIFY(!next.window.notice().isVisible());
        QCOMPARE(next.services.session.roots().size(), 1);
        next.window.close();
    }
    test::WindowProgram last(keptIn(folder));
    QVERIFY(last.workspace.recover());
    last.window.notice().action()->trigger();
    QCOMPARE(last.services.session.roots().size(), 1);
    QCOMPARE(last.services.session.roots().first()->title(), QStringLiteral("golden"));
    last.window.close();
    QCOMPARE(autosaves(folder), QStringList {QStringLiteral("autosave-target.dumpscope")});
}

void AutosaveTest::threadsFollowThePreference()
{
    test::WindowProgram program;
    const auto threadsNow = [&] {
        int threads = -1;
        program.services.tasks.start<void>(gui::Lane::Interactive, QStringLiteral("ask"), &program,
            [&threads](core::TaskContext& context, const gui::TaskRunner::Post&) -> core::Result<void> {
                threads = context.arena.threads();
                return {};
            },
            {});
        [&] { QTRY_VERIFY(program.services.tasks.running().isEmpty()); }();
        return threads;
    };
    QVERIFY(program.services.preferences.set(gui::Preference::Threads, 3));
    QCOMPARE(threadsNow(), 3);
    QVERIFY(program.services.preferences.set(gui::Preference::Threads, 1));
    QCOMPARE(threadsNow(), 1);
}

QTEST_MAIN(AutosaveTest)
#include "tst_autosave.moc"
