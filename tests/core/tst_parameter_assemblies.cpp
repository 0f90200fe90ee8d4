// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of one model under the names of several programs: which rows stand where is written down by
// hand.
#include "compare/layout/parameter_assemblies.h"

#include "compared_ranks.h"
#include "safetensors_file.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::int64_t kWidth = 10, kHead = 4, kHeads = 4, kGroups = 2, kInner = 6, kVocabulary = 20;
constexpr int kLayers = 3;

std::string layer(int number)
{
    return "model.layers." + std::to_string(number) + ".";
}

DumpedTensor joined(const std::vector<DumpedTensor>& pieces)
{
    DumpedTensor made {{0, kWidth}, {}};
    for (const DumpedTensor& piece : pieces) {
        made.shape[0] += piece.shape[0];
        made.values.insert(made.values.end(), piece.values.begin(), piece.values.end());
    }
    return made;
}

DumpedTensor rowsFrom(const DumpedTensor& whole, std::int64_t first, std::int64_t count)
{
    std::vector<std::int64_t> rows;
    for (std::int64_t row = first; row < first + count; ++row)
        rows.push_back(row);
    return rowsOf(whole, rows);
}

/// As Hugging Face has it. `areAlike`: all layers are equal.
Weights apart(bool areAlike = false, unsigned run = 0)
{
    Weights weights;
    weights["model.embed_tokens.weight"] = noise({kVocabulary, kWidth}, 900 + run);
    weights["model.norm.weight"] = noise({kWidth}, 901 + run);
    for (int i = 0; i < kLayers; ++i) {
        const auto seed = run + (areAlike ? 1U : static_cast<unsigned>(10 * i + 1));
        const std::string name = layer(i);
        weights[name + "self_attn.q_proj.weight"] = noise({kHeads * kHead, kWidth}, seed);
        weights[name + "self_attn.k_proj.weight"] = noise({kGroups * kHead, kWidth}, seed + 1);
        weights[name + "self_attn.v_proj.weight"] = noise({kGroups * kHead, kWidth}, seed + 2);
        weights[name + "self_attn.o_proj.weight"] = noise({kWidth, kHeads * kHead}, seed + 3);
        weights[name + "mlp.gate_proj.weight"] = noise({kInner, kWidth}, seed + 4);
        weights[name + "mlp.up_proj.weight"] = noise({kInner, kWidth}, seed + 5);
        weights[name + "input_layernorm.weight"] = noise({kWidth}, seed + 6);
    }
    return weights;
}

/// As vLLM has it.
Weights inBlocks(const Weights& parts)
{
    Weights weights = parts;
    const auto take = [&](const std::string& name) { return weights.extract(name).mapped(); };
    for (int i = 0; i < kLayers; ++i) {
        const std::string name = layer(i);
        const DumpedTensor q = take(name + "self_attn.q_proj.weight"),
                           k = take(name + "self_attn.k_proj.weight"),
                           v = take(name + "self_attn.v_proj.weight"),
                           gate = take(name + "mlp.gate_proj.weight"), up = take(name + "mlp.up_proj.weight");
        weights[name + "self_attn.qkv_proj.weight"] = joined({q, k, v});
        weights[name + "mlp.gate_up_proj.weight"] = joined({gate, up});
    }
    return weights;
}

/// As Megatron has it: two query heads, key and value of each group.
Weights byGroup(const Weights& parts)
{
    Weights weights;
    weights["embedding.word_embeddings.weight"] = parts.at("model.embed_tokens.weight");
    weights["decoder.final_layernorm.weight"] = parts.at("model.norm.weight");
    for (int i = 0; i < kLayers; ++i) {
        const std::string name = layer(i), there = "decoder.layers." + std::to_string(i) + ".";
        const DumpedTensor &q = parts.at(name + "self_attn.q_proj.weight"),
                           &k = parts.at(name + "self_attn.k_proj.weight"),
                           &v = parts.at(name + "self_attn.v_proj.weight");
        weights[there + "self_attention.linear_qkv.weight"] = joined({rowsFrom(q, 0, 8), rowsFrom(k, 0, 4),
            rowsFrom(v, 0, 4), rowsFrom(q, 8, 8), rowsFrom(k, 4, 4), rowsFrom(v, 4, 4)});
        weights[there + "mlp.linear_fc1.weight"]
            = joined({parts.at(name + "mlp.gate_proj.weight"), parts.at(name + "mlp.up_proj.weight")});
        weights[there + "self_attention.linear_proj.weight"] = parts.at(name + "self_attn.o_proj.weight");
        weights[there + "self_attention.linear_qkv.layer_norm_weight"]
            = parts.at(name + "input_layernorm.weight");
    }
    return weights;
}

