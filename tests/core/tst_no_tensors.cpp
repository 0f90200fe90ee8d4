// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/no_tensors.h"

#include "model/dump_folder.h"
#include "npy_file.h"
#include "readers/format_registry.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

class tst_NoTensors : public QObject {
    Q_OBJECT

private slots:
    void saysWhatIsThereInstead()
    {
        const TemporaryFolder folder;
        const auto words = [&] {
            OwnedTask task(1);
            const auto index = openDump(folder.path(), builtinFormats(), {}, task);
            return index && (*index)->tensorCount() == 0 ? whyNoTensors(**index).text() : std::string("-");
        };
        QVERIFY(words().starts_with("No file was found here."));
        QVERIFY(writeFile(folder.at("dump.json"), "{}"));
        QVERIFY(words().starts_with("Its file is no known dump."));
        QVERIFY(writeFile(folder.at("notes.xyz"), "?"));
        QVERIFY(words().starts_with("None of 2 files is a known dump."));
        QVERIFY(writeFile(folder.at("pip"), "torch=2.15.0\nnumpy=2.4.6\n"));
        const std::string packages = words();
        QVERIFY2(packages.starts_with("It holds no tensors: "), packages.c_str());
    }

    /// What files beside tensors list is there while nothing else is.
    void rowsThatAreNoTensors()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("d/fusion_result.json"),
            R"([{"session_and_graph_id_0_1":{"graph_fusion":{"A":{"effect_times":"1","match_times":"3"},)"
            R"("B":{"effect_times":"0","match_times":"0"}},"ub_fusion":{}}}])"));
        const auto open = [&] {
            OwnedTask task(1);
            return openDump(folder.at("d"), builtinFormats(), {}, task).value();
        };
        auto index = open();
        QCOMPARE(index->tensorCount(), std::size_t {2});
        QVERIFY(!index->holdsTensors());
        const TensorRow& row = index->tensor(TensorId(std::uint32_t {0}));
        QCOMPARE(index->text(row.opName), std::string_view("A"));
        QCOMPARE(index->text(row.opType), std::string_view("graph_fusion"));
        QCOMPARE(index->message(row.problem).text(),
            std::string("a fusion pass: in session_and_graph_id_0_1 it took effect at 1 of 3 matches"));
        QCOMPARE(index->message(index->tensor(TensorId(std::uint32_t {1})).problem).text(),
            std::string("a fusion pass: in session_and_graph_id_0_1 it matched nothing"));
        const DumpSummary summary = summarise(*index);
        QCOMPARE(summary.counts.tensors, std::uint64_t {0});
        QCOMPARE(summary.counts.otherRows, std::uint64_t {2});
        QVERIFY(!summary.has.tensors);
        QCOMPARE(summary.facts.at({"fusion.effective", "A"}), std::uint64_t {1});
        QVERIFY(writeFile(folder.at("d/x.npy"), dumpscope::test::npyFile({0})));
        index = open();
        QCOMPARE(index->tensorCount(), std::size_t {1});
        QVERIFY(index->holdsTensors());
    }
};

QTEST_APPLESS_MAIN(tst_NoTensors)
#include "tst_no_tensors.moc"
