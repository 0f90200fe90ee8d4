// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/said_assembly.h"

#include "compare/layout/part_placing.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace dumpscope::core {

namespace {

/// As a matrix of one element where all axes are 1, so that there is an axis to go along.
Shape readShape(const SaidAssembly& said, std::span<const std::int64_t> golden)
{
    Shape shape = said.shape ? *said.shape : squeezed(golden);
    if (shape.empty())
        shape.push_back(1);
    return shape;
}

/// Where `axis` of golden is among those that are not 1; an axis of 1 is where the next one is.
std::size_t placeOfAxis(std::span<const std::int64_t> golden, std::size_t axis)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(golden.first(axis), [](std::int64_t extent) { return extent != 1; }));
}

bool isPermutation(std::vector<std::size_t> axes, std::size_t count)
{
    std::ranges::sort(axes);
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t {0});
    return axes == all;
}

/// Whether the product of some of the first extents, or of some of the last, is `count`.
bool isProductOfFirst(const Shape& extents, std::uint64_t count)
{
    std::uint64_t product = 1;
    for (const std::int64_t extent : extents) {
        if (product == count)
            return true;
        product *= static_cast<std::uint64_t>(extent);
    }
    return product == count;
}

/// Kinds whose parts stand one after the other unless somebody says where.
bool standInTurn(AssemblyKind kind)
{
    return kind == AssemblyKind::Concat || kind == AssemblyKind::Tokens;
}

bool needsPlaces(AssemblyKind kind)
{
    return kind == AssemblyKind::Interleaved || kind == AssemblyKind::Slice || kind == AssemblyKind::Permute;
}

/// One part, from the shapes of both sides.
class PartResolver {
public:
    PartResolver(const SaidAssembly& said, const Assembly& whole, std::size_t number)
        : m_said(said)
        , m_part(said.parts[number])
        , m_whole(whole)
        , m_number(number)
    {
    }

    Result<AssemblyPart> resolve(TensorId id, const DumpIndex& target, std::size_t& next) const
    {
        const auto stored = target.shape(target.tensor(id).shape);
        AssemblyPart part;
        part.id = id;
        if (m_said.isOfStatistics) { // where elements stand is not known
            part.places = m_part.places.value_or(std::vector<std::int32_t> {0});
            part.shape = m_whole.shape;
            return part;
        }
        Shape inner = squeezed(stored);
        if (m_part.tokens) {
            if (!isPossible(*m_part.tokens, inner))
                return failed(phrase("tokens do not fit %1", shapeText(stored)));
            part.tokens = std::make_shared<const TokenMap>(*m_part.tokens);
            part.tokenAxes = m_part.tokenAxes;
            inner = repaddedShape(*part.tokens, part.tokenAxes, inner);
        }
        part.axes = m_part.axes;
        if (part.axes.empty()) {
            part.axes.resize(inner.size());
            std::iota(part.axes.begin(), part.axes.end(), std::size_t {0});
            if (m_said.kind == AssemblyKind::Transpose)
                std::ranges::reverse(part.axes);
        }
        if (!isPermutation(part.axes, inner.size()))
            return failed(phrase("axes must be 0 to %1 in some order, those of %2 without its axes of 1",
                static_cast<std::int64_t>(inner.size()) - 1, shapeText(stored)));
        const std::uint64_t slices = extentAlong();
        const std::uint64_t ofSlice = elementCount(m_whole.shape).value_or(0) / slices;
        const std::uint64_t own = elementCount(inner).value_or(0);
        if (own == 0 || own % ofSlice != 0)
            return failed(phrase("%1 is no number of slices of golden, which have %2 elements each",
                shapeText(stored), ofSlice));
        Shape read;
        for (const std::size_t axis : part.axes)
            read.push_back(inner[axis]);
        const std::size_t behind = elementsBehind(m_whole);
        if (!isProductOfFirst(read, ofSlice / behind)
            || !isProductOfFirst(Shape(read.rbegin(), read.rend()), behind))
            return failed(phrase("%1 is not like golden's %2 in the axes beside the one that is cut",
                shapeText(stored), shapeText(m_whole.shape)));
        TRY_ASSIGN(part.places, places(own / ofSlice, slices, next));
        part.shape = m_whole.shape;
        part.shape[m_whole.along] = static_cast<std::int64_t>(part.places.size());
        return part;
    }

private:
    Failure failed(Message why) const
    {
        return fail(Code::Mapping, phrase("parts[%1]: %2", m_number, std::move(why)));
    }
    [[nodiscard]] bool isPossible(const TokenMap& tokens, const Shape& inner) const
    {
        constexpr std::uint64_t kMost = std::uint64_t {1} << 26U;
        const auto own = elementCount(tokens.target), all = elementCount(tokens.golden);
        if (!own || !all || *all > kMost || tokens.golden.empty() || tokens.golden.size() > 2
            || tokens.target.empty() || tokens.target.size() > 2 || tokens.places.size() != *all)
            return false;
        const auto isBeyond
            = [&](std::int32_t place) { return place >= 0 && static_cast<std::uint64_t>(place) >= *own; };
        const std::vector<TokenAxes> choices = tokenAxesOf(inner, tokens.target);
        return std::ranges::none_of(tokens.places, isBeyond)
            && std::ranges::find(choices, m_part.tokenAxes) != choices.end();
    }

