// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/late_parameters.h"

#include "model/dump_folder.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <memory>
#include <string>

using namespace dumpscope::core;
using dumpscope::test::npyFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

class tst_late_parameters : public QObject {
    Q_OBJECT
private slots:
    void whatTheStepLeft();
};

/// `late` is written after the operator that reads it through a Load, `early` before, and `idle` is read by
/// nobody who was dumped; of another step, the operator says nothing.
void tst_late_parameters::whatTheStepLeft()
{
    const TemporaryFolder folder;
    const auto write = [&folder](const char* step, const std::string& name, int time) {
        const std::string place = std::string("rank_0/net/0/") + step + "/";
        std::filesystem::create_directories(folder.at(place));
        return writeFile(
            folder.at(place + name + ".0.0." + std::to_string(time) + ".output.0.DefaultFormat.Float32.npy"),
            npyFile({0}));
    };
    QVERIFY(write("0", "MatMul.Default_MatMul-op0", 100));
    QVERIFY(write("0", "Parameter.late", 200));
    QVERIFY(write("0", "Parameter.early", 50));
    QVERIFY(write("0", "Parameter.idle", 300));
    QVERIFY(write("1", "Parameter.late", 400));
    OwnedTask task;
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index);
    GraphBuilder builder;
    for (const char* name : {"late", "early", "idle"})
        builder.addNode(name, name, "", NodeKind::Parameter);
    builder.addNode("load", "load", "Load", NodeKind::Operator);
    builder.addInput("late");
    builder.addNode("Default/MatMul-op0", "Default/MatMul-op0", "MatMul", NodeKind::Operator);
    builder.addInput("load");
    builder.addInput("early");
    std::vector<Diagnostic> problems;
    const auto graph = builder.finish(problems);
    const GraphMatch match = matchGraph(*graph, **index, {});
    QCOMPARE(match.matchedEntries, 5U);
    QStringList late;
    for (const TensorId id : lateParameters(*graph, **index, match)) {
        const std::string_view name = (*index)->text((*index)->tensor(id).opName);
        late += QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
            + QString::number((*index)->factsOf(id).step.value_or(-1));
    }
    QCOMPARE(late, QStringList {"late0"});
}

QTEST_GUILESS_MAIN(tst_late_parameters)
#include "tst_late_parameters.moc"
