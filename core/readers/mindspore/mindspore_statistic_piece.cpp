// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_statistic_piece.h"

#include "base/text.h"
#include "io/csv_scanner.h"
#include "io/digit_run.h"
#include "readers/mindspore/mindspore_statistic_cells.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace dumpscope::core {

namespace {

/// Odd lines shorter than this take more memory than file; only the first of a piece become rows.
constexpr std::size_t kTinyLine = 16;
constexpr std::size_t kMaxTinyRows = 1000;
/// Norms and counts.
constexpr bool isNeverNegative(std::uint8_t field)
{
    return field >= static_cast<std::uint8_t>(StatisticTable::Field::L2Norm);
}

/// A problem longer than this is not made longer.
constexpr std::size_t kMaxProblem = 200;

bool isAscii(std::string_view text)
{
    // Without a break, so that the compiler makes wide loads of it.
    unsigned char high = 0;
    for (const char c : text)
        high = static_cast<unsigned char>(high | static_cast<unsigned char>(c));
    return high < 0x80U;
}

/// End of the cell at `begin` that has no quotes.
const char* cellEnd(const char* begin, const char* end)
{
    const void* comma = std::memchr(begin, ',', static_cast<std::size_t>(end - begin));
    return comma == nullptr ? end : static_cast<const char*>(comma);
}

std::string_view between(const char* begin, const char* end)
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// A column of texts. Neighbours repeat, so the last cell is remembered as it was written.
class TextColumn {
public:
    explicit TextColumn(bool seldomRepeats = false)
        : m_seldomRepeats(seldomRepeats)
    {
    }
    /// Takes the cell at `begin` if it is a plain one; returns where it ends, else null.
    const char* take(const char* begin, const char* end, PieceStrings& strings)
    {
        const std::string_view rest = between(begin, end);
        if (rest.starts_with(m_written) && (rest.size() == m_written.size() || rest[m_written.size()] == ','))
            return begin + m_written.size();
        std::string_view content;
        const char* stop = nullptr;
        if (rest.starts_with('"')) {
            const void* quote = std::memchr(begin + 1, '"', rest.size() - 1);
            if (quote == nullptr)
                return nullptr;
            content = between(begin + 1, static_cast<const char*>(quote));
            stop = static_cast<const char*>(quote) + 1;
            if (stop != end && *stop != ',')
                return nullptr;
        } else {
            stop = cellEnd(begin, end);
            content = between(begin, stop);
        }
        m_written = between(begin, stop);
        m_number = m_seldomRepeats ? strings.append(content) : strings.intern(content);
        return stop;
    }
    [[nodiscard]] std::uint32_t number() const { return m_number; }

private:
    std::string_view m_written;
    std::uint32_t m_number = 0;
    bool m_seldomRepeats;
};

class PieceScanner {
public:
    PieceScanner(const StatisticPlan& plan, std::string_view headerLine, StatisticPiece& piece)
        : m_plan(plan)
        , m_headerLine(headerLine)
        , m_piece(piece)
        , m_namesOperators(plan.hasRole(StatisticRole::OpName))
        , m_digestColumns(plan.digests.size(), TextColumn(true))
    {
    }

