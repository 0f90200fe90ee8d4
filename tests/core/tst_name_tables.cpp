// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_names.h"
#include "compare/pairing/name_table.h"
#include "compare/pairing/pairing.h"
#include "memory_dump.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <vector>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

struct Row {
    std::string name;
    Shape shape {4, 4};
    Io io = Io::Parameter;
    std::int32_t slot = 0;
};

std::shared_ptr<const DumpIndex> dumpOf(const std::vector<Row>& rows)
{
    MemoryDump dump;
    for (const Row& row : rows) {
        MemoryDump::Tensor tensor {row.name, {}, row.io, row.slot};
        tensor.shape = row.shape;
        dump.add(tensor);
    }
    return dump.finish();
}

struct Found {
    std::map<std::string, std::string> pairs; ///< target -> golden
    std::map<std::string, std::string> reasons, targetAlone, goldenAlone;
};

/// Nothing but names: shapes of one pair are those of no other, so no rule behind names finds anything else.
Found found(
    const std::vector<Row>& targets, const std::vector<Row>& goldens, const PairingOptions& options = {})
{
    const auto target = dumpOf(targets), golden = dumpOf(goldens);
    OwnedTask task;
    const auto pairing = pairSides({target, std::nullopt}, {golden, std::nullopt}, options, task);
    Found result;
    if (!pairing)
        return result;
    const auto nameIn = [](const DumpIndex& index, TensorId id) {
        const TensorRow& row = index.tensor(id);
        return std::string(index.text(row.opName))
            + (row.io == Io::Parameter ? std::string() : ':' + std::string(ioWord(row.io)));
    };
    for (const TensorPair& pair : pairing->pairs) {
        result.pairs[nameIn(*target, pair.target)] = nameIn(*golden, pair.golden);
        result.reasons[nameIn(*target, pair.target)]
            = std::string(pairOriginWord(pair.origin)) + ": " + pair.reason.text();
    }
    for (const UnpairedTensor& alone : pairing->unpairedTarget)
        result.targetAlone[nameIn(*target, alone.id)] = alone.reason.text();
    for (const UnpairedTensor& alone : pairing->unpairedGolden)
        result.goldenAlone[nameIn(*golden, alone.id)] = alone.reason.text();
    return result;
}

