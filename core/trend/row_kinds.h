// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_cube.h"

namespace dumpscope::core {

/// Whether a row is a weight of the model: a parameter, before or after its update.
[[nodiscard]] bool isWeightRow(const TrendRow& row);
/// A weight after its update, where rows before and after it stand beside one another.
[[nodiscard]] bool isUpdatedWeightRow(const TrendRow& row);
/// Whether ranks of data parallelism hold the same there: weights, reduced gradients, moments of the
/// optimizer.
[[nodiscard]] bool isReplicatedRow(const TrendRow& row);
/// What the forward pass makes: no weight, gradient or state of the optimizer, and no loss. By its names.
[[nodiscard]] bool isActivationRow(const TrendRow& row);
/// The loss, by its name; see LossRows for what is called otherwise.
[[nodiscard]] bool isLossRow(const TrendRow& row);

} // namespace dumpscope::core
