// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/parameter_readings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMostRows = std::int64_t {1} << 30;

/// `model.layers.3.self_attn.qkv_proj.weight` with another last module.
std::string besideInLayer(std::string_view name, std::string_view module)
{
    const std::size_t tail = name.rfind('.');
    const std::size_t head = tail == std::string_view::npos ? tail : name.rfind('.', tail - 1);
    if (head == std::string_view::npos)
        return {};
    return std::string(name.substr(0, head + 1)) + std::string(module);
}

const HeldParameters* heldAs(const ModelParameters& parameters, std::string_view name)
{
    const auto at = parameters.find(name);
    return at == parameters.end() ? nullptr : &at->second;
}

/// Sizes along the rows of each part in one rank of a tensor that holds all; empty: not known.
std::vector<std::int64_t> rowsOfParts(std::int64_t rows, const std::string& name,
    const std::vector<std::string>& parts, const ModelParameters& own, const ModelParameters& other)
{
    // What attention gives goes into the projection behind it.
    constexpr std::size_t kAttention = 3;
    if (parts.size() == kAttention) {
        const HeldParameters* const behind = heldAs(own, besideInLayer(name, "o_proj.weight"));
        const auto shape = behind == nullptr ? std::nullopt : behind->shape();
        if (shape && shape->size() == 2) {
            const std::int64_t query = (*shape)[1], rest = rows - query;
            if (rest > 0 && rest % 2 == 0)
                return {query, rest / 2, rest / 2};
        }
    }
    std::vector<std::int64_t> sizes;
    std::int64_t sum = 0;
    for (const std::string& part : parts) {
        const HeldParameters* const held = heldAs(other, part);
        const auto shape = held == nullptr ? std::nullopt : held->shape();
        if (!shape || shape->empty())
            break;
        sizes.push_back(shape->front());
        sum += shape->front();
    }
    if (sizes.size() == parts.size() && sum > 0 && sum < kMostRows && rows < kMostRows) {
        for (std::int64_t& size : sizes) {
            if (size * rows % sum != 0)
                return {};
            size = size * rows / sum;
        }
        return sizes;
    }
    const bool isGate = parts.size() == 2 && parts.front().find("gate_proj") != std::string::npos;
    return isGate && rows % 2 == 0 ? std::vector {rows / 2, rows / 2} : std::vector<std::int64_t> {};
}

/// nullopt: the side has not all of it, or holds it in shapes that are not alike.
std::optional<HeldGroup> heldGroup(const std::string& name, const std::vector<std::string>& parts,
    const ModelParameters& own, const ModelParameters& other)
{
    HeldGroup group;
    if (const HeldParameters* const fused = heldAs(own, name)) {
        const auto shape = fused->shape();
        if (!shape || shape->empty() || shape->front() > kMostRows)
            return std::nullopt;
        group.held = {fused};
        group.isFused = parts.size() > 1;
        group.isByGroup = fused->isByGroup && group.isFused;
        group.ranks = fused->ranks();
        if (!group.isFused) {
            group.shapes = {*shape};
            return group;
        }
        for (const std::int64_t rows : rowsOfParts(shape->front(), name, parts, own, other)) {
            group.shapes.push_back(*shape);
            group.shapes.back().front() = rows;
        }
        return group.shapes.size() == parts.size() ? std::optional(std::move(group)) : std::nullopt;
    }
    for (const std::string& part : parts) {
        const HeldParameters* const held = heldAs(own, part);
        const auto shape = held == nullptr ? std::nullopt : held->shape();
        if (!shape || shape->empty() || shape->front() > kMostRows)
            return std::nullopt;
        if (!group.held.empty() && held->ranks() != group.ranks)
            return std::nullopt;
        group.held.push_back(held);
        group.shapes.push_back(*shape);
        group.ranks = held->ranks();
    }
    return group;
}

bool isVocabulary(const ParameterGroup& group)
{
    return group.name.starts_with("model.embed_tokens") || group.name.starts_with("lm_head");
}

/// The whole of what ranks hold.
Shape wholeShape(const ParameterCut& cut, const Shape& own)
{
    Shape whole = own;
    if (cut.axis)
        whole[*cut.axis] *= cut.pieces;
    return whole;
}

