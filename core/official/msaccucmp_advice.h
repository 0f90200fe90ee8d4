// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The advice of msaccucmp on a finished table (docs/formats/comparison.md 5.1); takes its rows in order.
/// Type and index are those of the tool, the sentences only where its wording is known.
class MsaccucmpAdvice {
public:
    explicit MsaccucmpAdvice(const std::vector<std::string_view>& header);
    void add(const std::vector<std::string>& row);
    /// Content of advisor_summary.txt.
    [[nodiscard]] std::string text() const;

private:
    std::size_t m_overflow = 0, m_cosine = 0, m_type = 0; ///< columns, one past the end if there is none
    std::size_t m_columns = 0;
    std::optional<std::string> m_firstOverflow, m_firstInput, m_firstBad; ///< Index
    std::optional<double> m_last;                                         ///< last valid cosine
};

} // namespace dumpscope::core
