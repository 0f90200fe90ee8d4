// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/model_parameters.h"

#include "base/text.h"
#include "compare/layout/operator_class.h"
#include "model/stage_linker.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

/// What a table says of a tensor that holds the parts of each query group in turn.
constexpr std::string_view kByGroup = "q, k, v of each query group";

bool isParameter(const DumpIndex& index, TensorId id)
{
    constexpr std::int64_t kMost = 1 << 26; // along an axis
    const TensorRow& row = index.tensor(id);
    return row.io == Io::Parameter && row.state == TensorState::Ok && isFloating(row.dtype)
        && row.opName.isValid() && !recordedShape(index, id).empty() && row.occurrence == 0
        && elementCount(recordedShape(index, id)).value_or(0) > 0
        && std::ranges::max(recordedShape(index, id)) <= kMost;
}

constexpr std::string_view kDigits = "0123456789";

/// The layer that a common name is of; nullopt: of none.
std::optional<std::int64_t> layerOf(std::string_view common)
{
    const std::size_t first = std::min(common.find_first_of(kDigits), common.size());
    const std::size_t end = std::min(common.find_first_not_of(kDigits, first), common.size());
    return parseInt(common.substr(first, end - first));
}

std::set<std::int64_t> layersOf(const ModelParameters& parameters)
{
    std::set<std::int64_t> layers;
    for (const auto& [name, held] : parameters) {
        if (const auto layer = layerOf(name))
            layers.insert(*layer);
    }
    return layers;
}

bool hasVirtualStages(const DumpIndex& index)
{
    return std::ranges::any_of(index.properties(), [](const FileProperty& property) {
        return property.key == "megatron.virtual_pipeline_model_parallel_size"
            && parseInt(property.value).value_or(0) > 1;
    });
}

/// `model0.decoder…` is what a file calls a parameter of a virtual stage.
bool isOfVirtualStage(std::string_view entry)
{
    constexpr std::string_view kModel = "model";
    const std::size_t point = entry.find('.');
    return entry.starts_with(kModel) && point != std::string_view::npos && point > kModel.size()
        && isDigits(entry.substr(kModel.size(), point - kModel.size()));
}

bool areNumbersOfModel(const ComparisonSide& side)
{
    const DumpIndex& index = *side.index;
    std::set<std::optional<std::int64_t>> ranks;
    bool isInFolders = true;
    for (const TensorId id : side.tensors()) {
        if (!isParameter(index, id))
            continue;
        const TensorRow& row = index.tensor(id);
        isInFolders = isInFolders && megatronFolder(index.factsOf(id).model);
        ranks.insert(index.factsOf(id).rank);
        if (row.entry.isValid() && isOfVirtualStage(index.text(row.entry)))
            return false;
    }
    return (isInFolders || ranks.size() == 1) && !hasVirtualStages(index);
}

std::int64_t tensorRank(const FolderFacts& facts)
{
    if (const auto folder = megatronFolder(facts.model))
        return folder->tensorRank;
    return facts.rank.value_or(0);
}

} // namespace

std::optional<Shape> HeldParameters::shape() const
{
    if (tensors.empty() || std::ranges::any_of(tensors, [&](const HeldParameter& one) {
            return one.shape != tensors.front().shape;
        }))
        return std::nullopt;
    return tensors.front().shape;
}

std::vector<std::int64_t> HeldParameters::ranks() const
{
    std::set<std::int64_t> ranks;
    for (const HeldParameter& one : tensors)
        ranks.insert(one.rank);
    return {ranks.begin(), ranks.end()};
}

ModelParameters modelParameters(const ComparisonSide& side, const NameTables& tables)
{
    const DumpIndex& index = *side.index;
    std::vector<TensorId> ids;
    std::vector<std::string> paths;
    std::set<std::pair<std::optional<std::int64_t>, std::string>> steps;
    for (const TensorId id : side.tensors()) {
        if (!isParameter(index, id))
            continue;
        ids.push_back(id);
        paths.push_back(withoutWrappers(index.text(index.tensor(id).opName)));
        steps.emplace(index.factsOf(id).step, index.factsOf(id).run);
    }
    ModelParameters parameters;
    if (steps.size() != 1)
        return parameters;
    const NameTables::Idle idle = tables.idleFor(paths);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        NameTables::Reading reading = tables.read(paths[i], idle);
        if (reading.family.empty())
            continue;
        HeldParameters& held = parameters[reading.common];
        held.tensors.push_back({ids[i], tensorRank(index.factsOf(ids[i])), recordedShape(index, ids[i])});
        held.isByGroup = reading.rows == kByGroup;
        held.parts = std::move(reading.parts);
    }
    for (auto& [name, held] : parameters)
        std::ranges::stable_sort(held.tensors, {}, &HeldParameter::rank);
    return parameters;
}

std::optional<std::int64_t> recordedHeadSize(const DumpIndex& index)
{
    constexpr std::int64_t kMost = 1 << 20;
    for (const FileProperty& property : index.properties()) {
        const auto size = property.key == "megatron.kv_channels" ? parseInt(property.value) : std::nullopt;
        if (size && *size > 0 && *size < kMost)
            return size;
    }
    return std::nullopt;
}

bool areLayersNumbered(const ComparisonSide& target, const ComparisonSide& golden,
    const ModelParameters& targets, const ModelParameters& goldens)
{
    return layersOf(targets) == layersOf(goldens) && areNumbersOfModel(target) && areNumbersOfModel(golden);
}

std::string withoutLayer(std::string_view common)
{
    const std::size_t first = common.find_first_of(kDigits);
    if (first == std::string_view::npos)
        return std::string(common);
    const std::size_t end = std::min(common.find_first_not_of(kDigits, first), common.size());
    return std::string(common.substr(0, first)) + std::string(common.substr(end));
}

} // namespace dumpscope::core
