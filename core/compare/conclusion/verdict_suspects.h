// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::core {

struct Comparison;
struct Suspicion;

/// Where there is no suspect and a pair fails that nothing explains, the operator of the first such pair
/// becomes the only suspect (SuspectReason::Unexplained). Depends on the verdicts. Differing bits without a
/// measured error are not enough, nor is an error that inputs may have caused and that only exceeds the
/// limits.
void blameUnexplained(Comparison& comparison);

/// What the conclusion names although no operator shows it comes before all suspects (SuspectReason::Fault).
/// That its pair passes is said to be of the pair by itself.
void blameFault(Comparison& comparison);

/// Removes suspects of these two kinds, before judging by other limits.
void forgetVerdictSuspects(Suspicion& suspicion);

} // namespace dumpscope::core
