// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "program.h"

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
    template<typename T> [[nodiscard]] T* find(const char* panel) const
    {
        return window.dock(panel)->panel()->findChild<T*>();
    }
};

} // namespace dumpscope::test
