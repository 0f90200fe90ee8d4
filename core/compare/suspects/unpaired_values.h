// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/tensor_store.h"
#include "tensor/statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace dumpscope::core {

inline constexpr std::size_t kMostRead = 32; ///< candidates whose values are computed

/// Which non-finite elements a tensor has.
enum class NonFiniteValues : unsigned char {
    Unknown,
    None,
    Mask,   ///< -infinity only, with finite elements in every known row
    Spoilt, ///< NaN, +infinity, or a row of -infinity only
};

/// Statistics of tensors of one dump: as recorded, else computed while at most 256 MiB are read in all. The
/// task must outlive it. Not thread-safe.
class UnpairedValues {
public:
    UnpairedValues(std::shared_ptr<const DumpIndex> index, TaskContext& task);

    [[nodiscard]] NonFiniteValues nonFinite(TensorId id);
    /// The largest element; of those that are finite where it is computed.
    [[nodiscard]] std::optional<double> largest(TensorId id);
    /// Whether one may be another view of the other: of its shape, or of another one with as many elements.
    [[nodiscard]] bool mayBeView(TensorId a, TensorId b) const;
    /// Whether both have the same extremes and, but for the order in which it is summed, the same norm, and
    /// are not all zero. Those of different types may differ by the rounding of a cast.
    [[nodiscard]] bool isSame(TensorId a, TensorId b);
    /// The same of recorded statistics alone.
    [[nodiscard]] bool isRecordedSame(TensorId a, TensorId b) const;

private:
    using Figures = std::array<std::optional<double>, 3>; ///< largest, smallest, norm
    [[nodiscard]] Figures recorded(TensorId id) const;
    [[nodiscard]] bool areSame(TensorId a, const Figures& one, TensorId b, const Figures& other) const;
    [[nodiscard]] std::optional<Statistics> computed(TensorId id);
    [[nodiscard]] NonFiniteValues ofMask(TensorId id);
    [[nodiscard]] bool takeBytes(TensorId id);

    std::shared_ptr<const DumpIndex> m_index;
    TensorStore m_store;
    TaskContext& m_task;
    std::uint64_t m_left = std::uint64_t {1} << 28U; ///< bytes to read
};

} // namespace dumpscope::core
