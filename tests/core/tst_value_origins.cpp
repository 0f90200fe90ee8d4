// SPDX-License-Identifier: GPL-3.0-or-later
// Where NaN began, over modules, masks, ranks and steps: dumps of statistics in which it was put on purpose.
#include "overflow/value_scan.h"

#include "memory_dump.h"
#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"
#include "overflow/origin_tracker.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// A tensor as msprobe records it: shape, largest, smallest; mean and norm follow `sums`.
std::string tensor(const char* shape, const char* max, const char* min, const char* sums = "1.0")
{
    return QStringLiteral(
        R"({"type":"torch.Tensor","dtype":"torch.float32","shape":%1,"Max":%2,"Min":%3,"Mean":%4,"Norm":%4})")
        .arg(shape, max, min, sums)
        .toStdString();
}

const std::string kFinite = tensor("[2,3]", "1.0", "-1.0");
const std::string kNan = tensor("[2,3]", "NaN", "NaN", "NaN");
const std::string kMask = tensor("[3,3]", "0.0", "-Infinity", "-Infinity");
const std::string kMaskOfScores = tensor("[2,3]", "0.0", "-Infinity", "-Infinity");
const std::string kWeight = tensor("[3,3]", "1.0", "-1.0");
const std::string kNanWeight = tensor("[3,3]", "NaN", "NaN", "NaN");

struct Entry {
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::string weight = {};
};

std::string list(const std::vector<std::string>& items)
{
    std::string text;
    for (const std::string& item : items)
        text += (text.empty() ? "" : ",") + item;
    return '[' + text + ']';
}

class Dump {
public:
    /// `parents`: what construct.json says, "child>parent".
    void put(const std::string& place, const std::vector<Entry>& entries, const QStringList& parents = {})
    {
        std::string data;
        for (const Entry& entry : entries) {
            data += (data.empty() ? "\"" : ",\"") + entry.name + "\":";
            if (entry.name.find("parameters_grad") != std::string::npos)
                data += R"({"weight":)" + list(entry.outputs) + '}';
            else
                data += R"({"input_args":)" + list(entry.inputs) + R"(,"input_kwargs":{})"
                    + (entry.weight.empty() ? "" : R"(,"parameters":{"weight":)" + entry.weight + '}')
                    + R"(,"output":)" + list(entry.outputs) + '}';
        }
        QVERIFY(writeFile(m_folder.at(place + "/dump.json"),
            R"({"task":"statistics","level":"mix","framework":"pytorch","dump_data_dir":null,"data":{)" + data
                + "}}"));
        QStringList construct;
        for (const QString& parent : parents)
            construct << '"' + parent.section('>', 0, 0) + R"(":")" + parent.section('>', 1) + '"';
        QVERIFY(writeFile(
            m_folder.at(place + "/construct.json"), ('{' + construct.join(',') + '}').toStdString()));
    }

    ValueScan scan()
    {
        OwnedTask task(2);
        m_index = openDump(m_folder.path(), builtinFormats(), {}, task).value();
        std::vector<TensorId> all;
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i)
            all.emplace_back(i);
        ValueScan result;
        if (!scanValues(m_index, all, {}, task, result))
            qFatal("not scanned");
        return result;
    }

    /// "operator io slot origin: why" of what was found, then of what was set aside.
    [[nodiscard]] QStringList lines(const ValueScan& scan) const
    {
        QStringList lines;
        for (const auto* const tensors : {&scan.found, &scan.masks}) {
            for (const NonFiniteTensor& tensor : *tensors) {
                const TensorRow& row = m_index->tensor(tensor.id);
                lines << QStringLiteral("%1 %2 %3 %4: %5")
                             .arg(QString::fromStdString(std::string(m_index->text(row.opName))),
                                 QString::fromUtf8(ioWord(row.io).data()))
                             .arg(row.slot)
                             .arg(QString::fromUtf8(valueOriginWord(tensor.origin).data()),
                                 QString::fromStdString(tensor.why.text()));
            }
        }
        return lines;
    }
    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    [[nodiscard]] std::string folder() const { return m_folder.path(); }

    /// "step rank operator io slot origin" of where it began.
    [[nodiscard]] QString first(const ValueScan& scan) const
    {
        const NonFiniteTensor* const first = scan.firstBorn();
        if (first == nullptr)
            return QStringLiteral("none");
        const FolderFacts& facts = m_index->factsOf(first->id);
        const TensorRow& row = m_index->tensor(first->id);
        return QStringLiteral("%1 %2 %3 %4 %5 %6")
            .arg(facts.step.value_or(-1))
            .arg(facts.rank.value_or(-1))
            .arg(QString::fromStdString(std::string(m_index->text(row.opName))),
                QString::fromUtf8(ioWord(row.io).data()))
            .arg(row.slot)
            .arg(QString::fromUtf8(valueOriginWord(first->origin).data()));
    }

