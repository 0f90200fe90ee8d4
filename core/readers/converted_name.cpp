// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/dump_file_name.h"
#include "readers/format_registry.h"
#include "tensor/dtype.h"
#include "tensor/memory_format.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

Io ioOfToken(std::string_view token)
{
    if (token == "input")
        return Io::Input;
    if (token == "output")
        return Io::Output;
    if (isOneOf(token, {"workspace", "space"}))
        return Io::Workspace;
    if (isOneOf(token, {"l1buffer", "Nonebuffer"}))
        return Io::Buffer;
    return Io::Unknown;
}

// Numbers joined by one separator, at least one.
bool isDimensions(std::string_view text, char separator)
{
    for (;;) {
        const std::size_t end = text.find(separator);
        if (!isDigits(text.substr(0, end)))
            return false;
        if (end == std::string_view::npos)
            return true;
        text.remove_prefix(end + 1);
    }
}

bool isWord(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// What a converter puts behind `D.io.i` (docs/formats/ascend-dump-binary.md 2.6).
struct Details {
    std::array<std::string_view, 3> parts; ///< left to right
    std::size_t count = 0;
};

bool readDetails(const Details& details, NameFacts& facts)
{
    const auto& part = details.parts;
    if (!std::all_of(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(details.count), isWord))
        return false;
    switch (details.count) {
    case 0:
        return true;
    case 1: // a shape of digits, a format or a dtype
        if (isDimensions(part[0], 'x'))
            facts.shape = part[0];
        else if (dtypeFromName(part[0]))
            facts.dtype = part[0];
        else
            facts.format = part[0];
        return true;
    case 2:
        facts.format = part[0];
        facts.dtype = part[1];
        return true;
    default:
        if (!isDimensions(part[0], '_'))
            return false;
        facts.shape = part[0];
        facts.dtype = part[1];
        facts.format = part[2];
        return true;
    }
}

/// `<what was converted>.<io>.<i>[.<details>]`.
std::optional<NameFacts> parseTensorPart(std::string_view stem)
{
    Details details;
    std::string_view rest = stem;
    std::string_view right = takeLastPart(rest);
    for (;;) {
        const std::string_view left = takeLastPart(rest);
        const Io io = ioOfToken(left);
        if (io != Io::Unknown && isDigits(right)) {
            const std::string_view dump = rest;
            auto facts = parseDumpFileName(dump);
            if (!facts || !facts->suffix.empty()) {
                // Names that the older tools make of a kernel or layer name alone.
                facts.emplace();
                facts->opName = dump;
            }
            facts->io = io;
            facts->slot = digitsAs<std::int32_t>(right);
            if (dump.empty() || !facts->slot || !readDetails(details, *facts))
                return std::nullopt;
            return facts;
        }
        if (left.empty() || details.count == details.parts.size())
            return std::nullopt;
        std::move_backward(details.parts.begin(), details.parts.end() - 1, details.parts.end());
        details.parts[0] = right;
        ++details.count;
        right = left;
    }
}

constexpr std::size_t kGoldenTimeDigits = 10; ///< golden times are Unix times or longer

/// `O.<idx>.<ts>.npy|pb|quant`: outputs of a reference run; O may hold dots.
std::optional<NameFacts> parseGolden(std::string_view stem)
{
    NameFacts facts;
    const std::string_view time = takeLastPart(stem);
    facts.timestamp = digitsAs<std::uint64_t>(time);
    facts.slot = digitsAs<std::int32_t>(takeLastPart(stem));
    if (time.size() < kGoldenTimeDigits || !facts.timestamp || !facts.slot || stem.empty())
        return std::nullopt;
    facts.opName = stem;
    facts.io = Io::Output;
    return facts;
}

/// `T.O.task.ts.<idx>.npy|data|bin|txt`, and `D.<idx>.log` of workspaces.
std::optional<NameFacts> parseIndexed(std::string_view stem, Io io)
{
    const std::string_view index = takeLastPart(stem);
    auto facts = parseDumpFileName(stem);
    if (!facts || !facts->suffix.empty() || facts->taskType || index.size() >= kGoldenTimeDigits)
        return std::nullopt;
    facts->slot = digitsAs<std::int32_t>(index);
    facts->io = io;
    // The time must be the last part, else the index is one of the numbers in front of it.
    std::string_view rest = stem;
    if (!facts->slot || takeLastPart(rest).size() < 14)
        return std::nullopt;
    return facts;
}

/// Names of msaccucmp, mstt and msaicerr for what they made of a dump file, and of reference data
/// (docs/formats/ascend-dump-binary.md 2.6, 2.2).
class ConvertedName final : public NameGrammar {
public:
    std::string_view id() const override { return "converted"; }
    int priority() const override { return 50; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        std::string_view stem = name;
        const std::string_view extension = takeLastPart(stem);
        if (isOneOf(extension, {"npy", "bin", "pt", "json"})) {
            if (auto facts = parseTensorPart(stem))
                return facts;
        }
        if (isOneOf(extension, {"npy", "pb", "quant"})) {
            // The offline form is the more special one: an index behind a full time.
            if (auto facts = parseIndexed(stem, Io::Output))
                return facts;
            return parseGolden(stem);
        }
        if (isOneOf(extension, {"data", "bin", "txt"}))
            return parseIndexed(stem, Io::Output);
        if (extension == "log")
            return parseIndexed(stem, Io::Workspace);
        // mstt leaves the extension out where it can only write raw bytes.
        if (!dtypeFromName(extension) || isDigits(extension))
            return std::nullopt;
        auto facts = parseTensorPart(name);
        return facts && facts->timestamp && !facts->format.empty() ? facts : std::nullopt;
    }
};

} // namespace

void register_converted_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<ConvertedName>());
}

} // namespace dumpscope::core
