// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/operator_call.h"

namespace dumpscope::core {

/// MindSpore 2 dumps attributes as inputs of one or a few elements: makes those of operators whose inputs are
/// known named numbers, as attributes of a graph are.
void nameAttributeInputs(OperatorCall& call);

} // namespace dumpscope::core
