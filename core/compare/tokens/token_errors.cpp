// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tokens/token_errors.h"

#include "base/text.h"
#include "compare/elements/mask_conventions.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"
#include "compare/limits/usual_error.h"
#include "compare/tokens/token_probabilities.h"
#include "compare/tokens/token_reading.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// A pair that may have tokens as rows.
struct Candidate {
    std::uint32_t pair = 0; ///< row of the table
    TensorId golden;
    std::uint32_t row = 0; ///< of the map
};

bool isOfBackward(std::string_view name)
{
    return name.find(".backward") != std::string_view::npos || name.starts_with("Gradients/");
}

/// Pairs of golden's activations in the order of execution: outputs, or first inputs where there are none.
std::vector<Candidate> candidatesOf(const PairTable& pairs, std::optional<TensorId> at)
{
    const DumpIndex& index = *pairs.golden().index;
    std::vector<Candidate> outputs, inputs;
    std::optional<std::optional<std::int64_t>> rank;
    if (at)
        rank = index.factsOf(*at).rank;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.golden;
        const TensorRow& tensor = index.tensor(id);
        const bool isOutput = tensor.io == Io::Output, isInput = tensor.io == Io::Input && tensor.slot <= 0;
        if ((!isOutput && !isInput) || dtypeInfo(tensor.dtype).kind != DTypeClass::Float
            || !tensor.shape.isValid() || tensor.state == TensorState::StatisticsOnly
            || isOfBackward(index.text(tensor.opName)) || isParameterOf(index, id))
            continue;
        if (!rank)
            rank = index.factsOf(id).rank;
        if (index.factsOf(id).rank == *rank)
            (isOutput ? outputs : inputs).push_back({static_cast<std::uint32_t>(row), id});
    }
    std::vector<Candidate> chosen = outputs.empty() ? std::move(inputs) : std::move(outputs);
    std::ranges::sort(chosen, {}, [&](const Candidate& one) {
        return std::tuple_cat(placeInRun(index, one.golden), std::tuple(one.pair));
    });
    return chosen;
}

/// Of one pair, by token.
struct PairErrors {
    bool isRead = false;
    std::vector<float> errors;            ///< NaN: nothing to compare
    float usual = kNone, largest = kNone; ///< a fifth of the errors are not larger; all
};

class Sums {
public:
    explicit Sums(std::size_t tokens)
        : m_tokens(tokens)
    {
    }

    void add(std::size_t token, const double* target, const double* golden, std::size_t count)
    {
        Sum& sum = m_tokens[token];
        for (std::size_t i = 0; i < count; ++i) {
            const double x = target[i], y = golden[i];
            if (x <= kAddedMask && y <= kAddedMask)
                continue; // beside what keeps elements out nothing else would be seen
            if (std::isfinite(x) && std::isfinite(y)) {
                sum.error += (x - y) * (x - y);
                sum.golden += y * y;
                ++sum.count;
            } else if (!(x == y || (std::isnan(x) && std::isnan(y)))) {
                sum.isBroken = true;
            }
        }
    }

    [[nodiscard]] PairErrors errors() const
    {
        constexpr double kSmall = 0.01; // of the mean square: what cancels to nearly nothing is no measure
        constexpr double kInfinite = std::numeric_limits<double>::infinity();
        PairErrors made;
        made.isRead = true;
        double all = 0;
        std::size_t some = 0;
        for (const Sum& sum : m_tokens) {
            all += sum.count > 0 ? sum.golden : 0;
            some += sum.count > 0 ? 1 : 0;
        }
        const double least = some > 0 ? kSmall * all / static_cast<double>(some) : 0;
        std::vector<float> sorted;
        for (const Sum& sum : m_tokens) {
            made.errors.push_back(static_cast<float>(sum.isBroken ? kInfinite
                    : sum.count == 0                              ? kNone
                    : sum.error == 0                              ? 0
                                     : std::sqrt(sum.error / std::max(sum.golden, least))));
            if (!std::isnan(made.errors.back()))
                sorted.push_back(made.errors.back());
        }
        if (sorted.empty())
            return made;
        std::ranges::sort(sorted);
        made.usual = sorted[sorted.size() / 5];
        made.largest = sorted.back();
        return made;
    }

private:
    struct Sum {
        double error = 0, golden = 0;
        std::size_t count = 0;
        bool isBroken = false; ///< not finite on one side, or otherwise
    };
    std::vector<Sum> m_tokens;
};

