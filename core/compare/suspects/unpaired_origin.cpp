// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/unpaired_origin.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/lone_maker.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "compare/suspects/unpaired_values.h"
#include "model/recorded_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kLast = 0xFFFFFFFFU;

/// A tensor that only the target has, and why its operator is to blame.
struct Origin {
    TensorId tensor;
    Message why;
    std::optional<std::int32_t> argument = {}; ///< slot of what is wrong there and no tensor
};

class Search {
public:
    Search(const PairTable& pairs, const std::vector<UnpairedTensor>& unpaired, const Suspect& shown,
        TaskContext& task)
        : m_pairs(pairs)
        , m_index(*pairs.target().index)
        , m_unpaired(unpaired)
        , m_shown(shown)
        , m_row(shown.pairs.front())
        , m_wrong(idOf(m_row))
        , m_isPaired(m_index.tensorCount())
        , m_values(pairs.target().index, task)
        , m_task(task)
    {
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            m_isPaired[pair.target.value()] = true;
            if (isTargetPutTogether(pair)) {
                for (const AssemblyPart& part : pair.hint->assembly->parts)
                    m_isPaired[part.id.value()] = true;
            }
        }
        for (const UnpairedTensor& tensor : unpaired) {
            if (!m_index.tensor(tensor.id).opName.isValid())
                continue;
            if (isSamePlace(tensor.id) && timeOf(tensor.id) < timeOf(m_wrong))
                m_before.push_back(tensor.id);
            else if (isEarlierStep(tensor.id))
                m_earlier.push_back(tensor.id);
        }
        std::ranges::sort(m_before, {}, [&](TensorId id) { return timeOf(id); });
        std::ranges::sort(m_earlier, std::greater(), [&](TensorId id) { return std::pair(stepOf(id), id); });
    }

    std::optional<Origin> run()
    {
        if (isOfNonFinite(m_shown.reason))
            return nonFinite();
        if (auto maker = recordedMaker())
            return maker;
        if (auto maker = parameterMaker())
            return maker;
        if (auto maker = partMaker())
            return maker;
        return !m_before.empty() && (isGiven() || !hasInputs()) ? between() : std::nullopt;
    }

