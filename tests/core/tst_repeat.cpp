// SPDX-License-Identifier: GPL-3.0-or-later
// Runs written here that are equal but for what each test says.
#include "repeat/repeat_report.h"

#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"
#include "readers/format_registry.h"
#include "repeat/repeated_runs.h"
#include "trend/trend_opening.h"
#include "trend/trend_result.h"

#include <QTest>

#include <filesystem>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Values = std::vector<float>;

Values ramp(std::size_t count, float by = 0.5F)
{
    Values values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(by * static_cast<float>(i % 97) - 3);
    return values;
}

float flipped(float value, unsigned bit)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ (1U << bit));
}

TensorView viewOf(const Values& values, Shape shape)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::ranges::copy(std::as_bytes(std::span(values)), bytes.begin());
    return makeDenseView(DType::Float32, std::move(shape), Bytes::fromVector(std::move(bytes)));
}

TensorView viewOfWhole(const std::vector<std::int64_t>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(std::int64_t));
    std::ranges::copy(std::as_bytes(std::span(values)), bytes.begin());
    return makeDenseView(
        DType::Int64, {static_cast<std::int64_t>(values.size())}, Bytes::fromVector(std::move(bytes)));
}

/// Two operators; the second takes what the first gives.
std::vector<DumpedOperator> program(const Values& middle, const Values& end, const Values& start = ramp(64))
{
    return {{"Torch.matmul.0.forward", {DumpedTensor {{8, 8}, start}}, {{8, 8}, middle}},
        {"Torch.sum.0.forward", {DumpedTensor {{8, 8}, middle}}, {{8, 8}, end}}};
}

struct Runs {
    TemporaryFolder folder;
    OwnedTask task;
    std::vector<std::shared_ptr<const TrendRun>> runs;

