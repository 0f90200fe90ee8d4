// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_walk.h"

#include "compare/suspects/explained_error.h"
#include "compare/suspects/known_effects.h"
#include "compare/suspects/measured_noise.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/walked_place.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory_resource>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kQuiet = 64; ///< units that sums of an operator that was not dumped may differ by
constexpr std::string_view kIdleGradient = "the gradient of a bias is nothing but rounding in golden: what "
                                           "it sums cancels, as before a normalisation";
constexpr std::string_view kTurned = "a few elements of what was zero at first are moved as far as other "
                                     "parameters but the other way, as optimizers that scale "
                                     "gradients do where one is next to zero";
constexpr std::string_view kFollowsChoice
    = "it follows a choice between values that nearly tie, which rounding makes otherwise";

double ratio(double error, double explained)
{
    return error == 0 ? 0 : explained > 0 ? error / explained : kInfinity;
}

} // namespace

class SuspectWalk::Walk {
public:
    explicit Walk(const TracedOperators& operators)
        : m_operators(operators)
        , m_elements(noiseOf(operators, PairBasis::Elements))
        , m_statistics(noiseOf(operators, PairBasis::Statistics))
        , m_idle(operators)
    {
        for (const TracedOperator& op : operators) {
            if (op.nature == OperatorNature::Collective)
                gather(op);
            if (op.isModule && !op.forward.empty())
                m_backward.try_emplace({op.step, op.rank, op.forward}, &op);
            m_hasWriters = m_hasWriters || writesOverFirstInput(op.type);
            Parameters& parameters = m_parameters[op.step];
            for (const TensorError& tensor : op.tensors) {
                // Ones and zeros are the same in every type.
                if (!tensor.isParameter || (tensor.isConstant && !tensor.differs))
                    continue;
                ++parameters.count;
                parameters.differing += differsForSure(tensor) ? 1 : 0;
            }
        }
    }
    void finish(Suspicion& suspicion)
    {
        const auto isBefore = [](const auto& a, const auto& b) { return a.row < b.row; };
        std::sort(m_outputs.begin(), m_outputs.end(), isBefore);
        std::stable_sort(m_effects.begin(), m_effects.end(), isBefore);
        const auto again = std::ranges::unique(m_effects, {}, &KnownEffect::row);
        m_effects.erase(again.begin(), again.end());
        suspicion.noise = std::max(m_elements.outputs, m_statistics.outputs);
        suspicion.choice = m_choice;
        suspicion.outputs = std::move(m_outputs);
        suspicion.effects = std::move(m_effects);
    }

