// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Arguments of operators that are no tensors, by operator. Caches the tables it has used. Not thread-safe.
class ScalarArguments {
public:
    /// Arguments of the operator of a tensor, in the file's order; empty where the dump records none. They
    /// point into the index; the list is valid as long as this.
    [[nodiscard]] const std::vector<const StatisticTable::Scalar*>& of(
        const DumpIndex& index, TensorId tensorOfOperator);

private:
    using ByOperator = std::unordered_map<std::uint32_t, std::vector<const StatisticTable::Scalar*>>;
    std::map<const StatisticTable*, ByOperator> m_tables;
};

/// The table with the scalars of the operator of a tensor; null if there is none.
[[nodiscard]] const StatisticTable* tableOf(const DumpIndex& index, TensorId tensor);
/// The value of a number, or of a truth value as 1 or 0; nullopt for words and None.
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
    /// The number that fills a mask is another one, which means the same behind a softmax: a known effect.
    Message mask = {};
    /// One side alone is called with it, by its name. What it is by default nobody knows.
    bool isOneSided = false;
};
/// The first number, truth value or word that differs between the arguments of both sides. Words that name
/// devices are left out. Where the sides are called with different arguments, those that have the same name
/// are compared, then one that a single side has is looked for, by its name and with a value that is not
/// usual (None, False, 0, 1).
[[nodiscard]] ScalarDifference scalarDifference(const DumpIndex& target, TensorId targetTensor,
    const DumpIndex& golden, TensorId goldenTensor, ScalarArguments& targets, ScalarArguments& goldens);

} // namespace dumpscope::core