    [[nodiscard]] std::uint64_t extentAlong() const
    {
        return static_cast<std::uint64_t>(m_whole.shape[m_whole.along]);
    }

    Result<std::vector<std::int32_t>> places(std::uint64_t own, std::uint64_t slices, std::size_t& next) const
    {
        if (m_part.places) {
            if (m_part.places->size() != own)
                return failed(
                    phrase("the tensor has %1 slices, places are said for %2", own, m_part.places->size()));
            const auto isBeyond = [slices](std::int32_t place) {
                return place >= 0 && static_cast<std::uint64_t>(place) >= slices;
            };
            if (std::ranges::any_of(*m_part.places, isBeyond))
                return failed(phrase("golden has only %1 slices", slices));
            return *m_part.places;
        }
        if (needsPlaces(m_said.kind))
            return failed(phrase("of the kind %1 it must be said which of its slices stand where in golden",
                assemblyWord(m_said.kind)));
        if (!standInTurn(m_said.kind) && own != slices)
            return failed(phrase("the tensor has %1 slices, golden %2", own, slices));
        if (own > slices - std::min<std::uint64_t>(next, slices))
            return failed(
                phrase("with the parts before there are %1 slices, golden has %2", next + own, slices));
        std::vector<std::int32_t> found(own);
        std::iota(found.begin(), found.end(), static_cast<std::int32_t>(next));
        if (standInTurn(m_said.kind))
            next += own;
        return found;
    }

    const SaidAssembly& m_said;
    const SaidPart& m_part;
    const Assembly& m_whole;
    std::size_t m_number;
};

/// In the order of AssemblyBasis.
constexpr std::array<std::string_view, 6> kBasisWords {
    "values", "carried", "parameter", "names", "said", "recorded"};

/// Runs of places that follow one another, as [first, count]; first -1: of none.
void writePlaces(JsonWriter& json, const std::vector<std::int32_t>& places)
{
    json.key("places").beginArray();
    for (std::size_t i = 0; i < places.size();) {
        std::size_t end = i + 1;
        while (end < places.size()
            && places[end] == (places[i] < 0 ? -1 : places[i] + static_cast<std::int32_t>(end - i)))
            ++end;
        json.beginArray().value(places[i]).value(end - i).endArray();
        i = end;
    }
    json.endArray();
}

void writeTokens(JsonWriter& json, const AssemblyPart& part)
{
    const auto list = [&](const char* key, const auto& numbers) {
        json.key(key).beginArray();
        for (const auto number : numbers)
            json.value(number);
        json.endArray();
    };
    json.key("tokens").beginObject();
    list("golden", part.tokens->golden);
    list("target", part.tokens->target);
    list("axes", part.tokenAxes.axes);
    json.member("second", part.tokenAxes.hasSecond);
    writePlaces(json, part.tokens->places);
    json.endObject();
}

} // namespace

std::optional<AssemblyKind> assemblyKindFromWord(std::string_view word)
{
    for (const auto kind : {AssemblyKind::Same, AssemblyKind::Replicated, AssemblyKind::Concat,
             AssemblyKind::Interleaved, AssemblyKind::Slice, AssemblyKind::Transpose, AssemblyKind::Permute,
             AssemblyKind::Tokens, AssemblyKind::Sum, AssemblyKind::Mean}) {
        if (assemblyWord(kind) == word)
            return kind;
    }
    return std::nullopt;
}

Result<Assembly> resolvedAssembly(const SaidAssembly& said, const std::vector<TensorId>& parts,
    const DumpIndex& target, TensorId golden, const DumpIndex& goldenIndex)
{
    constexpr std::int64_t kMostSlices = std::int64_t {1} << 26;
    const auto recorded = goldenIndex.shape(goldenIndex.tensor(golden).shape);
    Assembly assembly;
    assembly.kind = said.kind;
    assembly.axis = said.axis;
    assembly.basis = said.basis;
    assembly.isOfStatistics = said.isOfStatistics;
    assembly.isOfGolden = said.isOfGolden;
    for (const std::string& name : said.together) {
        TRY_ASSIGN(const TensorId other, goldenIndex.findTensor(name));
        assembly.together.push_back(other);
    }
    assembly.shape = readShape(said, recorded);
    const auto elements = elementCount(assembly.shape);
    if (!elements || *elements == 0 || elements != elementCount(recorded))
        return fail(Code::Mapping,
            phrase("shape %1 has not as many elements as golden's %2", shapeText(assembly.shape),
                shapeText(recorded)));
    if (said.axis && *said.axis >= recorded.size())
        return fail(Code::Mapping, phrase("golden's %1 has no axis %2", shapeText(recorded), *said.axis));
    assembly.along = said.along    ? *said.along
        : said.axis && !said.shape ? std::min(placeOfAxis(recorded, *said.axis), assembly.shape.size() - 1)
                                   : 0;
    if (assembly.along >= assembly.shape.size() || assembly.shape[assembly.along] > kMostSlices)
        return fail(Code::Mapping,
            phrase("along %1 is no axis of %2 that can be cut", assembly.along, shapeText(assembly.shape)));
    std::size_t next = 0;
    for (std::size_t number = 0; number < parts.size(); ++number) {
        TRY_ASSIGN(
            AssemblyPart part, PartResolver(said, assembly, number).resolve(parts[number], target, next));
        assembly.parts.push_back(std::move(part));
    }
    if (assembly.isOfStatistics)
        return assembly;
    const std::vector<bool> isCovered = coveredElements(assembly, target);
    assembly.coverage
        = static_cast<double>(std::ranges::count(isCovered, true)) / static_cast<double>(isCovered.size());
    return assembly;
}