/// After some steps of training: a tenth of each value's size.
Weights trained(Weights weights)
{
    unsigned seed = 5000;
    for (auto& [name, weight] : weights) {
        const DumpedTensor change = noise(weight.shape, ++seed);
        for (std::size_t i = 0; i < weight.values.size(); ++i)
            weight.values[i] += 0.1F * change.values[i];
    }
    return weights;
}

/// Layer 0 in the first stage of a pipeline, 1 and 2 in the second, where they are numbered from 0.
std::map<std::string, Weights> inStages(const Weights& whole)
{
    std::map<std::string, Weights> folders;
    Weights &first = folders["iter_0000005/mp_rank_00_000/"],
            &second = folders["iter_0000005/mp_rank_00_001/"];
    const std::string stack = "decoder.layers.";
    for (const auto& [name, weight] : whole) {
        if (!name.starts_with(stack))
            (name.starts_with("embedding") ? first : second)[name] = weight;
        else if (name[stack.size()] == '0')
            first[name] = weight;
        else
            second[stack + static_cast<char>(name[stack.size()] - 1) + name.substr(stack.size() + 1)]
                = weight;
    }
    return folders;
}

struct Compared {
    TemporaryFolder folder;
    std::optional<Comparison> comparison;

    Compared(const std::vector<Weights>& target, const Weights& golden)
        : Compared(inRanks(target), golden)
    {
    }

    /// The target's by folder.
    Compared(const std::map<std::string, Weights>& target, const Weights& golden)
    {
        bool good = writeFile(folder.at("golden/model.safetensors"), safetensorsFile(golden));
        for (const auto& [path, weights] : target)
            good = writeFile(folder.at("target/" + path + "model.safetensors"), safetensorsFile(weights))
                && good;
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        auto done = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        if (good && done)
            comparison = std::move(*done);
    }

    static std::map<std::string, Weights> inRanks(const std::vector<Weights>& target)
    {
        std::map<std::string, Weights> folders;
        for (std::size_t rank = 0; rank < target.size(); ++rank)
            folders[target.size() > 1 ? "rank" + std::to_string(rank) + "/" : std::string()] = target[rank];
        return folders;
    }

    /// What golden's tensor is compared with, by name and rank, and how far off it is; nullptr: nothing.
    [[nodiscard]] const PairResult* row(const std::string& golden) const
    {
        const PairTable& pairs = *comparison->pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const DumpIndex& index = *pairs.golden().index;
            if (index.text(index.tensor(pairs.row(row).pair.golden).opName) == golden)
                return &pairs.row(row);
        }
        return nullptr;
    }
    [[nodiscard]] QStringList parts(const std::string& golden) const
    {
        const PairResult* const found = row(golden);
        QStringList names;
        for (const TensorId id : found ? targetsOf(found->pair) : std::vector<TensorId>()) {
            const DumpIndex& index = *comparison->pairs->target().index;
            names.append(QString::fromStdString(std::string(index.text(index.tensor(id).opName))));
        }
        return names;
    }
    /// Tensors of golden that are compared, and how far off the farthest one is.
    [[nodiscard]] std::pair<std::size_t, double> all() const
    {
        std::set<TensorId> goldens;
        double most = 0;
        for (std::size_t row = 0; row < comparison->pairs->rows(); ++row) {
            const PairResult& result = comparison->pairs->row(row);
            goldens.insert(result.pair.golden);
            most = result.state == PairState::Ok ? std::max(most, result.values[0].value.value_or(INFINITY))
                                                 : INFINITY;
        }
        return {goldens.size(), most};
    }
};

