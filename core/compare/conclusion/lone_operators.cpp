// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/lone_operators.h"

#include "base/text.h"
#include "compare/conclusion/captured_kind.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kWindow = 64;  ///< operators looked at on either side
constexpr std::size_t kMostLone = 6; ///< that one side alone runs: more of them are another program

bool isOutputRow(const TensorRow& row)
{
    return row.io == Io::Output || row.io == Io::Gradient;
}

bool isSamePlace(const DumpIndex& index, TensorId a, TensorId b)
{
    const FolderFacts &here = index.factsOf(a), &there = index.factsOf(b);
    return here.rank == there.rank && here.step == there.step;
}

bool isSameOperator(const DumpIndex& index, TensorId a, TensorId b)
{
    const TensorRow &one = index.tensor(a), &other = index.tensor(b);
    return one.opName == other.opName && one.occurrence == other.occurrence && isSamePlace(index, a, b);
}

/// The name without the numbers that count calls and layers.
std::string stemOf(std::string_view name)
{
    std::string stem;
    for (const char c : name) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit)
            stem += c;
        else if (stem.empty() || stem.back() != '#')
            stem += '#';
    }
    return stem;
}

struct Operator {
    TensorId tensor; ///< an output where there is one
    std::string stem;
};

/// What runs behind the operator of a tensor, in its rank and step.
std::vector<Operator> operatorsBehind(const DumpIndex& index, TensorId agreeing)
{
    std::vector<Operator> operators;
    std::map<std::pair<StringId, std::uint32_t>, std::size_t> known;
    for (std::size_t i = agreeing.value() + std::size_t {1}; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = index.tensor(id);
        if (!isSamePlace(index, id, agreeing)) {
            if (operators.empty())
                continue;
            break;
        }
        if (!row.opName.isValid() || isSameOperator(index, id, agreeing))
            continue;
        const auto [at, isNew] = known.try_emplace({row.opName, row.occurrence}, operators.size());
        if (isNew && operators.size() == kWindow)
            break;
        if (isNew)
            operators.push_back({id, stemOf(index.text(row.opName))});
        else if (isOutputRow(row) && !isOutputRow(index.tensor(operators[at->second].tensor)))
            operators[at->second].tensor = id;
    }
    return operators;
}

/// What more ranks share they exchange: that is no operator that fewer lack.
void dropExchanges(const DumpIndex& own, const DumpIndex& other, std::vector<TensorId>& lone)
{
    if (own.ranks().size() <= std::max<std::size_t>(other.ranks().size(), 1))
        return;
    std::erase_if(lone, [&](TensorId id) {
        const TensorRow& row = own.tensor(id);
        return row.opType.isValid() && operatorNature(own.text(row.opType)) == OperatorNature::Collective;
    });
}

class LoneSearch {
public:
    explicit LoneSearch(const PairTable& pairs)
        : m_pairs(pairs)
        , m_target(*pairs.target().index)
        , m_golden(*pairs.golden().index)
    {
    }

