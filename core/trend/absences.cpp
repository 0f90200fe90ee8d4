// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/absences.h"

#include "base/counted.h"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace dumpscope::core {

namespace {

/// Which steps each rank has, of the whole run or of one row.
class StepsOfRanks {
public:
    explicit StepsOfRanks(const TrendCube& cube)
        : m_steps(cube.steps().size())
        , m_has(cube.ranks().size() * m_steps, false)
    {
    }
    void add(const TrendCell& cell) { m_has[cell.rank * m_steps + cell.step] = true; }
    [[nodiscard]] bool has(std::size_t rank, std::size_t step) const { return m_has[rank * m_steps + step]; }
    /// Places of the steps of a rank.
    [[nodiscard]] std::vector<std::uint32_t> of(std::size_t rank) const
    {
        std::vector<std::uint32_t> steps;
        for (std::uint32_t step = 0; step < m_steps; ++step) {
            if (has(rank, step))
                steps.push_back(step);
        }
        return steps;
    }

private:
    std::size_t m_steps;
    std::vector<bool> m_has;
};

void addRanks(const TrendCube& cube, const StepsOfRanks& present, std::vector<TrendAbsence>& absences)
{
    for (std::uint32_t rank = 0; rank < cube.ranks().size(); ++rank) {
        TrendAbsence absence;
        absence.rank = rank;
        std::uint32_t last = 0;
        for (std::uint32_t step = 0; step < cube.steps().size(); ++step) {
            if (!cube.steps()[step])
                continue;
            if (present.has(rank, step)) {
                last = step;
                continue;
            }
            if (absence.steps++ == 0)
                absence.step = step;
        }
        absence.isToTheEnd = absence.step > last;
        if (absence.steps > 0 && cube.ranks()[rank])
            absences.push_back(absence);
    }
}

/// The steps of a rank in which it has a row no more; empty: it has it, or never had it for long.
std::vector<std::uint32_t> stepsAfter(const StepsOfRanks& present, const StepsOfRanks& row, std::size_t rank)
{
    constexpr std::size_t kBefore = 3, kAfter = 2;
    const auto steps = present.of(rank), own = row.of(rank);
    if (own.size() < kBefore || steps.size() < own.size() + kAfter
        || !std::equal(own.begin(), own.end(), steps.begin()))
        return {};
    return {steps.begin() + static_cast<std::ptrdiff_t>(own.size()), steps.end()};
}

void addRows(const TrendCube& cube, const StepsOfRanks& present, std::vector<TrendAbsence>& absences)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, TrendAbsence> found; // by rank and step
    for (std::uint32_t row = 0; row < cube.rows().size(); ++row) {
        const TrendCube::Range cells = cube.cellsOf(row);
        if (cells.size() == cube.ranks().size() * cube.steps().size())
            continue; // it is everywhere
        StepsOfRanks own(cube);
        for (std::size_t cell = cells.begin; cell < cells.end; ++cell)
            own.add(cube.cells()[cell]);
        std::vector<std::uint32_t> gone; // ranks
        std::size_t whole = 0, others = 0;
        for (std::uint32_t rank = 0; rank < cube.ranks().size(); ++rank) {
            const auto steps = own.of(rank);
            if (steps.empty())
                continue;
            if (steps == present.of(rank))
                ++whole;
            else if (cube.ranks()[rank] && !stepsAfter(present, own, rank).empty())
                gone.push_back(rank);
            else
                ++others;
        }
        if (whole == 0 || others > 0)
            continue;
        for (const std::uint32_t rank : gone) {
            const auto after = stepsAfter(present, own, rank);
            TrendAbsence& absence = found
                                        .try_emplace({rank, after.front()},
                                            TrendAbsence {rank, after.front(), after.size(), true, row, 0})
                                        .first->second;
            ++absence.rows;
        }
    }
    for (const auto& [place, absence] : found)
        absences.push_back(absence);
}

} // namespace

std::vector<TrendAbsence> findAbsences(const TrendCube& cube)
{
    std::vector<TrendAbsence> absences;
    if (cube.ranks().size() < 2)
        return absences;
    StepsOfRanks present(cube);
    for (const TrendCell& cell : cube.cells())
        present.add(cell);
    addRanks(cube, present, absences);
    addRows(cube, present, absences);
    return absences;
}

Message absenceText(const TrendRun& data, const TrendAbsence& absence)
{
    const TrendCube& cube = data.cube();
    const std::int64_t rank = cube.ranks()[absence.rank].value_or(-1);
    const std::int64_t step = cube.steps()[absence.step].value_or(-1);
    if (absence.row) {
        const Message words = cube.rows()[*absence.row].words();
        return absence.rows == 1
            ? phrase("Rank %1 has no %2 from step %3 on, which other ranks still have.", rank, words, step)
            : phrase("Rank %1 has no %2 from step %3 on, which other ranks still have, and %4 more "
                     "likewise.",
                rank, words, step, countedTensors(absence.rows - 1));
    }
    if (absence.isToTheEnd)
        return phrase("Rank %1 has nothing from step %2 on, while others go on to step %3.", rank, step,
            cube.steps().back().value_or(-1));
    return absence.steps == 1
        ? phrase("Rank %1 has nothing in step %2, which others have.", rank, step)
        : phrase("Rank %1 has nothing in %2 steps that others have, the first of them step %3.", rank,
            absence.steps, step);
}

} // namespace dumpscope::core
