// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include "eventually.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace dumpscope::core;
using dumpscope::test::eventually;
using namespace std::chrono_literals;

namespace {

using Body = std::function<Result<void>(std::size_t, std::size_t)>;

Result<void> sumOf(const Arena& arena, const std::vector<double>& values, std::size_t grain, double& sum)
{
    return parallelMapReduce<double>(
        arena, values.size(), grain, {},
        [&](std::size_t begin, std::size_t end) -> Result<double> {
            double part = 0;
            for (std::size_t i = begin; i < end; ++i)
                part += values[i];
            return part;
        },
        [&](double&& part) -> Result<void> {
            sum += part;
            return {};
        });
}

/// Lets other threads run, once or often.
void pause(std::size_t seed)
{
    const int times = seed % 7 == 0 ? 10 : seed % 3 == 0 ? 1 : 0;
    for (int i = 0; i < times; ++i)
        std::this_thread::yield();
}

} // namespace

class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void threadNumbers();
    void coversEverythingOnce_data();
    void coversEverythingOnce();
    void runsOnSeveralThreads();
    void sameSumForAnyThreads();
    void reduceIsOrderedAndAlone();
    void moveOnlyValues();
    void lowestErrorWins();
    void mapErrorComesInOrder();
    void reduceErrorStops();
    void exceptionsBecomeErrors();
    void exceptionsInMapAndReduce();
    void cancelIsQuick();
    void cancelledBefore();
    void cancelDuringMapReduce();
    void nested();
    void nestedMapReduce();
    void waitingIsBounded();
    void sharedArena();
    void manyShortRuns();
};

void TestParallel::threadNumbers()
{
    QVERIFY(Arena().threads() >= 1);
    QVERIFY(Arena(-3).threads() >= 1);
    QCOMPARE(Arena(1).threads(), 1);
    QCOMPARE(Arena(5).threads(), 5);
    const Arena first(3);
    const Arena copy = first; // NOLINT: the copy is the point
    QCOMPARE(&copy.impl(), &first.impl());
}

void TestParallel::coversEverythingOnce_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<quint64>("grain");
    QTest::newRow("nothing") << quint64 {0} << quint64 {10};
    QTest::newRow("one") << quint64 {1} << quint64 {10};
    QTest::newRow("grain 0 is 1") << quint64 {5} << quint64 {0};
    QTest::newRow("exact") << quint64 {1000} << quint64 {10};
    QTest::newRow("rest") << quint64 {1001} << quint64 {10};
    QTest::newRow("one chunk") << quint64 {1000} << quint64 {1000};
    QTest::newRow("huge grain") << quint64 {1000} << std::numeric_limits<quint64>::max();
    QTest::newRow("single items") << quint64 {3000} << quint64 {1};
}

void TestParallel::coversEverythingOnce()
{
    QFETCH(quint64, count);
    QFETCH(quint64, grain);
    for (int threads = 1; threads <= 8; ++threads) {
        const Arena arena(threads);
        std::vector<std::atomic<int>> seen(count);
        std::atomic<bool> chunksAreRight = true;
        const auto result
            = parallelFor(arena, count, grain, {}, [&](std::size_t begin, std::size_t end) -> Result<void> {
                  if (begin >= end || end > count || end - begin > std::max<std::size_t>(grain, 1))
                      chunksAreRight = false;
                  for (std::size_t i = begin; i < end; ++i)
                      ++seen[i];
                  return {};
              });
        QVERIFY(result);
        QVERIFY(chunksAreRight);
        for (const auto& times : seen)
            QCOMPARE(times.load(), 1);
    }
}

void TestParallel::runsOnSeveralThreads()
{
    // Two chunks that can only end together.
    const Arena arena(2);
    std::atomic<int> arrived = 0;
    const auto result = parallelFor(arena, 2, 1, {}, [&](std::size_t, std::size_t) -> Result<void> {
        ++arrived;
        if (!eventually([&] { return arrived == 2; }, 10s))
            return fail(Code::Internal, Message("nobody else came"));
        return {};
    });
    QVERIFY(result);
}

