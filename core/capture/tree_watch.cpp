// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/tree_watch.h"

#include "io/file_identity.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kMask = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO
    | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr std::size_t kDeepest = 64;

std::string joined(const std::string& folder, std::string_view name)
{
    return folder.empty() ? std::string(name) : folder + '/' + std::string(name);
}

} // namespace

TreeWatch::TreeWatch(UniqueFd fd, std::string root, std::string ignored)
    : m_fd(std::move(fd))
    , m_root(std::move(root))
    , m_ignored(std::move(ignored))
{
}

Result<TreeWatch> TreeWatch::open(std::string root, std::string ignored)
{
    // A system gives a user few watchers; without one the tree is listed again and again.
    UniqueFd fd(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    if (!fd && errno != EMFILE && errno != ENFILE && errno != ENOMEM && errno != ENOSYS)
        return fail(systemError(errno, phrase("watch the folder"), {root}));
    struct stat info = {};
    if (::stat(root.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
        return fail(systemError(errno == 0 ? ENOTDIR : errno, phrase("watch the folder"), {root}));
    return TreeWatch(std::move(fd), std::move(root), std::move(ignored));
}

void TreeWatch::read(std::vector<Change>& changes, std::vector<SeenFile>& seen)
{
    alignas(inotify_event) std::array<char, 65536> buffer;
    constexpr int kMostPieces = 64; // others want to work, too
    for (int piece = 0; piece < kMostPieces; ++piece) {
        const ::ssize_t got = ::read(m_fd.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return;
        for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
            inotify_event event;
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* name = buffer.data() + at + sizeof event;
            take(event.wd, event.mask, event.len > 0 ? std::string_view(name) : std::string_view(), changes,
                seen);
            at += sizeof event + event.len;
        }
    }
}

void TreeWatch::take(int watch, std::uint32_t mask, std::string_view name, std::vector<Change>& changes,
    std::vector<SeenFile>& seen)
{
    using Kind = Change::Kind;
    if ((mask & IN_Q_OVERFLOW) != 0) {
        changes.push_back({Kind::Lost, {}});
        return;
    }
    const auto folder = m_folderOf.find(watch);
    if (folder == m_folderOf.end())
        return; // of a folder that has been forgotten
    if ((mask & IN_IGNORED) != 0) {
        if (const auto known = m_watchOf.find(folder->second);
            known != m_watchOf.end() && known->second == watch)
            m_watchOf.erase(known);
        m_folderOf.erase(folder);
        return;
    }
    if (name.empty() || (folder->second.empty() && name == m_ignored))
        return;
    const std::string path = joined(folder->second, name);
    const bool isGone = (mask & (IN_DELETE | IN_MOVED_FROM)) != 0;
    if ((mask & IN_ISDIR) != 0) {
        if (isGone) {
            forget(path);
            changes.push_back({Kind::FolderGone, path});
        } else if ((mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
            watchAndList(path, seen);
        }
        return;
    }
    if (isGone)
        changes.push_back({Kind::Gone, path});
    else if ((mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0)
        changes.push_back({Kind::Closed, path});
    else if (changes.empty() || changes.back().kind != Kind::Changed || changes.back().path != path)
        changes.push_back({Kind::Changed, path});
}

void TreeWatch::forget(const std::string& folder)
{
    const std::string inside = folder + '/';
    const auto drop = [this](auto entry) {
        ::inotify_rm_watch(m_fd.get(), entry->second);
        m_folderOf.erase(entry->second);
        return m_watchOf.erase(entry);
    };
    if (const auto self = m_watchOf.find(folder); self != m_watchOf.end())
        drop(self);
    for (auto entry = m_watchOf.lower_bound(inside);
         entry != m_watchOf.end() && entry->first.starts_with(inside);)
        entry = drop(entry);
}

void TreeWatch::watchAndList(const std::string& folder, std::vector<SeenFile>& seen)
{
    std::vector<std::string> pending {folder};
    while (!pending.empty()) {
        const std::string current = std::move(pending.back());
        pending.pop_back();
        if (std::ranges::count(current, '/') > static_cast<std::ptrdiff_t>(kDeepest))
            continue;
        const std::string path = current.empty() ? m_root : m_root + '/' + current;
        const int watch = ::inotify_add_watch(m_fd.get(), path.c_str(), kMask);
        if (watch >= 0) {
            // A folder that was renamed keeps its watch.
            if (const auto old = m_folderOf.find(watch); old != m_folderOf.end() && old->second != current)
                m_watchOf.erase(old->second);
            m_folderOf[watch] = current;
            m_watchOf[current] = watch;
        } else if (errno == ENOSPC || errno == ENOMEM) {
            m_isBlind = true;
        }
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(::opendir(path.c_str()), &::closedir);
        while (const dirent* entry = listing ? ::readdir(listing.get()) : nullptr) {
            const std::string_view name(entry->d_name);
            if (name == "." || name == ".." || (current.empty() && name == m_ignored))
                continue;
            struct stat info = {};
            if (::fstatat(::dirfd(listing.get()), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
                continue; // gone again
            if (S_ISDIR(info.st_mode))
                pending.push_back(joined(current, name));
            else if (S_ISREG(info.st_mode))
                seen.push_back({joined(current, name), static_cast<std::uint64_t>(info.st_size),
                    nanoseconds(info.st_mtim)});
        }
    }
}

std::vector<SeenFile> TreeWatch::list()
{
    std::vector<SeenFile> seen;
    m_isBlind = !m_fd;
    watchAndList({}, seen);
    return seen;
}

} // namespace dumpscope::core