private:
    TemporaryFolder m_folder;
    std::shared_ptr<const DumpIndex> m_index;
};

const QStringList kTree {"Functional.linear.0.forward>Module.net.fc.Linear.forward.0",
    "Module.net.fc.Linear.forward.0>Module.net.Net.forward.0"};

} // namespace

class TestValueOrigins : public QObject {
    Q_OBJECT

private slots:
    void overflownNormIsFinite();
    void normThatIsNan();
    void masksAreNoBirths();
    void infinityCastToAnInteger();
    void maskThatMakesNan();
    void parameterBeforeItsOperator();
    void weightIsNotInheritedFromAnotherShape();
    void modulesAreNotAtFault();
    void operatorThatWasNotDumped();
    void collectivesSpread();
    void parameterOfAnEarlierGradient();
    void parameterSpoiledBetweenSteps();
    void gradientOfOneRank();
    void checksumsAreNotKnown();
    void overflowIsNoMask_data();
    void overflowIsNoMask();
    void masksThatVanish_data();
    void masksThatVanish();
    void positiveInfinityBesideMask();
    void memoryBeforeItIsWritten();
    void memoryThatIsRead();
    void receivesBeforeTheData();
    void computedWeights();
    void updatedWeights();
    void sameCallDidNotRunBefore();
    void cacheOfAttention();
    void partOfAnOutput();
    void modelItselfIsNotAtFault();
    void endOfTheStepBefore();
    void numbersGivenToOperators();
    void numbersGivenBesideFilesOfTensors();
    void whatMayBeMeantComesLast();
    void moduleAroundIsNotInside();
    void foldersOfOperators();
    void stopped();
};

void TestValueOrigins::overflownNormIsFinite()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.where.0.forward", {kFinite},
            {tensor("[3,3]", "0.0", "-3.4028234663852886e+38", "-Infinity")}}});
    const ValueScan scan = dump.scan();
    QVERIFY(scan.found.empty());
    QVERIFY(scan.masks.empty());
    QCOMPARE(scan.scanned, 2U);
}

/// Some writers leave NaN out of the extremes.
void TestValueOrigins::normThatIsNan()
{
    Dump dump;
    dump.put("step0/rank0", {{"Torch.log.0.forward", {kFinite}, {tensor("[2,3]", "1.0", "-1.0", "NaN")}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.found.size(), std::size_t {1});
}

void TestValueOrigins::masksAreNoBirths()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.full.0.forward", {}, {kMask}}, {"Tensor.__add__.0.forward", {kWeight, kMask}, {kMask}},
            {"Functional.softmax.0.forward", {kMask}, {kWeight}},
            // the logarithm of zero, which softmax takes as well
            {"Torch.log.0.forward", {kFinite}, {kMaskOfScores}},
            {"Functional.softmax.1.forward", {kMaskOfScores}, {kFinite}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(dump.first(scan), QStringLiteral("none"));
    QVERIFY(scan.found.empty());
    QCOMPARE(scan.masks.size(), 6U);
}

/// T5 takes the logarithm of distances, of which one is zero, casts it and leaves it out.
void TestValueOrigins::infinityCastToAnInteger()
{
    const auto integer = [](const char* max, const char* min) {
        return QStringLiteral(
            R"({"type":"torch.Tensor","dtype":"torch.int64","shape":[2,3],"Max":%1,"Min":%2,"Mean":0,"Norm":0})")
            .arg(max, min)
            .toStdString();
    };
    const std::string distance = tensor("[2,3]", "5.5", "0.0"),
                      logarithm = tensor("[2,3]", "1.7", "-Infinity");
    for (const bool isCast : {true, false}) {
        const std::string cast = integer("2", isCast ? "-9223372036854775806" : "0");
        Dump dump;
        dump.put("step0/rank0",
            {{"Torch.log.0.forward", {distance}, {logarithm}},
                {"Tensor.mul.0.forward", {logarithm}, {logarithm}}, {"Torch.min.0.forward", {cast}, {cast}},
                {"Torch.where.0.forward", {cast}, {integer("2", "0")}}});
        const ValueScan scan = dump.scan();
        QCOMPARE(scan.births, isCast ? 0U : 1U);
        QCOMPARE(scan.masks.size(), isCast ? 3U : 0U);
    }
}

void TestValueOrigins::maskThatMakesNan()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Tensor.masked_fill.0.forward", {kWeight}, {kMask}},
            {"Functional.softmax.0.forward", {kMask}, {kNanWeight}},
            {"Torch.matmul.0.forward", {kNanWeight, kFinite}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Functional.softmax.0.forward output 0 born"));
    QCOMPARE(scan.births, 1U);
    QCOMPARE(scan.masks.size(), 2U);
}

void TestValueOrigins::parameterBeforeItsOperator()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Functional.linear.0.forward", {kFinite, kNanWeight}, {kNan}},
            {"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kNanWeight},
            {"Module.net.Net.forward.0", {kFinite}, {kNan}}},
        kTree);
    const ValueScan scan = dump.scan();
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Module.net.fc.Linear.forward.0 parameter 0 born"));
    QCOMPARE(scan.births, 1U);
    QCOMPARE(scan.first->parameter, std::string("net.fc.weight"));
    QCOMPARE(scan.first->why.text(), std::string("parameter net.fc.weight holds NaN before its first use"));
}

