// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// `<date>-rank<R>-<id>` of msprobe's monitor, version 1 (docs/formats/llm-era.md 8.1):
/// `[\w-]{0,20}-rank(\d{1,5})-`.
class MonitorLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "monitor"; }
    int priority() const override { return 65; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        constexpr std::string_view kRank = "-rank";
        constexpr std::size_t kMostDate = 20, kMostDigits = 5;
        if (components.empty())
            return std::nullopt;
        const std::string_view name = components.back();
        const std::size_t at = name.find(kRank);
        if (at > kMostDate)
            return std::nullopt;
        const bool isDate = std::ranges::all_of(name.substr(0, at), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-';
        });
        const std::string_view rest = name.substr(at + kRank.size());
        const std::size_t end = rest.find('-');
        if (!isDate || end == std::string_view::npos || end > kMostDigits)
            return std::nullopt;
        FolderFacts facts;
        facts.rank = pathNumber(rest.substr(0, end));
        if (!facts.rank)
            return std::nullopt;
        facts.layout = id();
        return facts;
    }
};

} // namespace

void register_monitor_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MonitorLayout>());
}

} // namespace dumpscope::core
