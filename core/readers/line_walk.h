// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace dumpscope::core {

/// Lines of a text without their ends (`\n` or `\r\n`), with their numbers. Views point into the text.
class LineWalk {
public:
    explicit LineWalk(std::string_view text)
        : m_text(text)
    {
    }
    bool next(std::string_view& line)
    {
        if (m_position >= m_text.size())
            return false;
        m_start = m_position;
        line = take();
        return true;
    }
    /// Extends the line to the end of the line that contains byte `length` - 1, counted from its start.
    void extend(std::string_view& line, std::size_t length)
    {
        const std::size_t wanted = m_start + length;
        while (m_position < wanted && m_position < m_text.size())
            (void)take();
        line = m_text.substr(m_start, m_lineEnd - m_start);
    }
    /// At most `bytes` of the text from the start of the line.
    [[nodiscard]] std::string_view ahead(std::size_t bytes) const { return m_text.substr(m_start, bytes); }
    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] std::size_t start() const { return m_start; }
    [[nodiscard]] std::uint64_t number() const { return m_number; } ///< of the last line, from 1
    [[nodiscard]] bool ended() const { return m_ended; }            ///< the last line had a line end

private:
    std::string_view take()
    {
        ++m_number;
        const auto end = m_text.find('\n', m_position);
        m_ended = end != std::string_view::npos;
        m_lineEnd = m_ended ? end : m_text.size();
        std::string_view line = m_text.substr(m_position, m_lineEnd - m_position);
        m_position = m_ended ? end + 1 : m_text.size();
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    std::string_view m_text;
    std::size_t m_position = 0, m_start = 0, m_lineEnd = 0;
    std::uint64_t m_number = 0;
    bool m_ended = true;
};

} // namespace dumpscope::core
