// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// How many ranks share the work along each axis, as the user says: "tp=2,pp=2". Ranks count along tp first,
/// then cp, ep, dp, and pp last (docs/formats/parallel.md 2.5), in whatever order the axes are said. An axis
/// that is not said has size 1, dp what is left. Where ep is said, dp may count the ranks of all experts or
/// those of one.
class SaidLayout {
public:
    /// `text`: axes tp, cp, ep, dp, pp and vpp, separated by commas. Errors: Code::Usage.
    [[nodiscard]] static Result<SaidLayout> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// Whether a run has these ranks, ascending; where dp is said, some need not be there. Errors:
    /// Code::Usage, also without ranks.
    [[nodiscard]] Result<void> check(const std::vector<std::int64_t>& ranks) const;
    /// Stage of the pipeline of a rank, in a run whose ranks passed the check.
    [[nodiscard]] std::int64_t stageOf(std::int64_t rank, const std::vector<std::int64_t>& ranks) const;

private:
    [[nodiscard]] std::int64_t size(std::string_view axis) const;
    [[nodiscard]] std::int64_t count(const std::vector<std::int64_t>& ranks) const;

    std::string m_text;
    std::map<std::string, std::int64_t, std::less<>> m_sizes; ///< of the axes that are said
};

} // namespace dumpscope::core
