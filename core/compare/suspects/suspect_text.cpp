// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_text.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"
#include "model/tensor_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

Message timesText(double score)
{
    return std::isfinite(score) ? phrase("the error is %1 times that", timesDigits(score))
                                : phrase("nothing");
}

Message arithmeticOf(const TensorError& tensor, const PairTable& pairs)
{
    const TensorId golden = pairs.row(tensor.row).pair.golden;
    return tensor.isInteger ? phrase("the type")
                            : phrase("%1 rounding",
                                tensor.isNarrowed ? dtypeName(pairs.golden().index->tensor(golden).dtype)
                                                  : pairs.precision(tensor.row));
}

} // namespace

Message nearestText(const Suspicion& suspicion)
{
    if (suspicion.nearestName().empty())
        return {};
    const std::string name = printable(suspicion.nearestName());
    const std::string times = fmt::format("{:.3g}", suspicion.nearestScore());
    return suspicion.byChance.empty()
        ? phrase("%1, %2 times what is explained (suspect above %3)", name, times,
            fmt::format("{:g}", kSuspectScore))
        : phrase("%1, %2 times what is explained, as one of %3 operators may be by chance", name, times,
            suspicion.judged);
}

Message errorText(double error, PairBasis basis)
{
    return basis == PairBasis::Statistics ? phrase("at least %1", boundDigits(error))
                                          : Message(errorDigits(error));
}

