// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

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

} // namespace dumpscope::core
