// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/class_scores.h"
#include "compare/recompute/loss_arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

/// The gradient of a loss by one element, before that of the loss itself is multiplied in.
struct LossSlope {
    std::function<ExactElement(std::uint64_t index)> at;
    std::function<std::uint64_t(std::uint64_t index)> lossOf; ///< the loss that an element goes into
    std::uint64_t counted = 0;                                ///< losses of which a mean is taken
    Shape losses;
    double cost = 8;
    Message text;
};

struct ElementSlope {
    std::string_view type;
    Form<0> text;
    ExactElement (*at)(double x, double y);
};
constexpr Form<0> kOfElements("gradient of the losses");
constexpr std::array kElementSlopes {
    ElementSlope {"mselossbackward", kOfElements,
        [](double x, double y) {
            return ExactElement {2 * (x - y), 2 * std::fabs(x - y)};
        }},
    ElementSlope {"l1lossbackward", kOfElements,
        [](double x, double y) {
            return ExactElement {x > y ? 1.0 : x < y ? -1.0 : 0.0, 1};
        }},
    // PyTorch takes it in steps, of which the last one brings the losses together.
    ElementSlope {"l1lossbackward", Form<0>("what each loss is given"),
        [](double, double) {
            return ExactElement {1, 1};
        }},
    ElementSlope {"binarycrossentropywithlogitsbackward", kOfElements,
        [](double x, double y) {
            const double share = 1 / (1 + std::exp(-x));
            return ExactElement {share - y, std::max(share, std::fabs(y))};
        }},
    ElementSlope {"binarycrossentropybackward", kOfElements,
        [](double x, double y) {
            constexpr double kLeast = 1e-12; // of PyTorch
            const double value = (x - y) / std::max(x * (1 - x), kLeast);
            return ExactElement {value, std::fabs(value)};
        }},
};

/// Gradients of losses over classes and of single elements, by their scores or elements.
class LossGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types {"crossentropybackward", "nlllossbackward"};
        for (const ElementSlope& slope : kElementSlopes) {
            if (types.back() != slope.type)
                types.push_back(slope.type);
        }
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const auto given = call.forward ? lossArguments(*call.forward) : std::nullopt;
        if (g == nullptr || !given || given->x->shape() != call.output || given->x->count() == 0)
            return readings;
        for (const LossSlope& slope : slopes(call, *given)) {
            if (g->shape() == slope.losses && given->isSaid("none"))
                add(readings, slope, *g, Spread::Each, slope.text);
            if (g->count() == 1 && given->isSaid("mean"))
                add(readings, slope, *g, Spread::Mean, phrase("%1, of their mean", slope.text));
            if (g->count() == 1 && given->isSaid("sum"))
                add(readings, slope, *g, Spread::Sum, phrase("%1, of their sum", slope.text));
        }
        return readings;
    }

private:
    enum class Spread : std::uint8_t { Each, Sum, Mean };

    static std::vector<LossSlope> slopes(const OperatorCall& call, const LossArguments& given)
    {
        std::vector<LossSlope> slopes;
        for (const ElementSlope& one : kElementSlopes) {
            if (one.type != call.type || given.x->shape() != given.y->shape())
                continue;
            slopes.push_back({[x = given.x, y = given.y, at = one.at](
                                  std::uint64_t i) { return at(x->at(i), y->at(i)); },
                [](std::uint64_t i) { return i; }, given.x->count(), given.x->shape(), 8, phrase(one.text)});
        }
        auto scores = ClassScores::make(given.x, given.y);
        constexpr std::uint64_t kMostSamples = 1U << 24;
        if (!slopes.empty() || !scores || scores->samples() > kMostSamples)
            return slopes;
        // PyTorch takes the loss over classes in two steps, and msprobe records what the last of them passed
        // on: the gradient by the logarithms.
        const double smoothing = call.type == "nlllossbackward" ? 0 : given.smoothing;
        if (call.type == "crossentropybackward")
            slopes.push_back(ofClasses(
                *scores, given.ignored, smoothing, false, phrase("gradient of the losses by the scores")));
        slopes.push_back(ofClasses(
            *scores, given.ignored, smoothing, true, phrase("gradient of the losses by the logarithms")));
        return slopes;
    }

    static LossSlope ofClasses(
        ClassScores scores, double ignored, double smoothing, bool areLogarithms, Message text)
    {
        scores.tell(ignored, smoothing, areLogarithms);
        return {[scores](std::uint64_t i) { return scores.gradient(i); },
            [scores](std::uint64_t i) { return scores.sampleOf(i); }, scores.counted(), scores.shape(),
            areLogarithms ? 8 : static_cast<double>(scores.classes()) * 8, std::move(text)};
    }

    static void add(
        std::vector<Reading>& readings, const LossSlope& slope, const Operand& g, Spread spread, Message text)
    {
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.roundings = 4;
        reading.cost = slope.cost;
        const double share = spread == Spread::Mean ? 1 / static_cast<double>(slope.counted) : 1;
        reading.at = [slope, &g, share, isEach = spread == Spread::Each](std::uint64_t i) {
            const ExactElement own = slope.at(i);
            const double factor = g.at(isEach ? slope.lossOf(i) : 0) * share;
            return ExactElement {own.value * factor, own.magnitude * std::fabs(factor)};
        };
    }
};

} // namespace

void register_loss_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<LossGradientRecomputer>());
}

} // namespace dumpscope::core
