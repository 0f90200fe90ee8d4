// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operator_times.h"
#include "model/tensor_table.h"
#include "model/watched_rows.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// What the cell of a column follows from.
enum class CellSource : std::uint8_t {
    Row,
    File,
    Folder,
    OpName,
    OpType,
    OpNameRaw,
    Scope, ///< and the name of the operator
    Io,
    Dtype,
    Shape,
    OriginalShape,
    Elements,
    Format,
    OriginalFormat,
    State,
    Problem,
    Slot,
    Occurrence,
    Bytes,
    Task,
    Stream,
    Timestamp,
    Context,
    Thread,
    ExecIndex,
    Address,
    Times,
    Watched,
    Root,
};

constexpr CellSource cellSource(std::string_view key)
{
    using enum CellSource;
    constexpr std::array<std::pair<std::string_view, CellSource>, 43> kSources {{{"root", Root},
        {"file", File}, {"family", File}, {"run", Folder}, {"device_id", Folder}, {"rank", Folder},
        {"model", Folder}, {"model_id", Folder}, {"graph_id", Folder}, {"step", Folder}, {"op_name", OpName},
        {"op_type", OpType}, {"op_name_raw", OpNameRaw}, {"scope", Scope}, {"layer", Scope}, {"io", Io},
        {"slot", Slot}, {"occurrence", Occurrence}, {"dtype", Dtype}, {"shape", Shape},
        {"original_shape", OriginalShape}, {"elements", Elements}, {"bytes", Bytes}, {"task_id", Task},
        {"stream_id", Stream}, {"timestamp", Timestamp}, {"context_id", Context}, {"thread_id", Thread},
        {"exec_index", ExecIndex}, {"format", Format}, {"original_format", OriginalFormat}, {"state", State},
        {"problem", Problem}, {"duration_us", Times}, {"start_us", Times}, {"block_dim", Times},
        {"task_type", Times}, {"profiled_by", Times}, {"watched_op", Watched}, {"watched_after", Watched},
        {"watched", Watched}, {"watched_dump", Watched}, {"address", Address}}};
    for (const auto& [name, source] : kSources) {
        if (name == key)
            return source;
    }
    return Row;
}

CellSource cellSource(int column)
{
    static const std::vector<CellSource> sources = [] {
        std::vector<CellSource> all;
        for (const FilterTable::Column& one : TensorTable::allColumns())
            all.push_back(cellSource(one.name));
        return all;
    }();
    return sources[static_cast<std::size_t>(column)];
}

/// A number of a row as a key.
std::uint64_t numberKey(std::uint64_t number)
{
    return number < FilterTable::kAbsent ? number : FilterTable::kNoKey;
}

std::uint64_t unlessNoneKey(std::uint32_t value)
{
    return value == TensorRow::kNone ? FilterTable::kAbsent : value;
}

} // namespace