/// Under names that no table knows.
std::string ownName(std::string name)
{
    const std::vector<std::pair<std::string, std::string>> others {{"model.layers", "net.blocks"},
        {"model.embed_tokens", "net.table"}, {"model.norm", "net.last"}, {"self_attn.", "att."},
        {"mlp.", "ff."}, {"_proj", "_part"}, {"input_layernorm", "first"}};
    for (const auto& [from, to] : others) {
        if (const std::size_t at = name.find(from); at != std::string::npos)
            name.replace(at, from.size(), to);
    }
    return name;
}

/// What one of two processes has: half of the rows, of norms and of `o_proj` all.
Weights halfOf(const Weights& whole, int process)
{
    Weights half;
    for (const auto& [name, weight] : whole) {
        const bool isCut = weight.shape.size() == 2 && name.find("o_proj") == std::string::npos;
        const std::int64_t rows = weight.shape[0] / 2;
        half[ownName(name)] = isCut ? rowsFrom(weight, process * rows, rows) : weight;
    }
    return half;
}

/// Weights of golden, and those of the target in the bytes of its file.
std::string textOf(const std::string& target, const Weights& golden, const std::string& second = {},
    const std::string& adapterConfig = {})
{
    const TemporaryFolder folder;
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    if (!writeFile(folder.at("golden/model.safetensors"), safetensorsFile(golden))
        || !writeFile(folder.at("target/model.safetensors"), target)
        || (!second.empty() && !writeFile(folder.at("target/second.safetensors"), second))
        || (!adapterConfig.empty() && !writeFile(folder.at("target/adapter_config.json"), adapterConfig)))
        return {};
    const auto done = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
    return done ? done->conclusion.headline.text() + "; " + done->conclusion.reason.text() : std::string();
}

/// A safetensors file of a weight of one row, in int8, and the scale that belongs to it.
std::string quantisedFile(const std::vector<std::int8_t>& codes, const std::vector<float>& scales,
    const std::string& scaleName = "fc.weight_scale", const std::string& dtype = "I8")
{
    const std::string end = std::to_string(codes.size());
    const std::size_t bytes = scales.size() * sizeof(float);
    const std::string header = R"({"fc.weight":{"dtype":")" + dtype + R"(","shape":[1,)" + end
        + R"(],"data_offsets":[0,)" + end + R"(]},")" + scaleName + R"(":{"dtype":"F32","shape":[1,)"
        + std::to_string(scales.size()) + R"(],"data_offsets":[)" + end + ","
        + std::to_string(codes.size() + bytes) + "]}}";
    std::string file(sizeof(std::uint64_t), '\0');
    const std::uint64_t size = header.size();
    std::memcpy(file.data(), &size, sizeof size);
    file += header;
    for (const std::int8_t code : codes)
        file += static_cast<char>(code);
    return file + std::string(reinterpret_cast<const char*>(scales.data()), bytes);
}

QStringList names(const std::string& prefix, const QStringList& tails)
{
    QStringList all;
    for (const QString& tail : tails)
        all.append(QString::fromStdString(prefix) + tail);
    return all;
}

} // namespace

class tst_ParameterAssemblies : public QObject {
    Q_OBJECT

private slots:
    void goldenHoldsSeveral()
    {
        const Weights golden = inBlocks(apart());
        const Compared compared({apart()}, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.all(), std::pair(golden.size(), 0.0));
        QCOMPARE(compared.parts(layer(1) + "self_attn.qkv_proj.weight"),
            names(
                layer(1), {"self_attn.q_proj.weight", "self_attn.k_proj.weight", "self_attn.v_proj.weight"}));
        QCOMPARE(compared.comparison->unpairedTarget.size(), std::size_t {0});
    }