/// What the converters of Megatron (Megatron-Bridge) and MindFormers (convert_weight.py) say is the same.
using Names = std::vector<std::pair<std::string, std::string>>;
const Names kMegatron {
    {"embedding.word_embeddings.weight", "model.embed_tokens.weight"},
    {"output_layer.weight", "lm_head.weight"},
    {"decoder.final_layernorm.weight", "model.norm.weight"},
    {"decoder.layers.3.self_attention.linear_qkv.layer_norm_weight", "model.layers.3.input_layernorm.weight"},
    {"decoder.layers.4.input_layernorm.weight", "model.layers.4.input_layernorm.weight"},
    {"decoder.layers.3.self_attention.linear_proj.weight", "model.layers.3.self_attn.o_proj.weight"},
    {"decoder.layers.3.mlp.linear_fc1.layer_norm_weight", "model.layers.3.post_attention_layernorm.weight"},
    {"decoder.layers.4.pre_mlp_layernorm.weight", "model.layers.4.post_attention_layernorm.weight"},
    {"decoder.layers.3.mlp.linear_fc2.weight", "model.layers.3.mlp.down_proj.weight"},
    {"decoder.layers.3.self_attention.q_layernorm.weight", "model.layers.3.self_attn.q_norm.weight"},
    {"decoder.layers.3.self_attention.k_layernorm.weight", "model.layers.3.self_attn.k_norm.weight"},
    {"decoder.layers.4.mlp.router.weight", "model.layers.4.mlp.gate.weight"},
    {"decoder.layers.4.mlp.experts.linear_fc2.weight7", "model.layers.4.mlp.experts.7.down_proj.weight"},
    {"decoder.layers.4.mlp.experts.local_experts.8.linear_fc2.weight",
        "model.layers.4.mlp.experts.8.down_proj.weight"},
    {"decoder.layers.4.mlp.shared_experts.linear_fc2.weight",
        "model.layers.4.mlp.shared_experts.down_proj.weight"},
};
const Names kLatentAttention {
    {"decoder.layers.0.self_attention.linear_q_down_proj.weight", "model.layers.0.self_attn.q_a_proj.weight"},
    {"decoder.layers.0.self_attention.linear_q_up_proj.weight", "model.layers.0.self_attn.q_b_proj.weight"},
    {"decoder.layers.0.self_attention.q_layernorm.weight", "model.layers.0.self_attn.q_a_layernorm.weight"},
    {"decoder.layers.0.self_attention.linear_kv_down_proj.weight",
        "model.layers.0.self_attn.kv_a_proj_with_mqa.weight"},
    {"decoder.layers.0.self_attention.linear_kv_up_proj.weight", "model.layers.0.self_attn.kv_b_proj.weight"},
    {"decoder.layers.0.self_attention.kv_layernorm.weight", "model.layers.0.self_attn.kv_a_layernorm.weight"},
    {"decoder.layers.0.mlp.router.expert_bias", "model.layers.0.mlp.gate.e_score_correction_bias"},
};
const Names kMindFormers {
    {"model.tok_embeddings.embedding_weight", "model.embed_tokens.weight"},
    {"model.norm_out.weight", "model.norm.weight"},
    {"model.layers.1.attention.wq.weight", "model.layers.1.self_attn.q_proj.weight"},
    {"model.layers.1.attention.wk.weight", "model.layers.1.self_attn.k_proj.weight"},
    {"model.layers.1.attention.wv.weight", "model.layers.1.self_attn.v_proj.weight"},
    {"model.layers.1.attention.wo.weight", "model.layers.1.self_attn.o_proj.weight"},
    {"model.layers.1.feed_forward.w1.weight", "model.layers.1.mlp.gate_proj.weight"},
    {"model.layers.1.feed_forward.w2.weight", "model.layers.1.mlp.down_proj.weight"},
    {"model.layers.1.feed_forward.w3.weight", "model.layers.1.mlp.up_proj.weight"},
    {"model.layers.1.attention_norm.weight", "model.layers.1.input_layernorm.weight"},
    {"model.layers.1.ffn_norm.weight", "model.layers.1.post_attention_layernorm.weight"},
    {"model.layers.2.attention.q2l_proj._layer.weight", "model.layers.2.self_attn.q_a_proj.weight"},
    {"model.layers.2.attention.lkv2kv.weight", "model.layers.2.self_attn.kv_b_proj.weight"},
    {"model.layers.2.feed_forward.routed_experts.router.dense.weight", "model.layers.2.mlp.gate.weight"},
    {"model.layers.2.feed_forward.shared_experts.w1.weight",
        "model.layers.2.mlp.shared_expert.gate_proj.weight"},
};

} // namespace

class NameTablesTest : public QObject {
    Q_OBJECT

private slots:
    void families_data();
    void families();
    void layersNeedNoOrder();
    void wrapped();
    void prefixed();
    void fusedAgainstParts();
    void fusedAgainstFused();
    void fusedNameForOnePart();
    void gemmaNorms();
    void modulesOfMsprobe();
    void exportedModules();
    void own();
    void badTables_data();
    void badTables();
};

void NameTablesTest::families_data()
{
    QTest::addColumn<int>("which");
    QTest::addRow("Megatron") << 0;
    QTest::addRow("Megatron, latent attention") << 1;
    QTest::addRow("MindFormers") << 2;
}

/// In any order, both ways, and without a shape that would tell them.
void NameTablesTest::families()
{
    QFETCH(int, which);
    const Names& names = which == 0 ? kMegatron : which == 1 ? kLatentAttention : kMindFormers;
    std::vector<Row> theirs, common;
    for (const auto& [their, face] : names) {
        theirs.push_back({their});
        common.insert(common.begin(), {face});
    }
    for (const bool isSwapped : {false, true}) {
        const Found result = isSwapped ? found(common, theirs) : found(theirs, common);
        QCOMPARE(result.pairs.size(), names.size());
        for (const auto& [their, face] : names)
            QCOMPARE(result.pairs.at(isSwapped ? face : their), isSwapped ? their : face);
        QVERIFY(result.reasons.begin()->second.starts_with("mapping: the same by the tables of names of "));
    }
}

