// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/statistic_assemblies.h"

#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"
#include "compare/layout/recorded_operators.h"
#include "compare/layout/run_sketches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// The axis of golden of which a shape has a share, the other axes in golden's order if one is so; the last
/// of several.
std::optional<std::size_t> axisOfShare(const Shape& golden, const Shape& part, double share, bool isParameter)
{
    std::optional<std::size_t> inOrder, inAny;
    for (std::size_t axis = 0; axis < golden.size(); ++axis) {
        const double extent = static_cast<double>(golden[axis]) * share;
        Shape others = golden, own = part;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
        const auto isExtent = [&](std::int64_t one) { return static_cast<double>(one) == extent; };
        const auto at = std::ranges::find_if(own, isExtent);
        if (at == own.end())
            continue;
        if (golden.size() == part.size() && isExtent(part[axis])) {
            Shape rest = part;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
            if (rest == others && (!inOrder || !isParameter))
                inOrder = axis;
        }
        own.erase(at);
        std::ranges::sort(others);
        std::ranges::sort(own);
        if (others == own && (!inAny || !isParameter))
            inAny = axis;
    }
    return inOrder ? inOrder : inAny;
}

/// The first of two axes of golden that are cut, as by ranks that share batch and features.
std::optional<std::size_t> firstOfTwoAxes(const Shape& golden, const Shape& part, std::int64_t parts)
{
    Shape own = part;
    std::ranges::sort(own);
    for (std::int64_t rows = 2; 2 * rows <= parts; ++rows) {
        const std::int64_t columns = parts / rows;
        for (std::size_t i = 0; i < golden.size() && rows * columns == parts; ++i) {
            for (std::size_t j = 0; j < golden.size(); ++j) {
                if (i == j || golden[i] % rows != 0 || golden[j] % columns != 0)
                    continue;
                Shape cut = golden;
                cut[i] /= rows;
                cut[j] /= columns;
                std::ranges::sort(cut);
                if (cut == own)
                    return std::min(i, j);
            }
        }
    }
    return std::nullopt;
}

class StatisticSearch {
public:
    StatisticSearch(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
        const ComparisonSide& golden, const SaidLayout* layout, TaskContext& task)
        : m_found(found)
        , m_target(*target.index)
        , m_golden(*golden.index)
        , m_task(task)
        , m_goldens(recordedOperators(golden, nullptr, nullptr))
        , m_targets(recordedOperators(target, &golden, layout))
    {
    }

    Result<void> run()
    {
        constexpr std::size_t kMost = 20'000'000; // of pairs of operators
        if (m_goldens.empty() || m_targets.empty() || m_goldens.size() * m_targets.size() > kMost)
            return m_goldens.empty() || m_targets.empty() ? Result<void> {} : RunSketches::tooMuch();
        TRY_ASSIGN(m_partners, aligned());
        for (std::size_t i = 0; i < m_goldens.size(); ++i) {
            TRY_VOID(m_task.checkStop());
            for (const RecordedCell& cell : m_goldens[i].cells)
                place(i, cell);
        }
        for (std::size_t i = 0; i < m_goldens.size(); ++i) {
            TRY_VOID(m_task.checkStop());
            for (const RecordedCell& cell : m_goldens[i].cells)
                placeTogether(i, cell);
        }
        return {};
    }

private:
    static constexpr std::size_t kAround = 12; ///< operators

    /// Weights are no noisier than their rounding, and many have the same distribution. The second input of a
    /// product of activations has more axes.
    [[nodiscard]] double tightnessOf(const RecordedCell& cell) const
    {
        constexpr double kTight = 0.2;
        const TensorId id = cell.all.front();
        return isParameterOf(m_golden, id) && squeezed(recordedShape(m_golden, id)).size() <= 2 ? kTight : 1;
    }

    [[nodiscard]] bool isOne(const RecordedCell& golden, const RecordedCell& target, double tightness) const
    {
        return golden.whole && target.whole && areFiguresAlike(*target.whole, *golden.whole, tightness)
            && (target.parts.size() == 1 ? !isTurned(golden, target)
                                         : axisOf(golden, target, target.parts.size()).has_value());
    }

