// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/sqlite_log.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kLogHeader = 32, kFrameHeader = 24;
constexpr std::uint32_t kLogMagic = 0x377F0682; ///< with 1 added where checksums read big-endian words

std::uint32_t logWord(ByteSpan bytes, std::size_t at, bool bigEndian = true)
{
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
        word = word << 8U | static_cast<std::uint32_t>(bytes[at + (bigEndian ? i : 3 - i)]);
    return word;
}

/// Of a database; 0 for bytes that are none.
std::uint32_t pageSize(ByteSpan database)
{
    constexpr std::size_t kPageSize = 16;
    if (database.size() < kPageSize + 2)
        return 0;
    const std::uint32_t size = static_cast<std::uint32_t>(database[kPageSize]) << 8U
        | static_cast<std::uint32_t>(database[kPageSize + 1]);
    return size == 1 ? 65536 : size;
}

/// The running checksum of a log.
struct LogSum {
    std::uint32_t first = 0, second = 0;
    bool bigEndian = false;

    void add(ByteSpan bytes)
    {
        for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
            first += logWord(bytes, i, bigEndian) + second;
            second += logWord(bytes, i + 4, bigEndian) + first;
        }
    }
    [[nodiscard]] bool isAt(ByteSpan bytes, std::size_t at) const
    {
        return logWord(bytes, at) == first && logWord(bytes, at + 4) == second;
    }
};

} // namespace

SqliteLog applySqliteLog(std::vector<std::byte>& database, ByteSpan log, std::uint64_t mostBytes)
{
    SqliteLog result;
    if (log.empty())
        return result;
    result.isWhole = false;
    if (log.size() < kLogHeader || (logWord(log, 0) & ~1U) != kLogMagic)
        return result;
    constexpr std::uint32_t kSmallest = 512, kLargest = 65536;
    const std::uint32_t page = logWord(log, 8);
    LogSum sum;
    sum.bigEndian = (logWord(log, 0) & 1U) != 0;
    sum.add(log.subspan(0, 24));
    if (page < kSmallest || page > kLargest || (page & (page - 1)) != 0 || page != pageSize(database)
        || !sum.isAt(log, 24))
        return result;
    // Frames count from the last one that ends a transaction; what is behind it was never finished, or is
    // left of an older log.
    struct Change {
        std::size_t at;         ///< of the page in the log
        std::uint64_t position; ///< in the database
    };
    std::vector<Change> pending;
    std::size_t at = kLogHeader;
    bool isDamaged = false;
    for (; at + kFrameHeader + page <= log.size(); at += kFrameHeader + page) {
        const std::uint32_t number = logWord(log, at), pagesAfter = logWord(log, at + 4);
        const bool isOfThisLog = std::ranges::equal(log.subspan(at + 8, 8), log.subspan(16, 8)); // the salts
        sum.add(log.subspan(at, 8));
        sum.add(log.subspan(at + kFrameHeader, page));
        if (!isOfThisLog || number == 0 || !sum.isAt(log, at + 16)) {
            isDamaged = isOfThisLog;
            break;
        }
        pending.push_back({at + kFrameHeader, (std::uint64_t {number} - 1) * page});
        if (pagesAfter == 0)
            continue;
        const std::uint64_t size = std::uint64_t {pagesAfter} * page;
        if (size > mostBytes)
            return result;
        database.resize(size);
        for (const Change& change : pending) {
            if (change.position + page <= size)
                std::ranges::copy(log.subspan(change.at, page),
                    database.begin() + static_cast<std::ptrdiff_t>(change.position));
        }
        result.frames += pending.size();
        pending.clear();
    }
    const bool isTorn = at < log.size() && at + kFrameHeader + page > log.size();
    result.isWhole = pending.empty() && !isDamaged && !isTorn;
    return result;
}

} // namespace dumpscope::core
