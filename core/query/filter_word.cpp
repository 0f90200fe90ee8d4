// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/filter_word.h"

#include "query/column_names.h"

namespace dumpscope::core {

bool isFilterBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t skipFilterBlanks(std::string_view filter, std::size_t position)
{
    while (position < filter.size() && isFilterBlank(filter[position]))
        ++position;
    return position;
}

bool startsComparison(std::string_view filter, std::size_t position)
{
    if (position >= filter.size())
        return false;
    const char c = filter[position];
    return c == '<' || c == '=' || c == '>' || filter.substr(position, 2) == "!=";
}

namespace {

/// Appends what stands between quotes, `position` at the opening one; returns the place after the
/// closing one.
Result<std::size_t> readQuoted(std::string_view filter, std::size_t position, std::string& out)
{
    const std::size_t opening = position++;
    while (position < filter.size()) {
        if (filter[position] != '"') {
            out += filter[position++];
        } else if (filter.substr(position, 2) == "\"\"") {
            out += '"';
            position += 2;
        } else {
            return position + 1;
        }
    }
    return fail(usageErrorAt(filter, opening, phrase("expected a closing '\"' for this one")));
}

} // namespace

Result<FilterWord> readFilterWord(std::string_view filter, std::size_t begin)
{
    FilterWord word;
    word.begin = begin;
    std::size_t position = begin;
    std::size_t openParentheses = 0;
    while (position < filter.size() && !isFilterBlank(filter[position])) {
        const char c = filter[position];
        if (c == '"') {
            word.quoted = true;
            TRY_ASSIGN(position, readQuoted(filter, position, word.text));
            continue;
        }
        // `not(a)` is a keyword and a group, but `conv(a)` is a name.
        if ((c == ')' && openParentheses == 0) || (c == '(' && word.isKeyword()))
            break;
        if (!word.hasMark() && (c == ':' || startsComparison(filter, position))) {
            word.mark = word.text.size();
            word.markAt = position;
        }
        // In a regular expression `\(` is no parenthesis.
        const bool escapes = c == '\\' && word.hasMark() && word.text.substr(word.mark, 2) == ":/"
            && position + 1 < filter.size() && (filter[position + 1] == '(' || filter[position + 1] == ')');
        if (escapes)
            word.text += filter[position++];
        else if (c == '(')
            ++openParentheses;
        else if (c == ')')
            --openParentheses;
        word.text += filter[position++];
    }
    word.end = position;
    word.isOpen = openParentheses > 0;
    return word;
}

} // namespace dumpscope::core
