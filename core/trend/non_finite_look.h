// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_figures.h"

#include <array>
#include <memory>
#include <optional>

namespace dumpscope::core {

/// What the figures of a tensor tell of NaN and infinities in it. Values are not read. Thread-safe.
class NonFiniteLook {
public:
    /// Errors: Code::Cancelled.
    [[nodiscard]] static Result<NonFiniteLook> make(const TrendFigures& figures, TaskContext& task);

    [[nodiscard]] bool hasNan(std::size_t cell) const;
    [[nodiscard]] bool hasPositiveInf(std::size_t cell) const;
    [[nodiscard]] bool hasNegativeInf(std::size_t cell) const;
    /// An infinite norm whose sign nothing tells, of a tensor without recorded extremes.
    [[nodiscard]] bool hasUnsignedInf(std::size_t cell) const;
    /// Whether anything was recorded of the size of the values.
    [[nodiscard]] bool hasNumbers(std::size_t cell) const;
    /// Whether there is any of them; absent where nothing was recorded.
    [[nodiscard]] std::optional<bool> hasAny(std::size_t cell) const;
    [[nodiscard]] std::optional<double> nanCount(std::size_t cell) const { return at(Nan, cell); }
    [[nodiscard]] std::optional<double> infCount(std::size_t cell) const;

private:
    enum Column : std::uint8_t { Nan, PosInf, NegInf, Min, Max, Norm, Mean };
    static constexpr std::size_t kColumns = 7;
    [[nodiscard]] std::optional<double> at(Column column, std::size_t cell) const
    {
        return m_columns[column]->at(cell);
    }
    std::array<std::shared_ptr<const TrendColumn>, kColumns> m_columns;
};

} // namespace dumpscope::core
