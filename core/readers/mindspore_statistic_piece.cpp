// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore_statistic_piece.h"

#include "base/text.h"
#include "io/csv_scanner.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

namespace dumpscope::core {

namespace {

/// Odd lines shorter than this take more memory than file; only the first of a piece become rows.
constexpr std::size_t kTinyLine = 16;
constexpr std::size_t kMaxTinyRows = 1000;
/// Longest cell quoted in a problem, longest problem.
constexpr std::size_t kMaxQuoted = 24;
constexpr std::size_t kMaxProblem = 200;

bool isAscii(std::string_view text)
{
    // Without a break, so that the compiler makes wide loads of it.
    unsigned char high = 0;
    for (const char c : text)
        high = static_cast<unsigned char>(high | static_cast<unsigned char>(c));
    return high < 0x80U;
}

bool isNullWord(std::string_view text)
{
    return text.empty() || equalsIgnoreCase(text, "null") || equalsIgnoreCase(text, "none")
        || equalsIgnoreCase(text, "n/a") || equalsIgnoreCase(text, "na");
}

std::string_view trimmedCell(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

std::string quoted(std::string_view text)
{
    std::string out = "'";
    out += printable(text.substr(0, kMaxQuoted));
    out += text.size() > kMaxQuoted ? "...'" : "'";
    return out;
}

template<typename T> bool parseWhole(std::string_view text, T& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

enum class NumberCell : std::uint8_t { Number, Null, Boolean, TooLarge, Bad };

NumberCell parseNumberCell(std::string_view text, double& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
    if (stop == end && !text.empty() && error != std::errc::invalid_argument) {
        // Too small a number reads as zero. Only a word means infinity.
        const bool digits = text.find_first_of("0123456789") != std::string_view::npos;
        return std::isinf(value) && digits ? NumberCell::TooLarge : NumberCell::Number;
    }
    value = 0;
    if (isNullWord(text))
        return NumberCell::Null;
    // Device statistics print the extremes of bool tensors as words (mindspore-dump 10.2).
    if (equalsIgnoreCase(text, "true")) {
        value = 1;
        return NumberCell::Boolean;
    }
    if (equalsIgnoreCase(text, "false"))
        return NumberCell::Boolean;
    const std::string_view bare = trimmedCell(text);
    return bare.size() == text.size() ? NumberCell::Bad : parseNumberCell(bare, value);
}

/// A column of texts: the number of the last text is remembered, since neighbours repeat.
class TextColumn {
public:
    std::uint32_t number(std::string_view text, PieceStrings& strings)
    {
        if (text == m_last)
            return m_number;
        m_last = text;
        m_number = text.find("\"\"") == std::string_view::npos ? strings.intern(text)
                                                               : strings.internOwned(unquote(text));
        return m_number;
    }

private:
    std::string_view m_last;
    std::uint32_t m_number = 0;
};

class PieceScanner {
public:
    PieceScanner(const StatisticPlan& plan, std::string_view headerLine, StatisticPiece& piece)
        : m_plan(plan)
        , m_headerLine(headerLine)
        , m_piece(piece)
        , m_digestColumns(plan.digests.size())
    {
        piece.digests.resize(plan.digests.size());
    }

    void scan(std::string_view text)
    {
        m_allAscii = isAscii(text);
        reserve(text);
        CsvScanner scanner(text);
        std::vector<std::string_view> fields;
        CsvScanner::Row row;
        std::uint64_t offset = 0;
        while (scanner.next(fields, row)) {
            m_piece.lines = row.line;
            offset = row.offset;
            if (fields.empty() || (fields.size() == 1 && fields[0].empty()))
                continue;
            takeRow(text, row, fields);
        }
        m_piece.unfinished = !text.empty() && text.back() != '\n' && offset < text.size();
        if (m_piece.unfinished && m_piece.rows() > 0 && m_piece.line.back() == m_piece.lines)
            addProblem(m_piece.rows() - 1, "the line has no end; the file may be cut here");
    }

private:
    void reserve(std::string_view text)
    {
        constexpr std::size_t kTypicalLine = 100;
        const std::size_t rows = text.size() / kTypicalLine;
        for (auto* column : {&m_piece.opType, &m_piece.opName, &m_piece.dtypeText, &m_piece.shapeText,
                 &m_piece.formatText, &m_piece.problem, &m_piece.task, &m_piece.stream, &m_piece.line})
            column->reserve(rows);
        m_piece.io.reserve(rows);
        m_piece.slot.reserve(rows);
        m_piece.timestamp.reserve(rows);
        m_piece.dataSize.reserve(rows);
        m_piece.dtype.reserve(rows);
        for (const StatisticColumnPlan& column : m_plan.plan) {
            if (column.role == StatisticRole::Value)
                m_piece.values[column.number].reserve(rows);
        }
    }

    void takeRow(
        std::string_view text, const CsvScanner::Row& row, const std::vector<std::string_view>& fields)
    {
        const std::size_t columns = m_plan.plan.size();
        // From 2.3 on every row has one more, empty, field than the header (mindspore-dump 5.1).
        const bool trailing = fields.size() == columns + 1 && fields.back().empty();
        m_problem.clear();
        if (row.broken)
            note("a quote that does not close");
        if (fields.size() < columns)
            note(
                "short row: " + std::to_string(fields.size()) + " of " + std::to_string(columns) + " fields");
        else if (fields.size() > columns && !trailing)
            note("long row: " + std::to_string(fields.size()) + " fields, the header has "
                + std::to_string(columns));
        if (!m_problem.empty()) {
            const std::string_view line = lineAt(text, row.offset);
            if (line == m_headerLine)
                return;
            if (line.size() < kTinyLine && ++m_tinyRows > kMaxTinyRows) {
                ++m_piece.droppedLines;
                return;
            }
        } else if (fields[0] == m_plan.columns[0].header && lineAt(text, row.offset) == m_headerLine) {
            return; // appended by another run
        }
        m_piece.trailingField |= trailing;
        startRow(static_cast<std::uint32_t>(row.line));
        const std::size_t known = std::min(fields.size(), columns);
        for (std::size_t i = 0; i < known; ++i)
            takeCell(i, fields[i]);
        finishRow(known);
    }

    static std::string_view lineAt(std::string_view text, std::uint64_t offset)
    {
        std::string_view line = text.substr(offset);
        line = line.substr(0, line.find('\n'));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    void startRow(std::uint32_t line)
    {
        m_row = m_piece.rows();
        m_piece.opType.push_back(0);
        m_piece.opName.push_back(0);
        m_piece.dtypeText.push_back(0);
        m_piece.shapeText.push_back(0);
        m_piece.formatText.push_back(0);
        m_piece.problem.push_back(0);
        m_piece.io.push_back(Io::Unknown);
        m_piece.slot.push_back(-1);
        m_piece.task.push_back(StatisticTable::kNone);
        m_piece.stream.push_back(StatisticTable::kNone);
        m_piece.timestamp.push_back(0);
        m_piece.dataSize.push_back(0);
        m_piece.dtype.push_back(DType::Unknown);
        m_piece.line.push_back(line);
        for (auto& digest : m_piece.digests)
            digest.push_back(0);
    }

    /// Gives statistics that the row has no cell for, and the row's problem.
    void finishRow(std::size_t known)
    {
        for (std::size_t i = known; i < m_plan.plan.size(); ++i) {
            if (m_plan.plan[i].role == StatisticRole::Value)
                pushNull(m_plan.plan[i].number);
        }
        if (m_piece.opName[m_row] == 0)
            note("no operator name");
        if (!m_problem.empty()) {
            m_piece.problem[m_row] = m_piece.strings.internOwned(std::move(m_problem));
            ++m_piece.problemRows;
        }
    }

    void takeCell(std::size_t i, std::string_view cell)
    {
        const StatisticColumnPlan column = m_plan.plan[i];
        switch (column.role) {
        case StatisticRole::OpType:
            m_piece.opType[m_row] = textCell(m_opType, i, cell);
            break;
        case StatisticRole::OpName:
            takeName(i, cell);
            break;
        case StatisticRole::Task:
            takeInteger(i, cell, m_piece.task[m_row]);
            break;
        case StatisticRole::Stream:
            takeInteger(i, cell, m_piece.stream[m_row]);
            break;
        case StatisticRole::Timestamp:
            takeInteger(i, cell, m_piece.timestamp[m_row]);
            break;
        case StatisticRole::Io:
            takeIo(i, cell);
            break;
        case StatisticRole::Slot:
            takeSlot(i, cell);
            break;
        case StatisticRole::DataSize:
            takeInteger(i, cell, m_piece.dataSize[m_row]);
            break;
        case StatisticRole::DataType:
            takeDtype(i, cell);
            break;
        case StatisticRole::Dims:
            takeShape(i, cell);
            break;
        case StatisticRole::Format:
            m_piece.formatText[m_row] = textCell(m_format, i, cell);
            break;
        case StatisticRole::Value:
            takeValue(i, column.number, cell);
            break;
        case StatisticRole::Digest:
            m_piece.digests[column.number][m_row] = textCell(m_digestColumns[column.number], i, cell);
            break;
        case StatisticRole::Ignored:
            break;
        }
    }

    std::uint32_t textCell(TextColumn& column, std::size_t i, std::string_view cell)
    {
        if (!m_allAscii && !isUtf8(cell))
            note(m_plan.columns[i].header + " is not UTF-8");
        return column.number(cell, m_piece.strings);
    }

    void takeName(std::size_t i, std::string_view cell)
    {
        const std::uint32_t number = textCell(m_opName, i, cell);
        m_piece.opName[m_row] = number;
        if (!m_piece.slashName)
            m_piece.slashName = cell.find('/') != std::string_view::npos;
    }

    template<typename T> void takeInteger(std::size_t i, std::string_view cell, T& value)
    {
        T parsed = 0;
        if (parseWhole(cell, parsed))
            value = parsed;
        else if (!isNullWord(cell))
            noteBad(i, cell);
    }

    void takeSlot(std::size_t i, std::string_view cell)
    {
        std::int32_t slot = -1;
        if (parseWhole(cell, slot) && slot >= 0)
            m_piece.slot[m_row] = slot;
        else if (!isNullWord(cell))
            noteBad(i, cell);
    }

    void takeIo(std::size_t i, std::string_view cell)
    {
        if (cell == "input")
            m_piece.io[m_row] = Io::Input;
        else if (cell == "output")
            m_piece.io[m_row] = Io::Output;
        else if (const auto io = ioFromWord(cell))
            m_piece.io[m_row] = *io;
        else
            noteBad(i, cell);
    }

    void takeDtype(std::size_t i, std::string_view cell)
    {
        const std::uint32_t number = textCell(m_dtype, i, cell);
        m_piece.dtypeText[m_row] = number;
        // 255: not looked up yet. Names nobody knows (`unsupported(12)`, `none`) keep their text.
        if (number >= m_dtypeOf.size())
            m_dtypeOf.resize(number + 1, kNotYet);
        std::uint8_t& known = m_dtypeOf[number];
        if (known == kNotYet)
            known = static_cast<std::uint8_t>(dtypeFromName(cell).value_or(DType::Unknown));
        m_piece.dtype[m_row] = static_cast<DType>(known);
    }

    void takeShape(std::size_t i, std::string_view cell)
    {
        const std::uint32_t number = textCell(m_shape, i, cell);
        m_piece.shapeText[m_row] = number;
        if (number >= m_shapeOk.size())
            m_shapeOk.resize(number + 1, kNotYet);
        std::uint8_t& known = m_shapeOk[number];
        if (known == kNotYet) {
            m_piece.squareShape |= cell.starts_with('[');
            const auto shape = parseShape(cell);
            known = cell.empty() || (shape && elementCount(*shape)) ? 1 : 0;
        }
        if (known == 0)
            noteBad(i, cell);
    }

    void takeValue(std::size_t i, std::uint8_t field, std::string_view cell)
    {
        double value = 0;
        switch (parseNumberCell(cell, value)) {
        case NumberCell::Boolean:
            m_piece.booleanWord = true;
            [[fallthrough]];
        case NumberCell::Number:
            m_piece.values[field].push_back(value);
            return;
        case NumberCell::TooLarge:
            note(m_plan.columns[i].header + " is beyond double precision: " + quoted(cell));
            break;
        case NumberCell::Bad:
            noteBad(i, cell);
            break;
        case NumberCell::Null:
            break;
        }
        pushNull(field);
    }

    void pushNull(std::uint8_t field)
    {
        m_piece.nullRows[field].push_back(static_cast<std::uint32_t>(m_row));
        m_piece.values[field].push_back(0);
    }

    void noteBad(std::size_t i, std::string_view cell)
    {
        note(m_plan.columns[i].header + " cannot be read: " + quoted(cell));
    }

    void note(std::string_view what)
    {
        if (m_problem.size() > kMaxProblem)
            return;
        if (!m_problem.empty())
            m_problem += "; ";
        m_problem += what;
    }

    void addProblem(std::size_t row, std::string_view what)
    {
        m_problem = m_piece.strings.texts()[m_piece.problem[row]];
        if (m_problem.empty())
            ++m_piece.problemRows;
        note(what);
        m_piece.problem[row] = m_piece.strings.internOwned(std::move(m_problem));
    }

    static constexpr std::uint8_t kNotYet = 255;

    const StatisticPlan& m_plan;
    std::string_view m_headerLine;
    StatisticPiece& m_piece;
    bool m_allAscii = false;
    std::size_t m_row = 0;
    std::size_t m_tinyRows = 0;
    std::string m_problem;
    TextColumn m_opType, m_opName, m_dtype, m_shape, m_format;
    std::vector<TextColumn> m_digestColumns;
    std::vector<std::uint8_t> m_dtypeOf; ///< by text number
    std::vector<std::uint8_t> m_shapeOk; ///< by text number
};

} // namespace

PieceStrings::PieceStrings()
    : m_slots(1024, 0)
{
    m_texts.emplace_back();
    m_hashes.push_back(0);
}

std::size_t PieceStrings::findSlot(std::string_view text, std::uint64_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot] != 0) {
        const std::uint32_t number = m_slots[slot] - 1;
        if (m_hashes[number] == hash && m_texts[number] == text)
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

std::uint32_t PieceStrings::insert(std::string_view text, std::uint64_t hash, std::size_t slot)
{
    const auto number = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(text);
    m_hashes.push_back(hash);
    m_slots[slot] = number + 1;
    if (m_texts.size() * 2 > m_slots.size())
        grow();
    return number;
}

std::uint32_t PieceStrings::intern(std::string_view text)
{
    if (text.empty())
        return 0;
    const std::uint64_t hash = std::hash<std::string_view> {}(text);
    const std::size_t slot = findSlot(text, hash);
    return m_slots[slot] != 0 ? m_slots[slot] - 1 : insert(text, hash, slot);
}

std::uint32_t PieceStrings::internOwned(std::string text)
{
    if (text.empty())
        return 0;
    const std::uint64_t hash = std::hash<std::string_view> {}(text);
    const std::size_t slot = findSlot(text, hash);
    if (m_slots[slot] != 0)
        return m_slots[slot] - 1;
    m_owned.push_back(std::move(text));
    return insert(m_owned.back(), hash, slot);
}

void PieceStrings::grow()
{
    std::vector<std::uint32_t> slots(m_slots.size() * 2, 0);
    const std::size_t mask = slots.size() - 1;
    for (std::uint32_t number = 1; number < m_texts.size(); ++number) {
        std::size_t slot = m_hashes[number] & mask;
        while (slots[slot] != 0)
            slot = (slot + 1) & mask;
        slots[slot] = number + 1;
    }
    m_slots.swap(slots);
}

StatisticPiece scanStatisticPiece(
    std::string_view text, const StatisticPlan& plan, std::string_view headerLine)
{
    StatisticPiece piece;
    PieceScanner(plan, headerLine, piece).scan(text);
    return piece;
}

} // namespace dumpscope::core
