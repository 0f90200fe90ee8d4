// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes: every row is one line of the text, its fields lie in that line in order, and pieces
// scan as the whole does.
#include "io/csv_scanner.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace dumpscope::core;

struct Scanned {
    std::vector<std::uint64_t> offsets;
    std::vector<std::string> fields;
};

void require(bool condition)
{
    if (!condition)
        std::abort();
}

void scan(std::string_view text, std::uint64_t line, std::uint64_t offset, Scanned& result)
{
    CsvScanner scanner(text, line, offset);
    std::vector<std::string_view> fields;
    CsvScanner::Row row;
    while (scanner.next(fields, row)) {
        require(row.line == line++ && !fields.empty());
        const char* last = text.data() + (row.offset - offset);
        const std::string_view rest = text.substr(row.offset - offset);
        const std::string_view whole = rest.substr(0, rest.find('\n'));
        for (const std::string_view field : fields) {
            require(field.data() >= last && field.find('\n') == std::string_view::npos);
            last = field.data() + field.size();
            require(unquote(field).size() <= field.size());
            result.fields.emplace_back(field);
        }
        require(last <= whole.data() + whole.size());
        require(row.broken
            || static_cast<std::size_t>(std::count(whole.begin(), whole.end(), ',')) + 1 >= fields.size());
        result.offsets.push_back(row.offset);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Scanned whole;
    scan(text, 1, 0, whole);
    const bool startsWithMark = text.starts_with("\xEF\xBB\xBF");
    const std::size_t open = size > (startsWithMark ? 3U : 0U) && text.back() != '\n' ? 1 : 0;
    require(whole.offsets.size() == countLines(text) + open);
    for (const std::size_t pieces : {2U, 5U}) {
        Scanned parts;
        std::uint64_t line = 1;
        std::uint64_t offset = 0;
        for (const std::string_view part : splitLines(text, pieces)) {
            scan(part, line, offset, parts);
            line += countLines(part);
            offset += part.size();
        }
        require(offset == size && parts.offsets == whole.offsets && parts.fields == whole.fields);
    }
    return 0;
}
