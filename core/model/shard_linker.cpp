// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/folder_remarks.h"
#include "readers/file_finding.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Tensors of one folder and the files that have them.
struct ShardFolder {
    std::set<std::string_view> files;
    std::unordered_map<std::string_view, std::set<std::string_view>> filesOf; ///< by name of the tensor
};

ShardFolder shardFolder(const IndexParts& parts, FolderId id)
{
    ShardFolder folder;
    for (const FileRow& file : parts.files) {
        if (file.folder == id)
            folder.files.insert(parts.strings.text(file.name));
    }
    for (const TensorRow& row : parts.tensors) {
        const FileRow& file = parts.files[row.file.value()];
        if (file.folder != id)
            continue;
        const std::string_view name = parts.strings.text(file.name);
        folder.filesOf[parts.strings.text(row.opName)].insert(name);
        // Files of torch.save have the key as entry.
        if (const std::string_view entry = parts.strings.text(row.entry); !entry.empty())
            folder.filesOf[entry].insert(name);
    }
    return folder;
}

class ShardCheck {
public:
    ShardCheck(IndexParts& parts, FileId index)
        : m_parts(parts)
        , m_index(index)
        , m_folder(shardFolder(parts, parts.files[index.value()].folder))
    {
    }

    void run(const std::vector<std::pair<std::string, std::string>>& tensors)
    {
        struct Missing {
            std::size_t tensors = 0;
            bool isLost = false; ///< some are in no other file
        };
        std::map<std::string_view, Missing> missing; ///< by shard
        for (const auto& [tensor, file] : tensors) {
            if (!m_folder.files.contains(file)) {
                ++missing[file].tensors;
                missing[file].isLost = missing[file].isLost || !m_folder.filesOf.contains(tensor);
                continue;
            }
            const auto found = m_folder.filesOf.find(tensor);
            if (found == m_folder.filesOf.end())
                report(Severity::Warning, Code::NotFound,
                    phrase("no file here has the tensor %1, which should be in %2", printable(tensor),
                        printable(file)));
            else if (!found->second.contains(file))
                report(Severity::Warning, Code::Suspicious,
                    phrase("the tensor %1 is in %2, not in %3", printable(tensor),
                        printable(*found->second.begin()), printable(file)));
        }
        for (const auto& [file, lost] : missing)
            report(lost.isLost ? Severity::Error : Severity::Warning, Code::NotFound,
                phrase("the shard %1 is missing; tensors that should be in it: %2", printable(file),
                    lost.tensors));
        if (m_problems > kMaxProblems)
            m_parts.problems.push_back(
                {Severity::Warning, Code::Limit, {.file = pathOfFile(m_parts, m_index)},
                    phrase("%1 more problems like these", m_problems - kMaxProblems)});
    }

private:
    void report(Severity severity, Code code, Message message)
    {
        if (++m_problems <= kMaxProblems)
            m_parts.problems.push_back(
                {severity, code, {.file = pathOfFile(m_parts, m_index)}, std::move(message)});
    }

    IndexParts& m_parts;
    FileId m_index;
    ShardFolder m_folder;
    std::size_t m_problems = 0;
};

/// The file of every tensor by the indexes of a folder. Where there are two, those of safetensors are loaded.
std::unordered_map<std::string_view, std::string_view> namedFiles(
    const IndexParts& parts, std::vector<const FolderRemarks*> indexes)
{
    std::stable_partition(indexes.begin(), indexes.end(), [&](const FolderRemarks* one) {
        return parts.strings.text(parts.files[one->file.value()].name).ends_with(".safetensors.index.json");
    });
    std::unordered_map<std::string_view, std::string_view> files;
    for (const FolderRemarks* one : indexes) {
        for (const auto& [tensor, file] : one->shardTensors)
            files.try_emplace(tensor, file);
    }
    return files;
}

void dropCopiesIn(IndexParts& parts, FolderId id, const std::vector<const FolderRemarks*>& indexes)
{
    const auto named = namedFiles(parts, indexes);
    const ShardFolder folder = shardFolder(parts, id);
    std::map<FileId, std::size_t> dropped;
    const auto isCopy = [&](std::string_view tensor, std::string_view file) {
        const auto at = named.find(tensor);
        return at != named.end() && at->second != file && folder.filesOf.contains(tensor)
            && folder.filesOf.at(tensor).contains(at->second);
    };
    std::erase_if(parts.tensors, [&](const TensorRow& row) {
        const FileRow& file = parts.files[row.file.value()];
        if (file.folder != id)
            return false;
        const std::string_view name = parts.strings.text(file.name);
        if (!isCopy(parts.strings.text(row.opName), name) && !isCopy(parts.strings.text(row.entry), name))
            return false;
        ++dropped[row.file];
        return true;
    });
    const std::string_view index = parts.strings.text(parts.files[indexes.front()->file.value()].name);
    for (const auto& [file, count] : dropped)
        parts.problems.push_back({Severity::Warning, Code::Suspicious, {.file = pathOfFile(parts, file)},
            count == 1
                ? phrase("a tensor of this file is not listed: by %1 another file of the folder has it",
                    printable(index))
                : phrase("%1 tensors of this file are not listed: by %2 other files of the folder have "
                         "them. Opened by itself, the file lists them",
                    count, printable(index))});
}

} // namespace

std::string_view parentFolder(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string pathOfFile(const IndexParts& parts, FileId id)
{
    const FileRow& file = parts.files[id.value()];
    std::string path(parts.strings.text(parts.folders[file.folder.value()].path));
    path += path.empty() ? "" : "/";
    path += parts.strings.text(file.name);
    return path;
}

void checkShards(IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    for (const FolderRemarks& one : remarks) {
        if (!one.shardTensors.empty())
            ShardCheck(parts, one.file).run(one.shardTensors);
    }
}

void dropCopiesOfShards(IndexParts& parts, const std::vector<FolderRemarks>& remarks)
{
    std::map<FolderId, std::vector<const FolderRemarks*>> indexes;
    for (const FolderRemarks& one : remarks) {
        if (!one.shardTensors.empty())
            indexes[parts.files[one.file.value()].folder].push_back(&one);
    }
    for (const auto& [folder, ofFolder] : indexes)
        dropCopiesIn(parts, folder, ofFolder);
}

} // namespace dumpscope::core
