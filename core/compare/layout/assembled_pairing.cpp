// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembled_pairing.h"

#include "compare/layout/alike_values.h"
#include "compare/layout/assembly_search.h"
#include "compare/layout/cut_evidence.h"
#include "compare/layout/cut_names.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/left_parameters.h"
#include "compare/layout/operator_class.h"
#include "compare/layout/parameter_assemblies.h"
#include "compare/layout/recorded_slices.h"
#include "compare/layout/said_tensors.h"
#include "compare/layout/same_bits.h"
#include "compare/measuring/pair_alignment.h"
#include "compare/suspects/operator_nature.h"
#include "model/stage_linker.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Ranks of the target in which most pairs by name of what was found are right, so that those of what
/// was not found are, too. Stages of a pipeline count their layers from 0.
std::set<std::optional<std::int64_t>> ranksOfRightNames(
    const std::map<TensorId, Assembly>& found, const std::vector<TensorPair>& byName, const DumpIndex& target)
{
    constexpr double kMost = 0.6; // what is wrong is not found, and counts against names
    std::map<std::optional<std::int64_t>, std::pair<std::size_t, std::size_t>> counts; // all, right
    for (const TensorPair& pair : byName) {
        const auto at = found.find(pair.golden);
        if (at == found.end())
            continue;
        auto& [all, right] = counts[target.factsOf(pair.target).rank];
        ++all;
        right += std::ranges::any_of(
                     at->second.parts, [&](const AssemblyPart& part) { return part.id == pair.target; })
            ? 1
            : 0;
    }
    std::set<std::optional<std::int64_t>> ranks;
    for (const auto& [rank, count] : counts) {
        if (static_cast<double>(count.second) >= kMost * static_cast<double>(count.first))
            ranks.insert(rank);
    }
    return ranks;
}

/// Whether the tensor stands at the same place of the program, in another rank, as one that has all of
/// golden.
bool isCopyOf(TensorId target, const Assembly& assembly, const DumpIndex& index)
{
    const TensorRow &own = index.tensor(target), &part = index.tensor(assembly.parts.front().id);
    return (assembly.kind == AssemblyKind::Same || assembly.kind == AssemblyKind::Replicated)
        && own.opName == part.opName && own.io == part.io && own.slot == part.slot
        && own.occurrence == part.occurrence && own.entry == part.entry
        && index.factsOf(target).step == index.factsOf(assembly.parts.front().id).step;
}

/// A few that agree may do so by chance, unless they are nearly all there is.
bool isEnough(std::size_t found, std::size_t all)
{
    constexpr std::size_t kMany = 8;
    return found >= kMany ? 3 * found >= all : 10 * found >= 9 * all && found > 0;
}

std::size_t countFloating(const ComparisonSide& side)
{
    std::size_t count = 0;
    for (const TensorId id : side.tensors())
        count += isFloating(side.index->tensor(id).dtype) ? 1 : 0;
    return count;
}

/// Behind a fault in the first operator nothing else is. What optimizers are given beside what they change
/// are gradients.
bool areParametersFound(const std::map<TensorId, Assembly>& found, const ComparisonSide& golden)
{
    constexpr std::size_t kFewest = 8;
    std::size_t all = 0, known = 0;
    for (const TensorId id : golden.tensors()) {
        const StringId type = golden.index->tensor(id).opType;
        if (type.isValid() && changesFirstInput(golden.index->text(type)))
            continue;
        if (!isFloating(golden.index->tensor(id).dtype) || !isParameterOf(*golden.index, id)
            || squeezed(recordedShape(*golden.index, id)).size() != 2)
            continue;
        ++all;
        known += found.contains(id) && !found.at(id).isCarried() ? 1 : 0;
    }
    return all >= kFewest && 10 * known >= 8 * all;
}

bool isLaidByTokens(const Assembly& assembly)
{
    return std::ranges::all_of(
        assembly.parts, [](const AssemblyPart& part) { return part.tokens != nullptr; });
}

/// Step and rank.
using Where = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

Where whereOf(const DumpIndex& index, TensorId id)
{
    const FolderFacts& facts = index.factsOf(id);
    return {facts.step, facts.rank};
}

std::set<Where> processesOf(const ComparisonSide& side)
{
    std::set<Where> processes;
    for (const TensorId id : side.tensors())
        processes.insert(whereOf(*side.index, id));
    return processes;
}

