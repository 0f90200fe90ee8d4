// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

enum class Kind : std::uint8_t { Sum, Mean, Max, Min };
struct Word {
    std::string_view type;
    Kind kind;
};
constexpr std::array kWords {Word {"sum", Kind::Sum}, Word {"reducesum", Kind::Sum},
    Word {"reducesumd", Kind::Sum}, Word {"mean", Kind::Mean}, Word {"reducemean", Kind::Mean},
    Word {"reducemeand", Kind::Mean}, Word {"globalaveragepool", Kind::Mean}, Word {"amax", Kind::Max},
    Word {"reducemax", Kind::Max}, Word {"amin", Kind::Min}, Word {"reducemin", Kind::Min},
    Word {"biasaddgrad", Kind::Sum}};

struct Axis {
    std::uint64_t length, stride;
};

/// All elements that become one.
struct Reduction {
    const Operand* x;
    Kind kind;
    std::vector<Axis> kept, reduced; ///< outermost first
    std::vector<double> line = {};

    ExactElement at(std::uint64_t index)
    {
        std::uint64_t base = 0;
        for (std::size_t i = kept.size(); i-- > 0;) {
            base += index % kept[i].length * kept[i].stride;
            index /= kept[i].length;
        }
        double sum = 0, largest = 0, squares = 0, count = 0;
        double extreme = kind == Kind::Max ? -std::numeric_limits<double>::infinity()
                                           : std::numeric_limits<double>::infinity();
        bool anyNan = false;
        const Axis inner = reduced.empty() ? Axis {1, 1} : reduced.back();
        line.resize(inner.length);
        std::uint64_t lines = 1;
        for (std::size_t i = 0; i + 1 < reduced.size(); ++i)
            lines *= reduced[i].length;
        for (std::uint64_t number = 0; number < lines; ++number) {
            std::uint64_t first = base, rest = number;
            for (std::size_t i = reduced.size() > 0 ? reduced.size() - 1 : 0; i-- > 0;) {
                first += rest % reduced[i].length * reduced[i].stride;
                rest /= reduced[i].length;
            }
            x->gather(first, inner.stride, inner.length, line.data());
            for (const double value : line) {
                sum += value;
                squares += value * value;
                largest = std::max(largest, std::fabs(sum));
                extreme = kind == Kind::Max ? std::max(extreme, value) : std::min(extreme, value);
                anyNan |= std::isnan(value);
            }
            count += static_cast<double>(inner.length);
        }
        if (kind == Kind::Max || kind == Kind::Min)
            return {anyNan ? std::nan("") : extreme, std::fabs(extreme)};
        const double scale = kind == Kind::Mean ? 1 / count : 1;
        return {sum * scale, std::max(largest, std::sqrt(squares)) * scale};
    }
};

class ReductionRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        for (const Word& word : kWords)
            types.push_back(word.type);
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        constexpr std::size_t kMostAxes = 6;
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        // What stands behind the input can only be the axes.
        if (x == nullptr || x->count() == 0 || x->shape().size() > kMostAxes)
            return readings;
        const auto* word = std::find_if(
            kWords.begin(), kWords.end(), [&](const Word& one) { return one.type == call.type; });
        for (unsigned set = 0; set < 1U << x->shape().size(); ++set)
            addReading(call, *x, word->kind, set, readings);
        return readings;
    }

private:
    static void addReading(
        const OperatorCall& call, const Operand& x, Kind kind, unsigned set, std::vector<Reading>& readings)
    {
        const Shape& shape = x.shape();
        const std::vector<std::int64_t> strides = denseStrides(shape);
        Shape kept, squeezed;
        Reduction reduction {&x, kind, {}, {}};
        std::string axes;
        double terms = 1;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            const Axis one {
                static_cast<std::uint64_t>(shape[axis]), static_cast<std::uint64_t>(strides[axis])};
            const bool isReduced = (set >> axis & 1U) != 0;
            if (isReduced) {
                reduction.reduced.push_back(one);
                axes += fmt::format("{}{}", axes.empty() ? "" : ",", axis);
                terms *= static_cast<double>(shape[axis]);
            } else {
                reduction.kept.push_back(one);
                squeezed.push_back(shape[axis]);
            }
            kept.push_back(isReduced ? 1 : shape[axis]);
        }
        if (kept != call.output && squeezed != call.output)
            return;
        static constexpr std::array<std::string_view, 4> kNames {"sum", "mean", "maximum", "minimum"};
        Reading& reading = readings.emplace_back();
        reading.text = phrase("%1 over axes [%2]", kNames[static_cast<std::size_t>(kind)], axes);
        reading.terms = reading.cost = terms;
        reading.roundings = 2;
        reading.at = [kept = std::make_shared<Reduction>(std::move(reduction))](
                         std::uint64_t i) { return kept->at(i); };
    }
};

} // namespace

void register_reduction_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<ReductionRecomputer>());
}

} // namespace dumpscope::core