void TestValueOrigins::weightIsNotInheritedFromAnotherShape()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.log.0.forward", {tensor("[7]", "1.0", "-1.0")}, {tensor("[7]", "NaN", "NaN", "NaN")}},
            {"Functional.linear.0.forward", {kFinite, kNanWeight}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 2U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Torch.log.0.forward output 0 born"));
}

void TestValueOrigins::modulesAreNotAtFault()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Functional.linear.0.forward", {kFinite, kWeight}, {kNan}},
            {"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kWeight},
            {"Module.net.Net.forward.0", {kFinite}, {kNan}}},
        kTree);
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Functional.linear.0.forward output 0 born"));
}

void TestValueOrigins::operatorThatWasNotDumped()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.neg.0.forward", {kFinite}, {kFinite}}, {"Torch.abs.0.forward", {kNan}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Torch.abs.0.forward input 0 unknown"));
}

void TestValueOrigins::collectivesSpread()
{
    Dump dump;
    dump.put("step0/rank0", {{"Distributed.all_reduce.0.forward", {kFinite}, {kNan}}});
    dump.put("step0/rank1",
        {{"Torch.sqrt.0.forward", {kFinite}, {kNan}}, {"Distributed.all_reduce.0.forward", {kNan}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 1 Torch.sqrt.0.forward output 0 born"));
    QCOMPARE(scan.found.front().origin, ValueOrigin::Inherited);
    QVERIFY(scan.found.front().why.text().find("rank 1") != std::string::npos);
}

void TestValueOrigins::parameterOfAnEarlierGradient()
{
    Dump dump;
    dump.put("step0/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight}});
    dump.put("step0/rank1",
        {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight},
            {"Module.net.fc.Linear.parameters_grad.0", {}, {kNanWeight}}});
    dump.put("step1/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kNanWeight}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 1 Module.net.fc.Linear.parameters_grad.0 gradient 0 born"));
}

void TestValueOrigins::parameterSpoiledBetweenSteps()
{
    Dump dump;
    dump.put("step0/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight}});
    dump.put("step1/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kNanWeight}});
    dump.put("step2/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kNanWeight}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("1 0 Module.net.fc.Linear.forward.0 parameter 0 born"));
    QVERIFY(scan.first->why.text().find("finite in step 0: made between the steps") != std::string::npos);
    // Gradients of parameters are dumped before the backward run that made them, and explain none.
    Dump gradients;
    gradients.put("step0/rank0",
        {{"Module.out.Linear.forward.0", {kFinite}, {kFinite}, kWeight},
            {"Module.out.Linear.parameters_grad.0", {}, {kNanWeight}},
            {"Module.out.Linear.backward.0", {kNan}, {kNan}}});
    const ValueScan ofGradients = gradients.scan();
    QCOMPARE(gradients.first(ofGradients), QString("0 0 Module.out.Linear.backward.0 input 0 unknown"));
    // An activation of another step is another value: no optimizer made it.
    Dump given;
    given.put("step0/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight}});
    given.put("step1/rank0", {{"Module.net.fc.Linear.forward.0", {kNan}, {kNan}, kWeight}});
    const ValueScan ofGiven = given.scan();
    QCOMPARE(given.first(ofGiven), QString("1 0 Module.net.fc.Linear.forward.0 input 0 unknown"));
    QVERIFY2(
        ofGiven.first->why.text().ends_with("; in step 0 it was finite"), ofGiven.first->why.text().c_str());
}

void TestValueOrigins::gradientOfOneRank()
{
    Dump dump;
    for (const char* rank : {"step0/rank0", "step0/rank1"}) {
        dump.put(rank,
            {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight},
                {"Module.net.fc.Linear.parameters_grad.0", {}, {rank[10] == '1' ? kNanWeight : kWeight}},
                {"Module.net.fc.Linear.backward.0", {kFinite}, {kFinite}}});
    }
    QCOMPARE(dump.first(dump.scan()),
        QStringLiteral("0 1 Module.net.fc.Linear.parameters_grad.0 gradient 0 born"));
}

void TestValueOrigins::checksumsAreNotKnown()
{
    Dump dump;
    const std::string digest
        = R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"md5":"1a2b3c4d"})";
    dump.put("step0/rank0", {{"Torch.neg.0.forward", {digest}, {digest}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.unreadable, 2U);
    QCOMPARE(scan.checksumsOnly, 2U);
}

void TestValueOrigins::overflowIsNoMask_data()
{
    QTest::addColumn<QString>("operatorName");
    QTest::addColumn<QString>("taker");
    QTest::addColumn<QString>("why");
    QTest::newRow("product") << "Torch.matmul.0.forward"
                             << "Functional.softmax.0.forward"
                             << "all 2 dumped inputs of the operator are finite";
    QTest::newRow("division") << "Tensor.__truediv__.0.forward"
                              << "Functional.softmax.0.forward"
                              << "all 2 dumped inputs of the operator are finite";
    QTest::newRow("logarithm")
        << "Torch.log.0.forward"
        << "Torch.neg.0.forward"
        << "all 2 dumped inputs of the operator are finite; only -Inf, which may be meant";
}

/// -Inf that arithmetic made of finite numbers is an overflow, though softmax may hide it later.
void TestValueOrigins::overflowIsNoMask()
{
    QFETCH(QString, operatorName);
    QFETCH(QString, taker);
    QFETCH(QString, why);
    Dump dump;
    dump.put("step0/rank0",
        {{operatorName.toStdString(), {kFinite, kWeight}, {kMaskOfScores}},
            {taker.toStdString(), {kMaskOfScores}, {kFinite}}});
    const ValueScan scan = dump.scan();
    QVERIFY(scan.masks.empty());
    QCOMPARE(dump.lines(scan).value(0), operatorName + " output 0 born: " + why);
    QCOMPARE(scan.births, 1U);
}

void TestValueOrigins::masksThatVanish_data()
{
    QTest::addColumn<QString>("mask");
    QTest::addColumn<QString>("taker");
    QTest::addColumn<QString>("origin");
    const QString ordinary = QString::fromStdString(kMaskOfScores);
    QTest::newRow("softmax") << ordinary << "Functional.softmax.0.forward"
                             << "mask";
    QTest::newRow("attention") << ordinary << "Functional.scaled_dot_product_attention.0.forward"
                               << "mask";
    QTest::newRow("module") << ordinary << "Module.net.layer.Layer.forward.0"
                            << "mask";
    QTest::newRow("other operator") << ordinary << "Torch.clamp.0.forward"
                                    << "unknown";
    QTest::newRow("nothing but -Inf")
        << QString::fromStdString(tensor("[2,3]", "-Infinity", "-Infinity", "-Infinity"))
        << "Functional.softmax.0.forward"
        << "unknown";
}

/// Nothing dumped made it: what takes it tells.
void TestValueOrigins::masksThatVanish()
{
    QFETCH(QString, mask);
    QFETCH(QString, taker);
    QFETCH(QString, origin);
    Dump dump;
    dump.put("step0/rank0", {{taker.toStdString(), {mask.toStdString()}, {kFinite}}});
    const ValueScan scan = dump.scan();
    const bool isMask = origin == "mask";
    QCOMPARE(scan.masks.size(), isMask ? 1U : 0U);
    QCOMPARE(scan.found.size(), isMask ? 0U : 1U);
    QCOMPARE(dump.lines(scan).value(0),
        taker + " input 0 " + origin + ": only -Inf, and no dumped tensor of its shape holds any before: "
            + (isMask ? "a mask" : "perhaps a mask"));
}

void TestValueOrigins::positiveInfinityBesideMask()
{
    const std::string both = tensor("[3,3]", "Infinity", "-Infinity", "NaN");
    Dump dump;
    dump.put("step0/rank0",
        {{"Tensor.masked_fill.0.forward", {kWeight}, {kMask}},
            {"Tensor.__add__.0.forward", {kMask, kWeight}, {both}},
            {"Torch.abs.0.forward", {both}, {tensor("[3,3]", "Infinity", "0.0", "Infinity")}},
            {"Torch.full.0.forward", {}, {tensor("[9]", "Infinity", "Infinity", "Infinity")}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(dump.lines(scan),
        (QStringList {"Tensor.__add__.0.forward output 0 born: input 0 is a mask of -Inf: the operator makes "
                      "+Inf beside it",
            "Torch.abs.0.forward input 0 inherited: output 0 of Tensor.__add__.0.forward, which ran before, "
            "is not finite and as large",
            "Torch.abs.0.forward output 0 inherited: input 0 of the operator is not finite",
            "Torch.full.0.forward output 0 born: the operator puts +Inf in, perhaps on purpose; a mask holds "
            "none",
            "Tensor.masked_fill.0.forward output 0 mask: infinities that the operator puts in: a mask",
            "Tensor.__add__.0.forward input 0 mask: -Inf of a mask: output 0 of "
            "Tensor.masked_fill.0.forward"}));
}

void TestValueOrigins::memoryBeforeItIsWritten()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.empty.0.forward", {}, {kNan}}, {"Tensor.copy_.0.forward", {kNan, kFinite}, {kFinite}},
            {"Torch.empty_like.0.forward", {kFinite}, {kNanWeight}},
            {"Tensor.view.0.forward", {kNanWeight}, {tensor("[9]", "NaN", "NaN", "NaN")}}});
    const ValueScan scan = dump.scan();
    QVERIFY2(scan.found.empty(), qPrintable(dump.lines(scan).join('\n')));
    QCOMPARE(scan.births, 0U);
    QCOMPARE(scan.uninitialised(), 5U);
    // What gave the memory was not dumped.
    Dump other;
    other.put("step0/rank0", {{"Tensor.__setitem__.0.forward", {kNan, kFinite}, {kFinite}}});
    const ValueScan again = other.scan();
    QCOMPARE(other.lines(again),
        QStringList("Tensor.__setitem__.0.forward input 0 uninitialised: nothing dumped made it, and the "
                    "operator writes over it: memory that is not initialised, perhaps"));
    QCOMPARE(dump.lines(scan).value(1),
        QStringLiteral("Tensor.copy_.0.forward input 0 uninitialised: output 0 of Torch.empty.0.forward is "
                       "memory that is not initialised"));
}

void TestValueOrigins::memoryThatIsRead()
{
    Dump dump;
    dump.put("step0/rank0", {{"Torch.empty.0.forward", {}, {kNan}}, {"Torch.exp.0.forward", {kNan}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Torch.empty.0.forward output 0 unknown"));
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.lines(scan).value(0),
        QStringLiteral("Torch.empty.0.forward output 0 unknown: memory that is not initialised; as far as "
                       "was dumped, Torch.exp.0.forward reads it before anything is written to it"));
    // Written to between, as other numbers show: what it holds is not the memory's.
    Dump other;
    other.put("step0/rank0",
        {{"Torch.empty.0.forward", {}, {tensor("[2,3]", "Infinity", "-3.0", "Infinity")}},
            {"Torch.exp.0.forward", {tensor("[2,3]", "Infinity", "1.0", "Infinity")},
                {tensor("[2,3]", "Infinity", "2.0", "Infinity")}}});
    QCOMPARE(other.first(other.scan()), QStringLiteral("0 0 Torch.exp.0.forward input 0 unknown"));
}

void TestValueOrigins::receivesBeforeTheData()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Distributed.irecv.0.forward", {kNan}, {kNan}}, {"Distributed.recv.0.forward", {kNan}, {kFinite}}});
    const ValueScan scan = dump.scan();
    QVERIFY2(scan.found.empty(), qPrintable(dump.lines(scan).join('\n')));
    QCOMPARE(scan.uninitialised(), 3U);
}

void TestValueOrigins::computedWeights()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch._weight_norm.0.forward", {kWeight}, {kNanWeight}},
            {"Functional.linear.0.forward", {kFinite, kNanWeight}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Torch._weight_norm.0.forward output 0 born"));
    QCOMPARE(dump.lines(scan).value(1),
        QStringLiteral("Functional.linear.0.forward input 1 inherited: output 0 of "
                       "Torch._weight_norm.0.forward, which computed input 1, is not finite"));
}

void TestValueOrigins::updatedWeights()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Module.net.fc.Linear.forward.0", {kFinite}, {kFinite}, kWeight},
            {"Tensor.addcdiv_.0.forward", {kWeight, kWeight, kWeight}, {kNanWeight}}});
    dump.put("step1/rank0", {{"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kNanWeight}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Tensor.addcdiv_.0.forward output 0 born"));
    QCOMPARE(dump.lines(scan).value(2),
        QStringLiteral("Module.net.fc.Linear.forward.0 parameter 0 inherited: output 0 of "
                       "Tensor.addcdiv_.0.forward of step 0 is not finite and of the same shape: it computed "
                       "it"));
}

void TestValueOrigins::sameCallDidNotRunBefore()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.cat.0.forward", {kNan, tensor("[7]", "NaN", "NaN", "NaN")}, {kNan}},
            {"Torch.neg.0.forward", {tensor("[5]", "NaN", "NaN", "NaN")}, {kFinite}}});
    const QStringList lines = dump.lines(dump.scan());
    QVERIFY2(!lines.value(1).contains("ran before"), qPrintable(lines.value(1)));
    QVERIFY2(!lines.value(1).section(": ", 1).contains("Torch.cat"), qPrintable(lines.value(1)));
    QCOMPARE(lines.value(3).section(": ", 1),
        QStringLiteral("input 0 of Torch.cat.0.forward is not finite already, but no way "
                       "from it was dumped"));
}

/// Keys that were NaN when they were kept: attention of later steps, which is given finite ones, reads them
/// again.
void TestValueOrigins::cacheOfAttention()
{
    const auto births = [](const std::string& keys, const char* name) {
        Dump dump;
        dump.put(
            "step0/rank0", {{"Torch.log.0.forward", {kFinite}, {keys}}, {name, {kFinite, keys}, {kNan}}});
        dump.put("step1/rank0", {{name, {kFinite, kFinite}, {kFinite}}});
        dump.put("step2/rank0", {{name, {kFinite, kFinite}, {kNan}}});
        return dump.scan().births;
    };
    QCOMPARE(births(kNan, "Module.layers.0.attn.Attention.forward.0"), 1U);
    // Attention that made NaN itself kept none, and other operators keep nothing.
    QCOMPARE(births(kFinite, "Module.layers.0.attn.Attention.forward.0"), 2U);
    QCOMPARE(births(kNan, "Module.layers.0.mlp.MLP.forward.0"), 2U);
    // Several passes in one step.
    const auto birthsOfCalls = [](const std::string& keys, const std::string& name) {
        Dump dump;
        dump.put("step0/rank0",
            {{"Torch.log.0.forward", {kFinite}, {keys}}, {name + "0", {kFinite, keys}, {kNan}},
                {name + "1", {kFinite, kFinite}, {kNan}}});
        return dump.scan().births;
    };
    QCOMPARE(birthsOfCalls(kNan, "Module.layers.0.attn.Attention.forward."), 1U);
    QCOMPARE(birthsOfCalls(kFinite, "Module.layers.0.attn.Attention.forward."), 2U);
    QCOMPARE(birthsOfCalls(kNan, "Module.layers.0.mlp.MLP.forward."), 2U);
}

/// A slice of a projection, which is not dumped, is handed on.
void TestValueOrigins::partOfAnOutput()
{
    const std::string whole = tensor("[2,8]", "NaN", "NaN", "NaN");
    const std::string part = tensor("[2,2]", "NaN", "NaN", "NaN");
    const auto origins = [&](const char* maker) {
        Dump dump;
        dump.put("step0/rank0",
            {{maker, {kFinite}, {whole}}, {"Module.attn.rope.Rope.forward.0", {part}, {part}}},
            {"Module.attn.qkv.Linear.forward.0>Module.attn.Attn.forward.0",
                "Module.attn.rope.Rope.forward.0>Module.attn.Attn.forward.0",
                "Module.mlp.up.Linear.forward.0>Module.mlp.MLP.forward.0"});
        return dump.lines(dump.scan());
    };
    const QStringList near = origins("Module.attn.qkv.Linear.forward.0");
    QVERIFY2(
        near.at(1).startsWith("Module.attn.rope.Rope.forward.0 input 0 inherited"), qPrintable(near.at(1)));
    const QStringList far = origins("Module.mlp.up.Linear.forward.0");
    QVERIFY2(far.at(1).startsWith("Module.attn.rope.Rope.forward.0 input 0 unknown"), qPrintable(far.at(1)));
}

/// vLLM's logger and SGLang's dumper call the model itself "root": it runs all that stands before it.
void TestValueOrigins::modelItselfIsNotAtFault()
{
    MemoryDump dump;
    for (const char* const name : {"model.layers.0", "lm_head", "root"})
        dump.add({.opName = name,
            .statistics = {1, -1, 0, 1},
            .nonFinite = std::string_view(name) == "model.layers.0" ? std::vector<double> {0, 0, 0}
                                                                    : std::vector<double> {2, 0, 0}});
    dump.add({.opName = "root", .io = Io::Input, .statistics = {1, -1, 0, 1}, .nonFinite = {0, 0, 0}});
    OwnedTask task(1);
    const auto index = dump.finish();
    std::vector<TensorId> all;
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i)
        all.emplace_back(i);
    ValueScan scan;
    QVERIFY(scanValues(index, all, {}, task, scan));
    QCOMPARE(scan.all, 2U);
    QCOMPARE(scan.births, 1U);
    QCOMPARE(index->text(index->tensor(scan.first->id).opName), std::string_view("lm_head"));
}

