// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing.h"

#include "compare/measuring/side_selection.h"
#include "compare/pairing/saved_iterations.h"
#include "compare/pairing/sequence_aligner.h"
#include "memory_dump.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

using Index = std::shared_ptr<const DumpIndex>;

const std::string kData = DUMPSCOPE_TEST_DATA "/pairing/";

/// `op:io:slot`, with the step where there is one.
std::string nameOf(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    return (facts.step ? std::to_string(*facts.step) + "/" : "") + std::string(index.text(row.opName)) + ':'
        + std::string(ioWord(row.io)) + ':' + std::to_string(row.slot);
}

struct Outcome {
    Index target, golden;
    Result<Pairing> pairing;

    /// target name -> golden names, joined by blanks
    std::map<std::string, std::string> pairs() const
    {
        std::map<std::string, std::string> result;
        for (const TensorPair& pair : pairing->pairs) {
            std::string& names = result[nameOf(*target, pair.target)];
            names += (names.empty() ? "" : " ") + nameOf(*golden, pair.golden);
        }
        return result;
    }
    std::set<std::string_view> origins() const
    {
        std::set<std::string_view> words;
        for (const TensorPair& pair : pairing->pairs)
            words.insert(pairOriginWord(pair.origin));
        return words;
    }
};

Outcome outcome(const Index& target, const Index& golden, const PairingOptions& options = {})
{
    OwnedTask task;
    return {target, golden, pairSides({target, std::nullopt}, {golden, std::nullopt}, options, task)};
}

MemoryDump::Tensor tensor(const std::string& op, Io io = Io::Output, std::int32_t slot = 0, double value = 0)
{
    MemoryDump::Tensor result {op, {}, io, slot};
    if (value != 0)
        result.statistics = {value, -value / 3, value / 7, value * 2};
    return result;
}

FolderFacts facts(std::optional<std::int64_t> rank, std::optional<std::int64_t> step)
{
    FolderFacts result;
    result.rank = rank;
    result.step = step;
    return result;
}

std::string ruleFile(const TemporaryFolder& folder, std::string_view name, std::string_view text)
{
    writeFile(folder.at(name), text);
    return folder.at(name);
}

using Names = std::map<std::string, std::string>;

} // namespace

class PairingTest : public QObject {
    Q_OBJECT

private slots:
    void sameNames();
    void reportsWhatIsLeft();
    void tensorsThatAreTakenApart();
    void insertedOperators();
    void exchangedNumbers();
    void equalNamesWithOtherValues();
    void spellings();
    void classNamesInScopes_data();
    void classNamesInScopes();
    void classNamesThatMakeTwoOfOne();
    void otherNames();
    void valuesWithNaN();
    void theRestOfAnOperator();
    void stepsAndRanks();
    void ranksAndStepsThatAreMissing();
    void equationsAndReasons();
    void restrictedByWhatASideLacks();
    void twoStepsOfOneRoot();
    void singleTensors();
    void singleTensorsOfAFile();
    void pairingFile();
    void operatorsOfAPairingFileWithoutRank();
    void weightsWithoutRole();
    void rulesFrameWhatIsBetween();
    void pairingFileErrors_data();
    void pairingFileErrors();
    void fusionFile();
    void manifest();
    void manifestOfCollidingNames();
    void cellMapping();
    void apiMapping();
    void dataMapping();
    void acrossFrameworks();
    void mappingErrors();
    void unknownRuleFile();
    void stepsFromAnotherBeginning();
    void callsCountedOn();
    void leftOverOfAnotherNaming();
    void processesWithoutRank();
    void pipelineStages_data();
    void pipelineStages();
    void missingStages();
    void expertRanks_data();
    void expertRanks();
    void severalIterations();
    void ranksOfLaterStages();
    void alignsLongSequences();
};

void PairingTest::sameNames()
{
    const Outcome o = outcome(
        MemoryDump().add(tensor("a", Io::Input)).add(tensor("a")).add(tensor("b", Io::Output, 1)).finish(),
        MemoryDump()
            .add(tensor("b", Io::Output, 1))
            .add(tensor("a", Io::Output, 0, 5))
            .add(tensor("a", Io::Input))
            .finish());
    QCOMPARE(o.pairs(),
        (Names {{"a:input:0", "a:input:0"}, {"a:output:0", "a:output:0"}, {"b:output:1", "b:output:1"}}));
    QCOMPARE(o.origins(), std::set<std::string_view> {"exact"});
    QVERIFY(std::ranges::is_sorted(o.pairing->pairs, {}, &TensorPair::target));
    QVERIFY(o.pairing->unpairedTarget.empty() && o.pairing->unpairedGolden.empty());
}

void PairingTest::reportsWhatIsLeft()
{
    const Outcome o
        = outcome(MemoryDump().add(tensor("net/conv1")).add(tensor("net/relu", Io::Input, 1)).finish(),
            MemoryDump()
                .add(tensor("net/relu", Io::Input, 0))
                .add({"other/thing", "X", Io::Output, 0, {9}})
                .finish());
    QCOMPARE(o.pairing->pairs.size(), std::size_t {0});
    QCOMPARE(o.pairing->unpairedTarget.size(), std::size_t {2});
    QCOMPARE(o.pairing->unpairedGolden.size(), std::size_t {2});
    const UnpairedTensor& relu = o.pairing->unpairedTarget[1];
    QVERIFY(relu.reason.text().find("no input 1") != std::string::npos);
    QCOMPARE(relu.nearest.size(), std::size_t {1});
    QCOMPARE(nameOf(*o.golden, relu.nearest.front()), std::string("net/relu:input:0"));
}

/// Casts put in before the real one take its number.
void PairingTest::insertedOperators()
{
    MemoryDump target, golden;
    target.add(tensor("s/MatMul-op0", Io::Output, 0, 11));
    golden.add(tensor("s/MatMul-op0", Io::Output, 0, 11));
    target.add(tensor("s/Cast-op0", Io::Output, 0, 11.5)).add(tensor("s/Cast-op1", Io::Output, 0, 12.5));
    target.add(tensor("s/Add-op0", Io::Output, 0, 23));
    golden.add(tensor("s/Add-op0", Io::Output, 0, 23));
    target.add(tensor("s/Cast-op2", Io::Output, 0, 70));
    golden.add(tensor("s/Cast-op0", Io::Output, 0, 70.01));
    const Outcome o = outcome(target.finish(), golden.finish());
    const Names pairs = o.pairs();
    QCOMPARE(pairs.size(), std::size_t {3});
    QCOMPARE(pairs.at("s/Cast-op2:output:0"), std::string("s/Cast-op0:output:0"));
    QCOMPARE(o.pairing->unpairedTarget.size(), std::size_t {2});
}

/// Operands that changed places exchange the numbers of what makes them.
void PairingTest::exchangedNumbers()
{
    const Outcome o = outcome(MemoryDump()
                                  .add(tensor("s/Mul-op0", Io::Output, 0, 5))
                                  .add(tensor("s/Mul-op1", Io::Output, 0, 900))
                                  .add(tensor("s/Sub-op0", Io::Output, 0, 3))
                                  .finish(),
        MemoryDump()
            .add(tensor("s/Mul-op0", Io::Output, 0, 901))
            .add(tensor("s/Mul-op1", Io::Output, 0, 5.01))
            .add(tensor("s/Sub-op0", Io::Output, 0, -3))
            .finish());
    QCOMPARE(o.pairs(),
        (Names {{"s/Mul-op0:output:0", "s/Mul-op1:output:0"}, {"s/Mul-op1:output:0", "s/Mul-op0:output:0"},
            {"s/Sub-op0:output:0", "s/Sub-op0:output:0"}}));
    QCOMPARE(o.origins(), (std::set<std::string_view> {"alignment", "exact"}));
}

/// Every call is there on both sides, as one run of one program: another eps makes values look like those of
/// a neighbour.
void PairingTest::equalNamesWithOtherValues()
{
    const auto run = [](double third, double fourth, bool isLonger) {
        MemoryDump dump;
        dump.add(tensor("Torch.rsqrt.3.forward", Io::Output, 0, third));
        dump.add(tensor("Torch.rsqrt.4.forward", Io::Output, 0, fourth));
        if (isLonger)
            dump.add(tensor("Torch.tanh.0.forward", Io::Output, 0, 7));
        return dump.finish();
    };
    const auto of
        = [&](bool isLonger) { return outcome(run(900, 5, isLonger), run(5.01, 901, false)).pairs(); };
    const std::string third = "Torch.rsqrt.3.forward:output:0", fourth = "Torch.rsqrt.4.forward:output:0";
    QCOMPARE(of(false), (Names {{third, third}, {fourth, fourth}}));
    QCOMPARE(of(true), (Names {{third, fourth}, {fourth, third}}));
}

