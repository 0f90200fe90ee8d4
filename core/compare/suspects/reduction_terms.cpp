// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/reduction_terms.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/layout/operator_class.h"
#include "compare/suspects/value_maker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

using Values = std::vector<float>;

bool isReduction(std::string_view type)
{
    return containsIgnoreCase(type, "allreduce") || containsIgnoreCase(type, "all_reduce");
}

struct Term {
    std::optional<std::int64_t> rank;
    TensorId id; ///< what the reduction was given
    Values values;
};

class Tracing {
public:
    Tracing(const PairTable& pairs, TaskContext& task)
        : m_pairs(pairs)
        , m_target(pairs.target().index)
        , m_golden(pairs.golden().index)
        , m_task(task)
    {
    }

    void trace(Suspect& suspect) const
    {
        if (suspect.pairs.empty() || suspect.reason != SuspectReason::Growth || !isReduction(suspect.opType))
            return;
        const TensorPair& pair = m_pairs.row(suspect.pairs.front()).pair;
        const DumpIndex& index = m_target.index();
        if (index.tensor(pair.target).io != Io::Output || !isTargetPutTogether(pair)
            || pair.hint->assembly->isAdded() || pair.hint->assembly->isOfStatistics)
            return;
        // Of golden what this rank has.
        Assembly whole = *pair.hint->assembly;
        const auto part = std::ranges::find(whole.parts, pair.target, &AssemblyPart::id);
        if (part == whole.parts.end())
            return;
        whole.parts = {*part};
        const auto sum = read(m_target, pair.target), golden = read(m_golden, pair.golden);
        const std::vector<Term> terms = termsOf(pair.target, sum);
        if (sum.empty() || golden.empty() || terms.size() < 2 || !addsUp(terms, sum))
            return;
        const auto inGoldensOrder = [&](TensorId id) {
            whole.parts.front().id = id;
            auto made = assembled(whole, m_target, m_task);
            return made && made->size() == golden.size() ? std::move(*made) : Values();
        };
        Values error = inGoldensOrder(pair.target);
        for (std::size_t i = 0; i < error.size(); ++i)
            error[i] -= golden[i];
        std::vector<std::pair<double, const Term*>> shares; // how far the error points where the term does
        shares.reserve(terms.size());
        for (const Term& term : terms)
            shares.emplace_back(std::fabs(cosine(error, inGoldensOrder(term.id))), &term);
        std::ranges::stable_sort(
            shares, std::ranges::greater {}, [](const auto& share) { return share.first; });
        constexpr double kLeast = 0.5, kFarther = 1.5;
        bool isTold = shares[0].first > std::max(kLeast, kFarther * shares[1].first);
        std::optional<TensorId> made;
        const Term* term = shares[0].second;
        for (const auto& [share, other] : shares) {
            const auto maker = makerOf(other->id, m_pairs.target(), m_target, m_task);
            if (!made)
                made = maker;
            if (!isTold && maker && isCalledOtherwise(*maker)) {
                made = maker;
                term = other;
                isTold = true;
            }
        }
        if (!made)
            return;
        const TensorRow& row = index.tensor(*made);
        const std::string name(index.text(row.opName));
        const Message where = isTold
            ? phrase("the reduction adds up right what it is given: the error is in the term of rank %1",
                term->rank.value_or(0))
            : phrase("the reduction adds up right what it is given: the error is in a term of its ranks, of "
                     "which one is not told");
        for (Message* const why : {&suspect.why, &suspect.whyMade}) {
            if (!why->empty())
                *why = phrase("%1; %2", *why, where);
        }
        suspect.opName = name;
        suspect.opType = row.opType.isValid() ? std::string(index.text(row.opType)) : std::string();
        suspect.rank = term->rank;
        suspect.targetOnly = *made;
    }

private:
    [[nodiscard]] Values read(const TensorStore& store, TensorId id) const
    {
        return traceableValues(store, id, m_task);
    }

