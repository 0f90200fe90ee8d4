// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/csv_scanner.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

/// Number of rows; every view is checked to lie inside the text.
std::size_t scan(std::string_view text)
{
    using namespace dumpscope::core;
    std::size_t rows = 0;
    CsvScanner scanner(text);
    std::vector<std::string_view> fields;
    CsvScanner::Row row;
    std::uint64_t lastOffset = 0;
    while (scanner.next(fields, row)) {
        if (row.offset > text.size() || row.offset < lastOffset)
            std::abort();
        lastOffset = row.offset;
        for (const std::string_view field : fields) {
            const bool inside = field.empty()
                || (field.data() >= text.data() && field.data() + field.size() <= text.data() + text.size());
            if (!inside || unquote(field).size() > field.size())
                std::abort();
        }
        ++rows;
    }
    return rows;
}

} // namespace

// Scanning in pieces must not lose or invent a byte, whatever the quotes do.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)scan(text);
    std::size_t total = 0;
    for (const std::string_view piece : dumpscope::core::splitLines(text, 4)) {
        if (!piece.empty() && piece.data() != text.data() + total)
            std::abort();
        total += piece.size();
        (void)scan(piece);
    }
    if (total != size)
        std::abort();
    return 0;
}
