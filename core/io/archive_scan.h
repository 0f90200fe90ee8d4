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
    Bytes bytes;                         ///< in the archive itself where they are not compressed
    std::shared_ptr<const Error> unread; ///< why it has no bytes, though it should; null: it has them
};

struct ArchiveContents {
    std::vector<ArchiveMember> members;      ///< in the archive's order
    std::unordered_set<std::string> folders; ///< of the members, "" included
};

/// Reads an archive from front to back, once. Names that lead out of it, links and devices are left out and
/// reported; the last of several members with one name counts; members of a damaged archive have the bytes
/// that are there. Encrypted members and those beyond a limit stay as names, with the reason. Nothing named
/// is written anywhere. Fails when not a single member can be read, or the task was cancelled. `name` is for
/// messages.
[[nodiscard]] Result<ArchiveContents> scanArchive(const Bytes& archive, ArchiveKind kind,
    const std::string& name, const ArchiveLimits& limits, TaskContext& task);

} // namespace dumpscope::core
