// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives computed anew from what all ranks were given. Expected numbers: arithmetic by hand.
#include "compare/recompute/recomputer.h"
#include "msprobe_dump_writer.h"
#include "tensor_building.h"

#include <QTest>

#include <array>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

Operand operandOf(const Shape& shape, const std::vector<float>& values)
{
    return Operand::make(makeDenseView(DType::Float32, shape, bytesOf(values))).value();
}

using Given = std::vector<std::vector<float>>; ///< a list of tensors, or one

/// A call that `rank` takes part in; what each rank was given is in `slot`.
OperatorCall callOf(std::string type, const std::vector<Given>& ranks, std::size_t slot, std::int64_t rank,
    const Shape& output)
{
    OperatorCall call;
    call.type = std::move(type);
    call.output = output;
    call.outputType = DType::Float32;
    call.rank = rank;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        auto given = std::make_shared<OperatorCall>();
        given->inputs.resize(slot + 1);
        for (const std::vector<float>& values : ranks[i]) {
            Operand operand = operandOf({static_cast<std::int64_t>(values.size())}, values);
            Argument& argument = given->inputs[slot];
            if (argument.tensor)
                argument.more.push_back(std::move(operand));
            else
                argument.tensor = std::move(operand);
        }
        call.ranks.push_back({static_cast<std::int64_t>(i), given});
    }
    return call;
}

/// "text: 1 2 3"; without those that are guessed.
QStringList computed(const OperatorCall& call, bool areGuessed = false)
{
    QStringList texts;
    for (const Reading& reading : builtinRecomputers().readings(call)) {
        if (reading.isGuessed != areGuessed)
            continue;
        QString text = QString::fromStdString(reading.text.text()) + ':';
        for (std::uint64_t i = 0; i < elementCount(call.output).value(); ++i)
            text += ' ' + QString::number(reading.at(i).value, 'g', 6);
        texts << text;
    }
    return texts;
}

} // namespace

class tst_CollectiveRecomputing : public QObject {
    Q_OBJECT

private slots:
    void allReduce()
    {
        OperatorCall call = callOf("allreduce", {{{1, -2}}, {{4, 8}}}, 0, 1, {2});
        QCOMPARE(computed(call),
            (QStringList {"sum over all 2 ranks: 5 6", "mean over all 2 ranks: 2.5 3",
                "largest of all 2 ranks: 4 8", "smallest of all 2 ranks: 1 -2",
                "product over all 2 ranks: 4 -16"}));
        QCOMPARE(computed(call, true), QStringList {"the tensor of rank 1: 4 8"});
        call.named["op"].word = "RedOpType.MAX";
        QCOMPARE(computed(call), QStringList {"largest of all 2 ranks: 4 8"});
        call.named["op"].word = "RedOpType.BXOR";
        QVERIFY(computed(call).isEmpty());
        // Of one rank nothing is known of the others.
        QVERIFY(computed(callOf("allreduce", {{{1, -2}}}, 0, 0, {2})).isEmpty());
    }

    void groupsThatAreNotRecorded()
    {
        OperatorCall call = callOf("allreduce", {{{1}}, {{2}}, {{4}}, {{8}}}, 0, 1, {1});
        call.named["op"].word = "sum";
        QCOMPARE(computed(call),
            (QStringList {"sum over all 4 ranks: 15", "sum over ranks 0, 1: 3", "sum over ranks 1, 3: 10"}));
        QVERIFY(computed(call, true).contains("sum over all 4 ranks without rank 2: 11"));
        call.group = {1, 2};
        QCOMPARE(computed(call), QStringList {"sum over ranks 1, 2: 6"});
        call.group = {1, 7}; // a rank without a dump
        QVERIFY(computed(call).isEmpty());
    }

    void partsOfSums()
    {
        OperatorCall list = callOf("reducescatter", {{{1, 2}, {3, 4}}, {{10, 20}, {30, 40}}}, 1, 1, {2});
        list.named["op"].word = "sum";
        QCOMPARE(computed(list), QStringList {"part 1 of the sum over all 2 ranks: 33 44"});
        OperatorCall flat = callOf("reducescattertensor", {{{1, 2, 3, 4}}, {{10, 20, 30, 40}}}, 1, 0, {2});
        flat.named["op"].word = "sum";
        QCOMPARE(computed(flat), QStringList {"part 0 of the sum over all 2 ranks: 11 22"});
    }

