// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"
#include "model/tensor_table.h"

#include <memory>

namespace dumpscope::gui {

/// Tensors without a counterpart, the target's first: a table for filters and views. Immutable; thread-safe.
class UnpairedRows : public core::FilterTable {
public:
    explicit UnpairedRows(std::shared_ptr<const core::Comparison> comparison);

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] bool isOf(const std::shared_ptr<const core::Comparison>& comparison) const
    {
        return m_comparison == comparison;
    }
    [[nodiscard]] bool isTarget(std::size_t row) const;
    [[nodiscard]] const core::UnpairedTensor& at(std::size_t row) const;

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    /// "0.1" of a tensor within a list that stands in slot 0; empty where the slot says everything.
    [[nodiscard]] std::string slotText(std::size_t row) const;
    [[nodiscard]] int nameColumn() const override { return columnByName("op_name"); }
    [[nodiscard]] bool has(std::size_t, Property) const override { return false; }

private:
    std::shared_ptr<const core::Comparison> m_comparison;
    core::TensorTable m_target, m_golden;
};

} // namespace dumpscope::gui
