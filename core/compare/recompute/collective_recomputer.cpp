// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"
#include "compare/recompute/spatial_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace dumpscope::core {

namespace {

/// Ranks that exchange something, and the place of the one that made the output among them.
struct RankGroup {
    std::vector<const RankCall*> members;
    std::size_t own = 0;
    Message text; ///< "ranks 0, 1"

    [[nodiscard]] std::size_t size() const { return members.size(); }
};

/// "0, 1, 2, 3", or "0, 1 … 7" of many.
std::string rankNumbers(const std::vector<const RankCall*>& members)
{
    constexpr std::size_t kFew = 8;
    std::string text;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const bool isLeftOut = members.size() > kFew && i > 1 && i + 1 < members.size();
        const bool isAfterGap = members.size() > kFew && i + 1 == members.size();
        if (!isLeftOut)
            text += fmt::format("{}{}", i == 0 ? "" : isAfterGap ? " … " : ", ", members[i]->rank);
    }
    return text;
}

/// The recorded group; else all ranks, and the groups of equal size that training makes of them: neighbours,
/// or ranks with as much between them. Golden shows which it is.
std::vector<RankGroup> groupsOf(const OperatorCall& call)
{
    std::vector<RankGroup> groups;
    const auto add = [&](const auto& isMember) {
        RankGroup group;
        bool hasOwn = false;
        for (std::size_t i = 0; i < call.ranks.size(); ++i) {
            if (!isMember(i))
                continue;
            if (call.ranks[i].rank == call.rank) {
                group.own = group.members.size();
                hasOwn = true;
            }
            group.members.push_back(&call.ranks[i]);
        }
        if (!hasOwn || group.size() < 2)
            return;
        group.text = group.size() == call.ranks.size() ? phrase("all %1 ranks", group.size())
                                                       : phrase("ranks %1", rankNumbers(group.members));
        groups.push_back(std::move(group));
    };
    if (!call.group.empty()) {
        const auto isIn
            = [&](std::size_t i) { return std::ranges::binary_search(call.group, call.ranks[i].rank); };
        add(isIn);
        if (!groups.empty() && groups.front().size() != call.group.size())
            groups.clear(); // a member has no dump
        return groups;
    }
    const auto found = std::ranges::find(call.ranks, call.rank, &RankCall::rank);
    const auto own = static_cast<std::size_t>(found - call.ranks.begin());
    const std::size_t all = call.ranks.size();
    for (std::size_t size = all; size >= 2; --size) {
        if (all % size != 0)
            continue;
        const std::size_t many = all / size;
        add([&](std::size_t i) { return i / size == own / size; });
        if (many > 1)
            add([&](std::size_t i) { return i % many == own % many; });
    }
    return groups;
}

/// What a rank gives: the first argument with a tensor, or the second where the first is the place for the
/// output.
std::vector<const Operand*> givenBy(const OperatorCall& call)
{
    std::vector<const Operand*> tensors;
    const auto take = [&](const Argument& argument) {
        tensors.clear();
        if (argument.tensor)
            tensors.push_back(&*argument.tensor);
        for (const Operand& one : argument.more)
            tensors.push_back(&one);
    };
    for (std::size_t slot = 0; slot < std::min<std::size_t>(call.inputs.size(), 2); ++slot) {
        if (call.inputs[slot].tensor)
            take(call.inputs[slot]);
    }
    for (const std::string_view name : {"tensor", "input", "input_tensor"}) {
        const auto found = call.named.find(name);
        if (tensors.empty() && found != call.named.end() && found->second.tensor)
            take(found->second);
    }
    return tensors;
}

/// Where a rank's term of an output element is.
struct Term {
    const Operand* tensor = nullptr;
    std::uint64_t first = 0;

    [[nodiscard]] double at(std::uint64_t index) const { return tensor->at(first + index); }
};

enum class Fold : std::uint8_t { Sum, Mean, Max, Min, Product };

struct Reduction {
    Fold how;
    std::string_view word; ///< as torch calls it, in lower case
    Form<1> text;
};
constexpr std::array kReductions {
    Reduction {Fold::Sum, "sum", Form<1>("sum over %1")},
    Reduction {Fold::Mean, "avg", Form<1>("mean over %1")},
    Reduction {Fold::Max, "max", Form<1>("largest of %1")},
    Reduction {Fold::Min, "min", Form<1>("smallest of %1")},
    Reduction {Fold::Product, "product", Form<1>("product over %1")},
};

