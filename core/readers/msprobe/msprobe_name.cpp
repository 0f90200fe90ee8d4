// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/msprobe_name.h"

#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <limits>

namespace dumpscope::core {

namespace {

/// Takes the last part of a name with dots.
std::string_view takeLast(std::string_view& name)
{
    const std::size_t dot = name.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
    name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
    return last;
}

std::string_view lastOf(std::string_view name)
{
    return takeLast(name);
}

std::string_view takeFirst(std::string_view& name)
{
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view first = name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
    return first;
}

bool isDirection(std::string_view part)
{
    return part == "forward" || part == "backward";
}

/// `Module.layers.0.attn.Attention`: what stands before direction or gradient.
std::optional<MsprobeEntryName> moduleOf(std::string_view name)
{
    MsprobeEntryName result;
    result.prefix = takeFirst(name);
    if (result.prefix.empty() || name.empty())
        return std::nullopt;
    result.type = takeLast(name);
    result.path = name;
    result.kind = MsprobeEntryName::Kind::Module;
    return result;
}

std::optional<std::int32_t> slotNumber(std::string_view part)
{
    const auto number = pathNumber(part);
    if (!number || *number > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return static_cast<std::int32_t>(*number);
}

/// `role` is what follows the entry: `input.0`, `input.1.0`, `kwargs.mask`, `parameters.weight`.
bool readRole(std::string_view role, MsprobeTensorName& result)
{
    std::string_view rest = role;
    const std::string_view word = takeFirst(rest);
    if (word == "input" || word == "output") {
        result.io = word == "input" ? Io::Input : Io::Output;
        const std::string_view index = takeFirst(rest);
        result.slot = slotNumber(index);
        if (!rest.empty() || (!result.slot && !index.empty()))
            result.key = role;
        return true;
    }
    if (word != "kwargs" && word != "parameters")
        return false;
    result.io = word == "kwargs" ? Io::Argument : Io::Parameter;
    result.key = role;
    return !rest.empty();
}

} // namespace

std::optional<MsprobeEntryName> parseMsprobeEntry(std::string_view name)
{
    std::string_view rest = name;
    const std::string_view last = takeLast(rest);
    if (isDirection(last)) {
        const auto count = pathNumber(takeLast(rest));
        MsprobeEntryName result;
        result.prefix = takeFirst(rest);
        if (!count || rest.empty())
            return std::nullopt;
        result.isBackward = last == "backward";
        result.count = *count;
        result.path = rest;
        // `Primitive.matmul.MatMul.0.forward` has the attribute's name before the class.
        result.type = result.prefix == "Primitive" ? lastOf(rest) : rest;
        return result;
    }
    if (last == "debug") {
        const auto count = pathNumber(takeLast(rest));
        if (!count || rest.empty())
            return std::nullopt;
        MsprobeEntryName result;
        result.kind = MsprobeEntryName::Kind::Debug;
        result.isBackward = rest.ends_with("_grad");
        result.path = rest;
        result.count = *count;
        return result;
    }
    const auto count = pathNumber(last);
    if (!count)
        return std::nullopt;
    const std::string_view before = takeLast(rest);
    if (!isDirection(before) && before != "parameters_grad")
        return std::nullopt;
    auto result = moduleOf(rest);
    if (result) {
        result->count = *count;
        result->isBackward = before == "backward";
        if (before == "parameters_grad")
            result->kind = MsprobeEntryName::Kind::Gradient;
    }
    return result;
}

std::string msprobeForwardEntry(std::string_view name)
{
    constexpr std::string_view kBackward = ".backward", kForward = ".forward";
    const auto entry = parseMsprobeEntry(name);
    if (!entry || !entry->isBackward)
        return {};
    std::string forward(name);
    const std::size_t at = forward.rfind(kBackward);
    if (at == std::string::npos)
        return {};
    return forward.replace(at, kBackward.size(), kForward);
}

std::optional<MsprobeTensorName> parseMsprobeTensor(std::string_view name)
{
    // The keys behind the entry are the user's and may look like anything, so the first place where an
    // entry ends and a role begins counts.
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        std::string_view before = name.substr(0, dot);
        const std::string_view last = lastOf(before);
        const bool mayEnd = isDirection(last) || last == "debug" || isDigits(last);
        if (!mayEnd)
            continue;
        const auto parts = parseMsprobeEntry(before);
        if (!parts)
            continue;
        MsprobeTensorName result;
        result.entry = before;
        result.parts = *parts;
        const std::string_view role = name.substr(dot + 1);
        if (parts->kind == MsprobeEntryName::Kind::Gradient || parts->kind == MsprobeEntryName::Kind::Debug) {
            if (parts->kind == MsprobeEntryName::Kind::Gradient || parts->isBackward)
                result.io = Io::Gradient;
            result.key = role;
            return result;
        }
        if (readRole(role, result))
            return result;
    }
    const auto parts = parseMsprobeEntry(name);
    if (!parts || parts->kind != MsprobeEntryName::Kind::Debug)
        return std::nullopt;
    MsprobeTensorName result;
    result.entry = name;
    result.parts = *parts;
    if (parts->isBackward)
        result.io = Io::Gradient;
    return result;
}

namespace {

/// Tensor files of msprobe: `Functional.linear.0.forward.input.0.pt` (docs/formats/msprobe-dump.md 4).
class MsprobeName final : public NameGrammar {
public:
    std::string_view id() const override { return "msprobe"; }
    int priority() const override { return 70; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        std::string_view stem = name;
        if (stem.ends_with(".pt"))
            stem.remove_suffix(3);
        else if (stem.ends_with(".npy"))
            stem.remove_suffix(4);
        else
            return std::nullopt;
        const auto tensor = parseMsprobeTensor(stem);
        if (!tensor)
            return std::nullopt;
        NameFacts facts;
        facts.opName = tensor->entry;
        facts.opType = tensor->parts.type;
        facts.io = tensor->io;
        facts.slot = tensor->slot;
        facts.key = tensor->key;
        facts.suffix = name.substr(stem.size() + 1);
        return facts;
    }
};

} // namespace

void register_msprobe_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeName>());
}

} // namespace dumpscope::core
