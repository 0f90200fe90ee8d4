// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_cube.h"

#include "base/text.h"
#include "records/tensor_record.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kCubeCheckEvery = 4096;

struct CubeColumns {
    explicit CubeColumns(const FilterTable& table)
        : model(table.columnByName("model"))
        , opName(table.columnByName("op_name"))
        , opType(table.columnByName("op_type"))
        , io(table.columnByName("io"))
        , slot(table.columnByName("slot"))
        , occurrence(table.columnByName("occurrence"))
        , rank(table.columnByName("rank"))
        , step(table.columnByName("step"))
        , file(table.columnByName("file"))
    {
    }
    int model, opName, opType, io, slot, occurrence, rank, step, file;
};

std::optional<std::int64_t> wholeNumber(const FilterTable& table, std::uint32_t row, int column)
{
    const Cell cell = column < 0 ? Cell() : table.cell(row, column);
    if (const auto* number = std::get_if<std::int64_t>(&cell))
        return *number;
    if (const auto* number = std::get_if<std::uint64_t>(&cell))
        return static_cast<std::int64_t>(*number);
    return std::nullopt;
}

/// A place of the program without text of its own.
struct PlaceView {
    std::string_view model, opName, opType, io;
    std::optional<std::int64_t> slot;
    std::int64_t occurrence = 0;
    std::uint32_t item = 0;
    bool operator==(const PlaceView&) const = default;
};

struct PlaceHash {
    std::size_t operator()(const PlaceView& place) const
    {
        constexpr std::size_t kMix = 0x9E3779B97F4A7C15ULL;
        std::size_t hash = std::hash<std::string_view> {}(place.opName);
        const auto mix
            = [&hash](std::size_t more) { hash = (hash ^ (more + kMix + (hash << 6) + (hash >> 2))) * kMix; };
        mix(std::hash<std::string_view> {}(place.opType));
        mix(std::hash<std::string_view> {}(place.io));
        mix(std::hash<std::string_view> {}(place.model));
        mix(static_cast<std::size_t>(place.slot.value_or(-1)));
        mix(static_cast<std::size_t>(place.occurrence));
        mix(place.item);
        return hash;
    }
};

} // namespace

Message TrendRow::words() const
{
    std::string name = printable(opName);
    if (!opType.empty() && opName.find(opType) == std::string::npos)
        name += " (" + printable(opType) + ")";
    const auto role = ioFromWord(io);
    const std::int64_t place = slot.value_or(-1);
    const bool isPlace = role && place >= -1 && place <= std::numeric_limits<std::int32_t>::max();
    const Message slotWords = isPlace ? ioPlace(*role, static_cast<std::int32_t>(place))
                                      : Message(printable(io) + (slot ? " " + std::to_string(*slot) : ""));
    const Message again = occurrence > 0 ? Message("#" + std::to_string(occurrence)) : Message();
    const Message inList = isInList ? Message("[" + std::to_string(item) + "]") : Message();
    return joined(std::array {Message(std::move(name)), slotWords, inList, again}, "%1 %2");
}

bool TrendRow::isSamePlace(const TrendRow& other) const
{
    const auto key = [](const TrendRow& row) {
        return std::tie(row.opName, row.opType, row.io, row.slot, row.occurrence, row.item, row.model);
    };
    return key(*this) == key(other);
}

std::optional<std::size_t> TrendCube::find(const TrendRow& row) const
{
    const auto found
        = std::ranges::find_if(m_rows, [&](const TrendRow& one) { return one.isSamePlace(row); });
    return found == m_rows.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - m_rows.begin()));
}

TrendCube::Range TrendCube::series(std::size_t row, std::size_t rank) const
{
    const auto first = m_cells.begin();
    const auto [begin, end] = std::equal_range(first + static_cast<std::ptrdiff_t>(m_starts[row]),
        first + static_cast<std::ptrdiff_t>(m_starts[row + 1]),
        TrendCell {.rank = static_cast<std::uint32_t>(rank)},
        [](const TrendCell& a, const TrendCell& b) { return a.rank < b.rank; });
    return {static_cast<std::size_t>(begin - first), static_cast<std::size_t>(end - first)};
}

