// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/atomic_file.h"
#include "io/bytes.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// A file whose content comes in pieces, each with a checksum: damage of any byte is noticed before the
// content is used. Content, checksums of the pieces, trailer.

class PieceWriter {
public:
    static constexpr std::size_t kPieceBytes = 1U << 20;

    /// `kind`: 8 bytes that say what the content is and in which version.
    PieceWriter(AtomicFile& file, std::string_view kind);

    /// Every piece but the last has kPieceBytes.
    [[nodiscard]] Result<void> add(ByteSpan piece);
    /// Before the file is committed.
    [[nodiscard]] Result<void> finish();

private:
    AtomicFile& m_file;
    std::string_view m_kind;
    std::vector<std::uint64_t> m_checksums;
    std::uint64_t m_bytes = 0;
};

/// The content of such a file; absent for another kind, a damaged file, and where the task was stopped.
[[nodiscard]] std::optional<ByteSpan> checkedContent(
    ByteSpan file, std::string_view kind, const TaskContext& task);

} // namespace dumpscope::core
