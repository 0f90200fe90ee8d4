// SPDX-License-Identifier: GPL-3.0-or-later
// Eight ranks and three steps of one net, with one planted difference: rank 5, step 2, first at the
// first MatMul (tests/data/mindspore-ascend-graphs/facts.json).
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "tensor/statistics.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;

class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        auto index
            = openDump(DUMPSCOPE_TEST_DATA "/mindspore-ascend-graphs/ranks", builtinFormats(), {}, m_task);
        QVERIFY(index.has_value());
        m_index = *index;
    }

    void counts()
    {
        QCOMPARE(m_index->tensorCount(), std::size_t {216});
        QCOMPARE(m_index->ranks(), (std::vector<std::int64_t> {0, 1, 2, 3, 4, 5, 6, 7}));
        QCOMPARE(m_index->steps(), (std::vector<std::int64_t> {0, 1, 2}));
        QVERIFY(m_index->problems().empty());
    }

    void rowsFollowTheContractOrder()
    {
        const char* const operators[]
            = {"Default/TransData-op0", "Default/network-WithLossCell/_backbone-Net/conv1-Conv2d/Conv2D-op0",
                "Default/network-WithLossCell/_backbone-Net/relu-ReLU/ReLU-op0",
                "Default/network-WithLossCell/_backbone-Net/fc1-Dense/MatMul-op0",
                "Default/network-WithLossCell/_backbone-Net/fc1-Dense/BiasAdd-op0",
                "Default/network-WithLossCell/_backbone-Net/fc2-Dense/MatMul-op0",
                "Default/loss/SoftmaxCrossEntropyWithLogits-op0", "Default/AllReduce-op0",
                "Default/Momentum-op0"};
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
            const TensorId id(i);
            QCOMPARE(m_index->factsOf(id).rank, std::optional<std::int64_t>(i / 27));
            QCOMPARE(m_index->factsOf(id).step, std::optional<std::int64_t>(i / 9 % 3));
            QCOMPARE(std::string(m_index->text(m_index->tensor(id).opName)), std::string(operators[i % 9]));
            QCOMPARE(m_index->tensor(id).execIndex, i % 9);
        }
    }

    void onlyThePlantedOperatorsDiffer()
    {
        const TensorStore store(m_index);
        std::vector<std::uint32_t> different;
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
            // Rank 0 of the same step is the reference for every other rank.
            const std::uint32_t reference = i % 27;
            const auto mine = store.open(TensorId(i), m_task);
            const auto other = store.open(TensorId(reference), m_task);
            QVERIFY(mine && other);
            if (!std::ranges::equal(mine->bytes.span(), other->bytes.span()))
                different.push_back(i);
        }
        const std::uint32_t first = 5 * 27 + 2 * 9;
        QCOMPARE(different, (std::vector<std::uint32_t> {first + 3, first + 4, first + 5, first + 6}));
    }

private:
    OwnedTask m_task;
    std::shared_ptr<const DumpIndex> m_index;
};

QTEST_APPLESS_MAIN(TestRanks)
#include "tst_ranks.moc"