    /// Rows of a group of heads stand together; nothing but values says how long a head is.
    void byGroupsOfHeads()
    {
        for (const bool isGoldenFused : {true, false}) {
            const Weights golden = isGoldenFused ? byGroup(apart()) : apart();
            const Compared compared({isGoldenFused ? apart() : byGroup(apart())}, golden);
            QVERIFY(compared.comparison);
            QCOMPARE(compared.all(), std::pair(golden.size(), 0.0));
        }
    }

    /// Blocks on one side, groups on the other.
    void inOtherOrders()
    {
        const Weights golden = inBlocks(apart());
        const Compared compared({byGroup(apart())}, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.all(), std::pair(golden.size(), 0.0));
    }

    void paddedVocabulary()
    {
        Weights padded = apart();
        DumpedTensor& table = padded["model.embed_tokens.weight"];
        table = joined({table, noise({4, kWidth}, 77)});
        const Weights golden = apart();
        const Compared compared({padded}, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.all(), std::pair(golden.size(), 0.0));
        const PairResult* const row = compared.row("model.embed_tokens.weight");
        QVERIFY(assemblyOf(row));
        QCOMPARE(assemblyOf(row)->kind, AssemblyKind::Slice);
        const std::string reason = row->pair.reason.text();
        QVERIFY2(reason.find("rows 20 to 23 of the target are padding") != std::string::npos, reason.c_str());

        const Compared exchanged({golden}, padded);
        QVERIFY(exchanged.comparison);
        QCOMPARE(exchanged.all(), std::pair(golden.size(), 0.0));
        const std::string said = exchanged.row("model.embed_tokens.weight")->pair.reason.text();
        QVERIFY2(said.find("rows 20 to 23 of golden are padding") != std::string::npos, said.c_str());
    }

    /// The vocabulary is shared by two ranks, 12 rows each.
    void paddedOverRanks()
    {
        std::vector<Weights> ranks;
        const DumpedTensor table = joined({apart()["model.embed_tokens.weight"], noise({4, kWidth}, 77)});
        for (int rank = 0; rank < 2; ++rank) {
            Weights own = apart();
            own["model.embed_tokens.weight"] = rowsFrom(table, 12 * rank, 12);
            for (int i = 0; i < kLayers; ++i) {
                for (const char* cut : {"mlp.gate_proj.weight", "mlp.up_proj.weight"}) {
                    DumpedTensor& weight = own[layer(i) + cut];
                    weight = rowsFrom(weight, kInner / 2 * rank, kInner / 2);
                }
            }
            ranks.push_back(std::move(own));
        }
        const Weights golden = apart();
        const Compared compared(ranks, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.all(), std::pair(golden.size(), 0.0));
        const PairResult* const row = compared.row("model.embed_tokens.weight");
        QVERIFY(assemblyOf(row));
        QCOMPARE(assemblyOf(row)->parts.size(), 2U);
        QVERIFY(row->pair.reason.text().find("rows 20 to 23 of the target are padding") != std::string::npos);
    }

    /// Values are near, and no more: names say what belongs together.
    void afterTraining()
    {
        const Weights golden = apart();
        const Compared compared({trained(byGroup(golden))}, golden);
        QVERIFY(compared.comparison);
        const auto [count, farthest] = compared.all();
        QCOMPARE(count, golden.size());
        QVERIFY2(farthest > 0.05 && farthest < 0.2, std::to_string(farthest).c_str());
        const Assembly* const keys = assemblyOf(compared.row(layer(2) + "self_attn.k_proj.weight"));
        QVERIFY(keys);
        QCOMPARE(keys->basis, AssemblyBasis::Names);
    }

    /// A wrong weight in one layer is off alone.
    void afterTrainingWithOneWrong()
    {
        const Weights golden = apart();
        Weights target = trained(golden);
        target[layer(1) + "self_attn.v_proj.weight"] = noise({kGroups * kHead, kWidth}, 4242);
        const Compared compared({byGroup(target)}, golden);
        QVERIFY(compared.comparison);
        for (std::size_t i = 0; i < compared.comparison->pairs->rows(); ++i) {
            const PairResult& result = compared.comparison->pairs->row(i);
            const DumpIndex& index = *compared.comparison->pairs->golden().index;
            const bool isWrong
                = index.text(index.tensor(result.pair.golden).opName) == layer(1) + "self_attn.v_proj.weight";
            QCOMPARE(result.values[0].value.value_or(INFINITY) > 0.5, isWrong);
        }
    }

