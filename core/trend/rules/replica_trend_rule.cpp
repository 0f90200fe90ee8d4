// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/counted.h"
#include "base/text.h"
#include "tensor/dtype.h"
#include "trend/cell_signature.h"
#include "trend/history.h"
#include "trend/row_kinds.h"
#include "trend/series_scan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace dumpscope::core {

namespace {

/// The ranks of one row, step by step: which of them held the same in all steps so far.
class ReplicaRow {
public:
    ReplicaRow(const TrendScope& scope, const CellSignatures& signatures, const SizeFigures& sizes,
        const TrendColumn& elements, std::size_t row, bool areReplicas)
        : m_scope(scope)
        , m_cube(scope.cube())
        , m_signatures(signatures)
        , m_sizes(sizes)
        , m_figure(*sizes.magnitude)
        , m_elements(elements)
        , m_isReplicated(isReplicatedRow(scope.cube().rows()[row]))
        , m_mustAgree(areReplicas && m_isReplicated)
        , m_before(m_mustAgree ? 1
                  : m_isReplicated
                  ? std::min(kAgreedWeights, static_cast<std::size_t>(scope.number("before")))
                  : static_cast<std::size_t>(scope.number("before")))
    {
        const TrendCube::Range cells = m_cube.cellsOf(row);
        for (std::size_t cell = cells.begin; cell < cells.end; ++cell)
            m_steps[m_cube.cells()[cell].step].push_back(cell);
    }

    std::vector<TrendFinding> run()
    {
        for (const auto& [step, cells] : m_steps)
            look(cells);
        return std::move(m_findings);
    }

private:
    using Cells = std::vector<std::size_t>;
    [[nodiscard]] std::uint32_t rankOf(std::size_t cell) const { return m_cube.cells()[cell].rank; }

    /// Ranks that were found to be off, and those that they are compared with from then on.
    struct Followed {
        std::vector<std::uint32_t> others;
        bool isMajority = false;                       ///< the others held the same, and were more
        std::map<std::uint32_t, std::size_t> findings; ///< by rank
    };

    void look(const Cells& cells)
    {
        for (const Followed& followed : m_followed)
            follow(followed, cells);
        // Ranks that agreed in all steps so far, by their group.
        std::map<std::size_t, Cells> groups;
        for (const std::size_t cell : cells)
            groups[groupOf(rankOf(cell))].push_back(cell);
        for (auto& [group, members] : groups)
            split(group, members);
    }

    /// Empty where too little is known to tell.
    [[nodiscard]] std::string signatureOf(std::size_t cell) const
    {
        constexpr std::size_t kEnough = 3; // of figures
        return m_isReplicated || m_signatures.figures(cell) >= kEnough ? m_signatures.of(cell)
                                                                       : std::string();
    }

    /// Whether what was off in a step before still is.
    void follow(const Followed& followed, const Cells& cells)
    {
        std::set<std::string> theirs;
        for (const std::size_t cell : cells) {
            if (std::ranges::binary_search(followed.others, rankOf(cell)))
                theirs.insert(signatureOf(cell));
        }
        theirs.erase(std::string());
        if (theirs.empty())
            return;
        for (const std::size_t cell : cells) {
            const auto found = followed.findings.find(rankOf(cell));
            if (found == followed.findings.end() || !m_scope.selects(cell))
                continue;
            const std::string own = signatureOf(cell);
            const bool isOff = !theirs.contains(own) || (!followed.isMajority && theirs.size() > 1);
            if (own.empty() || !isOff)
                continue;
            ++m_findings[found->second].count;
            m_findings[found->second].last = cell;
        }
    }

    std::size_t groupOf(std::uint32_t rank) const
    {
        const auto found = m_groups.find(rank);
        return found == m_groups.end() ? 0 : found->second;
    }

    [[nodiscard]] bool areOfOneShape(const Cells& cells) const
    {
        return std::ranges::all_of(cells, [&](std::size_t cell) {
            return m_elements.at(cell) == m_elements.at(cells.front())
                && m_scope.data().areOfOneCall(cell, cells.front());
        });
    }

