// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table.h"

#include "base/text.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Everything a getter may look at.
struct RowView {
    const DumpIndex& index;
    TensorId id;
    const TensorRow& row;
    const FolderFacts& facts;
    const Statistics* computed;
    const StatisticTable* file; ///< statistics file that tells about this tensor
    int root;
};

using Getter = Cell (*)(const RowView&);

template<typename T> Cell number(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}

Cell textOf(const RowView& view, StringId id)
{
    return id.value() == 0 ? Cell() : Cell(view.index.text(id));
}

Cell unlessNone(std::uint32_t value)
{
    return value == TensorRow::kNone ? Cell() : Cell(std::uint64_t {value});
}

Cell shapeCell(const RowView& view, ShapeId id)
{
    return id.isValid() ? Cell(shapeText(view.index.shape(id))) : Cell();
}

Cell formatCell(MemoryFormat format)
{
    if (format == MemoryFormat::Unspecified)
        return {};
    const std::string_view name = formatName(format);
    return name.empty() ? Cell(std::to_string(static_cast<int>(format))) : Cell(name);
}

Cell dtypeCell(const RowView& view)
{
    if (view.row.dtype != DType::Unknown)
        return dtypeName(view.row.dtype);
    if (view.file && view.row.statisticRow < view.file->dtypeText.size()) {
        const std::string_view text = view.file->strings.text(view.file->dtypeText[view.row.statisticRow]);
        if (!text.empty())
            return text;
    }
    return view.row.state == TensorState::Unreadable || !view.row.shape.isValid()
        ? Cell()
        : Cell(dtypeName(DType::Unknown));
}

Cell elementsCell(const RowView& view)
{
    const ShapeId shape = view.row.originalShape.isValid() ? view.row.originalShape : view.row.shape;
    if (!shape.isValid())
        return {};
    return number(elementCount(view.index.shape(shape)));
}

Cell scopeCell(const RowView& view)
{
    const std::string_view name = view.index.text(view.row.opName);
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos ? Cell() : Cell(name.substr(0, slash));
}

Cell familyCell(const RowView& view)
{
    const Reader* reader = view.index.readerOf(view.row.file);
    return reader ? Cell(std::string_view(reader->info().id)) : Cell();
}

/// A statistic: computed if it was, else what the file says.
template<typename Computed>
Cell statistic(const RowView& view, Computed computed, std::optional<StatisticTable::Field> field)
{
    if (view.computed)
        return computed(*view.computed);
    if (!view.file || !field)
        return {};
    const auto value = view.file->value(*field, view.row.statisticRow);
    if (!value)
        return {};
    using Field = StatisticTable::Field;
    const bool isCount = *field >= Field::Count;
    if (isCount && *value >= 0 && *value < 18446744073709551616.0)
        return static_cast<std::uint64_t>(*value);
    return *value;
}

struct TableColumn {
    std::string_view key;
    ColumnType type;
    Getter get;
};

using Field = StatisticTable::Field;

constexpr std::size_t kListing = 33;
constexpr std::size_t kStatistics = 16;

constexpr std::array<TableColumn, kListing + kStatistics> kColumns = {{
    {"root", ColumnType::Integer,
        [](const RowView& v) { return v.root == 0 ? Cell() : Cell(std::int64_t {v.root}); }},
    {"id", ColumnType::Text,
        [](const RowView& v) {
            const std::string id = v.index.tensorId(v.id);
            return Cell(v.root == 0 ? id : std::to_string(v.root) + ':' + id);
        }},
    {"file", ColumnType::Text,
        [](const RowView& v) { return Cell(printable(v.index.filePath(v.row.file))); }},
    {"family", ColumnType::Text, familyCell},
    {"run", ColumnType::Text,
        [](const RowView& v) { return v.facts.run.empty() ? Cell() : Cell(std::string_view(v.facts.run)); }},
    {"device_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.deviceId); }},
    {"rank", ColumnType::Integer, [](const RowView& v) { return number(v.facts.rank); }},
    {"model", ColumnType::Text,
        [](const RowView& v) {
            return v.facts.model.empty() ? Cell() : Cell(std::string_view(v.facts.model));
        }},
    {"model_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.modelId); }},
    {"graph_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.graphId); }},
    {"step", ColumnType::Integer, [](const RowView& v) { return number(v.facts.step); }},
    {"op_name", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opName); }},
    {"op_type", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opType); }},
    {"scope", ColumnType::Text, scopeCell},
    {"op_name_raw", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opNameRaw); }},
    {"io", ColumnType::Text,
        [](const RowView& v) { return v.row.io == Io::Unknown ? Cell() : Cell(ioWord(v.row.io)); }},
    {"slot", ColumnType::Integer,
        [](const RowView& v) { return v.row.slot < 0 ? Cell() : Cell(std::int64_t {v.row.slot}); }},
    {"occurrence", ColumnType::Integer,
        [](const RowView& v) { return Cell(std::uint64_t {v.row.occurrence}); }},
    {"dtype", ColumnType::Text, dtypeCell},
    {"shape", ColumnType::Dimensions, [](const RowView& v) { return shapeCell(v, v.row.shape); }},
    {"original_shape", ColumnType::Dimensions,
        [](const RowView& v) { return shapeCell(v, v.row.originalShape); }},
    {"format", ColumnType::Text, [](const RowView& v) { return formatCell(v.row.format); }},
    {"original_format", ColumnType::Text, [](const RowView& v) { return formatCell(v.row.originalFormat); }},
    {"elements", ColumnType::Integer, elementsCell},
    {"bytes", ColumnType::Integer, [](const RowView& v) { return Cell(v.row.bytes); }},
    {"task_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.task); }},
    {"stream_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.stream); }},
    {"timestamp", ColumnType::Integer,
        [](const RowView& v) { return v.row.timestamp == 0 ? Cell() : Cell(v.row.timestamp); }},
    {"context_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.context); }},
    {"thread_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.thread); }},
    {"exec_index", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.execIndex); }},
    {"state", ColumnType::Text, [](const RowView& v) { return Cell(stateWord(v.row.state)); }},
    {"problem", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.problem); }},
    {"min", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.min); }, Field::Min);
        }},
    {"max", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.max); }, Field::Max);
        }},
    {"mean", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.mean); }, Field::Mean);
        }},
    {"std", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.std); }, std::nullopt);
        }},
    {"l2norm", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.l2norm); }, Field::L2Norm);
        }},
    {"abs_max", ColumnType::Real,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.absMax); }, std::nullopt);
        }},
    {"zero_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.zeroCount); }, Field::ZeroCount);
        }},
    {"neg_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.negativeCount); }, Field::NegativeCount);
        }},
    {"pos_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.positiveCount); }, Field::PositiveCount);
        }},
    {"nan_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.nanCount); }, Field::NanCount);
        }},
    {"pos_inf_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.posInfCount); }, Field::PosInfCount);
        }},
    {"neg_inf_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.negInfCount); }, Field::NegInfCount);
        }},
    {"subnormal_count", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return Cell(s.subnormalCount); }, std::nullopt);
        }},
    {"min_index", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.minIndex); }, std::nullopt);
        }},
    {"max_index", ColumnType::Integer,
        [](const RowView& v) {
            return statistic(
                v, [](const Statistics& s) { return number(s.maxIndex); }, std::nullopt);
        }},
    {"source", ColumnType::Text,
        [](const RowView& v) {
            if (v.computed)
                return Cell(std::string_view("computed"));
            return v.file ? Cell(std::string_view("file")) : Cell();
        }},
}};

