// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics and lists of folders that cross between machines are the same behind it, and hostile ones are
// refused; so are hostile scans.
#include "model/dump_folder.h"
#include "remote/folder_entries.h"
#include "remote/remote_statistics.h"
#include "remote/remote_value_scan.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace dumpscope::core;

namespace {

std::vector<std::byte> written(const std::function<Result<void>(const ByteSink&)>& write)
{
    std::vector<std::byte> bytes;
    const auto done = write([&bytes](ByteSpan piece) -> Result<void> {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        return {};
    });
    return done ? bytes : std::vector<std::byte>();
}

std::vector<std::byte> bytesOf(const AskedStatistics& statistics)
{
    return written([&](const ByteSink& sink) { return writeStatistics(statistics, sink); });
}

/// Every member has a value of its own.
Statistics everything()
{
    Statistics all;
    all.count = 100;
    all.finiteCount = 90;
    all.min = -1.5;
    all.max = std::numeric_limits<double>::max();
    all.mean = 0.1;
    all.std = 5e-324;
    all.l2norm = 7;
    all.absMax = 8;
    all.exactMin = std::numeric_limits<std::int64_t>::min() + WideInteger {1};
    all.exactMax = WideInteger {std::numeric_limits<std::uint64_t>::max()};
    all.exactAbsMax = -(WideInteger {1} << 100);
    all.zeroCount = 1;
    all.negativeCount = 2;
    all.positiveCount = 3;
    all.nanCount = 4;
    all.posInfCount = 5;
    all.negInfCount = 6;
    all.subnormalCount = 7;
    all.minIndex = 8;
    all.maxIndex = 99;
    all.firstNonFiniteIndex = 0;
    return all;
}

} // namespace

class RemoteStatisticsTest : public QObject {
    Q_OBJECT
private slots:
    void cross()
    {
        const AskedStatistics sent {everything(), std::nullopt, Statistics {}};
        const auto got = readStatistics(bytesOf(sent), 3);
        QVERIFY(got);
        QVERIFY(*got == sent);
    }

    void listsOfFolders()
    {
        const FolderEntries sent {"/data", {{"a", true, 0, 5, Message("npy")}, {"b c", false, 7, -1, {}}}, 3};
        const auto bytes = written([&](const ByteSink& sink) { return writeFolderEntries(sent, sink); });
        const auto got = readFolderEntries(bytes);
        QVERIFY(got);
        QVERIFY(*got == sent);
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!readFolderEntries(ByteSpan(bytes).first(length)));
        for (const std::string& name : {std::string(), std::string("../x"), std::string("a\0b", 3)}) {
            const FolderEntries wrong {"/data", {{name, false, 0, 0, {}}}, 0};
            const auto hostile
                = written([&](const ByteSink& sink) { return writeFolderEntries(wrong, sink); });
            QVERIFY(!readFolderEntries(hostile));
        }
    }

    void hostileScans()
    {
        OwnedTask task(1);
        const auto index = openDump(DUMPSCOPE_TEST_DATA "/npy/float_f4.npy", builtinFormats(), {}, task);
        const auto other = openDump(DUMPSCOPE_TEST_DATA "/npy/int_i4.npy", builtinFormats(), {}, task);
        QVERIFY(index && other);
        ValueScan scan;
        NonFiniteTensor& tensor = scan.found.emplace_back();
        tensor.id = TensorId(0U);
        tensor.nan = 3;
        tensor.firstIndex = 0;
        tensor.why = Message("because");
        scan.scanned = 1;
        const auto bytes = written([&](const ByteSink& sink) { return writeValueScan(scan, **index, sink); });
        const auto got = readValueScan(bytes, **index);
        QVERIFY(got && got->found.size() == 1 && got->found.front().nan == 3U && got->scanned == 1);
        QCOMPARE(readValueScan(bytes, **other).error().code, Code::ChangedWhileRead);
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!readValueScan(ByteSpan(bytes).first(length), **index));
        scan.found.front().firstIndex = std::uint64_t {1} << 40; // no such element
        const auto beyond
            = written([&](const ByteSink& sink) { return writeValueScan(scan, **index, sink); });
        QVERIFY(!readValueScan(beyond, **index));
    }

    void hostileNumbers_data()
    {
        QTest::addColumn<int>("member");
        for (int i = 0; i < 4; ++i)
            QTest::addRow("%d", i) << i;
    }
    void hostileNumbers()
    {
        QFETCH(int, member);
        Statistics wrong = everything();
        if (member == 0)
            wrong.minIndex = wrong.count;
        else if (member == 1)
            wrong.firstNonFiniteIndex = ~std::uint64_t {0};
        else if (member == 2)
            wrong.nanCount = wrong.count + 1;
        else
            wrong.finiteCount = wrong.count + 1;
        QVERIFY(!readStatistics(bytesOf({wrong}), 1));
    }

    void hostileBytes()
    {
        const std::vector<std::byte> bytes = bytesOf({everything(), std::nullopt});
        QVERIFY(readStatistics(bytes, 2));
        QVERIFY(!readStatistics(bytes, 1));
        QVERIFY(!readStatistics(bytes, 3));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!readStatistics(ByteSpan(bytes).first(length), 2));
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::vector<std::byte> flipped = bytes;
            flipped[at] ^= std::byte {0xFF};
            static_cast<void>(readStatistics(flipped, 2)); // whatever it is, it ends
        }
    }
};

QTEST_GUILESS_MAIN(RemoteStatisticsTest)
#include "tst_remote_statistics.moc"
