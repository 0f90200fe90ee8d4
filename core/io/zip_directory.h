// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
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

/// Table of contents of a zip file in memory (APPNOTE 6.3), with ZIP64: sizes come from the central
/// directory alone, since writers that stream leave the local headers at 0. Immutable; thread-safe.
class ZipDirectory {
public:
    /// Fails with Code::Truncated when there is no end record, BadHeader, Limit, Unsupported (several
    /// disks). `file` stays mapped as long as the directory.
    [[nodiscard]] static Result<ZipDirectory> read(Bytes file);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// The content of an entry: stored ones in place, deflated ones unpacked into memory of their own.
    /// Stored bytes are not checked against the CRC, unpacked ones are.
    [[nodiscard]] Result<Bytes> content(const ZipEntry& entry) const;
    /// The first bytes of an entry, at most `length`, without unpacking or checking the rest.
    [[nodiscard]] Result<Bytes> head(const ZipEntry& entry, std::uint64_t length) const;

private:
    [[nodiscard]] Result<Bytes> storedPart(const ZipEntry& entry) const;
    [[nodiscard]] Result<Bytes> unpacked(const ZipEntry& entry, std::uint64_t most) const;
    [[nodiscard]] Result<Bytes> part(const ZipEntry& entry, std::uint64_t most) const;

    Bytes m_file;
    std::uint64_t m_directoryOffset = 0; ///< contents end here
    std::vector<ZipEntry> m_entries;
    std::vector<std::uint32_t> m_byName; ///< numbers of entries, sorted by name
};

/// Whether the bytes begin like a zip file.
[[nodiscard]] bool hasZipMagic(ByteSpan head);

} // namespace dumpscope::core
