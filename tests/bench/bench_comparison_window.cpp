// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window keeps a user waiting who compares: `bench_comparison_window [PAIRS]`, 100 000 unless
// told, makes its data in a temporary folder; `bench_comparison_window TARGET GOLDEN` takes two dumps. A
// number behind that takes as many edits back and does them again, and looks at every cell. One line per
// scene; see docs/benchmarks.md.
#include "comparison_scenes.h"

#include "comparison/comparison_run.h"
#include "memory_use.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QThreadPool>

#include <cstdio>

namespace {

using namespace dumpscope;
using namespace dumpscope::gui;

void print(const char* name, const test::Scene& scene)
{
    std::printf("%-34s %8.0f ms", name, scene.totalMs);
    if (scene.firstRowsMs >= 0)
        std::printf("  first rows %5.0f ms", scene.firstRowsMs);
    std::printf("  waits: 99.9 %% below %5.1f, worst %6.1f; computing: %5.1f, %6.1f\n", scene.waited.permille,
        scene.waited.worst, scene.computed.permille, scene.computed.worst);
    std::fflush(stdout);
}

/// Everything that is shown of a table.
QByteArray cellsOf(const core::PairTable& pairs)
{
    QCryptographicHash cells(QCryptographicHash::Sha256);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        for (int column = 0; column < int(pairs.columns().size()); ++column)
            cells.addData(QByteArray::fromStdString(core::cellText(pairs.cell(row, column)) + '\n'));
    }
    return cells.result();
}

/// Random edits of pairing and limits, all taken back and done again: states in between, and every cell at
/// both ends, where it must also be that of a comparison that never saw another pairing.
bool takesEditsBack(test::WindowProgram& program, int edits)
{
    Comparisons& comparisons = program.services.comparisons;
    const ComparisonDocument& document = *comparisons.current();
    QRandomGenerator random(11);
    struct Steps {
        const char* name;
        std::vector<double> takes = {}, computes = {};
    };
    Steps byLimits {"limits"}, byHand {"pairs by hand"}, byRules {"rules"}, back {"taken back"},
        again {"done again"};
    const auto timed = [&](Steps& steps, const std::function<void()>& act) {
        const test::Scene scene = test::edit(program, act);
        steps.takes.push_back(scene.totalMs);
        steps.computes.push_back(scene.computed.worst);
    };
    const auto state = [&] {
        return document.setup().edits.toJson()
            + QByteArray::fromStdString(core::limitsJson(document.setup().limits));
    };
    const QByteArray before = cellsOf(*document.pairs());
    QList<QByteArray> states {state()};
    for (int i = 0; i < edits; ++i) {
        const auto row = [&] { return random.bounded(quint32(document.pairs()->rows())); };
        const QString target = document.targetOf(row()).opName(), golden = document.goldenOf(row()).opName();
        PairingEdits pairing = document.setup().edits;
        core::Limits limits = document.setup().limits;
        Steps* steps = &byHand;
        switch (random.bounded(4)) {
        case 0:
            limits.rules[random.bounded(quint32(limits.rules.size()))].value = random.generateDouble();
            timed(byLimits, [&] { comparisons.changeLimits(limits, QStringLiteral("limits")); });
            states.append(state());
            continue;
        case 1:
            pairing.unpair(target, document.goldenOf(row()).opName());
            break;
        case 2:
            steps = &byRules;
            pairing.rules.append(ruleFromPair(target, golden));
            break;
        default:
            pairing.pair(target, golden);
        }
        timed(*steps, [&] { comparisons.changePairing(pairing, QStringLiteral("pairing")); });
        states.append(state());
    }
    const QByteArray after = cellsOf(*document.pairs());
    QUndoStack& steps = comparisons.undoStack();
    bool isSame = true;
    for (int i = edits - 1; i >= 0; --i) {
        timed(back, [&] { steps.undo(); });
        isSame = isSame && state() == states[i];
    }
    const bool isBack = cellsOf(*document.pairs()) == before;
    for (int i = 1; i <= edits; ++i) {
        timed(again, [&] { steps.redo(); });
        isSame = isSame && state() == states[i];
    }
    const bool isAgain = cellsOf(*document.pairs()) == after;
    core::OwnedTask context;
    const auto fresh = runComparison(inputOf(document.setup()), {}, context);
    const bool isFresh = fresh && cellsOf(*fresh->pairs) == after;
    std::printf("%d edits: states %s, all taken back %s, done again %s, as if never edited %s\n", edits,
        isSame ? "same" : "DIFFER", isBack ? "same" : "DIFFERS", isAgain ? "same" : "DIFFERS",
        isFresh ? "same" : "DIFFERS");
    for (Steps* const group : {&byLimits, &byHand, &byRules, &back, &again}) {
        std::ranges::sort(group->takes);
        std::ranges::sort(group->computes);
        if (const std::size_t count = group->takes.size(); count > 0)
            std::printf("  %2zu %-14s %6.0f ms in the middle, %6.0f at worst; computing %5.1f, %5.1f\n",
                count, group->name, group->takes[count / 2], group->takes.back(), group->computes[count / 2],
                group->computes.back());
    }
    return isSame && isBack && isAgain && isFresh;
}

