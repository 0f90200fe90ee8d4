// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembly_matching.h"

#include "compare/elements/significand.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"
#include "compare/layout/run_sketches.h"
#include "compare/layout/slice_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Tensors of all ranks at one place of the program.
using CallKey
    = std::tuple<std::optional<std::int64_t>, StringId, std::uint32_t, Io, std::int32_t, std::string,
        std::vector<std::size_t>>; // the last: its axes of tokens

struct Match {
    std::size_t target = 0, reading = 0;
    std::vector<std::int32_t> places;
};

/// How far slices that are the same may be apart, relative to their size: rounding that adds up over layers.
double toleranceOf(int bits)
{
    return bits <= 8 ? 0.08 : bits <= 11 ? 0.02 : 1e-3;
}

/// What has golden's name, and is nearer to it by far than what it has nothing to do with.
constexpr double kFarOff = 0.15;

/// Error beyond which values near their mean, as weights of norms, are not told from others of that mean: of
/// their distances from it.
constexpr double kTold = 0.5;

/// Distance from the mean, relative to the size.
double spreadOf(const std::vector<float>& values)
{
    double sum = 0, squares = 0;
    for (const float value : values) {
        sum += value;
        squares += static_cast<double>(value) * value;
    }
    const double mean = sum / static_cast<double>(std::max<std::size_t>(values.size(), 1));
    const double size = squares / static_cast<double>(std::max<std::size_t>(values.size(), 1));
    return size > 0 ? std::sqrt(std::max(0.0, 1 - mean * mean / size)) : 0;
}

/// The plainer reading of several goes first: the smaller number.
int plainnessOf(AssemblyKind kind)
{
    switch (kind) {
    case AssemblyKind::Same:
    case AssemblyKind::Replicated:
        return 0;
    case AssemblyKind::Transpose:
        return 1;
    case AssemblyKind::Permute:
        return 2;
    case AssemblyKind::Concat:
    case AssemblyKind::Slice:
    case AssemblyKind::Interleaved:
        return 3;
    case AssemblyKind::Tokens:
        return 4;
    case AssemblyKind::Sum:
    case AssemblyKind::Mean:
        return 5;
    }
    return 6;
}

class Matcher {
public:
    Matcher(const ComparisonSide& target, const ComparisonSide& golden, RunSketches& sketches,
        const PairsByName& byName, TaskContext& task)
        : m_targetSide(target)
        , m_goldenSide(golden)
        , m_sketches(sketches)
        , m_task(task)
        , m_byName(byName)
        , m_isGoldenCut(golden.index->ranks().size() > 1)
        , m_runBits(std::min(runBits(sketches.targets()), runBits(sketches.goldens())))
    {
    }

    Result<std::map<TensorId, Assembly>> run()
    {
        std::map<TensorId, Assembly> found;
        for (const Sketched& golden : m_sketches.goldens()) {
            m_task.progress.advance();
            if (found.contains(golden.id)) // by another choice of its axes of tokens
                continue;
            TRY_ASSIGN(auto best, bestOf(golden));
            if (best)
                found.emplace(golden.id, std::move(*best));
        }
        return found;
    }

