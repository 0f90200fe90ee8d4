// SPDX-License-Identifier: GPL-3.0-or-later
// A batch that is permuted: rows of tensors are in another order, and recorded sums end in other digits.
#include "msprobe_dump_writer.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// Every difference is beyond it.
constexpr std::string_view kEqual
    = R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0,"verdict":"fail"}]})";
constexpr std::size_t kRows = 6, kColumns = 4;

DumpedTensor batch(bool isFlipped, float (*function)(float))
{
    DumpedTensor tensor {{kRows, kColumns}, {}};
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            const std::size_t from = isFlipped ? kRows - 1 - row : row;
            tensor.values.push_back(function(static_cast<float>((from * kColumns + i) * 29 % 23) / 9 - 1));
        }
    }
    return tensor;
}

std::vector<DumpedOperator> tensors(bool isFlipped, float wrong = 0)
{
    DumpedTensor x = batch(isFlipped, [](float value) { return value; });
    x.values[7] += wrong;
    const DumpedTensor y = batch(isFlipped, [](float value) { return -value; });
    const DumpedTensor z = batch(isFlipped, [](float value) { return std::fabs(value); });
    return {{"Torch.neg.0.forward", {x}, y}, {"Torch.abs.0.forward", {y}, z}};
}

/// Statistics whose sums are off by `digits` of their last ones.
std::string recorded(double size, double digits)
{
    return QStringLiteral(
        R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[6,5],"Max":%1,"Min":%2,"Mean":%3,"Norm":%4})")
        .arg(size, 0, 'g', 17)
        .arg(-size, 0, 'g', 17)
        .arg(0.1 * size, 0, 'g', 17)
        .arg(2.123456789 * size * (1 + digits * 6e-8), 0, 'g', 17) // more digits than print
        .toStdString();
}

bool write(const std::string& folder, double digits, double loss, bool isInputEqual)
{
    std::string data;
    double size = 1;
    for (const char* const name : {"Functional.relu.0.forward", "Functional.gelu.0.forward",
             "Torch.tanh.0.forward", "Torch.sigmoid.0.forward"}) {
        data += '"' + std::string(name) + R"(":{"input_args":[)"
            + recorded(size, isInputEqual && size == 1 ? 0 : digits) + R"(],"input_kwargs":{},"output":[)"
            + recorded(size + 1, digits) + "]},";
        size += 1;
    }
    const std::string number = QString::number(loss, 'g', 17).toStdString();
    data += R"("Functional.cross_entropy.0.forward":{"input_args":[)" + recorded(size, digits)
        + R"(,{"type":"torch.Tensor","dtype":"torch.int64","shape":[6],"Max":4,"Min":0,"Mean":null,"Norm":null}],"input_kwargs":{},"output":[{"type":"torch.Tensor","dtype":"torch.float32","shape":[],"Max":)"
        + number + ",\"Min\":" + number + ",\"Mean\":" + number + ",\"Norm\":" + number + "}]}";
    return writeFile(folder + "/step0/rank0/dump.json",
        R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{)" + data
            + "}}");
}

Comparison statistics(double digits, double loss, bool isInputEqual = false)
{
    TemporaryFolder folder;
    if (!write(folder.at("target"), digits, loss, isInputEqual)
        || !write(folder.at("golden"), 0, 1.6, isInputEqual))
        qFatal("not written");
    OwnedTask task;
    return compareFolders(folder.path(), "l2norm_diff_relative", {}, task).value();
}

} // namespace

class tst_ReorderedRows : public QObject {
    Q_OBJECT

private slots:
    void tensorsShowIt()
    {
        const ComparedDumps dumps(tensors(true), tensors(false), kEqual);
        QVERIFY(dumps.good);
        const Suspicion& suspicion = dumps.comparison.suspicion;
        QCOMPARE(suspicion.suspects.size(), std::size_t {1});
        QVERIFY(suspicion.suspects.front().isReordered);
        QVERIFY2(dumps.comparison.conclusion.text().starts_with(
                     "the target holds golden's elements in another order, "
                     "first at: rank 0 step 0 Torch.neg.0.forward input 0"),
            dumps.comparison.conclusion.text().c_str());
        QVERIFY(!dumps.comparison.conclusion.isClear());
    }

