// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/recorded_checksum.h"

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
        const auto text = checksumOf(view, *found, m_task);
        QVERIFY(text.has_value());
        QCOMPARE(QByteArray::fromStdString(*text), recorded);
    }

    void noChecksums()
    {
        for (const char* const text : {"", "none", "cbf4392", "0x1234", "cbf4392g"})
            QVERIFY(!checksumKindOf(text));
    }

    void singleValues()
    {
        for (const char* const text : {"1.5", "-2", "7", "NaN", "1e-05", "true"})
            QCOMPARE(int(checksumKindOf(text).value()), int(ChecksumKind::Value));
    }

    void bfloat16IsAlsoRecordedWidened()
    {
        // zlib.crc32 of b'\x80\x3f\x00\x40' (1 and 2), and of the float32 numbers 1 and 2.
        std::vector<std::byte> bytes {std::byte {0x80}, std::byte {0x3f}, std::byte {0x00}, std::byte {0x40}};
        const TensorView view = makeDenseView(DType::BFloat16, {2}, Bytes::fromVector(std::move(bytes)));
        const ChecksumSide elements {{}, &view, DType::BFloat16};
        for (const auto& [text, equal] :
            {std::pair("95f68a1a", true), std::pair("2e3fa576", true), std::pair("00000000", false)}) {
            const ChecksumSide recorded {{text}, nullptr, DType::BFloat16};
            const auto found = compareChecksums(elements, recorded, m_task);
            QVERIFY(found && found->equal);
            QCOMPARE(*found->equal, equal);
        }
    }

    void severalChecksums()
    {
        const auto side = [](std::vector<std::string> texts) { return ChecksumSide {std::move(texts)}; };
        const std::string crc = "7af1a542", md5 = "25f9e794323b453885f5181f1b624d0b";
        const std::string other = "35f9e794323b453885f5181f1b624d0b";
        // Every kind that both have must agree.
        QCOMPARE(compareChecksums(side({crc, md5}), side({md5}), m_task)->equal, std::optional(true));
        QCOMPARE(compareChecksums(side({crc, md5}), side({crc, other}), m_task)->equal, std::optional(false));
        QCOMPARE(compareChecksums(side({crc}), side({md5}), m_task)->equal, std::optional<bool>());
        QVERIFY(compareChecksums(side({crc}), side({}), m_task)->text.empty());
    }

    void otherOrders()
    {
        std::vector<std::byte> bytes(8);
        TensorView view = makeDenseView(DType::UInt8, {2, 4}, Bytes::fromVector(std::move(bytes)));
        view.strides = {1, 2};
        const auto text = checksumOf(view, ChecksumKind::Crc32, m_task);
        QVERIFY(!text && text.error().code == Code::Unsupported);
    }

private:
    OwnedTask m_task;
};

QTEST_APPLESS_MAIN(TestRecordedChecksum)
#include "tst_recorded_checksum.moc"
