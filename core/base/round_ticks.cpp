// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/round_ticks.h"

#include <cmath>

namespace dumpscope::core {

namespace {

/// So that at most `most` multiples lie in `extent`.
double stepFor(double extent, std::size_t most)
{
    const double wanted = extent / static_cast<double>(most);
    const double decade = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= wanted)
            return decade * factor;
    }
    return decade * 10;
}

} // namespace

RoundTicks roundTicks(double from, double to, std::size_t most)
{
    RoundTicks ticks;
    if (!(from < to) || !std::isfinite(to - from) || most == 0)
        return ticks;
    const double step = stepFor(to - from, most);
    if (!(step > 0))
        return ticks;
    ticks.step = step;
    for (double i = std::ceil(from / step); i * step <= to && ticks.values.size() < most; ++i)
        ticks.values.push_back(i * step + 0.0); // no -0
    return ticks;
}

} // namespace dumpscope::core
