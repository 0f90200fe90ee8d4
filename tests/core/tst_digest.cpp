// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"

#include <QTest>

#include <string>

using namespace dumpscope::core;

namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

} // namespace

class TestDigest : public QObject {
    Q_OBJECT

private slots:
    void published_data();
    void published();
    void paddingLengths_data();
    void paddingLengths();
    void crcContinues();
    void hexMayBeAskedInBetween();
};

void TestDigest::published_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("times");
    QTest::addColumn<QByteArray>("hex");
    const auto row
        = [](const char* name, DigestKind kind, const QByteArray& text, int times, const char* hex) {
              QTest::newRow(name) << static_cast<int>(kind) << text << times << QByteArray(hex);
          };
    // The test suites of RFC 1321 A.5, RFC 3174 7.3 and RFC 6234 8.5; the check value of CRC-32.
    const QByteArray alphabet = "abcdefghijklmnopqrstuvwxyz";
    const QByteArray twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    const QByteArray eighty
        = "12345678901234567890123456789012345678901234567890123456789012345678901234567890";
    row("md5 empty", DigestKind::Md5, "", 1, "d41d8cd98f00b204e9800998ecf8427e");
    row("md5 a", DigestKind::Md5, "a", 1, "0cc175b9c0f1b6a831c399e269772661");
    row("md5 abc", DigestKind::Md5, "abc", 1, "900150983cd24fb0d6963f7d28e17f72");
    row("md5 message", DigestKind::Md5, "message digest", 1, "f96b697d7cb7938d525a2f31aaf161d0");
    row("md5 alphabet", DigestKind::Md5, alphabet, 1, "c3fcd3d76192e4007dfb496cca67e13b");
    row("md5 eighty", DigestKind::Md5, eighty, 1, "57edf4a22be3c955ac49da2e2107b67a");
    row("sha1 abc", DigestKind::Sha1, "abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d");
    row("sha1 two blocks", DigestKind::Sha1, twoBlocks, 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    row("sha1 million", DigestKind::Sha1, "a", 1'000'000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    row("sha1 640", DigestKind::Sha1, "0123456701234567012345670123456701234567012345670123456701234567", 10,
        "dea356a2cddd90c7a7ecedc5ebb563934f460452");
    row("sha256 abc", DigestKind::Sha256, "abc", 1,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    row("sha256 two blocks", DigestKind::Sha256, twoBlocks, 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    row("sha256 million", DigestKind::Sha256, "a", 1'000'000,
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    row("crc32 check", DigestKind::Crc32, "123456789", 1, "cbf43926");
}

void TestDigest::published()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, text);
    QFETCH(int, times);
    QFETCH(QByteArray, hex);
    Digest digest(static_cast<DigestKind>(kind));
    for (int i = 0; i < times; ++i)
        digest.update(bytesOf(std::string_view(text.constData(), static_cast<std::size_t>(text.size()))));
    QCOMPARE(QByteArray::fromStdString(digest.hex()), hex);
}

void TestDigest::paddingLengths_data()
{
    // Python's hashlib and zlib over bytes((7 * i + 3) & 255 for i in range(n)).
    QTest::addColumn<int>("length");
    QTest::addColumn<QByteArrayList>("hex");
    const auto row = [](int n, const char* crc, const char* md5, const char* sha1, const char* sha256) {
        QTest::addRow("%d", n) << n << QByteArrayList {crc, md5, sha1, sha256};
    };
    row(0, "00000000", "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    row(1, "4b0bbe37", "8666683506aacd900bbd5a74ac4edf68", "9842926af7ca0a8cca12604f945414f07b01e13d",
        "084fed08b978af4d7d196a7446a86b58009e636b611db16211b65a9aadff29c5");
    row(55, "30c94412", "52c0e574e1198de5fe3f8f11440dcb1b", "ddf57317ef34bfee3b6df83d359098930eb278bc",
        "e7313d333c272e639f790978283f9eb392e843d0f29b7016828bb1daa4aac70b");
    row(56, "cb5e10b8", "46c9907fc908ee68b1e7b8e71286a518", "a0d492bb0fc889d0eca3bc137066ab6f4f74f369",
        "4324d65f3c103567f5589c710bc08f8523f929a9272e3af36fc968e52abc6c27");
    row(57, "6d19d08b", "1c805dd236c35cab25fcb1bc73802c51", "11a02dcf95859677a62e75024067c22b165d890f",
        "35df609437dcfea3279283ab79fd554e2bf78f8f7ae2de532d8ee300b09e8f73");
    row(63, "b7350c2a", "a62f6d59e837867693f042f5b8f5a236", "c55856749bef509bdfe6bfebfc7bf4e793e82132",
        "81c80242132f230c3bd41b3e63bbcff16107339549214a99614ff26664625055");
    row(64, "cbd9ecf0", "7160b8fb5e9e4023d549c3971fbaeead", "bede92be29c3874e1b54ddc77988d606fc857a8e",
        "39e3d7b6b5d075d37d053ad89b24b41bef4f3c29760c84447cab3f3be1882241");
    row(65, "6d195777", "70bd662e7aefbda85a0f7244167b7897", "b05a80522b053d6dc7e0a517d0e70212c7dad11f",
        "aacca6ff74fdbb296d165a45cecfa04e5127bc008770fbbdd48006f2d2fae95e");
    row(119, "fd968703", "e84905d4214f4d1ca56c2cdcc152b143", "504e27376a6e0f0dba8295b85cb25dc4dfa17d23",
        "9ce7368e4daf32341631b492e80359dc9f594b48453cd0dd5bf0b19279cc177e");
    row(120, "3a47ad39", "e3eb5a6c8669ea01a8c185b8abc8a5dc", "82134b02fb3f702491be9bed581eeab59334acb2",
        "7836b787757e95e58b3ca5aec90b1b004e8deba1e50e9675af9cabf1a13a04b5");
    row(127, "efb66daa", "acce2474d6cc8302120d09c818d17ef7", "34d5e582029e9b9b85b2febe31da3db7cdabaaea",
        "a8d23e75d936f303d248888d9b165ee543f4cbafcad3c9dd2a79bd84faa11d07");
    row(128, "bd5d2e01", "10b2da1a82f16d99a81a7203fe9f02cb", "a09133e6730ffe899efb70204cb5646cd5dc24ee",
        "d2742f1f4ac6bb7ca2b239ee18402ba8b3f9f8e652d2a72973c2b9ba11c08cf6");
    row(1000, "17bc2a46", "10046f077f2082ac19676b8079f1cb1a", "4231a8a50a10fa9758db8ec71fdef855b751048a",
        "1e9bc38cbf860b9ec31918b065f9b52476c549a782e0e7990bed8ce3868d2371");
}

void TestDigest::paddingLengths()
{
    QFETCH(int, length);
    QFETCH(QByteArrayList, hex);
    std::vector<std::byte> data;
    for (int i = 0; i < length; ++i)
        data.push_back(static_cast<std::byte>((7 * i + 3) & 255));
    for (const int kind : {0, 1, 2, 3}) {
        const auto digestKind = static_cast<DigestKind>(kind);
        QCOMPARE(QByteArray::fromStdString(digestHex(digestKind, data)), hex[kind]);
        for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U}) {
            Digest digest(digestKind);
            for (std::size_t begin = 0; begin < data.size(); begin += piece)
                digest.update(std::span(data).subspan(begin, std::min(piece, data.size() - begin)));
            QCOMPARE(QByteArray::fromStdString(digest.hex()), hex[kind]);
        }
    }
}

void TestDigest::crcContinues()
{
    QCOMPARE(crc32({}), 0U);
    QCOMPARE(crc32({}, 0xCBF43926U), 0xCBF43926U);
    QCOMPARE(crc32(bytesOf("123456789")), 0xCBF43926U);
    QCOMPARE(crc32(bytesOf("6789"), crc32(bytesOf("12345"))), 0xCBF43926U);
}

void TestDigest::hexMayBeAskedInBetween()
{
    Digest digest(DigestKind::Md5);
    digest.update(bytesOf("a"));
    QCOMPARE(digest.hex(), std::string("0cc175b9c0f1b6a831c399e269772661"));
    digest.update(bytesOf("bc"));
    QCOMPARE(digest.hex(), std::string("900150983cd24fb0d6963f7d28e17f72"));
    QCOMPARE(digest.bytes().size(), std::size_t {16});
}

QTEST_APPLESS_MAIN(TestDigest)
#include "tst_digest.moc"
