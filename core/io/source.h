// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string>

namespace dumpscope::core {

/// The bytes of one file for a reader: a file on disk or a member of an archive. Thread-safe. Reading never
/// changes the file and never blocks on FIFOs or devices (only regular files are opened). Errors of files:
/// Code::Vanished, Code::OutOfMemory, those of openRegularFile; of members: ArchiveMember::unread.
class Source {
public:
    virtual ~Source() = default;
    /// For messages: path relative to the opened root.
    [[nodiscard]] virtual const std::string& displayPath() const = 0;
    /// Bytes; as known when the source was made.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Up to `length` bytes from `offset`; fewer at the end of the file. Small reads only (≤ 1 MiB).
    [[nodiscard]] virtual Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const = 0;
    /// The whole content, mapped where possible; it may outlive the source.
    [[nodiscard]] virtual Result<Bytes> map() const = 0;
};

/// The error of opening a file that was there when it was listed.
[[nodiscard]] Error vanishedIfMissing(Error error);

/// A regular file on disk. Opens lazily; every `map` call maps again.
[[nodiscard]] std::unique_ptr<Source> makeFileSource(
    std::string absolutePath, std::string displayPath, std::uint64_t size);

} // namespace dumpscope::core
