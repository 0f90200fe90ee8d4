// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace dumpscope::core {

namespace {

/// A formula, or words for people.
class Text {
public:
    constexpr Text(const char* formula) // NOLINT(google-explicit-constructor): the table reads like one
        : m_formula(formula)
    {
    }
    constexpr Text(Form<0> words) // NOLINT(google-explicit-constructor)
        : m_words(words)
    {
    }
    [[nodiscard]] Message message() const { return m_words ? Message(*m_words) : Message(m_formula); }

private:
    std::string_view m_formula;
    std::optional<Form<0>> m_words;
};

/// A function of every element for itself. `a` and `b` are parameters that some have.
struct UnaryFunction {
    std::string_view type;
    Text text;
    ExactElement (*at)(double x, double a, double b);
    int parameters = 0;
    double a = 0, b = 0; ///< where nothing else is said
    std::string_view nameA = {}, nameB = {};
    std::string_view approximate = {}; ///< the word that asks for it
};

ExactElement plain(double value)
{
    return {value, std::fabs(value)};
}

double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

ExactElement geluByError(double x, double, double)
{
    return {0.5 * x * std::erfc(-x / std::numbers::sqrt2), std::fabs(x)};
}

ExactElement geluByTanh(double x, double, double)
{
    const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
    return {0.5 * x * (1 + std::tanh(inner)), std::fabs(x)};
}

ExactElement relu(double x, double, double)
{
    return plain(x < 0 ? 0 : x);
}

ExactElement leakyRelu(double x, double slope, double)
{
    return plain(x < 0 ? slope * x : x);
}

ExactElement elu(double x, double alpha, double)
{
    return {x < 0 ? alpha * std::expm1(x) : x, x < 0 ? std::max(std::fabs(alpha), std::fabs(x)) : x};
}

ExactElement clamp(double x, double low, double high)
{
    return plain(x < low ? low : x > high ? high : x);
}

ExactElement softplus(double x, double, double)
{
    return {std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))), std::max(1.0, std::fabs(x))};
}

constexpr double kInf = std::numeric_limits<double>::infinity();