constexpr std::array<FilterTable::Column, kColumns.size()> makePublicColumns()
{
    std::array<FilterTable::Column, kColumns.size()> columns {};
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = {kColumns[i].key, kColumns[i].type};
    return columns;
}

constexpr auto kPublicColumns = makePublicColumns();

template<std::size_t first, std::size_t count> constexpr std::array<int, count> numbers()
{
    std::array<int, count> result {};
    for (std::size_t i = 0; i < count; ++i)
        result[i] = static_cast<int>(first + i);
    return result;
}

constexpr int columnNumber(std::string_view key)
{
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        if (kColumns[i].key == key)
            return static_cast<int>(i);
    }
    return -1;
}

constexpr std::size_t kFirstStatistic = static_cast<std::size_t>(columnNumber("min"));
constexpr auto kListingNumbers = numbers<0, kFirstStatistic>();
constexpr auto kStatisticsNumbers = numbers<kFirstStatistic, kColumns.size() - kFirstStatistic>();

} // namespace

TensorTable::TensorTable(std::shared_ptr<const DumpIndex> index, int rootNumber)
    : m_index(std::move(index))
    , m_rootNumber(rootNumber)
{
}

void TensorTable::setStatistics(TensorId id, const Statistics& statistics)
{
    if (m_statisticsOf.empty())
        m_statisticsOf.assign(rows(), TensorRow::kNone);
    std::uint32_t& place = m_statisticsOf[id.value()];
    if (place == TensorRow::kNone) {
        place = static_cast<std::uint32_t>(m_statistics.size());
        m_statistics.push_back(statistics);
    } else {
        m_statistics[place] = statistics;
    }
}

std::span<const FilterTable::Column> TensorTable::columns() const
{
    return kPublicColumns;
}

int TensorTable::columnByName(std::string_view name) const
{
    return columnNumber(name == "name" ? "op_name" : name);
}

Cell TensorTable::cell(std::size_t row, int column) const
{
    const TensorId id(row);
    const TensorRow& tensor = m_index->tensor(id);
    const Statistics* computed = nullptr;
    if (!m_statisticsOf.empty() && m_statisticsOf[row] != TensorRow::kNone)
        computed = &m_statistics[m_statisticsOf[row]];
    const StatisticTable* file = tensor.statisticRow == TensorRow::kNone
        ? nullptr
        : m_index->statisticTables()[tensor.statisticTable].get();
    return kColumns[static_cast<std::size_t>(column)].get(
        {*m_index, id, tensor, m_index->factsOf(id), computed, file, m_rootNumber});
}

int TensorTable::nameColumn() const
{
    return columnNumber("op_name");
}

bool TensorTable::has(std::size_t row, Property property) const
{
    const auto positive = [&](std::string_view column) {
        return cellNumber(cell(row, columnNumber(column))).value_or(0) > 0;
    };
    switch (property) {
    case Property::Nan: {
        // Files without counts still show a NaN in their extremes.
        const auto max = cellNumber(cell(row, columnNumber("max")));
        return positive("nan_count") || (max && *max != *max);
    }
    case Property::Inf:
        return positive("pos_inf_count") || positive("neg_inf_count");
    case Property::Problem:
        return m_index->tensor(TensorId(row)).problem.value() != 0;
    case Property::Overflow:
    case Property::Pair:
    case Property::Note:
        return false; // a tensor table alone knows nothing of these
    }
    return false;
}

std::span<const int> TensorTable::listingColumns()
{
    return kListingNumbers;
}

std::span<const int> TensorTable::statisticsColumns()
{
    return kStatisticsNumbers;
}

bool TensorTable::isStatisticsColumn(int column)
{
    return column >= static_cast<int>(kFirstStatistic);
}

} // namespace dumpscope::core
