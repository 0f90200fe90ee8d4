// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/said_layout.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 6> kAxes {"tp", "cp", "ep", "dp", "pp", "vpp"};

} // namespace

Result<SaidLayout> SaidLayout::parse(std::string_view text)
{
    constexpr std::int64_t kMost = 10'000; // ranks
    SaidLayout layout;
    layout.m_text = text;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t sign = std::min(one.find('='), one.size());
        const std::string axis(one.substr(0, sign));
        const auto size = parseInt(one.substr(std::min(sign + 1, one.size())));
        if (std::ranges::find(kAxes, axis) == kAxes.end() || !size || *size < 1 || *size > kMost
            || !layout.m_sizes.emplace(axis, *size).second)
            return fail(Code::Usage,
                phrase("--layout wants sizes of tp, cp, ep, dp, pp or vpp, each once, e.g. tp=2,pp=2, not "
                       "'%1'",
                    one));
    }
    return layout;
}

Result<void> SaidLayout::check(const std::vector<std::int64_t>& ranks) const
{
    if (ranks.empty())
        return fail(Code::Usage,
            phrase(
                "--layout %1 says how ranks share the work, and neither folders nor names of this dump tell "
                "its ranks",
                m_text));
    const std::int64_t all = count(ranks);
    const bool fits = ranks.front() >= 0 && ranks.back() < all
        && all % (size("tp") * size("cp") * size("dp") * size("pp")) == 0
        && all / size("pp") / size("tp") % size("ep") == 0;
    if (!fits)
        return fail(Code::Usage,
            phrase("--layout %1 is not one of %2 ranks, of which the last is %3: tp × cp × dp × pp must be "
                   "their number, and ep a divisor of what cp and dp make; say dp where some were not dumped",
                m_text, ranks.size(), ranks.back()));
    return {};
}

std::int64_t SaidLayout::stageOf(std::int64_t rank, const std::vector<std::int64_t>& ranks) const
{
    return rank / std::max<std::int64_t>(1, count(ranks) / size("pp"));
}

std::int64_t SaidLayout::count(const std::vector<std::int64_t>& ranks) const
{
    if (!m_sizes.contains("dp") || ranks.empty())
        return static_cast<std::int64_t>(ranks.size());
    const std::int64_t product = size("tp") * size("cp") * size("dp") * size("pp");
    return ranks.back() < product ? product : product * size("ep");
}

std::int64_t SaidLayout::size(std::string_view axis) const
{
    const auto at = m_sizes.find(axis);
    return at == m_sizes.end() ? 1 : at->second;
}

} // namespace dumpscope::core
