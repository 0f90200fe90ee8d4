// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/chosen_operators.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostNames = 8;

/// "a", "b" and 3 more
Message listOf(std::span<const std::string> names)
{
    std::string list;
    for (const std::string& name : names.first(std::min(names.size(), kMostNames)))
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", printable(name));
    return names.size() > kMostNames ? phrase("%1 and %2 more", list, names.size() - kMostNames)
                                     : Message(std::move(list));
}

bool has(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

} // namespace

ModelNames modelNames(const OnnxModel& model, std::string_view fileName)
{
    ModelNames names {std::string(fileName), model.graphName(), {}, {}};
    for (const OnnxNode& node : model.nodes()) {
        if (node.opType == "Constant")
            continue; // data, not dumped as an operator
        names.operators.push_back(node.name);
        if (!node.originalName.empty())
            names.originals.push_back(node.originalName);
    }
    return names;
}

std::optional<Message> whyNothingIsChosen(const AclDumpConfig& config, const ModelNames& names)
{
    if (config.items.empty() || config.overflow || config.scene != AclDumpConfig::Scene::None
        || config.level == "kernel")
        return std::nullopt;
    const auto isThere
        = [&](const std::string& name) { return has(names.operators, name) || has(names.originals, name); };
    std::vector<std::string> otherModels, missing;
    bool isMeant = false;
    for (const AclDumpItem& item : config.items) {
        if (item.modelName && !item.modelName->empty() && *item.modelName != names.file
            && *item.modelName != names.graph) {
            otherModels.push_back(*item.modelName);
            continue;
        }
        isMeant = true;
        if (item.layers.empty() && item.ranges.empty())
            return std::nullopt;
        std::vector<std::string> asked = item.layers;
        for (const auto& [first, last] : item.ranges) {
            if (isThere(first) && isThere(last))
                return std::nullopt;
            asked.insert(asked.end(), {first, last});
        }
        for (std::string& name : asked) {
            if (!isThere(name))
                missing.push_back(std::move(name));
            else if (has(item.layers, name))
                return std::nullopt;
        }
    }
    if (!isMeant)
        return names.graph.empty() || names.graph == names.file
            ? phrase("the configuration is for the model %1, and this one is called \"%2\"",
                listOf(otherModels), printable(names.file))
            : phrase("the configuration is for the model %1, and this one is called \"%2\" or \"%3\"",
                listOf(otherModels), printable(names.file), printable(names.graph));
    return phrase("the model has no operator %1; it has %2", listOf(missing), listOf(names.operators));
}

} // namespace dumpscope::core
