// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/bytes.h"

#include <string_view>

namespace dumpscope::core {

/// Format of a file of another program ("GGUF") by its name and first bytes, so that no reader takes
/// it for a damaged file of its own. Empty: not known.
[[nodiscard]] std::string_view foreignFormat(std::string_view name, ByteSpan head);

/// What a file is instead of what its name says: a pointer of Git LFS. Empty: it may be what it is called.
[[nodiscard]] Message standIn(ByteSpan head);

/// What the bytes of a file that no reader knows look like, and what to do with it. Empty: like nothing that
/// is known.
[[nodiscard]] Message unknownContent(ByteSpan head);
/// The same of text.
[[nodiscard]] Message unknownText(ByteSpan head);

} // namespace dumpscope::core
