// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/execution_rows.h"

#include "model/module_scope.h"

#include <map>
#include <utility>

namespace dumpscope::core {

namespace {

std::vector<std::string> layersInOrder(const DumpIndex& index, std::span<const TensorId> tensors)
{
    std::vector<std::string> layers;
    layers.reserve(tensors.size());
    for (const TensorId id : tensors)
        layers.push_back(layerOf(index, index.tensor(id)));
    std::size_t before = tensors.size(); // the last that names one
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (layers[i].empty())
            continue;
        const bool isBetween = before < i && layers[before] == layers[i]
            && index.factsOf(tensors[before]).step == index.factsOf(tensors[i]).step;
        for (std::size_t between = before + 1; isBetween && between < i; ++between)
            layers[between] = layers[i];
        before = i;
    }
    return layers;
}

} // namespace

std::tuple<std::optional<std::int64_t>, std::uint32_t, TensorId> placeInRun(
    const DumpIndex& index, TensorId id)
{
    return {index.factsOf(id).step, index.tensor(id).execIndex, id};
}

ExecutionRows executionRows(const DumpIndex& index, std::span<const TensorId> tensors)
{
    const std::vector<std::string> layers = layersInOrder(index, tensors);
    std::vector<ExecutionRows::Row> all;
    ExecutionRows made;
    std::map<std::pair<bool, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const bool isLayer = !layers[i].empty();
        std::string name = isLayer ? layers[i] : std::string(index.text(index.tensor(tensors[i]).opName));
        const auto [at, isNew] = known.try_emplace({isLayer, name}, all.size());
        if (isNew)
            all.push_back({std::move(name), {}, isLayer, 0});
        ++all[at->second].tensors;
        made.rowOf.push_back(static_cast<std::uint32_t>(at->second));
    }
    const std::size_t together
        = std::max<std::size_t>(1, (all.size() + ExecutionRows::kMost - 1) / ExecutionRows::kMost);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % together == 0) {
            made.rows.push_back(std::move(all[i]));
            continue;
        }
        made.rows.back().last = std::move(all[i].name);
        made.rows.back().tensors += all[i].tensors;
    }
    for (std::uint32_t& row : made.rowOf)
        row /= static_cast<std::uint32_t>(together);
    return made;
}

} // namespace dumpscope::core
