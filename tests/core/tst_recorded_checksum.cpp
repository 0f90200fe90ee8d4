// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recorded_checksum.h"

#include <QTest>

#include <cstring>

using namespace dumpscope::core;

class TestRecordedChecksum : public QObject {
    Q_OBJECT

private slots:
    void kinds_data()
    {
        QTest::addColumn<QByteArray>("recorded");
        QTest::addColumn<int>("kind");
        // The check values of the algorithms for the text 123456789 (zlib, coreutils); the XOR by hand.
        QTest::newRow("crc") << QByteArray("cbf43926") << int(ChecksumKind::Crc32);
        QTest::newRow("md5") << QByteArray("25f9e794323b453885f5181f1b624d0b") << int(ChecksumKind::Md5);
        QTest::newRow("sha1") << QByteArray("f7c3bc1d808e04732adf679965ccc34ca7ae3441")
                              << int(ChecksumKind::Sha1);
        QTest::newRow("sha256") << QByteArray(
            "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225")
                                << int(ChecksumKind::Sha256);
        QTest::newRow("xor") << QByteArray("0x3837363534333208") << int(ChecksumKind::Xor64);
    }
    void kinds()
    {
        QFETCH(QByteArray, recorded);
        QFETCH(int, kind);
        const auto found = checksumKindOf(recorded.toStdString());
        QVERIFY(found.has_value());
        QCOMPARE(int(*found), kind);
        std::vector<std::byte> bytes(9);
        std::memcpy(bytes.data(), "123456789", bytes.size());
        const TensorView view = makeDenseView(DType::UInt8, {9}, Bytes::fromVector(std::move(bytes)));
        TaskContext task = m_owned.context();
        const auto text = checksumOf(view, *found, task);
        QVERIFY(text.has_value());
        QCOMPARE(QByteArray::fromStdString(*text), recorded);
    }

    void noChecksums()
    {
        for (const char* const text : {"", "none", "cbf4392", "0x1234", "cbf4392g"})
            QVERIFY(!checksumKindOf(text));
    }

    void otherOrders()
    {
        std::vector<std::byte> bytes(8);
        TensorView view = makeDenseView(DType::UInt8, {2, 4}, Bytes::fromVector(std::move(bytes)));
        view.strides = {1, 2};
        TaskContext task = m_owned.context();
        const auto text = checksumOf(view, ChecksumKind::Crc32, task);
        QVERIFY(!text && text.error().code == Code::Unsupported);
    }

private:
    OwnedTask m_owned;
};

QTEST_APPLESS_MAIN(TestRecordedChecksum)
#include "tst_recorded_checksum.moc"