ExactElement reduced(Fold how, const std::vector<Term>& terms, std::uint64_t index)
{
    double above = 0, below = 0, product = 1;
    double most = -std::numeric_limits<double>::infinity(), least = -most;
    bool hasNaN = false;
    for (const Term& term : terms) {
        const double value = term.at(index);
        (value > 0 ? above : below) += value;
        product *= value;
        most = std::max(most, value);
        least = std::min(least, value);
        hasNaN = hasNaN || std::isnan(value);
    }
    const auto many = static_cast<double>(terms.size());
    // Ranks are added up in any order.
    const double largest = std::max(above, -below);
    if (how == Fold::Sum)
        return {above + below, largest};
    if (how == Fold::Mean)
        return {(above + below) / many, largest / many};
    const double value = hasNaN ? std::numeric_limits<double>::quiet_NaN()
        : how == Fold::Max      ? most
        : how == Fold::Min      ? least
                                : product;
    return {value, std::fabs(value)};
}

/// Whether a term changes a sum at all.
bool isZero(const Term& term, std::uint64_t count)
{
    constexpr std::uint64_t kSome = 4096;
    for (std::uint64_t i = 0; i < std::min(count, kSome); ++i) {
        if (term.at(i) != 0)
            return false;
    }
    return true;
}

class CollectiveRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        types.reserve(std::size(kKinds));
        for (const Kind& kind : kKinds)
            types.push_back(kind.type);
        return types;
    }
    std::vector<std::string_view> namedTensors() const override
    {
        return {"tensor", "input", "input_tensor", "output", "output_tensor"};
    }
    bool takesLists() const override { return true; }
    bool goesOverRanks() const override { return true; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const auto kind = std::ranges::find(kKinds, call.type, &Kind::type);
        if (kind == kKinds.end() || elementCount(call.output).value_or(0) == 0)
            return readings;
        for (const RankGroup& group : groupsOf(call))
            (this->*kind->add)(call, group, readings);
        const auto isSame = [](const Reading& a, const Reading& b) { return a.text == b.text; };
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const auto behind = readings.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            readings.erase(std::remove_if(behind, readings.end(),
                               [&](const Reading& other) { return isSame(readings[i], other); }),
                readings.end());
        }
        return readings;
    }

