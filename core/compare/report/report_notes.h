// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What a user noted of a tensor of one side.
struct ReportNote {
    bool isOfGolden = false;
    TensorId tensor;
    std::string text;
};

/// Rows of the pairs that have the tensor, ascending, for each note.
[[nodiscard]] std::vector<std::vector<std::size_t>> rowsOfNotes(
    const PairTable& pairs, std::span<const ReportNote> notes);
/// What was noted of a pair: of its target's tensor, then of golden's, a line each.
[[nodiscard]] std::map<std::size_t, std::string> notesByRow(
    const PairTable& pairs, std::span<const ReportNote> notes);
/// Member `notes` of docs/contract.md 4 compare, of an object that is open.
void writeNotes(JsonWriter& json, const PairTable& pairs, std::span<const ReportNote> notes);

} // namespace dumpscope::core