    void scan(std::string_view text)
    {
        m_allAscii = isAscii(text);
        m_piece.unfinished = !text.empty() && text.back() != '\n';
        const std::size_t ends = countLines(text);
        setRows(ends + (m_piece.unfinished ? 1 : 0));
        const char* end = text.data() + text.size();
        for (const char* begin = text.data(); begin != end;) {
            const void* feed = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
            const char* lineEnd = feed == nullptr ? end : static_cast<const char*>(feed);
            ++m_piece.lines;
            if (feed == nullptr)
                takeUnfinishedLine(between(begin, end));
            else
                takeLine(between(begin, lineEnd > begin && lineEnd[-1] == '\r' ? lineEnd - 1 : lineEnd));
            begin = feed == nullptr ? end : lineEnd + 1;
        }
        setRows(m_row);
        if (m_piece.unfinished && m_row > 0 && m_piece.line.back() == m_piece.lines)
            addProblem(m_row - 1, phrase("the line has no end; what there is of its last field is left out"));
    }

private:
    /// Makes or keeps so many rows; new ones say nothing.
    void setRows(std::size_t rows)
    {
        StatisticPiece& p = m_piece;
        for (auto* column : {&p.opType, &p.opName, &p.dtypeText, &p.shapeText, &p.formatText, &p.line})
            column->resize(rows, 0);
        p.problem.resize(rows, MessageId(0U));
        p.io.resize(rows, Io::Unknown);
        p.slot.resize(rows, -1);
        p.task.resize(rows, StatisticTable::kNone);
        p.stream.resize(rows, StatisticTable::kNone);
        p.timestamp.resize(rows, 0);
        p.dataSize.resize(rows, 0);
        p.dtype.resize(rows, DType::Unknown);
        for (const StatisticColumnPlan& column : m_plan.plan) {
            if (column.role == StatisticRole::Value)
                p.values[column.number].resize(rows, 0);
        }
        // What a line that is no row had.
        for (auto& integers : p.exactIntegers) {
            while (!integers.empty() && integers.back().row >= rows)
                integers.pop_back();
        }
        p.digests.resize(m_plan.digests.size());
        for (auto& digest : p.digests)
            digest.resize(rows, 0);
    }

    void takeLine(std::string_view line)
    {
        if (line.empty())
            return;
        if (m_allAscii && takeOrdinaryRow(line)) {
            m_piece.line[m_row++] = static_cast<std::uint32_t>(m_piece.lines);
            return;
        }
        takeOddRow(line);
    }

    /// Half a name is the name of another tensor, and half a number another number: the last field is left
    /// out, and where that is what the tensor is called by, so is the line.
    void takeUnfinishedLine(std::string_view line)
    {
        std::size_t fields = 0, end = 0;
        bool isQuoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            isQuoted ^= line[i] == '"';
            if (line[i] == ',' && !isQuoted) {
                end = i;
                ++fields;
            }
        }
        const auto saysWhich = [](const StatisticColumnPlan& column) {
            return column.role != StatisticRole::Value && column.role != StatisticRole::Digest
                && column.role != StatisticRole::Ignored;
        };
        const std::size_t rest = std::min(fields, m_plan.plan.size());
        if (std::none_of(
                m_plan.plan.begin() + static_cast<std::ptrdiff_t>(rest), m_plan.plan.end(), saysWhich))
            takeLine(line.substr(0, end));
    }

    /// A row with a plain cell in every column: nearly all of them. False if it is not, with parts of
    /// the row set. Whatever is taken here reads the same as in takeOddRow.
    bool takeOrdinaryRow(std::string_view line)
    {
        const char* at = line.data();
        const char* end = at + line.size();
        const std::size_t columns = m_plan.plan.size();
        for (std::size_t i = 0; i < columns; ++i) {
            at = takePlainCell(m_plan.plan[i], at, end);
            if (at == nullptr)
                return false;
            if (i + 1 == columns)
                break;
            if (at == end || *at != ',')
                return false;
            ++at;
        }
        // From 2.3 on every row has one more, empty, field than the header
        // (docs/formats/mindspore-dump.md 5.1).
        const bool trailing = at != end;
        if ((trailing && (*at != ',' || at + 1 != end)) || (m_namesOperators && m_piece.opName[m_row] == 0))
            return false;
        m_piece.trailingField |= trailing;
        return true;
    }

