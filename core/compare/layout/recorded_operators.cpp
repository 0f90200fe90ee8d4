// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/recorded_operators.h"

#include "compare/elements/significand.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

using OperatorName = std::tuple<std::string, std::uint32_t>;
using CellName = std::tuple<Io, std::int32_t, std::string>;

/// What one rank did in a step.
struct RankRun {
    std::vector<OperatorName> order;
    std::map<OperatorName, std::map<CellName, TensorId>> cells;
};

using RankLane = std::vector<const RankRun*>;

RecordedCell cellOf(
    const DumpIndex& index, const RankLane& lane, const OperatorName& name, const CellName& place)
{
    RecordedCell cell;
    std::tie(cell.io, cell.slot, std::ignore) = place;
    for (const RankRun* const process : lane) {
        const auto& cells = process->cells.at(name);
        if (const auto at = cells.find(place); at != cells.end())
            cell.all.push_back(at->second);
    }
    for (const TensorId own : cell.all) {
        const auto figures = recordedFiguresOf(index, own);
        const bool isKnown = std::ranges::any_of(
            cell.parts, [&](TensorId part) { return figures && recordedFiguresOf(index, part) == figures; });
        if (!isKnown)
            cell.parts.push_back(own);
    }
    cell.whole = composedFigures(index, cell.parts);
    return cell;
}

/// What was recorded of golden's parameters.
class KnownParameters {
public:
    explicit KnownParameters(const ComparisonSide& golden)
    {
        for (const TensorId id : golden.tensors()) {
            if (!isParameterOf(*golden.index, id))
                continue;
            if (const auto figures = recordedFiguresOf(*golden.index, id))
                m_figures.push_back(*figures);
        }
        std::ranges::sort(m_figures, {}, &RecordedFigures::norm);
    }

    /// Places of those that are alike.
    [[nodiscard]] std::vector<std::size_t> alike(const std::optional<RecordedFigures>& figures) const
    {
        constexpr double kTight = 0.2, kNear = 0.01; // norms farther off are never alike
        std::vector<std::size_t> places;
        if (!figures)
            return places;
        auto at
            = std::ranges::lower_bound(m_figures, figures->norm * (1 - kNear), {}, &RecordedFigures::norm);
        for (; at != m_figures.end() && at->norm <= figures->norm * (1 + kNear); ++at) {
            if (areFiguresAlike(*figures, *at, kTight))
                places.push_back(static_cast<std::size_t>(at - m_figures.begin()));
        }
        return places;
    }

private:
    std::vector<RecordedFigures> m_figures;
};

/// Whether golden has what each rank holds and not all of it as one.
bool areOfTheirOwn(const RecordedCell& cell, const DumpIndex& index, const KnownParameters& golden)
{
    return cell.parts.size() > 1 && isParameterOf(index, cell.parts.front())
        && golden.alike(cell.whole).empty() && std::ranges::all_of(cell.parts, [&](TensorId part) {
               return !golden.alike(recordedFiguresOf(index, part)).empty();
           });
}

std::size_t parametersFound(
    const std::vector<RankLane>& lanes, const DumpIndex& index, const KnownParameters& golden)
{
    constexpr std::size_t kMost = 256; // operators of a lane that are looked at
    std::set<std::size_t> found;
    for (const RankLane& lane : lanes) {
        const std::vector<OperatorName>& order = lane.front()->order;
        const std::size_t stride = 1 + order.size() / kMost;
        for (std::size_t i = 0; i < order.size(); i += stride) {
            for (const auto& [place, id] : lane.front()->cells.at(order[i])) {
                if (!isParameterOf(index, id))
                    continue;
                const RecordedCell cell = cellOf(index, lane, order[i], place);
                const auto add = [&](const std::optional<RecordedFigures>& figures) {
                    const auto places = golden.alike(figures);
                    found.insert(places.begin(), places.end());
                };
                add(cell.whole);
                for (const TensorId part : cell.parts) {
                    if (areOfTheirOwn(cell, index, golden))
                        add(recordedFiguresOf(index, part));
                }
            }
        }
    }
    return found.size();
}

/// Ranks that run the same operators, parted into lanes of ranks beside one another.
std::vector<RankLane> lanesOf(const RankLane& ranks, const DumpIndex& index, const KnownParameters* golden)
{
    std::vector<RankLane> best;
    std::size_t most = 0;
    for (std::size_t size = ranks.size(); size > 0; --size) {
        if (ranks.size() % size != 0)
            continue;
        std::vector<RankLane> lanes;
        for (auto at = ranks.begin(); at != ranks.end(); at += static_cast<std::ptrdiff_t>(size))
            lanes.emplace_back(at, at + static_cast<std::ptrdiff_t>(size));
        if (!golden)
            return lanes;
        const std::size_t found = ranks.size() == 1 ? 0 : parametersFound(lanes, index, *golden);
        if (best.empty() || found > most) {
            best = std::move(lanes);
            most = found;
        }
    }
    return best;
}

