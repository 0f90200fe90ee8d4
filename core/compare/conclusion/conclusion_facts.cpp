// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/conclusion_facts.h"

#include "base/text.h"
#include "compare/elements/difference_pattern.h"
#include "compare/elements/element_region.h"
#include "compare/elements/significand.h"
#include "compare/layout/assembly.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "layout/expert_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>

namespace dumpscope::core {

bool mayBeByChance(const Suspicion& suspicion)
{
    const auto isNumber = [](SuspectReason reason) {
        return reason == SuspectReason::Growth || reason == SuspectReason::WorstElement
            || reason == SuspectReason::NormChange;
    };
    constexpr double kMeasures = 3; // of every operator: error, worst element, norm
    const double judged = kMeasures * static_cast<double>(suspicion.judged);
    return !suspicion.suspects.empty() && judged > 0
        && std::ranges::all_of(suspicion.suspects, [&](const Suspect& suspect) {
               return isNumber(suspect.reason) && suspect.score <= std::sqrt(2 * std::log(judged));
           });
}

bool isSharedByRanks(const PairTable& pairs)
{
    const std::size_t golden = pairs.golden().index->ranks().size();
    return pairs.target().index->ranks().size() > std::max<std::size_t>(golden, 1);
}

std::optional<FirstDivergence> firstOfRanks(const std::vector<FirstDivergence>& all, const PairTable& pairs)
{
    const auto placeOf = [&](const FirstDivergence& one) {
        const TensorId golden = pairs.row(one.index).pair.golden;
        return std::tuple(one.step, pairs.golden().index->tensor(golden).execIndex, one.order, one.rank);
    };
    const auto first = std::ranges::min_element(all, {}, placeOf);
    return first == all.end() ? std::nullopt : std::optional(*first);
}

namespace {

/// Whether most weights are cut over all ranks, or stand in one of them: there are no copies of the model,
/// which would see other data.
bool isOneModel(const PairTable& pairs)
{
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    std::size_t weights = 0, once = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const TensorRow& tensor = golden.tensor(pair.golden);
        if (!isTargetPutTogether(pair) || tensor.io != Io::Parameter || golden.shape(tensor.shape).size() < 2
            || isOfExpert(golden.text(tensor.opName))) // which copies share
            continue;
        std::set<std::optional<std::int64_t>> ranks;
        for (const TensorId part : targetsOf(pair))
            ranks.insert(target.factsOf(part).rank);
        const Assembly& assembly = *pair.hint->assembly;
        const bool isStage = assembly.kind == AssemblyKind::Same;
        ++weights;
        once += isStage || (!assembly.isOfReplicas() && ranks.size() == target.ranks().size()) ? 1 : 0;
    }
    return weights > 0 && 2 * once > weights;
}

} // namespace

std::size_t ranksOfOneGolden(const PairTable& pairs, std::size_t shown)
{
    if (pairs.golden().index->factsOf(pairs.row(shown).pair.golden).rank
        || isTargetPutTogether(pairs.row(shown).pair) || isOneModel(pairs))
        return 0;
    std::set<std::optional<std::int64_t>> ranks;
    for (std::size_t row = 0; row < pairs.rows(); ++row)
        ranks.insert(pairs.target().index->factsOf(pairs.row(row).pair.target).rank);
    return ranks.size();
}

bool isRankUntold(const PairTable& pairs, std::size_t shown)
{
    constexpr double kFar = 3; // times the error of another rank
    const TensorPair& pair = pairs.row(shown).pair;
    // Weights of ranks are of one size, activations are as large as their data is.
    if (!isTargetPutTogether(pair) || !pair.hint->assembly->isOfStatistics
        || isTrainedParameter(pairs, shown))
        return false;
    const Assembly& assembly = *pair.hint->assembly;
    const auto [least, most] = std::ranges::minmax_element(assembly.parts, {}, &AssemblyPart::error);
    if (assembly.isOfReplicas() && most->error >= kFar * least->error)
        return false;
    std::set<std::optional<std::int64_t>> ranks;
    for (const AssemblyPart& part : assembly.parts)
        ranks.insert(pairs.target().index->factsOf(part.id).rank);
    return ranks.size() > 1;
}

