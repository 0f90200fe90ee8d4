// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

class PairTable;

/// Where limits hold a pair to what the default ones (preset `precision`) do: only those allow for the noise
/// of the run and for known effects. Limits of what the default ones leave open change nothing about that;
/// they decide besides. Immutable; thread-safe.
class DefaultLimits {
public:
    /// Whether a pair can be held to them at all: a default rule is among the rules.
    [[nodiscard]] static bool areIn(const Limits& limits);

    /// `limits` compile for the table, which must outlive this.
    DefaultLimits(const Limits& limits, const PairTable& pairs);

    /// Whether every metric of the row with a number and a default limit is held to that.
    [[nodiscard]] bool areKept(std::size_t row) const;
    /// Whether no limit that stands in place of a default one is missed: what is wrong is so by default
    /// limits.
    [[nodiscard]] bool decide(std::size_t row) const;
    /// What limits say of metrics without a default one: Verdict::Pass where they say nothing.
    [[nodiscard]] CompiledLimits::Outcome besides(std::size_t row) const;

private:
    const PairTable& m_pairs;
    bool m_areAll = false;                              ///< the very same rules
    std::vector<std::pair<std::string, int>> m_metrics; ///< with default limits, and their columns
    std::optional<CompiledLimits> m_usual, m_own;
};

} // namespace dumpscope::core
