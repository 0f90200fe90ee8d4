// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/filter_nodes.h"

#include "base/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace dumpscope::core {

namespace {

using Node = FilterExpression::Node;

/// All of (And) or any of (Or) its children.
class GroupNode final : public Node {
public:
    GroupNode(Binding kind, std::vector<FilterNodePtr> children)
        : m_kind(kind)
        , m_children(std::move(children))
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const override
    {
        const bool decisive = m_kind == Binding::Or;
        for (const FilterNodePtr& child : m_children) {
            if (child->matches(table, row) == decisive)
                return decisive;
        }
        return !decisive;
    }
    Answer answer(const FilterTable& table, std::size_t row) const override
    {
        const bool isOr = m_kind == Binding::Or;
        Answer all = isOr ? Answer::No : Answer::Yes;
        for (const FilterNodePtr& child : m_children) {
            const Answer one = child->answer(table, row);
            all = isOr ? std::max(all, one) : std::min(all, one);
        }
        return all;
    }
    void collectColumns(std::vector<int>& columns) const override
    {
        for (const FilterNodePtr& child : m_children)
            child->collectColumns(columns);
    }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        std::string_view separator;
        for (const FilterNodePtr& child : m_children) {
            out += separator;
            separator = m_kind == Binding::Or ? " or " : " ";
            const bool enclose = child->binding() < m_kind;
            out += enclose ? "(" : "";
            child->appendText(out, table);
            out += enclose ? ")" : "";
        }
    }
    Binding binding() const override { return m_kind; }

private:
    Binding m_kind;
    std::vector<FilterNodePtr> m_children;
};

class Negation final : public Node {
public:
    explicit Negation(FilterNodePtr child)
        : m_child(std::move(child))
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const override
    {
        return !m_child->matches(table, row);
    }
    Answer answer(const FilterTable& table, std::size_t row) const override
    {
        const Answer one = m_child->answer(table, row);
        return one == Answer::Undecided ? one : one == Answer::Yes ? Answer::No : Answer::Yes;
    }
    void collectColumns(std::vector<int>& columns) const override { m_child->collectColumns(columns); }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        const bool enclose = m_child->binding() != Binding::Atom;
        out += enclose ? "-(" : "-";
        m_child->appendText(out, table);
        out += enclose ? ")" : "";
    }
    Binding binding() const override { return Binding::Not; }

private:
    FilterNodePtr m_child;
};

class ColumnTerm : public Node {
public:
    explicit ColumnTerm(int column)
        : m_column(column)
    {
    }
    void collectColumns(std::vector<int>& columns) const override { columns.push_back(m_column); }
    Answer answer(const FilterTable& table, std::size_t row) const final
    {
        if (table.isMeasuredColumn(m_column) && table.isUnmeasured(row, m_column))
            return Answer::Undecided;
        return matches(table, row) ? Answer::Yes : Answer::No;
    }

protected:
    [[nodiscard]] Cell cellOf(const FilterTable& table, std::size_t row) const
    {
        return table.cell(row, m_column);
    }
    [[nodiscard]] std::string_view columnName(const FilterTable& table) const
    {
        return table.columns()[static_cast<std::size_t>(m_column)].name;
    }

private:
    int m_column;
};

/// Looks at the text of a cell; numbers are spelled for it, null never matches. Names are also accepted as
/// they are printed.
class TextTerm : public ColumnTerm {
public:
    TextTerm(int column, std::string_view pattern)
        : ColumnTerm(column)
        , m_mayBeEscaped(pattern.find('%') != std::string_view::npos)
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const final
    {
        const Cell cell = cellOf(table, row);
        if (const auto* view = std::get_if<std::string_view>(&cell))
            return acceptsEither(*view);
        if (const auto* owned = std::get_if<std::string>(&cell))
            return acceptsEither(*owned);
        return !isNull(cell) && accepts(cellText(cell));
    }

protected:
    [[nodiscard]] virtual bool accepts(std::string_view text) const = 0;
    void appendPattern(std::string& out, const FilterTable& table, std::string_view pattern) const
    {
        out.append(columnName(table)).append(":").append(quotedFilterWord(pattern));
    }

private:
    [[nodiscard]] bool acceptsEither(std::string_view text) const
    {
        return accepts(text) || (m_mayBeEscaped && !isPrintable(text) && accepts(printable(text)));
    }

    bool m_mayBeEscaped;
};

class Word final : public TextTerm {
public:
    Word(int column, std::string word)
        : TextTerm(column, word)
        , m_word(std::move(word))
        , m_lower(asciiLower(m_word))
    {
    }
    void appendText(std::string& out, const FilterTable&) const override { out += quotedFilterWord(m_word); }

protected:
    bool accepts(std::string_view text) const override { return containsIgnoreCase(text, m_lower); }

private:
    std::string m_word;
    std::string m_lower;
};

