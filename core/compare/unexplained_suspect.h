// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::core {

struct Comparison;
struct Suspicion;

/// Where nobody is suspect and a pair fails that nothing explains, the operator of the first of them becomes
/// the only suspect (SuspectReason::Unexplained). Depends on the verdicts. Other bits without a number accuse
/// nobody, nor does an error that may have come in and is only more than the limits let pass.
void blameUnexplained(Comparison& comparison);

/// Takes such a suspect back, before other limits judge.
void forgetUnexplained(Suspicion& suspicion);

} // namespace dumpscope::core
