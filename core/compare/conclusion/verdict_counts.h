// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/limits/limits.h"

#include <cstdint>

namespace dumpscope::core {

/// How many pairs have each verdict.
struct VerdictCounts {
    std::uint64_t pass = 0, warn = 0, fail = 0, notComparable = 0;

    void add(Verdict verdict)
    {
        switch (verdict) {
        case Verdict::Pass:
            ++pass;
            break;
        case Verdict::Warn:
            ++warn;
            break;
        case Verdict::Fail:
            ++fail;
            break;
        case Verdict::NotComparable:
            ++notComparable;
            break;
        }
    }
    [[nodiscard]] std::uint64_t all() const { return pass + warn + fail + notComparable; }
};

} // namespace dumpscope::core
