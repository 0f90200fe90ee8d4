// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of one product in two ranks and in one process; which are shares follows from the widths written
// here.
#include "compare/suspects/tensor_error.h"
#include "compared_ranks.h"

#include <QTest>

#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestCutShapes : public QObject {
    Q_OBJECT

private slots:
    /// Half of the features in each of two ranks is no fault; a third of the rows is.
    void sharesOfRanks_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isShare");
        QTest::newRow("half") << 6 << true;
        QTest::newRow("third") << 4 << false;
    }

    void sharesOfRanks()
    {
        QFETCH(int, width);
        QFETCH(bool, isShare);
        const std::string name = "Functional.linear.0.forward";
        const auto rank = [&](unsigned seed) {
            return std::vector<DumpedOperator> {{name, {noise({8, 4}, 1)}, noise({8, width}, seed)}};
        };
        const ComparedRanks compared({rank(7), rank(8)}, {{name, {noise({8, 4}, 1)}, noise({8, 12}, 9)}});
        QVERIFY(compared.comparison);
        const PairTable& pairs = *compared.comparison->pairs;
        std::size_t shapes = 0;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorError error = tensorError(pairs, row);
            if (!error.hasOtherShape)
                continue;
            ++shapes;
            QCOMPARE(error.isShare, isShare);
            QCOMPARE(error.isBroken, !isShare);
        }
        QVERIFY(shapes > 0);
        QCOMPARE(compared.comparison->suspicion.suspects.empty(), isShare);
    }
};

QTEST_GUILESS_MAIN(TestCutShapes)
#include "tst_cut_shapes.moc"
