// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

namespace dumpscope::core {

/// The likely reason why two shapes cannot be aligned, as a question: an axis sharded over
/// ranks, another batch size, a truncated sequence, a padded vocabulary, a transposition. Empty where nothing
/// is likely.
[[nodiscard]] Message likelyShapeReason(const Shape& target, const Shape& golden);

} // namespace dumpscope::core
