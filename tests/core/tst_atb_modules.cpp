// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of ATB and the modules or parameters that they are in torch.
#include "compare/pairing/pairing.h"
#include "memory_dump.h"

#include <QTest>

#include <map>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;

namespace {

using Index = std::shared_ptr<const DumpIndex>;

MemoryDump::Tensor tensor(const std::string& op, const std::string& type, Io io, std::int32_t slot,
    const Shape& shape, double value)
{
    MemoryDump::Tensor result {op, type, io, slot, shape};
    if (value != 0)
        result.statistics = {value, -value / 3, value / 7, value * 2};
    return result;
}

/// A linear operator of ATB over 4 tokens; `weight` 0: its values are not known.
void addLinear(MemoryDump& dump, const std::string& op, std::int64_t out, double weight)
{
    dump.add(tensor(op, "LinearOperation", Io::Input, 0, {4, 8}, 0));
    dump.add(tensor(op, "LinearOperation", Io::Input, 1, {out, 8}, weight));
    dump.add(tensor(op, "LinearOperation", Io::Output, 0, {4, out}, 0));
}

void addModule(MemoryDump& dump, const std::string& path, std::int64_t out, double weight)
{
    const std::string op = "Module." + path + ".Linear.forward.0";
    dump.add(tensor(op, "Linear", Io::Input, 0, {1, 4, 8}, 0));
    dump.add(tensor(op, "Linear", Io::Parameter, 0, {out, 8}, weight));
    dump.add(tensor(op, "Linear", Io::Output, 0, {1, 4, out}, 0));
}

/// target operator -> golden operator
std::map<std::string, std::string> pairsOf(const Index& t, const Index& g)
{
    OwnedTask task;
    std::map<std::string, std::string> pairs;
    const auto pairing = pairSides({t, std::nullopt}, {g, std::nullopt}, {}, task);
    for (const TensorPair& pair : pairing->pairs)
        pairs[std::string(t->text(t->tensor(pair.target).opName))]
            = std::string(g->text(g->tensor(pair.golden).opName));
    return pairs;
}

using Names = std::map<std::string, std::string>;

} // namespace

class AtbModulesTest : public QObject {
    Q_OBJECT

private slots:
    void equalWeightsDecide();
    void orderDecidesWhereCountsAgree();
    void weightsOfAnotherPlace();
    void anotherOrderInEveryLayer();
    void orderOfACheckpoint();
    void nothingDecides();
    void layersThatAreNotAllThere();
    void parametersOfACheckpoint();
    void tableAndTokens();
    void otherInputs();
};

/// The fused projection has no partner; what is left has the shape of two modules.
void AtbModulesTest::equalWeightsDecide()
{
    MemoryDump atb, torch;
    addLinear(atb, "0_Prefill_layer/0_LinearOperation", 24, 1);
    addLinear(atb, "0_Prefill_layer/1_LinearOperation", 8, 5);
    addModule(torch, "layers.0.q_proj", 8, 3);
    addModule(torch, "layers.0.k_proj", 8, 4);
    addModule(torch, "layers.0.o_proj", 8, 5);
    const Names expected {{"0_Prefill_layer/1_LinearOperation", "Module.layers.0.o_proj.Linear.forward.0"}};
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), expected);
}

void AtbModulesTest::orderDecidesWhereCountsAgree()
{
    MemoryDump atb, torch;
    for (const std::string layer : {"1_Decoder_layer", "2_Decoder_layer"}) {
        addLinear(atb, layer + "/0_LinearOperation", 8, 0);
        addLinear(atb, layer + "/1_LinearOperation", 8, 0);
    }
    for (const std::string layer : {"layers.4", "layers.5"}) {
        addModule(torch, layer + ".up", 8, 0);
        addModule(torch, layer + ".down", 8, 0);
    }
    const Names expected {{"1_Decoder_layer/0_LinearOperation", "Module.layers.4.up.Linear.forward.0"},
        {"1_Decoder_layer/1_LinearOperation", "Module.layers.4.down.Linear.forward.0"},
        {"2_Decoder_layer/0_LinearOperation", "Module.layers.5.up.Linear.forward.0"},
        {"2_Decoder_layer/1_LinearOperation", "Module.layers.5.down.Linear.forward.0"}};
    const Index a = atb.finish(), m = torch.finish();
    QCOMPARE(pairsOf(a, m), expected);
    QCOMPARE(pairsOf(m, a).size(), expected.size());
}

