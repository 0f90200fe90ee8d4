// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/number_key.h"
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace dumpscope::core {

namespace {

/// Tensors left over whose checksum, statistics or sampled values are equal and like no other's, and what
/// their operators have beside them: it would have been found itself if it were equal.
class FingerprintRule final : public PairingRule {
public:
    std::string_view id() const override { return "fingerprint"; }
    int order() const override { return pairing_order::kFingerprint; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            const Prints targets = printsOf(
                place.target, [&](TensorId id) -> auto& { return draft.sketches().ofTarget(id); });
            if (targets.empty())
                continue;
            const Prints goldens = printsOf(
                place.golden, [&](TensorId id) -> auto& { return draft.sketches().ofGolden(id); });
            Links links;
            for (const auto& [print, places] : targets) {
                const auto found = goldens.find(print);
                if (found == goldens.end() || places.size() != 1 || found->second.size() != 1)
                    continue;
                links.emplace(operatorAt(place.target, places.front()),
                    operatorAt(place.golden, found->second.front()));
                draft.add(place, places.front(), found->second.front(),
                    {PairOrigin::Fingerprint, 0.4,
                        print.digest.empty() ? phrase("equal values, found nowhere else; a suggestion")
                                             : phrase("equal checksum, found nowhere else; a suggestion")});
            }
            pairTheRest(draft, place, links);
        }
        return {};
    }

private:
    using Links = std::set<std::pair<const SequenceOperator*, const SequenceOperator*>>;

    static const SequenceOperator* operatorAt(const OperatorSequence& sequence, std::size_t place)
    {
        const auto operators = sequence.operators();
        const auto behind = std::ranges::upper_bound(operators, place, {}, &SequenceOperator::first);
        return &*(behind - 1);
    }

    /// Of operators that share equal tensors with one of the other side alone. Where both say of what type
    /// they are, other names are other operators, which were given the same.
    static void pairTheRest(PairingDraft& draft, PlacePair& place, const Links& links)
    {
        std::map<const SequenceOperator*, std::size_t> ofTarget, ofGolden;
        for (const auto& [target, golden] : links) {
            ++ofTarget[target];
            ++ofGolden[golden];
        }
        for (const auto& [target, golden] : links) {
            const bool areTyped
                = !place.target.text(target->type).empty() && !place.golden.text(golden->type).empty();
            if (!areTyped && ofTarget[target] == 1 && ofGolden[golden] == 1)
                draft.addOperators(place, *target, *golden,
                    {PairOrigin::Alignment, 0.35,
                        phrase("the same place of an operator whose other tensors have equal values")});
        }
    }

    struct Print {
        Io io;
        Shape shape;
        std::vector<NumberKey> values;
        std::string digest;
        auto operator<=>(const Print&) const = default;
    };
    using Prints = std::map<Print, std::vector<std::size_t>>;

    /// More leftovers than this and likeness by chance is no longer rare, nor cheap to find.
    static constexpr std::size_t kMaxLeft = 20'000;

    template<typename SketchOf>
    static Prints printsOf(const OperatorSequence& sequence, const SketchOf& sketchOf)
    {
        Prints prints;
        std::size_t left = 0;
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            if (sequence.isTaken(i))
                continue;
            if (++left > kMaxLeft)
                return {};
            const TensorRow& row = sequence.row(i);
            const auto shape = sequence.index().shape(row.shape);
            Print print {row.io, Shape(shape.begin(), shape.end()), {}, {}};
            const ValueSketch& sketch = sketchOf(sequence.id(i));
            if (!describe(sketch, print))
                continue;
            prints[print].push_back(i);
        }
        return prints;
    }

    /// Whether the values say something: a flag, zeros or ones are not.
    static bool describe(const ValueSketch& sketch, Print& print)
    {
        constexpr std::size_t kEnoughValues = 8;
        if (!sketch.digest.empty()) {
            print.digest = sketch.digest;
            return !print.shape.empty();
        }
        if (sketch.sample.size() >= kEnoughValues) {
            print.values.assign(sketch.sample.begin(), sketch.sample.end());
            return hasTwoNumbers(sketch.sample);
        }
        if (!sketch.moments || !sketch.moments->max || !sketch.moments->min || !sketch.moments->l2norm)
            return false;
        const auto& m = *sketch.moments;
        print.values = {*m.max, *m.min, m.mean.value_or(0), *m.l2norm};
        return hasTwoNumbers({*m.max, *m.min});
    }

    /// NaN are no numbers: tensors that are full of them are all alike.
    static bool hasTwoNumbers(std::vector<double> values)
    {
        std::erase_if(values, [](double value) { return std::isnan(value); });
        return !values.empty() && std::ranges::count(values, values.front()) < std::ssize(values);
    }
};

} // namespace

void register_fingerprint_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<FingerprintRule>());
}

} // namespace dumpscope::core
