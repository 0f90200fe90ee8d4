// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/repeated_runs.h"

#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "model/recorded_order.h"
#include "repeat/matched_run.h"
#include "repeat/overwritten_cells.h"
#include "repeat/random_operator.h"
#include "tensor/element_stream.h"
#include "tensor/non_finite.h"
#include "trend/non_finite_look.h"
#include "trend/rank_clock.h"
#include "trend/row_kinds.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace dumpscope::core {

namespace {

bool isInputRow(const TrendRow& row)
{
    return row.io == "input" || row.io == "parameter" || row.io == "argument";
}

bool areOfOneOperator(const DumpIndex& index, const TrendRow& a, const TrendRow& b)
{
    return a.model == b.model && a.opName == b.opName
        && executionNumber(index, TensorId(a.example)) == executionNumber(index, TensorId(b.example));
}

/// The comparison of all runs with the first.
class RepeatComparer {
public:
    RepeatComparer(const TrendRun& first, std::vector<MatchedRun> runs)
        : m_first(first)
        , m_runs(std::move(runs))
    {
        m_result.runs = m_runs.size();
        m_result.ranks = first.cube().ranks().size();
        for (std::size_t i = 1; i < m_runs.size(); ++i) {
            for (UnsharedCall call : m_runs[i].otherCalls()) {
                call.run = i + 1;
                m_result.otherCalls.push_back(std::move(call));
            }
        }
    }

    Result<RepeatResult> run(TaskContext& task)
    {
        TRY_VOID(compareAll(task));
        TRY_VOID(order(task));
        if (!m_result.differences.empty()) {
            judgeOrigin();
            judgeArguments();
            judgeRanks();
            TRY_VOID(judgeBits(task));
            TRY_VOID(judgeFiniteness(task));
            if (m_result.origin == RepeatResult::Origin::OtherArguments)
                m_result.cause.reset(); // the bits are those of another computation
            else
                judgeCause();
        }
        return std::move(m_result);
    }

private:
    enum class CellState : std::uint8_t { Missing, Unknown, Equal, WrittenOver, Differs };

    Result<void> compareAll(TaskContext& task)
    {
        const auto cells = m_first.cube().cells();
        task.progress.setTotal(cells.size());
        m_states.assign(cells.size(), CellState::Missing);
        std::vector<std::optional<RepeatedDifference>> found(cells.size());
        m_bases.resize(cells.size());
        constexpr std::size_t kCellsAtOnce = 64;
        TRY_VOID(parallelFor(task.arena, cells.size(), kCellsAtOnce, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<void> {
                for (std::size_t cell = begin; cell < end; ++cell) {
                    TRY_ASSIGN(m_states[cell], compareOne(cell, found[cell], m_bases[cell], task));
                    task.progress.advance();
                }
                return {};
            }));
        setApartWrittenOver(found);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            switch (m_states[cell]) {
            case CellState::Missing:
                ++m_result.missing;
                continue;
            case CellState::Unknown:
                ++m_result.unknown;
                break;
            case CellState::Equal:
                ++m_result.equal;
                break;
            case CellState::WrittenOver:
                ++m_result.writtenOver;
                break;
            case CellState::Differs:
                m_result.differences.push_back(std::move(*found[cell]));
                break;
            }
            ++m_result.compared;
            ++m_result.byBasis[static_cast<std::size_t>(m_bases[cell])];
        }
        // What the first run lacks, of the run that has most of it.
        std::size_t most = 0;
        for (const MatchedRun& run : m_runs) {
            std::size_t shared = 0;
            for (std::size_t cell = 0; cell < cells.size(); ++cell)
                shared += run.cellOf(cell) ? 1 : 0;
            most = std::max(most, run.cube().cells().size() - shared);
            m_result.largest = std::max(m_result.largest, run.cube().cells().size());
            m_result.repeated = std::max(m_result.repeated, run.cube().repeated());
        }
        m_result.missing += most;
        return {};
    }

    /// Checksums that depend on when they were computed, beside figures that are the same.
    void setApartWrittenOver(const std::vector<std::optional<RepeatedDifference>>& found)
    {
        const OverwrittenCells written(m_first, m_runs.front().signatures());
        const auto haveSameFigures = [&](std::size_t cell) {
            return std::all_of(m_runs.begin() + 1, m_runs.end(), [&](const MatchedRun& run) {
                const auto place = run.cellOf(cell);
                return place
                    && m_runs.front().signatures().agree(cell, run.signatures(), *place).value_or(false);
            });
        };
        for (std::size_t cell = 0; cell < found.size(); ++cell) {
            if (found[cell] && found[cell]->basis == RepeatBasis::Checksums && written.contains(cell)
                && haveSameFigures(cell))
                m_states[cell] = CellState::WrittenOver;
        }
    }

