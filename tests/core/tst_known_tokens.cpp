// SPDX-License-Identifier: GPL-3.0-or-later
// Prompts of two and three tokens, and what is generated behind them: where each token stands is written down
// by hand.
#include "compare/layout/assembly.h"
#include "compare/layout/known_tokens.h"
#include "compare/measuring/left_out.h"
#include "compared_folders.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Integers = std::vector<std::int64_t>;
using Places = std::vector<std::int32_t>;

/// What a run is given in one step.
struct GivenStep {
    Shape shape;
    Integers ids, positions, mask; ///< empty: not recorded
};

void write(const std::string& folder, const std::vector<GivenStep>& steps)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string place = folder + "/step" + std::to_string(i) + "/rank0/";
        const GivenStep& step = steps[i];
        QVERIFY(writeFile(place + "model.input.input_ids.npy", npyFile("<i8", step.shape, step.ids)));
        if (!step.positions.empty())
            QVERIFY(
                writeFile(place + "model.input.positions.npy", npyFile("<i8", step.shape, step.positions)));
        if (!step.mask.empty())
            QVERIFY(
                writeFile(place + "model.input.attention_mask.npy", npyFile("<i8", step.shape, step.mask)));
    }
}

std::vector<TokenGroup> mapsOf(const std::vector<GivenStep>& target, const std::vector<GivenStep>& golden)
{
    const TemporaryFolder folder;
    write(folder.at("target"), target);
    write(folder.at("golden"), golden);
    OwnedTask task;
    const auto side = [&](const char* name) {
        return ComparisonSide {openDump(folder.at(name), builtinFormats(), {}, task).value(), std::nullopt};
    };
    return knownTokenMaps(side("target"), side("golden"), task).value();
}

/// Of a step of the target; empty where nothing is known of it.
Places placesIn(const std::vector<TokenGroup>& groups, std::int64_t step)
{
    for (const TokenGroup& group : groups) {
        if (std::ranges::any_of(group.targets, [&](const RankStep& own) { return own.second == step; }))
            return group.tokens->places;
    }
    return {};
}

const GivenStep kPacked {{5}, {11, 12, 21, 22, 23}, {0, 1, 0, 1, 2}, {}};

} // namespace