/// Two layers, `up` and `down` in each; in the second one golden's weights are exchanged.
void AtbModulesTest::weightsOfAnotherPlace()
{
    MemoryDump atb, torch;
    for (const int layer : {0, 1}) {
        const std::string name = std::to_string(layer + 1) + "_Decoder_layer";
        const std::string path = "layers." + std::to_string(layer);
        const double up = 1 + 4 * layer, down = 3 + 4 * layer;
        addLinear(atb, name + "/0_LinearOperation", 8, up);
        addLinear(atb, name + "/1_LinearOperation", 8, down);
        addModule(torch, path + ".up", 8, layer == 0 ? up : down);
        addModule(torch, path + ".down", 8, layer == 0 ? down : up);
    }
    const Names expected {{"1_Decoder_layer/0_LinearOperation", "Module.layers.0.up.Linear.forward.0"},
        {"1_Decoder_layer/1_LinearOperation", "Module.layers.0.down.Linear.forward.0"},
        {"2_Decoder_layer/0_LinearOperation", "Module.layers.1.up.Linear.forward.0"},
        {"2_Decoder_layer/1_LinearOperation", "Module.layers.1.down.Linear.forward.0"}};
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), expected);
}

/// One program may run `up` before `gate`: then it does so in every layer.
void AtbModulesTest::anotherOrderInEveryLayer()
{
    MemoryDump atb, torch;
    Names expected;
    for (const int layer : {0, 1}) {
        const std::string name = std::to_string(layer + 1) + "_Decoder_layer";
        const std::string path = "layers." + std::to_string(layer);
        const double gate = 1 + 4 * layer, up = 3 + 4 * layer;
        addLinear(atb, name + "/0_LinearOperation", 8, gate);
        addLinear(atb, name + "/1_LinearOperation", 8, up);
        addModule(torch, path + ".up", 8, up);
        addModule(torch, path + ".gate", 8, gate);
        expected[name + "/0_LinearOperation"] = "Module." + path + ".gate.Linear.forward.0";
        expected[name + "/1_LinearOperation"] = "Module." + path + ".up.Linear.forward.0";
    }
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), expected);
}

/// A checkpoint is sorted by names, which say what is run first: here norms with nearly equal weights, and
/// products of which the second one's weight is the third one's.
void AtbModulesTest::orderOfACheckpoint()
{
    MemoryDump atb, checkpoint;
    const auto norm = [&](const std::string& op, double weight) {
        atb.add(tensor(op, "RmsNormOperation", Io::Input, 0, {4, 8}, 0));
        atb.add(tensor(op, "RmsNormOperation", Io::Input, 1, {8}, weight));
        atb.add(tensor(op, "RmsNormOperation", Io::Output, 0, {4, 8}, 0));
    };
    norm("1_layer/0_RmsNormOperation", 1);
    addLinear(atb, "1_layer/1_LinearOperation", 8, 5);
    norm("1_layer/2_RmsNormOperation", 1.001);
    addLinear(atb, "1_layer/3_LinearOperation", 8, 7);
    addLinear(atb, "1_layer/4_LinearOperation", 8, 9);
    const auto parameter = [&](const std::string& name, const Shape& shape, double value) {
        checkpoint.add(tensor("model.layers.0." + name + ".weight", {}, Io::Parameter, 0, shape, value));
    };
    parameter("input_layernorm", {8}, 1);
    parameter("mlp.down_proj", {8, 8}, 7);
    parameter("mlp.up_proj", {8, 8}, 9);
    parameter("post_attention_layernorm", {8}, 1.001);
    parameter("self_attn.o_proj", {8, 8}, 5);
    const std::string layer = "model.layers.0.";
    const Names expected {{"1_layer/0_RmsNormOperation", layer + "input_layernorm.weight"},
        {"1_layer/1_LinearOperation", layer + "self_attn.o_proj.weight"},
        {"1_layer/2_RmsNormOperation", layer + "post_attention_layernorm.weight"},
        {"1_layer/3_LinearOperation", layer + "mlp.up_proj.weight"},
        {"1_layer/4_LinearOperation", layer + "mlp.down_proj.weight"}};
    QCOMPARE(pairsOf(atb.finish(), checkpoint.finish()), expected);
}

