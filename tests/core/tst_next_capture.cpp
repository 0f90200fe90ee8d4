// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/next_capture.h"

#include "io/json_reader.h"
#include "msprobe_dump_writer.h"
#include "next/accused_tensors.h"
#include "summary/dump_summary.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// neg, mul, add, exp and sin, one after the other, on two ranks; `mul` of rank 1 makes a NaN.
struct FiveCalls {
    TemporaryFolder folder;
    OwnedTask task;
    std::shared_ptr<const DumpIndex> index;

    FiveCalls()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (int rank = 0; rank < 2; ++rank) {
            const DumpedTensor fine {{2}, {1, 2}}, wrong {{2}, {1, rank == 1 ? nan : 2}};
            if (!MsprobeDumpWriter::write(folder.path(),
                    {{"Torch.neg.0.forward", {fine}, fine}, {"Torch.mul.0.forward", {fine}, wrong},
                        {"Torch.add.0.forward", {wrong}, wrong}, {"Torch.exp.0.forward", {wrong}, wrong},
                        {"Torch.sin.0.forward", {wrong}, wrong}},
                    rank))
                return;
        }
        if (auto opened = openDump(folder.path(), builtinFormats(), {}, task))
            index = *opened;
    }

    [[nodiscard]] std::vector<TensorId> tensorsOf(const std::string& name, std::int64_t rank) const
    {
        std::vector<TensorId> found;
        for (const TensorId id : index->tensorsOfOperator(index->findString(name))) {
            if (index->factsOf(id).rank == rank)
                found.push_back(id);
        }
        return found;
    }
};

const ConfigKind& kindCalled(const ConfigKinds& kinds, std::string_view id)
{
    return *kinds.find(id);
}

ConfigKinds allKinds()
{
    ConfigKinds kinds;
    registerConfigKinds(kinds);
    return kinds;
}

const DumpPreset& operatorsPreset()
{
    return *std::ranges::find(dumpPresets(), "operators", &DumpPreset::id);
}

std::vector<std::string> textsOf(const JsonValue* list)
{
    std::vector<std::string> texts;
    for (const JsonValue& item : list ? list->items : std::vector<JsonValue>())
        texts.push_back(item.text);
    return texts;
}

} // namespace

class tst_NextCapture : public QObject {
    Q_OBJECT

private slots:
    void callsBeforeAndAfter()
    {
        const FiveCalls dump;
        QVERIFY(dump.index);
        OwnedTask task;
        const auto next = nextCapture(dump.index, dump.tensorsOf("Torch.mul.0.forward", 1), {}, task);
        QVERIFY(next);
        QCOMPARE(next->operators,
            (std::vector<std::string> {"Torch.mul.0.forward", "Torch.neg.0.forward", "Torch.add.0.forward"}));
        QCOMPARE(next->asked, std::size_t {1});
        QCOMPARE(next->ranks, std::vector<std::uint64_t> {1});
        QCOMPARE(next->steps, std::vector<std::uint64_t> {0});
        const auto alone
            = nextCapture(dump.index, dump.tensorsOf("Torch.mul.0.forward", 1), {.hops = 0}, task);
        QVERIFY(alone);
        QCOMPARE(alone->operators, std::vector<std::string> {"Torch.mul.0.forward"});
        const auto none = nextCapture(dump.index, {}, {}, task);
        QVERIFY(none && none->operators.empty() && !none->areModules);
    }

    void aBackwardOperatorIsComputedFromItsForwardOne()
    {
        TemporaryFolder folder;
        OwnedTask task;
        const DumpedTensor some {{2}, {1, 2}};
        std::vector<DumpedOperator> calls;
        for (const char* name : {"Torch.exp.0.forward", "Torch.neg.0.forward", "Torch.sin.0.forward",
                 "Torch.sin.0.backward", "Torch.neg.0.backward", "Torch.exp.0.backward"})
            calls.push_back({name, {some}, some});
        QVERIFY(MsprobeDumpWriter::write(folder.path(), calls));
        const auto index = openDump(folder.path(), builtinFormats(), {}, task);
        QVERIFY(index);
        const auto asked = (*index)->tensorsOfOperator((*index)->findString("Torch.exp.0.backward"));
        const auto next = nextCapture(*index, asked, {}, task);
        QVERIFY(next);
        QCOMPARE(next->operators,
            (std::vector<std::string> {
                "Torch.exp.0.backward", "Torch.exp.0.forward", "Torch.neg.0.backward"}));
        QCOMPARE(next->asked, std::size_t {1});
    }

    void msprobeAsksForNamesRanksAndSteps()
    {
        NextCapture next;
        next.operators = {"Torch.mul.0.forward", "Torch.neg.0.forward"};
        next.asked = 1;
        next.ranks = {1, 3};
        next.steps = {4, 5, 7};
        const ConfigKinds kinds = allKinds();
        const auto draft = nextConfig(next, operatorsPreset(), kindCalled(kinds, "msprobe"),
            {.text = R"({"task":"statistics","dump_path":"/data/x","rank":[],"step":[],"level":"L1"})"});
        QVERIFY(draft);
        QVERIFY(draft->lost.empty());
        const JsonValue json = parseJson(draft->text).value();
        QCOMPARE(json.textAt("task"), std::string_view("tensor"));
        QCOMPARE(json.textAt("dump_path"), std::string_view("/data/x"));
        QCOMPARE(json.textAt("level"), std::string_view("L1"));
        QCOMPARE(textsOf(json.find("rank")), (std::vector<std::string> {"1", "3"}));
        QCOMPARE(textsOf(json.find("step")), (std::vector<std::string> {"4-5", "7"}));
        QCOMPARE(textsOf(json.find("tensor")->find("list")), next.operators);
    }

