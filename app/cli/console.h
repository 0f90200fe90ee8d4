// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace dumpscope::cli {

/// Standard output (the result) and standard error (problems). Not thread-safe.
class Console {
public:
    Console() = default;
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void write(std::string_view text);
    void writeLine(std::string_view text);
    /// Hands everything written so far to the operating system; false when nobody listens any more
    /// or the disk is full.
    bool flush();
    [[nodiscard]] bool failed() const { return m_failed; }

    /// `warning: <place>: <what> (<code>)`, contract §1.
    void problem(const core::Diagnostic& diagnostic);
    void error(const core::Error& error);
    void note(std::string_view text);

private:
    std::string m_buffer;
    bool m_failed = false;
};

/// Columns of the terminal, 0 when the output goes elsewhere.
[[nodiscard]] std::size_t terminalWidth();

} // namespace dumpscope::cli