Result<PairErrors> errorsOf(
    const PairTable& pairs, std::uint32_t row, const GoldenTokens& tokens, TaskContext& task)
{
    TRY_ASSIGN(const auto opened, openTokenPair(pairs, row, tokens, task));
    if (!opened)
        return PairErrors();
    Sums sums(tokens.tokens().size());
    const auto add = [&](std::size_t token, const double* target, const double* golden, std::size_t count) {
        sums.add(token, target, golden, count);
    };
    TRY_ASSIGN(const bool isWhole, readByToken(*opened, add, task));
    return isWhole ? sums.errors() : PairErrors();
}

class Map {
public:
    Map(const PairTable& pairs, std::vector<Candidate> candidates, GoldenTokens tokens, TokenErrors& made)
        : m_pairs(pairs)
        , m_candidates(std::move(candidates))
        , m_tokens(std::move(tokens))
        , m_made(made)
    {
    }

    Result<void> read(TaskContext& task)
    {
        const std::size_t tokens = m_tokens.tokens().size();
        m_made.cells.resize(m_made.rows.size() * tokens);
        task.progress.setPhases({{phrase("Reading tokens"), 1}});
        task.progress.beginPhase(0, m_candidates.size());
        std::size_t next = 0;
        const auto add = [&](PairErrors&& errors) -> Result<void> {
            put(m_candidates[next++], errors);
            task.progress.advance();
            return {};
        };
        const auto readOne = [&](std::size_t begin, std::size_t) {
            return errorsOf(m_pairs, m_candidates[begin].pair, m_tokens, task);
        };
        TRY_VOID(parallelMapReduce<PairErrors>(task.arena, m_candidates.size(), 1, task.stop, readOne, add));
        m_made.noise = usualError(m_usual);
        return {};
    }

    // The first output that is off at a token, in the order of execution; in it the first token.
    Result<void> findFirst(TaskContext& task)
    {
        const DumpIndex& index = *m_pairs.golden().index;
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            const Candidate& one = m_candidates[i];
            if (index.tensor(one.golden).execIndex == TensorRow::kNone)
                return {};
            if (!m_made.isFar(m_largest[i]))
                continue;
            TRY_ASSIGN(const PairErrors again, errorsOf(m_pairs, one.pair, m_tokens, task));
            const auto token
                = std::ranges::find_if(again.errors, [this](float error) { return m_made.isFar(error); });
            if (token == again.errors.end())
                continue;
            const auto number = static_cast<std::size_t>(token - again.errors.begin());
            m_made.first = TokenErrors::First {number, one.row, {again.errors[number], one.pair}};
            return {};
        }
        return {};
    }

    [[nodiscard]] std::vector<std::pair<std::uint32_t, TensorId>> tokenPairs() const
    {
        std::vector<std::pair<std::uint32_t, TensorId>> read;
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            if (!std::isnan(m_largest[i]))
                read.emplace_back(m_candidates[i].pair, m_candidates[i].golden);
        }
        return read;
    }

private:
    void put(const Candidate& one, const PairErrors& errors)
    {
        m_usual.push_back(errors.usual);
        m_largest.push_back(errors.largest);
        if (!errors.isRead) {
            ++m_made.unread;
            return;
        }
        const std::size_t tokens = m_tokens.tokens().size();
        for (std::size_t token = 0; token < errors.errors.size(); ++token) {
            TokenErrors::Cell& cell = m_made.cells[one.row * tokens + token];
            const float error = errors.errors[token];
            if (!std::isnan(error) && (std::isnan(cell.error) || error > cell.error))
                cell = {error, one.pair};
        }
    }

    const PairTable& m_pairs;
    std::vector<Candidate> m_candidates;
    GoldenTokens m_tokens;
    TokenErrors& m_made;
    std::vector<float> m_usual, m_largest; ///< by candidate
};

