// SPDX-License-Identifier: GPL-3.0-or-later
// What files are recognised by on other machines, and what a hostile machine says of them.
#include "remote/file_digest.h"
#include "temporary_folder.h"

#include <QByteArray>
#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::vector<std::byte> bytesOf(const std::vector<FileDigest>& digests)
{
    std::vector<std::byte> bytes;
    const auto written = writeDigests(digests, [&bytes](ByteSpan piece) -> Result<void> {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        return {};
    });
    return written ? bytes : std::vector<std::byte>();
}

std::string hexOf(const FileDigest& digest)
{
    return QByteArray::fromStdString(digest.sha256).toHex().toStdString();
}

} // namespace

class FileDigestTest : public QObject {
    Q_OBJECT
private slots:
    /// Values of FIPS 180-2, appendix B.
    void knownValues()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("abc"), std::string("abc")));
        QVERIFY(writeFile(folder.at("million"), std::string(1'000'000, 'a')));
        const auto tree = openFileTree(folder.path());
        QVERIFY(tree);
        OwnedTask task(2);
        const auto digests
            = digestsOf(**tree, {{"abc", 3}, {"no such file", 3}, {"million", 1'000'000}}, task);
        QVERIFY(digests);
        QCOMPARE(digests->size(), std::size_t {3});
        QCOMPARE(hexOf((*digests)[0]),
            std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE((*digests)[0].size, std::uint64_t {3});
        QVERIFY(!(*digests)[1].isKnown());
        QCOMPARE(hexOf((*digests)[2]),
            std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
        const auto again = readDigests(bytesOf(*digests), 3);
        QVERIFY(again);
        QVERIFY(*again == *digests);
    }

    void stops()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("abc"), std::string("abc")));
        const auto tree = openFileTree(folder.path());
        OwnedTask task(1);
        task.stopSource().request_stop();
        const auto digests = digestsOf(**tree, {{"abc", 3}}, task);
        QVERIFY(!digests);
        QCOMPARE(digests.error().code, Code::Cancelled);
    }

    void hostileBytes()
    {
        const std::vector<FileDigest> digests {{3, std::string(32, 'x')}, {}};
        const std::vector<std::byte> bytes = bytesOf(digests);
        QVERIFY(readDigests(bytes, 2));
        QVERIFY(!readDigests(bytes, 1));
        QVERIFY(!readDigests(bytes, 3));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!readDigests(ByteSpan(bytes).first(length), 2));
        QVERIFY(!readDigests(bytesOf({{3, std::string(31, 'x')}, {}}), 2));
        std::vector<std::byte> many = bytes;
        many[7] = std::byte {0xFF}; // the count
        QVERIFY(!readDigests(many, 2));
    }
};

QTEST_GUILESS_MAIN(FileDigestTest)
#include "tst_file_digest.moc"
