// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/run_steps.h"

#include "capture/capture.h"

#include <algorithm>

namespace dumpscope::gui {

int RunSteps::named(std::string_view word)
{
    const auto found = std::ranges::find(core::kCaptureStates, word);
    const auto place = static_cast<int>(found - std::begin(core::kCaptureStates));
    return place < kCount ? place : -1;
}

int RunSteps::lastOfProgram() const
{
    int step = kExecuting;
    while (step > 0 && (*this)[step].beganMs < 0)
        --step;
    return step;
}

void RunSteps::passUntil(int step, qint64 ms)
{
    for (int i = 0; i < step; ++i) {
        Step& before = at(i);
        if (before.glyph == State::Fail)
            continue;
        if (before.beganMs >= 0) {
            before.glyph = State::Pass;
            if (before.tookMs < 0)
                before.tookMs = ms - before.beganMs;
        }
    }
}

bool RunSteps::enter(int step, qint64 ms)
{
    if (step < 0 || step == m_current)
        return false;
    passUntil(step, ms);
    at(step).glyph = State::Running;
    at(step).beganMs = ms;
    m_current = step;
    return true;
}

void RunSteps::breakOff(int step, State glyph, qint64 ms)
{
    passUntil(kOpening, ms);
    at(step).glyph = glyph;
}

void RunSteps::passLast(qint64 ms)
{
    Step& opening = at(kOpening);
    opening.glyph = State::Pass;
    if (opening.beganMs >= 0)
        opening.tookMs = ms - opening.beganMs;
}

} // namespace dumpscope::gui
