// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/suspect_recomputing.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/recompute/dumped_call.h"
#include "compare/recompute/model_nodes.h"
#include "compare/recompute/other_input.h"
#include "compare/recompute/product_noise.h"
#include "compare/recompute/reading_fit.h"
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

using Outcome = Recomputation::Outcome;

/// Elements of an output that are computed: all of them, or some spread evenly and the one that is off most.
std::vector<std::uint64_t> chosenElements(
    const Operand& target, const Operand& golden, double cost, const TaskContext& task)
{
    constexpr double kOperations = 0x1p23, kMost = 0x1p19, kFewest = 64;
    const auto many
        = static_cast<std::uint64_t>(std::clamp(kOperations / std::max(cost, 1.0), kFewest, kMost));
    const std::uint64_t count = target.count();
    std::vector<std::uint64_t> chosen;
    if (count <= many) {
        chosen.resize(count);
        for (std::uint64_t i = 0; i < count; ++i)
            chosen[i] = i;
        return chosen;
    }
    // An odd part of each step keeps the choice off columns.
    const std::uint64_t step = count / many;
    for (std::uint64_t i = 0; i < many; ++i)
        chosen.push_back(i * step + i * 2654435761U % step);
    if (target.shape() == golden.shape()) {
        std::uint64_t worst = 0;
        double most = 0;
        constexpr std::uint64_t kBetweenChecks = 65536;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i % kBetweenChecks == 0 && task.stopped())
                return {};
            const double error = std::fabs(target.at(i) - golden.at(i));
            if (error > most || (std::isnan(error) && !std::isnan(most))) {
                most = error;
                worst = i;
            }
        }
        chosen.push_back(worst);
        std::sort(chosen.begin(), chosen.end());
    }
    return chosen;
}

/// Both sides under the readings that explain golden.
class Trial {
public:
    Trial(DumpedCall target, DumpedCall golden, double runNoise, ProductNoise& noise, TaskContext& task)
        : m_target(std::move(target))
        , m_golden(std::move(golden))
        , m_runNoise(runNoise)
        , m_noise(noise)
        , m_task(task)
    {
    }

    /// Nothing where nobody knows the operator or the call.
    Result<std::optional<Recomputation>> run(ModelNodes& models)
    {
        const std::vector<Reading> targets = readingsOf(m_target, models),
                                   goldens = readingsOf(m_golden, models);
        if (targets.empty() || goldens.empty())
            return std::optional<Recomputation>();
        double cost = 1;
        for (const Reading& reading : goldens)
            cost = std::max(cost, reading.cost);
        // Sums over everything there is are too long to be done between two looks at the stop token.
        constexpr double kLongest = 0x1p24;
        if (cost > kLongest)
            return std::optional<Recomputation>();
        m_elements = chosenElements(
            m_target.output, m_golden.output, cost * static_cast<double>(goldens.size()), m_task);
        std::erase_if(m_elements, [&](std::uint64_t i) { return i >= m_golden.output.count(); });
        if (m_elements.empty())
            return std::optional<Recomputation>();
        TRY_VOID(judge(targets, goldens));
        TRY_VOID(m_target.output.check());
        TRY_VOID(m_golden.output.check());
        return std::optional(std::move(m_result));
    }

private:
    /// A model says all there is to say; else everything that fits.
    static std::vector<Reading> readingsOf(const DumpedCall& side, ModelNodes& models)
    {
        std::vector<Reading> readings;
        if (auto reading = models.reading(side.name, side.call))
            readings.push_back(std::move(*reading));
        else
            readings = builtinRecomputers().readings(side.call);
        return readings;
    }

    /// How coarsely golden multiplies is not measured: what the run shows has to do.
    Result<ReadingFit> fitGolden(const Reading& reading)
    {
        return fitReading(reading, m_golden, m_elements, reading.isProduct ? m_runNoise : 0, m_task);
    }
    Result<ReadingFit> fitTarget(const Reading& reading)
    {
        double noise = 0;
        if (reading.isProduct) {
            TRY_ASSIGN(noise, m_noise.value(m_task));
        }
        return fitReading(reading, m_target, m_elements, noise, m_task);
    }

