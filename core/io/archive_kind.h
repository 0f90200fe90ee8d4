// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Archives that are opened like folders. Formats that happen to be zip files (.npz, .pt) are none.
enum class ArchiveKind : std::uint8_t { None, Zip, Tar, CompressedTar };

/// Number of first bytes that archiveKind needs.
inline constexpr std::uint64_t kArchiveHeadBytes = 512;

/// By extension (.zip, .tar, .tar.gz, .tgz, .tar.zst, .tar.xz, .tar.bz2, …) and first bytes; None unless they
/// agree.
[[nodiscard]] ArchiveKind archiveKind(std::string_view name, ByteSpan head);
/// The name without that extension; the name itself when it has none.
[[nodiscard]] std::string_view withoutArchiveExtension(std::string_view name);
/// Whether the regular file at `path` is an archive; false when it cannot be read.
[[nodiscard]] bool isArchive(const std::string& path);

} // namespace dumpscope::core
