// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_folders.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Everything that is known of a folder but the time and the process it was made by.
auto placeOf(const FolderFacts& f)
{
    return std::tie(f.layout, f.deviceId, f.rank, f.model, f.modelId, f.graphId, f.step, f.module, f.opName,
        f.belongsToParent, f.operatorLevels, f.occurrence);
}

std::string_view folderAround(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// Length of the folders that all paths begin with, the `/` behind them included.
std::size_t commonFolders(const std::vector<std::string_view>& paths)
{
    std::string_view common = paths.front();
    for (const std::string_view path : paths) {
        while (!common.empty()
            && !(path.starts_with(common) && (path.size() == common.size() || path[common.size()] == '/')))
            common = folderAround(common);
    }
    return common.empty() ? 0 : common.size() + 1;
}

std::string withoutDigits(std::string text)
{
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
}

} // namespace

void RunFolders::add(
    std::uint32_t folder, std::string_view path, std::string_view absolute, const FolderFacts& facts)
{
    m_isPlain = facts.layout.empty();
    if (m_isPlain)
        m_plain.push_back({folder, std::string(path)});
    if (m_isPlain || !absolute.ends_with(path))
        return;
    const std::string_view root = rootOf(absolute, facts);
    const std::size_t above = absolute.size() - path.size(); // of the path that the opened folder has
    std::string relative;
    if (root.size() > above)
        relative = root.substr(above);
    m_folders.push_back({folder, std::move(relative), facts});
}

void RunFolders::addFile(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kArrays {".npy", ".npz", ".safetensors"};
    if (!m_isPlain
        || std::ranges::none_of(kArrays, [&](std::string_view ending) { return name.ends_with(ending); }))
        return;
    PlainFolder& folder = m_plain.back();
    ++folder.arrays;
    folder.names += std::hash<std::string_view>()(name); // in whatever order they come
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
    std::vector<Run> found = runsOfLayouts();
    std::ranges::move(plainRuns(), std::back_inserter(found));
    return found;
}

std::vector<RunFolders::Run> RunFolders::runsOfLayouts() const
{
    // What stands in two dumps is of two runs; ranks of one run may lie in folders of their own. Devices of
    // one training have time folders of their own.
    std::vector<const Folder*> placed;
    for (const Folder& folder : m_folders) {
        if (folder.facts.rank || folder.facts.deviceId || folder.facts.step)
            placed.push_back(&folder);
    }
    std::ranges::sort(placed, [](const Folder* a, const Folder* b) {
        return std::tuple(placeOf(a->facts), std::tie(a->root, a->facts.run))
            < std::tuple(placeOf(b->facts), std::tie(b->root, b->facts.run));
    });
    bool areRuns = false;
    std::set<std::string_view> rootsOfTimes; ///< that hold a place several times
    for (std::size_t i = 1; i < placed.size(); ++i) {
        const Folder &before = *placed[i - 1], &here = *placed[i];
        if (placeOf(before.facts) != placeOf(here.facts))
            continue;
        areRuns |= before.root != here.root;
        if (before.root == here.root && before.facts.run != here.facts.run)
            rootsOfTimes.insert(here.root);
    }
    std::vector<Run> found;
    if (!areRuns)
        return found;
    std::vector<std::string_view> roots;
    for (const Folder& folder : m_folders)
        roots.push_back(folder.root);
    const std::size_t common = commonFolders(roots);
    for (const Folder& folder : m_folders) {
        std::string path = folder.root.substr(std::min(common, folder.root.size()));
        if (!folder.facts.run.empty() && rootsOfTimes.contains(folder.root))
            path += (path.empty() ? "" : "/") + folder.facts.run;
        if (!path.empty())
            found.push_back({folder.folder, std::move(path)});
    }
    return found;
}

/// All folders beside one another have arrays of the same names. What differs in a number alone are steps,
/// layers or pieces of one dump, unless it is called a run.
std::vector<RunFolders::Run> RunFolders::plainRuns() const
{
    std::map<std::string_view, std::vector<const PlainFolder*>> beside; ///< by the folder around them
    for (const PlainFolder& folder : m_plain) {
        if (folder.arrays > 0 && !folder.path.empty())
            beside[folderAround(folder.path)].push_back(&folder);
    }
    std::vector<Run> found;
    for (const auto& [around, folders] : beside) {
        const PlainFolder& first = *folders.front();
        const bool haveSameNames = std::ranges::all_of(folders, [&](const PlainFolder* folder) {
            return folder->arrays == first.arrays && folder->names == first.names;
        });
        std::set<std::string> words;
        for (const PlainFolder* folder : folders)
            words.insert(withoutDigits(folder->path.substr(around.size())));
        const bool areNumbered = words.size() < folders.size()
            && std::ranges::none_of(
                words, [](const std::string& word) { return word.find("run") != std::string::npos; });
        if (folders.size() < 2 || !haveSameNames || areNumbered)
            continue;
        for (const PlainFolder* folder : folders) {
            std::string name = folder->path.substr(around.size());
            name.erase(0, name.find_first_not_of('/'));
            found.push_back({folder->folder, std::move(name)});
        }
    }
    return found;
}

} // namespace dumpscope::core
