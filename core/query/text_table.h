// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// An aligned table for a terminal: titles, numbers to the right, wide characters counted as two columns.
/// Every row is requested twice, for the widths and for printing, so memory does not grow with the table.
class TextTable {
public:
    struct Column {
        std::string title;
        bool isNumeric = false; ///< right-aligned and never shortened
    };
    struct Options {
        /// Columns of the terminal: texts are shortened in the middle until a row fits, but not below a
        /// readable minimum. 0: nothing is shortened.
        std::size_t width = 0;
        bool dropEmpty = false; ///< leaves out columns without text in any row
    };
    /// Fills `cells`, one per column and empty on entry. Control characters and bytes that are no UTF-8 are
    /// escaped by the table.
    using RowSource = std::function<void(std::size_t row, std::vector<std::string>& cells)>;
    using Sink = std::function<void(std::string_view)>;

    TextTable(std::vector<Column> columns, Options options);

    /// The titles appear also when there are no rows.
    void write(const Sink& sink, std::size_t rowCount, const RowSource& rows) const;

private:
    struct Layout;
    [[nodiscard]] Layout measure(std::size_t rowCount, const RowSource& rows) const;
    void fit(Layout& layout) const;
    void appendLine(std::string& out, const Layout& layout, const std::vector<std::string>& cells) const;

    std::vector<Column> m_columns;
    Options m_options;
};

} // namespace dumpscope::core
