// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dumpscope::core {

/// An entry of the table of file mappings that the SIGBUS handler repairs. Thread-safe.
struct LiveMapping;

/// Installs the process-wide SIGBUS handler on the first call and adds a new mapping of `length` bytes to its
/// table. Null when there is no memory or the handler cannot be installed.
[[nodiscard]] LiveMapping* addLiveMapping(void* begin, std::size_t length);

/// Removes the mapping from the table; call it before munmap, or the handler could replace pages of a later
/// mapping at these addresses.
void removeLiveMapping(LiveMapping* mapping);

/// Whether pages had to be replaced by zeros.
[[nodiscard]] bool isDamaged(const LiveMapping& mapping);

} // namespace dumpscope::core
