// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/said_layout.h"

#include <QTest>

#include <numeric>

using namespace dumpscope::core;

namespace {

std::vector<std::int64_t> firstRanks(std::size_t count)
{
    std::vector<std::int64_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

} // namespace

class tst_SaidLayout : public QObject {
    Q_OBJECT

private slots:
    /// Ranks of a stage are next to one another, whatever order the axes are said in.
    void stages()
    {
        for (const char* const text : {"tp=2,pp=4", "pp=4,tp=2", "pp=4"}) {
            const auto layout = SaidLayout::parse(text);
            QVERIFY(layout);
            const auto ranks = firstRanks(8);
            QVERIFY(layout->check(ranks));
            for (const std::int64_t rank : ranks)
                QCOMPARE(layout->stageOf(rank, ranks), rank / 2);
        }
    }

    /// With dp said, ranks that were not dumped do not move the others.
    void ranksThatWereNotDumped()
    {
        const auto layout = SaidLayout::parse("tp=2,dp=2,pp=2");
        QVERIFY(layout);
        const std::vector<std::int64_t> ranks {0, 3, 4, 7};
        QVERIFY(layout->check(ranks));
        QCOMPARE(layout->stageOf(3, ranks), std::int64_t {0});
        QCOMPARE(layout->stageOf(4, ranks), std::int64_t {1});
        QVERIFY(!layout->check({0, 8}));
    }

    /// dp of all experts, or of one.
    void experts()
    {
        for (const char* const text : {"ep=4,dp=4,pp=2", "ep=4,dp=1,pp=2", "ep=4,pp=2"}) {
            const auto layout = SaidLayout::parse(text);
            QVERIFY(layout);
            QVERIFY(layout->check(firstRanks(8)));
            QCOMPARE(layout->stageOf(4, firstRanks(8)), std::int64_t {1});
        }
    }

    void noRanks()
    {
        const auto layout = SaidLayout::parse("tp=3");
        QVERIFY(layout);
        QCOMPARE(layout->check({}).error().code, Code::Usage);
    }

    void notOfThatManyRanks_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("ranks");
        QTest::newRow("tp") << QByteArray("tp=3") << 8;
        QTest::newRow("product") << QByteArray("tp=4,pp=4") << 8;
        QTest::newRow("dp") << QByteArray("tp=2,dp=2") << 8;
        QTest::newRow("ep") << QByteArray("tp=2,ep=8") << 8;
    }
    void notOfThatManyRanks()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const int, ranks);
        const auto layout = SaidLayout::parse(text.toStdString());
        QVERIFY(layout);
        QCOMPARE(layout->check(firstRanks(static_cast<std::size_t>(ranks))).error().code, Code::Usage);
    }

    void notUnderstood_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* const text : {"tp", "tp=", "tp=0", "tp=-2", "tp=2,tp=2", "tensor=2", "tp=2,,pp=2",
                 "tp=x", "tp=99999999999999999999"})
            QTest::newRow(text) << QByteArray(text);
    }
    void notUnderstood()
    {
        QFETCH(const QByteArray, text);
        const auto layout = SaidLayout::parse(text.toStdString());
        QVERIFY(!layout);
        QCOMPARE(layout.error().code, Code::Usage);
    }
};

QTEST_APPLESS_MAIN(tst_SaidLayout)
#include "tst_said_layout.moc"
