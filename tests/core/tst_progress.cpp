// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/progress.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <thread>

using namespace dumpscope::core;

class TestProgress : public QObject {
    Q_OBJECT

private slots:
    void weightsAreNormalised();
    void withoutPhases();
    void unknownTotal();
    void growingTotalDoesNotMoveBack();
    void moreThanTotal();
    void strangeWeights();
    void phasesOnlyAscend();
    void declaringAgain();
    void monotonicFromSeveralThreads();
};

void TestProgress::weightsAreNormalised()
{
    Progress progress;
    QCOMPARE(progress.snapshot().fraction, 0.0);
    progress.setPhases({{Message("walk"), 1}, {Message("index"), 3}, {Message("compare"), 4}});
    progress.beginPhase(0, 10);
    QCOMPARE(progress.snapshot().title, std::string("walk"));
    progress.advance(5);
    QCOMPARE(progress.snapshot().fraction, 0.0625);
    progress.beginPhase(1, 4);
    QCOMPARE(progress.snapshot().fraction, 0.125);
    progress.setItem("a.bin");
    progress.advance();
    const Progress::Snapshot snapshot = progress.snapshot();
    QCOMPARE(snapshot.fraction, 0.125 + 0.375 / 4);
    QCOMPARE(snapshot.title, std::string("index"));
    QCOMPARE(snapshot.item, std::string("a.bin"));
    QCOMPARE(snapshot.done, std::uint64_t {1});
    QCOMPARE(snapshot.total, std::uint64_t {4});
    progress.beginPhase(2, 0);
    QCOMPARE(progress.snapshot().fraction, 0.5);
    QVERIFY(progress.snapshot().item.empty());
    progress.finish();
    QCOMPARE(progress.snapshot().fraction, 1.0);
}

void TestProgress::withoutPhases()
{
    Progress progress;
    progress.beginPhase(0, 8);
    progress.advance(2);
    QCOMPARE(progress.snapshot().fraction, 0.25);
    QVERIFY(progress.snapshot().title.empty());
}

void TestProgress::unknownTotal()
{
    Progress progress;
    progress.setPhases({{Message("a"), 1}, {Message("b"), 1}});
    progress.beginPhase(0, 0);
    progress.advance(1000);
    QCOMPARE(progress.snapshot().fraction, 0.0);
    QCOMPARE(progress.snapshot().done, std::uint64_t {1000});
    progress.setTotal(2000);
    QCOMPARE(progress.snapshot().fraction, 0.25);
}

void TestProgress::growingTotalDoesNotMoveBack()
{
    Progress progress;
    progress.beginPhase(0, 10);
    progress.advance(8);
    QCOMPARE(progress.snapshot().fraction, 0.8);
    progress.setTotal(100);
    QCOMPARE(progress.snapshot().fraction, 0.8);
    progress.advance(82);
    QCOMPARE(progress.snapshot().fraction, 0.9);
}

void TestProgress::moreThanTotal()
{
    Progress progress;
    progress.setPhases({{Message("a"), 1}, {Message("b"), 1}});
    progress.beginPhase(0, 10);
    progress.advance(std::numeric_limits<std::uint64_t>::max() / 2);
    QCOMPARE(progress.snapshot().fraction, 0.5);
}

void TestProgress::strangeWeights()
{
    Progress progress;
    progress.setPhases({{Message("nan"), std::nan("")}, {Message("negative"), -1}, {Message("zero"), 0},
        {Message("infinite"), INFINITY}});
    progress.beginPhase(2, 2);
    progress.advance();
    QCOMPARE(progress.snapshot().fraction, 0.625); // all equal
    Progress empty;
    empty.setPhases({});
    empty.beginPhase(7, 2);
    empty.advance();
    QCOMPARE(empty.snapshot().fraction, 0.5);
}

void TestProgress::phasesOnlyAscend()
{
    Progress progress;
    progress.setPhases({{Message("a"), 1}, {Message("b"), 1}});
    progress.beginPhase(1, 1);
    progress.beginPhase(0, 1);
    QCOMPARE(progress.snapshot().title, std::string("b"));
    progress.beginPhase(9, 1);
    QCOMPARE(progress.snapshot().title, std::string("b"));
    QCOMPARE(progress.snapshot().fraction, 0.5);
}

void TestProgress::declaringAgain()
{
    Progress progress;
    progress.setPhases({{Message("a"), 1}, {Message("b"), 1}});
    progress.beginPhase(1, 2);
    QCOMPARE(progress.snapshot().fraction, 0.5);
    progress.setPhases({{Message("inner"), 1}}); // a task inside a task
    QCOMPARE(progress.snapshot().fraction, 0.5);
    QCOMPARE(progress.snapshot().title, std::string("b"));
    progress.finish();
    progress.setPhases({{Message("next"), 1}});
    QCOMPARE(progress.snapshot().fraction, 0.0);
    QCOMPARE(progress.snapshot().title, std::string("next"));
}

void TestProgress::monotonicFromSeveralThreads()
{
    constexpr std::size_t kPhases = 20;
    constexpr std::uint64_t kUnits = 2'000;
    Progress progress;
    std::vector<Progress::Phase> phases;
    for (std::size_t i = 0; i < kPhases; ++i)
        phases.push_back({"phase " + std::to_string(i), static_cast<double>(i % 3 + 1)});
    progress.setPhases(phases);

    std::atomic<bool> over = false;
    std::atomic<bool> monotonic = true;
    {
        std::vector<std::jthread> watchers;
        for (int i = 0; i < 2; ++i) {
            watchers.emplace_back([&] {
                double last = 0;
                while (!over) {
                    const double now = progress.snapshot().fraction;
                    if (!(now >= last && now <= 1))
                        monotonic = false;
                    last = now;
                }
            });
        }
        for (std::size_t phase = 0; phase < kPhases; ++phase) {
            progress.beginPhase(phase, 2 * kUnits);
            std::vector<std::jthread> workers;
            for (int i = 0; i < 2; ++i) {
                workers.emplace_back([&] {
                    for (std::uint64_t unit = 0; unit < kUnits; ++unit)
                        progress.advance();
                    progress.setItem("done");
                });
            }
            workers.clear();
            if (progress.snapshot().done != 2 * kUnits)
                monotonic = false;
        }
        progress.finish();
        over = true;
    }
    QVERIFY(monotonic);
    QCOMPARE(progress.snapshot().fraction, 1.0);
}

QTEST_APPLESS_MAIN(TestProgress)
#include "tst_progress.moc"
