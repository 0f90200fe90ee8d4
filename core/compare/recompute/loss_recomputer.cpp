// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

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

/// Scores [N, C, …] and the class of each sample [N, …]; or [C] and one class.
class ClassScores {
public:
    static std::optional<ClassScores> make(const Operand* scores, const Operand* classes)
    {
        if (scores == nullptr || classes == nullptr || scores->shape().empty() || scores->count() == 0
            || dtypeInfo(classes->dtype()).kind == DTypeClass::Float)
            return std::nullopt;
        Shape expected = scores->shape();
        const std::size_t axis = expected.size() == 1 ? 0 : 1;
        ClassScores made;
        made.m_scores = scores;
        made.m_classes = classes;
        made.m_count = static_cast<std::uint64_t>(expected[axis]);
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(axis));
        for (std::size_t i = axis; i < expected.size(); ++i)
            made.m_plane *= static_cast<std::uint64_t>(expected[i]);
        return classes->shape() == expected ? std::optional(made) : std::nullopt;
    }

    [[nodiscard]] const Shape& shape() const { return m_classes->shape(); }
    [[nodiscard]] std::uint64_t samples() const { return m_classes->count(); }
    [[nodiscard]] std::uint64_t classes() const { return m_count; }

    /// -log of the share of the class; of scores that are logarithms already, as they are.
    [[nodiscard]] std::optional<ExactElement> loss(
        std::uint64_t sample, double ignored, double smoothing, bool areLogarithms) const
    {
        const double number = m_classes->at(sample);
        if (number == ignored)
            return std::nullopt;
        if (!(number >= 0 && number < static_cast<double>(m_count)))
            return ExactElement {std::numeric_limits<double>::quiet_NaN(), 0};
        const std::uint64_t first = sample / m_plane * m_count * m_plane + sample % m_plane;
        std::vector<double> line(m_count);
        m_scores->gather(first, m_plane, m_count, line.data());
        double most = 0, logOfSum = 0, mean = 0;
        if (!areLogarithms) {
            most = *std::ranges::max_element(line);
            double sum = 0;
            for (const double score : line)
                sum += std::exp(score - most);
            logOfSum = std::log(sum);
        }
        for (const double score : line)
            mean += (most + logOfSum - score) / static_cast<double>(m_count);
        const double chosen = line[static_cast<std::uint64_t>(number)];
        const double value = (1 - smoothing) * (most + logOfSum - chosen) + smoothing * mean;
        return ExactElement {value, std::max({std::fabs(value), std::fabs(most), std::fabs(chosen)})};
    }

private:
    const Operand *m_scores = nullptr, *m_classes = nullptr;
    std::uint64_t m_count = 0, m_plane = 1;
};

LossTerms classTerms(const ClassScores& scores, double ignored, double smoothing, bool areLogarithms)
{
    return {[=](std::uint64_t i) { return scores.loss(i, ignored, smoothing, areLogarithms); },
        scores.samples(), scores.shape(), static_cast<double>(scores.classes()) * 8};
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
        const auto terms = termsOf(call);
        constexpr double kMost = 0x1p24;
        if (!terms || terms->count == 0 || static_cast<double>(terms->count) * terms->cost > kMost)
            return readings;
        constexpr std::size_t kNoSlot = ~std::size_t {0};
        const std::string_view said = call.word(kNoSlot, "reduction");
        const auto isSaid = [&](std::string_view word) { return said.empty() || said == word; };
        if (terms->shape == call.output && isSaid("none"))
            add(readings, *terms, Together::Each, phrase("the loss of each"));
        if (elementCount(call.output) == 1U && isSaid("mean"))
            add(readings, *terms, Together::Mean, phrase("the mean of the losses"));
        if (elementCount(call.output) == 1U && isSaid("sum"))
            add(readings, *terms, Together::Sum, phrase("the sum of the losses"));
        return readings;
    }

private:
    static std::optional<LossTerms> termsOf(const OperatorCall& call)
    {
        const Operand *x = call.tensor(0), *y = call.tensor(1, {"target"});
        // Weights of classes or elements stand there.
        if (x == nullptr || y == nullptr || !call.endsAt(2))
            return std::nullopt;
        const auto numberOr = [&](std::size_t slot, std::string_view name, double usual) {
            const std::vector<double> said = call.numbers(slot, {name});
            return said.size() == 1 ? said.front() : usual;
        };
        constexpr double kIgnored = -100;
        const auto scores = ClassScores::make(x, y);
        if (call.type == "crossentropy")
            return scores ? std::optional(classTerms(*scores, numberOr(4, "ignore_index", kIgnored),
                       numberOr(7, "label_smoothing", 0), false))
                          : std::nullopt;
        if (call.type == "nllloss")
            return scores ? std::optional(classTerms(*scores, numberOr(4, "ignore_index", kIgnored), 0, true))
                          : std::nullopt;
        if (call.type == "sparsesoftmaxcrossentropywithlogits")
            return scores ? std::optional(classTerms(*scores, kIgnored, 0, false)) : std::nullopt;
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
