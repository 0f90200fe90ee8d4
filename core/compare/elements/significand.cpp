// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/significand.h"

#include <limits>

namespace dumpscope::core {

int significandBits(DType dtype)
{
    switch (dtype) {
    case DType::Float64:
    case DType::Complex128:
        return 53;
    case DType::Float32:
    case DType::Complex64:
        return 24;
    case DType::Float16:
    case DType::Complex32:
        return 11;
    case DType::BFloat16:
        return 8;
    case DType::Float8E4M3FN:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E4M3:
    case DType::Float8E4M3B11FNUZ:
    case DType::HiFloat8:
        return 4;
    case DType::Float8E3M4:
        return 5;
    case DType::Float8E5M2:
    case DType::Float8E5M2FNUZ:
        return 3;
    case DType::Float8E8M0:
        return 1;
    default:
        return 0;
    }
}

double largestFinite(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return 65504;
    case DType::BFloat16:
        return 0x1.fep127;
    case DType::Float32:
        return std::numeric_limits<float>::max();
    default:
        return std::numeric_limits<double>::max();
    }
}

} // namespace dumpscope::core
