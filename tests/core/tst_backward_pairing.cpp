// SPDX-License-Identifier: GPL-3.0-or-later
// A branch whose gradient the target cuts off: backward operators that golden has are missing.
#include "msprobe_dump_writer.h"

#include <QTest>

#include <map>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

DumpedTensor wave(float phase)
{
    DumpedTensor tensor {{4, 4}, {}};
    for (int i = 0; i < 16; ++i)
        tensor.values.push_back(std::sin(phase + 1.7F * static_cast<float>(i)));
    return tensor;
}

/// Three products one behind the other; backward, the first one gets `last` and gives `given`.
std::vector<DumpedOperator> run(const DumpedTensor& last, const DumpedTensor& given, bool hasSecond)
{
    std::vector<DumpedOperator> all;
    for (int i = 0; i < 3; ++i) {
        const auto phase = static_cast<float>(i);
        all.push_back({"Functional.linear." + std::to_string(i) + ".forward", {wave(phase), wave(10 + phase)},
            wave(phase + 1)});
    }
    all.push_back({"Functional.linear.2.backward", {wave(20)}, wave(21)});
    if (hasSecond)
        all.push_back({"Functional.linear.1.backward", {wave(21)}, wave(22)});
    all.push_back({"Functional.linear.0.backward", {last}, given});
    return all;
}

} // namespace

class tst_BackwardPairing : public QObject {
    Q_OBJECT

private slots:
    /// The gradient that goes past the branch is what the missing operator got, and no reason to take its
    /// place.
    void partnersAreThoseOfForwardOperators()
    {
        const ComparedDumps dumps(run(wave(21), wave(22), false), run(wave(25), wave(30), true));
        QVERIFY(dumps.good);
        const PairTable& pairs = *dumps.comparison.pairs;
        const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
        std::map<std::string, std::string> partners;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            partners[std::string(target.text(target.tensor(pair.target).opName))]
                = golden.text(golden.tensor(pair.golden).opName);
        }
        for (const auto& [name, partner] : partners)
            QCOMPARE(partner, name);
        QVERIFY(partners.contains("Functional.linear.0.backward"));
        QCOMPARE(dumps.comparison.unpairedGolden.size(), std::size_t {2});
    }
};

QTEST_GUILESS_MAIN(tst_BackwardPairing)
#include "tst_backward_pairing.moc"
