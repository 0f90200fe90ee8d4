// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace dumpscope::core {

namespace {

enum class Masking : std::uint8_t {
    None,
    Causal,  ///< as many keys as there are queries before
    Added,   ///< numbers
    Kept,    ///< truth values that say which keys stay
    LeftOut, ///< truth values that say which do not
};

/// softmax(q · kᵀ · scale + mask) · v over q [B…, H, L, D], k [B…, H / share, S, D], v [B…, H / share, S, E].
struct Attention {
    const Operand *q, *k, *v;
    const Operand* mask;
    std::vector<std::uint64_t> maskStrides; ///< by axis of [B…, H, L, S]
    Shape scoresShape;
    Masking masking;
    double scale;
    std::uint64_t heads, share, queries, keys, depth, values;

    std::uint64_t line = ~std::uint64_t {0};
    std::vector<double> weights = {}, query = {}, row = {};

    ExactElement at(std::uint64_t index)
    {
        const std::uint64_t place = index / values;
        if (place != line)
            prepare(place);
        row.resize(keys);
        v->gather(sharedHead(place / queries) * keys * values + index % values, values, keys, row.data());
        double sum = 0, largest = 0;
        for (std::uint64_t s = 0; s < keys; ++s) {
            if (weights[s] == 0)
                continue;
            sum += weights[s] * row[s];
            largest = std::max(largest, std::fabs(weights[s] * row[s]));
        }
        return {sum, std::max(largest, std::fabs(sum))};
    }

private:
    /// Of all heads of all batches, that of the keys for one of the queries.
    [[nodiscard]] std::uint64_t sharedHead(std::uint64_t head) const
    {
        return head / heads * (heads / share) + head % heads / share;
    }

    void prepare(std::uint64_t place)
    {
        line = place;
        const std::uint64_t head = sharedHead(place / queries), l = place % queries;
        weights.assign(keys, 0);
        query.resize(depth);
        row.resize(depth);
        q->gather(place * depth, 1, depth, query.data());
        double most = -std::numeric_limits<double>::infinity();
        for (std::uint64_t s = 0; s < keys; ++s) {
            k->gather((head * keys + s) * depth, 1, depth, row.data());
            double score = 0;
            for (std::uint64_t d = 0; d < depth; ++d)
                score += query[d] * row[d];
            weights[s] = masked(score * scale, place, l, s);
            most = std::max(most, weights[s]);
        }
        double sum = 0;
        for (double& weight : weights) {
            weight = std::isinf(most) && most < 0 ? std::nan("") : std::exp(weight - most);
            sum += weight;
        }
        for (double& weight : weights)
            weight /= sum;
    }

    [[nodiscard]] double masked(double score, std::uint64_t place, std::uint64_t l, std::uint64_t s) const
    {
        constexpr double kOut = -std::numeric_limits<double>::infinity();
        if (masking == Masking::None)
            return score;
        if (masking == Masking::Causal)
            return s <= l ? score : kOut;
        const double said = mask->at(placeIn(place * keys + s, scoresShape, maskStrides));
        if (masking == Masking::Added)
            return score + said;
        return (said != 0) == (masking == Masking::Kept) ? score : kOut;
    }
};

/// Scaled dot-product attention, heads before positions. Heads of keys may be shared by several of queries.
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
        auto attention = attentionOf(call);
        if (!attention)
            return readings;
        const std::vector<double> causal = call.numbers(5, {"is_causal"});
        if (attention->mask == nullptr) {
            if (causal.size() != 1 || causal.front() == 0)
                add(readings, *attention, Masking::None, phrase("softmax(q · kᵀ · scale) · v"));
            if (causal.size() != 1 || causal.front() != 0)
                add(readings, *attention, Masking::Causal, phrase("causal softmax(q · kᵀ · scale) · v"));
            return readings;
        }
        if (dtypeInfo(attention->mask->dtype()).kind == DTypeClass::Float) {
            add(readings, *attention, Masking::Added, phrase("softmax(q · kᵀ · scale + mask) · v"));
            return readings;
        }
        add(readings, *attention, Masking::Kept,
            phrase("softmax(q · kᵀ · scale) · v of what the mask keeps"));
        add(readings, *attention, Masking::LeftOut,
            phrase("softmax(q · kᵀ · scale) · v of what the mask leaves"));
        return readings;
    }

private:
    static std::optional<Attention> attentionOf(const OperatorCall& call)
    {
        const Operand *q = call.tensor(0), *k = call.tensor(1), *v = call.tensor(2);
        if (q == nullptr || k == nullptr || v == nullptr || !call.endsAt(4))
            return std::nullopt;
        const Shape &shape = q->shape(), &keys = k->shape(), &values = v->shape();
        const std::size_t axes = shape.size();
        if (axes < 3 || keys.size() != axes || values.size() != axes || call.output.size() != axes
            || q->count() == 0 || k->count() == 0 || v->count() == 0)
            return std::nullopt;
        const auto extent = [](const Shape& of, std::size_t fromEnd) {
            return static_cast<std::uint64_t>(of[of.size() - fromEnd]);
        };
        Attention attention {q, k, v, call.tensor(3, {"attn_mask", "atten_mask"}), {}, {}, Masking::None, 0,
            extent(shape, 3), 1, extent(shape, 2), extent(keys, 2), extent(shape, 1), extent(values, 1)};
        Shape made = shape;
        made.back() = values.back();
        const std::uint64_t shared = extent(keys, 3);
        const bool fits = made == call.output && extent(keys, 1) == attention.depth
            && extent(values, 2) == attention.keys && extent(values, 3) == shared && shared > 0
            && attention.heads % shared == 0
            && std::equal(shape.begin(), shape.end() - 3, keys.begin(), keys.end() - 3)
            && std::equal(shape.begin(), shape.end() - 3, values.begin(), values.end() - 3);
        if (!fits)
            return std::nullopt;
        attention.share = attention.heads / shared;
        const std::vector<double> scale = call.numbers(6, {"scale"});
        attention.scale
            = scale.size() == 1 ? scale.front() : 1 / std::sqrt(static_cast<double>(attention.depth));
        attention.scoresShape = shape;
        attention.scoresShape.back() = static_cast<std::int64_t>(attention.keys);
        if (attention.mask != nullptr) {
            auto strides = broadcastStrides(attention.mask->shape(), attention.scoresShape);
            if (!strides)
                return std::nullopt;
            attention.maskStrides = std::move(*strides);
        }
        return attention;
    }

    static void add(std::vector<Reading>& readings, const Attention& attention, Masking masking, Message text)
    {
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.terms = static_cast<double>(attention.keys + attention.depth);
        // A line of weights is computed once for all of its elements, unless these are far apart.
        reading.cost = static_cast<double>(attention.keys) * static_cast<double>(attention.depth);
        reading.roundings = 4;
        reading.isProduct = true;
        Attention one = attention;
        one.masking = masking;
        reading.at
            = [kept = std::make_shared<Attention>(std::move(one))](std::uint64_t i) { return kept->at(i); };
    }
};

} // namespace

void register_attention_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<AttentionRecomputer>());
}

} // namespace dumpscope::core
