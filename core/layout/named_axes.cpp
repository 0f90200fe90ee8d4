// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/named_axes.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

using Ranks = RunLayout::Ranks;
using Number = std::optional<std::int64_t>;

/// Ranks that differ in one number of their folders' names and have the other in common. Empty where they are
/// not groups of one size.
std::vector<Ranks> groupsByName(const DumpIndex& index, Number FolderFacts::*own, Number FolderFacts::*other)
{
    std::map<Number, std::map<std::int64_t, std::set<std::int64_t>>> places; // other, own, ranks
    for (std::size_t i = 0; i < index.folderCount(); ++i) {
        const FolderFacts& facts = index.folder(FolderId(i)).facts;
        if (facts.rank && facts.*own)
            places[facts.*other][*(facts.*own)].insert(*facts.rank);
    }
    std::vector<Ranks> groups;
    for (const auto& [place, members] : places) {
        Ranks& group = groups.emplace_back();
        for (const auto& [number, ranks] : members) {
            if (ranks.size() != 1)
                return {}; // replicas, which the names do not tell apart
            group.push_back(*ranks.begin());
        }
        if (group.size() < 2 || group.size() != groups.front().size())
            return {};
    }
    return groups;
}

std::size_t countByName(const DumpIndex& index, Number FolderFacts::*own)
{
    std::set<std::int64_t> numbers;
    for (std::size_t i = 0; i < index.folderCount(); ++i) {
        if (const Number& number = index.folder(FolderId(i)).facts.*own)
            numbers.insert(*number);
    }
    return numbers.size();
}

void put(RunLayout::Axis axis, RunLayout& layout)
{
    const auto sorted = [](std::vector<Ranks> groups) {
        std::ranges::sort(groups);
        return groups;
    };
    const auto known = std::ranges::find_if(layout.axes, [&](const RunLayout::Axis& one) {
        return one.name == axis.name
            || (one.name.empty() && !axis.groups.empty() && sorted(one.groups) == sorted(axis.groups));
    });
    if (known == layout.axes.end()) {
        layout.axes.push_back(std::move(axis));
        return;
    }
    known->name = axis.name;
    std::ranges::move(axis.evidence, std::back_inserter(known->evidence));
}

void addByFolders(const DumpIndex& index, RunLayout& layout)
{
    struct Named {
        std::string_view axis;
        Number FolderFacts::*own;
        Number FolderFacts::*other;
    };
    for (const auto& [axis, own, other] : {Named {"tp", &FolderFacts::tensorRank, &FolderFacts::stage},
             Named {"pp", &FolderFacts::stage, &FolderFacts::tensorRank}}) {
        std::vector<Ranks> groups = groupsByName(index, own, other);
        const std::size_t size = groups.empty() && layout.ranks.empty() ? countByName(index, own)
            : groups.empty()                                            ? 0
                                                                        : groups.front().size();
        if (size > 1)
            put({axis, size, std::move(groups), {phrase("the names of the folders say so")}}, layout);
    }
}

/// Sizes that all files which say one agree in.
void addByArguments(const DumpIndex& index, RunLayout& layout)
{
    constexpr std::string_view kPrefix = "megatron.";
    constexpr std::int64_t kMost = 1'000'000; ///< more is no number of ranks
    struct Said {
        std::string_view axis, argument;
    };
    constexpr std::array kSaid {Said {"tp", "tensor_model_parallel_size"},
        Said {"pp", "pipeline_model_parallel_size"}, Said {"vpp", "virtual_pipeline_model_parallel_size"},
        Said {"ep", "expert_model_parallel_size"}};
    for (const auto& [axis, argument] : kSaid) {
        std::set<std::int64_t> sizes;
        for (const FileProperty& property : index.properties()) {
            const auto size = std::string_view(property.key).starts_with(kPrefix)
                    && property.key.substr(kPrefix.size()) == argument
                ? parseInt(property.value)
                : std::nullopt;
            if (size && *size > 0 && *size < kMost)
                sizes.insert(*size);
        }
        if (sizes.size() == 1 && *sizes.begin() > 1)
            put({axis, static_cast<std::size_t>(*sizes.begin()), {},
                    {phrase("the arguments in the checkpoint say so: %1 is %2", argument, *sizes.begin())}},
                layout);
    }
}

} // namespace

void addNamedAxes(const DumpIndex& index, RunLayout& layout)
{
    addByFolders(index, layout);
    addByArguments(index, layout);
}

} // namespace dumpscope::core