namespace {

/// What a difference is where no number says it.
Message differenceText(const TensorError& tensor, const Message& place)
{
    if (tensor.isNonFinite)
        return phrase("%1 has other NaN or infinities than golden", place);
    if (tensor.hasOtherShape)
        return phrase("%1 has another shape than golden", place);
    // Recorded statistics may agree beside checksums that do not.
    if (!tensor.hasNumbers || tensor.relative == 0)
        return phrase("%1 has another checksum", place);
    if (!std::isfinite(tensor.relative))
        return phrase("%1 is off by %2 where golden is all zero", place, errorDigits(tensor.maxError));
    return phrase("%1 is off by %2", place, errorText(tensor.relative, tensor.basis));
}

/// What a side's dump has of what the operator of a tensor was given.
std::size_t dumpedInputs(const DumpIndex& index, TensorId shown)
{
    const TensorRow& tensor = index.tensor(shown);
    const FolderFacts& place = index.factsOf(shown);
    const auto isInput = [&](TensorId id) {
        const TensorRow& other = index.tensor(id);
        const FolderFacts& facts = index.factsOf(id);
        return executionNumber(index, id) == executionNumber(index, shown) && facts.rank == place.rank
            && facts.step == place.step && !isMadeByOperator(other.io);
    };
    return tensor.opName.isValid()
        ? static_cast<std::size_t>(std::ranges::count_if(index.tensorsOfOperator(tensor.opName), isInput))
        : 0;
}

/// A side's dump has an input of the operator that was not compared.
bool lacksInputs(const Evidence& evidence, const PairTable& pairs)
{
    const TensorPair& pair = pairs.row(evidence.tensor->row).pair;
    return std::max(dumpedInputs(*pairs.target().index, pair.target),
               dumpedInputs(*pairs.golden().index, pair.golden))
        > evidence.inputs;
}

/// What an error is and what of it is explained; where no input was measured, by what was off before.
/// `explaining` is what the inputs are called.
Message excessText(const Message& error, Form<3> explaining, const Evidence& evidence, const PairTable& pairs)
{
    Message arithmetic = arithmeticOf(*evidence.tensor, pairs);
    // Over many elements noise moves a norm less than it is itself.
    if (evidence.noise > evidence.tensor->unit)
        arithmetic = evidence.noise > evidence.explained
            ? phrase("the noise of the run and %1", arithmetic)
            : phrase("the noise of the run (%1) and %2", errorDigits(evidence.noise), arithmetic);
    const std::string explained = errorDigits(evidence.explained);
    const Message times = timesText(evidence.score);
    if (evidence.hasInputs && !(evidence.explained > 0))
        return phrase("%1; nothing explains that", error);
    if (evidence.hasInputs && !evidence.knowsInputs && !evidence.hasExtremesOnly)
        return phrase(
            "%1; what was compared of the inputs and %2 explain %3, %4", error, arithmetic, explained, times);
    if (evidence.hasInputs)
        return phrase("%1; %2", error, phraseOf(explaining, arithmetic, explained, times));
    return joined(std::array {error, missingInputsText(pairs, evidence.tensor->row),
        phrase("errors before and %1 explain %2, %3", arithmetic, explained, times)});
}

/// The error, and by how much the inputs are off.
Message besideInputs(const Message& error, const Evidence& evidence, const PairTable& pairs)
{
    if (!evidence.hasInputs)
        return phrase("%1, %2", error, missingInputsText(pairs, evidence.tensor->row));
    if (evidence.inherited == 0 && evidence.hasExtremesOnly)
        return phrase(
            "%1, its inputs are not seen to differ, of integers only the extremes are known", error);
    if (!evidence.knowsInputs)
        return phrase("%1, by how much its inputs are off was not measured", error);
    if (lacksInputs(evidence, pairs))
        return evidence.inherited == 0
            ? phrase("%1, those of its inputs that could be compared are equal", error)
            : phrase("%1, those of its inputs that could be compared by at most %2", error,
                errorDigits(evidence.inherited));
    if (evidence.reason == SuspectReason::WrongScalar && evidence.inherited == 0)
        return evidence.isInheritedBound
            ? phrase("%1, the statistics of the tensors it is given are equal", error)
            : phrase("%1, the tensors it is given are equal", error);
    // Statistics of elements in another order are the same.
    if (evidence.isInheritedBound)
        return evidence.inherited == 0 ? phrase("%1, the statistics of its inputs are equal", error)
                                       : phrase("%1, its inputs by %2 as far as statistics tell", error,
                                           errorDigits(evidence.inherited));
    return evidence.inherited == 0
        ? phrase("%1, its inputs are equal", error)
        : phrase("%1, its inputs by at most %2", error, errorDigits(evidence.inherited));
}

/// Whether `differenceText` gives `relative`.
bool givesRelative(const TensorError& tensor)
{
    return !tensor.isNonFinite && !tensor.hasOtherShape && tensor.hasNumbers && tensor.relative != 0
        && std::isfinite(tensor.relative);
}

/// The target's one number and the extremes of golden, as files of statistics recorded them.
Message filledText(const TensorError& tensor, const Message& place, const PairTable& pairs)
{
    using Field = StatisticTable::Field;
    const auto recorded = [](const DumpIndex& index, TensorId id, Field field) {
        const TensorRow& row = index.tensor(id);
        return row.statisticRow == TensorRow::kNone
            ? 0
            : index.statisticTables()[row.statisticTable]->value(field, row.statisticRow).value_or(0);
    };
    const TensorPair& pair = pairs.row(tensor.row).pair;
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    return phrase("every element of %1 is %2, golden's are from %3 to %4", place,
        fmt::format("{:g}", recorded(target, pair.target, Field::Max)),
        fmt::format("{:g}", recorded(golden, pair.golden, Field::Min)),
        fmt::format("{:g}", recorded(golden, pair.golden, Field::Max)));
}

/// The same, and of what it is a share.
Message sizeText(const TensorError& tensor, const Message& place)
{
    Message difference = differenceText(tensor, place);
    if (!givesRelative(tensor))
        return difference;
    switch (relativeMeasure(tensor)) {
    case ErrorMeasure::OfLargest:
        return phrase("%1 of the largest value, by the extremes and the mean", difference);
    case ErrorMeasure::PartL2:
        return phrase("%1 (relative L2 of this part alone)", difference);
    default:
        return phrase("%1 (relative L2)", difference);
    }
}

/// The error beside that of the inputs, and what they explain.
Message growthText(const Message& error, const Evidence& evidence, const PairTable& pairs)
{
    return excessText(evidence.hasInputs ? besideInputs(error, evidence, pairs) : error,
        Form<3>("they and %1 explain %2, %3"), evidence, pairs);
}

/// Inputs that do not differ do so by every measure.
bool hasEqualInputs(const Evidence& evidence)
{
    return evidence.hasInputs && evidence.knowsInputs && evidence.inherited == 0;
}

/// The same by a measure other than that of the inputs. `explaining` is what the inputs are called.
Message otherExcessText(
    const Message& error, Form<3> explaining, const Evidence& evidence, const PairTable& pairs)
{
    return hasEqualInputs(evidence) ? growthText(error, evidence, pairs)
                                    : excessText(error, explaining, evidence, pairs);
}

/// An input that no compared operator made so, unless the one is known that did.
Message wrongInputText(
    const Evidence& evidence, const Message& place, const PairTable& pairs, bool isMakerKnown)
{
    const TensorError& tensor = *evidence.tensor;
    Message text = tensor.isFilled ? filledText(tensor, place, pairs) : sizeText(tensor, place);
    if (!isMakerKnown && isFed(pairs, tensor.row))
        text = phrase("%1 and no operator in the dump ran before it: the runs were given other data, or what "
                      "made it was not dumped",
            text);
    else if (!isMakerKnown)
        text = phrase("%1 and no compared operator made it so: a parameter, a constant or an operator "
                      "that was left out",
            text);
    if (tensor.isFilled)
        return text;
    if (!tensor.hasNumbers || !(evidence.explained > 0)) {
        if (!evidence.looksBefore)
            return text;
        return phrase("%1; %2", text,
            tensor.isParameter ? phrase("earlier steps do not differ")
                               : phrase("nothing compared before differs"));
    }
    const Message arithmetic = arithmeticOf(tensor, pairs);
    const std::string explained = errorDigits(evidence.explained);
    const Message times = timesText(evidence.score);
    // Parameters come from earlier steps, so nothing of their own is held against them.
    if (tensor.isParameter)
        return phrase("%1; %2", text,
            evidence.looksBefore
                ? phrase(
                    "%1, other parameters and earlier steps explain %2, %3", arithmetic, explained, times)
                : phrase("%1 and other parameters explain %2, %3", arithmetic, explained, times));
    const Message noise = !evidence.looksBefore
        ? phrase("the noise of the run and %1 explain %2, %3", arithmetic, explained, times)
        : evidence.foundBefore
        ? phrase("errors before, the noise of the run and %1 explain %2, %3", arithmetic, explained, times)
        : phrase("nothing compared before differs; the noise of the run and %1 explain %2, %3", arithmetic,
            explained, times);
    return phrase("%1; %2", text, noise);
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

/// By the counts or extremes that were recorded; nothing where none was.
std::optional<bool> isRecordedFinite(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    for (const Field count : {Field::NanCount, Field::PosInfCount, Field::NegInfCount}) {
        if (table.value(count, row.statisticRow).value_or(0) > 0)
            return false;
    }
    const auto max = table.value(Field::Max, row.statisticRow);
    const auto min = table.value(Field::Min, row.statisticRow);
    return max && min ? std::optional(std::isfinite(*max) && std::isfinite(*min)) : std::nullopt;
}

} // namespace

NonFiniteSides nonFiniteSides(const PairTable& pairs, std::size_t row)
{
    const auto sides = [](bool target, bool golden) {
        return target && golden ? NonFiniteSides::Both
            : golden            ? NonFiniteSides::GoldenOnly
                                : NonFiniteSides::TargetOnly;
    };
    const auto target = countOf(pairs, row, "nan_target", "inf_target");
    const auto golden = countOf(pairs, row, "nan_golden", "inf_golden");
    if (target && golden)
        return sides(*target > 0, *golden > 0);
    const TensorPair& pair = pairs.row(row).pair;
    const auto ours = isRecordedFinite(*pairs.target().index, pair.target);
    const auto theirs = isRecordedFinite(*pairs.golden().index, pair.golden);
    return ours && theirs ? sides(!*ours, !*theirs) : NonFiniteSides::TargetOnly;
}

Message missingInputsText(const PairTable& pairs, std::size_t row)
{
    const bool isDumped = dumpedInputs(*pairs.target().index, pairs.row(row).pair.target) > 0;
    return isDumped ? phrase("its inputs were not measured") : phrase("its inputs were not dumped");
}

Message tensorPlace(const TensorRow& row)
{
    return row.io == Io::Unknown ? phrase("the tensor") : ioPlace(row.io, row.slot);
}

bool isFed(const PairTable& pairs, std::size_t row)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorId id = pairs.row(row).pair.target;
    const TensorRow& tensor = index.tensor(id);
    const std::string_view type = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
    if (tensor.io != Io::Input || !hasRecordedOrder(tensor) || isParameterInput(type, tensor.slot))
        return false;
    // Of the dump, not of the pairs: a filter and tensors without partner leave some out.
    const FolderFacts& facts = index.factsOf(id);
    for (std::size_t before = id.value(); before > 0; --before) {
        const TensorId other(before - 1);
        const FolderFacts& place = index.factsOf(other);
        if (place.rank != facts.rank || place.step != facts.step)
            break;
        if (isMadeByOperator(index.tensor(other).io))
            return false;
    }
    return true;
}