/// Whether a vocabulary may have been made longer to be shared evenly: less than what the longer one is a
/// multiple of.
bool isPadded(std::int64_t rows, std::int64_t padded)
{
    constexpr std::int64_t kPart = 16;
    const std::int64_t more = padded - rows;
    const auto multiple = static_cast<std::int64_t>(
        std::uint64_t {1} << static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(padded))));
    return more > 0 && more < rows && (more < multiple || more < padded / kPart);
}

/// Rows that one side has more; nullopt: these are not the same parameter.
std::optional<std::int64_t> paddedRows(const Shape& a, const Shape& b, bool mayBePadded)
{
    if (a == b)
        return 0;
    if (!mayBePadded || a.size() != b.size() || !std::equal(a.begin() + 1, a.end(), b.begin() + 1))
        return std::nullopt;
    const auto [less, more] = std::minmax(a.front(), b.front());
    return isPadded(less, more) ? std::optional(more - less) : std::nullopt;
}

std::vector<ParameterCut> cutsOf(const HeldGroup& group, std::size_t part)
{
    std::vector<ParameterCut> cuts;
    const auto count = static_cast<std::int64_t>(group.ranks.size());
    const std::size_t axes = group.isFused || group.held.size() > 1 ? 1 : group.shapes[part].size();
    if (count > 1) {
        for (std::size_t axis = 0; axis < axes; ++axis)
            cuts.push_back({axis, count, true});
    }
    cuts.push_back({});
    for (std::int64_t pieces = 2; pieces < count; ++pieces) {
        if (count % pieces != 0)
            continue;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            cuts.push_back({axis, pieces, true});
            cuts.push_back({axis, pieces, false});
        }
    }
    return cuts;
}

using BothCuts = std::pair<ParameterCut, ParameterCut>; ///< target, golden