void settleSaidAssemblies(Pairing& pairing)
{
    // By whether golden is cut: the tensors that are whole, and all parts of them.
    std::array<std::set<TensorId>, 2> wholes, parts;
    const auto wholeOf
        = [](const TensorPair& pair) { return pair.hint->assembly->isOfGolden ? pair.target : pair.golden; };
    for (const TensorPair& pair : pairing.pairs) {
        if (!isPutTogether(pair) || pair.origin == PairOrigin::Assembly)
            continue;
        const bool isOfGolden = pair.hint->assembly->isOfGolden;
        wholes[isOfGolden ? 1 : 0].insert(wholeOf(pair));
        for (const TensorId id : isOfGolden ? goldensOf(pair) : targetsOf(pair))
            parts[isOfGolden ? 1 : 0].insert(id);
    }
    std::erase_if(pairing.pairs, [&](const TensorPair& pair) {
        return pair.origin == PairOrigin::Assembly
            && wholes[pair.hint->assembly->isOfGolden ? 1 : 0].contains(wholeOf(pair));
    });
    std::erase_if(
        pairing.unpairedTarget, [&](const UnpairedTensor& tensor) { return parts[0].contains(tensor.id); });
    std::erase_if(
        pairing.unpairedGolden, [&](const UnpairedTensor& tensor) { return parts[1].contains(tensor.id); });
}

std::optional<TensorId> sameOnRank(const DumpIndex& index, TensorId like, std::int64_t rank)
{
    const TensorRow& row = index.tensor(like);
    const FolderFacts& facts = index.factsOf(like);
    std::optional<TensorId> found;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& other = index.tensor(id);
        if (other.opName != row.opName || other.io != row.io || other.slot != row.slot
            || other.occurrence != row.occurrence || other.entry != row.entry
            || index.factsOf(id).rank != rank || index.factsOf(id).step != facts.step)
            continue;
        if (found)
            return std::nullopt;
        found = id;
    }
    return found;
}

std::optional<AssemblyBasis> basisFromWord(std::string_view word)
{
    const auto at = std::ranges::find(kBasisWords, word);
    return at == kBasisWords.end()
        ? std::nullopt
        : std::optional(static_cast<AssemblyBasis>(std::distance(kBasisWords.begin(), at)));
}

void writeSaidAssembly(JsonWriter& json, const TensorPair& pair, const DumpIndex& targets,
    const DumpIndex& goldens, PartNames names)
{
    const Assembly& assembly = *pair.hint->assembly;
    const DumpIndex &target = partsIndex(assembly, targets, goldens),
                    &golden = assembly.isOfGolden ? targets : goldens;
    json.beginObject().member("kind", assemblyWord(assembly.kind));
    if (assembly.axis)
        json.member("axis", *assembly.axis);
    json.key("shape").beginArray();
    for (const std::int64_t extent : assembly.shape)
        json.value(extent);
    json.endArray().member("along", assembly.along);
    if (assembly.basis != AssemblyBasis::Said)
        json.member("rests_on", kBasisWords[static_cast<std::size_t>(assembly.basis)])
            .member("confidence", pair.confidence);
    if (assembly.isOfStatistics)
        json.member("statistics", true);
    if (!assembly.together.empty()) {
        json.key("together").beginArray();
        for (const TensorId id : assembly.together)
            json.value(golden.tensorId(id));
        json.endArray();
    }
    json.key("parts").beginArray();
    for (const AssemblyPart& part : assembly.parts) {
        json.beginObject();
        if (const auto rank = target.factsOf(part.id).rank)
            json.member("rank", *rank);
        if (names == PartNames::Ids)
            json.member("id", target.tensorId(part.id));
        if (!std::ranges::is_sorted(part.axes) || assembly.kind == AssemblyKind::Transpose) {
            json.key("axes").beginArray();
            for (const std::size_t axis : part.axes)
                json.value(axis);
            json.endArray();
        }
        writePlaces(json, part.places);
        if (part.tokens)
            writeTokens(json, part);
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace dumpscope::core