    /// Where the cell ends, or null when it needs a closer look.
    const char* takePlainCell(StatisticColumnPlan column, const char* at, const char* end)
    {
        switch (column.role) {
        case StatisticRole::OpType:
            return takeText(m_opType, m_piece.opType, at, end);
        case StatisticRole::OpName:
            return takeName(at, end);
        case StatisticRole::Task:
            return takeInteger(m_piece.task, at, end);
        case StatisticRole::Stream:
            return takeInteger(m_piece.stream, at, end);
        case StatisticRole::Timestamp:
            return takeInteger(m_piece.timestamp, at, end);
        case StatisticRole::Io:
            return takeIo(at, end);
        case StatisticRole::Slot:
            return takeInteger(m_piece.slot, at, end);
        case StatisticRole::DataSize:
            return takeInteger(m_piece.dataSize, at, end);
        case StatisticRole::DataType:
            at = takeText(m_dtype, m_piece.dtypeText, at, end);
            m_piece.dtype[m_row] = dtypeOf(m_dtype.number());
            return at;
        case StatisticRole::Dims:
            at = takeText(m_shape, m_piece.shapeText, at, end);
            return isShape(m_shape.number()) ? at : nullptr;
        case StatisticRole::Format:
            return takeText(m_format, m_piece.formatText, at, end);
        case StatisticRole::Value:
            if (at != end && *at == '-' && isNeverNegative(column.number))
                return nullptr;
            return takeNumber(column.number, at, end);
        case StatisticRole::Digest:
            return takeText(m_digestColumns[column.number], m_piece.digests[column.number], at, end);
        case StatisticRole::Ignored:
            break;
        }
        return at != end && *at == '"' ? nullptr : cellEnd(at, end);
    }

    const char* takeNumber(std::uint8_t field, const char* at, const char* end)
    {
        const char* stop = parseNumberPrefix(at, end, m_piece.values[field][m_row]);
        if (stop != nullptr)
            keepExact(field, between(at, stop));
        return stop;
    }

    /// A row that is taken again, as an odd one, has its integers once.
    void keepExact(std::uint8_t field, std::string_view cell)
    {
        auto& integers = m_piece.exactIntegers[field];
        const auto row = static_cast<std::uint32_t>(m_row);
        if (!integers.empty() && integers.back().row == row)
            integers.pop_back();
        if (const auto exact = ifRounded(cell))
            integers.push_back({row, *exact});
    }

    const char* takeText(
        TextColumn& column, std::vector<std::uint32_t>& numbers, const char* at, const char* end)
    {
        at = column.take(at, end, m_piece.strings);
        numbers[m_row] = column.number();
        return at;
    }

    const char* takeName(const char* at, const char* end)
    {
        const char* stop = takeText(m_opName, m_piece.opName, at, end);
        if (stop != nullptr && !m_piece.slashName)
            m_piece.slashName = between(at, stop).find('/') != std::string_view::npos;
        return stop;
    }

    template<typename T> const char* takeInteger(std::vector<T>& numbers, const char* at, const char* end)
    {
        // Numbers that might not fit are left to the closer look.
        constexpr std::ptrdiff_t kDigits = std::numeric_limits<T>::digits10;
        std::uint64_t value = 0;
        const char* stop = takeDigits(at, at + std::min(end - at, kDigits), value);
        numbers[m_row] = static_cast<T>(value);
        return stop == at ? nullptr : stop;
    }

    const char* takeIo(const char* at, const char* end)
    {
        const std::string_view cell = between(at, cellEnd(at, end));
        if (cell == "input" || cell == "Input")
            m_piece.io[m_row] = Io::Input;
        else if (cell == "output" || cell == "Output")
            m_piece.io[m_row] = Io::Output;
        else
            return nullptr;
        return at + cell.size();
    }

    DType dtypeOf(std::uint32_t number)
    {
        if (number >= m_dtypeOf.size())
            m_dtypeOf.resize(number + 1, kNotYet);
        std::uint8_t& known = m_dtypeOf[number];
        // Names nobody knows (`unsupported(12)`, `none`) keep their text.
        if (known == kNotYet)
            known = static_cast<std::uint8_t>(
                dtypeFromName(m_piece.strings.texts()[number]).value_or(DType::Unknown));
        return static_cast<DType>(known);
    }

    bool isShape(std::uint32_t number)
    {
        if (number >= m_isShape.size())
            m_isShape.resize(number + 1, kNotYet);
        std::uint8_t& known = m_isShape[number];
        if (known == kNotYet) {
            const std::string_view text = m_piece.strings.texts()[number];
            m_piece.squareShape |= text.starts_with('[');
            const auto shape = parseShape(text);
            known = text.empty() || (shape && elementCount(*shape)) ? 1 : 0;
        }
        return known == 1;
    }

    // Rows with something unusual in them: every cell for itself, with what is wrong about it.

