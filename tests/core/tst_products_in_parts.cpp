// SPDX-License-Identifier: GPL-3.0-or-later
// A product of matrices that one side computes in two parts. All values are multiplied out here.
#include "msprobe_dump_writer.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kRows = 5, kTerms = 8, kColumns = 6;

DumpedTensor made(int rows, int columns, int seed)
{
    DumpedTensor tensor {{rows, columns}, {}};
    for (int i = 0; i < rows * columns; ++i)
        tensor.values.push_back(static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 7);
    return tensor;
}

DumpedTensor columnsOf(const DumpedTensor& whole, int first, int count)
{
    const auto width = static_cast<int>(whole.shape[1]);
    DumpedTensor part {{whole.shape[0], count}, {}};
    for (int row = 0; row < whole.shape[0]; ++row) {
        for (int i = first; i < first + count; ++i)
            part.values.push_back(whole.values[static_cast<std::size_t>(row * width + i)]);
    }
    return part;
}

/// x · wᵀ
DumpedTensor product(const DumpedTensor& x, const DumpedTensor& w)
{
    const auto terms = static_cast<int>(x.shape[1]);
    DumpedTensor y {{x.shape[0], w.shape[0]}, {}};
    for (int row = 0; row < x.shape[0]; ++row) {
        for (int column = 0; column < w.shape[0]; ++column) {
            double sum = 0;
            for (int i = 0; i < terms; ++i)
                sum += static_cast<double>(x.values[static_cast<std::size_t>(row * terms + i)])
                    * w.values[static_cast<std::size_t>(column * terms + i)];
            y.values.push_back(static_cast<float>(sum));
        }
    }
    return y;
}

DumpedTensor map(const DumpedTensor& x, double (*function)(double))
{
    DumpedTensor y {x.shape, {}};
    for (const float value : x.values)
        y.values.push_back(static_cast<float>(function(value)));
    return y;
}

DumpedTensor sum(const DumpedTensor& x, const DumpedTensor& y)
{
    DumpedTensor z {x.shape, {}};
    std::ranges::transform(x.values, y.values, std::back_inserter(z.values), std::plus<>());
    return z;
}

double half(double x)
{
    return x / 2;
}

const DumpedTensor kX = made(kRows, kTerms, 1), kW = made(kColumns, kTerms, 2), kV = made(4, kColumns, 3);

/// What both run before, so that most is compared.
std::vector<DumpedOperator> before()
{
    std::vector<DumpedOperator> operators;
    const DumpedTensor negative = map(kX, [](double x) { return -x; });
    for (int i = 0; i < 4; ++i)
        operators.push_back({"Torch.neg." + std::to_string(i) + ".forward", {i % 2 == 0 ? kX : negative},
            i % 2 == 0 ? negative : kX});
    return operators;
}

std::vector<DumpedOperator> behind(std::vector<DumpedOperator> operators)
{
    std::vector<DumpedOperator> all = before();
    all.insert(all.end(), operators.begin(), operators.end());
    return all;
}

std::vector<DumpedOperator> whole()
{
    const DumpedTensor x = map(kX, std::tanh), y = product(x, kW), z = map(y, std::tanh);
    return behind({{"Torch.tanh.0.forward", {kX}, x}, {"Functional.linear.0.forward", {x, kW}, y},
        {"Torch.tanh.1.forward", {y}, z}, {"Functional.linear.1.forward", {z, kV}, product(z, kV)}});
}

/// `ofSecond` is what becomes of the second part.
std::vector<DumpedOperator> inParts(double (*ofSecond)(double))
{
    constexpr int kHalf = kTerms / 2;
    const DumpedTensor x = map(kX, std::tanh);
    const DumpedTensor x1 = columnsOf(x, 0, kHalf), x2 = columnsOf(x, kHalf, kHalf);
    const DumpedTensor w1 = columnsOf(kW, 0, kHalf), w2 = columnsOf(kW, kHalf, kHalf);
    const DumpedTensor y1 = product(x1, w1), y2 = map(product(x2, w2), ofSecond);
    const DumpedTensor y = sum(y1, y2), z = map(y, std::tanh);
    return behind({{"Torch.tanh.0.forward", {kX}, x}, {"Functional.linear.0.forward", {x1, w1}, y1},
        {"Functional.linear.1.forward", {x2, w2}, y2}, {"Tensor.__add__.0.forward", {y1, y2}, y},
        {"Torch.tanh.1.forward", {y}, z}, {"Functional.linear.2.forward", {z, kV}, product(z, kV)}});
}

