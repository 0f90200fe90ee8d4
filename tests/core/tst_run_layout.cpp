// SPDX-License-Identifier: GPL-3.0-or-later
// Small statistics dumps of msprobe, written down by hand: how their ranks share the work is known.
#include "layout/run_layout.h"

#include "layout/collective_calls.h"
#include "memory_dump.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// A tensor whose statistics tell it from others by `seed`.
std::string tensor(const std::string& shape, int seed)
{
    const std::string number = std::to_string(seed);
    return R"({"type": "torch.Tensor", "dtype": "torch.float32", "shape": )" + shape + R"(, "Max": )" + number
        + R"(.5, "Min": -1, "Mean": 0, "Norm": )" + number + "}";
}

std::string product(int number, int input, int weight, const std::string& inputShape = "[6, 4]")
{
    return R"("Functional.linear.)" + std::to_string(number) + R"(.forward": {"input_args": [)"
        + tensor(inputShape, input) + ", " + tensor("[4, 4]", weight)
        + R"(], "input_kwargs": {}, "output": []})";
}

std::string collective(
    const std::string& kind, const std::string& ranks, int result, const std::string& shape = "[6, 4]")
{
    return R"("Distributed.)" + kind + R"(.0.forward": {"input_args": [)" + tensor(shape, result + 50)
        + R"(], "input_kwargs": {"group": {"type": "torch.ProcessGroup", "group_ranks": )" + ranks
        + R"(, "group_id": "a"}}, "output": [)" + tensor(shape, result) + "]}";
}

std::string transfer(const std::string& kind, int peer)
{
    return R"("Distributed.)" + kind + R"(.0.forward": {"input_args": [)" + tensor("[6, 4]", 1)
        + R"(, {"type": "int", "value": )" + std::to_string(peer)
        + R"(}], "input_kwargs": {}, "output": []})";
}

std::string module(const std::string& name, int weight, const std::string& shape = "[4, 4]")
{
    return R"("Module.)" + name + R"(.forward.0": {"input_args": [], "input_kwargs": {}, "output": [], )"
        + R"("parameters": {"weight": )" + tensor(shape, weight) + "}}";
}

std::string norm(const std::string& name, int weight)
{
    return module(name, weight, "[4]");
}

using Calls = std::vector<std::string>;

struct Found {
    TemporaryFolder folder;
    std::shared_ptr<const DumpIndex> index;
    RunLayout layout;

    explicit Found(const std::vector<Calls>& ranks, const std::string& level = "L1")
    {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const std::string path = folder.at("step0/rank" + std::to_string(rank));
            std::filesystem::create_directories(path);
            std::ofstream file(path + "/dump.json");
            file << R"({"task": "statistics", "level": ")" << level
                 << R"(", "framework": "pytorch", "dump_data_dir": null, "data": {)";
            for (std::size_t i = 0; i < ranks[rank].size(); ++i)
                file << (i == 0 ? "" : ", ") << ranks[rank][i];
            file << "}}";
        }
        OwnedTask task;
        index = openDump(folder.at("."), builtinFormats(), {}, task).value();
        layout = findRunLayout(index, task).value();
    }

    [[nodiscard]] std::string axes() const
    {
        std::string text;
        for (const RunLayout::Axis& axis : layout.axes) {
            text += (text.empty() ? "" : " ") + std::string(axis.name.empty() ? "?" : axis.name)
                + std::to_string(axis.size);
            for (const auto& group : axis.groups) {
                text += '[';
                for (std::size_t i = 0; i < group.size(); ++i)
                    text += (i == 0 ? "" : ",") + std::to_string(group[i]);
                text += ']';
            }
        }
        return text;
    }
};

} // namespace

