// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of which statistics alone were dumped, cut over two ranks: what stands where is known from how they
// were made.
#include "compare/layout/statistic_assemblies.h"
#include "compared_ranks.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

DumpedTensor columnsOf(const DumpedTensor& whole, const std::vector<std::int64_t>& columns)
{
    return turned(rowsOf(turned(whole), columns));
}

DumpedTensor scaled(DumpedTensor tensor, float factor)
{
    for (float& value : tensor.values)
        value *= factor;
    return tensor;
}

DumpedTensor behind(const DumpedTensor& first, const DumpedTensor& second)
{
    DumpedTensor made = first;
    made.shape[0] += second.shape[0];
    made.values.insert(made.values.end(), second.values.begin(), second.values.end());
    return made;
}

std::string linear(int number)
{
    return "Functional.linear." + std::to_string(number) + ".forward";
}

/// Products of five layers: rows of the weight and columns of the output are cut.
struct Runs {
    std::vector<DumpedOperator> golden;
    std::vector<std::vector<DumpedOperator>> ranks {2};

    Runs()
    {
        for (int layer = 0; layer < 5; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const float size = 1 + static_cast<float>(layer); // of their own, as in a model
            const DumpedTensor input = scaled(noise({5, 6}, seed), size), weight = noise({8, 6}, seed + 1),
                               output = scaled(noise({5, 8}, seed + 2), size);
            golden.push_back({linear(layer), {input, weight}, output});
            for (std::int64_t rank = 0; rank < 2; ++rank) {
                const std::vector<std::int64_t> own {4 * rank, 4 * rank + 1, 4 * rank + 2, 4 * rank + 3};
                ranks[static_cast<std::size_t>(rank)].push_back(
                    {linear(layer), {input, rowsOf(weight, own)}, columnsOf(output, own)});
            }
        }
    }
};

} // namespace

class tst_RecordedLayout : public QObject {
    Q_OBJECT

private slots:
    void cutOverRanks()
    {
        const Runs runs;
        const ComparedRanks compared(runs.ranks, runs.golden, true, MsprobeDumpWriter::Task::Statistics);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
        QVERIFY(compared.comparison->suspicion.suspects.empty());
        for (int layer = 0; layer < 5; ++layer) {
            const Assembly* const input = assemblyOf(compared.row(linear(layer), Io::Input));
            const Assembly* const weight = assemblyOf(compared.weight(layer));
            const Assembly* const output = assemblyOf(compared.row(linear(layer), Io::Output));
            QVERIFY(input && weight && output);
            QCOMPARE(input->kind, AssemblyKind::Replicated);
            QCOMPARE(weight->kind, AssemblyKind::Concat);
            QCOMPARE(weight->axis, std::optional<std::size_t>(0));
            QCOMPARE(output->kind, AssemblyKind::Concat);
            QCOMPARE(output->axis, std::optional<std::size_t>(1));
            QVERIFY(output->isOfStatistics);
            QVERIFY(*compared.row(linear(layer), Io::Output)->values[0].value < 1e-6);
        }
    }

    /// A part that is wrong is compared where others of its kind stand, by what was recorded of both parts.
    void aPartThatIsOff()
    {
        Runs runs;
        const auto squares = [](const DumpedTensor& tensor) {
            double sum = 0;
            for (const float value : tensor.values)
                sum += static_cast<double>(value) * value;
            return sum;
        };
        const double first = squares(runs.ranks[0][2].output), second = squares(runs.ranks[1][2].output);
        runs.ranks[1][2].output = scaled(runs.ranks[1][2].output, 3);
        const ComparedRanks compared(runs.ranks, runs.golden, true, MsprobeDumpWriter::Task::Statistics);
        const PairResult* const row = compared.row(linear(2), Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QVERIFY(assembly->isCarried());
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        const double wanted = std::sqrt(first + 9 * second) / std::sqrt(first + second) - 1;
        QVERIFY(std::fabs(*row->values[0].value - wanted) < 1e-6);
    }

    /// Two of golden's weights are one of the target: their statistics together are its own.
    void twoInOne()
    {
        Runs runs;
        std::vector<DumpedOperator> golden;
        std::vector<DumpedOperator> target;
        for (int layer = 0; layer < 5; ++layer) {
            const DumpedOperator& op = runs.golden[static_cast<std::size_t>(layer)];
            const auto& weight = std::get<DumpedTensor>(op.inputs[1]);
            const DumpedTensor other = scaled(noise({8, 6}, 70U + static_cast<unsigned>(layer)), 2);
            golden.push_back({linear(2 * layer), {op.inputs[0], weight}, op.output});
            golden.push_back({linear(2 * layer + 1), {op.inputs[0], other}, scaled(op.output, 0.5F)});
            const DumpedTensor outputs = turned(behind(turned(op.output), turned(scaled(op.output, 0.5F))));
            target.push_back({linear(layer), {op.inputs[0], behind(weight, other)}, outputs});
        }
        const ComparedRanks compared({target, target}, golden, true, MsprobeDumpWriter::Task::Statistics);
        const PairResult* const row = compared.weight(3);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Interleaved);
        QCOMPARE(assembly->together.size(), 2U);
        QVERIFY(*row->values[0].value < 1e-6);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
    }

