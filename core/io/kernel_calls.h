// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/posix_file.h"

#include <cstddef>
#include <span>
#include <string>

#include <sys/types.h>

// Calls of Linux that the C library names only in newer releases than the oldest one the portable program
// runs with (docs/packages.md), or that older kernels lack. Thread-safe. Errors are in errno.
namespace dumpscope::core {

/// Random bytes without waiting for entropy; false where there are none.
[[nodiscard]] bool fillWithRandom(std::span<unsigned char> bytes);
/// As getdents64(2): directory entries of an open folder, 0 at the end, -1 on error.
[[nodiscard]] ssize_t readDirectory(int fd, std::span<std::byte> buffer);
/// Memory as a file without a name. Before Linux 3.17 it is a removed file in `folder`. Invalid on error.
[[nodiscard]] UniqueFd makeMemoryFile(const std::string& folder);
/// All open files from `first` on are closed when another program is executed. Only system calls, for use
/// between fork and exec.
void closeOnExecFrom(int first);

} // namespace dumpscope::core
