// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/byte_text.h"
#include "readers/mindspore_statistic.h"
#include "readers/reader.h"

namespace dumpscope::core {

/// Parses a whole statistics file, giving memory back behind the scan.
[[nodiscard]] Result<StatisticFile> readStatisticFile(const Source& source, TaskContext& task);

/// Statistics of one operator: the file's name says which one, for every row.
void nameStatisticRows(StatisticTable& table, const NameFacts& facts);

} // namespace dumpscope::core