std::vector<BothCuts> cutsOfBoth(const ParameterGroup& group, std::size_t part)
{
    const HeldGroup &target = group.target, &golden = group.golden;
    const std::vector<ParameterCut> targets = cutsOf(target, part), goldens = cutsOf(golden, part);
    const Shape &own = target.shapes[part], &other = golden.shapes[part];
    if (target.ranks.size() == golden.ranks.size() && own == other)
        return {{targets.front(), goldens.front()}}; // rank by rank, however they are cut
    std::vector<std::pair<std::int64_t, BothCuts>> found;
    for (const ParameterCut& a : targets) {
        for (const ParameterCut& b : goldens) {
            if (a.axis && b.axis && a.axis != b.axis)
                continue;
            const auto padded = paddedRows(wholeShape(a, own), wholeShape(b, other), isVocabulary(group));
            if (padded)
                found.emplace_back(*padded, BothCuts(a, b));
        }
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    std::vector<BothCuts> cuts;
    const auto hasCopies = [&](const BothCuts& both) {
        const auto has = [](const ParameterCut& cut, const HeldGroup& held) {
            return cut.axis && cut.pieces < static_cast<std::int64_t>(held.ranks.size());
        };
        return has(both.first, target) || has(both.second, golden);
    };
    const bool isWithout
        = std::ranges::any_of(found, [&](const auto& one) { return !hasCopies(one.second); });
    for (const auto& [padded, both] : found) {
        if (!isWithout || !hasCopies(both))
            cuts.push_back(both);
    }
    return cuts;
}

/// A row of a parameter: its number in the group and its place in the whole.
std::int64_t rowKey(std::size_t part, std::int64_t row)
{
    return (static_cast<std::int64_t>(part) << 40) | row;
}

/// What a tensor holds along the axis, in order.
std::vector<std::int64_t> rowsOf(const HeldParameter& one, const HeldGroup& group,
    const std::vector<ParameterCut>& cuts, std::int64_t headSize, std::size_t axis)
{
    const auto count = static_cast<std::int64_t>(group.ranks.size());
    const std::int64_t place = group.placeOf(one.rank);
    const auto sizeOf = [&](std::size_t part) { return group.shapes[part][axis]; };
    const auto firstOf = [&](std::size_t part) {
        const ParameterCut& cut = cuts[part];
        if (!cut.axis)
            return std::int64_t {0};
        return sizeOf(part) * (cut.areCopiesNeighbours ? place / (count / cut.pieces) : place % cut.pieces);
    };
    std::vector<std::int64_t> rows;
    const auto add = [&](std::size_t part, std::int64_t first, std::int64_t size) {
        for (std::int64_t row = first; row < first + size; ++row)
            rows.push_back(rowKey(part, firstOf(part) + row));
    };
    if (group.isByGroup) {
        const std::int64_t groups = sizeOf(1) / headSize, queries = sizeOf(0) / groups;
        for (std::int64_t number = 0; number < groups; ++number) {
            add(0, number * queries, queries);
            add(1, number * headSize, headSize);
            add(2, number * headSize, headSize);
        }
        return rows;
    }
    for (std::size_t part = 0; part < group.shapes.size(); ++part) {
        const bool isHere = group.isFused
            || std::ranges::any_of(
                group.held[part]->tensors, [&](const HeldParameter& held) { return held.id == one.id; });
        if (isHere)
            add(part, 0, sizeOf(part));
    }
    return rows;
}

std::size_t axisOf(const ParameterReading& reading)
{
    for (const auto* const cuts : {&reading.target, &reading.golden}) {
        for (const ParameterCut& cut : *cuts) {
            if (cut.axis)
                return *cut.axis;
        }
    }
    return 0;
}

bool isOneRun(const std::vector<std::int32_t>& places)
{
    for (std::size_t i = 1; i < places.size(); ++i) {
        if (places[i] != places[i - 1] + 1)
            return false;
    }
    return true;
}

AssemblyKind kindOf(const Assembly& assembly, std::int64_t all)
{
    std::size_t held = 0;
    bool areRuns = true;
    for (const AssemblyPart& part : assembly.parts) {
        held += part.places.size();
        areRuns = areRuns && part.places.front() >= 0 && isOneRun(part.places);
    }
    if (assembly.parts.size() > 1)
        return areRuns && held <= static_cast<std::size_t>(all) ? AssemblyKind::Concat
                                                                : AssemblyKind::Interleaved;
    std::vector<std::int32_t> places = assembly.parts.front().places;
    if (areRuns)
        return AssemblyKind::Concat; // of one part: golden has more rows
    std::erase(places, -1);
    return isOneRun(places) ? AssemblyKind::Slice : AssemblyKind::Interleaved;
}

/// Sizes of heads that rows by group may have.
std::vector<std::int64_t> headSizes(const ParameterGroup& group, const HeadSize& head)
{
    constexpr std::int64_t kFewest = 2;
    std::vector<std::int64_t> sizes;
    std::int64_t all = 0; // rows of keys in one rank
    for (const HeldGroup* const side : {&group.target, &group.golden}) {
        if (side->isByGroup)
            all = std::gcd(all, side->shapes[1].front());
    }
    const auto isOne = [&](std::int64_t size) {
        return std::ranges::all_of(std::array {&group.target, &group.golden}, [&](const HeldGroup* side) {
            return !side->isByGroup
                || (side->shapes[1].front() % size == 0
                    && side->shapes[0].front() % (side->shapes[1].front() / size) == 0);
        });
    };
    for (std::int64_t groups = 1; groups * kFewest <= all; ++groups) {
        const std::int64_t size = all / groups;
        if (all % groups == 0 && isOne(size) && (!head.isSure || size == head.size))
            sizes.push_back(size);
    }
    return sizes;
}

/// All combinations of the parts' cuts; values go with their keys.
std::vector<std::pair<std::vector<ParameterCut>, std::vector<ParameterCut>>> cutsOfParts(
    const ParameterGroup& group)
{
    constexpr std::size_t kMost = 64;
    std::vector<std::pair<std::vector<ParameterCut>, std::vector<ParameterCut>>> all(1);
    for (std::size_t part = 0; part < group.parts.size(); ++part) {
        const std::vector<BothCuts> own = cutsOfBoth(group, part);
        const bool isLikeBefore = part > 1 && own == cutsOfBoth(group, part - 1);
        decltype(all) longer;
        for (const auto& [targets, goldens] : all) {
            for (const BothCuts& cuts : own) {
                if (isLikeBefore && (cuts.first != targets.back() || cuts.second != goldens.back()))
                    continue;
                longer.emplace_back(targets, goldens);
                longer.back().first.push_back(cuts.first);
                longer.back().second.push_back(cuts.second);
            }
        }
        all = std::move(longer);
        if (all.size() > kMost)
            return {};
    }
    return all;
}

using Placed = std::vector<std::pair<TensorId, std::vector<std::int32_t>>>;

std::vector<Placed> placedBy(const ParameterGroup& group, const ParameterReading& reading)
{
    std::vector<Placed> all;
    for (const HeldParameter* const one : group.golden.tensors()) {
        Placed placed;
        if (const auto assembly = assemblyOf(*one, group, reading)) {
            for (const AssemblyPart& part : assembly->parts)
                placed.emplace_back(part.id, part.places);
        }
        all.push_back(std::move(placed));
    }
    return all;
}

} // namespace

