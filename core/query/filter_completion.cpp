// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "query/filter_nodes.h"
#include "query/filter_word.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

bool isNumeric(ColumnType type)
{
    return type == ColumnType::Integer || type == ColumnType::Real;
}

void addIfStartsWith(std::vector<std::string>& candidates, std::string_view typed, std::string_view whole,
    std::string_view end)
{
    if (whole.size() >= typed.size() && equalsIgnoreCase(whole.substr(0, typed.size()), typed))
        candidates.push_back(std::string(whole).append(end));
}

/// Columns, `has:` and, where a term has come before, `and` and `or`.
void addTermStarts(
    std::vector<std::string>& candidates, std::string_view typed, bool afterTerm, const FilterTable& table)
{
    for (const FilterTable::Column& column : table.columns()) {
        if (isNumeric(column.type) && column.name == typed) {
            for (const ComparisonSpelling& sign : kComparisons)
                candidates.push_back(std::string(typed).append(sign.text));
        }
        addIfStartsWith(candidates, typed, column.name, isNumeric(column.type) ? "" : ":");
    }
    if (table.columnByName("name") >= 0)
        addIfStartsWith(candidates, typed, "name", ":");
    addIfStartsWith(candidates, typed, "has", ":");
    if (afterTerm) {
        addIfStartsWith(candidates, typed, "and", "");
        addIfStartsWith(candidates, typed, "or", "");
    }
    addIfStartsWith(candidates, typed, "not", "");
}

void addValues(std::vector<std::string>& candidates, std::string_view column, std::string_view typed,
    const FilterTable& table)
{
    const int number = table.columnByName(column);
    if (column == "has" && number < 0) {
        for (const PropertyWord& property : kPropertyWords)
            addIfStartsWith(candidates, typed, property.word, "");
        return;
    }
    if (number < 0)
        return;
    for (const std::string_view word : table.columns()[static_cast<std::size_t>(number)].words)
        addIfStartsWith(candidates, typed, word, "");
    if (!candidates.empty())
        return;
    for (const std::string& value : table.valueHints(number)) {
        if (value.size() >= typed.size() && equalsIgnoreCase(value.substr(0, typed.size()), typed))
            candidates.push_back(quotedFilterWord(value));
    }
}

/// The word that ends at the end of `filter`, empty when there is none, and what comes before.
struct LastWord {
    FilterWord word;
    bool afterTerm = false;
    bool readable = true;
};

LastWord lastWord(std::string_view filter)
{
    LastWord last;
    std::size_t position = 0;
    while (true) {
        position = skipFilterBlanks(filter, position);
        if (position < filter.size() && (filter[position] == '(' || filter[position] == ')')) {
            last.afterTerm = filter[position] == ')';
            ++position;
            continue;
        }
        position += position < filter.size() && filter[position] == '-' ? 1 : 0;
        const Result<FilterWord> word = readFilterWord(filter, position);
        last.readable = word.has_value();
        if (!word)
            return last;
        if (word->end == filter.size()) {
            last.word = *word;
            return last;
        }
        last.afterTerm = word->end > position ? !word->isKeyword() : last.afterTerm;
        position = word->end;
    }
}

} // namespace

FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const FilterTable& table)
{
    FilterCompletion completion;
    const std::string_view filter = text.substr(0, std::min(cursor, text.size()));
    completion.from = filter.size();
    const LastWord last = lastWord(filter);
    if (!last.readable)
        return completion;
    const FilterWord& word = last.word;
    if (!word.hasMark()) {
        if (word.quoted)
            return completion;
        completion.from = word.begin;
        addTermStarts(completion.candidates, word.text, last.afterTerm, table);
    } else if (word.text[word.mark] == ':') {
        completion.from = word.markAt + 1;
        addValues(
            completion.candidates, word.text.substr(0, word.mark), word.text.substr(word.mark + 1), table);
    }
    return completion;
}

} // namespace dumpscope::core
