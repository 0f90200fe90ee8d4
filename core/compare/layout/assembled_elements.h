// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "tensor/tensor_view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dumpscope::core {

/// What stands for an element that no part has, where the type of the parts has no NaN.
enum class Missing : unsigned char {
    Nan,  ///< of a floating-point type that is taken instead
    Zero, ///< for who looks only at elements that are there
};

/// The side of a pair that is put together, as the other side has it, in its shape, dense. Of the type of the
/// parts, bit for bit, where all have one and nothing is missing or `missing` can be said in it; of parts
/// that are added, or of several types, float32, or float64 where that cannot hold every element. Errors:
/// those of TensorStore::open.
[[nodiscard]] Result<TensorView> assembledView(const TensorPair& pair, const TensorStore& target,
    const TensorStore& golden, TaskContext& task, Missing missing = Missing::Nan);

struct PairViews {
    TensorView target, golden;
};

/// Both sides of a pair, one put together where it is. Where no part has an element both are NaN. Errors:
/// those of TensorStore::open.
[[nodiscard]] Result<PairViews> openPairViews(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task);

/// Both sides of a pair as they are shown: the one that is whole as it is in its dump, the other in the type
/// of its parts where they have one; what it holds where no part has an element means nothing.
struct ShownViews {
    TensorView target, golden;
    /// Per element of either, in C order: false where the whole side has no counterpart. Empty: all have.
    std::vector<bool> isCovered;
};

/// Errors: those of TensorStore::open.
[[nodiscard]] Result<ShownViews> openShownViews(
    const TensorPair& pair, const TensorStore& target, const TensorStore& golden, TaskContext& task);

/// Where an element of the side that is whole stands in the other.
struct ElementOrigin {
    std::size_t part = 0;            ///< of `Assembly::parts`
    std::vector<std::int64_t> index; ///< in the part's shape

    friend bool operator==(const ElementOrigin&, const ElementOrigin&) = default;
};

/// One place, or one in each part that is added; none where no part has the element. Of replicas the first.
[[nodiscard]] std::vector<ElementOrigin> elementOrigins(const Assembly& assembly, const DumpIndex& parts,
    std::span<const std::int64_t> goldenShape, std::span<const std::int64_t> goldenIndex);

/// Slices of golden along `Assembly::along` that come from one part.
struct PartRun {
    std::size_t first = 0, count = 0;
    std::optional<std::size_t> part; ///< absent: from none

    friend bool operator==(const PartRun&, const PartRun&) = default;
};

/// In golden's order, without gaps. Empty where parts are added: every slice comes from several.
[[nodiscard]] std::vector<PartRun> partRuns(const Assembly& assembly);

/// "columns of 4 ranks, one behind the other".
[[nodiscard]] Message compositionText(const Assembly& assembly, const DumpIndex& target);

/// "rank 3, part 4 of 4, element [0,12]".
[[nodiscard]] Message originText(
    const ElementOrigin& origin, const Assembly& assembly, const DumpIndex& target);

} // namespace dumpscope::core
