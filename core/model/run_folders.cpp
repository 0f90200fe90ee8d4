// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_folders.h"

#include <algorithm>
#include <tuple>

namespace dumpscope::core {

void RunFolders::add(
    std::uint32_t folder, std::string_view path, std::string_view absolute, const FolderFacts& facts)
{
    if (facts.layout.empty() || !absolute.ends_with(path))
        return;
    const std::string_view root = rootOf(absolute, facts);
    const std::size_t above = absolute.size() - path.size(); // of the path that the opened folder has
    std::string relative;
    if (root.size() > above)
        relative = root.substr(above);
    m_folders.push_back({folder, std::move(relative), facts});
}

/// The part of the path that its layout does not need: without it the facts are the same.
std::string_view RunFolders::rootOf(std::string_view absolute, const FolderFacts& facts) const
{
    const auto isSameBehind = [&](std::size_t slash) {
        return slash < absolute.size() && m_formats.describeFolder(absolute.substr(slash)) == facts;
    };
    // Most folders are of the dump that the one before was of.
    if (!m_lastRoot.empty() && absolute.starts_with(m_lastRoot) && absolute[m_lastRoot.size()] == '/') {
        const std::size_t next = absolute.find('/', m_lastRoot.size() + 1);
        if (isSameBehind(m_lastRoot.size()) && (next == std::string_view::npos || !isSameBehind(next)))
            return absolute.substr(0, m_lastRoot.size());
    }
    std::size_t root = 0;
    for (std::size_t slash = absolute.find('/', 1); slash != std::string_view::npos && isSameBehind(slash);
         slash = absolute.find('/', slash + 1))
        root = slash;
    m_lastRoot = absolute.substr(0, root);
    return absolute.substr(0, root);
}

std::vector<RunFolders::Run> RunFolders::runs() const
{
    const auto hasPlace = [](const FolderFacts& facts) { return facts.rank || facts.deviceId || facts.step; };
    // What stands in two dumps is of two runs; ranks of one run may lie in folders of their own.
    std::vector<const Folder*> placed;
    for (const Folder& folder : m_folders) {
        if (hasPlace(folder.facts))
            placed.push_back(&folder);
    }
    const auto key = [](const Folder* folder) {
        const FolderFacts& f = folder->facts;
        return std::tie(f.layout, f.run, f.deviceId, f.rank, f.model, f.modelId, f.graphId, f.step, f.module,
            f.opName, f.belongsToParent, f.operatorLevels, f.occurrence, folder->root);
    };
    const auto isSamePlace = [](const Folder* a, const Folder* b) { return a->facts == b->facts; };
    std::ranges::sort(placed, {}, key);
    const bool areRuns = std::ranges::adjacent_find(placed, [&](const Folder* a, const Folder* b) {
        return isSamePlace(a, b) && a->root != b->root;
    }) != placed.end();
    std::vector<Run> found;
    if (!areRuns)
        return found;
    for (const Folder& folder : m_folders) {
        if (!folder.root.empty())
            found.push_back({folder.folder,
                folder.facts.run.empty() ? folder.root : folder.root + '/' + folder.facts.run});
    }
    return found;
}

} // namespace dumpscope::core
