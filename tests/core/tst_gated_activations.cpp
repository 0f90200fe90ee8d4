// SPDX-License-Identifier: GPL-3.0-or-later
// Modules by name and shape alone, as serving engines and Hugging Face call them.
#include "compare/pairing/pairing.h"
#include "memory_dump.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

struct Module {
    std::string name;
    Shape given, made;
};

std::shared_ptr<const DumpIndex> dumpOf(const std::vector<Module>& modules)
{
    MemoryDump dump;
    for (const Module& module : modules) {
        if (!module.given.empty())
            dump.add({module.name, "", Io::Input, 0, module.given});
        dump.add({module.name, "", Io::Output, 0, module.made});
    }
    return dump.finish();
}

/// Of the target's tensors, "name io" of those that have a partner.
std::vector<std::string> paired(const std::vector<Module>& target, const std::vector<Module>& golden)
{
    OwnedTask task;
    const auto t = dumpOf(target), g = dumpOf(golden);
    std::vector<std::string> names;
    const auto pairing = pairSides({t, std::nullopt}, {g, std::nullopt}, {}, task);
    for (const TensorPair& pair : pairing->pairs) {
        const TensorRow& row = t->tensor(pair.target);
        names.push_back(std::string(t->text(row.opName)) + ' ' + std::string(ioWord(row.io)));
    }
    return names;
}

/// An operator that is given and gives several tensors of one shape.
std::shared_ptr<const DumpIndex> dumpOf(const std::string& name, std::int32_t given, std::int32_t made)
{
    MemoryDump dump;
    for (std::int32_t slot = 0; slot < given; ++slot)
        dump.add({name, "", Io::Input, slot, {6, 32}});
    for (std::int32_t slot = 0; slot < made; ++slot)
        dump.add({name, "", Io::Output, slot, {6, 32}});
    return dump.finish();
}

/// "io slot" of what is paired of two operators of one name.
std::vector<std::string> pairedSlots(
    const std::shared_ptr<const DumpIndex>& target, const std::shared_ptr<const DumpIndex>& golden)
{
    OwnedTask task;
    std::vector<std::string> tensors;
    const auto pairing = pairSides({target, std::nullopt}, {golden, std::nullopt}, {}, task);
    for (const TensorPair& pair : pairing->pairs) {
        const TensorRow& row = target->tensor(pair.target);
        tensors.push_back(std::string(ioWord(row.io)) + ' ' + std::to_string(row.slot));
    }
    return tensors;
}

const std::string kLayer = "model.layers.0.";
const std::vector<std::string> kDown {kLayer + "mlp.down_proj input", kLayer + "mlp.down_proj output"};

} // namespace

class TestGatedActivations : public QObject {
    Q_OBJECT

private slots:
    /// `SiluAndMul` of vLLM is given gate and up, `SiLU` of Hugging Face the gate alone.
    void fusedBesidePlain()
    {
        const std::vector<Module> fused {
            {kLayer + "mlp.act_fn", {6, 96}, {6, 48}}, {kLayer + "mlp.down_proj", {6, 48}, {6, 32}}};
        for (const std::string root : {"", "root."}) {
            const std::vector<Module> plain {{root + kLayer + "mlp.act_fn", {1, 6, 48}, {1, 6, 48}},
                {root + kLayer + "mlp.down_proj", {1, 6, 48}, {1, 6, 32}}};
            QCOMPARE(paired(fused, plain), kDown);
        }
        const std::vector<Module> plain {
            {kLayer + "mlp.act_fn", {6, 48}, {6, 48}}, {kLayer + "mlp.down_proj", {6, 48}, {6, 32}}};
        QCOMPARE(paired(plain, fused), kDown);
        QCOMPARE(paired(fused, fused).size(), std::size_t {4});
        QCOMPARE(paired(plain, plain).size(), std::size_t {4});
    }

