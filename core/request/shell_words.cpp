// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/shell_words.h"

#include <utility>

namespace dumpscope::core {

std::string shellQuoted(std::string_view text)
{
    constexpr std::string_view kPlain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + '\'';
}

Result<std::vector<std::string>> shellWords(std::string_view line)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    // What a backslash protects between double quotes; before anything else it stays.
    constexpr std::string_view kEscapable = "$`\"\\";
    std::vector<std::string> words;
    std::string word;
    bool isWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool hasNext = i + 1 < line.size();
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && hasNext && kEscapable.find(line[i + 1]) != kEscapable.npos)
                word += line[++i];
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            isWord = true;
        } else if (c == '\\' && hasNext) {
            if (line[++i] != '\n') { // a line that goes on
                word += line[i];
                isWord = true;
            }
        } else if (kBlanks.find(c) != kBlanks.npos) {
            if (isWord)
                words.push_back(std::exchange(word, {}));
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (quote != 0)
        return fail(Code::Usage, phrase("a quotation mark is not closed"));
    if (isWord)
        words.push_back(std::move(word));
    return words;
}

} // namespace dumpscope::core