private:
    using Add
        = void (CollectiveRecomputer::*)(const OperatorCall&, const RankGroup&, std::vector<Reading>&) const;
    struct Kind {
        std::string_view type;
        Add add;
    };
    static const std::array<Kind, 16> kKinds;

    static std::uint64_t countOf(const OperatorCall& call) { return elementCount(call.output).value_or(0); }

    /// The one that is recorded, else all.
    static std::vector<Reduction> reductionsOf(const OperatorCall& call)
    {
        std::string said(call.word(call.inputs.size(), "op"));
        for (const Argument& argument : call.inputs)
            said = said.empty() ? argument.word : said;
        said.erase(0, said.rfind('.') + 1);
        std::ranges::transform(said, said.begin(),
            [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
        const auto found = std::ranges::find(kReductions, said, &Reduction::word);
        if (found != kReductions.end())
            return {*found};
        return said.empty() ? std::vector(kReductions.begin(), kReductions.end()) : std::vector<Reduction>();
    }

    static Reading& addReduced(
        std::vector<Reading>& readings, Fold how, std::vector<Term> terms, Message text, bool isGuessed)
    {
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.isGuessed = isGuessed;
        reading.terms = reading.cost = static_cast<double>(terms.size());
        const bool isExact = how == Fold::Max || how == Fold::Min;
        // Half types are rounded behind each rank.
        reading.roundings = isExact ? 1 : std::ceil(std::sqrt(reading.terms - 1)) + (how == Fold::Mean);
        reading.at = [how, terms = std::move(terms)](std::uint64_t i) { return reduced(how, terms, i); };
        return reading;
    }

    static void addGiven(std::vector<Reading>& readings, const OperatorCall& call, const RankCall& from,
        const Term& term, bool isGuessed)
    {
        if (term.tensor->count() < term.first + countOf(call))
            return;
        Reading& reading = readings.emplace_back();
        reading.text = phrase("the tensor of rank %1", from.rank);
        reading.isGuessed = isGuessed;
        reading.at = [term](std::uint64_t i) {
            const double value = term.at(i);
            return ExactElement {value, std::fabs(value)};
        };
    }

    void addAllReduce(const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        std::vector<Term> terms;
        for (const RankCall* const member : group.members) {
            const auto given = givenBy(*member->call);
            if (given.size() != 1 || given.front()->count() != countOf(call))
                return;
            terms.push_back({given.front(), 0});
        }
        for (const Reduction& reduction : reductionsOf(call))
            addReduced(readings, reduction.how, terms, phrase(reduction.text, group.text), false);
        addFaults(call, group, terms, readings);
    }

    /// What a sum is where a rank is left out, or nothing is exchanged.
    static void addFaults(const OperatorCall& call, const RankGroup& group, const std::vector<Term>& terms,
        std::vector<Reading>& readings)
    {
        constexpr std::size_t kMost = 64;
        addGiven(readings, call, *group.members[group.own], terms[group.own], true);
        for (std::size_t left = 0; left < terms.size() && terms.size() > 2 && terms.size() <= kMost; ++left) {
            if (isZero(terms[left], countOf(call)))
                continue;
            std::vector<Term> others = terms;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(left));
            addReduced(readings, Fold::Sum, std::move(others),
                phrase("sum over %1 without rank %2", group.text, group.members[left]->rank), true);
        }
    }

    /// Only one rank has what comes out.
    void addReduce(const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        const std::vector<double> to = call.numbers(1, {"dst", "root_rank"});
        if (to.size() == 1 && to.front() == static_cast<double>(call.rank))
            addAllReduce(call, group, readings);
    }

    void addReduceScatter(
        const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        constexpr std::size_t kMost = 16;
        const std::uint64_t count = countOf(call);
        for (std::size_t part = 0; part < group.size(); ++part) {
            const bool isOwn = part == group.own;
            if (!isOwn && group.size() > kMost)
                continue;
            std::vector<Term> terms;
            for (const RankCall* const member : group.members) {
                const auto given = givenBy(*member->call);
                if (given.size() == group.size() && given[part]->count() == count)
                    terms.push_back({given[part], 0});
                else if (given.size() == 1 && given.front()->count() == count * group.size())
                    terms.push_back({given.front(), count * part});
                else
                    return;
            }
            for (const Reduction& reduction : reductionsOf(call)) {
                const Message text = phrase(reduction.text, group.text);
                addReduced(readings, reduction.how, terms, phrase("part %1 of the %2", part, text), !isOwn);
            }
            if (isOwn)
                addFaults(call, group, terms, readings);
        }
    }

    void addAllGather(const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        const std::uint64_t count = countOf(call);
        std::vector<const Operand*> given;
        for (const RankCall* const member : group.members) {
            const auto own = givenBy(*member->call);
            if (own.size() != 1)
                return;
            given.push_back(own.front());
        }
        if (call.part) {
            for (std::size_t i = 0; i < given.size(); ++i)
                addGiven(readings, call, *group.members[i], {given[i], 0}, i != *call.part);
            return;
        }
        const bool isWhole = std::ranges::all_of(
            given, [&](const Operand* one) { return one->count() * group.size() == count; });
        if (!isWhole)
            return;
        std::vector<Part> parts;
        parts.reserve(given.size());
        for (const Operand* one : given)
            parts.push_back({one, 0, one->count()});
        addParts(readings, std::move(parts), phrase("the tensors of %1, one after another", group.text));
    }

    /// Consecutive elements of a tensor.
    struct Part {
        const Operand* tensor = nullptr;
        std::uint64_t first = 0, length = 0;
    };

    /// One after another.
    static void addParts(std::vector<Reading>& readings, std::vector<Part> parts, Message text)
    {
        std::vector<std::uint64_t> ends;
        ends.reserve(parts.size());
        for (const Part& part : parts)
            ends.push_back((ends.empty() ? 0 : ends.back()) + part.length);
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.at = [parts = std::move(parts), ends = std::move(ends)](std::uint64_t i) {
            const auto at = static_cast<std::size_t>(std::ranges::upper_bound(ends, i) - ends.begin());
            const Part& part = parts[at];
            const double value = part.tensor->at(part.first + i - (ends[at] - part.length));
            return ExactElement {value, std::fabs(value)};
        };
    }

    void addBroadcast(const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        const std::vector<double> from = call.numbers(1, {"src", "root_rank"});
        for (const RankCall* const member : group.members) {
            const auto given = givenBy(*member->call);
            const bool isOther = from.size() == 1 && from.front() != static_cast<double>(member->rank);
            if (given.size() == 1 && given.front()->count() == countOf(call))
                addGiven(readings, call, *member, {given.front(), 0}, isOther);
        }
    }

    /// What a member sends to one of the group: as many rows as its call says, else equal parts.
    static std::optional<Part> partFor(std::size_t to, std::size_t members, const OperatorCall& call)
    {
        const auto given = givenBy(call);
        if (given.size() != 1)
            return std::nullopt;
        const Operand& tensor = *given.front();
        constexpr std::size_t kOfSplits = 3;
        const std::vector<double> said = call.numbers(kOfSplits, {"input_split_sizes"});
        if (said.empty())
            return tensor.count() % members == 0
                ? std::optional(Part {&tensor, tensor.count() / members * to, tensor.count() / members})
                : std::nullopt;
        const auto rows = said.size() == members ? perAxis(said, members) : std::nullopt;
        if (!rows || tensor.shape().empty() || tensor.shape().front() == 0
            || std::accumulate(rows->begin(), rows->end(), std::int64_t {0}) != tensor.shape().front())
            return std::nullopt;
        const std::uint64_t row = tensor.count() / static_cast<std::uint64_t>(tensor.shape().front());
        const auto until = rows->begin() + static_cast<std::ptrdiff_t>(to);
        const auto before
            = static_cast<std::uint64_t>(std::accumulate(rows->begin(), until, std::int64_t {0}));
        return Part {&tensor, before * row, static_cast<std::uint64_t>(*until) * row};
    }

    /// Equal parts of a tensor, or as long as the ranks say, or lists of tensors.
    void addAllToAll(const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings) const
    {
        if (call.part) {
            addTensorsOfLists(call, group, readings);
            return;
        }
        std::vector<Part> parts;
        std::uint64_t count = 0;
        for (const RankCall* const member : group.members) {
            const auto part = partFor(group.own, group.size(), *member->call);
            if (!part)
                return;
            count += part->length;
            parts.push_back(*part);
        }
        if (count == countOf(call))
            addParts(readings, std::move(parts),
                phrase("part %1 of the tensors of %2, one after another", group.own, group.text));
    }

    static void addTensorsOfLists(
        const OperatorCall& call, const RankGroup& group, std::vector<Reading>& readings)
    {
        std::vector<const Operand*> tensors;
        for (const RankCall* const member : group.members) {
            const auto given = givenBy(*member->call);
            if (given.size() != group.size())
                return;
            tensors.push_back(given[group.own]);
        }
        for (std::size_t i = 0; i < tensors.size(); ++i)
            addGiven(readings, call, *group.members[i], {tensors[i], 0}, i != *call.part);
    }
};

