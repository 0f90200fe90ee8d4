// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_tree.h"

#include "memory_dump.h"
#include "model/tensor_place.h"
#include "model/tensor_table.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;
using Grouping = DumpTree::Grouping;

namespace {

FolderFacts facts(
    std::optional<std::int64_t> rank, const std::string& model, std::optional<std::int64_t> step)
{
    FolderFacts facts;
    facts.rank = rank;
    facts.model = model;
    facts.step = step;
    return facts;
}

/// Two steps of one rank; scopes of two segments.
std::shared_ptr<const DumpIndex> network()
{
    MemoryDump dump;
    dump.folder("rank_0/Net/0", facts(0, "Net", 0))
        .add({"Default/network/conv1/Conv2D-op1", "Conv2D", Io::Input, 0})
        .add({"Default/network/conv1/Conv2D-op1", "Conv2D", Io::Output, 0})
        .add({"Default/network/fc/MatMul-op2", "MatMul", Io::Output, 0});
    dump.folder("rank_0/Net/1", facts(0, "Net", 1))
        .add({"Default/network/fc/MatMul-op2", "MatMul", Io::Output, 0});
    return dump.finish();
}

std::string printed(const DumpTree& tree, DumpTree::Node node = 0, int depth = 0)
{
    std::string text;
    for (const DumpTree::Node child : tree.children(node)) {
        text += std::string(static_cast<std::size_t>(depth) * 2, ' ') + tree.label(child).text() + ' '
            + std::to_string(tree.tensors(child).size()) + '\n';
        text += printed(tree, child, depth + 1);
    }
    return text;
}

std::shared_ptr<const DumpTree> build(const std::shared_ptr<const DumpIndex>& index, Grouping grouping,
    const std::vector<std::uint32_t>* rows = nullptr)
{
    OwnedTask task;
    auto tree = DumpTree::build(index, grouping, rows, task);
    return tree ? *tree : nullptr;
}

} // namespace

class DumpTreeTest : public QObject {
    Q_OBJECT

private slots:
    void groups_data();
    void groups();
    void everyNodeKnowsItsPlace();
    void theFilterOfANodeSelectsWhatIsBelow();
    void rowsThatAreLeftOutHaveNoNode();
    void namesOfMsprobeSplitAtDots();
    void tensorsOfOneSlotAreToldApart();
    void aLayerIsInTheScopeOfItsName();
    void flatNamesStandInTheOrderOfTheirTimes();
    void anEmptyIndexIsOneNode();
    void stops();
};

/// all_gather gives a list as its first output, and msprobe a file of each of its tensors.
void DumpTreeTest::tensorsOfOneSlotAreToldApart()
{
    MemoryDump dump;
    const std::string name = "Distributed.all_gather.0.forward";
    for (const char* entry : {"output.0.0", "output.0.1"}) {
        MemoryDump::Tensor tensor {name, "all_gather", Io::Output, 0};
        tensor.entry = entry;
        dump.add(tensor);
    }
    dump.add({name, "all_gather", Io::Output, 1});
    const auto index = dump.finish();
    QStringList places;
    for (std::uint32_t i = 0; i < 3; ++i)
        places.append(QString::fromStdString(tensorPlace(*index, TensorId(i)).text()));
    QCOMPARE(places, (QStringList {"output 0.0", "output 0.1", "output 1"}));
    const std::string tree = printed(*build(index, Grouping::Scope));
    for (const char* leaf : {"output 0.0 1\n", "output 0.1 1\n", "output 1 1\n"})
        QVERIFY2(tree.find(leaf) != std::string::npos, tree.c_str());
}