void PairingTest::spellings()
{
    const Outcome o
        = outcome(MemoryDump().add(tensor("net/fc1.weight")).add(tensor("a/b c/Conv-op3")).finish(),
            MemoryDump().add(tensor("net_fc1_weight")).add(tensor("a_b_c_Conv-op3")).finish());
    QCOMPARE(o.pairing->pairs.size(), std::size_t {2});
    QCOMPARE(o.origins(), std::set<std::string_view> {"normalised"});
}

/// As reserve_class_name_in_scope of MindSpore's set_context makes and leaves them out
/// (docs/formats/mindspore-dump.md 1.4), whole and as file names have them.
void PairingTest::classNamesInScopes_data()
{
    QTest::addColumn<QStringList>("with");
    QTest::addColumn<QStringList>("without");
    const QStringList with {"Default/network-WithLossCell/_backbone-LeNet5/conv1-Conv2d/Conv2D-op12",
        "Default/network-WithLossCell/_backbone-LeNet5/blocks-SequentialCell/0-My_Block/Add-op13",
        "Gradients/Default/network-WithLossCell/_backbone-LeNet5/conv1-Conv2d/gradConv2D-expand/"
        "Conv2DBackpropFilter-op14",
        "Default/optimizer-Momentum/ApplyMomentum-op15"};
    const QStringList without {"Default/network/_backbone/conv1/Conv2D-op12",
        "Default/network/_backbone/blocks/0/Add-op13",
        "Gradients/Default/network/_backbone/conv1/gradConv2D-expand/Conv2DBackpropFilter-op14",
        "Default/optimizer/ApplyMomentum-op15"};
    QTest::newRow("whole names") << with << without;
    const QStringList ofFiles {
        "Default_network__backbone_conv1_Conv2D-op12", "Default_optimizer_ApplyMomentum-op15"};
    QTest::newRow("names of files")
        << QStringList {"Default_network-WithLossCell__backbone-LeNet5_conv1-Conv2d_Conv2D-op12",
               "Default_optimizer-Momentum_ApplyMomentum-op15"}
        << ofFiles;
    QTest::newRow("whole names and those of files") << QStringList {with[0], with[3]} << ofFiles;
}

void PairingTest::classNamesInScopes()
{
    QFETCH(const QStringList, with);
    QFETCH(const QStringList, without);
    const auto make = [](const QStringList& names) {
        MemoryDump dump;
        for (const QString& name : names)
            dump.add(tensor(name.toStdString()));
        return dump.finish();
    };
    for (const bool isTarget : {true, false}) {
        const Outcome o = outcome(make(isTarget ? with : without), make(isTarget ? without : with));
        QCOMPARE(o.pairing->pairs.size(), static_cast<std::size_t>(with.size()));
        QCOMPARE(o.origins(), std::set<std::string_view> {"normalised"});
        for (qsizetype i = 0; i < with.size(); ++i) {
            const QStringList &targets = isTarget ? with : without, &goldens = isTarget ? without : with;
            QCOMPARE(
                o.pairs().at(targets[i].toStdString() + ":output:0"), goldens[i].toStdString() + ":output:0");
        }
        QCOMPARE(o.pairing->pairs.front().reason.text(),
            std::string("same operator name but for class names, which ")
                + (isTarget ? "the target's" : "golden's")
                + " scopes carry alone (reserve_class_name_in_scope)");
        QCOMPARE(o.pairing->problems.size(), std::size_t {1});
    }
    // What both or neither carry is no difference of the option.
    const Outcome same = outcome(make(with), make(with));
    QVERIFY(same.pairing->problems.empty());
    QCOMPARE(same.origins(), std::set<std::string_view> {"exact"});
}

/// Which of the two it is nobody can say; what is beside them is paired.
void PairingTest::classNamesThatMakeTwoOfOne()
{
    const auto with = MemoryDump()
                          .add(tensor("Default/a-Left/Add-op1"))
                          .add(tensor("Default/a-Right/Add-op1"))
                          .add(tensor("Default/b-Dense/MatMul-op2"))
                          .finish();
    const auto without
        = MemoryDump().add(tensor("Default/a/Add-op1")).add(tensor("Default/b/MatMul-op2")).finish();
    for (const Outcome& o : {outcome(with, without), outcome(without, with)}) {
        QCOMPARE(o.pairing->pairs.size(), std::size_t {1});
        QVERIFY(o.pairs().begin()->first.find("MatMul-op2") != std::string::npos);
        QVERIFY(o.pairs().begin()->second.find("MatMul-op2") != std::string::npos);
        QCOMPARE(o.pairing->unpairedTarget.size() + o.pairing->unpairedGolden.size(), std::size_t {3});
        for (const auto& left : {o.pairing->unpairedTarget, o.pairing->unpairedGolden}) {
            for (const auto& one : left)
                QVERIFY(one.reason.text().find("without the class names") != std::string::npos);
        }
    }
}

/// Names tell nothing; type, shapes and order do.
void PairingTest::otherNames()
{
    MemoryDump target, golden;
    const std::vector<std::string> types {"Conv", "Relu", "Pool", "MatMul", "Add"};
    for (std::size_t i = 0; i < types.size(); ++i) {
        const auto size = static_cast<std::int64_t>(3 + i);
        target.add({"x" + std::string(i + 1, 'q'), types[i], Io::Output, 0, {size}});
        if (i == 2)
            golden.add({"extra", "Cast", Io::Output, 0, {4}});
        golden.add({"y" + std::string(9 - i, 'z'), types[i], Io::Output, 0, {size}});
    }
    const Outcome o = outcome(target.finish(), golden.finish());
    QCOMPARE(o.pairs().at("xq:output:0"), std::string("yzzzzzzzzz:output:0"));
    QCOMPARE(o.pairs().at("xqqqqq:output:0"), std::string("yzzzzz:output:0"));
    QCOMPARE(o.origins(), std::set<std::string_view> {"graph-order"});
    QCOMPARE(o.pairing->unpairedGolden.size(), std::size_t {1});
    // A function is no gradient of another one.
    const auto alone = [](const char* name, std::int64_t size) {
        MemoryDump dump;
        dump.add({"Functional.relu.0.forward", "relu"});
        dump.add({name, "matmul", Io::Output, 0, {size, 3}});
        return dump.finish();
    };
    const Index product = alone("Tensor.__matmul__.7.forward", 5);
    QCOMPARE(outcome(product, alone("Tensor.__matmul__.2.forward", 5)).pairing->pairs.size(), 2U);
    QCOMPARE(outcome(product, alone("Tensor.__matmul__.2.backward", 5)).pairing->pairs.size(), 1U);
}

/// Statistics that hold a NaN are the same statistics on the other side; those of nothing but NaN are those
/// of any broken tensor.
void PairingTest::valuesWithNaN()
{
    const double nan = std::nan("");
    const auto other = [](const char* name, const char* type, std::int64_t size,
                           std::vector<double> statistics) {
        return MemoryDump::Tensor {name, type, Io::Output, 0, {size, 3}, DType::Float32, {}, statistics};
    };
    const Outcome o = outcome(MemoryDump()
                                  .add(other("head/first", "Conv", 4, {3.25, -1.5, nan, nan}))
                                  .add(other("head/second", "Pool", 5, {nan, nan, nan, nan}))
                                  .add(other("head/third", "Relu", 6, {7.5, -2.5, 0.5, 9.5}))
                                  .finish(),
        MemoryDump()
            .add(other("xyz", "Sigmoid", 6, {7.5, -2.5, 0.5, 9.5}))
            .add(other("uvw", "Softmax", 5, {nan, nan, nan, nan}))
            .add(other("rst", "LayerNorm", 4, {3.25, -1.5, nan, nan}))
            .finish());
    QCOMPARE(o.pairs(),
        (Names {{"head/first:output:0", "rst:output:0"}, {"head/third:output:0", "xyz:output:0"}}));
    QCOMPARE(o.origins(), std::set<std::string_view> {"fingerprint"});
}

