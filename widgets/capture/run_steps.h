// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QtGlobal>

#include <array>
#include <string_view>

namespace dumpscope::gui {

/// The states of contract `capture` up to "opening", as one run passes through them. Times are milliseconds
/// since the run began.
class RunSteps {
public:
    static constexpr int kCount = 7, kExecuting = 4, kOpening = kCount - 1;
    struct Step {
        State glyph = State::Unpaired;    ///< Unpaired: not reached
        qint64 beganMs = -1, tookMs = -1; ///< -1: not yet
    };

    /// -1: none of that name.
    [[nodiscard]] static int named(std::string_view word);

    [[nodiscard]] const Step& operator[](int step) const { return m_steps[static_cast<std::size_t>(step)]; }
    [[nodiscard]] auto begin() const { return m_steps.begin(); }
    [[nodiscard]] auto end() const { return m_steps.end(); }
    /// -1: none.
    [[nodiscard]] int current() const { return m_current; }
    /// The last one that began, up to executing.
    [[nodiscard]] int lastOfProgram() const;

    /// False: it was there already.
    bool enter(int step, qint64 ms);
    /// It is waited for without being a state of this run.
    void await(int step) { m_current = step; }
    /// The run ended in this step, otherwise than it should.
    void breakOff(int step, State glyph, qint64 ms);
    /// The dump is open.
    void passLast(qint64 ms);
    void leave() { m_current = -1; }

private:
    [[nodiscard]] Step& at(int step) { return m_steps[static_cast<std::size_t>(step)]; }
    void passUntil(int step, qint64 ms); ///< those before it that began are over

    std::array<Step, kCount> m_steps;
    int m_current = -1;
};

} // namespace dumpscope::gui
