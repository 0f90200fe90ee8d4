// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "query/cell.h"
#include "query/table_rows.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A table with named columns, for filters and sorting. Thread-safe for reading.
class FilterTable {
public:
    virtual ~FilterTable() = default;
    struct Column {
        std::string_view name;
        ColumnType type = ColumnType::Text;
        std::span<const std::string_view> words = {}; ///< all that a cell may hold; empty: anything
    };
    /// All columns; a column's number is its position here.
    [[nodiscard]] virtual std::span<const Column> columns() const = 0;
    /// Column by name or alias (`name` = `op_name`); -1 if none.
    [[nodiscard]] virtual int columnByName(std::string_view name) const = 0;
    [[nodiscard]] virtual Cell cell(std::size_t row, int column) const = 0;
    /// What is known of many cells without asking for each.
    enum class CellKeys : std::uint8_t {
        Unknown, ///< nothing; there are no keys
        Same,    ///< all rows of the table have the same cell; there are no keys
        Cells,   ///< rows of equal keys have the same cell
        Numbers, ///< the keys are the numbers in the cells of an integer column, kAbsent where it is null
    };
    /// Nothing is known of this one; the cell has to be asked for.
    static constexpr std::uint64_t kNoKey = ~std::uint64_t {0};
    static constexpr std::uint64_t kAbsent = kNoKey - 1;
    /// Fills a key for each of the rows.
    [[nodiscard]] virtual CellKeys cellKeys(
        const TableRows& rows, int column, std::span<std::uint64_t> keys) const;
    /// The column a bare word searches.
    [[nodiscard]] virtual int nameColumn() const = 0;

    enum class Property { Nan, Inf, Overflow, Problem, Pair, Note };
    [[nodiscard]] virtual bool has(std::size_t row, Property property) const = 0;

    /// Whether the numbers of a column must be measured first; only its cells can be unmeasured.
    [[nodiscard]] virtual bool isMeasuredColumn(int column) const;
    /// Whether the cell is null because it was not measured.
    [[nodiscard]] virtual bool isUnmeasured(std::size_t row, int column) const;
    /// Whether it is not known if the row has the property.
    [[nodiscard]] virtual bool isUndecided(std::size_t row, Property property) const;

    /// The message of a cell whose text is made of one; else its text as a message.
    [[nodiscard]] virtual Message message(std::size_t row, int column) const;

    /// Whether numbers of the column are better or worse than others, so that its rows have a worst one.
    [[nodiscard]] virtual bool hasBadness(int column) const;
    /// How bad the cell of such a column is: the larger the worse, NaN worst of all; null: not measured.
    [[nodiscard]] virtual std::optional<double> badness(std::size_t row, int column) const;

    /// Some values of a column for completion; never all of a long list.
    [[nodiscard]] virtual std::vector<std::string> valueHints(int column) const;

    /// Appends the text of a cell of a text column; false: it is null.
    virtual bool appendText(std::size_t row, int column, std::string& to) const;
};

/// A compiled filter (docs/contract.md 2). Immutable; thread-safe. What the grammar leaves open:
/// - A word ends at a blank or at a `)` that it did not open itself, so `name:f(x)` is one word. Quotes
///   keep blanks, parentheses, a leading `-`, keywords, `:` and comparison signs in a word; `""` inside
///   quotes is a quotation mark. They do not switch off `*`, `?`, `/…/` and `..` of a pattern: a literal
///   `*` is written `/\*/`. Keywords are lower case. Every `:` or comparison sign outside quotes makes a
///   column term, so `conv:0` must be written `"conv:0"`. Blanks are allowed around a comparison sign.
/// - `:` matches the text of the cell, also of numbers (`step:3`, `max:NaN`); shapes are `[2,3]`. `name:""`
///   finds empty texts. A pattern with `..` and without `*` and `?` is a range; in number columns every
///   `..` is. Ranges of texts and shapes are in natural order (naturalCompare).
/// - `op_type:(MatMul or Conv*)` is any of the patterns, where the `(` behind `:` does not close in its own
///   word: `name:(c)` is a name.
/// - Comparison signs are for number columns. `=nan` finds NaN and `!=nan` other numbers; apart from
///   `!=`, NaN compares false with any other number. Integers compare exactly, also beyond 2^53.
///   Suffixes are k, M and G.
/// - Null never matches, not even `!=` or `*`; negation is plain, so `-problem:*` finds rows without one.
/// - Regular expressions are RE2's (linear time; no back references). Words ignore ASCII case only.
/// - Filters longer than 64 KiB or nested deeper than 200 parentheses are refused.
class FilterExpression {
public:
    /// Parses against the columns of `table`. Errors: Code::Usage with place.column (from 1), what
    /// was expected, and the nearest valid column name. Empty text matches everything.
    [[nodiscard]] static Result<FilterExpression> parse(std::string_view text, const FilterTable& table);

    [[nodiscard]] bool matches(const FilterTable& table, std::size_t row) const;
    [[nodiscard]] bool matchesEverything() const;
    /// Whether the result depends on numbers that were not measured. `matches` treats them as absent.
    [[nodiscard]] bool isUndecided(const FilterTable& table, std::size_t row) const;
    /// Whether `isUndecided` can be true for any row of the table.
    [[nodiscard]] bool canBeUndecided(const FilterTable& table) const;
    /// Columns the expression uses (for instance to know whether statistics are needed).
    [[nodiscard]] std::vector<int> columnsUsed() const;
    /// Canonical text; parsing it gives an equivalent expression.
    [[nodiscard]] std::string text(const FilterTable& table) const;

    struct Node;

private:
    std::shared_ptr<const Node> m_root;
};

/// The text of a filter for rows that both select; empty texts select everything.
[[nodiscard]] std::string bothFilters(const std::string& a, const std::string& b);

/// Candidates at `cursor` (byte position): column names, operators, words.
struct FilterCompletion {
    std::size_t from = 0; ///< the completed piece starts here
    std::vector<std::string> candidates;
};
[[nodiscard]] FilterCompletion completeFilter(
    std::string_view text, std::size_t cursor, const FilterTable& table);

} // namespace dumpscope::core
