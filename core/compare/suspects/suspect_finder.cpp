// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_finder.h"

#include "compare/suspects/explained_error.h"
#include "compare/suspects/suspect_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory_resource>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostSuspects = 10;
/// Below this part of what is explained nothing can hide that the inputs do not.
constexpr double kNear = 0.2;

double ratio(double error, double explained)
{
    return error == 0 ? 0 : explained > 0 ? error / explained : kInfinity;
}

/// Errors that a run shows everywhere although no type tells: TF32, autocast, another order of summation,
/// rounded weights.
struct Noise {
    double outputs = 0;    ///< of operators
    double parameters = 0; ///< of the model's parameters
};

/// The error that a share of the list stays below; the list is reordered.
double quantile(std::vector<double>& errors, double share)
{
    const auto at
        = errors.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(errors.size() - 1));
    std::nth_element(errors.begin(), at, errors.end());
    return *at;
}

/// A fifth of all outputs lie below the noise, so a fault cannot raise it much, and it is bounded by what
/// the coarsest arithmetic in use does. Runs that mostly agree bit for bit have none. One wrong parameter
/// does not move the median of them.
Noise noiseOf(const TracedOperators& operators, PairBasis basis)
{
    std::vector<double> errors, parameters;
    std::size_t outputs = 0;
    double unit = 0;
    for (const TracedOperator& op : operators) {
        for (const TensorError& tensor : op.tensors) {
            if (tensor.basis != basis || !tensor.hasNumbers || tensor.isInteger || tensor.isBroken)
                continue;
            if (tensor.isParameter)
                parameters.push_back(tensor.relative);
            if (!tensor.isOutput)
                continue;
            unit = std::max(unit, tensor.unit);
            ++outputs;
            if (tensor.relative > 0 && std::isfinite(tensor.relative))
                errors.push_back(tensor.relative);
        }
    }
    // A statistic shows the error times a normal variable: a fifth of these are below 0.25, half below 0.67.
    const bool isShown = basis != PairBasis::Statistics;
    constexpr double kFifthOfNormal = 0.25, kHalfOfNormal = 0.67;
    Noise noise;
    if (parameters.size() > 1)
        noise.parameters = quantile(parameters, 0.5) / (isShown ? 1 : kHalfOfNormal);
    if (errors.empty() || 2 * errors.size() < outputs)
        return noise;
    // Single precision may hide bfloat16 inside the operators.
    constexpr double kSingle = 0x1p-20, kBFloat16 = 0x1p-8;
    const double most = unit <= kSingle ? kBFloat16 : isShown ? unit : 2 * kRoundingRms * unit;
    noise.outputs = std::min(most, quantile(errors, 0.2) / (isShown ? 1 : kFifthOfNormal));
    return noise;
}

struct FingerprintHash {
    std::size_t operator()(const TensorError::Fingerprint& print) const
    {
        std::size_t hash = 0;
        for (const NumberKey number : print)
            hash = number.mixedInto(hash);
        return hash;
    }
};

/// What is known of one rank and step on the way through it.
struct Place {
    explicit Place(std::pmr::memory_resource* memory)
        : wrong(memory)
        , carried(memory)
        , stepped(memory)
    {
    }

    template<typename T>
    using ByTensor = std::pmr::unordered_map<TensorError::Fingerprint, T, FingerprintHash>;
    ByTensor<double> wrong;   ///< errors seen of a tensor
    ByTensor<double> carried; ///< errors explained of a tensor
    std::pmr::unordered_set<TensorError::Fingerprint, FingerprintHash>
        stepped; ///< tensors whose errors sit in a few elements
    std::map<std::string, std::vector<const TensorError*>, std::less<>> forward;
    std::vector<std::string_view> modules;
    double most = 0; ///< largest relative error so far
    bool sawParts = false, sawWrongChoice = false, isBroken = false;
};

