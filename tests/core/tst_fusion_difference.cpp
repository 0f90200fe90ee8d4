// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/fusion_difference.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

/// Times of passes in effect and matched, as GE writes them: numbers are texts.
std::string fusionFile(const std::string& graph, int batchNorm, int unused = 2)
{
    return R"({"session_and_graph_id_)" + graph
        + R"(": {"graph_fusion": {"ConvBatchnormFusionPass": {"effect_times": ")" + std::to_string(batchNorm)
        + R"(", "match_times": "4"}, "AAddFusionPass": {"effect_times": "0", "match_times": ")"
        + std::to_string(unused)
        + R"("}}, "ub_fusion": {"TbeMultiOutputFusionPass": {"effect_times": "1", "match_times": "1"}}}})";
}

std::optional<FusionPasses> passesOf(const std::string& text)
{
    const auto root = parseJson(text);
    return root ? std::optional(fusionPassesOf(*root)) : std::nullopt;
}

std::shared_ptr<const DumpIndex> opened(const std::string& root)
{
    OwnedTask task;
    return openDump(root, builtinFormats(), {}, task).value();
}

} // namespace

class FusionDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    void times();
    void passesThatAreNotListed();
    void matchesAlone();
    void otherGraphs();
    void oneSideAlone();
    void damagedFiles();
    void aFileThatCannotBeRead();
    void operatorsOfAGraph();
};

void FusionDifferenceTest::times()
{
    const auto found = fusionDifferences(passesOf(fusionFile("0_0", 3)), passesOf(fusionFile("0_0", 2)));
    QVERIFY(found);
    QCOMPARE(found->headline.text(), std::string("1 fusion pass took effect in another number of places"));
    QCOMPARE(found->passes.size(), std::size_t {1});
    QCOMPARE(found->equal, std::size_t {2});
    QCOMPARE(fusionLine(found->passes.front()).text(),
        std::string(
            "ConvBatchnormFusionPass in session_and_graph_id_0_0: in the target it took effect at 3 of 4 "
            "matches, in golden it took effect at 2 of 4 matches"));
    FusionDifference one;
    one.pass.pass = "A";
    one.golden = FusionPassTimes {1, 1};
    QCOMPARE(fusionLine(one).text(),
        std::string("A: in the target it matched nothing, in golden it took effect at 1 of 1 match"));
    const auto none = fusionDifferences(passesOf("{}"), passesOf("{}"));
    QCOMPARE(none->headline.text(), std::string("no fusion pass took effect in either run"));
    const auto same = fusionDifferences(passesOf(fusionFile("0_0", 3)), passesOf(fusionFile("0_0", 3)));
    QCOMPARE(same->headline.text(), std::string("the same fusion passes took effect in both runs"));
}

/// Writers leave out what never matched.
void FusionDifferenceTest::passesThatAreNotListed()
{
    const auto target = passesOf(
        R"({"session_and_graph_id_0_0": {"graph_fusion": {"A": {"effect_times": "0", "match_times": "0"}, "B": {"effect_times": "1", "match_times": "1"}}}})");
    const auto golden = passesOf(
        R"({"session_and_graph_id_0_0": {"graph_fusion": {"C": {"effect_times": "0", "match_times": "0"}}}})");
    QVERIFY(target && golden);
    const auto found = fusionDifferences(target, golden);
    QCOMPARE(found->passes.size(), std::size_t {1});
    QCOMPARE(found->passes.front().pass.pass, std::string("B"));
    QVERIFY(!found->passes.front().golden);
}

void FusionDifferenceTest::matchesAlone()
{
    const auto found
        = fusionDifferences(passesOf(fusionFile("0_0", 3, 2)), passesOf(fusionFile("0_0", 3, 5)));
    QCOMPARE(found->headline.text(),
        std::string(
            "the same fusion passes took effect in both runs; 1 matched in another number of places"));
}

/// A session id is counted up by whoever ran before.
void FusionDifferenceTest::otherGraphs()
{
    const auto found = fusionDifferences(passesOf(fusionFile("0_0", 3)), passesOf(fusionFile("2_1", 3)));
    QVERIFY(found->isSummed);
    QVERIFY(found->passes.empty());
    const auto list = passesOf('[' + fusionFile("0_0", 3) + ',' + fusionFile("1_0", 2) + ']');
    const auto more = fusionDifferences(list, passesOf(fusionFile("0_0", 3)));
    QVERIFY(more->isSummed);
    QCOMPARE(more->passes.size(), std::size_t {3});
    QCOMPARE(more->passes[1].target->effective, std::int64_t {5});
}

void FusionDifferenceTest::oneSideAlone()
{
    const auto found = fusionDifferences(passesOf(fusionFile("0_0", 3)), std::nullopt);
    QVERIFY(found && found->passes.empty());
    QCOMPARE(fusionStateWord(found->state), std::string_view("target-only"));
    QVERIFY(!fusionDifferences(std::nullopt, std::nullopt));
}

void FusionDifferenceTest::damagedFiles()
{
    for (const char* text :
        {"3", "[]", "{\"a\": 3}", "[[{}]]", R"({"a": {"graph_fusion": 3, "ub_fusion": {"p": 7}}})",
            R"({"a": {"graph_fusion": {"p": {"effect_times": "99999999999999999999", "match_times": "-4"}}}})"}) {
        const auto passes = passesOf(text);
        QVERIFY2(passes, text);
        for (const auto& [key, times] : *passes)
            QVERIFY(times.effective >= 0 && times.matched >= 0);
    }
}

/// Without the passes of one file those of the other side would seem to differ.
void FusionDifferenceTest::aFileThatCannotBeRead()
{
    const TemporaryFolder folder;
    writeFile(folder.at("a/fusion_result.json"), fusionFile("0_0", 3));
    writeFile(folder.at("a/more/fusion_result.json"), fusionFile("1_0", 3).substr(0, 100));
    writeFile(
        folder.at("b/fusion_result.json"), '[' + fusionFile("0_0", 3) + ',' + fusionFile("1_0", 3) + ']');
    OwnedTask task;
    QVERIFY(!fusionDifferencesOf(*opened(folder.at("a")), *opened(folder.at("b")), task));
    QVERIFY(fusionDifferencesOf(*opened(folder.at("b")), *opened(folder.at("b")), task));
}

/// The graph of the target says which operators a pass made.
void FusionDifferenceTest::operatorsOfAGraph()
{
    const TemporaryFolder folder;
    writeFile(folder.at("a/fusion_result.json"), fusionFile("0_0", 3));
    writeFile(folder.at("b/fusion_result.json"), fusionFile("0_0", 2));
    writeFile(folder.at("a/ge_proto_00001_graph_1_Build.txt"), R"(graph {
  name: "graph_1"
  op {
    name: "conv1bn1"
    type: "Conv2D"
    attr {
      key: "pass_name"
      value {
        list {
          s: "ConvBatchnormFusionPass"
          val_type: VT_LIST_STRING
        }
      }
    }
  }
  op {
    name: "relu"
    type: "Relu"
    attr {
      key: "pass_name_ub"
      value {
        s: "TbeMultiOutputFusionPass"
      }
    }
  }
}
)");
    OwnedTask task;
    const auto found = fusionDifferencesOf(*opened(folder.at("a")), *opened(folder.at("b")), task);
    QVERIFY(found && *found);
    QVERIFY((*found)->hasTargetGraph && !(*found)->hasGoldenGraph);
    QCOMPARE((*found)->passes.front().targetOperators, std::vector<std::string> {"conv1bn1"});
}

QTEST_APPLESS_MAIN(FusionDifferenceTest)
#include "tst_fusion_difference.moc"