void DumpTreeTest::groups_data()
{
    QTest::addColumn<int>("grouping");
    QTest::addColumn<QString>("expected");
    QTest::newRow("scope, chains joined") << static_cast<int>(Grouping::Scope)
                                          << "rank_0 4\n"
                                             "  Net 4\n"
                                             "    step 0 3\n"
                                             "      Default/network 3\n"
                                             "        conv1 2\n"
                                             "          Conv2D-op1 2\n"
                                             "            input 0 1\n"
                                             "            output 0 1\n"
                                             "        fc 1\n"
                                             "          MatMul-op2 1\n"
                                             "            output 0 1\n"
                                             "    step 1 1\n"
                                             "      Default/network/fc 1\n"
                                             "        MatMul-op2 1\n"
                                             "          output 0 1\n";
    QTest::newRow("operator type") << static_cast<int>(Grouping::OperatorType)
                                   << "rank_0 4\n"
                                      "  Net 4\n"
                                      "    step 0 3\n"
                                      "      Conv2D 2\n"
                                      "        Default/network/conv1/Conv2D-op1 2\n"
                                      "          input 0 1\n"
                                      "          output 0 1\n"
                                      "      MatMul 1\n"
                                      "        Default/network/fc/MatMul-op2 1\n"
                                      "          output 0 1\n"
                                      "    step 1 1\n"
                                      "      MatMul 1\n"
                                      "        Default/network/fc/MatMul-op2 1\n"
                                      "          output 0 1\n";
    QTest::newRow("file") << static_cast<int>(Grouping::File)
                          << "rank_0 4\n"
                             "  Net 4\n"
                             "    0 3\n"
                             "      t1.npy 1\n"
                             "        input 0 1\n"
                             "      t2.npy 1\n"
                             "        output 0 1\n"
                             "      t3.npy 1\n"
                             "        output 0 1\n"
                             "    1 1\n"
                             "      t4.npy 1\n"
                             "        output 0 1\n";
    QTest::newRow("execution order") << static_cast<int>(Grouping::ExecutionOrder)
                                     << "rank_0 4\n"
                                        "  Net 4\n"
                                        "    step 0 3\n"
                                        "      Default/network/conv1/Conv2D-op1 2\n"
                                        "        input 0 1\n"
                                        "        output 0 1\n"
                                        "      Default/network/fc/MatMul-op2 1\n"
                                        "        output 0 1\n"
                                        "    step 1 1\n"
                                        "      Default/network/fc/MatMul-op2 1\n"
                                        "        output 0 1\n";
}

void DumpTreeTest::groups()
{
    QFETCH(const int, grouping);
    QFETCH(const QString, expected);
    const auto tree = build(network(), static_cast<Grouping>(grouping));
    QVERIFY(tree);
    QCOMPARE(QString::fromStdString(printed(*tree)), expected);
}

void DumpTreeTest::everyNodeKnowsItsPlace()
{
    for (const Grouping grouping :
        {Grouping::Scope, Grouping::OperatorType, Grouping::File, Grouping::ExecutionOrder}) {
        const auto tree = build(network(), grouping);
        std::vector<DumpTree::Node> waiting {0};
        std::size_t tensors = 0;
        while (!waiting.empty()) {
            const DumpTree::Node node = waiting.back();
            waiting.pop_back();
            std::size_t below = tree->kind(node) == DumpTree::Kind::Tensor ? 1 : 0;
            for (std::size_t i = 0; i < tree->children(node).size(); ++i) {
                const DumpTree::Node child = tree->children(node)[i];
                QCOMPARE(tree->parent(child), node);
                QCOMPARE(tree->place(child), static_cast<std::uint32_t>(i));
                below += tree->tensors(child).size();
                waiting.push_back(child);
            }
            QCOMPARE(tree->tensors(node).size(), below);
            if (tree->kind(node) == DumpTree::Kind::Tensor) {
                ++tensors;
                QCOMPARE(tree->nodeOf(tree->tensors(node).front()), node);
            }
        }
        QCOMPARE(tensors, tree->index().tensorCount());
    }
}

/// Names that a filter would read as something else are among them, and places that others begin with.
void DumpTreeTest::theFilterOfANodeSelectsWhatIsBelow()
{
    MemoryDump hostile;
    FolderFacts device;
    device.deviceId = 0;
    device.modelId = 1;
    FolderFacts timed = facts(0, "Net", 0);
    timed.run = "20240101000000";
    hostile.folder("rank_1/a b/Net", facts(1, "Net", 1))
        .add({"a.b..c", "Conv2D", Io::Input, 0})
        .add({"a.b(1)", "", Io::Output, 0})
        .add({"a.bc", "Conv2D", Io::Output, 0});
    hostile.folder("rank_1/a", facts(1, "Net", std::nullopt))
        .add({"/model/x*y/Add-op1", "A\"d", Io::Output, 0})
        .add({"/model/xzy/Add-op1", "A:d", Io::Output, 0});
    hostile.folder("device", device)
        .add({"and/not", "or", Io::Output, 0})
        .add({"and/not/1", "", Io::Input, 0});
    hostile.folder("timed", timed).add({"and/not", "or", Io::Output, 0});
    for (const auto& index : {network(), hostile.finish()}) {
        const TensorTable table(index);
        for (const Grouping grouping :
            {Grouping::Scope, Grouping::OperatorType, Grouping::File, Grouping::ExecutionOrder}) {
            const auto tree = build(index, grouping);
            for (std::size_t row = 0; row < table.rows(); ++row) {
                for (DumpTree::Node node = tree->nodeOf(TensorId(row)); node != DumpTree::kNone;
                     node = tree->parent(node)) {
                    const auto text = tree->filter(node);
                    QVERIFY2(text, tree->label(node).text().c_str());
                    const auto filter = FilterExpression::parse(*text, table);
                    QVERIFY2(filter, text->c_str());
                    std::vector<TensorId> found;
                    for (std::size_t other = 0; other < table.rows(); ++other) {
                        if (filter->matches(table, other))
                            found.emplace_back(other);
                    }
                    std::vector<TensorId> below(tree->tensors(node).begin(), tree->tensors(node).end());
                    std::sort(below.begin(), below.end());
                    QVERIFY2(found == below, text->c_str());
                }
            }
        }
    }
}

