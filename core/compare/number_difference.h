// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "model/dump_index.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A number that was saved beside tensors and that the two sides do not share.
struct NumberDifference {
    std::string name; ///< `optimizer.param_groups.0.lr`; the file before it where there are several
    std::optional<std::string> target, golden; ///< as Python prints it; nothing: that side does not have it
};

/// Numbers beside the tensors of files that correspond: those of the same path, or the only ones of both
/// sides.
struct NumberDifferences {
    std::vector<NumberDifference> differences; ///< in the order of the target's file, then golden's
    std::size_t equal = 0;

    [[nodiscard]] bool isEmpty() const { return equal == 0 && differences.empty(); } ///< nothing was compared
    /// "2 numbers beside the tensors differ: lr: 0.001 in the target, 0.0003 in golden; …"; empty where none
    /// does.
    [[nodiscard]] Message sentence() const;
};

/// Thread-safe.
[[nodiscard]] NumberDifferences numberDifferences(const DumpIndex& target, const DumpIndex& golden);
/// Member `number_differences` of an object that is open; null where nothing was compared.
void writeNumberDifferences(JsonWriter& json, const NumberDifferences& found);

} // namespace dumpscope::core