    /// The same of those that were not found and have a partner by name, in which they are farther off.
    Result<void> addFarOff(std::map<TensorId, Assembly>& found)
    {
        constexpr std::size_t kFewest = 8; // beside which the others may be believed
        if (found.size() < kFewest)
            return {};
        m_tolerance = [](int) { return kFarOff; };
        std::set<TensorId> named;
        for (const auto& [golden, target] : m_byName)
            named.insert(golden);
        for (const Sketched& golden : m_sketches.goldens()) {
            if (found.contains(golden.id) || !named.contains(golden.id))
                continue;
            TRY_ASSIGN(auto best, bestOf(golden));
            if (best && isByName(golden.id, *best) && !isFitted(*best, golden.bits))
                found.emplace(golden.id, std::move(*best));
        }
        return {};
    }

private:
    /// Whether its places may be those that happen to be nearest, where much is near: places that several
    /// parts have, of ranks that do not follow one another, far beyond what its type rounds
    /// (docs/formats/parallel.md 4).
    [[nodiscard]] bool isFitted(const Assembly& assembly, int goldenBits) const
    {
        constexpr double kBeyond = 10;
        if (assembly.error < kBeyond * toleranceOf(std::min({goldenBits, bitsOf(assembly), m_runBits})))
            return false;
        std::set<std::int32_t> seen;
        const auto isShared = [&](const AssemblyPart& part) {
            return std::ranges::any_of(
                part.places, [&](std::int32_t place) { return place >= 0 && !seen.insert(place).second; });
        };
        return assembly.kind == AssemblyKind::Interleaved && std::ranges::any_of(assembly.parts, isShared)
            && !std::ranges::is_sorted(assembly.parts, {}, &AssemblyPart::id);
    }

    /// Significand of the coarsest type that a run computes in: what it rounds reaches tensors of finer
    /// types, too.
    static int runBits(const auto& tensors)
    {
        constexpr std::size_t kShare = 8;
        std::map<int, std::size_t> counts;
        for (const Sketched& tensor : tensors)
            ++counts[tensor.bits];
        for (const auto& [bits, count] : counts) {
            if (kShare * count >= tensors.size())
                return bits;
        }
        return std::numeric_limits<int>::max();
    }

    [[nodiscard]] double toleranceBetween(int bits, int otherBits) const
    {
        return m_tolerance(std::min({bits, otherBits, m_runBits}));
    }

    [[nodiscard]] CallKey callOf(std::size_t target) const
    {
        const DumpIndex& index = *m_targetSide.index;
        const TensorRow& row = index.tensor(m_sketches.targets()[target].id);
        return {index.factsOf(m_sketches.targets()[target].id).step, row.opName, row.occurrence, row.io,
            row.slot, row.entry.isValid() ? std::string(index.text(row.entry)) : std::string(),
            m_sketches.targets()[target].tokenAxes.axes};
    }

    [[nodiscard]] AssemblyPart partOf(std::size_t target, std::vector<std::size_t> axes, Shape shape,
        std::vector<std::int32_t> places) const
    {
        AssemblyPart part;
        part.id = m_sketches.targets()[target].id;
        part.axes = std::move(axes);
        part.shape = std::move(shape);
        part.places = std::move(places);
        part.tokenAxes = m_sketches.targets()[target].tokenAxes;
        return part;
    }

    /// The better one leads: plain kinds, then few parts, then a small error.
    struct Candidate {
        Assembly assembly;
        std::tuple<int, std::size_t, bool> cost;
    };

    Result<std::optional<Assembly>> bestOf(const Sketched& golden)
    {
        std::vector<Candidate> best; // all that cost as little
        TRY_ASSIGN(const std::vector<float> values, m_sketches.goldenValues(golden));
        if (values.empty())
            return std::optional<Assembly>(); // it has changed since
        const double told = kTold * spreadOf(values);
        const auto consider = [&](Assembly&& assembly) -> Result<void> {
            if (isLookedUp(golden.id, assembly))
                return {};
            m_sketches.addTokens(golden, assembly);
            const std::tuple cost(
                plainness(golden.id, assembly), assembly.partsUsed(), !isByName(golden.id, assembly));
            if (!best.empty() && best.front().cost < cost)
                return {};
            auto made = assembled(assembly, m_sketches.target(), m_task);
            if (!made && made.error().code == Code::Cancelled)
                return fail(made.error());
            if (!made || made->size() != values.size())
                return {};
            RunSketches::dropMasked(*made);
            const std::vector<bool> isCovered = coveredElements(assembly, *m_targetSide.index);
            if (!m_sketches.areTokensOf(golden, isCovered))
                return {};
            measureAssembly(assembly, *made, values, isCovered, *m_targetSide.index);
            if (!(assembly.error < std::min(toleranceBetween(golden.bits, bitsOf(assembly)), told)))
                return {};
            for (std::size_t i = assembly.partsUsed(); i < assembly.parts.size(); ++i)
                assembly.parts[i].error = assembly.error; // no replica is farther off
            TRY_VOID(measureSharedPlaces(assembly, values, m_sketches.target(), m_task));
            if (!best.empty() && cost < best.front().cost)
                best.clear();
            best.push_back({std::move(assembly), cost});
            return {};
        };
        TRY_VOID(considerWholes(golden, static_cast<std::int64_t>(values.size()), consider));
        for (const auto& [key, sets] : golden.slices) {
            const auto* const holders = m_sketches.holdersOf(key);
            if (!holders)
                continue;
            for (const SliceSet& set : sets)
                TRY_VOID(considerSlices(golden, set, *holders, consider));
        }
        return plainest(golden.id, best);
    }