/// What a comparison that nobody edited takes beside both dumps.
void printMemory(const QString& target, const QString& golden)
{
    test::WindowProgram program;
    gui::Session& session = program.services.session;
    const ComparisonSetup setup {{session.open(target)}, {session.open(golden)}};
    test::settle(program);
    const double before = test::allocatedMegabytes();
    const ComparisonDocument* const document = program.services.comparisons.compare(setup);
    program.window.showArrangement("compare");
    test::settle(program);
    QThreadPool::globalInstance()->waitForDone();
    std::printf("a pair in the window: %.0f bytes\n",
        (test::allocatedMegabytes() - before) * 1e6 / static_cast<double>(document->pairs()->rows()));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QStringList arguments = QApplication::arguments().mid(1);
    const QTemporaryDir folder;
    QString target = folder.filePath(QStringLiteral("target"));
    QString golden = folder.filePath(QStringLiteral("golden"));
    bool isNumber = true;
    const int pairs = arguments.isEmpty() ? 100'000 : arguments.takeFirst().toInt(&isNumber);
    if (!isNumber && argc > 2) {
        target = QString::fromLocal8Bit(argv[1]);
        golden = QString::fromLocal8Bit(argv[2]);
        arguments.removeFirst();
    } else if (!test::writeManyStatistics(target, pairs, true)
        || !test::writeManyStatistics(golden, pairs, false)) {
        return 1;
    }
    const int edits = arguments.isEmpty() ? 0 : arguments.first().toInt();
    printMemory(target, golden);
    test::WindowProgram program;
    print("compare and use the results", test::compareAndUse(program, target, golden));
    auto* const table = program.find<DataTable>("results");
    auto* const filter = program.find<FilterBar>("results");
    std::printf("%d rows\n", table->model()->rowCount());
    print("limits that fail every pair", test::changeLimits(program, true));
    print("limits that pass every pair", test::changeLimits(program, false));
    QUndoStack& steps = program.services.comparisons.undoStack();
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("pair two operators", test::changePairing(program));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("redo", test::edit(program, [&] { steps.redo(); }));
    print("pair all by a rule", test::changeRules(program));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    print("redo", test::edit(program, [&] { steps.redo(); }));
    print("undo", test::edit(program, [&] { steps.undo(); }));
    if (edits > 0 && !takesEditsBack(program, edits))
        return 1;
    for (const char* panel :
        {"overview", "rank-step", "pairing", "targets", "curves", "limits", "unpaired", "results"})
        print(panel, test::once(program, [&] { program.window.showTab(QLatin1String(panel)); }));
    print("filter", test::once(program, [&] { filter->setText(QStringLiteral("verdict:fail op99")); }));
    print("clear the filter", test::once(program, [&] { filter->setText(QString()); }));
    print("sort by a metric", test::once(program, [&] {
        const bool isStatistics
            = program.services.comparisons.current()->pairs()->row(0).basis == core::PairBasis::Statistics;
        const char* const metric = isStatistics ? "max_diff" : "max_absolute_error";
        table->horizontalHeader()->setSortIndicator(
            table->columnModel()->columnNumber(metric), Qt::DescendingOrder);
    }));
    print("scroll", test::scroll(*table));
    print("next failure, the worst of 20", test::walkThroughFailures(program, 20));
    return 0;
}
