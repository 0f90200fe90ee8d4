// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>

#include <cmath>

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

/// What an error is and what of it is explained; where no input was dumped, by what was off before.
std::string excessText(
    std::string error, std::string_view inputs, const Evidence& evidence, const PairTable& pairs)
{
    return fmt::format("{}; {} and {} explain {:.2g}, {}", error,
        evidence.hasInputs ? inputs : "its inputs were not dumped; errors before",
        arithmeticOf(*evidence.tensor, pairs), evidence.explained, timesText(evidence.score));
}

std::string inheritedText(const Evidence& evidence)
{
    return evidence.hasInputs ? fmt::format("its inputs by at most {:.2g}", evidence.inherited)
                              : "its inputs were not dumped";
}

} // namespace

std::string suspectText(const Evidence& evidence, const PairTable& pairs)
{
    const TensorError& tensor = *evidence.tensor;
    const std::string place = placeOf(tensor, pairs);
    switch (evidence.reason) {
    case SuspectReason::None:
        break;
    case SuspectReason::Growth:
        return excessText(fmt::format("{} is off by {:.2g} (relative L2){}", place, tensor.relative,
                              evidence.hasInputs ? ", " + inheritedText(evidence) : ""),
            "they", evidence, pairs);
    case SuspectReason::WorstElement:
        return excessText(
            fmt::format("an element of {} is off by {:.2g} of the largest one", place, tensor.largest),
            "the inputs", evidence, pairs);
    case SuspectReason::NormChange:
        return excessText(fmt::format("the norm of {} is off by {:.2g}", place, tensor.norm),
            "the norms of the inputs", evidence, pairs);
    case SuspectReason::WrongInput:
        if (!tensor.hasNumbers)
            return fmt::format("{} has another checksum and no recorded operator made it so: a parameter, a "
                               "constant or an operator the dump left out; nothing differs before",
                place);
        return fmt::format(
            "{} is off by {:.2g} and no recorded operator made it so: a parameter, a constant or "
            "an operator the dump left out; elsewhere errors are at most {:.2g} so far, {}",
            place, tensor.relative, evidence.explained, timesText(evidence.score));
    case SuspectReason::WrongScalar:
        return fmt::format(
            "{}; {} is off by {:.2g}, {}", evidence.scalars, place, tensor.relative, inheritedText(evidence));
    case SuspectReason::WrongChoice:
        return fmt::format(
            "{} is an integer or truth value, differs, and no recorded operator made it so: an "
            "attribute, an index or a mask",
            place);
    case SuspectReason::NonFinite:
        return fmt::format("NaN or infinities are born in {}; {}", place,
            evidence.hasInputs ? "the inputs agree on theirs"
                               : "its inputs were not dumped, what was dumped before agrees on theirs");
    case SuspectReason::ShapeChange:
        return fmt::format("{} has another shape than golden; {}", place,
            evidence.hasInputs ? "the inputs do not" : "its inputs were not dumped, nothing before has");
    case SuspectReason::Bits:
        return fmt::format(
            "the inputs have equal checksums, {} has not; checksums do not tell rounding from faults", place);
    }
    return {};
}

} // namespace dumpscope::core
