// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window keeps a user waiting: `bench_window FOLDER STATISTICS`, a folder of many tensor files
// and one with a large statistic.csv. One line per scene; see docs/benchmarks.md.
#include "window_scenes.h"

#include <QApplication>

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

void filesScenes(const QString& folder)
{
    {
        test::WindowProgram program;
        print("open files and use them", test::openAndUse(program, folder));
        auto* const table = program.find<gui::DataTable>("tensors");
        auto* const filter = program.find<gui::FilterBar>("tensors");
        print("scroll", test::scroll(*table));
        print(
            "filter", test::once(program, [&] { filter->setText(QStringLiteral("op_type:Conv* slot:0")); }));
        print("clear the filter", test::once(program, [&] { filter->setText(QString()); }));
        print("sort by name", test::once(program, [&] {
            table->horizontalHeader()->setSortIndicator(
                table->columnModel()->columnNumber("op_name"), Qt::DescendingOrder);
        }));
        print("select all", test::once(program, [&] { table->selectAll(); }));
        print("rescan", test::once(program, [&] { program.services.actions.trigger("tools.rescan"); }));
    }
    {
        test::WindowProgram program;
        print("cancel opening", test::cancelOpening(program, folder));
    }
    std::printf("%-34s %8.0f ms\n", "close while opening", test::closeMidLoad(folder));
}

void statisticsScenes(const QString& folder)
{
    test::WindowProgram program;
    program.window.showTab(QStringLiteral("statistics"));
    print("open statistics", test::openAndUse(program, folder));
    print("show statistics",
        test::once(program, [&] { program.window.showTab(QStringLiteral("statistics")); }));
    auto* const table = program.find<gui::DataTable>("statistics");
    auto* const filter = program.find<gui::FilterBar>("statistics");
    std::printf("%d rows\n", table->model()->rowCount());
    for (const char* text : {"Conv", "max>0 op_type:Conv*", ""})
        print(qPrintable(QStringLiteral("filter '%1'").arg(QLatin1String(text))),
            test::once(program, [&] { filter->setText(QLatin1String(text)); }));
    print("scroll", test::scroll(*table));
    print("sort by max", test::once(program, [&] {
        table->horizontalHeader()->setSortIndicator(
            table->columnModel()->columnNumber("max"), Qt::DescendingOrder);
    }));
    print("plot a column",
        test::once(program, [&] { emit table->plotRequested(table->columnModel()->columnNumber("max")); }));
    print("select all", test::once(program, [&] { table->selectAll(); }));
    print("copy all", test::once(program, [&] { table->copySelection(); }));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: bench_window FOLDER STATISTICS\n");
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    filesScenes(QString::fromLocal8Bit(argv[1]));
    statisticsScenes(QString::fromLocal8Bit(argv[2]));
    return 0;
}
