// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/msprobe_names.h"

#include "compare/pairing/name_stem.h"

#include <algorithm>

namespace dumpscope::core {

std::optional<MsprobeStem> splitMsprobeStem(std::string_view stem)
{
    const auto last = stem.rfind('.');
    const auto first = stem.find('.');
    if (last == std::string_view::npos || last == first)
        return std::nullopt;
    MsprobeStem parts;
    parts.direction = stem.substr(last + 1);
    if (parts.direction != "forward" && parts.direction != "backward" && parts.direction != "parameters_grad")
        return std::nullopt;
    parts.directionAt = last + 1;
    parts.prefix = stem.substr(0, first);
    const std::string_view inner = stem.substr(first + 1, last - first - 1);
    parts.isModule = parts.prefix == "Module" || parts.prefix == "Cell";
    const auto dot = parts.isModule ? inner.rfind('.') : std::string_view::npos;
    parts.path = dot == std::string_view::npos ? std::string_view() : inner.substr(0, dot);
    parts.type = dot == std::string_view::npos ? inner : inner.substr(dot + 1);
    return parts;
}

std::vector<std::string> msprobeTensorNames(const OperatorSequence& sequence, std::size_t place)
{
    const TensorRow& row = sequence.row(place);
    const std::string op(sequence.text(row.opName));
    const std::string_view entry = sequence.text(row.entry);
    constexpr std::string_view kKeywords = "kwargs.";
    if (entry.starts_with(kKeywords))
        return {op + '.' + std::string(entry), op + ".input." + std::string(entry.substr(kKeywords.size()))};
    if (!entry.empty())
        return {op + '.' + std::string(entry)};
    return {op + '.' + std::string(ioWord(row.io)) + '.' + std::to_string(row.slot)};
}

MsprobeFrameworks msprobeFrameworks(const OperatorSequence& sequence)
{
    MsprobeFrameworks found;
    for (const SequenceOperator& op : sequence.operators()) {
        if (sequence.name(op).find('.') == std::string_view::npos)
            continue; // most dumps have no such names, and taking them apart takes long
        const NameStem stem = stemOf(sequence.name(op));
        const auto parts = splitMsprobeStem(stem.stem);
        if (!parts)
            continue;
        found.mindspore = found.mindspore || parts->prefix == "Cell" || parts->prefix == "Primitive"
            || parts->prefix == "Jit" || parts->prefix.starts_with("Mint");
        found.pytorch = found.pytorch || parts->prefix == "Module" || parts->prefix == "Torch"
            || parts->prefix == "Aten" || parts->prefix == "NPU" || parts->prefix == "VF";
    }
    return found;
}

} // namespace dumpscope::core
