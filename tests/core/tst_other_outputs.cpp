// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/other_outputs.h"
#include "compare/pairing/pairing.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QFile>
#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;

namespace {

/// `numpy.save` of zeros in float32, version 1.0.
QByteArray npyOf(const QByteArray& shape, int elements)
{
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
    header += QByteArray(117 - header.size(), ' ') + '\n';
    return QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header + QByteArray(elements * 4, '\0');
}

void writeSlot(const TemporaryFolder& folder, const char* slot, const QByteArray& bytes)
{
    const std::string name = std::string("BatchNorm.Default_bn_BatchNorm-op0.0.0.1795253421260536.") + slot
        + ".DefaultFormat.Float32.npy";
    QFile file(QString::fromStdString(folder.at(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

/// Why tensors of operators that do not compute the same are no pair.
class TestOtherOutputs : public QObject {
    Q_OBJECT

private slots:
    /// Of files that hold nothing nobody knows the shapes, and so not what is added up.
    void damagedFilesAreNoTerms()
    {
        const TemporaryFolder target, golden;
        for (const char* slot : {"input.0", "input.1", "output.0"})
            writeSlot(target, slot, {});
        writeSlot(golden, "input.0", npyOf("2, 2", 4));
        writeSlot(golden, "input.1", npyOf("2,", 2));
        writeSlot(golden, "output.0", npyOf("2, 2", 4));
        OwnedTask task;
        const auto x = openDump(target.path(), builtinFormats(), {}, task);
        const auto y = openDump(golden.path(), builtinFormats(), {}, task);
        QVERIFY(x && y);
        QCOMPARE((*x)->tensorCount(), std::size_t {3});
        QCOMPARE((*y)->tensorCount(), std::size_t {3});
        TensorPair pair;
        pair.target = TensorId(0U);
        pair.golden = TensorId(0U);
        QVERIFY(whyInputsDiffer(**x, **y, pair).empty());
    }
};

QTEST_APPLESS_MAIN(TestOtherOutputs)
#include "tst_other_outputs.moc"