void TestParallel::sameSumForAnyThreads()
{
    std::mt19937_64 random(1);
    std::vector<double> values(30'000);
    for (double& value : values)
        value = std::ldexp(static_cast<double>(random()) - 9e18, static_cast<int>(random() % 120));
    double expected = 0;
    constexpr std::size_t kGrain = 37;
    for (std::size_t begin = 0; begin < values.size(); begin += kGrain) {
        double part = 0;
        for (std::size_t i = begin; i < std::min(begin + kGrain, values.size()); ++i)
            part += values[i];
        expected += part;
    }
    for (int threads = 1; threads <= 8; ++threads) {
        double sum = 0;
        QVERIFY(sumOf(Arena(threads), values, kGrain, sum));
        QVERIFY(sum == expected); // to the last bit
    }
}

void TestParallel::reduceIsOrderedAndAlone()
{
    for (const int threads : {1, 2, 4, 8}) {
        std::vector<std::size_t> order;
        std::atomic<int> inside = 0;
        bool alone = true;
        const auto result = parallelMapReduce<std::size_t>(
            Arena(threads), 500, 1, {},
            [](std::size_t begin, std::size_t) -> Result<std::size_t> {
                pause(begin * 31);
                return begin;
            },
            [&](std::size_t&& begin) -> Result<void> {
                alone = alone && ++inside == 1;
                order.push_back(begin);
                --inside;
                return {};
            });
        QVERIFY(result);
        QVERIFY(alone);
        std::vector<std::size_t> expected(500);
        std::iota(expected.begin(), expected.end(), std::size_t {0});
        QCOMPARE(order, expected);
    }
}

void TestParallel::moveOnlyValues()
{
    std::string text;
    const auto result = parallelMapReduce<std::unique_ptr<std::string>>(
        Arena(4), 26, 4, {},
        [](std::size_t begin, std::size_t end) -> Result<std::unique_ptr<std::string>> {
            auto part = std::make_unique<std::string>();
            for (std::size_t i = begin; i < end; ++i)
                *part += static_cast<char>('a' + i);
            return part;
        },
        [&](std::unique_ptr<std::string>&& part) -> Result<void> {
            text += *part;
            return {};
        });
    QVERIFY(result);
    QCOMPARE(text, std::string("abcdefghijklmnopqrstuvwxyz"));
}

void TestParallel::lowestErrorWins()
{
    for (const int threads : {1, 2, 3, 8}) {
        const Arena arena(threads);
        for (std::size_t round = 0; round < 20; ++round) {
            std::atomic<std::size_t> ran = 0;
            const auto result
                = parallelFor(arena, 10'000, 10, {}, [&](std::size_t begin, std::size_t) -> Result<void> {
                      ++ran;
                      pause(begin / 10 + round);
                      if (begin >= 200)
                          return fail(Code::BadSize, std::to_string(begin));
                      return {};
                  });
            QVERIFY(!result);
            QCOMPARE(result.error().code, Code::BadSize);
            QCOMPARE(result.error().message, std::string("200"));
            QVERIFY(ran < 100); // the rest was not tried
        }
    }
}

void TestParallel::mapErrorComesInOrder()
{
    for (const int threads : {1, 2, 8}) {
        std::vector<std::size_t> reduced;
        const auto result = parallelMapReduce<std::size_t>(
            Arena(threads), 1000, 1, {},
            [](std::size_t begin, std::size_t) -> Result<std::size_t> {
                pause(begin);
                if (begin % 10 == 9)
                    return fail(Code::Truncated, std::to_string(begin));
                return begin;
            },
            [&](std::size_t&& begin) -> Result<void> {
                reduced.push_back(begin);
                return {};
            });
        QVERIFY(!result);
        QCOMPARE(result.error().message, std::string("9"));
        QCOMPARE(reduced, (std::vector<std::size_t> {0, 1, 2, 3, 4, 5, 6, 7, 8}));
    }
}

void TestParallel::reduceErrorStops()
{
    for (const int threads : {1, 2, 8}) {
        int reduced = 0;
        std::atomic<int> mapped = 0;
        const auto result = parallelMapReduce<int>(
            Arena(threads), 100'000, 1, {}, [&](std::size_t, std::size_t) -> Result<int> { return ++mapped; },
            [&](int&&) -> Result<void> {
                if (++reduced == 5)
                    return fail(Code::NoSpace, Message("full"));
                return {};
            });
        QVERIFY(!result);
        QCOMPARE(result.error().code, Code::NoSpace);
        QCOMPARE(reduced, 5);
        QVERIFY(mapped < 100);
    }
}

