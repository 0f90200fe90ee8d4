// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/missing_elements.h"
#include "compared_folders.h"
#include "memory_dump.h"
#include "msprobe_dump_writer.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace dumpscope::core;
namespace test = dumpscope::test;
using test::MemoryDump;

class tst_MissingElements : public QObject {
    Q_OBJECT

private slots:
    void saysWhichSideAndWhy()
    {
        MemoryDump::Tensor recorded {"op", "Mul"};
        recorded.statistics = {1, 0, 0.5, 2};
        const auto statistics = MemoryDump().add(recorded).finish();
        const auto unsupported = MemoryDump().add({"op", "Mul"}).finish();
        const auto words = [](const auto& target, const auto& golden, PairBasis basis) {
            PairTable pairs({target, {}}, {golden, {}}, std::make_shared<MetricSelection>());
            PairResult result;
            result.pair.target = result.pair.golden = TensorId(0U);
            result.basis = basis;
            pairs.add(result);
            return missingElements(pairs, 0).text();
        };
        QCOMPARE(words(statistics, unsupported, PairBasis::Elements), std::string());
        QCOMPARE(words(statistics, statistics, PairBasis::Statistics),
            std::string("Only statistics of this pair could be compared: both sides were dumped without "
                        "elements."));
        QCOMPARE(words(unsupported, statistics, PairBasis::Checksums),
            std::string("Only checksums of this pair could be compared: the target cannot be read, and the "
                        "golden was dumped without elements."));
    }

    /// What was recorded beside it is compared, and is not called the file's content.
    void aDamagedFileIsSaidToBe()
    {
        const test::TemporaryFolder folder;
        const std::vector<test::DumpedOperator> operators {
            {"Torch.neg.0.forward", {test::DumpedTensor {{2}, {1, 2}}}, {{2}, {-1, -2}}}};
        for (const char* side : {"target", "golden"})
            QVERIFY(test::MsprobeDumpWriter::write(folder.at(side), operators));
        QVERIFY(test::writeFile(
            folder.at("target/step0/rank0/dump_tensor_data/Torch.neg.0.forward.output.0.npy"), "damaged"));
        OwnedTask task(1);
        const auto comparison
            = test::compareFolders(folder.path(), "max_diff,l2norm_diff_relative", {}, task);
        QVERIFY(comparison);
        const PairTable& pairs = *comparison->pairs;
        QCOMPARE(pairs.rows(), std::size_t {2});
        const auto damaged = pairs.target().index->tensor(pairs.row(0).pair.target).io == Io::Output ? 0 : 1;
        const PairResult& result = pairs.row(static_cast<std::size_t>(damaged));
        QVERIFY(result.basis == PairBasis::Statistics);
        const TensorRow& row = pairs.target().index->tensor(result.pair.target);
        QVERIFY(row.state == TensorState::Unreadable);
        QVERIFY(row.dtype == DType::Float32);
        const std::string words = missingElements(pairs, static_cast<std::size_t>(damaged)).text();
        QVERIFY2(
            words.starts_with("Only statistics of this pair could be compared: the target cannot be read: "),
            words.c_str());
        const auto& steps = result.details().alignment;
        QVERIFY(std::ranges::any_of(steps, [](const Message& step) {
            return step.text().starts_with("the target cannot be read: ")
                && step.text().ends_with("; what was recorded of it is compared");
        }));
        QVERIFY(missingElements(pairs, static_cast<std::size_t>(1 - damaged)).empty());
    }

    /// Half a file is no other case than none.
    void ofACutFileWhatWasRecordedIsCompared()
    {
        const test::TemporaryFolder folder;
        const std::vector<test::DumpedOperator> operators {
            {"Torch.neg.0.forward", {test::DumpedTensor {{2}, {1, 2}}}, {{2}, {-1, -2}}}};
        for (const char* side : {"target", "golden"})
            QVERIFY(test::MsprobeDumpWriter::write(folder.at(side), operators));
        const std::string cut
            = folder.at("target/step0/rank0/dump_tensor_data/Torch.neg.0.forward.output.0.npy");
        std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - 4);
        OwnedTask task(1);
        const auto comparison
            = test::compareFolders(folder.path(), "max_diff,l2norm_diff_relative", {}, task);
        QVERIFY(comparison);
        const PairTable& pairs = *comparison->pairs;
        const auto row = pairs.target().index->tensor(pairs.row(0).pair.target).io == Io::Output ? 0U : 1U;
        QVERIFY(pairs.row(row).basis == PairBasis::Statistics);
        QVERIFY(std::ranges::any_of(pairs.row(row).details().alignment, [](const Message& step) {
            return step.text()
                == "the target cannot be read: 4 of 8 bytes are there; what was recorded of it is compared";
        }));
    }
};

QTEST_APPLESS_MAIN(tst_MissingElements)
#include "tst_missing_elements.moc"
