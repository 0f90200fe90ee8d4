// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "overflow/value_scan.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

class JsonValue;

/// Bytes of the JSON of a comparison that are read.
inline constexpr std::size_t kMostResultBytes = 1U << 30U;

/// Whom the JSON of a comparison (docs/contract.md 4 compare) accuses.
struct Accused {
    struct Operator {
        std::string name;
        std::string tensorId; ///< of the target; empty: any tensor of the operator
        std::optional<std::int64_t> rank, step;
    };
    std::string target;              ///< root
    std::vector<Operator> operators; ///< that of the conclusion first, then the suspects
};

/// Nothing where the document is something else.
[[nodiscard]] std::optional<Accused> accusedIn(const JsonValue& document);
/// Nothing where the path is not that of such a file. Errors: those of reading a JSON file.
[[nodiscard]] Result<std::optional<Accused>> readAccused(const std::string& path);
/// The tensors of these operators that the dump has, in their order; those of the place alone where there is
/// one. Operators that it does not have are left out.
[[nodiscard]] std::vector<TensorId> tensorsOf(const Accused& accused, const DumpIndex& index);

/// Where NaN and infinities are born in a dump: the earliest tensor that nothing explains (ValueScan::first).
/// Errors: those of scanValues.
[[nodiscard]] Result<std::optional<NonFiniteTensor>> firstBorn(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task);

} // namespace dumpscope::core
