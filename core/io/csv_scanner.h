// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Rows of an RFC 4180-like text: commas, optional double quotes ("" inside quotes), `\n` or
/// `\r\n`, optional UTF-8 byte-order mark, last line end optional. Fields are views into the text,
/// without their quotes; a field with doubled quotes keeps them (`unquote` resolves).
/// A quote that never closes ends at the end of the line with a flag, so one bad row costs one row.
class CsvScanner {
public:
    /// `firstLine` and `baseOffset`: position of a piece (`splitLines`) in its text. The text must outlive
    /// the scanner.
    explicit CsvScanner(std::string_view text, std::uint64_t firstLine = 1, std::uint64_t baseOffset = 0);

    struct Row {
        std::uint64_t line = 0;   ///< from 1
        std::uint64_t offset = 0; ///< of the first byte, with `baseOffset`
        bool broken = false;      ///< unclosed quote or text after a closing quote
        std::vector<std::string_view>* fields = nullptr;
    };
    /// Next row into `fields` (cleared first, so its memory is reused); false at the end.
    bool next(std::vector<std::string_view>& fields, Row& row);

private:
    std::size_t takeQuoted(std::size_t open, std::vector<std::string_view>& fields, bool& broken) const;
    std::string_view lastField(std::size_t begin, std::size_t end) const;

    std::string_view m_text;
    std::size_t m_position = 0;
    std::uint64_t m_line;
    std::uint64_t m_baseOffset;
};

/// The field with doubled quotes made single.
[[nodiscard]] std::string unquote(std::string_view field);

/// Splits a large text into about `pieces` parts at line ends (quoted fields never span lines in the formats
/// we read), for parallel scanning.
[[nodiscard]] std::vector<std::string_view> splitLines(std::string_view text, std::size_t pieces);

/// Number of line ends: what a piece adds to the line number of the next one.
[[nodiscard]] std::uint64_t countLines(std::string_view text);

} // namespace dumpscope::core
