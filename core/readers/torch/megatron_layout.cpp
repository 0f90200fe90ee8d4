// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <vector>

namespace dumpscope::core {

namespace {

/// `{iter_<n>|release}/mp_rank_<TT>[_<PPP>][_<EEE>]` of Megatron-LM (docs/formats/llm-era.md 7.1).
/// Where pipeline or experts are parallel too, the place in them is no rank of a process. A distributed
/// checkpoint (7.2) lies in the folder of its iteration.
class MegatronLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "megatron"; }
    int priority() const override { return 75; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        constexpr std::string_view kPart = "mp_rank_";
        constexpr std::size_t kMostNumbers = 3;
        if (components.size() < 2)
            return std::nullopt;
        if (!components.back().starts_with(kPart))
            return distributed(components.back());
        const std::string_view saved = components[components.size() - 2];
        FolderFacts facts;
        facts.step = pathNumberAfter(saved, "iter_");
        if (!facts.step && saved != "release")
            return std::nullopt;
        std::string_view parts = components.back().substr(kPart.size());
        facts.rank = pathNumber(parts);
        std::vector<std::int64_t> numbers;
        while (!parts.empty()) {
            const std::size_t end = std::min(parts.find('_'), parts.size());
            const auto number = pathNumber(parts.substr(0, end));
            if (numbers.size() == kMostNumbers || !number)
                return std::nullopt;
            numbers.push_back(*number);
            parts.remove_prefix(std::min(end + 1, parts.size()));
        }
        if (!numbers.empty())
            facts.tensorRank = numbers.front();
        // The second of two may be the rank of experts.
        if (numbers.size() == kMostNumbers)
            facts.stage = numbers[1];
        facts.model = components.back();
        return facts;
    }

private:
    /// `iter_<7 digits>` with the files of a distributed checkpoint.
    static std::optional<FolderFacts> distributed(std::string_view name)
    {
        constexpr std::string_view kIteration = "iter_";
        constexpr std::size_t kDigits = 7;
        FolderFacts facts;
        if (name.size() >= kIteration.size() + kDigits)
            facts.step = pathNumberAfter(name, kIteration);
        return facts.step ? std::optional(std::move(facts)) : std::nullopt;
    }
};

} // namespace

void register_megatron_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MegatronLayout>());
}

} // namespace dumpscope::core
