// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stage_linker.h"

#include "base/text.h"
#include "model/checkpoint_folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::string_view kMegatronFolder = "mp_rank_";
constexpr std::int64_t kMostPlaces = 1'000'000; ///< layers, experts, stages: more is no number of these

/// A number behind a word in a name: `decoder.layers.3.mlp` is `decoder.`, 3, `.mlp`.
struct NumberInName {
    std::size_t begin = 0, end = 0; ///< of the digits
    std::int64_t number = 0;
};

std::optional<NumberInName> numberBehind(std::string_view name, std::string_view word)
{
    for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
        NumberInName found;
        found.begin = at + word.size();
        found.end = std::min(name.find_first_not_of("0123456789", found.begin), name.size());
        const auto number = parseInt(name.substr(found.begin, found.end - found.begin));
        if ((at == 0 || name[at - 1] == '.') && number && *number < kMostPlaces)
            return NumberInName {found.begin, found.end, *number};
    }
    return std::nullopt;
}

/// Layers that predict further tokens are in the last stage alone, and keep their numbers.
std::optional<NumberInName> layerIn(std::string_view name)
{
    const auto found = numberBehind(name, "layers.");
    return found && name.substr(0, found->begin).find("mtp.") == std::string_view::npos ? found
                                                                                        : std::nullopt;
}

/// Of experts one by one, or of those of a rank whose products are computed at once.
std::optional<NumberInName> expertIn(std::string_view name)
{
    if (const auto one = numberBehind(name, "local_experts."))
        return one;
    for (const std::string_view grouped : {"experts.linear_fc1.weight", "experts.linear_fc1.bias",
             "experts.linear_fc2.weight", "experts.linear_fc2.bias"}) {
        if (const auto one = numberBehind(name, grouped); one && one->end == name.size())
            return one;
    }
    return std::nullopt;
}

/// `model<k>.` of virtual stage k at the beginning of a name.
std::optional<NumberInName> virtualStageIn(std::string_view name)
{
    constexpr std::string_view kModel = "model";
    if (!name.starts_with(kModel))
        return std::nullopt;
    NumberInName found {kModel.size(), std::min(name.find('.'), name.size()), 0};
    const auto number = parseInt(name.substr(found.begin, found.end - found.begin));
    if (!number || !isDigits(name.substr(found.begin, found.end - found.begin)) || *number >= kMostPlaces)
        return std::nullopt;
    found.number = *number;
    return found;
}

/// Part of a model in the order of its layers: those of the second virtual stage come after all of the first.
struct Chunk {
    std::int64_t virtualStage = 0, stage = 0;
    auto operator<=>(const Chunk&) const = default;
};

/// A weight of one folder, its name without that of its virtual stage.
struct Weight {
    std::uint32_t row = 0;
    std::string name;
    Chunk chunk;
    std::int64_t expertRank = 0;
};

/// All folders of one checkpoint.
class Checkpoint {
public:
    void add(FolderId id, const MegatronFolder& folder) { m_folders.emplace(id, folder); }
    void setStages(std::int64_t count) { m_stageCount = std::max(count, m_stageCount.value_or(0)); }

