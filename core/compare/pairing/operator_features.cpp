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
    const OperatorSequence& sequence, StringPool& pool, const StemReader& spelling, bool openOnly)
{
    std::vector<OperatorFeatures> features;
    features.reserve(sequence.operators().size());
    for (const SequenceOperator& op : sequence.operators()) {
        OperatorFeatures f;
        if (openOnly && sequence.isDone(op)) {
            features.push_back(f);
            continue;
        }
        const NameStem stem = spelling ? spelling(sequence.name(op)) : stemOf(sequence.name(op));
        f.stem = pool.intern(stem.stem).value();
        f.number = stem.number;
        f.type = pool.intern(sequence.text(op.type)).value();
        f.scope = pool.intern(sequence.text(sequence.row(op.first).scope)).value();
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

/// Operators of one side that have tensors without partner, stem by stem: two passes and one piece of memory.
class FamilyMembers {
public:
    FamilyMembers(const OperatorSequence& sequence, const std::vector<OperatorFeatures>& features,
        std::uint32_t stems, std::vector<std::uint32_t>& members, std::vector<std::uint32_t>* order)
        : m_members(members)
        , m_begin(std::size_t {stems} + 1, 0)
    {
        const auto operators = sequence.operators();
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = 0; i < operators.size(); ++i) {
            if (sequence.isDone(operators[i]))
                continue;
            open.push_back(i);
            if (m_begin[features[i].stem + 1]++ == 0 && order)
                order->push_back(features[i].stem);
        }
        for (std::size_t stem = 0; stem < stems; ++stem)
            m_begin[stem + 1] += m_begin[stem];
        std::vector<std::uint32_t> next(m_begin.begin(), m_begin.end() - 1);
        members.resize(open.size());
        for (const std::uint32_t i : open)
            members[next[features[i].stem]++] = i;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t stem) const
    {
        return std::span(m_members).subspan(m_begin[stem], m_begin[stem + 1] - m_begin[stem]);
    }

private:
    const std::vector<std::uint32_t>& m_members;
    std::vector<std::uint32_t> m_begin; ///< by stem, and the end
};

std::shared_ptr<const PlaceFeatures> made(const PlacePair& place, const NameSpelling& spelling, bool openOnly)
{
    StringPool pool;
    auto features = std::make_shared<PlaceFeatures>();
    features->target = featuresOfSide(place.target, pool, spelling.target, openOnly);
    features->golden = featuresOfSide(place.golden, pool, spelling.golden, openOnly);
    return features;
}

} // namespace

std::shared_ptr<const PlaceFeatures> featuresOf(const PlacePair& place, const NameSpelling& spelling)
{
    if (spelling.target || spelling.golden)
        return made(place, spelling, false);
    return place.memory->features([&] { return made(place, spelling, false); });
}

std::shared_ptr<const PlaceFeatures> openFeaturesOf(const PlacePair& place, const NameSpelling& spelling)
{
    return made(place, spelling, true);
}

OpenFamilies::OpenFamilies(const PlacePair& place, const PlaceFeatures& features)
{
    std::uint32_t stems = 0;
    for (const auto* side : {&features.target, &features.golden}) {
        for (const OperatorFeatures& f : *side)
            stems = std::max(stems, f.stem + 1);
    }
    std::vector<std::uint32_t> order; // stems as the target has them
    const FamilyMembers targets(place.target, features.target, stems, m_targets, &order);
    const FamilyMembers goldens(place.golden, features.golden, stems, m_goldens, nullptr);
    for (const std::uint32_t stem : order) {
        if (!goldens.of(stem).empty())
            m_families.push_back({targets.of(stem), goldens.of(stem)});
    }
}

} // namespace dumpscope::core