    void split(std::size_t group, const Cells& members)
    {
        std::map<std::string, Cells> parts;
        if (!m_isReplicated && !areOfOneShape(members))
            return; // other data, or another call
        if (!m_isReplicated && members.size() < m_cube.ranks().size())
            return; // some ranks of many agree by chance, as in the least and the largest token
        for (const std::size_t cell : members) {
            std::string signature = signatureOf(cell);
            if (signature.empty())
                return;
            parts[std::move(signature)].push_back(cell);
        }
        if (members.size() < 2)
            return;
        if (parts.size() == 1) {
            if (m_signatures.varies(members.front()))
                m_agreed[group].push_back(members.front());
            else if (isOneNumber(members.front()))
                m_constant[group].push_back(members.front());
            return;
        }
        if (isExpected(m_agreed[group]) || leavesConstant(group, members))
            report(group, parts);
        // From here on every part is a group of its own; the largest keeps its number.
        const auto largest
            = std::ranges::max_element(parts, {}, [](const auto& part) { return part.second.size(); });
        for (auto part = parts.begin(); part != parts.end(); ++part) {
            if (part == largest)
                continue;
            const std::size_t number = m_next++;
            m_agreed[number].clear();
            for (const std::size_t cell : part->second)
                m_groups[rankOf(cell)] = number;
        }
    }

    /// Whether ranks must hold the same that did in these steps.
    [[nodiscard]] bool isExpected(const Cells& agreed) const
    {
        constexpr double kByChance = 1e-9; // there are many rows
        if (agreed.size() < m_before)
            return m_mustAgree && agreed.empty() && m_next == 1;
        return m_isReplicated || m_signatures.logChanceOfEqual(agreed) <= std::log(kByChance);
    }

    /// Whether a cell is one number all over, as a learning rate is. Whole numbers count data, and may be
    /// those of a mask.
    [[nodiscard]] bool isOneNumber(std::size_t cell) const
    {
        const DumpIndex& index = m_scope.data().index();
        return !m_signatures.varies(cell) && m_figure.isKnown(cell)
            && isFloating(index.tensor(TensorId(m_cube.cells()[cell].tensor)).dtype);
    }

    /// Whether ranks that had one and the same number in all steps before have several now, of no other data.
    [[nodiscard]] bool leavesConstant(std::size_t group, const Cells& members) const
    {
        const auto found = m_constant.find(group);
        if (found == m_constant.end()
            || found->second.size() < static_cast<std::size_t>(m_scope.number("before"))
            || (m_agreed.contains(group) && !m_agreed.at(group).empty()))
            return false;
        const Cells& before = found->second;
        const std::string constant = signatureOf(before.front());
        const auto isConstant = [&](std::size_t cell) { return signatureOf(cell) == constant; };
        return std::ranges::all_of(before, isConstant) && std::ranges::any_of(members, isConstant)
            && std::ranges::all_of(members, [&](std::size_t cell) {
                   return isOneNumber(cell) && m_sizes.extentOf(cell) == m_sizes.extentOf(before.back());
               });
    }

    void report(std::size_t group, const std::map<std::string, Cells>& parts)
    {
        const auto bySize = [](const auto& part) { return part.second.size(); };
        const auto largest = std::ranges::max_element(parts, {}, bySize);
        const std::size_t size = largest->second.size();
        const bool isMajority
            = std::ranges::count_if(parts, [&](const auto& part) { return part.second.size() == size; }) == 1;
        std::vector<std::size_t> off;
        Cells all;
        for (auto part = parts.begin(); part != parts.end(); ++part) {
            all.insert(all.end(), part->second.begin(), part->second.end());
            if (part != largest || !isMajority)
                off.insert(off.end(), part->second.begin(), part->second.end());
        }
        if (!isMajority) {
            if (const auto moved = farthestMoved(off))
                off = {*moved};
        }
        std::ranges::sort(off, {}, [&](std::size_t cell) { return rankOf(cell); });
        std::vector<std::uint32_t> candidates;
        if (!isMajority && off.size() > 1) {
            for (const std::size_t cell : off)
                candidates.push_back(rankOf(cell));
            off.resize(1);
        }
        Followed followed;
        followed.isMajority = isMajority;
        for (const std::size_t cell : off) {
            if (!m_scope.selects(cell))
                continue;
            followed.findings.emplace(rankOf(cell), m_findings.size());
            add(group, cell, all.size(), candidates, *largest, isMajority);
        }
        for (const std::size_t cell : isMajority ? largest->second : all) {
            if (isMajority || rankOf(cell) != rankOf(off.front()))
                followed.others.push_back(rankOf(cell));
        }
        std::ranges::sort(followed.others);
        if (!followed.findings.empty())
            m_followed.push_back(std::move(followed));
    }

