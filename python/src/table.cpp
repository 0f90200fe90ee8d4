// SPDX-License-Identifier: GPL-3.0-or-later
#include "table.h"

#include "arrow_stream.h"
#include "column_buffers.h"
#include "values.h"
#include "work.h"

#include "model/row_statistics.h"
#include "query/row_set.h"
#include "query/row_writer.h"
#include "summary/watched_outputs.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace dumpscope::python {

namespace {

core::Error ofArgument(core::Error error, const char* argument)
{
    if (error.place.file.empty())
        error.place.file = argument;
    return error;
}

std::vector<int> withStatistics(std::vector<int> columns)
{
    for (const int column : core::TensorTable::statisticsColumns()) {
        if (std::ranges::find(columns, column) == columns.end())
            columns.push_back(column);
    }
    return columns;
}

/// Whether the cells of a row are these statistics.
bool areThose(const core::TensorTable& table, std::uint32_t row, const core::Statistics& statistics)
{
    const auto differs = [&](std::string_view column, const std::optional<double>& value) {
        return core::cellNumber(table.cell(row, table.columnByName(column))) != value;
    };
    const std::array<std::pair<std::string_view, std::uint64_t>, 4> counts {
        {{"zero_count", statistics.zeroCount}, {"nan_count", statistics.nanCount},
            {"pos_inf_count", statistics.posInfCount}, {"neg_inf_count", statistics.negInfCount}}};
    const bool areCounts = std::ranges::none_of(
        counts, [&](const auto& one) { return differs(one.first, static_cast<double>(one.second)); });
    return areCounts && !differs("mean", statistics.mean) && !differs("min", statistics.min)
        && !differs("max", statistics.max) && !differs("l2norm", statistics.l2norm);
}

} // namespace

Table Table::ofTensors(std::shared_ptr<const core::DumpIndex> index)
{
    Table table;
    table.m_index = index;
    table.m_tensors = std::make_shared<core::TensorTable>(std::move(index));
    table.m_table = table.m_tensors;
    table.m_all = table.m_tensors->rows();
    const auto listing = core::TensorTable::listingColumns();
    table.m_columns.assign(listing.begin(), listing.end());
    // One root needs no number.
    std::erase(table.m_columns, table.m_tensors->columnByName("root"));
    return table;
}

Table Table::ofPairs(std::shared_ptr<const core::PairTable> pairs)
{
    Table table;
    table.m_all = pairs->rows();
    table.m_columns.resize(pairs->columns().size());
    std::iota(table.m_columns.begin(), table.m_columns.end(), 0);
    table.m_table = std::move(pairs);
    return table;
}

std::uint32_t Table::rowAt(std::ptrdiff_t position) const
{
    const auto count = static_cast<std::ptrdiff_t>(size());
    const std::ptrdiff_t place = position < 0 ? position + count : position;
    if (place < 0 || place >= count)
        throw py::index_error("row " + std::to_string(position) + " of a table of " + std::to_string(count));
    const auto at = static_cast<std::size_t>(place);
    return m_rows ? (*m_rows)[at] : static_cast<std::uint32_t>(at);
}

std::vector<std::string> Table::columnNames() const
{
    std::vector<std::string> names;
    for (const int column : m_columns)
        names.emplace_back(m_table->columns()[static_cast<std::size_t>(column)].name);
    return names;
}

int Table::columnOf(const std::string& name) const
{
    return valueOf(core::parseColumns(name, *m_table)).front();
}

py::object Table::cell(std::uint32_t row, int column) const
{
    return cellObject(m_table->cell(row, column), m_table->columns()[static_cast<std::size_t>(column)].type);
}

py::dict Table::rowObject(std::uint32_t row) const
{
    py::dict result;
    for (const int column : m_columns)
        result[textObject(m_table->columns()[static_cast<std::size_t>(column)].name)] = cell(row, column);
    return result;
}

