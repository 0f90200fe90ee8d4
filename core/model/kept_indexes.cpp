// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kept_indexes.h"

#include "base/digest.h"
#include "io/atomic_file.h"
#include "io/directory_listing.h"
#include "io/mapped_file.h"
#include "io/piece_file.h"
#include "model/core_build.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/statvfs.h>

namespace dumpscope::core {

namespace {

constexpr std::string_view kKind = "DSindex1";
constexpr std::string_view kSuffix = ".index";
constexpr std::size_t kFilesPerLook = 512;

/// What an index is of and who may read it.
struct IndexKey {
    std::string build; ///< of the program
    std::string formats;
    std::string root;
    std::uint64_t device = 0, inode = 0;

    bool operator==(const IndexKey&) const = default;
};

template<typename Fields, typename Key>
requires std::same_as<std::remove_const_t<Key>, IndexKey>
void describe(Fields& fields, Key& key)
{
    fields(key.build, key.formats, key.root, key.device, key.inode);
}

/// Absent for what is not a folder, and for formats that depend on what the user says.
std::optional<IndexKey> keyOf(const FileTree& tree, const FormatRegistry& formats)
{
    struct stat info = {};
    if (tree.isSingleFile() || ::stat(tree.root().c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
        return std::nullopt;
    IndexKey key {std::string(coreBuild()), {}, tree.root(), info.st_dev, info.st_ino};
    for (const auto& reader : formats.readers()) {
        // A second one of a format reads as the user said (formatsWithRaw), which no file shows.
        const std::string word = ' ' + reader->info().id + ' ';
        if (key.formats.find(word) != std::string::npos)
            return std::nullopt;
        key.formats += word;
    }
    for (const auto& layout : formats.layouts())
        key.formats.append(layout->id()) += ' ';
    return key;
}

/// The same for every build: an index of another build is replaced.
std::string fileNameOf(const IndexKey& key)
{
    const std::string text = std::to_string(key.device) + ' ' + std::to_string(key.inode) + ' ' + key.root;
    return digestHex(DigestKind::Sha256, std::as_bytes(std::span(text))).substr(0, 32) + std::string(kSuffix);
}

/// A folder of the user that nobody else may write to.
UniqueFd openOwn(const std::string& folder)
{
    UniqueFd fd = openAt(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    struct stat info = {};
    const bool isOwn = fd && ::fstat(fd.get(), &info) == 0 && info.st_uid == ::geteuid()
        && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0;
    return isOwn ? std::move(fd) : UniqueFd();
}

UniqueFd makeOwn(const std::string& folder)
{
    if (folder.empty() || !makeDirectories(folder.substr(0, folder.rfind('/'))))
        return {};
    static_cast<void>(::mkdir(folder.c_str(), S_IRWXU)); // it may be there
    return openOwn(folder);
}

/// What is kept must not change what is opened.
bool isInside(const std::string& folder, const std::string& root)
{
    const Result<std::string> real = withoutLinks(folder);
    return !real || root == "/" || *real == root || real->starts_with(root + '/');
}

/// Of folders and files of an index: whether all are as they were.
class UnchangedCheck {
public:
    UnchangedCheck(const DumpIndex& index, const IndexOrigin& origin)
        : m_index(index)
        , m_origin(origin)
        , m_root(openAt(AT_FDCWD, index.root(), O_PATH | O_DIRECTORY))
    {
    }

    [[nodiscard]] Result<bool> run(const TaskContext& task) const
    {
        std::atomic<bool> isSame = static_cast<bool>(m_root);
        const auto each = [&](std::size_t count, const auto& look) {
            return parallelFor(task.arena, count, kFilesPerLook, task.stop,
                [&](std::size_t begin, std::size_t end) -> Result<void> {
                    if (isSame && !look(begin, end))
                        isSame = false;
                    return {};
                });
        };
        TRY_VOID(each(m_origin.folders.size(), [&](auto begin, auto end) { return folders(begin, end); }));
        TRY_VOID(each(m_origin.files.size(), [&](auto begin, auto end) { return files(begin, end); }));
        return isSame.load();
    }

private:
    [[nodiscard]] UniqueFd open(FolderId folder) const
    {
        const std::string_view path = m_index.text(m_index.folder(folder).path);
        return openAt(m_root.get(), path.empty() ? "." : path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    }

    [[nodiscard]] bool folders(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i) {
            const UniqueFd fd = open(FolderId(i));
            struct stat info = {};
            if (!fd || ::fstat(fd.get(), &info) != 0 || fileIdentity(info) != m_origin.folders[i])
                return false;
        }
        return true;
    }

    [[nodiscard]] bool files(std::size_t begin, std::size_t end) const
    {
        FolderId folder;
        UniqueFd fd;
        std::string name;
        for (std::size_t i = begin; i < end; ++i) {
            const FileRow& file = m_index.file(FileId(i));
            if (file.folder != folder) {
                folder = file.folder;
                fd = open(folder);
            }
            name = m_index.text(file.name);
            struct stat info = {};
            if (!fd || ::fstatat(fd.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0
                || !S_ISREG(info.st_mode) || fileIdentity(info) != m_origin.files[i])
                return false;
        }
        return true;
    }

    const DumpIndex& m_index;
    const IndexOrigin& m_origin;
    UniqueFd m_root;
};

/// What the system could not do may succeed next time, though no file changes.
bool mayPass(const Diagnostic& problem)
{
    constexpr std::array kCodes {Code::Permission, Code::Vanished, Code::ChangedWhileRead, Code::Io,
        Code::NoSpace, Code::OutOfMemory, Code::Cancelled, Code::Internal};
    return std::ranges::find(kCodes, problem.code) != kCodes.end();
}

/// Sizes and times of an index may be those of the walk, or zeros where nobody knows.
bool describes(const IndexOrigin& origin, const DumpIndex& index)
{
    for (std::size_t i = 0; i < origin.files.size(); ++i) {
        const FileRow& row = index.file(FileId(i));
        const FileIdentity& file = origin.files[i];
        if (file.inode == 0 || file.size != row.size || file.mtimeNs != row.mtimeNs)
            return false;
    }
    return origin.files.size() == index.fileCount();
}

struct KeptFile {
    std::string name;
    std::int64_t usedNs = 0;
    std::uint64_t bytes = 0;
};

/// Indexes of a folder and what writers that died left of them.
std::vector<KeptFile> keptFiles(int folder)
{
    std::vector<std::byte> buffer(1U << 16);
    std::vector<ListedEntry> entries;
    const UniqueFd again = openAt(folder, ".", O_RDONLY | O_DIRECTORY);
    DirectoryListing listing(again.get(), buffer);
    while (again && listing.next(entries) > 0) { }
    std::vector<KeptFile> files;
    for (const ListedEntry& entry : entries) {
        struct stat info = {};
        const bool isOurs
            = entry.name.ends_with(kSuffix) || (entry.name.starts_with('.') && entry.name.ends_with(".part"));
        if (isOurs && ::fstatat(folder, entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0
            && S_ISREG(info.st_mode))
            files.push_back({entry.name, nanoseconds(info.st_mtim), fileIdentity(info).size});
    }
    return files;
}

} // namespace

KeptIndexes::KeptIndexes(std::string folder)
    : KeptIndexes(std::move(folder), Limits())
{
}

KeptIndexes::KeptIndexes(std::string folder, Limits limits)
    : m_folder(std::move(folder))
    , m_limits(limits)
{
}

Result<std::shared_ptr<const DumpIndex>> KeptIndexes::find(const std::shared_ptr<const FileTree>& tree,
    const std::shared_ptr<const FormatRegistry>& formats, TaskContext& task) const
{
    constexpr std::nullptr_t kNone = nullptr;
    const UniqueFd folder = openOwn(m_folder);
    const auto key = folder ? keyOf(*tree, *formats) : std::nullopt;
    if (!key || isInside(m_folder, tree->root()))
        return kNone;
    const std::string name = fileNameOf(*key);
    const auto bytes = mapFile(m_folder + '/' + name, name);
    if (!bytes)
        return kNone;
    const auto content = checkedContent(bytes->span(), kKind, task);
    TRY_VOID(task.checkStop());
    if (!content)
        return kNone;
    FieldReader fields(*content);
    IndexKey written;
    fields(written);
    if (written != *key)
        return kNone;
    IndexOrigin origin;
    auto index = StoredIndex::read(fields, tree, formats, origin);
    if (!index || !bytes->check())
        return kNone;
    TRY_ASSIGN(const bool isUnchanged, UnchangedCheck(*index, origin).run(task));
    if (!isUnchanged)
        return kNone;
    // Which were used lately is seen from their times.
    static_cast<void>(::utimensat(folder.get(), name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW));
    for (Diagnostic& problem : origin.problems)
        task.diagnostics.add(std::move(problem));
    return index;
}

void KeptIndexes::keep(
    const DumpIndex& index, const IndexOrigin& origin, std::chrono::nanoseconds begun) const
{
    const auto key = keyOf(index.tree(), index.formats());
    const std::int64_t settled = (begun - m_limits.settled).count();
    const auto isSettled = [&](const FileIdentity& one) { return one.ctimeNs < settled; };
    if (!key || index.fileCount() + index.tensorCount() < m_limits.leastEntries
        || std::ranges::any_of(origin.problems, mayPass) || isInside(m_folder, index.root())
        || !std::ranges::all_of(origin.folders, isSettled) || !std::ranges::all_of(origin.files, isSettled)
        || !describes(origin, index))
        return;
    UniqueFd folder = makeOwn(m_folder);
    if (!folder)
        return;
    const std::string name = fileNameOf(*key);
    auto file = AtomicFile::createIn(UniqueFd(::fcntl(folder.get(), F_DUPFD_CLOEXEC, 0)), name,
        m_folder + '/' + name, AtomicFile::Durability::Renamed);
    if (!file)
        return;
    PieceWriter pieces(*file, kKind);
    const std::uint64_t most = mostBytes(folder.get());
    FieldWriter fields([&](ByteSpan piece) -> Result<void> {
        if (file->size() + piece.size() > most)
            return fail(Code::Limit, Message());
        return pieces.add(piece);
    });
    fields(*key);
    StoredIndex::write(fields, index, origin);
    if (!fields.finish() || !pieces.finish())
        return;
    makeRoom(folder.get(), file->size());
    static_cast<void>(file->commit());
}

std::uint64_t KeptIndexes::mostBytes(int folder) const
{
    struct statvfs disk = {};
    if (::fstatvfs(folder, &disk) != 0)
        return 0;
    const std::uint64_t whole = std::uint64_t {disk.f_frsize} * disk.f_blocks,
                        free = std::uint64_t {disk.f_frsize} * disk.f_bavail;
    return std::min({m_limits.mostBytes, whole / m_limits.partOfDisk, free / 2});
}

/// Removes indexes until there is room for another one, those first that were not used for the longest time.
void KeptIndexes::makeRoom(int folder, std::uint64_t bytes) const
{
    constexpr std::int64_t kOneDay = 86'400'000'000'000; // longer than any writing takes
    std::vector<KeptFile> files = keptFiles(folder);
    std::ranges::sort(files, {}, &KeptFile::usedNs);
    std::uint64_t total = bytes;
    for (const KeptFile& file : files)
        total += file.name.ends_with(kSuffix) ? file.bytes : 0;
    const std::uint64_t most = mostBytes(folder);
    const std::int64_t now = timeOfDay().count();
    for (const KeptFile& file : files) {
        const bool isIndex = file.name.ends_with(kSuffix);
        if (isIndex ? total <= most : now - file.usedNs < kOneDay)
            continue;
        static_cast<void>(::unlinkat(folder, file.name.c_str(), 0));
        total -= isIndex ? file.bytes : 0;
    }
}

KeptIndexes::Use KeptIndexes::use() const
{
    Use all;
    const UniqueFd folder = openOwn(m_folder);
    for (const KeptFile& file : folder ? keptFiles(folder.get()) : std::vector<KeptFile>()) {
        all.indexes += file.name.ends_with(kSuffix) ? 1 : 0;
        all.bytes += file.bytes;
    }
    return all;
}

KeptIndexes::Use KeptIndexes::clear() const
{
    const Use before = use();
    const UniqueFd folder = openOwn(m_folder);
    for (const KeptFile& file : folder ? keptFiles(folder.get()) : std::vector<KeptFile>())
        static_cast<void>(::unlinkat(folder.get(), file.name.c_str(), 0));
    return before;
}

std::shared_ptr<const KeptIndexes> keptIndexes(const char* cacheHome, const char* home)
{
    if (cacheHome != nullptr && *cacheHome == '/')
        return std::make_shared<const KeptIndexes>(std::string(cacheHome) + "/dumpscope");
    if (home != nullptr && *home == '/')
        return std::make_shared<const KeptIndexes>(std::string(home) + "/.cache/dumpscope");
    return nullptr;
}

std::chrono::nanoseconds timeOfDay()
{
    return std::chrono::system_clock::now().time_since_epoch();
}

} // namespace dumpscope::core
