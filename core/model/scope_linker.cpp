// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/index_linker.h"

#include <unordered_map>

namespace dumpscope::core {

namespace {

using ScopesOfNames = std::unordered_map<StringId, StringId>;

/// Path of the folder whose files tell about the files of this one.
std::string folderOfStacks(const IndexParts& parts, const FolderRow& folder)
{
    std::string path(parts.strings.text(folder.path));
    if (!folder.facts.belongsToParent)
        return path;
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

} // namespace

void applyScopes(IndexParts& parts, const std::vector<PlacedScopes>& placed)
{
    if (placed.empty())
        return;
    std::unordered_map<std::string, ScopesOfNames> byFolder;
    for (const PlacedScopes& one : placed) {
        ScopesOfNames& scopes = byFolder[folderOfStacks(parts, parts.folders[one.folder.value()])];
        for (const auto& [name, scope] : one.scopes) {
            // Only names that have rows matter.
            if (const StringId known = parts.strings.find(name); known.isValid())
                scopes.insert_or_assign(known, parts.strings.intern(scope));
        }
    }
    std::vector<const ScopesOfNames*> ofFolder(parts.folders.size(), nullptr);
    for (std::size_t i = 0; i < ofFolder.size(); ++i) {
        if (const auto found = byFolder.find(folderOfStacks(parts, parts.folders[i]));
            found != byFolder.end())
            ofFolder[i] = &found->second;
    }
    for (TensorRow& row : parts.tensors) {
        const ScopesOfNames* scopes = ofFolder[row.folder.value()];
        if (scopes == nullptr)
            continue;
        if (const auto found = scopes->find(row.opName); found != scopes->end())
            row.scope = found->second;
    }
}

} // namespace dumpscope::core
