// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// A function of two elements; `factor` is `alpha` of add and sub, which multiplies the second.
struct BinaryFunction {
    std::string_view types; ///< each between blanks
    std::string_view text;
    double (*at)(double x, double y);
    bool isSum = false; ///< a number among the arguments is rounded to the type before it is added
};

constexpr std::array kBinaryFunctions {
    BinaryFunction {
        " add iadd radd addv2 tensoradd ", "x + y", [](double x, double y) { return x + y; }, true},
    BinaryFunction {" sub isub subtract ", "x - y", [](double x, double y) { return x - y; }, true},
    BinaryFunction {" rsub ", "y - x", [](double x, double y) { return y - x; }, true},
    BinaryFunction {" mul imul rmul multiply ", "x · y", [](double x, double y) { return x * y; }},
    BinaryFunction {
        " div truediv itruediv realdiv divide divnonan ", "x / y", [](double x, double y) { return x / y; }},
    BinaryFunction {" rdiv rtruediv ", "y / x", [](double x, double y) { return y / x; }},
    BinaryFunction {" maximum max ", "max(x, y)",
        [](double x, double y) { return std::isnan(x) || std::isnan(y) ? x + y : std::max(x, y); }},
    BinaryFunction {" minimum min ", "min(x, y)",
        [](double x, double y) { return std::isnan(x) || std::isnan(y) ? x + y : std::min(x, y); }},
    BinaryFunction {" pow ipow ", "xʸ", [](double x, double y) { return std::pow(x, y); }},
    BinaryFunction {" rpow ", "yˣ", [](double x, double y) { return std::pow(y, x); }},
    BinaryFunction {" squareddifference ", "(x - y)²", [](double x, double y) { return (x - y) * (x - y); }},
};

class BinaryRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        for (const BinaryFunction& function : kBinaryFunctions) {
            std::string_view left = function.types;
            while (left.size() > 1) {
                left.remove_prefix(1);
                types.push_back(left.substr(0, left.find(' ')));
                left.remove_prefix(types.back().size());
            }
        }
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const auto x = Broadcast::make(call, 0), y = Broadcast::make(call, 1);
        if (!x || !y || !call.endsAt(2))
            return readings;
        const std::string word = ' ' + call.type + ' ';
        const double factor = call.number({"alpha"}).value_or(1);
        for (const BinaryFunction& function : kBinaryFunctions) {
            if (function.types.find(word) == std::string_view::npos)
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = function.text;
            reading.roundings = factor == 1 ? 1 : 2;
            const double numbers = function.isSum ? std::max(x->size(), y->size()) : 0;
            reading.at = [at = function.at, a = *x, b = *y, factor, numbers, &call](std::uint64_t i) {
                const double second = factor * b.at(i, call.output);
                const double value = at(a.at(i, call.output), second);
                return ExactElement {
                    value, std::max({std::fabs(value), numbers, factor == 1 ? 0 : std::fabs(second)})};
            };
        }
        return readings;
    }
};

} // namespace

void register_binary_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<BinaryRecomputer>());
}

} // namespace dumpscope::core
