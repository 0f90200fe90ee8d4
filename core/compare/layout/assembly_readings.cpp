// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembly_readings.h"

#include "compare/elements/mask_conventions.h"
#include "compare/layout/assembled_elements.h"
#include "compare/layout/assembly_name.h"
#include "compare/layout/operator_class.h"
#include "compare/layout/said_assembly.h"
#include "layout/layout_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace dumpscope::core {

namespace {

std::int64_t extentOf(const DumpIndex& index, TensorId id, std::size_t axis)
{
    const auto shape = index.shape(index.tensor(id).shape);
    return axis < shape.size() ? shape[axis] : 0;
}

/// Runs of places in turns: of each turn every part has one.
Result<std::vector<std::vector<std::int32_t>>> placesInTurns(
    const AssemblyChoice& choice, std::int64_t slices, const DumpIndex& target)
{
    const auto turns = static_cast<std::int64_t>(std::max<std::size_t>(choice.turns, 1));
    std::vector<std::int64_t> shares;
    std::int64_t all = 0;
    for (const TensorId part : choice.parts) {
        shares.push_back(extentOf(target, part, choice.axis.value_or(0)));
        all += shares.back();
        if (shares.back() % turns != 0)
            return fail(Code::Mapping, phrase("%1 slices are no %2 equal runs", shares.back(), turns));
    }
    if (all != slices || (choice.isZigzag && turns != 2))
        return fail(Code::Mapping, phrase("the parts have %1 slices, golden %2", all, slices));
    std::vector<std::vector<std::int32_t>> places(choice.parts.size());
    std::int64_t next = 0;
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::size_t part = choice.isZigzag && turn == 1 ? places.size() - 1 - i : i;
            for (std::int64_t slice = 0; slice < shares[part] / turns; ++slice)
                places[part].push_back(static_cast<std::int32_t>(next++));
        }
    }
    return places;
}

bool areSame(const Assembly& one, const Assembly& other)
{
    if (one.kind != other.kind || one.axis != other.axis || one.parts.size() != other.parts.size())
        return false;
    // Of what is added or each the whole neither order nor places say anything.
    const bool hasOrder
        = !one.isAdded() && one.kind != AssemblyKind::Same && one.kind != AssemblyKind::Replicated;
    std::set<TensorId> ones, others;
    for (std::size_t i = 0; i < one.parts.size(); ++i) {
        ones.insert(one.parts[i].id);
        others.insert(other.parts[i].id);
        if (hasOrder
            && (one.parts[i].id != other.parts[i].id || one.parts[i].places != other.parts[i].places))
            return false;
    }
    return ones == others;
}

std::vector<AssemblyChoice> choicesOf(
    const std::vector<TensorId>& parts, const Shape& golden, const DumpIndex& target)
{
    std::vector<std::vector<TensorId>> orders {parts};
    const auto add = [&](std::vector<TensorId> order) {
        if (std::ranges::find(orders, order) == orders.end())
            orders.push_back(std::move(order));
    };
    std::vector<TensorId> byRank = parts;
    std::ranges::stable_sort(byRank, {}, [&](TensorId id) { return target.factsOf(id).rank; });
    add(byRank);
    add({byRank.rbegin(), byRank.rend()});
    std::vector<AssemblyChoice> choices;
    for (std::size_t axis = 0; axis < golden.size(); ++axis) {
        for (const auto& order : orders) {
            if (golden[axis] < 2 || parts.size() < 2)
                continue;
            choices.push_back({AssemblyKind::Concat, axis, order});
            choices.push_back({AssemblyKind::Interleaved, axis, order, 2, true});
            for (const std::size_t turns : {2U, 3U})
                choices.push_back({AssemblyKind::Interleaved, axis, order, turns});
        }
    }
    if (parts.size() > 1) {
        for (const AssemblyKind kind : {AssemblyKind::Replicated, AssemblyKind::Sum, AssemblyKind::Mean})
            choices.push_back({kind, {}, parts});
    }
    for (const TensorId part : parts) {
        choices.push_back({AssemblyKind::Same, {}, {part}});
        choices.push_back({AssemblyKind::Transpose, {}, {part}});
    }
    return choices;
}

} // namespace

