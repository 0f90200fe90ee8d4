// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_reader.h"

#include <QTest>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

using namespace dumpscope::core;

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::vector<std::byte> counting(std::size_t count)
{
    std::vector<std::byte> data(count);
    for (std::size_t i = 0; i < count; ++i)
        data[i] = static_cast<std::byte>(i + 1);
    return data;
}

bool isTruncatedAt(const Error& error, std::uint64_t offset)
{
    return error.code == Code::Truncated && error.place.offset == offset;
}

} // namespace

class TestByteReader : public QObject {
    Q_OBJECT

private slots:
    void readsLittleEndian();
    void readsUnaligned();
    void failsPastTheEndWithoutMoving();
    void takesParts();
    void refusesHugeLengths();
    void addsItsBase();
    void readsNothingFromNothing();
    void checksArithmetic();
    void slicesBytes();
    void bytesKeepTheirOwner();
};

void TestByteReader::readsLittleEndian()
{
    const auto data = counting(15);
    ByteReader reader(data);
    QCOMPARE(reader.read<std::uint8_t>().value(), std::uint8_t {0x01});
    QCOMPARE(reader.read<std::uint16_t>().value(), std::uint16_t {0x0302});
    QCOMPARE(reader.read<std::uint32_t>().value(), std::uint32_t {0x07060504});
    QCOMPARE(reader.read<std::uint64_t>().value(), std::uint64_t {0x0f0e0d0c0b0a0908});
    QVERIFY(reader.atEnd());
}

void TestByteReader::readsUnaligned()
{
    // 1.5 as float64 is 3ff8 0000 0000 0000.
    const std::array<std::uint8_t, 9> data {0xaa, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
    ByteReader reader(std::as_bytes(std::span(data)));
    QVERIFY(reader.take(1));
    QCOMPARE(reader.read<double>().value(), 1.5);
}

void TestByteReader::failsPastTheEndWithoutMoving()
{
    const auto data = counting(3);
    ByteReader reader(data);
    QVERIFY(reader.read<std::uint8_t>());
    const auto failed = reader.read<std::uint32_t>();
    QVERIFY(!failed && isTruncatedAt(failed.error(), 1));
    QCOMPARE(reader.offset(), std::uint64_t {1});
    QCOMPARE(reader.remaining(), std::uint64_t {2});
    QCOMPARE(reader.read<std::uint16_t>().value(), std::uint16_t {0x0302});
}

void TestByteReader::takesParts()
{
    const auto data = counting(5);
    ByteReader reader(data);
    QCOMPARE(reader.takeText(2).value(), std::string_view("\x01\x02"));
    const auto part = reader.take(3);
    QVERIFY(part && part->data() == data.data() + 2 && part->size() == 3);
    QVERIFY(reader.take(0) && reader.take(0)->empty());
    const auto failed = reader.take(1);
    QVERIFY(!failed && isTruncatedAt(failed.error(), 5));
}

void TestByteReader::refusesHugeLengths()
{
    const auto data = counting(5);
    ByteReader reader(data);
    QVERIFY(reader.take(2));
    for (const std::uint64_t length : {std::uint64_t {4}, kMost - 1, kMost}) {
        const auto failed = reader.takeText(length);
        QVERIFY(!failed && isTruncatedAt(failed.error(), 2));
    }
    QCOMPARE(reader.remaining(), std::uint64_t {3});
}

void TestByteReader::addsItsBase()
{
    const auto data = counting(2);
    ByteReader reader(data, 1000);
    QVERIFY(reader.take(1));
    QCOMPARE(reader.offset(), std::uint64_t {1001});
    const auto failed = reader.read<std::uint16_t>();
    QVERIFY(!failed && isTruncatedAt(failed.error(), 1001));
}

void TestByteReader::readsNothingFromNothing()
{
    ByteReader reader({});
    QVERIFY(reader.atEnd());
    QVERIFY(reader.take(0) && reader.takeText(0));
    QVERIFY(!reader.read<std::uint8_t>());
}

void TestByteReader::checksArithmetic()
{
    std::uint64_t result = 0;
    QVERIFY(checkedAdd(kMost - 1, 1, result) && result == kMost);
    QVERIFY(!checkedAdd(kMost, 1, result));
    QVERIFY(checkedMul(std::uint64_t {1} << 32U, (std::uint64_t {1} << 32U) - 1, result));
    QCOMPARE(result, 0xffff'ffff'0000'0000U);
    QVERIFY(!checkedMul(std::uint64_t {1} << 32U, std::uint64_t {1} << 32U, result));
    QVERIFY(checkedMul(0, kMost, result) && result == 0);
}

void TestByteReader::slicesBytes()
{
    const Bytes bytes = Bytes::fromVector(counting(10));
    const auto part = bytes.slice(2, 5);
    QVERIFY(part && part->size() == 5 && part->data() == bytes.data() + 2);
    const auto inner = part->slice(4, 1);
    QVERIFY(inner && inner->data() == bytes.data() + 6);
    QVERIFY(bytes.slice(10, 0) && bytes.slice(0, 10));
    for (const auto& [offset, length] : {std::pair<std::uint64_t, std::uint64_t> {0, 11}, {10, 1}, {11, 0},
             {5, kMost}, {kMost, 5}, {kMost, kMost}}) {
        const auto failed = bytes.slice(offset, length);
        QVERIFY(!failed && isTruncatedAt(failed.error(), offset));
    }
    QVERIFY(Bytes().slice(0, 0));
    QVERIFY(!Bytes().slice(0, 1));
}

void TestByteReader::bytesKeepTheirOwner()
{
    Bytes part;
    {
        const Bytes whole = Bytes::fromVector(counting(100));
        part = whole.slice(50, 3).value();
    }
    QCOMPARE(part.span()[0], std::byte {51});
    QVERIFY(part.check());
    QVERIFY(Bytes().check() && Bytes().isEmpty());
}

QTEST_APPLESS_MAIN(TestByteReader)
#include "tst_byte_reader.moc"
