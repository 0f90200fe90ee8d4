// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/lora_config.h"

#include "base/text.h"
#include "compare/comparison.h"

#include <re2/re2.h>

#include <array>
#include <cmath>
#include <map>
#include <string>

namespace dumpscope::core {

namespace {

/// As peft finds the entry of a module: the expression is the end of its path, from a dot on or whole.
bool isMatch(std::string_view pattern, std::string_view module)
{
    const RE2 expression("(.*\\.)?(" + std::string(pattern) + ")", RE2::Quiet);
    return expression.ok() && RE2::FullMatch(re2::StringPiece(module.data(), module.size()), expression);
}

/// The configuration of a dump: nothing where several say different things.
std::map<std::string, std::string> configOf(const DumpIndex& index)
{
    std::map<std::string, std::string> values;
    for (const FileProperty& property : index.properties()) {
        if (!property.key.starts_with("lora."))
            continue;
        const auto [found, isNew] = values.emplace(property.key, property.value);
        if (!isNew && found->second != property.value)
            return {};
    }
    return values;
}

} // namespace

std::optional<double> loraFactor(const DumpIndex& index, TensorId a, std::string_view module)
{
    constexpr std::string_view kPattern = "lora.alpha_pattern.";
    std::optional<double> alpha, ofPattern;
    bool isOfRoot = false;
    for (const FileProperty& property : index.properties()) {
        const std::string_view key = property.key;
        if (index.file(property.file).folder != index.file(index.tensor(a).file).folder)
            continue;
        if (key == "lora.alpha")
            alpha = parseDouble(property.value);
        else if (key == "lora.use_rslora")
            isOfRoot = property.value == "true";
        else if (!ofPattern && key.starts_with(kPattern) && isMatch(key.substr(kPattern.size()), module))
            ofPattern = parseDouble(property.value);
    }
    const auto rank = static_cast<double>(index.shape(index.tensor(a).shape)[0]);
    const auto used = ofPattern ? ofPattern : alpha;
    if (!used || !(rank > 0))
        return std::nullopt;
    return *used / (isOfRoot ? std::sqrt(rank) : rank);
}

Message otherLoraConfig(const PairTable& pairs)
{
    const auto target = configOf(*pairs.target().index), golden = configOf(*pairs.golden().index);
    std::vector<Message> others;
    for (const auto& [key, value] : target) {
        const auto other = golden.find(key);
        if (other != golden.end() && other->second != value)
            others.push_back(phrase("%1 is %2, in golden %3", printable(key), value, other->second));
    }
    return others.empty()
        ? Message()
        : phrase("the adapters are configured otherwise: %1", joined(others, Form<2>("%1, %2")));
}

} // namespace dumpscope::core
