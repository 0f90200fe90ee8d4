// SPDX-License-Identifier: GPL-3.0-or-later
// Two layers of which the first calls a function twice more in the target: names count calls, so all that
// follow are numbered otherwise. Who belongs to whom is known from how the dumps are written here.
#include "compare/pairing/pairing.h"

#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

#include <map>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// A call with a tensor it gives; of `size` elements, the largest of them `value`.
struct Call {
    std::string name, module;
    double value = 1;
    int size = 8;
};

std::string tensorText(const Call& call)
{
    return QStringLiteral(
        R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[%1],"Max":%2,"Min":%3,"Mean":%4,"Norm":%5})")
        .arg(call.size)
        .arg(call.value)
        .arg(-call.value / 3)
        .arg(call.value / 7)
        .arg(call.value * 2)
        .toStdString();
}

void write(const std::string& folder, const std::vector<Call>& calls, bool hasModules)
{
    std::string data, construct;
    for (const Call& call : calls) {
        const std::string tensor = tensorText(call);
        data += (data.empty() ? "\"" : ",\"") + call.name + R"(":{"input_args":[)" + tensor
            + R"(],"input_kwargs":{},"output":[)" + tensor + "]}";
        construct += (construct.empty() ? "\"" : ",\"") + call.name + R"(":"Module.)" + call.module
            + ".Block.forward.0\"";
    }
    QVERIFY(writeFile(folder + "/step0/rank0/dump.json",
        R"({"task":"statistics","level":"mix","framework":"pytorch","dump_data_dir":null,"data":{)" + data
            + "}}"));
    QVERIFY(writeFile(
        folder + "/step0/rank0/construct.json", '{' + (hasModules ? construct : std::string()) + '}'));
}

/// Operator of the target -> that of golden.
std::map<std::string, std::string> pairsOf(
    const std::vector<Call>& target, const std::vector<Call>& golden, bool hasModules)
{
    TemporaryFolder folder;
    write(folder.at("target"), target, hasModules);
    write(folder.at("golden"), golden, hasModules);
    OwnedTask task;
    const auto a = openDump(folder.at("target"), builtinFormats(), {}, task).value();
    const auto b = openDump(folder.at("golden"), builtinFormats(), {}, task).value();
    const Pairing pairing = pairSides({a, std::nullopt}, {b, std::nullopt}, {}, task).value();
    std::map<std::string, std::string> pairs;
    for (const TensorPair& pair : pairing.pairs)
        pairs[std::string(a->text(a->tensor(pair.target).opName))] = b->text(b->tensor(pair.golden).opName);
    return pairs;
}

std::string named(const char* function, int call)
{
    return "Functional." + std::string(function) + '.' + std::to_string(call) + ".forward";
}

/// Layers of two products, a softmax and a third product. `more`: calls of softmax that only the first layer
/// has, of the same tensor. What the second layer gives is off by `factor`.
std::vector<Call> layers(int more, double factor)
{
    std::vector<Call> calls;
    int softmax = 0, linear = 0;
    for (int layer = 0; layer < 2; ++layer) {
        const std::string module = "layers." + std::to_string(layer);
        const double off = layer == 1 ? factor : 1;
        calls.push_back({named("linear", linear++), module, 3.0 + layer});
        calls.push_back({named("linear", linear++), module, 5.0 + layer});
        for (int i = 0; i < (layer == 0 ? more : 0); ++i)
            calls.push_back({named("softmax", softmax++), module, 0.4});
        calls.push_back({named("softmax", softmax++), module, layer == 0 ? 0.4 : 0.9 * off});
        calls.push_back({named("linear", linear++), module, (7.0 + layer) * off});
        calls.push_back({named("gelu", layer), module, (2.0 + layer) * off});
    }
    return calls;
}

} // namespace

class tst_RenumberedCalls : public QObject {
    Q_OBJECT

private slots:
    void staysWithinTheModule_data()
    {
        QTest::addColumn<bool>("hasModules");
        QTest::newRow("construct.json says the modules") << true;
        QTest::newRow("only the order of execution is known") << false;
    }
    /// The second layer is wrong, so no value says which softmax is its own.
    void staysWithinTheModule()
    {
        QFETCH(bool, hasModules);
        const auto pairs = pairsOf(layers(2, 1.7), layers(0, 1), hasModules);
        QCOMPARE(pairs.at(named("softmax", 3)), named("softmax", 1));
        QVERIFY(!pairs.contains(named("softmax", 1)) || pairs.at(named("softmax", 1)) == named("softmax", 0));
        QVERIFY(!pairs.contains(named("softmax", 2)) || pairs.at(named("softmax", 2)) == named("softmax", 0));
        for (int i = 0; i < 6; ++i)
            QCOMPARE(pairs.at(named("linear", i)), named("linear", i));
    }

    /// Layers that one side counts from another number are no reason to pair otherwise than by name.
    void modulesThatAreCountedOtherwise()
    {
        std::vector<Call> target = layers(0, 1.7);
        for (Call& call : target)
            call.module = call.module == "layers.0" ? "layers.1" : "layers.2";
        const auto pairs = pairsOf(target, layers(0, 1), true);
        QCOMPARE(pairs.at(named("softmax", 0)), named("softmax", 0));
        QCOMPARE(pairs.at(named("softmax", 1)), named("softmax", 1));
    }

    /// The only one of golden has the shape of a later call of the target.
    void shapesThatCannotBeTheSame()
    {
        const std::vector<Call> target {{named("relu", 0), "a", 1, 8}, {named("cast", 0), "a", 2, 5},
            {named("tanh", 0), "a", 3, 8}, {named("cast", 1), "a", 4, 8}, {named("gelu", 0), "a", 5, 8}};
        const std::vector<Call> golden {{named("relu", 0), "a", 1, 8}, {named("tanh", 0), "a", 3, 8},
            {named("cast", 0), "a", 9, 8}, {named("gelu", 0), "a", 5, 8}};
        const auto pairs = pairsOf(target, golden, false);
        QCOMPARE(pairs.at(named("cast", 1)), named("cast", 0));
        QVERIFY(!pairs.contains(named("cast", 0)));
    }
};

QTEST_GUILESS_MAIN(tst_RenumberedCalls)
#include "tst_renumbered_calls.moc"