/// SGLang's hook dumper puts what the model gave at the beginning of the file of the next pass
/// (docs/formats/llm-era.md 4.2): layer 1 of pass 2 made it, and nothing of pass 3 did.
void TestValueOrigins::endOfTheStepBefore()
{
    MemoryDump dump;
    const auto add = [&](const char* name, std::int64_t step, bool isEnd = false) {
        dump.add({.opName = name, .step = step, .endsStepBefore = isEnd});
    };
    add("model.layers.0", 2);
    add("model.layers.1", 2);
    add("model", 3, true);
    add("sampler", 3, true);
    add("model.layers.0", 3);
    const auto index = dump.finish();
    OriginTracker tracker(*index);
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
        MeasuredTensor measured;
        measured.id = TensorId(i);
        const bool isFinite = index->text(index->tensor(measured.id).opName) == "model.layers.0";
        measured.state = isFinite ? MeasuredTensor::State::Finite : MeasuredTensor::State::NonFinite;
        measured.nan = isFinite ? 0 : 1;
        tracker.add(measured);
    }
    const auto found = tracker.finish(std::stop_token(), nullptr);
    QVERIFY(found);
    QCOMPARE(found->size(), std::size_t {3});
    for (const NonFiniteTensor& tensor : *found) {
        const bool isFirst = index->text(index->tensor(tensor.id).opName) == "model.layers.1";
        QCOMPARE(tensor.birth, isFirst ? 1U : 0U);
        QCOMPARE(tensor.origin, isFirst ? ValueOrigin::Born : ValueOrigin::Inherited);
    }
}