    Result<void> judge(const std::vector<Reading>& targets, const std::vector<Reading>& goldens)
    {
        std::optional<ReadingFit> best;    ///< of golden, unless one explains it
        std::optional<ReadingFit> against; ///< of the target, by the reading it likes best of those
        bool understood = false;
        bool isBestGuessed = false;
        for (const Reading& reading : goldens) {
            TRY_ASSIGN(const ReadingFit fit, fitGolden(reading));
            const bool explains = fit.score <= kSuspectScore;
            const bool isBetter
                = !best || std::pair(reading.isGuessed, fit.score) < std::pair(isBestGuessed, best->score);
            if (!understood && (explains || isBetter)) {
                best = fit;
                isBestGuessed = reading.isGuessed;
                m_result.goldenError = fit.error;
                m_result.method = reading.text;
            }
            if (!explains)
                continue;
            understood = true;
            TRY_VOID(takeTarget(targets, reading, fit, against));
        }
        m_result.significand = m_target.call.significand;
        m_result.elements = m_elements.size();
        m_result.count = m_target.output.count();
        m_result.isGoldenUnderstood = understood;
        if (!understood)
            return {};
        if (!against)
            return findOther(targets);
        const double beside = std::hypot(against->explained, m_result.goldenError);
        m_result.score = beside > 0 && std::isfinite(against->score)
            ? against->score * against->explained / beside
            : against->score;
        if (m_result.score > kSuspectScore && !passesGradientOn()) {
            m_result.outcome = Outcome::Differs;
            return findOther(targets);
        }
        if (m_result.score <= m_cleared)
            m_result.outcome = Outcome::Agrees;
        return {};
    }

    /// Whether the target's output is a gradient that the operator was given. Of a backward operator of
    /// several steps msprobe records the last, which may only hand it on.
    [[nodiscard]] bool passesGradientOn() const
    {
        const OperatorCall& call = m_target.call;
        return call.forward && std::ranges::any_of(call.inputs, [&](const Argument& argument) {
            return argument.tensor && argument.tensor->count() == m_target.output.count()
                && std::ranges::all_of(m_elements, [&](std::uint64_t i) {
                       const double given = argument.tensor->at(i), made = m_target.output.at(i);
                       return given == made || (std::isnan(given) && std::isnan(made));
                   });
        });
    }

    Result<void> takeTarget(const std::vector<Reading>& targets, const Reading& reading,
        const ReadingFit& golden, std::optional<ReadingFit>& against)
    {
        const auto same = std::find_if(
            targets.begin(), targets.end(), [&](const Reading& other) { return other.text == reading.text; });
        if (same == targets.end())
            return {};
        TRY_ASSIGN(const ReadingFit fit, fitTarget(*same));
        if (against && against->score <= fit.score)
            return {};
        against = fit;
        // Functions of half types are mostly computed in float32 and rounded once.
        constexpr int kSingleBits = 24;
        m_cleared = kSuspectScore / (m_target.call.significand < kSingleBits ? same->roundings : 1);
        m_result.method = reading.text;
        m_result.goldenError = golden.error;
        m_result.targetError = fit.error;
        m_result.explained = fit.explained;
        m_result.index = fit.index;
        m_result.expected = fit.expected;
        m_result.found = fit.found;
        return {};
    }

    /// A reading that the target follows and golden does not: another axis, another factor transposed.
    Result<void> findOther(const std::vector<Reading>& targets)
    {
        for (const Reading& reading : targets) {
            if (reading.text == m_result.method)
                continue;
            TRY_ASSIGN(const ReadingFit fit, fitTarget(reading));
            if (fit.score <= kSuspectScore) {
                m_result.text = reading.text;
                break;
            }
        }
        return {};
    }