void TestParallel::exceptionsBecomeErrors()
{
    for (const int threads : {1, 4}) {
        const Arena arena(threads);
        const auto codeOf = [&](const Body& body) {
            const auto result = parallelFor(arena, 100, 1, {}, body);
            return result ? std::string("ok") : std::string(codeWord(result.error().code));
        };
        QCOMPARE(codeOf([](std::size_t, std::size_t) -> Result<void> { throw std::bad_alloc(); }),
            std::string("out-of-memory"));
        QCOMPARE(codeOf([](std::size_t, std::size_t) -> Result<void> { throw std::runtime_error("x"); }),
            std::string("internal"));
        QCOMPARE(codeOf([](std::size_t, std::size_t) -> Result<void> { throw 7; }), std::string("internal"));
    }
}

void TestParallel::exceptionsInMapAndReduce()
{
    for (const int threads : {1, 4}) {
        const Arena arena(threads);
        const auto inMap = parallelMapReduce<int>(
            arena, 100, 1, {}, [](std::size_t, std::size_t) -> Result<int> { throw std::bad_alloc(); },
            [](int&&) -> Result<void> { return {}; });
        QCOMPARE(inMap.error().code, Code::OutOfMemory);
        const auto inReduce = parallelMapReduce<int>(
            arena, 100, 1, {}, [](std::size_t, std::size_t) -> Result<int> { return 1; },
            [](int&&) -> Result<void> { throw std::runtime_error("x"); });
        QCOMPARE(inReduce.error().code, Code::Internal);
    }
}

