// SPDX-License-Identifier: GPL-3.0-or-later
// Numbered blocks of a network, as frameworks write their paths.
#include "model/module_scope.h"

#include <QTest>

#include <string>

using namespace dumpscope::core;

class tst_module_scope : public QObject {
    Q_OBJECT

private slots:
    void layers_data();
    void layers();
    void layersOfNames_data();
    void layersOfNames();
};

void tst_module_scope::layers_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("layer");
    const auto row = [](const char* scope, const char* layer) { QTest::newRow(scope) << scope << layer; };
    row("layers/3/attn/qkv", "layers/3");
    row("model/layers/11", "model/layers/11");
    row("/layers.0/self_attn/q_proj", "layers.0");
    row("/transformer/h.5/mlp", "transformer/h.5");
    row("bert/encoder/layer_7/output", "bert/encoder/layer_7");
    row("Default/network/3-DecoderLayer/norm", "Default/network/3-DecoderLayer");
    row("layer4/0/conv1", "layer4");
    row("decoder/layers/2/experts/7/w1", "decoder/layers/2");
    // Modules of their own, without a block around them.
    row("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense", "");
    row("conv2d_1", "");
    row("embed", "");
    row("", "");
}

void tst_module_scope::layers()
{
    QFETCH(const QString, scope);
    QFETCH(const QString, layer);
    const std::string text = scope.toStdString();
    QCOMPARE(QString::fromStdString(std::string(layerOf(text))), layer);
}

void tst_module_scope::layersOfNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("layer");
    const auto row = [](const char* name, const char* layer) { QTest::newRow(name) << name << layer; };
    row("Module.layers.1.attn.proj.Linear.parameters_grad.0", "layers/1");
    row("Module.layers.0.mlp.2.Linear.backward.0", "layers/0");
    row("Module.layers.0.Block.backward.0", "layers/0"); // the block itself
    row("Cell.model.layers.11.mlp.Dense.forward.0", "model/layers/11");
    row("decoder.layers.1.input_layernorm.weight", "decoder/layers/1");
    row("layers.0.mlp", "layers/0");
    row("transformer.h.5.ln_1.bias", "transformer/h/5");
    // Calls and modules of their own.
    row("Functional.linear.3.forward", "");
    row("Tensor.__add__.1.backward", "");
    row("Module.head.Linear.parameters_grad.0", "");
    row("Module.mlp.2.Linear.forward.0", "");
    row("optimizer.state.0.exp_avg", "");
    row("layers", "");
    row("layers.", "");
    row("", "");
}

void tst_module_scope::layersOfNames()
{
    QFETCH(const QString, name);
    QFETCH(const QString, layer);
    QCOMPARE(QString::fromStdString(layerOfName(name.toStdString())), layer);
}

QTEST_APPLESS_MAIN(tst_module_scope)
#include "tst_module_scope.moc"