    void takeOddRow(std::string_view line)
    {
        if (line == m_headerLine)
            return; // appended by another run
        constexpr std::uint64_t kNotAtStart = 1;
        CsvScanner scanner(line, m_piece.lines, kNotAtStart);
        CsvScanner::Row row;
        scanner.next(m_fields, row);
        const std::size_t columns = m_plan.plan.size();
        const bool trailing = m_fields.size() == columns + 1 && m_fields.back().empty();
        m_problem = {};
        addMissingCount();
        if (row.broken)
            note(phrase("a quote that does not close"));
        if (m_fields.size() < columns)
            note(phrase("short row: %1 of %2 fields", m_fields.size(), columns));
        else if (m_fields.size() > columns && !trailing)
            note(phrase("long row: %1 fields, the header has %2", m_fields.size(), columns));
        if (!m_problem.empty() && line.size() < kTinyLine && ++m_tinyRows > kMaxTinyRows) {
            ++m_piece.droppedLines;
            return;
        }
        m_piece.trailingField |= trailing;
        clearRow();
        for (std::size_t i = 0; i < columns; ++i)
            takeOddCell(i, i < m_fields.size() ? m_fields[i] : std::string_view(), i < m_fields.size());
        if (m_namesOperators && m_piece.opName[m_row] == 0)
            note(phrase("no operator name"));
        m_piece.problem[m_row] = m_piece.messages.intern(std::exchange(m_problem, {}));
        m_piece.problemRows += m_piece.problem[m_row] != MessageId(0U) ? 1U : 0U;
        m_piece.line[m_row++] = static_cast<std::uint32_t>(m_piece.lines);
    }

    /// The device could not measure the tensor: `NA` in every value, and no Count at all unless the
    /// columns are the usual ones (docs/formats/ascend-dump-binary.md 6.2).
    void addMissingCount()
    {
        if (!m_plan.countMayBeMissing || m_fields.empty() || m_fields.back() != "NA")
            return;
        const auto count = std::ranges::find_if(m_plan.plan, [](const StatisticColumnPlan& column) {
            return column.role == StatisticRole::Value
                && column.number == static_cast<std::uint8_t>(StatisticTable::Field::Count);
        });
        if (m_fields.size() + 1 == m_plan.plan.size() && count != m_plan.plan.end())
            m_fields.insert(m_fields.begin() + (count - m_plan.plan.begin()), std::string_view());
        note(phrase("the device could not compute statistics of this tensor"));
    }

    void clearRow()
    {
        m_piece.io[m_row] = Io::Unknown;
        m_piece.slot[m_row] = -1;
        m_piece.task[m_row] = StatisticTable::kNone;
        m_piece.stream[m_row] = StatisticTable::kNone;
        m_piece.timestamp[m_row] = 0;
        m_piece.dataSize[m_row] = 0;
    }

    void takeOddCell(std::size_t i, std::string_view cell, bool isThere)
    {
        const StatisticColumnPlan column = m_plan.plan[i];
        switch (column.role) {
        case StatisticRole::OpType:
            return takeOddText(i, cell, m_piece.opType);
        case StatisticRole::OpName:
            m_piece.slashName |= cell.find('/') != std::string_view::npos;
            return takeOddText(i, cell, m_piece.opName);
        case StatisticRole::Task:
            return takeOddInteger(i, cell, m_piece.task[m_row]);
        case StatisticRole::Stream:
            return takeOddInteger(i, cell, m_piece.stream[m_row]);
        case StatisticRole::Timestamp:
            return takeOddInteger(i, cell, m_piece.timestamp[m_row]);
        case StatisticRole::Io:
            m_piece.io[m_row] = ioFromWord(cell).value_or(Io::Unknown);
            if (isThere && m_piece.io[m_row] == Io::Unknown)
                noteBad(i, cell);
            return;
        case StatisticRole::Slot:
            takeOddInteger(i, cell, m_piece.slot[m_row]);
            if (m_piece.slot[m_row] < -1)
                noteBad(i, cell);
            m_piece.slot[m_row] = std::max(m_piece.slot[m_row], -1);
            return;
        case StatisticRole::DataSize:
            return takeOddInteger(i, cell, m_piece.dataSize[m_row]);
        case StatisticRole::DataType:
            takeOddText(i, cell, m_piece.dtypeText);
            m_piece.dtype[m_row] = dtypeOf(m_piece.dtypeText[m_row]);
            return;
        case StatisticRole::Dims:
            takeOddText(i, cell, m_piece.shapeText);
            if (!isShape(m_piece.shapeText[m_row]))
                noteBad(i, cell);
            return;
        case StatisticRole::Format:
            return takeOddText(i, cell, m_piece.formatText);
        case StatisticRole::Value:
            return takeOddValue(i, column.number, cell);
        case StatisticRole::Digest:
            return takeOddText(i, cell, m_piece.digests[column.number]);
        case StatisticRole::Ignored:
            return;
        }
    }