/// What an operator has beside equal values would have been found by its values if it were equal, too.
void PairingTest::theRestOfAnOperator()
{
    const auto one
        = [](const char* name, const char* type, Io io, std::int64_t size, std::vector<double> statistics) {
              return MemoryDump::Tensor {name, type, io, 0, {size, 3}, DType::Float32, {}, statistics};
          };
    const Outcome o = outcome(MemoryDump()
                                  .add(one("head/first", "Conv", Io::Input, 4, {3.25, -1.5, 0.5, 4.5}))
                                  .add(one("head/first", "Conv", Io::Output, 7, {1.5, -2.5, 0.25, 3.5}))
                                  .add(one("head/second", "Relu", Io::Output, 6, {7.5, -2.5, 0.5, 9.5}))
                                  .finish(),
        MemoryDump()
            .add(one("xyz", "Sigmoid", Io::Output, 6, {7.5, -2.5, 0.5, 9.5}))
            .add(one("rst", "", Io::Input, 4, {3.25, -1.5, 0.5, 4.5}))
            .add(one("rst", "", Io::Output, 7, {999, -2.5, 8.25, 1003.5}))
            .finish());
    QCOMPARE(o.pairs(),
        (Names {{"head/first:input:0", "rst:input:0"}, {"head/first:output:0", "rst:output:0"},
            {"head/second:output:0", "xyz:output:0"}}));
    QCOMPARE(o.origins(), (std::set<std::string_view> {"alignment", "fingerprint"}));
}

void PairingTest::stepsAndRanks()
{
    const auto dump = [](std::vector<std::pair<int, int>> places) {
        MemoryDump result;
        for (const auto& [rank, step] : places)
            result.folder(std::to_string(rank) + '/' + std::to_string(step), facts(rank, step))
                .add(tensor("a"));
        return result.finish();
    };
    const Index target = dump({{0, 1}, {0, 2}, {1, 1}, {1, 2}});
    const Index golden = dump({{4, 2}, {4, 3}, {5, 2}, {5, 3}});
    // Ranks by position, for there are as many; step 2 is on both sides, step 1 has no partner.
    Outcome o = outcome(target, golden);
    QCOMPARE(o.pairing->pairs.size(), std::size_t {2});
    QCOMPARE(o.golden->factsOf(o.pairing->pairs[1].golden).rank.value(), std::int64_t {5});
    QVERIFY(o.pairing->pairs[0].reason.text().find("rank 0 against 4") != std::string::npos);

    PairingOptions options;
    options.steps = {{1, 2}, {2, 3}};
    options.ranks = {{0, 5}, {9, 4}};
    o = outcome(target, golden, options);
    QCOMPARE(o.pairing->pairs.size(), std::size_t {2});
    QCOMPARE(o.golden->factsOf(o.pairing->pairs[0].golden).step.value(), std::int64_t {2});
    QCOMPARE(o.golden->factsOf(o.pairing->pairs[0].golden).rank.value(), std::int64_t {5});
    QCOMPARE(o.pairing->problems.size(), std::size_t {1});
    QVERIFY(o.pairing->problems[0].message.text().find("target has no rank 9") != std::string::npos);
}

void PairingTest::ranksAndStepsThatAreMissing()
{
    MemoryDump whole, part;
    for (const int rank : {0, 1}) {
        for (const int step : {0, 1})
            whole.folder(std::to_string(rank) + '/' + std::to_string(step), facts(rank, step))
                .add(tensor("a"));
    }
    part.folder("0/0", facts(0, 0)).add(tensor("a"));
    const Outcome o = outcome(part.finish(), whole.finish());
    std::set<std::string> reasons;
    for (const UnpairedTensor& one : o.pairing->unpairedGolden)
        reasons.insert(one.reason.text());
    QCOMPARE(reasons,
        (std::set<std::string> {"target has no tensors of rank 1", "target has no tensors of step 1"}));
}

// A step that an equation pairs with one of another number is not missing.
void PairingTest::equationsAndReasons()
{
    MemoryDump first, second;
    first.folder("0", facts(0, 0)).add(tensor("a"));
    second.folder("1", facts(0, 1)).add(tensor("a")).add(tensor("b"));
    PairingOptions options;
    options.steps = {{0, 1}};
    const Outcome o = outcome(first.finish(), second.finish(), options);
    QCOMPARE(o.pairing->pairs.size(), std::size_t {1});
    QCOMPARE(o.pairing->unpairedGolden.size(), std::size_t {1});
    QCOMPARE(o.pairing->unpairedGolden[0].reason.text(),
        std::string("target has no operator that is named \"b\""));

    // What was not asked for is not missing either.
    MemoryDump both;
    both.folder("0", facts(0, 0)).add(tensor("a")).folder("1", facts(0, 1)).add(tensor("a"));
    const auto index = both.finish();
    OwnedTask task;
    const auto ofStep = [&](std::int64_t step) {
        return selectSide(index, {{}, {step}, {}, {}, {}}, task).value();
    };
    const Pairing other = pairSides(ofStep(1), ofStep(1), options, task).value();
    QCOMPARE(other.problems.size(), std::size_t {1});
    QCOMPARE(other.problems[0].message.text(), std::string("step 0 of target was not asked for"));
    options.steps = {{0, 9}};
    const Pairing none = pairSides(ofStep(0), ofStep(9), options, task).value();
    QCOMPARE(none.problems[0].message.text(), std::string("golden has no step 9"));
    QCOMPARE(
        none.unpairedTarget[0].reason.text(), std::string("golden has no tensors of what was asked for"));
}

/// A run of one process is golden for any rank, one of a single step for any step.
void PairingTest::restrictedByWhatASideLacks()
{
    const Index plain = MemoryDump().add(tensor("a")).add(tensor("b")).finish();
    MemoryDump ranks;
    ranks.folder("0", facts(0, 3)).add(tensor("a")).folder("1", facts(1, 3)).add(tensor("a"));
    const Index parallel = ranks.finish();
    OwnedTask task;
    const SideRestriction wanted {{}, {3}, {1}, {}};
    QCOMPARE(selectSide(plain, wanted, task)->tensors().size(), std::size_t {2});
    QCOMPARE(selectSide(parallel, wanted, task)->tensors().size(), std::size_t {1});
    QCOMPARE(selectSide(parallel, {{}, {3}, {2}, {}}, task)->tensors().size(), std::size_t {0});
    // A rank, or a step, that neither side has is nowhere.
    const auto selected = [&](const Index& target, const Index& golden, const SideRestriction& part) {
        PairingOptions pairing;
        const auto sides = selectSides(target, part, golden, part, pairing, task).value();
        return std::pair {sides.target.tensors().size(), sides.golden.tensors().size()};
    };
    using Counts = std::pair<std::size_t, std::size_t>;
    QCOMPARE(selected(parallel, plain, {{}, {}, {1}}), (Counts {1, 2}));
    QCOMPARE(selected(plain, parallel, {{}, {3}, {}}), (Counts {2, 2}));
    const Index other = MemoryDump().add(tensor("a")).finish();
    QCOMPARE(selected(plain, other, {}), (Counts {2, 1}));
    for (const SideRestriction& part : {SideRestriction {{}, {}, {1}}, SideRestriction {{}, {3}, {}}}) {
        QCOMPARE(selected(plain, other, part), (Counts {0, 0}));
        QCOMPARE(selected(plain, plain, part), (Counts {0, 0}));
    }
}

void PairingTest::twoStepsOfOneRoot()
{
    MemoryDump dump;
    dump.folder("0", facts(0, 0)).add(tensor("a")).folder("1", facts(0, 1)).add(tensor("a"));
    const Index index = dump.finish();
    OwnedTask task;
    SideRestriction first, second;
    first.steps = {0};
    second.steps = {1};
    const auto target = selectSide(index, first, task), golden = selectSide(index, second, task);
    QVERIFY(target && golden);
    const auto pairing = pairSides(*target, *golden, {}, task);
    QVERIFY(pairing);
    QCOMPARE(pairing->pairs.size(), std::size_t {1});
    QVERIFY(pairing->pairs[0].target != pairing->pairs[0].golden);
}

void PairingTest::singleTensors()
{
    const Outcome o = outcome(MemoryDump().add({"x", {}, Io::Output, 0, {3}}).finish(),
        MemoryDump().add({"y", {}, Io::Input, 4, {7, 7}}).finish());
    QCOMPARE(o.pairs(), (Names {{"x:output:0", "y:input:4"}}));
    QCOMPARE(o.origins(), std::set<std::string_view> {"alignment"}); // nobody said so
}