std::vector<AssemblyKind> kindsToChoose()
{
    return {AssemblyKind::Same, AssemblyKind::Replicated, AssemblyKind::Concat, AssemblyKind::Interleaved,
        AssemblyKind::Transpose, AssemblyKind::Sum, AssemblyKind::Mean};
}

bool hasAxis(AssemblyKind kind)
{
    return kind == AssemblyKind::Concat || kind == AssemblyKind::Interleaved;
}

std::vector<TensorId> partsToChoose(const TensorPair& pair, const DumpIndex& target)
{
    if (isTargetPutTogether(pair)) {
        std::vector<TensorId> parts;
        for (const AssemblyPart& part : pair.hint->assembly->parts)
            parts.push_back(part.id);
        return parts;
    }
    std::set<std::int64_t> ranks;
    for (std::size_t i = 0; i < target.tensorCount(); ++i) {
        if (const auto rank = target.factsOf(TensorId(i)).rank)
            ranks.insert(*rank);
    }
    std::vector<TensorId> parts;
    for (const std::int64_t rank : ranks) {
        if (const auto part = sameOnRank(target, pair.target, rank))
            parts.push_back(*part);
    }
    return parts.empty() ? std::vector {pair.target} : parts;
}

Result<Assembly> assembledAs(const AssemblyChoice& choice, const Assembly* now, TensorId golden,
    const TensorStore& target, const TensorStore& goldenStore, TaskContext& task)
{
    const DumpIndex& index = target.index();
    SaidAssembly said;
    said.kind = choice.kind;
    // Of other kinds it stays as it was found.
    said.axis = hasAxis(choice.kind) || (now && now->kind == choice.kind) ? choice.axis : std::nullopt;
    for (const TensorId part : choice.parts)
        said.parts.push_back({index.factsOf(part).rank, std::string(index.tensorId(part)), {}, {}, {}, {}});
    const bool isReordered = now && now->kind == choice.kind && now->axis == said.axis
        && now->parts.size() == choice.parts.size()
        && (choice.kind != AssemblyKind::Interleaved || choice.turns == 0);
    if (isReordered) {
        said.shape = now->shape;
        said.along = now->along;
        for (std::size_t i = 0; i < said.parts.size(); ++i) {
            const AssemblyPart& part = now->parts[i];
            said.parts[i].axes = part.axes;
            said.parts[i].places = part.places;
            said.parts[i].tokens = part.tokens ? std::optional(*part.tokens) : std::nullopt;
            said.parts[i].tokenAxes = part.tokenAxes;
        }
    } else if (choice.kind == AssemblyKind::Interleaved) {
        const std::int64_t slices = extentOf(goldenStore.index(), golden, choice.axis.value_or(0));
        TRY_ASSIGN(auto places, placesInTurns(choice, slices, index));
        for (std::size_t i = 0; i < places.size(); ++i)
            said.parts[i].places = std::move(places[i]);
    }
    TRY_ASSIGN(Assembly assembly, resolvedAssembly(said, choice.parts, index, golden, goldenStore.index()));
    TRY_ASSIGN(const bool isRead, measureByValues(assembly, golden, target, goldenStore, task));
    if (!isRead)
        return fail(Code::Mapping, phrase("a side cannot be read, or has no values"));
    return assembly;
}