bool looksUpUnseenIds(const PairTable& pairs, std::size_t shown)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorId id = pairs.row(shown).pair.target;
    const TensorRow& own = index.tensor(id);
    if (!isMadeByOperator(own.io) || !own.opType.isValid()
        || operatorWord(index.text(own.opType)) != "embedding")
        return false;
    bool areUnseen = false;
    for (std::size_t before = id.value(); before-- > 0;) {
        const TensorRow& row = index.tensor(TensorId(before));
        if (row.folder != own.folder)
            break;
        const bool isOfCall = row.opName == own.opName && row.occurrence == own.occurrence;
        if (!isOfCall && isMadeByOperator(row.io))
            return false;
        areUnseen = areUnseen
            || (isOfCall && row.io == Io::Input && !isFloating(row.dtype)
                && row.state == TensorState::StatisticsOnly);
    }
    return areUnseen;
}

bool isComparedWithItself(const PairTable& pairs)
{
    if (pairs.rows() == 0 || pairs.target().index->root() != pairs.golden().index->root())
        return false;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (pair.target != pair.golden)
            return false;
    }
    return true;
}

std::size_t pairsOfOtherShapes(const PairTable& pairs)
{
    std::size_t count = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row)
        count += tensorError(pairs, row).hasOtherShape ? 1 : 0;
    return count;
}

namespace {

/// -Infinity as operators fill it in. What a logarithm, a division or a product makes is none, as `overflow`
/// judges it (core/overflow/origin_masks.cpp).
bool isMaskOnBothSides(const PairTable& pairs, std::size_t row)
{
    if (tensorError(pairs, row).isMask)
        return true;
    if (!pairs.row(row).figures->isNegInfAlone)
        return false;
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
    if (!isMadeByOperator(tensor.io) || !tensor.opType.isValid())
        return true;
    const OperatorNature nature = operatorNature(index.text(tensor.opType));
    return nature != OperatorNature::Inverting && nature != OperatorNature::Bilinear
        && nature != OperatorNature::Exponential;
}

struct FileProblems {
    std::size_t files = 0;
    Message first; ///< with its file
};

/// Each file once, whatever is wrong with its tensors.
template<typename IsOne> FileProblems problemsOf(const DumpIndex& index, IsOne isOne)
{
    std::set<std::string_view> files;
    FileProblems found;
    for (const Diagnostic& problem : index.problems()) {
        if (problem.severity != Severity::Error || !isOne(problem.code))
            continue;
        if (files.insert(problem.place.file).second && files.size() == 1) {
            const std::string file = printable(problem.place.file);
            found.first = file.empty() ? problem.message : phrase("%1: %2", file, problem.message);
        }
    }
    found.files = files.size();
    return found;
}

} // namespace

NonFiniteOperators nonFiniteOnBothSides(const PairTable& pairs)
{
    NonFiniteOperators both;
    const DumpIndex& index = *pairs.target().index;
    std::set<std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, StringId, std::uint32_t>>
        found;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const auto& figures = pairs.row(row).figures;
        if (!figures || !figures->hasNonFinite || figures->nonFiniteDiffers || isMaskOnBothSides(pairs, row))
            continue;
        both.isAtSamePlaces &= pairs.row(row).basis == PairBasis::Elements;
        const TensorId id = pairs.row(row).pair.target;
        const FolderFacts& facts = index.factsOf(id);
        found.emplace(facts.rank, facts.step, index.tensor(id).opName, index.tensor(id).occurrence);
    }
    both.operators = found.size();
    return both;
}

bool areSuspectsMoved(const Comparison& comparison, std::optional<std::int64_t> step)
{
    const auto& suspects = comparison.suspicion.suspects;
    const PairTable& pairs = *comparison.pairs;
    return !suspects.empty() && std::ranges::all_of(suspects, [&](const Suspect& suspect) {
        return suspect.step >= step && !suspect.targetOnly.isValid()
            && isTrainedParameter(pairs, suspect.pairs.front());
    });
}

bool hasFailingOutputBefore(const PairTable& pairs, const FirstDivergence& first)
{
    const DumpIndex& index = *pairs.target().index;
    for (std::size_t row = 0; row < std::min(first.index, pairs.rows()); ++row) {
        const TensorId id = pairs.row(row).pair.target;
        const FolderFacts& facts = index.factsOf(id);
        if (pairs.row(row).verdict == Verdict::Fail && isMadeByOperator(index.tensor(id).io)
            && facts.rank == first.rank && facts.step == first.step
            && index.text(index.tensor(id).opName) != first.opName)
            return true;
    }
    return false;
}