/// What a file says of the only two tensors is kept: how their axes belong together, or that they do not.
void PairingTest::singleTensorsOfAFile()
{
    TemporaryFolder folder;
    const auto paired = [&](const char* name, const char* text) {
        PairingOptions options;
        options.ruleFiles = {ruleFile(folder, name, text)};
        return outcome(MemoryDump().add({"x", {}, Io::Output, 0, {1, 2, 3, 4}}).finish(),
            MemoryDump().add({"y", {}, Io::Output, 0, {1, 3, 4, 2}}).finish(), options);
    };
    const Outcome laidOut = paired("layout.json",
        R"({"version": 1, "rules": [{"target": "x", "golden": "y", "layout": "NCHW<-NHWC"}]})");
    QCOMPARE(laidOut.pairs(), (Names {{"x:output:0", "y:output:0"}}));
    QVERIFY(laidOut.pairing->pairs.front().hint != nullptr);
    const Outcome apart = paired("apart.json", R"({"version": 1, "unpaired": [{"target": "x"}]})");
    QCOMPARE(apart.pairs(), Names());
}

/// One tensor goes without the others of its operator, and both sides say who took it away.
void PairingTest::tensorsThatAreTakenApart()
{
    const Index target = MemoryDump().add(tensor("x")).add(tensor("x", Io::Output, 1)).finish();
    const Index golden = MemoryDump().add(tensor("x")).add(tensor("x", Io::Output, 1)).finish();
    const auto apart = [&](const char* name, const std::string& more) {
        PairingOptions options;
        options.ruleTexts = {{name,
            R"({"version": 1,)" + more + R"("unpaired": [{"target": ")"
                + target->tensorId(TensorId(std::size_t {0})) + R"("}]})"}};
        return outcome(target, golden, options);
    };
    const Names other {{"x:output:1", "x:output:1"}};
    // Also of an operator that is paired by hand.
    for (const std::string more : {"", R"("pairs": [{"target": "x", "golden": "x"}],)"}) {
        const Outcome o = apart("pairing", more);
        QCOMPARE(o.pairs(), other);
        QCOMPARE(o.pairing->unpairedTarget.at(0).reason.text(), std::string("unpaired by hand"));
        QCOMPARE(o.pairing->unpairedGolden.at(0).reason.text(),
            std::string("the tensor of that name on the other side is left out"));
        QCOMPARE(o.pairing->pairs.at(0).reason.text() == "paired by hand", !more.empty());
    }
    QCOMPARE(apart("file.json", "").pairing->unpairedTarget.at(0).reason.text(),
        std::string("left out by the pairing file"));
}

/// A file of weights that are not called like a model's does not say what they are; the first output of an
/// operator comes before them.
void PairingTest::weightsWithoutRole()
{
    MemoryDump::Tensor unsaid = tensor("b", Io::Unknown);
    unsaid.slot = -1;
    const Outcome o = outcome(MemoryDump().add(unsaid).finish(),
        MemoryDump().add(tensor("b", Io::Parameter)).add(tensor("c", Io::Parameter)).finish());
    QCOMPARE(o.pairing->pairs.size(), 1U);
    const Outcome made = outcome(MemoryDump().add(unsaid).finish(),
        MemoryDump().add(tensor("b", Io::Parameter)).add(tensor("b", Io::Output)).finish());
    QCOMPARE(made.pairing->pairs.size(), 1U);
    QCOMPARE(made.golden->tensor(made.pairing->pairs.front().golden).io, Io::Output);
}

/// Operators whose names say nothing belong between the same pairs, also those that a rule made.
void PairingTest::rulesFrameWhatIsBetween()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(
        folder, "rule.json", R"({"version": 1, "rules": [{"target": "anchor", "golden": "pole"}]})")};
    const auto op = [](const char* name) { return MemoryDump::Tensor {name, "ReLU", Io::Output, 0, {4}}; };
    const Outcome o = outcome(MemoryDump().add(op("before")).add(op("anchor")).add(op("after")).finish(),
        MemoryDump().add(op("other")).add(op("pole")).finish(), options);
    QCOMPARE(
        o.pairs(), (Names {{"anchor:output:0", "pole:output:0"}, {"before:output:0", "other:output:0"}}));
}

/// A single process records no rank, a dump of a device has one; steps as --pair-step says.
void PairingTest::operatorsOfAPairingFileWithoutRank()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "pairs.json",
        R"({"version": 1, "pairs": [{"target": "0_Linear", "golden": "Module.lm_head.Linear.forward.0"}]})")};
    options.steps = {{0, 3}};
    const Outcome o = outcome(MemoryDump()
                                  .folder("a", facts(0, 0))
                                  .add(tensor("0_Linear", Io::Input))
                                  .add(tensor("0_Linear"))
                                  .finish(),
        MemoryDump()
            .folder("b", facts(std::nullopt, 3))
            .add(tensor("Module.lm_head.Linear.forward.0", Io::Input))
            .add(tensor("Module.lm_head.Linear.forward.0"))
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairs().size(), std::size_t {2});
    QCOMPARE(o.origins(), (std::set<std::string_view> {"manual"}));
    QVERIFY(o.pairing->problems.empty());
}

void PairingTest::pairingFile()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "pairs.json", R"({"version": 1,
        "rules": [{"target": "layer*.attn", "golden": "block$1/attention", "io": "output", "slot": {"0": 1},
                   "layout": "NCHW<-NHWC"},
                  {"target": "/twin([ab])/", "golden": "twin"}],
        "pairs": [{"target": "odd", "golden": "even:output:0", "note": "by hand"},
                  {"target": "nowhere", "golden": "even"}],
        "unpaired": [{"target": "Cast*", "note": "inserted"}]})")};
    const Outcome o = outcome(MemoryDump()
                                  .add(tensor("layer3.attn"))
                                  .add(tensor("layer3.attn", Io::Input))
                                  .add(tensor("odd"))
                                  .add(tensor("twina"))
                                  .add(tensor("twinb"))
                                  .add(tensor("Cast1"))
                                  .finish(),
        MemoryDump()
            .add(tensor("block3/attention", Io::Output, 1))
            .add(tensor("even"))
            .add(tensor("twin"))
            .add(tensor("Cast1"))
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairs(),
        (Names {{"layer3.attn:output:0", "block3/attention:output:1"}, {"odd:output:0", "even:output:0"},
            {"twina:output:0", "twin:output:0"}, {"twinb:output:0", "twin:output:0"}}));
    QCOMPARE(o.origins(), (std::set<std::string_view> {"manual", "mapping"}));
    for (const TensorPair& pair : o.pairing->pairs) {
        if (nameOf(*o.target, pair.target) != "layer3.attn:output:0")
            continue;
        QVERIFY(pair.hint);
        QCOMPARE(pair.hint->targetAxes, std::string("NCHW"));
        QCOMPARE(pair.hint->goldenAxes, std::string("NHWC"));
    }
    QCOMPARE(o.pairing->unpairedTarget.size(), std::size_t {2});
    QVERIFY(std::ranges::any_of(
        o.pairing->unpairedTarget, [](const UnpairedTensor& t) { return t.reason.text() == "inserted"; }));
    QCOMPARE(o.pairing->problems.size(), std::size_t {1});
    QVERIFY(o.pairing->problems[0].message.text().find("pairs[1].target") != std::string::npos);
    QCOMPARE(o.pairing->problems[0].place.row.value(), std::uint64_t {6});
}

