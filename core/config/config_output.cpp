// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_output.h"

#include "io/json_reader.h"
#include "io/output_check.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Files that merely might be of the kind, as any JSON may be of acl, have less.
constexpr int kSure = 60;

/// In any order: what is read of a script and written again may come in another one.
std::vector<std::string_view> sortedWords(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n(),"), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::erase(words, std::string_view());
    std::ranges::sort(words);
    return words;
}

/// A script that says what we would write, and nothing else: a program that is trained is nobody's to
/// replace.
bool isWrittenByUs(const std::string& text, const ConfigKind& kind)
{
    return std::ranges::any_of(std::array {"sess.run", "estimator"}, [&](const char* form) {
        const auto again = kind.rewrite({text}, form);
        return again && sortedWords(again->text) == sortedWords(text);
    });
}

} // namespace

Result<void> checkConfigOutput(const std::string& path, const ConfigKind& kind)
{
    return checkReplaced(
        path, "configuration of kind " + std::string(kind.id()), [&](const std::string& text) {
            if (kind.recognises({text}) < kSure)
                return false;
            return parseJson(text) || (kind.id() == "tf" && isWrittenByUs(text, kind));
        });
}

} // namespace dumpscope::core
