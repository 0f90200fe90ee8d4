// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_dump.h"

#include "remote/remote_tree.h"
#include "remote/stored_dump.h"

#include <algorithm>
#include <filesystem>

#include <unistd.h>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostIndex = std::uint64_t {4} << 30;
constexpr std::uint64_t kHeldFilesInMemory = std::uint64_t {512} << 20,
                        kHeldFilesOnDisk = std::uint64_t {8} << 30;

/// A quarter of what is free where larger files are held: somebody else may need the rest.
std::uint64_t heldOnDisk(const SshProgram& ssh)
{
    std::error_code failed;
    const std::string folder = temporaryFolder(ssh);
    const std::filesystem::space_info room = std::filesystem::space(folder, failed);
    if (failed || ::access(folder.c_str(), W_OK) != 0)
        return 0;
    return std::min(kHeldFilesOnDisk, std::uint64_t {room.available} / 4);
}

} // namespace

RemoteLinks::RemoteLinks(SshProgram ssh)
    : m_ssh(std::move(ssh))
    , m_content(std::make_shared<HeldContent>(kHeldFilesInMemory, heldOnDisk(m_ssh)))
{
}

std::shared_ptr<RemoteLink> RemoteLinks::to(const RemoteHost& host)
{
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<RemoteLink>& link = m_links[host.text()];
    if (!link)
        link = std::make_shared<RemoteLink>(m_ssh, host);
    return link;
}

std::uint64_t RemoteLinks::broughtBytes() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t bytes = 0;
    for (const auto& [host, link] : m_links)
        bytes += link->broughtBytes();
    return bytes;
}

Error otherBuildThere(const RemoteHost& host)
{
    return makeError(Code::Unsupported,
        phrase("dumpscope-cli on %1 is another build than this one; dumpscope-cli remote install %1 copies "
               "this one there",
            host.text()));
}

Result<std::shared_ptr<const DumpIndex>> openRemoteDump(const std::string& path, RemoteLinks& links,
    std::shared_ptr<const FormatRegistry> formats, TaskContext& task)
{
    TRY_ASSIGN(const RemotePath place, parseRemotePath(path));
    const auto link = links.to(place.host);
    task.progress.setPhases({{phrase("Opening it on %1", place.host.text()), 1.0}});
    task.progress.beginPhase(0, 1);
    TRY_VOID(link->connect(task)); // who opens a dump wants to know how it is now
    TRY_ASSIGN(const Bytes bytes, link->run(FetchRequest {place.path}, kMostIndex, task));
    const auto stored = readStoredDump(bytes.span());
    if (!stored && stored.error().code == Code::Unsupported)
        return fail(otherBuildThere(place.host));
    if (!stored)
        return fail(stored.error());
    const auto files = std::make_shared<RemoteFiles>(link, place.path, links.content());
    auto index = indexOf(*stored,
        std::make_shared<RemoteTree>(path, stored->folder, stored->isSingleFile, files), std::move(formats));
    task.progress.finish();
    return index;
}

} // namespace dumpscope::core
