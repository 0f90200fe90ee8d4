// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/msprobe/sqlite_file.h"
#include "records/graph.h"

namespace dumpscope::core {

/// The graphs of a database of msprobe (docs/formats/msprobe-dump.md 13): one per side, step and rank, the
/// target's first. Modules, APIs and collections of APIs are nodes; what was found of them are their notes,
/// and the figures of their tensors their attributes. No data flow is recorded: inputs only give the order of
/// those that call nothing.
/// Errors: Code::BadHeader without a table of nodes, Code::BadSyntax for damage, Code::Cancelled.
[[nodiscard]] Result<GraphDocument> readVisGraphs(const SqliteFile& database, TaskContext& task);

} // namespace dumpscope::core
