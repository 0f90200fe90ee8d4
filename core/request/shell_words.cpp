// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/shell_words.h"

#include "base/text.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace dumpscope::core {

namespace {

/// `$'…'` of bash and zsh: bytes that steer a terminal or turn other text around stand as numbers.
std::string quotedWithNumbers(std::string_view text)
{
    std::string quoted = "$'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            quoted += '\\';
        if (c >= ' ' && c < '\x7F')
            quoted += c;
        else
            quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return quoted + '\'';
}

/// What `\xHH` and the like stand for; `at` is behind the backslash and moves to its last character.
char numbered(std::string_view line, std::size_t& at)
{
    constexpr std::size_t kDigits = 2;
    unsigned value = 0;
    if (line[at] == 'x' && at + kDigits < line.size()
        && std::from_chars(line.data() + at + 1, line.data() + at + 1 + kDigits, value, 16).ptr
            == line.data() + at + 1 + kDigits) {
        at += kDigits;
        return static_cast<char>(value);
    }
    return line[at] == 'n' ? '\n' : line[at] == 't' ? '\t' : line[at];
}

} // namespace

std::string shellQuoted(std::string_view text)
{
    if (!isPrintable(text))
        return quotedWithNumbers(text);
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
    constexpr char kNumbers = '\1'; // of `$'…'`
    constexpr std::string_view kEscapable = "$`\"\\";
    std::vector<std::string> words;
    std::string word;
    bool isWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool hasNext = i + 1 < line.size();
        if (quote != 0) {
            if (c == (quote == kNumbers ? '\'' : quote))
                quote = 0;
            else if (c == '\\' && quote == kNumbers && hasNext)
                word += numbered(line, ++i);
            else if (c == '\\' && quote == '"' && hasNext && kEscapable.find(line[i + 1]) != kEscapable.npos)
                word += line[++i];
            else
                word += c;
        } else if (c == '$' && hasNext && line[i + 1] == '\'') {
            quote = kNumbers;
            ++i;
            isWord = true;
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
