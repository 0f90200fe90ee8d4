// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table.h"

#include "model/tensor_table_columns.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace dumpscope::core {

namespace {

std::span<const FilterTable::Column> publicColumns()
{
    static const auto columns = [] {
        std::array<FilterTable::Column, kTensorTableColumnCount> all;
        std::ranges::transform(kTensorTableColumns, all.begin(), [](const TensorTableColumn& column) {
            return FilterTable::Column {column.key, column.type, column.words};
        });
        return all;
    }();
    return columns;
}

template<std::size_t first, std::size_t count> constexpr std::array<int, count> numbers()
{
    std::array<int, count> result {};
    for (std::size_t i = 0; i < count; ++i)
        result[i] = static_cast<int>(first + i);
    return result;
}

/// Columns whose values are offered while a filter is typed.
constexpr std::array<std::string_view, 10> kColumnsOfFewValues {
    "family", "run", "model", "op_type", "io", "dtype", "format", "original_format", "state", "source"};

bool isPositive(const TensorTable::RowView& view, int column)
{
    return cellNumber(kTensorTableColumns[static_cast<std::size_t>(column)].get(view)).value_or(0) > 0;
}

constexpr auto kListingNumbers = numbers<0, kFirstStatisticColumn>();
constexpr auto kStatisticsNumbers
    = numbers<kFirstStatisticColumn, kTensorTableColumnCount - kFirstStatisticColumn>();

} // namespace

TensorTable::TensorTable(std::shared_ptr<const DumpIndex> index, int rootNumber)
    : m_index(std::move(index))
    , m_rootNumber(rootNumber)
    , m_measured(m_index->tensorCount())
{
}

void TensorTable::setStatistics(TensorId id, const Statistics& statistics)
{
    set(id, {statistics, {}});
}

void TensorTable::setUnreadable(TensorId id, Message problem)
{
    set(id, {{}, std::move(problem)});
}

void TensorTable::set(TensorId id, Measured measured)
{
    auto kept = std::make_unique<const Measured>(std::move(measured));
    const Measured* none = nullptr;
    if (m_measured[id.value()].measured.compare_exchange_strong(none, kept.get(), std::memory_order_acq_rel))
        static_cast<void>(kept.release());
}

void TensorTable::setWatched(std::vector<WatchedWords> words)
{
    auto kept = std::make_unique<const std::vector<WatchedWords>>(std::move(words));
    const std::vector<WatchedWords>* none = nullptr;
    if (m_watched->words.compare_exchange_strong(none, kept.get(), std::memory_order_acq_rel))
        static_cast<void>(kept.release());
}

std::span<const FilterTable::Column> TensorTable::columns() const
{
    return publicColumns();
}

std::span<const FilterTable::Column> TensorTable::allColumns()
{
    return publicColumns();
}

int TensorTable::columnByName(std::string_view name) const
{
    return tensorTableColumn(name == "name" ? "op_name" : name);
}

TensorTable::RowView TensorTable::viewOf(std::size_t row) const
{
    const TensorId id(row);
    const TensorRow& tensor = m_index->tensor(id);
    const StatisticTable* file = tensor.statisticRow == TensorRow::kNone
        ? nullptr
        : m_index->statisticTables()[tensor.statisticTable].get();
    const Measured* const measured = m_measured[row].measured.load(std::memory_order_acquire);
    const bool isFailed = measured && !measured->statistics && tensor.state == TensorState::Ok;
    return {*m_index, id, tensor, m_index->factsOf(id),
        measured && measured->statistics ? &*measured->statistics : nullptr,
        isFailed ? &measured->problem : nullptr, file, m_rootNumber,
        m_watched->words.load(std::memory_order_acquire)};
}

Cell TensorTable::cell(std::size_t row, int column) const
{
    return kTensorTableColumns[static_cast<std::size_t>(column)].get(viewOf(row));
}

bool TensorTable::appendText(std::size_t row, int column, std::string& to) const
{
    static const int kId = tensorTableColumn("id");
    if (column != kId)
        return FilterTable::appendText(row, column, to);
    if (m_rootNumber != 0)
        to += std::to_string(m_rootNumber) + ':';
    m_index->appendTensorId(TensorId(row), to);
    return true;
}