FilterTable::CellKeys TensorTable::cellKeys(
    const TableRows& rows, int column, std::span<std::uint64_t> keys) const
{
    const auto filled = [&](CellKeys kind, const auto& keyOf) {
        for (std::size_t i = 0; i < rows.count; ++i)
            keys[i] = keyOf(m_index->tensor(TensorId(rows.at(i))));
        return kind;
    };
    const auto cells = [&](const auto& keyOf) { return filled(CellKeys::Cells, keyOf); };
    const auto numbers = [&](const auto& keyOf) { return filled(CellKeys::Numbers, keyOf); };
    const auto sameUnless = [](bool differs) { return differs ? CellKeys::Unknown : CellKeys::Same; };
    const bool isTimed = m_index->times() != nullptr; // which has tasks and streams where rows have none
    using Row = TensorRow;
    switch (cellSource(column)) {
    case CellSource::Row:
        break;
    case CellSource::File:
        return cells([](const Row& row) { return row.file.value(); });
    case CellSource::Folder:
        return m_index->folderCount() == 1 ? CellKeys::Same
                                           : cells([](const Row& row) { return row.folder.value(); });
    case CellSource::OpName:
        return cells([](const Row& row) { return row.opName.value(); });
    case CellSource::OpType:
        return cells([](const Row& row) { return row.opType.value(); });
    case CellSource::OpNameRaw:
        return cells([](const Row& row) { return row.opNameRaw.value(); });
    case CellSource::Scope:
        return cells(
            [](const Row& row) { return std::uint64_t {row.opName.value()} << 32 | row.scope.value(); });
    case CellSource::Io:
        return cells([](const Row& row) { return static_cast<std::uint64_t>(row.io); });
    case CellSource::Dtype: // a file of statistics may spell an unknown one
        return cells([](const Row& row) {
            return row.dtype == DType::Unknown ? kNoKey : static_cast<std::uint64_t>(row.dtype);
        });
    case CellSource::Shape:
        return cells([](const Row& row) { return row.shape.value(); });
    case CellSource::OriginalShape:
        return cells([](const Row& row) { return row.originalShape.value(); });
    case CellSource::Elements: // else counted in a file of statistics
        return cells([](const Row& row) -> std::uint64_t {
            const ShapeId shape = row.originalShape.isValid() ? row.originalShape : row.shape;
            return shape.isValid() ? shape.value() : kNoKey;
        });
    case CellSource::Format:
        return cells([](const Row& row) { return static_cast<std::uint64_t>(row.format); });
    case CellSource::OriginalFormat:
        return cells([](const Row& row) { return static_cast<std::uint64_t>(row.originalFormat); });
    case CellSource::State:
        filled(CellKeys::Cells, [this](const Row& row) {
            return static_cast<std::uint64_t>(row.state) << 1
                | static_cast<std::uint64_t>(m_index->readerOf(row.file) == nullptr);
        });
        return withoutMeasured(rows, keys);
    case CellSource::Problem:
        filled(CellKeys::Cells, [](const Row& row) { return row.problem.value(); });
        return withoutMeasured(rows, keys);
    case CellSource::Slot:
        return numbers(
            [](const Row& row) { return row.slot < 0 ? kAbsent : static_cast<std::uint64_t>(row.slot); });
    case CellSource::Occurrence:
        return numbers([](const Row& row) { return row.occurrence; });
    case CellSource::Bytes: // that a file of statistics does not say need not be 0
        return numbers([](const Row& row) {
            return row.bytes == 0 && row.state == TensorState::StatisticsOnly ? kNoKey : numberKey(row.bytes);
        });
    case CellSource::Task:
        return isTimed ? CellKeys::Unknown : numbers([](const Row& row) { return unlessNoneKey(row.task); });
    case CellSource::Stream:
        return isTimed ? CellKeys::Unknown
                       : numbers([](const Row& row) { return unlessNoneKey(row.stream); });
    case CellSource::Timestamp:
        return numbers(
            [](const Row& row) { return row.timestamp == 0 ? kAbsent : numberKey(row.timestamp); });
    case CellSource::Context:
        return numbers([](const Row& row) { return unlessNoneKey(row.context); });
    case CellSource::Thread:
        return numbers([](const Row& row) { return unlessNoneKey(row.thread); });
    case CellSource::ExecIndex:
        return numbers([](const Row& row) { return unlessNoneKey(row.execIndex); });
    case CellSource::Address:
        return sameUnless(m_index->recordsAddresses());
    case CellSource::Times:
        return sameUnless(isTimed);
    case CellSource::Watched:
        return sameUnless(m_index->watched() != nullptr);
    case CellSource::Root:
        return CellKeys::Same;
    }
    return CellKeys::Unknown;
}

FilterTable::CellKeys TensorTable::withoutMeasured(const TableRows& rows, std::span<std::uint64_t> keys) const
{
    for (std::size_t i = 0; i < rows.count; ++i) {
        if (m_measured[rows.at(i)].measured.load(std::memory_order_acquire) != nullptr)
            keys[i] = kNoKey;
    }
    return CellKeys::Cells;
}

} // namespace dumpscope::core
