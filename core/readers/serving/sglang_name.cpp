// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/serving/sglang_name.h"

#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>
#include <array>
#include <limits>

namespace dumpscope::core {

namespace {

/// Tags that have columns of their own or say nothing.
bool isOwnTag(std::string_view tag, std::string_view value)
{
    constexpr auto kOwn
        = std::to_array<std::string_view>({"step", "forward_pass_id", "rank", "dump_index", "name"});
    return std::ranges::find(kOwn, tag) != kOwn.end() || (tag == "recompute_status" && value == "disabled");
}

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// `<module>.inputs.<i>` and `<module>.output[.<i>]` of hooks; false for other names.
bool readModuleRole(std::string_view text, SglangName& name)
{
    std::int64_t number = 0;
    const std::size_t dot = text.rfind('.');
    std::string_view role = text;
    if (dot != std::string_view::npos) {
        if (const auto index = pathNumber(text.substr(dot + 1));
            index && *index <= std::numeric_limits<std::int32_t>::max()) {
            number = *index;
            role = text.substr(0, dot);
        }
    }
    const bool hasNumber = role.size() != text.size();
    const std::size_t last = role.rfind('.');
    const std::string_view word = last == std::string_view::npos ? role : role.substr(last + 1);
    const bool isInput = word == "inputs" && hasNumber;
    if (!isInput && word != "output")
        return false;
    name.io = isInput ? Io::Input : Io::Output;
    name.slot = static_cast<std::int32_t>(number);
    name.opName = last == std::string_view::npos ? std::string("root") : std::string(role.substr(0, last));
    return true;
}

/// Whether a name of a hook is that of a keyword input: `<module>.inputs.<key>`.
bool isKeywordInput(std::string_view text)
{
    return text.starts_with("inputs.") || text.find(".inputs.") != std::string_view::npos;
}

void readRole(std::string_view text, SglangName& name)
{
    if (takePrefix(text, "grad__")) {
        name.io = Io::Gradient;
        name.slot = 0;
    } else if (takePrefix(text, "param__")) {
        name.io = Io::Parameter;
        name.slot = 0;
    } else if (takePrefix(text, "non_intrusive__")) {
        if (readModuleRole(text, name))
            return;
        if (isKeywordInput(text))
            name.io = Io::Input;
    }
    name.opName = text;
}

} // namespace

std::optional<SglangName> parseSglangName(std::string_view fileName)
{
    constexpr std::string_view kSuffix = ".pt";
    constexpr std::string_view kBetween = "___";
    if (!fileName.ends_with(kSuffix))
        return std::nullopt;
    std::string_view rest = fileName.substr(0, fileName.size() - kSuffix.size());
    std::optional<std::int64_t> step, rank, index;
    std::string_view name;
    std::string further;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(kBetween), rest.size());
        const std::string_view part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view tag = part.substr(0, equals), value = part.substr(equals + 1);
        if (tag == "step" || tag == "forward_pass_id")
            step = pathNumber(value);
        else if (tag == "rank")
            rank = pathNumber(value);
        else if (tag == "dump_index")
            index = pathNumber(value);
        else if (tag == "name")
            name = value;
        if (!isOwnTag(tag, value))
            further += (further.empty() ? "" : ",") + std::string(part);
    }
    if (!step || !rank || !index || *index >= std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    SglangName result {*step, *rank, static_cast<std::uint32_t>(*index), name, {}, Io::Unknown, {}};
    readRole(name, result);
    if (!further.empty())
        result.opName += '[' + further + ']';
    return result;
}

namespace {

/// Files of SGLang's dumper: rank, step and order stand in the name.
class SglangFileName final : public NameGrammar {
public:
    std::string_view id() const override { return "sglang"; }
    int priority() const override { return 85; } // dots and dashes of tags are no parts of other grammars

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        auto parsed = parseSglangName(name);
        if (!parsed)
            return std::nullopt;
        NameFacts facts;
        facts.opName = parsed->rawName;
        facts.fullName = std::move(parsed->opName);
        facts.io = parsed->io;
        facts.slot = parsed->slot;
        facts.step = parsed->step;
        facts.rank = parsed->rank;
        facts.position = parsed->dumpIndex;
        return facts;
    }
};

} // namespace

void register_sglang_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<SglangFileName>());
}

} // namespace dumpscope::core