std::optional<std::size_t> TrendCube::cellAt(std::size_t row, std::size_t rank, std::size_t step) const
{
    const Range range = series(row, rank);
    const auto begin = m_cells.begin() + static_cast<std::ptrdiff_t>(range.begin);
    const auto end = m_cells.begin() + static_cast<std::ptrdiff_t>(range.end);
    const auto found
        = std::ranges::lower_bound(begin, end, static_cast<std::uint32_t>(step), {}, &TrendCell::step);
    if (found == end || found->step != step)
        return std::nullopt;
    return static_cast<std::size_t>(found - m_cells.begin());
}

/// Collects the cells, then puts them and the rows into order.
class TrendCubeBuilder {
public:
    TrendCubeBuilder(const FilterTable& table, const StepOrder& order)
        : m_table(table)
        , m_columns(table)
        , m_order(order)
    {
    }

    Result<TrendCube> build(std::span<const std::uint32_t> tensors, TaskContext& task)
    {
        if (tensors.size() >= 0xFFFFFFFFU)
            return fail(Code::Limit, phrase("too many tensors for trends"));
        task.progress.setTotal(tensors.size());
        TRY_VOID(collectNumbers(tensors, task));
        m_cube.m_cells.reserve(tensors.size());
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (i % kCubeCheckEvery == 0)
                TRY_VOID(task.checkStop());
            add(tensors[i]);
        }
        orderWithinSteps();
        TRY_VOID(task.checkStop());
        orderRows();
        return std::move(m_cube);
    }

