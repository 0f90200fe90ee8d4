// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_data.h"

#include "base/text.h"
#include "query/text_pools.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <memory>

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
        : m_texts(m_data.pools)
    {
        m_data.type = type;
        m_data.rows = rows;
        m_data.valid.resize((rows + 7) / 8);
    }

    [[nodiscard]] Result<void> set(std::size_t row, const Cell& cell)
    {
        if (isNull(cell)) {
            markAbsent(row, row + 1);
            return {};
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
            return setText(row, cellView(cell));
        case ColumnType::Dimensions:
            isThere = addDimensions(cellView(cell));
            m_data.ends[row + 1] = static_cast<std::int64_t>(m_data.integers.size());
            break;
        }
        isThere ? markPresent(row, row + 1) : markAbsent(row, row + 1);
        return {};
    }

    /// A text of a text column.
    [[nodiscard]] Result<void> setText(std::size_t row, std::string_view text)
    {
        makeRoom();
        TRY_ASSIGN(m_data.views[row], m_texts.add(isUtf8(text) ? text : percentEscaped(text)));
        markPresent(row, row + 1);
        return {};
    }

    /// A number of an integer column.
    void setNumber(std::size_t row, std::uint64_t number)
    {
        makeRoom();
        m_data.integers[row] = static_cast<std::int64_t>(number);
        if (number > kLargestSigned)
            m_piece.large.push_back(row);
        markPresent(row, row + 1);
    }

    void setAbsent(std::size_t row) { markAbsent(row, row + 1); }

    /// The cell of an earlier row again, in rows [from, to).
    void repeat(std::size_t from, std::size_t to, std::size_t earlier)
    {
        if (!m_data.has(earlier)) {
            markAbsent(from, to);
            return;
        }
        const auto fill = [&](auto& values) {
            const auto value = values[earlier];
            for (std::size_t row = from; row < to; ++row)
                values[row] = value;
        };
        switch (m_data.type) {
        case ColumnType::Integer:
            fill(m_data.integers);
            if (std::ranges::binary_search(m_piece.large, earlier)) {
                for (std::size_t row = from; row < to; ++row)
                    m_piece.large.push_back(row);
            }
            break;
        case ColumnType::Real:
            fill(m_data.reals);
            break;
        case ColumnType::Text:
            fill(m_data.views);
            break;
        case ColumnType::Dimensions:
            repeatDimensions(from, to, earlier);
            break;
        }
        markPresent(from, to);
    }

    [[nodiscard]] Piece finish() && { return std::move(m_piece); }

private:
    static constexpr std::uint64_t kLargestSigned {std::numeric_limits<std::int64_t>::max()};

    bool setInteger(std::size_t row, const Cell& cell)
    {
        if (const auto* number = std::get_if<std::int64_t>(&cell)) {
            m_data.integers[row] = *number;
            m_piece.hasNegative = m_piece.hasNegative || *number < 0;
            return true;
        }
        if (const auto* number = std::get_if<std::uint64_t>(&cell)) {
            m_data.integers[row] = static_cast<std::int64_t>(*number);
            if (*number > kLargestSigned)
                m_piece.large.push_back(row);
            return true;
        }
        return false; // a count in a file that is no whole number
    }

    bool addDimensions(std::string_view text)
    {
        const std::optional<Shape> dimensions = parseShape(text);
        if (dimensions)
            m_data.integers.insert(m_data.integers.end(), dimensions->begin(), dimensions->end());
        return dimensions.has_value();
    }

    void repeatDimensions(std::size_t from, std::size_t to, std::size_t earlier)
    {
        const auto begin = static_cast<std::size_t>(m_data.ends[earlier]);
        const auto count = static_cast<std::size_t>(m_data.ends[earlier + 1]) - begin;
        std::size_t end = m_data.integers.size();
        m_data.integers.resize(end + (to - from) * count);
        for (std::size_t row = from; row < to; ++row, end += count) {
            for (std::size_t i = 0; i < count; ++i)
                m_data.integers[end + i] = m_data.integers[begin + i];
            m_data.ends[row + 1] = static_cast<std::int64_t>(end + count);
        }
    }

    /// What is absent everywhere needs no arrays.
    void makeRoom()
    {
        const std::size_t rows = m_data.rows;
        const auto sized = [](auto& values, std::size_t size) {
            if (values.empty())
                values.resize(size);
        };
        if (m_data.type == ColumnType::Integer)
            sized(m_data.integers, rows);
        else if (m_data.type == ColumnType::Real)
            sized(m_data.reals, rows);
        else if (m_data.type == ColumnType::Text)
            sized(m_data.views, rows);
        else
            sized(m_data.ends, rows + 1);
    }

    void markPresent(std::size_t from, std::size_t to)
    {
        for (; from < to && from % 8 != 0; ++from)
            m_data.valid[from / 8] = static_cast<std::uint8_t>(m_data.valid[from / 8] | 1U << (from % 8));
        for (; from + 8 <= to; from += 8)
            m_data.valid[from / 8] = 0xFF;
        for (; from < to; ++from)
            m_data.valid[from / 8] = static_cast<std::uint8_t>(m_data.valid[from / 8] | 1U << (from % 8));
    }

    void markAbsent(std::size_t from, std::size_t to)
    {
        m_data.nullCount += to - from;
        for (std::size_t row = from; row < to && !m_data.ends.empty(); ++row)
            m_data.ends[row + 1] = m_data.ends[row];
    }

    Piece m_piece;
    ColumnData& m_data = m_piece.data;
    TextPools m_texts;
};

