// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/posix_file.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What a program prints: all of it into a file, a bounded part as lines to be shown, and the last line of
/// a failure. Memory is bounded for any input. Not thread-safe.
class ProgramLog {
public:
    static constexpr std::size_t kLongestLine = 4096; ///< bytes; longer ones are truncated
    static constexpr std::size_t kLinesAtOnce = 256;  ///< kept between two calls of `take`: the newest ones

    /// Appends to `path`; empty: no file.
    [[nodiscard]] Result<void> open(const std::string& path);
    void add(std::string_view bytes);
    void end(); ///< what has no end of line yet counts as a line

    struct Lines {
        std::vector<std::string> lines;
        std::uint64_t leftOut = 0; ///< lines before them
    };
    [[nodiscard]] Lines take();

    [[nodiscard]] const std::string& lastError() const { return m_lastError; }
    [[nodiscard]] std::uint64_t lines() const { return m_lines; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    /// The file could no longer be written (no space); the rest is only counted.
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    void endLine();
    void look(std::string_view line);

    UniqueFd m_file;
    std::string m_line;
    bool m_isLong = false, m_inTraceback = false, m_isCut = false;
    std::vector<std::string> m_ring; ///< newest lines, oldest at m_ringStart
    std::size_t m_ringStart = 0;
    std::uint64_t m_leftOut = 0, m_lines = 0, m_bytes = 0;
    std::string m_lastError;
};

} // namespace dumpscope::core
