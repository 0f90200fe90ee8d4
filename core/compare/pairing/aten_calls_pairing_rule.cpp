// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/name_stem.h"
#include "compare/pairing/pairing_rule.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::string_view kFxTarget = "-aten.", kAtenCall = "Aten.";

/// What an operator of one of three namings computes: `mm_1-aten.mm.default` of an FX graph,
/// `Aten.mm.1.forward` of a graph that ran eagerly, `Torch.matmul.1.forward` of a program. Empty for others.
std::string computedBy(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kPrograms {"Torch.", "Tensor.", "Functional."};
    if (const std::size_t at = name.find(kFxTarget); at != std::string_view::npos)
        name.remove_prefix(at + kFxTarget.size());
    else if (name.starts_with(kAtenCall))
        name.remove_prefix(kAtenCall.size());
    else if (const auto* program
             = std::ranges::find_if(kPrograms, [&](std::string_view word) { return name.starts_with(word); });
             program != kPrograms.end() && name.ends_with(".forward"))
        name.remove_prefix(program->size());
    else
        return {};
    name = name.substr(0, name.find('.'));
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    name = name.substr(0, name.find_last_not_of('_') + 1);
    constexpr std::string_view kNative = "native_";
    if (name.starts_with(kNative))
        name.remove_prefix(kNative.size());
    constexpr std::array<std::string_view, 5> kProducts {"mm", "bmm", "addmm", "matmul", "linear"};
    return std::string(std::ranges::find(kProducts, name) != kProducts.end() ? "matmul" : name);
}

bool isOfGraph(std::string_view name)
{
    return name.find(kFxTarget) != std::string_view::npos || name.starts_with(kAtenCall);
}

/// The n-th call of each kind of operator, between an FX graph, its eager run and the program that it was
/// made of: where both sides call as many of the kind, and all give the same shapes
/// (docs/formats/llm-era.md 2.1, 3.1).
class AtenCallsRule final : public PairingRule {
public:
    std::string_view id() const override { return "aten-calls"; }
    int order() const override { return pairing_order::kNormalised + 2; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            if (!hasGraph(place.target) && !hasGraph(place.golden))
                continue;
            const Calls target = callsOf(place.target), golden = callsOf(place.golden);
            for (const auto& [kind, calls] : target) {
                const auto others = golden.find(kind);
                if (others != golden.end() && areAlike(place, calls, others->second))
                    pairCalls(draft, place, calls, others->second);
            }
        }
        return {};
    }

private:
    using Operators = std::vector<const SequenceOperator*>;
    using Calls = std::map<std::string, Operators>; ///< by what they compute

    static bool hasGraph(const OperatorSequence& sequence)
    {
        return std::ranges::any_of(
            sequence.operators(), [&](const SequenceOperator& op) { return isOfGraph(sequence.name(op)); });
    }

    static Calls callsOf(const OperatorSequence& sequence)
    {
        Calls calls;
        for (const SequenceOperator& op : sequence.operators()) {
            std::string kind = computedBy(sequence.name(op));
            if (op.occurrence == 0 && !kind.empty()) // else a further member of a list
                calls[std::move(kind)].push_back(&op);
        }
        const bool isInOrder = isInExecutionOrder(sequence);
        for (auto kind = calls.begin(); kind != calls.end();)
            kind = putInOrder(sequence, kind->second, isInOrder) ? std::next(kind) : calls.erase(kind);
        return calls;
    }

    /// Calls of one function are in the order of their numbers, those of several in that of the dump.
    static bool putInOrder(const OperatorSequence& sequence, Operators& calls, bool isInOrder)
    {
        const auto stem = [&](const SequenceOperator* op) { return stemOf(sequence.name(*op)); };
        const NameStem first = stem(calls.front());
        const bool areOfOne = std::ranges::all_of(calls,
            [&](const SequenceOperator* op) { return stem(op).stem == first.stem && stem(op).number >= 0; });
        if (areOfOne)
            std::ranges::stable_sort(calls, {}, [&](const SequenceOperator* op) { return stem(op).number; });
        return areOfOne || isInOrder;
    }

    static std::vector<Shape> outputsOf(const OperatorSequence& sequence, const SequenceOperator& op)
    {
        std::vector<Shape> shapes;
        for (std::size_t place = op.first; place < op.first + op.count; ++place) {
            const TensorRow& row = sequence.row(place);
            if (row.io != Io::Output || !row.shape.isValid())
                continue;
            const auto shape = sequence.index().shape(row.shape);
            shapes.emplace_back(shape.begin(), shape.end());
        }
        return shapes;
    }

    static bool areAlike(const PlacePair& place, const Operators& target, const Operators& golden)
    {
        return std::ranges::equal(target, golden, [&](const SequenceOperator* a, const SequenceOperator* b) {
            const auto ours = outputsOf(place.target, *a), theirs = outputsOf(place.golden, *b);
            return !ours.empty() && !theirs.empty() && ours.front() == theirs.front();
        });
    }

    /// Of other functions of the kind the inputs may stand elsewhere.
    static void pairCalls(
        PairingDraft& draft, PlacePair& place, const Operators& target, const Operators& golden)
    {
        PairFinding finding {PairOrigin::Normalised, 0.9,
            phrase("the same call of what both compute, counted in order; both sides have as many, of equal "
                   "shapes")};
        const DumpIndex &ours = draft.target(), &theirs = draft.golden();
        finding.sameTensor = [&ours, &theirs](const TensorRow& a, const TensorRow& b) {
            if (a.io != b.io || a.slot != b.slot || !a.shape.isValid() || !b.shape.isValid())
                return false;
            return std::ranges::equal(ours.shape(a.shape), theirs.shape(b.shape));
        };
        for (std::size_t i = 0; i < target.size(); ++i)
            draft.addOperators(place, *target[i], *golden[i], finding);
    }
};

} // namespace

void register_aten_calls_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<AtenCallsRule>());
}

} // namespace dumpscope::core