void TestValueOrigins::numbersGivenToOperators()
{
    // What sets an element has no output that shows it.
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.mul.0.forward", {kFinite}, {kFinite}},
            {"Tensor.__setitem__.0.forward", {kFinite, R"({"type":"float","value":NaN})"}, {}},
            {"Torch.add.0.forward", {kNan}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 1U);
    QCOMPARE(dump.lines(scan).value(0).section(": ", 1),
        QStringLiteral(
            "every dumped output before it is finite; Tensor.__setitem__.0.forward was given NaN as "
            "an argument"));
}

/// The arguments stand in the folder above that of the tensors.
void TestValueOrigins::numbersGivenBesideFilesOfTensors()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const DumpedTensor finite {{2}, {1, 2}}, spoilt {{2}, {1, nan}};
    Dump dump;
    QVERIFY(MsprobeDumpWriter::write(dump.folder(),
        {{"Torch.mul.0.forward", {finite}, finite},
            {"Tensor.__setitem__.0.forward", {finite, double(nan)}, finite},
            {"Torch.add.0.forward", {spoilt}, spoilt}}));
    const ValueScan scan = dump.scan();
    QVERIFY2(dump.lines(scan).value(0).endsWith("Tensor.__setitem__.0.forward was given NaN as an argument"),
        qPrintable(dump.lines(scan).value(0)));
}