    /// By run, then rank.
    explicit Runs(const std::vector<std::vector<std::vector<DumpedOperator>>>& programs,
        MsprobeDumpWriter::Task kind = MsprobeDumpWriter::Task::Tensor)
    {
        for (std::size_t run = 0; run < programs.size(); ++run) {
            const std::string path = folder.at("run" + std::to_string(run));
            for (std::size_t rank = 0; rank < programs[run].size(); ++rank)
                MsprobeDumpWriter::write(path, programs[run][rank], static_cast<int>(rank), kind);
            runs.push_back(
                openTrendRun(openDump(path, builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                    .value());
        }
    }
    [[nodiscard]] RepeatResult result() { return compareRepeated(runs, task).value(); }
    [[nodiscard]] std::string firstName(const RepeatResult& result) const
    {
        const TrendCube& cube = runs.front()->cube();
        const TrendRow& row = cube.rows()[cube.cells()[result.first()->cell].row];
        return row.opName + ' ' + row.io;
    }
};

std::string allSentences(const Runs& made, const RepeatResult& result)
{
    std::string all;
    for (const Message& sentence : repeatSentences(*made.runs.front(), result))
        all += sentence.text() + '\n';
    return all;
}

/// One tensor of a call, as msprobe records it with statistics and md5.
struct RecordedCall {
    std::string name, list, dtype, sums, md5;
};

std::string recordedCalls(const std::vector<RecordedCall>& calls)
{
    std::string data;
    for (const RecordedCall& call : calls) {
        const std::string tensor = "{'type':'torch.Tensor','dtype':'torch." + call.dtype
            + "','shape':[3,12],'Max':127,'Min':0," + call.sums + ",'md5':'" + call.md5 + "'}";
        const bool isOutput = call.list == "output";
        data += (data.empty() ? "'" : ",'") + call.name + "':{'input_args':[" + (isOutput ? "" : tensor)
            + "],'input_kwargs':{},'output':[" + (isOutput ? tensor : "") + "]}";
    }
    std::string json = "{'task':'statistics','level':'L1','framework':'pytorch','dump_data_dir':null,'data':{"
        + data + "}}";
    std::ranges::replace(json, '\'', '"');
    return json;
}

/// Runs of which msprobe recorded statistics; each is the members of `data`.
struct Recorded {
    TemporaryFolder folder;
    OwnedTask task;
    std::vector<std::shared_ptr<const TrendRun>> runs;
    RepeatResult result;

    explicit Recorded(const std::vector<std::string>& members)
    {
        for (const std::string& data : members) {
            const std::string path = folder.at("run" + std::to_string(runs.size()));
            std::string json
                = "{'task':'statistics','level':'L1','framework':'pytorch','dump_data_dir':null,'data':{"
                + data + "}}";
            std::ranges::replace(json, '\'', '"');
            writeFile(path + "/step0/rank0/dump.json", json);
            runs.push_back(
                openTrendRun(openDump(path, builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                    .value());
        }
        result = compareRepeated(runs, task).value();
    }
};

} // namespace

class TestRepeat : public QObject {
    Q_OBJECT

private slots:
    void equalRuns()
    {
        const auto one = program(ramp(64, 2), ramp(64, 3));
        Runs made({{one}, {one}, {one}});
        const RepeatResult result = made.result();
        QVERIFY(!result.first());
        QCOMPARE(result.equal, std::size_t {4});
        QCOMPARE(result.byBasis[static_cast<std::size_t>(RepeatBasis::Bits)], std::size_t {4});
        QVERIFY(
            repeatSentences(*made.runs.front(), result).front().text().starts_with("The 3 runs are equal"));
    }

    /// Checksums that are computed behind an operator in place are of its result (docs/culprit.md, known
    /// effects): no difference where all figures agree.
    void checksumsOfWhatIsWrittenOver()
    {
        using Calls = std::vector<RecordedCall>;
        const auto run = [](const char* made, const char* ids, const char* other) {
            return Calls {{"Torch.sqrt.0.forward", "output", "float32", "'Mean':0.5,'Norm':4", made},
                {"Tensor.__setitem__.0.forward", "input_args", "int64", "'Mean':null,'Norm':null", ids},
                {"Tensor.add_.0.forward", "input_args", "float32", "'Mean':0.5,'Norm':4", made},
                {"Torch.flip.0.forward", "input_args", "int64", "'Mean':null,'Norm':null", other}};
        };
        const auto compared = [](const std::vector<Calls>& all) {
            TemporaryFolder folder;
            OwnedTask task;
            std::vector<std::shared_ptr<const TrendRun>> runs;
            for (const Calls& calls : all) {
                const std::string path = folder.at("run" + std::to_string(runs.size()));
                writeFile(path + "/step0/rank0/dump.json", recordedCalls(calls));
                runs.push_back(openTrendRun(
                    openDump(path, builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                                   .value());
            }
            const RepeatResult result = compareRepeated(runs, task).value();
            return std::pair {result, repeatSentences(*runs.front(), result)};
        };
        const auto [apart, sentences] = compared({run("aa", "bb", "cc"), run("ab", "bc", "cc")});
        QVERIFY(!apart.first());
        QCOMPARE(apart.writtenOver, std::size_t {3});
        QCOMPARE(apart.equal, std::size_t {1});
        QCOMPARE(sentences.front().text(),
            std::string("The 2 runs are equal: 1 tensor (compared by bits: 0, by checksums: 1, by statistics "
                        "alone: 0; set apart: 3)"));
        QCOMPARE(sentences.back().text(),
            std::string("Set apart: 3 tensors that an operator writes over in place, of which the checksums "
                        "alone differ: these were computed before or behind that"));
        // Another tensor with these extremes may hold anything between them.
        QCOMPARE(compared({run("aa", "bb", "cc"), run("aa", "bb", "cd")}).first.differences.size(),
            std::size_t {1});
        // What comes first does so where what is set apart is before it.
        const auto both = compared({run("aa", "bb", "cc"), run("ab", "bb", "cd")});
        QVERIFY2(both.second.front().text().find("Torch.flip.0.forward") != std::string::npos,
            both.second.front().text().c_str());
        // Other figures are no matter of when.
        Calls moved = run("ab", "bb", "cc");
        moved[2].sums = "'Mean':0.25,'Norm':4";
        const auto differs = compared({run("aa", "bb", "cc"), moved});
        QCOMPARE(differs.first.differences.size(), std::size_t {1});
        QCOMPARE(differs.first.writtenOver, std::size_t {1});
    }

    /// A collective puts the sum where its terms were; what is no collective in place is no such thing.
    void checksumsOfWhatIsReducedInPlace()
    {
        const auto one = [](const char* call, const char* given, const char* used) {
            const auto tensor = [](const char* md5) {
                return "{'type':'torch.Tensor','dtype':'torch.float32','shape':[8],'Max':2,'Min':-1,'Mean':0."
                       "5,"
                       "'Norm':4,'md5':'"
                    + std::string(md5) + "'}";
            };
            return "'" + std::string(call) + "':{'input_args':[" + tensor(given)
                + "],'input_kwargs':{},'output':[]},'Torch.mul.0.forward':{'input_args':[" + tensor(used)
                + "],'input_kwargs':{},'output':[]}";
        };
        const auto all = [&](const char* call) {
            return Recorded({one(call, "aa", "aa"), one(call, "ab", "ac")});
        };
        const Recorded reduced = all("Distributed.all_reduce.0.forward");
        QVERIFY(!reduced.result.first());
        QCOMPARE(reduced.result.writtenOver, std::size_t {2});
        QCOMPARE(all("Distributed.send.0.forward").result.differences.size(), std::size_t {2});
    }

    void anOperatorWithEqualInputs()
    {
        Values other = ramp(64, 2);
        other[9] = flipped(other[9], 28);
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good}, {program(other, ramp(64, 3))}, {good}});
        const RepeatResult result = made.result();
        QCOMPARE(made.firstName(result), std::string("Torch.matmul.0.forward output"));
        QCOMPARE(result.origin, RepeatResult::Origin::EqualInputs);
        QCOMPARE(result.oddRun, std::size_t {2});
        QCOMPARE(result.differences.size(), std::size_t {2});
        QVERIFY(result.bits.has_value());
        QCOMPARE(result.bits->first, std::uint64_t {9});
        QCOMPARE(*result.cause, RepeatCause::FlippedBit);
        QCOMPARE(bitDifferenceText(*result.bits).text(),
            std::string("1 of 64 elements differs, in one bit: bit 28 of element 9"));
    }

    void anInputIsNoFaultOfItsOperator()
    {
        Values start = ramp(64);
        start[0] += 1;
        Runs made({{program(ramp(64, 2), ramp(64, 3))}, {program(ramp(64, 2), ramp(64, 3), start)}});
        const RepeatResult result = made.result();
        QCOMPARE(result.origin, RepeatResult::Origin::InputItself);
        QCOMPARE(made.firstName(result), std::string("Torch.matmul.0.forward input"));
    }

    /// Files without an order: the first by name is no first difference.
    void namesAreNoOrder()
    {
        TemporaryFolder folder;
        OwnedTask task;
        const auto opened = [&](const std::string& run, float a, float b) {
            writeFile(folder.at(run + "/a.npy"), npyFile({a, 1}));
            writeFile(folder.at(run + "/b.npy"), npyFile({b, 1}));
            return openTrendRun(
                openDump(folder.at(run), builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                .value();
        };
        const auto sentence = [&](const std::vector<std::shared_ptr<const TrendRun>>& runs) {
            return repeatSentences(*runs.front(), compareRepeated(runs, task).value()).front().text();
        };
        const auto first = opened("one", 1, 2);
        QVERIFY(!first->isOrderKnown());
        const std::string both = sentence({first, opened("two", 3, 4)});
        QVERIFY2(both.starts_with("First difference in the order of names, as that of execution is not "
                                  "recorded: "),
            both.c_str());
        QVERIFY2(both.find("Differences that may be before it: 1, in the same step") != std::string::npos,
            both.c_str());
        // Nothing else differs: nothing can be before it.
        const std::string one = sentence({first, opened("three", 3, 2)});
        QVERIFY2(one.starts_with("First difference: "), one.c_str());
    }

    void oneRankAlone()
    {
        Values other = ramp(64, 3);
        other[3] = std::nextafter(other[3], 100.0F);
        other[4] = std::nextafter(other[4], 100.0F);
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good, good, good}, {good, program(ramp(64, 2), other), good}});
        const RepeatResult result = made.result();
        QCOMPARE(result.ranksFirst, (std::set<std::int64_t> {1}));
        QVERIFY(result.ranksLater.empty());
        QCOMPARE(*result.cause, RepeatCause::SummationOrder);
        bool saysDevice = false;
        for (const Message& sentence : repeatSentences(*made.runs.front(), result))
            saysDevice |= sentence.text() == "Rank 1 alone of 3 ever differs: look at its device";
        QVERIFY(saysDevice);
    }

    /// Other data is no fault of the device; another weight may be.
    void oneRankWithOtherData()
    {
        const auto run = [](const Values& data, const Values& weight) {
            return std::vector<DumpedOperator> {{"Functional.linear.0.forward",
                {DumpedTensor {{8, 8}, data}, DumpedTensor {{8, 8}, weight}}, {{8, 8}, ramp(64, 2)}}};
        };
        const auto sentences = [&](const std::vector<DumpedOperator>& other) {
            const auto good = run(ramp(64), ramp(64, 3));
            Runs made({{good, good}, {good, other}});
            std::string all;
            for (const Message& sentence : repeatSentences(*made.runs.front(), made.result()))
                all += sentence.text() + '\n';
            return all;
        };
        const std::string data = sentences(run(ramp(64, 0.25F), ramp(64, 3)));
        QVERIFY2(data.find("Rank 1 alone of 2 was given something else there: look at its data, not at its "
                           "device")
                != std::string::npos,
            data.c_str());
        const std::string weight = sentences(run(ramp(64), ramp(64, 4)));
        QVERIFY2(weight.find("Rank 1 alone of 2 ever differs: look at its device") != std::string::npos,
            weight.c_str());
    }

    /// A learning rate or a state of the optimizer is no data; figures beside a checksum are recorded as
    /// well.
    void oneRankWithAnotherState()
    {
        const auto said = [](const char* name, std::vector<Values> inputs, const Shape& shape) {
            const auto run = [&](float by) {
                Values other = inputs.back();
                for (float& value : other)
                    value *= by;
                return std::vector<DumpedOperator> {
                    {name, {DumpedTensor {{8, 8}, inputs.front()}, DumpedTensor {shape, other}},
                        {{8, 8}, ramp(64, 2)}}};
            };
            Runs made({{run(1), run(1)}, {run(1), run(2)}}, MsprobeDumpWriter::Task::Statistics);
            return allSentences(made, made.result());
        };
        for (const std::string& all : {said("Tensor.adamw_step.0.forward", {ramp(64), ramp(64, 3)}, {8, 8}),
                 said("Tensor.mul.0.forward", {ramp(64), {0.5F}}, {1})}) {
            QVERIFY2(all.find("Rank 1 alone of 2 was given something else there\n") != std::string::npos,
                all.c_str());
            QVERIFY2(all.find("Which bits differ is not known: ") != std::string::npos, all.c_str());
        }
        const std::string data = said("Tensor.mul.0.forward", {ramp(64), ramp(64, 3)}, {8, 8});
        QVERIFY2(data.find("look at its data") != std::string::npos, data.c_str());
    }

    /// What nothing is known of is not equal.
    void notAllIsKnown()
    {
        const std::string known = "'Torch.mul.0.forward':{'input_args':[{'type':'torch.Tensor','dtype':"
                                  "'torch.float32','shape':[8],'Max':2,'Min':-1,'Mean':0.5,'Norm':4},"
                                  "{'type':'torch.Tensor','dtype':'torch.float32','shape':[8],'Max':null,"
                                  "'Min':null,'Mean':null,'Norm':null}],'input_kwargs':{},'output':[]}";
        const Recorded made({known, known});
        QCOMPARE(made.result.unknown, std::size_t {1});
        const std::string said = repeatSentences(*made.runs.front(), made.result).front().text();
        QVERIFY2(said.starts_with("What could be compared of the 2 runs is equal: 1 of 2 tensors ("),
            said.c_str());
    }

    /// What is known of an operator tells more than the bits of what it gives.
    void causesBesideBits_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("other"); // 0: the input, 1: the weight, 2: the output
        QTest::addColumn<bool>("statistics");
        QTest::addColumn<QString>("says");
        const char* const random = "This operator draws random numbers";
        const char* const weights = "The runs begin with other weights";
        const char* const race = "This looks like a race";
        QTest::newRow("dropout") << "Functional.dropout.0.forward" << 2 << false << random;
        QTest::newRow("dropout, statistics") << "Functional.dropout.0.forward" << 2 << true << random;
        QTest::newRow("in place") << "Tensor.normal_.0.forward" << 2 << false << random;
        QTest::newRow("no random operator") << "Functional.linear.0.forward" << 2 << false << race;
        QTest::newRow("seed") << "Functional.linear.0.forward" << 1 << false << weights;
        QTest::newRow("data") << "Functional.linear.0.forward" << 0 << false << "";
    }

