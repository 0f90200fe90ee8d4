// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/filter_parser.h"

#include "base/nearest_word.h"
#include "base/text.h"
#include "query/column_names.h"
#include "query/filter_word.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr Form<0> kTermExpected = "expected a word, COLUMN:PATTERN, COLUMN>NUMBER, has:WORD or '('";

/// Recursive descent; one function per rule of the grammar.
class Parser {
public:
    Parser(std::string_view filter, const FilterTable& table)
        : m_filter(filter)
        , m_table(table)
    {
    }

    Result<FilterNodePtr> parseAll()
    {
        skipBlanks();
        if (atEnd())
            return FilterNodePtr();
        TRY_ASSIGN(FilterNodePtr node, parseOr());
        if (!atEnd())
            return fail(error(m_position,
                phrase("expected no ')' here, as no '(' is open; put names with parentheses in quotes")));
        return node;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_position >= m_filter.size(); }
    [[nodiscard]] bool at(char c) const { return !atEnd() && m_filter[m_position] == c; }
    void skipBlanks() { m_position = skipFilterBlanks(m_filter, m_position); }
    [[nodiscard]] Error error(std::size_t offset, Message message) const
    {
        return usageErrorAt(m_filter, offset, std::move(message));
    }

    /// Steps over `keyword` if it stands here as a word of its own.
    bool takeKeyword(std::string_view keyword)
    {
        if (m_filter.substr(m_position, keyword.size()) != keyword)
            return false;
        const Result<FilterWord> word = readFilterWord(m_filter, m_position);
        if (!word || word->quoted || word->text != keyword)
            return false;
        m_position = word->end;
        skipBlanks();
        return true;
    }
    [[nodiscard]] bool seesKeyword(std::string_view keyword)
    {
        const std::size_t position = m_position;
        const bool found = takeKeyword(keyword);
        m_position = position;
        return found;
    }

    Result<FilterNodePtr> parseOr()
    {
        std::vector<FilterNodePtr> children;
        do {
            TRY_ASSIGN(FilterNodePtr child, parseAnd());
            children.push_back(std::move(child));
        } while (takeKeyword("or"));
        return makeAnyOf(std::move(children));
    }

    Result<FilterNodePtr> parseAnd()
    {
        std::vector<FilterNodePtr> children;
        do {
            TRY_ASSIGN(FilterNodePtr child, parseNot());
            children.push_back(std::move(child));
            skipBlanks();
        } while (takeKeyword("and") || (!atEnd() && !at(')') && !seesKeyword("or")));
        return makeAllOf(std::move(children));
    }

    Result<FilterNodePtr> parseNot()
    {
        const bool minus = at('-');
        if (minus) {
            ++m_position;
            skipBlanks();
        }
        if (!minus && !takeKeyword("not"))
            return parseAtom();
        TRY_ASSIGN(FilterNodePtr child, parseAtom());
        return makeNot(std::move(child));
    }

    Result<FilterNodePtr> parseAtom()
    {
        if (at('('))
            return parseGroup();
        if (atEnd() || at(')') || at('-'))
            return fail(error(m_position, kTermExpected));
        TRY_ASSIGN(const FilterWord word, readFilterWord(m_filter, m_position));
        if (word.isKeyword())
            return fail(error(
                word.begin, phrase("%1; put '%2' in quotes to search for it", kTermExpected, word.text)));
        m_position = word.end;
        return parseTerm(word);
    }

    Result<FilterNodePtr> parseGroup()
    {
        const std::size_t opening = m_position;
        if (++m_nesting > kMaxFilterNesting)
            return fail(error(opening, phrase("expected at most %1 nested parentheses", kMaxFilterNesting)));
        ++m_position;
        skipBlanks();
        TRY_ASSIGN(FilterNodePtr node, parseOr());
        if (!at(')'))
            return fail(error(opening, phrase("expected a closing ')' for this '('")));
        ++m_position;
        --m_nesting;
        return node;
    }

    Result<FilterNodePtr> parseTerm(const FilterWord& word)
    {
        if (word.hasMark() && word.text[word.mark] == ':')
            return parsePattern(word);
        if (word.hasMark())
            return parseComparison(
                word, word.text.substr(0, word.mark), word.markAt, word.text.substr(word.mark));
        // Blanks may stand around a comparison sign.
        const std::size_t next = skipFilterBlanks(m_filter, word.end);
        if (!startsComparison(m_filter, next))
            return makeWord(m_table.nameColumn(), word.text);
        TRY_ASSIGN(const FilterWord sign, readFilterWord(m_filter, next));
        m_position = sign.end;
        return parseComparison(word, word.text, next, sign.text);
    }