void addTensorsOfTheirOwn(RecordedOperator& op, const DumpIndex& index, const KnownParameters& golden)
{
    if (std::ranges::none_of(
            op.cells, [&](const RecordedCell& cell) { return areOfTheirOwn(cell, index, golden); }))
        return;
    std::vector<RecordedCell> own;
    for (const RecordedCell& cell : op.cells) {
        for (const TensorId part : cell.parts) {
            if (cell.parts.size() > 1)
                own.push_back({cell.io, cell.slot, {part}, {part}, recordedFiguresOf(index, part)});
        }
    }
    op.cells.insert(op.cells.end(), own.begin(), own.end());
}

} // namespace

std::optional<RecordedFigures> recordedFiguresOf(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone || !row.shape.isValid() || !isFloating(row.dtype))
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto max = table.value(Field::Max, row.statisticRow),
               min = table.value(Field::Min, row.statisticRow),
               mean = table.value(Field::Mean, row.statisticRow),
               norm = table.value(Field::L2Norm, row.statisticRow);
    if (!max || !min || !mean || !norm)
        return std::nullopt;
    const auto count = static_cast<double>(elementCount(index.shape(row.shape)).value_or(0));
    return RecordedFigures {*max, *min, *mean, *norm, count, significandBits(row.dtype)};
}

std::optional<RecordedFigures> composedFigures(const DumpIndex& index, std::span<const TensorId> tensors)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    RecordedFigures whole {-kInfinity, kInfinity, 0, 0, 0, 64};
    for (const TensorId id : tensors) {
        const auto part = recordedFiguresOf(index, id);
        if (!part)
            return std::nullopt;
        whole.max = std::max(whole.max, part->max);
        whole.min = std::min(whole.min, part->min);
        whole.mean += part->mean * part->count;
        whole.norm += part->norm * part->norm;
        whole.count += part->count;
        whole.bits = std::min(whole.bits, part->bits);
    }
    whole.mean /= std::max(whole.count, 1.0);
    whole.norm = std::sqrt(whole.norm);
    return whole;
}

double figureDistance(const RecordedFigures& a, const RecordedFigures& b)
{
    if (a.count != b.count || !std::isfinite(a.norm) || !std::isfinite(b.norm))
        return std::numeric_limits<double>::infinity();
    const double largest = std::max(std::fabs(b.max), std::fabs(b.min));
    const double norm = std::max(b.norm, 1e-30);
    return std::max({std::fabs(a.norm - b.norm) / norm,
        std::max(std::fabs(a.max - b.max), std::fabs(a.min - b.min)) / std::max(2 * largest, 1e-30),
        std::fabs(a.mean - b.mean) * std::sqrt(b.count) / (4 * norm)});
}

bool areFiguresAlike(const RecordedFigures& a, const RecordedFigures& b, double tightness)
{
    const int bits = std::min(a.bits, b.bits);
    const double tolerance = bits <= 8 ? 0.02 : bits <= 11 ? 0.005 : 1e-3;
    return figureDistance(a, b) <= tightness * tolerance;
}

std::vector<RecordedOperator> recordedOperators(
    const ComparisonSide& side, const ComparisonSide* golden, const SaidLayout* layout)
{
    const DumpIndex& index = *side.index;
    using Where = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; // step, rank
    std::map<Where, RankRun> processes;
    std::map<OperatorName, std::string> types;
    for (const TensorId id : side.tensors()) {
        const TensorRow& row = index.tensor(id);
        const FolderFacts& facts = index.factsOf(id);
        RankRun& process = processes[{facts.step, facts.rank}];
        const OperatorName name(
            row.opName.isValid() ? std::string(index.text(row.opName)) : std::string(), row.occurrence);
        const auto [at, isNew] = process.cells.try_emplace(name);
        if (isNew)
            process.order.push_back(name);
        at->second.emplace(CellName(row.io, row.slot,
                               row.entry.isValid() ? std::string(index.text(row.entry)) : std::string()),
            id);
        if (row.opType.isValid())
            types.emplace(name, std::string(index.text(row.opType)));
    }
    std::optional<KnownParameters> parameters;
    if (golden)
        parameters.emplace(*golden);
    const auto areOneStage = [&](const Where& a, const Where& b) {
        return !layout || !a.second || !b.second
            || layout->stageOf(*a.second, index.ranks()) == layout->stageOf(*b.second, index.ranks());
    };
    std::vector<RecordedOperator> operators;
    std::set<Where> done;
    for (const auto& [where, first] : processes) {
        if (done.contains(where))
            continue;
        RankLane alike;
        for (const auto& [other, process] : processes) {
            if (other.first == where.first && process.order == first.order && areOneStage(where, other)) {
                alike.push_back(&process);
                done.insert(other);
            }
        }
        for (const RankLane& lane : lanesOf(alike, index, parameters ? &*parameters : nullptr)) {
            for (const OperatorName& name : lane.front()->order) {
                RecordedOperator made {types[name], {}};
                for (const auto& [place, id] : lane.front()->cells.at(name))
                    made.cells.push_back(cellOf(index, lane, name, place));
                if (parameters)
                    addTensorsOfTheirOwn(made, index, *parameters);
                operators.push_back(std::move(made));
            }
        }
    }
    return operators;
}

} // namespace dumpscope::core
