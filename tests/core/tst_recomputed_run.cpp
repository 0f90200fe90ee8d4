// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator of a run of PyTorch that is computed again gives what PyTorch got (tests/data/recompute).
#include "compare/recompute/dumped_call.h"
#include "compare/recompute/reading_fit.h"
#include "compare/recompute/recomputer.h"
#include "compare/suspects/suspect.h"
#include "model/dump_folder.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace dumpscope::core;

namespace {

std::vector<std::uint64_t> allElements(const DumpedCall& side)
{
    std::vector<std::uint64_t> all(side.output.count());
    std::iota(all.begin(), all.end(), std::uint64_t {0});
    return all;
}

} // namespace

class RecomputedRunTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        auto opened = openDump(DUMPSCOPE_TEST_DATA "/recompute/torch.zip", builtinFormats(), {}, m_task);
        QVERIFY(opened);
        m_index = *opened;
    }

    void outputsFollowFromInputs_data()
    {
        QTest::addColumn<quint64>("tensor");
        for (std::size_t i = 0; i < m_index->tensorCount(); ++i) {
            const TensorId id(i);
            if (m_index->tensor(id).io != Io::Output || m_index->tensor(id).state != TensorState::Ok)
                continue;
            QTest::newRow(m_index->tensorId(id).c_str()) << quint64(i);
        }
    }
    void outputsFollowFromInputs()
    {
        QFETCH(const quint64, tensor);
        const TensorId id(static_cast<std::size_t>(tensor));
        const std::string name(m_index->text(m_index->tensor(id).opName));
        const auto side = dumpedCall(m_index, id, {}, nullptr, m_task);
        if (!side) {
            // Of topk and the like only the first output is computed.
            QVERIFY2(m_index->tensor(id).slot > 0, side.error().message.text().c_str());
            return;
        }
        double best = std::numeric_limits<double>::infinity();
        std::string all;
        for (const Reading& reading : builtinRecomputers().readings(side->call)) {
            const auto fit = fitReading(reading, *side, allElements(*side), 0, m_task);
            QVERIFY(fit);
            best = std::min(best, fit->score);
            all += reading.text.text() + ": " + std::to_string(fit->score) + "; ";
        }
        // msprobe records of a backward operator of several steps what the last of them passed on.
        static const std::vector<std::string> kUnknown {
            "cross_entropy.1", "cross_entropy.2", "topk", "linear.0", "matmul.1", "matmul.2"};
        const bool isBackward = name.ends_with(".backward");
        const bool isUnknown = isBackward && std::ranges::any_of(kUnknown, [&](const std::string& one) {
            return name.find(one) != std::string::npos;
        });
        if (isUnknown) {
            QVERIFY(all.empty());
            return;
        }
        QVERIFY2(best <= kSuspectScore, all.c_str());
        m_understood += 1;
    }

    /// A reading of the target is found by the text of golden's.
    void readingsOfOneTextAreOne_data() { outputsFollowFromInputs_data(); }
    void readingsOfOneTextAreOne()
    {
        QFETCH(const quint64, tensor);
        const auto side
            = dumpedCall(m_index, TensorId(static_cast<std::size_t>(tensor)), {}, nullptr, m_task);
        if (!side)
            return;
        std::map<std::string, double> values;
        for (const Reading& reading : builtinRecomputers().readings(side->call)) {
            const double value = reading.at(side->output.count() - 1).value;
            const auto [known, isNew] = values.emplace(reading.text.text(), value);
            QVERIFY2(isNew || known->second == value, known->first.c_str());
        }
    }

    /// A wrong element shows in every reading that explains what was right.
    void aWrongElementDoesNotFollow_data() { outputsFollowFromInputs_data(); }
    void aWrongElementDoesNotFollow()
    {
        QFETCH(const quint64, tensor);
        const auto side
            = dumpedCall(m_index, TensorId(static_cast<std::size_t>(tensor)), {}, nullptr, m_task);
        if (!side)
            return;
        const std::vector<std::uint64_t> last {side->output.count() - 1};
        for (const Reading& reading : builtinRecomputers().readings(side->call)) {
            const auto fit = fitReading(reading, *side, last, 0, m_task);
            if (!fit || fit->score > kSuspectScore)
                continue;
            Reading wrong = reading;
            // What has few digits may have been rounded to bfloat16.
            const double part = side->call.significand <= 8 ? 0.1 : 1e-3;
            wrong.at = [&](std::uint64_t i) {
                ExactElement element = reading.at(i);
                element.value += std::max(part, part * element.magnitude);
                return element;
            };
            const auto other = fitReading(wrong, *side, last, 0, m_task);
            QVERIFY(other && other->score > kSuspectScore);
        }
    }

    /// Of two ranks: what one receives is what the other sent, in their order and not by the numbers of
    /// names.
    void transfersFollow()
    {
        const auto index = openDump(DUMPSCOPE_TEST_DATA "/recompute/ranks.zip", builtinFormats(), {}, m_task);
        QVERIFY(index);
        QStringList computed;
        for (std::size_t i = 0; i < (*index)->tensorCount(); ++i) {
            const TensorRow& row = (*index)->tensor(TensorId(i));
            const std::string name((*index)->text(row.opName));
            const bool isExchange
                = name.find("recv") != std::string::npos || name.find("all_to_all") != std::string::npos;
            if (row.io != Io::Output || row.slot != 0 || !isExchange)
                continue;
            const auto side = dumpedCall(*index, TensorId(i), {}, nullptr, m_task);
            QVERIFY2(side, side ? "" : side.error().message.text().c_str());
            const auto readings = builtinRecomputers().readings(side->call);
            QCOMPARE(readings.size(), std::size_t {1});
            const auto fit = fitReading(readings.front(), *side, allElements(*side), 0, m_task);
            QVERIFY(fit && fit->score == 0);
            computed << QString::fromStdString(name + ": " + readings.front().text.text());
        }
        computed.sort();
        QCOMPARE(computed,
            (QStringList {"Distributed.all_to_all_single.0.forward: part 0 of the tensors of all 2 ranks, "
                          "one after another",
                "Distributed.all_to_all_single.0.forward: part 1 of the tensors of all 2 ranks, one after "
                "another",
                "Distributed.irecv.0.forward: the tensor of rank 0",
                "Distributed.recv.0.forward: the tensor of rank 0",
                "Distributed.recv.0.forward: the tensor of rank 1",
                "Distributed.recv.1.forward: the tensor of rank 0"}));
    }

    void cleanupTestCase()
    {
        // One that silently understood nothing would pass.
        QVERIFY2(m_understood >= 105, std::to_string(m_understood).c_str());
    }

private:
    OwnedTask m_task;
    std::shared_ptr<const DumpIndex> m_index;
    int m_understood = 0;
};

QTEST_GUILESS_MAIN(RecomputedRunTest)

#include "tst_recomputed_run.moc"