    DumpedCall m_target, m_golden;
    double m_runNoise;
    ProductNoise& m_noise;
    TaskContext& m_task;
    std::vector<std::uint64_t> m_elements;
    Recomputation m_result;
    double m_cleared = 0; ///< up to this score the target's output follows
};

/// Off by no more than another way to compute is: a vectorised exponential, a fused activation. That is a
/// fact, but makes no damage. Types shorter than single precision are computed in that; integers are exact.
bool isSlight(const Recomputation& result)
{
    constexpr double kKernels = 16, kElement = 128; // last digits
    constexpr int kSingle = 24, kDouble = 53;
    const double digit = std::ldexp(1.0, result.significand <= kSingle ? -kSingle : -kDouble);
    return result.significand > 0 && result.targetError <= kKernels * digit
        && std::fabs(result.found - result.expected) <= kElement * digit * std::fabs(result.expected);
}

/// How it was computed anew, and how much of it.
Message methodText(const Recomputation& result)
{
    return result.elements >= result.count
        ? result.method
        : phrase("%1, %2 of %3 elements", result.method, result.elements, result.count);
}

/// With as many digits as it takes to tell one from the other.
std::pair<std::string, std::string> apart(double a, double b)
{
    constexpr int kFew = 4, kAll = 17;
    for (int digits = kFew;; ++digits) {
        const auto text = [digits](double number) {
            return std::isnan(number) ? std::string("NaN") : fmt::format("{:.{}g}", number, digits);
        };
        auto texts = std::pair(text(a), text(b));
        if (texts.first != texts.second || digits == kAll)
            return texts;
    }
}

/// `other`: a reading only the target follows. `input`: what is said of an input that nothing paired.
Message sentence(
    const Recomputation& result, const Message& other, SuspectReason reason, const Message& input)
{
    switch (result.outcome) {
    case Outcome::Differs: {
        const auto [expected, found] = apart(result.expected, result.found);
        if (!std::isfinite(result.found) && std::isfinite(result.expected))
            return phrase(
                "proven: by %1 its own inputs give %2 at element %3, the dump has %4; golden's give golden's "
                "output within %5",
                methodText(result), expected, result.index, found, errorDigits(result.goldenError));
        const Message text = isSlight(result)
            ? phrase("another kernel, which makes no damage: by %1 its own inputs give %2 at element %3, the "
                     "dump has %4; the output is off by %5 from what its inputs give, %6 explained, golden's "
                     "by %7",
                methodText(result), expected, result.index, found, errorDigits(result.targetError),
                errorDigits(result.explained), errorDigits(result.goldenError))
            : phrase("proven: by %1 its own inputs give %2 at element %3, the dump has %4; the output is off "
                     "by %5 from what its inputs give, %6 explained, golden's by %7",
                methodText(result), expected, result.index, found, errorDigits(result.targetError),
                errorDigits(result.explained), errorDigits(result.goldenError));
        return other.empty() ? text : phrase("%1; the target has what %2 gives", text, other);
    }
    case Outcome::Agrees:
        return phrase("computes right: by %1 its own inputs give its output within %2, %3 explained; %4",
            methodText(result), errorDigits(result.targetError), errorDigits(result.explained),
            !input.empty()                             ? input
                : reason == SuspectReason::WrongScalar ? phrase("what is wrong is the argument")
                : reason == SuspectReason::WrongInput  ? phrase("what is wrong is that input")
                : reason == SuspectReason::WrongChoice ? phrase("what is wrong is that input")
                                                       : phrase("what is wrong came with its inputs"));
    case Outcome::Unclear:
        if (!other.empty())
            return phrase("called otherwise: by %1 its own inputs give its output, golden's by %2", other,
                result.method);
        if (result.score > 0)
            return phrase("undecided: by %1 its own inputs give its output within %2, more than one rounding "
                          "and no more than coarse functions make",
                methodText(result), errorDigits(result.targetError));
        if (result.isGoldenUnderstood)
            return phrase(
                "not understood: golden's inputs give its output by %1, which the target's call does "
                "not allow",
                result.method);
        return phrase("not understood: golden's inputs do not give golden's output, off by %1 by %2",
            errorDigits(result.goldenError), result.method);
    }
    return {};
}

