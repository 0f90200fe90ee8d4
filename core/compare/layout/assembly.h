// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"
#include "base/task.h"
#include "compare/layout/token_map.h"
#include "compare/pairing/pairing.h"
#include "model/tensor_store.h"
#include "records/tensor_record.h"
#include "tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// How a tensor of golden is put together from tensors of the target (docs/formats/parallel.md 1).
enum class AssemblyKind : std::uint8_t {
    Same,        ///< one part
    Replicated,  ///< any of several parts
    Concat,      ///< parts one behind the other
    Interleaved, ///< parts of several runs of places each, or that hold other things, too
    Slice,       ///< a piece of one part
    Transpose,   ///< one part with axes in another order
    Permute,     ///< one part with places of an axis in another order
    Tokens,      ///< rows by token: packed, padded otherwise, by step
    Sum,         ///< parts added
    Mean,        ///< parts added, divided by their number
};
[[nodiscard]] std::string_view assemblyWord(AssemblyKind kind);

/// What says that golden stands so in the target.
enum class AssemblyBasis : std::uint8_t {
    Values,    ///< or what was recorded of them
    Siblings,  ///< another tensor of the kind stands like this
    Parameter, ///< a parameter of the operator is cut like this
    Names,     ///< and shapes
    Said,      ///< a pairing file
    Recorded,  ///< files that say where each part stands
};

struct AssemblyPart {
    TensorId id;
    std::vector<std::size_t> axes; ///< order in which the part is read, without its axes of length 1
    Shape shape;                   ///< as it is read
    /// Place in golden of each slice along `Assembly::along`; -1: of none.
    std::vector<std::int32_t> places;
    double error = 0; ///< relative L2 of what it gives
    /// Golden's tokens stand elsewhere in it: the axes above are of the part laid out as golden is. Null:
    /// not.
    std::shared_ptr<const TokenMap> tokens = {};
    TokenAxes tokenAxes = {}; ///< of the part without its axes of length 1
};

/// Rows of a vocabulary that one side has behind those of the other, for ranks to share it evenly.
struct PaddedRows {
    std::int64_t first = 0, last = 0;
    bool areOfParts = false; ///< else of the side that is whole
};

struct Assembly {
    AssemblyKind kind = AssemblyKind::Same;
    std::optional<std::size_t> axis; ///< of golden; absent where it is not one alone
    Shape shape;                     ///< golden as it is read
    std::size_t along = 0;           ///< axis of `shape`
    std::vector<AssemblyPart> parts; ///< in golden's order; of replicas the farthest off first
    double error = 0;                ///< relative L2 of what is put together against golden
    double coverage = 1;             ///< share of golden's elements that some part has
    std::size_t worst = 0;           ///< the part that is farthest off
    AssemblyBasis basis = AssemblyBasis::Values;
    bool isByNames = false;      ///< names say so, too, or alone
    bool isAgainstNames = false; ///< names say that the same parts are read otherwise
    std::optional<PaddedRows> padding = {};
    bool isOfStatistics = false; ///< what was recorded of values says so: where elements stand is not known
    std::vector<TensorId> together; ///< of golden: all that the parts hold, where they hold several
    /// Golden is cut: the parts are golden's, and where golden is said here it is the target.
    bool isOfGolden = false;

    /// Whether neither values, nor files of the run, nor a pairing file say so.
    [[nodiscard]] bool isCarried() const
    {
        return basis != AssemblyBasis::Values && basis != AssemblyBasis::Said
            && basis != AssemblyBasis::Recorded;
    }
    /// Whether each part has all of golden.
    [[nodiscard]] bool isOfReplicas() const
    {
        return kind == AssemblyKind::Replicated || kind == AssemblyKind::Transpose
            || kind == AssemblyKind::Permute;
    }
    [[nodiscard]] bool isAdded() const { return kind == AssemblyKind::Sum || kind == AssemblyKind::Mean; }
    /// Parts that the values come from: of replicas the first.
    [[nodiscard]] std::size_t partsUsed() const { return isOfReplicas() ? 1 : parts.size(); }
};

/// Word of docs/contract.md 4 `rests_on`.
[[nodiscard]] std::string_view restsOn(const Assembly& assembly);

/// "found by values in 2 tensors of ranks 0, 1: concat, axis 2". `parts`: of the side that has them.
[[nodiscard]] Message assemblyText(const Assembly& assembly, const DumpIndex& parts);

/// Whether one side of a pair is not one tensor as it lies there.
[[nodiscard]] inline bool isPutTogether(const TensorPair& pair)
{
    return pair.hint && pair.hint->assembly;
}
/// Whether it takes several parts, or a piece of one.
[[nodiscard]] bool isOfParts(const TensorPair& pair);
/// Whether that side is the target.
[[nodiscard]] inline bool isTargetPutTogether(const TensorPair& pair)
{
    return isPutTogether(pair) && !pair.hint->assembly->isOfGolden;
}
/// The target's tensor of a pair, or all that it is put together from; likewise golden's.
[[nodiscard]] std::vector<TensorId> targetsOf(const TensorPair& pair);
[[nodiscard]] std::vector<TensorId> goldensOf(const TensorPair& pair);
/// The side that has the parts, and the other.
[[nodiscard]] const DumpIndex& partsIndex(
    const Assembly& assembly, const DumpIndex& target, const DumpIndex& golden);

/// The elements of a tensor in C order. Errors: those of TensorStore::open.
[[nodiscard]] Result<std::vector<float>> valuesOf(const TensorStore& store, TensorId id, TaskContext& task);
[[nodiscard]] Result<std::vector<float>> valuesOf(const TensorView& view, TaskContext& task);

/// The elements in golden's order; NaN where no part has one. Errors: as `valuesOf`.
[[nodiscard]] Result<std::vector<float>> assembled(
    const Assembly& assembly, const TensorStore& target, TaskContext& task);

/// Elements in golden's order that some part has.
[[nodiscard]] std::vector<bool> coveredElements(const Assembly& assembly, const DumpIndex& target);

/// Elements of a tensor as an array of one axis, those of `isOne` alone. Errors: of ElementStream::make;
/// Code::Cancelled.
[[nodiscard]] Result<TensorView> onlyElements(
    const TensorView& view, const std::vector<bool>& isOne, TaskContext& task);

/// Sets errors, `coverage` and `worst`, from the elements in golden's order and those that are covered.
void measureAssembly(Assembly& assembly, const std::vector<float>& made, const std::vector<float>& golden,
    const std::vector<bool>& isCovered, const DumpIndex& target);

/// Sets the error of each part by what it holds itself, and `worst`, where several parts hold the same places
/// of golden, as ranks that share features but not tokens do. What cannot be read keeps its error. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<void> measureSharedPlaces(
    Assembly& assembly, const std::vector<float>& golden, const TensorStore& target, TaskContext& task);

/// Reads what it is put together from, and golden, for `measureAssembly` and `measureSharedPlaces`; of
/// replicas the farthest off goes first. False: a side cannot be read. Errors: Code::Cancelled.
[[nodiscard]] Result<bool> measureByValues(Assembly& assembly, TensorId golden, const TensorStore& target,
    const TensorStore& goldenStore, TaskContext& task);

} // namespace dumpscope::core