class Glob final : public TextTerm {
public:
    Glob(int column, std::string pattern)
        : TextTerm(column, pattern)
        , m_pattern(std::move(pattern))
        , m_hasQuestionMark(m_pattern.find('?') != std::string::npos)
    {
        std::size_t begin = 0;
        for (std::size_t star = 0; star != std::string::npos; begin = star + 1) {
            star = m_pattern.find('*', begin);
            m_pieces.push_back(m_pattern.substr(begin, star - begin));
        }
    }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        appendPattern(out, table, m_pattern);
    }

protected:
    bool accepts(std::string_view text) const override
    {
        return m_hasQuestionMark ? globMatch(m_pattern, text) : hasPieces(text);
    }

private:
    /// What stands between stars follows each other in the text; the first and the last piece are
    /// its beginning and its end.
    [[nodiscard]] bool hasPieces(std::string_view text) const
    {
        if (m_pieces.size() == 1)
            return text == m_pattern;
        const std::string& last = m_pieces.back();
        if (!text.starts_with(m_pieces.front()))
            return false;
        text.remove_prefix(m_pieces.front().size());
        if (!text.ends_with(last))
            return false;
        text.remove_suffix(last.size());
        for (std::size_t i = 1; i + 1 < m_pieces.size(); ++i) {
            const std::size_t place = text.find(m_pieces[i]);
            if (place == std::string_view::npos)
                return false;
            text.remove_prefix(place + m_pieces[i].size());
        }
        return true;
    }

    std::string m_pattern;
    std::vector<std::string> m_pieces; ///< of the pattern, between stars
    bool m_hasQuestionMark;
};

class Regex final : public TextTerm {
public:
    Regex(int column, const std::string& pattern)
        : TextTerm(column, pattern)
        , m_regex(pattern, options())
    {
    }
    [[nodiscard]] const RE2& regex() const { return m_regex; }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        appendPattern(out, table, "/" + m_regex.pattern() + "/");
    }

protected:
    bool accepts(std::string_view text) const override
    {
        return m_regex.Match(text, 0, text.size(), RE2::ANCHOR_BOTH, nullptr, 0);
    }

private:
    static RE2::Options options()
    {
        RE2::Options options;
        options.set_log_errors(false);
        options.set_never_capture(true);
        options.set_dot_nl(true);
        options.set_max_mem(4 << 20);
        return options;
    }

    RE2 m_regex;
};

class TextRange final : public TextTerm {
public:
    TextRange(int column, std::optional<std::string> lower, std::optional<std::string> upper)
        : TextTerm(column, {})
        , m_lower(std::move(lower))
        , m_upper(std::move(upper))
    {
    }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        appendPattern(out, table, m_lower.value_or("") + ".." + m_upper.value_or(""));
    }

protected:
    bool accepts(std::string_view text) const override
    {
        return (!m_lower || naturalCompare(*m_lower, text) <= 0)
            && (!m_upper || naturalCompare(text, *m_upper) <= 0);
    }

private:
    std::optional<std::string> m_lower, m_upper;
};

/// As a filter accepts it: `nan` and `inf`, not the spelling of results. Large reals get an
/// exponent so that they are not read back as integers.
void appendFilterNumber(std::string& out, const Cell& number)
{
    const auto* real = std::get_if<double>(&number);
    if (!real || std::abs(*real) < 0x1p53) {
        out += cellText(number);
    } else if (std::isfinite(*real)) {
        std::array<char, 32> buffer {};
        const auto end = std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), *real, std::chars_format::scientific);
        out.append(buffer.data(), end.ptr);
    } else {
        out += std::isnan(*real) ? "nan" : *real > 0 ? "inf" : "-inf";
    }
}

class NumberRange final : public ColumnTerm {
public:
    NumberRange(int column, Cell lower, Cell upper)
        : ColumnTerm(column)
        , m_lower(std::move(lower))
        , m_upper(std::move(upper))
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const override
    {
        const Cell cell = cellOf(table, row);
        // Comparing with itself leaves out NaN, null and texts when both ends are missing.
        return compareNumbers(isNull(m_lower) ? cell : m_lower, cell) <= 0
            && compareNumbers(cell, isNull(m_upper) ? cell : m_upper) <= 0;
    }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        out.append(columnName(table)).append(":");
        appendFilterNumber(out, m_lower);
        out += "..";
        appendFilterNumber(out, m_upper);
    }

private:
    Cell m_lower, m_upper;
};