/// Who holds a part: step and rank, or the folder of tensor rank and stage where ranks are not numbered.
using Holder = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, std::string_view>;

Holder holderOf(const DumpIndex& index, TensorId id)
{
    const FolderFacts& facts = index.factsOf(id);
    const bool isFolder = !facts.rank && megatronFolder(facts.model);
    return {facts.step, facts.rank, isFolder ? std::string_view(facts.model) : std::string_view()};
}

/// The first part of a holder, or the one that is far off beside the others; else the farthest off of all.
std::size_t partToShow(const Assembly& assembly, const Holder& where, const DumpIndex& target)
{
    constexpr double kFloor = 1e-6, kFar = 3;
    std::optional<std::size_t> first, farthest;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const double error = assembly.parts[i].error;
        if (holderOf(target, assembly.parts[i].id) != where)
            continue;
        if (!first)
            first = i;
        if (!farthest || error > assembly.parts[*farthest].error)
            farthest = i;
    }
    if (!first)
        return assembly.worst;
    const bool isFar
        = assembly.parts[*farthest].error + kFloor >= kFar * (assembly.parts[*first].error + kFloor);
    return isFar ? *farthest : *first;
}

/// Of an operator of golden: where its parts are far off beside the others, the first step of several, which
/// is then the place `before` of those behind it; else of the places that have most of its tensors that one,
/// or the first.
Holder placeAtFault(
    const std::vector<const Assembly*>& assemblies, const DumpIndex& target, std::optional<Holder>& before)
{
    constexpr double kFloor = 1e-6, kFar = 3, kAsFar = 0.3;
    struct Seen {
        double ratio = 0; ///< of errors to the least of other parts
        std::size_t count = 0;
    };
    std::map<Holder, Seen> places;
    for (const Assembly* const assembly : assemblies) {
        double least = std::numeric_limits<double>::infinity();
        for (const AssemblyPart& part : assembly->parts)
            least = std::min(least, part.error);
        for (const AssemblyPart& part : assembly->parts) {
            Seen& seen = places[holderOf(target, part.id)];
            seen.ratio = std::max(seen.ratio, (part.error + kFloor) / (least + kFloor));
            ++seen.count;
        }
    }
    double most = 0;
    for (const auto& [where, seen] : places)
        most = std::max(most, seen.ratio);
    const auto isFar = [&](const auto& place) { return place.second.ratio >= kAsFar * most; };
    if (most >= kFar)
        return *(before = std::ranges::find_if(places, isFar)->first);
    const auto first
        = std::ranges::max_element(places, {}, [](const auto& place) { return place.second.count; });
    const auto same = before ? places.find(*before) : places.end();
    return same != places.end() && same->second.count == first->second.count ? same->first : first->first;
}

/// The part that stands for the others in a pair. Tensors of one operator of golden show the same place.
std::map<TensorId, std::size_t> shownParts(
    const std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    using Operator = std::tuple<FolderId, StringId, std::uint32_t>;
    std::map<Operator, std::vector<const Assembly*>> operators;
    const auto operatorOf = [&](TensorId id) {
        const TensorRow& row = golden.tensor(id);
        return Operator(row.folder, row.opName, row.occurrence);
    };
    for (const auto& [id, assembly] : found)
        operators[operatorOf(id)].push_back(&assembly);
    std::map<Operator, Holder> places;
    std::optional<Holder> before;
    for (const auto& [id, assembly] : found) {
        const Operator name = operatorOf(id);
        if (!places.contains(name))
            places.emplace(name, placeAtFault(operators.at(name), target, before));
    }
    std::map<TensorId, std::size_t> shown;
    for (const auto& [id, assembly] : found) {
        const Holder& where = places.at(operatorOf(id));
        shown[id] = partToShow(assembly, where, target);
    }
    return shown;
}