Message roundingText(const Comparison& comparison, const Message& all)
{
    const PairTable& pairs = *comparison.pairs;
    int fewest = std::numeric_limits<int>::max();
    std::string_view type;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.row(row).verdict != Verdict::Fail && !pairs.row(row).explained)
            continue;
        const auto dtype = dtypeFromName(pairs.precision(row));
        const int bits = dtype ? significandBits(*dtype) : 0;
        if (bits > 0 && bits < fewest) {
            fewest = bits;
            type = pairs.precision(row);
        }
    }
    const std::string& coarsest = comparison.suspicion.rounding;
    if (!coarsest.empty())
        return phrase("rounding of %1 explains %2", coarsest, all);
    // Errors far beyond the last digit of every type come from arithmetic that no type tells.
    constexpr double kFar = 4;
    const double noise = comparison.suspicion.noise;
    if (noise > 0 && (type.empty() || noise > kFar * std::ldexp(1.0, -fewest)))
        return phrase("the noise of the run explains %1", all);
    return type.empty() ? phrase("rounding explains %1", all)
                        : phrase("rounding of %1 explains %2", type, all);
}

std::vector<Message> damageOf(const DumpIndex& index, bool isTarget)
{
    std::vector<Message> all;
    if (const auto [files, first] = problemsOf(index,
            [](Code code) {
                return code == Code::Truncated || code == Code::BadSyntax || code == Code::BadHeader;
            });
        files == 1)
        all.push_back(isTarget
                ? phrase(
                    "a file of the target is damaged, and what is missing of it was not compared: %1", first)
                : phrase(
                    "a file of golden is damaged, and what is missing of it was not compared: %1", first));
    else if (files > 1)
        all.push_back(isTarget
                ? phrase("%1 files of the target are damaged, and what is missing of them was not compared; "
                         "first %2",
                    files, first)
                : phrase("%1 files of golden are damaged, and what is missing of them was not compared; "
                         "first %2",
                    files, first));
    if (const auto [files, first] = problemsOf(index, [](Code code) { return code == Code::NotFound; });
        files > 0)
        all.push_back(isTarget
                ? phrase(
                    "files of the target are missing, and what they hold was not compared; first %1", first)
                : phrase(
                    "files of golden are missing, and what they hold was not compared; first %1", first));
    return all;
}

std::vector<Message> patternOfParameter(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    std::vector<Message> sentences;
    const PairResult& result = pairs.row(row);
    if (result.basis != PairBasis::Elements
        || pairs.golden().index->tensor(result.pair.golden).io != Io::Parameter)
        return sentences;
    const DumpIndex& golden = *pairs.golden().index;
    const auto shape = golden.shape(golden.tensor(result.pair.golden).shape);
    const auto found = differencePattern(pairs, row, task);
    const auto pattern = found.value_or(std::vector<PatternSentence>());
    if (pattern.size() == 1 && pattern.front().element)
        return {phrase("only element %1 of %2 differs",
            shapeText(elementPlace(*pattern.front().element, Shape(shape.begin(), shape.end()))),
            elementCount(shape).value_or(0))};
    for (const PatternSentence& one : pattern)
        sentences.push_back(one.text);
    return sentences;
}

Message nonFiniteBehind(const PairTable& pairs)
{
    std::size_t count = 0, first = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.row(row).verdict != Verdict::Fail || pairs.row(row).state != PairState::NonFinite
            || nonFiniteSides(pairs, row) != NonFiniteSides::TargetOnly)
            continue;
        first = count++ == 0 ? row : first;
    }
    if (count == 0)
        return {};
    const Message place = conclusionPlace(*pairs.target().index, pairs.row(first).pair.target).words();
    return count == 1
        ? phrase("NaN or infinities that golden does not have show at %1", place)
        : phrase("NaN or infinities that golden does not have show in %1 tensors, first at %2", count, place);
}

Message nonFiniteHeadline(const PairTable& pairs, std::size_t row)
{
    switch (nonFiniteSides(pairs, row)) {
    case NonFiniteSides::GoldenOnly:
        return phrase("NaN or infinities of golden only, first at");
    case NonFiniteSides::Both:
        return phrase("NaN or infinities are others than golden's first at");
    case NonFiniteSides::TargetOnly:
        break;
    }
    return phrase("NaN or infinities first show at");
}

Message whatIsExplained(const Coverage& coverage)
{
    if (coverage.isWhole())
        return phrase("all of it");
    if (coverage.share() >= 1)
        return phrase("all of what was compared");
    const std::string share = fmt::format("{:.0f}", std::floor(100 * coverage.share())); // 99.9 is not all
    return coverage.target.share() <= coverage.golden.share()
        ? phrase("all of what was compared, %1 % of the target's tensors", share)
        : phrase("all of what was compared, %1 % of golden's tensors", share);
}

} // namespace dumpscope::core
