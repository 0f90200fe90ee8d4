// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/noise_verdicts.h"

#include "compare/elements/quantised_pair.h"
#include "compare/elements/significand.h"
#include "compare/limits/default_limits.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "compare/suspects/walked_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

std::string shortText(double number)
{
    return fmt::format("{:.2g}", number);
}

using Step = std::optional<std::int64_t>;
using Rank = std::optional<std::int64_t>;

/// The error that a share of what came so far stays below.
class RunningQuantile {
public:
    void add(double value)
    {
        if (m_below.empty() || value <= *m_below.rbegin())
            m_below.insert(value);
        else
            m_above.insert(value);
        const auto wanted = static_cast<std::size_t>(kShare * static_cast<double>(size())) + 1;
        while (m_below.size() < wanted && !m_above.empty())
            m_below.insert(m_above.extract(m_above.begin()));
        while (m_below.size() > wanted)
            m_above.insert(m_below.extract(std::prev(m_below.end())));
    }
    [[nodiscard]] std::size_t size() const { return m_below.size() + m_above.size(); }
    [[nodiscard]] double value() const { return m_below.empty() ? 0 : *m_below.rbegin(); }

private:
    static constexpr double kShare = 0.2;
    std::multiset<double> m_below, m_above;
};

/// How coarsely data was rounded on its way so far, in one step of a rank, or of all stages.
struct Precision {
    double unit = 0;
    std::string_view type; ///< that has this unit roundoff
    std::size_t outputs = 0;
    RunningQuantile errors; ///< of outputs that differ
    double gated = 0;       ///< relative error that gates explain
    bool stepped = false;   ///< outputs may have moved by whole steps
    double followed = 0;    ///< relative error of outputs that their inputs explain
    double moved = 0;       ///< relative error of parameters that a known effect moves elsewhere

    /// No type tells of TF32, of sums in another order, of what is computed coarser inside. One fault in a
    /// run that agrees bit for bit so far is not what is everywhere.
    [[nodiscard]] double measured() const
    {
        constexpr std::size_t kFew = 4;
        return errors.size() >= kFew && 2 * errors.size() >= outputs ? errors.value() : 0;
    }
};

constexpr double kBehindGates = 2; ///< what operators behind them may make of the error
constexpr double kMost = 0.5;      ///< that is explained so: a gradient that is gone altogether is not

constexpr double kClose = kSuspectScore / 2; ///< times what is explained, where nobody is suspect

/// Half of the significand, as the limits of a pair alone.
double most(double unit)
{
    return std::sqrt(unit);
}

/// What mean and extremes show of an error that the norm does not: a lower bound, as a share of golden's
/// largest element or of its norm.
Message offText(double error, bool isOfLargest, double allowed)
{
    return isOfLargest
        ? phrase("mean or extremes are off by %1 of the largest value, rounding explains %2",
            boundDigits(error), shortText(allowed))
        : phrase("mean or extremes show an error of at least %1 (relative L2), rounding explains %2",
            boundDigits(error), shortText(allowed));
}

/// Of what type a tensor is nobody says, so nothing is explained: extremes that differ by more than the
/// coarsest type that programs train in. Empty: they do not, or the type is known.
Message whyUntypedFails(const PairTable& pairs, std::size_t row, const TensorError& error)
{
    constexpr double kUntyped = 0.0625;
    if (pairs.precision(row) != "untyped" || !(error.largest > kUntyped))
        return {};
    return offText(error.largest, true, kUntyped);
}

class Judge {
public:
    Judge(PairTable& pairs, const Suspicion& suspicion, const Limits& limits)
        : m_pairs(pairs)
        , m_suspicion(suspicion)
        , m_limits(limits, pairs)
    {
        for (const Suspect& suspect : suspicion.cleared)
            m_cleared.insert(suspect.pairs.begin(), suspect.pairs.end());
        for (const Suspect& suspect : suspicion.byChance)
            m_byChance.insert(suspect.pairs.begin(), suspect.pairs.end());
        for (const Suspect& suspect : suspicion.suspects) {
            m_blamed.insert(suspect.pairs.begin(), suspect.pairs.end());
            for (const std::size_t row : suspect.pairs) {
                // Ranks run side by side, and what one has others get from it.
                const auto place = std::pair(stepOf(row), orderOf(row));
                if (!m_firstSuspect || place < *m_firstSuspect)
                    m_firstSuspect = place;
            }
        }
    }