Result<std::vector<Assembly>> otherReadings(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task)
{
    constexpr std::uint64_t kMostRead = std::uint64_t {1} << 28U; // elements, of all choices
    constexpr double kHalf = 0.5, kTimes = 2;                     // how far off is still worth saying
    const Shape shape = recordedShape(golden.index(), pair.golden);
    const Assembly* const now = isTargetPutTogether(pair) ? pair.hint->assembly.get() : nullptr;
    const std::uint64_t elements = elementCount(shape).value_or(0);
    std::vector<Assembly> found;
    const auto choices = choicesOf(partsToChoose(pair, target.index()), shape, target.index());
    if (elements == 0 || elements > kMostRead / choices.size() || (now && now->isOfStatistics))
        return found;
    const auto values = valuesOf(golden, pair.golden, task);
    TRY_VOID(task.checkStop());
    // Beside a mask that is added all readings look alike.
    if (!values || std::ranges::any_of(*values, [](float value) { return value <= kAddedMask; }))
        return found;
    const double most = std::max(kHalf, now ? kTimes * now->error : 0);
    for (const AssemblyChoice& choice : choices) {
        TRY_VOID(task.checkStop());
        // That one copy is golden's says nothing of the others.
        if (now && now->isOfReplicas() && choice.parts.size() < now->parts.size())
            continue;
        auto reading = assembledAs(choice, nullptr, pair.golden, target, golden, task);
        if (!reading && task.stopped())
            return tl::unexpected(reading.error());
        if (!reading || !(reading->error <= most) || (now && areSame(*reading, *now)))
            continue;
        const auto isKnown = [&](const Assembly& other) { return areSame(other, *reading); };
        if (std::ranges::none_of(found, isKnown))
            found.push_back(std::move(*reading));
    }
    std::ranges::stable_sort(found, {}, &Assembly::error);
    return found;
}

Message readingText(const Assembly& assembly, const DumpIndex& target)
{
    constexpr std::size_t kMostRuns = 16;
    const Message kind = assemblyName(assembly.kind);
    Message how = assembly.axis ? phrase("%1, axis %2", kind, *assembly.axis) : kind;
    std::vector<std::int64_t> ranks;
    const auto add = [&](std::size_t part) {
        if (const auto rank = target.factsOf(assembly.parts[part].id).rank)
            ranks.push_back(*rank);
    };
    const bool isInRuns = assembly.kind == AssemblyKind::Interleaved;
    for (const PartRun& run : isInRuns ? partRuns(assembly) : std::vector<PartRun>()) {
        if (run.part && ranks.size() < kMostRuns)
            add(*run.part);
    }
    for (std::size_t part = 0; !isInRuns && part < assembly.parts.size(); ++part)
        add(part);
    if (ranks.empty())
        return how;
    // Parts of one rank are of several steps or slots.
    const std::size_t count = ranks.size();
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    const Message whose = ranksText(ranks);
    if (isInRuns)
        return phrase("%1, runs of ranks %2", how, whose);
    if (ranks.size() < count)
        how = phrase("%1, %2 parts", how, count);
    return ranks.size() == 1 ? phrase("%1, rank %2", how, whose) : phrase("%1, ranks %2", how, whose);
}

std::optional<std::string> saidAssemblyText(const Assembly& assembly, TensorId golden,
    const DumpIndex& target, const DumpIndex& goldenIndex, bool isRule)
{
    TensorPair pair;
    pair.target = assembly.parts.front().id;
    pair.golden = golden;
    Assembly said = assembly;
    said.basis = AssemblyBasis::Said;
    for (const AssemblyPart& part : said.parts) {
        const auto rank = target.factsOf(part.id).rank;
        if (isRule && (!rank || sameOnRank(target, pair.target, *rank) != part.id))
            return std::nullopt;
    }
    auto hint = std::make_shared<AlignmentHint>();
    hint->assembly = std::make_shared<const Assembly>(std::move(said));
    pair.hint = std::move(hint);
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    writeSaidAssembly(json, pair, target, goldenIndex, isRule ? PartNames::Ranks : PartNames::Ids);
    json.finish();
    return text;
}

} // namespace dumpscope::core