private:
    [[nodiscard]] TensorId idOf(std::size_t row) const { return m_pairs.row(row).pair.target; }
    /// By when it is there; of modules that end together the inner one is first.
    [[nodiscard]] std::pair<TensorId, std::uint32_t> timeOf(TensorId id) const
    {
        const TensorId last = lastBefore(m_index, id);
        return {last, last == id ? 0 : kLast - id.value()};
    }
    [[nodiscard]] bool isOutput(TensorId id) const
    {
        const Io io = m_index.tensor(id).io;
        return io == Io::Output || io == Io::Gradient;
    }
    [[nodiscard]] bool isSamePlace(TensorId id) const
    {
        const FolderFacts& a = m_index.factsOf(id);
        const FolderFacts& b = m_index.factsOf(m_wrong);
        return a.rank == b.rank && a.step == b.step && a.run == b.run;
    }
    [[nodiscard]] std::optional<std::int64_t> stepOf(TensorId id) const { return m_index.factsOf(id).step; }
    [[nodiscard]] bool isEarlierStep(TensorId id) const
    {
        const FolderFacts& a = m_index.factsOf(id);
        const FolderFacts& b = m_index.factsOf(m_wrong);
        return a.rank == b.rank && a.run == b.run && a.step < b.step;
    }
    [[nodiscard]] bool isSameOperator(TensorId a, TensorId b) const
    {
        const TensorRow& one = m_index.tensor(a);
        const TensorRow& other = m_index.tensor(b);
        const FolderFacts &here = m_index.factsOf(a), &there = m_index.factsOf(b);
        return one.opName == other.opName && executionNumber(m_index, a) == executionNumber(m_index, b)
            && here.rank == there.rank && here.step == there.step && here.run == there.run;
    }
    [[nodiscard]] std::string nameOf(TensorId id) const
    {
        return printable(m_index.text(m_index.tensor(id).opName));
    }
    [[nodiscard]] Message tensorText(TensorId id) const { return tensorPlace(m_index.tensor(id)); }

    /// The first that is not finite. A mask is where the wrong tensor is one, too.
    std::optional<Origin> nonFinite()
    {
        const bool isMask = m_values.nonFinite(m_wrong) == NonFiniteValues::Mask;
        std::optional<TensorId> infinities; // the first that may be meant
        for (const TensorId id : m_before) {
            if (m_task.stopped())
                break;
            const NonFiniteValues values = m_values.nonFinite(id);
            const bool isSpoilt = values == NonFiniteValues::Spoilt
                || (values == NonFiniteValues::Mask && (isMask || isLogarithm(id)));
            const StatisticTable::Scalar* const argument = isSpoilt ? nullptr : spoiltArgument(id);
            if (!isSpoilt && argument == nullptr) {
                if (values == NonFiniteValues::Mask && !infinities)
                    infinities = id;
                continue;
            }
            const StatisticTable* const table = tableOf(m_index, id);
            const Message what = isSpoilt ? tensorText(id) : scalarPlace(*table, *argument);
            const auto slot = argument != nullptr && !hasArgumentName(*table, *argument)
                ? std::optional(argument->slot)
                : std::nullopt;
            if (infinities)
                return Origin {id,
                    phrase("%1 has NaN or infinities and no partner in golden; before it, %2 of %3 has "
                           "infinities, which may be meant; they reach %4, which both have",
                        what, tensorText(*infinities), nameOf(*infinities), m_shown.opName),
                    slot};
            return Origin {id,
                phrase("%1 has NaN or infinities and no partner in golden, and nothing compared before has "
                       "any; they "
                       "reach %2, which both have",
                    what, m_shown.opName),
                slot};
        }
        return std::nullopt;
    }

    /// Of something that became zero: a mask that is made by it has zeros beside its infinities alone.
    [[nodiscard]] bool isLogarithm(TensorId id)
    {
        const StringId type = m_index.tensor(id).opType;
        return isOutput(id) && type.isValid()
            && isListedWord(" log log2 log10 log1p logit ", operatorWord(m_index.text(type)))
            && m_values.largest(id).value_or(0) != 0;
    }

    /// A NaN that was written as a number: `x[0] = nan` has no output that shows it.
    [[nodiscard]] const StatisticTable::Scalar* spoiltArgument(TensorId id)
    {
        for (const StatisticTable::Scalar* scalar : m_scalars.of(m_index, id)) {
            const auto number = scalarNumber(*tableOf(m_index, id), *scalar);
            if (number && std::isnan(*number) && scalar->io == Io::Input)
                return scalar;
        }
        return nullptr;
    }

    [[nodiscard]] Origin makerOf(TensorId id) const
    {
        const Message what
            = phrase("%1 is what is wrong in %2: %3", tensorText(id), m_shown.opName, m_shown.whyMade);
        // Golden may have an operator of that name which computes something else.
        const DumpIndex& golden = *m_pairs.golden().index;
        const StringId name = golden.findString(m_index.text(m_index.tensor(id).opName));
        if (!name.isValid() || golden.tensorsOfOperator(name).empty())
            return {id, phrase("it has no partner in golden; %1", what)};
        const auto unpaired = std::ranges::find(m_unpaired, id, &UnpairedTensor::id);
        return {id, phrase("it is not compared with golden's: %1; %2", unpaired->reason, what)};
    }

    std::optional<Origin> recordedMaker() const
    {
        if (m_shown.reason != SuspectReason::WrongInput)
            return std::nullopt;
        const auto maker = std::ranges::find_if(
            m_before, [&](TensorId id) { return isOutput(id) && m_values.isRecordedSame(id, m_wrong); });
        return maker == m_before.end() ? std::nullopt : std::optional(makerOf(*maker));
    }

    /// Parameters outlive the step: what wrote over one may have run in any step before, the last one left
    /// what is there.
    std::optional<Origin> parameterMaker()
    {
        if (m_shown.reason != SuspectReason::WrongInput || isGiven() || isOutput(m_wrong))
            return std::nullopt;
        std::vector<TensorId> writers(m_before.rbegin(), m_before.rend());
        writers.insert(writers.end(), m_earlier.begin(), m_earlier.end());
        std::size_t looked = 0;
        for (const TensorId id : writers) {
            if (m_task.stopped() || looked == kMostRead)
                break;
            if (!isOutput(id) || !hasShapeOfWrong(id) || !isAlone(id))
                continue;
            ++looked;
            if (m_values.isSame(id, m_wrong))
                return makerOf(id);
        }
        return std::nullopt;
    }

    /// What a module gives was made by its last part.
    std::optional<Origin> partMaker()
    {
        if (m_before.empty() || !isOutput(m_wrong) || !showsWhatOthersMade(m_pairs, m_shown))
            return std::nullopt;
        const auto maker = LoneMaker(m_index, m_isPaired, m_values).of(m_wrong, m_unpaired, m_task.stop);
        return maker ? std::optional(makerOf(*maker)) : std::nullopt;
    }

    /// What computes wrong what it was given needs no other.
    [[nodiscard]] bool isGiven() const
    {
        const TensorError error = tensorError(m_pairs, m_row);
        return !error.isOutput && !error.isParameter
            && !isParameterInput(m_shown.opType, m_index.tensor(m_wrong).slot);
    }
    /// Compared ones that are no parameters.
    [[nodiscard]] bool hasInputs() const
    {
        return std::ranges::any_of(m_shown.pairs, [&](std::size_t row) {
            const TensorError error = tensorError(m_pairs, row);
            return !error.isOutput && !error.isParameter
                && !isParameterInput(m_shown.opType, m_index.tensor(idOf(row)).slot);
        });
    }

    /// Between the last output that agrees, if there is one, and the operator that shows it.
    std::optional<Origin> between()
    {
        std::size_t first = m_row; // of the operator that shows it
        while (first > 0 && isSameOperator(idOf(first - 1), m_wrong))
            --first;
        std::size_t before = first;
        while (before > 0 && isSamePlace(idOf(before - 1)) && !isAgreeingOutput(before - 1))
            --before;
        const bool agrees = before > 0 && isSamePlace(idOf(before - 1));
        std::vector<TensorId> candidates;
        for (const TensorId id : m_before) {
            if ((!agrees || id > idOf(before - 1)) && id < idOf(first) && isOutput(id) && isAlone(id))
                candidates.push_back(id);
        }
        if (candidates.empty())
            return std::nullopt;
        if (candidates.size() > kMostRead)
            candidates.erase(candidates.begin(), candidates.end() - kMostRead);
        if (!isOutput(m_wrong)) {
            for (const TensorId id : candidates) {
                if (!m_task.stopped() && hasShapeOfWrong(id) && m_values.isSame(id, m_wrong))
                    return makerOf(id);
            }
            const auto inPlace = std::ranges::find_if(candidates, [&](TensorId id) {
                const StringId type = m_index.tensor(id).opType;
                return type.isValid()
                    && (changesFirstInput(m_index.text(type)) || writesOverFirstInput(m_index.text(type)));
            });
            if (inPlace != candidates.end() && isSameOperator(*inPlace, candidates.front()))
                return Origin {candidates.front(),
                    phrase("golden has no partner of it, and it changes in place what it is given: %1",
                        m_shown.whyMade)};
            if (inPlace != candidates.end())
                return Origin {candidates.front(),
                    phrase("golden has no partner of it, and %1 behind it changes in place what it is given: "
                           "%2",
                        nameOf(*inPlace), m_shown.whyMade)};
        }
        const bool isOnly = std::ranges::all_of(
            candidates, [&](TensorId id) { return isSameOperator(id, candidates.front()); });
        if (!agrees || !isOnly || !(hasShapeOfWrong(candidates.back()) || hasShapeOfGiven(candidates.back())))
            return std::nullopt;
        return Origin {candidates.back(),
            phrase("%1; %2",
                phrase(
                    "golden has no partner of %1, which stands between %2, the last output that agrees, and "
                    "%3, the first that does not",
                    nameOf(candidates.back()), nameOf(idOf(before - 1)), nameOf(m_wrong)),
                m_shown.whyMade)};
    }

    [[nodiscard]] bool isAgreeingOutput(std::size_t row) const
    {
        return m_pairs.row(row).verdict == Verdict::Pass && isOutput(idOf(row));
    }

    /// Of an operator of which golden has nothing at all.
    [[nodiscard]] bool isAlone(TensorId id) const
    {
        const auto others = m_index.tensorsOfOperator(m_index.tensor(id).opName);
        return std::ranges::none_of(
            others, [&](TensorId other) { return isSameOperator(other, id) && m_isPaired[other.value()]; });
    }

    /// Of what the operator of a wrong output was given and could not be compared.
    [[nodiscard]] bool hasShapeOfGiven(TensorId id) const
    {
        return isOutput(m_wrong) && std::ranges::any_of(m_unpaired, [&](const UnpairedTensor& tensor) {
            const TensorRow& row = m_index.tensor(tensor.id);
            return row.io == Io::Input && row.slot == 0 && row.opName.isValid()
                && isSameOperator(tensor.id, m_wrong) && m_values.mayBeView(id, tensor.id);
        });
    }

    [[nodiscard]] bool hasShapeOfWrong(TensorId id) const { return m_values.mayBeView(id, m_wrong); }

    const PairTable& m_pairs;
    const DumpIndex& m_index;
    const std::vector<UnpairedTensor>& m_unpaired;
    const Suspect& m_shown;
    std::size_t m_row;
    TensorId m_wrong;
    std::vector<bool> m_isPaired; ///< by tensor id; parts of what is put together, too
    UnpairedValues m_values;
    ScalarArguments m_scalars;
    TaskContext& m_task;
    std::vector<TensorId> m_before;  ///< in the order of execution
    std::vector<TensorId> m_earlier; ///< of earlier steps of the rank, the last first
};