class Walk {
public:
    explicit Walk(const TracedOperators& operators)
        : m_operators(operators)
        , m_elements(noiseOf(operators, PairBasis::Elements))
        , m_statistics(noiseOf(operators, PairBasis::Statistics))
    {
        std::size_t parameters = 0, differing = 0;
        for (const TracedOperator& op : operators) {
            if (op.nature == OperatorNature::Collective)
                gather(op);
            for (const TensorError& tensor : op.tensors) {
                const bool counts = tensor.isParameter && !tensor.hasNumbers;
                parameters += counts ? 1 : 0;
                differing += counts && tensor.differs ? 1 : 0;
            }
        }
        m_parametersDiffer = differing > 1 && 2 * differing > parameters;
    }
    [[nodiscard]] double noise() const { return std::max(m_elements.outputs, m_statistics.outputs); }

    /// Of the operators seen so far, ascending row.
    std::vector<JudgedOutput> takeOutputs()
    {
        std::sort(m_outputs.begin(), m_outputs.end(),
            [](const JudgedOutput& a, const JudgedOutput& b) { return a.row < b.row; });
        return std::move(m_outputs);
    }

    Evidence judge(const TracedOperator& op)
    {
        Place& place = m_places.try_emplace({op.step, op.rank}, &m_memory).first->second;
        Inputs inputs = inputsOf(op, place);
        const double everything = unseenError(op, place, inputs);
        Evidence best = inputs.wrong;
        double own = 0;
        for (const TensorError& output : op.tensors) {
            if (!output.isOutput)
                continue;
            const Evidence evidence = judgeOutput(op, output, inputs, everything, place);
            note(evidence, inputs);
            if (evidence.score > best.score)
                best = evidence;
            if (output.differs)
                own = std::max(own, std::max(output.relative, std::numeric_limits<double>::min()));
        }
        if (inputs.choice != nullptr && own > 0)
            best = {SuspectReason::WrongChoice, kInfinity, inputs.choice, 0, 0};
        // More error than is explained, and a number that says why.
        if (!op.scalars.empty() && best.score > 1 && best.tensor->isOutput)
            best = {SuspectReason::WrongScalar, kInfinity, best.tensor, best.explained, 0, op.scalars};
        best.inherited = inputs.worst;
        best.hasInputs = inputs.any;
        remember(op, place);
        return best;
    }

private:
    struct Inputs {
        std::vector<InheritedError> errors;
        Evidence wrong;                      ///< an input nobody explains
        const TensorError* choice = nullptr; ///< an integer nobody explains
        double worst = 0;
        bool any = false, anyDiffers = false, anyBroken = false;
    };
    using PlaceKey = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    using CallKey = std::tuple<std::optional<std::int64_t>, std::string_view, std::uint32_t>;

