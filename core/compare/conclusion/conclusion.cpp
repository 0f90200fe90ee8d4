// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/conclusion.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/conclusion/conclusion_facts.h"
#include "compare/conclusion/conclusion_notes.h"
#include "compare/conclusion/failure_explanation.h"
#include "compare/conclusion/lone_operators.h"
#include "compare/conclusion/unpaired_evidence.h"
#include "compare/elements/exchanged_values.h"
#include "compare/parameters/frozen_parameters.h"
#include "compare/parameters/initial_parameters.h"
#include "compare/parameters/missing_gradients.h"
#include "compare/parameters/optimizer_fault.h"
#include "compare/parameters/parted_replica.h"
#include "compare/parameters/scaled_loss.h"
#include "compare/suspects/lone_maker.h"
#include "compare/suspects/other_call.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 10> kConclusionWords {"nothing-compared", "too-little-compared",
    "unfinished", "bit-equal", "within-limits", "rounding", "warnings", "suspect", "non-finite",
    "unexplained"};

/// Where one of so many pairs has other shapes, it is no single operator that makes them.
constexpr std::size_t kManyShapes = 4;

class Concluding {
public:
    Concluding(const Comparison& comparison, TaskContext& task)
        : m_comparison(comparison)
        , m_pairs(*comparison.pairs)
        , m_task(task)
    {
    }

