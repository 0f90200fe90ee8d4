// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/tokens/token_errors.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

bool hasSequences(const TokenErrors& errors)
{
    return std::ranges::any_of(errors.tokens, [](const GoldenToken& token) { return token.sequence > 0; });
}

bool hasSteps(const TokenErrors& errors)
{
    return !errors.tokens.empty() && errors.tokens.front().step != errors.tokens.back().step;
}

Message probabilityText(const TokenErrors& errors)
{
    double sum = 0;
    std::size_t known = 0, worst = 0;
    for (std::size_t token = 0; token < errors.probabilities.size(); ++token) {
        const auto& one = errors.probabilities[token];
        if (!one)
            continue;
        if (known++ == 0 || std::abs(one->difference()) > std::abs(errors.probabilities[worst]->difference()))
            worst = token;
        sum += one->difference();
    }
    const double largest = errors.probabilities[worst]->difference();
    return phrase(
        "Log-probabilities of the tokens that come next: target − golden is %1 in sum over %2 tokens; "
        "farthest off behind %3: %4, a ratio of %5.",
        streamText(sum, 3), known, tokenText(errors, worst), streamText(largest, 3),
        streamText(std::exp(largest), 4));
}

void addLeftOut(std::vector<Message>& said, const TokenErrors& errors, const DumpIndex& golden)
{
    const TokenPadding& padding = errors.padding;
    const std::size_t all = errors.tokens.size() + errors.uncompared + padding.byMask + padding.byIds;
    if (padding.byMask > 0 && padding.mask) {
        const TensorRow& mask = golden.tensor(*padding.mask);
        said.push_back(phrase("Left out as padding: %1 of %2 positions, by the mask in %3 %4.",
            padding.byMask, all, golden.text(mask.opName), ioPlace(mask.io, mask.slot)));
    }
    if (padding.byIds > 0)
        said.push_back(phrase("Left out as padding: %1 of %2 positions. No mask is dumped; one id ends (or "
                              "begins) sequences of several lengths and is nowhere else.",
            padding.byIds, all));
    if (errors.uncompared > 0)
        said.push_back(phrase(
            "Left out: %1 of %2 positions, of which the target has no element.", errors.uncompared, all));
}

void addRanks(std::vector<Message>& said, const TokenErrors& errors)
{
    if (!errors.rank)
        return;
    std::string others;
    for (const std::int64_t rank : errors.otherFailedRanks)
        others += (others.empty() ? "" : ", ") + std::to_string(rank);
    said.push_back(others.empty() ? phrase("Shown are the tokens of rank %1 of golden.", *errors.rank)
                                  : phrase("Shown are the tokens of rank %1 of golden. Outputs failed on "
                                           "other ranks, too: %2; choose a pair of one to see its tokens.",
                                      *errors.rank, others));
}

} // namespace

Message tokenText(const TokenErrors& errors, std::size_t token)
{
    const GoldenToken& one = errors.tokens[token];
    const bool isOfSequences = hasSequences(errors), isOfSteps = hasSteps(errors) && one.step;
    const Message where = isOfSequences && isOfSteps
        ? phrase("token %1 of sequence %2, step %3", one.position, one.sequence, *one.step)
        : isOfSequences ? phrase("token %1 of sequence %2", one.position, one.sequence)
        : isOfSteps     ? phrase("token %1 of step %2", one.position, *one.step)
                        : phrase("token %1", one.position);
    return one.id ? phrase("%1 (id %2)", where, *one.id) : where;
}

std::vector<Message> tokenSentences(const TokenErrors& errors, const PairTable& pairs)
{
    std::vector<Message> said;
    const DumpIndex& golden = *pairs.golden().index;
    const std::string noise = streamText(errors.noise, 2), far = streamText(errors.leastFar(), 2);
    if (errors.first) {
        const TensorRow& row = golden.tensor(pairs.row(errors.first->cell.row).pair.golden);
        const Message place = phrase("%1 %2", golden.text(row.opName), ioPlace(row.io, row.slot));
        said.push_back(phrase("First off by more than %1 is %2, with an error of %3 in %4; outputs of this "
                              "run are usually off by %5.",
            far, tokenText(errors, errors.first->token), streamText(errors.first->cell.error, 2), place,
            noise));
    } else if (std::ranges::any_of(
                   errors.cells, [&](const TokenErrors::Cell& cell) { return errors.isFar(cell.error); })) {
        said.push_back(phrase("The order of execution is not known, so none is the first that differs."));
    } else if (!errors.cells.empty()) {
        said.push_back(phrase(
            "No token is off by more than %1; outputs of this run are usually off by %2.", far, noise));
    }
    if (!errors.probabilities.empty())
        said.push_back(probabilityText(errors));
    addRanks(said, errors);
    addLeftOut(said, errors, golden);
    if (errors.areTokensLeftOut)
        said.push_back(
            phrase("There are more tokens than fit: only those of the chosen pair's step are shown."));
    if (errors.unread > 0)
        said.push_back(phrase("%1 tensors cannot be read and are left out.", errors.unread));
    return said;
}

Message noTokensText(const PairTable& pairs)
{
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const auto hasValues = [](const DumpIndex& index, TensorId id) {
            return index.tensor(id).state != TensorState::StatisticsOnly;
        };
        if (hasValues(*pairs.target().index, pair.target) && hasValues(*pairs.golden().index, pair.golden))
            return phrase(
                "No rows of what is compared are tokens: neither their ids nor activations that begin "
                "with the same axes are there.");
    }
    return phrase("Only statistics are compared, which say nothing about single tokens.");
}

} // namespace dumpscope::core