    std::optional<LoneOperators> run(std::size_t row)
    {
        const auto agreeing = lastAgreeing(row);
        if (!agreeing)
            return std::nullopt;
        const auto first = firstOther(*agreeing, row);
        if (!first)
            return std::nullopt;
        const std::vector<Operator> target = operatorsBehind(m_target, idOf(*agreeing));
        const std::vector<Operator> golden = operatorsBehind(m_golden, m_pairs.row(*agreeing).pair.golden);
        const auto wrong = std::ranges::find_if(
            target, [&](const Operator& op) { return isSameOperator(m_target, op.tensor, idOf(*first)); });
        if (wrong == target.end())
            return std::nullopt;
        const auto at = static_cast<std::size_t>(wrong - target.begin());
        const auto partner = align(target, golden, *agreeing);
        const auto counts = countsOf(*agreeing);
        LoneOperators lone;
        for (std::size_t i = 0; i <= at; ++i) {
            if (const auto& [ours, theirs] = counts.at(target[i].stem);
                partner[i] == golden.size() && ours > theirs)
                lone.target.push_back(target[i].tensor);
        }
        // Up to where both run the same again.
        std::size_t next = at;
        while (next < target.size() && partner[next] == golden.size())
            ++next;
        if (next == target.size())
            return std::nullopt;
        std::vector<bool> matched(golden.size());
        for (const std::size_t other : partner) {
            if (other < golden.size())
                matched[other] = true;
        }
        for (std::size_t j = 0; j < partner[next]; ++j) {
            if (const auto& [ours, theirs] = counts.at(golden[j].stem); !matched[j] && theirs > ours)
                lone.golden.push_back(golden[j].tensor);
        }
        dropAgreeing(m_target, lone.target, targetsOf);
        dropAgreeing(m_golden, lone.golden, goldensOf);
        dropUncaptured(m_target, m_golden, lone.target);
        dropUncaptured(m_golden, m_target, lone.golden);
        dropExchanges(m_target, m_golden, lone.target);
        dropExchanges(m_golden, m_target, lone.golden);
        if ((lone.target.empty() && lone.golden.empty()) || lone.target.size() > kMostLone
            || lone.golden.size() > kMostLone)
            return std::nullopt;
        lone.isFirst = partner[at] == golden.size();
        lone.lastAgreeing = nameOf(idOf(*agreeing));
        lone.first = nameOf(idOf(*first));
        return lone;
    }

private:
    /// An operator that makes what agrees, or, where runs are cut otherwise, is given what its counterparts
    /// are, runs on both sides.
    void dropAgreeing(const DumpIndex& own, std::vector<TensorId>& lone,
        std::vector<TensorId> (*sideOf)(const TensorPair&)) const
    {
        for (std::size_t row = 0; row < m_pairs.rows() && !lone.empty(); ++row) {
            if (m_pairs.row(row).verdict != Verdict::Pass)
                continue;
            const TensorPair& pair = m_pairs.row(row).pair;
            const bool areBothInputs = isPutTogether(pair) && m_target.tensor(pair.target).io == Io::Input
                && m_golden.tensor(pair.golden).io == Io::Input;
            for (const TensorId id : sideOf(pair)) {
                if (areBothInputs || isOutputRow(own.tensor(id)))
                    std::erase_if(lone, [&](TensorId one) { return isSameOperator(own, one, id); });
            }
        }
    }
    /// What the level of the other dump leaves out may run there all the same.
    static void dropUncaptured(const DumpIndex& own, const DumpIndex& other, std::vector<TensorId>& lone)
    {
        std::erase_if(
            lone, [&](TensorId id) { return !capturesKindOf(other, own.text(own.tensor(id).opName)); });
    }

    [[nodiscard]] TensorId idOf(std::size_t row) const { return m_pairs.row(row).pair.target; }
    [[nodiscard]] bool isOutput(std::size_t row) const { return isOutputRow(m_target.tensor(idOf(row))); }
    [[nodiscard]] std::string nameOf(TensorId id) const
    {
        const StringId name = m_target.tensor(id).opName;
        return name.isValid() ? std::string(m_target.text(name)) : std::string();
    }

    /// How many operators of a kind both sides run in the rank and step: where these are as many, only their
    /// order is another.
    [[nodiscard]] std::map<std::string, std::pair<std::size_t, std::size_t>> countsOf(std::size_t row) const
    {
        std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
        const auto count = [&](const DumpIndex& index, TensorId of,
                               std::size_t std::pair<std::size_t, std::size_t>::*side) {
            std::set<std::pair<StringId, std::uint32_t>> seen;
            for (std::size_t i = 0; i < index.tensorCount(); ++i) {
                const TensorRow& tensor = index.tensor(TensorId(i));
                if (tensor.opName.isValid() && isSamePlace(index, TensorId(i), of)
                    && seen.emplace(tensor.opName, tensor.occurrence).second)
                    ++(counts[stemOf(index.text(tensor.opName))].*side);
            }
        };
        using Both = std::pair<std::size_t, std::size_t>;
        count(m_target, idOf(row), &Both::first);
        count(m_golden, m_pairs.row(row).pair.golden, &Both::second);
        return counts;
    }

    /// Rows stand in the target's order.
    [[nodiscard]] std::optional<std::size_t> lastAgreeing(std::size_t row) const
    {
        const TensorId shown = idOf(row);
        while (row > 0 && isSameOperator(m_target, idOf(row - 1), shown))
            --row;
        while (row > 0 && isSamePlace(m_target, idOf(row - 1), shown)) {
            --row;
            if (m_pairs.row(row).verdict == Verdict::Pass && isOutput(row))
                return row;
        }
        return std::nullopt;
    }

    /// The first tensor behind `agreeing` that does not agree, if it was given to its operator by others.
    [[nodiscard]] std::optional<std::size_t> firstOther(std::size_t agreeing, std::size_t row) const
    {
        std::size_t first = agreeing + 1;
        while (first < row && m_pairs.row(first).verdict == Verdict::Pass)
            ++first;
        const TensorRow& tensor = m_target.tensor(idOf(first));
        const std::string_view type
            = tensor.opType.isValid() ? m_target.text(tensor.opType) : std::string_view();
        if (tensor.io == Io::Parameter || (tensor.io == Io::Input && isParameterInput(type, tensor.slot)))
            return std::nullopt;
        const bool hasInputs
            = first > 0 && !isOutput(first - 1) && isSameOperator(m_target, idOf(first - 1), idOf(first));
        return isOutput(first) && hasInputs ? std::nullopt : std::optional(first);
    }