    void add(std::size_t group, std::size_t cell, std::size_t ranks,
        const std::vector<std::uint32_t>& candidates, const std::pair<const std::string, Cells>& largest,
        bool isMajority)
    {
        TrendFinding finding;
        finding.rule = "replica";
        finding.cell = finding.last = cell;
        const std::size_t other
            = rankOf(largest.second.front()) == rankOf(cell) ? cell : largest.second.front();
        const double own = m_figure.at(cell).value_or(0), theirs = m_figure.at(other).value_or(0);
        finding.value = theirs == 0 ? 0 : std::abs(own - theirs) / std::abs(theirs);
        finding.ranks = candidates;
        const std::size_t agreed
            = m_agreed[group].empty() ? m_constant[group].size() : m_agreed[group].size();
        const Message usual = agreed > 0 ? phrase("held the same in %1 before", countedSteps(agreed))
                                         : phrase("hold the same in nearly all tensors of its kind");
        if (isMajority)
            finding.sentence = phrase("is unlike that of %1 other ranks: %2; they %3", largest.second.size(),
                differenceText(cell, other), usual);
        else
            finding.sentence = phrase("is not the same on %1 ranks that must agree; they %2", ranks, usual);
        m_findings.push_back(std::move(finding));
    }

    /// With digits enough to see it.
    [[nodiscard]] Message differenceText(std::size_t cell, std::size_t other) const
    {
        const auto found = m_signatures.difference(cell, other);
        if (!found)
            return phrase("its checksum is another one");
        constexpr int kDigits = 9;
        std::string own = streamText(found->own, kDigits), theirs = streamText(found->other, kDigits);
        if (own == theirs) {
            own = numberText(found->own);
            theirs = numberText(found->other);
        }
        return phrase("%1 %2, theirs %3", found->figure, own, theirs);
    }

    /// Of ranks without a majority the one whose magnitude moved much farther since the step before.
    [[nodiscard]] std::optional<std::size_t> farthestMoved(const std::vector<std::size_t>& cells) const
    {
        constexpr double kMuchFarther = 3;
        std::vector<std::pair<double, std::size_t>> moves;
        for (const std::size_t cell : cells) {
            if (cell == 0 || m_cube.cells()[cell - 1].rank != rankOf(cell)
                || m_cube.cells()[cell - 1].row != m_cube.cells()[cell].row)
                return std::nullopt;
            const auto before = m_figure.at(cell - 1), now = m_figure.at(cell);
            if (!before || !now || !std::isfinite(*before))
                return std::nullopt;
            moves.emplace_back(std::isfinite(*now) ? std::abs(*now - *before) : HUGE_VAL, cell);
        }
        std::ranges::sort(moves, std::greater<> {});
        if (moves.size() < 2 || moves[0].first <= kMuchFarther * moves[1].first)
            return std::nullopt;
        return moves[0].second;
    }

    const TrendScope& m_scope;
    const TrendCube& m_cube;
    const CellSignatures& m_signatures;
    const SizeFigures& m_sizes;
    const TrendColumn &m_figure, &m_elements;
    static constexpr std::size_t kAgreedWeights = 2; ///< steps; weights are not equal by chance
    bool m_isReplicated, m_mustAgree;
    std::size_t m_before;
    std::map<std::uint32_t, Cells> m_steps;
    std::map<std::uint32_t, std::size_t> m_groups; ///< by rank; not there: 0
    std::map<std::size_t, Cells> m_agreed;   ///< by group: a cell of each step in which it held the same
    std::map<std::size_t, Cells> m_constant; ///< by group: likewise, where it was one number
    std::size_t m_next = 1;
    std::vector<TrendFinding> m_findings;
    std::vector<Followed> m_followed;
};

/// Which kinds of weights and the like nearly all ranks hold equal in their first step. Updated weights are
/// judged by what they were made from: all of them are off where an optimizer is.
class ReplicaKinds {
public:
    ReplicaKinds(const TrendScope& scope, const CellSignatures& signatures)
        : m_share(scope.number("share"))
    {
        const TrendCube& cube = scope.cube();
        for (std::size_t row = 0; row < cube.rows().size(); ++row) {
            if (!isReplicatedRow(cube.rows()[row]))
                continue;
            const TrendCube::Range cells = cube.cellsOf(row);
            const std::uint32_t step = cube.cells()[cells.begin].step;
            std::vector<std::string> seen;
            bool varies = false;
            for (std::size_t cell = cells.begin; cell < cells.end; ++cell) {
                if (cube.cells()[cell].step != step)
                    continue;
                seen.push_back(signatures.of(cell));
                varies |= signatures.varies(cell);
            }
            if (seen.size() < 2 || !varies)
                continue;
            const bool isEqual = std::ranges::adjacent_find(seen, std::not_equal_to<> {}) == seen.end();
            m_all.add(isEqual);
            m_kinds[kindOf(cube.rows()[row])].add(isEqual);
        }
    }