private:
    Result<void> collectNumbers(std::span<const std::uint32_t> tensors, TaskContext& task)
    {
        std::set<TrendCube::Number> ranks, steps;
        TrendCube::Number lastRank, lastStep;
        bool isFirst = true;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (i % kCubeCheckEvery == 0)
                TRY_VOID(task.checkStop());
            const auto rank = wholeNumber(m_table, tensors[i], m_columns.rank);
            const auto step = wholeNumber(m_table, tensors[i], m_columns.step);
            if (isFirst || rank != lastRank)
                ranks.insert(rank);
            if (isFirst || step != lastStep)
                steps.insert(step);
            lastRank = rank;
            lastStep = step;
            isFirst = false;
        }
        m_cube.m_ranks.assign(ranks.begin(), ranks.end());
        m_cube.m_steps.assign(steps.begin(), steps.end());
        return {};
    }

    static std::uint32_t placeIn(
        const std::vector<TrendCube::Number>& numbers, const TrendCube::Number& number)
    {
        return static_cast<std::uint32_t>(
            std::lower_bound(numbers.begin(), numbers.end(), number) - numbers.begin());
    }

    void add(std::uint32_t tensor)
    {
        const auto cellOf = [&](int column) { return column < 0 ? Cell() : m_table.cell(tensor, column); };
        const Cell model = cellOf(m_columns.model), name = cellOf(m_columns.opName),
                   type = cellOf(m_columns.opType), io = cellOf(m_columns.io);
        PlaceView place {cellView(model), cellView(name), cellView(type), cellView(io),
            wholeNumber(m_table, tensor, m_columns.slot),
            wholeNumber(m_table, tensor, m_columns.occurrence).value_or(0)};
        TrendCell added {rowOf(place, tensor),
            placeIn(m_cube.m_ranks, wholeNumber(m_table, tensor, m_columns.rank)),
            placeIn(m_cube.m_steps, wholeNumber(m_table, tensor, m_columns.step)), tensor, 0};
        if (isNextItem(added)) {
            place.item = ++m_item;
            added.row = rowOf(place, tensor);
            m_texts[added.row]->isInList = m_texts[m_firstItem->row]->isInList = true;
        } else {
            m_item = 0;
            m_firstItem = added;
        }
        m_cube.m_cells.push_back(added);
    }

    /// Tensors of a list have the place of the list, and stand side by side in a file.
    [[nodiscard]] bool isNextItem(const TrendCell& cell) const
    {
        if (!m_firstItem || cell.row != m_firstItem->row || cell.rank != m_firstItem->rank
            || cell.step != m_firstItem->step || cell.tensor != m_firstItem->tensor + m_item + 1
            || m_columns.file < 0)
            return false;
        return m_table.cell(cell.tensor, m_columns.file) == m_table.cell(m_firstItem->tensor, m_columns.file);
    }

    std::uint32_t rowOf(const PlaceView& place, std::uint32_t tensor)
    {
        if (const auto found = m_places.find(place); found != m_places.end())
            return found->second;
        const auto number = static_cast<std::uint32_t>(m_texts.size());
        m_texts.push_back(std::make_unique<TrendRow>(
            TrendRow {std::string(place.model), std::string(place.opName), std::string(place.opType),
                std::string(place.io), place.slot, place.occurrence, place.item, false, tensor}));
        const TrendRow& row = *m_texts.back();
        m_places.emplace(
            PlaceView {row.model, row.opName, row.opType, row.io, row.slot, row.occurrence, row.item},
            number);
        return number;
    }

    void orderWithinSteps()
    {
        struct Key {
            std::uint64_t order;
            std::uint32_t rank, step, tensor, cell;
        };
        std::vector<Key> keys;
        keys.reserve(m_cube.m_cells.size());
        for (std::size_t i = 0; i < m_cube.m_cells.size(); ++i) {
            const TrendCell& cell = m_cube.m_cells[i];
            keys.push_back({m_order ? m_order(cell.tensor) : 0, cell.rank, cell.step, cell.tensor,
                static_cast<std::uint32_t>(i)});
        }
        std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
            return std::tie(a.rank, a.step, a.order, a.tensor) < std::tie(b.rank, b.step, b.order, b.tensor);
        });
        std::uint32_t place = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const bool isNew = i == 0 || keys[i].rank != keys[i - 1].rank || keys[i].step != keys[i - 1].step;
            place = isNew ? 0 : place + 1;
            m_cube.m_cells[keys[i].cell].order = place;
        }
    }

    /// Rows stand as the first step that has them executes them.
    void orderRows()
    {
        struct First {
            std::uint32_t step = 0xFFFFFFFFU, order = 0;
        };
        std::vector<First> firsts(m_texts.size());
        for (const TrendCell& cell : m_cube.m_cells) {
            First& first = firsts[cell.row];
            if (std::tie(cell.step, cell.order) < std::tie(first.step, first.order))
                first = {cell.step, cell.order};
        }
        std::vector<std::uint32_t> sorted(m_texts.size()), places(m_texts.size());
        std::iota(sorted.begin(), sorted.end(), 0U);
        std::stable_sort(sorted.begin(), sorted.end(),
            [&](std::uint32_t a, std::uint32_t b) { return firsts[a].order < firsts[b].order; });
        for (std::uint32_t i = 0; i < sorted.size(); ++i) {
            places[sorted[i]] = i;
            m_cube.m_rows.push_back(std::move(*m_texts[sorted[i]]));
        }
        m_places.clear(); // its views are gone
        for (TrendCell& cell : m_cube.m_cells)
            cell.row = places[cell.row];
        const auto key = [](const TrendCell& cell) { return std::tie(cell.row, cell.rank, cell.step); };
        std::stable_sort(m_cube.m_cells.begin(), m_cube.m_cells.end(),
            [&](const TrendCell& a, const TrendCell& b) { return key(a) < key(b); });
        const auto unique = std::unique(m_cube.m_cells.begin(), m_cube.m_cells.end(),
            [&](const TrendCell& a, const TrendCell& b) { return key(a) == key(b); });
        m_cube.m_repeated = static_cast<std::size_t>(m_cube.m_cells.end() - unique);
        m_cube.m_cells.erase(unique, m_cube.m_cells.end());
        m_cube.m_starts.assign(m_cube.m_rows.size() + 1, 0);
        for (const TrendCell& cell : m_cube.m_cells)
            ++m_cube.m_starts[cell.row + 1];
        std::partial_sum(m_cube.m_starts.begin(), m_cube.m_starts.end(), m_cube.m_starts.begin());
    }

    const FilterTable& m_table;
    CubeColumns m_columns;
    const StepOrder& m_order;
    TrendCube m_cube;
    std::vector<std::unique_ptr<TrendRow>> m_texts; ///< owned apart: the places view their texts
    std::unordered_map<PlaceView, std::uint32_t, PlaceHash> m_places;
    std::optional<TrendCell> m_firstItem; ///< of the list that the tensor before belongs to
    std::uint32_t m_item = 0;             ///< of the tensor before
};

Result<TrendCube> makeTrendCube(const FilterTable& table, std::span<const std::uint32_t> tensors,
    const StepOrder& order, TaskContext& task)
{
    return TrendCubeBuilder(table, order).build(tensors, task);
}

} // namespace dumpscope::core
