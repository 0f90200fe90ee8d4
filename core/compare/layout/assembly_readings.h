// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// How somebody wants golden's tensor to be put together; where the slices of the parts stand follows from
/// it.
struct AssemblyChoice {
    AssemblyKind kind = AssemblyKind::Concat;
    std::optional<std::size_t> axis; ///< of golden; of kinds that have one
    std::vector<TensorId> parts;     ///< in order
    std::size_t turns = 2;           ///< of Interleaved: runs of places of each part; 0: those there are now
    bool isZigzag = false; ///< of Interleaved in two turns: the second in the reverse order of parts

    bool operator==(const AssemblyChoice&) const = default;
};

/// Kinds that can be chosen, in the order of AssemblyKind; the places of others are found by values alone.
[[nodiscard]] std::vector<AssemblyKind> kindsToChoose();
[[nodiscard]] bool hasAxis(AssemblyKind kind);

/// What the pair is put together from; of one tensor, those of its name on all ranks.
[[nodiscard]] std::vector<TensorId> partsToChoose(const TensorPair& pair, const DumpIndex& target);

/// As it would be read so, with its error. `now`: what it is until now; of its kind and axis the places stay,
/// and parts change places. Null: none. Errors: Code::Mapping, why it cannot be so; Code::Cancelled.
[[nodiscard]] Result<Assembly> assembledAs(const AssemblyChoice& choice, const Assembly* now, TensorId golden,
    const TensorStore& target, const TensorStore& goldenStore, TaskContext& task);

/// Other ways to read the parts of a pair that are not much farther off, the nearest first: another axis or
/// order, added or each the whole. None of very large tensors. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<Assembly>> otherReadings(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task);

/// "concat, axis 2, ranks 0, 1", "interleaved, axis 1, runs of ranks 0, 1, 1, 0": in golden's order.
[[nodiscard]] Message readingText(const Assembly& assembly, const DumpIndex& target);

/// The assembly as the key "assembly" of a pairing file says it. `isRule`: of a rule, where parts are the
/// tensors of the pair on their ranks. nullopt: they have other names, or no ranks.
[[nodiscard]] std::optional<std::string> saidAssemblyText(const Assembly& assembly, TensorId golden,
    const DumpIndex& target, const DumpIndex& goldenIndex, bool isRule);

} // namespace dumpscope::core
