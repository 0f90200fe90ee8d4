// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/repeated_runs.h"

#include "base/counted.h"
#include "base/text.h"
#include "trend/row_kinds.h"

#include <algorithm>
#include <array>
#include <string>

namespace dumpscope::core {

namespace {

using RepeatOrigin = RepeatResult::Origin;

Message coverageSentence(const RepeatResult& result)
{
    const auto of = [&](RepeatBasis basis) { return result.byBasis[static_cast<std::size_t>(basis)]; };
    // What is set apart has checksums that were computed at other times: nothing was compared by them.
    Message basis = phrase("compared by bits: %1, by checksums: %2, by statistics alone: %3",
        of(RepeatBasis::Bits), of(RepeatBasis::Checksums) - result.writtenOver, of(RepeatBasis::Statistics));
    if (result.writtenOver > 0)
        basis = phrase("%1; set apart: %2", basis, result.writtenOver);
    if (result.unknown > 0)
        basis = phrase("%1; not known of %2", basis, result.unknown);
    if (result.missing > 0)
        basis = phrase("%1; %2 are not in all runs", basis, result.missing);
    if (result.repeated > 0)
        basis
            = phrase("%1; left out, as others have their names in the same step: %2", basis, result.repeated);
    return basis;
}

Message writtenOverSentence(const RepeatResult& result)
{
    if (result.writtenOver == 0)
        return {};
    return phrase("Set apart: %1 that an operator writes over in place, of which the checksums alone "
                  "differ: these were computed before or behind that",
        countedTensors(result.writtenOver));
}

Message otherCallsSentence(const RepeatResult& result)
{
    if (result.otherCalls.empty())
        return {};
    const UnsharedCall& call = result.otherCalls.front();
    const std::size_t has = call.isOfFirst ? 1 : call.run, lacks = call.isOfFirst ? call.run : 1;
    Message which = phrase("%1 of run %2 is not in run %3", printable(call.name), has, lacks);
    if (call.rank)
        which = phrase("%1 (rank %2)", which, *call.rank);
    if (result.otherCalls.size() > 1)
        which = phrase("%1; and %2 more", which, result.otherCalls.size() - 1);
    return phrase("The runs do not call the same operators: %1. Calls behind it are paired by their order, "
                  "not by their numbers",
        which);
}

Message equalSentence(const RepeatResult& result)
{
    if (result.compared == 0)
        return phrase("Nothing was compared: the %1 runs have no tensor in common", result.runs);
    if (result.equal == 0)
        return phrase("Nothing is known: of %1 in all %2 runs none has values, checksums or statistics",
            countedTensors(result.compared), result.runs);
    if (result.coversLittle())
        return phrase("Most was not compared: %1 of the %2 tensors of the largest run are in all %3 runs. Of "
                      "these %4 are equal (%5). Runs of one program with as many steps and one configuration "
                      "of the dump are needed",
            result.compared, result.largest, result.runs, result.equal, coverageSentence(result));
    if (!result.otherCalls.empty())
        return phrase("What all %1 runs have is equal: %2 (%3)", result.runs, countedTensors(result.equal),
            coverageSentence(result));
    if (result.unknown > 0)
        return phrase("What could be compared of the %1 runs is equal: %2 of %3 (%4)", result.runs,
            result.equal, countedTensors(result.compared), coverageSentence(result));
    if (result.byBasis[static_cast<std::size_t>(RepeatBasis::Statistics)] > 0)
        return phrase("The %1 runs are equal as far as it was recorded: %2 (%3)", result.runs,
            countedTensors(result.equal), coverageSentence(result));
    return phrase("The %1 runs are equal: %2 (%3)", result.runs, countedTensors(result.equal),
        coverageSentence(result));
}

std::string numbersText(const std::set<std::int64_t>& numbers)
{
    std::string text;
    constexpr std::size_t kNamed = 8;
    std::size_t named = 0;
    for (const std::int64_t number : numbers) {
        if (named++ < kNamed)
            text += (text.empty() ? "" : ", ") + std::to_string(number);
    }
    return numbers.size() > kNamed ? text + ", …" : text;
}

Message originSentence(const TrendRun& run, const RepeatResult& result)
{
    const TrendCube& cube = run.cube();
    const TrendCell& cell = cube.cells()[result.first()->cell];
    const Message place = joined(
        std::array {run.stepText(cell), run.rankText(cell), cube.rows()[cell.row].words()}, "%1, %2");
    const Message first = result.rivals == 0
        ? phrase("First difference: %1", place)
        : phrase("First difference in the order of names, as that of execution is not recorded: %1. "
                 "Differences that may be before it: %2, in the same step",
            place, result.rivals);
    switch (result.origin) {
    case RepeatOrigin::EqualInputs:
        return phrase("%1. All inputs of this operator are equal in all runs, its output is not", first);
    case RepeatOrigin::SomeInputs:
        return phrase("%1. Inputs of this operator are equal as far as they could be compared", first);
    case RepeatOrigin::InputsByStatistics:
        return phrase("%1. All inputs of this operator are equal as far as statistics tell, its output is "
                      "not: dump values to know whether this operator is not deterministic or an input is "
                      "already another one",
            first);
    case RepeatOrigin::InputItself:
        return result.rivals == 0
            ? phrase("%1. It is an input that no recorded operator made: the runs were given different "
                     "inputs, or an operator that was left out made it",
                first)
            : phrase("%1. It is an input; which output has made it is not known", first);
    case RepeatOrigin::OtherArguments:
        return phrase("%1. This operator is called with other arguments, run 1 taken as golden: %2", first,
            result.arguments);
    case RepeatOrigin::NoInputs:
    case RepeatOrigin::None:
        break;
    }
    return phrase("%1. No inputs of this operator were recorded", first);
}

/// Whether an input is what the model works on, and no gradient, setting or state of an optimizer. By its
/// names and its size: a single number is a setting.
bool isModelData(const TrendRun& run, std::size_t cell)
{
    constexpr std::array<std::string_view, 6> kOptimizers {
        "optim", "adam", "momentum", "sgd", "lamb", "adagrad"};
    const TrendCell& at = run.cube().cells()[cell];
    const TrendRow& row = run.cube().rows()[at.row];
    const auto names = [&](std::string_view word) {
        return containsIgnoreCase(row.opName, word) || containsIgnoreCase(row.opType, word);
    };
    const TensorRow& tensor = run.index().tensor(TensorId(at.tensor));
    const bool isNumber = tensor.shape.isValid()
        && std::ranges::all_of(
            run.index().shape(tensor.shape), [](std::int64_t length) { return length == 1; });
    return isActivationRow(row) && !isNumber && std::ranges::none_of(kOptimizers, names);
}

Message ranksSentence(const TrendRun& run, const RepeatResult& result)
{
    if (result.ranks < 2 || result.ranksFirst.empty())
        return {};
    if (result.isData() && result.ranksUnknown.empty() && result.ranksFirst.size() == 1
        && !isModelData(run, result.first()->cell))
        return phrase("Rank %1 alone of %2 was given something else there", numbersText(result.ranksFirst),
            result.ranks);
    if (result.isData() && result.ranksUnknown.empty() && result.ranksFirst.size() == 1)
        return phrase("Rank %1 alone of %2 was given something else there: look at its data, not at its "
                      "device",
            numbersText(result.ranksFirst), result.ranks);
    if (!result.ranksUnknown.empty())
        return phrase(
            "Rank %1 differs there; of rank %2 nothing could be compared there, so it may be wrong as well",
            numbersText(result.ranksFirst), numbersText(result.ranksUnknown));
    if (result.ranksFirst.size() == result.ranks)
        return phrase("It is so on all %1 ranks, so it is not one device", result.ranks);
    if (result.ranksFirst.size() == 1 && result.ranksLater.empty())
        return phrase("Rank %1 alone of %2 ever differs: look at its device", numbersText(result.ranksFirst),
            result.ranks);
    if (result.ranksFirst.size() == 1 && result.rivals > 0)
        return phrase("Rank %1 alone of %2 differs there; others (%3) differ elsewhere",
            numbersText(result.ranksFirst), result.ranks, numbersText(result.ranksLater));
    if (result.ranksFirst.size() == 1)
        return phrase(
            "Rank %1 alone of %2 differs there; others (%3) differ later only: look at its device first",
            numbersText(result.ranksFirst), result.ranks, numbersText(result.ranksLater));
    return phrase("Ranks %1 of %2 differ there", numbersText(result.ranksFirst), result.ranks);
}

Message runsSentence(const RepeatResult& result)
{
    const auto& contents = result.first()->contents;
    if (contents.size() == 2)
        return {}; // it goes without saying
    const std::uint32_t kinds = *std::ranges::max_element(contents) + 1;
    if (result.oddRun > 0)
        return phrase("Run %1 differs, the other %2 are equal there", result.oddRun, contents.size() - 1);
    if (kinds == contents.size())
        return phrase("No two of the %1 runs are equal there", contents.size());
    return phrase("The %1 runs have %2 different contents there", contents.size(), kinds);
}

Message causeSentence(const RepeatResult& result)
{
    if (*result.cause == RepeatCause::RandomNumbers)
        return phrase(
            "This operator draws random numbers: its generator was in another state, by another seed "
            "or by other draws before it");
    if (*result.cause == RepeatCause::InitialWeights)
        return phrase("The runs begin with other weights: they were initialized with another seed, or loaded "
                      "from another checkpoint");
    if (result.origin == RepeatOrigin::InputItself && result.isWeight && *result.cause == RepeatCause::Unclear
        && !result.bits->factor)
        return phrase("It is a weight, and no recorded operator wrote it: another checkpoint or seed, an "
                      "update that was not recorded, or memory that was spoilt");
    return causeText(*result.bits, *result.cause);
}

Message finitenessSentence(const RepeatResult& result)
{
    const std::size_t runs = result.nonFiniteRuns.size();
    if (runs == 0 || runs == result.runs)
        return {};
    if (!result.isFinitenessKnown)
        return phrase("NaN or infinite numbers are in it in run %1; not known of all runs",
            numbersText(result.nonFiniteRuns));
    return runs == 1
        ? phrase("NaN or infinite numbers are in it in run %1 alone", numbersText(result.nonFiniteRuns))
        : phrase("NaN or infinite numbers are in it in runs %1 alone", numbersText(result.nonFiniteRuns));
}

} // namespace

std::vector<Message> repeatSentences(const TrendRun& first, const RepeatResult& result)
{
    std::vector<Message> sentences;
    const auto add = [&](Message sentence) {
        if (!sentence.empty())
            sentences.push_back(std::move(sentence));
    };
    if (!result.first()) {
        add(equalSentence(result));
        add(otherCallsSentence(result));
        add(writtenOverSentence(result));
        return sentences;
    }
    add(originSentence(first, result));
    add(otherCallsSentence(result));
    add(runsSentence(result));
    add(ranksSentence(first, result));
    add(finitenessSentence(result));
    if (result.bits)
        sentences.push_back(bitDifferenceText(*result.bits));
    if (result.cause) {
        sentences.push_back(causeSentence(result));
    } else if (result.bits || result.origin == RepeatOrigin::OtherArguments) {
        // What the runs were given, or called with, is another one, which is said.
    } else if (result.first()->basis == RepeatBasis::Bits) {
        sentences.push_back(phrase("Its shape or its element type is another, so no bits are compared"));
    } else {
        sentences.push_back(
            phrase("Which bits differ is not known: dump the values of this operator in all runs"));
    }
    sentences.push_back(phrase("Differing: %1 of %2 (%3)", result.differences.size(),
        countedTensors(result.compared), coverageSentence(result)));
    add(writtenOverSentence(result));
    return sentences;
}

} // namespace dumpscope::core
