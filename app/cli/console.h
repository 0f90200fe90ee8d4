// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/error.h"

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::cli {

/// Standard output or a file (the result) and standard error (problems). Not thread-safe.
class Console {
public:
    using Sink = std::function<void(std::string_view)>;

    Console() = default;
    /// The result goes there, and is flushed at the end of this object.
    explicit Console(Sink sink)
        : m_sink(std::move(sink))
    {
    }
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void write(std::string_view text);
    void writeLine(std::string_view text);
    /// Hands everything written so far to the operating system; false when nobody listens any more
    /// or the disk is full.
    bool flush();
    [[nodiscard]] bool failed() const { return m_failed; }
    /// It failed, and not because a reader went away that had seen what it wanted.
    [[nodiscard]] bool isIncomplete() const { return m_incomplete; }
    /// Columns there are for tables; 0: as many as they like.
    [[nodiscard]] std::size_t width() const;

    /// `warning: <place>: <what> (<code>)`, docs/contract.md 1.
    void problem(const core::Diagnostic& diagnostic);
    /// With what to try: `advice`, or that of the code where it is empty.
    void error(const core::Error& error, std::string_view advice = {});
    /// Lines of our own; names in them may be anything. `overProgress`: where a bar of progress stands.
    void note(std::string_view text, bool overProgress = false);

private:
    Sink m_sink;
    std::string m_buffer;
    bool m_failed = false, m_incomplete = false;
};

/// Columns of the terminal, 0 when the output goes elsewhere.
[[nodiscard]] std::size_t terminalWidth();

} // namespace dumpscope::cli