/// `assembled`: of assemblies, whose values are compared. `terms`: of sums, by their statistics. `reason`: of
/// what a search by values has not found.
Result<std::vector<UnpairedTensor>> withoutPartner(const ComparisonSide& side,
    const std::set<TensorId>& paired, const std::set<TensorId>& assembled, const std::set<TensorId>& terms,
    const Message& reason, TaskContext& task)
{
    const Message ofIntegers = phrase("integers are paired by name, type and shape where names are right, "
                                      "and are not looked for by their values");
    const Message ofTerms = phrase("recorded means of the ranks add up to that of the whole tensor: each "
                                   "rank has a term of a sum, of which statistics do not tell the norm");
    const Message ofAlike = phrase("its values are all alike: names alone could tell its partner");
    const TensorStore store(side.index);
    TRY_ASSIGN(const auto sameBits, tensorsOfSameBits(side, assembled, task));
    std::vector<UnpairedTensor> left;
    for (const TensorId id : side.tensors()) {
        if (paired.contains(id))
            continue;
        if (const auto same = sameBits.find(id); same != sameBits.end()) {
            left.push_back({id, sameBitsReason(*side.index, same->second), {}});
            continue;
        }
        const bool isSearched = !terms.contains(id) && isFloating(side.index->tensor(id).dtype);
        bool areAlike = false;
        if (isSearched) {
            TRY_ASSIGN(areAlike, areValuesAlike(store, id, task));
        }
        left.push_back({id,
            terms.contains(id) ? ofTerms
                : !isSearched  ? ofIntegers
                : areAlike     ? ofAlike
                               : reason,
            {}});
    }
    return left;
}

} // namespace

Result<bool> areTokensElsewhere(
    const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    constexpr std::size_t kMost = 4;
    constexpr std::uint64_t kLargest = 4U << 20U;
    const TensorStore ours(target.index), theirs(golden.index);
    std::size_t read = 0;
    for (const TensorPair& pair : pairing.pairs) {
        const TensorRow &own = target.index->tensor(pair.target), &other = golden.index->tensor(pair.golden);
        if (isFloating(own.dtype) || own.dtype == DType::Bool || own.state != TensorState::Ok
            || other.state != TensorState::Ok || own.dtype != other.dtype || own.bytes > kLargest
            || recordedShape(*target.index, pair.target) != recordedShape(*golden.index, pair.golden)
            || squeezed(recordedShape(*golden.index, pair.golden)).size() != 2)
            continue;
        auto values = valuesOf(ours, pair.target, task), wanted = valuesOf(theirs, pair.golden, task);
        for (const auto* const side : {&values, &wanted}) {
            if (!*side && side->error().code == Code::Cancelled)
                return fail(side->error());
        }
        if (!values || !wanted)
            continue;
        if (*values != *wanted) {
            constexpr std::size_t kMoved = 5; // one in so many, where as many others are the same
            std::size_t moved = 0;
            for (std::size_t i = 0; i < std::min(values->size(), wanted->size()); ++i)
                moved += (*values)[i] != (*wanted)[i] ? 1 : 0;
            std::ranges::sort(*values);
            std::ranges::sort(*wanted);
            std::vector<float> same;
            std::ranges::set_intersection(*values, *wanted, std::back_inserter(same));
            if (kMoved * moved >= wanted->size() && 10 * same.size() >= 9 * wanted->size())
                return true;
        }
        if (++read == kMost)
            break;
    }
    return false;
}