    /// Stages of a pipeline count from 0 each: they do the same and hold other layers.
    void stagesOfAPipeline()
    {
        const Runs runs;
        std::vector<std::vector<DumpedOperator>> ranks(5);
        for (std::size_t layer = 0; layer < 5; ++layer) {
            ranks[layer] = {runs.golden[layer]};
            ranks[layer].front().name = linear(0);
        }
        const ComparedRanks compared(ranks, runs.golden, true, MsprobeDumpWriter::Task::Statistics);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
        for (int layer = 0; layer < 5; ++layer) {
            const Assembly* const weight = assemblyOf(compared.weight(layer));
            QVERIFY(weight);
            QCOMPARE(weight->kind, AssemblyKind::Same);
            QCOMPARE(compared.rankOf(weight->parts.front().id), std::optional<std::int64_t>(layer));
        }
    }

    /// Ranks hold shares of the products before experts, and each an expert of its own.
    void expertsOfTheirOwn()
    {
        Runs runs;
        for (int expert = 0; expert < 2; ++expert) {
            const auto seed = static_cast<unsigned>(80 + 10 * expert);
            const float size = 2 + static_cast<float>(expert);
            const DumpedOperator op {linear(5 + expert),
                {scaled(noise({3, 6}, seed), size), noise({4, 6}, seed + 1)},
                scaled(noise({3, 4}, seed + 2), size)};
            runs.golden.push_back(op);
            runs.ranks[static_cast<std::size_t>(expert)].push_back(op);
            runs.ranks[static_cast<std::size_t>(expert)].back().name = linear(5);
        }
        const ComparedRanks compared(runs.ranks, runs.golden, true, MsprobeDumpWriter::Task::Statistics);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
        for (int expert = 0; expert < 2; ++expert) {
            const Assembly* const weight = assemblyOf(compared.weight(5 + expert));
            QVERIFY(weight);
            QCOMPARE(weight->kind, AssemblyKind::Same);
            QCOMPARE(compared.rankOf(weight->parts.front().id), std::optional<std::int64_t>(expert));
        }
        QCOMPARE(assemblyOf(compared.weight(1))->kind, AssemblyKind::Concat);
    }

    /// Two copies of the model see half of the rows each, and cut the columns over two ranks.
    void rowsAndColumns()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(4);
        for (int layer = 0; layer < 5; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const float size = 1 + static_cast<float>(layer);
            const DumpedTensor input = scaled(noise({4, 6}, seed), size), weight = noise({8, 6}, seed + 1),
                               output = scaled(noise({4, 8}, seed + 2), size);
            golden.push_back({linear(layer), {input, weight}, output});
            for (std::int64_t rank = 0; rank < 4; ++rank) {
                const std::int64_t copy = rank / 2, cut = rank % 2;
                const std::vector<std::int64_t> rows {2 * copy, 2 * copy + 1},
                    columns {4 * cut, 4 * cut + 1, 4 * cut + 2, 4 * cut + 3};
                ranks[static_cast<std::size_t>(rank)].push_back(
                    {linear(layer), {rowsOf(input, rows), rowsOf(weight, columns)},
                        columnsOf(rowsOf(output, rows), columns)});
            }
        }
        const ComparedRanks compared(ranks, golden, true, MsprobeDumpWriter::Task::Statistics);
        const PairResult* const row = compared.row(linear(3), Io::Output);
        QVERIFY(assemblyOf(row));
        QCOMPARE(assemblyOf(row)->kind, AssemblyKind::Concat);
        QCOMPARE(assemblyOf(row)->parts.size(), 4U);
        QVERIFY(*row->values[0].value < 1e-6);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
    }
};

QTEST_GUILESS_MAIN(tst_RecordedLayout)
#include "tst_recorded_layout.moc"