void AtbModulesTest::nothingDecides()
{
    MemoryDump atb, torch;
    addLinear(atb, "0_Prefill_layer/0_LinearOperation", 8, 0);
    addModule(torch, "layers.0.q_proj", 8, 0);
    addModule(torch, "layers.0.o_proj", 8, 0);
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), Names());
}

/// Numbers of layers say nothing where one side has dumped some of them.
void AtbModulesTest::layersThatAreNotAllThere()
{
    MemoryDump atb, torch;
    addLinear(atb, "9_Decoder_layer/0_LinearOperation", 8, 7);
    addModule(torch, "layers.0.up", 8, 6);
    addModule(torch, "layers.1.up", 8, 7);
    const Names expected {{"9_Decoder_layer/0_LinearOperation", "Module.layers.1.up.Linear.forward.0"}};
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), expected);

    MemoryDump unknown, modules;
    addLinear(unknown, "9_Decoder_layer/0_LinearOperation", 8, 0);
    addModule(modules, "layers.0.up", 8, 0);
    addModule(modules, "layers.1.down", 16, 0);
    QCOMPARE(pairsOf(unknown.finish(), modules.finish()), Names());
}

/// A checkpoint is sorted by names: layer 10 stands before layer 2.
void AtbModulesTest::parametersOfACheckpoint()
{
    MemoryDump atb, checkpoint;
    addLinear(atb, "1_layer/0_LinearOperation", 8, 2);
    addLinear(atb, "2_layer/0_LinearOperation", 8, 10);
    checkpoint.add(tensor("model.layers.10.mlp.up_proj.weight", {}, Io::Parameter, 0, {8, 8}, 10));
    checkpoint.add(tensor("model.layers.2.mlp.up_proj.weight", {}, Io::Parameter, 0, {8, 8}, 2));
    const Names expected {{"1_layer/0_LinearOperation", "model.layers.2.mlp.up_proj.weight"},
        {"2_layer/0_LinearOperation", "model.layers.10.mlp.up_proj.weight"}};
    QCOMPARE(pairsOf(atb.finish(), checkpoint.finish()), expected);
}

/// Gather has its table first and the tokens behind; torch's tokens are the input and the table a parameter.
void AtbModulesTest::tableAndTokens()
{
    MemoryDump atb, torch;
    const std::string gather = "0_WordEmbedding/0_GatherOperation";
    atb.add(tensor(gather, "GatherOperation", Io::Input, 0, {20, 8}, 0));
    atb.add(tensor(gather, "GatherOperation", Io::Input, 1, {20}, 0));
    atb.add(tensor(gather, "GatherOperation", Io::Output, 0, {20, 8}, 0));
    const std::string module = "Module.embed.Embedding.forward.0";
    torch.add(tensor(module, "Embedding", Io::Input, 0, {20}, 0));
    torch.add(tensor(module, "Embedding", Io::Parameter, 0, {20, 8}, 0));
    torch.add(tensor(module, "Embedding", Io::Output, 0, {20, 8}, 0));
    OwnedTask task;
    const auto t = atb.finish(), g = torch.finish();
    const auto pairing = pairSides({t, std::nullopt}, {g, std::nullopt}, {}, task);
    std::map<int, std::string> golden; // by row of ATB
    for (const TensorPair& pair : pairing->pairs)
        golden[static_cast<int>(pair.target.value())] = std::string(ioWord(g->tensor(pair.golden).io));
    QCOMPARE(golden, (std::map<int, std::string> {{0, "parameter"}, {1, "input"}, {2, "output"}}));
}

/// A fused activation takes both halves that a module of torch is given one of, and gives as much.
void AtbModulesTest::otherInputs()
{
    MemoryDump atb, torch;
    atb.add(tensor("0_layer/0_ActivationOperation", "ActivationOperation", Io::Input, 0, {4, 16}, 0));
    atb.add(tensor("0_layer/0_ActivationOperation", "ActivationOperation", Io::Output, 0, {4, 8}, 0));
    torch.add(tensor("Module.layers.0.act.SiLU.forward.0", "SiLU", Io::Input, 0, {4, 8}, 0));
    torch.add(tensor("Module.layers.0.act.SiLU.forward.0", "SiLU", Io::Output, 0, {4, 8}, 0));
    QCOMPARE(pairsOf(atb.finish(), torch.finish()), Names());
}

QTEST_GUILESS_MAIN(AtbModulesTest)
#include "tst_atb_modules.moc"
