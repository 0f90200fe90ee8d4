// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/operator_features.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6U) + (hash >> 2U);
    hash *= 0xBF58476D1CE4E5B9ULL;
    return hash ^ (hash >> 31U);
}

std::vector<OperatorFeatures> featuresOfSide(
    const OperatorSequence& sequence, StringPool& pool, const StemReader& spelling)
{
    std::vector<OperatorFeatures> features;
    features.reserve(sequence.operators().size());
    for (const SequenceOperator& op : sequence.operators()) {
        OperatorFeatures f;
        const NameStem stem = spelling ? spelling(sequence.name(op)) : stemOf(sequence.name(op));
        f.stem = pool.intern(stem.stem).value();
        f.number = stem.number;
        f.type = pool.intern(sequence.text(op.type)).value();
        for (std::size_t i = op.first; i < op.first + op.count; ++i) {
            const TensorRow& row = sequence.row(i);
            // Order of tensors within an operator may differ between formats: sums, not chains.
            std::uint64_t one
                = mixed(static_cast<std::uint64_t>(row.io), static_cast<std::uint32_t>(row.slot));
            const std::uint64_t place = one;
            if (row.shape.isValid()) {
                for (const std::int64_t dim : sequence.index().shape(row.shape))
                    one = mixed(one, static_cast<std::uint64_t>(dim));
            }
            f.shapes += one;
            f.types += mixed(place, static_cast<std::uint64_t>(row.dtype) + 1);
        }
        features.push_back(f);
    }
    return features;
}

} // namespace

PlaceFeatures featuresOf(const PlacePair& place, const NameSpelling& spelling)
{
    StringPool pool;
    PlaceFeatures features;
    features.target = featuresOfSide(place.target, pool, spelling.target);
    features.golden = featuresOfSide(place.golden, pool, spelling.golden);
    return features;
}

std::vector<OperatorFamily> openFamilies(const PlacePair& place, const PlaceFeatures& features)
{
    std::uint32_t stems = 0;
    for (const auto* side : {&features.target, &features.golden}) {
        for (const OperatorFeatures& f : *side)
            stems = std::max(stems, f.stem + 1);
    }
    std::vector<OperatorFamily> byStem(stems);
    std::vector<std::uint32_t> order;
    const auto targets = place.target.operators();
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
        if (place.target.isDone(targets[i]))
            continue;
        OperatorFamily& family = byStem[features.target[i].stem];
        if (family.target.empty())
            order.push_back(features.target[i].stem);
        family.target.push_back(i);
    }
    const auto goldens = place.golden.operators();
    for (std::uint32_t i = 0; i < goldens.size(); ++i) {
        if (!place.golden.isDone(goldens[i]))
            byStem[features.golden[i].stem].golden.push_back(i);
    }
    std::vector<OperatorFamily> families;
    for (const std::uint32_t stem : order) {
        if (!byStem[stem].golden.empty())
            families.push_back(std::move(byStem[stem]));
    }
    return families;
}

} // namespace dumpscope::core