    Result<FilterNodePtr> parseComparison(
        const FilterWord& word, std::string_view name, std::size_t signAt, std::string_view signAndNumber)
    {
        const auto* spelling = kComparisons;
        while (!signAndNumber.starts_with(spelling->text))
            ++spelling;
        std::string numberText(signAndNumber.substr(spelling->text.size()));
        std::size_t numberAt = signAt + spelling->text.size();
        if (numberText.empty()) {
            skipBlanks();
            TRY_ASSIGN(const FilterWord number, readFilterWord(m_filter, m_position));
            numberAt = m_position;
            numberText = number.text;
            m_position = number.end;
        }
        const int known = m_table.columnByName(name);
        if (known >= 0) {
            const FilterTable::Column& info = m_table.columns()[static_cast<std::size_t>(known)];
            if (info.type != ColumnType::Integer && info.type != ColumnType::Real)
                return fail(error(
                    signAt, phrase("expected ':', as '%1' holds texts: %2:PATTERN", info.name, info.name)));
        }
        // What is no number is wrong with every column.
        Cell number = parseFilterNumber(numberText);
        if (isNull(number) && !name.empty())
            return fail(error(numberAt,
                phrase("expected a number such as 3, -1e-3, 4k, nan or inf instead of %1",
                    quotedForMessage(numberText))));
        TRY_ASSIGN(const int column, requireColumn(name, m_table, m_filter, word.begin));
        return makeComparison(column, spelling->comparison, std::move(number));
    }

    Result<FilterNodePtr> parsePattern(const FilterWord& word)
    {
        const std::string_view name = std::string_view(word.text).substr(0, word.mark);
        const std::string_view pattern = std::string_view(word.text).substr(word.mark + 1);
        const std::size_t patternAt = word.markAt + 1;
        const bool isProperty = name == "has" && m_table.columnByName(name) < 0;
        TRY_ASSIGN(const int column,
            isProperty ? Result<int>(-1) : requireColumn(name, m_table, m_filter, word.begin));
        const auto parseOne = [&](std::string_view text, std::size_t at) {
            return isProperty ? parseHas(text, at) : parsePatternOf(column, text, at);
        };
        if (word.isOpen && m_filter[patternAt] == '(')
            return parseAlternatives(name, patternAt, parseOne);
        if (!isProperty && patternAt == word.end)
            return fail(error(patternAt,
                phrase("expected a pattern directly after ':', as in %1:abc*, /regex/ or a..b", name)));
        return parseOne(pattern, patternAt);
    }

    /// `(A or B)` behind `COLUMN:`, any of several patterns.
    template<typename ParseOne>
    Result<FilterNodePtr> parseAlternatives(
        std::string_view name, std::size_t opening, const ParseOne& parseOne)
    {
        std::vector<FilterNodePtr> children;
        m_position = opening + 1;
        skipBlanks();
        do {
            TRY_ASSIGN(const FilterWord word, readFilterWord(m_filter, m_position));
            if (word.end == word.begin || word.isKeyword())
                return fail(error(m_position, phrase("expected a pattern here, as in %1:(A or B)", name)));
            TRY_ASSIGN(FilterNodePtr child, parseOne(word.text, word.begin));
            children.push_back(std::move(child));
            m_position = skipFilterBlanks(m_filter, word.end);
        } while (takeKeyword("or"));
        if (!at(')'))
            return fail(error(m_position, phrase("expected 'or' or ')' here, as in %1:(A or B)", name)));
        ++m_position;
        return makeAnyOf(std::move(children));
    }

    Result<FilterNodePtr> parsePatternOf(int column, std::string_view pattern, std::size_t patternAt)
    {
        if (pattern.size() >= 2 && pattern.front() == '/' && pattern.back() == '/')
            return parseRegex(column, pattern.substr(1, pattern.size() - 2), patternAt);
        const ColumnType type = m_table.columns()[static_cast<std::size_t>(column)].type;
        const bool isNumeric = type == ColumnType::Integer || type == ColumnType::Real;
        const std::size_t dots = pattern.find("..");
        const bool isGlob = dots == std::string_view::npos
            || (!isNumeric && pattern.find_first_of("*?") != std::string_view::npos);
        if (isGlob) {
            TRY_VOID(checkWord(column, pattern, patternAt));
            return makeGlob(column, std::string(pattern));
        }
        const std::string_view lower = pattern.substr(0, dots);
        const std::string_view upper = pattern.substr(dots + 2);
        if (isNumeric)
            return parseNumberRange(column, lower, upper, patternAt);
        const auto end = [](std::string_view text) {
            return text.empty() ? std::optional<std::string>() : std::optional(std::string(text));
        };
        return makeTextRange(column, end(lower), end(upper));
    }