std::vector<const HeldParameter*> HeldGroup::tensors() const
{
    std::vector<const HeldParameter*> all;
    for (const HeldParameters* const one : held) {
        for (const HeldParameter& tensor : one->tensors)
            all.push_back(&tensor);
    }
    return all;
}

std::int64_t HeldGroup::placeOf(std::int64_t rank) const
{
    return std::ranges::lower_bound(ranks, rank) - ranks.begin();
}

std::string ParameterGroup::kind() const
{
    std::string text = withoutLayer(name);
    for (const HeldGroup* const side : {&target, &golden}) {
        text += side->isFused ? "|1" : "|0";
        text += " " + std::to_string(side->ranks.size());
        for (const Shape& shape : side->shapes) {
            for (const std::int64_t extent : shape)
                text += " " + std::to_string(extent);
            text += ";";
        }
    }
    return text;
}

std::vector<ParameterGroup> parameterGroups(const ModelParameters& target, const ModelParameters& golden)
{
    std::map<std::string, std::vector<std::string>> wanted; ///< parts by name
    std::set<std::string, std::less<>> inOthers;
    for (const ModelParameters* const side : {&target, &golden}) {
        for (const auto& [name, held] : *side) {
            if (held.parts.size() < 2)
                continue;
            wanted.emplace(name, held.parts);
            inOthers.insert(held.parts.begin(), held.parts.end());
        }
    }
    for (const auto& [name, held] : golden) {
        if (held.parts.empty() && !inOthers.contains(name) && target.contains(name))
            wanted.emplace(name, std::vector {name});
    }
    std::vector<ParameterGroup> groups;
    for (auto& [name, parts] : wanted) {
        ParameterGroup group;
        auto own = heldGroup(name, parts, target, golden), other = heldGroup(name, parts, golden, target);
        if (!own || !other) { // of what both hold in one tensor, how long its parts are need not be known
            const HeldParameters *const a = heldAs(target, name), *const b = heldAs(golden, name);
            if (parts.size() < 2 || a == nullptr || b == nullptr || a->isByGroup != b->isByGroup
                || a->ranks().size() != b->ranks().size() || a->shape() != b->shape())
                continue;
            parts = {name};
            own = heldGroup(name, parts, target, golden);
            other = heldGroup(name, parts, golden, target);
            if (!own || !other)
                continue;
        }
        for (const ModelParameters* const side : {&golden, &target}) {
            const HeldParameters* const norm = heldAs(*side, besideInLayer(name, "k_norm.weight"));
            const auto shape = norm == nullptr ? std::nullopt : norm->shape();
            if (shape && shape->size() == 1)
                group.headNorm = shape->front();
        }
        group.name = name;
        group.parts = parts;
        group.target = std::move(*own);
        group.golden = std::move(*other);
        groups.push_back(std::move(group));
    }
    return groups;
}

