// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

/// "output 0", "input 1", "parameter".
std::string placeOf(const TensorError& tensor, const PairTable& pairs)
{
    const TensorRow& row = pairs.target().index->tensor(pairs.row(tensor.row).pair.target);
    const std::string_view io = ioWord(row.io);
    return row.slot < 0 ? std::string(io) : fmt::format("{} {}", io, row.slot);
}

std::string timesText(double score)
{
    return std::isfinite(score) ? fmt::format("{:.3g} times less", score) : "nothing";
}

std::string arithmeticOf(const TensorError& tensor, const PairTable& pairs)
{
    return tensor.isInteger ? std::string("the type")
                            : fmt::format("{} rounding", pairs.precision(tensor.row));
}

/// What a difference is where no number says it.
std::string differenceText(const TensorError& tensor, const std::string& place)
{
    if (tensor.isNonFinite)
        return place + " has NaN or infinities where golden has none, or the other way round";
    if (tensor.hasOtherShape)
        return place + " has another shape than golden";
    // Recorded statistics may agree beside checksums that do not.
    if (!tensor.hasNumbers || tensor.relative == 0)
        return place + " has another checksum";
    if (!std::isfinite(tensor.relative))
        return fmt::format("{} is off by {:.2g} where golden is all zero", place, tensor.maxError);
    return fmt::format("{} is off by {:.2g}", place, tensor.relative);
}

/// What an error is and what of it is explained; where no input was measured, by what was off before.
std::string excessText(
    std::string error, std::string_view inputs, const Evidence& evidence, const PairTable& pairs)
{
    return fmt::format("{}; {} and {} explain {:.2g}, {}", error,
        evidence.hasInputs ? std::string(inputs)
                           : fmt::format("{}; errors before", missingInputsText(pairs, evidence.tensor->row)),
        arithmeticOf(*evidence.tensor, pairs), evidence.explained, timesText(evidence.score));
}

std::string inheritedText(const Evidence& evidence, const PairTable& pairs)
{
    if (!evidence.hasInputs)
        return std::string(missingInputsText(pairs, evidence.tensor->row));
    if (evidence.inherited == 0 && evidence.hasExtremesOnly)
        return "its inputs are not seen to differ, of integers only the extremes are known";
    if (!evidence.knowsInputs)
        return "by how much its inputs are off was not measured";
    return evidence.inherited == 0 ? "its inputs are equal"
                                   : fmt::format("its inputs by at most {:.2g}", evidence.inherited);
}

/// An input that no recorded operator made so, unless the one is known that did.
std::string wrongInputText(
    const Evidence& evidence, const std::string& place, const PairTable& pairs, bool isMakerKnown)
{
    const TensorError& tensor = *evidence.tensor;
    std::string text = differenceText(tensor, place);
    if (!isMakerKnown)
        text += " and no recorded operator made it so: a parameter, a constant or an operator the dump left "
                "out";
    if (!tensor.hasNumbers || !(evidence.explained > 0)) {
        if (evidence.looksBefore)
            text += tensor.isParameter ? "; earlier steps do not differ" : "; nothing differs before";
        return text;
    }
    // Parameters come from earlier steps, so nothing of their own is held against them.
    if (tensor.isParameter)
        return text
            + fmt::format("; {}{} explain {:.2g}, {}", arithmeticOf(tensor, pairs),
                evidence.looksBefore ? ", other parameters and earlier steps" : " and other parameters",
                evidence.explained, timesText(evidence.score));
    const std::string_view before = !evidence.looksBefore ? ""
        : evidence.foundBefore                            ? "errors before, "
                                                          : "nothing differs before; ";
    return text
        + fmt::format("; {}the noise of the run and {} explain {:.2g}, {}", before,
            arithmeticOf(tensor, pairs), evidence.explained, timesText(evidence.score));
}

/// NaN and infinities that the metrics counted; nothing where no elements were compared.
std::optional<double> countOf(
    const PairTable& pairs, std::size_t row, std::string_view nan, std::string_view infinities)
{
    double sum = 0;
    for (const std::string_view metric : {nan, infinities}) {
        const int column = pairs.columnByName(metric);
        const auto count = column < 0 ? std::optional<double>() : cellNumber(pairs.cell(row, column));
        if (!count)
            return std::nullopt;
        sum += *count;
    }
    return sum;
}