    std::vector<std::size_t> run()
    {
        for (std::size_t row = 0; row < m_pairs.rows(); ++row)
            m_firstStep = m_firstStep ? std::min(*m_firstStep, stepOf(row)) : stepOf(row);
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (!m_limits.decide(row))
                m_others.push_back(row);
            judge(row);
        }
        agreeOnTensors();
        return std::move(m_others);
    }

private:
    /// As far as limits besides the default ones let it pass. Rows with limits of their own stay as they are.
    void settle(std::size_t row, Verdict verdict, Message reason)
    {
        if (!m_others.empty() && m_others.back() == row)
            return;
        const TensorPair& pair = m_pairs.row(row).pair;
        if (areQuantisedOtherwise(*m_pairs.target().index, pair.target, *m_pairs.golden().index, pair.golden))
            return; // no error of the integers
        CompiledLimits::Outcome besides = m_limits.besides(row);
        m_settled.push_back({row, m_pairs.row(row).verdict, m_pairs.row(row).reason});
        if (besides.verdict > verdict)
            m_pairs.settle(row, besides.verdict, std::move(besides.reason));
        else
            m_pairs.settle(row, verdict, std::move(reason));
    }

    /// One tensor has one verdict, whoever was given it: as what made it, where that is blamed, else as the
    /// row that is explained.
    void agreeOnTensors()
    {
        std::map<Same, std::size_t> explained; ///< place in m_settled
        std::set<Same> blamed;
        for (std::size_t i = 0; i < m_settled.size(); ++i) {
            if (m_pairs.row(m_settled[i].row).verdict == Verdict::Pass)
                explained.try_emplace(sameOf(m_settled[i].row), i);
        }
        if (explained.empty())
            return;
        std::vector<std::size_t> failing;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (m_pairs.row(row).verdict != Verdict::Fail || !m_pairs.row(row).figures)
                continue;
            const bool isOutput
                = m_pairs.target().index->tensor(m_pairs.row(row).pair.target).io == Io::Output;
            if (isOutput && !m_byChance.contains(row)
                && (m_blamed.contains(row) || scoreOf(row) > kSuspectScore))
                blamed.insert(sameOf(row));
            else if (!m_blamed.contains(row))
                failing.push_back(row);
        }
        for (std::size_t i = 0, end = m_settled.size(); i < end; ++i) {
            const Settled before = m_settled[i];
            if (blamed.contains(sameOf(before.row)) && !find(m_suspicion.effects, before.row))
                m_pairs.settle(before.row, before.verdict, before.reason);
        }
        for (const std::size_t row : failing) {
            const auto same = explained.find(sameOf(row));
            if (same != explained.end() && !blamed.contains(same->first) && scoreOf(row) <= kSuspectScore)
                settle(row, bestOf(m_pairs.row(row)), m_pairs.row(m_settled[same->second].row).reason);
        }
    }

    /// What tells a tensor and its error in a rank and step from all others.
    using Same = std::tuple<Step, Rank, std::uint64_t, double, double, double, double, double>;
    [[nodiscard]] Same sameOf(std::size_t row) const
    {
        const PairFigures figures = m_pairs.row(row).figures.value_or(PairFigures {});
        const FolderFacts& facts = factsOf(row);
        return {facts.step, facts.rank, figures.count, figures.goldenNorm, figures.goldenMin,
            figures.goldenMax, figures.errorNorm, figures.maxError};
    }

    const FolderFacts& factsOf(std::size_t row) const
    {
        return m_pairs.target().index->factsOf(m_pairs.row(row).pair.target);
    }
    Step stepOf(std::size_t row) const { return factsOf(row).step; }
    /// Place of a row within its rank and step.
    std::size_t orderOf(std::size_t row)
    {
        if (m_orders.empty()) {
            std::map<std::pair<Step, Rank>, std::size_t> counts;
            for (std::size_t i = 0; i < m_pairs.rows(); ++i)
                m_orders.push_back(counts[{stepOf(i), factsOf(i).rank}]++);
        }
        return m_orders[row];
    }
    bool isBehindSuspect(std::size_t row)
    {
        return m_firstSuspect && std::pair(stepOf(row), orderOf(row)) >= *m_firstSuspect;
    }

    void judge(std::size_t row)
    {
        const PairResult& result = m_pairs.row(row);
        const FolderFacts& facts = factsOf(row);
        const bool isBad = result.verdict == Verdict::Fail || result.verdict == Verdict::Warn;
        if (!isBad && result.figures && !result.figures->differs) {
            const Io io = m_pairs.target().index->tensor(result.pair.target).io;
            precisionOf(facts).outputs += io == Io::Output ? 1 : 0;
            if (result.figures->hasNorm && !(result.figures->goldenNorm > 0)
                && isTrainedParameter(m_pairs, row))
                m_fromZero.insert(parameterOf(row));
            return;
        }
        const TensorError error = tensorError(m_pairs, row);
        Precision& precision = precisionOf(facts);
        if (const JudgedOutput* const output = find(m_suspicion.outputs, row))
            precision.gated = std::max(precision.gated, output->gated);
        if (const KnownEffect* const effect = find(m_suspicion.effects, row)) {
            // When the checksum of what is written over was taken is chance, and says nothing.
            const bool isRaced = effect->text == phraseOf(kRaced);
            const bool areBitsOnly
                = result.sameChecksum == false && result.verdict == Verdict::Warn && !isRaced;
            // Behind a fault nobody can tell what cancels by rounding from what the fault has changed.
            const bool mayBeDamage = effect->text == phraseOf(kCancels) && isBehindSuspect(row);
            if (isBad && !areBitsOnly && !mayBeDamage)
                settle(row, isRaced ? Verdict::Pass : bestOf(result),
                    phrase("a known effect: %1", effect->text));
            if (isTrainedParameter(m_pairs, row) && error.hasNumbers && std::isfinite(error.relative))
                precision.moved = std::max(precision.moved, error.relative);
        } else if (isMeasured(result) && !error.isBroken && error.hasNumbers) {
            if (isBad)
                pardon(row, error, precision);
            else if (result.verdict == Verdict::Pass)
                accuse(row, error, precision);
        }
        note(row, error, precision);
        noteGradients(row, error);
    }

    /// What moves parameters; those that were all zero are nothing but that.
    void noteGradients(std::size_t row, const TensorError& error)
    {
        const DumpIndex& index = *m_pairs.target().index;
        const TensorRow& tensor = index.tensor(m_pairs.row(row).pair.target);
        const bool isGradient = tensor.io == Io::Gradient
            || (error.isOutput && tensor.opName.isValid()
                && index.text(tensor.opName).find(".backward") != std::string_view::npos);
        // What is nothing but rounding in golden may be off by any share.
        if (isGradient && error.hasNumbers && !error.isInteger && std::isfinite(error.relative)
            && !find(m_suspicion.effects, row))
            m_gradients = std::max(m_gradients, error.relative);
    }

    using Parameter = std::tuple<Rank, StringId, std::uint32_t, Io, std::int32_t>;
    [[nodiscard]] Parameter parameterOf(std::size_t row) const
    {
        const TensorRow& tensor = m_pairs.target().index->tensor(m_pairs.row(row).pair.target);
        return {factsOf(row).rank, tensor.opName, tensor.occurrence, tensor.io, tensor.slot};
    }

    /// Other bits are a difference, however well it is explained.
    static Verdict bestOf(const PairResult& result)
    {
        return result.sameChecksum == false ? Verdict::Warn : Verdict::Pass;
    }

    /// Sums of masks may overflow on one side only.
    static bool isMeasured(const PairResult& result)
    {
        return result.state == PairState::Ok
            || (result.state == PairState::NonFinite && result.figures && !result.figures->nonFiniteDiffers);
    }

    template<typename T> static const T* find(const std::vector<T>& ascending, std::size_t row)
    {
        const auto at = std::lower_bound(ascending.begin(), ascending.end(), row,
            [](const T& one, std::size_t wanted) { return one.row < wanted; });
        return at != ascending.end() && at->row == row ? &*at : nullptr;
    }

    Precision& precisionOf(const FolderFacts& facts)
    {
        if (m_place == &facts)
            return *m_precision;
        // Weights carry what earlier steps rounded.
        const auto laneOf = [&](const FolderFacts& of) { return m_suspicion.isPipeline ? Rank() : of.rank; };
        if (m_precision)
            m_last[laneOf(*m_place)] = {m_precision->unit, m_precision->type};
        m_place = &facts;
        const auto [at, isNew] = m_precisions.try_emplace({facts.step, laneOf(facts)});
        m_precision = &at->second;
        if (isNew && m_suspicion.rounded) {
            m_precision->unit = std::ldexp(1.0, -significandBits(*m_suspicion.rounded));
            m_precision->type = dtypeName(*m_suspicion.rounded);
        }
        if (const auto before = m_last.find(laneOf(facts)); isNew && before != m_last.end())
            std::tie(m_precision->unit, m_precision->type) = before->second;
        return *m_precision;
    }

    void note(std::size_t row, const TensorError& error, Precision& precision)
    {
        precision.outputs += error.isOutput ? 1 : 0;
        precision.stepped |= mayHaveStepped(m_pairs, error);
        if (error.isInteger || !error.differs)
            return;
        if (error.unit > precision.unit) {
            precision.unit = error.unit;
            precision.type = m_pairs.precision(row);
        }
        if (!isBehindSuspect(row) && error.isOutput && error.hasNumbers && std::isfinite(error.relative)
            && error.relative > 0)
            precision.errors.add(error.unscaled());
    }

    /// How much of the row's own error its inputs, its type and the noise leave unexplained.
    [[nodiscard]] double scoreOf(std::size_t row) const
    {
        const JudgedOutput* const output = find(m_suspicion.outputs, row);
        if (!output || output->error == 0 || m_cleared.contains(row))
            return 0;
        return output->explained > 0 ? output->error / output->explained
                                     : std::numeric_limits<double>::infinity();
    }

    void pardon(std::size_t row, const TensorError& error, Precision& precision)
    {
        const bool isByChance = m_byChance.contains(row);
        if (m_blamed.contains(row) || (!isByChance && scoreOf(row) > kSuspectScore))
            return;
        // Other bits are a difference, however small the statistics show it.
        const PairResult& result = m_pairs.row(row);
        if (result.sameChecksum == false && result.verdict == Verdict::Warn)
            return;
        const Verdict best = bestOf(result);
        if (isByChance && error.relative <= kMost)
            return settle(row, best,
                phrase("%1 off, farther than rounding and what came in explain, as one of %2 operators may "
                       "be by chance",
                    shortText(error.relative), m_suspicion.judged));
        if (error.isInteger) {
            const bool mayHaveFlipped = error.isOutput ? find(m_suspicion.outputs, row) != nullptr
                                                       : precision.stepped && error.relative <= kMost;
            if (!m_firstSuspect && (m_suspicion.choice > 0 || mayHaveFlipped))
                settle(row, best,
                    phrase(
                        "%1 off: values that nearly tie or lie next to a step fall on its other side by the "
                        "rounding of what was compared",
                        shortText(error.relative)));
            return;
        }
        const double noise = std::min(m_suspicion.noise, precision.measured());
        const double unit = std::max({error.unit, precision.unit, noise});
        // What was rounded in the steps before has moved parameters since.
        constexpr double kMoved = 2;
        const double moved = m_firstStep && *m_firstStep < stepOf(row) ? kMoved : 1;
        const double allowed = isBehindSuspect(row) ? kSuspectScore * std::max(kRoundingRms * unit, noise)
                                                    : moved * most(unit);
        if (!(error.relative <= allowed)) {
            if (!isBehindSuspect(row) && error.relative <= std::min(kBehindGates * precision.gated, kMost))
                settle(row, best,
                    phrase("gates that rounding opens or shuts explain %1; it is off by %2",
                        shortText(precision.gated), shortText(error.relative)));
            else if (!m_firstSuspect)
                pardonClean(row, error, allowed, best, precision);
            return;
        }
        const bool isTyped = std::max(error.unit, precision.unit) >= noise;
        const std::string_view type = error.unit >= precision.unit ? m_pairs.precision(row) : precision.type;
        settle(row, best,
            isTyped ? phrase("%1 off, which rounding of %2 explains: data went through it before",
                shortText(error.relative), type)
                    : phrase("%1 off, which the noise of the run explains: four of five outputs before that "
                             "differ are off by %2 and more",
                        shortText(error.relative), shortText(noise)));
    }

    /// Where nobody is suspect: what no more than came in makes, and what is off before enough outputs are to
    /// measure the noise by.
    void pardonClean(
        std::size_t row, const TensorError& error, double allowed, Verdict best, Precision& precision)
    {
        if (error.relative <= kSuspectScore * m_suspicion.noise)
            return settle(row, best,
                phrase(
                    "%1 off, which the noise of the run explains: four of five outputs that differ are off "
                    "by %2 and more",
                    shortText(error.relative), shortText(m_suspicion.noise)));
        const JudgedOutput* const judged = find(m_suspicion.outputs, row);
        if (error.isOutput && judged && judged->hasInputs && judged->knowsInputs && m_cleared.contains(row))
            return settle(row, best,
                phrase("%1 off, but its operator gives it when it is computed again from its inputs",
                    shortText(error.relative)));
        if (judged && judged->isUpdate && judged->hasInputs && judged->error <= judged->explained) {
            precision.moved = std::max(precision.moved, error.relative);
            return settle(row, best,
                phrase("%1 off: gradients that are hardly more than their rounding change their sign by it, "
                       "and the optimizer moves parameters by a whole step for the smallest",
                    shortText(error.relative)));
        }
        // Statistics hardly show what a parameter that is moved elsewhere does.
        const double close = precision.moved > 0 ? kSuspectScore : kClose;
        if (const JudgedOutput* const output = judged; output && output->hasInputs
            && output->error <= close * output->explained
            // Sums that cancel out explain anything; what is hardly beyond its limit needs little of it.
            && (output->explained <= kMost || error.relative <= kClose * allowed))
            precision.followed = std::max(precision.followed, error.relative);
        else if (error.isOutput)
            return noteDamage(row, error, allowed, judged);
        constexpr double kTurned = 2; // an optimizer that takes the sign alone turns an element about
        const double updated = isTrainedParameter(m_pairs, row) && m_fromZero.contains(parameterOf(row))
            ? kTurned * m_gradients
            : 0;
        // Views and operators that were not compared give what a parameter makes of it.
        const double came = std::max({precision.followed, precision.moved, updated});
        if (error.relative <= std::min(came, kMost)
            || (!error.isOutput && error.relative <= kClose * allowed))
            settle(row, best,
                phrase("%1 off, which what came in and rounding explain", shortText(error.relative)));
    }

    /// What nothing explains is no rounding, whether or not its operator could be judged: neither is what it
    /// makes of everything behind it.
    void noteDamage(std::size_t row, const TensorError& error, double allowed, const JudgedOutput* judged)
    {
        constexpr double kGross = 10;
        const bool isExplained
            = judged && judged->hasInputs && judged->error <= kSuspectScore * judged->explained;
        if (!isExplained && error.relative > kGross * allowed)
            m_firstSuspect = std::pair(stepOf(row), orderOf(row));
    }

    /// A norm says nothing of a mean or an extreme, nor of what stands beside a mask.
    void accuse(std::size_t row, const TensorError& error, const Precision& precision)
    {
        if (!m_limits.areKept(row))
            return; // whoever set other limits lets it pass
        if (Message why = whyUntypedFails(m_pairs, row, error); !why.empty())
            return settle(row, Verdict::Fail, std::move(why));
        if (error.isInteger || !std::isfinite(error.relative) || m_byChance.contains(row)
            || (!m_blamed.contains(row) && scoreOf(row) <= kSuspectScore))
            return;
        const double allowed
            = most(std::max({error.unit, precision.unit, std::min(m_suspicion.noise, precision.measured())}));
        if (error.relative > allowed)
            settle(row, Verdict::Fail,
                error.isMasked ? phrase("beside the mask it is off by %1, rounding explains %2",
                    shortText(error.relative), shortText(allowed))
                               : offText(error.relative, error.isOfLargest, allowed));
    }

    PairTable& m_pairs;
    const Suspicion& m_suspicion;
    DefaultLimits m_limits;
    std::vector<std::size_t> m_others; ///< rows so far that other limits decide about
    struct Settled {
        std::size_t row;
        Verdict verdict; ///< before
        Message reason;
    };
    std::vector<Settled> m_settled;
    std::set<std::size_t> m_cleared, m_blamed, m_byChance;
    std::set<Parameter> m_fromZero;
    double m_gradients = 0; ///< the largest relative error of a gradient so far
    std::optional<std::pair<Step, std::size_t>> m_firstSuspect;
    std::optional<Step> m_firstStep;
    std::vector<std::size_t> m_orders;
    std::map<std::pair<Step, Rank>, Precision> m_precisions;
    std::map<Rank, std::pair<double, std::string_view>> m_last; ///< step's end, by rank
    const FolderFacts* m_place = nullptr;                       ///< of the last row
    Precision* m_precision = nullptr;                           ///< there
};

} // namespace

std::vector<std::size_t> judgeByNoise(PairTable& pairs, const Suspicion& suspicion, const Limits& limits)
{
    return Judge(pairs, suspicion, limits).run();
}

void judgeUntypedExtremes(PairTable& pairs, const Limits& limits)
{
    if (!DefaultLimits::areIn(limits))
        return;
    const DefaultLimits defaults(limits, pairs);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.row(row).verdict != Verdict::Pass || pairs.row(row).basis != PairBasis::Statistics
            || !defaults.areKept(row))
            continue;
        if (Message why = whyUntypedFails(pairs, row, tensorError(pairs, row)); !why.empty())
            pairs.settle(row, Verdict::Fail, std::move(why));
    }
}

} // namespace dumpscope::core