/// Under the default limits.
Comparison compared(const TemporaryFolder& folder)
{
    OwnedTask task;
    ComparisonOptions options;
    options.limits = parseLimits(limitPresets().front().json, "test").value();
    return compareFolders(folder.path(),
        "relative_euclidean_distance,sqnr_db,l2norm_diff_relative,max_absolute_error", options, task)
        .value();
}

Comparison compared(const std::vector<DumpedOperator>& target, const std::vector<DumpedOperator>& golden)
{
    TemporaryFolder folder;
    if (!MsprobeDumpWriter::write(folder.at("target"), target)
        || !MsprobeDumpWriter::write(folder.at("golden"), golden))
        qFatal("not written");
    return compared(folder);
}

std::string tensorText(const char* shape, double size, double norm)
{
    return QStringLiteral(
        R"({"type":"torch.Tensor","dtype":"torch.float32","shape":%1,"Max":%2,"Min":%3,"Mean":0,"Norm":%4})")
        .arg(shape)
        .arg(size, 0, 'g', 17)
        .arg(-size, 0, 'g', 17)
        .arg(norm, 0, 'g', 17)
        .toStdString();
}

} // namespace

class tst_ProductsInParts : public QObject {
    Q_OBJECT

private slots:
    void areNoFault()
    {
        const Comparison comparison = compared(inParts([](double x) { return x; }), whole());
        const PairTable& pairs = *comparison.pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const DumpIndex& index = *pairs.target().index;
            const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
            QVERIFY(index.text(tensor.opName) != "Functional.linear.0.forward" || tensor.io != Io::Output);
        }
        QCOMPARE(comparison.summary.fail, std::uint64_t {0});
        for (const Suspect& suspect : comparison.suspicion.suspects)
            QFAIL(suspect.why.text().c_str());
        QVERIFY2(comparison.conclusion.isClear(), comparison.conclusion.message().text().c_str());
    }

    /// The sum of the parts shows it.
    void areAFaultWhereOneIsWrong()
    {
        const Comparison comparison = compared(inParts(half), whole());
        QVERIFY(comparison.summary.fail > 0);
        QVERIFY(!comparison.conclusion.isClear());
    }

    /// Gradients of biases that are nothing but rounding stay so behind a product that is computed in parts.
    void hideNoKnownEffect()
    {
        const auto write = [](const std::string& folder, bool isInParts, double bias) {
            const std::string weight = tensorText(isInParts ? "[16,32]" : "[32,32]", 1, 16);
            const std::string activation = tensorText("[48,32]", 1, 20);
            const std::string data = R"({"Torch.tanh.0.forward":{"input_args":[)" + activation
                + R"(],"input_kwargs":{},"output":[)" + activation
                + R"(]},"Functional.linear.0.forward":{"input_args":[)" + activation + ',' + weight
                + R"(],"input_kwargs":{},"output":[)" + tensorText(isInParts ? "[48,16]" : "[48,32]", 2, 30)
                + R"(]},"Module.k.Linear.forward.0":{"input_args":[)" + activation
                + R"(],"input_kwargs":{},"parameters":{"weight":)" + tensorText("[32,32]", 1, 16)
                + R"(,"bias":)" + tensorText("[32]", 1, 3) + R"(},"output":[)" + activation
                + R"(]},"Module.k.Linear.parameters_grad.0":{"bias":[)" + tensorText("[32]", bias / 3, bias)
                + R"(],"weight":[)" + tensorText("[32,32]", 0.1, 2)
                + R"(]},"Module.k.Linear.backward.0":{"input":[)" + activation + R"(],"output":[)"
                + activation + "]}}";
            return writeFile(folder + "/step0/rank0/dump.json",
                R"({"task":"statistics","level":"mix","framework":"pytorch","dump_data_dir":null,"data":)"
                    + data + '}');
        };
        TemporaryFolder folder;
        QVERIFY(write(folder.at("target"), true, 8e-7) && write(folder.at("golden"), false, 6e-7));
        const Comparison comparison = compared(folder);
        QCOMPARE(comparison.suspicion.effects.size(), std::size_t {1});
        QVERIFY(comparison.suspicion.suspects.empty());
    }
};

QTEST_GUILESS_MAIN(tst_ProductsInParts)
#include "tst_products_in_parts.moc"