    void run(IndexParts& parts)
    {
        collect(parts);
        const bool hasChunks
            = std::ranges::any_of(m_weights, [](const Weight& weight) { return weight.chunk != Chunk {}; });
        const bool hasExpertRanks
            = std::ranges::any_of(m_weights, [](const Weight& weight) { return weight.expertRank > 0; });
        if (!hasChunks && !hasExpertRanks)
            return;
        for (const Weight& weight : m_weights)
            count(weight);
        for (const Weight& weight : m_weights)
            rename(parts, weight);
    }

private:
    void collect(IndexParts& parts)
    {
        std::map<FolderId, std::array<bool, 2>> ends; ///< has the first module, the last one
        for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
            const TensorRow& row = parts.tensors[i];
            if (row.io != Io::Parameter || !m_folders.contains(row.folder))
                continue;
            Weight weight {i, std::string(parts.strings.text(row.opName)), {}, 0};
            if (const auto part = virtualStageIn(weight.name)) {
                weight.chunk.virtualStage = part->number;
                weight.name.erase(0, std::min(part->end + 1, weight.name.size()));
            }
            auto& [first, last] = ends[row.folder];
            first = first || weight.name.find("word_embeddings") != std::string::npos;
            last = last || weight.name.find("final_") != std::string::npos;
            if (weight.name.find("final_") != std::string::npos)
                m_lastVirtualStage = weight.chunk.virtualStage;
            m_weights.push_back(std::move(weight));
        }
        // Two numbers are tensor rank and stage, or tensor rank and expert rank: those have the whole model.
        const bool isWhole = m_stageCount
            ? *m_stageCount == 1
            : std::ranges::all_of(ends, [](const auto& one) { return one.second[0] && one.second[1]; });
        for (const auto& [id, folder] : m_folders) {
            const bool isExpert = folder.second && !folder.third && isWhole;
            m_stages.insert(isExpert ? 0 : folder.second.value_or(0));
            m_expertRanks.insert(isExpert ? *folder.second : folder.third.value_or(0));
            if (ends[id][1] && !isExpert)
                m_lastStage = folder.second.value_or(0);
        }
        for (Weight& weight : m_weights) {
            const MegatronFolder& folder = m_folders.at(parts.tensors[weight.row].folder);
            const bool isExpert = folder.second && !folder.third && isWhole;
            weight.chunk.stage = isExpert ? 0 : folder.second.value_or(0);
            weight.expertRank = isExpert ? *folder.second : folder.third.value_or(0);
            m_virtualStages = std::max(m_virtualStages, weight.chunk.virtualStage + 1);
        }
    }

    void count(const Weight& weight)
    {
        if (const auto layer = layerIn(weight.name)) {
            std::int64_t& layers = m_layers[{weight.name.substr(0, layer->begin), weight.chunk}];
            layers = std::max(layers, layer->number + 1);
        }
        if (const auto expert = expertIn(weight.name)) {
            std::int64_t& experts = m_experts[weight.expertRank];
            experts = std::max(experts, expert->number + 1);
        }
    }

    /// Layers of the chunks before one; nothing where folders of these are missing.
    [[nodiscard]] std::optional<std::int64_t> layersBefore(const std::string& stack, const Chunk& chunk) const
    {
        const std::int64_t stages = std::max(m_stageCount.value_or(0), *m_stages.rbegin() + 1);
        if (chunk.virtualStage > 0 && !m_stageCount
            && (m_lastStage != stages - 1 || m_lastVirtualStage != m_virtualStages - 1))
            return std::nullopt; // stages may be missing behind the last one
        for (std::int64_t stage = 0; stage < (chunk.virtualStage > 0 ? stages : chunk.stage); ++stage) {
            if (!m_stages.contains(stage))
                return std::nullopt;
        }
        std::int64_t before = 0;
        for (auto other = m_layers.lower_bound({stack, Chunk {}});
             other != m_layers.end() && other->first < std::pair(stack, chunk); ++other)
            before += other->second;
        return before;
    }

    [[nodiscard]] std::optional<std::int64_t> expertsBefore(std::int64_t rank) const
    {
        std::int64_t before = 0;
        for (std::int64_t other = 0; other < rank; ++other) {
            const auto found = m_experts.find(other);
            if (found == m_experts.end())
                return std::nullopt;
            before += found->second;
        }
        return before;
    }

    void rename(IndexParts& parts, const Weight& weight) const
    {
        std::string name = weight.name;
        if (const auto expert = expertIn(name); expert && weight.expertRank > 0) {
            const auto before = expertsBefore(weight.expertRank);
            if (before)
                name.replace(
                    expert->begin, expert->end - expert->begin, std::to_string(expert->number + *before));
            else
                name = fmt::format("ep{}:{}", weight.expertRank, name);
        } else if (weight.expertRank > 0 && name.find(".experts.") != std::string::npos) {
            name = fmt::format("ep{}:{}", weight.expertRank, name); // numbered otherwise
        }
        if (const auto layer = layerIn(name)) {
            const auto before
                = layersBefore(weight.name.substr(0, layerIn(weight.name)->begin), weight.chunk);
            if (before)
                name.replace(
                    layer->begin, layer->end - layer->begin, std::to_string(layer->number + *before));
            else if (weight.chunk.virtualStage > 0)
                name = fmt::format("pp{}:vpp{}:{}", weight.chunk.stage, weight.chunk.virtualStage, name);
            else
                name = fmt::format("pp{}:{}", weight.chunk.stage, name);
        }
        parts.tensors[weight.row].opName = parts.strings.intern(name);
    }

    std::map<FolderId, MegatronFolder> m_folders;
    std::vector<Weight> m_weights;
    std::set<std::int64_t> m_stages, m_expertRanks;
    std::optional<std::int64_t> m_stageCount; ///< as the files say
    std::int64_t m_virtualStages = 1;
    std::int64_t m_lastStage = -1, m_lastVirtualStage = -1; ///< that with the last module of the model
    std::map<std::pair<std::string, Chunk>, std::int64_t> m_layers; ///< by name of the stack
    std::map<std::int64_t, std::int64_t> m_experts;                 ///< by expert rank
};

} // namespace

std::optional<MegatronFolder> megatronFolder(std::string_view name)
{
    if (!name.starts_with(kMegatronFolder))
        return std::nullopt;
    constexpr std::size_t kMostParts = 3;
    std::vector<std::int64_t> numbers;
    for (std::string_view rest = name.substr(kMegatronFolder.size()); !rest.empty();) {
        const std::size_t end = std::min(rest.find('_'), rest.size());
        const auto number = parseInt(rest.substr(0, end));
        if (!isDigits(rest.substr(0, end)) || !number || *number >= kMostPlaces
            || numbers.size() == kMostParts)
            return std::nullopt;
        numbers.push_back(*number);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (numbers.empty())
        return std::nullopt;
    MegatronFolder folder {numbers.front(), {}, {}};
    if (numbers.size() > 1)
        folder.second = numbers[1];
    if (numbers.size() > 2)
        folder.third = numbers[2];
    return folder;
}

void numberStages(IndexParts& parts, const std::vector<FileProperty>& properties)
{
    std::map<std::pair<std::string, std::optional<std::int64_t>>, Checkpoint>
        checkpoints; ///< by folder above, step
    std::map<FolderId, std::int64_t> stages;
    for (const FileProperty& property : properties) {
        const auto count = property.key == "megatron.pipeline_model_parallel_size" ? parseInt(property.value)
                                                                                   : std::nullopt;
        if (count && *count > 0 && *count < kMostPlaces)
            stages.emplace(parts.files[property.file.value()].folder, *count);
    }
    for (std::uint32_t i = 0; i < parts.folders.size(); ++i) {
        const FolderRow& row = parts.folders[i];
        const auto folder = megatronFolder(row.facts.model);
        if (!folder)
            continue;
        const std::string_view path = parts.strings.text(row.path);
        const std::size_t slash = path.rfind('/');
        Checkpoint& checkpoint = checkpoints[{
            std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash)), row.facts.step}];
        checkpoint.add(FolderId(i), *folder);
        if (const auto count = stages.find(FolderId(i)); count != stages.end())
            checkpoint.setStages(count->second);
    }
    for (auto& [place, checkpoint] : checkpoints)
        checkpoint.run(parts);
    reportMissingFolders(parts, properties);
}

} // namespace dumpscope::core
