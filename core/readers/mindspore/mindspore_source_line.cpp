// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_source_line.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kFrame = "In file ";
constexpr std::string_view kShared
    = "<~~This line of code can be shared by multiple nodes, and may be duplicated./";

std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool skipWord(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Takes a run of digits; false when there is none or it does not fit.
bool takeNumber(std::string_view& text, std::uint32_t& number)
{
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    const auto value = parseUnsigned(digits);
    if (!value || *value > 0xFFFFFFFEU)
        return false;
    number = static_cast<std::uint32_t>(*value);
    text.remove_prefix(digits.size());
    return true;
}

/// `(12)/` or `:12~14, 4~16/`; leaves what follows the slash.
bool takePlace(std::string_view& text, SourceFrame& frame)
{
    if (skipWord(text, "("))
        return takeNumber(text, frame.line) && skipWord(text, ")/");
    if (!skipWord(text, ":") || !takeNumber(text, frame.line))
        return false;
    if (skipWord(text, "~") && !takeNumber(text, frame.endLine))
        return false;
    if (skipWord(text, ", ")) {
        if (!takeNumber(text, frame.column) || !skipWord(text, "~") || !takeNumber(text, frame.endColumn))
            return false;
        // The file counts columns from 0.
        ++frame.column;
        ++frame.endColumn;
    }
    return skipWord(text, "/");
}

} // namespace

std::optional<SourceFrame> parseSourceFrame(std::string_view line)
{
    SourceFrame frame;
    line = withoutBlanks(line);
    if (skipWord(line, "#"))
        line = withoutBlanks(line);
    frame.candidate = skipWord(line, "- ");
    line = withoutBlanks(line);
    frame.inlined = skipWord(line, "inlined:");
    line = withoutBlanks(line);
    if (!skipWord(line, kFrame))
        return std::nullopt;
    if (line.ends_with(kShared))
        line.remove_suffix(kShared.size());
    // The path may have slashes, parentheses and colons; the first that opens a line number ends it.
    for (auto at = line.find_first_of("(:"); at != std::string_view::npos;
         at = line.find_first_of("(:", at + 1)) {
        std::string_view rest = line.substr(at);
        SourceFrame place = frame;
        if (!takePlace(rest, place))
            continue;
        if (rest.ends_with('/'))
            rest.remove_suffix(1);
        place.file = line.substr(0, at);
        place.code = withoutBlanks(rest);
        return place;
    }
    if (line.ends_with('/'))
        line.remove_suffix(1);
    frame.file = line;
    return frame;
}

} // namespace dumpscope::core
