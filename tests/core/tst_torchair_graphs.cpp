// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing.h"
#include "compare/pairing/torchair_graphs.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <map>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;

namespace {

/// Operators with the FX tensors that their outputs keep.
std::shared_ptr<const Graph> graphOf(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& operators)
{
    GraphBuilder builder;
    for (const auto& [name, tensors] : operators) {
        builder.addNode(name, name, "Type", NodeKind::Operator);
        for (std::size_t slot = 0; slot < tensors.size(); ++slot) {
            builder.addOutput({});
            if (!tensors[slot].empty())
                builder.addAttribute(
                    "output_desc_attr__fx_tensor_name:" + std::to_string(slot), tensors[slot]);
        }
    }
    std::vector<Diagnostic> problems;
    return builder.finish(problems);
}

} // namespace

class TestTorchairGraphs : public QObject {
    Q_OBJECT

private slots:
    void lastOperatorComputes();
    void fusedNames();
    void stepsThatEquationsPair();
};

void TestTorchairGraphs::lastOperatorComputes()
{
    TorchairOperators operators;
    operators.add(*graphOf({{"Mul", {"mm-aten.mm.OUTPUT.0"}}, {"Cast", {"mm-aten.mm.OUTPUT.0"}},
        {"Norm", {"n-aten.norm.OUTPUT.0", "", "n-aten.norm.OUTPUT.2"}}, {"Const", {""}}}));
    const auto mul = operators.find("Mul"), cast = operators.find("Cast"), norm = operators.find("Norm");
    QVERIFY(mul && cast && norm);
    QVERIFY(!mul->last->isLast && !mul->first->isAlone);
    QVERIFY(cast->last->isLast && !cast->first->isAlone);
    QVERIFY(norm->last->isLast && norm->first->isAlone);
    QCOMPARE(QString::fromStdString(norm->last->fxName), "n-aten.norm");
    QCOMPARE(QString::fromStdString(norm->last->outputs[2]), "n-aten.norm.OUTPUT.2");
    QVERIFY(norm->last->outputs[1].empty());
    QVERIFY(operators.find("Const")->last->fxName.empty());
}

void TestTorchairGraphs::fusedNames()
{
    TorchairOperators operators;
    operators.add(*graphOf({{"Add", {"a-aten.add.OUTPUT.0"}}, {"Add_1", {"b-aten.add.OUTPUT.0"}},
        {"Relu", {"r-aten.relu.OUTPUT.0"}}}));
    const auto fused = operators.find("Add_1Relu"); // the longest prefix is Add_1, not Add
    QVERIFY(fused);
    QCOMPARE(QString::fromStdString(fused->first->fxName), "b-aten.add");
    QCOMPARE(QString::fromStdString(fused->last->fxName), "r-aten.relu");
    QVERIFY(!operators.find("AddUnknown"));
    QVERIFY(!operators.find(""));
    QVERIFY(!operators.find(std::string(100'000, 'A')));
}

/// The pairs of a dump of GE by its graph are those of the steps that are paired, whatever their numbers.
void TestTorchairGraphs::stepsThatEquationsPair()
{
    const std::string data = DUMPSCOPE_TEST_DATA "/llm-era/torchair/";
    const std::string graph = "/worldsize1_global_rank0/graph_1/";
    const TemporaryFolder folder;
    const auto copied = std::filesystem::copy_options::recursive;
    std::filesystem::create_directories(folder.at("msprobe_fx_dump" + graph));
    for (int step = 0; step < 2; ++step)
        std::filesystem::copy(data + "msprobe_fx_dump" + graph + std::to_string(step),
            folder.at("msprobe_fx_dump" + graph + std::to_string(step + 5)), copied);
    OwnedTask task;
    const auto open = [&](const std::string& path) {
        const auto index = openDump(path, builtinFormats(), {}, task);
        return index ? *index : nullptr;
    };
    const auto target = open(data + "msprobe_ge_dump"), same = open(data + "msprobe_fx_dump"),
               later = open(folder.at("msprobe_fx_dump"));
    QVERIFY(target && same && later);
    const auto byGraph = [&](const std::shared_ptr<const DumpIndex>& golden, const PairingOptions& options) {
        std::map<std::string, std::int64_t> steps; // of golden, by the target's tensor
        const auto pairing = pairSides({target, std::nullopt}, {golden, std::nullopt}, options, task);
        for (const TensorPair& pair : pairing ? pairing->pairs : std::vector<TensorPair>()) {
            if (pair.origin == PairOrigin::Mapping)
                steps[target->tensorId(pair.target)] = golden->factsOf(pair.golden).step.value_or(-1);
        }
        return steps;
    };
    PairingOptions equations;
    equations.steps = {{0, 5}, {1, 6}};
    const auto usual = byGraph(same, {}), shifted = byGraph(later, equations);
    QVERIFY(!usual.empty());
    QCOMPARE(shifted.size(), usual.size());
    for (const auto& [tensor, step] : usual)
        QCOMPARE(shifted.at(tensor), step + 5);
}

QTEST_APPLESS_MAIN(TestTorchairGraphs)
#include "tst_torchair_graphs.moc"
