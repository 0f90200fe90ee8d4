// SPDX-License-Identifier: GPL-3.0-or-later
// Sides that hold other ranks, other parts of the data, or the same integers of another scale.
#include "compare/conclusion/compared_places.h"

#include "compare/conclusion/parted_batch.h"
#include "compare/layout/cut_evidence.h"
#include "compared_ranks.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::compareFolders;
using dumpscope::test::DumpedOperator;
using dumpscope::test::DumpedTensor;
using dumpscope::test::MsprobeDumpWriter;
using dumpscope::test::noise;
using dumpscope::test::TemporaryFolder;

namespace {

constexpr auto kStatistics = MsprobeDumpWriter::Task::Statistics;

Comparison comparedIn(const TemporaryFolder& folder)
{
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path(), "l2norm_diff_relative", options, task).value();
}

/// Ids of so many sequences, what is looked up for them, and a product with a weight; `calls` times.
std::vector<DumpedOperator> run(std::int64_t sequences, int calls, unsigned seed)
{
    std::vector<DumpedOperator> operators;
    const DumpedTensor weight = noise({16, 16}, 1), table = noise({32, 16}, 2);
    for (int call = 0; call < calls; ++call) {
        const auto number = std::to_string(call);
        const unsigned own = seed + static_cast<unsigned>(call);
        DumpedTensor ids {{sequences, 4}, {}, true};
        for (std::int64_t i = 0; i < 4 * sequences; ++i)
            ids.values.push_back(static_cast<float>((own * 7 + static_cast<unsigned>(i) * 5) % 32));
        operators.push_back({"Functional.embedding." + number + ".forward", {ids, table},
            noise({sequences, 4, 16}, 10 + own)});
        operators.push_back({"Functional.linear." + number + ".forward",
            {noise({sequences, 4, 16}, 10 + own), weight}, noise({sequences, 4, 16}, 20 + own)});
        operators.push_back({"Functional.mse_loss." + number + ".forward",
            {noise({sequences, 4, 16}, 20 + own)}, noise({1}, 30 + own)});
    }
    return operators;
}

bool has(const Message& message, std::string_view part)
{
    return message.text().find(part) != std::string::npos;
}

} // namespace