std::set<std::int32_t> pairedInputs(const PairTable& pairs, const Suspect& suspect)
{
    std::set<std::int32_t> slots;
    for (const std::size_t row : suspect.pairs) {
        const TensorRow& tensor = pairs.target().index->tensor(pairs.row(row).pair.target);
        if (tensor.io == Io::Input)
            slots.insert(tensor.slot);
    }
    return slots;
}

/// Where an operator computes right, its output is wrong and no wrong input was compared, one is that nothing
/// paired, as a gradient that is not golden's.
Message blameInput(const PairTable& pairs, const OtherInput& input, Suspect& suspect)
{
    suspect.reason = SuspectReason::WrongInput;
    suspect.hasWrongInput = true;
    suspect.wrongArgument = input.slot;
    return input.text(pairs.target().index->ranks().size());
}

Result<std::optional<Recomputation>> recompute(const PairTable& pairs, Suspect& suspect, double runNoise,
    ProductNoise& noise, ModelNodes& models, OperatorAttributes& attributes, TaskContext& task)
{
    for (const std::size_t row : suspect.pairs) {
        const PairResult& result = pairs.row(row);
        const TensorRow& target = pairs.target().index->tensor(result.pair.target);
        if ((target.io != Io::Output) || result.basis != PairBasis::Elements)
            continue;
        TRY_ASSIGN(auto targetCall,
            dumpedCall(pairs.target().index, result.pair.target, suspect.opType, &attributes, task));
        TRY_ASSIGN(auto goldenCall,
            dumpedCall(pairs.golden().index, result.pair.golden, suspect.opType, &attributes, task));
        Trial trial(targetCall, goldenCall, runNoise, noise, task);
        TRY_ASSIGN(auto done, trial.run(models));
        if (done) {
            Message wrong;
            if (done->outcome == Outcome::Agrees && !suspect.hasWrongInput
                && !isOfNonFinite(suspect.reason)) {
                const auto input = otherInput(
                    targetCall.call, goldenCall.call, pairedInputs(pairs, suspect), runNoise, task);
                wrong = input ? blameInput(pairs, *input, suspect) : Message();
            }
            done->row = row;
            done->text = sentence(*done, done->text, suspect.reason, wrong);
        }
        return done;
    }
    return std::optional<Recomputation>();
}

bool isProven(const Suspect& suspect)
{
    return suspect.recomputed && suspect.recomputed->outcome == Outcome::Differs
        && !isSlight(*suspect.recomputed);
}

/// Where a suspect stands among those of all runs and ranks.
auto placeOf(const Suspect& suspect)
{
    return std::tuple(suspect.run, suspect.step, suspect.order, suspect.rank);
}

/// Whether what is proven can be part of what the suspect shows that stood first. An error before it may
/// have become larger on the way, as far as operators make small values large; one behind it has not made
/// it at all, and leads only if it is no side issue and the first is not beyond doubt: one that nobody can
/// compute again, as its file is damaged, may still be far beyond all that explains it.
bool explainsDamage(const Suspect& proven, const Suspect& first)
{
    if (isOfNonFinite(first.reason))
        return isOfNonFinite(proven.reason);
    constexpr double kGrowth = 1000, kInGradients = 10'000; // which are sums that cancel
    constexpr double kSideIssue = 10, kBeyondDoubt = 1000;  // the latter of scores
    const bool isBehind = !(placeOf(proven) < placeOf(first));
    const bool isNumber
        = first.reason == SuspectReason::Growth || first.reason == SuspectReason::WorstElement;
    if (isBehind && isNumber && !first.recomputed && first.score > kBeyondDoubt)
        return false;
    const bool isGradient = first.opName.find(".backward") != std::string::npos
        && proven.opName.find(".backward") == std::string::npos;
    const double reach = isBehind ? kSideIssue : isGradient ? kInGradients : kGrowth;
    return !(proven.recomputed->targetError * reach < first.ownError.value_or(0));
}

