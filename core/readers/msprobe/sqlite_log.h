// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// What a write-ahead log beside a SQLite database changes (https://sqlite.org/fileformat2.html 4).
struct SqliteLog {
    std::size_t frames = 0; ///< that were applied: those of finished transactions
    bool isWhole = true; ///< else it is damaged, of another database, or its last transaction is not finished
};

/// Applies the finished transactions of the log to a copy of the database, page by page. The copy does not
/// grow above `mostBytes`; frames beyond that count as damage.
[[nodiscard]] SqliteLog applySqliteLog(
    std::vector<std::byte>& database, ByteSpan log, std::uint64_t mostBytes);

} // namespace dumpscope::core
