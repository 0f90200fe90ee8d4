// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs written down by hand: in which order their operators run is known.
#include "compare/suspects/traced_operator.h"

#include "compare/layout/assembly.h"
#include "compare/pairing/wanted_pairs.h"
#include "memory_dump.h"
#include "metrics/metric_registry.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Index = std::shared_ptr<const DumpIndex>;

/// Outputs of modules in this order; without times their names are their order.
Index modules(const std::vector<std::string>& names, bool isTimed)
{
    MemoryDump dump;
    FolderFacts facts;
    facts.rank = 0;
    facts.step = 0;
    dump.folder("rank0", facts);
    for (const std::string& name : names) {
        MemoryDump::Tensor tensor {name, "", Io::Output, 0};
        tensor.isTimed = isTimed;
        dump.add(tensor);
    }
    return dump.finish();
}

std::string_view nameOf(const DumpIndex& index, std::uint32_t id)
{
    return index.text(index.tensor(TensorId(id)).opName);
}

/// Pairs by name, each put together from one part of the target.
PairTable pairsOf(const Index& target, const Index& golden)
{
    const auto metrics
        = std::make_shared<const MetricSelection>(selectMetrics(*builtinMetrics(), "bitwise_equal").value());
    PairTable pairs({target, std::nullopt}, {golden, std::nullopt}, metrics);
    for (std::uint32_t t = 0; t < target->tensorCount(); ++t) {
        for (std::uint32_t g = 0; g < golden->tensorCount(); ++g) {
            if (nameOf(*target, t) != nameOf(*golden, g))
                continue;
            auto assembly = std::make_shared<Assembly>();
            assembly->parts.emplace_back().id = TensorId(t);
            auto hint = std::make_shared<AlignmentHint>();
            hint->assembly = std::move(assembly);
            PairResult result;
            result.pair = {TensorId(t), TensorId(g), PairOrigin::Assembly, 1, {}, std::move(hint)};
            pairs.add(std::move(result));
        }
    }
    return pairs;
}

struct Traced {
    std::vector<std::string> names; ///< in the order of execution
    std::vector<std::string> modules;
};

Traced orderOf(const PairTable& pairs)
{
    OperatorTrace trace(pairs);
    for (std::size_t row = 0; row < pairs.rows(); ++row)
        trace.add(row);
    trace.settle();
    trace.settleOrder();
    std::map<std::uint64_t, std::string> byOrder;
    Traced found;
    for (const TracedOperator& op : trace.operators()) {
        byOrder.emplace(op.order, op.name);
        if (op.isModule)
            found.modules.emplace_back(op.name);
    }
    for (auto& [order, name] : byOrder)
        found.names.push_back(std::move(name));
    return found;
}

Traced traced(const Index& target, const Index& golden)
{
    return orderOf(pairsOf(target, golden));
}

const std::vector<std::string> kExecuted {
    "model.embed", "model.layers.0.mlp.down", "model.layers.0.mlp", "model.layers.0", "model.norm", "model"};

} // namespace

class TestTracedOperators : public QObject {
    Q_OBJECT

private slots:
    /// The target recorded no order: golden's holds, and of two operators that give the same the inner one is
    /// before the one around it.
    void targetWithoutOrder()
    {
        const Index target = modules({"head", "net", "net.fc"}, false),
                    golden = modules({"fc", "head"}, true);
        const ComparisonSide ours {target, std::nullopt}, theirs {golden, std::nullopt};
        PairingOptions options;
        options.ruleTexts = {{"by hand",
            R"({"version":1,"pairs":[{"target":"net","golden":"fc"},{"target":"net.fc","golden":"fc"}]})"}};
        const std::string filter;
        OwnedTask task;
        const Pairing pairing = wantedPairs({ours, theirs, filter, options}, task).value();
        std::vector<std::string> names;
        for (const TensorPair& pair : pairing.pairs)
            names.emplace_back(nameOf(*target, pair.target.value()));
        QCOMPARE(names, (std::vector<std::string> {"net.fc", "net", "head"}));
    }

    /// Tensors are put together, and golden is in the order of its names: the target's order holds.
    void goldenWithoutOrder()
    {
        const Traced found = traced(modules(kExecuted, true), modules(kExecuted, false));
        QCOMPARE(found.names, kExecuted);
        QCOMPARE(found.modules, (std::vector<std::string> {"model.layers.0.mlp", "model.layers.0", "model"}));
    }

