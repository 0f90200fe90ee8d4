// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/layer_summary.h"

#include "compare/tables/pair_table.h"
#include "model/module_scope.h"

#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

std::vector<LayerVerdicts> summariseLayers(const PairTable& pairs)
{
    std::vector<LayerVerdicts> layers;
    std::unordered_map<std::string, std::size_t> known;
    const DumpIndex& index = *pairs.target().index;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const PairResult& result = pairs.row(i);
        const std::string layer = layerOf(index, index.tensor(result.pair.target));
        const auto [at, isNew] = known.try_emplace(layer, layers.size());
        if (isNew)
            layers.emplace_back().layer = layer;
        LayerVerdicts& verdicts = layers[at->second];
        verdicts.add(result.verdict);
        if (result.verdict == Verdict::Fail && !verdicts.firstFail)
            verdicts.firstFail = i;
    }
    if (known.size() == 1 && known.contains(std::string()))
        layers.clear();
    return layers;
}

} // namespace dumpscope::core
