// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/missing_elements.h"

namespace dumpscope::core {

namespace {

/// Empty: the side has elements, as far as its index knows.
Message reasonOf(const DumpIndex& index, TensorId id, Form<0> side)
{
    const TensorRow& row = index.tensor(id);
    switch (row.state) {
    case TensorState::StatisticsOnly:
        return phrase("the %1 was dumped without elements", side);
    case TensorState::Unreadable:
    case TensorState::Truncated:
    case TensorState::Unsupported:
        if (row.problem.value() != 0)
            return phrase("the %1 cannot be read: %2", side, index.message(row.problem));
        return phrase("the %1 cannot be read", side);
    case TensorState::Ok:
    case TensorState::Empty:
        break;
    }
    return {};
}

} // namespace

Message missingElements(const PairTable& pairs, std::size_t row)
{
    const PairResult& result = pairs.row(row);
    if (result.basis == PairBasis::Elements)
        return {};
    constexpr Form<0> kTarget("target"), kGolden("golden");
    const Message target = reasonOf(*pairs.target().index, result.pair.target, kTarget),
                  golden = reasonOf(*pairs.golden().index, result.pair.golden, kGolden);
    const bool isStatistics = result.basis == PairBasis::Statistics;
    const auto isRecorded = [](const DumpIndex& index, TensorId id) {
        return index.tensor(id).state == TensorState::StatisticsOnly;
    };
    if (isRecorded(*pairs.target().index, result.pair.target)
        && isRecorded(*pairs.golden().index, result.pair.golden))
        return isStatistics
            ? phrase(
                "Only statistics of this pair could be compared: both sides were dumped without elements.")
            : phrase(
                "Only checksums of this pair could be compared: both sides were dumped without elements.");
    if (!target.empty() && !golden.empty())
        return isStatistics
            ? phrase("Only statistics of this pair could be compared: %1, and %2.", target, golden)
            : phrase("Only checksums of this pair could be compared: %1, and %2.", target, golden);
    if (target.empty() && golden.empty())
        return isStatistics ? phrase("Only statistics of this pair could be compared.")
                            : phrase("Only checksums of this pair could be compared.");
    const Message& reason = target.empty() ? golden : target;
    return isStatistics ? phrase("Only statistics of this pair could be compared: %1.", reason)
                        : phrase("Only checksums of this pair could be compared: %1.", reason);
}

} // namespace dumpscope::core
