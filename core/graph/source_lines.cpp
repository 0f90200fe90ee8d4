// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/source_lines.h"

#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Without blanks, which editors and writers of graphs change.
std::string withoutBlanks(std::string_view line)
{
    std::string text;
    for (const char c : line) {
        if (c != ' ' && c != '\t' && c != '\r')
            text += c;
    }
    return text;
}

} // namespace

std::vector<std::uint32_t> placeLines(std::string_view text, std::span<const RecordedLine> lines)
{
    std::vector<std::string> today;
    constexpr std::uint32_t kSeveral = 0;
    std::unordered_map<std::string_view, std::uint32_t> places;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        today.push_back(withoutBlanks(text.substr(0, end)));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    for (std::uint32_t i = 0; i < today.size(); ++i) {
        const auto [known, isNew] = places.try_emplace(today[i], i + 1);
        if (!isNew)
            known->second = kSeveral;
    }
    std::vector<std::uint32_t> placed;
    for (const RecordedLine& line : lines) {
        const std::string code = withoutBlanks(line.code);
        const bool isWithin = line.number > 0 && line.number <= today.size();
        if (isWithin && (code.empty() || today[line.number - 1] == code)) {
            placed.push_back(line.number);
            continue;
        }
        const auto found = code.empty() ? places.end() : places.find(code);
        placed.push_back(found == places.end() ? 0 : found->second);
    }
    return placed;
}

} // namespace dumpscope::core
