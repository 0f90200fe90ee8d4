// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Whether tensors hold the same, as far as statistics and checksums show it: all that was recorded of both
/// is bit-equal. Values are not read. Thread-safe.
class CellSignatures {
public:
    /// Errors: Code::Cancelled.
    [[nodiscard]] static Result<CellSignatures> make(const TrendRun& data, TaskContext& task);

    /// Equal text for cells that hold the same; empty where nothing is known of the values.
    [[nodiscard]] std::string of(std::size_t cell) const;
    /// The same of figures alone, without checksums.
    [[nodiscard]] std::string figuresOf(std::size_t cell) const;
    /// Whether the figures that were recorded or computed of both cells are the same; absent where there is
    /// none of both.
    [[nodiscard]] std::optional<bool> agree(
        std::size_t cell, const CellSignatures& other, std::size_t otherCell) const;
    /// A figure that is not the same of two cells, the magnitude before others; absent: none of both is known
    /// and differs, as where checksums alone do.
    struct Difference {
        std::string_view figure; ///< column of tensors
        double own = 0, other = 0;
    };
    [[nodiscard]] std::optional<Difference> difference(std::size_t cell, std::size_t other) const;
    /// How many figures and checksums tell it.
    [[nodiscard]] std::size_t figures(std::size_t cell) const;
    /// Whether sums over all elements (mean, norm) tell it, and not extremes alone.
    [[nodiscard]] bool hasSums(std::size_t cell) const;
    /// Whether elements differ from each other: equal constants, as zeros, show little.
    [[nodiscard]] bool varies(std::size_t cell) const;

    /// Logarithm of the chance that tensors which are no replicas have what these cells of one row have, one
    /// of each step: by the figure or the checksums that tell most (logChanceOfEqual).
    [[nodiscard]] double logChanceOfEqual(std::span<const std::size_t> cells) const;

private:
    [[nodiscard]] double logChanceOfDigests(std::span<const std::size_t> cells) const;
    explicit CellSignatures(const TrendRun& data)
        : m_data(&data)
    {
    }
    static constexpr std::size_t kColumns = 5;
    const TrendRun* m_data;
    std::array<std::shared_ptr<const TrendColumn>, kColumns> m_columns;
};

/// The checksums that were recorded of a tensor, in the order of their columns.
[[nodiscard]] std::vector<std::string_view> recordedDigests(const DumpIndex& index, TensorId id);

} // namespace dumpscope::core