    /// A matrix with its axes exchanged: statistics do not tell whether its elements are, too.
    [[nodiscard]] bool isTurned(const RecordedCell& golden, const RecordedCell& target) const
    {
        const Shape own = squeezed(recordedShape(m_golden, golden.all.front())),
                    other = squeezed(recordedShape(m_target, target.parts.front()));
        return own.size() == 2 && own != other && Shape(other.rbegin(), other.rend()) == own;
    }

    [[nodiscard]] std::optional<std::size_t> axisOf(
        const RecordedCell& golden, const RecordedCell& target, std::size_t parts, double together = 1) const
    {
        const Shape whole = recordedShape(m_golden, golden.all.front()),
                    part = recordedShape(m_target, target.parts.front());
        const auto one = axisOfShare(
            whole, part, together / static_cast<double>(parts), isParameterOf(m_golden, golden.all.front()));
        return one || together != 1 ? one : firstOfTwoAxes(whole, part, static_cast<std::int64_t>(parts));
    }

    /// `tightness`: of each of golden's cells.
    [[nodiscard]] int alike(const RecordedOperator& golden, const RecordedOperator& target,
        std::span<const double> tightness) const
    {
        int count = 0;
        for (std::size_t i = 0; i < golden.cells.size(); ++i) {
            const RecordedCell& own = golden.cells[i];
            int best = 0;
            for (const RecordedCell& other : target.cells) {
                if (isOne(own, other, tightness[i]))
                    best = std::max(best, own.io == other.io && own.slot == other.slot ? 2 : 1);
            }
            count += best;
        }
        return count > 0 && golden.type == target.type ? count + 1 : count;
    }

    /// Of each operator of golden the one of the target, in the same order; -1: none.
    Result<std::vector<std::int32_t>> aligned()
    {
        const std::size_t own = m_goldens.size(), all = m_targets.size();
        std::vector<std::int32_t> best(all + 1, 0); // with targets before this one
        std::vector<std::vector<bool>> isTaken(own, std::vector<bool>(all, false)), isSkip(own);
        for (std::size_t i = 0; i < own; ++i) {
            TRY_VOID(m_task.checkStop());
            // Several operators of golden may be one of the target: it stays open.
            std::vector<std::int32_t> next(all + 1, 0);
            std::vector<double> tightness;
            for (const RecordedCell& cell : m_goldens[i].cells)
                tightness.push_back(tightnessOf(cell));
            for (std::size_t j = 0; j < all; ++j) {
                const int score = alike(m_goldens[i], m_targets[j], tightness);
                const std::int32_t taken = score > 0 ? best[j + 1] + score : -1;
                const std::int32_t left = std::max(next[j], best[j + 1]);
                isTaken[i][j] = taken > left;
                next[j + 1] = std::max(taken, left);
            }
            isSkip[i].resize(all);
            for (std::size_t j = 0; j < all; ++j)
                isSkip[i][j] = next[j + 1] == best[j + 1];
            best = std::move(next);
        }
        std::vector<std::int32_t> partners(own, -1);
        std::size_t j = all;
        for (std::size_t i = own; i-- > 0 && j > 0;) {
            while (j > 0 && !isSkip[i][j - 1] && !isTaken[i][j - 1])
                --j;
            if (j > 0 && !isSkip[i][j - 1])
                partners[i] = static_cast<std::int32_t>(j - 1);
        }
        return partners;
    }

    /// Operators of the target around those of the neighbours of an operator of golden, the nearest first.
    [[nodiscard]] std::vector<std::size_t> around(std::size_t golden) const
    {
        std::vector<std::size_t> near;
        for (std::size_t away = 0; away < kAround && near.empty(); ++away) {
            for (const std::size_t at : {golden - away, golden + away}) {
                if (at >= m_partners.size() || m_partners[at] < 0)
                    continue;
                const auto partner = static_cast<std::size_t>(m_partners[at]);
                for (std::size_t step = 0; step <= kAround; ++step) {
                    if (step <= partner)
                        near.push_back(partner - step);
                    if (step > 0 && partner + step < m_targets.size())
                        near.push_back(partner + step);
                }
                break;
            }
        }
        return near;
    }

