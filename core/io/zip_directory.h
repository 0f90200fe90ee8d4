// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct ZipEntry {
    enum Method : std::uint16_t { Stored = 0, Deflated = 8 };

    std::string name; ///< as stored; '/' between folders
    std::uint64_t compressedBytes = 0, bytes = 0;
    std::uint64_t headerOffset = 0; ///< of the local header
    std::uint32_t crc = 0;
    std::uint16_t method = Stored;
    bool isEncrypted = false;
};

/// Table of contents of a zip file in memory (APPNOTE 6.3), with ZIP64: sizes come from the central directory
/// alone, since streaming writers leave them 0 in the local headers. Immutable; thread-safe.
class ZipDirectory {
public:
    /// Errors: Code::Truncated when there is no end record, Code::BadHeader, Code::Limit, Code::Unsupported
    /// (several disks). `file` stays mapped as long as the directory.
    [[nodiscard]] static Result<ZipDirectory> read(Bytes file);

    /// The same contents for another mapping of the same bytes.
    [[nodiscard]] ZipDirectory withFile(Bytes file) const;

    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_contents->entries; }
    [[nodiscard]] std::size_t members() const { return m_contents->entries.size(); }
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// The content of an entry: a slice of the file where it is stored; deflated ones are unpacked into
    /// memory, or into a nameless file when large. The CRC is checked for unpacked bytes only; `checkedBytes`
    /// does it for stored ones. Errors: Code::Limit for an entry with a size that deflate cannot reach,
    /// Code::Unsupported (encrypted, other methods), Code::BadHeader, Code::BadSize, Code::Truncated,
    /// Code::Cancelled.
    [[nodiscard]] Result<Bytes> content(const ZipEntry& entry, const std::stop_token& stop = {}) const;
    /// The first bytes of an entry, at most `length`, without unpacking or checking the rest. Errors: as
    /// `content`.
    [[nodiscard]] Result<Bytes> head(
        const ZipEntry& entry, std::uint64_t length, const std::stop_token& stop = {}) const;

private:
    struct Contents {
        std::uint64_t offset = 0; ///< of the directory, where the members end
        std::vector<ZipEntry> entries;
        std::vector<std::uint32_t> byName; ///< numbers of entries, sorted by name
    };

    [[nodiscard]] Result<Bytes> storedPart(const ZipEntry& entry) const;
    [[nodiscard]] Result<Bytes> unpacked(
        const ZipEntry& entry, std::uint64_t most, const std::stop_token& stop) const;
    [[nodiscard]] Result<Bytes> part(
        const ZipEntry& entry, std::uint64_t most, const std::stop_token& stop) const;

    Bytes m_file;
    std::shared_ptr<const Contents> m_contents;
};

/// Whether the bytes begin like a zip file.
[[nodiscard]] bool hasZipMagic(ByteSpan head);
/// Name of the first member of a zip file, as far as its first bytes have it; empty for other files.
[[nodiscard]] std::string_view firstZipName(ByteSpan head);
/// Whether they are those of a file of torch.save, which is no archive whatever it is called.
[[nodiscard]] bool isTorchZip(ByteSpan head);

} // namespace dumpscope::core
