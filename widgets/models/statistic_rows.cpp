// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistic_rows.h"

#include "overflow/origin_tracker.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace dumpscope::gui {

namespace {

using core::Cell;
using core::ColumnType;
using Field = core::StatisticTable::Field;

constexpr std::size_t kChunk = 4096; ///< rows between two looks at the stop token

struct StatisticColumn {
    std::string_view key;
    ColumnType type = ColumnType::Text;
    std::optional<Field> field = {}; ///< from the file; else the tensor's own column of that key
};

constexpr std::array kColumns {
    StatisticColumn {"exec_index", ColumnType::Integer},
    StatisticColumn {"op_name"},
    StatisticColumn {"op_type"},
    StatisticColumn {"io"},
    StatisticColumn {"slot", ColumnType::Integer},
    StatisticColumn {"dtype"},
    StatisticColumn {"shape", ColumnType::Dimensions},
    StatisticColumn {"min", ColumnType::Real, Field::Min},
    StatisticColumn {"max", ColumnType::Real, Field::Max},
    StatisticColumn {"mean", ColumnType::Real, Field::Mean},
    StatisticColumn {"l2norm", ColumnType::Real, Field::L2Norm},
    StatisticColumn {"elements", ColumnType::Integer, Field::Count},
    StatisticColumn {"zero_count", ColumnType::Integer, Field::ZeroCount},
    StatisticColumn {"neg_count", ColumnType::Integer, Field::NegativeCount},
    StatisticColumn {"pos_count", ColumnType::Integer, Field::PositiveCount},
    StatisticColumn {"nan_count", ColumnType::Integer, Field::NanCount},
    StatisticColumn {"pos_inf_count", ColumnType::Integer, Field::PosInfCount},
    StatisticColumn {"neg_inf_count", ColumnType::Integer, Field::NegInfCount},
    StatisticColumn {"run"},
    StatisticColumn {"rank", ColumnType::Integer},
    StatisticColumn {"model"},
    StatisticColumn {"step", ColumnType::Integer},
    StatisticColumn {"bytes", ColumnType::Integer},
    StatisticColumn {"task_id", ColumnType::Integer},
    StatisticColumn {"stream_id", ColumnType::Integer},
    StatisticColumn {"timestamp", ColumnType::Integer},
    StatisticColumn {"digest"},
    StatisticColumn {"state"},
    StatisticColumn {"problem"},
    StatisticColumn {"source"},
    StatisticColumn {"file"},
    StatisticColumn {"line", ColumnType::Integer},
};

constexpr auto makePublicColumns()
{
    std::array<core::FilterTable::Column, kColumns.size()> columns {};
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = {kColumns[i].key, kColumns[i].type};
    return columns;
}
constexpr auto kPublicColumns = makePublicColumns();

constexpr int numberOf(std::string_view key)
{
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        if (kColumns[i].key == key)
            return static_cast<int>(i);
    }
    return -1;
}

/// The table of tensors has most of them, too; where, by number.
int tensorColumnOf(std::size_t column)
{
    static const auto numbers = [] {
        std::array<int, kColumns.size()> places {};
        const auto tensors = core::TensorTable::allColumns();
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            const auto found = std::ranges::find(tensors, kColumns[i].key, &core::FilterTable::Column::name);
            places[i] = found == tensors.end() ? -1 : static_cast<int>(found - tensors.begin());
        }
        return places;
    }();
    return numbers[column];
}

/// The file's line about a tensor.
struct FileLine {
    const core::StatisticTable* table = nullptr;
    std::uint32_t row = 0;
    core::FileId file;
};

FileLine lineOf(const core::DumpIndex& index, core::TensorId id)
{
    const core::TensorRow& row = index.tensor(id);
    if (row.statisticRow == core::TensorRow::kNone)
        return {};
    return {index.statisticTables()[row.statisticTable].get(), row.statisticRow,
        index.statisticFile(row.statisticTable)};
}

