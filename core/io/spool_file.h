// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <cstdint>
#include <string>

namespace dumpscope::core {

/// Bytes that are written once and then mapped: in memory while they are few, else in a file without
/// a name, which is gone when the last of its bytes is let go, however the program ends. Not
/// thread-safe while it is written.
class SpoolFile {
public:
    /// Beyond `memoryBytes` the bytes lie in `folder`, or in memory all the same when nothing can be
    /// written there.
    SpoolFile(std::uint64_t memoryBytes, std::string folder)
        : m_memoryBytes(memoryBytes)
        , m_folder(std::move(folder))
    {
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Appends; fails with Code::NoSpace and its like.
    [[nodiscard]] Result<void> write(ByteSpan bytes);
    /// Appends zeros that take no room.
    [[nodiscard]] Result<void> writeZeros(std::uint64_t count);
    /// All bytes written so far, mapped.
    [[nodiscard]] Result<Bytes> map() const;

private:
    [[nodiscard]] Result<void> prepare(std::uint64_t more);
    [[nodiscard]] Result<void> moveToDisk();

    std::uint64_t m_memoryBytes;
    std::string m_folder;
    UniqueFd m_fd;
    std::uint64_t m_size = 0;
    bool m_settled = false; ///< on disk, or known to stay in memory
};

} // namespace dumpscope::core
