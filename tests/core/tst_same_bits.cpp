// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/same_bits.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestSameBits : public QObject {
    Q_OBJECT

private slots:
    void tensorsOfOneStep()
    {
        const TemporaryFolder folder;
        std::vector<float> values;
        for (int i = 0; i < 200; ++i)
            values.push_back(static_cast<float>(i % 13) - 6);
        const auto write = [&](const char* name, const std::vector<float>& own) {
            QVERIFY(writeFile(folder.at(name), npyFile({200}, own)));
        };
        write("step0/rank0/a.output.0.npy", values);
        write("step0/rank0/b.input.0.npy", values);
        write("step1/rank0/b.input.0.npy", values); // of another step
        std::vector<float> other = values;
        other[100] += 1; // neither at the beginning nor at the end
        write("step0/rank0/c.input.0.npy", other);
        other = values;
        other[6] = -0.0F; // equal, and other bits
        write("step0/rank0/d.input.0.npy", other);
        OwnedTask task;
        const ComparisonSide side {openDump(folder.path(), builtinFormats(), {}, task).value(), std::nullopt};
        const TensorId compared = side.index->findTensor("step0/rank0/a.output.0.npy").value();
        const TensorId same = side.index->findTensor("step0/rank0/b.input.0.npy").value();
        const auto found = tensorsOfSameBits(side, {compared}, task).value();
        QCOMPARE(found, (std::map<TensorId, TensorId> {{same, compared}}));
        const UnpairedTensor unpaired {same, sameBitsReason(*side.index, compared), {}};
        QVERIFY(hasSameBits(unpaired));
        QCOMPARE(unpaired.reason.text(),
            std::string("it has the bits of step0/rank0/a.output.0.npy, which is compared"));
        QVERIFY(!hasSameBits({same, phrase("a search by values found no partner for it in golden"), {}}));
    }
};

QTEST_GUILESS_MAIN(TestSameBits)
#include "tst_same_bits.moc"