/// Puts the operator that made what `shown` shows before it.
void blameMaker(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
    std::vector<Suspect>& suspects, std::vector<Suspect>::iterator shown, TaskContext& task)
{
    if (shown->pairs.empty() || shown->reason == SuspectReason::ShapeChange)
        return;
    Diagnostics told; // what cannot be read is no candidate
    Progress progress;
    TaskContext quiet {task.stop, progress, told, task.arena};
    auto found = Search(pairs, unpairedTarget, *shown, quiet).run();
    if (!found)
        return;
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& row = index.tensor(found->tensor);
    Suspect suspect = *shown;
    suspect.opName = index.text(row.opName);
    suspect.opType = row.opType.isValid() ? index.text(row.opType) : std::string_view();
    suspect.targetOnly = found->tensor;
    suspect.step = index.factsOf(found->tensor).step;
    suspect.why = suspect.whyMade = std::move(found->why);
    // These are of the operator that shows it.
    suspect.recomputed.reset();
    suspect.ownError.reset();
    suspect.inheritedError.reset();
    suspect.figure.reset();
    suspect.hasWrongInput = false;
    suspect.wrongArgument = found->argument;
    if (isOfNonFinite(shown->reason))
        suspect.reason = row.io == Io::Output ? SuspectReason::NonFinite : SuspectReason::NonFiniteInput;
    shown->why = shown->whyMade;
    suspects.insert(shown, std::move(suspect));
}

} // namespace

void blameUnpaired(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
    Suspicion& suspicion, TaskContext& task)
{
    if (unpairedTarget.empty())
        return;
    auto& suspects = suspicion.suspects;
    const auto nonFinite = std::ranges::find_if(
        suspects, [](const Suspect& suspect) { return isOfNonFinite(suspect.reason); });
    if (nonFinite != suspects.end() && nonFinite != suspects.begin())
        blameMaker(pairs, unpairedTarget, suspects, nonFinite, task);
    if (!suspects.empty())
        blameMaker(pairs, unpairedTarget, suspects, suspects.begin(), task);
}

} // namespace dumpscope::core
