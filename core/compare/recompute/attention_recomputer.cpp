// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/attention_weights.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

struct Attention {
    AttentionWeights weights;

    std::uint64_t line = ~std::uint64_t {0};
    std::vector<double> shares = {}, row = {};

    ExactElement at(std::uint64_t index)
    {
        const std::uint64_t place = index / weights.values;
        if (place != line) {
            shares = weights.of(place);
            line = place;
        }
        row.resize(weights.keys);
        const std::uint64_t head = weights.sharedHead(place / weights.queries);
        weights.v->gather(head * weights.keys * weights.values + index % weights.values, weights.values,
            weights.keys, row.data());
        double sum = 0, largest = 0;
        for (std::uint64_t s = 0; s < weights.keys; ++s) {
            if (shares[s] == 0)
                continue;
            sum += shares[s] * row[s];
            largest = std::max(largest, std::fabs(shares[s] * row[s]));
        }
        return {sum, std::max(largest, std::fabs(sum))};
    }
};

/// Scaled dot-product attention.
class AttentionRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"scaleddotproductattention", "flashattention", "flashattentionscore", "npufusionattention"};
    }
    std::vector<std::string_view> namedTensors() const override { return {"attn_mask", "atten_mask"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        for (const AttentionWeights& weights : AttentionWeights::of(call, call.output)) {
            Reading& reading = readings.emplace_back();
            reading.text = weights.text();
            reading.terms = static_cast<double>(weights.keys + weights.depth);
            // A line of weights is computed once for all of its elements, unless these are far apart.
            reading.cost = static_cast<double>(weights.keys) * static_cast<double>(weights.depth);
            reading.roundings = 4;
            reading.isProduct = true;
            reading.at = [kept = std::make_shared<Attention>(Attention {weights})](
                             std::uint64_t i) { return kept->at(i); };
        }
        return readings;
    }
};

} // namespace

void register_attention_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<AttentionRecomputer>());
}

} // namespace dumpscope::core