    void causesBesideBits()
    {
        QFETCH(QString, name);
        QFETCH(int, other);
        QFETCH(bool, statistics);
        QFETCH(QString, says);
        const auto run = [&](bool isOther) {
            std::array<Values, 3> values {ramp(64), ramp(64, 3), ramp(64, 2)};
            if (isOther)
                std::ranges::reverse(values[static_cast<std::size_t>(other)]);
            return std::vector<DumpedOperator> {{name.toStdString(),
                {DumpedTensor {{8, 8}, values[0]}, DumpedTensor {{8, 8}, values[1]}}, {{8, 8}, values[2]}}};
        };
        auto second = run(true);
        if (statistics) // which an order does not change
            second.front().output.values.front() += 1;
        Runs made({{run(false), run(false)}, {second, second}},
            statistics ? MsprobeDumpWriter::Task::Statistics : MsprobeDumpWriter::Task::Tensor);
        std::string all;
        for (const Message& sentence : repeatSentences(*made.runs.front(), made.result()))
            all += sentence.text() + '\n';
        const QString said = QString::fromStdString(all);
        QVERIFY2(said.contains(says), all.c_str());
        for (const char* const cause : {"random numbers", "other weights", "race"})
            QCOMPARE(said.contains(cause), says.contains(cause));
    }

