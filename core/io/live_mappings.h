// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dumpscope::core {

/// A file mapping the bus error handler looks after.
struct LiveMapping;

/// Installs the process-wide SIGBUS handler on the first call and enters the pages of a fresh
/// mapping in its table. Null when there is no memory or the handler cannot be installed.
[[nodiscard]] LiveMapping* addLiveMapping(void* begin, std::size_t length);

/// Takes the mapping out of the table; call it before munmap, or the handler could write zeros over
/// whatever comes to live at those addresses.
void removeLiveMapping(LiveMapping* mapping);

/// Whether pages had to be replaced by zeros.
[[nodiscard]] bool isDamaged(const LiveMapping& mapping);

} // namespace dumpscope::core
