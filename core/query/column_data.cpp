// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_data.h"

#include "base/text.h"
#include "tensor/shape.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

/// Consecutive rows of a column.
struct Piece {
    ColumnData data;
    bool hasNegative = false;
    std::vector<std::size_t> large; ///< rows of numbers beyond int64
};

/// Fills a piece, row by row.
class PieceFiller {
public:
    PieceFiller(ColumnType type, std::size_t rows)
    {
        m_data.type = type;
        m_data.rows = rows;
        m_data.valid.resize((rows + 7) / 8);
    }

    void set(std::size_t row, const Cell& cell)
    {
        if (isNull(cell)) {
            markAbsent(row);
            return;
        }
        makeRoom();
        bool isThere = true;
        switch (m_data.type) {
        case ColumnType::Integer:
            isThere = setInteger(row, cell);
            break;
        case ColumnType::Real:
            isThere = cellNumber(cell).has_value();
            m_data.reals[row] = cellNumber(cell).value_or(0);
            break;
        case ColumnType::Text:
            addText(row, cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.text.size());
            break;
        case ColumnType::Dimensions:
            isThere = addDimensions(cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        isThere ? markPresent(row) : markAbsent(row);
    }

    /// The cell of an earlier row again.
    void repeat(std::size_t row, std::size_t earlier)
    {
        if (!m_data.has(earlier)) {
            markAbsent(row);
            return;
        }
        switch (m_data.type) {
        case ColumnType::Integer:
            m_data.integers[row] = m_data.integers[earlier];
            if (std::ranges::binary_search(m_piece.large, earlier))
                m_piece.large.push_back(row);
            break;
        case ColumnType::Real:
            m_data.reals[row] = m_data.reals[earlier];
            break;
        case ColumnType::Text: {
            const auto begin = static_cast<std::size_t>(m_data.ends[earlier]);
            const auto size = static_cast<std::size_t>(m_data.ends[earlier + 1]) - begin;
            m_data.text.append(m_data.text, begin, size);
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.text.size());
            break;
        }
        case ColumnType::Dimensions:
            for (std::int64_t i = m_data.ends[earlier]; i < m_data.ends[earlier + 1]; ++i)
                m_data.integers.push_back(m_data.integers[static_cast<std::size_t>(i)]);
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        markPresent(row);
    }

    [[nodiscard]] Piece finish() && { return std::move(m_piece); }

private:
    bool setInteger(std::size_t row, const Cell& cell)
    {
        if (const auto* number = std::get_if<std::int64_t>(&cell)) {
            m_data.integers[row] = *number;
            m_piece.hasNegative = m_piece.hasNegative || *number < 0;
            return true;
        }
        if (const auto* number = std::get_if<std::uint64_t>(&cell)) {
            m_data.integers[row] = static_cast<std::int64_t>(*number);
            if (*number > std::uint64_t {std::numeric_limits<std::int64_t>::max()})
                m_piece.large.push_back(row);
            return true;
        }
        return false; // a count in a file that is no whole number
    }

    /// Room for all rows if they are as long as those so far: growing copies, and touches fresh memory each
    /// time. One long text must not ask for much.
    void reserveText(std::size_t row, std::size_t more)
    {
        constexpr std::size_t kMostAhead = std::size_t {16} << 20;
        const std::size_t needed = m_data.text.size() + more;
        if (needed <= m_data.text.capacity())
            return;
        const std::size_t expected = (needed / (row + 1) + 1) * (m_data.rows + m_data.rows / 16);
        m_data.text.reserve(std::max(std::min(expected, kMostAhead), needed * 2));
    }

    void addText(std::size_t row, std::string_view text)
    {
        reserveText(row, text.size());
        if (isUtf8(text))
            m_data.text += text;
        else
            m_data.text += percentEscaped(text);
    }

    bool addDimensions(std::string_view text)
    {
        const std::optional<Shape> dimensions = parseShape(text);
        if (dimensions)
            m_data.integers.insert(m_data.integers.end(), dimensions->begin(), dimensions->end());
        return dimensions.has_value();
    }

    /// What is absent everywhere needs no arrays.
    void makeRoom()
    {
        const std::size_t rows = m_data.rows;
        if (m_data.type == ColumnType::Integer && m_data.integers.empty())
            m_data.integers.resize(rows);
        else if (m_data.type == ColumnType::Real && m_data.reals.empty())
            m_data.reals.resize(rows);
        else if (m_data.type != ColumnType::Integer && m_data.type != ColumnType::Real && m_data.ends.empty())
            m_data.ends.resize(rows + 1);
    }

    void markPresent(std::size_t row)
    {
        m_data.valid[row / 8] = static_cast<std::uint8_t>(m_data.valid[row / 8] | 1U << (row % 8));
    }

    void markAbsent(std::size_t row)
    {
        ++m_data.nullCount;
        if (!m_data.ends.empty())
            m_data.ends[row + 1] = m_data.ends[row];
    }

    Piece m_piece;
    ColumnData& m_data = m_piece.data;
};

/// Which row last had a key.
class KnownCells {
public:
    /// The row, or nothing; then the key is of `row` from now on.
    std::optional<std::size_t> find(std::uint64_t key, std::size_t row)
    {
        Entry& entry = m_entries[(key * 0x9E3779B97F4A7C15U) >> (64U - kBits)];
        if (entry.row < row && entry.key == key)
            return entry.row;
        entry = {key, row};
        return std::nullopt;
    }

private:
    static constexpr unsigned kBits = 12;
    struct Entry {
        std::uint64_t key = 0;
        std::size_t row = std::numeric_limits<std::size_t>::max();
    };
    std::vector<Entry> m_entries = std::vector<Entry>(std::size_t {1} << kBits);
};

/// Rows of a piece; a multiple of eight, so that bits of whole pieces follow each other.
constexpr std::size_t kPieceRows = std::size_t {1} << 16;

Result<Piece> readPiece(const FilterTable& table, const TableRows& rows, std::size_t first, int column,
    const std::stop_token& stop)
{
    constexpr std::size_t kRowsBetweenChecks = 8192;
    const std::size_t count = std::min(kPieceRows, rows.count - first);
    KnownCells known;
    PieceFiller filler(table.columns()[static_cast<std::size_t>(column)].type, count);
    std::optional<std::uint64_t> previous;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kRowsBetweenChecks == 0 && stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const std::size_t row = rows.at(first + i);
        const auto key = table.cellKey(row, column);
        const auto earlier = !key ? std::nullopt
            : key == previous     ? std::optional(i - 1)
                                  : known.find(*key, i);
        if (earlier)
            filler.repeat(i, *earlier);
        else
            filler.set(i, table.cell(row, column));
        previous = key;
    }
    return std::move(filler).finish();
}

/// Appends rows; what is absent in all of them has no arrays yet.
void append(ColumnData& to, const ColumnData& from)
{
    const auto base
        = static_cast<std::int64_t>(to.type == ColumnType::Text ? to.text.size() : to.integers.size());
    const auto appendNumbers = [&](auto& numbers, const auto& more) {
        if (numbers.empty() && more.empty())
            return;
        numbers.resize(to.rows);
        numbers.insert(numbers.end(), more.begin(), more.end());
        numbers.resize(to.rows + from.rows);
    };
    if (to.type == ColumnType::Integer)
        appendNumbers(to.integers, from.integers);
    else if (to.type == ColumnType::Real)
        appendNumbers(to.reals, from.reals);
    if (!to.ends.empty() || !from.ends.empty()) {
        to.ends.resize(to.rows + 1);
        for (std::size_t i = 1; i <= from.rows; ++i)
            to.ends.push_back(base + (from.ends.empty() ? 0 : from.ends[i]));
    }
    if (to.type == ColumnType::Dimensions)
        to.integers.insert(to.integers.end(), from.integers.begin(), from.integers.end());
    to.text += from.text;
    to.rows += from.rows;
    to.nullCount += from.nullCount;
    to.valid.insert(to.valid.end(), from.valid.begin(), from.valid.end());
}

/// Negative numbers beside ones beyond int64 cannot both be kept: the latter are then absent.
void settleSigns(std::span<Piece> column)
{
    const bool hasNegative = std::ranges::any_of(column, &Piece::hasNegative);
    const bool hasLarge
        = std::ranges::any_of(column, [](const Piece& piece) { return !piece.large.empty(); });
    for (Piece& piece : column) {
        ColumnData& data = piece.data;
        data.isUnsigned = hasLarge && !hasNegative;
        for (std::size_t i = 0; hasNegative && i < piece.large.size(); ++i) {
            const std::size_t row = piece.large[i];
            data.integers[row] = 0;
            data.valid[row / 8] = static_cast<std::uint8_t>(data.valid[row / 8] & ~(1U << (row % 8)));
            ++data.nullCount;
        }
    }
}

/// All pieces of the first column, then those of the next one. They are read the other way round: all columns
/// of a piece while its rows are in the caches.
Result<std::vector<Piece>> readPieces(const FilterTable& table, const TableRows& rows,
    std::span<const int> columns, std::size_t pieces, TaskContext& task)
{
    std::vector<Piece> read(columns.size() * pieces);
    TRY_VOID(parallelFor(
        task.arena, read.size(), 1, task.stop, [&](std::size_t begin, std::size_t end) -> Result<void> {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t piece = i / columns.size(), column = i % columns.size();
                TRY_ASSIGN(read[column * pieces + piece],
                    readPiece(table, rows, piece * kPieceRows, columns[column], task.stop));
            }
            return {};
        }));
    for (std::size_t column = 0; column < columns.size(); ++column)
        settleSigns(std::span(read).subspan(column * pieces, pieces));
    return read;
}

/// A table without rows has a piece without rows, which has the types.
std::size_t pieceCount(const TableRows& rows)
{
    return std::max<std::size_t>((rows.count + kPieceRows - 1) / kPieceRows, 1);
}

} // namespace

Result<std::vector<ColumnBatch>> readColumnBatches(
    const FilterTable& table, TableRows rows, std::span<const int> columns, TaskContext& task)
{
    const std::size_t pieces = pieceCount(rows);
    TRY_ASSIGN(std::vector<Piece> read, readPieces(table, rows, columns, pieces, task));
    std::vector<ColumnBatch> batches(pieces);
    for (std::size_t i = 0; i < read.size(); ++i)
        batches[i % pieces].push_back(std::move(read[i].data));
    return batches;
}

Result<ColumnData> readColumn(const FilterTable& table, TableRows rows, int column, TaskContext& task)
{
    TRY_ASSIGN(
        std::vector<Piece> read, readPieces(table, rows, std::span(&column, 1), pieceCount(rows), task));
    ColumnData whole = std::move(read.front().data);
    for (std::size_t i = 1; i < read.size(); ++i) {
        append(whole, read[i].data);
        read[i] = {}; // its memory is not needed any more
    }
    return whole;
}

} // namespace dumpscope::core