    /// Of outputs alone, the projection before an activation shows what it is: 96 columns are both halves of
    /// a gate of 48.
    void outputsAlone()
    {
        const auto dumped = [](const std::vector<std::pair<std::string, std::int64_t>>& projections) {
            std::vector<Module> modules;
            for (const auto& [name, columns] : projections)
                modules.push_back({kLayer + "mlp." + name, {}, {6, columns}});
            modules.push_back({kLayer + "mlp.act_fn", {}, {6, 48}});
            return modules;
        };
        const std::string activation = kLayer + "mlp.act_fn output";
        const auto isPaired = [&](const std::vector<Module>& target, const std::vector<Module>& golden) {
            const auto names = paired(target, golden);
            return std::ranges::find(names, activation) != names.end();
        };
        const auto fused = dumped({{"gate_up_proj", 96}}),
                   apart = dumped({{"gate_proj", 48}, {"up_proj", 48}});
        QVERIFY(!isPaired(fused, apart));
        QVERIFY(!isPaired(apart, fused));
        QVERIFY(isPaired(fused, fused));
        QVERIFY(isPaired(apart, apart));
        // A fused projection of which the activation takes all is no gate.
        QVERIFY(isPaired(dumped({{"gate_up_proj", 48}}), apart));
        // What one side was given is known, of the other the projections.
        const std::vector<Module> given {{kLayer + "mlp.act_fn", {6, 96}, {6, 48}}};
        QVERIFY(!isPaired(given, apart));
        QVERIFY(isPaired(given, fused));
        // Nothing is known of one side.
        QVERIFY(isPaired(dumped({}), fused));
    }

    /// Of one of two ranks both halves together have the shape of golden's whole gate.
    void halfOfTheRanks()
    {
        QCOMPARE(
            paired({{kLayer + "mlp.act_fn", {6, 48}, {6, 24}}, {kLayer + "mlp.down_proj", {6, 24}, {6, 32}}},
                {{kLayer + "mlp.act_fn", {6, 48}, {6, 48}}, {kLayer + "mlp.down_proj", {6, 48}, {6, 32}}}),
            kDown);
    }

    /// An activation that adds up, and one of another sequence length, may give the same.
    void otherWidthsOfOneActivation()
    {
        const std::string name = kLayer + "mlp.act_fn";
        QCOMPARE(paired({{name, {9, 96}, {9, 8}}}, {{name, {9, 48}, {9, 8}}}).size(), std::size_t {2});
        QCOMPARE(paired({{name, {18, 48}, {9, 48}}}, {{name, {9, 48}, {9, 48}}}).size(), std::size_t {2});
    }

    /// Both sides say why.
    void reasonOfTheGate()
    {
        OwnedTask task;
        const auto t = dumpOf({{kLayer + "mlp.act_fn", {6, 96}, {6, 48}}}),
                   g = dumpOf({{kLayer + "mlp.act_fn", {6, 48}, {6, 48}}});
        const auto pairing = pairSides({t, std::nullopt}, {g, std::nullopt}, {}, task);
        for (const auto* unpaired : {&pairing->unpairedTarget, &pairing->unpairedGolden}) {
            QCOMPARE(unpaired->size(), std::size_t {2});
            QCOMPARE(unpaired->front().reason.text(),
                std::string("one side's operator is given both halves of a gate and multiplies them, the "
                            "other's is given one: they are not the same"));
        }
    }

    /// What a fused normalisation gives is golden's, what it is given is not.
    void residualBeforeTheNorm()
    {
        const std::string name = kLayer + "post_attention_layernorm";
        const auto fused = dumpOf(name, 2, 2), plain = dumpOf(name, 1, 1);
        const std::vector<std::string> output {"output 0"};
        QCOMPARE(pairedSlots(fused, plain), output);
        QCOMPARE(pairedSlots(plain, fused), output);
        QCOMPARE(pairedSlots(fused, dumpOf(name, 2, 2)).size(), std::size_t {4});
        QCOMPARE(pairedSlots(plain, dumpOf(name, 1, 1)).size(), std::size_t {2});
    }

    /// A layer of a serving engine hands its residual on, and the next one adds it.
    void residualOfALayer()
    {
        const std::string name = "model.layers.0";
        const auto serving = dumpOf(name, 2, 2), plain = dumpOf(name, 1, 1);
        QVERIFY(pairedSlots(serving, plain).empty());
        QVERIFY(pairedSlots(plain, serving).empty());
        QCOMPARE(pairedSlots(serving, dumpOf(name, 2, 2)).size(), std::size_t {4});
    }

    /// A product of which a rank has half the columns adds up to golden's output, whatever its widths are.
    void productsAreNoGates()
    {
        QCOMPARE(paired({{kLayer + "self_attn.o_proj", {6, 64}, {6, 32}},
                            {kLayer + "self_attn.q_proj", {6, 32}, {6, 16}}},
                     {{kLayer + "self_attn.o_proj", {6, 32}, {6, 32}},
                         {kLayer + "self_attn.q_proj", {6, 32}, {6, 32}}})
                     .size(),
            std::size_t {4});
    }
};

QTEST_GUILESS_MAIN(TestGatedActivations)
#include "tst_gated_activations.moc"