namespace {

/// Whether golden has several ranks, and none of them is a rank of the target, whatever is called alike: many
/// of golden's tensors are pieces of others or of several ranks.
bool areRanksOthers(
    const std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    constexpr std::size_t kMany = 10; // one in so many
    if (golden.ranks().size() < 2)
        return false;
    const auto isElsewhere = [&](const auto& entry) {
        const auto own = golden.factsOf(entry.first).rank;
        return !entry.second.isOfReplicas() && entry.second.kind != AssemblyKind::Same
            && std::ranges::any_of(entry.second.parts,
                [&](const AssemblyPart& part) { return target.factsOf(part.id).rank != own; });
    };
    return kMany * static_cast<std::size_t>(std::ranges::count_if(found, isElsewhere)) > found.size();
}

/// A pair of each assembly.
void addPairs(Pairing& pairing, std::map<TensorId, Assembly>&& found, const ComparisonSide& target,
    const ComparisonSide& golden, bool isOfGolden)
{
    const std::map<TensorId, std::size_t> shownPart = shownParts(found, *target.index, *golden.index);
    for (auto& [id, assembly] : found) {
        auto hint = std::make_shared<AlignmentHint>();
        const TensorId shown = assembly.parts[shownPart.at(id)].id;
        constexpr double kCarried = 0.5; // its values do not speak for it
        const double confidence = assembly.isCarried() ? kCarried : 1 - std::min(assembly.error, 1.0);
        assembly.isOfGolden = isOfGolden;
        const Message reason = assemblyText(assembly, *target.index);
        hint->assembly = std::make_shared<const Assembly>(std::move(assembly));
        pairing.pairs.push_back({shown, id, PairOrigin::Assembly, confidence, reason, std::move(hint)});
    }
}

/// Puts assemblies in the place of pairs of their tensors that are guessed or have other shapes; others stay.
void replacePairs(Pairing& pairing, std::map<TensorId, Assembly> found, const ComparisonSide& target,
    const ComparisonSide& golden, bool isOfGolden, const PairingOptions& options)
{
    std::set<TensorId> parts;
    for (const auto& [id, assembly] : found) {
        for (const AssemblyPart& part : assembly.parts)
            parts.insert(part.id);
    }
    const SaidTensors said(pairing, options);
    std::erase_if(found, [&](const auto& entry) { return said.denies(entry.first, entry.second); });
    std::erase_if(pairing.pairs, [&](const TensorPair& pair) {
        const bool isKept = isGivenByUser(pair, options)
            || (!found.contains(pair.golden) && isOfNames(pair)
                && haveFittingShapes(*target.index, *golden.index, pair));
        return !isKept && (found.contains(pair.golden) || parts.contains(pair.target));
    });
    std::set<TensorId> goldens;
    for (const auto& [id, assembly] : found)
        goldens.insert(id);
    addPairs(pairing, std::move(found), target, golden, isOfGolden);
    for (const TensorPair& pair : pairing.pairs) {
        parts.insert(pair.target);
        goldens.insert(pair.golden);
    }
    const auto lacks = [](const std::set<TensorId>& paired, std::vector<UnpairedTensor>& unpaired,
                           const ComparisonSide& side) {
        std::set<TensorId> known;
        std::erase_if(unpaired, [&](const UnpairedTensor& tensor) { return paired.contains(tensor.id); });
        for (const UnpairedTensor& tensor : unpaired)
            known.insert(tensor.id);
        for (const TensorId id : side.tensors()) {
            if (!paired.contains(id) && !known.contains(id))
                unpaired.push_back({id, phrase("by names it is no part of a tensor of the other side"), {}});
        }
        std::ranges::stable_sort(unpaired, {}, [](const UnpairedTensor& tensor) { return tensor.id; });
    };
    lacks(parts, pairing.unpairedTarget, target);
    lacks(goldens, pairing.unpairedGolden, golden);
}

std::map<TensorId, Assembly> byNames(std::vector<ParameterClass> classes)
{
    std::map<TensorId, Assembly> found;
    addParameterAssemblies(found, std::move(classes));
    return found;
}

/// Whether names, which values support, leave nothing to look for on one side.
bool areAll(
    const std::vector<ParameterClass>& classes, const ComparisonSide& target, const ComparisonSide& golden)
{
    std::set<TensorId> goldens, targets;
    for (const ParameterClass& one : classes) {
        if (!one.isSupported)
            return false;
        for (const auto& [id, assembly] : one.members) {
            goldens.insert(id);
            for (const AssemblyPart& part : assembly.parts)
                targets.insert(part.id);
        }
    }
    const auto isAll = [](const ComparisonSide& side, const std::set<TensorId>& known) {
        const std::vector<TensorId> all = side.tensors();
        return std::ranges::all_of(all,
            [&](TensorId id) { return known.contains(id) || !isFloating(side.index->tensor(id).dtype); });
    };
    return !classes.empty() && (isAll(golden, goldens) || isAll(target, targets));
}

bool coversAll(const std::map<TensorId, Assembly>& found, const ComparisonSide& golden)
{
    const std::vector<TensorId> all = golden.tensors();
    return !found.empty() && std::ranges::all_of(all, [&](TensorId id) {
        return found.contains(id) || !isFloating(golden.index->tensor(id).dtype);
    });
}

/// What files say goes before what names and values do, of golden's tensors and of the parts.
void preferRecorded(std::map<TensorId, Assembly>& found, std::vector<ParameterClass>& named,
    const std::map<TensorId, Assembly>& recorded)
{
    std::set<TensorId> parts;
    for (const auto& [id, assembly] : recorded) {
        for (const AssemblyPart& part : assembly.parts)
            parts.insert(part.id);
    }
    const auto isOther = [&](const auto& entry) {
        return recorded.contains(entry.first)
            || std::ranges::any_of(
                entry.second.parts, [&](const AssemblyPart& part) { return parts.contains(part.id); });
    };
    std::erase_if(found, isOther);
    for (ParameterClass& one : named)
        std::erase_if(one.members, isOther);
    found.insert(recorded.begin(), recorded.end());
}

/// Of the side that is cut, which is called the target here, whichever it is.
Result<void> pairParts(Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden,
    bool isOfGolden, const PairingOptions& options, TaskContext& task)
{
    const SaidLayout* const layout = options.layout ? &*options.layout : nullptr;
    if (layout)
        TRY_VOID(layout->check(target.index->ranks()));
    TRY_ASSIGN(auto recorded, recordedAssemblies(target, golden, task));
    if (coversAll(recorded, golden)) {
        replacePairs(pairing, std::move(recorded), target, golden, isOfGolden, options);
        return {};
    }
    TRY_ASSIGN(auto named, parameterAssemblies(target, golden, nullptr, task));
    if (recorded.empty() && areAll(named, target, golden)) {
        replacePairs(pairing, byNames(std::move(named)), target, golden, isOfGolden, options);
        return {};
    }
    auto searched = findAssemblies(target, golden, pairing.pairs, layout, task);
    if (!searched && searched.error().code != Code::Limit)
        return fail(searched.error());
    // Tensors that names do not pair, or tokens in another order, are no sign of it.
    if (!searched && (layout || showsAnotherCut(pairing, target, golden)))
        pairing.problems.push_back({Severity::Warning, Code::Limit, {}, searched.error().text()});
    std::map<TensorId, Assembly> found = searched ? std::move(*searched) : std::map<TensorId, Assembly>();
    preferRecorded(found, named, recorded);
    const auto byValues = static_cast<std::size_t>(
        std::ranges::count_if(found, [](const auto& entry) { return !entry.second.isCarried(); }));
    if (!isEnough(byValues, countFloating(golden)) && !areParametersFound(found, golden)) {
        // Ids and what is before a fault tell where tokens stand, whatever is behind it.
        auto certain = found;
        std::erase_if(certain, [&](const auto& entry) { return !isParameterOf(*golden.index, entry.first); });
        addParameterAssemblies(certain, std::move(named));
        std::erase_if(certain, [](const auto& entry) { return !entry.second.isByNames; });
        std::erase_if(found, [](const auto& entry) { return !isLaidByTokens(entry.second); });
        certain.merge(found);
        replacePairs(pairing, std::move(certain), target, golden, isOfGolden, options);
        return {};
    }
    addParameterAssemblies(found, std::move(named));
    TRY_VOID(addLeftParameters(found, target, golden, task));
    const SaidTensors said(pairing, options);
    const auto isDenied = [&](const auto& entry) { return said.denies(entry.first, entry.second); };
    std::erase_if(found, isDenied);
    TRY_ASSIGN(auto copies, otherCopies(found, target, golden, task));
    std::erase_if(copies, isDenied);
    std::set<TensorId> parts;
    for (auto& [id, assembly] : found) {
        for (const AssemblyPart& part : assembly.parts)
            parts.insert(part.id);
    }
    // What a whole run should have is not comparable; what is shared among processes has no pair.
    const bool isShared = processesOf(target).size() != processesOf(golden).size();
    const bool areBothCut = areRanksOthers(found, *target.index, *golden.index);
    const auto rightNames = ranksOfRightNames(found, pairing.pairs, *target.index);
    const std::set<TensorId> shares = isShared ? sharesOfGradients(target) : std::set<TensorId>();
    TRY_ASSIGN(const auto integers, integersByName(pairing.pairs, target, golden, task));
    const auto terms = isShared ? termsByStatistics(pairing.pairs, target, golden)
                                : std::set<std::pair<TensorId, TensorId>>();
    std::set<TensorId> targetTerms, goldenSums;
    for (const auto& [term, sum] : terms) {
        targetTerms.insert(term);
        goldenSums.insert(sum);
    }
    std::erase_if(pairing.pairs, [&](const TensorPair& pair) {
        if (isGivenByUser(pair, options))
            return false;
        if (shares.contains(pair.target) || terms.contains({pair.target, pair.golden}))
            return true;
        const bool isRight = rightNames.contains(target.index->factsOf(pair.target).rank);
        const auto at = found.find(pair.golden);
        if (integers.contains({pair.target, pair.golden}))
            return !isRight || parts.contains(pair.target) || at != found.end();
        if ((areBothCut && at == found.end()) || !isRight || parts.contains(pair.target)
            || !isFloating(target.index->tensor(pair.target).dtype)
            || ((at != found.end() || isShared) && !haveFittingShapes(*target.index, *golden.index, pair)))
            return true;
        // A copy of another rank that has other values is wrong, and no part.
        return at != found.end() && !isCopyOf(pair.target, at->second, *target.index);
    });
    const std::set<TensorId> assembledParts = parts;
    std::set<TensorId> assembledGoldens;
    for (const auto& [id, assembly] : found)
        assembledGoldens.insert(id);
    addPairs(pairing, std::move(found), target, golden, isOfGolden);
    for (const TensorPair& pair : pairing.pairs)
        parts.insert(pair.target);
    for (auto& [id, copy] : copies) {
        if (parts.insert(copy.parts.front().id).second)
            addPairs(pairing, {{id, std::move(copy)}}, target, golden, isOfGolden);
    }
    std::set<TensorId> goldens;
    for (const TensorPair& pair : pairing.pairs)
        goldens.insert(pair.golden);
    const Message inTarget = phrase("a search by values found no partner for it in the target"),
                  inGolden = phrase("a search by values found no partner for it in golden");
    TRY_ASSIGN(pairing.unpairedTarget,
        withoutPartner(target, parts, assembledParts, targetTerms, isOfGolden ? inTarget : inGolden, task));
    TRY_ASSIGN(pairing.unpairedGolden,
        withoutPartner(
            golden, goldens, assembledGoldens, goldenSums, isOfGolden ? inGolden : inTarget, task));
    said.keepIn(pairing);
    return {};
}

void sortPairs(Pairing& pairing)
{
    std::ranges::stable_sort(
        pairing.pairs, {}, [](const TensorPair& pair) { return std::pair(pair.target, pair.golden); });
}

/// The target where golden is, and golden where the target is.
void exchangeSides(Pairing& pairing)
{
    for (TensorPair& pair : pairing.pairs) {
        std::swap(pair.target, pair.golden);
        if (pair.hint && pair.hint->targetAxes != pair.hint->goldenAxes) {
            auto hint = std::make_shared<AlignmentHint>(*pair.hint);
            std::swap(hint->targetAxes, hint->goldenAxes);
            pair.hint = std::move(hint);
        }
    }
    std::swap(pairing.unpairedTarget, pairing.unpairedGolden);
}

} // namespace

