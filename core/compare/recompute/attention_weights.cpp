// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/attention_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

std::uint64_t extentFromEnd(const Shape& of, std::size_t axis)
{
    return static_cast<std::uint64_t>(of[of.size() - axis]);
}

/// Without the masking.
std::optional<AttentionWeights> weightsOf(const OperatorCall& call, const Shape& result)
{
    const Operand *q = call.tensor(0), *k = call.tensor(1), *v = call.tensor(2);
    if (q == nullptr || k == nullptr || v == nullptr || !call.endsAt(4))
        return std::nullopt;
    const Shape &shape = q->shape(), &keys = k->shape(), &values = v->shape();
    const std::size_t axes = shape.size();
    if (axes < 3 || keys.size() != axes || values.size() != axes || result.size() != axes || q->count() == 0
        || k->count() == 0 || v->count() == 0)
        return std::nullopt;
    AttentionWeights weights;
    weights.q = q;
    weights.k = k;
    weights.v = v;
    weights.mask = call.tensor(3, {"attn_mask", "atten_mask"});
    weights.heads = extentFromEnd(shape, 3);
    weights.queries = extentFromEnd(shape, 2);
    weights.keys = extentFromEnd(keys, 2);
    weights.depth = extentFromEnd(shape, 1);
    weights.values = extentFromEnd(values, 1);
    Shape made = shape;
    made.back() = values.back();
    const std::uint64_t shared = extentFromEnd(keys, 3);
    const bool fits = made == result && extentFromEnd(keys, 1) == weights.depth
        && extentFromEnd(values, 2) == weights.keys && extentFromEnd(values, 3) == shared && shared > 0
        && weights.heads % shared == 0
        && std::equal(shape.begin(), shape.end() - 3, keys.begin(), keys.end() - 3)
        && std::equal(shape.begin(), shape.end() - 3, values.begin(), values.end() - 3);
    if (!fits)
        return std::nullopt;
    weights.share = weights.heads / shared;
    const std::vector<double> scale = call.numbers(6, {"scale"});
    weights.scale = scale.size() == 1 ? scale.front() : 1 / std::sqrt(static_cast<double>(weights.depth));
    weights.scoresShape = shape;
    weights.scoresShape.back() = static_cast<std::int64_t>(weights.keys);
    if (weights.mask != nullptr) {
        auto strides = broadcastStrides(weights.mask->shape(), weights.scoresShape);
        if (!strides)
            return std::nullopt;
        weights.maskStrides = std::move(*strides);
    }
    return weights;
}

} // namespace

std::vector<AttentionWeights> AttentionWeights::of(const OperatorCall& call, const Shape& result)
{
    std::vector<AttentionWeights> all;
    const auto plain = weightsOf(call, result);
    if (!plain)
        return all;
    const auto add = [&](AttentionMask kind) {
        all.push_back(*plain);
        all.back().masking = kind;
    };
    const std::vector<double> causal = call.numbers(5, {"is_causal"});
    if (plain->mask == nullptr) {
        if (causal.size() != 1 || causal.front() == 0)
            add(AttentionMask::None);
        if (causal.size() != 1 || causal.front() != 0)
            add(AttentionMask::Causal);
    } else if (dtypeInfo(plain->mask->dtype()).kind == DTypeClass::Float) {
        add(AttentionMask::Added);
    } else {
        add(AttentionMask::Kept);
        add(AttentionMask::LeftOut);
    }
    return all;
}

Message AttentionWeights::text() const
{
    switch (masking) {
    case AttentionMask::None:
        return phrase("softmax(q · kᵀ · scale) · v");
    case AttentionMask::Causal:
        return phrase("causal softmax(q · kᵀ · scale) · v");
    case AttentionMask::Added:
        return phrase("softmax(q · kᵀ · scale + mask) · v");
    case AttentionMask::Kept:
        return phrase("softmax(q · kᵀ · scale) · v of what the mask keeps");
    case AttentionMask::LeftOut:
        break;
    }
    return phrase("softmax(q · kᵀ · scale) · v of what the mask leaves");
}

std::vector<double> AttentionWeights::of(std::uint64_t line) const
{
    const std::uint64_t head = sharedHead(line / queries);
    std::vector<double> weights(keys), query(depth), row(depth);
    q->gather(line * depth, 1, depth, query.data());
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint64_t s = 0; s < keys; ++s) {
        k->gather((head * keys + s) * depth, 1, depth, row.data());
        double score = 0;
        for (std::uint64_t d = 0; d < depth; ++d)
            score += query[d] * row[d];
        weights[s] = masked(score * scale, line, s);
        most = std::max(most, weights[s]);
    }
    double sum = 0;
    for (double& weight : weights) {
        weight = std::isinf(most) && most < 0 ? std::nan("") : std::exp(weight - most);
        sum += weight;
    }
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

double AttentionWeights::masked(double score, std::uint64_t line, std::uint64_t key) const
{
    constexpr double kOut = -std::numeric_limits<double>::infinity();
    if (masking == AttentionMask::None)
        return score;
    if (masking == AttentionMask::Causal)
        return key <= line % queries ? score : kOut;
    const double said = mask->at(placeIn(line * keys + key, scoresShape, maskStrides));
    if (masking == AttentionMask::Added)
        return score + said;
    return (said != 0) == (masking == AttentionMask::Kept) ? score : kOut;
}

} // namespace dumpscope::core
