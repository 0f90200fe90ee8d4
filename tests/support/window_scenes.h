// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/spacing.h"
#include "event_loop.h"
#include "heatmap/heatmap_view.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "latency_probe.h"
#include "window_program.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <functional>

/// What a user does with a large dump, and how long it takes; for a test with generous ceilings and for a
/// benchmark with the figures.
namespace dumpscope::test {

struct Scene {
    double firstRowsMs = -1; ///< until the table shows something; -1: it never did
    double totalMs = -1;     ///< -1: not within the time given
    LatencyProbe::Times waited, computed;
};

/// Lets everything come to rest that an act before began.
inline void rest(const WindowProgram& program)
{
    spinUntil([&] { return program.window.isSettled(); });
    handleEvents();
}

/// Until nothing follows for so long: panels collect for a moment what they then ask for.
inline void untilNothingFollows(const WindowProgram& program, int ms = 100)
{
    spinUntilSteady([&] { return program.window.isSettled(); }, ms);
}

inline double since(const QElapsedTimer& clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

inline void scrollBy(gui::DataTable& table, int rows)
{
    QScrollBar* const bar = table.verticalScrollBar();
    const int to = bar->value() + rows * gui::rowHeight();
    bar->setValue(to > bar->maximum() ? 0 : to);
}

/// Opens a folder, or two to compare, and does not wait: scrolls the table of `panel`, chooses rows, types
/// into its filter while they are read.
inline Scene openAndUse(WindowProgram& program, const QStringList& paths, const char* panel = "tensors",
    const QString& expression = QStringLiteral("op_type:Conv*"), int mostMs = 120'000)
{
    Scene scene;
    auto* const table = program.find<gui::DataTable>(panel);
    auto* const filter = program.find<gui::FilterBar>(panel);
    rest(program);
    QElapsedTimer clock;
    clock.start();
    LatencyProbe probe;
    program.opening.open(paths);
    const bool isOver = spinUntil([&] { return program.window.isSettled(); },
        [&](int number) {
            const int rows = table->model()->rowCount();
            if (rows == 0)
                return;
            if (scene.firstRowsMs < 0)
                scene.firstRowsMs = since(clock);
            if (number % 40 == 20)
                filter->setText(expression);
            else if (number % 40 == 30)
                filter->setText(QString());
            else if (number % 5 == 0)
                table->goToRow(number * 97 % rows);
            else
                scrollBy(*table, 7);
        },
        mostMs);
    scene.totalMs = isOver ? since(clock) : -1;
    filter->setText(QString());
    spinUntil([&] { return program.window.isSettled(); });
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Does something once and waits until everything is shown.
inline Scene once(WindowProgram& program, const std::function<void()>& act)
{
    Scene scene;
    handleEvents(); // what still runs may be what is to be waited for
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    act();
    handleEvents(); // the request may start with the next turn of the loop
    if (spinUntil([&] { return program.window.isSettled(); }))
        scene.totalMs = since(clock);
    untilNothingFollows(program);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Does something to a table's rows and waits until they are replaced.
inline Scene untilShown(const WindowProgram& program, gui::DataTable& table, const std::function<void()>& act)
{
    Scene scene;
    rest(program);
    QSignalSpy replaced(table.columnModel(), &gui::ColumnModel::rowsReplaced);
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    act();
    if (spinUntil([&] { return replaced.count() > 0; }))
        scene.totalMs = since(clock);
    untilNothingFollows(program, 300);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Letter by letter, as fast as one types, with the completion that comes with it.
inline Scene typeFilter(WindowProgram& program, gui::FilterBar& filter, const QString& text)
{
    Scene scene;
    filter.setText(QString());
    filter.field()->setFocus();
    rest(program);
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    constexpr int kLetterMs = 60;
    qsizetype typed = 0;
    const auto typeLetter = [&](int) {
        if (typed < text.size())
            QTest::keyClick(filter.field(), text[typed++].toLatin1());
    };
    spinUntil([&] { return typed == text.size(); }, typeLetter, 120'000, kLetterMs);
    handleEvents();
    if (spinUntil([&] { return program.window.isSettled(); }))
        scene.totalMs = since(clock);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Opens a folder with one tensor, which the window chooses by itself; until its picture is there, be it a
/// preview.
inline Scene openLargeTensor(WindowProgram& program, const QString& folder)
{
    Scene scene;
    rest(program);
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    program.services.session.open(folder);
    spinUntil([&] { return program.window.showTab(QStringLiteral("heatmap")); });
    const bool isThere = spinUntil([&] {
        const auto* const view = program.find<gui::HeatmapView>("tensor-view");
        return view && view->plane();
    });
    scene.totalMs = isThere ? since(clock) : -1;
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// A hundred jumps through the values of the tensor on screen, each of them painted.
inline Scene jumpThroughGrid(WindowProgram& program)
{
    Scene scene;
    QTableView* view = nullptr;
    spinUntil([&] {
        const auto* const tab
            = program.window.dock("tensor-view")->findChild<QWidget*>(QStringLiteral("grid"));
        view = tab ? tab->findChild<QTableView*>() : nullptr;
        return view && view->model()->rowCount() > 0 && program.window.isSettled();
    });
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    for (int i = 1; i <= 100; ++i) {
        view->scrollTo(view->model()->index(
            i * (view->model()->rowCount() / 101), i * (view->model()->columnCount() / 101)));
        view->viewport()->repaint();
        handleEvents();
    }
    if (spinUntil([&] { return program.window.isSettled(); }))
        scene.totalMs = since(clock);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Two seconds of the wheel and of Page Down.
inline Scene scroll(gui::DataTable& table)
{
    Scene scene;
    QElapsedTimer clock;
    clock.start();
    LatencyProbe probe;
    spinUntil([&] { return clock.elapsed() > 2000; },
        [&](int number) { scrollBy(table, number % 3 == 0 ? 1009 : 3); });
    scene.totalMs = since(clock);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Cancels the opening of a folder once rows are there; until the window shows that it is over.
inline Scene cancelOpening(WindowProgram& program, const QString& path)
{
    Scene scene;
    auto* const table = program.find<gui::DataTable>("tensors");
    QElapsedTimer clock;
    clock.start();
    program.opening.open({path});
    spinUntil([&] { return table->model()->rowCount() > 0 || program.window.isSettled(); });
    scene.firstRowsMs = since(clock);
    LatencyProbe probe;
    clock.restart();
    program.services.tasks.cancelAll();
    if (spinUntil([&] { return program.services.session.isSettled(); }))
        scene.totalMs = since(clock);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Closes the window in the middle of opening a folder; until nothing runs any more.
inline double closeMidLoad(const QString& path)
{
    QElapsedTimer clock;
    {
        WindowProgram program;
        auto* const table = program.find<gui::DataTable>("tensors");
        program.opening.open({path});
        spinUntil([&] { return table->model()->rowCount() > 0 || program.window.isSettled(); });
        clock.start();
        program.window.close();
        if (!program.services.tasks.shutdown(60'000))
            return -1;
    }
    return since(clock);
}

} // namespace dumpscope::test