    void exchanges()
    {
        const std::vector<Given> two {{{1, 2}}, {{3, 4}}};
        QCOMPARE(computed(callOf("allgatherintotensor", two, 1, 0, {4})),
            QStringList {"the tensors of all 2 ranks, one after another: 1 2 3 4"});
        OperatorCall part = callOf("allgather", two, 1, 0, {2});
        part.part = 1;
        QCOMPARE(computed(part), QStringList {"the tensor of rank 1: 3 4"});
        QCOMPARE(computed(callOf("alltoallsingle", two, 1, 1, {2})),
            QStringList {"part 1 of the tensors of all 2 ranks, one after another: 2 4"});
        OperatorCall sent = callOf("broadcast", two, 0, 1, {2});
        sent.named["src"].numbers = {0};
        QCOMPARE(computed(sent), QStringList {"the tensor of rank 0: 1 2"});
        OperatorCall reduced = callOf("reduce", two, 0, 1, {2});
        reduced.named["op"].word = "sum";
        QVERIFY(computed(reduced).isEmpty());
        reduced.named["dst"].numbers = {1};
        QCOMPARE(computed(reduced), QStringList {"sum over all 2 ranks: 4 6"});
        reduced.named["dst"].numbers = {0}; // what the others have then is nobody's
        QVERIFY(computed(reduced).isEmpty());
    }

    /// The sum arrives wrong at rank 1 alone, or lacks what rank 2 gave.
    /// Rank 0 sends one row to itself and two to rank 1, rank 1 two and none.
    void unevenExchanges()
    {
        const auto sends = [](OperatorCall& call, std::vector<std::vector<double>> rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                auto given = std::make_shared<OperatorCall>(*call.ranks[i].call);
                given->named["input_split_sizes"].numbers = rows[i];
                call.ranks[i].call = given;
            }
        };
        const std::vector<Given> two {{{1, 2, 3}}, {{4, 5}}};
        OperatorCall first = callOf("alltoallsingle", two, 1, 0, {3});
        sends(first, {{1, 2}, {2, 0}});
        QCOMPARE(
            computed(first), QStringList {"part 0 of the tensors of all 2 ranks, one after another: 1 4 5"});
        OperatorCall second = callOf("alltoallsingle", two, 1, 1, {2});
        sends(second, {{1, 2}, {2, 0}});
        QCOMPARE(
            computed(second), QStringList {"part 1 of the tensors of all 2 ranks, one after another: 2 3"});
        // Rows that are not there, another number of ranks, or another output.
        for (const auto& rows : {std::vector<std::vector<double>> {{1, 3}, {2, 0}}, {{1, 1, 1}, {2, 0}},
                 {{2, 1}, {2, 0}}, {{-1, 4}, {2, 0}}}) {
            OperatorCall wrong = callOf("alltoallsingle", two, 1, 1, {2});
            sends(wrong, rows);
            QVERIFY(computed(wrong).isEmpty());
        }
    }

    void theRankIsNamed_data()
    {
        QTest::addColumn<std::vector<float>>("sums"); ///< first elements, by rank
        QTest::addColumn<qint64>("rank");
        QTest::addColumn<QString>("says");
        QTest::newRow("spoiled") << std::vector<float> {7, 9,
            7} << qint64(1) << "by sum over all 3 ranks its own inputs give 7 at element 0, the dump has 9";
        QTest::newRow("left out") << std::vector<float> {5, 5, 5} << qint64(0)
                                  << "the target has what sum over all 3 ranks without rank 2 gives";
        QTest::newRow("not exchanged")
            << std::vector<float> {7, 7, 2} << qint64(2) << "the target has what the tensor of rank 2 gives";
    }
    void theRankIsNamed()
    {
        QFETCH(const std::vector<float>, sums);
        QFETCH(const qint64, rank);
        QFETCH(const QString, says);
        const TemporaryFolder folder;
        for (int i = 0; i < 3; ++i) {
            const float own = std::array {1.0F, 4.0F, 2.0F}[static_cast<std::size_t>(i)];
            const auto run = [&](float sum, float second) {
                return std::vector<DumpedOperator> {{"Distributed.all_reduce.0.forward",
                    {DumpedTensor {{2}, {own, 2 * own}}}, {{2}, {sum, second}}}};
            };
            const auto got = sums[static_cast<std::size_t>(i)];
            QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(7, 14), i));
            QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(got, got == 9 ? 14 : 2 * got), i));
        }
        OwnedTask task;
        const Limits limits = parseLimits(R"({"version":1,"rules":[]})", "test").value();
        ComparisonOptions options;
        options.limits = limits;
        const Comparison comparison
            = compareFolders(folder.path(), "cosine_similarity,max_absolute_error", options, task).value();
        const std::vector<Suspect>& suspects = comparison.suspicion.suspects;
        QVERIFY(!suspects.empty() && suspects.front().recomputed);
        QCOMPARE(suspects.front().rank.value_or(-1), std::int64_t {rank});
        QCOMPARE(suspects.front().recomputed->outcome, Recomputation::Outcome::Differs);
        const QString text = QString::fromStdString(suspects.front().why.text());
        QVERIFY2(text.contains(says), qPrintable(text));
    }
};

QTEST_APPLESS_MAIN(tst_CollectiveRecomputing)
#include "tst_collective_recomputing.moc"
