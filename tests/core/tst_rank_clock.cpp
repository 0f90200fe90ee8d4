// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of two ranks, written down by hand: NaN goes from one to the other, and only the calls between them
// say which way.
#include "trend/rank_clock.h"

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

std::string tensor(bool isNan)
{
    return std::string(R"({"type": "torch.Tensor", "dtype": "torch.float32", "shape": [4], )")
        + (isNan ? R"("Max": NaN, "Min": NaN, "Mean": NaN, "Norm": NaN})"
                 : R"("Max": 1.5, "Min": -1, "Mean": 0, "Norm": 2})");
}

std::string entry(const std::string& name, const std::string& inputs, const std::string& outputs,
    const std::string& kwargs = "")
{
    return '"' + name + R"(": {"input_args": [)" + inputs + R"(], "input_kwargs": {)" + kwargs
        + R"(}, "output": [)" + outputs + "]}";
}

std::string product(int number, bool isNan)
{
    return entry("Functional.linear." + std::to_string(number) + ".forward", tensor(false), tensor(isNan));
}

std::string transfer(const std::string& kind, int peer, bool isNan)
{
    return entry("Distributed." + kind + ".0.forward",
        tensor(isNan) + R"(, {"type": "int", "value": )" + std::to_string(peer) + "}", tensor(isNan));
}

std::string reduction(bool takesNan, bool givesNan, const std::string& group)
{
    return entry("Distributed.all_reduce.0.forward", tensor(takesNan), tensor(givesNan), group);
}

using Calls = std::vector<std::string>;

/// "rank name" of the first anomaly, and how many calls were matched.
struct Judged {
    TemporaryFolder folder;
    std::string first;
    std::size_t calls = 0;

    explicit Judged(const std::vector<Calls>& ranks)
    {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            std::string text
                = R"({"task": "statistics", "level": "L1", "framework": "pytorch", "dump_data_dir": null, "data": {)";
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
        QTest::newRow("of a group")
            << R"("group": {"type": "torch.ProcessGroup", "group_ranks": [0, 1], "group_id": "a"})";
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
