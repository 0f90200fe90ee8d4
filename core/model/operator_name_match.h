// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// How a dumped name matches a name of a graph or of an execution order; the strongest rule wins.
enum class NameRule : std::uint8_t {
    None,
    Exact,
    Sanitised,      ///< equal once separators are replaced
    ShortName,      ///< equal to the part after the last separator (file names up to MindSpore 2.2)
    OperatorNumber, ///< equal except for `-op<N>`, in order of the numbers
                    ///< (docs/formats/mindspore-dump.md 3.2)
    ExecutionOrder, ///< the same position in the execution order
    OriginalName,   ///< one of the operators a fused node was made of
};
/// Stable word for outputs: "exact", "operator-number"; empty for None.
[[nodiscard]] std::string_view nameRuleWord(NameRule rule);

struct NameMatch {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    std::uint32_t index = kNone; ///< into the known names
    NameRule rule = NameRule::None;
    std::vector<std::uint32_t> candidates; ///< several names that match equally well
    std::uint32_t samePath = kNone;        ///< a known name that differs in its operator number only
};

/// Finds dumped names among the full names of a graph or an execution order. Immutable; thread-safe. The
/// known names must outlive it.
class OperatorNameMatcher {
public:
    explicit OperatorNameMatcher(std::vector<std::string_view> known);
    /// One result for each of the dumped names, which must be distinct: numbers are assigned in order.
    [[nodiscard]] std::vector<NameMatch> match(std::span<const std::string_view> dumped) const;

private:
    using Places = std::vector<std::uint32_t>;

    [[nodiscard]] NameMatch matchOne(std::string_view name) const;

    std::vector<std::string_view> m_known;
    std::unordered_map<std::string_view, std::uint32_t> m_exact;
    std::unordered_map<std::string, Places> m_sanitised;
    std::unordered_map<std::string_view, Places> m_short;
    std::unordered_map<std::string, Places> m_stems; ///< sanitised, without number; in order of the numbers
};

} // namespace dumpscope::core
