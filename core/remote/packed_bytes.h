// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Compresses pieces of what is sent, as far as that pays: after a piece that hardly gets smaller, the next
/// ones are not tried. Not thread-safe.
class BytesPacker {
public:
    /// Nothing where the bytes are to be sent as they are. Of at most kRemotePiece.
    [[nodiscard]] std::optional<std::string> pack(std::string_view bytes);

private:
    int m_skipped = 0; ///< pieces that are still not to be tried
};

/// What `pack` was given. Any bytes may be unpacked, `size` may be anything; memory is bounded by
/// kRemotePiece. Errors: Code::BadSyntax where they do not give `size` bytes.
[[nodiscard]] Result<std::string> unpackBytes(std::string_view packed, std::size_t size);

} // namespace dumpscope::core
