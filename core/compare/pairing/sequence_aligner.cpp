// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/sequence_aligner.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace dumpscope::core {

namespace {

using Match = std::pair<std::uint32_t, std::uint32_t>;

/// A stretch of either sequence, ends excluded.
struct Stretch {
    std::uint32_t targetBegin, targetEnd, goldenBegin, goldenEnd;
    [[nodiscard]] std::uint64_t rows() const { return targetEnd - targetBegin; }
    [[nodiscard]] std::uint64_t columns() const { return goldenEnd - goldenBegin; }
};

constexpr std::uint64_t kFullCells = 256 * 1024;  ///< searched completely
constexpr std::uint64_t kSmallCells = 4096;       ///< `score` may look closer
constexpr std::uint64_t kBandCells = 32ULL << 20; ///< of a stretch without unique keys
constexpr std::uint64_t kMinBand = 16;

class Aligner {
public:
    Aligner(const AlignmentProblem& problem, TaskContext& task)
        : m_problem(problem)
        , m_task(task)
    {
    }

    Result<std::vector<Match>> run()
    {
        std::vector<Match> anchors(m_problem.anchors.begin(), m_problem.anchors.end());
        std::ranges::sort(anchors);
        anchors = longestAscending(anchors);
        const auto rows = static_cast<std::uint32_t>(m_problem.targetKeys.size());
        const auto columns = static_cast<std::uint32_t>(m_problem.goldenKeys.size());
        anchors.emplace_back(rows, columns);
        std::uint32_t row = 0, column = 0;
        for (const auto& [anchorRow, anchorColumn] : anchors) {
            TRY_VOID(divide({row, anchorRow, column, anchorColumn}));
            row = anchorRow + 1;
            column = anchorColumn + 1;
        }
        std::ranges::sort(m_matches);
        return std::move(m_matches);
    }

private:
    /// Stretches are divided with a list of what is left to do: no recursion.
    Result<void> divide(const Stretch& whole)
    {
        std::vector<Stretch> open {whole};
        while (!open.empty()) {
            TRY_VOID(m_task.checkStop());
            const Stretch stretch = open.back();
            open.pop_back();
            if (stretch.rows() == 0 || stretch.columns() == 0)
                continue;
            if (stretch.rows() * stretch.columns() <= kFullCells) {
                TRY_VOID(search(stretch, stretch.columns()));
                continue;
            }
            const std::vector<Match> unique = longestAscending(uniqueMatches(stretch));
            if (unique.empty()) {
                TRY_VOID(search(stretch, kBandCells / stretch.rows()));
                continue;
            }
            std::uint32_t row = stretch.targetBegin, column = stretch.goldenBegin;
            for (const auto& [matchRow, matchColumn] : unique) {
                m_matches.emplace_back(matchRow, matchColumn);
                open.push_back({row, matchRow, column, matchColumn});
                row = matchRow + 1;
                column = matchColumn + 1;
            }
            open.push_back({row, stretch.targetEnd, column, stretch.goldenEnd});
        }
        return {};
    }

    /// Items whose key occurs once in either stretch, ascending in the target.
    std::vector<Match> uniqueMatches(const Stretch& stretch) const
    {
        struct Count {
            std::uint32_t target = 0, golden = 0, at = 0;
        };
        std::unordered_map<std::uint64_t, Count> counts;
        counts.reserve(stretch.rows() + stretch.columns());
        for (std::uint32_t i = stretch.targetBegin; i < stretch.targetEnd; ++i)
            ++counts[m_problem.targetKeys[i]].target;
        for (std::uint32_t i = stretch.goldenBegin; i < stretch.goldenEnd; ++i) {
            Count& count = counts[m_problem.goldenKeys[i]];
            ++count.golden;
            count.at = i;
        }
        std::vector<Match> matches;
        for (std::uint32_t i = stretch.targetBegin; i < stretch.targetEnd; ++i) {
            const Count& count = counts[m_problem.targetKeys[i]];
            if (count.target == 1 && count.golden == 1 && m_problem.score(i, count.at, false) > 0)
                matches.emplace_back(i, count.at);
        }
        return matches;
    }

