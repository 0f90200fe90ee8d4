// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/checkpoint_folders.h"

#include "base/text.h"
#include "model/stage_linker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

/// Sizes of parallelism: of tensors, stages of the pipeline, experts.
using Sizes = std::array<std::optional<std::int64_t>, 3>;
constexpr std::array<std::string_view, 3> kSizeKeys {"megatron.tensor_model_parallel_size",
    "megatron.pipeline_model_parallel_size", "megatron.expert_model_parallel_size"};
constexpr std::int64_t kMostFolders = 100'000;

/// One checkpoint: the folders of ranks that it has.
struct SavedFolders {
    std::set<std::string, std::less<>> names;
    Sizes sizes;
};

/// By folder above and iteration.
using SavedCheckpoints = std::map<std::pair<std::string, std::optional<std::int64_t>>, SavedFolders>;

void addFolder(SavedCheckpoints& checkpoints, const FolderRow& folder, std::string_view path,
    const std::map<FolderId, Sizes>& sizes, FolderId id)
{
    if (path.empty() || !megatronFolder(folder.facts.model))
        return;
    const std::size_t slash = path.rfind('/');
    SavedFolders& saved = checkpoints[{
        std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash)), folder.facts.step}];
    saved.names.insert(folder.facts.model);
    if (const auto said = sizes.find(id); said != sizes.end()) {
        for (std::size_t i = 0; i < saved.sizes.size(); ++i)
            saved.sizes[i] = std::max(saved.sizes[i], said->second[i]);
    }
}

template<typename FolderOf>
std::map<FolderId, Sizes> sizesByFolder(const std::vector<FileProperty>& properties, const FolderOf& folderOf)
{
    std::map<FolderId, Sizes> sizes;
    for (const FileProperty& property : properties) {
        const auto key = std::ranges::find(kSizeKeys, property.key);
        const auto size = key == kSizeKeys.end() ? std::nullopt : parseInt(property.value);
        if (size && *size > 0 && *size <= kMostFolders)
            sizes[folderOf(property.file)][static_cast<std::size_t>(key - kSizeKeys.begin())] = size;
    }
    return sizes;
}

/// `mp_rank_<TT>[_<PPP>][_<EEE>]` of all ranks.
std::vector<std::string> expectedFolders(std::int64_t tensorRanks, std::int64_t stages, std::int64_t experts)
{
    std::vector<std::string> names;
    for (std::int64_t rank = 0; rank < tensorRanks; ++rank) {
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            for (std::int64_t expert = 0; expert < experts; ++expert) {
                names.push_back(fmt::format("mp_rank_{:02}", rank));
                if (stages > 1)
                    names.back() += fmt::format("_{:03}", stage);
                if (experts > 1)
                    names.back() += fmt::format("_{:03}", expert);
            }
        }
    }
    return names;
}

/// Empty: none is missing, or the files do not say how many there are.
Message missingOf(const SavedFolders& saved)
{
    constexpr std::size_t kMostNamed = 8;
    const auto& [tensorRanks, stages, experts] = saved.sizes;
    if (!tensorRanks || !stages)
        return {};
    const std::int64_t expertRanks = experts.value_or(1);
    if (*tensorRanks * *stages > kMostFolders || *tensorRanks * *stages * expertRanks > kMostFolders)
        return {};
    const std::vector<std::string> all = expectedFolders(*tensorRanks, *stages, expertRanks);
    std::vector<std::string_view> missing;
    for (const std::string& name : all) {
        if (!saved.names.contains(name))
            missing.push_back(name);
    }
    // Folders that none expects are named by another rule.
    if (missing.empty() || missing.size() + saved.names.size() != all.size())
        return {};
    const std::size_t count = missing.size();
    missing.resize(std::min(count, kMostNamed));
    return phrase("of %1 folders of a checkpoint these are missing, by the sizes that its files say: %2",
        all.size(), fmt::format("{}{}", fmt::join(missing, ", "), count > kMostNamed ? ", ..." : ""));
}

} // namespace

std::vector<Message> missingCheckpointFolders(const DumpIndex& index)
{
    std::vector<Message> sentences;
    const auto sizes
        = sizesByFolder(index.properties(), [&](FileId file) { return index.file(file).folder; });
    if (sizes.empty())
        return sentences;
    SavedCheckpoints checkpoints;
    for (std::uint32_t i = 0; i < index.folderCount(); ++i) {
        const FolderRow& folder = index.folder(FolderId(i));
        addFolder(checkpoints, folder, index.text(folder.path), sizes, FolderId(i));
    }
    for (const auto& [place, saved] : checkpoints) {
        if (Message missing = missingOf(saved); !missing.empty())
            sentences.push_back(std::move(missing));
    }
    return sentences;
}

void reportMissingFolders(IndexParts& parts, const std::vector<FileProperty>& properties)
{
    const auto sizes
        = sizesByFolder(properties, [&](FileId file) { return parts.files[file.value()].folder; });
    SavedCheckpoints checkpoints;
    for (std::uint32_t i = 0; !sizes.empty() && i < parts.folders.size(); ++i)
        addFolder(
            checkpoints, parts.folders[i], parts.strings.text(parts.folders[i].path), sizes, FolderId(i));
    for (const auto& [place, saved] : checkpoints) {
        if (Message missing = missingOf(saved); !missing.empty())
            parts.problems.push_back(
                {Severity::Warning, Code::NotFound, {.file = place.first}, std::move(missing)});
    }
}

} // namespace dumpscope::core