/// By the extremes that were recorded; nothing where none was.
std::optional<bool> isRecordedFinite(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto max = table.value(Field::Max, row.statisticRow);
    const auto min = table.value(Field::Min, row.statisticRow);
    return max && min ? std::optional(std::isfinite(*max) && std::isfinite(*min)) : std::nullopt;
}

} // namespace

bool isNonFiniteInGoldenOnly(const PairTable& pairs, std::size_t row)
{
    const auto target = countOf(pairs, row, "nan_target", "inf_target");
    const auto golden = countOf(pairs, row, "nan_golden", "inf_golden");
    if (target && golden)
        return *target == 0 && *golden > 0;
    const TensorPair& pair = pairs.row(row).pair;
    return isRecordedFinite(*pairs.target().index, pair.target) == true
        && isRecordedFinite(*pairs.golden().index, pair.golden) == false;
}

std::string_view missingInputsText(const PairTable& pairs, std::size_t row)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorId shown = pairs.row(row).pair.target;
    const TensorRow& tensor = index.tensor(shown);
    const FolderFacts& place = index.factsOf(shown);
    const auto isInput = [&](TensorId id) {
        const TensorRow& other = index.tensor(id);
        const FolderFacts& facts = index.factsOf(id);
        return other.occurrence == tensor.occurrence && facts.rank == place.rank && facts.step == place.step
            && other.io != Io::Output && other.io != Io::Gradient;
    };
    const bool isDumped
        = tensor.opName.isValid() && std::ranges::any_of(index.tensorsOfOperator(tensor.opName), isInput);
    return isDumped ? "its inputs were not measured" : "its inputs were not dumped";
}

std::string suspectText(const Evidence& evidence, const PairTable& pairs, bool isMakerKnown)
{
    const TensorError& tensor = *evidence.tensor;
    const std::string place = placeOf(tensor, pairs);
    switch (evidence.reason) {
    case SuspectReason::None:
        break;
    case SuspectReason::Growth:
        return excessText(fmt::format("{}{}{}", differenceText(tensor, place),
                              std::isfinite(tensor.relative) ? " (relative L2)" : "",
                              evidence.hasInputs ? ", " + inheritedText(evidence, pairs) : ""),
            "they", evidence, pairs);
    case SuspectReason::WorstElement:
        return excessText(
            fmt::format("an element of {} is off by {:.2g} of the largest one", place, tensor.largest),
            "the inputs", evidence, pairs);
    case SuspectReason::NormChange:
        return excessText(fmt::format("the norm of {} is off by {:.2g}", place, tensor.norm),
            "the norms of the inputs", evidence, pairs);
    case SuspectReason::WrongInput:
        return wrongInputText(evidence, place, pairs, isMakerKnown);
    case SuspectReason::WrongScalar:
        if (!tensor.isOutput)
            return fmt::format("{}; what it is written to was not dumped", evidence.scalars);
        return fmt::format(
            "{}; {}, {}", evidence.scalars, differenceText(tensor, place), inheritedText(evidence, pairs));
    case SuspectReason::WrongChoice:
        return fmt::format(
            "{} is an integer or truth value, differs, and no recorded operator made it so: an "
            "attribute, an index or a mask",
            place);
    case SuspectReason::NonFinite:
        return fmt::format("{} {}; {}",
            isNonFiniteInGoldenOnly(pairs, tensor.row)
                ? "the target has no NaN or infinities; golden's are born in"
                : "NaN or infinities are born in",
            place,
            evidence.hasInputs ? "the inputs agree on theirs"
                               : fmt::format("{}, what was dumped before agrees on theirs",
                                   missingInputsText(pairs, tensor.row)));
    case SuspectReason::NonFiniteInput:
        return fmt::format("{} has NaN or infinities {}, and no "
                           "recorded operator made them: {}; nothing before has",
            place,
            isNonFiniteInGoldenOnly(pairs, tensor.row) ? "in golden and none in the target"
                                                       : "where golden has none, or the other way round",
            tensor.isParameter ? "the parameter itself is spoiled"
                               : "a parameter, a constant or an operator the dump left out");
    case SuspectReason::ShapeChange:
        return fmt::format("{} has another shape than golden; {}", place,
            evidence.hasInputs ? "the inputs do not"
                               : fmt::format("{}, nothing before has", missingInputsText(pairs, tensor.row)));
    case SuspectReason::Bits:
        return fmt::format(
            "the inputs have equal checksums, {} has not; checksums do not tell rounding from faults", place);
    case SuspectReason::Unexplained: // by the limits, who say it
        break;
    }
    return {};
}

} // namespace dumpscope::core
