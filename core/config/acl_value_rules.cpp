// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_value_rules.h"

#include "base/nearest_word.h"
#include "base/text.h"
#include "config/acl_config.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

namespace {

constexpr std::size_t kMaxStepItems = 100;

constexpr std::array kKernelData {"all"sv, "assert"sv, "printf"sv, "tensor"sv, "timestamp"sv};

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<Message> checkLocalFolder(const std::string& path, const std::string& folder)
{
    const std::string whole = path.starts_with('/') ? path : folder + '/' + path;
    std::array<char, PATH_MAX> resolved;
    if (::realpath(whole.c_str(), resolved.data()) == nullptr)
        return phrase("the folder does not exist");
    struct stat info = {};
    if (::stat(resolved.data(), &info) != 0 || !S_ISDIR(info.st_mode))
        return phrase("it is not a folder");
    if (::access(resolved.data(), R_OK | W_OK) != 0)
        return phrase("it cannot be read and written");
    return std::nullopt;
}

} // namespace

std::span<const std::string_view> aclKernelDataWords()
{
    return kKernelData;
}

bool isAclWord(std::span<const std::string_view> words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

std::string aclWordList(std::span<const std::string_view> words)
{
    std::vector<std::string_view> sorted(words.begin(), words.end());
    std::ranges::sort(sorted);
    std::string list;
    for (const std::string_view word : sorted)
        list += (list.empty() ? "" : "/") + std::string(word);
    return list;
}

std::string nearestAclWord(std::span<const std::string_view> words, std::string_view typed)
{
    NearestWord nearest(typed);
    for (const std::string_view word : words)
        nearest.consider(word);
    return std::string(nearest.word());
}

std::optional<AclStepProblem> parseAclSteps(
    std::string_view text, std::vector<std::pair<std::uint64_t, std::uint64_t>>& steps)
{
    const std::vector<std::string_view> items = split(text, '|');
    if (items.size() > kMaxStepItems)
        return AclStepProblem {
            kMaxStepItems, phrase("it has %1 items separated by |, at most 100 are allowed", items.size())};
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::vector<std::string_view> ends = split(items[i], '-');
        const std::string item = printable(items[i]);
        if (ends.size() > 2)
            return AclStepProblem {i, phrase("\"%1\" has more than one -", item)};
        const auto isNumber = [](std::string_view part) { return isDigits(part) && parseUnsigned(part); };
        if (!std::ranges::all_of(ends, isNumber))
            return AclStepProblem {
                i, phrase("\"%1\" is neither a step (5) nor a range of steps (3-5)", item)};
        const std::uint64_t first = *parseUnsigned(ends.front()), last = *parseUnsigned(ends.back());
        if (first > last)
            return AclStepProblem {i, phrase("\"%1\" ends before it begins", item)};
        steps.emplace_back(first, last);
    }
    return std::nullopt;
}

bool isRemoteDumpPath(std::string_view path, std::string_view& directory)
{
    const std::size_t colon = path.find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::vector<std::string_view> numbers = split(path.substr(0, colon), '.');
    const auto isByte
        = [](std::string_view part) { return isDigits(part) && parseUnsigned(part).value_or(256) <= 255; };
    if (numbers.size() != 4 || !std::ranges::all_of(numbers, isByte))
        return false;
    directory = path.substr(colon + 1);
    return true;
}

std::optional<std::string> unusualPathCharacter(std::string_view path)
{
    constexpr std::string_view kAllowed = "-=[];\\,./!@#$%^&*()_+{}:?";
    for (const char& c : path) {
        const bool isAlphanumeric
            = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!isAlphanumeric && kAllowed.find(c) == std::string_view::npos)
            return printable({&c, 1});
    }
    return std::nullopt;
}

std::optional<AclPathProblem> checkAclDumpPath(const std::string& path, const std::string& folder)
{
    std::string_view directory;
    const bool endsInColon = path.ends_with(':');
    if (!endsInColon && isRemoteDumpPath(path, directory)) {
        if (const auto unusual = unusualPathCharacter(directory))
            return AclPathProblem {phrase("the folder of a remote path may not contain \"%1\"", *unusual),
                phrase("use letters, digits, - and _ only")};
        return std::nullopt;
    }
    const std::optional<Message> problem = checkLocalFolder(path, folder);
    if (!problem)
        return std::nullopt;
    Message fix = phrase("make it with mkdir -p, or name a folder that exists");
    if (path.find('$') != std::string::npos || path.starts_with('~'))
        fix = phrase("write the folder out: the runtime replaces neither $NAME nor ~");
    else if (endsInColon)
        fix = phrase("remove the : at the end, or put a folder behind it");
    else if (!path.starts_with('/'))
        fix = phrase(
            "relative paths start at the program's working folder (%1); use an absolute one", folder);
    return AclPathProblem {*problem, fix};
}

} // namespace dumpscope::core
