// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

/// Whether the row has a recorded position in time: an execution order or a time stamp.
[[nodiscard]] bool hasRecordedOrder(const TensorRow& row);

/// The step that made the tensor: the one that the dump has it in, or the step before.
[[nodiscard]] std::optional<std::int64_t> executedStep(const DumpIndex& index, TensorId id);

/// Which execution of its operator in the step a tensor is of, from 0.
[[nodiscard]] std::uint32_t executionNumber(const DumpIndex& index, TensorId id);

/// Whether the contract's order of these tensors is that of execution (docs/contract.md 1), not that of
/// names: some row has a recorded order, all names begin with a number, or all rows are of one operator.
[[nodiscard]] bool isInExecutionOrder(const DumpIndex& index, std::span<const TensorId> tensors);

/// What stands between the name of an operator and the rest of the names of what it calls: of folders that
/// nest, `1_layer` calls `1_layer/5_Linear`, but in a graph `add/y` makes what `add` gets.
[[nodiscard]] constexpr std::string_view pathMarks(const FolderFacts& facts)
{
    return facts.operatorLevels > 0 ? "./" : ".";
}
[[nodiscard]] bool isNamedWithin(std::string_view inner, std::string_view outer, std::string_view marks);

/// For each of `tensors`, which ascend: its place among them in the order of execution. Names alone put an
/// operator before what it calls, as a layer of ATB, but it ends behind it: there it stands, its inputs
/// beside its outputs. Elsewhere the places are those of the contract's order.
[[nodiscard]] std::vector<std::uint32_t> executionPlaces(
    const DumpIndex& index, std::span<const TensorId> tensors);
[[nodiscard]] std::vector<std::uint32_t> executionPlaces(const DumpIndex& index); ///< of all, by id

/// Dumpers of serving frameworks call the model so, beside modules by their paths in it
/// (docs/formats/llm-era.md 4.1).
inline constexpr std::string_view kModelItself = "root";

/// Names of operators that stand in front of names of others, as those of modules and layers do of what they
/// call. Parameters are no operators.
[[nodiscard]] std::unordered_set<StringId> callersOf(const DumpIndex& index);

/// The last tensor of what the operator of an output calls, where names alone give the order: they put a
/// module before what it calls, but its output is there after them. Else the tensor itself.
[[nodiscard]] TensorId lastBefore(const DumpIndex& index, TensorId output);

} // namespace dumpscope::core
