// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "records/graph.h"

namespace dumpscope::core {

/// Parses MindSpore's textual IR of every release (docs/formats/mindspore-dump.md 6): one pass over the
/// bytes, which may be dropped behind it. Lines that are not understood are counted in the property
/// `unexplained_lines` and reported as problems. Fails only when cancelled.
[[nodiscard]] Result<GraphDocument> parseMindsporeIr(const Bytes& bytes, TaskContext& task);

} // namespace dumpscope::core