class TestKnownTokens : public QObject {
    Q_OBJECT

private slots:
    void packedBesidePadding_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("ids");
        QTest::addColumn<std::vector<std::int64_t>>("mask");
        QTest::addColumn<std::vector<std::int32_t>>("places");
        QTest::newRow("before") << Integers {0, 11, 12, 21, 22, 23} << Integers {0, 1, 1, 1, 1, 1}
                                << Places {-1, 0, 1, 2, 3, 4};
        QTest::newRow("behind") << Integers {11, 12, 0, 21, 22, 23} << Integers {1, 1, 0, 1, 1, 1}
                                << Places {0, 1, -1, 2, 3, 4};
        QTest::newRow("in another order")
            << Integers {21, 22, 23, 0, 11, 12} << Integers {1, 1, 1, 0, 1, 1} << Places {2, 3, 4, -1, 0, 1};
        // The last token of a sequence is none of padding because it alone is another one.
        QTest::newRow("an exchanged id")
            << Integers {0, 11, 12, 21, 22, 99} << Integers {0, 1, 1, 1, 1, 1} << Places {-1, 0, 1, 2, 3, 4};
        QTest::newRow("another batch")
            << Integers {0, 31, 32, 41, 42, 43} << Integers {0, 1, 1, 1, 1, 1} << Places {};
        QTest::newRow("a token more")
            << Integers {9, 11, 12, 21, 22, 23} << Integers {1, 1, 1, 1, 1, 1} << Places {};
    }

    void packedBesidePadding()
    {
        QFETCH(std::vector<std::int64_t>, ids);
        QFETCH(std::vector<std::int64_t>, mask);
        QFETCH(std::vector<std::int32_t>, places);
        const auto groups = mapsOf({kPacked}, {{{2, 3}, ids, {}, mask}});
        QCOMPARE(placesIn(groups, 0), places);
        QCOMPARE(groups.size(), places.empty() ? std::size_t {0} : std::size_t {1});
    }

    /// Golden computes prompt and answer at once, the target token by token.
    void stepsOfOneSequence()
    {
        const GivenStep first {{2}, {13, 24}, {2, 3}, {}};
        const auto groups = mapsOf(
            {kPacked, first}, {{{2, 4}, {0, 11, 12, 13, 21, 22, 23, 24}, {}, {0, 1, 1, 1, 1, 1, 1, 1}}});
        QCOMPARE(placesIn(groups, 0), (Places {-1, 0, 1, -1, 2, 3, 4, -1}));
        QCOMPARE(placesIn(groups, 1), (Places {-1, -1, -1, 0, -1, -1, -1, 1}));
    }

    /// Which sequence a later token belongs to is told by its position; without one, by its place.
    void laterTokensInAnotherOrder()
    {
        const std::vector<GivenStep> golden {
            {{2, 3}, {0, 11, 12, 21, 22, 23}, {}, {0, 1, 1, 1, 1, 1}}, {{2, 1}, {13, 24}, {}, {}}};
        QCOMPARE(placesIn(mapsOf({kPacked, {{2}, {24, 13}, {3, 2}, {}}}, golden), 1), (Places {1, 0}));
        QVERIFY(placesIn(mapsOf({kPacked, {{2}, {13, 24}, {}, {}}}, golden), 1).empty()); // as they lie
    }

    /// Each step has a batch of its own, in another order than golden's.
    void batchesOfTheirOwn()
    {
        const Shape shape {3, 2};
        const Integers mask(6, 1);
        const auto groups = mapsOf(
            {{shape, {11, 12, 21, 22, 31, 32}, {}, mask}, {shape, {51, 52, 61, 62, 41, 42}, {}, mask}},
            {{shape, {21, 22, 31, 32, 11, 12}, {}, mask}, {shape, {41, 42, 51, 52, 61, 62}, {}, mask}});
        QCOMPARE(groups.size(), std::size_t {2});
        QCOMPARE(placesIn(groups, 0), (Places {2, 3, 4, 5, 0, 1}));
        QCOMPARE(placesIn(groups, 1), (Places {4, 5, 0, 1, 2, 3}));
    }

    /// Ids tell where tokens stand though no layer gives what golden's gives.
    void aFaultFromTheFirstLayerOn()
    {
        const TemporaryFolder folder;
        write(folder.at("target"), {kPacked});
        write(folder.at("golden"), {{{2, 3}, {0, 11, 12, 21, 22, 23}, {}, {0, 1, 1, 1, 1, 1}}});
        const auto writeValues = [&](const char* side, const std::string& name, const Shape& shape,
                                     float first) {
            std::vector<float> values;
            for (std::size_t i = 0; i < static_cast<std::size_t>(elementCount(shape).value()); ++i)
                values.push_back(std::sin(first + static_cast<float>(i * i)));
            QVERIFY(writeFile(folder.at(side) + "/step0/rank0/" + name + ".npy", npyFile(shape, values)));
        };
        std::vector<float> embedded;
        for (std::size_t i = 0; i < 24; ++i)
            embedded.push_back(std::cos(static_cast<float>(i * i)));
        const std::string embedding = "/step0/rank0/model.embed_tokens.output.0.npy";
        QVERIFY(writeFile(folder.at("golden") + embedding, npyFile({2, 3, 4}, embedded)));
        embedded.erase(embedded.begin(), embedded.begin() + 4); // of the place that is padding
        QVERIFY(writeFile(folder.at("target") + embedding, npyFile({5, 4}, embedded)));
        for (int layer = 0; layer < 4; ++layer) {
            const std::string name = "model.layers." + std::to_string(layer) + ".output.0";
            writeValues("target", name, {5, 4}, 0.3F + static_cast<float>(layer));
            writeValues("golden", name, {2, 3, 4}, 0.1F + static_cast<float>(layer));
        }
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        const PairTable& pairs = *comparison->pairs;
        std::size_t layers = 0;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const PairResult& result = pairs.row(row);
            if (pairs.target().index->tensorId(result.pair.target).find("layers") == std::string::npos)
                continue;
            ++layers;
            QVERIFY(isPutTogether(result.pair));
            QCOMPARE(result.pair.hint->assembly->coverage, 5.0 / 6);
            QCOMPARE(result.verdict, Verdict::Fail);
            QCOMPARE(leftOutOf(result), LeftOut::NoCounterpart);
        }
        QCOMPARE(layers, std::size_t {4});
    }

    /// A share of a sequence does not begin at its beginning.
    void sharesAreNotKnown()
    {
        const GivenStep share {{3}, {22, 23, 24}, {1, 2, 3}, {}};
        QVERIFY(mapsOf({share}, {{{1, 4}, {21, 22, 23, 24}, {}, {}}}).empty());
    }
};

QTEST_GUILESS_MAIN(TestKnownTokens)
#include "tst_known_tokens.moc"
