// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ge/ge_graph_naming.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

bool take(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Digits up to a '_', which is taken, too.
std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    const std::size_t end = text.find('_');
    if (end == std::string_view::npos || !isDigits(text.substr(0, end)))
        return std::nullopt;
    const auto number = parseUnsigned(text.substr(0, end));
    if (number)
        text.remove_prefix(end + 1);
    return number;
}

} // namespace

std::optional<GeGraphName> parseGeGraphName(std::string_view fileName)
{
    constexpr std::string_view kKinds[] {"proto", "readable", "onnx"};
    std::string_view rest = fileName;
    GeGraphName name;
    if (!take(rest, "ge_"))
        return std::nullopt;
    for (const std::string_view kind : kKinds) {
        if (take(rest, kind))
            name.kind = kind;
    }
    const std::string_view extension = name.kind == "onnx" ? ".pbtxt" : ".txt";
    if (name.kind.empty() || !take(rest, "_") || !rest.ends_with(extension))
        return std::nullopt;
    rest.remove_suffix(extension.size());
    const auto sequence = takeNumber(rest);
    if (!sequence)
        return std::nullopt;
    name.sequence = *sequence;
    name.singleOperator = take(rest, "aclop_");
    std::string_view ahead = rest;
    if (take(ahead, "graph_")) {
        const auto id = takeNumber(ahead);
        if (id && *id <= static_cast<std::uint64_t>(INT64_MAX)) {
            name.graphId = static_cast<std::int64_t>(*id);
            rest = ahead;
        }
    }
    name.stage = rest;
    return name;
}

std::vector<std::pair<std::string, std::string>> geNameProperties(std::string_view fileName)
{
    const auto name = parseGeGraphName(fileName);
    if (!name)
        return {};
    std::vector<std::pair<std::string, std::string>> properties {
        {"stage", std::string(name->stage)}, {"sequence", std::to_string(name->sequence)}};
    if (name->graphId)
        properties.emplace_back("graph_id", std::to_string(*name->graphId));
    if (name->singleOperator)
        properties.emplace_back("single_operator", "true");
    return properties;
}

} // namespace dumpscope::core
