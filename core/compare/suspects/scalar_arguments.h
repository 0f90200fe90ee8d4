// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// What operators got that is no tensor, by operator. Remembers the tables it was asked about. Not
/// thread-safe.
class ScalarArguments {
public:
    /// Of the operator a tensor belongs to, in the file's order; empty where the dump records none.
    [[nodiscard]] const std::vector<const StatisticTable::Scalar*>& of(
        const DumpIndex& index, TensorId tensorOfOperator);

private:
    using ByOperator = std::unordered_map<std::uint32_t, std::vector<const StatisticTable::Scalar*>>;
    std::map<const StatisticTable*, ByOperator> m_tables;
};

/// The table that has the scalars of the operator a tensor belongs to, null if none has.
[[nodiscard]] const StatisticTable* tableOf(const DumpIndex& index, TensorId tensor);
/// A number, or a truth value as 1 or 0; nullopt for words and None.
[[nodiscard]] std::optional<double> scalarNumber(
    const StatisticTable& table, const StatisticTable::Scalar& scalar);

/// "input 1" as in the ids of tensors, which are counted together with what is no tensor; "argument eps"
/// where it has a name.
[[nodiscard]] Message scalarPlace(const StatisticTable& table, const StatisticTable::Scalar& scalar);
[[nodiscard]] bool hasArgumentName(const StatisticTable& table, const StatisticTable::Scalar& scalar);

/// Whether this is infinite or the smallest or largest number of a type: masks are made of these.
[[nodiscard]] bool isTypeLimit(double number);

struct ScalarDifference {
    Message text;                          ///< "input 1 is 0.5, golden's 0.125"; empty where there is none
    bool isNaN = false;                    ///< the target's is, golden's not
    std::optional<std::int32_t> slot = {}; ///< of the target's, as in ids; absent where it has a name
};
/// The first number or truth value the two sides of a pair were given differently. Words are left out: they
/// name devices and types.
[[nodiscard]] ScalarDifference scalarDifference(const DumpIndex& target, TensorId targetTensor,
    const DumpIndex& golden, TensorId goldenTensor, ScalarArguments& targets, ScalarArguments& goldens);

} // namespace dumpscope::core
