// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/unpaired_evidence.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/conclusion/conclusion_place.h"
#include "compare/elements/significand.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"
#include "model/tensor_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Names of all operators of the rank and step of a tensor.
std::set<std::string_view> namesBeside(const DumpIndex& index, TensorId of)
{
    const FolderFacts& place = index.factsOf(of);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const FolderFacts& facts = index.factsOf(TensorId(i));
        const StringId name = index.tensor(TensorId(i)).opName;
        if (facts.rank == place.rank && facts.step == place.step && name.isValid())
            names.insert(index.text(name));
    }
    return names;
}

/// Names of operators of the same rank and step without any partner, the last before `wrong`; empty where
/// there are none or so many that the programs are not the same. What bears a name of `others` runs on the
/// other side as well, though its tensors could not be compared.
std::string namesBefore(const PairTable& pairs, const DumpIndex& index, TensorId wrong,
    const std::vector<UnpairedTensor>& unpaired, TensorId TensorPair::*side,
    const std::set<std::string_view>& others)
{
    constexpr std::size_t kMostNamed = 6;
    const FolderFacts& place = index.factsOf(wrong);
    using NamedCall = std::pair<StringId, std::uint32_t>;
    const auto callOf
        = [&](TensorId id) { return NamedCall(index.tensor(id).opName, index.tensor(id).occurrence); };
    const auto nameOf = [&](TensorId id) { return index.text(index.tensor(id).opName); };
    const auto isHere = [&](TensorId id) {
        const FolderFacts& facts = index.factsOf(id);
        return facts.rank == place.rank && facts.step == place.step && index.tensor(id).opName.isValid();
    };
    std::set<NamedCall> paired, named;
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const TensorId id = pairs.row(i).pair.*side;
        if (isHere(id) && isMadeByOperator(index.tensor(id).io))
            paired.insert(callOf(id));
    }
    std::string names;
    for (const UnpairedTensor& tensor : unpaired) {
        if (!(tensor.id < wrong) || !isHere(tensor.id) || !isMadeByOperator(index.tensor(tensor.id).io)
            || paired.contains(callOf(tensor.id)) || others.contains(nameOf(tensor.id))
            || !named.insert(callOf(tensor.id)).second)
            continue;
        names += (names.empty() ? "" : ", ") + printable(nameOf(tensor.id));
    }
    return named.size() > kMostNamed ? std::string() : names;
}

} // namespace

std::vector<Message> unpairedBefore(const Comparison& comparison, std::size_t row)
{
    const PairTable& pairs = *comparison.pairs;
    const TensorPair& wrong = pairs.row(row).pair;
    std::vector<Message> reasons;
    const DumpIndex &ofGolden = *pairs.golden().index, &ofTarget = *pairs.target().index;
    const std::string golden = namesBefore(pairs, ofGolden, wrong.golden, comparison.unpairedGolden,
        &TensorPair::golden, namesBeside(ofTarget, wrong.target));
    const std::string target = namesBefore(pairs, ofTarget, wrong.target, comparison.unpairedTarget,
        &TensorPair::target, namesBeside(ofGolden, wrong.golden));
    if (!golden.empty())
        reasons.push_back(phrase("before it only golden's dump has %1", golden));
    if (!target.empty())
        reasons.push_back(phrase("before it only the target's dump has %1", target));
    return reasons;
}

Message unpairedCollectives(const Comparison& comparison)
{
    const DumpIndex &golden = *comparison.pairs->golden().index, &target = *comparison.pairs->target().index;
    const auto placeOf = [](const DumpIndex& index, TensorId id) {
        const FolderFacts& facts = index.factsOf(id);
        return std::pair(facts.rank, facts.step);
    };
    std::set<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>> both;
    constexpr std::size_t kMany = 10; // one in so many
    std::size_t elsewhere = 0;        // parts of other ranks
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
        const TensorPair& pair = comparison.pairs->row(row).pair;
        both.insert(placeOf(target, pair.target));
        elsewhere += isOfParts(pair) && target.factsOf(pair.target).rank != golden.factsOf(pair.golden).rank
            ? 1
            : 0;
    }
    if (kMany * elsewhere > comparison.pairs->rows())
        return {};
    std::set<std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, StringId, std::uint32_t>>
        found;
    TensorId first;
    for (const UnpairedTensor& tensor : comparison.unpairedGolden) {
        const TensorRow& row = golden.tensor(tensor.id);
        const auto place = placeOf(golden, tensor.id);
        if (!row.opName.isValid() || !row.opType.isValid() || !place.first || !both.contains(place)
            || operatorNature(golden.text(row.opType)) != OperatorNature::Collective)
            continue;
        if (found.insert({place.first, place.second, row.opName, row.occurrence}).second
            && (!first.isValid() || tensor.id < first))
            first = tensor.id;
    }
    if (found.empty())
        return {};
    const Message where = conclusionPlace(golden, first).words();
    return found.size() == 1 ? phrase("only golden's dump has the collective %1", where)
                             : phrase("only golden's dump has %1 collectives, first %2", found.size(), where);
}

Message unpairedNan(const Comparison& comparison)
{
    const DumpIndex& index = *comparison.pairs->target().index;
    const TensorTable table(comparison.pairs->target().index);
    std::size_t count = 0;
    TensorId first;
    for (const UnpairedTensor& tensor : comparison.unpairedTarget) {
        if (!table.has(tensor.id.value(), FilterTable::Property::Nan))
            continue;
        if (count++ == 0)
            first = tensor.id;
    }
    if (count == 0)
        return {};
    const std::string where = printable(index.tensorId(first));
    return count == 1 ? phrase("an unpaired tensor of the target holds NaN: %1", where)
                      : phrase("%1 unpaired tensors of the target hold NaN, first %2", count, where);
}

std::uint64_t pairsThatCannotDiffer(const Comparison& comparison)
{
    const PairTable& pairs = *comparison.pairs;
    std::uint64_t byFingerprint = 0, putTogether = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (!isPutTogether(pair))
            byFingerprint += pair.origin == PairOrigin::Fingerprint ? 1 : 0;
        else if (pair.hint->assembly->basis == AssemblyBasis::Values && !pair.hint->assembly->isByNames)
            ++putTogether;
    }
    if (2 * (byFingerprint + putTogether) <= pairs.rows())
        return 0;
    using Kind = std::pair<Io, std::vector<std::int64_t>>;
    const auto kindOf = [](const DumpIndex& index, TensorId id) {
        const auto shape = index.shape(index.tensor(id).shape);
        return Kind(index.tensor(id).io, std::vector<std::int64_t>(shape.begin(), shape.end()));
    };
    // Masks and ids of runs that are cut have no partner rightly; what an operator gives has one.
    const auto counts = [&](const DumpIndex& index, TensorId id) {
        const TensorRow& row = index.tensor(id);
        return putTogether == 0 || (row.io == Io::Output && significandBits(row.dtype) > 0);
    };
    std::set<Kind> left;
    for (const UnpairedTensor& tensor : comparison.unpairedTarget) {
        if (counts(*pairs.target().index, tensor.id))
            left.insert(kindOf(*pairs.target().index, tensor.id));
    }
    const bool mayBePair = std::ranges::any_of(comparison.unpairedGolden, [&](const UnpairedTensor& tensor) {
        return counts(*pairs.golden().index, tensor.id)
            && left.contains(kindOf(*pairs.golden().index, tensor.id));
    });
    return mayBePair ? byFingerprint + putTogether : 0;
}

} // namespace dumpscope::core