class NumberComparison final : public ColumnTerm {
public:
    NumberComparison(int column, ComparisonSign comparison, Cell number)
        : ColumnTerm(column)
        , m_comparison(comparison)
        , m_number(std::move(number))
        , m_wantsNan(isNan(m_number))
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const override
    {
        const Cell cell = cellOf(table, row);
        if (!cellNumber(cell))
            return false;
        if (m_wantsNan) {
            return m_comparison == ComparisonSign::Equal
                ? isNan(cell)
                : m_comparison == ComparisonSign::NotEqual && !isNan(cell);
        }
        return accepts(compareNumbers(cell, m_number));
    }
    void appendText(std::string& out, const FilterTable& table) const override
    {
        const auto* spelling = std::find_if(std::begin(kComparisons), std::end(kComparisons),
            [this](const ComparisonSpelling& candidate) { return candidate.comparison == m_comparison; });
        out.append(columnName(table)).append(spelling->text);
        appendFilterNumber(out, m_number);
    }

private:
    static bool isNan(const Cell& cell)
    {
        const auto* real = std::get_if<double>(&cell);
        return real && std::isnan(*real);
    }
    [[nodiscard]] bool accepts(std::partial_ordering order) const
    {
        switch (m_comparison) {
        case ComparisonSign::Equal:
            return order == 0;
        case ComparisonSign::NotEqual:
            return order != 0;
        case ComparisonSign::Less:
            return order < 0;
        case ComparisonSign::LessEqual:
            return order <= 0;
        case ComparisonSign::Greater:
            return order > 0;
        case ComparisonSign::GreaterEqual:
            return order >= 0;
        }
        return false;
    }

    ComparisonSign m_comparison;
    Cell m_number;
    bool m_wantsNan;
};

class Has final : public Node {
public:
    Has(FilterTable::Property property, std::vector<int> columns)
        : m_property(property)
        , m_columns(std::move(columns))
    {
    }
    bool matches(const FilterTable& table, std::size_t row) const override
    {
        return table.has(row, m_property);
    }
    Answer answer(const FilterTable& table, std::size_t row) const override
    {
        if (table.isUndecided(row, m_property))
            return Answer::Undecided;
        return matches(table, row) ? Answer::Yes : Answer::No;
    }
    void collectColumns(std::vector<int>& columns) const override
    {
        columns.insert(columns.end(), m_columns.begin(), m_columns.end());
    }
    void appendText(std::string& out, const FilterTable&) const override
    {
        const auto* spelling = std::find_if(std::begin(kPropertyWords), std::end(kPropertyWords),
            [this](const PropertyWord& candidate) { return candidate.property == m_property; });
        out.append("has:").append(spelling->word);
    }

private:
    FilterTable::Property m_property;
    std::vector<int> m_columns;
};

FilterNodePtr makeGroup(Node::Binding kind, std::vector<FilterNodePtr> children)
{
    if (children.size() == 1)
        return std::move(children.front());
    return std::make_unique<GroupNode>(kind, std::move(children));
}

} // namespace

FilterNodePtr makeAllOf(std::vector<FilterNodePtr> children)
{
    return makeGroup(Node::Binding::And, std::move(children));
}

FilterNodePtr makeAnyOf(std::vector<FilterNodePtr> children)
{
    return makeGroup(Node::Binding::Or, std::move(children));
}

FilterNodePtr makeNot(FilterNodePtr child)
{
    return std::make_unique<Negation>(std::move(child));
}

FilterNodePtr makeWord(int nameColumn, std::string word)
{
    return std::make_unique<Word>(nameColumn, std::move(word));
}

FilterNodePtr makeGlob(int column, std::string pattern)
{
    return std::make_unique<Glob>(column, std::move(pattern));
}

Result<FilterNodePtr> makeRegex(int column, std::string pattern)
{
    auto node = std::make_unique<Regex>(column, pattern);
    if (!node->regex().ok())
        return fail(
            Code::Usage, phrase("expected a regular expression: %1", printable(node->regex().error())));
    return FilterNodePtr(std::move(node));
}

FilterNodePtr makeNumberRange(int column, Cell lower, Cell upper)
{
    return std::make_unique<NumberRange>(column, std::move(lower), std::move(upper));
}

FilterNodePtr makeTextRange(int column, std::optional<std::string> lower, std::optional<std::string> upper)
{
    return std::make_unique<TextRange>(column, std::move(lower), std::move(upper));
}

FilterNodePtr makeComparison(int column, ComparisonSign comparison, Cell number)
{
    return std::make_unique<NumberComparison>(column, comparison, std::move(number));
}

FilterNodePtr makeHas(FilterTable::Property property, const FilterTable& table)
{
    const auto names = [property]() -> std::vector<std::string_view> {
        switch (property) {
        case FilterTable::Property::Nan:
            return {"nan_count"};
        case FilterTable::Property::Inf:
            return {"pos_inf_count", "neg_inf_count"};
        case FilterTable::Property::Problem:
            return {"problem"};
        default:
            return {};
        }
    };
    std::vector<int> columns;
    for (const std::string_view name : names()) {
        if (const int column = table.columnByName(name); column >= 0)
            columns.push_back(column);
    }
    return std::make_unique<Has>(property, std::move(columns));
}

std::string quotedFilterWord(std::string_view text)
{
    constexpr std::string_view kSpecial = " \t\r\n\"()<>=:!";
    const bool isKeyword = text == "and" || text == "or" || text == "not";
    if (!text.empty() && text.front() != '-' && !isKeyword
        && text.find_first_of(kSpecial) == std::string_view::npos)
        return std::string(text);
    std::string out = "\"";
    for (const char c : text)
        out.append(c == '"' ? 2 : 1, c);
    out += '"';
    return out;
}

} // namespace dumpscope::core
