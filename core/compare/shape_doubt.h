// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

namespace dumpscope::core {

/// What may have made two shapes differ that cannot be those of one tensor, as a question: ranks that share
/// an axis, another batch, a cut sequence, a padded vocabulary, a transposition. Empty where nothing is
/// likely.
[[nodiscard]] Message likelyShapeReason(const Shape& target, const Shape& golden);

} // namespace dumpscope::core