    Evidence judge(const TracedOperator& op)
    {
        WalkedPlace& place = m_places.try_emplace({op.step, op.rank}, &m_memory).first->second;
        place.step = op.step;
        Inputs inputs = inputsOf(op, place);
        const UnseenError unseen = unseenError(op, place, inputs);
        Evidence best = inputs.wrong;
        double own = 0;
        for (const TensorError& output : op.tensors) {
            if (!output.isOutput)
                continue;
            const Evidence evidence = judgeOutput(op, output, inputs, unseen, place);
            note(evidence, inputs, place);
            if (evidence.score > best.score)
                best = evidence;
            // Statistics of truth values are the same whichever of them are true.
            if (output.differs || (output.isTruth && output.basis == PairBasis::Statistics))
                own = std::max(own, std::max(output.relative, std::numeric_limits<double>::min()));
        }
        if (inputs.choice != nullptr && own > 0 && !tellsOfNonFinite(best.reason))
            best = {SuspectReason::WrongChoice, kInfinity, inputs.choice, 0, 0};
        // More error than is explained, and a number that says why.
        if (!op.scalars.text.empty() && best.score > 1 && best.tensor->isOutput)
            best = {SuspectReason::WrongScalar, kInfinity, best.tensor, best.explained, 0, op.scalars.text};
        // `x[0] = nan` has no output that shows it.
        if (op.scalars.isNaN && writesOverFirstInput(op.type) && !tellsOfNonFinite(best.reason)
            && !hasNonFiniteBefore(op, place)) {
            best = {SuspectReason::WrongScalar, kInfinity, &op.tensors.front(), 0, 0, op.scalars.text};
            place.isNonFinite = true;
        }
        best.inherited = inputs.worst;
        best.hasInputs = inputs.any;
        best.knowsInputs = inputs.isMeasured();
        best.hasExtremesOnly = inputs.hasExtremesOnly && !inputs.anyUnmeasured;
        best.looksBefore = best.tensor != nullptr && best.tensor->isParameter
            ? !m_most.empty() && m_most.begin()->first < op.step
            : place.sawParts || !place.modules.empty();
        best.foundBefore = place.most > 0;
        if (!(best.score > kSuspectScore))
            excuse(op, place);
        remember(op, place);
        return best;
    }

private:
    struct Inputs {
        std::vector<InheritedError> errors;
        Evidence wrong;                      ///< an input nobody explains
        const TensorError* choice = nullptr; ///< an integer nobody explains
        double worst = 0;
        bool any = false, anyDiffers = false, anyBroken = false, anyNonFinite = false;
        bool anyUnmeasured = false;
        bool hasExtremesOnly = false; ///< some integer, which may differ all the same
        /// `worst` is that of all
        [[nodiscard]] bool isMeasured() const
        {
            return any && !anyUnmeasured && !(worst == 0 && hasExtremesOnly);
        }
    };
    /// Of the model. Where most differ, the runs are just not of the same model.
    struct Parameters {
        std::size_t count = 0, differing = 0;
        [[nodiscard]] bool mostlyDiffer() const { return differing > 1 && 2 * differing > count; }
        [[nodiscard]] bool mostlyAgree() const
        {
            return count > 2 && 8 * differing <= std::max<std::size_t>(count, 8);
        }
    };
    using Step = std::optional<std::int64_t>;
    using PlaceKey = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    using CallKey = std::tuple<std::optional<std::int64_t>, std::string_view, std::uint32_t>;
    using ModuleKey = std::tuple<Step, std::optional<std::int64_t>, std::string_view>; ///< forward name

    void note(const Evidence& evidence, const Inputs& inputs, const WalkedPlace& place)
    {
        using Measure = JudgedOutput::Measure;
        const TensorError* const output = evidence.tensor;
        switch (evidence.reason) {
        case SuspectReason::Growth:
            m_outputs.push_back({output->row, Measure::RelativeL2, output->relative, evidence.explained,
                inputs.worst, inputs.any, inputs.isMeasured(), place.gated});
            break;
        case SuspectReason::WorstElement:
            m_outputs.push_back({output->row, Measure::WorstElement, output->largest, evidence.explained,
                inputs.worst, inputs.any, inputs.isMeasured(), place.gated});
            break;
        case SuspectReason::NormChange:
            m_outputs.push_back({output->row, Measure::Norm, output->norm, evidence.explained, inputs.worst,
                inputs.any, inputs.isMeasured(), place.gated});
            break;
        default: // no numbers to explain
            break;
        }
    }

    /// A collective gives every rank what all of them put in.
    void gather(const TracedOperator& op)
    {
        double& most = m_collectives[{op.step, op.name, op.occurrence}];
        for (const TensorError& tensor : op.tensors) {
            if (tensor.isOutput)
                continue;
            const bool isUnknown = tensor.isBroken || (tensor.differs && !tensor.hasNumbers);
            most = std::max(most, isUnknown ? kInfinity : tensor.relative);
        }
    }

    [[nodiscard]] const Noise& noiseOfBasis(const TensorError& tensor) const
    {
        return tensor.basis == PairBasis::Statistics ? m_statistics : m_elements;
    }

    /// Of a tensor that an operator of the step has.
    [[nodiscard]] double expected(const TensorError& tensor, Step step) const
    {
        if (tensor.isInteger)
            return 0;
        const Noise& noise = noiseOfBasis(tensor);
        const auto parameters = tensor.isParameter ? noise.parameters.find(step) : noise.parameters.end();
        return std::max({kRoundingRms * tensor.unit, noise.outputs,
            parameters == noise.parameters.end() ? 0 : parameters->second});
    }

    /// What may have changed a tensor on the way to this operator. Parameters come from earlier steps; views
    /// and other operators that dumps leave out may have brought any earlier error to other tensors.
    [[nodiscard]] double mostBefore(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        if (!tensor.isParameter)
            return place.most;
        double most = 0;
        for (auto it = m_most.begin(); it != m_most.end() && it->first < op.step; ++it)
            most = std::max(most, it->second);
        return most;
    }

