// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_kernel.h"

namespace dumpscope::core::kernel {

const PairKernels& vectorPairKernels()
{
    return scalarPairKernels();
}

} // namespace dumpscope::core::kernel