    Result<CellState> compareOne(std::size_t cell, std::optional<RepeatedDifference>& found,
        RepeatBasis& basis, TaskContext& task) const
    {
        std::vector<std::size_t> places;
        for (const MatchedRun& run : m_runs) {
            const auto place = run.cellOf(cell);
            if (!place)
                return CellState::Missing;
            places.push_back(*place);
        }
        RepeatedDifference difference {cell, RepeatBasis::None, std::vector<std::uint32_t>(m_runs.size())};
        std::vector<std::size_t> kinds {0}; // a run of each content
        bool isKnown = true;
        basis = RepeatBasis::Bits;
        for (std::size_t run = 1; run < m_runs.size(); ++run) {
            std::size_t kind = 0;
            for (; kind < kinds.size(); ++kind) {
                TRY_ASSIGN(const CellEquality equality,
                    equalityOf(m_runs[kinds[kind]], places[kinds[kind]], m_runs[run], places[run], task));
                basis = std::min(basis, equality.basis);
                isKnown &= equality.basis != RepeatBasis::None;
                if (equality.isEqual || equality.basis == RepeatBasis::None)
                    break;
            }
            if (kind == kinds.size())
                kinds.push_back(run);
            difference.contents[run] = static_cast<std::uint32_t>(kind);
        }
        if (kinds.size() == 1)
            return isKnown ? CellState::Equal : CellState::Unknown;
        difference.basis = basis;
        found = std::move(difference);
        return CellState::Differs;
    }

    Result<void> order(TaskContext& task)
    {
        if (m_result.differences.empty())
            return {};
        const auto cells = m_first.cube().cells();
        const auto stepOf = [&](const RepeatedDifference& one) { return cells[one.cell].step; };
        const std::uint32_t step = stepOf(*std::ranges::min_element(m_result.differences, {}, stepOf));
        TRY_ASSIGN(const RankClock clock, RankClock::make(m_first, step, task));
        const auto timeOf = [&](const RepeatedDifference& one) {
            const TrendCell& cell = cells[one.cell];
            return std::tuple(
                cell.step, cell.step == step ? clock.timeOf(cell) : std::uint64_t {cell.order}, one.cell);
        };
        std::ranges::sort(m_result.differences, {}, timeOf);
        if (!m_first.isOrderKnown()) {
            std::vector<std::size_t> differing;
            for (const RepeatedDifference& one : m_result.differences)
                differing.push_back(one.cell);
            m_result.rivals = m_first.othersOfFirstStep(differing);
        }
        return {};
    }

    void judgeOrigin()
    {
        const TrendCube& cube = m_first.cube();
        const TrendCell& at = cube.cells()[m_result.first()->cell];
        const TrendRow& row = cube.rows()[at.row];
        m_result.isWeight = isWeight(row);
        if (isInputRow(row)) {
            m_result.origin = RepeatResult::Origin::InputItself;
            return;
        }
        std::size_t inputs = 0, equal = 0, byStatistics = 0;
        for (std::size_t other = 0; other < cube.rows().size(); ++other) {
            if (!isInputRow(cube.rows()[other])
                || !areOfOneOperator(m_first.index(), cube.rows()[other], row))
                continue;
            const auto cell = cube.cellAt(other, at.rank, at.step);
            if (!cell)
                continue;
            ++inputs;
            const bool isEqual = m_states[*cell] == CellState::Equal;
            equal += isEqual ? 1 : 0;
            byStatistics += isEqual && m_bases[*cell] == RepeatBasis::Statistics ? 1 : 0;
        }
        using Origin = RepeatResult::Origin;
        if (inputs == 0)
            m_result.origin = Origin::NoInputs;
        else if (equal < inputs)
            m_result.origin = Origin::SomeInputs;
        else // other values can have the same statistics
            m_result.origin = byStatistics > 0 ? Origin::InputsByStatistics : Origin::EqualInputs;
    }

    /// Whether the tensor of a cell was compared on another rank of the step.
    [[nodiscard]] bool isKnownAt(const TrendCell& like, std::size_t rank) const
    {
        const auto cell = m_first.cube().cellAt(like.row, rank, like.step);
        return cell && (m_states[*cell] == CellState::Equal || m_states[*cell] == CellState::Differs);
    }
    /// Whether the rank has such a tensor in any step.
    [[nodiscard]] bool holdsRow(std::uint32_t row, std::size_t rank) const
    {
        for (std::size_t step = 0; step < m_first.cube().steps().size(); ++step) {
            if (m_first.cube().cellAt(row, rank, step))
                return true;
        }
        return false;
    }

