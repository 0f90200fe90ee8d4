// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/torchair_graphs.h"

#include <QTest>

using namespace dumpscope::core;

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

QTEST_APPLESS_MAIN(TestTorchairGraphs)
#include "tst_torchair_graphs.moc"