/// Which row last had a key.
class KnownCells {
public:
    [[nodiscard]] std::optional<std::size_t> find(std::uint64_t key) const
    {
        const Entry& entry = m_entries[placeOf(key)];
        return entry.row != kNone && entry.key == key ? std::optional(entry.row) : std::nullopt;
    }
    void add(std::uint64_t key, std::size_t row) { m_entries[placeOf(key)] = {key, row}; }

private:
    static constexpr unsigned kBits = 10;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    struct Entry {
        std::uint64_t key = 0;
        std::size_t row = kNone;
    };
    [[nodiscard]] static std::size_t placeOf(std::uint64_t key)
    {
        return (key * 0x9E3779B97F4A7C15U) >> (64U - kBits);
    }
    std::vector<Entry> m_entries = std::vector<Entry>(std::size_t {1} << kBits);
};

/// Rows of a piece; a multiple of eight, so that bits of whole pieces follow each other.
constexpr std::size_t kPieceRows = std::size_t {1} << 16;

/// As many rows at a time as stay in the caches while all columns are read.
constexpr std::size_t kBlockRows = 2048;

/// Reads a column of a piece, asking for each cell no more often than its keys make necessary.
class PieceReader {
public:
    PieceReader(const FilterTable& table, TableRows rows, int column)
        : m_table(&table)
        , m_rows(rows)
        , m_column(column)
        , m_type(table.columns()[static_cast<std::size_t>(column)].type)
        , m_filler(m_type, rows.count)
    {
    }

    /// Rows from `from` on, at most kBlockRows; blocks are read in their order.
    [[nodiscard]] Result<void> readBlock(std::size_t from)
    {
        if (m_isWhole)
            return {};
        std::array<std::uint64_t, kBlockRows> room; // NOLINT(*-member-init): is filled
        const std::size_t to = std::min(from + kBlockRows, m_rows.count);
        const std::span keys = std::span(room).first(to - from);
        switch (m_table->cellKeys(m_rows.part(from, to - from), m_column, keys)) {
        case FilterTable::CellKeys::Unknown:
            return askEach(from, to);
        case FilterTable::CellKeys::Same:
            m_isWhole = true;
            TRY_VOID(ask(from));
            m_filler.repeat(from + 1, m_rows.count, from);
            return {};
        case FilterTable::CellKeys::Cells:
            return readCells(from, keys);
        case FilterTable::CellKeys::Numbers:
            return readNumbers(from, keys);
        }
        return {};
    }

    [[nodiscard]] Piece finish() && { return std::move(m_filler).finish(); }

private:
    [[nodiscard]] Result<void> ask(std::size_t row)
    {
        return m_filler.set(row, m_table->cell(m_rows.at(row), m_column));
    }

    [[nodiscard]] Result<void> askEach(std::size_t from, std::size_t to)
    {
        if (m_type == ColumnType::Text)
            return askEachText(from, to);
        for (std::size_t row = from; row < to; ++row) {
            TRY_VOID(ask(row));
        }
        return {};
    }

    [[nodiscard]] Result<void> askEachText(std::size_t from, std::size_t to)
    {
        std::string text;
        for (std::size_t row = from; row < to; ++row) {
            text.clear();
            if (m_table->appendText(m_rows.at(row), m_column, text)) {
                TRY_VOID(m_filler.setText(row, text));
            } else {
                m_filler.setAbsent(row);
            }
        }
        return {};
    }