constexpr std::array<CollectiveRecomputer::Kind, 16> CollectiveRecomputer::kKinds {
    Kind {"allreduce", &CollectiveRecomputer::addAllReduce},
    Kind {"hcomallreduce", &CollectiveRecomputer::addAllReduce},
    Kind {"reduce", &CollectiveRecomputer::addReduce},
    Kind {"reducescatter", &CollectiveRecomputer::addReduceScatter},
    Kind {"reducescattertensor", &CollectiveRecomputer::addReduceScatter},
    Kind {"reducescatterbase", &CollectiveRecomputer::addReduceScatter},
    Kind {"hcomreducescatter", &CollectiveRecomputer::addReduceScatter},
    Kind {"allgather", &CollectiveRecomputer::addAllGather},
    Kind {"allgatherintotensor", &CollectiveRecomputer::addAllGather},
    Kind {"allgatherbase", &CollectiveRecomputer::addAllGather},
    Kind {"hcomallgather", &CollectiveRecomputer::addAllGather},
    Kind {"broadcast", &CollectiveRecomputer::addBroadcast},
    Kind {"hcombroadcast", &CollectiveRecomputer::addBroadcast},
    Kind {"alltoallsingle", &CollectiveRecomputer::addAllToAll},
    Kind {"alltoall", &CollectiveRecomputer::addAllToAll},
    Kind {"hcomalltoall", &CollectiveRecomputer::addAllToAll},
};

} // namespace

void register_collective_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<CollectiveRecomputer>());
}

} // namespace dumpscope::core