void PairingTest::pairingFileErrors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("row");
    QTest::newRow("no golden") << "{\"version\":1,\"rules\":[\n{\"target\":\"a\"}]}"
                               << "rules[0].golden: is missing" << 2;
    QTest::newRow("bad expression") << "{\"version\":1,\n\"rules\":[{\"target\":\"/(/\",\"golden\":\"b\"}]}"
                                    << "rules[0].target: bad regular expression" << 2;
    QTest::newRow("no such group") << "{\"version\":1,\"rules\":[{\"target\":\"*\",\n\"golden\":\"$2\"}]}"
                                   << "rules[0].golden: $2 has no group" << 2;
    QTest::newRow("slot")
        << "{\"version\":1,\"rules\":[{\"target\":\"a\",\"golden\":\"b\",\n\"slot\":{\"x\":1}}]}"
        << "rules[0].slot.x: must map" << 2;
    QTest::newRow("axes")
        << "{\"version\":1,\"rules\":[{\"target\":\"a\",\"golden\":\"b\",\"layout\":\"IO<-OK\"}]}"
        << "rules[0].layout: the two layouts have different axes" << 1;
    QTest::newRow("layout")
        << "{\"version\":1,\"rules\":[{\"target\":\"a\",\"golden\":\"b\",\"layout\":\"NCHW<-ND\"}]}"
        << "rules[0].layout: the two layouts" << 1;
    QTest::newRow("unknown key") << "{\"version\":1,\n\n\"pair\":[],\"pairs\":[]}"
                                 << "pair: unknown key" << 3;
    QTest::newRow("version") << "{\"version\":2,\"rules\":[]}"
                             << "version: only version 1" << 1;
    QTest::newRow("cut") << "{\"version\":1,\"rules\":["
                         << "" << 1;
}

void PairingTest::pairingFileErrors()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    QFETCH(int, row);
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "pairs.json", text.toStdString())};
    const Index index = MemoryDump().add(tensor("a")).add(tensor("b")).finish();
    const Outcome o = outcome(index, index, options);
    QVERIFY(!o.pairing);
    QVERIFY2(QString::fromStdString(o.pairing.error().message.text()).startsWith(message),
        o.pairing.error().message.text().c_str());
    QCOMPARE(o.pairing.error().place.file, options.ruleFiles.front());
    QCOMPARE(o.pairing.error().place.row.value_or(0), static_cast<std::uint64_t>(row));
}

/// Every row of the official tool's mapping table.
void PairingTest::fusionFile()
{
    QFile table(QString::fromStdString(kData + "bin_npy_map.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    MemoryDump target, golden;
    std::set<std::string> goldenFiles;
    Names expected;
    for (const QByteArray& line : table.readAll().split('\n').mid(1)) {
        // Names with commas are quoted; the columns wanted stand behind them.
        const QList<QByteArray> cells = line.trimmed().split(',');
        if (cells.size() < 7 || cells[cells.size() - 3] == "NaN")
            continue;
        const QList<QByteArray> what = cells[cells.size() - 3].split(':');
        const std::string op = QByteArray(what[0]).replace('/', '_').toStdString();
        target.add(tensor(op, what[1] == "input" ? Io::Input : Io::Output, what[2].toInt()));
        if (cells.last() == "NaN")
            continue;
        const QList<QByteArray> file = cells.last().split('/').last().split('.');
        const std::string key = file[0].toStdString() + ":output:" + file[1].toStdString();
        if (goldenFiles.insert(key).second)
            golden.add(tensor(file[0].toStdString(), Io::Output, file[1].toInt()));
        expected[op + ':' + what[1].toStdString() + ':' + what[2].toStdString()] = key;
    }
    QCOMPARE(expected.size(), std::size_t {18});
    PairingOptions options;
    options.ruleFiles = {kData + "fusion.json"};
    const Outcome o = outcome(target.finish(), golden.finish(), options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairs(), expected);
    QCOMPARE(o.origins(), std::set<std::string_view> {"fusion"});
    QCOMPARE(o.pairing->unpairedTarget.size(), std::size_t {1});
    QVERIFY(o.pairing->unpairedTarget[0].reason.text().find("no_golden") != std::string::npos);
    for (const TensorPair& pair : o.pairing->pairs) {
        if (nameOf(*o.target, pair.target) == "perm:output:0")
            QCOMPARE(pair.hint->goldenFormat, MemoryFormat::NHWC);
    }
}

void PairingTest::manifest()
{
    TemporaryFolder folder;
    PairingOptions options;
    // The files of MemoryDump are t1.npy, t2.npy, …
    options.ruleFiles = {ruleFile(folder, "manifest.json", R"({"model": "m.onnx", "tensors": [
        {"tensor": "conv_out", "file": "t1.npy", "node": "/enc/conv.1", "op_type": "Conv", "output_index": 0},
        {"tensor": "out b", "file": "t2.npy", "node": "split", "op_type": "Split", "output_index": 1},
        {"tensor": "lonely", "file": "t3.npy", "node": "", "op_type": "Add", "output_index": 0}]})")};
    const Outcome o = outcome(MemoryDump()
                                  .add({"lonely", "Add", Io::Output, 0, {3}})
                                  .add({"split", "Split", Io::Output, 1, {4}})
                                  .add({"split", "Split", Io::Output, 0, {5}})
                                  .add({"_enc_conv_1", "Conv", Io::Output, 0, {6}})
                                  .finish(),
        MemoryDump()
            .add({"000", {}, Io::Unknown, -1, {6}})
            .add({"001", {}, Io::Unknown, -1, {4}})
            .add({"002", {}, Io::Unknown, -1, {3}})
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairs(),
        (Names {{"lonely:output:0", "002::-1"}, {"split:output:1", "001::-1"},
            {"_enc_conv_1:output:0", "000::-1"}}));
}

/// Names that are one once they are spelled as files are, or missing: types tell them apart.
void PairingTest::manifestOfCollidingNames()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "manifest.json", R"({"model": "m.onnx", "tensors": [
        {"tensor": "x", "file": "t1.npy", "node": "a/b", "op_type": "Sin", "output_index": 0},
        {"tensor": "y", "file": "t2.npy", "node": "a.b", "op_type": "Cos", "output_index": 0},
        {"tensor": "z", "file": "t3.npy", "node": "", "op_type": "Neg", "output_index": 0},
        {"tensor": "v", "file": "t4.npy", "node": "", "op_type": "Abs", "output_index": 0},
        {"tensor": "w", "file": "t5.npy", "node": "", "op_type": "Abs", "output_index": 0}]})")};
    const Outcome o = outcome(MemoryDump()
                                  .add({"a_b", "Cos", Io::Output, 0, {3}})
                                  .add({"a_b", "Sin", Io::Output, 0, {3}})
                                  .add({"Neg_7", "Neg", Io::Output, 0, {4}})
                                  .add({"Abs_8", "Abs", Io::Output, 0, {5}})
                                  .add({"Abs_9", "Abs", Io::Output, 0, {6}})
                                  .finish(),
        MemoryDump()
            .add({"000", {}, Io::Unknown, -1, {3}})
            .add({"001", {}, Io::Unknown, -1, {3}})
            .add({"002", {}, Io::Unknown, -1, {4}})
            .add({"003", {}, Io::Unknown, -1, {7}})
            .add({"004", {}, Io::Unknown, -1, {7}})
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    // Two of a type without a name stay apart.
    QCOMPARE(o.pairs(), (Names {{"a_b:output:0", "001::-1 000::-1"}, {"Neg_7:output:0", "002::-1"}}));
}

void PairingTest::cellMapping()
{
    PairingOptions options;
    options.ruleFiles = {kData + "cell_mapping.yaml"};
    const Outcome o = outcome(MemoryDump()
                                  .add(tensor("Cell.layers.0.attn.qkv.Dense.forward.0"))
                                  .add(tensor("Cell.layers.0.mlp.SequentialCell.backward.0", Io::Input))
                                  .add(tensor("Tensor.__add__.0.forward"))
                                  .finish(),
        MemoryDump()
            .add(tensor("Module.layers.0.attn.qkv.Linear.forward.0"))
            .add(tensor("Module.layers.0.mlp.Sequential.backward.0", Io::Input))
            .add(tensor("Tensor.__add__.0.forward"))
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairing->pairs.size(), std::size_t {3});
    QCOMPARE(o.origins(), (std::set<std::string_view> {"exact", "mapping"}));
}

void PairingTest::apiMapping()
{
    PairingOptions options;
    options.ruleFiles = {kData + "api_mapping.yaml"};
    const Outcome o = outcome(MemoryDump()
                                  .add(tensor("Functional.softmax.2.forward", Io::Input, 0))
                                  .add({"Functional.softmax.2.forward", {}, Io::Input, 1, {}})
                                  .add(tensor("Functional.softmax.2.forward"))
                                  .finish(),
        MemoryDump()
            .add(tensor("Torch.softmax.2.forward", Io::Input, 0))
            .add(tensor("Torch.softmax.2.forward"))
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairing->pairs.size(), std::size_t {2});
    QCOMPARE(o.origins(), std::set<std::string_view> {"mapping"});
}

