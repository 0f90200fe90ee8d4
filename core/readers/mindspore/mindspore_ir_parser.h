// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"
#include "records/graph.h"

namespace dumpscope::core {

/// Parses MindSpore's textual IR of every release (docs/formats/mindspore-dump.md 6) after collecting its
/// names; read bytes are dropped from memory (Bytes::dropBehind). Lines that cannot be parsed are counted in
/// the property `unexplained_lines` and reported as problems. Errors: Code::Cancelled.
[[nodiscard]] Result<GraphDocument> parseMindsporeIr(const Bytes& bytes, TaskContext& task);

} // namespace dumpscope::core