void DumpTreeTest::rowsThatAreLeftOutHaveNoNode()
{
    const std::vector<std::uint32_t> rows {2};
    const auto tree = build(network(), Grouping::Scope, &rows);
    QCOMPARE(tree->tensors(0).size(), std::size_t {1});
    QCOMPARE(tree->nodeOf(TensorId(0U)), DumpTree::kNone);
    QVERIFY(tree->nodeOf(TensorId(2U)) != DumpTree::kNone);
}

void DumpTreeTest::namesOfMsprobeSplitAtDots()
{
    MemoryDump dump;
    dump.add({"Module.fc.Linear.forward.0", "Linear", Io::Output, 0})
        .add({"Module.relu.ReLU.forward.0", "ReLU", Io::Output, 0});
    const auto tree = build(dump.finish(), Grouping::Scope);
    QCOMPARE(QString::fromStdString(printed(*tree)),
        QString("Module 2\n"
                "  fc/Linear/forward 1\n"
                "    0 1\n"
                "      output 0 1\n"
                "  relu/ReLU/forward 1\n"
                "    0 1\n"
                "      output 0 1\n"));
}

void DumpTreeTest::aLayerIsInTheScopeOfItsName()
{
    MemoryDump dump;
    dump.add({"0_Embedding", "", Io::Output, 0})
        .add({"1_Layer", "", Io::Input, 0})
        .add({"1_Layer", "", Io::Output, 0})
        .add({"1_Layer/0_Norm", "", Io::Output, 0})
        .add({"1_Layer/1_Linear", "", Io::Output, 0});
    const auto tree = build(dump.finish(), Grouping::Scope);
    QCOMPARE(QString::fromStdString(printed(*tree)),
        QString("0_Embedding 1\n"
                "  output 0 1\n"
                "1_Layer 4\n"
                "  1_Layer 2\n"
                "    input 0 1\n"
                "    output 0 1\n"
                "  0_Norm 1\n"
                "    output 0 1\n"
                "  1_Linear 1\n"
                "    output 0 1\n"));
    QCOMPARE(tree->filter(tree->children(0)[1]),
        std::optional<std::string>("(op_name:1_Layer or op_name:1_Layer/*)"));
}

/// As devices dump them: no scopes, no execution order, but times.
void DumpTreeTest::flatNamesStandInTheOrderOfTheirTimes()
{
    const auto index = [](bool isTimed) {
        MemoryDump dump;
        dump.folder("20260301/0/net/1/0", facts(0, "net", 0));
        for (const char* name : {"conv1", "bn1", "add"}) {
            MemoryDump::Tensor tensor {name, "Op"};
            tensor.isTimed = isTimed;
            dump.add(tensor);
        }
        return dump.finish();
    };
    const auto timed = index(true);
    QCOMPARE(DumpTree::defaultGrouping(*timed), Grouping::ExecutionOrder);
    const std::string text = printed(*build(timed, Grouping::ExecutionOrder));
    QVERIFY2(text.find("conv1") < text.find("bn1") && text.find("bn1") < text.find("add"), text.c_str());
    QCOMPARE(DumpTree::defaultGrouping(*index(false)), Grouping::File);
}

void DumpTreeTest::anEmptyIndexIsOneNode()
{
    MemoryDump dump;
    const auto tree = build(dump.finish(), Grouping::Scope);
    QCOMPARE(tree->size(), std::size_t {1});
    QVERIFY(tree->tensors(0).empty());
}

void DumpTreeTest::stops()
{
    OwnedTask task;
    task.stopSource().request_stop();
    const auto tree = DumpTree::build(network(), Grouping::Scope, nullptr, task);
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(DumpTreeTest)
#include "tst_dump_tree.moc"