void PairingTest::dataMapping()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "map.yaml",
        "Cell.a.Dense.forward.0.input.0: Module.b.Linear.forward.0.output.1\n"
        "Cell.none.Dense.forward.0.input.0: Module.b.Linear.forward.0.output.1\n")};
    const Outcome o = outcome(MemoryDump()
                                  .add({"Cell.a.Dense.forward.0", {}, Io::Input, 0, {3}})
                                  .add({"q", {}, Io::Output, 0, {8}})
                                  .finish(),
        MemoryDump()
            .add({"Module.b.Linear.forward.0", {}, Io::Output, 1, {7}})
            .add({"r", {}, Io::Output, 0, {9}})
            .finish(),
        options);
    QVERIFY2(o.pairing, o.pairing ? "" : o.pairing.error().text().c_str());
    QCOMPARE(o.pairs(), (Names {{"Cell.a.Dense.forward.0:input:0", "Module.b.Linear.forward.0:output:1"}}));
    QCOMPARE(o.pairing->problems.size(), std::size_t {1});
}

/// Without any file: cells are modules of the same path, an API may stand under another prefix, the
/// names of parameters differ.
void PairingTest::acrossFrameworks()
{
    MemoryDump::Tensor gamma {"Cell.norm.LayerNorm.forward.0", {}, Io::Parameter, 0, {8}};
    gamma.entry = "parameters.gamma";
    MemoryDump::Tensor weight {"Module.norm.LayerNorm.forward.0", {}, Io::Parameter, 0, {8}};
    weight.entry = "parameters.weight";
    const Outcome o = outcome(MemoryDump()
                                  .add(gamma)
                                  .add(tensor("Cell.head.Dense.forward.0"))
                                  .add(tensor("Functional.matmul.1.forward"))
                                  .finish(),
        MemoryDump()
            .add(weight)
            .add(tensor("Module.head.Linear.forward.0"))
            .add(tensor("Torch.matmul.1.forward"))
            .finish());
    QCOMPARE(o.pairing->pairs.size(), std::size_t {3});
    QCOMPARE(o.origins(), std::set<std::string_view> {"mapping"});
}

void PairingTest::mappingErrors()
{
    TemporaryFolder folder;
    const Index index = MemoryDump().add(tensor("a")).add(tensor("b")).finish();
    const std::tuple<const char*, const char*, std::uint64_t> cases[] {
        {"- ms_api: A.b\n  pt_api: C.d\n  ms_args: [0, 1]\n  pt_args: [0]\n", "[0].pt_args: has 1 entries",
            4},
        {"- ms_api: A.b\n", "[0].pt_api: the API's name is missing", 1},
        {"Dense: Linear\nConv: [1]\n", "Conv: must be the name", 2}, {"a: b\n  c: d\n", "not YAML", 2}};
    for (const auto& [text, message, row] : cases) {
        PairingOptions options;
        options.ruleFiles = {ruleFile(folder, "map.yaml", text)};
        const Outcome o = outcome(index, index, options);
        QVERIFY(!o.pairing);
        QVERIFY2(
            o.pairing.error().message.text().starts_with(message), o.pairing.error().message.text().c_str());
        QCOMPARE(o.pairing.error().place.row.value_or(0), row);
    }
}

void PairingTest::unknownRuleFile()
{
    TemporaryFolder folder;
    PairingOptions options;
    options.ruleFiles = {ruleFile(folder, "x.bin", "\x93NUMPY")};
    const Index index = MemoryDump().add(tensor("a")).finish();
    const Outcome o = outcome(index, index, options);
    QVERIFY(!o.pairing);
    QCOMPARE(o.pairing.error().code, Code::NotRecognised);
}

/// Everything every 50 items is inserted, keys repeat: found again within bounds.
/// Passes of a server count from 1, or have a warm-up before them; where values do not say so, nothing is
/// shifted.
void PairingTest::stepsFromAnotherBeginning()
{
    const auto run = [](std::int64_t first, int count, double begin) {
        MemoryDump dump;
        for (int i = 0; i < count; ++i) {
            dump.folder("s" + std::to_string(first + i), facts(0, first + i));
            for (const char* name : {"a", "b", "c"})
                dump.add(tensor(name, Io::Output, 0, std::pow(3.0, begin + i) * (1 + name[0] % 7)));
        }
        return dump.finish();
    };
    const Outcome passes = outcome(run(1, 3, 0), run(0, 3, 0));
    QCOMPARE(passes.pairs(),
        (Names {{"1/a:output:0", "0/a:output:0"}, {"1/b:output:0", "0/b:output:0"},
            {"1/c:output:0", "0/c:output:0"}, {"2/a:output:0", "1/a:output:0"},
            {"2/b:output:0", "1/b:output:0"}, {"2/c:output:0", "1/c:output:0"},
            {"3/a:output:0", "2/a:output:0"}, {"3/b:output:0", "2/b:output:0"},
            {"3/c:output:0", "2/c:output:0"}}));
    QCOMPARE(passes.pairing->problems.size(), 1U);
    QVERIFY(
        passes.pairing->problems.front().message.text().find("step 1 of the target has the values of step 0")
        != std::string::npos);
    // Where one step is asked for, golden's is the one with its values, at the end of the run too.
    for (const std::int64_t step : {2, 3}) {
        OwnedTask task;
        PairingOptions options;
        const SideRestriction wanted {{}, {step}, {}};
        const auto sides = selectSides(run(1, 3, 0), wanted, run(0, 3, 0), wanted, options, task);
        QVERIFY(sides);
        QCOMPARE(sides->golden.tensors().size(), 3U);
        for (const TensorId id : sides->golden.tensors())
            QCOMPARE(sides->golden.index->factsOf(id).step, std::optional(step - 1));
        const auto pairing = pairSides(sides->target, sides->golden, options, task);
        QVERIFY(pairing);
        QCOMPARE(pairing->pairs.size(), 3U);
        QCOMPARE(pairing->problems.size(), 1U);
    }
    const Outcome warm = outcome(run(0, 3, -1), run(0, 3, 0)); // step 0 is the warm-up
    QCOMPARE(warm.pairing->pairs.size(), 6U);
    QCOMPARE(warm.pairs()["2/a:output:0"], std::string("1/a:output:0"));
    // Prefill has other operators than decode: no step has a namesake at its number.
    const auto serving = [](std::int64_t first) {
        MemoryDump dump;
        for (std::int64_t i = 0; i < 2; ++i) {
            dump.folder("s" + std::to_string(first + i), facts(0, first + i));
            for (const char* name : {"a", "b", "c"})
                dump.add(tensor(
                    (i == 0 ? "prefill_" : "decode_") + std::string(name), Io::Output, 0, 3.0 + name[0] % 7));
        }
        return dump.finish();
    };
    QCOMPARE(outcome(serving(0), serving(1)).pairing->pairs.size(), 6U);
    // Steps of a training differ by a tenth, and what does not depend on their data not at all.
    const auto training = [](std::int64_t first) {
        MemoryDump dump;
        for (int i = 0; i < 3; ++i) {
            dump.folder("s" + std::to_string(first + i), facts(0, first + i));
            for (const char* name : {"r1", "r2", "r3", "r4", "r5", "r6"})
                dump.add(tensor(name, Io::Output, 0, 2));
            for (const char* name : {"a", "b", "c"})
                dump.add(tensor(name, Io::Output, 0, std::pow(1.1, i) * (1 + name[0] % 7)));
        }
        return dump.finish();
    };
    QCOMPARE(outcome(training(1), training(0)).pairs()["1/a:output:0"], std::string("0/a:output:0"));
    QCOMPARE(outcome(training(0), training(0)).pairs()["1/a:output:0"], std::string("1/a:output:0"));
    // Sides that name their operators otherwise.
    const auto named = [](std::int64_t first, std::string_view prefix, double begin) {
        MemoryDump dump;
        for (int i = 0; i < 3; ++i) {
            dump.folder("s" + std::to_string(first + i), facts(0, first + i));
            for (const char* name : {"fc1", "fc2", "fc3"}) {
                const std::string op = std::string(prefix) + name;
                dump.add(tensor(op, Io::Output, 0, std::pow(3.0, begin + i) * (1 + name[2] % 7)));
                dump.add(tensor(op, Io::Parameter, 0, 5)); // is the same in all steps
            }
        }
        return dump.finish();
    };
    const Outcome otherwise = outcome(named(1, "root.model.", 0), named(0, "model.", 0));
    QCOMPARE(otherwise.pairing->pairs.size(), 18U);
    QCOMPARE(otherwise.pairs()["2/root.model.fc1:output:0"], std::string("1/model.fc1:output:0"));
    QCOMPARE(otherwise.pairing->problems.size(), 1U);
    const Outcome sameSteps = outcome(named(0, "root.model.", 0), named(0, "model.", 0));
    QCOMPARE(sameSteps.pairs()["2/root.model.fc1:output:0"], std::string("2/model.fc1:output:0"));
    QVERIFY(sameSteps.pairing->problems.empty());
    const Outcome otherRun = outcome(named(0, "root.model.", 0.4), named(0, "model.", 0));
    QCOMPARE(otherRun.pairs()["2/root.model.fc1:output:0"], std::string("2/model.fc1:output:0"));
    const Outcome other = outcome(run(0, 3, 0.4), run(0, 3, 0)); // another run, but its steps
    QCOMPARE(other.pairs()["2/a:output:0"], std::string("2/a:output:0"));
    QVERIFY(other.pairing->problems.empty());
}

