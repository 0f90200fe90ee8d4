// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A part of a compiled filter. Immutable; thread-safe.
struct FilterExpression::Node {
    /// Precedence in text; weaker parts need parentheses inside stronger ones.
    enum class Binding { Or, And, Not, Atom };

    Node() = default;
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    virtual ~Node() = default;

    [[nodiscard]] virtual bool matches(const FilterTable& table, std::size_t row) const = 0;
    /// As `matches`, with a separate result for cells that were not measured.
    enum class Answer { No, Undecided, Yes };
    [[nodiscard]] virtual Answer answer(const FilterTable& table, std::size_t row) const = 0;
    virtual void collectColumns(std::vector<int>& columns) const = 0;
    virtual void appendText(std::string& out, const FilterTable& table) const = 0;
    [[nodiscard]] virtual Binding binding() const { return Binding::Atom; }
};

using FilterNode = FilterExpression::Node;
using FilterNodePtr = std::unique_ptr<const FilterNode>;

enum class ComparisonSign { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
struct ComparisonSpelling {
    std::string_view text;
    ComparisonSign comparison;
};
/// Longer spellings first, so that the first match is the right one.
inline constexpr ComparisonSpelling kComparisons[] = {
    {"!=", ComparisonSign::NotEqual},
    {"<=", ComparisonSign::LessEqual},
    {">=", ComparisonSign::GreaterEqual},
    {"=", ComparisonSign::Equal},
    {"<", ComparisonSign::Less},
    {">", ComparisonSign::Greater},
};

struct PropertyWord {
    std::string_view word;
    FilterTable::Property property;
};
inline constexpr PropertyWord kPropertyWords[] = {
    {"nan", FilterTable::Property::Nan},
    {"inf", FilterTable::Property::Inf},
    {"overflow", FilterTable::Property::Overflow},
    {"problem", FilterTable::Property::Problem},
    {"pair", FilterTable::Property::Pair},
    {"note", FilterTable::Property::Note},
};

/// All of / any of; a single child is returned unchanged.
[[nodiscard]] FilterNodePtr makeAllOf(std::vector<FilterNodePtr> children);
[[nodiscard]] FilterNodePtr makeAnyOf(std::vector<FilterNodePtr> children);
[[nodiscard]] FilterNodePtr makeNot(FilterNodePtr child);

[[nodiscard]] FilterNodePtr makeWord(int nameColumn, std::string word);
[[nodiscard]] FilterNodePtr makeGlob(int column, std::string pattern);
/// `pattern` without its slashes. Errors: Code::Usage without a place if RE2 refuses it.
[[nodiscard]] Result<FilterNodePtr> makeRegex(int column, std::string pattern);
/// Ends that are missing are null cells; numbers or texts otherwise, both included.
[[nodiscard]] FilterNodePtr makeNumberRange(int column, Cell lower, Cell upper);
[[nodiscard]] FilterNodePtr makeTextRange(
    int column, std::optional<std::string> lower, std::optional<std::string> upper);
[[nodiscard]] FilterNodePtr makeComparison(int column, ComparisonSign comparison, Cell number);
/// `table` is used only to find the columns of the property.
[[nodiscard]] FilterNodePtr makeHas(FilterTable::Property property, const FilterTable& table);

/// `text` as one word of a filter: unchanged, or in quotes when it would be read as something else.
[[nodiscard]] std::string quotedFilterWord(std::string_view text);

} // namespace dumpscope::core