    /// Golden recorded an order: it holds, whatever the rank of the target that shows an operator.
    void goldenWithOrder()
    {
        std::vector<std::string> other = kExecuted;
        std::swap(other[0], other[4]);
        QCOMPARE(traced(modules(other, true), modules(kExecuted, true)).names, kExecuted);
    }

    /// What the module is given is paired with what golden's first operator is given: the module ends last.
    void aModuleIsBehindWhatItEncloses()
    {
        const auto dump = [](bool isOfTarget) {
            MemoryDump made;
            FolderFacts facts;
            facts.rank = facts.step = 0;
            made.folder("rank0", facts);
            const auto add = [&](const char* name, Io io) {
                MemoryDump::Tensor tensor {name, "", io, 0};
                tensor.isTimed = !isOfTarget;
                made.add(tensor);
            };
            if (!isOfTarget)
                add("net.embed", Io::Input);
            add("net.embed", Io::Output);
            add("net.head", Io::Output);
            if (isOfTarget)
                add("net", Io::Input);
            add("net", Io::Output);
            return made.finish();
        };
        const Index target = dump(true), golden = dump(false);
        const auto idOf = [](const DumpIndex& index, std::string_view name, Io io) {
            for (std::uint32_t id = 0; id < index.tensorCount(); ++id) {
                if (nameOf(index, id) == name && index.tensor(TensorId(id)).io == io)
                    return TensorId(id);
            }
            return TensorId();
        };
        PairTable sorted({target, std::nullopt}, {golden, std::nullopt},
            std::make_shared<const MetricSelection>(
                selectMetrics(*builtinMetrics(), "bitwise_equal").value()));
        const auto add = [&](TensorId own, TensorId other) {
            auto assembly = std::make_shared<Assembly>();
            assembly->parts.emplace_back().id = own;
            auto hint = std::make_shared<AlignmentHint>();
            hint->assembly = std::move(assembly);
            PairResult result;
            result.pair = {own, other, PairOrigin::Assembly, 1, {}, std::move(hint)};
            sorted.add(std::move(result));
        };
        add(idOf(*target, "net", Io::Input), idOf(*golden, "net.embed", Io::Input));
        for (const char* const name : {"net", "net.embed", "net.head"})
            add(idOf(*target, name, Io::Output), idOf(*golden, name, Io::Output));
        QCOMPARE(orderOf(sorted).names, (std::vector<std::string> {"net.embed", "net.head", "net"}));
    }

    /// A module is called with other things on the other side: another shape in their place says nothing.
    void otherArgumentsOfAModule()
    {
        const auto dump = [](const Shape& shape) {
            MemoryDump made;
            made.add({"net.fc", "", Io::Input, 0, shape}).add({"net.fc", "", Io::Output, 0});
            return made.add({"net", "", Io::Input, 0, shape}).add({"net", "", Io::Output, 0}).finish();
        };
        const Index target = dump({6, 32}), golden = dump({1, 6});
        const auto metrics = std::make_shared<const MetricSelection>(
            selectMetrics(*builtinMetrics(), "bitwise_equal").value());
        PairTable pairs({target, std::nullopt}, {golden, std::nullopt}, metrics);
        for (std::uint32_t i = 0; i < target->tensorCount(); ++i) {
            PairResult result;
            result.pair = {TensorId(i), TensorId(i), PairOrigin::Name, 1, {}, {}};
            const bool isInput = target->tensor(TensorId(i)).io == Io::Input;
            result.state = isInput ? PairState::ShapeMismatch : PairState::Ok;
            pairs.add(std::move(result));
        }
        OperatorTrace trace(pairs);
        for (std::size_t row = 0; row < pairs.rows(); ++row)
            trace.add(row);
        trace.settle();
        QCOMPARE(trace.operators().size(), std::size_t {2});
        QCOMPARE(trace.operators().front().tensors.size(), std::size_t {2}); // net.fc
        QCOMPARE(trace.operators().back().tensors.size(), std::size_t {1});
    }
};

QTEST_GUILESS_MAIN(TestTracedOperators)
#include "tst_traced_operators.moc"