    /// Of the ranks that got the same result.
    [[nodiscard]] std::vector<Term> termsOf(TensorId result, const Values& sum) const
    {
        const DumpIndex& index = m_target.index();
        const TensorRow& own = index.tensor(result);
        std::map<FolderId, std::pair<TensorId, TensorId>> calls; // given, got
        for (const TensorId id : m_pairs.target().tensors()) {
            const TensorRow& row = index.tensor(id);
            if (row.opName != own.opName || row.occurrence != own.occurrence
                || index.factsOf(id).step != index.factsOf(result).step)
                continue;
            auto& [given, got] = calls[row.folder];
            if (row.io == Io::Input && !given.isValid())
                given = id;
            if (row.io == Io::Output && row.slot == own.slot)
                got = id;
        }
        std::vector<Term> terms;
        for (const auto& [folder, call] : calls) {
            if (!call.first.isValid() || !call.second.isValid() || read(m_target, call.second) != sum)
                continue;
            Term term {index.factsOf(call.first).rank, call.first, read(m_target, call.first)};
            if (term.values.size() != sum.size())
                return {};
            terms.push_back(std::move(term));
        }
        return terms;
    }

    static bool addsUp(const std::vector<Term>& terms, const Values& sum)
    {
        constexpr double kRounding = 0.02;
        double error = 0, size = 0;
        for (std::size_t i = 0; i < sum.size(); ++i) {
            double own = 0;
            for (const Term& term : terms)
                own += term.values[i];
            error += (own - sum[i]) * (own - sum[i]);
            size += static_cast<double>(sum[i]) * sum[i];
        }
        return error <= kRounding * kRounding * size;
    }

    static double cosine(const Values& a, const Values& b)
    {
        double product = 0, ownSize = 0, otherSize = 0;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            if (std::isnan(a[i]) || std::isnan(b[i])) // another rank has it
                continue;
            product += static_cast<double>(a[i]) * b[i];
            ownSize += static_cast<double>(a[i]) * a[i];
            otherSize += static_cast<double>(b[i]) * b[i];
        }
        return ownSize > 0 && otherSize > 0 ? product / std::sqrt(ownSize * otherSize) : 0;
    }

    /// Whether the operator of a tensor has more or fewer tensors than its like on the rank, as a bias that
    /// others do not have.
    [[nodiscard]] bool isCalledOtherwise(TensorId made) const
    {
        const DumpIndex& index = m_target.index();
        const TensorRow& own = index.tensor(made);
        std::map<std::pair<StringId, std::uint32_t>, std::size_t> calls;
        const auto nameOf = [](const TensorRow& row) { return std::pair(row.opName, row.occurrence); };
        const OperatorClass kind = operatorClassOf(index, made);
        for (const TensorId id : m_pairs.target().tensors()) {
            const TensorRow& row = index.tensor(id);
            if (row.folder == own.folder && std::get<0>(operatorClassOf(index, id)) == std::get<0>(kind))
                ++calls[nameOf(row)];
        }
        std::set<std::pair<StringId, std::uint32_t>> likes; // with an output of the same shape
        for (const TensorId id : m_pairs.target().tensors()) {
            const TensorRow& row = index.tensor(id);
            if (row.folder == own.folder && operatorClassOf(index, id) == kind && row.shape == own.shape)
                likes.insert(nameOf(row));
        }
        likes.erase(nameOf(own));
        return !likes.empty() && std::ranges::all_of(likes, [&](const auto& like) {
            return calls.at(like) != calls.at(nameOf(own));
        });
    }

    const PairTable& m_pairs;
    TensorStore m_target, m_golden;
    TaskContext& m_task;
};

} // namespace

void traceReductions(const PairTable& pairs, Suspicion& suspicion, TaskContext& task)
{
    constexpr std::size_t kMost = 3;
    const Tracing tracing(pairs, task);
    for (std::size_t i = 0; i < std::min(kMost, suspicion.suspects.size()) && !task.stopped(); ++i)
        tracing.trace(suspicion.suspects[i]);
}

} // namespace dumpscope::core
