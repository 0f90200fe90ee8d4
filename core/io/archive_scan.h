// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/archive_kind.h"
#include "io/archive_limits.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

struct ArchiveMember {
    std::string path; ///< relative, without `.`, `..` and doubled slashes
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    Bytes bytes;                         ///< a slice of the archive where they are not compressed
    std::shared_ptr<const Error> unread; ///< why `bytes` is missing; null: it is not
};

struct ArchiveContents {
    std::vector<ArchiveMember> members;      ///< in the archive's order
    std::unordered_set<std::string> folders; ///< of the members, "" included
};

/// Reads an archive from front to back, once. Names that lead out of it, links and devices are left out and
/// reported; the last of several members with one name counts; members of a damaged archive have the bytes
/// that are there. Encrypted members and those beyond a limit stay as names, with the reason. No file with a
/// name is written. Errors: no member can be read (Code::BadHeader, Code::Truncated, …), Code::Cancelled.
/// `name` is for messages.
[[nodiscard]] Result<ArchiveContents> scanArchive(const Bytes& archive, ArchiveKind kind,
    const std::string& name, const ArchiveLimits& limits, TaskContext& task);

} // namespace dumpscope::core
