// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window_scenes.h"

#include <QFile>

/// What a user does with a comparison of many pairs, and how long it takes.
namespace dumpscope::test {

/// Statistics of `tensors` tensors, an input and an output of each operator; every 997th output is another
/// one where `isWrong`. What measuring a pair costs is small, so that the window is what is seen.
inline bool writeManyStatistics(const QString& folder, int tensors, bool isWrong)
{
    QFile table(folder + QStringLiteral("/statistic.csv"));
    if (!QDir().mkpath(folder) || !table.open(QIODevice::WriteOnly))
        return false;
    table.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                "Max Value,Min Value,Avg Value,L2Norm Value\n");
    for (int i = 0; i < tensors; ++i) {
        const int op = i / 2;
        const bool isOutput = i % 2 == 1;
        const double factor = isWrong && isOutput && op % 997 == 500 ? 1.5 : 1;
        const auto number = [&](double value) { return ',' + QByteArray::number(value * factor, 'g', 9); };
        table.write((op % 3 == 0 ? "Conv2D,Default/network/layer" : "MatMul,Default/network/layer")
            + QByteArray::number(op / 40) + "/op" + QByteArray::number(op) + ",0,7,"
            + QByteArray::number(1'700'000'000'000'000 + i) + (isOutput ? ",output,0" : ",input,0")
            + ",8192,float32,\"(32,64)\"" + number(op % 997 + 0.5) + number(-(op % 13)) + number(0.25)
            + number(1.5 + op % 7) + '\n');
    }
    return table.flush();
}

/// Opens both sides and uses the results while they arrive.
inline Scene compareAndUse(WindowProgram& program, const QString& target, const QString& golden)
{
    return openAndUse(program, {target, golden}, "results", QStringLiteral("verdict:fail"));
}

/// Until the comparison shows what was asked of it; what follows in other panels is waited for, not counted.
inline Scene edit(WindowProgram& program, const std::function<void()>& act)
{
    Scene scene;
    spinUntil([&] { return program.window.isSettled(); });
    const gui::ComparisonDocument* const document = program.services.comparisons.current();
    QElapsedTimer clock;
    LatencyProbe probe;
    clock.start();
    act();
    if (spinUntil([&] { return document->isOver() && !document->isJudging(); }))
        scene.totalMs = since(clock);
    untilNothingFollows(program);
    scene.waited = probe.waited();
    scene.computed = probe.computed();
    return scene;
}

/// Goes from failure to failure, key by key; times are those of the key that took longest, until all
/// panels show what it chose.
inline Scene walkThroughFailures(WindowProgram& program, int keys)
{
    Scene worst;
    for (int i = 0; i < keys; ++i) {
        const Scene scene = once(program, [&] { program.services.actions.trigger("go.next_failing"); });
        if (scene.totalMs < 0)
            return scene;
        worst.totalMs = std::max(worst.totalMs, scene.totalMs);
        for (const auto times : {&Scene::waited, &Scene::computed}) {
            (worst.*times).worst = std::max((worst.*times).worst, (scene.*times).worst);
            (worst.*times).permille = std::max((worst.*times).permille, (scene.*times).permille);
        }
    }
    return worst;
}

/// Limits that change every verdict there is.
inline Scene changeLimits(WindowProgram& program, bool isTight)
{
    const double most = isTight ? -1 : 1e300;
    core::Limits limits {"scene", {}};
    for (const char* metric : {"max_diff", "l2norm_diff_relative", "max_absolute_error"})
        limits.rules.push_back({metric, core::LimitRule::Op::LessEqual, most, core::Verdict::Fail, {}});
    return edit(
        program, [&] { program.services.comparisons.changeLimits(limits, QStringLiteral("limits")); });
}

/// A rule that says of every pair what names say, too.
inline Scene changeRules(WindowProgram& program)
{
    gui::PairingEdits edits = program.services.comparisons.current()->setup().edits;
    edits.rules.append(
        {QStringLiteral("Default/network/layer*/op*"), QStringLiteral("Default/network/layer$1/op$2"), {}});
    return edit(program, [&] { program.services.comparisons.changePairing(edits, QStringLiteral("rule")); });
}

/// Another operator of golden for one of the target.
inline Scene changePairing(WindowProgram& program)
{
    const gui::ComparisonDocument& document = *program.services.comparisons.current();
    gui::PairingEdits edits = document.setup().edits;
    edits.pair(document.targetOf(100).opName(), document.goldenOf(104).opName());
    return edit(program, [&] { program.services.comparisons.changePairing(edits, QStringLiteral("pair")); });
}

} // namespace dumpscope::test