    /// What is read of an input is no plainer than what is read of the output that gave it: a slice of one
    /// that is fused names the operator that made golden's tensor.
    [[nodiscard]] int plainness(TensorId golden, const Assembly& assembly) const
    {
        const bool isOfInput = m_goldenSide.index->tensor(golden).io == Io::Output
            && m_targetSide.index->tensor(assembly.parts.front().id).io == Io::Input;
        return std::max(plainnessOf(assembly.kind), isOfInput ? plainnessOf(AssemblyKind::Slice) : 0);
    }

    /// Of tensors that hold the same values, as the output of an operator and the input of the next: the one
    /// at golden's place in an operator.
    [[nodiscard]] std::optional<Assembly> plainest(TensorId golden, std::vector<Candidate>& best) const
    {
        constexpr double kSame = 1.02; // of the least error
        if (best.empty())
            return std::nullopt;
        // A replica that is off says nothing against the others.
        const auto errorOf = [](const Candidate& candidate) {
            const Assembly& assembly = candidate.assembly;
            return assembly.isOfReplicas() ? std::ranges::min(assembly.parts, {}, &AssemblyPart::error).error
                                           : assembly.error;
        };
        double least = std::numeric_limits<double>::infinity();
        for (const Candidate& candidate : best)
            least = std::min(least, errorOf(candidate));
        const OperatorClass own = operatorClassOf(*m_goldenSide.index, golden);
        const auto otherness = [&](const Candidate& candidate) {
            const TensorId part = candidate.assembly.parts.front().id;
            const OperatorClass kind = operatorClassOf(*m_targetSide.index, part);
            const bool isSamePlace
                = std::get<1>(kind) == std::get<1>(own) && std::get<2>(kind) == std::get<2>(own);
            return std::tuple(!(errorOf(candidate) <= kSame * least + 1e-9), kind != own, !isSamePlace);
        };
        return std::ranges::min_element(best, {}, otherness)->assembly;
    }

    /// Whether rows of a table of parameters are read for an activation: they are there whatever the target
    /// looks up.
    [[nodiscard]] bool isLookedUp(TensorId golden, const Assembly& assembly) const
    {
        const auto isTable = [](const DumpIndex& index, TensorId id) {
            const TensorRow& row = index.tensor(id);
            return row.io == Io::Parameter
                || (row.io == Io::Input && row.slot > 0 && row.opType.isValid()
                    && index.text(row.opType) == "embedding");
        };
        return !isParameterOf(*m_goldenSide.index, golden)
            && isTable(*m_targetSide.index, assembly.parts.front().id);
    }

    [[nodiscard]] bool isByName(TensorId golden, const Assembly& assembly) const
    {
        return std::ranges::any_of(assembly.parts, [&](const AssemblyPart& part) {
            return m_byName.contains({golden, part.id});
        });
    }

    [[nodiscard]] int bitsOf(const Assembly& assembly) const
    {
        int bits = 64;
        for (const AssemblyPart& part : assembly.parts)
            bits = std::min(bits, significandBits(m_targetSide.index->tensor(part.id).dtype));
        return bits;
    }

