// SPDX-License-Identifier: GPL-3.0-or-later
// Two sequences of three and two tokens in a batch of three places: what is padding is written down by hand.
#include "compare/measuring/left_out.h"
#include "compared_folders.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <cstdint>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::int64_t kBatch = 2, kLength = 3, kWidth = 4;
const Integers kPaddedBefore {1, 1, 1, 0, 1, 1}, kPaddedBehind {1, 1, 1, 1, 1, 0};

/// A dump of one step: a mask, ids and what a layer made; `change` is added to the place (batch, position).
struct Batch {
    Integers mask, ids;
    std::int64_t changed = -1; ///< place of the batch
    float change = 0;

    void write(const std::string& folder) const
    {
        const std::string place = folder + "/step0/rank0/";
        const Shape shape {kBatch, kLength};
        QVERIFY(writeFile(place + "model.input.attention_mask.npy", npyFile("<i8", shape, mask)));
        QVERIFY(writeFile(place + "model.input.input_ids.npy", npyFile("<i8", shape, ids)));
        std::vector<float> values;
        for (std::int64_t i = 0; i < kBatch * kLength * kWidth; ++i)
            values.push_back(0.25F * static_cast<float>(i % 7) - (i / kWidth == changed ? change : 0.0F));
        QVERIFY(writeFile(place + "model.layers.0.output.0.npy", npyFile({kBatch, kLength, kWidth}, values)));
        QVERIFY(writeFile(
            place + "Functional.linear.0.forward.input.1.npy", npyFile({kBatch * kLength, kWidth}, values)));
    }
};

Result<Comparison> compared(const Batch& target, const Batch& golden)
{
    const TemporaryFolder folder;
    target.write(folder.at("target"));
    golden.write(folder.at("golden"));
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path(), "max_absolute_error,relative_euclidean_distance", options, task);
}

const PairResult* rowOf(const Comparison& comparison, std::string_view name)
{
    const PairTable& pairs = *comparison.pairs;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const DumpIndex& index = *pairs.target().index;
        if (index.tensorId(pairs.row(row).pair.target).find(name) != std::string::npos)
            return &pairs.row(row);
    }
    return nullptr;
}

} // namespace

class TestPaddedTokens : public QObject {
    Q_OBJECT

private slots:
    void paddingCountsInNoFigure_data()
    {
        QTest::addColumn<int>("changed");
        QTest::addColumn<bool>("maskDiffers");
        QTest::addColumn<double>("expected");
        QTest::newRow("padding") << 3 << false << 0.0;
        QTest::newRow("token") << 4 << false << 2.0;
        QTest::newRow("masks disagree") << 3 << true << 2.0;
    }

    void paddingCountsInNoFigure()
    {
        QFETCH(int, changed);
        QFETCH(bool, maskDiffers);
        QFETCH(double, expected);
        const Integers ids {5, 6, 7, 0, 8, 9};
        const auto comparison
            = compared({maskDiffers ? Integers(6, 1) : kPaddedBefore, ids, changed, 2}, {kPaddedBefore, ids});
        QVERIFY(comparison);
        const PairResult* const row = rowOf(*comparison, "layers.0");
        QVERIFY(row);
        QCOMPARE(row->values[0].value, expected);
        QCOMPARE(row->verdict, expected > 0 ? Verdict::Fail : Verdict::Pass);
        QVERIFY(row->figures);
        QCOMPARE(row->figures->sameBits, std::optional(false)); // padding has bits, too
        QCOMPARE(leftOutOf(*row) == LeftOut::Padding, !maskDiffers);
        const std::string said
            = comparison->conclusion.headline.text() + comparison->conclusion.reason.text();
        QCOMPARE(said.find("padding of 1 pair was left out") != std::string::npos,
            countLeftOut(*comparison->pairs).padding == 1);
    }

    /// A weight with as many rows as the batch has places.
    void rowsOfAWeightAreNoTokens()
    {
        const Integers ids {5, 6, 7, 0, 8, 9};
        const auto comparison = compared({kPaddedBefore, ids, 3, 2}, {kPaddedBefore, ids});
        QVERIFY(comparison && rowOf(*comparison, "linear"));
        QCOMPARE(rowOf(*comparison, "linear")->values[0].value, 2.0);
    }

    void zerosOverOtherIdsAreNoPadding()
    {
        const Integers ids {5, 6, 7, 4, 8, 9}, mask {0, 0, 1, 0, 1, 1};
        const auto comparison = compared({mask, ids, 3, 2}, {mask, ids});
        QVERIFY(comparison && rowOf(*comparison, "layers.0"));
        QCOMPARE(rowOf(*comparison, "layers.0")->values[0].value, 2.0);
    }

    /// A mask of the same sequences, padded at the other end, is the same where tokens are; of other
    /// sequences it is not.
    void masksOfTokensElsewhere()
    {
        const Batch golden {kPaddedBefore, {5, 6, 7, 0, 8, 9}};
        const auto moved = compared({kPaddedBehind, {5, 6, 7, 8, 9, 0}}, golden);
        QVERIFY(moved && rowOf(*moved, "attention_mask"));
        QCOMPARE(rowOf(*moved, "attention_mask")->verdict, Verdict::Pass);
        const auto wrong = compared({kPaddedBehind, golden.ids}, golden);
        QVERIFY(wrong && rowOf(*wrong, "attention_mask"));
        QCOMPARE(rowOf(*wrong, "attention_mask")->verdict, Verdict::Fail);
    }
};

QTEST_GUILESS_MAIN(TestPaddedTokens)
#include "tst_padded_tokens.moc"
