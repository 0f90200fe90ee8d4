// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/csv_scanner.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::string_view kCsvByteOrderMark = "\xEF\xBB\xBF";

using Word = std::uint64_t;
constexpr Word kOnes = 0x0101'0101'0101'0101;
constexpr Word kLow = 0x7f * kOnes;

/// The top bit of every byte that equals `c`, exactly.
constexpr Word equalBytes(Word word, char c)
{
    const Word difference = word ^ (static_cast<unsigned char>(c) * kOnes);
    return ~(((difference & kLow) + kLow) | difference | kLow);
}

/// The top bit of every comma, quote and line feed among the next eight bytes.
Word specialBytesAt(std::string_view text, std::size_t position)
{
    static_assert(std::endian::native == std::endian::little);
    Word word = 0;
    std::memcpy(&word, text.data() + position, std::min(sizeof word, text.size() - position));
    return equalBytes(word, ',') | equalBytes(word, '"') | equalBytes(word, '\n');
}

} // namespace

CsvScanner::CsvScanner(std::string_view text, std::uint64_t firstLine, std::uint64_t baseOffset)
    : m_text(text)
    , m_position(baseOffset == 0 && text.starts_with(kCsvByteOrderMark) ? kCsvByteOrderMark.size() : 0)
    , m_line(firstLine)
    , m_baseOffset(baseOffset)
{
}

bool CsvScanner::next(std::vector<std::string_view>& fields, Row& row)
{
    fields.clear();
    if (m_position >= m_text.size())
        return false;
    row = {.line = m_line++, .offset = m_baseOffset + m_position, .broken = false, .fields = &fields};
    std::size_t fieldBegin = m_position;
    std::size_t block = m_position;
    bool quoted = false; // the field that ends next is in `fields` already
    while (block < m_text.size()) {
        std::size_t next = block + sizeof(Word);
        for (Word special = specialBytesAt(m_text, block); special != 0; special &= special - 1) {
            const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(special)) / 8;
            const char c = m_text[at];
            if (c == '"') {
                if (at != fieldBegin || quoted)
                    continue;
                quoted = true;
                next = takeQuoted(at, fields, row.broken);
                break;
            }
            if (!quoted)
                fields.push_back(
                    c == ',' ? m_text.substr(fieldBegin, at - fieldBegin) : lastField(fieldBegin, at));
            quoted = false;
            fieldBegin = at + 1;
            if (c == '\n') {
                m_position = fieldBegin;
                return true;
            }
        }
        block = next;
    }
    if (!quoted)
        fields.push_back(lastField(fieldBegin, m_text.size()));
    m_position = m_text.size();
    return true;
}

/// Appends the field whose opening quote is at `open`; returns where the comma or line end after it is.
std::size_t CsvScanner::takeQuoted(
    std::size_t open, std::vector<std::string_view>& fields, bool& broken) const
{
    const auto isEnd = [this](std::size_t at) { return at >= m_text.size() || m_text[at] == '\n'; };
    std::size_t at = open + 1;
    while (!isEnd(at) && (m_text[at] != '"' || (!isEnd(at + 1) && m_text[at + 1] == '"')))
        at += m_text[at] == '"' ? 2 : 1;
    if (isEnd(at)) {
        broken = true;
        fields.push_back(lastField(open + 1, at));
        return at;
    }
    const std::size_t close = at++;
    const bool carriageReturn = !isEnd(at) && m_text[at] == '\r' && isEnd(at + 1);
    if (isEnd(at) || m_text[at] == ',' || carriageReturn) {
        fields.push_back(m_text.substr(open + 1, close - open - 1));
        return carriageReturn ? at + 1 : at;
    }
    broken = true;
    while (!isEnd(at) && m_text[at] != ',')
        ++at;
    fields.push_back(isEnd(at) ? lastField(open + 1, at) : m_text.substr(open + 1, at - open - 1));
    return at;
}

/// The field before a line end, without the carriage return of that line end.
std::string_view CsvScanner::lastField(std::size_t begin, std::size_t end) const
{
    if (end > begin && m_text[end - 1] == '\r')
        --end;
    return m_text.substr(begin, end - begin);
}

std::string unquote(std::string_view field)
{
    std::string result;
    result.reserve(field.size());
    for (std::size_t i = 0; i < field.size(); ++i) {
        result += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"')
            ++i;
    }
    return result;
}

std::vector<std::string_view> splitLines(std::string_view text, std::size_t pieces)
{
    std::vector<std::string_view> parts;
    const std::size_t wanted = text.size() / std::max<std::size_t>(pieces, 1) + 1;
    while (!text.empty()) {
        const std::size_t feed = wanted <= text.size() ? text.find('\n', wanted - 1) : std::string_view::npos;
        const std::size_t length = feed == std::string_view::npos ? text.size() : feed + 1;
        parts.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return parts;
}

std::uint64_t countLines(std::string_view text)
{
    // As many at a time as a byte can count: sums of bytes are the widest vectors.
    constexpr std::size_t kBlock = 255;
    std::uint64_t lines = 0;
    for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
        std::uint8_t inBlock = 0;
        for (const char c : text.substr(begin, kBlock))
            inBlock = static_cast<std::uint8_t>(inBlock + (c == '\n' ? 1 : 0));
        lines += inBlock;
    }
    return lines;
}

} // namespace dumpscope::core
