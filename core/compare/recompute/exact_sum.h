// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

/// What is added up for one element.
struct ExactSum {
    double total = 0, largest = 0, squares = 0;

    void add(double term)
    {
        total += term;
        squares += term * term;
        largest = std::max(largest, std::fabs(total));
    }
    [[nodiscard]] ExactElement element() const { return {total, std::max(largest, std::sqrt(squares))}; }
};

} // namespace dumpscope::core
