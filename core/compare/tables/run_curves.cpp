// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tables/run_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::size_t kPlacesBetweenStops = 4096;

void put(RunCurves::Curve& curve, std::size_t place, const std::optional<double>& value)
{
    if (!value)
        return;
    ++curve.numbers;
    if (std::isfinite(*value)) {
        curve.values[place] = *value;
        curve.blocks[place / RunCurves::kBlock].add(*value);
        curve.all.add(*value);
        const double magnitude = std::abs(*value);
        if (magnitude > 0 && (curve.leastMagnitude == 0 || magnitude < curve.leastMagnitude))
            curve.leastMagnitude = magnitude;
        return;
    }
    using Edge = RunCurves::Edge;
    curve.marks.push_back({static_cast<std::uint32_t>(place),
        std::isnan(*value) ? Edge::NaN
            : *value < 0   ? Edge::NegInf
                           : Edge::PosInf});
}

/// `valueAt` gives the number of a place, if it has one.
template<typename ValueAt>
Result<RunCurves::Curve> curveOf(std::size_t places, TaskContext& task, ValueAt valueAt)
{
    RunCurves::Curve curve;
    curve.values.assign(places, std::numeric_limits<double>::quiet_NaN());
    curve.blocks.resize((places + RunCurves::kBlock - 1) / RunCurves::kBlock);
    for (std::size_t place = 0; place < places; ++place) {
        if (place % kPlacesBetweenStops == 0)
            TRY_VOID(task.checkStop());
        put(curve, place, valueAt(place));
    }
    return curve;
}

std::vector<std::uint32_t> placesOf(const RunCurvesRequest& request)
{
    const TargetMatrix& matrix = *request.matrix;
    std::vector<std::uint32_t> places;
    places.reserve(matrix.tensors.size());
    for (std::size_t i = 0; i < matrix.tensors.size(); ++i) {
        const TensorId id = matrix.tensors[i];
        const FolderFacts& facts = matrix.golden->factsOf(id);
        if (request.at) {
            const FolderFacts& wanted = matrix.golden->factsOf(*request.at);
            if (facts.rank != wanted.rank || facts.step != wanted.step)
                continue;
        }
        if (!request.outputsOnly || matrix.golden->tensor(id).io == Io::Output)
            places.push_back(static_cast<std::uint32_t>(i));
    }
    return places;
}

std::optional<double> statisticOf(const TensorTable* table, int column, TensorId id)
{
    return table && column >= 0 ? cellNumber(table->cell(id.value(), column)) : std::nullopt;
}

Result<RunCurves::Chart> chartOf(const RunCurves& curves, const RunCurvesRequest& request,
    const RunCurvesRequest::Figure& figure, TaskContext& task)
{
    RunCurves::Chart chart;
    chart.figure = figure.column;
    const TargetMatrix& matrix = *curves.matrix;
    const std::size_t places = curves.places.size();
    if (!figure.isMetric) {
        const TensorTable* const table = request.golden.get();
        const int column = table ? table->columnByName(figure.column) : -1;
        TRY_ASSIGN(chart.golden, curveOf(places, task, [&](std::size_t place) {
            return statisticOf(table, column, curves.goldenAt(place));
        }));
    }
    for (std::size_t target = 0; target < matrix.tables.size(); ++target) {
        const PairTable& pairs = *matrix.tables[target];
        const TensorTable* const table
            = !figure.isMetric && target < request.targets.size() ? request.targets[target].get() : nullptr;
        const int column = figure.isMetric ? pairs.columnByName(figure.column)
            : table                        ? table->columnByName(figure.column)
                                           : -1;
        TRY_ASSIGN(
            RunCurves::Curve curve, curveOf(places, task, [&](std::size_t place) -> std::optional<double> {
                const TargetMatrix::Cell& cell = curves.cell(place, target);
                if (!cell.isThere || column < 0)
                    return std::nullopt;
                return figure.isMetric ? pairs.metricNumber(cell.row, column)
                                       : statisticOf(table, column, pairs.row(cell.row).pair.target);
            }));
        chart.targets.push_back(std::move(curve));
    }
    return chart;
}

} // namespace

void RunCurves::Span::add(double value)
{
    add({true, value, value, value, value});
}

void RunCurves::Span::add(const Span& later)
{
    if (!later.isThere)
        return;
    if (!isThere) {
        *this = later;
        return;
    }
    last = later.last;
    least = std::min(least, later.least);
    most = std::max(most, later.most);
}

std::vector<RunCurves::Span> RunCurves::Curve::columns(double from, double to, std::size_t columns) const
{
    std::vector<Span> made(columns);
    if (!(from < to) || columns == 0)
        return made;
    const double perPlace = static_cast<double>(columns) / (to - from);
    const bool isCoarse = perPlace * 2 * static_cast<double>(kBlock) <= 1;
    const double unit = isCoarse ? static_cast<double>(kBlock) : 1;
    const auto size = static_cast<double>(isCoarse ? blocks.size() : values.size());
    const auto first = static_cast<std::size_t>(std::clamp(std::ceil(from / unit), 0.0, size));
    const auto end = static_cast<std::size_t>(std::clamp(std::ceil(to / unit), 0.0, size));
    for (std::size_t i = first; i < end; ++i) {
        const auto at = static_cast<std::size_t>((static_cast<double>(i) * unit - from) * perPlace);
        Span& column = made[std::min(at, columns - 1)];
        if (isCoarse)
            column.add(blocks[i]);
        else if (!std::isnan(values[i]))
            column.add(values[i]);
    }
    return made;
}

std::size_t RunCurves::Chart::numbers() const
{
    std::size_t count = golden ? golden->numbers : 0;
    for (const Curve& curve : targets)
        count += curve.numbers;
    return count;
}

std::optional<Verdict> RunCurves::verdict(std::size_t place, std::size_t target) const
{
    const TargetMatrix::Cell& one = cell(place, target);
    return one.isThere ? std::optional(one.verdict) : std::nullopt;
}

std::optional<std::size_t> RunCurves::placeOf(TensorId golden) const
{
    const auto found = std::ranges::lower_bound(
        places, golden, {}, [this](std::uint32_t tensor) { return matrix->tensors[tensor]; });
    return found != places.end() && matrix->tensors[*found] == golden
        ? std::optional(static_cast<std::size_t>(found - places.begin()))
        : std::nullopt;
}

Result<RunCurves> makeRunCurves(const RunCurvesRequest& request, TaskContext& task)
{
    RunCurves curves;
    curves.matrix = request.matrix;
    if (!curves.matrix->golden)
        return curves;
    curves.places = placesOf(request);
    curves.isOrderKnown = !curves.places.empty()
        && curves.matrix->golden->tensor(curves.goldenAt(0)).execIndex != TensorRow::kNone;
    for (const RunCurvesRequest::Figure& figure : request.figures) {
        if (curves.charts.size() >= request.most)
            break;
        TRY_ASSIGN(RunCurves::Chart chart, chartOf(curves, request, figure, task));
        if (chart.numbers() > 0)
            curves.charts.push_back(std::move(chart));
    }
    return curves;
}

} // namespace dumpscope::core
