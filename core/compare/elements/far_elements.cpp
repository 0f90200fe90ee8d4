// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/far_elements.h"

#include "compare/elements/element_region.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// Distance to the next largest difference; rounding of one tensor spreads less around its largest error.
constexpr double kFarOff = 1e3;
/// The same of relative errors, which large elements share with small ones.
constexpr double kFarShare = 10;

} // namespace

void FarElements::add(std::uint64_t index, double target, double golden)
{
    ++m_count;
    const double off = std::fabs(target - golden);
    const auto place = std::upper_bound(m_worst.begin(), m_worst.end(), off,
        [](double wanted, const Kept& kept) { return wanted > kept.off; });
    Kept out {{index, off, 0}, golden};
    if (m_worst.size() <= kMost || place != m_worst.end()) {
        out.relative = off / std::min(std::fabs(target), std::fabs(golden));
        m_worst.insert(place, out);
        if (m_worst.size() <= kMost + 1)
            return;
        out = m_worst.back();
        m_worst.pop_back();
    }
    m_restError += out.off * out.off;
    m_restGolden += out.golden * out.golden;
}

std::vector<FarElements::Element> FarElements::found() const
{
    for (std::size_t many = std::min(kMost, m_worst.size()); many > 0; --many) {
        if (m_count < many + kFewestOfRule || m_worst.size() <= many
            || !(m_worst[many - 1].off > kFarOff * m_worst[many].off))
            continue;
        double error = m_restError, golden = m_restGolden;
        for (std::size_t i = many; i < m_worst.size(); ++i) {
            error += m_worst[i].off * m_worst[i].off;
            golden += m_worst[i].golden * m_worst[i].golden;
        }
        const bool isSmallShare = std::any_of(
            m_worst.begin(), m_worst.begin() + static_cast<std::ptrdiff_t>(many), [&](const Kept& kept) {
                return golden > 0 && !(kept.relative > kFarShare * std::sqrt(error / golden));
            });
        if (!isSmallShare)
            return {m_worst.begin(), m_worst.begin() + static_cast<std::ptrdiff_t>(many)};
    }
    return {};
}

double FarElements::restMost() const
{
    const std::size_t many = found().size();
    return many < m_worst.size() ? m_worst[many].off : 0;
}

} // namespace dumpscope::core