    /// In all layers values stand in the tensors that names say, but otherwise: whoever loads them by name
    /// gets others' rows.
    void otherwiseThanNamesSay()
    {
        const Weights golden = apart();
        Weights exchanged = inBlocks(golden);
        for (int i = 0; i < kLayers; ++i)
            exchanged[layer(i) + "mlp.gate_up_proj.weight"] = joined(
                {golden.at(layer(i) + "mlp.up_proj.weight"), golden.at(layer(i) + "mlp.gate_proj.weight")});
        const auto saidOf = [&](const Weights& target) {
            const Compared compared({target}, golden);
            return compared.comparison && compared.all() == std::pair(golden.size(), 0.0)
                ? compared.comparison->conclusion.headline.text()
                : std::string();
        };
        const std::string all = "all " + std::to_string(golden.size()) + " pairs are within limits";
        QCOMPARE(saidOf(inBlocks(golden)), all);
        QCOMPARE(saidOf(byGroup(golden)), all);
        QCOMPARE(saidOf(exchanged), all + "; 6 parameters stand in another arrangement");
        const Compared compared({exchanged}, golden);
        const std::string reason = compared.row(layer(1) + "mlp.gate_proj.weight")->pair.reason.text();
        QVERIFY2(reason.find("otherwise than names say") != std::string::npos, reason.c_str());
    }

    /// Nothing says how long a head is: a wrong guess would be worse than none. A norm of heads says it.
    void unlikeValues()
    {
        for (const bool hasNorm : {false, true}) {
            Weights golden = apart(), target = byGroup(apart(false, 3000));
            for (int i = 0; hasNorm && i < kLayers; ++i) {
                golden[layer(i) + "self_attn.k_norm.weight"] = noise({kHead}, 60);
                target["decoder.layers." + std::to_string(i) + ".self_attention.k_layernorm.weight"]
                    = noise({kHead}, 61);
            }
            const Compared compared({target}, golden);
            QVERIFY(compared.comparison);
            QCOMPARE(assemblyOf(compared.row(layer(0) + "self_attn.k_proj.weight")) != nullptr, hasNorm);
            QCOMPARE(compared.parts(layer(1) + "mlp.up_proj.weight"),
                QStringList {"decoder.layers.1.mlp.linear_fc1.weight"});
        }
    }

    /// FSDP and tensor parallelism: along both axes, one before the other along one, and in pieces of unequal
    /// size; a fault is of the rank that has the element.
    void asFilesSay()
    {
        const auto ofNumber = [](const Shape& shape, float number) {
            DumpedTensor made = noise(shape, 0);
            for (std::size_t i = 0; i < made.values.size(); ++i)
                made.values[i] = number + static_cast<float>(i) / 64;
            return made;
        };
        Weights golden {{"up.weight", ofNumber({8, 4}, 0)}, {"down.weight", ofNumber({6, 8}, 1)},
            {"norm.weight", ofNumber({5}, 2)}};
        std::map<std::string, std::string> ranks;
        for (const bool isWrong : {false, true}) {
            if (isWrong) {
                golden["up.weight"].values[2 * 4] = 9;
                golden["down.weight"].values[3 * 8 + 5] = 9;
                golden["norm.weight"].values[4] = 9;
            }
            Compared compared(std::vector<Weights> {{}}, golden);
            const std::filesystem::path from = DUMPSCOPE_TEST_DATA "/torch/fsdp_tp";
            std::filesystem::remove_all(compared.folder.at("target"));
            std::filesystem::copy(from, compared.folder.at("target"));
            std::filesystem::remove(compared.folder.at("target/make.py"));
            OwnedTask task;
            ComparisonOptions options;
            options.limits = presetLimits("precision").value();
            auto done = compareFolders(compared.folder.path(), "relative_euclidean_distance", options, task);
            QVERIFY(done);
            compared.comparison = std::move(*done);
            QCOMPARE(compared.comparison->summary.pass, isWrong ? 0U : 3U);
            QCOMPARE(compared.comparison->summary.fail, isWrong ? 3U : 0U);
            QVERIFY(compared.comparison->unpairedTarget.empty());
            for (const auto& [name, weight] : golden) {
                const PairResult* const row = compared.row(name);
                QVERIFY(row != nullptr);
                QVERIFY(row->pair.reason.text().starts_with("as their files say, in 4 tensors"));
                ranks[name] = std::to_string(
                    compared.comparison->pairs->target().index->factsOf(row->pair.target).rank.value_or(-1));
            }
        }
        QCOMPARE(ranks,
            (std::map<std::string, std::string> {
                {"up.weight", "2"}, {"down.weight", "3"}, {"norm.weight", "2"}}));
    }

