// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dumpscope::core {

/// What an archive may ask of us. Beyond a limit of names the scan ends with a problem of code `limit`, and
/// what was read until then stays. Members that would unpack to too much are left out one by one (`unread`).
struct ArchiveLimits {
    std::uint64_t members = 2'000'000;           ///< files and folders
    std::uint64_t allNameBytes = 512ULL << 20U;  ///< names of files and folders together
    std::size_t nameBytes = 4096;                ///< of one name
    std::size_t depth = 64;                      ///< folders above a file
    std::uint64_t inflatedBytes = 256ULL << 30U; ///< of all compressed members
    /// More than so many times the archive's own size, once `freeBytes` are passed, is a bomb.
    std::uint64_t ratio = 200;
    std::uint64_t freeBytes = 256ULL << 20U;
    std::uint64_t skippedBytes = 4ULL << 30U; ///< unpacked on the way to what follows a member left out
    std::uint64_t memoryBytes = 64ULL << 20U; ///< inflated bytes kept in memory; more go to a nameless file
    std::string temporaryFolder = "/tmp";
};

} // namespace dumpscope::core
