// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table_columns.h"

#include "base/text.h"
#include "model/module_scope.h"
#include "model/path_text.h"
#include "readers/format_registry.h"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

namespace dumpscope::core {

namespace {

using RowView = TensorTable::RowView;

template<typename T> Cell number(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}

/// Empty texts stand for what is not known.
Cell known(std::string_view text)
{
    return text.empty() ? Cell() : Cell(text);
}

Cell textOf(const RowView& view, StringId id)
{
    return id.isValid() ? known(view.index.text(id)) : Cell();
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

/// Files are read as reals; counts become integers again.
Cell countCell(const Cell& cell)
{
    const auto* const value = std::get_if<double>(&cell);
    if (value != nullptr && *value >= 0 && *value < 0x1p64 && *value == std::floor(*value))
        return static_cast<std::uint64_t>(*value);
    return cell;
}

Cell elementsCell(const RowView& view)
{
    const ShapeId shape = view.row.originalShape.isValid() ? view.row.originalShape : view.row.shape;
    if (shape.isValid())
        return number(elementCount(view.index.shape(shape)));
    return countCell(fromFile(view, StatisticTable::Field::Count));
}

Cell scopeCell(const RowView& view)
{
    return known(scopeOf(view.index, view.row));
}

Cell layerCell(const RowView& view)
{
    std::string layer = layerOf(view.index, view.row);
    return layer.empty() ? Cell() : Cell(std::move(layer));
}

Cell familyCell(const RowView& view)
{
    const Reader* reader = view.index.readerOf(view.row.file);
    return reader ? known(reader->info().id) : Cell();
}

/// A statistics file need not say how large its tensors were.
Cell bytesCell(const RowView& view)
{
    const bool isUnknown = view.row.state == TensorState::StatisticsOnly && view.row.bytes == 0
        && cellNumber(elementsCell(view)) != 0.0;
    return isUnknown ? Cell() : Cell(view.row.bytes);
}

Cell stateCell(const RowView& view)
{
    // Of a file that was only listed nobody knows its state: what was read has a reader, or is not ok.
    if (!view.failed && view.row.state == TensorState::Ok && view.index.readerOf(view.row.file) == nullptr)
        return {};
    return stateWord(view.failed ? TensorState::Unreadable : view.row.state);
}

Cell problemCell(const RowView& view)
{
    return view.failed ? Cell(view.failed->text()) : known(view.index.text(view.row.problem));
}

/// A statistic that no file carries.
template<auto kMember> Cell computed(const RowView& view)
{
    if (!view.computed)
        return {};
    if constexpr (
        std::is_same_v<decltype(kMember),
            std::uint64_t
                Statistics::*const> || std::is_same_v<decltype(kMember), std::uint64_t Statistics::*>)
        return view.computed->*kMember;
    else
        return number(view.computed->*kMember);
}

/// As the integer that it is where float64 would round it.
template<auto kMember, auto kExact> Cell extreme(const RowView& view)
{
    if (view.computed && view.computed->*kExact)
        return integerCell(*(view.computed->*kExact));
    return computed<kMember>(view);
}

/// What was computed, or else what the file says.
template<auto kMember, StatisticTable::Field kField> Cell real(const RowView& view)
{
    return view.computed ? computed<kMember>(view) : fromFile(view, kField);
}

template<auto kMember, StatisticTable::Field kField> Cell count(const RowView& view)
{
    return view.computed ? computed<kMember>(view) : countCell(fromFile(view, kField));
}

/// What comparing the dumps of a watched output gave: of the output, or of this dump.
template<bool isOfDump> Cell watchedCell(const RowView& view)
{
    const auto place = view.watched();
    if (!place || view.watchedWords == nullptr)
        return {};
    const TensorTable::WatchedWords& words = (*view.watchedWords)[place->output];
    return isOfDump ? words.looks[place->look] : words.verdict;
}

using Field = StatisticTable::Field;

} // namespace

constexpr std::array<TensorTableColumn, kTensorTableColumnCount> kTensorTableColumns = {{
    {"root", ColumnType::Integer,
        [](const RowView& v) { return v.root == 0 ? Cell() : Cell(std::int64_t {v.root}); }},
    {"id", ColumnType::Text,
        [](const RowView& v) {
            std::string id = v.root == 0 ? std::string() : std::to_string(v.root) + ':';
            v.index.appendTensorId(v.id, id);
            return Cell(std::move(id));
        }},
    {"file", ColumnType::Text, [](const RowView& v) { return Cell(pathText(v.index.filePath(v.row.file))); }},
    {"family", ColumnType::Text, familyCell},
    {"run", ColumnType::Text, [](const RowView& v) { return known(v.facts.run); }},
    {"device_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.deviceId); }},
    {"rank", ColumnType::Integer, [](const RowView& v) { return number(v.facts.rank); }},
    {"model", ColumnType::Text, [](const RowView& v) { return known(v.facts.model); }},
    {"model_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.modelId); }},
    {"graph_id", ColumnType::Integer, [](const RowView& v) { return number(v.facts.graphId); }},
    {"step", ColumnType::Integer, [](const RowView& v) { return number(v.facts.step); }},
    {"op_name", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opName); }},
    {"op_type", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opType); }},
    {"scope", ColumnType::Text, scopeCell},
    {"layer", ColumnType::Text, layerCell},
    {"op_name_raw", ColumnType::Text, [](const RowView& v) { return textOf(v, v.row.opNameRaw); }},
    {"io", ColumnType::Text, [](const RowView& v) { return known(ioWord(v.row.io)); }, kIoWords},
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
    {"bytes", ColumnType::Integer, bytesCell},
    {"task_id", ColumnType::Integer,
        [](const RowView& v) {
            return unlessNone(v.row.task == TensorRow::kNone && v.time() ? v.time()->task : v.row.task);
        }},
    {"stream_id", ColumnType::Integer,
        [](const RowView& v) {
            return unlessNone(v.row.stream == TensorRow::kNone && v.time() ? v.time()->stream : v.row.stream);
        }},
    {"timestamp", ColumnType::Integer,
        [](const RowView& v) { return v.row.timestamp == 0 ? Cell() : Cell(v.row.timestamp); }},
    {"context_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.context); }},
    {"thread_id", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.thread); }},
    {"exec_index", ColumnType::Integer, [](const RowView& v) { return unlessNone(v.row.execIndex); }},
    {"state", ColumnType::Text, stateCell},
    {"problem", ColumnType::Text, problemCell},
    {"address", ColumnType::Text,
        [](const RowView& v) {
            const std::uint64_t address = v.index.addressOf(v.row);
            return address == 0 ? Cell() : Cell(fmt::format("{:#x}", address));
        }},
    {"duration_us", ColumnType::Real,
        [](const RowView& v) { return v.time() ? Cell(v.time()->duration) : Cell(); }},
    {"start_us", ColumnType::Real,
        [](const RowView& v) { return v.time() ? number(v.time()->start) : Cell(); }},
    {"block_dim", ColumnType::Integer,
        [](const RowView& v) { return v.time() ? unlessNone(v.time()->blockDim) : Cell(); }},
    {"task_type", ColumnType::Text,
        [](const RowView& v) { return v.time() ? known(v.time()->taskType) : Cell(); }},
    {"profiled_by", ColumnType::Text,
        [](const RowView& v) { return v.time() ? known(v.time()->how) : Cell(); }},
    {"watched_op", ColumnType::Text,
        [](const RowView& v) {
            const auto place = v.watched();
            return place ? Cell(v.index.watched()->operatorOf(v.index, *place)) : Cell();
        }},
    {"watched_after", ColumnType::Text,
        [](const RowView& v) {
            const auto place = v.watched();
            return place ? known(v.index.watched()->lookAt(*place).after) : Cell();
        }},
    {"watched", ColumnType::Text, watchedCell<false>, kWatchedVerdicts},
    {"watched_dump", ColumnType::Text, watchedCell<true>, kWatchedDumps},
    {"min", ColumnType::Real,
        [](const RowView& v) {
            return v.computed ? extreme<&Statistics::min, &Statistics::exactMin>(v) : fromFile(v, Field::Min);
        }},
    {"max", ColumnType::Real,
        [](const RowView& v) {
            return v.computed ? extreme<&Statistics::max, &Statistics::exactMax>(v) : fromFile(v, Field::Max);
        }},
    {"mean", ColumnType::Real, real<&Statistics::mean, Field::Mean>},
    {"std", ColumnType::Real, computed<&Statistics::std>},
    {"l2norm", ColumnType::Real, real<&Statistics::l2norm, Field::L2Norm>},
    {"abs_max", ColumnType::Real, extreme<&Statistics::absMax, &Statistics::exactAbsMax>},
    {"zero_count", ColumnType::Integer, count<&Statistics::zeroCount, Field::ZeroCount>},
    {"neg_count", ColumnType::Integer, count<&Statistics::negativeCount, Field::NegativeCount>},
    {"pos_count", ColumnType::Integer, count<&Statistics::positiveCount, Field::PositiveCount>},
    {"nan_count", ColumnType::Integer, count<&Statistics::nanCount, Field::NanCount>},
    {"pos_inf_count", ColumnType::Integer, count<&Statistics::posInfCount, Field::PosInfCount>},
    {"neg_inf_count", ColumnType::Integer, count<&Statistics::negInfCount, Field::NegInfCount>},
    {"subnormal_count", ColumnType::Integer, computed<&Statistics::subnormalCount>},
    {"min_index", ColumnType::Integer, computed<&Statistics::minIndex>},
    {"max_index", ColumnType::Integer, computed<&Statistics::maxIndex>},
    {"source", ColumnType::Text,
        [](const RowView& v) {
            if (v.computed)
                return Cell(std::string_view("computed"));
            return v.file && !v.index.isChecksumOnly(v.id) ? Cell(std::string_view("file")) : Cell();
        }},
}};

static_assert(kTensorTableColumns[kFirstStatisticColumn].key == "min");

int tensorTableColumn(std::string_view key)
{
    for (std::size_t i = 0; i < kTensorTableColumns.size(); ++i) {
        if (kTensorTableColumns[i].key == key)
            return static_cast<int>(i);
    }
    return -1;
}

} // namespace dumpscope::core