class TestRunLayout : public QObject {
    Q_OBJECT

private slots:
    void axesAreNamedByWhatIsRecorded_data();
    void axesAreNamedByWhatIsRecorded();
    void parameterOutOfStepIsReported();
    void normOutOfStepIsReported();
    void expertsOfOtherRanksAreOthers();
    void weightsCountOnce();
    void resultsOfOneGroupMustAgree();
    void groupOfOneIsReported();
    void ranksThatOthersNameAreMissing();
    void oneRankHasNoLayout();
    void equalStatisticsAreNoEqualValues();
    void stagesThatMeetAreNoPipeline();
    void findingIsCancelled();
    void callsBeforeADamageAreKept();
    void namesOfFoldersSayTheAxis();
    void filesSayTheAxes();
    void foldersWithoutRanks();

private:
    struct Row {
        std::vector<Calls> ranks;
        std::string level, axes;
    };
};

void TestRunLayout::axesAreNamedByWhatIsRecorded_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("other weights, added up") << 0;
    QTest::newRow("sent from stage to stage") << 1;
    QTest::newRow("same weights, nothing recorded of collectives") << 2;
    QTest::newRow("same weights, no call gathers") << 3;
    QTest::newRow("same weights, gathered") << 4;
    QTest::newRow("other weights for another number of tokens") << 5;
    QTest::newRow("tensor parallel stages") << 6;
    QTest::newRow("other weights, nothing tells why") << 7;
    QTest::newRow("experts on copies") << 8;
    QTest::newRow("same weights, a table is gathered") << 9;
}

void TestRunLayout::axesAreNamedByWhatIsRecorded()
{
    const std::vector<Row> rows {
        {{{product(0, 1, 2), collective("all_reduce", "[0, 1]", 9)},
             {product(0, 1, 3), collective("all_reduce", "[0, 1]", 9)}},
            "L1", "tp2[0,1]"},
        {{{product(0, 1, 2), transfer("send", 1)}, {transfer("recv", 0), product(0, 3, 4)}}, "L1",
            "pp2[0,1]"},
        {{{module("fc.Linear", 1)}, {module("fc.Linear", 1)}}, "L0", "?2[0,1]"},
        {{{product(0, 1, 2)}, {product(0, 4, 2)}}, "L1", "dp2[0,1]"},
        {{{product(0, 1, 2), collective("all_gather", "[0, 1]", 9, "[1, 2, 3, 4]")},
             {product(0, 4, 2), collective("all_gather", "[0, 1]", 9, "[1, 2, 3, 4]")}},
            "L1", "cp2[0,1]"},
        {{{product(0, 1, 2, "[6, 4]")}, {product(0, 4, 3, "[8, 4]")}}, "L1", "ep2[0,1]"},
        {{{product(0, 1, 2), collective("all_reduce", "[0, 1]", 9), transfer("send", 2)},
             {product(0, 1, 3), collective("all_reduce", "[0, 1]", 9), transfer("send", 3)},
             {transfer("recv", 0), product(0, 5, 6), collective("all_reduce", "[2, 3]", 9)},
             {transfer("recv", 1), product(0, 5, 7), collective("all_reduce", "[2, 3]", 9)}},
            "L1", "pp2[0,2][1,3] tp2[0,1][2,3]"},
        {{{module("fc.Linear", 1)}, {module("fc.Linear", 2)}}, "L0", "?2[0,1]"},
        {{{product(0, 1, 2), product(1, 1, 3), collective("all_gather", "[0, 1]", 9), product(2, 1, 4)},
             {product(0, 5, 2), product(1, 5, 3), collective("all_gather", "[0, 1]", 9),
                 product(2, 5, 6, "[8, 4]")}},
            "L1", "ep2[0,1] dp2[0,1]"},
        {{{product(0, 1, 2), collective("all_gather", "[0, 1]", 9)},
             {product(0, 4, 2), collective("all_gather", "[0, 1]", 9)}},
            "L1", "?2[0,1]"},
    };
    QFETCH(int, number);
    const Row& row = rows[static_cast<std::size_t>(number)];
    const Found found(row.ranks, row.level);
    QCOMPARE(found.axes(), row.axes);
    for (const RunLayout::Axis& axis : found.layout.axes)
        QVERIFY(!axis.evidence.empty());
    const auto isAboutPurpose
        = [](const Message& sentence) { return sentence.text().ends_with("for is not known"); };
    QCOMPARE(
        std::ranges::any_of(found.layout.unknown, isAboutPurpose), row.axes.find('?') != std::string::npos);
    QVERIFY(found.layout.disagreements.empty());
}

