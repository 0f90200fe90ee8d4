// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/folder_entries.h"

#include "base/parallel.h"
#include "io/directory_listing.h"
#include "io/posix_file.h"
#include "io/stored_fields.h"
#include "model/core_build.h"
#include "remote/remote_dump.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <concepts>
#include <filesystem>
#include <type_traits>

#include <fcntl.h>

namespace dumpscope::core {

template<typename Fields, typename Entry>
requires std::same_as<std::remove_const_t<Entry>, FolderEntry>
void describe(Fields& fields, Entry& entry)
{
    fields(entry.name, entry.isFolder, entry.size, entry.mtimeNs, entry.kind);
}

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY;
/// Entries that are looked into, and files of each folder among them.
constexpr std::size_t kMostLookedInto = 1000, kMostOfFolder = 8;
constexpr std::size_t kNameBytes = 256U << 10;

bool isShown(const ListedEntry& entry)
{
    return entry.problem == 0 && (S_ISDIR(entry.mode) || S_ISREG(entry.mode));
}

/// With sizes; unsorted.
Result<std::vector<ListedEntry>> listed(int folder, const std::string& path, TaskContext& task)
{
    std::vector<std::byte> buffer(kNameBytes);
    std::vector<ListedEntry> entries;
    DirectoryListing listing(folder, buffer);
    long read = 0;
    while ((read = listing.next(entries)) > 0)
        TRY_VOID(task.checkStop());
    if (read < 0)
        return fail(systemError(static_cast<int>(-read), phrase("listing the folder"), {.file = path}));
    TRY_VOID(statEntries(folder, entries, 0, entries.size(), task));
    std::erase_if(entries, [](const ListedEntry& entry) { return !isShown(entry); });
    return entries;
}

Message kindOfFile(
    int folder, const ListedEntry& entry, const FolderFacts& facts, const FormatRegistry& formats)
{
    const auto file = openListedFile(folder, entry.name.c_str(), entry.name);
    std::array<std::byte, kProbeBytes> head {};
    const auto read
        = file ? readAt(file->fd.get(), head, 0, entry.name) : Result<std::size_t>(std::size_t {0});
    if (!read || *read == 0)
        return {};
    const NameFacts names = formats.parseName(entry.name, facts);
    const FileProbe probe {entry.name, file->size(), ByteSpan(head).first(*read), &facts, &names};
    Claim claim;
    const Reader* const reader = formats.claim(probe, claim, nullptr);
    return reader != nullptr ? Message(reader->info().title) : Message();
}

/// Of the first of its files that has one; folders below it are not looked into.
Message kindOfFolder(int parent, const std::string& name, const std::string& path,
    const FormatRegistry& formats, TaskContext& task)
{
    const UniqueFd folder = openAt(parent, name, kFolderFlags);
    std::vector<std::byte> buffer(kNameBytes);
    std::vector<ListedEntry> entries;
    if (!folder || DirectoryListing(folder.get(), buffer).next(entries) <= 0)
        return {};
    sortNaturally(entries);
    entries.resize(std::min(entries.size(), 4 * kMostOfFolder));
    if (!statEntries(folder.get(), entries, 0, entries.size(), task))
        return {};
    const FolderFacts facts = formats.describeFolder(path);
    std::size_t files = 0;
    for (const ListedEntry& entry : entries) {
        if (entry.problem != 0 || !S_ISREG(entry.mode))
            continue;
        if (Message kind = kindOfFile(folder.get(), entry, facts, formats); !kind.empty())
            return kind;
        if (++files == kMostOfFolder)
            break;
    }
    return {};
}

} // namespace

Result<FolderEntries> entriesOf(const std::string& folder, const FormatRegistry& formats, TaskContext& task)
{
    FolderEntries found;
    std::error_code failed;
    found.folder = std::filesystem::canonical(folder, failed).string();
    const UniqueFd opened = openAt(AT_FDCWD, folder, kFolderFlags);
    if (!opened)
        return fail(systemError(errno, phrase("opening the folder"), {.file = folder}));
    TRY_ASSIGN(std::vector<ListedEntry> entries, listed(opened.get(), folder, task));
    sortNaturally(entries);
    std::stable_partition(
        entries.begin(), entries.end(), [](const ListedEntry& entry) { return S_ISDIR(entry.mode); });
    found.leftOut = entries.size() - std::min(entries.size(), kMostFolderEntries);
    entries.resize(entries.size() - found.leftOut);
    for (const ListedEntry& entry : entries)
        found.entries.push_back(
            {entry.name, S_ISDIR(entry.mode), S_ISDIR(entry.mode) ? 0 : entry.size, entry.mtimeNs, {}});
    const FolderFacts facts = formats.describeFolder(found.folder);
    TRY_VOID(parallelFor(task.arena, std::min(entries.size(), kMostLookedInto), 1, task.stop,
        [&](std::size_t i, std::size_t) -> Result<void> {
            found.entries[i].kind = found.entries[i].isFolder
                ? kindOfFolder(
                    opened.get(), entries[i].name, found.folder + '/' + entries[i].name, formats, task)
                : kindOfFile(opened.get(), entries[i], facts, formats);
            return task.checkStop();
        }));
    return found;
}

Result<FolderEntries> entriesThere(const std::string& place, RemoteLinks& links, TaskContext& task)
{
    constexpr std::uint64_t kMostBytes = std::uint64_t {64} << 20;
    TRY_ASSIGN(const RemotePath path, parseRemotePath(place));
    const auto link = links.to(path.host);
    TRY_VOID(link->connect(task)); // who looks wants to know how it is now
    TRY_ASSIGN(
        const Bytes bytes, link->run(FetchRequest {.path = path.path, .list = true}, kMostBytes, task));
    auto entries = readFolderEntries(bytes.span());
    if (!entries && entries.error().code == Code::Unsupported)
        return fail(otherBuildThere(path.host));
    return entries;
}

Result<void> writeFolderEntries(const FolderEntries& entries, const ByteSink& sink)
{
    FieldWriter fields(sink);
    fields(std::string(coreBuild()), entries.folder, entries.entries, entries.leftOut);
    return fields.finish();
}

Result<FolderEntries> readFolderEntries(ByteSpan bytes)
{
    FolderEntries entries;
    std::string build;
    FieldReader fields(bytes);
    fields(build);
    if (!fields.failed() && build != coreBuild())
        return fail(Code::Unsupported, phrase("it was written by another build of this program"));
    fields(entries.folder, entries.entries, entries.leftOut);
    const auto isNoName = [](const FolderEntry& entry) {
        return entry.name.empty() || entry.name.find('/') != std::string::npos
            || entry.name.find('\0') != std::string::npos;
    };
    if (!fields.complete() || std::ranges::any_of(entries.entries, isNoName))
        return fail(Code::BadSyntax, phrase("this is no list of a folder"));
    return entries;
}

} // namespace dumpscope::core
