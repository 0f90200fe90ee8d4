// SPDX-License-Identifier: GPL-3.0-or-later
// Rows written down by hand: the order in which their operators end is known.
#include "model/recorded_order.h"

#include "memory_dump.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// A tensor of a folder that is named after its operator, below others, as ATB nests them.
void addNested(MemoryDump& dump, const std::string& op, Io io, std::int64_t step = 0)
{
    FolderFacts facts;
    facts.step = step;
    facts.opName = op;
    facts.operatorLevels = static_cast<std::uint32_t>(std::ranges::count(op, '/')) + 2;
    MemoryDump::Tensor tensor {op, "", io, 0};
    tensor.isTimed = false;
    dump.folder(std::to_string(step) + '/' + op + (io == Io::Input ? "/before" : "/after"), facts)
        .add(tensor);
}

std::string nameOf(const DumpIndex& index, TensorId id)
{
    return std::string(index.text(index.tensor(id).opName));
}

/// Names by place, each once where it repeats.
std::vector<std::string> executed(const DumpIndex& index)
{
    const std::vector<std::uint32_t> places = executionPlaces(index);
    std::vector<std::string> names(places.size());
    for (std::uint32_t i = 0; i < places.size(); ++i)
        names[places[i]] = nameOf(index, TensorId(i));
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::set<std::string> callers(const DumpIndex& index)
{
    std::set<std::string> names;
    for (const StringId name : callersOf(index))
        names.emplace(index.text(name));
    return names;
}

} // namespace

class TestExecutionPlaces : public QObject {
    Q_OBJECT

private slots:
    /// A layer ends behind what it calls, an inner one behind its own; the next step begins anew.
    void nestedFolders()
    {
        MemoryDump dump;
        for (const std::int64_t step : {0, 1}) {
            for (const char* const op : {"0_Embed", "1_layer", "1_layer/0_Norm", "1_layer/1_Mlp",
                     "1_layer/1_Mlp/0_Linear", "1_layer/2_Add", "10_Norm"}) {
                addNested(dump, op, Io::Input, step);
                addNested(dump, op, Io::Output, step);
            }
        }
        const auto index = dump.finish();
        const std::vector<std::string> once {"0_Embed", "1_layer/0_Norm", "1_layer/1_Mlp/0_Linear",
            "1_layer/1_Mlp", "1_layer/2_Add", "1_layer", "10_Norm"};
        std::vector<std::string> twice = once;
        twice.insert(twice.end(), once.begin(), once.end());
        QCOMPARE(executed(*index), twice);
        QCOMPARE(callers(*index), (std::set<std::string> {"1_layer", "1_layer/1_Mlp"}));
    }

    /// What recorded when it ran stands where it says.
    void recordedOrder()
    {
        MemoryDump dump;
        for (const char* const op : {"conv", "conv.1", "net.fc", "net"})
            dump.add({op, "", Io::Output, 0});
        QCOMPARE(executed(*dump.finish()), (std::vector<std::string> {"conv", "conv.1", "net.fc", "net"}));
    }

    /// A parameter that has the name of its module in front is no operator that the module calls.
    void parametersAreNotCalled()
    {
        MemoryDump dump;
        dump.add({"lm_head", "", Io::Output, 0});
        dump.add({"lm_head.weight", "", Io::Parameter, 0});
        dump.add({"model.layers.0.mlp", "", Io::Output, 0});
        dump.add({"model", "", Io::Output, 0});
        QCOMPARE(callers(*dump.finish()), (std::set<std::string> {"model"}));
    }

    /// SGLang's dumper and vLLM's logger call the model "root", beside paths of modules in it.
    void theModelItselfCallsAll()
    {
        MemoryDump dump;
        for (const char* const op : {"model.layers.0.attn", "model.layers.0", "lm_head", "root"})
            dump.add({op, "", Io::Output, 0});
        QCOMPARE(callers(*dump.finish()), (std::set<std::string> {"model.layers.0", "root"}));
        MemoryDump graph;
        for (const char* const op : {"root", "add"})
            graph.add({op, "", Io::Output, 0});
        QVERIFY(callers(*graph.finish()).empty());
    }

    /// A pass of SGLang's hook dumper begins with what the top module gave in the pass before.
    void endOfThePassBefore()
    {
        OwnedTask task;
        const auto index
            = openDump(DUMPSCOPE_TEST_DATA "/llm-era/sglang/hook", builtinFormats(), {}, task).value();
        std::set<std::pair<std::string, std::int64_t>> executed; // of what pass 1 has
        for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
            if (index->factsOf(TensorId(i)).step == 1)
                executed.emplace(nameOf(*index, TensorId(i)), executedStep(*index, TensorId(i)).value_or(-1));
        }
        for (const char* const name : {"model", "lm_head", "logits_processor"})
            QVERIFY(executed.contains({name, 0}) && !executed.contains({name, 1}));
        for (const char* const name :
            {"model.embed_tokens", "model.norm", "model.forward_batch_info.input_ids"})
            QVERIFY(executed.contains({name, 1}) && !executed.contains({name, 0}));
    }
};

QTEST_GUILESS_MAIN(TestExecutionPlaces)
#include "tst_execution_places.moc"
