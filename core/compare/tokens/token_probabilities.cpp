// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tokens/token_probabilities.h"

#include "compare/layout/operator_class.h"
#include "compare/suspects/operator_nature.h"
#include "compare/tokens/token_reading.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace dumpscope::core {

namespace {

using Ids = std::vector<std::optional<std::int64_t>>;

/// Of each token the id of the one behind it.
Ids nextIds(const std::vector<GoldenToken>& tokens)
{
    Ids next(tokens.size());
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const GoldenToken &one = tokens[i], &other = tokens[i + 1];
        if (other.step == one.step && other.sequence == one.sequence && other.position == one.position + 1)
            next[i] = other.id;
    }
    return next;
}

/// Rows of the table that the ids look up, as the embedding has it; 0: not dumped, or as wide as it is high.
std::int64_t vocabularyOf(const ComparisonSide& golden, const GoldenTokens& tokens)
{
    const DumpIndex& index = *golden.index;
    for (const TensorId ids : tokens.idTensors()) {
        const TensorRow& call = index.tensor(ids);
        for (const TensorId id : golden.tensors()) {
            const TensorRow& row = index.tensor(id);
            if (row.opName != call.opName || row.occurrence != call.occurrence || row.io == Io::Output
                || dtypeInfo(row.dtype).kind != DTypeClass::Float)
                continue;
            const Shape table = recordedShape(index, id);
            if (table.size() == 2 && table[0] > table[1])
                return table[0];
        }
    }
    return 0;
}

enum class Kind : std::uint8_t { Neither, Logits, Logarithms };

Kind kindOf(const DumpIndex& index, TensorId id, std::int64_t vocabulary)
{
    const TensorRow& row = index.tensor(id);
    const Shape shape = recordedShape(index, id);
    if (shape.size() < 2)
        return Kind::Neither;
    if (row.opType.isValid() && operatorWord(index.text(row.opType)) == "logsoftmax")
        return Kind::Logarithms;
    return vocabulary > 0 && shape.back() == vocabulary ? Kind::Logits : Kind::Neither;
}

/// The logarithm of the sum of exponentials, and the number at the id, while numbers of a token arrive.
struct Scores {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    double chosen = std::numeric_limits<double>::quiet_NaN();
    std::size_t seen = 0;
    bool isWhole = true;

    void add(double score, std::int64_t id)
    {
        if (static_cast<std::int64_t>(seen++) == id)
            chosen = score;
        if (std::isnan(score) || score == std::numeric_limits<double>::infinity()) {
            isWhole = false;
        } else if (score > most) {
            sum = sum * std::exp(most - score) + 1;
            most = score;
        } else if (std::isfinite(score)) {
            sum += std::exp(score - most);
        }
    }
    [[nodiscard]] double logarithm(Kind kind) const
    {
        return kind == Kind::Logarithms ? chosen : chosen - most - std::log(sum);
    }
};

} // namespace

Result<std::vector<std::optional<TokenProbability>>> tokenProbabilities(
    const PairTable& pairs, const GoldenTokens& tokens, TokenPairs candidates, TaskContext& task)
{
    using Probabilities = std::vector<std::optional<TokenProbability>>;
    if (!tokens.hasIds())
        return Probabilities();
    const DumpIndex& index = *pairs.golden().index;
    const std::int64_t vocabulary = vocabularyOf(pairs.golden(), tokens);
    // Of each step the last: what others compute of it comes after.
    std::map<std::optional<std::int64_t>, std::tuple<Kind, std::uint32_t>> chosen;
    for (const auto& [row, id] : candidates) {
        const Kind kind = kindOf(index, id, vocabulary);
        auto& best = chosen[index.factsOf(id).step];
        if (kind != Kind::Neither && kind >= std::get<Kind>(best))
            best = {kind, row};
    }
    const Ids next = nextIds(tokens.tokens());
    Probabilities found(tokens.tokens().size());
    bool isAny = false;
    for (const auto& [step, which] : chosen) {
        const Kind kind = std::get<Kind>(which);
        const std::uint32_t row = std::get<std::uint32_t>(which);
        if (kind == Kind::Neither)
            continue;
        TRY_ASSIGN(const auto opened, openTokenPair(pairs, row, tokens, task));
        if (!opened)
            continue;
        std::vector<std::array<Scores, 2>> scores(found.size());
        const auto add
            = [&](std::size_t token, const double* target, const double* golden, std::size_t count) {
                  for (std::size_t i = 0; next[token] && i < count; ++i) {
                      scores[token][0].add(target[i], *next[token]);
                      scores[token][1].add(golden[i], *next[token]);
                  }
              };
        TRY_ASSIGN(const bool isWhole, readByToken(*opened, add, task));
        for (std::size_t token = 0; isWhole && token < found.size(); ++token) {
            const auto& [ours, theirs] = scores[token];
            const TokenProbability one {ours.logarithm(kind), theirs.logarithm(kind), row};
            if (!ours.isWhole || !theirs.isWhole || !std::isfinite(one.target) || !std::isfinite(one.golden))
                continue;
            found[token] = one;
            isAny = true;
        }
    }
    return isAny ? found : Probabilities();
}

} // namespace dumpscope::core
