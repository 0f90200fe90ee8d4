// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_memory.h"

#include "compare/pairing/pairing_draft.h"

namespace dumpscope::core {

/// What a beginning depends on.
struct PairingMemory::Asked {
    ComparisonSide target, golden;
    decltype(PairingOptions::steps) steps, ranks;

    [[nodiscard]] bool isFor(const ComparisonSide& otherTarget, const ComparisonSide& otherGolden,
        const PairingOptions& options) const
    {
        return target.index == otherTarget.index && golden.index == otherGolden.index
            && target.only == otherTarget.only && golden.only == otherGolden.only && steps == options.steps
            && ranks == options.ranks;
    }
};

std::shared_ptr<const PlaceFeatures> PlaceMemory::features(
    const std::function<std::shared_ptr<const PlaceFeatures>()>& make)
{
    const std::lock_guard lock(m_mutex);
    if (!m_features)
        m_features = make();
    return m_features;
}

std::shared_ptr<const PlaceMemory::Families> PlaceMemory::families() const
{
    const std::lock_guard lock(m_mutex);
    return m_families;
}

void PlaceMemory::keep(Families families)
{
    if (families.empty())
        return;
    const std::lock_guard lock(m_mutex);
    families.insert(m_families->begin(), m_families->end());
    m_families = std::make_shared<const Families>(std::move(families));
}

std::shared_ptr<const OperatorLinks> PlaceMemory::links(const std::string& rule) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_links.find(rule);
    return found == m_links.end() ? nullptr : found->second;
}

void PlaceMemory::keep(const std::string& rule, std::shared_ptr<const OperatorLinks> links)
{
    constexpr std::size_t kMostRules = 4096, kMostLinks = 4'000'000;
    const std::lock_guard lock(m_mutex);
    if (m_links.size() >= kMostRules || m_linkCount + links->size() > kMostLinks) {
        m_links.clear();
        m_linkCount = 0;
    }
    const auto [at, isNew] = m_links.try_emplace(rule, links);
    if (isNew)
        m_linkCount += links->size();
}

PairingMemory::PairingMemory() = default;
PairingMemory::~PairingMemory() = default;

std::shared_ptr<const PairingMemory::Beginning> PairingMemory::beginning(const ComparisonSide& target,
    const ComparisonSide& golden, const PairingOptions& options, const std::function<Beginning()>& make)
{
    const std::lock_guard lock(m_mutex);
    if (!m_asked || !m_asked->isFor(target, golden, options)) {
        m_beginning = std::make_shared<const Beginning>(make());
        m_asked = std::make_unique<const Asked>(Asked {target, golden, options.steps, options.ranks});
    }
    return m_beginning;
}

} // namespace dumpscope::core