/// Places of `kept` among those that are kept.
std::vector<std::size_t> numbered(const std::vector<bool>& kept)
{
    std::vector<std::size_t> places;
    places.reserve(kept.size());
    std::size_t next = 0;
    for (const bool is : kept)
        places.push_back(is ? next++ : 0);
    return places;
}

template<typename T> void keep(std::vector<T>& list, const std::vector<bool>& kept)
{
    std::size_t at = 0;
    std::erase_if(list, [&](const T&) { return !kept[at++]; });
}

/// Leaves out tokens that the target does not have, as padding that no id shows, and rows without a number.
void leaveOutEmpty(TokenErrors& errors)
{
    const std::size_t tokens = errors.tokens.size();
    std::vector<bool> hasRow(errors.rows.size(), false), hasToken(tokens, false),
        hasCell(errors.cells.size());
    for (std::size_t i = 0; i < errors.cells.size(); ++i) {
        if (std::isnan(errors.cells[i].error))
            continue;
        hasRow[i / tokens] = hasToken[i % tokens] = true;
    }
    for (std::size_t i = 0; i < hasCell.size(); ++i)
        hasCell[i] = hasRow[i / tokens] && hasToken[i % tokens];
    if (errors.first) {
        errors.first->row = numbered(hasRow)[errors.first->row];
        errors.first->token = numbered(hasToken)[errors.first->token];
    }
    errors.uncompared = static_cast<std::size_t>(std::count(hasToken.begin(), hasToken.end(), false));
    keep(errors.cells, hasCell);
    keep(errors.rows, hasRow);
    if (!errors.probabilities.empty())
        keep(errors.probabilities, hasToken);
    keep(errors.tokens, hasToken);
}

/// Which rank of golden is shown, where it has several, and those beside it of which an output failed.
void noteRanks(TokenErrors& errors, const PairTable& pairs, std::optional<std::int64_t> shown)
{
    const DumpIndex& index = *pairs.golden().index;
    std::set<std::int64_t> others, failed;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.golden;
        const std::optional<std::int64_t> rank = index.factsOf(id).rank;
        if (!rank || rank == shown)
            continue;
        others.insert(*rank);
        if (pairs.row(row).verdict == Verdict::Fail && index.tensor(id).io == Io::Output)
            failed.insert(*rank);
    }
    if (!others.empty())
        errors.rank = shown;
    errors.otherFailedRanks.assign(failed.begin(), failed.end());
}

} // namespace

double TokenErrors::leastFar() const
{
    return leastFarError(noise);
}

Result<TokenErrors> tokenErrors(const PairTable& pairs, std::optional<TensorId> at, TaskContext& task)
{
    TokenErrors made;
    std::vector<Candidate> candidates = candidatesOf(pairs, at);
    const auto goldens = [&] {
        std::vector<TensorId> ids;
        ids.reserve(candidates.size());
        for (const Candidate& one : candidates)
            ids.push_back(one.golden);
        return ids;
    };
    TRY_ASSIGN(GoldenTokens tokens, GoldenTokens::find(pairs.golden(), goldens(), at, task));
    const DumpIndex& index = *pairs.golden().index;
    std::erase_if(candidates, [&](const Candidate& one) {
        return !tokens.areRowsOf(one.golden, recordedShape(index, one.golden));
    });
    ExecutionRows rows = executionRows(index, goldens());
    for (std::size_t i = 0; i < candidates.size(); ++i)
        candidates[i].row = rows.rowOf[i];
    made.rows = std::move(rows.rows);
    made.tokens = tokens.tokens();
    made.areIdsKnown = tokens.hasIds();
    made.areTokensLeftOut = tokens.areLeftOut();
    made.padding = tokens.padding();
    noteRanks(made, pairs, tokens.rank());
    Map map(pairs, std::move(candidates), tokens, made);
    TRY_VOID(map.read(task));
    TRY_VOID(map.findFirst(task));
    TRY_ASSIGN(made.probabilities, tokenProbabilities(pairs, tokens, map.tokenPairs(), task));
    leaveOutEmpty(made);
    return made;
}

} // namespace dumpscope::core
