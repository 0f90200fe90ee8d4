// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dumpscope::core {

/// Maps a regular file read-only and returns all its bytes.
///
/// Dumps may be truncated by their writer while we read. Touching a page behind the new end of the
/// file raises SIGBUS; a process-wide handler (installed on the first call; it forwards faults that
/// are not ours to the previous handler) puts a page of zeros in its place with mmap(MAP_FIXED) and
/// marks the mapping. Readers in any number of threads go on, see zeros, and learn from
/// Bytes::check() that the numbers are worthless. No setjmp, no locks: the handler walks a
/// lock-free table of live mappings.
///
/// Empty files give empty Bytes. Directories, FIFOs and devices fail with Code::Unsupported.
[[nodiscard]] Result<Bytes> mapFile(const std::string& path, const std::string& displayPath);

/// Where the bytes begin in the file they are mapped from; absent for bytes that were made in memory
/// (unpacked, converted, read where mapping is impossible) and for no bytes.
[[nodiscard]] std::optional<std::uint64_t> offsetInFile(const Bytes& bytes);

/// Which bytes they are, so that what was learned from them can be used when they come again: of a mapped
/// file by its path and what the system says of it, of others by who owns them. Keeps nothing alive.
struct ByteIdentity {
    std::string path; ///< of a mapped file
    std::uint64_t device = 0, inode = 0, fileBytes = 0, offset = 0;
    std::int64_t mtimeNs = 0, ctimeNs = 0; ///< the latter cannot be set by those who write
    std::weak_ptr<const ByteOwner> owner;  ///< of bytes that are in no file, …
    const std::byte* begin = nullptr;      ///< … and where they lie
    std::uint64_t size = 0;

    /// Of bytes whose owner is gone, nobody is the same.
    [[nodiscard]] bool isSame(const ByteIdentity& other) const;
};
[[nodiscard]] ByteIdentity identityOf(const Bytes& bytes);

/// While it lives, pages of a mapped file are read one by one: for samples of a large file, of which
/// reading ahead would fetch most. Nothing for other bytes.
class ScatteredReading {
public:
    explicit ScatteredReading(const Bytes& bytes);
    ScatteredReading(const ScatteredReading&) = delete;
    ScatteredReading& operator=(const ScatteredReading&) = delete;
    ~ScatteredReading();

private:
    Bytes m_bytes;
};

/// Copies parts of a mapped file by reading them, for passes over all of it: cheaper than having the kernel
/// map page by page, and no pages stay behind. Immutable, thread-safe.
class ForwardReading {
public:
    /// Opens the file again. Null where reading would not pay or is impossible: bytes that are small or not
    /// mapped, a file that is gone or replaced by another.
    [[nodiscard]] static std::shared_ptr<const ForwardReading> of(const Bytes& bytes);

    ForwardReading(Bytes bytes, UniqueFd file, std::uint64_t offset);

    /// Copies what lies in the bytes from `offset` on. What cannot be read is copied from the mapping, so
    /// that damage shows in Bytes::check() as ever.
    void copy(std::uint64_t offset, std::span<std::byte> into) const;

private:
    Bytes m_bytes;
    UniqueFd m_file;
    std::uint64_t m_offset; ///< of the bytes in the file
};

} // namespace dumpscope::core
