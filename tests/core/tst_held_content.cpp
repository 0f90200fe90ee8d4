// SPDX-License-Identifier: GPL-3.0-or-later
// What was brought from other machines is held, within bounds, and brought once.
#include "remote/held_content.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace dumpscope::core;

namespace {

Bytes bytesOf(std::size_t count)
{
    return Bytes::fromVector(std::vector<std::byte>(count));
}

} // namespace

class HeldContentTest : public QObject {
    Q_OBJECT
private slots:
    void theLastUsedIsHeld()
    {
        HeldContent held(100, 0);
        int brought = 0;
        const auto get = [&](const std::string& key, std::size_t size) {
            return held.get(key, {}, [&]() -> Result<Bytes> {
                ++brought;
                return bytesOf(size);
            });
        };
        QVERIFY(get("a", 40));
        QVERIFY(get("b", 40));
        QVERIFY(get("a", 40));
        QCOMPARE(brought, 2);
        QVERIFY(get("c", 40)); // b was not used for the longest time
        QVERIFY(held.find("a") && held.find("c") && !held.find("b"));
        QVERIFY(get("d", 1000)); // larger than all that is held
        QVERIFY(held.find("d") && !held.find("a") && !held.find("c"));
    }

    void failuresAreNotHeld()
    {
        HeldContent held(100, 0);
        const auto failed = held.get("a", {}, []() -> Result<Bytes> { return fail(Code::Io, Message("x")); });
        QVERIFY(!failed);
        QVERIFY(!held.find("a"));
        QVERIFY(held.get("a", {}, []() -> Result<Bytes> { return bytesOf(1); }));
    }

    void waitedForWhileItComes()
    {
        HeldContent held(100, 0);
        std::atomic<int> brought = 0, asked = 0, got = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    ++asked;
                    const auto bytes = held.get("a", {}, [&]() -> Result<Bytes> {
                        ++brought;
                        while (asked < 4)
                            std::this_thread::yield();
                        return bytesOf(7);
                    });
                    got += bytes && bytes->size() == 7 ? 1 : 0;
                });
        }
        QCOMPARE(got.load(), 4);
        QCOMPARE(brought.load(), 1);
    }

    void waitingStops()
    {
        HeldContent held(100, 0);
        std::stop_source stop;
        const auto bytes = held.get("a", {}, [&]() -> Result<Bytes> {
            stop.request_stop();
            const auto other = held.get("a", stop.get_token(), []() -> Result<Bytes> { return bytesOf(2); });
            return other || other.error().code != Code::Cancelled ? bytesOf(0) : bytesOf(1);
        });
        QVERIFY(bytes);
        QCOMPARE(bytes->size(), std::uint64_t {1});
    }
};

QTEST_GUILESS_MAIN(HeldContentTest)
#include "tst_held_content.moc"
