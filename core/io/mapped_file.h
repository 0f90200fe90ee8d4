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
/// Dumps may be truncated by their writer while they are read. Touching a page after the new end of the file
/// raises SIGBUS; a process-wide handler (installed on the first call; it forwards other faults to the
/// previous handler) puts a page of zeros in its place with mmap(MAP_FIXED) and marks the mapping. Readers in
/// any number of threads continue, see zeros, and Bytes::check() fails. No setjmp, no locks: the handler
/// walks a lock-free table of live mappings.
///
/// Empty files give empty Bytes. Where the file system cannot map, the file is read into memory. Errors:
/// Code::Unsupported for directories, FIFOs and devices, Code::OutOfMemory, the system's reason.
[[nodiscard]] Result<Bytes> mapFile(const std::string& path, const std::string& displayPath);

/// The same, but small files are copied, which is cheaper than mapping them: they read as they were then, and
/// check() fails as for mapped ones.
[[nodiscard]] Result<Bytes> mapOrCopyFile(const std::string& path, const std::string& displayPath);

/// Offset of the bytes in the file that one of these had them from; absent for bytes in memory (unpacked,
/// converted, read where mapping is impossible) and for empty Bytes.
[[nodiscard]] std::optional<std::uint64_t> offsetInFile(const Bytes& bytes);

/// Identity of bytes, as a key for caches: of a mapped file by path and stat, of other bytes by their owner.
/// Keeps nothing alive.
struct ByteIdentity {
    std::string path; ///< of a mapped file
    std::uint64_t device = 0, inode = 0, fileBytes = 0, offset = 0;
    std::int64_t mtimeNs = 0, ctimeNs = 0; ///< programs cannot set the latter
    std::weak_ptr<const ByteOwner> owner;  ///< of bytes that are in no file, …
    const std::byte* begin = nullptr;      ///< … and their address
    std::uint64_t size = 0;

    /// False where the owner of such bytes was destroyed.
    [[nodiscard]] bool isSame(const ByteIdentity& other) const;
};
[[nodiscard]] ByteIdentity identityOf(const Bytes& bytes);

/// Switches read-ahead off for a mapped file while it lives: for samples of a large file. No effect on other
/// bytes.
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
/// map page by page, and no pages stay in memory. Immutable, thread-safe.
class ForwardReading {
public:
    /// Opens the file again. Null where reading is not faster or not possible: bytes that are few or not
    /// mapped, a file that was removed or replaced.
    [[nodiscard]] static std::shared_ptr<const ForwardReading> of(const Bytes& bytes);

    ForwardReading(Bytes bytes, UniqueFd file, std::uint64_t offset);

    /// Fills `into` with the bytes from `offset` on. What cannot be read is copied from the mapping, so that
    /// Bytes::check() fails as for other reads.
    void copy(std::uint64_t offset, std::span<std::byte> into) const;

private:
    Bytes m_bytes;
    UniqueFd m_file;
    std::uint64_t m_offset; ///< of the bytes in the file
};

} // namespace dumpscope::core
