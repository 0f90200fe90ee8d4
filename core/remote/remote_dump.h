// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "remote/held_content.h"
#include "remote/remote_link.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace dumpscope::core {

/// The machines that dumps are opened on, with one link to each. Thread-safe.
class RemoteLinks {
public:
    explicit RemoteLinks(SshProgram ssh);
    [[nodiscard]] std::shared_ptr<RemoteLink> to(const RemoteHost& host);
    [[nodiscard]] std::uint64_t broughtBytes() const; ///< from all of them so far
    /// What was brought of files.
    [[nodiscard]] const std::shared_ptr<HeldContent>& content() const { return m_content; }

private:
    SshProgram m_ssh;
    std::shared_ptr<HeldContent> m_content;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<RemoteLink>> m_links;
};

/// Larger files of a dump on another machine are not brought here.
inline constexpr std::uint64_t kMostRemoteFile = std::uint64_t {1} << 30;

/// What is said where dumpscope-cli there is another build, whose bytes are not understood.
[[nodiscard]] Error otherBuildThere(const RemoteHost& host);

/// Opens a dump on another machine, "ssh://[user@]host[:port]/path": its index is made there and brought
/// here; bytes of its files are brought when they are read, whole files of at most kMostRemoteFile, and the
/// last of them are held. The same build must run there. What changes there later is not noticed. Errors:
/// those of parseRemotePath and RemoteLink, Code::Unsupported for another build; Code::Limit for a file that
/// is too large, when it is read.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> openRemoteDump(const std::string& path,
    RemoteLinks& links, std::shared_ptr<const FormatRegistry> formats, TaskContext& task);

} // namespace dumpscope::core