/// Two layers of equal shapes, of which golden has the second alone: order would pair it with the first.
void NameTablesTest::layersNeedNoOrder()
{
    const Found result
        = found({{"decoder.layers.0.mlp.linear_fc2.weight"}, {"decoder.layers.1.mlp.linear_fc2.weight"}},
            {{"model.layers.1.mlp.down_proj.weight"}});
    QCOMPARE(result.pairs,
        (std::map<std::string, std::string> {
            {"decoder.layers.1.mlp.linear_fc2.weight", "model.layers.1.mlp.down_proj.weight"}}));
}

void NameTablesTest::wrapped()
{
    QCOMPARE(withoutWrappers("module.module.fc.weight"), std::string("fc.weight"));
    QCOMPARE(withoutWrappers("model.model.layers.0.fc.weight"), std::string("model.layers.0.fc.weight"));
    QCOMPARE(withoutWrappers("model.lm_head.weight"), std::string("lm_head.weight"));
    QCOMPARE(withoutWrappers("model.layers.0.fc.weight"), std::string("model.layers.0.fc.weight"));
    QCOMPARE(withoutWrappers("_orig_mod.layers.0._fsdp_wrapped_module.fc._checkpoint_wrapped_module.weight"),
        std::string("layers.0.fc.weight"));
    QCOMPARE(withoutWrappers("root.model.norm"), std::string("model.norm"));
    QCOMPARE(withoutWrappers("root.lm_head"), std::string("lm_head"));
    QCOMPARE(withoutWrappers("Qwen2ForCausalLM.model.norm"), std::string("model.norm"));
    QCOMPARE(withoutWrappers("LlamaModel.layers.0"), std::string("layers.0"));
    QCOMPARE(withoutWrappers("Qwen2ForCausalLM"), std::string("Qwen2ForCausalLM"));
    QCOMPARE(withoutWrappers("Linear.weight"), std::string("Linear.weight"));
    QCOMPARE(withoutWrappers("submodule.fc"), std::string("submodule.fc"));
    QCOMPARE(withoutWrappers("module."), std::string());
    const Found result
        = found({{"module.a.fc.weight"}, {"module.b.fc.weight"}}, {{"b.fc.weight"}, {"a.fc.weight"}});
    QCOMPARE(result.pairs,
        (std::map<std::string, std::string> {
            {"module.a.fc.weight", "a.fc.weight"}, {"module.b.fc.weight", "b.fc.weight"}}));
    QCOMPARE(result.reasons.at("module.a.fc.weight"),
        std::string("normalised: same name but for what wraps the model"));
}

/// A part of a model under a name of somebody's own; where layers may be counted from elsewhere, it is
/// chance.
void NameTablesTest::prefixed()
{
    const std::vector<Row> whole {
        {"net.h.0.a.scale"}, {"net.h.0.b.scale"}, {"net.h.1.a.scale"}, {"net.c.scale"}};
    std::vector<Row> part {{"c.scale"}, {"h.1.a.scale"}, {"h.0.b.scale"}, {"h.0.a.scale"}};
    const Found result = found(whole, part);
    QCOMPARE(result.pairs,
        (std::map<std::string, std::string> {{"net.h.0.a.scale", "h.0.a.scale"},
            {"net.h.0.b.scale", "h.0.b.scale"}, {"net.h.1.a.scale", "h.1.a.scale"},
            {"net.c.scale", "c.scale"}}));
    QCOMPARE(result.reasons.at("net.c.scale"),
        std::string("normalised: same name but for net. before it, as before the target's others"));
    QCOMPARE(found(part, whole).reasons.at("c.scale"),
        std::string("normalised: same name but for net. before it, as before golden's others"));
    const auto isByPrefix = [&] {
        const Found other = found(whole, part);
        return std::ranges::any_of(other.reasons,
            [](const auto& reason) { return reason.second.find("before it") != std::string::npos; });
    };
    QVERIFY(isByPrefix());
    part.back().shape = {5, 4};
    QVERIFY(!isByPrefix());
    part.pop_back();
    QVERIFY(!isByPrefix());
}