    template<typename Consider>
    Result<void> considerWholes(const Sketched& golden, std::int64_t total, const Consider& consider)
    {
        const auto* const holders = m_sketches.ofTotal(total);
        if (!holders)
            return {};
        const SliceSketch& whole = golden.wholes.begin()->second;
        struct Held {
            std::vector<std::pair<float, std::size_t>> near; ///< distance, target
            std::vector<std::size_t> all;
        };
        std::map<std::pair<CallKey, std::vector<std::size_t>>, Held> calls;
        for (const std::size_t number : *holders) {
            const Sketched& target = m_sketches.targets()[number];
            if (target.tokenAxes.hasSecond != golden.tokenAxes.hasSecond)
                continue;
            const double tolerance = 1.5 * toleranceBetween(golden.bits, target.bits);
            for (const auto& [axes, sketch] : target.wholes) {
                Held& held = calls[{callOf(number), axes}];
                held.all.push_back(number);
                if (const float distance = sketch.distance(whole); distance < tolerance * whole.norm)
                    held.near.emplace_back(distance, number);
            }
        }
        for (auto& [call, held] : calls) {
            Assembly assembly;
            assembly.shape = {1, total};
            std::vector<std::size_t> numbers;
            if (held.near.empty()) {
                const auto terms = termsOf(whole, held.all, call.second);
                if (!terms)
                    continue;
                std::tie(assembly.kind, numbers) = *terms;
            } else {
                assembly.kind = !std::ranges::is_sorted(call.second) ? AssemblyKind::Transpose
                    : held.near.size() > 1                           ? AssemblyKind::Replicated
                                                                     : AssemblyKind::Same;
                std::ranges::stable_sort(held.near, std::ranges::greater {}, // the farthest off first
                    [](const auto& near) { return near.first; });
                for (const auto& [distance, number] : held.near)
                    numbers.push_back(number);
            }
            for (const std::size_t number : numbers)
                assembly.parts.push_back(partOf(number, call.second, {1, total}, {0}));
            TRY_VOID(consider(std::move(assembly)));
        }
        return {};
    }

    /// Ranks of which the sum or mean is golden's: all of them, or, where golden is cut as well, neighbours.
    [[nodiscard]] std::optional<std::pair<AssemblyKind, std::vector<std::size_t>>> termsOf(
        const SliceSketch& whole, const std::vector<std::size_t>& all,
        const std::vector<std::size_t>& axes) const
    {
        for (std::size_t size = all.size(); size > 1; --size) {
            if (all.size() % size != 0 || (size < all.size() && !m_isGoldenCut))
                continue;
            for (auto first = all.begin(); first != all.end(); first += static_cast<std::ptrdiff_t>(size)) {
                const std::vector<std::size_t> some(first, first + static_cast<std::ptrdiff_t>(size));
                if (const auto kind = addedKind(whole, some, axes))
                    return std::pair(*kind, some);
            }
        }
        return std::nullopt;
    }

    /// Whether the sum or mean of tensors is golden's: sketches are linear.
    [[nodiscard]] std::optional<AssemblyKind> addedKind(const SliceSketch& whole,
        const std::vector<std::size_t>& numbers, const std::vector<std::size_t>& axes) const
    {
        if (numbers.size() < 2)
            return std::nullopt;
        SliceSketch sum;
        int bits = 64;
        for (const std::size_t number : numbers) {
            const SliceSketch& sketch = m_sketches.targets()[number].wholes.at(axes);
            for (std::size_t k = 0; k < SliceSketch::kSums; ++k)
                sum.sums[k] += sketch.sums[k];
            bits = std::min(bits, m_sketches.targets()[number].bits);
        }
        const double most = 1.5 * m_tolerance(bits) * whole.norm;
        if (sum.distance(whole) < most)
            return AssemblyKind::Sum;
        for (float& value : sum.sums)
            value /= static_cast<float>(numbers.size());
        return sum.distance(whole) < most ? std::optional(AssemblyKind::Mean) : std::nullopt;
    }