std::vector<std::uint32_t> Table::rowNumbers() const
{
    if (m_rows)
        return *m_rows;
    std::vector<std::uint32_t> all(m_all);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

core::TableRows Table::rows() const
{
    return m_rows ? core::TableRows {m_rows->size(), *m_rows} : core::TableRows {m_all};
}

core::Result<void> Table::prepare(std::span<const int> columns, core::TaskContext& task) const
{
    if (!m_tensors || m_index->watched() == nullptr
        || std::ranges::none_of(columns, core::TensorTable::isWatchedColumn))
        return {};
    TRY_ASSIGN(const std::vector<core::WatchedOutput> outputs, core::watchedOutputs(m_index, task));
    core::setWatched(*m_tensors, outputs);
    return {};
}

std::vector<std::uint32_t> Table::kept(const std::vector<std::uint32_t>& chosen) const
{
    if (!m_rows)
        return chosen;
    std::vector<bool> isHere(m_all);
    for (const std::uint32_t row : *m_rows)
        isHere[row] = true;
    std::vector<std::uint32_t> result;
    std::ranges::copy_if(chosen, std::back_inserter(result), [&](std::uint32_t row) { return isHere[row]; });
    return result;
}

Table Table::filtered(const std::string& text, const py::object& progress) const
{
    auto parsed = core::FilterExpression::parse(text, *m_table);
    if (!parsed)
        throw CoreFailure(ofArgument(parsed.error(), "filter"));
    const core::FilterExpression& filter = *parsed;
    Table result = *this;
    std::vector<std::uint32_t> chosen, undecided;
    Work(progress).run([&](core::TaskContext& task) -> core::Result<void> {
        TRY_VOID(prepare(filter.columnsUsed(), task));
        if (m_tensors && core::needsStatistics(filter)) {
            std::vector<std::uint32_t> all(size());
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = static_cast<std::uint32_t>(rows().at(i));
            TRY_VOID(core::measureRows(task, *m_tensors, all));
            result.m_columns = withStatistics(m_columns);
        }
        TRY_ASSIGN(chosen, core::buildRowSet(*m_table, m_all, filter, {}, task));
        if (filter.canBeUndecided(*m_table)) {
            TRY_ASSIGN(undecided, core::undecidedRows(*m_table, m_all, filter, task));
        }
        return {};
    });
    if (m_rows) { // as they are sorted here
        std::vector<bool> matches(m_all);
        for (const std::uint32_t row : chosen)
            matches[row] = true;
        chosen.clear();
        std::ranges::copy_if(
            *m_rows, std::back_inserter(chosen), [&](std::uint32_t row) { return matches[row]; });
    }
    result.m_notMeasured = kept(undecided).size();
    result.m_rows = std::make_shared<const std::vector<std::uint32_t>>(std::move(chosen));
    return result;
}

Table Table::sorted(const std::string& text, const py::object& progress) const
{
    auto keys = core::parseSortKeys(text, *m_table);
    if (!keys)
        throw CoreFailure(ofArgument(keys.error(), "keys"));
    Table result = *this;
    auto ordered
        = Work(progress).run([&](core::TaskContext& task) -> core::Result<std::vector<std::uint32_t>> {
              std::vector<int> columns;
              for (const core::SortKey& key : *keys)
                  columns.push_back(key.column);
              TRY_VOID(prepare(columns, task));
              if (m_tensors && std::ranges::any_of(columns, core::TensorTable::isStatisticsColumn)) {
                  std::vector<std::uint32_t> all(size());
                  for (std::size_t i = 0; i < all.size(); ++i)
                      all[i] = static_cast<std::uint32_t>(rows().at(i));
                  TRY_VOID(core::measureRows(task, *m_tensors, all));
                  result.m_columns = withStatistics(m_columns);
              }
              TRY_ASSIGN(const core::FilterExpression all, core::FilterExpression::parse("", *m_table));
              return core::buildRowSet(*m_table, m_all, all, *keys, task);
          });
    result.m_rows = std::make_shared<const std::vector<std::uint32_t>>(kept(ordered));
    return result;
}

Table Table::taken(std::vector<std::ptrdiff_t> positions) const
{
    std::vector<std::uint32_t> chosen;
    chosen.reserve(positions.size());
    for (const std::ptrdiff_t position : positions)
        chosen.push_back(rowAt(position));
    Table result = *this;
    result.m_rows = std::make_shared<const std::vector<std::uint32_t>>(std::move(chosen));
    return result;
}

Table Table::withColumns(const std::vector<std::string>& names) const
{
    Table result = *this;
    result.m_columns.clear();
    for (const std::string& name : names) {
        const int column = columnOf(name);
        if (std::ranges::find(result.m_columns, column) == result.m_columns.end())
            result.m_columns.push_back(column);
    }
    return result;
}

Table Table::measured(const py::object& progress) const
{
    if (!m_tensors)
        return *this;
    Table result = *this;
    result.m_columns = withStatistics(m_columns);
    Work(progress).run([&](core::TaskContext& task) -> core::Result<void> {
        std::vector<std::uint32_t> all(size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<std::uint32_t>(rows().at(i));
        return core::measureRows(task, *m_tensors, all);
    });
    return result;
}

py::tuple Table::columnParts(const std::string& name, const py::object& progress) const
{
    const int column = columnOf(name);
    return columnBuffers(Work(progress).run([&](core::TaskContext& task) -> core::Result<core::ColumnData> {
        TRY_VOID(prepare(std::span(&column, 1), task));
        return core::readColumn(*m_table, rows(), column, task);
    }));
}

std::vector<core::ColumnBatch> Table::readAll(const py::object& progress) const
{
    return Work(progress).run([&](core::TaskContext& task) -> core::Result<std::vector<core::ColumnBatch>> {
        TRY_VOID(prepare(m_columns, task));
        return core::readColumnBatches(*m_table, rows(), m_columns, task);
    });
}

void Table::measureRow(std::uint32_t row, const py::object& progress) const
{
    const core::TensorId id(row);
    if (m_index->tensor(id).state == core::TensorState::StatisticsOnly)
        return;
    const core::Statistics statistics = Work(progress).run(
        [&](core::TaskContext& task) { return core::measureTensor(core::TensorStore(m_index), id, task); });
    m_tensors->setStatistics(id, statistics);
    // The table keeps what it was given first.
    if (!areThose(*m_tensors, row, statistics))
        throw CoreFailure(core::makeError(core::Code::ChangedWhileRead,
            core::phrase("the file was written to since its statistics were computed; open the dump again"),
            {.file = m_index->tensorId(id)}));
}

void defineTable(py::module_& module)
{
    py::class_<Table>(module, "Table")
        .def("__len__", &Table::size)
        .def_property_readonly("columns", &Table::columnNames)
        .def_property_readonly("not_measured", &Table::notMeasured)
        .def("row_at", &Table::rowAt)
        .def("row", [](const Table& table, std::uint32_t row) { return table.rowObject(row); })
        .def("cell",
            [](const Table& table, std::uint32_t row, const std::string& name) {
                return table.cell(row, table.columnOf(name));
            })
        .def("column", &Table::columnParts, py::arg("name"), py::arg("progress") = py::none())
        .def("filter", &Table::filtered, py::arg("text"), py::arg("progress") = py::none())
        .def("sort", &Table::sorted, py::arg("keys"), py::arg("progress") = py::none())
        .def("take", &Table::taken)
        .def("select", &Table::withColumns)
        .def("measured", &Table::measured, py::arg("progress") = py::none())
        .def("measure_row", &Table::measureRow, py::arg("row"), py::arg("progress") = py::none())
        .def(
            "arrow_stream",
            [](const Table& table, bool views) {
                return arrowStream(table.columnNames(), table.readAll(py::none()),
                    views ? TextForm::Views : TextForm::Large);
            },
            py::arg("views"));
}

} // namespace dumpscope::python