    void takeOddText(std::size_t i, std::string_view cell, std::vector<std::uint32_t>& numbers)
    {
        if (!m_allAscii && !isUtf8(cell))
            note(phrase("%1 is not UTF-8", m_plan.columns[i].header));
        const bool doubled = cell.find("\"\"") != std::string_view::npos;
        numbers[m_row] = doubled ? m_piece.strings.internOwned(unquote(cell)) : m_piece.strings.intern(cell);
    }

    template<typename T> void takeOddInteger(std::size_t i, std::string_view cell, T& value)
    {
        T parsed = 0;
        if (parseWhole(cell, parsed))
            value = parsed;
        else if (!isNullWord(cell))
            noteBad(i, cell);
    }

    void takeOddValue(std::size_t i, std::uint8_t field, std::string_view cell)
    {
        const NumberCell kind = parseNumberCell(cell, m_piece.values[field][m_row]);
        keepExact(field, cell);
        m_piece.booleanWord |= kind == NumberCell::Boolean;
        const bool isBelowZero = isNeverNegative(field) && m_piece.values[field][m_row] < 0;
        if ((kind == NumberCell::Number || kind == NumberCell::Boolean) && !isBelowZero)
            return;
        m_piece.nullRows[field].push_back(static_cast<std::uint32_t>(m_row));
        if (isBelowZero)
            m_piece.values[field][m_row] = 0;
        if (kind == NumberCell::TooLarge)
            note(phrase("%1 is beyond double precision: %2", m_plan.columns[i].header, quotedCell(cell)));
        else if (kind == NumberCell::Bad || isBelowZero)
            noteBad(i, cell);
    }

    void noteBad(std::size_t i, std::string_view cell)
    {
        note(phrase("%1 cannot be read: %2", m_plan.columns[i].header, quotedCell(cell)));
    }

    void note(const Message& what)
    {
        if (m_problem.empty())
            m_problem = what;
        else if (m_problem.text().size() <= kMaxProblem)
            m_problem = phrase("%1; %2", m_problem, what);
    }

    void addProblem(std::size_t row, const Message& what)
    {
        m_problem = m_piece.messages.message(m_piece.problem[row]);
        m_piece.problemRows += m_problem.empty() ? 1U : 0U;
        note(what);
        m_piece.problem[row] = m_piece.messages.intern(std::exchange(m_problem, {}));
    }

    static constexpr std::uint8_t kNotYet = 255;

    const StatisticPlan& m_plan;
    std::string_view m_headerLine;
    StatisticPiece& m_piece;
    bool m_namesOperators;
    bool m_allAscii = false;
    std::size_t m_row = 0; ///< rows so far, and the one being filled
    std::size_t m_tinyRows = 0;
    Message m_problem;
    std::vector<std::string_view> m_fields;
    TextColumn m_opType, m_dtype, m_shape, m_format;
    TextColumn m_opName {true}; // other than in neighbours, which are remembered
    std::vector<TextColumn> m_digestColumns;
    std::vector<std::uint8_t> m_dtypeOf; ///< by text number
    std::vector<std::uint8_t> m_isShape; ///< by text number
};

} // namespace

StatisticPiece scanStatisticPiece(
    std::string_view text, const StatisticPlan& plan, std::string_view headerLine)
{
    StatisticPiece piece;
    PieceScanner(plan, headerLine, piece).scan(text);
    return piece;
}

} // namespace dumpscope::core