    template<typename Consider>
    Result<void> considerSlices(const Sketched& golden, const SliceSet& set,
        const std::vector<SliceHolder>& holders, const Consider& consider)
    {
        std::map<std::pair<CallKey, std::vector<std::size_t>>, std::vector<Match>> calls;
        const NearSlices goldens(set.slices);
        for (const auto& [number, parts] : holders) {
            const Sketched& target = m_sketches.targets()[number];
            if (target.tokenAxes.hasSecond != golden.tokenAxes.hasSecond)
                continue;
            const double tolerance = toleranceBetween(golden.bits, target.bits);
            for (const SliceSet& part : *parts) {
                constexpr std::uint64_t kMost = 2'000'000'000; // distances: some twenty seconds
                if (m_distances + goldens.lookedAt() > kMost)
                    TRY_VOID(RunSketches::tooMuch());
                std::vector<std::int32_t> places = slicePlaces(part, set, goldens, tolerance);
                if (!places.empty())
                    calls[{callOf(number), orderOf(target.readings[part.reading])}].push_back(
                        {number, part.reading, std::move(places)});
            }
        }
        m_distances += goldens.lookedAt();
        bool isFound = false;
        std::map<std::tuple<std::optional<std::int64_t>, OperatorClass, std::vector<std::size_t>>,
            std::vector<Match>>
            operators, steps; // of one class in a step; one in all steps
        for (const auto& [call, matches] : calls) {
            auto own = matches;
            if (auto assembly = joined(golden, set, own)) {
                isFound = true;
                TRY_VOID(consider(std::move(*assembly)));
            }
            const DumpIndex& index = *m_targetSide.index;
            const OperatorClass kind
                = operatorClassOf(index, m_sketches.targets()[matches.front().target].id);
            const auto step = std::get<0>(call.first);
            auto& ofClass = operators[{step, kind, call.second}];
            ofClass.insert(ofClass.end(), matches.begin(), matches.end());
            auto call0
                = std::tuple(std::optional<std::int64_t>(std::get<1>(call.first).value()), kind, call.second);
            auto& ofSteps = steps[call0];
            ofSteps.insert(ofSteps.end(), matches.begin(), matches.end());
        }
        for (auto* const groups : {&steps, &operators}) {
            for (auto& [name, matches] : *groups) {
                if (isFound)
                    return {};
                dropOverlaps(matches);
                if (auto assembly = joined(golden, set, matches)) {
                    isFound = true;
                    TRY_VOID(consider(std::move(*assembly)));
                }
            }
        }
        return {};
    }

    /// Empty: as they are, whatever axes of length 1 were left out.
    static std::vector<std::size_t> orderOf(const TensorReading& reading)
    {
        return reading.isInOrder() ? std::vector<std::size_t> {} : reading.axes;
    }

    /// Leaves matches of places that no larger one has.
    static void dropOverlaps(std::vector<Match>& matches)
    {
        const auto size = [](const Match& match) {
            return std::ranges::count_if(match.places, [](std::int32_t place) { return place >= 0; });
        };
        std::ranges::stable_sort(matches, std::ranges::greater {}, size);
        std::set<std::int32_t> taken;
        std::erase_if(matches, [&](const Match& match) {
            const auto isTaken = [&](std::int32_t place) { return taken.contains(place); };
            if (std::ranges::any_of(match.places, isTaken))
                return true;
            for (const std::int32_t place : match.places) {
                if (place >= 0)
                    taken.insert(place);
            }
            return false;
        });
    }

