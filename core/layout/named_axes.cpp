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

/// Places of a rank on axes, by their names, and the sizes of these.
struct SaidPlace {
    std::map<std::string_view, std::int64_t> rank, size;
};

/// What each rank says of itself; files that contradict one another say nothing.
std::map<std::int64_t, SaidPlace> saidPlaces(const DumpIndex& index)
{
    constexpr std::string_view kPrefix = "sglang.";
    struct Said {
        std::string_view axis, name;
    };
    // The first of several names that is there: SGLang shares attention and experts otherwise than layers.
    constexpr std::array kSaid {Said {"tp", "tp"}, Said {"pp", "pp"}, Said {"cp", "cp"},
        Said {"cp", "attn_cp"}, Said {"dp", "dp"}, Said {"dp", "attn_dp"}, Said {"ep", "ep"},
        Said {"ep", "moe_ep"}};
    std::map<FileId, std::map<std::string, std::int64_t>> files;
    for (const FileProperty& property : index.properties()) {
        const auto number = property.key.starts_with(kPrefix) ? parseInt(property.value) : std::nullopt;
        if (number)
            files[property.file].emplace(property.key.substr(kPrefix.size()), *number);
    }
    std::map<std::int64_t, SaidPlace> places;
    for (const auto& [file, numbers] : files) {
        const auto world = numbers.find("world_rank");
        if (world == numbers.end())
            continue;
        SaidPlace& place = places[world->second];
        for (const auto& [axis, name] : kSaid) {
            const auto rank = numbers.find(std::string(name) + "_rank");
            const auto size = numbers.find(std::string(name) + "_size");
            if (rank == numbers.end() || size == numbers.end() || place.rank.contains(axis))
                continue;
            place.rank.emplace(axis, rank->second);
            place.size.emplace(axis, size->second);
        }
    }
    return places;
}

/// Whether ranks stand at every place of both axes: else one of them is a share of the other.
bool areAxesApart(
    const std::map<std::int64_t, SaidPlace>& places, std::string_view axis, std::string_view other)
{
    std::set<std::pair<std::int64_t, std::int64_t>> both;
    std::set<std::int64_t> own, theirs;
    for (const auto& [rank, place] : places) {
        if (!place.rank.contains(axis) || !place.rank.contains(other))
            return false;
        own.insert(place.rank.at(axis));
        theirs.insert(place.rank.at(other));
        both.emplace(place.rank.at(axis), place.rank.at(other));
    }
    return both.size() == own.size() * theirs.size();
}

/// Ranks that differ in this axis alone; empty where not all of a group were dumped.
std::vector<Ranks> groupsAsSaid(
    const std::map<std::int64_t, SaidPlace>& places, std::string_view axis, std::int64_t size)
{
    std::vector<std::string_view> others;
    for (const std::string_view other : {"tp", "pp", "cp", "dp", "ep"}) {
        if (other != axis && areAxesApart(places, axis, other))
            others.push_back(other);
    }
    std::map<std::vector<std::int64_t>, std::map<std::int64_t, std::int64_t>> byOthers;
    for (const auto& [rank, place] : places) {
        std::vector<std::int64_t> key;
        for (const std::string_view other : others)
            key.push_back(place.rank.at(other));
        if (!byOthers[key].emplace(place.rank.at(axis), rank).second)
            return {};
    }
    std::vector<Ranks> groups;
    for (const auto& [key, members] : byOthers) {
        if (static_cast<std::int64_t>(members.size()) != size)
            return {};
        Ranks& group = groups.emplace_back();
        for (const auto& [coordinate, rank] : members)
            group.push_back(rank);
    }
    return groups;
}

/// What SGLang's dumper records of every rank (docs/formats/llm-era.md 4.1).
void addByParallelInfo(const DumpIndex& index, RunLayout& layout)
{
    constexpr std::int64_t kMost = 1'000'000; ///< more is no number of ranks
    const auto places = saidPlaces(index);
    for (const std::string_view axis : {"tp", "pp", "cp", "dp", "ep"}) {
        std::set<std::int64_t> sizes;
        for (const auto& [rank, place] : places) {
            const auto size = place.size.find(axis);
            sizes.insert(size == place.size.end() ? 0 : size->second);
        }
        if (sizes.size() != 1 || *sizes.begin() <= 1 || *sizes.begin() >= kMost)
            continue;
        put({axis, static_cast<std::size_t>(*sizes.begin()), groupsAsSaid(places, axis, *sizes.begin()),
                {phrase("what the dumper recorded of the ranks says so: %1 is %2", axis, *sizes.begin())}},
            layout);
    }
}

} // namespace

void addNamedAxes(const DumpIndex& index, RunLayout& layout)
{
    addByFolders(index, layout);
    addByArguments(index, layout);
    addByParallelInfo(index, layout);
}

} // namespace dumpscope::core
