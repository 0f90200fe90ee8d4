// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/folder_remarks.h"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

/// A folder of one call of a module.
struct ModuleCall {
    std::string module;
    std::uint32_t call = 0, position = 0;
};
using CallsByFolder = std::unordered_map<std::string, ModuleCall>; ///< by path

/// `m_2` is the third call of `m` only where both are listed: modules may be called so themselves.
ModuleCall callOf(const std::string& folder, std::uint32_t position, const std::set<std::string>& listed)
{
    ModuleCall result {folder, 0, position};
    const std::size_t underscore = folder.rfind('_');
    if (underscore == std::string::npos || !isDigits(std::string_view(folder).substr(underscore + 1)))
        return result;
    const auto number = parseUnsigned(std::string_view(folder).substr(underscore + 1));
    std::string module = folder.substr(0, underscore);
    if (!number || *number >= std::numeric_limits<std::uint32_t>::max() || !listed.contains(module))
        return result;
    result.module = std::move(module);
    result.call = static_cast<std::uint32_t>(*number);
    return result;
}

std::string folderOf(const IndexParts& parts, FileId file)
{
    return std::string(parts.strings.text(parts.folders[parts.files[file.value()].folder.value()].path));
}

CallsByFolder callsByFolder(const IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    CallsByFolder calls;
    for (const FolderRemarks& one : remarks) {
        if (one.moduleCalls.empty())
            continue;
        const std::string folder = folderOf(parts, one.file);
        const std::set<std::string> listed(one.moduleCalls.begin(), one.moduleCalls.end());
        for (std::uint32_t i = 0; i < one.moduleCalls.size(); ++i) {
            const std::string& name = one.moduleCalls[i];
            calls.try_emplace(
                folder.empty() ? name : fmt::format("{}/{}", folder, name), callOf(name, i, listed));
        }
    }
    return calls;
}

/// Classes of modules, by path of the folder of the file that lists them.
using TypesByFolder = std::unordered_map<std::string, std::unordered_map<std::string_view, StringId>>;

TypesByFolder typesByFolder(IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    TypesByFolder types;
    for (const FolderRemarks& one : remarks) {
        for (const auto& [module, type] : one.moduleTypes)
            types[folderOf(parts, one.file)].try_emplace(module, parts.strings.intern(type));
    }
    return types;
}

/// The class of a module, which the file of a folder above lists.
StringId typeOf(const TypesByFolder& types, std::string_view path, std::string_view module)
{
    constexpr int kMostLevels = 3; // module, token, device
    for (int level = 0; level < kMostLevels && !path.empty(); ++level) {
        path = parentFolder(path);
        const auto folder = types.find(std::string(path));
        if (folder == types.end())
            continue;
        const auto type = folder->second.find(module);
        return type == folder->second.end() ? StringId(0U) : type->second;
    }
    return StringId(0U);
}

/// Classes that rows of statistics of the same folder know.
void takeTypesOfStatistics(IndexParts& parts)
{
    std::unordered_map<FolderId, StringId> types;
    for (const TensorRow& row : parts.tensors) {
        if (row.statisticRow != TensorRow::kNone && !parts.folders[row.folder.value()].facts.module.empty())
            types.try_emplace(row.folder, row.opType);
    }
    for (TensorRow& row : parts.tensors) {
        if (row.opType.value() != 0)
            continue;
        if (const auto type = types.find(row.folder); type != types.end())
            row.opType = type->second;
    }
}

} // namespace

void applyModules(IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    bool any = false;
    for (const FolderRow& folder : parts.folders)
        any = any || !folder.facts.module.empty();
    if (!any)
        return;
    const CallsByFolder calls = callsByFolder(parts, remarks);
    const TypesByFolder types = typesByFolder(parts, remarks);
    std::vector<const ModuleCall*> callOfFolder(parts.folders.size(), nullptr);
    std::vector<StringId> typeOfFolder(parts.folders.size(), StringId(0U));
    for (std::size_t i = 0; i < parts.folders.size(); ++i) {
        const FolderRow& folder = parts.folders[i];
        if (folder.facts.module.empty())
            continue;
        const std::string_view path = parts.strings.text(folder.path);
        if (const auto call = calls.find(std::string(path)); call != calls.end())
            callOfFolder[i] = &call->second;
        if (!types.empty())
            typeOfFolder[i] = typeOf(types, path, folder.facts.module);
    }
    for (TensorRow& row : parts.tensors) {
        const std::size_t folder = row.folder.value();
        if (const ModuleCall* call = callOfFolder[folder]) {
            row.opName = parts.strings.intern(call->module);
            row.occurrence = call->call;
            row.fixedOccurrence = true;
            row.execIndex = call->position;
        }
        if (row.opType.value() == 0)
            row.opType = typeOfFolder[folder];
    }
    takeTypesOfStatistics(parts);
}

void dropRepeatedTables(IndexParts& parts)
{
    bool any = false;
    for (const auto& table : parts.statisticTables)
        any = any || !table->preferredFile.empty();
    if (!any)
        return;
    std::unordered_set<std::string> paths;
    for (std::uint32_t i = 0; i < parts.files.size(); ++i)
        paths.insert(pathOfFile(parts, FileId(i)));
    std::size_t kept = 0;
    for (const TensorRow& row : parts.tensors) {
        const std::string& preferred = row.statisticRow == TensorRow::kNone
            ? std::string()
            : parts.statisticTables[row.statisticTable]->preferredFile;
        const std::string folder = preferred.empty() ? std::string() : folderOf(parts, row.file);
        if (!preferred.empty()
            && paths.contains(folder.empty() ? preferred : fmt::format("{}/{}", folder, preferred)))
            continue;
        parts.tensors[kept++] = row;
    }
    parts.tensors.resize(kept);
}

} // namespace dumpscope::core
