// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/layout/assembly.h"

#include <map>
#include <set>
#include <vector>

namespace dumpscope::core {

/// One parameter of all layers, as names and shapes put it together.
struct ParameterClass {
    std::map<TensorId, Assembly> members; ///< by golden's tensor, measured
    /// Values agree in most members: far better than by chance, though training may have changed them.
    bool isSupported = false;
    /// Nothing but an exchange puts a layer's values elsewhere (areLayersNumbered).
    bool areLayersKnown = false;
    /// Names leave several readings, values agree with none: this is one of them, and no assembly.
    bool isUndecided = false;
};

/// What the tables of names say that golden's parameters are put together from: fused or split, cut over
/// ranks, with a padded vocabulary. Where names and shapes leave several readings, as of the order of rows in
/// fused attention, values decide among them, or the size of a head that a file says; where these do not, the
/// parameter is left out. `wanted`: golden's tensors that are of interest; null: all. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<std::vector<ParameterClass>> parameterAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, const std::set<TensorId>* wanted, TaskContext& task);

/// Joins both searches. Where values support what names say, it goes before what was found by values alone,
/// which may be another layer of equal values, or one that was exchanged. Where they do not, and values stand
/// elsewhere, names say nothing, unless the numbers of layers are known; where they stand in the same parts,
/// but otherwise, that is marked.
void addParameterAssemblies(std::map<TensorId, Assembly>& found, std::vector<ParameterClass> classes);

} // namespace dumpscope::core
