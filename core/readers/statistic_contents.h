// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/byte_text.h"
#include "readers/mindspore/mindspore_statistic.h"
#include "readers/reader.h"

namespace dumpscope::core {

/// Parses a whole statistics file, dropping scanned bytes from memory. Errors: those of Source and
/// parseMindsporeStatistic.
[[nodiscard]] Result<StatisticFile> readStatisticFile(const Source& source, TaskContext& task);

/// For statistics of one operator: sets the operator of every row from the file's name.
void nameStatisticRows(StatisticTable& table, const NameFacts& facts);

} // namespace dumpscope::core