    /// One rank alone has another weight: its device may have spoilt it.
    void aWeightOfOneRankIsNoSeed()
    {
        const auto run = [&](const Values& weight) {
            return std::vector<DumpedOperator> {{"Functional.linear.0.forward",
                {DumpedTensor {{8, 8}, ramp(64)}, DumpedTensor {{8, 8}, weight}}, {{8, 8}, ramp(64, 2)}}};
        };
        Runs made({{run(ramp(64)), run(ramp(64))}, {run(ramp(64)), run(ramp(64, 3))}});
        QVERIFY(made.result().cause != RepeatCause::InitialWeights);
    }

    /// A rank of which nothing could be read is not called right.
    void aRankThatIsNotKnownMayBeWrong()
    {
        Values other = ramp(64, 3);
        other[3] = 100;
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good, good}, {good, program(ramp(64, 2), other)}});
        std::filesystem::resize_file(
            made.folder.at("run0/step0/rank0/dump_tensor_data/Torch.sum.0.forward.output.0.npy"), 10);
        const RepeatResult result = made.result();
        QCOMPARE(result.ranksFirst, (std::set<std::int64_t> {1}));
        QCOMPARE(result.ranksUnknown, (std::set<std::int64_t> {0}));
        for (const Message& sentence : repeatSentences(*made.runs.front(), result))
            QVERIFY2(sentence.text().find("at its device") == std::string::npos, sentence.text().c_str());
    }

    void whatTheFirstRunLacksIsMissing()
    {
        const auto whole = program(ramp(64, 2), ramp(64, 3));
        auto part = whole;
        part.pop_back();
        Runs made({{part}, {whole}});
        QCOMPARE(made.result().missing, std::size_t {2});
        Runs other({{whole}, {part}});
        QCOMPARE(other.result().missing, std::size_t {2});
    }

    /// That one operator of four is equal says little.
    void mostIsNotInAllRuns()
    {
        auto whole = program(ramp(64, 2), ramp(64, 3));
        whole.push_back({"Torch.neg.0.forward", {DumpedTensor {{8, 8}, ramp(64)}}, {{8, 8}, ramp(64, 4)}});
        const std::vector<DumpedOperator> part {whole.front()}, half {whole[0], whole[1]};
        for (const bool isFirst : {true, false}) {
            Runs made({{isFirst ? part : whole}, {isFirst ? whole : part}});
            const RepeatResult result = made.result();
            QVERIFY(result.coversLittle());
            const std::string sentence = repeatSentences(*made.runs.front(), result).front().text();
            QVERIFY2(sentence.starts_with("Most was not compared: 2 of the 6 tensors of the largest run are "
                                          "in all 2 runs. Of these 2 are equal ("),
                sentence.c_str());
        }
        QVERIFY(!Runs({{half}, {whole}}).result().coversLittle());
    }

    /// Values in one run and statistics in another are compared by what both have.
    void runsThatRecordedOtherThings()
    {
        const auto one = program(ramp(64, 2), ramp(64, 3));
        Runs values({{one}}), statistics({{one}}, MsprobeDumpWriter::Task::Statistics);
        const std::vector<std::shared_ptr<const TrendRun>> runs {
            values.runs.front(), statistics.runs.front()};
        const auto result = compareRepeated(runs, values.task);
        QVERIFY(result);
        QCOMPARE(result->equal, std::size_t {4});
        QVERIFY(result->differences.empty());
    }

    void statisticsAreSaidToBeAll()
    {
        const auto one = program(ramp(64, 2), ramp(64, 3));
        Runs made({{one}, {one}}, MsprobeDumpWriter::Task::Statistics);
        const RepeatResult result = made.result();
        QCOMPARE(result.byBasis[static_cast<std::size_t>(RepeatBasis::Statistics)], std::size_t {4});
        QVERIFY(repeatSentences(*made.runs.front(), result).front().text().find("as far as it was recorded")
            != std::string::npos);
        QCOMPARE(compareRepeated({made.runs.data(), 1}, made.task).error().code, Code::Usage);
    }

    void everyTensorOfAListIsCompared()
    {
        const auto calls = [](const char* first, const char* norm) {
            const auto tensor = [](const std::string& its) {
                return "{'type':'torch.Tensor','dtype':'torch.float32','shape':[4],'Max':1,'Min':0,'Mean':0."
                       "5,"
                       "'Norm':"
                    + its + "}";
            };
            return "'Torch._foreach_norm.0.forward':{'input_args':[[" + tensor(first) + "," + tensor(norm)
                + "," + tensor("3") + "]],'input_kwargs':{},'output':[]}";
        };
        const auto call = [&](const char* norm) { return calls("1", norm); };
        const auto callOf = [&](const char* first) { return calls(first, "2"); };
        Recorded made({call("2"), call("7")});
        QCOMPARE(made.result.compared, std::size_t {3});
        QCOMPARE(made.result.equal, std::size_t {2});
        QCOMPARE(made.runs.front()->cube().repeated(), std::size_t {0});
        const std::string says = repeatSentences(*made.runs.front(), made.result).front().text();
        QVERIFY2(says.find("Torch._foreach_norm.0.forward input 0 [1]") != std::string::npos, says.c_str());
        Recorded first({callOf("1"), callOf("7")});
        const std::string named = repeatSentences(*first.runs.front(), first.result).front().text();
        QVERIFY2(named.find("Torch._foreach_norm.0.forward input 0 [0]") != std::string::npos, named.c_str());
    }

    /// Two processes that wrote no rank: of one of them nothing is compared, which is said.
    void whatSharesANameIsCounted()
    {
        TemporaryFolder folder;
        OwnedTask task;
        const std::string json
            = recordedCalls({{"Torch.sqrt.0.forward", "output", "float32", "'Mean':0.5,'Norm':4", "aa"}});
        std::vector<std::shared_ptr<const TrendRun>> runs;
        for (const char* name : {"run0", "run1"}) {
            const std::string path = folder.at(name);
            writeFile(path + "/step0/proc1/dump.json", json);
            writeFile(path + "/step0/proc2/dump.json", json);
            runs.push_back(
                openTrendRun(openDump(path, builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                    .value());
        }
        const RepeatResult result = compareRepeated(runs, task).value();
        QCOMPARE(result.compared, std::size_t {1});
        QCOMPARE(result.repeated, std::size_t {1});
        QCOMPARE(repeatedText(*runs.front()).text(),
            std::string("1 tensor was left out, as another has its names in the same step and rank."));
        QVERIFY(trendSentence(*runs.front(), applyTrendRules(*runs.front(), usualTrendRules(), task).value())
                    .text()
                    .ends_with(repeatedText(*runs.front()).text()));
        const std::string says = repeatSentences(*runs.front(), result).front().text();
        QVERIFY2(says.find("left out, as others have their names in the same step: 1") != std::string::npos,
            says.c_str());
    }

    /// Ids and flags are one bit apart without a fault; a bit that no other element has is none of theirs.
    void wholeNumbersAreOftenOneBitApart()
    {
        OwnedTask task;
        std::vector<std::int64_t> ids;
        for (std::int64_t i = 0; i < 64; ++i)
            ids.push_back(i * 31 % 257);
        const auto causeWith = [&](std::size_t element, std::int64_t value) {
            std::vector<std::int64_t> other = ids;
            other[element] = value;
            return causeOf(bitDifference(viewOfWhole(ids), viewOfWhole(other), task).value(), DType::Int64);
        };
        QCOMPARE(int(causeWith(5, ids[5] ^ 4)), int(RepeatCause::Unclear));
        QCOMPARE(int(causeWith(5, ids[5] ^ (std::int64_t {1} << 40))), int(RepeatCause::FlippedBit));
        QCOMPARE(int(causeOf(bitDifference(viewOfWhole({5}), viewOfWhole({4}), task).value(), DType::Int64)),
            int(RepeatCause::Unclear)); // nothing tells what is usual
    }

    /// One row of a weight is another from the beginning: no recorded operator wrote it, so none raced.
    void aRowOfAWeightIsNoRace()
    {
        const auto run = [&](const Values& weight) {
            return std::vector<DumpedOperator> {{"Functional.linear.0.forward",
                {DumpedTensor {{8, 8}, ramp(64)}, DumpedTensor {{8, 8}, weight}}, {{8, 8}, ramp(64, 2)}}};
        };
        Values other = ramp(64, 3);
        std::reverse(other.begin() + 16, other.begin() + 24);
        Runs made({{run(ramp(64, 3))}, {run(other)}});
        const RepeatResult result = made.result();
        QVERIFY(result.isWeight);
        QCOMPARE(int(*result.cause), int(RepeatCause::Unclear));
        const std::string says = allSentences(made, result);
        QVERIFY2(says.find("It is a weight, and no recorded operator wrote it") != std::string::npos
                && says.find("race") == std::string::npos,
            says.c_str());
    }

    void numbersThatAreNoneInOneRun_data()
    {
        QTest::addColumn<bool>("statistics");
        QTest::newRow("values") << false;
        QTest::newRow("statistics") << true;
    }

    void numbersThatAreNoneInOneRun()
    {
        QFETCH(bool, statistics);
        Values broken = ramp(64, 2);
        for (std::size_t i = 9; i < 20; ++i)
            broken[i] = std::numeric_limits<float>::quiet_NaN();
        const auto good = program(ramp(64, 2), ramp(64, 3));
        Runs made({{good}, {program(broken, ramp(64, 3))}, {good}},
            statistics ? MsprobeDumpWriter::Task::Statistics : MsprobeDumpWriter::Task::Tensor);
        const RepeatResult result = made.result();
        QCOMPARE(result.nonFiniteRuns, (std::set<std::int64_t> {2}));
        const std::string says = allSentences(made, result);
        QVERIFY2(says.find("NaN or infinite numbers are in it in run 2 alone\n") != std::string::npos,
            says.c_str());
        QVERIFY2(says.find("more than rounding (0") == std::string::npos, says.c_str());
        // Those of a mask are in all runs.
        Runs all({{program(broken, ramp(64, 3))}, {program(broken, ramp(64, 4))}});
        QVERIFY(allSentences(all, all.result()).find("NaN") == std::string::npos);
    }

    void nansOfOtherBitsAreNoFault()
    {
        OwnedTask task;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto found = bitDifference(viewOf({nan, 0, 1}, {3}), viewOf({-nan, 0, 1}, {3}), task);
        QCOMPARE(found->differing, std::uint64_t {1});
        QCOMPARE(int(causeOf(*found, DType::Float32)), int(RepeatCause::Unclear));
    }

    /// One run calls an operator once more: the numbers behind it are those of other calls.
    void oneMoreCallInTheMiddle()
    {
        const auto add = [](int number, float in, float out) {
            return DumpedOperator {"Tensor.add." + std::to_string(number) + ".forward",
                {DumpedTensor {{8, 8}, ramp(64, in)}}, {{8, 8}, ramp(64, out)}};
        };
        const auto mul = [](int number, float in, float out) {
            return DumpedOperator {"Tensor.mul." + std::to_string(number) + ".forward",
                {DumpedTensor {{8, 8}, ramp(64, in)}}, {{8, 8}, ramp(64, out)}};
        };
        const std::vector<DumpedOperator> whole {
            add(0, 1, 2), mul(0, 2, 3), add(1, 3, 4), mul(1, 4, 5), add(2, 5, 6)};
        // Behind the first `mul`, what is added is zero.
        const auto with = [&](float last) {
            return std::vector<DumpedOperator> {
                add(0, 1, 2), mul(0, 2, 3), add(1, 3, 3), add(2, 3, 4), mul(1, 4, 5), add(3, 5, last)};
        };
        for (const bool isSwapped : {false, true}) {
            const auto runs = [&](float last) {
                return isSwapped ? Runs({{with(last)}, {whole}}) : Runs({{whole}, {with(last)}});
            };
            Runs equal = runs(6);
            const RepeatResult same = equal.result();
            QVERIFY2(!same.first(), allSentences(equal, same).c_str());
            QCOMPARE(same.equal, std::size_t {10});
            QCOMPARE(same.missing, std::size_t {2});
            QCOMPARE(same.otherCalls.size(), std::size_t {1});
            QCOMPARE(same.otherCalls.front().name, std::string("Tensor.add.1.forward"));
            QCOMPARE(same.otherCalls.front().isOfFirst, isSwapped);
            QVERIFY(allSentences(equal, same).find("The runs are equal") == std::string::npos);
            Runs other = runs(7);
            const RepeatResult differs = other.result();
            QCOMPARE(differs.differences.size(), std::size_t {1});
            QCOMPARE(other.firstName(differs),
                std::string(isSwapped ? "Tensor.add.3.forward output" : "Tensor.add.2.forward output"));
        }
    }

    void otherArgumentsAreNoRace()
    {
        const auto call = [](const char* eps, const char* norm) {
            const std::string tensor = "{'type':'torch.Tensor','dtype':'torch.float32','shape':[4],'Max':1,'"
                                       "Min':0,'Mean':0.5,'Norm':";
            return "'Tensor.add.0.forward':{'input_args':[" + tensor + "1},{'type':'float','value':" + eps
                + "}],'input_kwargs':{},'output':[" + tensor + norm + "}]}";
        };
        Recorded made({call("1e-06", "2"), call("0.01", "3")});
        QCOMPARE(made.result.origin, RepeatResult::Origin::OtherArguments);
        QVERIFY(!made.result.cause);
        const std::string says = repeatSentences(*made.runs.front(), made.result).front().text();
        QVERIFY2(
            says.find("0.01") != std::string::npos && says.find("1e-06") != std::string::npos, says.c_str());
        QVERIFY(says.find("All inputs") == std::string::npos);
    }

    /// Two tensors with the same minimum, maximum, mean and norm need not be the same.
    void equalStatisticsAreNoProof()
    {
        Values start = ramp(64);
        std::ranges::reverse(start);
        Values other = ramp(64, 2);
        other[9] = 500;
        Runs made({{program(ramp(64, 2), ramp(64, 3))}, {program(other, ramp(64, 3), start)}},
            MsprobeDumpWriter::Task::Statistics);
        const RepeatResult result = made.result();
        QCOMPARE(made.firstName(result), std::string("Torch.matmul.0.forward output"));
        QCOMPARE(result.origin, RepeatResult::Origin::InputsByStatistics);
        const std::string says = repeatSentences(*made.runs.front(), result).front().text();
        QVERIFY2(says.find("equal as far as statistics tell") != std::string::npos, says.c_str());
        QVERIFY2(says.find("equal in all runs") == std::string::npos, says.c_str());
    }

    void bits_data()
    {
        QTest::addColumn<QList<int>>("elements");
        QTest::addColumn<int>("bit");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("cause");
        using Elements = QList<int>;
        QTest::newRow("one element, many bits")
            << Elements {100} << -2 << "1 of 4096 elements differs: element 100, in"
            << int(RepeatCause::Unclear);
        QTest::newRow("a stuck line")
            << Elements {5, 900, 2000, 2001, 4000} << 30
            << "5 of 4096 elements differ, each in one bit (bits 30), between elements 5 and 4000"
            << int(RepeatCause::FlippedBit);
        QTest::newRow("a block") << Elements {16, 17, 20,
            23} << -2 << "4 of 4096 elements differ, all in one block of 32 bytes, from element 16 on"
                                 << int(RepeatCause::Race);
        QTest::newRow("a larger block")
            << Elements {128, 200, 255} << -2
            << "3 of 4096 elements differ, all in one block of 512 bytes, from element 128 on"
            << int(RepeatCause::Race);
        QTest::newRow("a row") << Elements {1024, 1100, 1279} << -2
                               << "3 of 4096 elements differ, all in row 4 of the last axis"
                               << int(RepeatCause::Race);
        QTest::newRow("a lane") << Elements {3, 531, 1027, 3075} << -2
                                << "4 of 4096 elements differ, all in lane 3 of 16" << int(RepeatCause::Race);
        QTest::newRow("a column") << Elements {3, 515, 1027, 3075} << -2
                                  << "4 of 4096 elements differ, all in column 3 of the last axis"
                                  << int(RepeatCause::Race);
        QTest::newRow("last digits") << Elements {1, 2, 300, 4095} << -1
                                     << "4 of 4096 elements differ, each in one bit"
                                     << int(RepeatCause::SummationOrder);
    }

    void bits()
    {
        QFETCH(QList<int>, elements);
        QFETCH(int, bit);
        QFETCH(QString, says);
        QFETCH(int, cause);
        const Values a(4096, 1.5F);
        Values b = a;
        for (const int element : elements) {
            float& value = b[static_cast<std::size_t>(element)];
            value = bit >= 0 ? flipped(value, static_cast<unsigned>(bit))
                : bit == -1  ? flipped(value, 0)
                             : 0.3F;
        }
        OwnedTask task;
        const auto found = bitDifference(viewOf(a, {16, 256}), viewOf(b, {16, 256}), task);
        QVERIFY(found);
        QCOMPARE(found->differing, static_cast<std::uint64_t>(elements.size()));
        QVERIFY2(QString::fromStdString(bitDifferenceText(*found).text()).startsWith(says),
            bitDifferenceText(*found).text().c_str());
        QCOMPARE(int(causeOf(*found, DType::Float32)), cause);
    }

    /// 8 % of each element is no last digit, and float16 rounds sums once.
    void aFactorIsNoRounding()
    {
        Values a(64), b(64);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = 1 + static_cast<float>(i) / 16;
            b[i] = i % 16 == 3 ? a[i] * 1.08F : a[i];
        }
        OwnedTask task;
        const auto scaled = bitDifference(viewOf(a, {4, 16}), viewOf(b, {4, 16}), task);
        QVERIFY(scaled && scaled->factor);
        QVERIFY(std::abs(*scaled->factor - 1.08) < 1e-6);
        QCOMPARE(int(causeOf(*scaled, DType::Float32)), int(RepeatCause::Unclear));
        QVERIFY(causeText(*scaled, RepeatCause::Unclear).text().find("nearly the same factor, 1.08")
            != std::string::npos);
        // Off by 16 spacings of float16, by other factors each.
        for (std::size_t i = 0; i < a.size(); ++i)
            b[i] = a[i] + (i % 2 == 0 ? 16.0F : -16.0F) / 1024 * 4;
        const auto far = bitDifference(viewOf(a, {4, 16}), viewOf(b, {4, 16}), task);
        QVERIFY(far && !far->factor);
        QCOMPARE(int(causeOf(*far, DType::Float16)), int(RepeatCause::Race));
        QCOMPARE(int(causeOf(*far, DType::BFloat16)), int(RepeatCause::SummationOrder)); // two spacings
    }

    /// A block of zeros is memory that was not written, whichever run it is of: zero is no factor.
    void zerosAreNoFactor()
    {
        Values a(512), b;
        for (std::size_t i = 0; i < a.size(); ++i)
            a[i] = 1 + static_cast<float>(i) / 16;
        b = a;
        std::fill_n(b.begin() + 64, 32, 0.0F);
        OwnedTask task;
        for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
            const auto found = bitDifference(viewOf(first, {16, 32}), viewOf(second, {16, 32}), task);
            QVERIFY(found && !found->factor);
            QCOMPARE(int(causeOf(*found, DType::Float32)), int(RepeatCause::Race));
            const std::string says = causeText(*found, RepeatCause::Race).text();
            // Element 95 is the largest of them: 1 + 95 / 16.
            QVERIFY2(says.find("all zero in one run (6.94 at most in the other)") != std::string::npos,
                says.c_str());
        }
    }

    void zeroesAndNansAreBits()
    {
        OwnedTask task;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto same = bitDifference(viewOf({nan, 0, 1}, {3}), viewOf({nan, 0, 1}, {3}), task);
        QCOMPARE(same->differing, std::uint64_t {0});
        const auto signs = bitDifference(viewOf({nan, 0, 1}, {3}), viewOf({nan, -0.0F, 1}, {3}), task);
        QCOMPARE(signs->differing, std::uint64_t {1});
        QCOMPARE(signs->byBit[31], std::uint64_t {1});
        const auto empty = bitDifference(viewOf({}, {0}), viewOf({}, {0}), task);
        QCOMPARE(empty->elements, std::uint64_t {0});
        const auto scalar = bitDifference(viewOf({1}, {}), viewOf({2}, {}), task);
        QCOMPARE(scalar->differing, std::uint64_t {1});
        QCOMPARE(bitDifference(viewOf({1}, {1}), viewOf({1}, {}), task).error().code, Code::BadShape);
    }
};

QTEST_GUILESS_MAIN(TestRepeat)
#include "tst_repeat.moc"
