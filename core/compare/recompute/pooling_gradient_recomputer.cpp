// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/exact_sum.h"
#include "compare/recompute/pooling_form.h"

#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

struct PoolGradient {
    const Operand *g, *x;
    PoolingForm form;
    PooledShapes shapes;
    std::uint64_t plane, outPlane, taps;

    /// Of all windows that have the element, the part of their gradients that comes to it.
    ExactElement at(std::uint64_t index) const
    {
        const std::uint64_t own = index % plane, channel = index / plane;
        const SpatialPlace to = placeOf(own, shapes.in);
        ExactSum sum;
        for (std::uint64_t tap = 0; tap < taps; ++tap) {
            const auto place = form.window.output(to, placeOf(tap, form.window.kernel));
            const auto from = place ? flatIndex(*place, shapes.out) : std::nullopt;
            if (from)
                sum.add(shareOf(*place, own, channel) * g->at(channel * outPlane + *from));
        }
        return sum.element();
    }

private:
    [[nodiscard]] double shareOf(const SpatialPlace& output, std::uint64_t own, std::uint64_t channel) const
    {
        if (form.pooling == Pooling::MeanOfWindow)
            return 1 / static_cast<double>(taps);
        double most = 0, many = 0;
        std::optional<std::uint64_t> chosen;
        for (std::uint64_t tap = 0; tap < taps; ++tap) {
            const auto from
                = flatIndex(form.window.input(output, placeOf(tap, form.window.kernel)), shapes.in);
            if (!from)
                continue;
            ++many;
            if (form.pooling == Pooling::MeanOfElements)
                continue;
            // Of equal ones the first, and NaN before all.
            const double value = x->at(channel * plane + *from);
            if (!chosen || value > most || (std::isnan(value) && !std::isnan(most))) {
                chosen = *from;
                most = value;
            }
        }
        if (form.pooling == Pooling::MeanOfElements)
            return 1 / many;
        return chosen == own ? 1 : 0;
    }
};

/// Gradients of what is pooled, from those of the result.
class PoolingGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"maxpool1dbackward", "maxpool2dbackward", "maxpool3dbackward", "avgpool1dbackward",
            "avgpool2dbackward", "avgpool3dbackward", "adaptiveavgpool1dbackward",
            "adaptiveavgpool2dbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const Operand* const x = call.forward ? call.forward->tensor(0) : nullptr;
        if (g == nullptr || x == nullptr || x->shape() != call.output)
            return readings;
        const auto shapes = PooledShapes::make(x->shape(), g->shape());
        if (!shapes)
            return readings;
        const std::uint64_t channels = static_cast<std::uint64_t>(call.output[0] * call.output[1]);
        for (const PoolingForm& form : poolingForms(call.type, *call.forward, *shapes)) {
            const PoolGradient gradient {
                g, x, form, *shapes, x->count() / channels, g->count() / channels, form.window.taps()};
            const auto taps = static_cast<double>(gradient.taps);
            Reading& reading = readings.emplace_back();
            reading.text = phrase("gradient of the %1", form.text());
            reading.terms = taps;
            reading.cost = taps * (form.pooling == Pooling::MeanOfWindow ? 8 : 8 * taps);
            reading.roundings = 2;
            reading.at = [gradient](std::uint64_t i) { return gradient.at(i); };
        }
        return readings;
    }
};

} // namespace

void register_pooling_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<PoolingGradientRecomputer>());
}

} // namespace dumpscope::core
