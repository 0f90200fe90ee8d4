// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/dump_estimate.h"

#include <memory>
#include <vector>

namespace dumpscope::gui {

/// Operators of a model with the sizes of their tensors; null: not known.
using OperatorsPointer = std::shared_ptr<const std::vector<core::SizedOperator>>;

} // namespace dumpscope::gui