/// Numbers of calls begin anew in every step on one side and run on on the other: the n-th call of a step is
/// the n-th call.
void PairingTest::callsCountedOn()
{
    // Two calls in the first step and three in the others, whose values say nothing of which is which.
    const auto run = [](bool runsOn) {
        MemoryDump dump;
        std::int64_t number = 0;
        for (std::int64_t step = 0; step < 3; ++step) {
            dump.folder("s" + std::to_string(step), facts(0, step));
            number = runsOn ? number : 0;
            for (int call = 0; call < (step == 0 ? 2 : 3); ++call)
                dump.add(tensor("Aten.silu." + std::to_string(number++) + ".forward"));
            dump.add(tensor("Module.fc.Linear.forward." + std::to_string(runsOn ? step : 0)));
        }
        return dump.finish();
    };
    const Names expected {{"0/Aten.silu.0.forward:output:0", "0/Aten.silu.0.forward:output:0"},
        {"0/Aten.silu.1.forward:output:0", "0/Aten.silu.1.forward:output:0"},
        {"1/Aten.silu.0.forward:output:0", "1/Aten.silu.2.forward:output:0"},
        {"1/Aten.silu.1.forward:output:0", "1/Aten.silu.3.forward:output:0"},
        {"1/Aten.silu.2.forward:output:0", "1/Aten.silu.4.forward:output:0"},
        {"2/Aten.silu.0.forward:output:0", "2/Aten.silu.5.forward:output:0"},
        {"2/Aten.silu.1.forward:output:0", "2/Aten.silu.6.forward:output:0"},
        {"2/Aten.silu.2.forward:output:0", "2/Aten.silu.7.forward:output:0"},
        {"0/Module.fc.Linear.forward.0:output:0", "0/Module.fc.Linear.forward.0:output:0"},
        {"1/Module.fc.Linear.forward.0:output:0", "1/Module.fc.Linear.forward.1:output:0"},
        {"2/Module.fc.Linear.forward.0:output:0", "2/Module.fc.Linear.forward.2:output:0"}};
    QCOMPARE(outcome(run(false), run(true)).pairs(), expected);
    Names reverse;
    for (const auto& [target, golden] : expected)
        reverse[golden] = target;
    QCOMPARE(outcome(run(true), run(false)).pairs(), reverse);
    QCOMPARE(outcome(run(true), run(true)).origins(), (std::set<std::string_view> {"exact"}));
    QCOMPARE(outcome(run(false), run(false)).origins(), (std::set<std::string_view> {"exact"}));
}

/// What is left over of an operator is said of its partner, whatever that is called.
void PairingTest::leftOverOfAnotherNaming()
{
    MemoryDump target, golden;
    target.folder("r0", facts(0, std::nullopt)).add(tensor("net/fc"));
    target.folder("r1", facts(1, std::nullopt)).add(tensor("net/other"));
    golden.folder("r0", facts(0, std::nullopt)).add(tensor("net.fc"));
    golden.add(tensor("net.fc", Io::Parameter));
    golden.add(tensor("alone"));
    const Outcome o = outcome(target.finish(), golden.finish());
    QCOMPARE(o.pairing->pairs.size(), 1U);
    std::map<std::string, std::string> reasons;
    for (const UnpairedTensor& tensor : o.pairing->unpairedGolden)
        reasons[nameOf(*o.golden, tensor.id)] = tensor.reason.text();
    for (const UnpairedTensor& tensor : o.pairing->unpairedTarget)
        reasons[nameOf(*o.target, tensor.id)] = tensor.reason.text();
    QCOMPARE(reasons,
        (Names {
            {"net.fc:parameter:0", "target's \"net/fc\", the partner of its operator, has no parameter 0"},
            {"alone:output:0", "target has no operator that is named \"alone\""},
            {"net/other:output:0", "golden has no tensors of rank 1"}}));
    // Files that do not say what a tensor is to its operator.
    MemoryDump one, two;
    one.add(tensor("x", Io::Output, 0));
    one.add(tensor("x", Io::Unknown, -1));
    two.add(tensor("x", Io::Output, 0));
    const Outcome plain = outcome(one.finish(), two.finish());
    QCOMPARE(plain.pairing->unpairedTarget.size(), 1U);
    QCOMPARE(plain.pairing->unpairedTarget[0].reason.text(),
        std::string("golden has no such tensor of this operator"));
}

/// Processes that recorded no rank: operators of one are not the other's second calls, and it is said that
/// nothing tells which is which. A process that another one goes on for is the same.
void PairingTest::processesWithoutRank()
{
    const auto run = [](const std::vector<std::pair<std::int64_t, std::int64_t>>& places) {
        MemoryDump dump;
        for (const auto& [step, process] : places) {
            FolderFacts of;
            of.step = step;
            of.process = process;
            dump.folder("step" + std::to_string(step) + "/proc" + std::to_string(process), of);
            dump.add(tensor("a", Io::Output, 0, static_cast<double>(process)));
        }
        return dump.finish();
    };
    const auto numbered = [](const DumpIndex& index, TensorId id) { return index.factsOf(id).process; };
    const auto target = run({{0, 31}, {0, 40}}), golden = run({{0, 7}, {0, 99}});
    const Outcome two = outcome(target, golden);
    QCOMPARE(two.pairing->pairs.size(), 2U);
    for (const TensorPair& pair : two.pairing->pairs)
        QCOMPARE(numbered(*golden, pair.golden),
            std::optional<std::int64_t>(numbered(*target, pair.target) == 31 ? 7 : 99));
    QCOMPARE(two.pairing->problems.size(), 1U);
    const Outcome restarted = outcome(run({{0, 31}, {1, 40}}), run({{0, 7}, {1, 7}}));
    QCOMPARE(restarted.pairing->pairs.size(), 2U);
    QVERIFY(restarted.pairing->problems.empty());
}

namespace {

/// A checkpoint of four layers of which every folder has what Megatron puts there; the shape of a weight says
/// which layer of the whole model it is of.
std::shared_ptr<const DumpIndex> checkpoint(int tensorRanks, int stages, int virtualStages, int without = -1)
{
    constexpr int kLayers = 4;
    MemoryDump dump;
    const int perChunk = kLayers / (stages * virtualStages);
    for (int rank = 0; rank < tensorRanks; ++rank) {
        for (int stage = 0; stage < stages; ++stage) {
            if (stage == without)
                continue;
            FolderFacts facts;
            facts.model = "mp_rank_0" + std::to_string(rank);
            if (stages > 1)
                facts.model += "_00" + std::to_string(stage);
            else
                facts.rank = rank;
            facts.step = 5;
            dump.folder("iter_0000005/" + facts.model, facts);
            const auto add = [&](const std::string& name, std::int64_t size) {
                dump.add({name, "", Io::Parameter, 0, {size, rank + 1}, DType::Float32, name});
            };
            for (int part = 0; part < virtualStages; ++part) {
                const std::string model = virtualStages > 1 ? "model" + std::to_string(part) + '.' : "";
                const int first = (part * stages + stage) * perChunk;
                if (first == 0)
                    add(model + "embedding.word_embeddings.weight", 100);
                for (int layer = 0; layer < perChunk; ++layer)
                    add(model + "decoder.layers." + std::to_string(layer) + ".mlp.weight", first + layer + 1);
                if (first + perChunk == kLayers)
                    add(model + "decoder.final_layernorm.weight", 200);
            }
            dump.add({"optimizer.state.0.exp_avg", "", Io::Buffer, 0, {7}, DType::Float32, "state"});
        }
    }
    return dump.finish();
}

} // namespace

