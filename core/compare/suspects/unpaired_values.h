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

/// What a tensor has that is not finite.
enum class NonFiniteValues : unsigned char {
    Unknown,
    None,
    Mask,   ///< -infinity alone, with finite elements in every row that is known
    Spoilt, ///< NaN, infinity, or -infinity that leaves nothing of a row
};

/// Values of tensors of one dump: as recorded, else read, of so many bytes at most. Not thread-safe.
class UnpairedValues {
public:
    UnpairedValues(std::shared_ptr<const DumpIndex> index, TaskContext& task);

    [[nodiscard]] NonFiniteValues nonFinite(TensorId id);
    /// Whether both have the same norm and extremes, and are not all zero, which says nothing. Those of two
    /// types may differ by what a cast rounds.
    [[nodiscard]] bool isSame(TensorId a, TensorId b);
    /// The same of recorded statistics alone.
    [[nodiscard]] bool isRecordedSame(TensorId a, TensorId b) const;

private:
    using Figures = std::array<std::optional<double>, 3>; ///< largest, smallest, norm
    [[nodiscard]] Figures recorded(TensorId id) const;
    [[nodiscard]] bool areSame(TensorId a, const Figures& one, TensorId b, const Figures& other) const;
    [[nodiscard]] Figures figures(TensorId id);
    [[nodiscard]] std::optional<Statistics> computed(TensorId id);
    [[nodiscard]] NonFiniteValues ofMask(TensorId id);
    [[nodiscard]] bool takeBytes(TensorId id);

    std::shared_ptr<const DumpIndex> m_index;
    TensorStore m_store;
    TaskContext& m_task;
    std::uint64_t m_left = std::uint64_t {1} << 28U; ///< bytes to read
};

} // namespace dumpscope::core
