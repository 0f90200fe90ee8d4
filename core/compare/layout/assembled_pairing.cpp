// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembled_pairing.h"

#include "base/text.h"
#include "compare/layout/assembly_search.h"
#include "compare/pair_alignment.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

std::set<std::int64_t> ranksOf(const ComparisonSide& side)
{
    std::set<std::int64_t> ranks;
    for (const TensorId id : side.tensors()) {
        if (const auto rank = side.index->factsOf(id).rank)
            ranks.insert(*rank);
    }
    return ranks;
}

/// What the user said stays; the tables of names that are built in say nothing of other stages.
bool isGiven(const TensorPair& pair, const PairingOptions& options)
{
    const bool hasRules = !options.ruleFiles.empty() || !options.ruleTexts.empty();
    return pair.origin == PairOrigin::Manual
        || (hasRules && (pair.origin == PairOrigin::Mapping || pair.origin == PairOrigin::Fusion));
}

std::string withoutNumbers(std::string_view name)
{
    std::string word(name);
    std::erase_if(word, isDigit);
    return word;
}

/// Ranks of the target in which operators that do the same have golden's name, numbers included, in nearly
/// all of what was found. Stages of a pipeline count their layers from 0.
std::set<std::optional<std::int64_t>> ranksOfEqualNames(
    const std::map<TensorId, Assembly>& found, const ComparisonSide& target, const ComparisonSide& golden)
{
    constexpr double kNearlyAll = 0.9;
    const auto nameOf = [](const ComparisonSide& side, TensorId id) {
        const StringId name = side.index->tensor(id).opName;
        return name.isValid() ? side.index->text(name) : std::string_view();
    };
    std::map<std::optional<std::int64_t>, std::pair<std::size_t, std::size_t>> counts; // alike, equal
    for (const auto& [id, assembly] : found) {
        for (const AssemblyPart& part : assembly.parts) {
            const std::string_view a = nameOf(target, part.id), b = nameOf(golden, id);
            auto& [alike, equal] = counts[target.index->factsOf(part.id).rank];
            alike += withoutNumbers(a) == withoutNumbers(b) ? 1 : 0;
            equal += a == b ? 1 : 0;
        }
    }
    std::set<std::optional<std::int64_t>> ranks;
    for (const auto& [rank, count] : counts) {
        if (count.first > 0
            && static_cast<double>(count.second) >= kNearlyAll * static_cast<double>(count.first))
            ranks.insert(rank);
    }
    return ranks;
}

std::vector<UnpairedTensor> withoutPartner(
    const ComparisonSide& side, const std::set<TensorId>& paired, const Message& reason)
{
    std::vector<UnpairedTensor> left;
    for (const TensorId id : side.tensors()) {
        if (!paired.contains(id))
            left.push_back({id, reason, {}});
    }
    return left;
}

} // namespace

bool isCutOtherwise(const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden)
{
    constexpr double kMany = 0.2;
    if (ranksOf(target).size() > ranksOf(golden).size() && ranksOf(target).size() > 1)
        return true;
    std::set<TensorId> targets, goldens; // with a partner of their shape
    for (const TensorPair& pair : pairing.pairs) {
        if (recordedAlignment(*target.index, *golden.index, pair).mismatch.empty()) {
            targets.insert(pair.target);
            goldens.insert(pair.golden);
        }
    }
    // A side that has little, as a dump of some operators, is not cut otherwise.
    const auto hasMany = [](const ComparisonSide& side, const std::set<TensorId>& aligned) {
        const auto all = static_cast<double>(side.tensors().size());
        return all - static_cast<double>(aligned.size()) > kMany * all;
    };
    return hasMany(target, targets) && hasMany(golden, goldens);
}

Result<void> pairAssemblies(Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task)
{
    auto searched = findAssemblies(target, golden, task);
    if (!searched && searched.error().code == Code::Limit) {
        pairing.problems.push_back({Severity::Warning, Code::Limit, {}, searched.error().text()});
        return {};
    }
    if (!searched)
        return fail(searched.error());
    std::map<TensorId, Assembly>& found = *searched;
    if (found.empty())
        return {};
    std::set<TensorId> parts;
    for (auto& [id, assembly] : found) {
        for (const AssemblyPart& part : assembly.parts)
            parts.insert(part.id);
    }
    const auto equalNames = ranksOfEqualNames(found, target, golden);
    std::erase_if(pairing.pairs, [&](const TensorPair& pair) {
        return !isGiven(pair, options)
            && (found.contains(pair.golden) || parts.contains(pair.target)
                || !equalNames.contains(target.index->factsOf(pair.target).rank)
                || !isFloating(target.index->tensor(pair.target).dtype));
    });
    for (auto& [id, assembly] : found) {
        auto hint = std::make_shared<AlignmentHint>();
        const TensorId shown = assembly.parts[assembly.worst].id;
        const double confidence = 1 - std::min(assembly.error, 1.0);
        const Message reason = assemblyText(assembly, *target.index);
        hint->assembly = std::make_shared<const Assembly>(std::move(assembly));
        pairing.pairs.push_back({shown, id, PairOrigin::Assembly, confidence, reason, std::move(hint)});
    }
    std::ranges::stable_sort(
        pairing.pairs, {}, [](const TensorPair& pair) { return std::pair(pair.target, pair.golden); });
    for (const TensorPair& pair : pairing.pairs)
        parts.insert(pair.target);
    std::set<TensorId> goldens;
    for (const TensorPair& pair : pairing.pairs)
        goldens.insert(pair.golden);
    pairing.unpairedTarget = withoutPartner(target, parts,
        phrase("the runs are cut otherwise: its values are no part of golden's, or another tensor has them"));
    pairing.unpairedGolden = withoutPartner(
        golden, goldens, phrase("the runs are cut otherwise: its values were found nowhere in the target"));
    return {};
}

} // namespace dumpscope::core