    void note(const Evidence& evidence, const Inputs& inputs)
    {
        using Measure = JudgedOutput::Measure;
        const TensorError* const output = evidence.tensor;
        switch (evidence.reason) {
        case SuspectReason::Growth:
            m_outputs.push_back({output->row, Measure::RelativeL2, output->relative, evidence.explained,
                inputs.worst, inputs.any});
            break;
        case SuspectReason::WorstElement:
            m_outputs.push_back({output->row, Measure::WorstElement, output->largest, evidence.explained,
                inputs.worst, inputs.any});
            break;
        case SuspectReason::NormChange:
            m_outputs.push_back(
                {output->row, Measure::Norm, output->norm, evidence.explained, inputs.worst, inputs.any});
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

    [[nodiscard]] double expected(const TensorError& tensor) const
    {
        if (tensor.isInteger)
            return 0;
        const Noise& noise = noiseOfBasis(tensor);
        return std::max(
            {kRoundingRms * tensor.unit, noise.outputs, tensor.isParameter ? noise.parameters : 0});
    }

    /// What may have changed a tensor on the way to this operator. Parameters come from earlier steps; views
    /// and other operators that dumps leave out may have brought any earlier error to other tensors.
    [[nodiscard]] double mostBefore(
        const TensorError& tensor, const TracedOperator& op, const Place& place) const
    {
        if (!tensor.isParameter)
            return place.most;
        double most = 0;
        for (auto it = m_most.begin(); it != m_most.end() && it->first < op.step; ++it)
            most = std::max(most, it->second);
        return most;
    }

    Inputs inputsOf(const TracedOperator& op, const Place& place) const
    {
        Inputs inputs;
        for (const TensorError& tensor : op.tensors) {
            if (!tensor.isOutput)
                addInput(tensor, &op, place, inputs);
        }
        if (!op.forward.empty()) {
            // What the forward run kept for the backward one.
            for (auto it = place.forward.lower_bound(op.forward);
                 it != place.forward.end() && it->first.starts_with(op.forward); ++it) {
                for (const TensorError* tensor : it->second)
                    addInput(*tensor, nullptr, place, inputs);
            }
        }
        return inputs;
    }

    /// `op` if it was given the tensor, null if it kept it.
    void addInput(
        const TensorError& tensor, const TracedOperator* op, const Place& place, Inputs& inputs) const
    {
        inputs.any = true;
        inputs.anyDiffers |= tensor.differs;
        if (tensor.isBroken || (tensor.hasNumbers && !std::isfinite(tensor.relative))) {
            inputs.anyBroken = true;
            return;
        }
        if (op && tensor.isInteger && tensor.differs && !place.sawWrongChoice) {
            inputs.choice = &tensor;
            return;
        }
        if (!tensor.hasNumbers) {
            if (op && tensor.differs && isUnmade(tensor, *op, place))
                inputs.wrong = {SuspectReason::WrongInput, kInfinity, &tensor, 0, 0};
            return;
        }
        const double usual = expected(tensor);
        double relative = tensor.relative;
        if (tensor.basis == PairBasis::Statistics && !tensor.isInteger) {
            const auto carried = place.carried.find(tensor.fingerprint);
            relative = std::max(
                {relative, tensor.largest, usual, carried == place.carried.end() ? 0 : carried->second});
        }
        if (op)
            judgeInput(tensor, std::max(usual, mostBefore(tensor, *op, place)), place, inputs);
        double largest = std::max(tensor.largest, usual);
        // Statistics do not show the flipped element, only what it adds to the norm and the mean.
        if (tensor.goldenMax > 0 && place.stepped.contains(tensor.fingerprint))
            largest = std::max(largest, tensor.relative * tensor.goldenNorm / tensor.goldenMax);
        inputs.errors.push_back({&tensor, relative, largest});
        inputs.worst = std::max(inputs.worst, tensor.relative);
    }

    /// Of a checksum that differs: whether nothing earlier differs that could have made it so. Where most
    /// parameters differ, the runs are just not of the same model.
    [[nodiscard]] bool isUnmade(const TensorError& tensor, const TracedOperator& op, const Place& place) const
    {
        return (!tensor.isParameter || !m_parametersDiffer) && mostBefore(tensor, op, place) == 0;
    }

    /// Whether some earlier operator can have made the error of an input.
    static void judgeInput(const TensorError& tensor, double explained, const Place& place, Inputs& inputs)
    {
        const auto seen = place.wrong.find(tensor.fingerprint);
        if (tensor.isInteger || (seen != place.wrong.end() && 2 * seen->second >= tensor.relative))
            return;
        const double score = ratio(tensor.relative, explained);
        if (score > 1 && score > inputs.wrong.score)
            inputs.wrong = {SuspectReason::WrongInput, score, &tensor, explained, 0};
    }

    /// Errors that reach the operator by ways the dump does not show.
    double unseenError(const TracedOperator& op, Place& place, Inputs& inputs) const
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
        inputs.anyBroken |= isWhole && place.isBroken;
        if (op.nature == OperatorNature::Collective) {
            const double others = m_collectives.at({op.step, op.name, op.occurrence});
            if (std::isfinite(others))
                error = std::max(error, others);
            else
                inputs.anyBroken = true;
        }
        return error;
    }

    Evidence judgeOutput(const TracedOperator& op, const TensorError& output, const Inputs& inputs,
        double everything, Place& place) const
    {
        if (inputs.anyBroken)
            return {};
        if (output.isBroken) {
            const bool isShape = output.hasOtherShape;
            return place.isBroken ? Evidence {}
                                  : Evidence {isShape ? SuspectReason::ShapeChange : SuspectReason::NonFinite,
                                      kInfinity, &output, 0, 0};
        }
        if (!output.hasNumbers) {
            const bool isOwn = output.differs && inputs.any && !inputs.anyDiffers && everything == 0;
            return isOwn ? Evidence {SuspectReason::Bits, kInfinity, &output, 0, 0} : Evidence {};
        }
        const bool isElementwise = isElementwiseProduct(op);
        const bool isRepeated = repeats(op, output, inputs, everything, isElementwise);
        const double noise = noiseOfBasis(output).outputs;
        const ExplainedError explained = isRepeated
            ? explainRepeated(op, output, inputs, noise)
            : explainError(op.nature, isElementwise, inputs.errors, output, noise, everything);
        if (output.basis == PairBasis::Statistics && !output.isInteger) {
            double& carried = place.carried[output.fingerprint];
            // A normal variable is below an eighth once in ten times: more can hardly hide in statistics.
            const double most = std::max(8 * output.relative, expected(output));
            carried = std::max(carried, std::min(explained.relative, most));
        }
        Evidence evidence {SuspectReason::Growth, ratio(relativeOf(output, inputs), explained.relative),
            &output, explained.relative, 0};
        if (const double score = std::isfinite(output.largest) ? ratio(output.largest, explained.largest) : 0;
            score > evidence.score)
            evidence = {SuspectReason::WorstElement, score, &output, explained.largest, 0};
        const bool hasNorm = output.basis == PairBasis::Statistics && !output.isInteger && everything == 0
            && op.nature != OperatorNature::Stepping;
        if (const double score = hasNorm ? ratio(output.norm, explained.norm) : 0; score > evidence.score)
            evidence = {SuspectReason::NormChange, score, &output, explained.norm, 0};
        return evidence;
    }

    static bool isElementwiseProduct(const TracedOperator& op)
    {
        return op.type.find("mul") != std::string_view::npos && op.type.find("mat") == std::string_view::npos
            && op.type.find("Mat") == std::string_view::npos;
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
        std::vector<InheritedError> equal = inputs.errors;
        for (InheritedError& input : equal)
            input.relative = input.largest = 0;
        return explainError(op.nature == OperatorNature::Stepping ? OperatorNature::Smooth : op.nature,
            isElementwiseProduct(op), equal, output, std::min(noise, 4 * output.unit), 0);
    }

    /// Where golden is all zero, the inputs say what is large.
    static double relativeOf(const TensorError& output, const Inputs& inputs)
    {
        if (std::isfinite(output.relative) || inputs.errors.empty())
            return output.relative;
        return 0;
    }

    void remember(const TracedOperator& op, Place& place)
    {
        for (const TensorError& tensor : op.tensors) {
            place.isBroken |= tensor.isBroken;
            if (tensor.isOutput && tensor.differs
                && (tensor.isInteger || op.nature == OperatorNature::Stepping))
                place.sawWrongChoice = true;
            if (tensor.isOutput && tensor.hasNumbers && op.nature == OperatorNature::Stepping)
                place.stepped.insert(tensor.fingerprint);
            if (tensor.differs && !tensor.hasNumbers) // by an amount nobody knows
                place.most = std::max(place.most, std::numeric_limits<double>::min());
            if (!tensor.hasNumbers || tensor.isBroken || !(tensor.relative > 0))
                continue;
            double& wrong = place.wrong[tensor.fingerprint];
            wrong = std::max(wrong, tensor.relative);
            if (!tensor.isInteger && std::isfinite(tensor.relative))
                place.most = std::max(place.most, tensor.relative);
        }
        m_most[op.step] = std::max(m_most[op.step], place.most);
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
    bool m_parametersDiffer = false;                      ///< most of those with checksums
    std::map<std::optional<std::int64_t>, double> m_most; ///< largest relative error of a step
    std::pmr::monotonic_buffer_resource m_memory;         ///< of places: in few pieces
    std::map<PlaceKey, Place> m_places;
    std::map<CallKey, double> m_collectives;
    std::vector<JudgedOutput> m_outputs;
};

Suspect suspectOf(const TracedOperator& op, const Evidence& evidence, const PairTable& pairs)
{
    Suspect suspect;
    suspect.opName = op.name;
    suspect.opType = op.type;
    suspect.rank = op.rank;
    suspect.step = op.step;
    suspect.order = op.order;
    suspect.score = evidence.score;
    suspect.inheritedError = evidence.inherited;
    suspect.why = suspectText(evidence, pairs);
    suspect.hasWrongInput = evidence.reason == SuspectReason::WrongInput
        || evidence.reason == SuspectReason::WrongChoice || evidence.reason == SuspectReason::WrongScalar;
    suspect.pairs.push_back(evidence.tensor->row);
    for (const TensorError& tensor : op.tensors) {
        if (tensor.isOutput)
            suspect.ownError = std::max(
                suspect.ownError, tensor.isBroken || !tensor.hasNumbers ? kInfinity : tensor.relative);
        if (tensor.row != evidence.tensor->row)
            suspect.pairs.push_back(tensor.row);
    }
    return suspect;
}

} // namespace

Suspicion SuspectFinder::suspicion() const
{
    const TracedOperators& operators = m_trace.operators();
    std::vector<const TracedOperator*> order;
    order.reserve(operators.size());
    for (const TracedOperator& op : operators)
        order.push_back(&op);
    // Ranks run side by side.
    const auto isBefore = [](const TracedOperator* a, const TracedOperator* b) {
        return std::tie(a->step, a->order, a->rank) < std::tie(b->step, b->order, b->rank);
    };
    if (!std::is_sorted(order.begin(), order.end(), isBefore))
        std::stable_sort(order.begin(), order.end(), isBefore);
    struct Found {
        const TracedOperator* op;
        Evidence evidence;
    };
    std::vector<Found> suspects, near;
    Suspicion suspicion;
    Walk walk(operators);
    suspicion.noise = walk.noise();
    for (const TracedOperator* op : order) {
        const Evidence evidence = walk.judge(*op);
        ++suspicion.judged;
        if (evidence.score > kSuspectScore)
            suspects.push_back({op, evidence});
        else if (evidence.score > kNear)
            near.push_back({op, evidence});
        if (evidence.score <= kSuspectScore && evidence.score > suspicion.closestScore) {
            suspicion.closestScore = evidence.score;
            suspicion.closest = op->name;
        }
    }
    suspicion.outputs = walk.takeOutputs();
    // The first wrong operator makes others look wrong, never the other way round.
    const auto isWorse = [](const Found& a, const Found& b) { return a.evidence.score > b.evidence.score; };
    if (suspects.size() > 1)
        std::stable_sort(suspects.begin() + 1, suspects.end(), isWorse);
    std::stable_sort(near.begin(), near.end(), isWorse);
    for (const auto& [found, told] :
        {std::pair(&suspects, &suspicion.suspects), std::pair(&near, &suspicion.near)}) {
        found->resize(std::min(found->size(), kMostSuspects));
        for (const Found& one : *found)
            told->push_back(suspectOf(*one.op, one.evidence, m_trace.pairs()));
    }
    return suspicion;
}

} // namespace dumpscope::core