    /// Of a weight rows have places, and an operator that gives another thing got another thing.
    void otherOrdersAreFaults()
    {
        std::vector<DumpedOperator> golden = tensors(true);
        golden[0].inputs = tensors(false)[0].inputs;
        const ComparedDumps labels(tensors(true), golden, kEqual);
        QVERIFY(labels.good && !labels.comparison.suspicion.suspects.empty());
        QVERIFY(!labels.comparison.suspicion.suspects.front().isReordered);
        const DumpedTensor x = batch(false, [](float value) { return value; });
        const auto embedded = [&](bool isFlipped) {
            const DumpedTensor ids {{2}, {0, 1}, true};
            const DumpedTensor table = batch(isFlipped, [](float value) { return value; });
            return std::vector<DumpedOperator> {{"Functional.embedding.0.forward", {ids, table},
                {{2, kColumns}, {table.values.begin(), table.values.begin() + 2 * kColumns}}}};
        };
        const ComparedDumps table(embedded(true), embedded(false), kEqual);
        QVERIFY(table.good && !table.comparison.suspicion.suspects.empty());
        QVERIFY(!table.comparison.suspicion.suspects.front().isReordered);
    }

    /// A loss is a number of its own, which another order of all that it is made of leaves as it is.
    void whatDoesNotGoWithTheRowsIsSaid()
    {
        const auto withLoss = [](bool isFlipped, float loss) {
            std::vector<DumpedOperator> all = tensors(isFlipped);
            all.push_back({"Torch.mean.0.forward", {all[1].output}, {{1}, {loss}}});
            return all;
        };
        const auto whyOf = [&](float loss) {
            const ComparedDumps dumps(withLoss(true, loss), withLoss(false, 1.25F), kEqual);
            return dumps.comparison.suspicion.suspects.empty()
                ? std::string()
                : dumps.comparison.suspicion.suspects.front().why.text();
        };
        const std::string same = whyOf(1.25F), other = whyOf(1.5F);
        QVERIFY2(same.ends_with("and what its operator gives does as well"), same.c_str());
        QVERIFY2(other.find("; Torch.mean.0.forward, which has no such rows, is off by 0.2: ")
                != std::string::npos,
            other.c_str());
    }

    /// Of packed sequences, whose last tokens alone are given on: they are in another order as well.
    void rowsOfSequences()
    {
        const auto packed = [](bool isFlipped) {
            std::vector<DumpedOperator> all = tensors(isFlipped);
            const std::vector<float>& rows = all[1].output.values;
            DumpedTensor last {{4, 2}, {}}; // no multiple of six rows
            for (const std::size_t row : {std::size_t {2}, kRows - 1}) {
                // Golden has its sequences of three rows the other way round.
                const std::size_t from = isFlipped ? row : (row + 3) % kRows;
                for (std::size_t i = 0; i < kColumns; ++i)
                    last.values.push_back(rows[from * kColumns + i]);
            }
            all.push_back({"Torch.index_select.0.forward", {all[1].output}, last});
            return all;
        };
        const ComparedDumps dumps(packed(true), packed(false), kEqual);
        QVERIFY(dumps.good && !dumps.comparison.suspicion.suspects.empty());
        const std::string why = dumps.comparison.suspicion.suspects.front().why.text();
        QVERIFY2(why.ends_with("and what its operator gives does as well"), why.c_str());
    }

    /// One value is another one as well.
    void otherValuesAreNoOtherOrder()
    {
        const ComparedDumps dumps(tensors(true, 0.25F), tensors(false));
        QVERIFY(dumps.good && !dumps.comparison.suspicion.suspects.empty());
        QVERIFY(!dumps.comparison.suspicion.suspects.front().isReordered);
    }

    /// Labels that stayed as they were make another loss; nobody else is at fault.
    void lastDigitsOfSumsShowIt()
    {
        const Suspicion suspicion = statistics(1, 1.9).suspicion;
        QVERIFY(!suspicion.suspects.empty());
        QVERIFY(suspicion.suspects.front().isReordered);
        QCOMPARE(suspicion.suspects.front().opName, std::string("Functional.relu.0.forward"));
        // With equal statistics the loss alone is wrong.
        const Suspicion other = statistics(0, 1.9).suspicion;
        QVERIFY(!other.suspects.empty() && !other.suspects.front().isReordered);
        QCOMPARE(other.suspects.front().opName, std::string("Functional.cross_entropy.0.forward"));
    }

    /// Labels in the same order: nothing is wrong, and the order is no secret.
    void lastDigitsOfSumsAreNoFault()
    {
        const Comparison comparison = statistics(1, 1.6);
        QVERIFY(comparison.suspicion.suspects.empty());
        QCOMPARE(comparison.suspicion.reordered, std::optional<std::size_t>(0));
        QVERIFY(!statistics(0, 1.6).suspicion.reordered);
    }

    /// The first operator got golden's order and gives other last digits: another kernel, and no order.
    void lastDigitsOfAKernel()
    {
        QVERIFY(!statistics(1, 1.6, true).suspicion.reordered);
        QVERIFY(statistics(1, 1.6, true).conclusion.reason.text().find("permuted") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(tst_ReorderedRows)
#include "tst_reordered_rows.moc"
