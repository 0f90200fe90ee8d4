// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_series.h"

#include "msprobe_dump_writer.h"

#include <QTest>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;

class ErrorSeriesTest : public QObject {
    Q_OBJECT

private slots:
    /// Of rank 1 the end alone is compared: it stands where the end is.
    void ranksStandOnTopOfEachOther()
    {
        const TemporaryFolder folder;
        std::vector<DumpedOperator> all;
        for (int i = 0; i < 4; ++i)
            all.push_back({"Torch.neg." + std::to_string(i) + ".forward", {DumpedTensor {{2}, {1, 2}}},
                {{2}, {-1, -2}}});
        const std::vector<DumpedOperator> end(all.begin() + 2, all.end());
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), all, 0)
            && MsprobeDumpWriter::write(folder.at("target"), all, 1)
            && MsprobeDumpWriter::write(folder.at("golden"), all, 0)
            && MsprobeDumpWriter::write(folder.at("golden"), end, 1));
        core::OwnedTask task;
        const core::Comparison comparison
            = compareFolders(folder.path(), "relative_euclidean_distance", {}, task).value();
        const core::PairTable& pairs = *comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {12});
        const auto series = makeErrorSeries(
            pairs, {}, {}, {}, {.metric = "relative_euclidean_distance", .allRanks = true}, task);
        QVERIFY(series);
        QCOMPARE(series->points.size(), std::size_t {12});
        QCOMPARE(series->last, 7.0); // an input and an output of each of four
        for (const ErrorSeries::Point& point : series->points)
            QCOMPARE(series->numbers.at(static_cast<std::size_t>(point.x)).value_or(99),
                pairs.target().index->tensor(pairs.row(point.row).pair.target).execIndex);
    }
};

QTEST_GUILESS_MAIN(ErrorSeriesTest)

#include "tst_error_series.moc"
