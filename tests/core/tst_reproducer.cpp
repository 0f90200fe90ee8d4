// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer.h"

#include "io/json_reader.h"
#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"
#include "read_file.h"
#include "reproduce/recorded_call.h"
#include "reproduce/reproduced_suspect.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::shared_ptr<const DumpIndex> opened(const std::string& path, TaskContext& task)
{
    auto index = openDump(path, builtinFormats(), {}, task);
    return index ? *index : nullptr;
}

/// A dump of msprobe with one operator, as its dump.json describes it; every tensor of it is [1, 2].
bool writeDump(const std::string& folder, const std::string& name, const std::string& entry,
    const std::vector<std::string>& tensors, const std::string& framework = "pytorch")
{
    bool good = writeFile(folder + "/dump.json",
        R"({"task":"tensor","level":"L1","framework":")" + framework + R"(","dump_data_dir":"x","data":{")"
            + name + R"(":)" + entry + "}}");
    for (const std::string& tensor : tensors)
        good = writeFile(folder + "/dump_tensor_data/" + tensor, npyFile({1, 2})) && good;
    return good;
}

std::string tensorEntry(const std::string& file)
{
    return R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"Max":2,"Min":1,"Mean":1.5,"Norm":2.2,)"
           R"("requires_grad":true,"data_name":")"
        + file + "\"}";
}

const std::string kCat = "Torch.cat.0.forward";

/// cat([x, y], dim=0) with a word and a number besides.
bool writeCat(const std::string& folder)
{
    return writeDump(folder, kCat,
        R"({"input_args":[[)" + tensorEntry(kCat + ".input.0.0.npy") + ","
            + tensorEntry(kCat + ".input.0.1.npy")
            + R"(],{"type":"float","value":0.5},null],"input_kwargs":{"dim":{"type":"int","value":0},)"
              R"("mode":{"type":"str","value":"fast"}},"output":[)"
            + tensorEntry(kCat + ".output.0.npy") + "]}",
        {kCat + ".input.0.0.npy", kCat + ".input.0.1.npy", kCat + ".output.0.npy"});
}

TensorId outputOf(const DumpIndex& index, const std::string& name)
{
    for (const TensorId id : index.tensorsOfOperator(index.findString(name))) {
        if (index.tensor(id).io == Io::Output)
            return id;
    }
    return {};
}

} // namespace

class ReproducerTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsAreThoseOfTheCall()
    {
        TemporaryFolder folder;
        OwnedTask task;
        QVERIFY(writeCat(folder.path()));
        const auto index = opened(folder.path(), task);
        QVERIFY(index);
        const RecordedCall call = recordedCall(*index, outputOf(*index, kCat));
        QCOMPARE(call.type, std::string("cat"));
        QVERIFY(!call.isBackward);
        std::vector<std::string> keys;
        for (const RecordedArgument& argument : call.arguments)
            keys.push_back(argument.key() + (argument.tensor ? "" : "=" + argument.type + argument.value));
        QCOMPARE(keys,
            (std::vector<std::string> {"input.0.0", "input.0.1", "input.1=float0.5", "input.2=None",
                "kwargs.dim=int0", "kwargs.mode=strfast"}));
        QCOMPARE(call.outputs.size(), 1U);
    }

    void theFolderHasEverything()
    {
        TemporaryFolder folder;
        OwnedTask task;
        QVERIFY(writeCat(folder.path() + "/dump/step3/rank1"));
        const auto index = opened(folder.path() + "/dump", task);
        QVERIFY(index);
        const ReproducedTensor target {index, outputOf(*index, kCat)};
        const std::string out = folder.path() + "/out";
        const auto written = writeReproducer(target, target, {.programVersion = "7.8"}, out, task);
        QVERIFY2(written, written ? "" : written.error().message.text().c_str());
        QCOMPARE(written->kind, std::string("torch"));
        QVERIFY(written->hasGolden);
        std::vector<std::string> names;
        for (const auto& file : written->files)
            names.push_back(file.name);
        std::ranges::sort(names);
        QCOMPARE(names,
            (std::vector<std::string> {"README.md", "call.json", "golden/input.0.0.npy",
                "golden/input.0.1.npy", "golden/output.0.npy", "run.py", "target/input.0.0.npy",
                "target/input.0.1.npy", "target/output.0.npy", "verdict.py"}));
        QCOMPARE(readFile(out + "/target/input.0.1.npy"), npyFile({1, 2}));
        QVERIFY(readFile(out + "/README.md").find("Written by Dumpscope 7.8.") != std::string::npos);
        // Which of several executions it is.
        QVERIFY(readFile(out + "/README.md").find("| Target | Torch.cat.0.forward | 3 | 1 | ")
            != std::string::npos);

        const auto document = parseJson(readFile(out + "/call.json"));
        QVERIFY(document);
        QCOMPARE(document->textAt("library"), std::string_view("Torch"));
        for (const char* side : {"target", "golden"}) {
            const JsonValue* const place = document->find("place")->find(side);
            QVERIFY(place);
            QCOMPARE(place->find("step")->integer(), std::optional<std::int64_t>(3));
            QCOMPARE(place->find("rank")->integer(), std::optional<std::int64_t>(1));
        }
        QCOMPARE(document->textAt("function"), std::string_view("cat"));
        const JsonValue& given = *document->find("arguments")->find("target");
        QCOMPARE(given.find("positional")->items.size(), 3U);
        const JsonValue& list = *given.find("positional")->items.front().find("list");
        QCOMPARE(list.items.size(), 2U);
        QCOMPARE(list.items[1].textAt("tensor"), std::string_view("input.0.1"));
        QCOMPARE(given.find("keywords")->find("mode")->textAt("value"), std::string_view("fast"));

        // Again: equal files stay; others are not replaced unasked.
        QVERIFY(writeReproducer(target, target, {.programVersion = "7.8"}, out, task));
        const auto refused = writeReproducer(target, target, {.programVersion = "7.9"}, out, task);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Code::Duplicate);
        QVERIFY(writeReproducer(target, target, {.programVersion = "7.9", .replace = true}, out, task));
    }

    void goldenOfAnotherOperatorIsLeftOut()
    {
        TemporaryFolder folder;
        OwnedTask task;
        QVERIFY(writeCat(folder.path() + "/dump"));
        const std::string name = "Torch.neg.0.forward";
        QVERIFY(writeDump(folder.path() + "/other", name,
            R"({"input_args":[)" + tensorEntry(name + ".input.0.npy") + R"(],"input_kwargs":{},"output":[)"
                + tensorEntry(name + ".output.0.npy") + "]}",
            {name + ".input.0.npy", name + ".output.0.npy"}));
        const auto index = opened(folder.path() + "/dump", task),
                   other = opened(folder.path() + "/other", task);
        QVERIFY(index && other);
        const auto written = writeReproducer({index, outputOf(*index, kCat)},
            ReproducedTensor {other, outputOf(*other, name)}, {}, folder.path() + "/out", task);
        QVERIFY(written);
        QVERIFY(!written->hasGolden);
        QCOMPARE(
            written->goldenNote.text(), std::string("golden's operator is another one: Torch.neg.0.forward"));
    }

    /// Truth values and words too, and where golden is left out because a tensor was not given to it.
    void argumentsThatDiffer()
    {
        TemporaryFolder folder;
        OwnedTask task;
        const std::string name = "Functional.scaled_dot_product_attention.0.forward";
        const auto write = [&](const std::string& to, const std::string& mask, const std::string& causal,
                               const std::string& scale) {
            std::vector<std::string> files {name + ".input.0.npy", name + ".output.0.npy"};
            if (!mask.empty())
                files.push_back(name + ".kwargs.attn_mask.npy");
            return writeDump(folder.path() + to, name,
                R"({"input_args":[)" + tensorEntry(name + ".input.0.npy") + R"(],"input_kwargs":{)" + mask
                    + R"("is_causal":{"type":"bool","value":)" + causal + R"(},"scale":)" + scale
                    + R"(},"output":[)" + tensorEntry(name + ".output.0.npy") + "]}",
                files);
        };
        const std::string mask = R"("attn_mask":)" + tensorEntry(name + ".kwargs.attn_mask.npy") + ",";
        QVERIFY(write("/target", mask, "false", R"({"type":"int","value":1})"));
        QVERIFY(write("/golden", "", "true", R"({"type":"float","value":1.0})"));
        const auto target = opened(folder.path() + "/target", task),
                   golden = opened(folder.path() + "/golden", task);
        QVERIFY(target && golden);
        const auto written = writeReproducer({target, outputOf(*target, name)},
            ReproducedTensor {golden, outputOf(*golden, name)}, {}, folder.path() + "/out", task);
        QVERIFY(written);
        QVERIFY(!written->hasGolden);
        QCOMPARE(written->otherArguments.size(), std::size_t {1}); // 1 is 1.0
        QCOMPARE(written->otherArguments.front().text().text(),
            std::string("kwargs.is_causal is false, golden's true"));
        QVERIFY(readFile(folder.path() + "/out/README.md").find("| kwargs.is\\_causal | false | true |")
            != std::string::npos);
    }

    /// Where no suspect is named, the first that can be run alone.
    void theNextSuspectThatCanBeRun()
    {
        const auto side = [](float by) {
            const auto made = [by](const std::string& name) {
                return DumpedOperator {name, {DumpedTensor {{2}, {1, 2}}}, {{2}, {by, 3}}};
            };
            return std::vector<DumpedOperator> {made("Torch.load.0.forward"), made("Mint.neg.0.forward")};
        };
        ComparedDumps compared(side(1), side(2));
        QVERIFY(compared.good);
        auto& suspects = compared.comparison.suspicion.suspects;
        suspects.clear();
        for (std::size_t row = 0; row < compared.comparison.pairs->rows(); ++row) {
            const TensorId id = compared.comparison.pairs->row(row).pair.target;
            const DumpIndex& index = *compared.comparison.pairs->target().index;
            if (index.tensor(id).io != Io::Output)
                continue;
            Suspect suspect;
            suspect.opName = index.text(index.tensor(id).opName);
            suspect.pairs = {row};
            suspects.push_back(std::move(suspect));
        }
        QCOMPARE(suspects.size(), std::size_t {2});
        const auto write = [&](std::uint64_t suspect, const char* to) {
            return writeSuspectReproducer(
                compared.comparison, suspect, {}, compared.folder.at(to), compared.task);
        };
        const auto next = write(0, "next");
        QVERIFY2(next.has_value(), next ? "" : next.error().message.text().c_str());
        QCOMPARE(next->written.operatorName, std::string("Mint.neg.0.forward"));
        QCOMPARE(next->leftOut.size(), std::size_t {1});
        QCOMPARE(next->leftOut.front().operatorName, std::string("Torch.load.0.forward"));
        // Who names one gets that or a refusal.
        QCOMPARE(write(1, "first").error().code, Code::Unsupported);
        QCOMPARE(write(2, "second")->written.operatorName, std::string("Mint.neg.0.forward"));
        QCOMPARE(write(3, "third").error().code, Code::NotFound);
        suspects.pop_back();
        QCOMPARE(write(0, "none").error().code, Code::Unsupported);
        suspects.clear();
        QCOMPARE(write(0, "none").error().code, Code::NotFound);
    }

    void whatCannotBeRunIsSaid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("says");
        QTest::newRow("statistics")
            << "Torch.neg.0.forward"
            << R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"Max":2,"Min":1})"
            << "has no values";
        QTest::newRow("collective") << "Distributed.all_reduce.0.forward"
                                    << ""
                                    << "is no library of PyTorch";
        QTest::newRow("nothing given") << "Torch.neg.0.forward"
                                       << "nothing"
                                       << "no input of Torch.neg.0.forward was dumped";
    }
    void whatCannotBeRunIsSaid()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, inputs);
        QFETCH(const QString, says);
        TemporaryFolder folder;
        OwnedTask task;
        const std::string op = name.toStdString();
        const std::string given = inputs.isEmpty() ? tensorEntry(op + ".input.0.npy")
            : inputs == u"nothing"                 ? std::string()
                                                   : inputs.toStdString();
        QVERIFY(writeDump(folder.path() + "/dump", op,
            R"({"input_args":[)" + given + R"(],"input_kwargs":{},"output":[)"
                + tensorEntry(op + ".output.0.npy") + "]}",
            {op + ".input.0.npy", op + ".output.0.npy"}));
        if (!inputs.isEmpty())
            QVERIFY(
                std::remove((folder.path() + "/dump/dump_tensor_data/" + op + ".input.0.npy").c_str()) == 0);
        const auto index = opened(folder.path() + "/dump", task);
        QVERIFY(index);
        const std::string out = folder.path() + "/out";
        const auto written = writeReproducer({index, outputOf(*index, op)}, std::nullopt, {}, out, task);
        QVERIFY(!written);
        QCOMPARE(written.error().code, Code::Unsupported);
        QVERIFY2(written.error().message.text().find(says.toStdString()) != std::string::npos,
            written.error().message.text().c_str());
        QVERIFY(!std::filesystem::exists(out));
    }

    /// Modules that hooks dumped: what needs no weight is run, of all else it is said why not.
    void modulesOfHooks_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("says");
        QTest::newRow("activation") << "LlamaForCausalLM.model.layers.0.mlp.act_fn" << QString();
        QTest::newRow("product") << "LlamaForCausalLM.model.layers.0.mlp.down_proj"
                                 << "it computes with weights";
        QTest::newRow("norm") << "LlamaForCausalLM.model.layers.1.post_attention_layernorm"
                              << "it computes with weights";
        QTest::newRow("embedding") << "LlamaForCausalLM.model.embed_tokens"
                                   << "it computes with weights";
        QTest::newRow("container") << "LlamaForCausalLM"
                                   << "what it was given and gave, not what it runs";
    }
    void modulesOfHooks()
    {
        QFETCH(const QString, module);
        QFETCH(const QString, says);
        TemporaryFolder folder;
        OwnedTask task;
        const auto index = opened(DUMPSCOPE_TEST_DATA "/llm-era/hf-debugger/tensors", task);
        QVERIFY(index);
        const std::string out = folder.path() + "/out";
        const ReproducedTensor made {index, outputOf(*index, module.toStdString())};
        const auto written = writeReproducer(made, made, {.kind = "torch"}, out, task);
        QCOMPARE(written.has_value(), says.isEmpty());
        if (!written) {
            QCOMPARE(written.error().code, Code::Unsupported);
            QVERIFY2(written.error().message.text().find(says.toStdString()) != std::string::npos,
                written.error().message.text().c_str());
            return;
        }
        const JsonValue call = parseJson(readFile(out + "/call.json")).value();
        QCOMPARE(call.find("library")->text, std::string("Activation"));
        QCOMPARE(call.find("readings")->items.front().text, std::string("silu"));
        QCOMPARE(call.find("differs")->text, std::string("output.0"));
    }

    void keywordsAreNoPaths()
    {
        TemporaryFolder folder;
        OwnedTask task;
        const std::string name = "Torch.neg.0.forward";
        QVERIFY(writeDump(folder.path() + "/dump", name,
            R"({"input_args":[)" + tensorEntry(name + ".input.0.npy")
                + R"(],"input_kwargs":{"../../out of here":)" + tensorEntry(name + ".kwargs.x.npy")
                + R"(},"output":[)" + tensorEntry(name + ".output.0.npy") + "]}",
            {name + ".input.0.npy", name + ".kwargs.x.npy", name + ".output.0.npy"}));
        const auto index = opened(folder.path() + "/dump", task);
        QVERIFY(index);
        const auto written = writeReproducer(
            {index, outputOf(*index, name)}, std::nullopt, {}, folder.path() + "/out", task);
        QVERIFY2(written, written ? "" : written.error().message.text().c_str());
        for (const auto& file : written->files)
            QVERIFY(file.name.find("..") == std::string::npos);
    }

    void kindsAreTriedInOrder()
    {
        std::vector<std::string_view> ids;
        for (const ReproducerProgram& program : reproducerPrograms())
            ids.push_back(program.id);
        QCOMPARE(ids, (std::vector<std::string_view> {"onnxruntime", "torch", "mindspore", "acl"}));
    }
};

QTEST_GUILESS_MAIN(ReproducerTest)

#include "tst_reproducer.moc"