    /// Parts of one call on several ranks that cover golden.
    std::optional<Assembly> joined(
        const Sketched& golden, const SliceSet& set, std::vector<Match>& matches) const
    {
        const TensorReading& reading = golden.readings[set.reading];
        const auto all = static_cast<std::size_t>(reading.shape[set.axis]);
        std::erase_if(matches, [](const Match& match) {
            std::set<std::int32_t> seen;
            return std::ranges::any_of(
                match.places, [&](std::int32_t place) { return place >= 0 && !seen.insert(place).second; });
        });
        std::vector<bool> isCovered(all, false);
        std::size_t covered = 0, held = 0;
        for (const Match& match : matches) {
            for (const std::int32_t place : match.places) {
                held += place >= 0 ? 1 : 0;
                if (place >= 0 && !isCovered[static_cast<std::size_t>(place)]) {
                    isCovered[static_cast<std::size_t>(place)] = true;
                    ++covered;
                }
            }
        }
        if (covered < all || matches.empty())
            return std::nullopt;
        const auto first = [](const Match& match) {
            return *std::ranges::find_if(match.places, [](std::int32_t place) { return place >= 0; });
        };
        std::ranges::stable_sort(matches, {}, first);
        Assembly assembly;
        assembly.shape = reading.shape;
        assembly.along = set.axis;
        const auto& merged = reading.merged[set.axis];
        if (merged.size() == 1)
            assembly.axis = recordedAxis(golden, merged.front());
        const auto isFull = [&](const Match& match) {
            return match.places.size() == all && std::ranges::find(match.places, -1) == match.places.end();
        };
        const auto isOneRun = [](const Match& match) {
            for (std::size_t i = 1; i < match.places.size(); ++i) {
                if (match.places[i] != match.places[i - 1] + 1)
                    return false;
            }
            return match.places.front() >= 0;
        };
        std::vector<Match> whole;
        std::ranges::copy_if(matches, std::back_inserter(whole), isFull);
        if (!whole.empty()) {
            const bool isInOrder
                = m_sketches.targets()[whole.front().target].readings[whole.front().reading].isInOrder();
            const bool isIdentity = std::ranges::all_of(whole, isOneRun);
            assembly.kind = !isIdentity ? AssemblyKind::Permute
                : !isInOrder            ? AssemblyKind::Transpose
                : whole.size() > 1      ? AssemblyKind::Replicated
                                        : AssemblyKind::Same;
            matches = std::move(whole);
        } else if (held == all && std::ranges::all_of(matches, isOneRun)) {
            assembly.kind = AssemblyKind::Concat;
        } else {
            std::vector<std::int32_t> places = matches.front().places;
            std::erase(places, -1);
            assembly.kind = matches.size() == 1
                    && std::ranges::adjacent_find(
                           places, [](std::int32_t a, std::int32_t b) { return b != a + 1; })
                        == places.end()
                ? AssemblyKind::Slice
                : AssemblyKind::Interleaved;
        }
        const bool isPlain = assembly.kind == AssemblyKind::Same || assembly.kind == AssemblyKind::Replicated
            || assembly.kind == AssemblyKind::Transpose;
        const bool isOfSteps = std::ranges::any_of(matches, [&](const Match& match) {
            return std::get<0>(callOf(match.target)) != std::get<0>(callOf(matches.front().target));
        });
        if ((merged.size() > 1 && !isPlain) || isOfSteps)
            assembly.kind = AssemblyKind::Tokens;
        for (Match& match : matches) {
            const TensorReading& own = m_sketches.targets()[match.target].readings[match.reading];
            assembly.parts.push_back(partOf(match.target, own.axes, own.shape, std::move(match.places)));
        }
        return assembly;
    }

    const ComparisonSide &m_targetSide, &m_goldenSide;
    RunSketches& m_sketches;
    TaskContext& m_task;
    const PairsByName& m_byName;
    bool m_isGoldenCut;
    int m_runBits;
    double (*m_tolerance)(int bits) = toleranceOf;
    std::uint64_t m_distances = 0;
};

} // namespace

Result<std::map<TensorId, Assembly>> matchedAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, RunSketches& sketches, const PairsByName& byName, TaskContext& task)
{
    return Matcher(target, golden, sketches, byName, task).run();
}

Result<void> addFarOffAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, RunSketches& sketches, const PairsByName& byName, TaskContext& task)
{
    return Matcher(target, golden, sketches, byName, task).addFarOff(found);
}

} // namespace dumpscope::core
