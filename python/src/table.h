// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "model/tensor_table.h"
#include "query/column_data.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::python {

namespace py = pybind11;

/// Rows of a table of the core: all of them or chosen ones in an order. Immutable, but that statistics of
/// tensors may be added to the table behind it; views share it. Methods that work take a callable for
/// progress.
class Table {
public:
    /// Tensors of a dump, with the columns of a listing.
    [[nodiscard]] static Table ofTensors(std::shared_ptr<const core::DumpIndex> index);
    /// Pairs of a comparison; `keeper` keeps alive what their table refers to.
    [[nodiscard]] static Table ofPairs(std::shared_ptr<const core::PairTable> pairs);

    [[nodiscard]] std::size_t size() const { return m_rows ? m_rows->size() : m_all; }
    /// Numbers of its rows in the whole table, in their order.
    [[nodiscard]] std::vector<std::uint32_t> rowNumbers() const;
    /// Number of a row in the whole table. Errors: IndexError.
    [[nodiscard]] std::uint32_t rowAt(std::ptrdiff_t position) const;
    [[nodiscard]] std::vector<std::string> columnNames() const;
    /// The column's number in the table; also one that is not among `columnNames`. Errors: Code::Usage.
    [[nodiscard]] int columnOf(const std::string& name) const;
    [[nodiscard]] py::object cell(std::uint32_t row, int column) const;
    [[nodiscard]] py::dict rowObject(std::uint32_t row) const;
    /// Rows that were left out as what the filter looks at was not measured.
    [[nodiscard]] std::size_t notMeasured() const { return m_notMeasured; }

    [[nodiscard]] Table filtered(const std::string& text, const py::object& progress) const;
    [[nodiscard]] Table sorted(const std::string& keys, const py::object& progress) const;
    [[nodiscard]] Table taken(std::vector<std::ptrdiff_t> positions) const;
    [[nodiscard]] Table withColumns(const std::vector<std::string>& names) const;
    /// With the statistics columns, which are computed for rows that have values. Only of tensors.
    [[nodiscard]] Table measured(const py::object& progress) const;

    /// As columnBuffers gives it.
    [[nodiscard]] py::tuple columnParts(const std::string& name, const py::object& progress) const;
    /// All columns of the rows, for Arrow.
    [[nodiscard]] std::vector<core::ColumnBatch> readAll(const py::object& progress) const;

    /// Computes the statistics of one row. Errors: those of reading the tensor, Code::ChangedWhileRead where
    /// the table has others of it already.
    void measureRow(std::uint32_t row, const py::object& progress) const;

private:
    [[nodiscard]] core::TableRows rows() const;
    /// Measures what `columns` show of watched outputs.
    [[nodiscard]] core::Result<void> prepare(std::span<const int> columns, core::TaskContext& task) const;
    /// Those of `chosen` (of the whole table, in an order) that are here.
    [[nodiscard]] std::vector<std::uint32_t> kept(const std::vector<std::uint32_t>& chosen) const;

    std::shared_ptr<const core::FilterTable> m_table;
    std::shared_ptr<core::TensorTable> m_tensors; ///< the same; null: pairs
    std::shared_ptr<const core::DumpIndex> m_index;
    std::size_t m_all = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> m_rows; ///< null: all
    std::vector<int> m_columns;
    std::size_t m_notMeasured = 0;
};

void defineTable(py::module_& module);

} // namespace dumpscope::python