    Inputs inputsOf(const TracedOperator& op, const WalkedPlace& place)
    {
        Inputs inputs;
        for (const TensorError& tensor : op.tensors) {
            if (!tensor.isOutput)
                addInput(tensor, &op, place, inputs);
        }
        if (op.forward.empty())
            return inputs;
        const TracedOperator* const backward = op.isGradientList ? backwardOf(op) : nullptr;
        // What the forward run kept for the backward one.
        for (auto it = place.forward.lower_bound(op.forward);
             it != place.forward.end() && it->first.starts_with(op.forward); ++it) {
            for (const TensorError* tensor : it->second) {
                if (backward == nullptr || !(tensor->isOutput || tensor->isParameter))
                    addInput(*tensor, nullptr, place, inputs);
            }
        }
        // A weight's gradient sums products of what the module was given in both directions.
        if (backward != nullptr) {
            for (const TensorError& tensor : backward->tensors) {
                if (!tensor.isOutput)
                    addInput(tensor, nullptr, place, inputs);
            }
        }
        return inputs;
    }

    /// The entry that says what gradient the module got; it stands behind the gradients of its parameters.
    [[nodiscard]] const TracedOperator* backwardOf(const TracedOperator& op) const
    {
        const auto found = m_backward.find({op.step, op.rank, op.forward});
        const auto has = [](const auto& tensors) {
            return std::any_of(tensors.begin(), tensors.end(), [](const TensorError& tensor) {
                return !tensor.isOutput && tensor.hasNumbers && !tensor.isBroken;
            });
        };
        return found != m_backward.end() && has(found->second->tensors) ? found->second : nullptr;
    }

    /// Recorded sums of equal tensors may end in other digits.
    [[nodiscard]] static bool differsForSure(const TensorError& tensor)
    {
        return tensor.differs && !tensor.isSlight;
    }

    /// Another mask is no NaN: that is where nothing is left of a row, in what softmax gives.
    [[nodiscard]] static bool isSpoilt(const TensorError& tensor)
    {
        return tensor.isNonFinite && !tensor.isMask;
    }

    /// Another number of rows, where a choice between values that nearly tie brought it.
    [[nodiscard]] static bool isReshaped(const TensorError& tensor, const WalkedPlace& place)
    {
        return place.isReshaped && tensor.hasOtherShape && !tensor.isNonFinite;
    }

    /// `op` if it was given the tensor, null if it kept it.
    void addInput(
        const TensorError& tensor, const TracedOperator* op, const WalkedPlace& place, Inputs& inputs)
    {
        inputs.any = true;
        if (op && isLeftover(tensor, *op, place)) {
            m_effects.push_back({tensor.row, "what stood in the memory that is written here"});
            return;
        }
        inputs.anyDiffers |= tensor.differs;
        inputs.anyUnmeasured |= !tensor.hasNumbers || tensor.isBroken;
        inputs.hasExtremesOnly |= tensor.hasExtremesOnly;
        const bool isGross = tensor.hasNumbers && !std::isfinite(tensor.relative);
        if (isReshaped(tensor, place) || (place.choice > 0 && isGross && !tensor.isBroken))
            return;
        if (tensor.isBroken || isGross) {
            inputs.anyBroken = true;
            inputs.anyNonFinite |= isSpoilt(tensor);
            if (op && isSpoilt(tensor) && !hasNonFiniteBefore(*op, place)
                && !tellsOfNonFinite(inputs.wrong.reason))
                inputs.wrong = {SuspectReason::NonFiniteInput, kInfinity, &tensor, 0, 0};
            if (op && !tensor.isBroken)
                judgeFilled(tensor, *op, place, inputs);
            return;
        }
        if (op && tensor.isInteger && differsForSure(tensor) && !place.sawWrongChoice) {
            inputs.choice = &tensor;
            return;
        }
        // A checksum, or one parameter of a model that agrees bit for bit elsewhere.
        const bool isFact
            = !tensor.hasNumbers || (tensor.isParameter && m_parameters.at(place.step).mostlyAgree());
        if (op && isFact && differsForSure(tensor) && !tellsOfNonFinite(inputs.wrong.reason)
            && isUnmade(tensor, *op, place))
            inputs.wrong = {SuspectReason::WrongInput, kInfinity, &tensor, 0, 0};
        if (!tensor.hasNumbers)
            return;
        const double usual = expected(tensor, place.step);
        double relative = tensor.relative;
        if (tensor.basis == PairBasis::Statistics && !tensor.isInteger) {
            const auto carried = place.carried.find(tensor.fingerprint);
            relative = std::max(
                {relative, tensor.largest, usual, carried == place.carried.end() ? 0 : carried->second});
        }
        if (op && relative > kSuspectScore * usual && m_idle.contains(tensor, *op))
            m_effects.push_back({tensor.row,
                "a bias is moved as far as other parameters but elsewhere than golden's, as optimizers that "
                "scale gradients do with one that is only rounding"});
        else if (op && relative > kSuspectScore * usual
            && m_idle.isTurned(tensor, *op, kSuspectScore * usual))
            m_effects.push_back({tensor.row, std::string(kTurned)});
        else if (op)
            judgeInput(tensor,
                std::max({isQuiet(tensor, *op, place) ? std::min(usual, kQuiet * tensor.unit) : usual,
                    mostBefore(tensor, *op, place),
                    tensor.isWhole || tensor.isInteger ? place.mostChoice : place.choice}),
                place, inputs);
        double largest = std::max(tensor.largest, usual);
        // Extremes that agree say nothing of the elements between; three standard deviations of these.
        if (tensor.basis == PairBasis::Statistics && tensor.goldenMax > 0)
            largest = std::max(largest, 3 * tensor.relative * tensor.goldenRms() / tensor.goldenMax);
        // Statistics do not show the flipped element, only what it adds to the norm and the mean.
        if (tensor.goldenMax > 0 && place.stepped.contains(tensor.fingerprint))
            largest = std::max(largest, tensor.relative * tensor.goldenNorm / tensor.goldenMax);
        // Nor do they show the element that a gate let through on one side only.
        if (tensor.basis == PairBasis::Statistics && place.gatedTensors.contains(tensor.fingerprint))
            largest = std::max(largest, 1.0);
        inputs.errors.push_back({&tensor, relative, largest});
        inputs.worst = std::max(inputs.worst, tensor.relative);
    }