/// Files are read as reals; counts become integers again.
Cell fileCell(const FileLine& line, const StatisticColumn& column)
{
    const auto value = line.table->value(*column.field, line.row);
    if (!value)
        return {};
    if (column.type == ColumnType::Integer && *value >= 0 && *value < 0x1p63 && *value == std::floor(*value))
        return static_cast<std::uint64_t>(*value);
    return *value;
}

bool hasAny(const FileLine& line, Field count)
{
    return line.table->value(count, line.row).value_or(0) > 0;
}

} // namespace

core::Result<std::shared_ptr<const StatisticRows>> StatisticRows::build(
    const TensorRows& scope, bool all, core::TaskContext& task)
{
    std::vector<TensorRows::Part> parts;
    std::set<std::string> files;
    for (const TensorRows::Part& part : scope.parts()) {
        const core::DumpIndex& index = part.table->index();
        const std::size_t count = part.rows ? part.rows->size() : part.table->rows();
        auto chosen = std::make_shared<std::vector<core::TensorId>>();
        std::uint32_t lastTable = core::TensorRow::kNone;
        for (std::size_t i = 0; i < count; ++i) {
            if (i % kChunk == 0)
                TRY_VOID(task.checkStop());
            const core::TensorId id = part.rows ? (*part.rows)[i] : core::TensorId(i);
            const core::TensorRow& row = index.tensor(id);
            const bool isInFile = row.statisticRow != core::TensorRow::kNone;
            if (isInFile && row.statisticTable != lastTable) {
                lastTable = row.statisticTable;
                files.insert(index.filePath(index.statisticFile(lastTable)));
            }
            if (isInFile || all)
                chosen->push_back(id);
        }
        parts.push_back({part.table, std::move(chosen)});
    }
    const std::shared_ptr<StatisticRows> rows(new StatisticRows(std::move(parts)));
    rows->m_files.assign(files.begin(), files.end());
    TRY_VOID(rows->findOrigins(task));
    return rows;
}

core::Result<void> StatisticRows::findOrigins(core::TaskContext& task)
{
    for (std::size_t part = 0; part < m_tensors.parts().size(); ++part) {
        const TensorRows::Part& one = m_tensors.parts()[part];
        const core::DumpIndex& index = one.table->index();
        // What the scope leaves out is no less there: it tells what an operator was given.
        std::vector<bool> folders(index.folderCount(), false);
        for (const core::TensorId id : *one.rows)
            folders[index.file(index.tensor(id).file).folder.value()] = true;
        core::OriginTracker tracker(index);
        for (std::size_t i = 0; i < index.tensorCount(); ++i) {
            if (i % kChunk == 0)
                TRY_VOID(task.checkStop());
            const core::TensorRow& row = index.tensor(core::TensorId(i));
            if (row.statisticRow != core::TensorRow::kNone || folders[index.file(row.file).folder.value()])
                tracker.add(core::measuredByStatistics(index, core::TensorId(i)));
        }
        TRY_ASSIGN(const std::vector<core::NonFiniteTensor> found, tracker.finish(task.stop));
        std::uint32_t first = 0;
        for (const core::NonFiniteTensor& tensor : found) {
            const auto row = m_tensors.rowOf({part, tensor.id});
            if (!row)
                continue;
            m_origins.emplace(*row, tensor.origin);
            if (tensor.birth != 0 && !m_firstBorn)
                first = tensor.birth;
            if (tensor.birth != 0 && tensor.birth <= first) {
                first = tensor.birth;
                m_firstBorn = row;
            }
        }
    }
    return {};
}

std::optional<core::ValueOrigin> StatisticRows::origin(std::size_t row) const
{
    const auto found = m_origins.find(row);
    return found == m_origins.end() ? std::nullopt : std::optional(found->second);
}

std::optional<bool> StatisticRows::isFinite(std::size_t row) const
{
    if (has(row, Property::Nan) || has(row, Property::Inf))
        return false;
    if (isUndecided(row, Property::Nan) || isUndecided(row, Property::Inf))
        return std::nullopt;
    return true;
}

