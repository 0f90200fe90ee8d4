// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window keeps a user waiting who compares: `bench_comparison_window [PAIRS]`, 100 000 unless
// told. Makes its data in a temporary folder. One line per scene; see docs/benchmarks.md.
#include "comparison_scenes.h"

#include <QApplication>
#include <QTemporaryDir>

#include <cstdio>

namespace {

using namespace dumpscope;

void print(const char* name, const test::Scene& scene)
{
    std::printf("%-34s %8.0f ms", name, scene.totalMs);
    if (scene.firstRowsMs >= 0)
        std::printf("  first rows %5.0f ms", scene.firstRowsMs);
    std::printf("  waits: 99.9 %% below %5.1f, worst %6.1f; computing: %5.1f, %6.1f\n", scene.waited.permille,
        scene.waited.worst, scene.computed.permille, scene.computed.worst);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 100'000;
    const QTemporaryDir folder;
    const QString target = folder.filePath(QStringLiteral("target"));
    const QString golden = folder.filePath(QStringLiteral("golden"));
    if (!test::writeManyStatistics(target, pairs, true) || !test::writeManyStatistics(golden, pairs, false))
        return 1;
    test::WindowProgram program;
    print("compare and use the results", test::compareAndUse(program, target, golden));
    auto* const table = program.find<gui::DataTable>("results");
    auto* const filter = program.find<gui::FilterBar>("results");
    std::printf("%d rows\n", table->model()->rowCount());
    print("limits that fail every pair", test::changeLimits(program, true));
    print("limits that pass every pair", test::changeLimits(program, false));
    QUndoStack& steps = program.services.comparisons.undoStack();
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("pair two operators", test::changePairing(program));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("redo", test::edit(program, [&] { steps.redo(); }));
    for (const char* panel : {"overview", "rank-step", "pairing", "targets", "limits", "unpaired", "results"})
        print(panel, test::once(program, [&] { program.window.showTab(QLatin1String(panel)); }));
    print("filter", test::once(program, [&] { filter->setText(QStringLiteral("verdict:fail op99")); }));
    print("clear the filter", test::once(program, [&] { filter->setText(QString()); }));
    print("sort by max_diff", test::once(program, [&] {
        table->horizontalHeader()->setSortIndicator(
            table->columnModel()->columnNumber("max_diff"), Qt::DescendingOrder);
    }));
    print("scroll", test::scroll(*table));
    print("next failure, 20 times", test::once(program, [&] {
        for (int i = 0; i < 20; ++i)
            program.services.actions.trigger("go.next_failing");
    }));
    return 0;
}
