// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/layout/operator_class.h"
#include "compare/tables/pair_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Tensors of one class of operators that are put together in the same way.
struct AssemblyGroup {
    OperatorClass operators;
    AssemblyKind kind = AssemblyKind::Same;
    std::optional<std::size_t> axis; ///< of golden
    std::vector<std::int64_t> ranks; ///< that hold the parts, ascending
    std::size_t first = 0;           ///< row of the pair that comes first in golden's order of execution
    std::size_t tensors = 0;
    std::size_t carried = 0;    ///< of them: values do not say so, others of their kind do
    std::size_t unmeasured = 0; ///< of them: without an error that is a number
    std::optional<std::pair<double, double>> errors; ///< least and largest
};

/// What is cut where, by golden's order of execution. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<AssemblyGroup>> sumUpAssemblies(const PairTable& pairs, TaskContext& task);

/// "concat, axis 2, ranks 0 to 3".
[[nodiscard]] Message assemblyText(const AssemblyGroup& group);

} // namespace dumpscope::core