void TestRunLayout::parameterOutOfStepIsReported()
{
    const auto rank = [](int last) {
        return Calls {module("a.Linear", 1), module("b.Linear", 2), module("c.Linear", last)};
    };
    const Found found({rank(3), rank(4)}, "L0");
    QCOMPARE(found.layout.disagreements.size(), std::size_t {1});
    const RunLayout::Disagreement& one = found.layout.disagreements.front();
    QCOMPARE(std::string(found.index->text(found.index->tensor(one.tensor).opName)),
        std::string("Module.c.Linear.forward.0"));
    QCOMPARE(one.others, (RunLayout::Ranks {1}));
}

/// Norms are whole on ranks that share the products between them.
void TestRunLayout::normOutOfStepIsReported()
{
    const auto rank = [](int product, int last) {
        return Calls {module("a.Linear", product), module("b.Linear", product + 1), norm("0.norm.Norm", 1),
            norm("1.norm.Norm", 2), norm("2.norm.Norm", last)};
    };
    QVERIFY(Found({rank(3, 7), rank(5, 7)}, "L0").layout.disagreements.empty());
    const Found two({rank(3, 7), rank(5, 8)}, "L0");
    QCOMPARE(two.layout.disagreements.size(), std::size_t {1});
    QCOMPARE(two.layout.disagreements.front().others, (RunLayout::Ranks {1}));
    // Of several it is the one that differs from all others, also where it is the first.
    const Found three({rank(3, 8), rank(5, 7), rank(11, 7)}, "L0");
    QCOMPARE(three.layout.disagreements.size(), std::size_t {1});
    QCOMPARE(three.layout.disagreements.front().others, (RunLayout::Ranks {0}));
}

/// Each rank holds experts of its own under the same names: no copies of one another.
void TestRunLayout::expertsOfOtherRanksAreOthers()
{
    const auto rank = [](int expert, int shared, int last) {
        return Calls {module("a.Linear", 1), module("b.Linear", 2), module("c.Linear", 3),
            module("e.Linear", 6), module("d.Linear", shared), module("mlp.experts.0.fc1.Linear", expert),
            module("mlp.experts.0.fc2.Linear", expert + 1), module("mlp.experts.1.fc1.Linear", last)};
    };
    const Found others({rank(10, 4, 12), rank(20, 4, 22)}, "L0");
    QVERIFY(others.layout.disagreements.empty());
    QCOMPARE(others.axes(), std::string("?2[0,1] ep2[0,1]"));
    // What all ranks hold is reported beside them.
    const Found beside({rank(10, 4, 12), rank(20, 5, 22)}, "L0");
    QCOMPARE(beside.layout.disagreements.size(), std::size_t {1});
    // One expert of several is out of step.
    const Found one({rank(10, 4, 12), rank(10, 4, 22)}, "L0");
    QCOMPARE(one.layout.disagreements.size(), std::size_t {1});
    QCOMPARE(one.axes(), std::string("?2[0,1]"));
}

/// As a parameter of its module and as an input of the function that the module calls.
void TestRunLayout::weightsCountOnce()
{
    const auto rank = [](int weight) {
        return Calls {
            module("a.Linear", weight), product(0, 1, weight), collective("all_reduce", "[0, 1]", 9)};
    };
    const Found found({rank(2), rank(3)}, "mix");
    QCOMPARE(found.axes(), std::string("tp2[0,1]"));
    QCOMPARE(found.layout.axes.front().evidence.front().text(),
        std::string("1 of 1 weights differ between the first two ranks of the groups"));
}