void TestValueOrigins::whatMayBeMeantComesLast()
{
    Dump dump;
    dump.put("step0/rank0",
        {{"Torch.log.0.forward", {kFinite}, {tensor("[7]", "1.0", "-Infinity", "-Infinity")}},
            {"Torch.sqrt.0.forward", {kFinite}, {kNan}}});
    const ValueScan scan = dump.scan();
    QCOMPARE(scan.births, 2U);
    QCOMPARE(dump.first(scan), QStringLiteral("0 0 Torch.sqrt.0.forward output 0 born"));
}

void TestValueOrigins::moduleAroundIsNotInside()
{
    // The outer module is given NaN that the inner one is not.
    Dump dump;
    dump.put("step0/rank0",
        {{"Functional.linear.0.forward", {kFinite, kWeight}, {kFinite}},
            {"Module.net.fc.Linear.forward.0", {kFinite}, {kNan}, kWeight},
            {"Module.net.Net.forward.0", {tensor("[7]", "NaN", "NaN", "NaN")}, {kNan}}},
        kTree);
    const QStringList lines = dump.lines(dump.scan());
    QCOMPARE(lines.value(0),
        QStringLiteral("Module.net.fc.Linear.forward.0 output 0 unknown: everything dumped inside the "
                       "module is finite: an operator that was not dumped made it"));
}