constexpr std::array kUnaryFunctions {
    UnaryFunction {"relu", "max(x, 0)", relu},
    UnaryFunction {"relu6", "min(max(x, 0), 6)", [](double x, double, double) { return clamp(x, 0, 6); }},
    UnaryFunction {
        "leakyrelu", Form<0>("x, times the slope where negative"), leakyRelu, 1, 0.01, 0, "negative_slope"},
    UnaryFunction {"leakyrelu", Form<0>("x, times 0.2 where negative"),
        [](double x, double, double) { return leakyRelu(x, 0.2, 0); }},
    UnaryFunction {"elu", "x, alpha (eˣ - 1) where negative", elu, 1, 1, 0, "alpha"},
    UnaryFunction {"hardtanh", Form<0>("x between its limits"), clamp, 2, -1, 1, "min_val", "max_val"},
    UnaryFunction {"clamp", Form<0>("x between its limits"), clamp, 2, -kInf, kInf, "min", "max"},
    UnaryFunction {"clip", Form<0>("x between its limits"), clamp, 2, -kInf, kInf, "min", "max"},
    UnaryFunction {"sigmoid", "1 / (1 + e⁻ˣ)", [](double x, double, double) { return plain(sigmoid(x)); }},
    UnaryFunction {"silu", "x / (1 + e⁻ˣ)", [](double x, double, double) { return plain(x * sigmoid(x)); }},
    UnaryFunction {"swish", "x / (1 + e⁻ˣ)", [](double x, double, double) { return plain(x * sigmoid(x)); }},
    UnaryFunction {"gelu", "x Φ(x)", geluByError, 0, 0, 0, {}, {}, "none"},
    UnaryFunction {"gelu", "x Φ(x) by tanh", geluByTanh, 0, 0, 0, {}, {}, "tanh"},
    UnaryFunction {"softplus", "ln(1 + eˣ)", softplus},
    UnaryFunction {"tanh", "tanh x", [](double x, double, double) { return plain(std::tanh(x)); }},
    UnaryFunction {"exp", "eˣ", [](double x, double, double) { return plain(std::exp(x)); }},
    UnaryFunction {"expm1", "eˣ - 1", [](double x, double, double) { return plain(std::expm1(x)); }},
    UnaryFunction {"log", "ln x", [](double x, double, double) { return plain(std::log(x)); }},
    UnaryFunction {"log1p", "ln(1 + x)", [](double x, double, double) { return plain(std::log1p(x)); }},
    UnaryFunction {"log2", "log₂ x", [](double x, double, double) { return plain(std::log2(x)); }},
    UnaryFunction {"sqrt", "√x", [](double x, double, double) { return plain(std::sqrt(x)); }},
    UnaryFunction {"rsqrt", "1 / √x", [](double x, double, double) { return plain(1 / std::sqrt(x)); }},
    UnaryFunction {"square", "x²", [](double x, double, double) { return plain(x * x); }},
    UnaryFunction {"reciprocal", "1 / x", [](double x, double, double) { return plain(1 / x); }},
    UnaryFunction {"inv", "1 / x", [](double x, double, double) { return plain(1 / x); }},
    UnaryFunction {"neg", "-x", [](double x, double, double) { return plain(-x); }},
    UnaryFunction {"abs", "|x|", [](double x, double, double) { return plain(std::fabs(x)); }},
    UnaryFunction {"sin", "sin x", [](double x, double, double) { return plain(std::sin(x)); }},
    UnaryFunction {"cos", "cos x", [](double x, double, double) { return plain(std::cos(x)); }},
    UnaryFunction {"erf", "erf x", [](double x, double, double) { return plain(std::erf(x)); }},
    UnaryFunction {
        "floor", Form<0>("x rounded down"), [](double x, double, double) { return plain(std::floor(x)); }},
    UnaryFunction {
        "ceil", Form<0>("x rounded up"), [](double x, double, double) { return plain(std::ceil(x)); }},
    UnaryFunction {
        "trunc", Form<0>("x towards zero"), [](double x, double, double) { return plain(std::trunc(x)); }},
    UnaryFunction {
        "round", Form<0>("x rounded"), [](double x, double, double) { return plain(std::nearbyint(x)); }},
    UnaryFunction {
        "rint", Form<0>("x rounded"), [](double x, double, double) { return plain(std::nearbyint(x)); }},
    UnaryFunction {
        "sign", Form<0>("sign of x"), [](double x, double, double) { return plain((x > 0) - (x < 0)); }},
};

/// In the slot behind the tensor, or by name; None leaves it as it is.
double parameterOf(const OperatorCall& call, std::size_t slot, std::string_view name, double preset)
{
    if (slot < call.inputs.size() && call.inputs[slot].isNumber())
        return call.inputs[slot].numbers.front();
    return name.empty() ? preset : call.number({name}).value_or(preset);
}

class UnaryRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        types.reserve(kUnaryFunctions.size());
        for (const UnaryFunction& function : kUnaryFunctions)
            types.push_back(function.type);
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->shape() != call.output || !call.endsAt(1))
            return readings;
        const std::string_view said = call.word(1, "approximate");
        for (const UnaryFunction& function : kUnaryFunctions) {
            const bool isOther
                = !said.empty() && !function.approximate.empty() && said != function.approximate;
            if (function.type != call.type || isOther)
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = function.text.message();
            reading.roundings = 4; // functions are good to a few last digits
            const double a = function.parameters > 0 ? parameterOf(call, 1, function.nameA, function.a) : 0;
            const double b = function.parameters > 1 ? parameterOf(call, 2, function.nameB, function.b) : 0;
            reading.at = [at = function.at, x, a, b](std::uint64_t i) { return at(x->at(i), a, b); };
        }
        return readings;
    }
};

} // namespace

void register_unary_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<UnaryRecomputer>());
}

} // namespace dumpscope::core
