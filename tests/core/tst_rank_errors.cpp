// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs put together as written down here.
#include "compare/layout/rank_errors.h"

#include "compare/limits/usual_error.h"
#include "rank_table.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

const std::vector<std::string> kNames {
    "embed/take", "layers/0/up", "layers/0/down", "layers/1/up", "head/mul"};

struct Table : RankTable {
    Table()
        : RankTable(3, kNames)
    {
    }
    /// `errors`: of ranks 0, 1 and 2.
    void add(const std::string& name, AssemblyKind kind, const std::vector<double>& errors)
    {
        Assembly assembly;
        assembly.kind = kind;
        for (std::size_t rank = 0; rank < errors.size(); ++rank) {
            assembly.parts.push_back(partOf(name, static_cast<std::int64_t>(rank)));
            assembly.parts.back().error = errors[rank];
            assembly.error = std::max(assembly.error, errors[rank]);
        }
        RankTable::add(name, std::move(assembly));
    }
    [[nodiscard]] RankErrors errors() const
    {
        OwnedTask task;
        return rankErrors(pairs, task).value();
    }
};

std::size_t columnOf(const RankErrors& errors, const std::string& name)
{
    for (std::size_t i = 0; i < errors.modules.size(); ++i) {
        if (errors.modules[i].name == name)
            return i;
    }
    return errors.modules.size();
}

} // namespace

class TestRankErrors : public QObject {
    Q_OBJECT

private slots:
    void theLargestOfEachRankAndLayer()
    {
        Table table;
        table.add("layers/0/up", AssemblyKind::Concat, {0.25, 0.5, 0.125});
        table.add("layers/0/down", AssemblyKind::Replicated, {0.75, 0.25, 0});
        table.add("head/mul", AssemblyKind::Concat, {0, 0.5});
        const RankErrors errors = table.errors();
        QCOMPARE(errors.modules.size(), std::size_t {2});
        QCOMPARE(errors.ranks, (std::vector<std::int64_t> {0, 1, 2}));
        const std::size_t layer = columnOf(errors, "layers/0"), head = columnOf(errors, "head/mul");
        QVERIFY(errors.modules[layer].isLayer && !errors.modules[head].isLayer);
        QCOMPARE(errors.at(layer, 0).error, 0.75F);
        QCOMPARE(errors.at(layer, 0).row, 1U);
        QCOMPARE(errors.at(layer, 1).error, 0.5F);
        QCOMPARE(errors.at(layer, 1).row, 0U);
        QVERIFY(!errors.at(layer, 1).isOfWhole);
        QCOMPARE(errors.at(layer, 2).error, 0.125F);
        QCOMPARE(errors.at(head, 1).error, 0.5F);
        QVERIFY(std::isnan(errors.at(head, 2).error)); // has no part of it
    }

    void ofSumsOnlyTheWholeIsKnown()
    {
        Table table;
        table.add("layers/1/up", AssemblyKind::Sum, {0.5, 0.5, 0.5});
        const RankErrors errors = table.errors();
        QCOMPARE(errors.at(0, 2).error, 0.5F);
        QVERIFY(errors.at(0, 2).isOfWhole);
    }

    void stopped()
    {
        Table table;
        table.add("layers/1/up", AssemblyKind::Concat, {0.5, 0.5, 0.5});
        OwnedTask task;
        task.stopSource().request_stop();
        QCOMPARE(rankErrors(table.pairs, task).error().code, Code::Cancelled);
        const PairTable none({table.target, {}}, {table.golden, {}}, std::make_shared<MetricSelection>());
        OwnedTask other;
        QVERIFY(rankErrors(none, other)->modules.empty());
    }

    void whatIsUsual()
    {
        constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(usualError({}), 0.0);
        QCOMPARE(usualError({0, 0, 0, 0.5F, 0.5F}), 0.0);                                // most are equal
        QCOMPARE(usualError({0.5F, kNone, 0.001F, 0.002F, 0.4F, 0.3F}), double(0.002F)); // of five the second
        QCOMPARE(usualError({0.5F, 0.5F}), 0.008); // no arithmetic makes as much
        QCOMPARE(leastFarError(0), 1e-5);
        QCOMPARE(leastFarError(0.002), 0.032);
    }
};

QTEST_APPLESS_MAIN(TestRankErrors)
#include "tst_rank_errors.moc"
