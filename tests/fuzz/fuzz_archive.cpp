// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_scan.h"

#include <cstdlib>

using namespace dumpscope::core;

// The first byte chooses the kind, the rest is the archive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr ArchiveKind kKinds[] = {ArchiveKind::Zip, ArchiveKind::Tar, ArchiveKind::CompressedTar};
    if (size == 0)
        return 0;
    OwnedTask task(1);
    ArchiveLimits limits;
    limits.inflatedBytes = 16U << 20U;
    limits.members = 1000;
    const auto* first = reinterpret_cast<const std::byte*>(data + 1);
    const auto contents = scanArchive(
        Bytes::fromVector({first, first + size - 1}), kKinds[data[0] % 3], "archive", limits, task);
    if (!contents)
        return 0;
    std::uint64_t sum = 0;
    for (const ArchiveMember& member : contents->members) {
        if (member.unread ? !member.bytes.isEmpty() : member.bytes.size() != member.size)
            std::abort();
        if (member.path.starts_with('/') || ('/' + member.path + '/').find("/../") != std::string::npos)
            std::abort();
        for (const std::byte byte : member.bytes.span())
            sum += std::to_integer<std::uint64_t>(byte);
    }
    return sum == 1 ? 0 : 0;
}