class tst_ComparedPlaces : public QObject {
    Q_OBJECT

private slots:
    void anotherRankIsSaid()
    {
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(4, 1, 3), 1, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(4, 1, 3), 0, kStatistics));
        const Comparison equal = comparedIn(folder);
        constexpr std::string_view kSaid = "the target's rank 1 was compared with golden's rank 0";
        QVERIFY(equal.conclusion.isClear());
        QVERIFY2(has(equal.conclusion.headline, kSaid), equal.conclusion.headline.text().c_str());
        QVERIFY(has(equal.conclusion.coverage.message(), kSaid));
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(4, 1, 4), 1, kStatistics));
        const Comparison other = comparedIn(folder);
        QVERIFY(!other.conclusion.isClear());
        QVERIFY2(has(other.conclusion.headline, kSaid), other.conclusion.headline.text().c_str());
    }

    void equalRanksAreNotSaid()
    {
        const TemporaryFolder folder;
        for (const char* side : {"target", "golden"}) {
            for (const int rank : {0, 1})
                QVERIFY(MsprobeDumpWriter::write(folder.at(side), run(4, 1, 3), rank, kStatistics));
        }
        const Comparison comparison = comparedIn(folder);
        QVERIFY(comparison.conclusion.coverage.otherPlaces.empty());
    }

    void numbersAreListed()
    {
        QCOMPARE(numberList({1, 2, 3}), std::string("1, 2, 3"));
        QCOMPARE(numberList({0, 1, 2, 3, 4, 5, 6, 7, 8}), std::string("0, 1, 2, 3, 4, 5, 6, 7, ..."));
    }

    /// Two ranks with half of the batch each: nobody is at fault.
    void ranksHavePartsOfTheBatch()
    {
        const TemporaryFolder folder;
        for (const int rank : {0, 1})
            QVERIFY(MsprobeDumpWriter::write(
                folder.at("target"), run(2, 1, 3 + static_cast<unsigned>(rank)), rank, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(4, 1, 9), 0, kStatistics));
        const Comparison comparison = comparedIn(folder);
        QVERIFY(comparison.suspicion.suspects.empty());
        QCOMPARE(comparison.summary.fail, std::uint64_t {0});
        const auto batch = partedBatch(comparison);
        QVERIFY(batch && batch->areRanks && batch->isOfTarget);
        QCOMPARE(batch->parts, std::size_t {2});
        QVERIFY2(has(comparison.conclusion.headline,
                     "each of 2 ranks of the target was given a part of golden's batch"),
            comparison.conclusion.headline.text().c_str());
    }

    /// Half of the batch twice: gradient accumulation.
    void partsFollowEachOther()
    {
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(2, 2, 3), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(4, 1, 9), 0, kStatistics));
        const Comparison comparison = comparedIn(folder);
        QVERIFY(comparison.suspicion.suspects.empty());
        QVERIFY2(
            has(comparison.conclusion.headline, "in 2 parts one after the other (gradient accumulation)"),
            comparison.conclusion.headline.text().c_str());
    }

    /// What an optimizer does once for all parts is no sign that none follow each other.
    void anOptimizerStepsOnce()
    {
        const auto stepped = [](std::vector<DumpedOperator> operators) {
            for (int i = 0; i < 12; ++i)
                operators.push_back({"Tensor.lerp_." + std::to_string(i) + ".forward",
                    {noise({16, 16}, 40), noise({16, 16}, 41)}, noise({16, 16}, 42)});
            return operators;
        };
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), stepped(run(2, 2, 3)), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), stepped(run(4, 1, 9)), 0, kStatistics));
        const auto batch = partedBatch(comparedIn(folder));
        QVERIFY(batch && !batch->areRanks && batch->isOfTarget);
        QCOMPARE(batch->parts, std::size_t {2});
    }

    /// A smaller batch that nothing makes up for is another input and no part.
    void aSmallerBatchIsNoPart()
    {
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(2, 1, 3), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(4, 1, 9), 0, kStatistics));
        QVERIFY(!partedBatch(comparedIn(folder)));
    }

    /// Names that pair nothing are no sign that the runs are cut otherwise; other numbers of ranks are.
    void namesAreNoEvidenceOfAnotherCut()
    {
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(4, 1, 3), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(4, 1, 3), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("ranks"), run(4, 1, 3), 0, kStatistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("ranks"), run(4, 1, 3), 1, kStatistics));
        OwnedTask task;
        const auto open = [&](const char* side) {
            return ComparisonSide {
                openDump(folder.at(side), builtinFormats(), {}, task).value(), std::nullopt};
        };
        QVERIFY(!showsAnotherCut({}, open("target"), open("golden")));
        QVERIFY(showsAnotherCut({}, open("ranks"), open("golden")));
    }

    /// The integers are equal: 1 to 6 times 0.5, and times 0.25.
    void anotherScaleIsADifference()
    {
        OwnedTask task;
        const auto compare = [&](const char* target, const char* golden) {
            ComparisonOptions options;
            options.limits = presetLimits("precision").value();
            return compareFolders(DUMPSCOPE_TEST_DATA "/torch/scales", "max_absolute_error,bitwise_equal",
                options, task, {}, target, golden)
                .value();
        };
        const Comparison other = compare("half", "quarter");
        QCOMPARE(other.summary.fail, std::uint64_t {1});
        QVERIFY(!other.summary.bitEqual);
        QVERIFY(!other.conclusion.isClear());
        QVERIFY2(has(other.conclusion.reason, "scale 0.5"), other.conclusion.reason.text().c_str());
        QVERIFY2(has(other.conclusion.reason, "scale 0.25"), other.conclusion.reason.text().c_str());
        QCOMPARE(compare("half", "half").conclusion.kind, ConclusionKind::BitEqual);
    }
};

QTEST_APPLESS_MAIN(tst_ComparedPlaces)
#include "tst_compared_places.moc"