void TestRunLayout::resultsOfOneGroupMustAgree()
{
    const Found found({{product(0, 1, 2), collective("all_reduce", "[0, 1]", 9)},
        {product(0, 1, 3), collective("all_reduce", "[0, 1]", 8)}});
    QCOMPARE(found.layout.disagreements.size(), std::size_t {1});
    QCOMPARE(found.layout.disagreements.front().others, (RunLayout::Ranks {1}));
}

void TestRunLayout::groupOfOneIsReported()
{
    const Found found({{product(0, 1, 2), collective("all_reduce", "[0]", 9)},
        {product(0, 1, 3), collective("all_reduce", "[1]", 8)}});
    QCOMPARE(found.layout.groups.size(), std::size_t {2});
    QCOMPARE(std::ranges::count_if(found.layout.unknown,
                 [](const Message& sentence) {
                     return sentence.text().find("group of one") != std::string::npos;
                 }),
        std::ptrdiff_t {2});
    QVERIFY(found.layout.disagreements.empty());
}

void TestRunLayout::oneRankHasNoLayout()
{
    const Found found({{product(0, 1, 2)}});
    QVERIFY(found.layout.axes.empty());
    QCOMPARE(found.layout.unknown.size(), std::size_t {1});
}

void TestRunLayout::equalStatisticsAreNoEqualValues()
{
    const Found found({{product(0, 1, 2)}, {product(0, 4, 2)}});
    QCOMPARE(found.layout.unknown.size(), std::size_t {1});
    QCOMPARE(found.layout.unknown.front().text(),
        std::string("comparisons where statistics are equal and values were not measured: 1"));
}

void TestRunLayout::stagesThatMeetAreNoPipeline()
{
    // Ranks 0 and 1 both send to rank 2, and rank 3 waits for rank 1.
    const Found found({{product(0, 1, 2), transfer("send", 2)}, {product(0, 1, 3), transfer("send", 2)},
        {transfer("recv", 0), product(0, 5, 6)}, {transfer("recv", 1), product(0, 5, 7)}});
    QVERIFY(found.axes().find("pp") == std::string::npos);
    QVERIFY(!found.layout.unknown.empty());
}

void TestRunLayout::ranksThatOthersNameAreMissing()
{
    const Found found({{collective("all_reduce", "[0, 2]", 9), transfer("isend", 3)}, {product(0, 4, 2)}});
    OwnedTask task;
    QCOMPARE(ranksWithoutDump(*found.index, task).value(), (std::vector<std::int64_t> {2, 3}));
    const auto isSaid
        = [](const Message& message) { return message.text().starts_with("rank 3 takes part"); };
    QVERIFY(std::ranges::any_of(found.layout.unknown, isSaid));
    const Found whole({{collective("all_reduce", "[0, 1]", 9)}, {product(0, 4, 2)}});
    QVERIFY(ranksWithoutDump(*whole.index, task)->empty());
    task.stopSource().request_stop();
    QCOMPARE(ranksWithoutDump(*found.index, task).error().code, Code::Cancelled);
}

void TestRunLayout::findingIsCancelled()
{
    const Found found({{product(0, 1, 2)}, {product(0, 4, 2)}});
    OwnedTask task;
    task.stopSource().request_stop();
    QCOMPARE(findRunLayout(found.index, task).error().code, Code::Cancelled);
}

void TestRunLayout::callsBeforeADamageAreKept()
{
    const std::string whole = R"({"task": "statistics", "level": "L1", "data": {)"
        + collective("all_reduce", "[0, 1]", 9) + ", " + transfer("isend", 3) + "}}";
    OwnedTask task;
    const auto calls = readCollectiveCalls(whole, task).value();
    QCOMPARE(calls.size(), std::size_t {2});
    QCOMPARE(calls[0].kind, std::string("all_reduce"));
    QCOMPARE(calls[0].ranks, (std::vector<std::int64_t> {0, 1}));
    QCOMPARE(calls[1].peer, std::optional<std::int64_t>(3));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto some = readCollectiveCalls(std::string_view(whole).substr(0, length), task).value();
        QVERIFY(some.size() <= 2);
    }
    task.stopSource().request_stop();
    QCOMPARE(readCollectiveCalls(whole, task).error().code, Code::Cancelled);
}