    /// What no cell of the column ever holds is a slip, not a question whose answer is nothing.
    Result<void> checkWord(int column, std::string_view pattern, std::size_t patternAt) const
    {
        const FilterTable::Column& info = m_table.columns()[static_cast<std::size_t>(column)];
        if (info.words.empty() || pattern.empty() || pattern.find_first_of("*?") != std::string_view::npos
            || std::ranges::find(info.words, pattern) != info.words.end())
            return {};
        std::string words;
        NearestWord nearest(pattern);
        for (const std::string_view word : info.words) {
            words.append(words.empty() ? "" : ", ").append(word);
            nearest.consider(word);
        }
        Message message = phrase("expected one of %1 after %2:", words, info.name);
        if (!nearest.word().empty())
            message
                = phrase("%1; the nearest to %2 is '%3'", message, quotedForMessage(pattern), nearest.word());
        return fail(error(patternAt, std::move(message)));
    }

    Result<FilterNodePtr> parseRegex(int column, std::string_view pattern, std::size_t patternAt)
    {
        Result<FilterNodePtr> node = makeRegex(column, std::string(pattern));
        if (!node)
            return fail(error(patternAt, node.error().message));
        return node;
    }

    Result<FilterNodePtr> parseNumberRange(
        int column, std::string_view lower, std::string_view upper, std::size_t patternAt)
    {
        Cell ends[2];
        const std::string_view texts[2] = {lower, upper};
        const std::size_t offsets[2] = {patternAt, patternAt + lower.size() + 2};
        for (std::size_t i = 0; i < 2; ++i) {
            if (texts[i].empty())
                continue;
            ends[i] = parseFilterNumber(texts[i]);
            if (isNull(ends[i]) || std::isnan(*cellNumber(ends[i])))
                return fail(error(offsets[i],
                    phrase("expected a number at each end of the range instead of %1",
                        quotedForMessage(texts[i]))));
        }
        return makeNumberRange(column, std::move(ends[0]), std::move(ends[1]));
    }

    Result<FilterNodePtr> parseHas(std::string_view word, std::size_t wordAt)
    {
        std::string expected;
        const PropertyWord* nearest = kPropertyWords;
        for (const PropertyWord& candidate : kPropertyWords) {
            if (candidate.word == word)
                return makeHas(candidate.property, m_table);
            expected.append(expected.empty() ? "" : ", ").append(candidate.word);
            if (editDistance(word, candidate.word) < editDistance(word, nearest->word))
                nearest = &candidate;
        }
        Message message = phrase("expected one of %1 after %2:", expected, "has");
        if (!word.empty())
            message = phrase("%1; the nearest to %2 is '%3'", message, quotedForMessage(word), nearest->word);
        return fail(error(wordAt, std::move(message)));
    }

    std::string_view m_filter;
    const FilterTable& m_table;
    std::size_t m_position = 0;
    int m_nesting = 0;
};

/// Digits of `text` times 10^`exponent`, rounded once.
Cell scaledNumber(std::string_view text, int exponent)
{
    if (const auto integer = parseInt(text); integer && exponent == 0)
        return *integer;
    if (const auto natural = parseUnsigned(text); natural && exponent == 0)
        return *natural;
    // As many digits as an integer has are kept.
    if (const auto natural = parseUnsigned(text)) {
        std::uint64_t scaled = *natural;
        bool fits = true;
        for (int i = 0; i < exponent && fits; ++i)
            fits = !__builtin_mul_overflow(scaled, 10U, &scaled);
        if (fits)
            return scaled;
    }
    std::string spelled(text);
    if (exponent != 0 && text.find_first_of("eE") == std::string_view::npos)
        spelled += "e" + std::to_string(exponent);
    else if (exponent != 0)
        return {};
    const std::optional<double> real = parseDouble(spelled);
    // Compared, zero has no sign, and the text of a filter keeps none.
    return real ? Cell(*real == 0 ? 0.0 : *real) : Cell();
}

} // namespace

Cell parseFilterNumber(std::string_view text)
{
    constexpr std::string_view kSuffixes = "kMG";
    const std::size_t suffix = text.empty() ? std::string_view::npos : kSuffixes.find(text.back());
    if (suffix == std::string_view::npos)
        return scaledNumber(text, 0);
    return scaledNumber(text.substr(0, text.size() - 1), 3 * static_cast<int>(suffix + 1));
}

Result<FilterNodePtr> parseFilter(std::string_view filter, const FilterTable& table)
{
    if (filter.size() > kMaxFilterBytes) {
        return fail(usageErrorAt(
            filter, kMaxFilterBytes, phrase("expected at most %1 bytes in a filter", kMaxFilterBytes)));
    }
    return Parser(filter, table).parseAll();
}

} // namespace dumpscope::core