    /// Everything so far agrees bit for bit, what this kind of operator was given before as well: the noise
    /// of the run, which others make behind it, explains nothing here.
    static bool isQuiet(const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place)
    {
        return !tensor.isParameter && place.most == 0 && place.repeated.contains(op.type);
    }

    /// What nobody has made and the operator writes over: memory that was never filled. NaN is told of
    /// wherever it shows, and what the noise or an earlier error explains is an input like any other.
    [[nodiscard]] bool isLeftover(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        return tensor.differs && tensor.isFirstInput && tensor.hasNumbers && !tensor.isBroken
            && !tensor.hasNonFinite && writesOverFirstInput(op.type)
            && tensor.relative > kSuspectScore * expected(tensor, place.step)
            && !place.wrong.contains(tensor.fingerprint) && !place.seen.contains(tensor.fingerprint);
    }

    /// Rows that follow another choice between values that nearly tie: nobody can tell what they should be.
    void excuse(const TracedOperator& op, const WalkedPlace& place)
    {
        for (const TensorError& tensor : op.tensors) {
            if (place.choice > 0 && tensor.hasNumbers && !tensor.isInteger && !tensor.isBroken
                && tensor.relative > kSuspectScore * expected(tensor, place.step))
                m_effects.push_back({tensor.row, std::string(kFollowsChoice)});
        }
    }

    /// An input that is all zero in golden and not in the target, against the largest of the operator.
    void judgeFilled(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place, Inputs& inputs) const
    {
        double largest = 0;
        for (const TensorError& other : op.tensors)
            largest = std::max(largest, other.goldenMax);
        if (tensor.isInteger || !(largest > 0) || place.wrong.contains(tensor.fingerprint))
            return;
        const double explained = std::max(expected(tensor, op.step), mostBefore(tensor, op, place));
        const double score = ratio(tensor.maxError / largest, explained);
        if (score > inputs.wrong.score)
            inputs.wrong = {SuspectReason::WrongInput, score, &tensor, explained, 0};
    }

    /// Whether NaN or infinities came up before, in the rank and step or in any earlier step.
    [[nodiscard]] bool hasNonFiniteBefore(const TracedOperator& op, const WalkedPlace& place) const
    {
        return place.isNonFinite || (m_nonFiniteStep && *m_nonFiniteStep < op.step);
    }