/// The tensor of three has the shape of one of them, which no rule may take for the same.
void NameTablesTest::fusedAgainstParts()
{
    const std::vector<Row> parts {{"model.layers.0.self_attn.q_proj.weight", {12, 4}},
        {"model.layers.0.self_attn.k_proj.weight", {4, 4}},
        {"model.layers.0.self_attn.v_proj.weight", {4, 4}}, {"model.layers.0.mlp.gate_proj.weight", {6, 4}},
        {"model.layers.0.mlp.up_proj.weight", {6, 4}}};
    const std::vector<Row> vllm {{"model.layers.0.self_attn.qkv_proj.weight", {12, 4}},
        {"model.layers.0.mlp.gate_up_proj.weight", {6, 4}}};
    const Found ours = found(vllm, parts);
    QVERIFY(ours.pairs.empty());
    QCOMPARE(ours.targetAlone.at("model.layers.0.self_attn.qkv_proj.weight"),
        std::string(
            "holds in one tensor what the other side keeps apart (rows: q, k, v), and is not compared"));
    QCOMPARE(ours.goldenAlone.at("model.layers.0.mlp.up_proj.weight"),
        std::string(
            "the other side holds it together with others in model.layers.0.mlp.gate_up_proj.weight, and "
            "it is not compared"));
    const Found theirs = found(parts, {{"decoder.layers.0.self_attention.linear_qkv.weight", {12, 4}}});
    QVERIFY(theirs.pairs.empty());
    QVERIFY(theirs.goldenAlone.begin()->second.find("q, k, v of each query group") != std::string::npos);
}

void NameTablesTest::fusedAgainstFused()
{
    const Found same
        = found({{"decoder.layers.0.mlp.linear_fc1.weight"}}, {{"model.layers.0.mlp.gate_up_proj.weight"}});
    QCOMPARE(same.pairs.size(), std::size_t {1});
    // Two files of one tensor each would be compared whatever they are called.
    const Found other = found({{"decoder.layers.0.self_attention.linear_qkv.weight"},
                                  {"decoder.layers.1.self_attention.linear_qkv.weight"}},
        {{"model.layers.0.self_attn.qkv_proj.weight"}, {"model.layers.1.self_attn.qkv_proj.weight"}});
    QVERIFY(other.pairs.empty());
    QCOMPARE(other.targetAlone.begin()->second,
        std::string(
            "both sides hold several parameters in one tensor, in other orders of rows (target: q, k, v "
            "of each query group; golden: q, k, v), and are not compared"));
}

/// Without gates, the first product of the MLP is one matrix.
void NameTablesTest::fusedNameForOnePart()
{
    const Found result = found({{"decoder.layers.0.mlp.linear_fc1.weight", {16, 4}}},
        {{"model.layers.0.mlp.up_proj.weight", {16, 4}}});
    QCOMPARE(result.pairs.size(), std::size_t {1});
}

/// With a norm before the MLP, the one called post_attention is the norm of the attention's output.
void NameTablesTest::gemmaNorms()
{
    const Found result = found({{"decoder.layers.0.mlp.linear_fc1.layer_norm_weight"}},
        {{"model.layers.0.post_attention_layernorm.weight"},
            {"model.layers.0.pre_feedforward_layernorm.weight"}});
    QCOMPARE(result.pairs.begin()->second, std::string("model.layers.0.pre_feedforward_layernorm.weight"));
}

void NameTablesTest::modulesOfMsprobe()
{
    QCOMPARE(moduleName("Module.model.layers.0.mlp.gate_proj.Linear.forward.2")->path,
        std::string("model.layers.0.mlp.gate_proj"));
    QCOMPARE(
        moduleName("Module.model.layers.0.mlp.gate_proj.Linear.forward.2")->call, std::string("forward.2"));
    QVERIFY(!moduleName("Functional.linear.3.forward"));
    QVERIFY(!moduleName("Default/fc1/MatMul-op3"));
    const Found result
        = found({{"Module.module.decoder.layers.0.self_attention.linear_proj.RowParallelLinear.forward.0",
                    {4, 4}, Io::Output}},
            {{"Module.model.layers.0.mlp.down_proj.Linear.forward.0", {4, 4}, Io::Output},
                {"Module.model.layers.0.self_attn.o_proj.Linear.forward.0", {4, 4}, Io::Output}});
    QCOMPARE(result.pairs.begin()->second,
        std::string("Module.model.layers.0.self_attn.o_proj.Linear.forward.0:output"));
}