void TestParallel::cancelIsQuick()
{
    for (const int threads : {1, 4}) {
        std::stop_source source;
        std::atomic<std::size_t> ran = 0;
        std::chrono::steady_clock::time_point asked;
        std::jthread canceller([&] {
            eventually([&] { return ran >= 3; });
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        const auto result = parallelFor(
            Arena(threads), 1'000'000, 1, source.get_token(), [&](std::size_t, std::size_t) -> Result<void> {
                // From the third on they end when they are stopped.
                if (++ran >= 3)
                    eventually([&] { return source.stop_requested(); });
                return {};
            });
        const auto ended = std::chrono::steady_clock::now();
        canceller.join();
        QVERIFY(!result);
        QCOMPARE(result.error().code, Code::Cancelled);
        QVERIFY2(ended - asked < 100ms, "cancelling took too long");
        // Two that were short, and one for each thread.
        QVERIFY2(ran <= 2U + static_cast<std::size_t>(threads), std::to_string(ran).c_str());
    }
}

void TestParallel::cancelledBefore()
{
    std::stop_source source;
    source.request_stop();
    bool ran = false;
    const auto result
        = parallelFor(Arena(2), 10, 1, source.get_token(), [&](std::size_t, std::size_t) -> Result<void> {
              ran = true;
              return {};
          });
    QVERIFY(!result);
    QCOMPARE(result.error().code, Code::Cancelled);
    QVERIFY(!ran);
    QVERIFY(parallelFor(
        Arena(2), 0, 1, source.get_token(), [](std::size_t, std::size_t) { return Result<void>(); }));
}

void TestParallel::cancelDuringMapReduce()
{
    for (const int threads : {1, 2, 8}) {
        std::stop_source source;
        std::size_t reduced = 0;
        const auto result = parallelMapReduce<std::size_t>(
            Arena(threads), 100'000, 1, source.get_token(),
            [](std::size_t begin, std::size_t) -> Result<std::size_t> {
                pause(begin);
                return begin;
            },
            [&](std::size_t&& begin) -> Result<void> {
                if (begin != reduced)
                    return fail(Code::Internal, Message("order"));
                if (++reduced == 50)
                    source.request_stop();
                return {};
            });
        QVERIFY(!result);
        QCOMPARE(result.error().code, Code::Cancelled);
        QCOMPARE(reduced, std::size_t {50});
    }
}

void TestParallel::nested()
{
    for (const int threads : {1, 2, 4}) {
        const Arena arena(threads);
        std::atomic<std::uint64_t> sum = 0;
        const auto result
            = parallelFor(arena, 30, 1, {}, [&](std::size_t outer, std::size_t) -> Result<void> {
                  return parallelFor(arena, 40, 3, {},
                      [&, outer](std::size_t middle, std::size_t middleEnd) -> Result<void> {
                          return parallelFor(
                              arena, 5, 1, {}, [&, outer](std::size_t inner, std::size_t) -> Result<void> {
                                  for (std::size_t i = middle; i < middleEnd; ++i)
                                      sum += outer * 1000 + i * 10 + inner;
                                  return {};
                              });
                      });
              });
        QVERIFY(result);
        // Sum over 30 x 40 x 5 of the three terms: 435 * 200 * 1000 + 780 * 150 * 10 + 10 * 1200.
        QCOMPARE(sum.load(), std::uint64_t {87'000'000 + 1'170'000 + 12'000});
    }
}

void TestParallel::nestedMapReduce()
{
    for (const int threads : {1, 2, 4}) {
        const Arena arena(threads);
        std::string text;
        const auto result = parallelMapReduce<std::string>(
            arena, 40, 1, {},
            [&](std::size_t outer, std::size_t) -> Result<std::string> {
                std::string part = std::to_string(outer) + ':';
                TRY_VOID(parallelMapReduce<std::string>(
                    arena, 12, 1, {},
                    [&](std::size_t inner, std::size_t) -> Result<std::string> {
                        pause(outer + inner);
                        return std::string(1, static_cast<char>('a' + inner));
                    },
                    [&](std::string&& letter) -> Result<void> {
                        part += letter;
                        return {};
                    }));
                return part;
            },
            [&](std::string&& part) -> Result<void> {
                text += part;
                return {};
            });
        QVERIFY(result);
        std::string expected;
        for (int i = 0; i < 40; ++i)
            expected += std::to_string(i) + ":abcdefghijkl";
        QCOMPARE(text, expected);
    }
}

void TestParallel::waitingIsBounded()
{
    // The first chunk takes long; the others must not pile up behind it.
    constexpr int kThreads = 4;
    struct Counted {
        explicit Counted(std::atomic<int>& count)
            : counter(&count)
        {
            ++*counter;
        }
        Counted(Counted&& other) noexcept
            : counter(std::exchange(other.counter, nullptr))
        {
        }
        Counted(const Counted&) = delete;
        Counted& operator=(const Counted&) = delete;
        Counted& operator=(Counted&&) = delete;
        ~Counted()
        {
            if (counter)
                --*counter;
        }
        std::atomic<int>* counter;
    };
    std::atomic<int> alive = 0;
    std::atomic<int> most = 0;
    const auto result = parallelMapReduce<Counted>(
        Arena(kThreads), 2'000, 1, {},
        [&](std::size_t begin, std::size_t) -> Result<Counted> {
            // That no more follow than may shows only in time.
            if (begin == 0)
                eventually([&] { return alive > 4 * kThreads + 1; }, 100ms);
            Counted value(alive);
            int now = alive;
            int before = most;
            while (now > before && !most.compare_exchange_weak(before, now)) { }
            return value;
        },
        [](Counted&&) -> Result<void> { return {}; });
    QVERIFY(result);
    QCOMPARE(alive.load(), 0);
    QVERIFY2(most <= 4 * kThreads + 1, std::to_string(most).c_str());
}

void TestParallel::sharedArena()
{
    // Several callers at once, as the window and its background work do.
    const Arena arena(3);
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> callers;
        for (std::size_t caller = 0; caller < 4; ++caller) {
            callers.emplace_back([&, caller] {
                std::vector<double> values(2'000, static_cast<double>(caller + 1));
                double sum = 0;
                if (sumOf(arena, values, 11, sum) && sum == 2'000.0 * static_cast<double>(caller + 1))
                    ++right;
            });
        }
    }
    QCOMPARE(right.load(), 4);
}

void TestParallel::manyShortRuns()
{
    const Arena arena(4);
    for (std::size_t i = 0; i < 2'000; ++i) {
        std::atomic<std::size_t> sum = 0;
        QVERIFY(parallelFor(arena, 8, 1, {}, [&](std::size_t begin, std::size_t) -> Result<void> {
            sum += begin;
            return {};
        }));
        QCOMPARE(sum.load(), std::size_t {28});
    }
}

QTEST_APPLESS_MAIN(TestParallel)
#include "tst_parallel.moc"