void PairingTest::pipelineStages_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("virtualStages");
    QTest::addColumn<int>("goldenStages");
    QTest::newRow("two stages against one") << 1 << 2 << 1 << 1;
    QTest::newRow("two ranks of two stages") << 2 << 2 << 1 << 1;
    QTest::newRow("interleaved") << 1 << 2 << 2 << 1;
    QTest::newRow("virtual stages in the same folders") << 1 << 2 << 2 << 2;
    QTest::newRow("four against two") << 2 << 4 << 1 << 2;
    QTest::newRow("one against two") << 2 << 1 << 1 << 2;
}

void PairingTest::pipelineStages()
{
    QFETCH(int, ranks);
    QFETCH(int, stages);
    QFETCH(int, virtualStages);
    QFETCH(int, goldenStages);
    const Outcome o = outcome(checkpoint(ranks, stages, virtualStages), checkpoint(ranks, goldenStages, 1));
    QCOMPARE(o.pairing->pairs.size(), static_cast<std::size_t>(ranks) * 6);
    for (const TensorPair& pair : o.pairing->pairs) {
        const auto shape = [](const DumpIndex& index, TensorId id) {
            const auto sizes = index.shape(index.tensor(id).shape);
            return std::vector<std::int64_t>(sizes.begin(), sizes.end());
        };
        QVERIFY(shape(*o.target, pair.target) == shape(*o.golden, pair.golden));
    }
}

/// The second rank of two stages has the layers 2 and 3 of a model whose copies have all four.
void PairingTest::ranksOfLaterStages()
{
    const auto run = [](int layers, bool isStaged) {
        MemoryDump dump;
        for (int rank = 0; rank < 2; ++rank) {
            dump.folder("rank" + std::to_string(rank), facts(rank, 0));
            if (!isStaged || rank == 0)
                dump.add(tensor("Module.embedding.word_embeddings.Embedding.forward.0"));
            for (int layer = 0; layer < layers; ++layer)
                dump.add(tensor("Module.decoder.layers." + std::to_string(layer) + ".mlp.MLP.forward.0"));
            if (!isStaged || rank == 1)
                dump.add(tensor("Module.output_layer.Linear.forward.0"));
        }
        return dump.finish();
    };
    const Outcome otherwise = outcome(run(2, true), run(4, false));
    QCOMPARE(otherwise.pairing->pairs.size(), 3U); // of rank 0
    for (const TensorPair& pair : otherwise.pairing->pairs)
        QCOMPARE(otherwise.target->factsOf(pair.target).rank, std::optional<std::int64_t>(0));
    bool isSaid = false;
    for (const UnpairedTensor& unpaired : otherwise.pairing->unpairedTarget)
        isSaid = isSaid || unpaired.reason.text().find("later pipeline stage") != std::string::npos;
    QVERIFY(isSaid);
    QCOMPARE(outcome(run(4, false), run(2, true)).pairing->pairs.size(), 3U);
    QCOMPARE(outcome(run(2, true), run(2, true)).pairing->pairs.size(), 6U);
}

void PairingTest::expertRanks_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("one by one") << "local_experts.%1.linear_fc1.weight";
    QTest::newRow("grouped") << "linear_fc1.weight%1";
    QTest::newRow("grouped, second projection") << "linear_fc2.weight%1";
}

/// The second of two expert ranks has the experts 2 and 3; what is no expert is in both.
void PairingTest::expertRanks()
{
    QFETCH(QString, name);
    const auto run = [&](int ranks) {
        constexpr int kExperts = 4;
        MemoryDump dump;
        for (int rank = 0; rank < ranks; ++rank) {
            FolderFacts facts;
            facts.model = "mp_rank_00" + (ranks > 1 ? "_00" + std::to_string(rank) : std::string());
            dump.folder("release/" + facts.model, facts);
            for (const char* shared : {"embedding.word_embeddings.weight", "decoder.final_layernorm.weight"})
                dump.add({shared, "", Io::Parameter, 0, {50}, DType::Float32, shared});
            for (int expert = 0; expert < kExperts / ranks; ++expert) {
                const std::string own = "decoder.layers.0.mlp.experts." + name.arg(expert).toStdString();
                dump.add(
                    {own, "", Io::Parameter, 0, {rank * kExperts / ranks + expert + 1}, DType::Float32, own});
            }
        }
        return dump.finish();
    };
    for (const auto& [target, golden] : {std::pair(2, 1), std::pair(1, 2), std::pair(4, 2)}) {
        const Outcome o = outcome(run(target), run(golden));
        QVERIFY(o.pairing->unpairedTarget.empty() && o.pairing->unpairedGolden.empty());
        QCOMPARE(o.pairing->pairs.size(), static_cast<std::size_t>(4 + 2 * std::max(target, golden)));
        for (const TensorPair& pair : o.pairing->pairs)
            QVERIFY(std::ranges::equal(o.target->shape(o.target->tensor(pair.target).shape),
                o.golden->shape(o.golden->tensor(pair.golden).shape)));
    }
}

/// Of several iterations of a checkpoint the latest is compared with what has none of them.
void PairingTest::severalIterations()
{
    const auto saved = [](const std::vector<std::int64_t>& steps, bool isCheckpoint) {
        MemoryDump dump;
        for (const std::int64_t step : steps) {
            FolderFacts of = facts(0, step);
            if (isCheckpoint)
                of.model = "mp_rank_00";
            dump.folder("iter_" + std::to_string(step) + "/mp_rank_00", of);
            dump.add({"decoder.final_layernorm.weight", "", Io::Parameter, 0, {4}, DType::Float32, "norm"});
        }
        if (steps.empty())
            dump.add({"model.norm.weight", "", Io::Parameter, 0, {4}, DType::Float32, "norm"});
        return ComparisonSide {dump.finish(), std::nullopt};
    };
    const ComparisonSide several = saved({100, 200}, true), none = saved({}, true);
    using Step = std::optional<std::int64_t>;
    QCOMPARE(chosenIteration(several, none, {}), Step(200));
    QCOMPARE(chosenIteration(several, none, {100}), Step(100));
    QCOMPARE(chosenIteration(several, saved({300}, true), {}), Step(200));
    QCOMPARE(chosenIteration(several, saved({100}, true), {}), Step());
    QCOMPARE(chosenIteration(several, several, {}), Step());
    QCOMPARE(chosenIteration(saved({100}, true), none, {}), Step());
    QCOMPARE(chosenIteration(saved({100, 200}, false), none, {}), Step());
    QCOMPARE(ofStep(several, 200).tensors().size(), std::size_t {1});
}

/// Without the first stage nobody knows which layers those of the second one are.
void PairingTest::missingStages()
{
    const Outcome o = outcome(checkpoint(1, 2, 1, 0), checkpoint(1, 1, 1));
    for (const TensorPair& pair : o.pairing->pairs)
        QVERIFY(
            o.target->text(o.target->tensor(pair.target).opName).find("layers.") == std::string_view::npos);
    bool isSaid = false;
    for (const UnpairedTensor& unpaired : o.pairing->unpairedTarget)
        isSaid = isSaid || unpaired.reason.text().find("restart in each pipeline stage") != std::string::npos;
    QVERIFY(isSaid);
}

void PairingTest::alignsLongSequences()
{
    std::vector<std::uint64_t> target, golden;
    std::vector<std::uint32_t> partner; // of each target, by construction
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        if (i % 50 == 7) {
            target.push_back(999);
            partner.push_back(0xFFFFFFFFU);
        }
        target.push_back((std::uint64_t {i} * i) % 97);
        partner.push_back(static_cast<std::uint32_t>(golden.size()));
        golden.push_back((std::uint64_t {i} * i) % 97);
    }
    OwnedTask task;
    const auto score = [&](std::uint32_t t, std::uint32_t g, bool) { return target[t] == golden[g] ? 5 : 0; };
    const auto matches = alignSequences({target, golden, score, {}}, task);
    QVERIFY(matches);
    std::size_t right = 0;
    for (const auto& [t, g] : *matches)
        right += partner[t] == g ? 1 : 0;
    QVERIFY2(right > 19'900, std::to_string(right).c_str());
}

QTEST_APPLESS_MAIN(PairingTest)
#include "tst_pairing.moc"