    /// Tensors of one value are everywhere: not to find them by values says nothing of what is there.
    void alikeWithoutNames()
    {
        Weights golden, target;
        for (unsigned i = 0; i < 12; ++i) {
            golden["u." + std::to_string(i)] = noise({8, 4}, 100 + i);
            target["v." + std::to_string(7 * i)] = noise({8, 4}, 100 + i);
        }
        for (const char* const which : {"a", "b", "c", "d"}) {
            golden[std::string("norm.") + which] = {{4}, {1, 1, 1, 1}};
            target[std::string("scale.") + which] = {{4}, {1, 1, 1, 1}};
        }
        golden["bias"] = noise({5}, 120);
        target["shift"] = noise({6}, 121);
        const Compared compared({target}, golden);
        QVERIFY(compared.comparison);
        std::map<std::string, std::string> reasons;
        const DumpIndex& index = *compared.comparison->pairs->golden().index;
        for (const UnpairedTensor& one : compared.comparison->unpairedGolden)
            reasons[std::string(index.text(index.tensor(one.id).opName))] = one.reason.text();
        QCOMPARE(reasons.size(), 5U);
        QCOMPARE(reasons.at("norm.a"),
            std::string("its values are all alike: names alone could tell its partner"));
        QCOMPARE(reasons.at("bias"), std::string("a search by values found no partner for it in the target"));
    }

    /// Which layer a stage begins with is known: values of another layer are wrong, however many there are.
    void exchangedLayers()
    {
        const Weights golden = apart();
        const std::string projection = "self_attention.linear_proj.weight";
        for (const bool isWhole : {false, true}) {
            Weights target = byGroup(golden);
            for (const auto& [name, weight] : byGroup(golden)) {
                const std::string own = "decoder.layers.1.", other = "decoder.layers.2.";
                const std::string tail = name.substr(std::min(own.size(), name.size()));
                if (name.starts_with(own) && (isWhole || tail == projection))
                    std::swap(target[name], target[other + tail]);
            }
            const Compared compared(inStages(target), golden);
            QVERIFY(compared.comparison);
            QCOMPARE(compared.all().first, golden.size());
            const std::string said = compared.comparison->conclusion.text();
            QVERIFY2(said.find("mp_rank_00_001") != std::string::npos, said.c_str());
            for (const auto& [name, weight] : golden) {
                const PairResult* const row = compared.row(name);
                QVERIFY2(row != nullptr, name.c_str());
                const bool isOfBoth = name.starts_with(layer(1)) || name.starts_with(layer(2));
                const bool isWrong = isOfBoth && (isWhole || name.ends_with("o_proj.weight"));
                QVERIFY2((row->values[0].value.value_or(INFINITY) > 0.5) == isWrong, name.c_str());
            }
        }
    }