    void place(std::size_t golden, const RecordedCell& cell)
    {
        if (!cell.whole || cell.all.size() != 1 || m_found.contains(cell.all.front()))
            return;
        const RecordedCell* best = nullptr;
        for (const std::size_t at : around(golden)) {
            for (const RecordedCell& other : m_targets[at].cells) {
                if (!isOne(cell, other, tightnessOf(cell)))
                    continue;
                const bool isSamePlace = other.io == cell.io && other.slot == cell.slot
                    && m_targets[at].type == m_goldens[golden].type;
                if (!best || isSamePlace)
                    best = &other;
                if (isSamePlace) {
                    add(cell, other, {});
                    return;
                }
            }
        }
        if (best)
            add(cell, *best, {});
    }

    /// A tensor and the next ones of its kind, which the target has in one.
    void placeTogether(std::size_t golden, const RecordedCell& cell)
    {
        constexpr std::size_t kMost = 3;
        if (!cell.whole || cell.all.size() != 1 || m_found.contains(cell.all.front()))
            return;
        std::vector<const RecordedCell*> run {&cell};
        std::vector<TensorId> ids {cell.all.front()};
        for (std::size_t i = golden + 1; i < m_goldens.size() && i <= golden + kAround && run.size() < kMost;
             ++i) {
            if (m_goldens[i].type != m_goldens[golden].type)
                continue;
            const auto next = std::ranges::find_if(m_goldens[i].cells,
                [&](const RecordedCell& other) { return other.io == cell.io && other.slot == cell.slot; });
            if (next == m_goldens[i].cells.end() || !next->whole || m_found.contains(next->all.front()))
                return;
            run.push_back(&*next);
            ids.push_back(next->all.front());
            const auto whole = composedFigures(m_golden, ids);
            for (const std::size_t at : around(golden)) {
                for (const RecordedCell& other : m_targets[at].cells) {
                    if (other.io != cell.io || other.slot != cell.slot || !other.whole || !whole
                        || !areFiguresAlike(*other.whole, *whole, tightnessOf(cell)))
                        continue;
                    for (const RecordedCell* const own : run)
                        add(*own, other, ids);
                    return;
                }
            }
        }
    }

    void add(const RecordedCell& golden, const RecordedCell& target, std::vector<TensorId> together)
    {
        const TensorId id = golden.all.front();
        const Shape shape = recordedShape(m_golden, id);
        Assembly assembly;
        const auto total = static_cast<std::int64_t>(elementCount(shape).value_or(0));
        assembly.shape = {1, total};
        assembly.isOfStatistics = true;
        const bool isWhole = together.empty() && target.parts.size() == 1;
        const Shape part = recordedShape(m_target, target.parts.front());
        if (isWhole) {
            assembly.kind = squeezed(part) != squeezed(shape) ? AssemblyKind::Transpose
                : target.all.size() > 1                       ? AssemblyKind::Replicated
                                                              : AssemblyKind::Same;
        } else if (together.empty()) {
            assembly.kind = AssemblyKind::Concat;
            assembly.axis = axisOf(golden, target, target.parts.size());
        } else {
            assembly.kind = AssemblyKind::Interleaved;
            double sum = 0;
            for (const TensorId other : together)
                sum += static_cast<double>(elementCount(recordedShape(m_golden, other)).value_or(0));
            assembly.axis = axisOf(golden, target, target.parts.size(),
                sum / static_cast<double>(std::max<std::int64_t>(total, 1)));
        }
        assembly.together = std::move(together);
        for (const TensorId own : isWhole ? target.all : target.parts) {
            AssemblyPart made;
            made.id = own;
            made.shape = assembly.shape;
            made.places = {0};
            assembly.parts.push_back(std::move(made));
        }
        if (measureByStatistics(assembly, id, m_target, m_golden))
            m_found.emplace(id, std::move(assembly));
    }

    std::map<TensorId, Assembly>& m_found;
    const DumpIndex &m_target, &m_golden;
    TaskContext& m_task;
    std::vector<RecordedOperator> m_goldens, m_targets;
    std::vector<std::int32_t> m_partners; ///< of golden's operators
};

} // namespace

