// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Problems of one IR file: the first ones in full, the rest as a number.
class IrProblems {
public:
    void add(Severity severity, Code code, Message message, std::optional<std::uint64_t> row = {})
    {
        if (++m_count <= kKept)
            m_kept.push_back({severity, code, Place {.row = row}, std::move(message)});
    }
    void unexplained(std::uint64_t row)
    {
        ++m_unexplained;
        add(Severity::Warning, Code::BadSyntax, phrase("the line is not understood"), row);
    }
    void unclosed(std::uint64_t row)
    {
        ++m_unexplained;
        add(Severity::Warning, Code::BadSyntax, phrase("a bracket of the line is never closed"), row);
    }
    [[nodiscard]] std::uint64_t unexplainedLines() const { return m_unexplained; }
    [[nodiscard]] std::vector<Diagnostic> take()
    {
        if (m_count > kKept)
            m_kept.push_back(
                {Severity::Warning, Code::Limit, {}, phrase("%1 more problems", m_count - kKept)});
        return std::move(m_kept);
    }

private:
    static constexpr std::size_t kKept = 100;
    std::vector<Diagnostic> m_kept;
    std::uint64_t m_count = 0, m_unexplained = 0;
};

} // namespace dumpscope::core