    [[nodiscard]] Result<void> readCells(std::size_t from, std::span<const std::uint64_t> keys)
    {
        for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
            const std::uint64_t key = keys[begin];
            for (end = begin + 1; end < keys.size() && keys[end] == key;)
                ++end;
            if (key == FilterTable::kNoKey) {
                TRY_VOID(askEach(from + begin, from + end));
            } else if (const auto earlier = m_known.find(key)) {
                m_filler.repeat(from + begin, from + end, *earlier);
            } else {
                TRY_VOID(ask(from + begin));
                if (isStill(from + begin, key)) {
                    m_known.add(key, from + begin);
                    m_filler.repeat(from + begin + 1, from + end, from + begin);
                } else {
                    TRY_VOID(askEach(from + begin + 1, from + end));
                }
            }
        }
        return {};
    }

    /// Another thread may measure rows meanwhile, whose cells then are their own.
    [[nodiscard]] bool isStill(std::size_t row, std::uint64_t key) const
    {
        std::uint64_t now = 0;
        return m_table->cellKeys(m_rows.part(row, 1), m_column, std::span(&now, 1))
            == FilterTable::CellKeys::Cells
            && now == key;
    }

    [[nodiscard]] Result<void> readNumbers(std::size_t from, std::span<const std::uint64_t> keys)
    {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] == FilterTable::kNoKey) {
                TRY_VOID(ask(from + i));
            } else if (keys[i] == FilterTable::kAbsent) {
                m_filler.setAbsent(from + i);
            } else {
                m_filler.setNumber(from + i, keys[i]);
            }
        }
        return {};
    }

    const FilterTable* m_table;
    TableRows m_rows;
    int m_column;
    ColumnType m_type;
    PieceFiller m_filler;
    KnownCells m_known;
    bool m_isWhole = false; ///< all rows have been filled
};

/// Appends rows; what is absent in all of them has no arrays yet. Takes the pools of texts.
void append(ColumnData& to, ColumnData&& from)
{
    const auto appendValues = [&](auto& values, const auto& more) {
        if (values.empty() && more.empty())
            return;
        values.resize(to.rows);
        values.insert(values.end(), more.begin(), more.end());
        values.resize(to.rows + from.rows);
    };
    if (to.type == ColumnType::Integer)
        appendValues(to.integers, from.integers);
    else if (to.type == ColumnType::Real)
        appendValues(to.reals, from.reals);
    for (TextView& view : from.views) {
        if (static_cast<std::size_t>(view.size) > TextView::kMostInside) {
            const TextPlace place = placeOf(view);
            setPlace(view, {place.pool + static_cast<std::int32_t>(to.pools.size()), place.offset});
        }
    }
    appendValues(to.views, from.views);
    std::ranges::move(from.pools, std::back_inserter(to.pools));
    if (!to.ends.empty() || !from.ends.empty()) {
        const auto base = static_cast<std::int64_t>(to.integers.size());
        to.ends.resize(to.rows + 1);
        for (std::size_t i = 1; i <= from.rows; ++i)
            to.ends.push_back(base + (from.ends.empty() ? 0 : from.ends[i]));
    }
    if (to.type == ColumnType::Dimensions)
        to.integers.insert(to.integers.end(), from.integers.begin(), from.integers.end());
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

/// A piece of each column.
Result<std::vector<Piece>> readPiece(const FilterTable& table, const TableRows& rows,
    std::span<const int> columns, const std::stop_token& stop)
{
    std::vector<std::unique_ptr<PieceReader>> readers;
    for (const int column : columns)
        readers.push_back(std::make_unique<PieceReader>(table, rows, column));
    for (std::size_t from = 0; from < rows.count; from += kBlockRows) {
        if (stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        for (const auto& reader : readers) {
            TRY_VOID(reader->readBlock(from));
        }
    }
    std::vector<Piece> pieces;
    for (const auto& reader : readers)
        pieces.push_back(std::move(*reader).finish());
    return pieces;
}

/// All pieces of the first column, then those of the next one.
Result<std::vector<Piece>> readPieces(const FilterTable& table, const TableRows& rows,
    std::span<const int> columns, std::size_t pieces, TaskContext& task)
{
    std::vector<Piece> read(columns.size() * pieces);
    TRY_VOID(parallelFor(
        task.arena, pieces, 1, task.stop, [&](std::size_t begin, std::size_t end) -> Result<void> {
            for (std::size_t piece = begin; piece < end; ++piece) {
                const std::size_t first = piece * kPieceRows;
                TRY_ASSIGN(std::vector<Piece> its,
                    readPiece(table, rows.part(first, std::min(kPieceRows, rows.count - first)), columns,
                        task.stop));
                for (std::size_t column = 0; column < columns.size(); ++column)
                    read[column * pieces + piece] = std::move(its[column]);
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
        append(whole, std::move(read[i].data));
        read[i] = {}; // its memory is not needed any more
    }
    return whole;
}

} // namespace dumpscope::core