    [[nodiscard]] bool mustAgree(const TrendRow& row) const
    {
        if (m_all.agree(m_share))
            return true;
        auto kind = m_kinds.find(isUpdatedWeightRow(row) ? kWeights : kindOf(row));
        if (kind == m_kinds.end())
            kind = m_kinds.find(kindOf(row));
        return kind != m_kinds.end() && kind->second.agree(m_share);
    }

private:
    struct Count {
        std::size_t rows = 0, equal = 0;
        void add(bool isEqual)
        {
            ++rows;
            equal += isEqual ? 1 : 0;
        }
        [[nodiscard]] bool agree(double share) const
        {
            constexpr std::size_t kFew = 5;
            return rows >= kFew && static_cast<double>(equal) >= share * static_cast<double>(rows);
        }
    };
    static constexpr std::string_view kWeights = "parameter";
    static std::string_view kindOf(const TrendRow& row)
    {
        return isWeightRow(row) && !isUpdatedWeightRow(row) ? kWeights : std::string_view(row.opType);
    }

    double m_share;
    Count m_all;
    std::map<std::string_view, Count> m_kinds; ///< views of the cube
};

/// A rank holds something else than ranks that must hold the same.
class ReplicaTrendRule final : public TrendRule {
public:
    const TrendRuleInfo& info() const override
    {
        static const TrendRuleInfo kInfo {"replica", Form<0>("rank unlike its replicas"),
            Form<0>("Ranks that held the same, bit for bit as far as it was recorded, do no longer; weights, "
                    "reduced gradients and moments of the optimizer must from the first step on where nearly "
                    "all of them do"),
            {{"before", 8, 1, 1e6, Form<0>("steps before in which the ranks held the same, at least")},
                {"share", 0.8, 0.5, 1,
                    Form<0>(
                        "share of weights and the like that ranks hold equal, for the others to be expected "
                        "to")}},
            1};
        return kInfo;
    }

    Message unable(const TrendScope& scope) const override
    {
        const TrendCube& cube = scope.cube();
        if (cube.ranks().size() < 2)
            return phrase("there is one rank");
        // One checksum is not enough to tell tensors that need not agree.
        const auto isChecksumOnly = [&](const TrendCell& cell) {
            return scope.data().index().isChecksumOnly(TensorId(cell.tensor));
        };
        if (std::ranges::none_of(cube.rows(), isReplicatedRow)
            && std::ranges::all_of(cube.cells(), isChecksumOnly))
            return phrase("checksums alone are recorded, and of no weight");
        return {};
    }

    Result<std::vector<TrendFinding>> find(const TrendScope& scope, TaskContext& task) const override
    {
        using Findings = std::vector<TrendFinding>;
        constexpr std::size_t kRowsAtOnce = 16;
        if (scope.cube().ranks().size() < 2)
            return Findings {};
        TRY_ASSIGN(const auto signatures, CellSignatures::make(scope.data(), task));
        TRY_ASSIGN(const SizeFigures sizes, SizeFigures::make(scope, task));
        TRY_ASSIGN(const auto elements, scope.data().figures().column("elements", task));
        const ReplicaKinds replicas(scope, signatures);
        Findings all;
        TRY_VOID(parallelMapReduce<Findings>(
            task.arena, scope.cube().rows().size(), kRowsAtOnce, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<Findings> {
                Findings found;
                for (std::size_t row = begin; row < end; ++row) {
                    Findings here = ReplicaRow(scope, signatures, sizes, *elements, row,
                        replicas.mustAgree(scope.cube().rows()[row]))
                                        .run();
                    std::move(here.begin(), here.end(), std::back_inserter(found));
                }
                return found;
            },
            [&](Findings&& found) -> Result<void> {
                std::move(found.begin(), found.end(), std::back_inserter(all));
                return {};
            }));
        return all;
    }
};

} // namespace

void register_replica_trend_rule(TrendRules& registry)
{
    registry.add(std::make_unique<ReplicaTrendRule>());
}

} // namespace dumpscope::core
