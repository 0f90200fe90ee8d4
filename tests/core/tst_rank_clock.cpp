// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of two ranks, written down by hand: NaN goes from one to the other, and only the calls between them
// say which way.
#include "trend/rank_clock.h"

#include "collective_dump.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"
#include "trend/trend_opening.h"
#include "trend/trend_result.h"

#include <QTest>

#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Calls = std::vector<std::string>;

/// "rank name" of the first anomaly, and how many calls were matched.
struct Judged {
    TemporaryFolder folder;
    std::string first;
    std::size_t calls = 0;

    explicit Judged(const std::vector<Calls>& ranks)
    {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            std::string text = dumpHead();
            for (std::size_t i = 0; i < ranks[rank].size(); ++i)
                text += (i == 0 ? "" : ", ") + ranks[rank][i];
            writeFile(folder.at("step0/rank" + std::to_string(rank) + "/dump.json"), text + "}}");
        }
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        const auto run = openTrendRun(index, {}, task).value();
        const TrendResult result = applyTrendRules(*run, usualTrendRules(), task).value();
        calls = result.calls;
        if (!result.first())
            return;
        const TrendCell& cell = run->cube().cells()[result.first()->cell];
        first = std::to_string(run->cube().ranks()[cell.rank].value_or(-1)) + ' '
            + run->cube().rows()[cell.row].opName;
    }
};

/// Operators without NaN, and their number.
void addProducts(Calls& calls, int count, int lastNan = -1)
{
    for (int i = 0; i < count; ++i)
        calls.push_back(product(i, i == lastNan));
}

} // namespace

class TestRankClock : public QObject {
    Q_OBJECT

private slots:
    void whatIsReceivedIsLaterThanWhatWasSent()
    {
        Calls sender, receiver;
        addProducts(sender, 20, 19);
        sender.push_back(transfer("send", 0, true));
        receiver.push_back(transfer("recv", 1, true));
        addProducts(receiver, 3, 0);
        // The receiver has the lower number and comes to its NaN as its first operator.
        const Judged judged({receiver, sender});
        QCOMPARE(judged.calls, std::size_t {1});
        QCOMPARE(judged.first, std::string("1 Functional.linear.19.forward"));
    }

    void whatFollowsACollectiveIsLaterThanAllBeforeIt_data()
    {
        QTest::addColumn<QString>("group");
        QTest::newRow("of a group") << QString::fromStdString(groupOf("[0, 1]"));
        QTest::newRow("of all") << "";
    }

    void whatFollowsACollectiveIsLaterThanAllBeforeIt()
    {
        QFETCH(QString, group);
        Calls quick, slow;
        addProducts(quick, 1);
        quick.push_back(reduction(false, true, group.toStdString()));
        quick.push_back(product(1, true));
        addProducts(slow, 20, 19);
        slow.push_back(reduction(true, true, group.toStdString()));
        const Judged judged({quick, slow});
        QCOMPARE(judged.calls, std::size_t {1});
        QCOMPARE(judged.first, std::string("1 Functional.linear.19.forward"));
    }

    void aCallWithoutItsOtherSideStopsNothing()
    {
        Calls one, other;
        one.push_back(transfer("recv", 1, false));
        addProducts(one, 2, 1);
        addProducts(other, 1);
        const Judged judged({one, other});
        QCOMPARE(judged.calls, std::size_t {0});
        QCOMPARE(judged.first, std::string("0 Functional.linear.1.forward"));
    }
};

QTEST_GUILESS_MAIN(TestRankClock)
#include "tst_rank_clock.moc"
