// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/class_scores.h"
#include "compare/recompute/loss_arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace dumpscope::core {

namespace {

/// The loss of one element or sample. Nothing: it does not count.
struct LossTerms {
    std::function<std::optional<ExactElement>(std::uint64_t)> at;
    std::uint64_t count = 0;
    Shape shape; ///< of the losses before they are brought together
    double cost = 1;
};

enum class Together : std::uint8_t { Each, Sum, Mean };

LossTerms classTerms(ClassScores scores, double ignored, double smoothing, bool areLogarithms)
{
    scores.tell(ignored, smoothing, areLogarithms);
    return {[scores](std::uint64_t i) { return scores.loss(i); }, scores.samples(), scores.shape(),
        static_cast<double>(scores.classes()) * 8};
}

/// Losses of single elements.
struct ElementLoss {
    std::string_view type;
    double (*at)(double x, double y);
};
constexpr std::array kElementLosses {
    ElementLoss {"mseloss", [](double x, double y) { return (x - y) * (x - y); }},
    ElementLoss {"l1loss", [](double x, double y) { return std::fabs(x - y); }},
    ElementLoss {"binarycrossentropywithlogits",
        [](double x, double y) { return std::max(x, 0.0) - x * y + std::log1p(std::exp(-std::fabs(x))); }},
    ElementLoss {"binarycrossentropy",
        [](double x, double y) {
            constexpr double kLeast = -100; // of PyTorch
            return -(y * std::max(std::log(x), kLeast) + (1 - y) * std::max(std::log1p(-x), kLeast));
        }},
};

/// Losses over classes and of single elements, each, summed up or as a mean: golden shows which.
class LossRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types {
            "crossentropy", "nllloss", "sparsesoftmaxcrossentropywithlogits"};
        for (const ElementLoss& loss : kElementLosses)
            types.push_back(loss.type);
        return types;
    }
    std::vector<std::string_view> namedTensors() const override { return {"target"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const auto given = lossArguments(call);
        const auto terms = given ? termsOf(call, *given) : std::nullopt;
        constexpr double kMost = 0x1p24;
        if (!terms || terms->count == 0 || static_cast<double>(terms->count) * terms->cost > kMost)
            return readings;
        if (terms->shape == call.output && given->isSaid("none"))
            add(readings, *terms, Together::Each, phrase("the loss of each"));
        if (elementCount(call.output) == 1U && given->isSaid("mean"))
            add(readings, *terms, Together::Mean, phrase("the mean of the losses"));
        if (elementCount(call.output) == 1U && given->isSaid("sum"))
            add(readings, *terms, Together::Sum, phrase("the sum of the losses"));
        return readings;
    }

private:
    static std::optional<LossTerms> termsOf(const OperatorCall& call, const LossArguments& given)
    {
        const Operand *const x = given.x, *const y = given.y;
        const bool isOfShares = call.type == "nllloss";
        if (isOfShares || call.type == "crossentropy" || call.type == "sparsesoftmaxcrossentropywithlogits") {
            const auto scores = ClassScores::make(x, y);
            return scores ? std::optional(
                       classTerms(*scores, given.ignored, isOfShares ? 0 : given.smoothing, isOfShares))
                          : std::nullopt;
        }
        if (x->shape() != y->shape())
            return std::nullopt;
        for (const ElementLoss& loss : kElementLosses) {
            if (loss.type != call.type)
                continue;
            return LossTerms {
                [x, y, at = loss.at](std::uint64_t i) {
                    const double value = at(x->at(i), y->at(i));
                    return std::optional(ExactElement {
                        value, std::max({std::fabs(value), std::fabs(x->at(i)), std::fabs(y->at(i))})});
                },
                x->count(), x->shape(), 8};
        }
        return std::nullopt;
    }

    static ExactElement together(const LossTerms& terms, bool isMean)
    {
        double sum = 0, largest = 0, squares = 0, count = 0;
        for (std::uint64_t i = 0; i < terms.count; ++i) {
            const auto one = terms.at(i);
            if (!one)
                continue;
            sum += one->value;
            squares += one->magnitude * one->magnitude;
            largest = std::max(largest, std::fabs(sum));
            ++count;
        }
        const double scale = isMean ? 1 / count : 1; // of none: no number, as PyTorch has it
        return {sum * scale, std::max(largest, std::sqrt(squares)) * scale};
    }

    static void add(std::vector<Reading>& readings, const LossTerms& terms, Together how, Message text)
    {
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.roundings = 4;
        reading.terms = how == Together::Each ? 1 : static_cast<double>(terms.count);
        reading.cost = terms.cost * reading.terms;
        if (how == Together::Each)
            reading.at = [terms](std::uint64_t i) { return terms.at(i).value_or(ExactElement {}); };
        else
            reading.at
                = [terms, isMean = how == Together::Mean](std::uint64_t) { return together(terms, isMean); };
    }
};

} // namespace

void register_loss_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<LossRecomputer>());
}

} // namespace dumpscope::core