Result<void> pairAssemblies(Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task)
{
    const std::size_t targetRanks = ranksOf(target).size(), goldenRanks = ranksOf(golden).size();
    if (goldenRanks > targetRanks && goldenRanks > 1) {
        exchangeSides(pairing);
        const Result<void> done = pairParts(pairing, golden, target, true, options, task);
        exchangeSides(pairing);
        TRY_VOID(done);
    } else {
        TRY_VOID(pairParts(pairing, target, golden, false, options, task));
    }
    sortPairs(pairing);
    return {};
}

Result<void> pairNamedParameters(Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task)
{
    std::set<TensorId> wanted;
    for (const TensorId id : golden.tensors()) {
        if (golden.index->tensor(id).io == Io::Parameter)
            wanted.insert(id);
    }
    for (const TensorPair& pair : pairing.pairs) {
        if (isGivenByUser(pair, options)
            || (isOfNames(pair) && haveFittingShapes(*target.index, *golden.index, pair)))
            wanted.erase(pair.golden);
    }
    if (wanted.empty())
        return {};
    TRY_ASSIGN(auto named, parameterAssemblies(target, golden, &wanted, task));
    replacePairs(pairing, byNames(std::move(named)), target, golden, false, options);
    sortPairs(pairing);
    return {};
}

} // namespace dumpscope::core
