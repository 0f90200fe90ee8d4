// SPDX-License-Identifier: GPL-3.0-or-later
// Square matrices that one side hands to a product as they are stored and the other one transposed.
#include "msprobe_dump_writer.h"

#include <QTest>

#include <functional>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::size_t kExtent = 9;
constexpr std::string_view kEqual
    = R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0,"verdict":"fail"}]})";

DumpedTensor matrix(const std::function<float(std::size_t, std::size_t)>& element)
{
    DumpedTensor tensor {{kExtent, kExtent}, {}};
    for (std::size_t row = 0; row < kExtent; ++row) {
        for (std::size_t column = 0; column < kExtent; ++column)
            tensor.values.push_back(element(row, column));
    }
    return tensor;
}

float weight(std::size_t row, std::size_t column)
{
    return static_cast<float>((row * 29 + column * 7) % 23) / 9 - 1;
}

float across(std::size_t row, std::size_t column)
{
    return weight(column, row);
}

/// The two hand over their weights in these orders and give the same.
ComparedDumps productsOf(const DumpedTensor& target, const DumpedTensor& golden, const std::string& type)
{
    const DumpedTensor data
        = matrix([](std::size_t i, std::size_t j) { return 1 + 0.5F * weight(j + 3, i); });
    const std::string name = "Torch." + type + ".0.forward";
    return {std::vector<DumpedOperator> {{name, {data, target}, data}},
        std::vector<DumpedOperator> {{name, {data, golden}, data}}, kEqual};
}

std::string stepsOf(const ComparedDumps& dumps)
{
    std::string text;
    const PairTable& pairs = *dumps.comparison.pairs;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        for (const Message& step : pairs.row(row).details().alignment)
            text += step.text() + ';';
    }
    return text;
}

} // namespace

class tst_TransposedInputs : public QObject {
    Q_OBJECT

private slots:
    void storedWeightOfAProduct()
    {
        const ComparedDumps dumps = productsOf(matrix(weight), matrix(across), "matmul");
        QCOMPARE(dumps.comparison.summary.fail, std::uint64_t {0});
        QCOMPARE(stepsOf(dumps), std::string("golden transposed MN<-NM (its values show it);"));
    }

    /// The product is another one, or nobody knows: the weight is wrong.
    void transposedByMistake()
    {
        const DumpedTensor data
            = matrix([](std::size_t i, std::size_t j) { return 1 + 0.5F * weight(j + 3, i); });
        const std::string name = "Torch.matmul.0.forward";
        const ComparedDumps dumps(
            std::vector<DumpedOperator> {{name, {data, matrix(weight)},
                matrix([](auto i, auto j) { return weight(i + 4, j) * weight(j, i + 2); })}},
            std::vector<DumpedOperator> {{name, {data, matrix(across)}, data}}, kEqual);
        QCOMPARE(stepsOf(dumps), std::string());
        QVERIFY(dumps.comparison.summary.fail > 0);
        QVERIFY(!dumps.comparison.conclusion.isClear());
    }

    /// One element is wrong: it is judged in the order of the others.
    void wrongElement()
    {
        DumpedTensor wrong = matrix(weight);
        wrong.values[5 * kExtent + 4] += 50;
        const ComparedDumps dumps = productsOf(wrong, matrix(across), "matmul");
        QCOMPARE(dumps.comparison.summary.fail, std::uint64_t {1});
        QCOMPARE(stepsOf(dumps), std::string("golden transposed MN<-NM (its values show it);"));
    }

    void noLayout_data()
    {
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<QString>("type");
        QTest::newRow("another weight") << false << QStringLiteral("matmul");
        QTest::newRow("what is given to softmax") << true << QStringLiteral("softmax");
    }
    void noLayout()
    {
        QFETCH(bool, isTransposed);
        QFETCH(QString, type);
        const DumpedTensor other = matrix([](std::size_t i, std::size_t j) { return weight(i * j, j + 2); });
        const ComparedDumps dumps
            = productsOf(matrix(weight), isTransposed ? matrix(across) : other, type.toStdString());
        QVERIFY(dumps.comparison.summary.fail > 0);
        QCOMPARE(stepsOf(dumps), std::string());
    }
};

QTEST_GUILESS_MAIN(tst_TransposedInputs)
#include "tst_transposed_inputs.moc"