    void judgeRanks()
    {
        const TrendCube& cube = m_first.cube();
        const TrendCell& first = cube.cells()[m_result.first()->cell];
        for (const RepeatedDifference& one : m_result.differences) {
            const TrendCell& cell = cube.cells()[one.cell];
            const auto number = cube.ranks()[cell.rank];
            if (number && cell.row == first.row && cell.step == first.step)
                m_result.ranksFirst.insert(*number);
        }
        for (const RepeatedDifference& one : m_result.differences) {
            const auto number = cube.ranks()[cube.cells()[one.cell].rank];
            if (number && !m_result.ranksFirst.contains(*number))
                m_result.ranksLater.insert(*number);
        }
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
            const auto number = cube.ranks()[rank];
            if (number && !isKnownAt(first, rank) && holdsRow(first.row, rank))
                m_result.ranksUnknown.insert(*number);
        }
        // Of three runs and more, the one that all others contradict.
        const auto& contents = m_result.first()->contents;
        if (contents.size() < 3)
            return;
        for (std::size_t run = 0; run < contents.size(); ++run) {
            const auto same = std::ranges::count(contents, contents[run]);
            const std::uint32_t other = contents[run == 0 ? 1 : 0];
            if (same == 1
                && std::ranges::count(contents, other) == static_cast<std::ptrdiff_t>(contents.size()) - 1)
                m_result.oddRun = run + 1;
        }
    }

    /// The first run whose content differs at the first difference.
    [[nodiscard]] const MatchedRun& otherRun() const
    {
        const auto& contents = m_result.first()->contents;
        const auto differs
            = std::ranges::find_if(contents, [](std::uint32_t content) { return content != 0; });
        return m_runs[static_cast<std::size_t>(differs - contents.begin())];
    }

    /// An operator that is called with other numbers gives something else by right.
    void judgeArguments()
    {
        if (m_result.origin == RepeatResult::Origin::InputItself)
            return;
        const std::size_t cell = m_result.first()->cell;
        const MatchedRun& other = otherRun();
        ScalarArguments own, others;
        m_result.arguments = scalarDifference(other.index(), other.tensorAt(*other.cellOf(cell)),
            m_runs.front().index(), m_runs.front().tensorAt(cell), others, own)
                                 .text;
        if (!m_result.arguments.empty())
            m_result.origin = RepeatResult::Origin::OtherArguments;
    }

    Result<void> judgeBits(TaskContext& task)
    {
        const RepeatedDifference& first = *m_result.first();
        const MatchedRun& other = otherRun();
        const TensorId idA = m_runs.front().tensorAt(first.cell),
                       idB = other.tensorAt(*other.cellOf(first.cell));
        if (!hasValuesOf(m_runs.front().index(), idA) || !hasValuesOf(other.index(), idB))
            return {};
        const auto viewA = m_runs.front().store().open(idA, task), viewB = other.store().open(idB, task);
        if (!viewA || !viewB)
            return {}; // a diagnostic already
        auto bits = bitDifference(*viewA, *viewB, task);
        if (!bits)
            return bits.error().code == Code::Cancelled ? Result<void>(fail(bits.error())) : Result<void>();
        if (bits->differing == 0)
            return {}; // the checksums are of something else than the values
        m_result.dtype = viewA->dtype;
        m_result.cause = causeOf(*bits, viewA->dtype);
        m_result.bits = std::move(*bits);
        return {};
    }

    /// What is known of the operator tells more than its bits.
    void judgeCause()
    {
        const TrendCube& cube = m_first.cube();
        const TrendRow& row = cube.rows()[cube.cells()[m_result.first()->cell].row];
        const bool isInput = m_result.origin == RepeatResult::Origin::InputItself;
        const bool isOther = m_result.cause == RepeatCause::Race;
        if (beginWithOtherWeights())
            m_result.cause = RepeatCause::InitialWeights;
        else if (!isInput && drawsRandomNumbers(row.opType) && areOtherNumbers())
            m_result.cause = RepeatCause::RandomNumbers;
        else if (m_result.isData()
            && (isOther || (m_result.cause == RepeatCause::Unclear && !m_result.bits->isFloating)))
            m_result.cause.reset(); // runs that were given something else
        else if (isInput && isOther && !m_result.bits->isZeroInOne)
            m_result.cause = RepeatCause::Unclear; // nothing recorded wrote the weight
    }

    /// Whether the tensor of a run holds NaN or infinite numbers; absent where nothing tells it.
    static Result<std::optional<bool>> hasNonFinite(
        const MatchedRun& run, std::size_t cell, TaskContext& task)
    {
        const TensorId id = run.tensorAt(cell);
        if (!canBeNonFinite(run.index().tensor(id).dtype))
            return false;
        TRY_ASSIGN(const NonFiniteLook look, NonFiniteLook::make(run.figures(), task));
        if (const auto known = look.hasAny(cell); known || !hasValuesOf(run.index(), id))
            return known;
        const auto view = run.store().open(id, task);
        const auto stream
            = view ? ElementStream::make(*view, Order::Storage) : Result<ElementStream>(fail(view.error()));
        if (!stream)
            return std::nullopt; // a diagnostic already
        const auto counts = countNonFinite(*stream, task);
        if (counts)
            return counts->any();
        TRY_VOID(task.checkStop());
        return std::nullopt;
    }

    Result<void> judgeFiniteness(TaskContext& task)
    {
        const std::size_t first = m_result.first()->cell;
        const auto& contents = m_result.first()->contents;
        std::map<std::uint32_t, std::optional<bool>> known; // by content
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            const auto [at, isNew] = known.try_emplace(contents[run]);
            if (isNew) {
                TRY_ASSIGN(at->second, hasNonFinite(m_runs[run], *m_runs[run].cellOf(first), task));
            }
            m_result.isFinitenessKnown &= at->second.has_value();
            if (at->second.value_or(false))
                m_result.nonFiniteRuns.insert(static_cast<std::int64_t>(run + 1));
        }
        return {};
    }

    static bool isWeight(const TrendRow& row)
    {
        return (isWeightRow(row) && !isUpdatedWeightRow(row))
            || (row.io == "input"
                && isParameterInput(row.opType, static_cast<std::int32_t>(row.slot.value_or(0))));
    }

    /// Whether the elements that differ hold other numbers, and are not spoilt in one of the runs.
    [[nodiscard]] bool areOtherNumbers() const
    {
        constexpr std::uint64_t kByChance = 16; // what is dropped is zero, in one run or the other
        if (!m_result.bits)
            return m_result.first()->basis != RepeatBasis::Bits; // else the type or shape is another
        return m_result.cause == RepeatCause::Race && !m_result.bits->hasNonFinite
            && (!m_result.bits->isZeroInOne || m_result.bits->differing < kByChance);
    }

    /// Whether weights of the first step are others on all of their ranks, as a whole.
    [[nodiscard]] bool beginWithOtherWeights() const
    {
        const TrendCube& cube = m_first.cube();
        const TrendCell& at = cube.cells()[m_result.first()->cell];
        if (at.step != 0 || !isWeight(cube.rows()[at.row]) || !areOtherNumbers()
            || !differsOnAllRanks(at.row))
            return false;
        if (m_result.bits)
            return 2 * m_result.bits->differing > m_result.bits->elements;
        // Nothing tells how much of it is another: then not it alone.
        for (std::uint32_t row = 0; row < cube.rows().size(); ++row) {
            if (row != at.row && isWeight(cube.rows()[row]) && differsOnAllRanks(row))
                return true;
        }
        return false;
    }
    /// In the first step.
    [[nodiscard]] bool differsOnAllRanks(std::uint32_t row) const
    {
        const TrendCube& cube = m_first.cube();
        std::size_t cells = 0;
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
            const auto cell = cube.cellAt(row, rank, 0);
            if (!cell)
                continue;
            if (m_states[*cell] != CellState::Differs)
                return false;
            ++cells;
        }
        return cells > 0;
    }

    const TrendRun& m_first;
    std::vector<MatchedRun> m_runs;
    std::vector<CellState> m_states;  ///< by cell of the first run
    std::vector<RepeatBasis> m_bases; ///< likewise
    RepeatResult m_result;
};

} // namespace

std::string_view repeatBasisWord(RepeatBasis basis)
{
    constexpr std::array<std::string_view, 4> kWords {"none", "statistics", "checksums", "bits"};
    return kWords[static_cast<std::size_t>(basis)];
}

Result<RepeatResult> compareRepeated(std::span<const std::shared_ptr<const TrendRun>> runs, TaskContext& task)
{
    if (runs.size() < 2)
        return fail(Code::Usage, phrase("two runs at least are needed to see whether they are equal"));
    std::vector<MatchedRun> matched;
    matched.reserve(runs.size()); // the others look at the first
    for (const auto& run : runs) {
        TRY_ASSIGN(MatchedRun one, MatchedRun::make(matched.empty() ? nullptr : &matched.front(), run, task));
        matched.push_back(std::move(one));
    }
    return RepeatComparer(*runs.front(), std::move(matched)).run(task);
}

} // namespace dumpscope::core
