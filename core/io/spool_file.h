// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <cstdint>
#include <string>

namespace dumpscope::core {

/// Bytes that are written once and then mapped: in memory while they are few, else in a file without a name,
/// which the system removes with the last of its bytes or the end of the program. Not thread-safe while it is
/// written.
class SpoolFile {
public:
    /// Above `memoryBytes` the bytes are in a file in `folder`, or stay in memory when nothing can be written
    /// there.
    SpoolFile(std::uint64_t memoryBytes, std::string folder)
        : m_memoryBytes(memoryBytes)
        , m_folder(std::move(folder))
    {
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Appends. Errors: Code::NoSpace and other reasons of the system.
    [[nodiscard]] Result<void> write(ByteSpan bytes);
    /// Appends zeros that take no space on disk.
    [[nodiscard]] Result<void> writeZeros(std::uint64_t count);
    /// All bytes written so far, mapped; they may outlive this.
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
