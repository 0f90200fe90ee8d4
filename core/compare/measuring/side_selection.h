// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Options that restrict one side of a comparison (docs/contract.md 4).
struct SideRestriction {
    std::string filter = {};                          ///< docs/contract.md 2, empty: everything
    std::vector<std::int64_t> steps = {}, ranks = {}; ///< only tensors of these; empty: of all
    std::string run = {};                             ///< only tensors of it; empty: of all
    std::string tensor = {};                          ///< one tensor: id or `op_name[:io[:slot]]`, empty: all
};

/// A side without ranks, or without steps, is selected whatever number is asked for. Errors: the filter
/// (Code::Usage); no such tensor or run (Code::NotFound) or several tensors (Code::Ambiguous).
[[nodiscard]] Result<ComparisonSide> selectSide(
    std::shared_ptr<const DumpIndex> index, const SideRestriction& restriction, TaskContext& task);

struct SelectedSides {
    ComparisonSide target, golden;
};

/// Both sides. Nothing is selected where a rank (or step) is asked for and neither side has one. Where the
/// same steps are asked for of two runs that count from another beginning, golden's are those with the values
/// of the target's, and `pairing` says which. Errors as above.
[[nodiscard]] Result<SelectedSides> selectSides(std::shared_ptr<const DumpIndex> target,
    const SideRestriction& targetPart, std::shared_ptr<const DumpIndex> golden,
    const SideRestriction& goldenPart, PairingOptions& pairing, TaskContext& task);

} // namespace dumpscope::core