    Conclusion run()
    {
        m_made.coverage = coverageOf(m_comparison);
        m_made.isOrderKnown = m_comparison.isOrderKnown;
        const auto& suspects = m_comparison.suspicion.suspects;
        const std::uint64_t judged = m_made.coverage.pairs;
        if (judged == 0)
            concludeNothing(m_comparison, m_made);
        else if (const auto& byChance = m_comparison.suspicion.byChance; !byChance.empty()) {
            concludeClear();
            nameFarthest(byChance.front());
        } else if (!suspects.empty() && suspects.front().reason != SuspectReason::Unexplained)
            blame(suspects.front());
        else if (!m_comparison.isOrderKnown && nameWorst())
            addReason(phrase("the order of execution is not recorded, so which was the first is not known"));
        else if (summary().fail > 0)
            weighFailures();
        else
            concludeClear();
        const auto frozen = frozenParameters(m_comparison);
        const auto optimizer = judged > 0 ? optimizerFault(m_comparison) : std::nullopt;
        const auto loss = judged > 0 ? scaledLoss(m_comparison, optimizer) : std::nullopt;
        const bool isLossTold
            = loss && (loss->isFault() || (!optimizer && loss->isUnseen() && m_made.isClear()));
        const auto& initial = m_comparison.initial;
        const bool isRounded = initial && initial->rounding;
        if (initial && !isRounded && judged > 0) {
            reportMovement(initial->row, initial->sentence(), phrase("%1; first", initial->sentence()),
                initial->reason());
        } else if (const auto missing = missingGradients(m_comparison); missing && judged > 0) {
            reportGradients(*missing);
            if (frozen)
                addReason(frozen->sentence());
        } else if (frozen) {
            reportMovement(frozen->row, frozen->sentence(), frozen->sentence(), FrozenParameters::reason());
        } else if (isLossTold) {
            reportLoss(*loss);
        } else if (const auto parted = optimizer ? partedReplica(m_comparison, optimizer->row) : std::nullopt;
                   parted && parted->isMostly()) {
            reportMovement(optimizer->row, phrase("moved otherwise than golden's, unlike on other ranks"),
                phrase("one rank alone moves parameters otherwise than golden's; first"), parted->sentence());
        } else if (optimizer) {
            reportMovement(optimizer->row, optimizer->sentence(), optimizer->headline(), optimizer->reason());
            if (areSuspectsMoved(m_comparison, optimizer->step))
                addReason(phrase("the suspects are parameters that it moves"));
        } else if (judged > 0 && (m_made.isClear() || m_made.kind == ConclusionKind::Unexplained)
            && suspects.empty()) {
            if (const auto call = otherCall(m_pairs))
                reportCall(*call);
        }
        if (isRounded && judged > 0)
            addReason(initial->sentence());
        if (loss && !(m_made.row == loss->row && m_made.isFault))
            addReason(phrase("%1; %2", loss->sentence(), loss->reason()));
        const bool isClear = m_made.isClear();
        if (isClear)
            qualifyAllClear(m_comparison, m_made, m_task);
        else if (judged > 0)
            doubtThePairing(m_comparison, m_made);
        if (judged > 0) {
            nameOtherArguments(m_comparison, m_made);
            nameOtherFeed(m_comparison, m_made);
        }
        noteLeftOut(m_comparison, m_made);
        noteOtherLimits(m_comparison, m_made);
        nameOtherForms(m_comparison, m_made, m_task);
        if (judged > 0 && !isClear)
            addAll(damageOf(m_pairs));
        if (m_comparison.leftOut > 0 && m_made.place && judged > 0)
            addReason(phrase("the filter leaves out %1 of %2 pairs, and it may have begun there",
                m_comparison.leftOut, m_comparison.leftOut + m_pairs.rows()));
        return std::move(m_made);
    }

private:
    [[nodiscard]] const ComparisonSummary& summary() const { return m_comparison.summary; }
    [[nodiscard]] Verdict verdictOf(std::size_t row) const { return m_pairs.row(row).verdict; }
    [[nodiscard]] std::vector<std::size_t> rowsOfVerdict(Verdict verdict) const
    {
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (verdictOf(row) == verdict)
                rows.push_back(row);
        }
        return rows;
    }

    void nameFarthest(const Suspect& suspect)
    {
        if (m_made.kind == ConclusionKind::Rounding)
            m_made.headline = phrase("%1, one operator only just", m_made.headline);
        addReason(phrase("farthest off is %1, as one of %2 operators may be by chance: %3",
            placeOf(m_pairs.row(suspect.pairs.front()).pair.target).words(), m_comparison.suspicion.judged,
            suspect.why));
    }

    /// The pair of the operator that shows it: where the evidence is, else one that fails.
    [[nodiscard]] std::size_t rowOf(const Suspect& suspect) const
    {
        const auto failing = std::find_if(suspect.pairs.begin(), suspect.pairs.end(),
            [&](std::size_t row) { return verdictOf(row) == Verdict::Fail; });
        return failing == suspect.pairs.end() || verdictOf(suspect.pairs.front()) != Verdict::Pass
            ? suspect.pairs.front()
            : *failing;
    }

    void blame(const Suspect& suspect)
    {
        const std::size_t evidence = suspect.pairs.front();
        m_made.row = rowOf(suspect);
        m_made.reason = suspect.why;
        const bool isShape = suspect.reason == SuspectReason::ShapeChange;
        putPlace(evidence,
            isOfNonFinite(suspect.reason) ? ConclusionKind::NonFinite
                : isShape                 ? ConclusionKind::Unexplained
                                          : ConclusionKind::Suspect);
        const auto lone = loneOperatorsBefore(m_pairs, suspect);
        if (isShape) { // of sharded and of fused operators, too
            m_made.headline = phrase("shapes differ, first at");
            if (lone)
                nameLone(*lone);
            return relateFirst();
        }
        if (suspect.reason == SuspectReason::WrongInput && !suspect.isReordered)
            addAll(patternOfParameter(m_pairs, evidence, m_task));
        const std::size_t shapes = pairsOfOtherShapes(m_pairs);
        const bool isCutOtherwise = kManyShapes * shapes > m_pairs.rows();
        // Whoever set the limits lets it pass, parts of a tensor hold other values rightly, or not all is
        // seen.
        if ((summary().fail == 0 || isCutOtherwise || m_comparison.leftOut > 0)
            && m_made.kind == ConclusionKind::Suspect)
            m_made.headline = phrase("most suspicious");
        // Ids of a table that ranks share have no pair of their own (nameOtherIds).
        const bool areIds = suspect.reason == SuspectReason::WrongChoice && suspect.targetOnly.isValid();
        if (areIds
            || ((suspect.reason == SuspectReason::WrongInput || suspect.reason == SuspectReason::WrongChoice)
                && isFed(m_pairs, evidence)))
            m_made.headline = phrase("what the runs were given differs, first at");
        else if (!suspect.targetOnly.isValid() && looksUpUnseenIds(m_pairs, evidence))
            m_made.headline = phrase("what the runs were given differs, or how it is looked up, first at");
        else if (isGivenOtherwise(m_pairs, suspect))
            m_made.headline = phrase("what no dumped operator made differs; it shows first at");
        if (suspect.isReordered)
            m_made.headline = phrase("the target holds golden's elements in another order, first at");
        if (isCutOtherwise)
            addReason(phrase("%1 of %2 pairs have other shapes: where the runs are cut otherwise, over ranks "
                             "or batches, tensors differ rightly",
                shapes, m_pairs.rows()));
        if (summary().fail == 0)
            addReason(summary().warn == 0 ? phrase("no pair is beyond its limits") : phrase("no pair fails"));
        else if (verdictOf(*m_made.row) == Verdict::Pass && !suspect.targetOnly.isValid())
            addReason(phrase("the pair itself is within its limits"));
        if (suspect.targetOnly.isValid()) {
            const DumpIndex& golden = *m_pairs.golden().index;
            const TensorRow& shown = golden.tensor(m_pairs.row(evidence).pair.golden);
            m_made.place = placeOf(suspect.targetOnly);
            m_made.place->isTargetOnly
                = !shown.opName.isValid() || golden.text(shown.opName) != suspect.opName;
        }
        if (suspect.wrongArgument) {
            m_made.place->io = ioWord(Io::Input);
            m_made.place->slot = *suspect.wrongArgument;
        }
        if (suspect.goldenOnly.isValid())
            reportGoldenOnly(suspect.goldenOnly, suspect.targetOnly.isValid());
        if (lone)
            nameLone(*lone);
        else if (!suspect.goldenOnly.isValid() && !suspect.targetOnly.isValid() && suspect.hasWrongInput
            && showsWhatOthersMade(m_pairs, suspect))
            addAll(unpairedBefore(m_comparison, evidence));
        if (isRankUntold(m_pairs, evidence)) {
            m_made.place->rank.reset();
            addReason(phrase("statistics of what ranks share do not tell which of them is off"));
        }
        if (const auto parted = partedReplica(m_comparison, evidence);
            parted && suspect.reason == SuspectReason::WrongInput)
            addReason(parted->sentence());
        if (m_made.kind != ConclusionKind::NonFinite)
            nameNonFinite();
        if (Message collectives = unpairedCollectives(m_comparison); !collectives.empty())
            addReason(std::move(collectives));
        if (const std::size_t ranks = ranksOfOneGolden(m_pairs, evidence); ranks > 1)
            addReason(phrase("golden is one run without ranks, beside which %1 ranks stand: what differs in "
                             "one of them may be its share of the data",
                ranks));
        relateFirst();
    }

    /// NaN that another difference does not bring are said beside it.
    void nameNonFinite()
    {
        const auto& suspects = m_comparison.suspicion.suspects;
        const auto found = std::ranges::find_if(
            suspects, [](const Suspect& suspect) { return isOfNonFinite(suspect.reason); });
        if (found == suspects.end()) {
            if (Message behind = nonFiniteBehind(m_pairs); !behind.empty())
                addReason(std::move(behind));
            return;
        }
        const TensorId shown
            = found->targetOnly.isValid() ? found->targetOnly : m_pairs.row(found->pairs.front()).pair.target;
        addReason(phrase("NaN or infinities first show at %1: %2", placeOf(shown).words(), found->why));
    }

    /// An operator that one side alone runs, and no other, before what does not agree.
    void nameLone(const LoneOperators& lone)
    {
        if (lone.target.size() == 1 && lone.golden.empty()) {
            m_made.headline
                = phrase("only the target's dump has this operator, and what comes behind it differs");
            m_made.place = placeOf(lone.target.front());
            m_made.place->isTargetOnly = true;
        } else if (lone.golden.size() == 1 && lone.target.empty()) {
            reportGoldenOnly(lone.golden.front(), false);
        }
    }

    /// What the target runs in its place is the place; else the headline says what is missing.
    void reportGoldenOnly(TensorId made, bool hasPlace)
    {
        m_made.goldenOnly = placeOf(*m_pairs.golden().index, made);
        if (hasPlace)
            return;
        const std::string name = m_made.goldenOnly->source
            ? fmt::format(
                "{} ({})", printable(m_made.goldenOnly->opName), printable(m_made.goldenOnly->source->text()))
            : printable(m_made.goldenOnly->opName);
        m_made.headline = hasNamesake(m_pairs, made)
            ? phrase("no operator of the target gives what golden's %1 gives; it shows first at", name)
            : phrase("golden's dump has %1, the target's has not; it shows first at", name);
    }

    /// What moves the parameters goes before what they do.
    void reportMovement(std::size_t row, Message sentence, Message headline, Message reason)
    {
        if (m_made.kind == ConclusionKind::Unfinished)
            return;
        // Parameters that were moved too far make NaN behind them.
        const bool isNan = m_made.kind == ConclusionKind::NonFinite;
        const auto step = m_pairs.target().index->factsOf(m_pairs.row(row).pair.target).step;
        if (isNan
            && !(m_made.place && m_made.row
                && std::pair(step, row) < std::pair(m_made.place->step, *m_made.row)))
            return;
        const Message nan = isNan ? m_made.place->words() : Message();
        const bool isWrong = m_made.place && m_made.kind != ConclusionKind::Warnings;
        m_made.goldenOnly.reset();
        m_made.isFault = true;
        m_made.fault = phrase("%1; %2", std::move(sentence), reason);
        m_made.row = row;
        putPlace(row, isWrong ? ConclusionKind::Suspect : ConclusionKind::Warnings);
        m_made.headline = std::move(headline);
        m_made.reason = std::move(reason);
        if (isNan)
            addReason(phrase("NaN or infinities follow at %1", nan));
        relateFirst();
    }

    /// A factor of all gradients is a fault where it moves the parameters.
    void reportLoss(const ScaledLoss& loss)
    {
        reportMovement(loss.row, loss.sentence(), phrase("%1; first", loss.sentence()), loss.reason());
        if (loss.isFault() && m_made.row == loss.row && m_made.kind == ConclusionKind::Warnings)
            m_made.kind = ConclusionKind::Suspect;
    }

    void reportCall(const OtherCall& call)
    {
        Message reason = call.isState
            ? phrase("%1; what its calls before left is off by %2", call.given, errorDigits(call.error))
            : phrase("%1; what else it was given is equal, and its output is off by %2", call.given,
                errorDigits(call.error));
        reportMovement(call.row, phrase("it was called otherwise than golden's"),
            phrase("called otherwise than golden's, and it shows"), std::move(reason));
    }

    /// Where gradients end is a cause of all that is wrong from the next step on, and no all-clear.
    void reportGradients(const MissingGradients& missing)
    {
        if (m_made.kind == ConclusionKind::TooLittleCompared || m_made.kind == ConclusionKind::Unfinished)
            return;
        const bool isWrong = m_made.place && m_made.kind != ConclusionKind::Warnings;
        const TensorId shown = m_pairs.row(missing.row).pair.target;
        if (isWrong && !(m_made.place->step > m_pairs.target().index->factsOf(shown).step))
            return;
        m_made.goldenOnly.reset();
        m_made.isFault = true;
        m_made.fault = phrase("%1; %2", missing.sentence(), missing.reason());
        m_made.row = missing.row;
        if (isWrong)
            m_made.place = placeOf(shown);
        else
            putPlace(missing.row, ConclusionKind::Warnings);
        m_made.headline = missing.headline();
        m_made.reason = missing.reason();
        relateFirst();
    }

    /// What is worst where nothing is known to be first. Returns whether anything is wrong.
    bool nameWorst()
    {
        const std::size_t shapes = pairsOfOtherShapes(m_pairs);
        const Verdict verdict = summary().fail > 0 ? Verdict::Fail
            : shapes > 0                           ? Verdict::NotComparable
                                                   : Verdict::Warn;
        double most = -1;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const TensorError error = tensorError(m_pairs, row);
            const double size = error.isBroken ? kInfiniteError : error.hasNumbers ? error.relative : 0;
            if (verdictOf(row) != verdict || (verdict == Verdict::NotComparable && !error.hasOtherShape)
                || size <= most)
                continue;
            most = size;
            m_made.row = row;
        }
        if (!m_made.row)
            return false;
        putPlace(*m_made.row,
            verdict == Verdict::Warn       ? ConclusionKind::Warnings
                : isNonFinite(*m_made.row) ? ConclusionKind::NonFinite
                                           : ConclusionKind::Unexplained);
        m_made.headline = verdict == Verdict::Fail
            ? phrase("beyond their limits are %1 of %2 pairs, the worst", summary().fail, m_pairs.rows())
            : verdict == Verdict::NotComparable
            ? phrase("shapes differ in %1 of %2 pairs, by name first", shapes, m_pairs.rows())
            : phrase("no pair fails, %1 of %2 warn, the worst", summary().warn, m_pairs.rows());
        m_made.reason = m_pairs.row(*m_made.row).reason;
        if (const Message other = exchangedValues(m_pairs, m_comparison.unpairedGolden, *m_made.row, m_task);
            !other.empty())
            m_made.reason = phrase("it holds the values of another tensor of golden, %1", other);
        else
            addAll(patternOfParameter(m_pairs, *m_made.row, m_task));
        if (verdict == Verdict::Fail && shapes > 0)
            addReason(phrase("shapes differ in %1 of %2 pairs", shapes, m_pairs.rows()));
        return true;
    }

    void weighFailures()
    {
        const FailureExplanation explanation(m_comparison);
        const auto [unexplained, worst, mayFollow] = explanation.unexplained(Verdict::Fail);
        if (!worst)
            return concludeRounding(rowsOfVerdict(Verdict::Fail), explanation);
        m_made.row = worst;
        m_made.reason = mayFollow
            ? phrase(
                "%1 of %2 failing pairs may only pass on errors that their inputs brought; the first: %3",
                unexplained, summary().fail, explanation.whyNot(*worst))
            : phrase(
                "%1 of %2 failing pairs are not explained by what came in and by rounding; the first: %3",
                unexplained, summary().fail, explanation.whyNot(*worst));
        putPlace(*worst, isNonFinite(*worst) ? ConclusionKind::NonFinite : ConclusionKind::Unexplained);
        if (mayFollow)
            m_made.headline = phrase("no operator stands out; first beyond its limits");
        else if (allDifferInBitsOnly(explanation))
            m_made.headline = phrase("no value differs, bits do, first at");
        if (const auto lone = isNonFinite(*worst) ? std::nullopt : loneOperatorsBefore(m_pairs, *worst)) {
            addReason(lone->text(m_pairs));
            nameLone(*lone);
        }
        relateFirst();
    }

    /// Whether what fails holds golden's values in other bits.
    [[nodiscard]] bool allDifferInBitsOnly(const FailureExplanation& explanation) const
    {
        return std::ranges::all_of(rowsOfVerdict(Verdict::Fail),
            [&](std::size_t row) { return explanation.differsInBitsOnly(row); });
    }

    /// Every row that is beyond the limits of a pair alone is explained.
    void concludeRounding(const std::vector<std::size_t>& beyond, const FailureExplanation& explanation)
    {
        using By = FailureExplanation::By;
        std::array<std::uint64_t, 5> counts {};
        for (const std::size_t row : beyond)
            ++counts.at(static_cast<std::size_t>(explanation.explainedBy(row)));
        const auto by = [&](By what) { return counts.at(static_cast<std::size_t>(what)); };
        m_made.kind = ConclusionKind::Rounding;
        const Message all = whatIsExplained(m_made.coverage);
        m_made.headline = by(By::Rounding) + by(By::Chance) > 0 ? roundingText(m_comparison, all)
            : by(By::KnownEffect) > 0                           ? phrase("known effects explain %1", all)
                                                                : phrase("what came in explains %1", all);
        const std::string most = fmt::format("{:g}", kSuspectScore);
        m_made.reason = by(By::Rounding) == beyond.size()
            ? phrase(
                "%1 of %2 pairs are beyond the limits of a pair alone, none by more than %3 times what came "
                "in and rounding explain",
                beyond.size(), m_made.coverage.pairs, most)
            : phrase(
                "%1 of %2 pairs are beyond the limits of a pair alone", beyond.size(), m_made.coverage.pairs);
        if (by(By::Rounding) > 0 && by(By::Rounding) < beyond.size())
            addReason(phrase(
                "%1 by no more than %2 times what came in and rounding explain", by(By::Rounding), most));
        nameNearest();
        addAll(explanation.knownEffects(beyond));
        if (by(By::Recomputing) > 0)
            addReason(
                phrase("%1 of operators that give their output when it is computed again from their inputs",
                    by(By::Recomputing)));
        if (m_comparison.firstDivergence)
            m_made.row = m_comparison.firstDivergence->index;
        relateFirst();
        limitToWhatWasCompared();
    }

    /// An operator just below what would make it suspect is said in the headline, too.
    void nameNearest()
    {
        constexpr double kOnlyJust = 2.5; // runs without a fault hardly reach it
        const auto& near = m_comparison.suspicion.near;
        if (near.empty() || !(near.front().score >= kOnlyJust) || !m_comparison.suspicion.byChance.empty())
            return;
        m_made.headline = phrase("%1, one operator only just", m_made.headline);
        addReason(phrase("nearest to being suspect is %1, %2 times what is explained (suspect above %3): %4",
            placeOf(m_pairs.row(near.front().pairs.front()).pair.target).words(),
            fmt::format("{:.3g}", near.front().score), fmt::format("{:g}", kSuspectScore), near.front().why));
    }

    void concludeClear()
    {
        const ComparisonSummary& counts = summary();
        const FailureExplanation explanation(m_comparison);
        if (const auto [unexplained, first, mayFollow] = explanation.unexplained(Verdict::Warn); first) {
            m_made.row = first;
            putPlace(*first, ConclusionKind::Warnings);
            m_made.reason
                = phrase("%1 of %2 warnings are not explained by what came in and by rounding; the first: %3",
                    unexplained, counts.warn, explanation.whyNot(*first));
            return;
        }
        std::vector<std::size_t> explained;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (m_pairs.row(row).explained)
                explained.push_back(row);
        }
        if (!explained.empty())
            return concludeRounding(explained, explanation);
        const std::uint64_t judged = m_made.coverage.pairs;
        m_made.kind = counts.bitEqual && counts.notComparable == 0 ? ConclusionKind::BitEqual
                                                                   : ConclusionKind::WithinLimits;
        if (m_made.kind == ConclusionKind::BitEqual) {
            m_made.headline = m_made.coverage.byChecksums == judged
                ? (judged == 1 ? phrase("the checksums of the only pair are equal")
                               : phrase("the checksums of all %1 pairs are equal", judged))
                : judged == 1 ? phrase("the only pair is bit-equal")
                              : phrase("all %1 pairs are bit-equal", judged);
        } else if (counts.pass == m_pairs.rows()) {
            m_made.headline = judged == 1 ? phrase("the only pair is within its limits")
                                          : phrase("all %1 pairs are within limits", judged);
            if (counts.largestError)
                m_made.reason
                    = phrase("largest relative_euclidean_distance: %1", numberText(*counts.largestError));
        } else {
            m_made.headline
                = counts.warn == 0 ? phrase("no pair is beyond its limits") : phrase("no pair fails");
            m_made.reason = phrase(
                "%1 pass, %2 warn, %3 could not be compared", counts.pass, counts.warn, counts.notComparable);
            addAll(explanation.knownEffects(rowsOfVerdict(Verdict::Warn)));
        }
        if (isComparedWithItself(m_pairs))
            addReason(phrase("target and golden are the same dump, so nothing can differ"));
        limitToWhatWasCompared();
    }

    /// An all-clear about a part is none about the whole.
    void limitToWhatWasCompared()
    {
        const std::uint64_t equal = pairsThatCannotDiffer(m_comparison);
        const bool isLittle = m_made.coverage.shareOfModel() < m_comparison.leastShare || equal > 0;
        if (!isLittle && !m_comparison.partial)
            return;
        m_made.kind = m_comparison.partial ? ConclusionKind::Unfinished : ConclusionKind::TooLittleCompared;
        m_made.reason = joined(std::array {m_made.headline, m_made.reason});
        if (equal > 0)
            addReason(
                phrase("%1 of these pairs were found because their values are equal, so none of them can "
                       "differ, and tensors that may be pairs are left on both sides (Unpaired)",
                    equal));
        m_made.headline
            = m_comparison.partial ? phrase("stopped before the end") : phrase("too little was compared");
    }

    [[nodiscard]] bool isNonFinite(std::size_t row) const
    {
        const TensorError error = tensorError(m_pairs, row);
        return error.isBroken && !error.hasOtherShape;
    }

    void putPlace(std::size_t row, ConclusionKind kind)
    {
        m_made.kind = kind;
        m_made.headline = kind == ConclusionKind::Suspect ? phrase("most likely at fault")
            : kind == ConclusionKind::NonFinite           ? nonFiniteHeadline(m_pairs, row)
            : kind == ConclusionKind::Warnings
            ? phrase("no pair fails, the first warning that nothing explains is at")
            : phrase("differences that nothing explains, first at");
        m_made.place = placeOf(m_pairs.row(row).pair.target);
        // The same operator of golden stands at the same line.
        if (!m_made.place->source && !knownPlace(m_made.place->tensor))
            m_made.place->source
                = operatorLineOf(*m_pairs.golden().index, m_pairs.row(row).pair.golden, m_task);
    }

    void addAll(std::vector<Message> reasons)
    {
        for (Message& reason : reasons)
            addReason(std::move(reason));
    }
    void addReason(Message more) { m_made.addReason(std::move(more)); }

    [[nodiscard]] ConclusionPlace placeOf(TensorId id) const { return placeOf(*m_pairs.target().index, id); }

    [[nodiscard]] ConclusionPlace placeOf(const DumpIndex& index, TensorId id) const
    {
        ConclusionPlace place = conclusionPlace(index, id);
        const ConclusionPlace* const known = knownPlace(place.tensor);
        place.source = known ? known->source : operatorLineOf(index, id, m_task);
        return place;
    }

    /// Of the conclusion before, which other limits may leave where it was.
    [[nodiscard]] const ConclusionPlace* knownPlace(std::string_view tensor) const
    {
        for (const auto* before : {&m_comparison.conclusion.place, &m_comparison.conclusion.goldenOnly}) {
            if (*before && (*before)->tensor == tensor)
                return &**before;
        }
        return nullptr;
    }

    void relateFirst() { m_made.first = relationOfFirst(m_comparison, m_made); }

    const Comparison& m_comparison;
    const PairTable& m_pairs;
    TaskContext& m_task;
    Conclusion m_made;
};

} // namespace

std::string_view conclusionWord(ConclusionKind kind)
{
    return kConclusionWords[static_cast<std::size_t>(kind)];
}

Message Conclusion::message() const
{
    return place ? phrase("%1: %2", headline, place->words()) : headline;
}

Conclusion conclude(const Comparison& comparison, TaskContext& task)
{
    return Concluding(comparison, task).run();
}

} // namespace dumpscope::core