void prove(Suspect& suspect)
{
    suspect.score = std::numeric_limits<double>::infinity();
    for (Message* why : {&suspect.why, &suspect.whyMade})
        *why = phrase("%1; %2", suspect.recomputed->text, *why);
}

/// Computes right what it was given, or nearly so, and what it was given wrong comes from others.
bool isAcquitted(const Suspect& suspect)
{
    return suspect.recomputed && !suspect.hasWrongInput
        && (suspect.recomputed->outcome == Outcome::Agrees
            || (suspect.recomputed->outcome == Outcome::Differs && isSlight(*suspect.recomputed)));
}

/// Proven ones that explain what is wrong in the order of execution, since a wrong operator does not make a
/// later one compute wrong; then the others as they were. Those that compute right are suspect no longer,
/// unless there is hard evidence that something is wrong: they come last then.
void putInOrder(Suspicion& suspicion)
{
    std::vector<Suspect>& suspects = suspicion.suspects;
    const auto open = std::find_if_not(suspects.begin(), suspects.end(), isAcquitted);
    const auto first = open == suspects.end() ? std::optional<Suspect>() : std::optional(*open);
    const auto leads = [&](const Suspect& suspect) {
        return isProven(suspect) && (placeOf(suspect) == placeOf(*first) || explainsDamage(suspect, *first));
    };
    const auto rest = std::stable_partition(suspects.begin(), suspects.end(), leads);
    std::stable_sort(
        suspects.begin(), rest, [](const Suspect& a, const Suspect& b) { return placeOf(a) < placeOf(b); });
    const auto hard = std::stable_partition(
        rest, suspects.end(), [](const Suspect& suspect) { return !isAcquitted(suspect); });
    const auto gone = std::stable_partition(
        hard, suspects.end(), [](const Suspect& suspect) { return std::isinf(suspect.score); });
    suspicion.cleared.assign(std::make_move_iterator(gone), std::make_move_iterator(suspects.end()));
    suspects.erase(gone, suspects.end());
}

} // namespace

std::string_view outcomeWord(Recomputation::Outcome outcome)
{
    switch (outcome) {
    case Outcome::Differs:
        return "differs";
    case Outcome::Agrees:
        return "agrees";
    case Outcome::Unclear:
        return "unclear";
    }
    return {};
}

void recomputeSuspects(
    const PairTable& pairs, const ModelPlaces& places, Suspicion& suspicion, TaskContext& task)
{
    if (suspicion.suspects.empty() && suspicion.near.empty())
        return;
    ModelNodes models(pairs, places, task);
    ProductNoise noise(pairs, suspicion);
    OperatorAttributes attributes;
    const auto recomputeOne = [&](Suspect& suspect) {
        // Parts are other calls than golden's.
        if (std::ranges::any_of(
                suspect.pairs, [&](std::size_t row) { return isOfParts(pairs.row(row).pair); })) {
            task.progress.advance();
            return false;
        }
        // A call that cannot be read is no news: the rows say it.
        auto done = recompute(pairs, suspect, suspicion.noise, noise, models, attributes, task);
        if (done && *done)
            suspect.recomputed = std::move(**done);
        task.progress.advance();
        return isProven(suspect);
    };
    for (Suspect& suspect : suspicion.suspects) {
        if (task.stopped())
            break;
        if (recomputeOne(suspect))
            prove(suspect);
        else if (suspect.recomputed) {
            for (Message* why : {&suspect.why, &suspect.whyMade})
                *why = phrase("%1; %2", *why, suspect.recomputed->text);
        }
    }
    for (Suspect& suspect : suspicion.near) {
        if (task.stopped() || !recomputeOne(suspect))
            continue;
        prove(suspect);
        suspicion.suspects.push_back(suspect);
    }
    putInOrder(suspicion);
    suspicion.note = models.note();
}

} // namespace dumpscope::core
