// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/overflow_model.h"
#include "query/filter_expression.h"

#include <vector>

namespace dumpscope::gui {

/// Overflow records as the rows of a filter. Immutable; the roots must be open while it is asked.
class OverflowTable : public core::FilterTable {
public:
    explicit OverflowTable(std::vector<OverflowItem> items);

    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }
    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override { return 0; }
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

private:
    std::vector<std::vector<core::Cell>> m_rows;
    std::vector<std::pair<bool, bool>> m_properties; ///< overflow, problem
};

} // namespace dumpscope::gui