    void theFailingIterationIsAskedForAsAWhole()
    {
        NextCapture next;
        next.operators = {"Torch.exp.0.forward"};
        next.steps = {6, 7};
        const ConfigKinds kinds = allKinds();
        const auto preset = std::ranges::find(dumpPresets(), "iterations", &DumpPreset::id);
        QVERIFY(preset != dumpPresets().end());
        QCOMPARE(preset->stepsBefore, std::uint64_t {1});
        const auto draft = nextConfig(next, *preset, kindCalled(kinds, "msprobe"), {});
        QVERIFY(draft);
        const JsonValue json = parseJson(draft->text).value();
        QCOMPARE(json.textAt("task"), std::string_view("tensor"));
        QCOMPARE(textsOf(json.find("step")), (std::vector<std::string> {"6-7"}));
        QVERIFY(textsOf(json.find("tensor")->find("list")).empty());
    }

    void modulesAreAskedForAtTheirLevel()
    {
        NextCapture next;
        next.operators = {"Module.layers.0.mlp.MLP.forward.0"};
        next.asked = 1;
        const ConfigKinds kinds = allKinds();
        const auto draft = nextConfig(next, operatorsPreset(), kindCalled(kinds, "msprobe"), {});
        QVERIFY(draft);
        QCOMPARE(parseJson(draft->text).value().textAt("level"), std::string_view("mix"));
    }

    /// msprobe 26.2.0 wrote entries with this list, and none with names of modules at level L1: its entry is
    /// Module.model.layers.1.mlp.MLP.forward.0.
    void modulesOfOtherProgramsGetMsprobesNames()
    {
        NextCapture next;
        next.operators = {"model.layers.1.mlp", "root.layers.0.fc", "root"};
        next.asked = 2;
        const ConfigKinds kinds = allKinds();
        const ConfigKind& msprobe = kindCalled(kinds, "msprobe");
        const auto draft = nextConfig(next, operatorsPreset(), msprobe, {});
        QVERIFY(draft);
        const JsonValue json = parseJson(draft->text).value();
        QCOMPARE(json.textAt("level"), std::string_view("mix"));
        QCOMPARE(textsOf(json.find("tensor")->find("list")),
            (std::vector<std::string> {"Module.model.layers.1.mlp.", "Module.layers.0.fc."}));
        QVERIFY(msprobe.check({.text = draft->text}).problems.empty());
    }

    void aComparisonAccuses()
    {
        const FiveCalls dump;
        QVERIFY(dump.index);
        const std::string file = dump.folder.at("result.json");
        QVERIFY(writeFile(file,
            R"({"target":"/elsewhere","conclusion":{"kind":"suspect","place":{"op_name":"Torch.exp.0.forward",
               "rank":0,"step":0,"target_id":null}},"suspects":[{"op_name":"Torch.exp.0.forward","rank":0,"step":0},
               {"op_name":"Torch.mul.0.forward","rank":1,"step":null},{"op_name":"Torch.gone.0.forward"},7]})"));
        const auto accused = readAccused(file);
        QVERIFY(accused && *accused);
        QCOMPARE((*accused)->target, std::string("/elsewhere"));
        QCOMPARE((*accused)->operators.size(), std::size_t {4});
        std::vector<TensorId> expected = dump.tensorsOf("Torch.exp.0.forward", 0);
        for (const TensorId id : dump.tensorsOf("Torch.mul.0.forward", 1))
            expected.push_back(id);
        QVERIFY(expected.size() == 4);
        QCOMPARE(tensorsOf(**accused, *dump.index), expected);
    }

    void otherFilesAreNoComparisons()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("other.json"), R"({"conclusion":7,"suspects":[]})"));
        QVERIFY(writeFile(folder.at("broken.json"), "{"));
        QVERIFY(!*readAccused(folder.at("other.json")));
        QVERIFY(!*readAccused(folder.path()));
        const auto broken = readAccused(folder.at("broken.json"));
        QVERIFY(!broken);
        QCOMPARE(broken.error().place.file, folder.at("broken.json"));
    }

    void whereNanIsBorn()
    {
        const FiveCalls dump;
        QVERIFY(dump.index);
        OwnedTask task;
        const auto born = firstBorn(dump.index, task);
        QVERIFY(born && *born);
        QCOMPARE(dump.index->text(dump.index->tensor((*born)->id).opName),
            std::string_view("Torch.mul.0.forward"));
        QCOMPARE(dump.index->factsOf((*born)->id).rank, std::optional<std::int64_t>(1));
        QCOMPARE(summarise(*dump.index).kinds.front().config, std::string("msprobe"));
    }
};

QTEST_GUILESS_MAIN(tst_NextCapture)
#include "tst_next_capture.moc"
