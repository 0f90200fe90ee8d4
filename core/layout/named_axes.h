// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layout/run_layout.h"

namespace dumpscope::core {

/// Adds what the names of folders (`TP0_PP1_Rank2_…` of SGLang, `mp_rank_00_001` of Megatron) and the
/// arguments in checkpoints and SGLang's `parallel_info` say of how the work is shared, as evidence of an
/// axis that was found or as a further one. An axis whose folders have no ranks of the run has no groups.
void addNamedAxes(const DumpIndex& index, RunLayout& layout);

} // namespace dumpscope::core