Message TensorTable::message(std::size_t row, int column) const
{
    const RowView view = viewOf(row);
    static const int kProblem = tensorTableColumn("problem");
    if (column != kProblem)
        return FilterTable::message(row, column);
    return view.failed ? *view.failed : view.index.message(view.row.problem);
}

int TensorTable::nameColumn() const
{
    return tensorTableColumn("op_name");
}

bool TensorTable::has(std::size_t row, Property property) const
{
    static const int kNan = tensorTableColumn("nan_count"), kPosInf = tensorTableColumn("pos_inf_count"),
                     kNegInf = tensorTableColumn("neg_inf_count");
    const RowView view = viewOf(row);
    // Files without counts still show NaN and infinities in their extremes.
    const auto extreme = [&view](auto test) {
        const auto is = [&](StatisticTable::Field field) {
            const auto number = cellNumber(fromFile(view, field));
            return number && test(*number);
        };
        return !view.computed && (is(StatisticTable::Field::Max) || is(StatisticTable::Field::Min));
    };
    switch (property) {
    case Property::Nan:
        return isPositive(view, kNan) || extreme([](double value) { return std::isnan(value); });
    case Property::Inf:
        return isPositive(view, kPosInf) || isPositive(view, kNegInf)
            || extreme([](double value) { return std::isinf(value); });
    case Property::Problem:
        return view.failed != nullptr || !view.index.text(view.row.problem).empty();
    case Property::Overflow:
        return view.row.hasOverflow;
    case Property::Pair:
    case Property::Note:
        return false; // a tensor table alone knows nothing of these
    }
    return false;
}

bool TensorTable::isMeasuredColumn(int column) const
{
    static const int kSource = tensorTableColumn("source");
    return (isStatisticsColumn(column) && column != kSource) || isWatchedColumn(column);
}

bool TensorTable::isUnmeasured(std::size_t row, int column) const
{
    if (!isMeasuredColumn(column))
        return false;
    const RowView view = viewOf(row);
    if (isWatchedColumn(column))
        return view.watched() && view.watchedWords == nullptr;
    // Of a tensor without finite elements an extreme is null though it was measured.
    return !view.computed && isNull(kTensorTableColumns[static_cast<std::size_t>(column)].get(view));
}

bool TensorTable::isUndecided(std::size_t row, Property property) const
{
    if ((property != Property::Nan && property != Property::Inf) || has(row, property))
        return false;
    const RowView view = viewOf(row);
    const bool isPossible = view.row.dtype == DType::Unknown || canBeNonFinite(view.row.dtype);
    return isPossible && !view.computed && !(view.file && view.file->showsValues(view.row.statisticRow));
}

std::vector<std::string> TensorTable::valueHints(int column) const
{
    constexpr std::size_t kRowsSeen = 100'000;
    constexpr std::size_t kMostValues = 200;
    if (std::ranges::find(kColumnsOfFewValues, kTensorTableColumns[static_cast<std::size_t>(column)].key)
        == kColumnsOfFewValues.end())
        return {};
    std::set<std::string> values;
    const char* previous = nullptr;
    for (std::size_t row = 0; row < std::min(rows(), kRowsSeen) && values.size() < kMostValues; ++row) {
        const Cell value = cell(row, column);
        const std::string_view text = cellView(value);
        // Neighbours mostly share one interned text.
        if (!text.empty() && text.data() != previous)
            values.emplace(text);
        previous = std::holds_alternative<std::string_view>(value) ? text.data() : nullptr;
    }
    return {values.begin(), values.end()};
}

std::span<const int> TensorTable::listingColumns()
{
    return kListingNumbers;
}

std::span<const int> TensorTable::statisticsColumns()
{
    return kStatisticsNumbers;
}

bool TensorTable::isWatchedColumn(int column)
{
    static const int kVerdict = tensorTableColumn("watched"), kDump = tensorTableColumn("watched_dump");
    return column == kVerdict || column == kDump;
}

bool TensorTable::isStatisticsColumn(int column)
{
    return column >= static_cast<int>(kFirstStatisticColumn);
}

} // namespace dumpscope::core
