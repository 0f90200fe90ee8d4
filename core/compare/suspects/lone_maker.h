// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/unpaired_values.h"
#include "compare/tables/pair_table.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

/// Finds the operator that only one side runs and that made an input of an operator
/// that both sides run. Views and casts after it give the same values again: the maker is the first operator
/// without these values among its inputs. Index and values must outlive it.
class LoneMaker {
public:
    /// `paired`: by tensor id, whether the tensor is in a pair.
    LoneMaker(const DumpIndex& index, std::vector<bool> paired, UnpairedValues& values)
        : m_index(index)
        , m_paired(std::move(paired))
        , m_values(values)
    {
    }

    /// An output of the maker; of the same rank and step, made before `wanted`. Nothing where there is none
    /// or the task stops.
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

/// Sets `Suspect::goldenOnly` of the first suspect where in golden an operator that the target does not run
/// made its wrong tensor.
void nameGoldenOperators(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedGolden,
    Suspicion& suspicion, TaskContext& task);

/// Whether the target's dump has an operator of the name of a golden one, although it is no partner of it.
[[nodiscard]] bool hasNamesake(const PairTable& pairs, TensorId golden);

/// Whether other operators made the wrong tensor of the suspect: an input that is no parameter, or an output
/// of a module, which its parts make.
[[nodiscard]] bool showsWhatOthersMade(const PairTable& pairs, const Suspect& suspect);

} // namespace dumpscope::core