    /// What values do not find where they find all else is wrong, and no tensor without a partner.
    void wrongAmongNamesOfNobody()
    {
        Weights golden;
        for (const auto& [name, weight] : apart())
            golden[ownName(name)] = weight;
        for (const std::string wrong : {"", "net.table.weight", "net.last.weight"}) {
            std::map<std::string, Weights> folders;
            for (const int process : {0, 1}) {
                Weights& half = folders["tp" + std::to_string(process) + "/"];
                half = halfOf(apart(), process);
                if (wrong == "net.table.weight" || (process == 1 && !wrong.empty()))
                    half[wrong] = noise(half[wrong].shape, static_cast<unsigned>(77 + process));
            }
            const Compared compared(folders, golden);
            QVERIFY(compared.comparison);
            QCOMPARE(compared.comparison->unpairedTarget.size(), std::size_t {0});
            QCOMPARE(compared.comparison->unpairedGolden.size(), std::size_t {0});
            QCOMPARE(compared.comparison->summary.fail, wrong.empty() ? 0U : 1U);
            const std::string said = compared.comparison->conclusion.text();
            QVERIFY2(said.find(wrong) != std::string::npos, said.c_str());
        }
    }

    void tiedOnOneSide()
    {
        Weights golden = apart();
        const std::string target = safetensorsFile(golden);
        golden["lm_head.weight"] = golden["model.embed_tokens.weight"];
        const std::string said = textOf(target, golden);
        QVERIFY2(said.find("lm_head.weight of golden, which has no partner, holds the values of its "
                           "model.embed_tokens.weight, which was compared: the target saves weights that "
                           "are tied once")
                != std::string::npos,
            said.c_str());
        golden["lm_head.weight"].values[3] += 1;
        const std::string lone = textOf(target, golden);
        QVERIFY2(lone.find("; of golden without a partner: lm_head.weight") != std::string::npos
                && lone.find("tied") == std::string::npos,
            lone.c_str());
    }

    /// A second file with the same names is a copy, and no weights that are tied.
    void copyInAnotherFile()
    {
        const Weights golden = apart();
        const std::string target = safetensorsFile(golden);
        const std::string same = textOf(target, golden, target);
        QVERIFY2(same.find("tied") == std::string::npos && same.find("two files") == std::string::npos,
            same.c_str());
        Weights other = golden;
        other["model.norm.weight"].values[3] += 1;
        const std::string said = textOf(target, golden, safetensorsFile(other));
        QVERIFY2(said.find("the same parameters have different values in two files of one folder of the "
                           "target: 1, the first model.norm.weight in model.safetensors and "
                           "second.safetensors")
                != std::string::npos,
            said.c_str());
    }

    void integersWithScales()
    {
        const Weights golden {{"fc.weight", {{1, 4}, {0.5F, -1.26F, 0.24F, 3}}}};
        const std::string said = textOf(quantisedFile({1, -3, 0, 6}, {0.5F}), golden); // 0.48 steps
        QVERIFY2(said.find("off by at most 0.48 of a step: rounding explains it") != std::string::npos,
            said.c_str());
        const std::string wrong = textOf(quantisedFile({1, 3, 0, 6}, {0.5F}), golden);
        QVERIFY2(wrong.find("1 are farther off than half a step, which rounding does not explain, the worst "
                            "by 5.5 steps: fc.weight")
                != std::string::npos,
            wrong.c_str());
    }

    void scalesOfOthers()
    {
        const Weights golden {{"fc.weight", {{1, 4}, {0.5F, -1.26F, 0.24F, 3}}}};
        // bitsandbytes stores 127 times the scale.
        const std::string most = textOf(quantisedFile({1, -3, 0, 6}, {63.5F}, "fc.SCB"), golden);
        QVERIFY2(most.find("off by at most 0.48 of a step") != std::string::npos, most.c_str());
        // 1, -2.5, 0.0625 and 6; -2.56 would be -1.28 / 0.5, and a step there is 0.25.
        const Weights floats {{"fc.weight", {{1, 4}, {0.5F, -1.28F, 0.03125F, 3}}}};
        const std::string small
            = textOf(quantisedFile({0x38, -62, 0x18, 0x4C}, {0.5F}, "fc.weight_scale", "F8_E4M3"), floats);
        QVERIFY2(small.find("off by at most 0.24 of a step") != std::string::npos, small.c_str());
        // Blocks have 128 columns, the last 32.
        constexpr int kColumns = 160, kBlock = 128;
        Weights blocks {{"fc.weight", {{1, kColumns}, std::vector<float>(kColumns, 0.5F)}}};
        std::fill(blocks["fc.weight"].values.begin() + kBlock, blocks["fc.weight"].values.end(), 2.0F);
        const std::vector<std::int8_t> ones(kColumns, 1);
        const std::string parted = textOf(quantisedFile(ones, {0.5F, 2.0F}, "fc.weight_scale_inv"), blocks);
        QVERIFY2(parted.find("off by at most 0 of a step") != std::string::npos, parted.c_str());
    }

