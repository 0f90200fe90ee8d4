// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of files are compressed where it pays, and what a hostile machine says of compressed ones is not
// believed.
#include "remote/packed_bytes.h"
#include "remote/remote_messages.h"

#include <QByteArray>
#include <QTest>

#include <random>

using namespace dumpscope::core;

namespace {

std::string noise(std::size_t count)
{
    std::mt19937 chance(1);
    std::string text(count, ' ');
    for (char& c : text)
        c = static_cast<char>(chance());
    return text;
}

/// As zlib's own program writes it: Qt puts the size in front.
std::string packedByQt(const std::string& bytes)
{
    return qCompress(QByteArray::fromStdString(bytes)).mid(4).toStdString();
}

} // namespace

class PackedBytesTest : public QObject {
    Q_OBJECT
private slots:
    void packsWhatPays()
    {
        BytesPacker packer;
        const std::string zeros(kRemotePiece, '\0');
        const auto packed = packer.pack(zeros);
        QVERIFY(packed && packed->size() < kRemotePiece / 100);
        const auto again = unpackBytes(*packed, zeros.size());
        QVERIFY(again && *again == zeros);
        // Another program reads it.
        QByteArray sized = QByteArray::fromHex("00010000") + QByteArray::fromStdString(*packed);
        QCOMPARE(qUncompress(sized).toStdString(), zeros);
        QVERIFY(!packer.pack("short"));
    }

    /// After a piece that does not get smaller, some are not tried.
    void triesSeldomWhereItDoesNotPay()
    {
        BytesPacker packer;
        QVERIFY(!packer.pack(noise(kRemotePiece)));
        const std::string zeros(kRemotePiece, '\0');
        int untried = 0;
        while (!packer.pack(zeros))
            ++untried;
        QCOMPARE(untried, 15);
        QVERIFY(packer.pack(zeros));
    }

    void hostileSizes_data()
    {
        QTest::addColumn<QByteArray>("packed");
        QTest::addColumn<quint64>("size");
        const std::string bytes(1000, 'x');
        const auto packed = QByteArray::fromStdString(packedByQt(bytes));
        QTest::newRow("less") << packed << quint64 {999};
        QTest::newRow("more") << packed << quint64 {1001};
        QTest::newRow("nothing") << QByteArray() << quint64 {1000};
        QTest::newRow("garbage") << QByteArray("garbage") << quint64 {1000};
        QTest::newRow("more behind it") << packed + 'x' << quint64 {1000};
        for (int length = 0; length < packed.size(); ++length)
            QTest::newRow(qPrintable(QStringLiteral("cut at %1").arg(length)))
                << packed.left(length) << quint64 {1000};
        const auto bomb = QByteArray::fromStdString(packedByQt(std::string(64U << 20, '\0')));
        QTest::newRow("bomb") << bomb << quint64 {64U << 20};
        QTest::newRow("bomb that says less") << bomb << quint64 {kRemotePiece};
        QTest::newRow("all that there is") << packed << ~quint64 {0};
    }
    void hostileSizes()
    {
        QFETCH(QByteArray, packed);
        QFETCH(quint64, size);
        const auto bytes = unpackBytes(packed.toStdString(), size);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().code, Code::BadSyntax);
    }

    void knownBytes()
    {
        const std::string bytes(1000, 'x');
        const auto unpacked = unpackBytes(packedByQt(bytes), 1000);
        QVERIFY(unpacked && *unpacked == bytes);
    }

    /// Only who asks for it gets compressed messages; both are the same when they are read.
    void messages()
    {
        const RemoteOutput output {1, false, std::string(5000, 'x')};
        BytesPacker packer;
        const std::string plain = encodeRemoteAnswer(output), packed = encodeRemoteAnswer(output, &packer);
        QVERIFY(plain.size() > 5000);
        QVERIFY(packed.size() < 200);
        for (const std::string& message : {plain, packed}) {
            const auto answer = decodeRemoteAnswer(message);
            QVERIFY(answer && std::holds_alternative<RemoteOutput>(*answer));
            QVERIFY(std::get<RemoteOutput>(*answer) == output);
        }
        const RemotePiece input {1, 0, "n", std::string(5000, 'y'), true};
        const auto order = decodeRemoteOrder(encodeRemoteOrder(input, &packer));
        QVERIFY(order && std::get<RemotePiece>(*order) == input);
    }
};

QTEST_GUILESS_MAIN(PackedBytesTest)
#include "tst_packed_bytes.moc"
