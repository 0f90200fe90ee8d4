// SPDX-License-Identifier: GPL-3.0-or-later
// An FX graph beside the program that it was made of: names have nothing in common but what is computed.
#include "compared_ranks.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kCalls = 3;

bool writeGraphTensor(const TemporaryFolder& folder, const std::string& node, const char* end, int time,
    const DumpedTensor& tensor)
{
    return writeFile(folder.at("target/msprobe_fx_dump/worldsize1_global_rank0/graph_1/0/" + node + end
                         + ".0.2026112322593000000" + std::to_string(time) + ".npy"),
        npyFile(tensor.shape, tensor.values));
}

/// Products and what follows each; everything in the target is something else, so that values say nothing.
bool writeBoth(const TemporaryFolder& folder, const std::string& product, const std::string& activation)
{
    std::vector<DumpedOperator> program;
    bool good = true;
    for (int call = 0; call < kCalls; ++call) {
        const auto seed = static_cast<unsigned>(10 * call);
        const std::string number = std::to_string(call), suffix = call == 0 ? "" : "_" + number;
        const DumpedTensor x = noise({4, 6}, seed), w = noise({6, 5}, seed + 1);
        program.push_back({product + number + ".forward", {x, w}, noise({4, 5}, seed + 2)});
        program.push_back(
            {activation + number + ".forward", {noise({4, 5}, seed + 2)}, noise({4, 5}, seed + 3)});
        const std::string mm = "mm" + suffix + "-aten.mm.default.",
                          after = "_softmax" + suffix + "-aten._softmax.default.";
        good = good && writeGraphTensor(folder, mm, "INPUT", 2 * call, noise({4, 6}, seed + 104))
            && writeGraphTensor(folder, mm, "OUTPUT", 2 * call, noise({4, 5}, seed + 105))
            && writeGraphTensor(folder, after, "INPUT", 2 * call + 1, noise({4, 5}, seed + 106))
            && writeGraphTensor(folder, after, "OUTPUT", 2 * call + 1, noise({4, 5}, seed + 107));
    }
    return good && MsprobeDumpWriter::write(folder.at("golden"), program);
}

} // namespace

class tst_AtenCalls : public QObject {
    Q_OBJECT

private slots:
    void callsInOrder_data()
    {
        QTest::addColumn<QString>("product");
        QTest::addColumn<QString>("activation");
        QTest::newRow("program") << "Torch.matmul."
                                 << "Functional.softmax.";
        QTest::newRow("graph that ran eagerly") << "Aten.mm."
                                                << "Aten._softmax.";
    }
    void callsInOrder()
    {
        QFETCH(QString, product);
        QFETCH(QString, activation);
        const TemporaryFolder folder;
        QVERIFY(writeBoth(folder, product.toStdString(), activation.toStdString()));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        std::map<std::string, std::string> partners;
        const PairTable& pairs = *comparison->pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
            partners[std::string(target.text(target.tensor(pair.target).opName))]
                = golden.text(golden.tensor(pair.golden).opName);
        }
        QCOMPARE(partners.size(), std::size_t {2 * kCalls});
        QCOMPARE(partners["mm_2-aten.mm.default"], product.toStdString() + "2.forward");
        QCOMPARE(partners["_softmax-aten._softmax.default"], activation.toStdString() + "0.forward");
    }
};

QTEST_GUILESS_MAIN(tst_AtenCalls)
#include "tst_aten_calls.moc"