/// Folders that nest: the layer stands first by name, but its output is there after that of what it calls.
void TestValueOrigins::foldersOfOperators()
{
    MemoryDump dump;
    const auto add = [&](const std::string& op, Io io, double nan) {
        FolderFacts facts;
        facts.step = 0;
        facts.opName = op;
        facts.operatorLevels = static_cast<std::uint32_t>(std::ranges::count(op, '/')) + 2;
        const double value = nan > 0 ? NAN : 1;
        MemoryDump::Tensor tensor {op, "Linear", io, 0};
        tensor.statistics = {value, value, value, value};
        tensor.nonFinite = {nan, 0, 0};
        tensor.isTimed = false;
        dump.folder(op + (io == Io::Input ? "/before" : "/after"), facts).add(tensor);
    };
    add("1_layer", Io::Input, 0);
    add("1_layer", Io::Output, 2);
    add("1_layer/0_Linear", Io::Input, 0);
    add("1_layer/0_Linear", Io::Output, 1);
    add("1_layer/1_Linear", Io::Input, 1);
    add("1_layer/1_Linear", Io::Output, 2);
    const auto index = dump.finish();
    std::vector<TensorId> all;
    for (std::uint32_t i = 0; i < index->tensorCount(); ++i)
        all.emplace_back(i);
    OwnedTask task(2);
    ValueScan scan;
    QVERIFY(scanValues(index, all, {}, task, scan));
    QStringList born;
    for (const NonFiniteTensor& tensor : scan.found) {
        if (tensor.origin != ValueOrigin::Inherited)
            born << QString::fromStdString(std::string(index->text(index->tensor(tensor.id).opName)));
    }
    QCOMPARE(born, QStringList {"1_layer/0_Linear"});
}

/// A search that is stopped says what it saw, and nothing of where it comes from.
void TestValueOrigins::stopped()
{
    Dump dump;
    dump.put("step0/rank0", {{"Torch.log.0.forward", {kFinite}, {kNan}}});
    (void)dump.scan();
    OriginTracker tracker(dump.index());
    for (std::uint32_t i = 0; i < dump.index().tensorCount(); ++i)
        tracker.add(measuredByStatistics(dump.index(), TensorId(i)));
    std::stop_source source;
    source.request_stop();
    const auto found = tracker.finish(source.get_token());
    QVERIFY(!found);
    QCOMPARE(found.error().code, Code::Cancelled);
    QCOMPARE(tracker.withoutOrigins().size(), 1U);
    QCOMPARE(tracker.withoutOrigins().front().origin, ValueOrigin::Unknown);
    QVERIFY(!tracker.withoutOrigins().front().why.empty());
    Progress progress;
    progress.beginPhase(0, tracker.nonFiniteCount());
    QVERIFY(tracker.finish({}, &progress).has_value());
    QCOMPARE(progress.snapshot().done, 1U);
}

QTEST_APPLESS_MAIN(TestValueOrigins)
#include "tst_value_origins.moc"
