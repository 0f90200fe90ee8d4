// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs put together as written down here.
#include "compare/layout/layout_summary.h"

#include "layout/layout_words.h"
#include "rank_table.h"

#include <QTest>

#include <limits>
#include <string>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Table : RankTable {
    Table()
        : RankTable(4, {"up.0", "up.1", "down.0", "loss"})
    {
    }
    void add(const std::string& name, AssemblyKind kind, std::optional<std::size_t> axis,
        const std::vector<std::int64_t>& ranks, double error, bool isCarried = false)
    {
        Assembly assembly;
        assembly.kind = kind;
        assembly.axis = axis;
        assembly.error = error;
        assembly.basis = isCarried ? AssemblyBasis::Siblings : AssemblyBasis::Values;
        for (const std::int64_t rank : ranks)
            assembly.parts.push_back(partOf(name, rank));
        RankTable::add(name, std::move(assembly));
    }
};

} // namespace

class TestLayoutSummary : public QObject {
    Q_OBJECT

private slots:
    void onePlaceOfOperatorsIsOneRow()
    {
        Table table;
        PairResult plain;
        plain.pair.target = RankTable::find(*table.target, "loss", 0);
        plain.pair.golden = RankTable::find(*table.golden, "loss", 0);
        table.pairs.add(plain); // one tensor: nothing is cut
        table.add("down.0", AssemblyKind::Sum, {}, {1, 3}, kNaN);
        table.add("up.1", AssemblyKind::Concat, 2, {3, 2, 1, 0}, 0.25, true);
        table.add("up.0", AssemblyKind::Concat, 2, {0, 1, 2, 3}, 0.5);
        OwnedTask task;
        const auto groups = sumUpAssemblies(table.pairs, task).value();
        QCOMPARE(groups.size(), std::size_t {2});
        QCOMPARE(std::get<0>(groups[0].operators), std::string("up."));
        QCOMPARE(groups[0].first, std::size_t {3}); // golden runs up.0 first, its pair is the last
        QCOMPARE(groups[0].tensors, std::size_t {2});
        QCOMPARE(groups[0].carried, std::size_t {1});
        QCOMPARE(groups[0].unmeasured, std::size_t {0});
        QVERIFY(groups[0].errors == std::pair(0.25, 0.5));
        QCOMPARE(assemblyText(groups[0]).text(), std::string("concat, axis 2, ranks 0 to 3"));
        QCOMPARE(groups[1].first, std::size_t {1});
        QCOMPARE(groups[1].unmeasured, std::size_t {1});
        QVERIFY(!groups[1].errors);
        QCOMPARE(assemblyText(groups[1]).text(), std::string("sum, ranks 1, 3"));
    }

    void otherRanksAreAnotherRow()
    {
        Table table;
        table.add("up.0", AssemblyKind::Concat, 0, {0, 1}, 0);
        table.add("up.1", AssemblyKind::Concat, 0, {2}, 0);
        OwnedTask task;
        const auto groups = sumUpAssemblies(table.pairs, task).value();
        QCOMPARE(groups.size(), std::size_t {2});
        QCOMPARE(assemblyText(groups[1]).text(), std::string("concat, axis 0, rank 2"));
    }

    void summingUpIsCancelled()
    {
        Table table;
        table.add("up.0", AssemblyKind::Concat, 0, {0, 1}, 0);
        OwnedTask task;
        task.stopSource().request_stop();
        const auto groups = sumUpAssemblies(table.pairs, task);
        QVERIFY(!groups);
        QCOMPARE(groups.error().code, Code::Cancelled);
    }

    void ranksAreARunOrAList()
    {
        const auto text = [](std::vector<std::int64_t> ranks) { return ranksText(ranks).text(); };
        QCOMPARE(text({}), std::string());
        QCOMPARE(text({4, 5}), std::string("4, 5"));
        QCOMPARE(text({4, 5, 6}), std::string("4 to 6"));
        QCOMPARE(text({0, 2, 3}), std::string("0, 2, 3"));
        QCOMPARE(text({2, 1, 0}), std::string("2, 1, 0"));
    }
};

QTEST_APPLESS_MAIN(TestLayoutSummary)
#include "tst_layout_summary.moc"
