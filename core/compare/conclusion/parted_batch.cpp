// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/parted_batch.h"

#include "compare/comparison.h"
#include "compare/layout/assembly.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

/// What the first operator of a rank and step is given, and how many outputs operators of its type have
/// forward: others, as those of optimizers, may run once for all parts.
struct Begin {
    TensorId given;
    std::size_t outputs = 0;
};
/// Step, rank.
using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

using Begins = std::map<Place, Begin>;

Begins beginsOf(const DumpIndex& index)
{
    Begins begins;
    Begin* last = nullptr; // neighbours mostly share it
    FolderId folder;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        const TensorRow& row = index.tensor(id);
        const FolderFacts& facts = index.factsOf(id);
        if (!row.opName.isValid() || !facts.run.empty())
            continue;
        if (last == nullptr || row.folder != folder) {
            last = &begins[{facts.step, facts.rank}];
            folder = row.folder;
        }
        Begin& begin = *last;
        const auto type = [&] { return row.opType.isValid() ? index.text(row.opType) : std::string_view(); };
        if (!begin.given.isValid() && begin.outputs == 0 && row.io == Io::Input
            && !isParameterInput(type(), row.slot))
            begin.given = id;
        const bool isOfFirst = !begin.given.isValid() || index.tensor(begin.given).opType == row.opType;
        if (row.io == Io::Output && isOfFirst
            && index.text(row.opName).find(".forward") != std::string_view::npos)
            ++begin.outputs;
    }
    return begins;
}

/// How many of `part` make up `whole` along the first axis; 0 where the shapes are not such.
std::size_t partsOfShape(std::span<const std::int64_t> whole, std::span<const std::int64_t> part)
{
    const bool areRowsAlone = whole.size() == part.size() && !part.empty() && part.front() > 0
        && std::equal(whole.begin() + 1, whole.end(), part.begin() + 1);
    return areRowsAlone && whole.front() % part.front() == 0 && whole.front() > part.front()
        ? static_cast<std::size_t>(whole.front() / part.front())
        : 0;
}

/// Whether as many more of them run, but for some that run once in a step.
bool areRepeated(const Begin& parted, const Begin& whole, std::size_t parts)
{
    constexpr double kNearly = 0.9;
    const double times
        = static_cast<double>(parted.outputs) / static_cast<double>(std::max<std::size_t>(whole.outputs, 1));
    return times >= kNearly * static_cast<double>(parts) && times * kNearly <= static_cast<double>(parts);
}

std::size_t ranksIn(const Begins& begins)
{
    std::set<std::optional<std::int64_t>> ranks;
    for (const auto& [place, begin] : begins)
        ranks.insert(place.second);
    return ranks.size();
}

std::optional<PartedBatch> partedSide(const DumpIndex& parted, const Begins& ours, const DumpIndex& whole,
    const Begins& theirs, bool isOfTarget)
{
    PartedBatch batch;
    batch.isOfTarget = isOfTarget;
    bool areRepeatedAll = true;
    for (const auto& [place, begin] : ours) {
        const auto other
            = std::ranges::find_if(theirs, [&](const auto& one) { return one.first.first == place.first; });
        if (other == theirs.end())
            continue;
        if (!begin.given.isValid() || !other->second.given.isValid())
            return std::nullopt;
        const TensorRow &own = parted.tensor(begin.given), &golden = whole.tensor(other->second.given);
        if (!own.shape.isValid() || !golden.shape.isValid()
            || parted.text(own.opName) != whole.text(golden.opName) || own.slot != golden.slot)
            return std::nullopt;
        const std::size_t parts = partsOfShape(whole.shape(golden.shape), parted.shape(own.shape));
        if (parts == 0 || (batch.parts != 0 && batch.parts != parts))
            return std::nullopt;
        batch.parts = parts;
        areRepeatedAll = areRepeatedAll && areRepeated(begin, other->second, parts);
    }
    if (batch.parts == 0)
        return std::nullopt;
    batch.ranks = ranksIn(ours);
    batch.areRanks = batch.ranks % (batch.parts * ranksIn(theirs)) == 0;
    return batch.areRanks || areRepeatedAll ? std::optional(batch) : std::nullopt;
}

bool isOfPart(const PairTable& pairs, std::size_t row, const PartedBatch& batch)
{
    // Statistics of a part and of another tensor of as many elements may be alike; calls are not put
    // together.
    const TensorPair& pair = pairs.row(row).pair;
    const bool isWhole = isPutTogether(pair) && (batch.areRanks || !pair.hint->assembly->isOfStatistics);
    return !isWhole && !isTrainedParameter(pairs, row) && !tensorError(pairs, row).isParameter;
}

} // namespace

std::optional<PartedBatch> partedBatch(const Comparison& comparison)
{
    const DumpIndex &target = *comparison.pairs->target().index, &golden = *comparison.pairs->golden().index;
    const Begins ofTarget = beginsOf(target), ofGolden = beginsOf(golden);
    const auto batch = partedSide(target, ofTarget, golden, ofGolden, true);
    return batch ? batch : partedSide(golden, ofGolden, target, ofTarget, false);
}

void withholdParts(Comparison& comparison)
{
    const auto batch = partedBatch(comparison);
    if (!batch)
        return;
    PairTable& pairs = *comparison.pairs;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const Verdict verdict = pairs.row(row).verdict;
        if ((verdict == Verdict::Fail || verdict == Verdict::Warn) && isOfPart(pairs, row, *batch)
            && !tensorError(pairs, row).isNonFinite)
            pairs.withhold(row, batch->sentence());
    }
    std::erase_if(comparison.suspicion.suspects, [&](const Suspect& suspect) {
        return !isOfNonFinite(suspect.reason) && isOfPart(pairs, suspect.pairs.front(), *batch);
    });
}

Message PartedBatch::sentence() const
{
    const bool areGroups = ranks > parts; // ranks that cut the model have the same part
    return areRanks && areGroups && isOfTarget
        ? phrase("each of %1 ranks of the target was given one of %2 parts of golden's batch, and what is "
                 "computed of it alone is no tensor of golden",
            ranks, parts)
        : areRanks && areGroups
        ? phrase("each of %1 ranks of golden was given one of %2 parts of the target's batch, and what is "
                 "computed of it alone is no tensor of the target",
            ranks, parts)
        : areRanks && isOfTarget
        ? phrase("each of %1 ranks of the target was given a part of golden's batch, "
                 "and what is computed of it alone is no tensor of golden",
            parts)
        : areRanks ? phrase("each of %1 ranks of golden was given a part of the target's batch, and what is "
                            "computed of it alone is no tensor of the target",
              parts)
        : isOfTarget ? phrase("the target computes golden's batch in %1 parts one after the other (gradient "
                              "accumulation), and what is computed of one is no tensor of golden",
              parts)
                     : phrase("golden computes the target's batch in %1 parts one after the other (gradient "
                              "accumulation), and what is computed of one is no tensor of the target",
                         parts);
}

} // namespace dumpscope::core