std::vector<ParameterReading> parameterReadings(const ParameterGroup& group, const HeadSize& head)
{
    const bool isByGroup = group.target.isByGroup || group.golden.isByGroup;
    const std::vector<std::int64_t> sizes
        = isByGroup ? headSizes(group, head) : std::vector<std::int64_t> {0};
    const std::int64_t said = head.size.value_or(group.headNorm.value_or(0));
    std::vector<ParameterReading> readings;
    std::vector<std::vector<Placed>> known;
    for (const auto& [targets, goldens] : cutsOfParts(group)) {
        const auto hasCopies = [](const std::vector<ParameterCut>& cuts, const HeldGroup& side) {
            return std::ranges::any_of(cuts, [&](const ParameterCut& cut) {
                return cut.axis && cut.pieces < static_cast<std::int64_t>(side.ranks.size());
            });
        };
        for (const std::int64_t size : sizes) {
            ParameterReading reading {targets, goldens, {}, false};
            if (isByGroup)
                reading.headSize = size;
            reading.isSaid = (!isByGroup || size == said) && !hasCopies(targets, group.target)
                && !hasCopies(goldens, group.golden);
            std::vector<Placed> placed = placedBy(group, reading);
            if (std::ranges::all_of(placed, &Placed::empty))
                continue;
            const auto same = std::ranges::find(known, placed);
            if (same != known.end()) {
                ParameterReading& first = readings[static_cast<std::size_t>(same - known.begin())];
                first.isSaid = first.isSaid || reading.isSaid;
                first.headSize.reset(); // another one gives the same
                continue;
            }
            known.push_back(std::move(placed));
            readings.push_back(std::move(reading));
        }
    }
    return readings;
}

std::optional<Assembly> assemblyOf(
    const HeldParameter& golden, const ParameterGroup& group, const ParameterReading& reading)
{
    const std::size_t axis = axisOf(reading);
    if (axis >= golden.shape.size())
        return std::nullopt;
    const std::vector<std::int64_t> wanted
        = rowsOf(golden, group.golden, reading.golden, reading.headSize.value_or(1), axis);
    std::unordered_map<std::int64_t, std::int32_t> places;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        places.emplace(wanted[i], static_cast<std::int32_t>(i));
    Assembly made;
    made.shape = golden.shape;
    made.along = axis;
    std::vector<bool> isHeld(wanted.size(), false);
    std::vector<AssemblyPart> whole; // each has all of golden
    // Rows of a vocabulary alone may be missing on one side.
    const std::int64_t there = wholeShape(reading.target.front(), group.target.shapes.front())[axis];
    const std::int64_t all = wholeShape(reading.golden.front(), group.golden.shapes.front())[axis];
    bool isPaddingHeld = false;
    for (const HeldParameter* const one : group.target.tensors()) {
        AssemblyPart part;
        part.id = one->id;
        part.shape = one->shape;
        bool hasSome = false;
        for (const std::int64_t row :
            rowsOf(*one, group.target, reading.target, reading.headSize.value_or(1), axis)) {
            const auto at = places.find(row);
            part.places.push_back(at == places.end() ? -1 : at->second);
            if (at != places.end()) {
                isHeld[static_cast<std::size_t>(at->second)] = true;
                hasSome = true;
            }
        }
        if (!hasSome)
            continue;
        isPaddingHeld = isPaddingHeld || std::ranges::find(part.places, -1) != part.places.end();
        if (part.places.size() == wanted.size() && part.places.front() == 0 && isOneRun(part.places))
            whole.push_back(part);
        made.parts.push_back(std::move(part));
    }
    if (made.parts.empty())
        return std::nullopt;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!isHeld[i] && !(isVocabulary(group) && wanted[i] >= there))
            return std::nullopt;
    }
    const bool isWhole = std::ranges::find(isHeld, false) == isHeld.end();
    if (isVocabulary(group) && (there < all ? !isWhole : there > all && isPaddingHeld))
        made.padding = PaddedRows {std::min(all, there), std::max(all, there) - 1, there > all};
    if (!whole.empty()) {
        made.parts = std::move(whole);
        made.kind = made.parts.size() > 1 ? AssemblyKind::Replicated : AssemblyKind::Same;
        return made;
    }
    const auto first = [](const AssemblyPart& part) {
        return *std::ranges::find_if(part.places, [](std::int32_t place) { return place >= 0; });
    };
    std::ranges::stable_sort(made.parts, {}, first);
    made.axis = axis;
    made.kind = kindOf(made, golden.shape[axis]);
    return made;
}

} // namespace dumpscope::core
