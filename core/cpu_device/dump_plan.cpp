// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/dump_plan.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

bool isNamed(const OnnxNode& node, const std::string& name)
{
    return node.name == name || (!node.originalName.empty() && node.originalName == name);
}

/// The nodes an item of dump_list captures, apart from its blacklists.
std::vector<bool> chosenBy(const AclDumpItem& item, const std::vector<OnnxNode>& nodes)
{
    std::vector<bool> chosen(nodes.size(), item.layers.empty() && item.ranges.empty());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (std::ranges::any_of(
                item.layers, [&](const std::string& layer) { return isNamed(nodes[i], layer); }))
            chosen[i] = true;
    }
    for (const auto& [first, last] : item.ranges) {
        const auto place = [&](const std::string& name) {
            return std::ranges::find_if(nodes, [&](const OnnxNode& node) { return isNamed(node, name); });
        };
        const auto begin = place(first), end = place(last);
        if (begin == nodes.end() || end == nodes.end() || end < begin)
            continue; // the range is void (docs/formats/ascendcl-capture.md 1.3)
        for (auto node = begin; node <= end; ++node)
            chosen[static_cast<std::size_t>(node - nodes.begin())] = true;
    }
    return chosen;
}

void leaveOut(DumpPlan::Step& step, const AclBlacklisted& entry)
{
    step.withoutInputs.insert(step.withoutInputs.end(), entry.inputs.begin(), entry.inputs.end());
    step.withoutOutputs.insert(step.withoutOutputs.end(), entry.outputs.begin(), entry.outputs.end());
}

void applyItem(const AclDumpConfig& config, const AclDumpItem& item, const std::vector<OnnxNode>& nodes,
    std::vector<DumpPlan::Step>& steps)
{
    const std::vector<bool> chosen = chosenBy(item, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!chosen[i] || !isOperator(nodes[i]))
            continue;
        steps[i].inputs = config.inputs;
        steps[i].outputs = config.outputs;
        for (const AclBlacklisted& entry : item.typeBlacklist) {
            if (entry.name == nodes[i].opType)
                leaveOut(steps[i], entry);
        }
        for (const AclBlacklisted& entry : item.nameBlacklist) {
            if (isNamed(nodes[i], entry.name))
                leaveOut(steps[i], entry);
        }
    }
}

/// Watched operators are written when they run, and again behind each operator of `layer`.
void applyWatcher(
    const AclDumpItem& item, const std::vector<OnnxNode>& nodes, std::vector<DumpPlan::Step>& steps)
{
    std::vector<std::size_t> watched;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!std::ranges::any_of(
                item.watcherNodes, [&](const std::string& name) { return isNamed(nodes[i], name); }))
            continue;
        watched.push_back(i);
        steps[i].outputs = true;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool isLayer = item.layers.empty()
            || std::ranges::any_of(
                item.layers, [&](const std::string& layer) { return isNamed(nodes[i], layer); });
        for (const std::size_t one : watched) {
            if (isLayer && isOperator(nodes[i]) && one < i)
                steps[i].watched.push_back(one);
        }
    }
}

} // namespace

bool isOperator(const OnnxNode& node)
{
    return node.opType != "Constant";
}

std::string dumpFileWord(std::string_view name)
{
    std::string word(name);
    for (char& c : word) {
        if (c == ' ' || c == '.' || c == '/' || c == '\\')
            c = '_';
    }
    return word;
}

DumpPlan makeDumpPlan(const AclDumpConfig& config, const OnnxModel& model, const std::string& fileName)
{
    DumpPlan plan;
    plan.modelFolder = dumpFileWord(fileName);
    if (config.isExceptionScene() || config.level == "kernel")
        return plan;
    if (config.overflow) {
        plan.overflow = config.items.empty(); // the graph engine refuses dump_list beside it
        return plan;
    }
    std::vector<AclDumpItem> items = config.items;
    if (items.empty() && config.operatorSwitch)
        items.emplace_back();
    plan.steps.resize(model.nodes().size());
    bool any = false;
    for (const AclDumpItem& item : items) {
        const bool isNamedByFile = !item.modelName || item.modelName->empty() || *item.modelName == fileName;
        if (!isNamedByFile && *item.modelName != model.graphName())
            continue;
        if (!isNamedByFile)
            plan.modelFolder = dumpFileWord(model.graphName());
        any = true;
        if (config.scene == AclDumpConfig::Scene::Watcher)
            applyWatcher(item, model.nodes(), plan.steps);
        else
            applyItem(config, item, model.nodes(), plan.steps);
    }
    if (!any)
        plan.steps.clear();
    return plan;
}

} // namespace dumpscope::core
