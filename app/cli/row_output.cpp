// SPDX-License-Identifier: GPL-3.0-or-later
#include "row_output.h"

#include "option_error.h"

#include "query/row_writer.h"
#include "query/text_table.h"
#include "summary/watched_outputs.h"

#include <algorithm>

namespace dumpscope::cli {

core::Result<std::vector<int>> chooseColumns(const core::RowOptions& options, const core::TensorTable& table,
    std::span<const int> all, const std::vector<std::string_view>& readable, const core::PrintOptions& print)
{
    if (!options.columns.empty())
        return ofOption("--columns", core::parseColumns(options.columns, table));
    std::vector<int> columns;
    if (print.json || print.jsonl || print.csv) {
        columns.assign(all.begin(), all.end());
    } else {
        for (const std::string_view name : readable)
            columns.push_back(table.columnByName(name));
    }
    // One root needs no number.
    if (table.rows() == 0 || core::isNull(table.cell(0, table.columnByName("root"))))
        std::erase(columns, table.columnByName("root"));
    return columns;
}

namespace {

/// Rows of all tables one after the other, so that one sort can go over several roots.
class JoinedTable : public core::FilterTable {
public:
    explicit JoinedTable(const std::vector<core::TensorTable>& tables)
        : m_tables(tables)
    {
        for (const core::TensorTable& table : tables)
            m_ends.push_back(rows() + table.rows());
    }
    std::span<const Column> columns() const override { return m_tables.front().columns(); }
    int columnByName(std::string_view name) const override { return m_tables.front().columnByName(name); }
    core::Cell cell(std::size_t row, int column) const override
    {
        const SelectedRow at = place(row);
        return m_tables[at.table].cell(at.row, column);
    }
    int nameColumn() const override { return m_tables.front().nameColumn(); }
    bool has(std::size_t row, Property property) const override
    {
        const SelectedRow at = place(row);
        return m_tables[at.table].has(at.row, property);
    }
    bool isMeasuredColumn(int column) const override { return m_tables.front().isMeasuredColumn(column); }
    bool isUnmeasured(std::size_t row, int column) const override
    {
        const SelectedRow at = place(row);
        return m_tables[at.table].isUnmeasured(at.row, column);
    }
    bool isUndecided(std::size_t row, Property property) const override
    {
        const SelectedRow at = place(row);
        return m_tables[at.table].isUndecided(at.row, property);
    }
    std::size_t rows() const { return m_ends.empty() ? 0 : m_ends.back(); }
    SelectedRow place(std::size_t row) const
    {
        const auto end = std::ranges::upper_bound(m_ends, row);
        const std::size_t begin = end == m_ends.begin() ? 0 : *(end - 1);
        return {static_cast<std::size_t>(end - m_ends.begin()), static_cast<std::uint32_t>(row - begin)};
    }

private:
    const std::vector<core::TensorTable>& m_tables;
    std::vector<std::size_t> m_ends; ///< per table: rows of it and those before
};

void writeTextTable(Console& console, const std::vector<core::TensorTable>& tables, const Selected& selected,
    const std::vector<int>& columns, std::string_view things)
{
    std::vector<core::TextTable::Column> shown;
    for (const int column : columns) {
        const auto& info = tables.front().columns()[static_cast<std::size_t>(column)];
        const bool isNumeric = info.type == core::ColumnType::Integer || info.type == core::ColumnType::Real;
        shown.push_back({std::string(info.name), isNumeric});
    }
    const core::TextTable text(std::move(shown), {terminalWidth(), true});
    text.write(
        consoleSink(console), selected.rows.size(), [&](std::size_t i, std::vector<std::string>& cells) {
            const SelectedRow& row = selected.rows[i];
            for (std::size_t c = 0; c < columns.size(); ++c)
                cells[c] = core::cellText(tables[row.table].cell(row.row, columns[c]));
        });
    std::string summary = std::to_string(selected.rows.size()) + ' ' + std::string(things);
    if (selected.rows.size() < selected.total)
        summary += " of " + std::to_string(selected.total);
    console.writeLine(summary);
}

} // namespace

core::Result<Selected> chooseRows(
    const core::RowOptions& options, const std::vector<core::TensorTable>& tables, core::TaskContext& task)
{
    const JoinedTable joined(tables);
    TRY_ASSIGN(const core::FilterExpression filter,
        ofOption("--filter", core::FilterExpression::parse(options.filter, joined)));
    TRY_ASSIGN(
        const std::vector<core::SortKey> keys, ofOption("--sort", core::parseSortKeys(options.sort, joined)));
    const std::size_t most = options.limit < 0 ? joined.rows() : static_cast<std::size_t>(options.limit);
    TRY_ASSIGN(const core::FirstRows first, core::firstRows(joined, joined.rows(), filter, keys, most, task));
    TRY_ASSIGN(
        const std::vector<std::uint32_t> undecided, core::undecidedRows(joined, joined.rows(), filter, task));
    Selected selected;
    for (const std::uint32_t row : undecided)
        selected.undecided.push_back(joined.place(row));
    selected.total = first.total;
    selected.rows.reserve(first.rows.size());
    for (const std::uint32_t row : first.rows)
        selected.rows.push_back(joined.place(row));
    return selected;
}

namespace {

/// Columns that filter and sort look at.
core::Result<std::vector<int>> usedColumns(const core::RowOptions& options, const core::TensorTable& table)
{
    TRY_ASSIGN(const core::FilterExpression filter,
        ofOption("--filter", core::FilterExpression::parse(options.filter, table)));
    TRY_ASSIGN(
        const std::vector<core::SortKey> keys, ofOption("--sort", core::parseSortKeys(options.sort, table)));
    std::vector<int> used = filter.columnsUsed();
    for (const core::SortKey& key : keys)
        used.push_back(key.column);
    return used;
}

} // namespace

core::Result<bool> needsStatistics(const core::RowOptions& options, const core::TensorTable& table)
{
    TRY_ASSIGN(const std::vector<int> used, usedColumns(options, table));
    return std::ranges::any_of(used, core::TensorTable::isStatisticsColumn);
}

core::Result<bool> needsWatched(
    const core::RowOptions& options, const std::vector<int>& columns, const core::TensorTable& table)
{
    TRY_ASSIGN(std::vector<int> used, usedColumns(options, table));
    if (!options.columns.empty())
        used.insert(used.end(), columns.begin(), columns.end());
    return std::ranges::any_of(used, core::TensorTable::isWatchedColumn);
}

core::Result<void> compareWatched(std::vector<core::TensorTable>& tables,
    const std::vector<std::shared_ptr<const core::DumpIndex>>& roots, core::TaskContext& task)
{
    for (std::size_t i = 0; i < tables.size(); ++i) {
        TRY_ASSIGN(const std::vector<core::WatchedOutput> outputs, core::watchedOutputs(roots[i], task));
        core::setWatched(tables[i], outputs);
    }
    return {};
}

std::vector<core::TensorTable> makeTables(
    const CommandSession& session, const std::vector<std::shared_ptr<const core::DumpIndex>>& roots)
{
    std::vector<core::TensorTable> tables;
    for (std::size_t i = 0; i < roots.size(); ++i)
        tables.emplace_back(roots[i], session.rootNumber(i));
    return tables;
}

void writeRows(Console& console, CommandSession& session, const core::PrintOptions& print,
    const std::vector<core::TensorTable>& tables, const Selected& selected, const std::vector<int>& columns,
    const RowExtras& extras, std::string_view things)
{
    const auto writeOne = [&](core::JsonWriter& json, const SelectedRow& row) {
        json.beginObject();
        core::writeRowMembers(json, tables[row.table], row.row, columns);
        if (extras)
            extras(json, row);
        json.endObject();
    };
    if (print.json) {
        core::JsonWriter json(consoleSink(console), false, print.nonFinite());
        json.beginObject().key("rows").beginArray();
        for (const SelectedRow& row : selected.rows)
            writeOne(json, row);
        json.endArray()
            .member("total", selected.total)
            .member("not_measured", static_cast<std::uint64_t>(selected.undecided.size()));
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    } else if (print.jsonl) {
        for (const SelectedRow& row : selected.rows) {
            core::JsonWriter json(consoleSink(console), false, print.nonFinite());
            writeOne(json, row);
            json.finish();
        }
    } else if (print.csv) {
        console.write(core::csvHeader(tables.front(), columns));
        for (const SelectedRow& row : selected.rows)
            console.write(core::csvRow(tables[row.table], row.row, columns));
    } else {
        writeTextTable(console, tables, selected, columns, things);
    }
    if (!selected.undecided.empty())
        console.note("note: what --filter looks at was not measured for "
            + std::to_string(selected.undecided.size())
            + (selected.undecided.size() == 1 ? " row" : " rows"));
    session.printProblems();
}

} // namespace dumpscope::cli
