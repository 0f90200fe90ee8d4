// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

namespace dumpscope::core {

/// Whether the ids of tokens that names pair are the same ones elsewhere: another padding or order of
/// sequences, which shapes do not show. Errors: Code::Cancelled.
[[nodiscard]] Result<bool> areTokensElsewhere(
    const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task);

/// Pairs tensors of golden with what their values are found in (findAssemblies), in place of pairs by name;
/// tensors of the target with those of golden where golden has more ranks.
/// Those that remain stay in ranks where most names are right, if their shapes agree; copies of other ranks
/// that have other values do. Nothing changes where little is found. Errors: Code::Cancelled.
[[nodiscard]] Result<void> pairAssemblies(Pairing& pairing, const ComparisonSide& target,
    const ComparisonSide& golden, const PairingOptions& options, TaskContext& task);

/// Of sides that are not cut otherwise: pairs parameters without a partner, or with one of another shape, as
/// their names say (parameterAssemblies). Errors: Code::Cancelled.
[[nodiscard]] Result<void> pairNamedParameters(Pairing& pairing, const ComparisonSide& target,
    const ComparisonSide& golden, const PairingOptions& options, TaskContext& task);

} // namespace dumpscope::core