/// A product with its bias is one module: its input is the product's, its output the sum's.
void NameTablesTest::exportedModules()
{
    QCOMPARE(exportedName("/model/layers.0/self_attn/q_proj/MatMul")->path,
        std::string("model.layers.0.self_attn.q_proj"));
    QVERIFY(!exportedName("/Add"));
    QVERIFY(!exportedName("MatMul"));
    const std::vector<Row> exported {{"/layers.0/mlp/fc1/MatMul", {4, 4}, Io::Input},
        {"/layers.0/mlp/fc1/MatMul", {4, 4}, Io::Input, 1}, {"/layers.0/mlp/fc1/MatMul", {4, 4}, Io::Output},
        {"/layers.0/mlp/fc1/Add", {4, 4}, Io::Output}, {"/layers.0/mlp/fc2/Gemm", {4, 4}, Io::Output}};
    const std::vector<Row> modules {{"model.layers.0.mlp.fc2", {4, 4}, Io::Output},
        {"model.layers.0.mlp.fc1", {4, 4}, Io::Input}, {"model.layers.0.mlp.fc1", {4, 4}, Io::Output}};
    const std::map<std::string, std::string> expected {
        {"/layers.0/mlp/fc1/MatMul:input", "model.layers.0.mlp.fc1:input"},
        {"/layers.0/mlp/fc1/Add:output", "model.layers.0.mlp.fc1:output"},
        {"/layers.0/mlp/fc2/Gemm:output", "model.layers.0.mlp.fc2:output"}};
    QCOMPARE(found(exported, modules).pairs, expected);
    std::map<std::string, std::string> swapped;
    for (const auto& [target, golden] : expected)
        swapped[golden] = target;
    QCOMPARE(found(modules, exported).pairs, swapped);
}

/// A table of one's own goes before the built-in ones, and replaces that of the same family.
void NameTablesTest::own()
{
    const TemporaryFolder folder;
    writeFile(folder.at("mine.json"), R"({"version": 1, "family": "Mine",
        "names": [{"name": "blk.*.down", "as": "model.layers.$1.mlp.down_proj.weight"}]})");
    PairingOptions options;
    options.ruleFiles = {folder.at("mine.json")};
    const Found result
        = found({{"blk.0.down"}, {"blk.1.down"}}, {{"decoder.layers.1.mlp.linear_fc2.weight"}}, options);
    QCOMPARE(result.pairs,
        (std::map<std::string, std::string> {{"blk.1.down", "decoder.layers.1.mlp.linear_fc2.weight"}}));
    QCOMPARE(result.reasons.begin()->second,
        std::string("mapping: the same by the tables of names of Mine and Megatron"));
}

void NameTablesTest::badTables_data()
{
    QTest::addColumn<QString>("text");
    QTest::addRow("no version") << R"({"family": "x", "names": []})";
    QTest::addRow("no list") << R"({"version": 1, "family": "x", "names": 3})";
    QTest::addRow("no name") << R"({"version": 1, "family": "x", "names": [{"as": "b"}]})";
    QTest::addRow("no common name") << R"({"version": 1, "family": "x", "names": [{"name": "b"}]})";
    QTest::addRow("expression") << R"({"version": 1, "family": "x", "names": [{"name": "/(/", "as": "b"}]})";
    QTest::addRow("group") << R"({"version": 1, "family": "x", "names": [{"name": "a*", "as": "$2"}]})";
    QTest::addRow("one part")
        << R"({"version": 1, "family": "x", "fused": [{"name": "a", "as": "b", "rows": "r", "parts": ["c"]}]})";
    QTest::addRow("family") << R"({"version": 1, "family": 3, "names": []})";
    QTest::addRow("cut") << R"({"version": 1, "family": "x", "names": [)";
}

void NameTablesTest::badTables()
{
    QFETCH(QString, text);
    QVERIFY(!NameTable::parse(text.toStdString(), "x.json"));
}

QTEST_APPLESS_MAIN(NameTablesTest)
#include "tst_name_tables.moc"