/// Passes of two ranks of SGLang, in folders `TP0_PP0_Rank0_…` and `TP1_PP0_Rank1_…`.
void TestRunLayout::namesOfFoldersSayTheAxis()
{
    OwnedTask task;
    const auto index
        = openDump(DUMPSCOPE_TEST_DATA "/llm-era/sglang/hook", builtinFormats(), {}, task).value();
    const RunLayout layout = findRunLayout(index, task).value();
    QCOMPARE(layout.axes.size(), std::size_t {1});
    QCOMPARE(layout.axes.front().name, std::string_view("tp"));
    QCOMPARE(layout.axes.front().groups, (std::vector<RunLayout::Ranks> {{0, 1}}));
    QVERIFY(layout.unknown.empty());
}

/// Four ranks of SGLang, two tensor ranks in two stages, whose files say so; experts are shared as tensors
/// are.
void TestRunLayout::filesSayTheAxes()
{
    OwnedTask task;
    const auto index
        = openDump(DUMPSCOPE_TEST_DATA "/llm-era/sglang/parallel_info", builtinFormats(), {}, task).value();
    const RunLayout layout = findRunLayout(index, task).value();
    const auto groupsOf = [&](std::string_view name) {
        const auto axis = std::ranges::find(layout.axes, name, &RunLayout::Axis::name);
        return axis == layout.axes.end() ? std::vector<RunLayout::Ranks>() : axis->groups;
    };
    QCOMPARE(groupsOf("tp"), (std::vector<RunLayout::Ranks> {{0, 1}, {2, 3}}));
    QCOMPARE(groupsOf("pp"), (std::vector<RunLayout::Ranks> {{0, 2}, {1, 3}}));
    QCOMPARE(groupsOf("ep"), (std::vector<RunLayout::Ranks> {{0, 1}, {2, 3}}));
    QVERIFY(groupsOf("dp").empty());
    // Once a rank, not once a file.
    QCOMPARE(std::ranges::count(index->properties(), std::string("sglang.tp_rank"), &FileProperty::key), 4);
}

/// Tensor ranks of a checkpoint are no ranks of the run where its stages have folders of their own.
void TestRunLayout::foldersWithoutRanks()
{
    MemoryDump dump;
    for (const std::int64_t tensorRank : {0, 1}) {
        for (const std::int64_t stage : {0, 1, 2}) {
            FolderFacts facts;
            facts.tensorRank = tensorRank;
            facts.stage = stage;
            dump.folder(
                    "mp_rank_0" + std::to_string(tensorRank) + "_00" + std::to_string(stage) + "_000", facts)
                .add({"decoder.layers.0.mlp.linear_fc1.weight", "", Io::Parameter, 0});
        }
    }
    OwnedTask task;
    const RunLayout layout = findRunLayout(dump.finish(), task).value();
    QCOMPARE(layout.axes.size(), std::size_t {2});
    QCOMPARE(layout.axes[0].name, std::string_view("tp"));
    QCOMPARE(layout.axes[0].size, std::size_t {2});
    QCOMPARE(layout.axes[1].name, std::string_view("pp"));
    QCOMPARE(layout.axes[1].size, std::size_t {3});
    QVERIFY(layout.axes[0].groups.empty() && layout.axes[1].groups.empty());
    QCOMPARE(layout.unknown.front().text(),
        std::string("which ranks of the run wrote the folders is not recorded"));
}

QTEST_GUILESS_MAIN(TestRunLayout)
#include "tst_run_layout.moc"