std::string errorDigits(double error)
{
    return fmt::format("{:.2g}", error);
}

std::string boundDigits(double error)
{
    if (!(error > 0) || !std::isfinite(error))
        return errorDigits(error);
    const double unit = std::pow(10.0, std::floor(std::log10(error)) - 1);
    // A bound of two digits is its own.
    constexpr double kHair = 1e-9;
    return errorDigits(std::floor(error / unit + kHair) * unit);
}

std::string timesDigits(double score)
{
    return fmt::format("{:.3g}", score);
}

namespace {

Message reasonText(const Evidence& evidence, const PairTable& pairs, bool isMakerKnown)
{
    const TensorError& tensor = *evidence.tensor;
    const DumpIndex& index = *pairs.target().index;
    const TensorId id = pairs.row(tensor.row).pair.target;
    const Message place
        = index.tensor(id).io == Io::Unknown ? tensorPlace(index.tensor(id)) : tensorPlace(index, id);
    switch (evidence.reason) {
    case SuspectReason::None:
        break;
    case SuspectReason::Growth:
        return growthText(sizeText(tensor, place), evidence, pairs);
    case SuspectReason::WorstElement:
        return otherExcessText(
            phrase("an element of %1 is off by %2 of the largest one", place, errorDigits(tensor.largest)),
            Form<3>("the inputs and %1 explain %2, %3"), evidence, pairs);
    case SuspectReason::NormChange:
        return otherExcessText(phrase("the norm of %1 is off by %2", place, errorDigits(tensor.norm)),
            Form<3>("the norms of the inputs and %1 explain %2, %3"), evidence, pairs);
    case SuspectReason::WrongInput:
        return evidence.scalars.empty() ? wrongInputText(evidence, place, pairs, isMakerKnown)
                                        : phrase("%1; in the step before its %2",
                                            wrongInputText(evidence, place, pairs, true), evidence.scalars);
    case SuspectReason::WrongScalar:
        if (!tensor.isOutput)
            return phrase("%1; what it is written to was not dumped", evidence.scalars);
        return phrase(
            "%1; %2", evidence.scalars, besideInputs(differenceText(tensor, place), evidence, pairs));
    case SuspectReason::WrongChoice:
        if (tensor.isOutput)
            return phrase("%1 does not hold what golden's holds, though all that is looked up is a copy and "
                          "the statistics of the table and the extremes of the indices, which are all that "
                          "is known of these, are golden's: indices differ, or the table's rows do",
                place);
        if (isFed(pairs, tensor.row))
            return phrase(
                "%1 is an integer or truth value, differs, and no operator in the dump ran before it: "
                "the runs were given other data, or what made it was not dumped",
                place);
        return phrase("%1 is an integer or truth value, differs, and no compared operator made it so: an "
                      "attribute, an index or a mask",
            place);
    case SuspectReason::NonFinite:
        return phrase("%1; %2",
            nonFiniteSides(pairs, tensor.row) == NonFiniteSides::GoldenOnly
                ? phrase("the target has no NaN or infinities; golden's are born in %1", place)
                : nonFiniteSides(pairs, tensor.row) == NonFiniteSides::Both
                ? phrase("NaN or infinities of %1 are others than golden's, or stand elsewhere", place)
                : phrase("NaN or infinities are born in %1", place),
            evidence.hasInputs && (!evidence.knowsInputs || lacksInputs(evidence, pairs))
                ? phrase("those of its inputs that could be compared agree on theirs")
                : evidence.hasInputs ? phrase("the inputs agree on theirs")
                                     : phrase("%1, what was dumped before agrees on theirs",
                                         missingInputsText(pairs, tensor.row)));
    case SuspectReason::NonFiniteInput: {
        const Message maker = tensor.isParameter
            ? phrase("the parameter itself is spoiled")
            : phrase("a parameter, a constant or an operator that was left out");
        switch (nonFiniteSides(pairs, tensor.row)) {
        case NonFiniteSides::GoldenOnly:
            return phrase(
                "%1 has NaN or infinities in golden and none in the target, and no compared operator made "
                "them: %2; nothing compared before has",
                place, maker);
        case NonFiniteSides::Both:
            return phrase(
                "%1 has other NaN or infinities than golden, or at other places, and no compared operator "
                "made them: %2; nothing compared before has",
                place, maker);
        case NonFiniteSides::TargetOnly:
            break;
        }
        return phrase(
            "%1 has NaN or infinities where golden has none, and no compared operator made them: %2; nothing "
            "compared before has",
            place, maker);
    }
    case SuspectReason::ShapeChange:
        if (!tensor.isOutput)
            return phrase(
                "%1 has another shape than golden and no compared operator made it so: a view, a slice "
                "or an operator that was left out; nothing compared before differs",
                place);
        if (evidence.hasInputs && lacksInputs(evidence, pairs))
            return phrase(
                "%1 has another shape than golden; those of its inputs that could be compared do not", place);
        return evidence.hasInputs
            ? phrase("%1 has another shape than golden; the inputs do not", place)
            : phrase("%1 has another shape than golden; %2, nothing compared before has", place,
                missingInputsText(pairs, tensor.row));
    case SuspectReason::Bits:
        return phrase(
            "the inputs have equal checksums, %1 has not; checksums do not tell rounding from faults", place);
    case SuspectReason::Fault:       // the conclusion says it
    case SuspectReason::Unexplained: // by the limits, who say it
        break;
    }
    return {};
}

} // namespace