std::span<const core::FilterTable::Column> StatisticRows::columns() const
{
    return kPublicColumns;
}

int StatisticRows::columnByName(std::string_view name) const
{
    return numberOf(name == "name" ? std::string_view("op_name") : name);
}

Cell StatisticRows::cell(std::size_t row, int column) const
{
    static constexpr int kSource = numberOf("source"), kLine = numberOf("line"), kDigest = numberOf("digest");
    const StatisticColumn& about = kColumns[static_cast<std::size_t>(column)];
    const TensorRows::Place place = m_tensors.placeOf(row);
    const core::TensorTable& tensors = *m_tensors.parts()[place.part].table;
    const FileLine line = lineOf(tensors.index(), place.id);
    if (line.table && !tensors.index().isChecksumOnly(place.id)) {
        // One row has one source, whatever was computed since.
        if (about.field && (isMeasuredColumn(column) || line.table->value(*about.field, line.row)))
            return fileCell(line, about);
        if (column == kSource)
            return std::string_view("file");
    }
    if (column == kLine)
        return line.table && line.row < line.table->line.size() ? Cell(line.table->line[line.row]) : Cell();
    if (column == kDigest)
        return line.table && !line.table->digests.empty()
            ? Cell(line.table->strings.text(line.table->digests.front().text[line.row]))
            : Cell();
    return tensors.cell(place.id.value(), tensorColumnOf(static_cast<std::size_t>(column)));
}

int StatisticRows::nameColumn() const
{
    return numberOf("op_name");
}

bool StatisticRows::has(std::size_t row, Property property) const
{
    const TensorRows::Place place = m_tensors.placeOf(row);
    const core::TensorTable& tensors = *m_tensors.parts()[place.part].table;
    const FileLine line = lineOf(tensors.index(), place.id);
    if (!isOfFile(row) || (property != Property::Nan && property != Property::Inf))
        return tensors.has(place.id.value(), property);
    const auto min = line.table->value(Field::Min, line.row), max = line.table->value(Field::Max, line.row);
    if (property == Property::Nan)
        return hasAny(line, Field::NanCount) || (min && std::isnan(*min)) || (max && std::isnan(*max));
    return hasAny(line, Field::PosInfCount) || hasAny(line, Field::NegInfCount) || (min && std::isinf(*min))
        || (max && std::isinf(*max));
}

bool StatisticRows::isMeasuredColumn(int column) const
{
    const int tensors = tensorColumnOf(static_cast<std::size_t>(column));
    return tensors >= 0 && m_tensors.isMeasuredColumn(tensors);
}

bool StatisticRows::isUnmeasured(std::size_t row, int column) const
{
    return isMeasuredColumn(column) && core::isNull(cell(row, column))
        && (isOfFile(row) || m_tensors.isUnmeasured(row, tensorColumnOf(static_cast<std::size_t>(column))));
}

bool StatisticRows::isUndecided(std::size_t row, Property property) const
{
    if (has(row, property) || (property != Property::Nan && property != Property::Inf) || !isOfFile(row))
        return !has(row, property) && m_tensors.isUndecided(row, property);
    const TensorRows::Place place = m_tensors.placeOf(row);
    const core::DumpIndex& index = m_tensors.parts()[place.part].table->index();
    const FileLine line = lineOf(index, place.id);
    const core::DType dtype = index.tensor(place.id).dtype;
    return (dtype == core::DType::Unknown || core::canBeNonFinite(dtype))
        && !line.table->showsValues(line.row);
}

bool StatisticRows::isOfFile(std::size_t row) const
{
    return core::cellView(cell(row, numberOf("source"))) == "file";
}

std::vector<std::string> StatisticRows::valueHints(int column) const
{
    const int tensors = tensorColumnOf(static_cast<std::size_t>(column));
    return tensors < 0 ? std::vector<std::string>() : m_tensors.valueHints(tensors);
}

} // namespace dumpscope::gui