    /// Of a checksum that differs: whether nothing earlier differs that could have made it so.
    [[nodiscard]] bool isUnmade(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const
    {
        return (!tensor.isParameter || !m_parameters.at(op.step).mostlyDiffer())
            && mostBefore(tensor, op, place) == 0;
    }

    /// Whether some earlier operator can have made the error of an input.
    static void judgeInput(
        const TensorError& tensor, double explained, const WalkedPlace& place, Inputs& inputs)
    {
        const auto seen = place.wrong.find(tensor.fingerprint);
        if (tensor.isInteger || (seen != place.wrong.end() && 2 * seen->second >= tensor.relative))
            return;
        const double score = ratio(tensor.relative, explained);
        if (score > 1 && score > inputs.wrong.score)
            inputs.wrong = {SuspectReason::WrongInput, score, &tensor, explained, 0};
    }

    /// Errors that reach the operator by ways the dump does not show.
    UnseenError unseenError(const TracedOperator& op, WalkedPlace& place, Inputs& inputs) const
    {
        bool isWhole = op.isGradientList || !inputs.any;
        if (op.isModule) {
            const auto isPart = [&](std::string_view path) {
                return path.size() > op.modulePath.size() && path.starts_with(op.modulePath)
                    && path[op.modulePath.size()] == '.';
            };
            isWhole |= place.sawParts || std::any_of(place.modules.begin(), place.modules.end(), isPart);
        }
        double error = isWhole ? place.most : 0;
        // Two gradients that are nothing but rounding differ by √2, twice what is explained.
        if (op.isGradientList)
            error = std::min(error, std::sqrt(0.5));
        error = std::max(error, place.choice);
        inputs.anyBroken |= isWhole && place.isBroken;
        if (op.nature == OperatorNature::Collective) {
            const double others = m_collectives.at({op.step, op.name, op.occurrence});
            if (std::isfinite(others))
                error = std::max(error, others);
            else
                inputs.anyBroken = inputs.anyNonFinite = true;
        }
        return {error, std::max(error, isWhole ? place.mostLargest : 0)};
    }

    Evidence judgeOutput(const TracedOperator& op, const TensorError& output, const Inputs& inputs,
        const UnseenError& unseen, WalkedPlace& place)
    {
        const double everything = unseen.relative;
        if (output.isNonFinite && !isSpoilt(output))
            return {};
        if (output.isNonFinite) {
            const bool isBorn = !inputs.anyNonFinite && !hasNonFiniteBefore(op, place);
            return isBorn ? Evidence {SuspectReason::NonFinite, kInfinity, &output, 0, 0} : Evidence {};
        }
        if (inputs.anyBroken)
            return {};
        if (output.isBroken) {
            if (place.isBroken)
                return {};
            const auto given = std::count_if(op.tensors.begin(), op.tensors.end(),
                [](const TensorError& tensor) { return !tensor.isOutput; });
            if (place.mostChoice > 0 && hasShapeOfValues(op.type, static_cast<std::size_t>(given))) {
                m_effects.push_back({output.row, std::string(kFollowsChoice)});
                place.isReshaped = true;
                return {};
            }
            return place.isReshaped ? Evidence {}
                                    : Evidence {SuspectReason::ShapeChange, kInfinity, &output, 0, 0};
        }
        if (!output.hasNumbers) {
            // Gradients are often one number repeated, of which some checksums see nothing.
            const bool isUnsure = !op.forward.empty() && place.most > 0;
            const bool isOwn
                = output.differs && inputs.any && !inputs.anyDiffers && everything == 0 && !isUnsure;
            return isOwn ? Evidence {SuspectReason::Bits, kInfinity, &output, 0, 0} : Evidence {};
        }
        if (!std::isfinite(output.relative) && !output.isInteger)
            return judgeAgainstNothing(op, output, inputs, everything);
        if (const auto idle = explainedIdle(op, output)) {
            const double score = ratio(output.relative, *idle);
            if (score <= kSuspectScore && output.relative > kSuspectScore * expected(output, op.step))
                m_effects.push_back({output.row, std::string(kIdleGradient)});
            return {SuspectReason::Growth, score, &output, *idle, 0};
        }
        const bool isElementwise = isElementwiseProduct(op.type);
        const bool isRepeated = repeats(op, output, inputs, everything, isElementwise);
        const double noise = noiseOfBasis(output).outputs;
        ExplainedError explained = isRepeated
            ? explainRepeated(op, output, inputs, noise)
            : explainError(op.nature, isElementwise, inputs.errors, output, noise,
                output.isInteger || output.isWhole ? UnseenError {std::max(everything, place.mostChoice),
                    std::max(unseen.largest, place.mostChoice)}
                                                   : unseen);
        const bool isGated = !isRepeated && hasGates(op.type, !op.forward.empty());
        if (isGated)
            explainGates(inputs.errors, output, explained);
        if (output.basis == PairBasis::Statistics && !output.isInteger) {
            double& carried = place.carried[output.fingerprint];
            // A normal variable is below an eighth once in ten times: more can hardly hide in statistics.
            const double most = std::max(8 * output.relative, expected(output, op.step));
            carried = std::max(carried, std::min(explained.relative, most));
        }
        Evidence evidence {SuspectReason::Growth, ratio(output.relative, explained.relative), &output,
            explained.relative, 0};
        if (const double score = std::isfinite(output.largest) ? ratio(output.largest, explained.largest) : 0;
            score > evidence.score)
            evidence = {SuspectReason::WorstElement, score, &output, explained.largest, 0};
        const bool hasNorm = output.basis == PairBasis::Statistics && !output.isInteger && everything == 0
            && op.nature != OperatorNature::Stepping && place.mostChoice == 0; // rows may be exchanged
        if (const double score = hasNorm ? ratio(output.norm, explained.norm) : 0; score > evidence.score)
            evidence = {SuspectReason::NormChange, score, &output, explained.norm, 0};
        if (isGated && evidence.score > 0 && evidence.score <= kSuspectScore) {
            place.gated = std::max(place.gated, explained.relative);
            place.gatedTensors.insert(output.fingerprint);
        }
        return evidence;
    }

    /// What explains the error of a gradient that is nothing but rounding; absent of others.
    [[nodiscard]] std::optional<double> explainedIdle(
        const TracedOperator& op, const TensorError& output) const
    {
        const TracedOperator* const giver = op.isGradientList ? backwardOf(op) : &op;
        return giver ? explainIdleGradient(op, output, *giver, noiseOfBasis(output).outputs) : std::nullopt;
    }

    /// Where golden is all zero, the inputs say what is large.
    Evidence judgeAgainstNothing(
        const TracedOperator& op, const TensorError& output, const Inputs& inputs, double everything) const
    {
        double rms = 0, largest = 0, relative = everything;
        for (const InheritedError& input : inputs.errors) {
            const double size = input.tensor->goldenRms();
            rms = op.nature == OperatorNature::Bilinear && rms > 0 ? rms * size : std::max(rms, size);
            largest = std::max(largest, input.tensor->goldenMax);
            relative = std::max({relative, input.relative, input.largest});
        }
        if (!(rms > 0))
            return {};
        const double error = output.errorNorm / std::sqrt(output.count) / rms;
        const double explained = std::max(relative, expected(output, op.step));
        return {SuspectReason::Growth, ratio(error, explained), &output, explained, 0};
    }

    /// Whether the operator got on both sides what is equal bit for bit, and is of a kind that has no coarser
    /// way to compute: the noise of the run, which others make, explains nothing then.
    static bool repeats(const TracedOperator& op, const TensorError& output, const Inputs& inputs,
        double everything, bool isElementwise)
    {
        if (!inputs.any || inputs.anyDiffers || everything > 0 || !op.forward.empty() || output.isInteger
            || op.isModule)
            return false;
        return op.nature == OperatorNature::Linear || op.nature == OperatorNature::Inverting
            || op.nature == OperatorNature::Stepping
            || (op.nature == OperatorNature::Bilinear && isElementwise);
    }

    /// Equal inputs leave open a few last digits, and no steps.
    static ExplainedError explainRepeated(
        const TracedOperator& op, const TensorError& output, const Inputs& inputs, double noise)
    {
        constexpr double kSingle = 0x1p-20;
        noise = std::min(noise, 4 * output.unit);
        // Equal statistics may hide another last digit, and single precision has several ways to a function.
        if (output.basis == PairBasis::Statistics && output.unit <= kSingle)
            noise = std::max(noise, 2 * output.unit);
        std::vector<InheritedError> equal = inputs.errors;
        for (InheritedError& input : equal)
            input.relative = input.largest = 0;
        return explainError(op.nature == OperatorNature::Stepping ? OperatorNature::Smooth : op.nature,
            isElementwiseProduct(op.type), equal, output, noise, {});
    }

    void remember(const TracedOperator& op, WalkedPlace& place)
    {
        for (const TensorError& tensor : op.tensors) {
            if (isLeftover(tensor, op, place))
                continue;
            if (tensor.isOutput && tensor.hasNumbers && m_hasWriters)
                place.seen.insert(tensor.fingerprint);
            place.mostChoice = std::max(place.mostChoice, choiceError(op, tensor));
            if (place.mostChoice > 0 && tensor.isInteger
                && (tensor.relative > 0 || isReshaped(tensor, place)))
                m_choice = place.choice = place.mostChoice;
            place.isBroken |= tensor.isBroken && !isReshaped(tensor, place);
            place.isNonFinite |= isSpoilt(tensor);
            if (tensor.isOutput && tensor.differs
                && (tensor.isInteger || op.nature == OperatorNature::Stepping))
                place.sawWrongChoice = true;
            if (tensor.isOutput && tensor.hasNumbers && op.nature == OperatorNature::Stepping)
                place.stepped.insert(tensor.fingerprint);
            if (tensor.differs && !(tensor.hasNumbers && tensor.relative > 0)) // by an amount nobody knows
                place.most = std::max(place.most, std::numeric_limits<double>::min());
            if (!tensor.hasNumbers || tensor.isBroken || !(tensor.relative > 0))
                continue;
            double& wrong = place.wrong[tensor.fingerprint];
            wrong = std::max(wrong, tensor.relative);
            // Of next to nothing: no other tensor is off by as much because of it.
            if (tensor.relative > 1 && explainedIdle(op, tensor))
                continue;
            if (!tensor.isInteger && std::isfinite(tensor.relative))
                place.most = std::max(place.most, tensor.relative);
            if (!tensor.isInteger && std::isfinite(tensor.largest))
                place.mostLargest = std::max(place.mostLargest, tensor.largest);
        }
        const auto agrees = [](const TensorError& tensor) { return tensor.isOutput || !tensor.differs; };
        if (place.most == 0 && std::ranges::all_of(op.tensors, agrees))
            place.repeated.insert(op.type);
        m_most[op.step] = std::max(m_most[op.step], place.most);
        if (place.isNonFinite && !m_nonFiniteStep)
            m_nonFiniteStep = op.step;
        if (op.isModule)
            place.modules.push_back(op.modulePath);
        else
            place.sawParts = true;
        constexpr std::string_view kForward = ".forward";
        const std::size_t at = op.forward.empty() ? op.name.rfind(kForward) : std::string_view::npos;
        if (at == std::string_view::npos)
            return;
        auto& kept = place.forward[std::string(op.name.substr(0, at + kForward.size()))];
        for (const TensorError& tensor : op.tensors)
            kept.push_back(&tensor);
    }

    const TracedOperators& m_operators;
    Noise m_elements, m_statistics;
    std::map<std::optional<std::int64_t>, Parameters> m_parameters; ///< of a step
    std::map<std::optional<std::int64_t>, double> m_most;           ///< largest relative error of a step
    std::optional<std::optional<std::int64_t>> m_nonFiniteStep; ///< the first with other NaN or infinities
    std::pmr::monotonic_buffer_resource m_memory;               ///< of places: in few pieces
    std::map<PlaceKey, WalkedPlace> m_places;
    std::map<CallKey, double> m_collectives;
    std::map<ModuleKey, const TracedOperator*> m_backward; ///< of modules
    std::vector<JudgedOutput> m_outputs;
    std::vector<KnownEffect> m_effects;
    IdleParameters m_idle;
    double m_choice = 0;       ///< error that near-ties brought, where they show
    bool m_hasWriters = false; ///< operators that write over an input
};

SuspectWalk::SuspectWalk(const TracedOperators& operators)
    : m_walk(std::make_unique<Walk>(operators))
{
}

SuspectWalk::~SuspectWalk() = default;

Evidence SuspectWalk::judge(const TracedOperator& op)
{
    return m_walk->judge(op);
}

void SuspectWalk::finish(Suspicion& suspicion)
{
    m_walk->finish(suspicion);
}

} // namespace dumpscope::core
