// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/assembly_search.h"

#include "compare/layout/assembly_matching.h"
#include "compare/layout/carried_assemblies.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/exchanged_blocks.h"
#include "compare/layout/fitted_faults.h"
#include "compare/layout/known_tokens.h"
#include "compare/layout/named_assemblies.h"
#include "compare/layout/run_sketches.h"
#include "compare/layout/statistic_assemblies.h"
#include "compare/layout/token_assemblies.h"

#include <utility>
#include <vector>

namespace dumpscope::core {

Result<std::map<TensorId, Assembly>> findAssemblies(const ComparisonSide& target,
    const ComparisonSide& golden, const std::vector<TensorPair>& byName, const SaidLayout* layout,
    TaskContext& task)
{
    PairsByName names;
    for (const TensorPair& pair : byName)
        names.emplace(pair.golden, pair.target);
    RunSketches sketches(target, golden, {target.tensors(), golden.tensors(), nullptr}, task);
    task.progress.setPhases(
        {{phrase("Reading what may be cut"), 0.5}, {phrase("Finding what belongs together"), 0.5}});
    task.progress.beginPhase(0, sketches.toRead());
    TRY_VOID(sketches.read());
    task.progress.beginPhase(1, sketches.goldens().size());
    TRY_ASSIGN(auto found, matchedAssemblies(target, golden, sketches, names, task));
    TRY_ASSIGN(std::vector<TokenGroup> byValues, findTokenMaps(target, golden, sketches, task));
    TRY_ASSIGN(std::vector<TokenGroup> known, knownTokenMaps(target, golden, task));
    const auto groups = withKnownTokens(std::move(known), std::move(byValues));
    // What is laid out by tokens may be too much to look for where the rest is not.
    const auto wholes = addTokenAssemblies(found, groups, target, golden, names, task);
    if (!wholes) {
        if (wholes.error().code != Code::Limit)
            return fail(wholes.error());
        task.diagnostics.add({Severity::Warning, Code::Limit, {},
            phrase("tokens that stand elsewhere in the target were not all looked for: there are too many "
                   "places to compare")});
    }
    dropFittedFaults(found, *target.index, *golden.index);
    TRY_VOID(settleExchangedBlocks(found, target, golden, task));
    TRY_VOID(addStatisticAssemblies(found, target, golden, layout, task));
    TRY_VOID(carryAssemblies(found, target, golden, layout, task));
    TRY_VOID(addDerivedAssemblies(found, wholes ? *wholes : std::vector<TokenGroup>(), target, golden, task));
    TRY_VOID(addFarOffAssemblies(found, target, golden, sketches, names, task));
    TRY_VOID(addLearntCuts(found, target, golden, names, task));
    TRY_VOID(addNumbersOfRanks(found, target, golden, names, task));
    TRY_VOID(addNamedAssemblies(found, target, golden, names, task));
    task.progress.finish();
    return found;
}

} // namespace dumpscope::core
