// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pair_table.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/unpaired_values.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// Finds the operator that only one side has and that gave a tensor of this side which an operator was given
/// that both have. Views and casts behind it give the same once more: it is the first one that was not given
/// it.
class LoneMaker {
public:
    /// `paired`: tensors of the side that stand in pairs, by id.
    LoneMaker(const DumpIndex& index, std::vector<bool> paired, UnpairedValues& values)
        : m_index(index)
        , m_paired(std::move(paired))
        , m_values(values)
    {
    }

    /// An output; of the same rank and step, made before `wanted`.
    [[nodiscard]] std::optional<TensorId> of(
        TensorId wanted, const std::vector<UnpairedTensor>& unpaired, const std::stop_token& stop);

private:
    [[nodiscard]] bool isSameOperator(TensorId a, TensorId b) const;
    [[nodiscard]] bool isAlone(TensorId id) const;
    [[nodiscard]] bool wasGiven(TensorId maker, TensorId wanted);

    const DumpIndex& m_index;
    std::vector<bool> m_paired;
    UnpairedValues& m_values;
};

/// Where golden gave the wrong tensor of the first suspect to it by an operator that the target does not run,
/// the suspect says so (`Suspect::goldenOnly`).
void nameGoldenOperators(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedGolden,
    Suspicion& suspicion, TaskContext& task);

/// Whether what the suspect shows was made by others: an input that is no parameter, or what a module gives,
/// which its parts make.
[[nodiscard]] bool showsWhatOthersMade(const PairTable& pairs, const Suspect& suspect);

} // namespace dumpscope::core
