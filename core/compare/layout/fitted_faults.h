// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"

#include <map>

namespace dumpscope::core {

/// A free search undoes faults as well (docs/formats/parallel.md 4): takes out assemblies with another order
/// of places that nothing else of their kind has, and parameters that have changed places within a rank. By
/// golden's tensor.
void dropFittedFaults(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden);

} // namespace dumpscope::core