    /// Best matches in order within `band` columns around the diagonal.
    Result<void> search(const Stretch& stretch, std::uint64_t band)
    {
        const std::uint64_t rows = stretch.rows(), columns = stretch.columns();
        const std::uint64_t width = std::clamp<std::uint64_t>(band, std::min(kMinBand, columns), columns);
        const bool small = rows * columns <= kSmallCells;
        const auto firstOf = [&](std::uint64_t row) {
            if (width == columns)
                return std::uint64_t {0};
            const std::uint64_t centre = row * columns / rows;
            const std::uint64_t left = centre > width / 2 ? centre - width / 2 : 0;
            return std::min(left, columns - width);
        };
        enum Step : std::uint8_t { Up, Left, Both };
        std::vector<std::uint8_t> steps(rows * width);
        // Best sums of the row above and of this row, by column of the whole stretch, shifted by one.
        std::vector<int> above(columns + 1, 0), here(columns + 1, 0);
        for (std::uint64_t r = 0; r < rows; ++r) {
            if (r % 64 == 0)
                TRY_VOID(m_task.checkStop());
            const std::uint64_t first = firstOf(r);
            here[first] = above[first];
            for (std::uint64_t k = 0; k < width; ++k) {
                const std::uint64_t c = first + k;
                const int score = m_problem.score(static_cast<std::uint32_t>(stretch.targetBegin + r),
                    static_cast<std::uint32_t>(stretch.goldenBegin + c), small);
                Step step = here[c] >= above[c + 1] ? Left : Up;
                int best = std::max(here[c], above[c + 1]);
                if (score > 0 && above[c] + score >= best) {
                    best = above[c] + score;
                    step = Both;
                }
                here[c + 1] = best;
                steps[r * width + k] = step;
            }
            // Columns right of the band keep the best sum reached so far.
            for (std::uint64_t c = first + width; c < std::min(columns, first + 2 * width); ++c)
                here[c + 1] = std::max(above[c + 1], here[first + width]);
            std::swap(above, here);
        }
        trace(stretch, steps, width, firstOf);
        return {};
    }

    template<typename FirstOf>
    void trace(const Stretch& stretch, const std::vector<std::uint8_t>& steps, std::uint64_t width,
        const FirstOf& firstOf)
    {
        std::uint64_t row = stretch.rows(), column = stretch.columns();
        while (row > 0 && column > 0) {
            const std::uint64_t first = firstOf(row - 1);
            if (column - 1 >= first + width) {
                --column;
                continue;
            }
            if (column - 1 < first) {
                --row;
                continue;
            }
            switch (steps[(row - 1) * width + (column - 1 - first)]) {
            case 0:
                --row;
                break;
            case 1:
                --column;
                break;
            default:
                --row;
                --column;
                m_matches.emplace_back(static_cast<std::uint32_t>(stretch.targetBegin + row),
                    static_cast<std::uint32_t>(stretch.goldenBegin + column));
            }
        }
    }

    const AlignmentProblem& m_problem;
    TaskContext& m_task;
    std::vector<Match> m_matches;
};

} // namespace

std::vector<Match> longestAscending(std::span<const Match> pairs)
{
    constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> tails, previous(pairs.size(), kNone);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto at = std::ranges::lower_bound(
            tails, pairs[i].second, {}, [&](std::size_t tail) { return pairs[tail].second; });
        if (at != tails.begin())
            previous[i] = *std::prev(at);
        if (at == tails.end())
            tails.push_back(i);
        else
            *at = i;
    }
    std::vector<Match> longest;
    if (tails.empty())
        return longest;
    for (std::size_t i = tails.back(); i != kNone; i = previous[i])
        longest.push_back(pairs[i]);
    std::ranges::reverse(longest);
    // Equal firsts (one-to-many) cannot both frame a stretch.
    longest.erase(std::unique(longest.begin(), longest.end(),
                      [](const Match& a, const Match& b) { return a.first == b.first; }),
        longest.end());
    return longest;
}

Result<std::vector<Match>> alignSequences(const AlignmentProblem& problem, TaskContext& task)
{
    return Aligner(problem, task).run();
}

} // namespace dumpscope::core