    /// The partner of each in the longest common sequence, the size of `golden` where there is none. Of
    /// several that are as long the one with most pairs.
    [[nodiscard]] std::vector<std::size_t> align(
        const std::vector<Operator>& target, const std::vector<Operator>& golden, std::size_t agreeing) const
    {
        constexpr int kSame = 4;
        const std::size_t width = golden.size() + 1;
        std::set<std::pair<TensorId, TensorId>> paired;
        for (std::size_t row = agreeing; row < m_pairs.rows() && idOf(row) <= target.back().tensor; ++row)
            paired.emplace(idOf(row), m_pairs.row(row).pair.golden);
        const auto scoreOf = [&](std::size_t i, std::size_t j) {
            if (target[i].stem != golden[j].stem)
                return 0;
            return paired.contains({target[i].tensor, golden[j].tensor}) ? kSame + 1 : kSame;
        };
        std::vector<int> best((target.size() + 1) * width);
        for (std::size_t i = target.size(); i-- > 0;) {
            for (std::size_t j = golden.size(); j-- > 0;) {
                const int score = scoreOf(i, j);
                best[i * width + j] = std::max({best[(i + 1) * width + j], best[i * width + j + 1],
                    score > 0 ? score + best[(i + 1) * width + j + 1] : 0});
            }
        }
        std::vector<std::size_t> partner(target.size(), golden.size());
        for (std::size_t i = 0, j = 0; i < target.size() && j < golden.size();) {
            const int here = best[i * width + j], score = scoreOf(i, j);
            if (score > 0 && here == score + best[(i + 1) * width + j + 1])
                partner[i++] = j++;
            else if (here == best[(i + 1) * width + j])
                ++i;
            else
                ++j;
        }
        return partner;
    }

    const PairTable& m_pairs;
    const DumpIndex& m_target;
    const DumpIndex& m_golden;
};

} // namespace

std::optional<LoneOperators> loneOperatorsBefore(const PairTable& pairs, std::size_t row)
{
    return LoneSearch(pairs).run(row);
}

std::optional<LoneOperators> loneOperatorsBefore(const PairTable& pairs, const Suspect& suspect)
{
    const bool isProven
        = suspect.recomputed && suspect.recomputed->outcome == Recomputation::Outcome::Differs;
    if (suspect.pairs.empty() || isProven || isOfNonFinite(suspect.reason) || suspect.targetOnly.isValid()
        || suspect.goldenOnly.isValid())
        return std::nullopt;
    return loneOperatorsBefore(pairs, suspect.pairs.front());
}

void noteLoneOperators(const PairTable& pairs, Suspicion& suspicion)
{
    if (suspicion.suspects.empty())
        return;
    Suspect& suspect = suspicion.suspects.front();
    if (!suspect.whyAlone.empty())
        suspect.why = std::exchange(suspect.whyAlone, {});
    const auto lone = loneOperatorsBefore(pairs, suspect);
    if (!lone)
        return;
    suspect.whyAlone = suspect.why;
    suspect.why
        = phrase("%1; %2", suspect.whyMade.empty() ? suspect.why : suspect.whyMade, lone->text(pairs));
}

Message LoneOperators::text(const PairTable& pairs) const
{
    const auto namesOf = [](const DumpIndex& index, const std::vector<TensorId>& ids) {
        std::string names;
        for (const TensorId id : ids)
            names += (names.empty() ? "" : ", ") + printable(index.text(index.tensor(id).opName));
        return names;
    };
    const std::string last = printable(lastAgreeing), wrong = printable(first);
    const std::string ofTarget = namesOf(*pairs.target().index, target);
    const std::string ofGolden = namesOf(*pairs.golden().index, golden);
    const Message targets = ofTarget.empty() ? Message()
        : isFirst
        ? phrase("only the target's dump has %1 behind %2, the last that agrees", ofTarget, last)
        : phrase("only the target's dump has %1 between %2, the last that agrees, and %3, the first that "
                 "does not",
            ofTarget, last, wrong);
    const Message goldens = ofGolden.empty() ? Message()
        : isFirst
        ? phrase("only golden's dump has %1 behind %2, the last that agrees", ofGolden, last)
        : phrase("only golden's dump has %1 between %2, the last that agrees, and %3, the first that does "
                 "not",
            ofGolden, last, wrong);
    return joined(std::array {targets, goldens});
}

} // namespace dumpscope::core