ErrorMeasure relativeMeasure(const TensorError& tensor)
{
    return tensor.isOfLargest ? ErrorMeasure::OfLargest
        : tensor.isOfPart     ? ErrorMeasure::PartL2
                              : ErrorMeasure::RelativeL2;
}

std::optional<SuspectFigure> suspectFigure(const Evidence& evidence)
{
    const TensorError& tensor = *evidence.tensor;
    SuspectFigure figure;
    switch (evidence.reason) {
    case SuspectReason::WorstElement:
        figure.measure = ErrorMeasure::WorstElement;
        figure.error = tensor.largest;
        if (hasEqualInputs(evidence))
            figure.inherited = 0;
        return figure;
    case SuspectReason::NormChange:
        figure.measure = ErrorMeasure::Norm;
        figure.error = tensor.norm;
        if (hasEqualInputs(evidence))
            figure.inherited = 0;
        return figure;
    case SuspectReason::WrongScalar:
        if (!tensor.isOutput)
            return std::nullopt;
        break;
    case SuspectReason::Growth:
    case SuspectReason::WrongInput:
        break;
    default:
        return std::nullopt;
    }
    if (!givesRelative(tensor))
        return std::nullopt;
    figure.measure = relativeMeasure(tensor);
    figure.error = tensor.relative;
    figure.isBound = tensor.basis == PairBasis::Statistics;
    figure.isInput = evidence.reason == SuspectReason::WrongInput;
    if (!figure.isInput && evidence.hasInputs && evidence.knowsInputs)
        figure.inherited = evidence.inherited;
    return figure;
}

Message suspectText(const Evidence& evidence, const PairTable& pairs, bool isMakerKnown)
{
    Message reason = reasonText(evidence, pairs, isMakerKnown);
    if (!evidence.tensor->isNarrowed)
        return reason;
    const TensorPair& pair = pairs.row(evidence.tensor->row).pair;
    return phrase("%1; it is %2, golden's %3, while products of matrices have one type on both sides", reason,
        dtypeName(pairs.target().index->tensor(pair.target).dtype),
        dtypeName(pairs.golden().index->tensor(pair.golden).dtype));
}

} // namespace dumpscope::core
