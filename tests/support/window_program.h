// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "program.h"

#include <QTest>

namespace dumpscope::test {

/// The program in this process, without files of its own unless told.
class WindowProgram : public gui::Program {
public:
    explicit WindowProgram(const gui::Program::Files& files = {})
        : gui::Program(files)
    {
        window.resize(1600, 1000);
        window.show();
    }
    /// With these opened, and nothing left to read, compute or draw.
    explicit WindowProgram(const QStringList& paths)
        : WindowProgram()
    {
        opening.open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled() && !services.session.roots().isEmpty(), 60'000);
    }
    template<typename T> [[nodiscard]] T* find(const char* panel) const
    {
        return window.dock(panel)->panel()->findChild<T*>();
    }
};

/// Waits until nothing is being read, computed or drawn.
inline void settle(const WindowProgram& program)
{
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), 60'000);
}

} // namespace dumpscope::test
