// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"
#include "tensor/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace dumpscope::core {

class PairTable;
struct Suspicion;

/// Most parameters differ in step 0, before anything has moved them. Either one side's are the other's
/// rounded to a half type; or no rounding makes them: other weights were loaded, or they were made in another
/// way.
struct InitialParameters {
    std::uint64_t otherwise = 0, seen = 0; ///< each counted once, however many operators were given it
    double largest = 0;                    ///< relative L2 error, as far as statistics show it
    std::size_t row = 0;                   ///< of the pair table: the first of them
    std::optional<DType> rounding;         ///< the half type
    bool isTargetRounded = false;          ///< or golden's are

    [[nodiscard]] Message sentence() const;
    [[nodiscard]] Message reason() const;
};

/// From recorded statistics, whose extremes show what was rounded; of dumps with elements, where no more than
/// rounding is looked for, from the elements of the first few.
[[nodiscard]] std::optional<InitialParameters> initialParameters(const PairTable& pairs, TaskContext& task);

/// Parameters that are rounded to a half type are no fault of an operator: the suspicion gets the type, and
/// what is suspect for nothing but such a parameter is so no longer.
void allowForRounding(const PairTable& pairs, const InitialParameters& initial, Suspicion& suspicion);

} // namespace dumpscope::core
