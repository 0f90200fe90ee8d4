// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/layer_grid.h"

#include "compare/tables/pair_table.h"
#include "model/module_scope.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kRowsAtOnce = 4096; ///< between looks at the stop token

int severity(Verdict verdict)
{
    constexpr std::array kOrder {1, 2, 3, 0};
    return kOrder[static_cast<std::size_t>(verdict)];
}

} // namespace

Result<LayerGrid> layerGrid(const PairTable& pairs, TaskContext& task)
{
    const DumpIndex& index = *pairs.target().index;
    LayerGrid grid;
    std::unordered_map<std::string, std::size_t> layers;
    std::set<std::optional<std::int64_t>> ranks;
    constexpr std::size_t kNoLayer = ~std::size_t {};
    std::vector<std::size_t> layerOfRow(pairs.rows(), kNoLayer);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % kRowsAtOnce == 0)
            TRY_VOID(task.checkStop());
        const TensorId id = pairs.row(row).pair.target;
        const std::string layer = layerOf(index, index.tensor(id));
        if (layer.empty())
            continue;
        const auto [at, isNew] = layers.try_emplace(layer, layers.size());
        if (isNew)
            grid.layers.emplace_back(layer);
        layerOfRow[row] = at->second;
        ranks.insert(index.factsOf(id).rank);
    }
    grid.ranks.assign(ranks.begin(), ranks.end());
    grid.cells.resize(grid.layers.size() * grid.ranks.size());
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % kRowsAtOnce == 0)
            TRY_VOID(task.checkStop());
        if (layerOfRow[row] == kNoLayer)
            continue;
        const PairResult& result = pairs.row(row);
        const auto rank = std::ranges::lower_bound(grid.ranks, index.factsOf(result.pair.target).rank);
        const auto line = static_cast<std::size_t>(rank - grid.ranks.begin());
        LayerGrid::Cell& cell = grid.cells[line * grid.layers.size() + layerOfRow[row]];
        if (cell.all() == 0 || severity(result.verdict) > severity(cell.verdict)) {
            cell.verdict = result.verdict;
            cell.worst = row;
        }
        cell.add(result.verdict);
    }
    return grid;
}

} // namespace dumpscope::core