std::shared_ptr<const StatisticTable> composedStatistics(
    const DumpIndex& index, std::span<const TensorId> tensors)
{
    using Field = StatisticTable::Field;
    const auto whole = composedFigures(index, tensors);
    if (!whole)
        return nullptr;
    auto table = std::make_shared<StatisticTable>();
    const TensorRow& first = index.tensor(tensors.front());
    table->opName.emplace_back();
    table->dtype = {first.dtype};
    table->dtypeText.emplace_back();
    const auto set
        = [&](Field field, double value) { table->values[static_cast<std::size_t>(field)] = {value}; };
    set(Field::Max, whole->max);
    set(Field::Min, whole->min);
    set(Field::Mean, whole->mean);
    set(Field::L2Norm, whole->norm);
    for (const Field field : {Field::NanCount, Field::PosInfCount, Field::NegInfCount}) {
        double sum = 0;
        const bool isCounted = std::ranges::all_of(tensors, [&](TensorId id) {
            const TensorRow& row = index.tensor(id);
            const auto count = index.statisticTables()[row.statisticTable]->value(field, row.statisticRow);
            sum += count.value_or(0);
            return count.has_value();
        });
        if (isCounted)
            set(field, sum);
    }
    return table;
}

Result<void> addStatisticAssemblies(std::map<TensorId, Assembly>& found, const ComparisonSide& target,
    const ComparisonSide& golden, const SaidLayout* layout, TaskContext& task)
{
    std::set<std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>> processes;
    bool hasStatistics = false;
    std::set<std::optional<std::int64_t>> steps;
    for (const TensorId id : golden.tensors()) {
        const FolderFacts& facts = golden.index->factsOf(id);
        processes.emplace(facts.step, facts.rank);
        steps.insert(facts.step);
        hasStatistics = hasStatistics || golden.index->tensor(id).state == TensorState::StatisticsOnly;
    }
    if (!hasStatistics || processes.size() != steps.size())
        return {};
    return StatisticSearch(found, target, golden, layout, task).run();
}

namespace {

/// How unlike the whole a part is: slices of one tensor are of about one size, and none is beyond its
/// extremes.
double unlikeness(const RecordedFigures& part, const RecordedFigures& whole)
{
    const double largest = std::max({std::fabs(whole.max), std::fabs(whole.min), 1e-30});
    const double size = whole.norm / std::sqrt(std::max(whole.count, 1.0));
    const double own = part.norm / std::sqrt(std::max(part.count, 1.0));
    return std::max({std::fabs(own - size) / std::max(size, 1e-30), (part.max - whole.max) / largest,
        (whole.min - part.min) / largest});
}

/// Where the whole is off, by which part: the one that is least like it.
void shareError(Assembly& assembly, const RecordedFigures& whole, const DumpIndex& target)
{
    std::vector<double> unlike;
    for (const AssemblyPart& part : assembly.parts) {
        const auto own = recordedFiguresOf(target, part.id);
        unlike.push_back(own ? unlikeness(*own, whole) : 0);
    }
    const auto most = std::ranges::max_element(unlike);
    if (!(*most > 0))
        return;
    assembly.worst = static_cast<std::size_t>(std::distance(unlike.begin(), most));
    for (std::size_t i = 0; i < unlike.size(); ++i)
        assembly.parts[i].error *= unlike[i] / *most;
}

} // namespace

bool measureByStatistics(
    Assembly& assembly, TensorId golden, const DumpIndex& target, const DumpIndex& goldenIndex)
{
    const auto wanted = assembly.together.empty() ? recordedFiguresOf(goldenIndex, golden)
                                                  : composedFigures(goldenIndex, assembly.together);
    if (!wanted)
        return false;
    assembly.isOfStatistics = true;
    double most = -1;
    std::size_t farthest = 0;
    const std::size_t replicas = assembly.isOfReplicas() ? assembly.parts.size() : 1;
    for (std::size_t first = 0; first < replicas; ++first) {
        std::vector<TensorId> ids;
        for (std::size_t i = 0; i < assembly.partsUsed(); ++i)
            ids.push_back(assembly.parts[first + i].id);
        const auto made = composedFigures(target, ids);
        if (!made)
            return false;
        const double error = figureDistance(*made, *wanted);
        for (std::size_t i = 0; i < assembly.partsUsed(); ++i)
            assembly.parts[first + i].error = error;
        if (error > most)
            std::tie(most, farthest) = std::pair(error, first);
    }
    std::swap(assembly.parts.front(), assembly.parts[farthest]);
    assembly.error = most;
    if (assembly.partsUsed() > 1 && !assembly.isAdded() && assembly.together.empty() && std::isfinite(most))
        shareError(assembly, *wanted, target);
    return true;
}

} // namespace dumpscope::core
