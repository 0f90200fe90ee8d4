// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/lone_maker.h"

#include "base/text.h"
#include "compare/conclusion/captured_kind.h"
#include "compare/conclusion/lone_operators.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "model/recorded_order.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

namespace {

bool isOutputRow(const TensorRow& row)
{
    return row.io == Io::Output || row.io == Io::Gradient;
}

/// By the order of execution the target runs the operator as well, behind one of its own.
bool runsLater(const PairTable& pairs, std::size_t row, TensorId maker)
{
    const DumpIndex& index = *pairs.golden().index;
    const auto lone = loneOperatorsBefore(pairs, row);
    return lone && std::ranges::none_of(lone->golden, [&](TensorId id) {
        return index.tensor(id).opName == index.tensor(maker).opName
            && index.tensor(id).occurrence == index.tensor(maker).occurrence;
    });
}

} // namespace

std::optional<TensorId> LoneMaker::of(
    TensorId wanted, const std::vector<UnpairedTensor>& unpaired, const std::stop_token& stop)
{
    const FolderFacts& place = m_index.factsOf(wanted);
    std::vector<TensorId> candidates;
    for (const UnpairedTensor& tensor : unpaired) {
        const TensorRow& row = m_index.tensor(tensor.id);
        const FolderFacts& facts = m_index.factsOf(tensor.id);
        if (tensor.id < wanted && row.opName.isValid() && isOutputRow(row) && facts.rank == place.rank
            && facts.step == place.step && m_values.mayBeView(tensor.id, wanted) && isAlone(tensor.id))
            candidates.push_back(tensor.id);
    }
    std::ranges::sort(candidates);
    if (candidates.size() > kMostRead)
        candidates.erase(candidates.begin(), candidates.end() - kMostRead);
    for (const TensorId id : candidates) {
        if (stop.stop_requested())
            break;
        if (m_values.isSame(id, wanted) && !wasGiven(id, wanted))
            return id;
    }
    return std::nullopt;
}

bool LoneMaker::isSameOperator(TensorId a, TensorId b) const
{
    const TensorRow &one = m_index.tensor(a), &other = m_index.tensor(b);
    const FolderFacts &here = m_index.factsOf(a), &there = m_index.factsOf(b);
    return one.opName == other.opName && executionNumber(m_index, a) == executionNumber(m_index, b)
        && here.rank == there.rank && here.step == there.step;
}

/// An input may have a partner at another operator, to which it was given as well.
bool LoneMaker::isAlone(TensorId id) const
{
    return std::ranges::none_of(m_index.tensorsOfOperator(m_index.tensor(id).opName), [&](TensorId other) {
        return m_paired[other.value()] && isOutputRow(m_index.tensor(other)) && isSameOperator(other, id);
    });
}

bool LoneMaker::wasGiven(TensorId maker, TensorId wanted)
{
    return std::ranges::any_of(m_index.tensorsOfOperator(m_index.tensor(maker).opName), [&](TensorId other) {
        return isSameOperator(other, maker) && !isOutputRow(m_index.tensor(other))
            && m_values.isSame(other, wanted);
    });
}

bool hasNamesake(const PairTable& pairs, TensorId golden)
{
    const DumpIndex &target = *pairs.target().index, &other = *pairs.golden().index;
    const StringId name = target.findString(other.text(other.tensor(golden).opName));
    return name.isValid() && !target.tensorsOfOperator(name).empty();
}

bool showsWhatOthersMade(const PairTable& pairs, const Suspect& suspect)
{
    const TensorError error = tensorError(pairs, suspect.pairs.front());
    if (error.isOutput) {
        const DumpIndex& index = *pairs.target().index;
        const StringId name = index.tensor(pairs.row(suspect.pairs.front()).pair.target).opName;
        const auto entry = name.isValid() ? parseMsprobeEntry(index.text(name)) : std::nullopt;
        return entry && entry->kind == MsprobeEntryName::Kind::Module;
    }
    const TensorId id = pairs.row(suspect.pairs.front()).pair.target;
    return !error.isParameter && !isParameterInput(suspect.opType, pairs.target().index->tensor(id).slot);
}

void nameGoldenOperators(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedGolden,
    Suspicion& suspicion, TaskContext& task)
{
    if (suspicion.suspects.empty() || suspicion.suspects.front().pairs.empty())
        return;
    Suspect& shown = suspicion.suspects.front();
    if (shown.reason == SuspectReason::NonFinite || !showsWhatOthersMade(pairs, shown))
        return;
    const auto& index = pairs.golden().index;
    const auto& [wrong, wanted]
        = std::pair(pairs.row(shown.pairs.front()).pair.target, pairs.row(shown.pairs.front()).pair.golden);
    std::vector<bool> paired(index->tensorCount());
    std::vector<UnpairedTensor> candidates = unpairedGolden;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        // Names that are counted pair a missing operator with the next one of its kind, which runs later. One
        // that gives golden's values is not missing.
        if (pair.golden < wanted && pair.target > wrong && tensorError(pairs, row).differs)
            candidates.push_back({pair.golden, {}, {}});
        else
            paired[pair.golden.value()] = true;
    }
    if (candidates.empty())
        return;
    Diagnostics told; // what cannot be read is no candidate
    Progress progress;
    TaskContext quiet {task.stop, progress, told, task.arena};
    UnpairedValues values(index, quiet);
    const auto maker = LoneMaker(*index, std::move(paired), values).of(wanted, candidates, task.stop);
    if (!maker)
        return;
    const bool hasPartner = std::ranges::none_of(
        unpairedGolden, [&](const UnpairedTensor& tensor) { return tensor.id == *maker; });
    if (hasPartner && runsLater(pairs, shown.pairs.front(), *maker))
        return;
    if (!capturesKindOf(*pairs.target().index, index->text(index->tensor(*maker).opName)))
        return;
    const TensorRow &made = index->tensor(*maker), &given = index->tensor(wanted);
    shown.goldenOnly = *maker;
    if (shown.targetOnly.isValid()) {
        const DumpIndex& target = *pairs.target().index;
        if (target.text(target.tensor(shown.targetOnly).opName) == index->text(made.opName))
            return; // called otherwise, and no other operator
        shown.why = shown.whyMade = phrase("the target runs it where golden runs %1; %2",
            printable(index->text(made.opName)), shown.whyMade);
        return;
    }
    const Form<5> why = hasNamesake(pairs, *maker)
        ? Form<5>("no operator of the target gives what golden's %1 gives; its %2 is %3 of %4: %5")
        : Form<5>("golden's dump has %1, the target's has not; its %2 is %3 of %4: %5");
    shown.why = shown.whyMade = phraseOf(why, printable(index->text(made.opName)), tensorPlace(made),
        tensorPlace(given), printable(index->text(given.opName)), shown.whyMade);
}

} // namespace dumpscope::core
