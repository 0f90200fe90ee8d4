// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/compared_places.h"

#include "compare/layout/assembly.h"
#include "compare/tables/pair_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

using Numbered = std::optional<std::int64_t>;

/// What the dump holds, whatever was asked for; empty where nothing numbers its ranks and steps.
Message placesOf(const DumpIndex& index)
{
    std::set<std::int64_t> ranks, steps;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const FolderFacts& facts = index.factsOf(TensorId(i));
        if (facts.rank)
            ranks.insert(*facts.rank);
        if (facts.step)
            steps.insert(*facts.step);
    }
    if (ranks.empty() && steps.empty())
        return {};
    return ranks.empty() ? phrase("steps: %1", numberList(steps))
        : steps.empty()  ? phrase("ranks: %1", numberList(ranks))
                         : phrase("ranks: %1, steps: %2", numberList(ranks), numberList(steps));
}

Message withPlaces(Message why, const DumpIndex& target, const DumpIndex& golden)
{
    const Message ours = placesOf(target), theirs = placesOf(golden);
    if (!ours.empty())
        why = phrase("%1; the target has %2", std::move(why), ours);
    if (!theirs.empty())
        why = phrase("%1; golden has %2", std::move(why), theirs);
    return why;
}

/// Which number of golden stands beside each of the target; nothing where one stands beside several, as where
/// the runs are cut otherwise, or where all are the same.
std::map<std::int64_t, std::int64_t> partnersOf(const PairTable& pairs, Numbered FolderFacts::*number)
{
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    std::map<std::int64_t, std::int64_t> partners, back;
    bool areOthers = false;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const Numbered own = target.factsOf(pair.target).*number, other = golden.factsOf(pair.golden).*number;
        if (isPutTogether(pair) || pair.origin == PairOrigin::Manual)
            return {};
        if (!own || !other)
            continue;
        if (partners.try_emplace(*own, *other).first->second != *other
            || back.try_emplace(*other, *own).first->second != *own)
            return {};
        areOthers |= *own != *other;
    }
    return areOthers ? partners : std::map<std::int64_t, std::int64_t>();
}

void addPartners(const std::map<std::int64_t, std::int64_t>& partners, Form<2> one, Form<2> several,
    std::vector<Message>& sentences)
{
    if (partners.empty())
        return;
    std::string target, golden; // in the order of the target's
    for (const auto& [own, other] : partners) {
        target += fmt::format("{}{}", target.empty() ? "" : ", ", own);
        golden += fmt::format("{}{}", golden.empty() ? "" : ", ", other);
    }
    sentences.push_back(phraseOf(partners.size() == 1 ? one : several, target, golden));
}

} // namespace

std::string numberList(const std::set<std::int64_t>& numbers)
{
    constexpr std::size_t kMost = 8;
    std::string text;
    std::size_t told = 0;
    for (const std::int64_t number : numbers) {
        if (told++ == kMost)
            return text + ", ...";
        text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
    }
    return text;
}

std::vector<Message> otherPlaces(const PairTable& pairs)
{
    std::vector<Message> sentences;
    addPartners(partnersOf(pairs, &FolderFacts::rank),
        Form<2>("the target's rank %1 was compared with golden's rank %2"),
        Form<2>("the target's ranks %1 were compared with golden's ranks %2"), sentences);
    addPartners(partnersOf(pairs, &FolderFacts::step),
        Form<2>("the target's step %1 was compared with golden's step %2"),
        Form<2>("the target's steps %1 were compared with golden's steps %2"), sentences);
    return sentences;
}

std::pair<Message, const ComparisonSide*> whyNoPairs(
    const ComparisonSide& target, const ComparisonSide& golden, bool filtered)
{
    if (target.index->tensorCount() == 0 && golden.index->tensorCount() == 0)
        return {phrase("no tensor was found on either side"), &target};
    for (const auto& [side, word] :
        {std::pair(&target, phrase("target")), std::pair(&golden, phrase("golden"))}) {
        if (!side->tensors().empty())
            continue;
        if (side->index->tensorCount() == 0)
            return {phrase("the %1 has no tensor", word), side};
        return {withPlaces(phrase("the %1 has no tensor of the steps and ranks asked for", word),
                    *target.index, *golden.index),
            side};
    }
    return {filtered
            ? phrase("the filter leaves no pair")
            : withPlaces(phrase("no tensor has a partner on the other side"), *target.index, *golden.index),
        &target};
}

} // namespace dumpscope::core