    void adaptersThatAreNotMerged()
    {
        Weights target {{"fc.weight", {{2, 3}, {1, 2, 3, 4, 5, 6}}}}, golden = target;
        target["base_model.model.fc.lora_A.weight"] = {{1, 3}, {1, 0, -1}};
        target["base_model.model.fc.lora_B.weight"] = {{2, 1}, {2, 1}};
        golden["fc.weight"].values = {7, 2, -3, 7, 5, 3}; // weight + 3 · B · A
        const std::string said = textOf(safetensorsFile(target), golden);
        QVERIFY2(
            said.find("weight + s·B·A, s = 3, the factor that fits the most of them, is the other side's "
                      "weight in 1 of 1, the farthest is off by 0 (relative L2): fc.weight")
                != std::string::npos,
            said.c_str());
        golden["fc.weight"] = target["fc.weight"];
        const std::string leftOut = textOf(safetensorsFile(target), golden);
        QVERIFY2(leftOut.find("as if they were left out is the other side's weight in 1 of 1")
                != std::string::npos,
            leftOut.c_str());
        target["base_model.model.fc.lora_A.second.weight"] = {{1, 3}, {1, 0, -1}};
        target["base_model.model.fc.lora_B.second.weight"] = {{2, 1}, {2, 1}};
        const std::string several = textOf(safetensorsFile(target), golden);
        QVERIFY2(several.find("1 weights of the target have several LoRA adapters beside them")
                != std::string::npos,
            several.c_str());
    }

    /// The first weight was merged by another factor than the others, and is the one to be named.
    void factorOfMostAdapters()
    {
        Weights target, golden;
        for (const std::string name : {"a", "b", "c"}) {
            const float factor = name == "a" ? 5 : 3;
            target[name + ".weight"] = {{2, 2}, {1, 2, 3, 4}};
            target[name + ".lora_A.weight"] = {{1, 2}, {1, 0}};
            target[name + ".lora_B.weight"] = {{2, 1}, {1, 0}};
            golden[name + ".weight"] = {{2, 2}, {1 + factor, 2, 3, 4}};
        }
        const std::string said = textOf(safetensorsFile(target), golden);
        // 2 / |(6, 2, 3, 4)|
        QVERIFY2(said.find("s = 3, the factor that fits the most of them, is the other side's "
                           "weight in 2 of 3, the farthest is off by 0.25 (relative L2): a.weight")
                != std::string::npos,
            said.c_str());
        const std::string config = R"({"r": 1, "lora_alpha": 3, "alpha_pattern": {"[ax]": 5}})";
        const std::string stored = textOf(safetensorsFile(target), golden, {}, config);
        QVERIFY2(stored.find("s = 3 to 5 by the alpha that is stored, is the other side's weight in 3 of 3")
                != std::string::npos,
            stored.c_str());
    }

    /// Each layer is its own, though all have the same values.
    void layersAlike()
    {
        const Compared compared({inBlocks(apart(true))}, apart(true));
        QVERIFY(compared.comparison);
        for (int i = 0; i < kLayers; ++i) {
            QCOMPARE(compared.parts(layer(i) + "self_attn.k_proj.weight"),
                names(layer(i), {"self_attn.qkv_proj.weight"}));
            QCOMPARE(compared.parts(layer(i) + "mlp.up_proj.weight"),
                names(layer(i), {"mlp.gate_up_proj.weight"}));
        }
    }
};

QTEST_GUILESS_MAIN(tst_ParameterAssemblies)
#include "tst_parameter_assemblies.moc"
