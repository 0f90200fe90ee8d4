// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/number_difference.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "readers/torch/pickle.h"
#include "readers/torch/saved_numbers.h"
#include "temporary_folder.h"

#include <QFile>
#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;

namespace {

/// `pickle.dumps(..., 2)` of Python 3.11: {'lr': 0.001, 'step': 100, 'amp': True, 'groups': [{'betas': (0.9,
/// 0.95), 'params': [0, 1]}], 'args': argparse.Namespace(tp=2, name='x'), 'rng': list(range(20)), 'note':
/// 'x', 3: {'n': -7}, 'none': None}
const QByteArray kState = QByteArray::fromHex(
    "80027d71002858020000006c727101473f50624dd2f1a9fc58040000007374657071024b645803000000616d70"
    "710388580600000067726f75707371045d71057d710628580500000062657461737107473feccccccccccccd47"
    "3fee6666666666668671085806000000706172616d7371095d710a284b004b0165756158040000006172677371"
    "0b6361726770617273650a4e616d6573706163650a710c2981710d7d710e2858020000007470710f4b02580400"
    "00006e616d657110580100000078711175625803000000726e6771125d7113284b004b014b024b034b044b054b"
    "064b074b084b094b0a4b0b4b0c4b0d4b0e4b0f4b104b114b124b136558040000006e6f7465711468114b037d71"
    "1558010000006e71164af9ffffff7358040000006e6f6e6571174e752e");
/// torch.save before 1.6 of {'lr': 0.001, 'epoch': 2, 'fp16': True} and {'lr': 0.0003, 'epoch': 2, 'step':
/// 9}.
const QByteArray kTarget = QByteArray::fromHex(
    "80028a0a6cfc9c46f9206aa850192e80024de9032e80027d710028581000000070726f746f636f6c5f76657273"
    "696f6e71014de903580d0000006c6974746c655f656e6469616e710288580a000000747970655f73697a657371"
    "037d710428580500000073686f727471054b025803000000696e7471064b0458040000006c6f6e6771074b0475"
    "752e80027d71002858020000006c727101473f50624dd2f1a9fc580500000065706f636871024b025804000000"
    "66703136710388752e80025d71002e");
const QByteArray kGolden = QByteArray::fromHex(
    "80028a0a6cfc9c46f9206aa850192e80024de9032e80027d710028581000000070726f746f636f6c5f76657273"
    "696f6e71014de903580d0000006c6974746c655f656e6469616e710288580a000000747970655f73697a657371"
    "037d710428580500000073686f727471054b025803000000696e7471064b0458040000006c6f6e6771074b0475"
    "752e80027d71002858020000006c727101473f33a92a30553261580500000065706f636871024b025804000000"
    "7374657071034b09752e80025d71002e");

ByteSpan bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void writeNumbers(const std::string& path, const QByteArray& bytes)
{
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

/// Numbers beside the tensors of a checkpoint, and those of two that differ.
class TestSavedNumbers : public QObject {
    Q_OBJECT

private slots:
    void ofAState()
    {
        const auto pickle = readPickle(bytesOf(kState), 0);
        QVERIFY(pickle);
        QStringList lines;
        for (const SavedNumbers::One& one : savedNumbers(*pickle).numbers)
            lines.append(QString::fromStdString(one.path + " " + one.text));
        // The state of the random generator is no setting, and texts are no numbers.
        QCOMPARE(lines,
            (QStringList {"lr 0.001", "step 100", "amp True", "groups.0.betas.0 0.9", "groups.0.betas.1 0.95",
                "groups.0.params.0 0", "groups.0.params.1 1", "args.tp 2", "3.n -7"}));
    }

    void ofTwoFiles()
    {
        const TemporaryFolder folder;
        writeNumbers(folder.at("a.pt"), kTarget);
        writeNumbers(folder.at("b.pt"), kGolden);
        OwnedTask task;
        const auto a = openDump(folder.at("a.pt"), builtinFormats(), {}, task);
        const auto b = openDump(folder.at("b.pt"), builtinFormats(), {}, task);
        QVERIFY(a && b);
        const NumberDifferences found = numberDifferences(**a, **b);
        QCOMPARE(found.equal, std::size_t {1});
        QCOMPARE(found.sentence().text(),
            std::string(
                "3 numbers beside the tensors differ: lr: 0.001 in the target, 0.0003 in golden; fp16: True "
                "in the target, not in golden; step: 9 in golden, not in the target"));
        QVERIFY(numberDifferences(**a, **a).sentence().empty());
    }
};

QTEST_APPLESS_MAIN(TestSavedNumbers)
#include "tst_saved_numbers.moc"
