// SPDX-License-Identifier: GPL-3.0-or-later
// What the window makes of any dump, however large: `bench_window_load PATH [GOLDEN]` opens it, compares when
// there are two, and scrolls, chooses and filters meanwhile; one row of the table in docs/benchmarks.md.
// `bench_window_load PATH GOLDEN ROUNDS` opens, compares and closes them again and again in one window and
// prints the memory in between, which must stay where it is.
#include "memory_use.h"
#include "window_scenes.h"

#include <QApplication>

#include <cstdio>

namespace {

using namespace dumpscope;

constexpr int kMostMs = 1'800'000;

void print(const QString& what, const test::Scene& scene)
{
    std::printf("| %s | %.0f | %.0f | %.1f, %.1f | %.1f, %.1f | %.0f |\n", qPrintable(what),
        scene.firstRowsMs, scene.totalMs, scene.waited.permille, scene.waited.worst, scene.computed.permille,
        scene.computed.worst, test::peakMegabytes());
}

void load(const QStringList& paths)
{
    test::WindowProgram program;
    const bool isComparison = paths.size() > 1;
    const test::Scene scene = test::openAndUse(program, paths, isComparison ? "results" : "tensors",
        isComparison ? QStringLiteral("verdict:fail") : QStringLiteral("op_type:MatMul slot:0"), kMostMs);
    print(paths.join(u' '), scene);
    if (program.services.session.roots().first()->index()->tensorCount() == 0)
        print(QStringLiteral("its graph"),
            test::once(program, [&] { program.window.showArrangement("graph"); }));
}

/// Number of pairs; 0 when something failed.
std::size_t compareOnce(test::WindowProgram& program, const QStringList& paths)
{
    gui::Session& session = program.services.session;
    const auto isSettled = [&] { return program.window.isSettled(); };
    program.opening.open(paths);
    if (!test::spinUntil([&] { return session.roots().size() == 2 && isSettled(); }, {}, kMostMs))
        return 0;
    const gui::ComparisonDocument* const comparison = program.services.comparisons.current();
    const std::size_t pairs = comparison && comparison->isOver() ? comparison->pairs()->rows() : 0;
    while (!session.roots().isEmpty())
        session.close(session.roots().last());
    return test::spinUntil(isSettled, {}, kMostMs) ? pairs : 0;
}

bool repeat(const QStringList& paths, int rounds)
{
    test::WindowProgram program;
    for (int round = 1; round <= rounds; ++round) {
        const std::size_t pairs = compareOnce(program, paths);
        if (pairs == 0)
            return false;
        if (round == 1 || round == 10 || round == 50 || round % 100 == 0) {
            std::printf("round %d: %zu pairs, %.1f MB, allocated %.3f MB\n", round, pairs,
                test::ownMegabytes(), test::allocatedMegabytes());
            std::fflush(stdout);
        }
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: bench_window_load PATH [GOLDEN [ROUNDS]]\n");
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments().mid(1);
    if (arguments.size() == 3)
        return repeat(arguments.first(2), arguments.last().toInt()) ? 0 : 1;
    load(arguments);
    return 0;
}
