// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_tree.h"

#include "base/text.h"
#include "io/mapped_file.h"
#include "io/run_folder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kBatchFiles = 4096;

/// Bytes that are there already; none for a file the archive does not hold or that was left out.
class MemberSource : public Source {
public:
    MemberSource(std::string displayPath, const ArchiveMember* member)
        : m_displayPath(std::move(displayPath))
        , m_found(member != nullptr)
        , m_bytes(member != nullptr ? member->bytes : Bytes())
        , m_unread(member != nullptr ? member->unread : nullptr)
    {
    }
    const std::string& displayPath() const override { return m_displayPath; }
    std::uint64_t size() const override { return m_bytes.size(); }
    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        TRY_ASSIGN(const Bytes all, map());
        if (offset >= all.size())
            return Bytes();
        return all.slice(offset, std::min(length, all.size() - offset));
    }
    Result<Bytes> map() const override
    {
        if (!m_found)
            return fail(Code::NotFound, phrase("the archive holds no such file"), {.file = m_displayPath});
        if (m_unread)
            return fail(m_unread->code, m_unread->message, {.file = m_displayPath});
        return m_bytes;
    }

private:
    std::string m_displayPath;
    bool m_found;
    Bytes m_bytes;
    std::shared_ptr<const Error> m_unread;
};

/// Folders in the order of a walk: a folder before what is in it, siblings in natural order.
bool walkedBefore(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        const std::size_t endA = std::min(a.find('/'), a.size());
        const std::size_t endB = std::min(b.find('/'), b.size());
        if (const auto order = naturalCompare(a.substr(0, endA), b.substr(0, endB)); order != 0)
            return order < 0;
        a.remove_prefix(std::min(endA + 1, a.size()));
        b.remove_prefix(std::min(endB + 1, b.size()));
    }
    return a.empty() && !b.empty();
}

std::pair<std::string_view, std::string_view> splitPath(std::string_view path)
{
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return {{}, path};
    return {path.substr(0, slash), path.substr(slash + 1)};
}

bool isOfRun(std::string_view folder)
{
    while (!folder.empty()) {
        const auto [parent, name] = splitPath(folder);
        if (name == kRunFolder)
            return true;
        folder = parent;
    }
    return false;
}

class ArchiveTree : public FileTree {
public:
    ArchiveTree(std::string archivePath, std::string inner, ArchiveLimits limits)
        : m_archivePath(std::move(archivePath))
        , m_inner(std::move(inner))
        , m_root(m_inner.empty() ? m_archivePath : m_archivePath + '/' + m_inner)
        , m_limits(std::move(limits))
    {
    }

    const std::string& root() const override { return m_root; }
    bool isSingleFile() const override { return m_isSingleFile; }

    Result<void> walk(
        bool, TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch) override
    {
        const std::string name(splitPath(m_archivePath).second);
        TRY_ASSIGN(const Bytes bytes, mapFile(m_archivePath, name));
        const ByteSpan head = bytes.span().first(std::min<std::uint64_t>(bytes.size(), kArchiveHeadBytes));
        const ArchiveKind kind = archiveKind(name, head);
        if (kind == ArchiveKind::None)
            return fail(
                Code::BadHeader, phrase("no archive of a kind that can be opened"), {.file = m_archivePath});
        TRY_ASSIGN(ArchiveContents contents, scanArchive(bytes, kind, name, m_limits, task));
        TRY_VOID(choose(std::move(contents)));
        return handOver(task, onBatch);
    }

    std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t, const std::stop_token& /*stop*/) const override
    {
        const auto found = m_members.find(relativePath);
        return std::make_unique<MemberSource>(
            relativePath, found == m_members.end() ? nullptr : &found->second);
    }

    std::string absoluteFolder(const std::string& relativeFolder) const override
    {
        std::string folder(withoutArchiveExtension(m_archivePath));
        const std::string_view inner = m_isSingleFile ? splitPath(m_inner).first : std::string_view(m_inner);
        for (const std::string_view part : {inner, std::string_view(relativeFolder)}) {
            if (!part.empty())
                folder.append(1, '/').append(part);
        }
        return folder;
    }

private:
    /// Keeps what lies below the inner path, with paths relative to it.
    Result<void> choose(ArchiveContents&& contents)
    {
        const std::string prefix = m_inner.empty() ? std::string() : m_inner + '/';
        for (ArchiveMember& member : contents.members) {
            if (member.path == m_inner) {
                m_isSingleFile = true;
                member.path = splitPath(member.path).second;
            } else if (member.path.starts_with(prefix)) {
                member.path.erase(0, prefix.size());
            } else {
                continue;
            }
            std::string path = member.path;
            m_members.insert_or_assign(std::move(path), std::move(member));
        }
        if (m_members.empty() && !m_inner.empty())
            return fail(Code::NotFound, phrase("the archive holds nothing of this name"), {.file = m_root});
        m_folders.emplace_back();
        for (const std::string& folder : contents.folders) {
            if (!m_isSingleFile && folder.size() > prefix.size() && folder.starts_with(prefix))
                m_folders.push_back(folder.substr(prefix.size()));
        }
        std::ranges::sort(m_folders, walkedBefore);
        return {};
    }

    Result<void> handOver(TaskContext& task, const std::function<Result<void>(WalkedBatch&&)>& onBatch) const
    {
        using Named = std::pair<std::string_view, const ArchiveMember*>;
        std::unordered_map<std::string_view, std::vector<Named>> byFolder;
        for (const auto& [path, member] : m_members) {
            const auto [folder, name] = splitPath(path);
            byFolder[folder].emplace_back(name, &member);
        }
        for (const std::string& folder : m_folders) {
            TRY_VOID(task.checkStop());
            if (isOfRun(folder))
                continue;
            auto& members = byFolder[folder];
            std::ranges::sort(
                members, [](const Named& a, const Named& b) { return naturalCompare(a.first, b.first) < 0; });
            std::size_t done = 0;
            do {
                WalkedBatch batch;
                batch.directory = folder;
                batch.first = done == 0;
                for (; done < members.size() && batch.files.size() < kBatchFiles; ++done)
                    batch.files.push_back({std::string(members[done].first), members[done].second->size,
                        members[done].second->mtimeNs});
                batch.last = done == members.size();
                TRY_VOID(onBatch(std::move(batch)));
            } while (done < members.size());
        }
        return {};
    }

    std::string m_archivePath;
    std::string m_inner;
    std::string m_root;
    ArchiveLimits m_limits;
    bool m_isSingleFile = false;
    std::unordered_map<std::string, ArchiveMember> m_members; ///< by relative path
    std::vector<std::string> m_folders;                       ///< relative, in the order of a walk
};

} // namespace

std::shared_ptr<FileTree> makeArchiveTree(std::string archivePath, std::string inner, ArchiveLimits limits)
{
    return std::make_shared<ArchiveTree>(std::move(archivePath), std::move(inner), std::move(limits));
}

} // namespace dumpscope::core
